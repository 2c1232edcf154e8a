// The three readers behind open_tensor_file(), and what they share.
#pragma once

#include "core/io/random_file.h"
#include "core/tensorfile/tensor_file.h"

namespace ampscope::tensorfile {

/// Each reads and checks what stands before the values (a CSV: all of it), before memory is taken for anything. They
/// throw BadInput errors with the byte or line, what was expected and what was found.
std::unique_ptr<TensorFile> open_npy(const std::string& path, io::RandomFile file, const OpenOptions& options);
std::unique_ptr<TensorFile> open_safetensors(const std::string& path, io::RandomFile file);
std::unique_ptr<TensorFile> open_csv(const std::string& path, io::RandomFile file, const OpenOptions& options);

/// A file whose elements lie in it as bytes.
class BinaryTensorFile : public TensorFile {
  public:
    BinaryTensorFile(std::string path, FileKind kind, io::RandomFile file)
        : TensorFile(std::move(path), kind), m_file(std::move(file)) {}

  protected:
    void read_block(const TensorInfo& info, std::uint64_t first, std::span<double> values) const override;
    std::string text_of(const TensorInfo& info, std::uint64_t place) const override;
    mutable io::RandomFile m_file;
    mutable std::vector<std::byte> m_buffer;
};

/// As numpy and PyTorch have it. A header of a few megabytes could name a million.
constexpr std::size_t kMostDimensions = 64;
/// The product of the shape; nullopt where it does not fit into 64 bits on the way from left to right.
std::optional<std::uint64_t> product(std::span<const std::uint64_t> shape);
/// Bytes of so many elements; nullopt where they do not fit into 64 bits. `whole`: false where the last byte would be
/// a part of one only.
std::optional<std::uint64_t> bytes_of(std::uint64_t elements, Dtype dtype, bool& whole);
/// "(1024, 768)"
std::string shape_text(std::span<const std::uint64_t> shape);

/// A shape of more dimensions than are read.
text::Message too_many_dimensions(std::size_t found);
/// "byte 8: …", in the file of that name.
text::Error error_at(const std::string& path, std::uint64_t byte, text::Message problem);
std::string number_text(std::uint64_t number);
/// The first bytes of a file, for messages: "93 4e 55 4d"
std::string hex_text(std::string_view bytes);

} // namespace ampscope::tensorfile

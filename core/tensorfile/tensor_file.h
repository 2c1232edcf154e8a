// Tensors in files: .npy, .safetensors and CSV. Listing them reads no values; values come in blocks.
//
// Any file may be hostile or half written. Everything is checked before memory is taken for it, sizes are multiplied
// with a check, and an error leaves nothing behind.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/tensorfile/dtype.h"
#include "core/text/message.h"

namespace ampscope::tensorfile {

enum class FileKind { Npy, Safetensors, Csv, Example };
std::string_view kind_id(FileKind kind); ///< "npy", "safetensors", "csv", "example"

struct TensorInfo {
    std::string name; ///< as the file has it: may hold anything; show it through text::one_line(). "" in a .npy
    Dtype dtype = Dtype::F64;
    std::string stored_as; ///< the type in the file's own words: "<f4", "BF16", "text"
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 1; ///< the product of the shape
    std::uint64_t offset = 0;   ///< of the first element in the file, in bytes; 0 in a CSV
    bool big_endian = false;
    bool fortran_order = false; ///< the first index runs fastest in the file
};

/// Where an element stands, from its place in the file: one index for each dimension, C order.
std::vector<std::uint64_t> index_of(const TensorInfo& info, std::uint64_t place);
/// The flat index in C order, as numpy's x.flat[i] and torch's x.flatten()[i] count.
std::uint64_t flat_index_of(const TensorInfo& info, std::uint64_t place);

struct OpenOptions {
    /// What raw 1- and 2-byte elements of a .npy are ('<V2', as bfloat16 is written by some programs): the file does
    /// not say.
    std::optional<Dtype> raw_dtype;
    /// CSV: 0,5 means a half, columns are separated by ';' or tabs. Nothing is guessed: without it such a file is
    /// refused with "tensorfile.csv_decimal_comma".
    bool decimal_comma = false;
    std::stop_token stop; ///< asks a long reading to end: it throws "tensorfile.stopped"
    /// Bytes done and to do, while a CSV is read; on the calling thread.
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};

/// One open file. Not for use by two threads at once.
class TensorFile {
  public:
    virtual ~TensorFile() = default;

    const std::string& path() const { return m_path; }
    FileKind kind() const { return m_kind; }
    const std::vector<TensorInfo>& tensors() const { return m_tensors; }
    /// Pairs of names and texts: __metadata__ of a safetensors file.
    const std::vector<std::pair<std::string, std::string>>& metadata() const { return m_metadata; }
    /// What a person should know about how the file was read: columns that were left out, empty cells.
    const std::vector<text::Message>& notes() const { return m_notes; }

    /// `take` gets all values in the order of the file, in blocks of at most kBlock, with the place of the first.
    /// Throws for types that are known but not read, when the file has changed meanwhile, and when asked to stop.
    void read(std::size_t tensor, const std::function<void(std::span<const double>, std::uint64_t first)>& take,
              const std::stop_token& stop = {}) const;
    /// All values, in C order. For small tensors: at most `limit` elements.
    std::vector<double> read_all(std::size_t tensor, std::uint64_t limit = 1u << 26) const;
    /// One element as exact text; `place` counts in the order of the file.
    std::string element_text(std::size_t tensor, std::uint64_t place) const;

    static constexpr std::size_t kBlock = 1u << 15;

  protected:
    TensorFile(std::string path, FileKind kind) : m_path(std::move(path)), m_kind(kind) {}
    virtual void read_block(const TensorInfo& info, std::uint64_t first, std::span<double> values) const = 0;
    virtual std::string text_of(const TensorInfo& info, std::uint64_t place) const = 0;

    std::string m_path;
    FileKind m_kind;
    std::vector<TensorInfo> m_tensors;
    std::vector<std::pair<std::string, std::string>> m_metadata;
    std::vector<text::Message> m_notes;
};

/// Opens by content first (the beginning of a .npy, a zip archive, a pickle), then by the ending of the name. Throws
/// BadInput with the byte or line, what was expected and what was found.
std::unique_ptr<TensorFile> open_tensor_file(const std::string& path, const OpenOptions& options = {});

} // namespace ampscope::tensorfile

#include "core/tensorfile/tensor_file.h"

#include <algorithm>
#include <limits>

#include "core/io/numbers.h"
#include "core/tensorfile/readers.h"
#include "core/text/words.h"

namespace ampscope::tensorfile {

using text::Message;

std::string_view kind_id(FileKind kind) {
    switch (kind) {
    case FileKind::Npy: return "npy";
    case FileKind::Safetensors: return "safetensors";
    case FileKind::Csv: return "csv";
    case FileKind::Example: return "example";
    }
    return "";
}

std::vector<std::uint64_t> index_of(const TensorInfo& info, std::uint64_t place) {
    std::vector<std::uint64_t> index(info.shape.size());
    const auto take = [&](std::size_t dimension) {
        index[dimension] = place % info.shape[dimension];
        place /= info.shape[dimension];
    };
    if (info.fortran_order)
        for (std::size_t i = 0; i < index.size(); ++i)
            take(i);
    else
        for (std::size_t i = index.size(); i-- > 0;)
            take(i);
    return index;
}

std::uint64_t flat_index_of(const TensorInfo& info, std::uint64_t place) {
    if (!info.fortran_order) return place;
    std::uint64_t flat = 0;
    const auto index = index_of(info, place);
    for (std::size_t i = 0; i < index.size(); ++i)
        flat = flat * info.shape[i] + index[i];
    return flat;
}

void TensorFile::read(std::size_t tensor, const std::function<void(std::span<const double>, std::uint64_t first)>& take,
                      const std::stop_token& stop) const {
    const TensorInfo& info = m_tensors.at(tensor);
    if (!is_readable(info.dtype))
        throw text::bad_input("tensorfile.not_supported",
                              {{"name", info.name}, {"dtype", std::string(dtype_name(info.dtype))}}, {m_path});
    std::vector<double> values(static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, info.elements)));
    for (std::uint64_t first = 0; first < info.elements; first += values.size()) {
        if (stop.stop_requested()) throw text::could_not("tensorfile.stopped", {}, {m_path});
        const auto count = std::min<std::uint64_t>(values.size(), info.elements - first);
        const auto block = std::span(values).first(static_cast<std::size_t>(count));
        read_block(info, first, block);
        take(block, first);
    }
}

std::vector<double> TensorFile::read_all(std::size_t tensor, std::uint64_t limit) const {
    const TensorInfo& info = m_tensors.at(tensor);
    if (info.elements > limit)
        throw text::bad_input("tensorfile.too_many",
                              {{"found", number_text(info.elements)}, {"limit", number_text(limit)}}, {m_path});
    std::vector<double> all(static_cast<std::size_t>(info.elements));
    read(tensor, [&](std::span<const double> values, std::uint64_t first) {
        for (std::size_t i = 0; i < values.size(); ++i)
            all[static_cast<std::size_t>(flat_index_of(info, first + i))] = values[i];
    });
    return all;
}

std::string TensorFile::element_text(std::size_t tensor, std::uint64_t place) const {
    return text_of(m_tensors.at(tensor), place);
}

void BinaryTensorFile::read_block(const TensorInfo& info, std::uint64_t first, std::span<double> values) const {
    const auto width = static_cast<std::size_t>(dtype_bits(info.dtype) / 8);
    m_buffer.resize(values.size() * width);
    m_file.read(info.offset + first * width, m_buffer);
    decode(info.dtype, info.big_endian, m_buffer, values);
}

std::string BinaryTensorFile::text_of(const TensorInfo& info, std::uint64_t place) const {
    const auto width = static_cast<std::size_t>(dtype_bits(info.dtype) / 8);
    m_buffer.resize(width);
    m_file.read(info.offset + place * width, m_buffer);
    return tensorfile::element_text(info.dtype, info.big_endian, m_buffer);
}

std::optional<std::uint64_t> product(std::span<const std::uint64_t> shape) {
    std::uint64_t all = 1;
    for (const auto dimension : shape) {
        if (dimension != 0 && all > std::numeric_limits<std::uint64_t>::max() / dimension) return std::nullopt;
        all *= dimension;
    }
    return all;
}

std::optional<std::uint64_t> bytes_of(std::uint64_t elements, Dtype dtype, bool& whole) {
    const auto bits = static_cast<std::uint64_t>(dtype_bits(dtype));
    if (elements > std::numeric_limits<std::uint64_t>::max() / bits) return std::nullopt;
    whole = elements * bits % 8 == 0;
    return elements * bits / 8;
}

std::string number_text(std::uint64_t number) {
    constexpr auto kSigned = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return number > kSigned ? std::to_string(number) : text::grouped(static_cast<std::int64_t>(number));
}

std::string shape_text(std::span<const std::uint64_t> shape) {
    std::string all;
    for (const auto dimension : shape)
        all += (all.empty() ? "" : ", ") + std::to_string(dimension);
    return "(" + all + (shape.size() == 1 ? ",)" : ")");
}

Message too_many_dimensions(std::size_t found) {
    return {"tensorfile.many_dimensions", {{"found", number_text(found)}, {"limit", std::to_string(kMostDimensions)}}};
}

text::Error error_at(const std::string& path, std::uint64_t byte, Message problem) {
    return text::bad_input("tensorfile.at_byte", {{"offset", number_text(byte)}, {"problem", std::move(problem)}},
                           {path});
}

std::string hex_text(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string all;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        all += all.empty() ? "" : " ";
        all += kDigits[byte >> 4];
        all += kDigits[byte & 15];
    }
    return all;
}

std::unique_ptr<TensorFile> open_tensor_file(const std::string& path, const OpenOptions& options) {
    io::RandomFile file(path);
    const bool is_npy = text::has_ending(path, ".npy"), is_safetensors = text::has_ending(path, ".safetensors");
    const std::string begin = file.read_text(0, static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), 9)));
    using namespace std::string_view_literals;
    if (begin.starts_with("\x93NUMPY"sv)) return open_npy(path, std::move(file), options);
    // Length bytes of a safetensors header could read "PK\3\4" only for a header of over 64 MB.
    if (begin.starts_with("PK\3\4"sv) && !is_safetensors)
        throw error_at(path, 0,
                       text::has_ending(path, ".npz") || is_npy ? Message{"tensorfile.is_npz", {}}
                                                                : Message{"tensorfile.is_zip", {}});
    if (begin.size() >= 2 && begin[0] == '\x80' && begin[1] >= 2 && begin[1] <= 5 && !is_safetensors && !is_npy)
        throw error_at(path, 0, {"tensorfile.is_pickle", {}});
    if (is_npy) return open_npy(path, std::move(file), options);
    if (is_safetensors) return open_safetensors(path, std::move(file));
    for (const char* ending : {".csv", ".tsv", ".txt"})
        if (text::has_ending(path, ending)) return open_csv(path, std::move(file), options);
    if (begin.size() == 9 && begin[8] == '{' && begin.substr(4, 4) == "\0\0\0\0"sv)
        return open_safetensors(path, std::move(file));
    throw error_at(path, 0, {"tensorfile.unknown_kind", {{"found", hex_text(std::string_view(begin).substr(0, 8))}}});
}

} // namespace ampscope::tensorfile

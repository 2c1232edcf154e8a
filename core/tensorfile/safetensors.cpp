// The format, and the order of the checks: huggingface/safetensors, safetensors/src/tensor.rs. Stricter where that one
// takes the last of two: a repeated name is refused; and where memory would be taken for nothing: shapes of more than
// 64 dimensions, headers of more than twelve million values. tests/tensorfile/test_peer_files.cpp lists every such
// rule.
#include <algorithm>
#include <charconv>

#include "core/io/json.h"
#include "core/tensorfile/readers.h"
#include "core/text/utf8.h"

namespace ampscope::tensorfile {

using io::Json;
using text::Message;

namespace {

constexpr std::uint64_t kMaxHeader = 100'000'000; // the reference reader's own limit
constexpr std::uint64_t kLengthBytes = 8;
constexpr std::ptrdiff_t kMaxValues = 12'000'000; ///< of the JSON, which take some 140 bytes each once they are read;
                                                  ///< a header of 100 MB that names a million tensors has ten million

struct Range {
    std::size_t tensor;
    std::uint64_t begin, end;
};

class SafetensorsFile : public BinaryTensorFile {
  public:
    SafetensorsFile(const std::string& path, io::RandomFile file)
        : BinaryTensorFile(path, FileKind::Safetensors, std::move(file)) {
        const std::uint64_t size = m_file.size();
        if (size < kLengthBytes)
            throw error_at(path, size, Message{"tensorfile.st_too_short", {{"found", number_text(size)}}});
        std::uint64_t length = 0;
        const std::string raw = m_file.read_text(0, kLengthBytes);
        for (std::size_t i = kLengthBytes; i-- > 0;)
            length = length << 8 | static_cast<unsigned char>(raw[i]);
        if (length > kMaxHeader)
            throw error_at(path, 0,
                           Message{"tensorfile.header_too_large",
                                   {{"found", number_text(length)}, {"limit", number_text(kMaxHeader)}}});
        if (length > size - kLengthBytes)
            throw error_at(path, 0,
                           Message{"tensorfile.st_header_past_end",
                                   {{"found", number_text(length)}, {"left", number_text(size - kLengthBytes)}}});
        m_header = m_file.read_text(kLengthBytes, static_cast<std::size_t>(length));
        if (const auto bad = text::first_invalid_utf8(m_header))
            throw error_at(path, kLengthBytes + *bad, Message{"tensorfile.st_not_utf8", {}});
        const auto values = std::ranges::count_if(m_header, [](char c) { return c == ',' || c == '[' || c == '{'; });
        if (values > kMaxValues)
            throw error_at(
                path, kLengthBytes,
                Message{"tensorfile.st_many_values", {{"limit", number_text(static_cast<std::uint64_t>(kMaxValues))}}});
        read_header();
        std::string().swap(m_header);
    }

  private:
    void read_header() {
        std::vector<Range> ranges;
        try {
            if (m_header.starts_with("\xEF\xBB\xBF"))
                throw text::bad_input("tensorfile.st_byte_order_mark", {}, {"", 1, 1});
            const Json root = io::parse_json(m_header, "", {static_cast<std::size_t>(kMaxHeader) + 1, 64});
            for (const auto& member : root.members())
                if (member.name == "__metadata__")
                    read_metadata(member.value);
                else
                    ranges.push_back(read_tensor(member.name, member.value));
        } catch (const text::Error& error) { // a place in the header becomes a place in the file
            throw error_at(m_path, kLengthBytes + offset_of(error.location()),
                           Message{"tensorfile.st_header", {{"problem", error.message()}}});
        }
        check(ranges);
    }

    void read_metadata(const Json& value) {
        if (value.is_null()) return; // the reference reader takes it for none
        for (const auto& each : value.members())
            m_metadata.emplace_back(each.name, each.value.as_string());
    }

    Range read_tensor(const std::string& name, const Json& value) {
        TensorInfo info;
        info.name = name;
        const Json& type = value.at("dtype");
        info.stored_as = type.as_string();
        const auto dtype = find_dtype(info.stored_as);
        if (!dtype) throw type.error("tensorfile.st_unknown_dtype", {{"found", info.stored_as}});
        info.dtype = *dtype;
        const Json& shape = value.at("shape");
        if (shape.items().size() > kMostDimensions) {
            const Message problem = too_many_dimensions(shape.items().size());
            throw shape.error(problem.id, problem.arguments);
        }
        for (const auto& dimension : shape.items())
            info.shape.push_back(whole(dimension));
        const Json& offsets = value.at("data_offsets");
        if (offsets.items().size() != 2)
            throw offsets.error("tensorfile.st_two_offsets", {{"found", std::to_string(offsets.items().size())}});
        const Range range{m_tensors.size(), whole(offsets.items()[0]), whole(offsets.items()[1])};
        m_tensors.push_back(std::move(info));
        return range;
    }

    // 0, 1, 2 … as they are written: 3.0, -1 and what does not fit into 64 bits are none.
    static std::uint64_t whole(const Json& json) {
        std::uint64_t number = 0;
        const std::string& digits = json.raw();
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (!json.is_number() || digits.empty() || parsed.ec != std::errc() ||
            parsed.ptr != digits.data() + digits.size())
            throw json.error("tensorfile.st_not_whole", {{"found", json.is_string() ? "\"" + digits + "\""
                                                                   : digits.empty() ? "…"
                                                                                    : digits}});
        return number;
    }

    // Sorted by their places, the tensors follow each other without gap and overlap, and fill the file.
    void check(std::vector<Range>& ranges) {
        std::ranges::sort(ranges, {}, [](const Range& range) { return std::pair(range.begin, range.end); });
        const std::uint64_t data = kLengthBytes + m_header.size(), size = m_file.size();
        std::uint64_t expected = 0;
        for (const Range& range : ranges) {
            TensorInfo& info = m_tensors[range.tensor];
            if (range.begin != expected || range.end < range.begin)
                throw error_at(m_path, data + std::min(expected, size - data),
                               Message{range.end < range.begin ? "tensorfile.st_reversed" : "tensorfile.st_place",
                                       {{"name", info.name},
                                        {"expected", number_text(expected)},
                                        {"begin", number_text(range.begin)},
                                        {"end", number_text(range.end)}}});
            expected = range.end;
            const auto elements = product(info.shape);
            bool whole_bytes = true;
            const std::uint64_t length = range.end - range.begin;
            const auto bytes = elements ? bytes_of(*elements, info.dtype, whole_bytes) : std::nullopt;
            const std::string shape = shape_text(info.shape), dtype = info.stored_as;
            if (!bytes)
                throw error_at(m_path, kLengthBytes,
                               Message{"tensorfile.st_overflow", {{"name", info.name}, {"shape", shape}}});
            const std::uint64_t needed = *bytes;
            if (!whole_bytes || needed != length)
                throw error_at(m_path, data + std::min(range.begin, size - data),
                               Message{whole_bytes ? "tensorfile.st_length" : "tensorfile.st_part_of_byte",
                                       {{"name", info.name},
                                        {"shape", shape},
                                        {"dtype", dtype},
                                        {"expected", number_text(needed)},
                                        {"found", number_text(length)}}});
            info.elements = *elements;
            info.offset = data + range.begin;
        }
        if (expected != size - data)
            throw error_at(m_path, data + std::min(expected, size - data),
                           Message{expected > size - data ? "tensorfile.st_data_short" : "tensorfile.st_data_long",
                                   {{"expected", number_text(expected)}, {"found", number_text(size - data)}}});
    }

    std::uint64_t offset_of(const text::Location& location) const {
        std::size_t at = 0;
        for (int line = 1; line < location.line && at < m_header.size(); ++at) {
            const bool crlf = m_header[at] == '\r' && at + 1 < m_header.size() && m_header[at + 1] == '\n';
            if (m_header[at] == '\n' || (m_header[at] == '\r' && !crlf)) ++line;
        }
        for (int column = 1; column < location.column && at < m_header.size(); ++column) {
            ++at; // to the next code point
            while (at < m_header.size() && (static_cast<unsigned char>(m_header[at]) & 0xC0) == 0x80)
                ++at;
        }
        return at;
    }

    std::string m_header;
};

} // namespace

std::unique_ptr<TensorFile> open_safetensors(const std::string& path, io::RandomFile file) {
    return std::make_unique<SafetensorsFile>(path, std::move(file));
}

} // namespace ampscope::tensorfile

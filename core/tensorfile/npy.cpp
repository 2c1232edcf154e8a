// The format: numpy/lib/_format_impl.py. Stricter than numpy where numpy is lax: no negative dimensions, no booleans
// among them, a checked product, and a payload of exactly the length that the header promises.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>

#include "core/tensorfile/python_literal.h"
#include "core/tensorfile/readers.h"
#include "core/text/utf8.h"

namespace ampscope::tensorfile {

using text::Message;
using namespace std::string_view_literals;

namespace {

constexpr std::uint64_t kMaxHeader = 10'000; // numpy's own default limit, in characters
constexpr std::uint64_t kMostBytes = std::numeric_limits<std::int64_t>::max();
constexpr auto kMagic = "\x93NUMPY"sv;

struct Descr {
    Dtype dtype = Dtype::F64;
    bool big_endian = false;
};

struct Kind {
    std::string_view code; ///< without the byte order
    Dtype dtype;
};
constexpr std::array kKinds = {
    Kind{"b1", Dtype::Bool}, Kind{"?", Dtype::Bool}, Kind{"u1", Dtype::U8},  Kind{"i1", Dtype::I8},
    Kind{"u2", Dtype::U16},  Kind{"i2", Dtype::I16}, Kind{"u4", Dtype::U32}, Kind{"i4", Dtype::I32},
    Kind{"u8", Dtype::U64},  Kind{"i8", Dtype::I64}, Kind{"f2", Dtype::F16}, Kind{"f4", Dtype::F32},
    Kind{"f8", Dtype::F64},
};

// Types that are refused, each by its name.
const char* refused_name(std::string_view code) {
    if (code.empty()) return nullptr;
    switch (code[0]) {
    case 'O': return "tensorfile.type_objects";
    case 'c': return "tensorfile.type_complex";
    case 'S':
    case 'a':
    case 'U': return "tensorfile.type_strings";
    case 'M':
    case 'm': return "tensorfile.type_dates";
    case 'V': return "tensorfile.type_raw";
    case 'f': return code == "f12" || code == "f16" ? "tensorfile.type_long_double" : nullptr;
    default: return nullptr;
    }
}

class Header {
  public:
    Header(const std::string& path, std::uint64_t begin) : m_path(path), m_begin(begin) {}

    [[noreturn]] void fail(std::size_t offset, Message message) const {
        throw error_at(m_path, m_begin + offset, std::move(message));
    }

    Descr descr(const Literal& literal, const OpenOptions& options) const {
        if (literal.kind == Literal::Kind::List) {
            const Message objects{"tensorfile.type_records_with_objects", {}}, plain{"tensorfile.type_records", {}};
            fail(literal.offset, Message{"tensorfile.refused_type",
                                         {{"descr", "[…]"}, {"type", holds_objects(literal) ? objects : plain}}});
        }
        if (literal.kind != Literal::Kind::Text)
            fail(literal.offset, Message{"tensorfile.npy_descr", {{"found", kind_of(literal)}}});
        std::string_view code = literal.text;
        Descr result;
        char order = '=';
        if (!code.empty() && "<>=|"sv.find(code[0]) != std::string_view::npos) {
            order = code[0];
            code.remove_prefix(1);
        }
        result.big_endian = order == '>' || (order == '=' && std::endian::native == std::endian::big);
        const bool raw = code == "V1" || code == "V2" || code == "f1"; // bfloat16 and fp8 of other programs
        if (raw) {
            const int bits = code == "V2" ? 16 : 8;
            const char* choices = code == "V2" ? "bf16, fp16" : "e4m3, e5m2, e4m3fnuz, e5m2fnuz, F8_E8M0, U8, I8";
            if (!options.raw_dtype)
                fail(literal.offset,
                     Message{"tensorfile.npy_raw", {{"descr", literal.text}, {"choices", std::string(choices)}}});
            if (!is_readable(*options.raw_dtype) || dtype_bits(*options.raw_dtype) != bits)
                fail(literal.offset, Message{"tensorfile.npy_raw_width",
                                             {{"descr", literal.text},
                                              {"bits", std::to_string(bits)},
                                              {"dtype", std::string(dtype_name(*options.raw_dtype))},
                                              {"choices", std::string(choices)}}});
            result.dtype = *options.raw_dtype;
            return result;
        }
        const auto known = std::ranges::find(kKinds, code, &Kind::code);
        if (known != kKinds.end() && (order != '|' || dtype_bits(known->dtype) == 8)) {
            result.dtype = known->dtype;
            return result;
        }
        if (const char* name = refused_name(code))
            fail(literal.offset, Message{"tensorfile.refused_type",
                                         {{"descr", "'" + literal.text + "'"}, {"type", Message{name, {}}}}});
        fail(literal.offset, Message{"tensorfile.npy_unknown_type", {{"found", literal.text}}});
    }

    std::vector<std::uint64_t> shape(const Literal& literal) const {
        if (literal.kind != Literal::Kind::Tuple)
            fail(literal.offset, Message{"tensorfile.npy_shape", {{"found", kind_of(literal)}}});
        if (literal.items.size() > kMostDimensions) fail(literal.offset, too_many_dimensions(literal.items.size()));
        std::vector<std::uint64_t> shape;
        for (const auto& item : literal.items) {
            std::int64_t dimension = 0; // numpy counts with 63 bits
            const auto* end = item.text.data() + item.text.size();
            const auto parsed = std::from_chars(item.text.data(), end, dimension);
            if (item.kind != Literal::Kind::Integer || parsed.ec != std::errc() || parsed.ptr != end || dimension < 0)
                fail(item.offset, Message{"tensorfile.npy_dimension", {{"found", kind_of(item)}}});
            shape.push_back(static_cast<std::uint64_t>(dimension));
        }
        return shape;
    }

    // A literal as it stands, for "… was found".
    static std::string kind_of(const Literal& literal) {
        switch (literal.kind) {
        case Literal::Kind::Text: return "'" + literal.text + "'";
        case Literal::Kind::Integer: return literal.text;
        case Literal::Kind::Boolean: return literal.boolean ? "True" : "False";
        case Literal::Kind::None: return "None";
        case Literal::Kind::Tuple: return literal.items.empty() ? "()" : "(…)";
        case Literal::Kind::List: return literal.items.empty() ? "[]" : "[…]";
        }
        return "";
    }

  private:
    static bool holds_objects(const Literal& literal) {
        if (literal.kind == Literal::Kind::Text)
            return literal.text.find('O') != std::string::npos && literal.text.size() <= 3;
        return std::ranges::any_of(literal.items, holds_objects);
    }
    const std::string& m_path;
    std::uint64_t m_begin;
};

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

class NpyFile : public BinaryTensorFile {
  public:
    NpyFile(const std::string& path, io::RandomFile file, const OpenOptions& options)
        : BinaryTensorFile(path, FileKind::Npy, std::move(file)) {
        const std::uint64_t size = m_file.size();
        const auto need = [&](std::uint64_t bytes, const char* what) {
            if (size < bytes)
                throw error_at(
                    path, size,
                    Message{
                        "tensorfile.npy_ends",
                        {{"what", Message{what, {}}}, {"expected", number_text(bytes)}, {"found", number_text(size)}}});
        };
        const std::string magic = m_file.read_text(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, 8)));
        if (!magic.starts_with(kMagic))
            throw error_at(
                path, 0,
                Message{"tensorfile.npy_magic", {{"found", magic.empty() ? "-" : hex_text(magic.substr(0, 6))}}});
        need(8, "tensorfile.part_version");
        const int major = static_cast<unsigned char>(magic[6]), minor = static_cast<unsigned char>(magic[7]);
        if (major < 1 || major > 3 || minor != 0)
            throw error_at(
                path, 6,
                Message{"tensorfile.npy_version", {{"found", std::to_string(major) + "." + std::to_string(minor)}}});
        const std::uint64_t width = major == 1 ? 2 : 4, begin = 8 + width;
        need(begin, "tensorfile.part_header_length");
        const std::uint64_t length = little_endian(m_file.read_text(8, static_cast<std::size_t>(width)));
        if (length > kMaxHeader)
            throw error_at(path, 8,
                           Message{"tensorfile.header_too_large",
                                   {{"found", number_text(length)}, {"limit", number_text(kMaxHeader)}}});
        need(begin + length, "tensorfile.part_header");
        read_header(m_file.read_text(begin, static_cast<std::size_t>(length)), major, begin, options);
    }

  private:
    void read_header(std::string text, int major, std::uint64_t begin, const OpenOptions& options) {
        const Header header(m_path, begin);
        // Versions 1 and 2 are Latin-1, where every byte is a character; nothing but ASCII can be part of our types.
        if (const auto bad = text::first_invalid_utf8(text); bad && major == 3)
            header.fail(*bad, Message{"io.not_utf8", {{"encoding", text::encoding_message(text)}}});
        std::vector<LiteralMember> members;
        try {
            members = parse_python_dictionary(text, major < 3); // Python 2 wrote no version 3
        } catch (const LiteralError& error) {
            header.fail(error.offset, error.message);
        }
        const LiteralMember *descr = nullptr, *order = nullptr, *shape = nullptr;
        for (const auto& member : members) {
            auto& place = member.key == "descr" ? descr : member.key == "fortran_order" ? order : shape;
            if (&place == &shape && member.key != "shape")
                header.fail(member.offset, Message{"tensorfile.npy_extra_key", {{"found", member.key}}});
            place = &member;
        }
        for (const auto& [member, key] : {std::pair{descr, "descr"}, {order, "fortran_order"}, {shape, "shape"}})
            if (!member) header.fail(0, Message{"tensorfile.npy_missing_key", {{"key", std::string(key)}}});

        TensorInfo info;
        const Descr type = header.descr(descr->value, options);
        info.dtype = type.dtype;
        info.big_endian = type.big_endian;
        info.stored_as = descr->value.text;
        if (order->value.kind != Literal::Kind::Boolean)
            header.fail(order->value.offset, Message{"tensorfile.npy_order", {}});
        info.fortran_order = order->value.boolean;
        info.shape = header.shape(shape->value);
        // As numpy counts: an array without elements must not be too large in its other dimensions, either.
        auto counted = info.shape;
        const bool is_empty = std::erase(counted, 0u) > 0;
        const auto most = product(counted);
        bool whole = true;
        const auto most_bytes = most ? bytes_of(*most, info.dtype, whole) : std::nullopt;
        if (!most_bytes || *most_bytes > kMostBytes)
            header.fail(shape->value.offset, Message{"tensorfile.shape_overflow", {{"shape", shape_text(info.shape)}}});
        info.elements = is_empty ? 0 : *most;
        const std::uint64_t bytes = is_empty ? 0 : *most_bytes;
        info.offset = begin + text.size();
        const std::uint64_t found = m_file.size() - info.offset;
        if (found != bytes)
            throw error_at(m_path, info.offset + std::min(found, bytes),
                           Message{found < bytes ? "tensorfile.payload_short" : "tensorfile.payload_long",
                                   {{"shape", shape_text(info.shape)},
                                    {"dtype", std::string(dtype_name(info.dtype))},
                                    {"expected", number_text(bytes)},
                                    {"found", number_text(found)}}});
        m_tensors.push_back(std::move(info));
    }
};

} // namespace

std::unique_ptr<TensorFile> open_npy(const std::string& path, io::RandomFile file, const OpenOptions& options) {
    return std::make_unique<NpyFile>(path, std::move(file), options);
}

} // namespace ampscope::tensorfile

#include "core/text/utf8.h"

#include <algorithm>
#include <cstdint>

namespace ampscope::text {
namespace {

// Decodes one code point at `offset`; gives its length, or 0 where the bytes are not UTF-8.
int decode_one(std::string_view bytes, std::size_t offset, char32_t& point) {
    const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    const std::uint8_t first = at(offset);
    if (first < 0x80) {
        point = first;
        return 1;
    }
    int length = 0;
    char32_t least = 0;
    if ((first & 0xE0) == 0xC0) {
        length = 2, least = 0x80, point = first & 0x1F;
    } else if ((first & 0xF0) == 0xE0) {
        length = 3, least = 0x800, point = first & 0x0F;
    } else if ((first & 0xF8) == 0xF0) {
        length = 4, least = 0x10000, point = first & 0x07;
    } else {
        return 0;
    }
    if (offset + static_cast<std::size_t>(length) > bytes.size()) return 0;
    for (int i = 1; i < length; ++i) {
        const std::uint8_t next = at(offset + static_cast<std::size_t>(i));
        if ((next & 0xC0) != 0x80) return 0;
        point = (point << 6) | (next & 0x3F);
    }
    if (point < least || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return 0;
    return length;
}

} // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view bytes) {
    char32_t point = 0;
    for (std::size_t offset = 0; offset < bytes.size();) {
        const int length = decode_one(bytes, offset, point);
        if (length == 0) return offset;
        offset += static_cast<std::size_t>(length);
    }
    return std::nullopt;
}

std::u32string decode_utf8(std::string_view bytes) {
    std::u32string points;
    points.reserve(bytes.size());
    for (std::size_t offset = 0; offset < bytes.size();) {
        char32_t point = 0;
        const int length = decode_one(bytes, offset, point);
        points += length == 0 ? U'\xFFFD' : point;
        offset += static_cast<std::size_t>(std::max(length, 1));
    }
    return points;
}

std::string encode_utf8(char32_t point) {
    std::string out;
    const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<std::uint8_t>(byte)); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | (point >> 6));
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | (point >> 12));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | (point >> 18));
        put(0x80 | ((point >> 12) & 0x3F));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    }
    return out;
}

LineColumn line_and_column(std::string_view bytes, std::size_t offset) {
    LineColumn result;
    offset = std::min(offset, bytes.size());
    for (std::size_t i = 0; i < offset; ++i) {
        const char c = bytes[i];
        const bool crlf = c == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n';
        if (c == '\n' || (c == '\r' && !crlf)) {
            ++result.line;
            result.column = 1;
        } else if ((static_cast<std::uint8_t>(c) & 0xC0) != 0x80 && !crlf) {
            ++result.column;
        }
    }
    return result;
}

bool looks_like_utf16(std::string_view bytes) {
    const bool marked = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
    return marked || std::ranges::count(bytes.substr(0, 64), '\0') > 8;
}

} // namespace ampscope::text

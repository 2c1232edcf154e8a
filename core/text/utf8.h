// UTF-8 without a library: checked decoding, and naming what a file was written in when it is something else.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ampscope::text {

/// Offset of the first byte that is not UTF-8 (overlong forms, surrogates and values past U+10FFFF included).
std::optional<std::size_t> first_invalid_utf8(std::string_view bytes);
/// Code points; an invalid byte becomes U+FFFD.
std::u32string decode_utf8(std::string_view bytes);
/// One code point as one to four bytes; for points up to U+10FFFF.
std::string encode_utf8(char32_t point);
/// Number of code points before `offset` on its line, plus one; and the line, counted from 1. CR, LF and CRLF end
/// lines.
struct LineColumn {
    int line = 1;
    int column = 1;
};
LineColumn line_and_column(std::string_view bytes, std::size_t offset);
/// Of a text that is not UTF-8: is it UTF-16? Else some 8-bit encoding.
bool looks_like_utf16(std::string_view bytes);

} // namespace ampscope::text

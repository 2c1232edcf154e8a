// What formats are called elsewhere, and what each one is.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/numeric/format.h"
#include "core/text/message.h"

namespace ampscope::numeric {

/// A name that another library uses, and the id here: {"half", "fp16"}, {"float8_e4m3fn", "e4m3"}.
struct FormatAlias {
    std::string_view name, id;
};
/// All of them; find_format() takes them, too.
std::span<const FormatAlias> format_aliases();

/// One sentence on what the format is and what it must not be taken for; for a custom one, its layout and rules.
text::Message format_meaning(const FloatFormat& format);

} // namespace ampscope::numeric

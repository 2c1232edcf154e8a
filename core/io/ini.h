// Settings as INI text: sections of `key=value`, in the form that Qt's QSettings reads and writes. What this program
// does not know stays as it stands.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace ampscope::io {

using IniValues = std::map<std::string, std::string, std::less<>>;

/// Could this be such a text? Not when it is no UTF-8, holds a NUL, a line that is no section, comment or value, or
/// has no line end at its end: a file that was cut short, or something else.
bool is_ini(std::string_view text);

/// The plain texts in that section; the last one counts where a key stands twice. Lines that cannot be read, and
/// Qt's serialised objects (`@Variant(…)`), are left out.
IniValues ini_values(std::string_view text, std::string_view section);

/// The text with these values in that section, everything else in it unchanged. Keys are plain words.
std::string ini_with(std::string_view text, std::string_view section, const IniValues& values);

} // namespace ampscope::io

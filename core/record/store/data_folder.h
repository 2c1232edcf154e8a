// Where this program keeps what it writes by itself.
#pragma once

#include <string>

namespace ampscope::record {

/// The folder for the run library and everything else that is kept from one start to the next: $AMPSCOPE_DATA, else
/// $XDG_DATA_HOME/ampscope, else ~/.local/share/ampscope (Windows: %LOCALAPPDATA%\ampscope). "" when the environment
/// names none of them. It need not exist.
std::string data_folder();

} // namespace ampscope::record

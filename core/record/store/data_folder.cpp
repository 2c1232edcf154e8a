#include "core/record/store/data_folder.h"

#include <cstdlib>
#include <filesystem>

namespace ampscope::record {

std::string data_folder() {
    const auto variable = [](const char* name) -> std::string {
        const char* value = std::getenv(name);
        return value ? value : "";
    };
    if (const std::string folder = variable("AMPSCOPE_DATA"); !folder.empty()) return folder;
    // The XDG specification has relative paths passed over.
    if (const std::string base = variable("XDG_DATA_HOME"); std::filesystem::u8path(base).is_absolute())
        return base + "/ampscope";
#ifdef _WIN32
    if (const std::string base = variable("LOCALAPPDATA"); !base.empty()) return base + "/ampscope";
#else
    if (const std::string home = variable("HOME"); !home.empty()) return home + "/.local/share/ampscope";
#endif
    return "";
}

} // namespace ampscope::record

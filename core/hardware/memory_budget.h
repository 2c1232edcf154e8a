// How much memory there is to train in: a size as it is typed, or a device's.
#pragma once

#include <string>

namespace ampscope::hardware {

struct Budget {
    std::string name; ///< as it is shown: "16 GB", "NVIDIA T4 16 GB"
    double bytes = 0; ///< decimal
};
/// "16GB", "24", "8GiB", a device of the catalogue (the smallest of its sizes) or "this". Throws a BadInput error that
/// says what may stand there, with the nearest device.
Budget parse_budget(const std::string& text);

} // namespace ampscope::hardware

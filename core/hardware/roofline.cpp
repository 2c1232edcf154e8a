#include "core/hardware/roofline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ampscope::hardware {

double Roof::ridge() const {
    return bytes_per_second > 0 ? operations_per_second / bytes_per_second : 0;
}

double Roof::attainable(double intensity) const {
    if (!(intensity > 0)) return 0;
    return bytes_per_second > 0 ? std::min(operations_per_second, bytes_per_second * intensity) : operations_per_second;
}

double Roof::seconds(double operations, double bytes) const {
    const double arithmetic = operations > 0 ? operations / operations_per_second : 0;
    const double traffic = bytes > 0 && bytes_per_second > 0 ? bytes / bytes_per_second : 0;
    return std::max(arithmetic, traffic);
}

double amdahl(double share, double factor) {
    if (!(factor > 0)) return std::numeric_limits<double>::quiet_NaN();
    const double part = std::clamp(share, 0.0, 1.0);
    return 1 / (1 - part + part / factor);
}

} // namespace ampscope::hardware

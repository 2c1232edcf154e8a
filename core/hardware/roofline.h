// What bounds a computation: arithmetic or memory; and what a faster part gives the whole.
#pragma once

#include <cstdint>

namespace ampscope::hardware {

/// The roof of a device for one format, in operations and bytes per second. Roofline model: Williams, Waterman and
/// Patterson 2009, Communications of the ACM 52(4).
struct Roof {
    double operations_per_second = 0; ///< dense peak
    double bytes_per_second = 0;      ///< memory; 0: not known, then only arithmetic bounds

    /// Operations per byte from which on arithmetic bounds; 0 when the bandwidth is not known.
    double ridge() const;
    /// min(peak, bandwidth * intensity), in operations per second. Intensity in operations per byte; 0 and less give 0.
    double attainable(double intensity) const;
    /// Seconds for that work when arithmetic and memory traffic overlap perfectly: the longer of the two. 0 for no
    /// work.
    double seconds(double operations, double bytes) const;
};

/// [rows, inner] times [inner, columns].
struct Product {
    double rows = 0, columns = 0, inner = 0;
    double count = 1; ///< how many of them

    /// A multiplication and an addition for each: 2 rows * columns * inner.
    double operations() const { return 2 * rows * columns * inner * count; }
    /// Each matrix read or written once: what a perfect cache leaves.
    double bytes(double bytes_per_number) const {
        return bytes_per_number * (rows * inner + inner * columns + rows * columns) * count;
    }
    /// Operations per byte.
    double intensity(double bytes_per_number) const { return operations() / bytes(bytes_per_number); }
};

/// Amdahl 1967: how much faster the whole is when a share `share` (0 to 1) of its time becomes `factor` times faster.
/// 1 / (1 - share + share / factor). Shares outside are clamped; a factor of 0 or less, or NaN, gives NaN.
double amdahl(double share, double factor);

} // namespace ampscope::hardware

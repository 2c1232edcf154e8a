// Sizes of numbers over the bands of a number format: what becomes 0, is subnormal, normal, or overflows.
#pragma once

#include "core/numeric/format.h"
#include "core/record/details.h"
#include "ui/bridge/run_model.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// Exponents at which the fate of a magnitude changes. Bins are whole powers of two, so the one that the rounding to
/// zero cuts in half ([2^-25, 2^-24) in fp16: only 2^-25 itself is lost) counts as kept.
struct SizeBands {
    int zero;           ///< below 2^zero: becomes 0
    int normal;         ///< from 2^normal on: normal
    int overflow;       ///< from 2^overflow on: Inf or NaN. The bin below holds the largest finite number.
    double left, right; ///< of a plot that shows the whole format
    static SizeBands of(const numeric::FloatFormat& format);
};

/// How many of a histogram's numbers, times 2^log2Scale, a format would lose. Counted from the bins.
struct SizeLosses {
    std::int64_t zero = 0;       ///< are zero already
    std::int64_t lost = 0;       ///< are not, and become zero
    std::int64_t overflowed = 0; ///< finite, beyond the largest number
    std::int64_t nonfinite = 0;  ///< are Inf or NaN already
    std::int64_t total = 0;
    /// Shares of all; 0 where there are none.
    double zeroShare() const { return total > 0 ? double(zero + lost) / double(total) : 0; }
    double infShare() const { return total > 0 ? double(overflowed + nonfinite) / double(total) : 0; }
};
SizeLosses lossesOf(const record::SizeHistogram& sizes, int log2Scale, const numeric::FloatFormat& format);

/// The sizes, times 2^log2Scale, as bars over the bands of `format`: axes' ranges, bands, bars, and at the two ends
/// bins of their own, with counts, for what is zero, Inf or NaN, or lies beyond the edge. `bars` says name and hue.
void addSizes(Figure& figure, const record::SizeHistogram& sizes, int log2Scale, const numeric::FloatFormat& format,
              Bars bars);

/// Which number stands for the bin at `x` of such a figure, as the Bits lab reads it: the middle of the bin, "0" and
/// "inf" for the bins at the ends. "" where there is no bin.
QString numberOfBin(const Figure& figure, double x);
/// The bin at `x` of such a figure, and where a bin stands in it: in the middle of its bar, those that the end bins
/// hold in the middle of theirs.
SizeBin binAt(const Figure& figure, double x, int log2Scale);
double placeOf(const Figure& figure, const SizeBin& bin, int log2Scale);
/// "2⁻²⁴ to 2⁻²³: 1,234" of the bin at `x`; "" where there is none.
QString binWords(const Figure& figure, double x);

} // namespace ampscope::ui

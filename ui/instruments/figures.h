// Records as figures. Functions of the record alone, so that the window, `--figure` and the tests draw the same.
#pragma once

#include <vector>

#include "core/record/run_record.h"
#include "ui/bridge/run_model.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// Loss over steps; further runs are drawn beside the first. Losses that are not finite are marked at the upper edge.
Figure lossFigure(const std::vector<const record::RunRecord*>& runs, std::int64_t selectedStep);

/// The loss scale over steps, as powers of two, with skipped steps and growth marked.
Figure scaleTraceFigure(const record::RunRecord& run, std::int64_t selectedStep);

/// How histogramFigure() shows the gradients.
struct HistogramOptions {
    QString format = "fp16";
    /// log2 of the scale that the gradients are shown at; the run's own when not set.
    std::optional<int> whatIfScale;
    std::optional<SizeBin> bin = std::nullopt; ///< the selected one
};
/// Gradient sizes at (or last before) a step, times a loss scale, over the bands of a format.
Figure histogramFigure(const record::RunRecord& run, std::int64_t step, const HistogramOptions& options = {});
/// Where the handle of the histogram stands for a scale of 2^0: the size in the middle of all gradients.
double histogramMiddle(const record::GradientHistogram& histogram);
/// log2 of the scale that a histogram was taken at; scales are powers of two unless somebody chose other factors: then
/// of the nearest one.
int logScale(const record::GradientHistogram& histogram);

/// What a scale would do to the gradients of a histogram: shares of the nonzero finite ones, computed from its bins.
struct ScaleEffect {
    double lost = 0;       ///< rounded to zero
    double overflowed = 0; ///< beyond the largest number
};
ScaleEffect effectOfScale(const record::GradientHistogram& histogram, int log2Scale, const QString& format);

/// Which autocast rules a run followed, in words of the window's language: "CUDA, carried out on the CPU".
QString rulesText(const record::RunRecord& run);

/// By instrument id, for `--figure`; throws text::Error for an instrument that has no figure.
Figure figureOf(const QString& id, const record::RunRecord& run, std::int64_t step);

} // namespace ampscope::ui

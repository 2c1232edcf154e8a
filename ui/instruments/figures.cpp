#include "ui/instruments/figures.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "core/text/message.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/memory/memory_figures.h"
#include "ui/instruments/runs/comparison_figures.h"
#include "ui/instruments/step/micro_batch_figures.h"
#include "ui/instruments/tensor/size_bands.h"

namespace ampscope::ui {

using record::Column;
using record::RunRecord;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};
QString percent(double share) {
    if (share == 0) return QStringLiteral("0 %");
    if (share < 0.0001) return QStringLiteral("<0.01 %");
    return numberText(share * 100, share < 0.1 ? 2 : 3) + " %";
}

QString formatOf(const RunRecord& run) {
    return QString::fromUtf8(scenario::choice_name(run.scenario().precision));
}

Axis stepAxis(const std::vector<const RunRecord*>& runs) {
    Axis axis;
    axis.title = Figures::tr("step");
    axis.ticks = Axis::Ticks::WholeNumbers;
    axis.lower = 0;
    // The whole planned length: room is reserved before anything has run.
    std::int64_t last = 1;
    for (const auto* run : runs)
        last = std::max(last, run->planned_steps());
    axis.upper = static_cast<double>(last);
    return axis;
}

void addCaption(Figure& figure, const RunRecord& run) {
    figure.caption = captionOf(run);
}

} // namespace

QString rulesText(const RunRecord& run) {
    if (run.scenario().device == scenario::Device::Cuda) return Figures::tr("CUDA, on the GPU");
    return run.environment_text("autocast_rules").starts_with("cuda") ? Figures::tr("CUDA, carried out on the CPU")
                                                                      : Figures::tr("the CPU's own");
}

Figure lossFigure(const std::vector<const RunRecord*>& runs, std::int64_t selectedStep) {
    Figure figure;
    figure.id = "loss";
    figure.title = Figures::tr("Loss");
    figure.x = stepAxis(runs);
    figure.y.title = Figures::tr("cross entropy, nats");
    figure.y.smallestSpan = 0.1;
    figure.table.header << Figures::tr("step");
    std::size_t rows = 0;
    double highest = 0;
    for (const auto* run : runs) {
        Series series;
        series.format = formatOf(*run);
        series.name = series.format;
        for (const auto& sample : run->samples()) {
            const double loss = sample[Column::Loss];
            series.x << sample[Column::Step];
            series.y << (std::isfinite(loss) ? loss : std::nan(""));
            if (std::isfinite(loss)) highest = std::max(highest, loss);
        }
        rows = std::max(rows, run->samples().size());
        figure.table.header << Figures::tr("loss, %1").arg(series.name);
        figure.series.push_back(std::move(series));
    }
    int not_finite = 0;
    for (const auto* run : runs)
        for (const auto& sample : run->samples())
            if (!std::isfinite(sample[Column::Loss])) {
                ++not_finite;
                figure.glyphs.push_back({Glyph::Shape::Cross, sample[Column::Step], highest,
                                         Figures::tr("loss is %1").arg(numberText(sample[Column::Loss]))});
            }
    if (not_finite > 0)
        figure.legend << QStringLiteral("× ") + Figures::tr("steps with a loss that is NaN or inf: %1").arg(not_finite);
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> cells{static_cast<double>(row)};
        for (const auto* run : runs)
            cells.push_back(row < run->samples().size() ? run->samples()[row][Column::Loss] : record::kMissing);
        figure.table.rows.push_back(std::move(cells));
    }
    if (rows == 0) {
        figure.empty = Figures::tr("No step has run yet.");
        return figure;
    }
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    const auto& first = runs.front()->samples();
    if (!first.empty())
        figure.summary = Figures::tr("Loss over %1 steps: from %2 to %3.")
                             .arg(first.size())
                             .arg(numberText(first.front()[Column::Loss]), numberText(first.back()[Column::Loss]));
    addCaption(figure, *runs.front());
    return figure;
}

Figure scaleTraceFigure(const RunRecord& run, std::int64_t selectedStep) {
    Figure figure;
    figure.id = "scale-trace";
    figure.title = Figures::tr("Loss scale");
    figure.x = stepAxis({&run});
    figure.y.title = Figures::tr("loss scale");
    figure.y.ticks = Axis::Ticks::PowersOfTwo;
    figure.y.smallestSpan = 4;
    figure.table.header = {Figures::tr("step"), Figures::tr("scale"), Figures::tr("ran")};
    if (run.samples().empty()) {
        figure.empty = Figures::tr("No step has run yet.");
        return figure;
    }
    if (!run.scenario().scaler_enabled()) {
        figure.empty = Figures::tr("This run has no loss scaler.");
        return figure;
    }
    Series series;
    series.kind = Series::Kind::Steps;
    series.format = formatOf(run);
    series.name = series.format;
    int skipped = 0, gone = 0;
    double logged = 1, height = 0; // a scale stays what it is for many steps
    figure.table.rows.reserve(run.samples().size());
    for (const auto& sample : run.samples()) {
        const double scale = sample[Column::Scale];
        if (scale != logged) logged = scale, height = std::log2(scale);
        series.x << sample[Column::Step];
        series.y << (std::isfinite(height) ? height : std::nan("")); // a scale of 0 has no logarithm
        if (scale == 0) ++gone;
        if (!sample.ran()) {
            ++skipped;
            if (std::isfinite(height))
                figure.glyphs.push_back({Glyph::Shape::Cross, sample[Column::Step], height,
                                         Figures::tr("step %1 skipped").arg(sample.step())});
        }
        figure.table.rows.push_back({sample[Column::Step], scale, sample.ran() ? 1.0 : 0.0});
    }
    int grown = 0;
    for (const auto* fact : run.facts_of("scale_changed"))
        if (fact->text("why") == "growth") {
            ++grown;
            figure.glyphs.push_back({Glyph::Shape::Up, static_cast<double>(fact->step), std::log2(*fact->number("to")),
                                     Figures::tr("scale grew at step %1").arg(fact->step)});
        }
    figure.legend << QStringLiteral("× ") + Figures::tr("%1 skipped").arg(skipped);
    if (grown > 0) figure.legend << QStringLiteral("▲ ") + Figures::tr("%1 grown").arg(grown);
    if (gone > 0) figure.legend << Figures::tr("scale is 0 in %1 steps").arg(gone);
    figure.series.push_back(std::move(series));
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    figure.summary =
        Figures::tr("The loss scale starts at %1 and is %2 at the end; %3 of %4 steps were skipped, it grew %5 times.")
            .arg(scaleText(run.samples().front()[Column::Scale]), scaleText(run.samples().back()[Column::Scale]))
            .arg(skipped)
            .arg(run.samples().size())
            .arg(grown);
    addCaption(figure, run);
    return figure;
}

int logScale(const record::GradientHistogram& histogram) {
    return histogram.scale > 0 ? static_cast<int>(std::lround(std::log2(histogram.scale))) : 0;
}

double histogramMiddle(const record::GradientHistogram& histogram) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        sum += (histogram.log2_low + static_cast<double>(i) + 0.5) * static_cast<double>(histogram.counts[i]);
        count += static_cast<double>(histogram.counts[i]);
    }
    return count > 0 ? sum / count : 0;
}

ScaleEffect effectOfScale(const record::GradientHistogram& histogram, int log2Scale, const QString& format) {
    const auto losses = lossesOf(histogram, log2Scale, numeric::format_or_throw(format.toStdString()));
    const auto sized = static_cast<double>(losses.total - losses.zero - losses.nonfinite);
    return sized == 0
               ? ScaleEffect{}
               : ScaleEffect{static_cast<double>(losses.lost) / sized, static_cast<double>(losses.overflowed) / sized};
}

Figure histogramFigure(const RunRecord& run, std::int64_t step, const HistogramOptions& options) {
    Figure figure;
    figure.id = "histogram";
    const auto format = numeric::format_or_throw(options.format.toStdString());
    figure.title = Figures::tr("Gradient sizes and what %1 can hold").arg(QString::fromStdString(format.name));
    figure.table.header = {Figures::tr("log2 of |gradient|, from"), Figures::tr("count")};
    const record::Detail* detail = run.histogram_at(step);
    if (!detail) {
        figure.empty = run.scenario().record.level == scenario::RecordLevel::None
                           ? Figures::tr("This run records no histograms.")
                           : Figures::tr("No histogram has been taken yet.");
        return figure;
    }
    const auto& histogram = std::get<record::GradientHistogram>(detail->payload);
    const int shift = options.whatIfScale.value_or(logScale(histogram));
    figure.x.title = Figures::tr("|gradient × scale|");
    for (std::size_t i = 0; i < histogram.counts.size(); ++i)
        figure.table.rows.push_back({double(histogram.log2_low + static_cast<int>(i)), double(histogram.counts[i])});
    Bars bars;
    bars.name = Figures::tr("gradients");
    bars.format = formatOf(run);
    addSizes(figure, histogram, shift, format, std::move(bars));

    const bool has_sizes = !histogram.counts.empty(); // else there is nothing to slide
    if (has_sizes) figure.handle = histogramMiddle(histogram) + shift;
    figure.handleText = QStringLiteral("× ") + powerOfTwo(shift);
    figure.handleHelp =
        Figures::tr("The loss scale that the gradients are shown at. Drag it, or press Left and Right, to "
                    "see where they would land at another scale. The run itself does not change.");
    figure.handleHint = Figures::tr("drag ▼: another scale · a bar opens in Bits");
    const auto all = static_cast<double>(std::max<std::int64_t>(1, histogram.total()));
    const double zero_share = static_cast<double>(histogram.zero) / all;
    const double nonfinite_share = static_cast<double>(histogram.inf + histogram.nan) / all;
    figure.summary = Figures::tr("Step %1, measured at × %2: %3 of the gradients are 0, %4 are inf or NaN.")
                         .arg(detail->step)
                         .arg(powerOfTwo(logScale(histogram)), percent(zero_share), percent(nonfinite_share));
    if (options.whatIfScale && *options.whatIfScale != logScale(histogram)) {
        const ScaleEffect effect = effectOfScale(histogram, shift, options.format);
        figure.legend << Figures::tr("what if × %1: %2 of those seen would become 0, %3 inf")
                             .arg(powerOfTwo(shift), percent(effect.lost), percent(effect.overflowed));
        figure.summary += " " + figure.legend.last();
        figure.provenance = Provenance::Computed;
    } else {
        figure.legend << Figures::tr("step %1: %2 are 0, %3 inf or NaN")
                             .arg(detail->step)
                             .arg(percent(zero_share), percent(nonfinite_share));
    }
    if (options.bin) {
        figure.selected = placeOf(figure, *options.bin, shift);
        const QString words = binWords(figure, *figure.selected);
        if (!words.isEmpty()) figure.summary += " " + Figures::tr("Bin %1. Enter opens it in Bits.").arg(words);
    }
    addCaption(figure, run);
    return figure;
}

Figure figureOf(const QString& id, const RunRecord& run, std::int64_t step) {
    if (id == "loss") return lossFigure({&run}, -1);
    if (id == "scale-trace") return scaleTraceFigure(run, -1);
    if (id == "histogram") return histogramFigure(run, step);
    if (id == "throughput") return throughputFigure({&run}, -1);
    if (id == "micro-batches") return microBatchFigure(run, -1);
    if (id == "gradient-norm") return gradientNormFigure(run, -1);
    if (id == "memory-bars")
        return memoryBarsFigure({{QString(), run.scenario(), modelOf(run), &run}}, step, std::nullopt);
    if (id == "memory-timeline") return memoryTimelineFigure(run, step, std::nullopt);
    throw text::bad_input(
        "figure.unknown_plot",
        {{"found", id.toStdString()},
         {"known",
          "loss, scale-trace, histogram, throughput, micro-batches, gradient-norm, memory-bars, memory-timeline"}});
}

} // namespace ampscope::ui

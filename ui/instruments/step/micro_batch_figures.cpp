#include "ui/instruments/step/micro_batch_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <numeric>

#include "core/io/numbers.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/step/lanes.h"

namespace ampscope::ui {

using record::Column;
using record::RunRecord;
using record::Sample;
using scenario::ClipWhen;
using scenario::Mistake;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

double meanOf(const std::vector<double>& losses) {
    return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

double weightedMeanOf(const record::MicroBatchLosses& batches) {
    double sum = 0, weights = 0;
    for (std::size_t i = 0; i < batches.losses.size() && i < batches.counted.size(); ++i) {
        sum += batches.losses[i] * static_cast<double>(batches.counted[i]);
        weights += static_cast<double>(batches.counted[i]);
    }
    return weights > 0 ? sum / weights : record::kMissing;
}

bool countAlike(const record::MicroBatchLosses& batches) {
    return std::ranges::adjacent_find(batches.counted, std::not_equal_to{}) == batches.counted.end();
}

const record::MicroBatchLosses* lossesAt(const RunRecord& run, std::int64_t step) {
    for (const auto& detail : run.details())
        if (detail.step == step)
            if (const auto* batches = std::get_if<record::MicroBatchLosses>(&detail.payload)) return batches;
    return nullptr;
}

std::vector<StepCall> callsOf(const scenario::Scenario& s, std::int64_t batches, bool ran) {
    using Kind = StepCall::Kind;
    std::vector<StepCall> calls;
    for (int i = 0; i < batches; ++i) {
        calls.push_back({Kind::Forward, i});
        calls.push_back({Kind::Backward, i, true, s.mistake == Mistake::NoLossDivision});
    }
    if (s.clip.when == ClipWhen::BeforeUnscale) calls.push_back({Kind::Clip});
    if (s.scaler_enabled()) calls.push_back({Kind::Unscale});
    if (s.scaler_enabled() && s.mistake == Mistake::UnscaleTwice) calls.push_back({Kind::Unscale, -1, true, true});
    if (s.clip.when == ClipWhen::AfterUnscale) calls.push_back({Kind::Clip});
    calls.push_back({Kind::Step, -1, ran});
    if (s.scaler_enabled()) calls.push_back({Kind::Update});
    const bool keeps = s.mistake == Mistake::NoZeroGradAfterSkip && !ran;
    calls.push_back({Kind::ZeroGrad, -1, !keeps, keeps});
    return calls;
}

// All but the calls.
StepParts partsOf(const RunRecord& run, const Sample& sample, const Sample* before,
                  const record::MicroBatchLosses* batches) {
    StepParts parts;
    parts.step = sample.step();
    parts.ran = sample.ran();
    parts.normBefore = sample[Column::GradNorm];
    parts.normAfter = sample[Column::GradNormAfterClip];
    parts.microBatches = run.scenario().accumulation_steps;
    // The last window of an epoch may hold fewer.
    const double until = sample[Column::MicroBatches], earlier = before ? (*before)[Column::MicroBatches] : 0;
    if (std::isfinite(until) && std::isfinite(earlier) && (before || parts.step == 0))
        parts.microBatches = std::llround(until - earlier);
    if (batches) {
        parts.losses = batches->losses;
        parts.counted = batches->counted;
        parts.mean = meanOf(parts.losses);
        parts.weighted = weightedMeanOf(*batches);
    } else if (parts.microBatches == 1) { // nothing to take apart
        parts.losses = {sample[Column::Loss]};
        parts.mean = parts.weighted = sample[Column::Loss];
    }
    return parts;
}

Series seriesOf(const QString& name, const QString& format, Series::Kind kind = Series::Kind::Line) {
    Series series;
    series.name = name;
    series.format = format;
    series.kind = kind;
    return series;
}

// A figure over the optimizer steps of a run, as yet without anything in it.
Figure overSteps(const char* id, const QString& title, const RunRecord& run) {
    Figure figure;
    figure.id = id;
    figure.title = title;
    if (run.samples().empty()) figure.empty = Figures::tr("No step has run yet.");
    figure.x.title = Figures::tr("optimizer step");
    figure.x.ticks = Axis::Ticks::WholeNumbers;
    figure.x.lower = 0;
    figure.x.upper = static_cast<double>(std::max<std::int64_t>(1, run.planned_steps()));
    return figure;
}

} // namespace

std::optional<StepParts> partsOfStep(const RunRecord& run, std::int64_t step) {
    const Sample* sample = sampleAt(run, step);
    if (!sample) return std::nullopt;
    StepParts parts = partsOf(run, *sample, sampleAt(run, step - 1), lossesAt(run, step));
    parts.calls = callsOf(run.scenario(), parts.microBatches, parts.ran);
    return parts;
}

StepCounters countersUntil(const RunRecord& run, std::int64_t step) {
    StepCounters counters;
    for (const auto& sample : run.samples()) {
        if (sample.step() > step) break;
        ++(sample.ran() ? counters.ran : counters.skipped);
        const double batches = sample[Column::MicroBatches];
        counters.microBatches =
            std::isfinite(batches) ? std::llround(batches) : counters.microBatches + run.scenario().accumulation_steps;
    }
    return counters;
}

Figure microBatchFigure(const RunRecord& run, std::int64_t selectedStep) {
    Figure figure = overSteps("micro-batches", Figures::tr("Micro-batches"), run);
    if (!figure.empty.isEmpty()) return figure;
    figure.y.title = Figures::tr("cross entropy, nats");
    figure.y.smallestSpan = 0.1;
    const QString format = formatId(run.scenario());
    const bool by_tokens = run.scenario().loss_normalization == scenario::LossNormalization::Tokens;
    Series points = seriesOf(Figures::tr("each micro-batch"), format, Series::Kind::Points);
    Series mean = seriesOf(Figures::tr("mean"), format);
    Series weighted = seriesOf(Figures::tr("mean by targets"), "");
    weighted.dashed = true; // it lies close to the other
    std::size_t widest = 1;
    bool alike = true;
    std::map<std::int64_t, const record::MicroBatchLosses*> recorded;
    for (const auto& detail : run.details())
        if (const auto* batches = std::get_if<record::MicroBatchLosses>(&detail.payload)) {
            recorded[detail.step] = batches;
            widest = std::max(widest, batches->losses.size());
            alike = alike && countAlike(*batches);
        }
    figure.table.header << Figures::tr("step");
    for (std::size_t i = 1; i <= widest; ++i)
        figure.table.header << Figures::tr("loss %1").arg(i);
    figure.table.header << Figures::tr("mean") << Figures::tr("mean by targets")
                        << Figures::tr("gradient norm before clipping") << Figures::tr("gradient norm after clipping")
                        << Figures::tr("ran");
    double highest = 0;
    const Sample* previous = nullptr;
    for (const auto& sample : run.samples()) {
        const auto batches = recorded.find(sample.step());
        const StepParts parts = partsOf(run, sample, previous, batches == recorded.end() ? nullptr : batches->second);
        previous = &sample;
        std::vector<double> cells{sample[Column::Step]};
        for (std::size_t i = 0; i < widest; ++i)
            cells.push_back(i < parts.losses.size() ? parts.losses[i] : record::kMissing);
        for (const double value : {parts.mean, parts.weighted, parts.normBefore, parts.normAfter})
            cells.push_back(value);
        cells.push_back(sample.ran() ? 1 : 0);
        figure.table.rows.push_back(std::move(cells));
        const auto put = [&](Series& series, double value) {
            series.x << sample[Column::Step];
            series.y << (std::isfinite(value) ? value : std::nan(""));
            if (std::isfinite(value)) highest = std::max(highest, value);
        };
        for (const double loss : parts.losses)
            if (widest > 1) put(points, loss);
        if (parts.losses.empty()) continue; // not recorded in this step
        put(mean, parts.mean);
        put(weighted, parts.weighted);
    }
    int skipped = 0, not_finite = 0;
    for (const auto& sample : run.samples())
        if (sample.ran() && !std::isfinite(sample[Column::Loss])) {
            ++not_finite;
            figure.glyphs.push_back({Glyph::Shape::Cross, sample[Column::Step], highest,
                                     Figures::tr("loss is %1").arg(numberText(sample[Column::Loss]))});
        }
    if (not_finite > 0)
        figure.legend << QStringLiteral("× ") + Figures::tr("steps with a loss that is NaN or inf: %1").arg(not_finite);
    for (const auto& sample : run.samples())
        if (!sample.ran()) {
            ++skipped;
            figure.glyphs.push_back({Glyph::Shape::Cross, sample[Column::Step], highest,
                                     Figures::tr("step %1 skipped").arg(sample.step())});
        }
    if (skipped > 0) figure.legend << QStringLiteral("× ") + Figures::tr("%1 skipped").arg(skipped);
    if (mean.x.isEmpty()) {
        figure.empty = Figures::tr("The losses of the micro-batches have not been recorded yet.");
        return figure;
    }
    if (widest > 1) figure.series.push_back(std::move(points));
    figure.series.push_back(std::move(mean));
    if (!alike)
        figure.series.push_back(std::move(weighted));
    else if (widest > 1)
        figure.legend << Figures::tr("equal numbers of targets: one mean");
    if (!alike)
        figure.legend << (by_tokens ? Figures::tr("the gradient follows the mean by targets")
                                    : Figures::tr("the gradient follows the plain mean"));
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    if (const auto parts = partsOfStep(run, selectedStep); parts && !parts->losses.empty()) {
        QStringList losses;
        for (const double loss : parts->losses)
            losses << numberText(loss);
        figure.summary = Figures::tr("Step %1: losses %2; mean %3, mean by targets %4.")
                             .arg(selectedStep)
                             .arg(losses.join(", "), numberText(parts->mean), numberText(parts->weighted));
    }
    figure.caption = captionOf(run);
    return figure;
}

Figure gradientNormFigure(const RunRecord& run, std::int64_t selectedStep) {
    Figure figure = overSteps("gradient-norm", Figures::tr("Gradient norm"), run);
    if (!figure.empty.isEmpty()) return figure;
    figure.y.title = Figures::tr("norm of all gradients");
    figure.y.lower = 0;
    figure.y.smallestSpan = 0.1;
    figure.table.header = {Figures::tr("step"), Figures::tr("gradient norm before clipping"),
                           Figures::tr("gradient norm after clipping"), Figures::tr("ran")};
    Series before = seriesOf(Figures::tr("before clipping"), "");
    Series after = seriesOf(Figures::tr("after clipping"), formatId(run.scenario()));
    double highest = 0;
    for (const auto& sample : run.samples()) {
        const double norms[] = {sample[Column::GradNorm], sample[Column::GradNormAfterClip]};
        Series* const series[] = {&before, &after};
        for (std::size_t i = 0; i < 2; ++i) {
            series[i]->x << sample[Column::Step];
            series[i]->y << (std::isfinite(norms[i]) ? norms[i] : std::nan(""));
            if (std::isfinite(norms[i])) highest = std::max(highest, norms[i]);
        }
        figure.table.rows.push_back({sample[Column::Step], norms[0], norms[1], sample.ran() ? 1.0 : 0.0});
    }
    int not_finite = 0;
    for (const auto& sample : run.samples())
        if (const double norm = sample[Column::GradNorm]; !std::isfinite(norm) && !record::is_missing(norm)) {
            ++not_finite;
            figure.glyphs.push_back({Glyph::Shape::Cross, sample[Column::Step], highest,
                                     Figures::tr("step %1: the norm is inf or NaN").arg(sample.step())});
        }
    if (not_finite > 0)
        figure.legend << QStringLiteral("× ") + Figures::tr("norm is inf or NaN in %1 steps").arg(not_finite);
    if (run.scenario().clip.when != ClipWhen::Never)
        figure.legend << Figures::tr("clipped to %1").arg(numberText(run.scenario().clip.max_norm));
    figure.series.push_back(std::move(before));
    figure.series.push_back(std::move(after));
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    if (const Sample* sample = sampleAt(run, selectedStep))
        figure.summary =
            Figures::tr("Step %1: gradient norm %2 before clipping, %3 after.")
                .arg(selectedStep)
                .arg(numberText((*sample)[Column::GradNorm]), numberText((*sample)[Column::GradNormAfterClip]));
    figure.caption = captionOf(run);
    return figure;
}

} // namespace ampscope::ui

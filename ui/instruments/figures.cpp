#include "ui/instruments/figures.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/numeric/exact.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/comparison_figures.h"
#include "ui/instruments/micro_batch_figures.h"

namespace ampscope::ui {

using record::Column;
using record::RunRecord;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};
QString number(double value, int digits = 4) {
    return QString::fromStdString(io::to_text(value, digits));
}
QString percent(double share) {
    if (share == 0) return QStringLiteral("0 %");
    if (share < 0.0001) return QStringLiteral("<0.01 %");
    return number(share * 100, share < 0.1 ? 2 : 3) + " %";
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

// A preset by its title in the window's language, any other scenario by its own name.
static QString nameOf(const scenario::Scenario& scenario) {
    static const auto presets = [] {
        std::vector<std::pair<std::string, const scenario::Preset*>> all;
        for (const auto& preset : scenario::presets())
            all.emplace_back(scenario::make(preset).name, &preset);
        return all;
    }();
    for (const auto& [name, preset] : presets)
        if (name == scenario.name) return say(preset->title());
    return QString::fromStdString(scenario.name);
}

QString rulesText(const RunRecord& run) {
    return run.environment_text("autocast_rules").starts_with("cuda") ? Figures::tr("CUDA, carried out on the CPU")
                                                                      : Figures::tr("the CPU's own");
}

QString captionOf(const RunRecord& run) {
    const auto& s = run.scenario();
    QStringList parts;
    if (!s.name.empty()) parts << nameOf(s);
    QString settings = QString("GPT %1, %2").arg(QString::fromUtf8(scenario::choice_name(s.model.size)), formatOf(run));
    if (s.scaler_enabled())
        settings += ", " + Figures::tr("loss scale from %1, growth interval %2")
                               .arg(scaleText(s.scaler.init_scale))
                               .arg(s.scaler.growth_interval);
    settings += ", " + Figures::tr("lr %1, seed %2").arg(number(s.optimizer.lr)).arg(s.seed);
    if (s.loss_multiplier != 1) settings += ", " + Figures::tr("loss × %1").arg(number(s.loss_multiplier));
    parts << settings;
    const auto environment = [&](const char* name) { return QString::fromStdString(run.environment_text(name)); };
    if (!run.environment().empty())
        parts << Figures::tr("LibTorch %1, %2, threads %3, autocast rules: %4")
                     .arg(environment("libtorch"), environment("cpu"), environment("threads"), rulesText(run));
    return parts.join(QStringLiteral(" · "));
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
                                         Figures::tr("loss is %1").arg(number(sample[Column::Loss]))});
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
                             .arg(number(first.front()[Column::Loss]), number(first.back()[Column::Loss]));
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
    for (const auto& sample : run.samples()) {
        const double scale = sample[Column::Scale], height = std::log2(scale);
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

namespace {

// Exponents at which the fate of a magnitude changes. Bins are whole powers of two, so the one that the rounding to
// zero cuts in half ([2^-25, 2^-24) in fp16: only 2^-25 itself is lost) counts as kept.
struct Limits {
    int zero;     // below 2^zero: becomes 0
    int normal;   // from 2^normal on: normal
    int overflow; // from 2^overflow on: Inf or NaN. The bin below holds the largest finite number.
};

Limits limitsOf(const QString& id) {
    const auto format = numeric::format_or_throw(id.toStdString());
    return {format.min_exponent() - format.mantissa_bits - 1, format.min_exponent(), format.max_exponent() + 1};
}

int logScale(const record::GradientHistogram& histogram) {
    // Scales are powers of two unless somebody chose other factors: then the nearest bin is shown.
    return histogram.scale > 0 ? static_cast<int>(std::lround(std::log2(histogram.scale))) : 0;
}

} // namespace

double histogramMiddle(const record::GradientHistogram& histogram) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        sum += (histogram.log2_low + static_cast<double>(i) + 0.5) * static_cast<double>(histogram.counts[i]);
        count += static_cast<double>(histogram.counts[i]);
    }
    return count > 0 ? sum / count : 0;
}

ScaleEffect effectOfScale(const record::GradientHistogram& histogram, int log2Scale, const QString& format) {
    const Limits limits = limitsOf(format);
    double lost = 0, overflowed = 0, all = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const int exponent = histogram.log2_low + static_cast<int>(i) + log2Scale;
        const auto count = static_cast<double>(histogram.counts[i]);
        all += count;
        if (exponent < limits.zero) lost += count;
        if (exponent >= limits.overflow) overflowed += count;
    }
    return all == 0 ? ScaleEffect{} : ScaleEffect{lost / all, overflowed / all};
}

Figure histogramFigure(const RunRecord& run, std::int64_t step, const HistogramOptions& options) {
    Figure figure;
    figure.id = "histogram";
    const QString name = QString::fromStdString(numeric::format_or_throw(options.format.toStdString()).name);
    figure.title = Figures::tr("Gradient sizes and what %1 can hold").arg(name);
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
    const Limits limits = limitsOf(options.format);

    // The range shows the whole format, and stays as it is while the bars slide.
    const double left = std::max(-160, limits.zero - 14), right = limits.overflow + 6;
    figure.x.title = Figures::tr("|gradient × scale|");
    figure.x.ticks = Axis::Ticks::PowersOfTwo;
    figure.x.lower = left;
    figure.x.upper = right;
    figure.y.title = Figures::tr("how many");
    figure.y.lower = 0;
    figure.bands = {{left, double(limits.zero), Figures::tr("becomes 0"), Band::Role::Lost},
                    {double(limits.zero), double(limits.normal), Figures::tr("subnormal"), Band::Role::Shaded},
                    {double(limits.normal), double(limits.overflow), Figures::tr("normal"), Band::Role::Plain},
                    {double(limits.overflow), right, Figures::tr("overflow"), Band::Role::Lost}};

    Bars bars;
    bars.name = Figures::tr("gradients");
    bars.format = formatOf(run);
    double highest = 0;
    std::int64_t beyond_left = histogram.zero, beyond_right = histogram.inf + histogram.nan;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const int exponent = histogram.log2_low + static_cast<int>(i);
        figure.table.rows.push_back({double(exponent), double(histogram.counts[i])});
        const double place = exponent + shift;
        if (place < left + 3)
            beyond_left += histogram.counts[i];
        else if (place > right - 4)
            beyond_right += histogram.counts[i];
        else
            bars.x << place, bars.height << static_cast<double>(histogram.counts[i]);
        highest = std::max(highest, static_cast<double>(histogram.counts[i]));
    }
    if (highest == 0) highest = static_cast<double>(std::max<std::int64_t>({1, beyond_left, beyond_right}));
    figure.y.upper = highest;
    figure.y.headroomLines = 2; // the count of an end bin, and the names of the bands
    // Zero, and Inf with NaN, have bins of their own at the two ends, with their counts.
    // One that is far higher than the others would flatten them: it is drawn broken, and its count stands above it.
    const auto end_bin = [&](double place, std::int64_t count, const QString& label) {
        const double most = highest, height = std::min(most, static_cast<double>(count));
        bars.x << place;
        bars.height << height;
        if (static_cast<double>(count) > most) figure.breaks.push_back({place, height});
        figure.notes.push_back({place + 0.5, height + highest * 0.01,
                                label + ": " + QString::fromStdString(text::grouped(count)), count > 0});
    };
    end_bin(left + 1.5, beyond_left, "0");
    end_bin(right - 2.5, beyond_right, histogram.nan > 0 ? "inf, NaN" : "inf");
    figure.bars.push_back(std::move(bars));

    const bool has_sizes = !histogram.counts.empty(); // else there is nothing to slide
    if (has_sizes) figure.handle = histogramMiddle(histogram) + shift;
    figure.handleText = QStringLiteral("× ") + powerOfTwo(shift);
    figure.handleHelp =
        Figures::tr("The loss scale that the gradients are shown at. Drag it, or press Left and Right, to "
                    "see where they would land at another scale. The run itself does not change.");
    figure.handleHint = Figures::tr("drag ▼: another scale");
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
    throw text::bad_input("figure.unknown_plot",
                          {{"found", id.toStdString()},
                           {"known", "loss, scale-trace, histogram, throughput, micro-batches, gradient-norm"}});
}

} // namespace ampscope::ui

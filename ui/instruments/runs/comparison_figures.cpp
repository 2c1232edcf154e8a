#include "ui/instruments/runs/comparison_figures.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"

namespace ampscope::ui {

using record::Column;
using record::RunRecord;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

constexpr double kHeadroom = 1.5; // the names of the lines stand above them

Axis stepAxis(const std::vector<Lane>& lanes) {
    Axis axis;
    axis.title = Figures::tr("step");
    axis.ticks = Axis::Ticks::WholeNumbers;
    axis.lower = 0;
    std::int64_t last = 1;
    for (const auto& lane : lanes)
        for (const auto* run : lane.runs)
            last = std::max(last, run->planned_steps());
    axis.upper = static_cast<double>(last);
    return axis;
}

Series seriesOf(const Lane& lane) {
    Series series;
    series.name = lane.name;
    series.format = lane.format;
    series.dashed = lane.format.isEmpty();
    return series;
}

const RunRecord* withSeed(const Lane& lane, std::int64_t seed) {
    const auto found =
        std::ranges::find_if(lane.runs, [&](const RunRecord* run) { return run->scenario().seed == seed; });
    return found == lane.runs.end() ? nullptr : *found;
}

// What the plot shows of a run at a step; kMissing where there is nothing.
class LossSource {
  public:
    LossSource(const std::vector<Lane>& lanes, std::optional<int> reference)
        : m_reference(reference ? &lanes[static_cast<std::size_t>(*reference)] : nullptr) {}
    double at(const RunRecord& run, std::int64_t step) const {
        const record::Sample* sample = sampleAt(run, step);
        if (!sample) return record::kMissing;
        if (!m_reference) return (*sample)[Column::Loss];
        const RunRecord* other = withSeed(*m_reference, run.scenario().seed);
        const record::Sample* compared = other ? sampleAt(*other, step) : nullptr;
        return compared ? (*sample)[Column::Loss] - (*compared)[Column::Loss] : record::kMissing;
    }

  private:
    const Lane* m_reference;
};

// Lowest, median and highest of the finite ones; NaN when there is none.
struct Spread {
    double lowest = std::nan(""), median = std::nan(""), highest = std::nan("");
    int notFinite = 0;
};

// `values` is scratch memory: there is one call for every step of a run.
Spread spreadOf(const Lane& lane, std::int64_t step, const LossSource& source, std::vector<double>& values) {
    values.clear();
    Spread spread;
    for (const auto* run : lane.runs) {
        const double value = source.at(*run, step);
        if (std::isfinite(value))
            values.push_back(value);
        else if (!record::is_missing(value))
            ++spread.notFinite;
    }
    if (values.empty()) return spread;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    spread.lowest = values.front(), spread.highest = values.back();
    spread.median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return spread;
}

std::vector<std::int64_t> stepsOf(const std::vector<Lane>& lanes) {
    const RunRecord* longest = nullptr;
    for (const auto& lane : lanes)
        for (const auto* run : lane.runs)
            if (!longest || run->samples().size() > longest->samples().size()) longest = run;
    std::vector<std::int64_t> steps;
    for (const auto& sample : longest->samples())
        steps.push_back(sample.step());
    return steps;
}

} // namespace

Figure lossComparisonFigure(const std::vector<const RunRecord*>& runs, std::int64_t selectedStep, bool difference,
                            std::optional<int> chosen) {
    Figure figure;
    figure.id = difference ? "loss-difference" : "loss";
    figure.title = difference ? Figures::tr("Difference of the losses") : Figures::tr("Loss");
    const std::vector<Lane> lanes = lanesOf(runs);
    const std::vector<std::int64_t> steps = lanes.empty() ? std::vector<std::int64_t>{} : stepsOf(lanes);
    const int reference = referenceLane(lanes, chosen);
    if (steps.empty()) {
        figure.empty = Figures::tr("No step has run yet.");
        return figure;
    }
    if (difference && reference < 0) {
        figure.empty = Figures::tr("A difference needs a second run beside this one.");
        return figure;
    }
    const QString compared = difference ? lanes[static_cast<std::size_t>(reference)].name : QString();
    figure.x = stepAxis(lanes);
    if (difference) figure.title = Figures::tr("Loss minus that of %1").arg(compared);
    figure.y.title = difference ? Figures::tr("difference, nats") : Figures::tr("loss, nats");
    figure.y.smallestSpan = difference ? 1e-7 : 0.1; // one fp32 rounding of a loss is about that
    figure.table.header << Figures::tr("step");
    const LossSource source(lanes, difference ? std::optional(reference) : std::nullopt);
    std::vector<std::vector<double>> columns;
    double lowest = 0, highest = 0, largest = 0;
    std::size_t seeds = 1;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Lane& lane = lanes[i];
        if (difference && static_cast<int>(i) == reference) { // its difference to itself: the line at zero
            Series zero = seriesOf(lane);
            zero.name.clear(); // the title says it
            zero.x = {0, figure.x.upper};
            zero.y = {0, 0};
            figure.series.push_back(std::move(zero));
            continue;
        }
        const bool many = lane.runs.size() > 1;
        seeds = std::max(seeds, lane.runs.size());
        Series series = seriesOf(lane);
        Envelope envelope{lane.format, {}, {}, {}};
        const QString name =
            difference ? Figures::tr("difference, %1").arg(lane.name) : Figures::tr("loss, %1").arg(lane.name);
        if (many)
            figure.table.header << Figures::tr("%1, lowest").arg(name) << Figures::tr("%1, median").arg(name)
                                << Figures::tr("%1, highest").arg(name);
        else
            figure.table.header << name;
        const std::size_t first_column = columns.size();
        columns.resize(columns.size() + (many ? 3 : 1));
        std::vector<double> values;
        for (const auto step : steps) {
            const Spread spread = spreadOf(lane, step, source, values);
            series.x << static_cast<double>(step);
            series.y << spread.median;
            if (many) {
                envelope.x << static_cast<double>(step);
                envelope.lower << spread.lowest;
                envelope.upper << spread.highest;
                const double row[] = {spread.lowest, spread.median, spread.highest};
                for (std::size_t c = 0; c < 3; ++c)
                    columns[first_column + c].push_back(std::isnan(row[c]) ? record::kMissing : row[c]);
            } else {
                columns[first_column].push_back(source.at(lane.first(), step));
            }
            if (std::isfinite(spread.highest)) highest = std::max(highest, spread.highest);
            for (const double edge : {spread.lowest, spread.highest})
                if (std::isfinite(edge)) {
                    largest = std::max(largest, std::fabs(edge));
                    lowest = std::min(lowest, edge);
                }
            if (spread.notFinite > 0)
                figure.glyphs.push_back({Glyph::Shape::Cross, static_cast<double>(step), 0,
                                         Figures::tr("%1: loss is NaN or inf in %2 of %3 runs")
                                             .arg(lane.name)
                                             .arg(spread.notFinite)
                                             .arg(lane.runs.size())});
        }
        figure.series.push_back(std::move(series));
        if (many) figure.envelopes.push_back(std::move(envelope));
    }
    const auto is_drawn = [](const Series& series) {
        return !series.name.isEmpty() && std::ranges::any_of(series.y, [](double y) { return std::isfinite(y); });
    };
    if (difference && figure.glyphs.empty() && std::ranges::none_of(figure.series, is_drawn)) {
        Figure none;
        none.id = figure.id;
        none.title = figure.title;
        none.empty = Figures::tr("No other run has a seed of %1: a difference between seeds would say nothing about "
                                 "the settings.")
                         .arg(compared);
        return none;
    }
    for (auto& glyph : figure.glyphs)
        glyph.y = highest;
    if (!figure.glyphs.empty())
        figure.legend << QStringLiteral("× ") +
                             Figures::tr("steps with a loss that is NaN or inf: %1").arg(figure.glyphs.size());
    if (difference && largest > 0)
        figure.y.upper = highest + std::max(highest - lowest, figure.y.smallestSpan) * (kHeadroom - 1);
    if (difference) figure.legend << Figures::tr("largest: %1").arg(numberText(largest, 2));
    if (seeds > 1) figure.legend << Figures::tr("%1 seeds: lowest to highest, line at the median").arg(seeds);
    figure.table.rows.reserve(steps.size());
    for (std::size_t row = 0; row < steps.size(); ++row) {
        std::vector<double> cells;
        cells.reserve(1 + columns.size());
        cells.push_back(static_cast<double>(steps[row]));
        for (const auto& column : columns)
            cells.push_back(column[row]);
        figure.table.rows.push_back(std::move(cells));
    }
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    QStringList said;
    for (const auto& series : figure.series)
        if (!series.y.isEmpty()) said << QString("%1: %2").arg(series.name, numberText(series.y.back()));
    figure.summary =
        (difference ? Figures::tr("Difference of the losses to %1 over %2 steps, at the end: %3.")
                          .arg(compared)
                          .arg(steps.size())
                          .arg(said.join(", "))
                    : Figures::tr("Losses over %1 steps, at the end: %2.").arg(steps.size()).arg(said.join(", ")));
    figure.caption = captionOf(lanes);
    return figure;
}

QStringList notHardwareSpeed(const std::vector<const RunRecord*>& runs) {
    QStringList names;
    for (const auto& lane : lanesOf(runs))
        if (!isHardwareSpeed(lane.first())) names << lane.name;
    return names;
}

Figure throughputFigure(const std::vector<const RunRecord*>& runs, std::int64_t selectedStep) {
    Figure figure;
    figure.id = "throughput";
    figure.title = Figures::tr("Throughput");
    const std::vector<Lane> lanes = lanesOf(runs);
    std::size_t most = 0;
    for (const auto& lane : lanes)
        most = std::max(most, lane.first().samples().size());
    if (most == 0) {
        figure.empty = Figures::tr("No step has run yet.");
        return figure;
    }
    figure.x = stepAxis(lanes);
    figure.y.title = Figures::tr("steps/s");
    figure.y.lower = 0;
    figure.y.smallestSpan = 1;
    figure.table.header << Figures::tr("step");
    const std::size_t stride = std::max<std::size_t>(1, (most + kThroughputPoints - 1) / kThroughputPoints);
    std::vector<QVector<double>> columns;
    QStringList said;
    for (const auto& lane : lanes) {
        Series series = seriesOf(lane);
        const auto& samples = lane.first().samples();
        for (std::size_t end = 0; end < samples.size(); ++end) {
            if (end % stride != 0 && end + 1 != samples.size()) continue;
            std::vector<double> times;
            for (std::size_t i = end + 1 - std::min<std::size_t>(end + 1, kThroughputWindow); i <= end; ++i)
                if (const double ms = samples[i][Column::Ms]; std::isfinite(ms) && ms > 0) times.push_back(ms);
            series.x << samples[end][Column::Step];
            if (times.empty()) {
                series.y << std::nan("");
                continue;
            }
            const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
            std::ranges::nth_element(times, middle);
            series.y << 1000 / *middle;
        }
        figure.table.header << Figures::tr("steps per second, %1").arg(lane.name);
        if (!series.y.isEmpty()) said << QString("%1: %2").arg(lane.name, numberText(series.y.back(), 3));
        columns.push_back(series.y);
        figure.series.push_back(std::move(series));
    }
    for (qsizetype row = 0;; ++row) {
        const auto has = std::ranges::find_if(figure.series, [&](const Series& s) { return row < s.x.size(); });
        if (has == figure.series.end()) break;
        std::vector<double> cells{has->x[row]};
        for (const auto& column : columns)
            cells.push_back(row < column.size() && std::isfinite(column[row]) ? column[row] : record::kMissing);
        figure.table.rows.push_back(std::move(cells));
    }
    figure.legend << Figures::tr("median of the last %1 steps").arg(kThroughputWindow);
    double fastest = 0;
    for (const auto& series : figure.series)
        for (const double rate : series.y)
            if (std::isfinite(rate)) fastest = std::max(fastest, rate);
    if (fastest > 0) figure.y.upper = fastest * kHeadroom;
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    figure.summary = Figures::tr("Steps per second, at the end: %1.").arg(said.join(", "));
    figure.caption = captionOf(lanes);
    if (const QStringList slow = notHardwareSpeed(runs); !slow.isEmpty()) {
        const QString warning = Figures::tr("Not hardware speed: %1.").arg(slow.join(", "));
        figure.summary += " " + warning;
        figure.caption = warning + " " + figure.caption;
    }
    return figure;
}

} // namespace ampscope::ui

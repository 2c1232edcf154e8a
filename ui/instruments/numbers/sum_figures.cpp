#include "ui/instruments/numbers/sum_figures.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "core/record/run_record.h"
#include "core/text/message.h"

namespace ampscope::ui {

using numeric::FloatFormat;
using numeric::SumMethod;
using numeric::SumRace;
using numeric::SumResult;

namespace {

struct SumFigures {
    Q_DECLARE_TR_FUNCTIONS(SumFigures)
};

QString nameOf(const FloatFormat& format) {
    return QString::fromStdString(format.name);
}
QString idOf(const FloatFormat& format) {
    return QString::fromStdString(format.id);
}
// "E4M3": beside fp16 and bf16 nobody takes it for anything else.
QString shortName(const FloatFormat& format) {
    const QString name = nameOf(format);
    return name.startsWith("fp8 ") ? name.mid(4) : name;
}

// Dots are seen one by one, and let the lines below them through.
constexpr std::size_t kDots = 48;

// NaN where a plot has nothing to show.
double finite(double value) {
    return std::isfinite(value) ? value : std::nan("");
}

double relativeError(double sum, double exact) {
    const double error = std::fabs(sum - exact);
    return exact == 0 || error == 0 || !std::isfinite(error) ? std::nan("") : std::log2(error / std::fabs(exact));
}

Axis countAxis(const QString& title, std::int64_t count) {
    Axis axis;
    axis.title = title;
    axis.lower = 0;
    axis.upper = static_cast<double>(count);
    return axis;
}

QString streamText(const SumSettings& settings) {
    using Kind = numeric::Stream::Kind;
    const QString count = countText(settings.count);
    switch (settings.stream) {
    case Kind::Uniform:
        return SumFigures::tr("%1 numbers uniform in [0, %2), seed %3").arg(count, settings.value).arg(settings.seed);
    case Kind::Normal:
        return SumFigures::tr("%1 numbers normal around 0, deviation %2, seed %3")
            .arg(count, settings.value)
            .arg(settings.seed);
    default: return SumFigures::tr("%1, added %2 times").arg(settings.value, count);
    }
}

numeric::Stream streamOf(const SumSettings& settings) {
    numeric::Stream stream;
    stream.kind = settings.stream;
    stream.value = numeric::parse_expression(settings.value.toStdString());
    stream.count = settings.count;
    stream.seed = static_cast<std::uint64_t>(settings.seed);
    return stream;
}

std::vector<SumMethod> methodsFor(const QString& format) {
    std::vector<SumMethod> methods(numeric::sum_methods().begin(), numeric::sum_methods().end());
    if (format == "fp32") std::erase(methods, SumMethod::Fp32); // the plain sum is one already
    return methods;
}

} // namespace

QString countText(std::int64_t count) {
    return QString::fromStdString(text::grouped(count));
}

QString sumText(double value, int digits) {
    if (value == std::round(value) && std::fabs(value) < 1e9) return countText(static_cast<std::int64_t>(value));
    return QString::fromStdString(io::to_text(value, digits));
}

std::optional<FloatFormat> formatBeside(const QString& format) {
    if (format == "fp32" || format == "tf32") return std::nullopt;
    return numeric::format(format == "fp16" ? "bf16" : "fp16");
}

std::int64_t additionsOf(const SumSettings& settings) {
    const auto lanes = static_cast<std::int64_t>(methodsFor(settings.format).size());
    return settings.count * (lanes + (formatBeside(settings.format) ? 1 : 0));
}

void checkSums(const SumSettings& settings) {
    numeric::Stream stream = streamOf(settings);
    if (stream.count >= 1 && stream.count <= numeric::kMaxAdditions) stream.count = 1;
    numeric::accumulate(numeric::format_or_throw(settings.format.toStdString()), stream, {});
}

void checkUpdates(const UpdateSettings& settings) {
    UpdateSettings trial = settings;
    if (trial.times >= 1 && trial.times <= numeric::kMaxAdditions) trial.times = 1;
    runUpdates(trial);
}

std::optional<SumOutcome> runSums(const SumSettings& settings, std::stop_token stop,
                                  std::atomic<std::int64_t>* progress) {
    const numeric::Stream stream = streamOf(settings);
    const FloatFormat format = numeric::format_or_throw(settings.format.toStdString());
    auto race = numeric::accumulate(format, stream, methodsFor(settings.format), stop, progress);
    if (!race) return std::nullopt;
    SumOutcome outcome{settings, std::move(*race), {}};
    if (const auto beside = formatBeside(settings.format)) {
        const std::vector plain = {SumMethod::Naive};
        try {
            auto second = numeric::accumulate(*beside, stream, plain, stop, progress);
            if (!second) return std::nullopt;
            outcome.beside = std::move(*second);
        } catch (const text::Error&) { // the number is beyond the format beside: then it is not drawn
        }
    }
    return outcome;
}

std::vector<SumLane> SumOutcome::lanes() const {
    std::vector<SumLane> lanes;
    const auto add = [&](const SumRace& from, const SumResult& result) {
        SumLane lane{{}, &from, &result, idOf(from.format)};
        switch (result.method) {
        case SumMethod::Naive: lane.name = SumFigures::tr("%1 one by one").arg(nameOf(from.format)); break;
        case SumMethod::Fp32:
            lane.name = SumFigures::tr("fp32 accumulator");
            lane.format = "fp32";
            break;
        case SumMethod::Kahan:
            lane.name = SumFigures::tr("Kahan");
            lane.format.clear();
            lane.dots = true;
            break;
        case SumMethod::Pairwise:
            lane.name = SumFigures::tr("in pairs");
            lane.format = "-";
            break;
        case SumMethod::Stochastic:
            lane.name = SumFigures::tr("stochastic");
            lane.dots = true;
            break;
        }
        lanes.push_back(lane);
    };
    for (const auto& result : race.results) {
        add(race, result);
        if (result.method == SumMethod::Naive)
            for (const auto& second : beside.results)
                add(beside, second);
    }
    return lanes;
}

std::size_t placeOf(const std::vector<std::int64_t>& at, std::int64_t added) {
    const auto after = std::ranges::lower_bound(at, added);
    if (after == at.end()) return at.size() - 1;
    const auto place = static_cast<std::size_t>(after - at.begin());
    return place > 0 && added - at[place - 1] < at[place] - added ? place - 1 : place;
}

Figure sumFigure(const SumOutcome& outcome, std::optional<std::int64_t> selected, bool error) {
    Figure figure;
    const SumRace& race = outcome.race;
    figure.id = "accumulator";
    figure.title = SumFigures::tr("A race of sums");
    figure.provenance = Provenance::Computed;
    figure.x = countAxis(SumFigures::tr("numbers added"), outcome.settings.count);
    figure.y.title = error ? SumFigures::tr("relative error of the sum") : SumFigures::tr("sum");
    if (error) {
        figure.y.ticks = Axis::Ticks::PowersOfTwo;
        figure.y.smallestSpan = 2;
        figure.y.headroomLines = 3;
    }
    const auto seriesOf = [&](const SumLane& lane) {
        Series series;
        series.name = lane.name;
        series.format = lane.format;
        series.kind = lane.dots ? Series::Kind::Points : Series::Kind::Line;
        const auto& at = lane.race->at;
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (lane.dots && at.size() > 2 * kDots && i % (at.size() / kDots) != at.size() / kDots / 2) continue;
            series.x << static_cast<double>(at[i]);
            series.y << (error ? relativeError(lane.result->trace[i], lane.race->exact[i])
                               : finite(lane.result->trace[i]));
        }
        return series;
    };
    const auto lanes = outcome.lanes();
    if (!error) {
        Series exact;
        exact.name = SumFigures::tr("exact");
        exact.dashed = true;
        for (std::size_t i = 0; i < race.at.size(); ++i) {
            exact.x << static_cast<double>(race.at[i]);
            exact.y << race.exact[i];
        }
        figure.series.push_back(exact);
    }
    QStringList stuck, spoken;
    figure.table.header = QStringList{SumFigures::tr("numbers added"), SumFigures::tr("exact")};
    for (const auto& lane : lanes) {
        const SumResult& result = *lane.result;
        figure.series.push_back(seriesOf(lane));
        figure.table.header << lane.name;
        spoken << SumFigures::tr("%1: %2").arg(lane.name, sumText(result.final_value));
        if (!result.sticks_at) continue;
        stuck << SumFigures::tr("%1 at %2").arg(lane.name, countText(*result.sticks_at));
        const auto x = static_cast<double>(*result.sticks_at);
        const double exact_there = lane.race->exact[placeOf(lane.race->at, *result.sticks_at)];
        const double y = error ? relativeError(result.sticks_value, exact_there) : result.sticks_value;
        if (std::isfinite(y))
            figure.glyphs.push_back(
                {Glyph::Shape::Cross, x, y,
                 SumFigures::tr("%1: from addition %2 on nothing changes any more, the sum stays %3")
                     .arg(lane.name, countText(*result.sticks_at), sumText(result.sticks_value))});
    }
    for (std::size_t i = 0; i < race.at.size(); ++i) {
        std::vector<double> row = {static_cast<double>(race.at[i]), race.exact[i]};
        for (const auto& lane : lanes)
            row.push_back(lane.result->trace[i]);
        figure.table.rows.push_back(std::move(row));
    }
    if (selected) figure.selected = static_cast<double>(*selected);
    if (!stuck.isEmpty()) figure.legend << SumFigures::tr("× sticks: %1").arg(stuck.join(", "));
    figure.caption = streamText(outcome.settings) + QStringLiteral(" · ") +
                     SumFigures::tr("every number and every sum rounded to %1").arg(nameOf(race.format));
    figure.summary =
        SumFigures::tr("%1. Exact sum: %2. %3.")
            .arg(streamText(outcome.settings), sumText(race.exact.back()), spoken.join(QStringLiteral("; ")));
    if (!stuck.isEmpty()) figure.summary += " " + figure.legend.front() + ".";
    return figure;
}

numeric::UpdateFate runUpdates(const UpdateSettings& settings) {
    return numeric::update_weight(numeric::format_or_throw(settings.format.toStdString()),
                                  numeric::parse_expression(settings.weight.toStdString()),
                                  numeric::parse_expression(settings.step.toStdString()), settings.times,
                                  static_cast<std::uint64_t>(settings.seed))
        .value();
}

Figure updateFigure(const numeric::UpdateFate& fate, std::optional<std::int64_t> selected) {
    Figure figure;
    const QString name = nameOf(fate.format), id = idOf(fate.format);
    figure.id = "update";
    figure.title = SumFigures::tr("The fate of an update");
    figure.provenance = Provenance::Computed;
    figure.x = countAxis(SumFigures::tr("steps"), fate.times);
    figure.y.title = SumFigures::tr("weight");
    figure.y.headroomLines = 2;
    const auto add = [&](const QString& line, const QString& format, const std::vector<double>& y, Series::Kind kind) {
        Series series;
        series.name = line;
        series.format = format;
        series.kind = kind;
        for (std::size_t i = 0; i < y.size(); ++i) {
            if (kind == Series::Kind::Points && y.size() > 2 * kDots && i % (y.size() / kDots) != 0) continue;
            series.x << static_cast<double>(fate.at[i]);
            series.y << finite(y[i]);
        }
        figure.series.push_back(series);
        return &figure.series.back();
    };
    const auto& nearest = fate.results[0];
    const auto& stochastic = fate.results[1];
    const auto& master = fate.results[2];
    add(SumFigures::tr("exact"), "", fate.exact_trace, Series::Kind::Line)->dashed = true;
    add(SumFigures::tr("nearest even"), id, nearest.trace, Series::Kind::Steps);
    add(SumFigures::tr("stochastic"), id, stochastic.trace, Series::Kind::Points);
    if (id != "fp32") {
        add(SumFigures::tr("fp32 master"), "fp32", master.master_trace, Series::Kind::Line);
        add({}, "-", master.trace, Series::Kind::Steps)->faint = true;
    }
    figure.table.header = QStringList{
        SumFigures::tr("steps"),      SumFigures::tr("exact"),       SumFigures::tr("nearest even"),
        SumFigures::tr("stochastic"), SumFigures::tr("fp32 master"), SumFigures::tr("%1 copy of the master").arg(name)};
    for (std::size_t i = 0; i < fate.at.size(); ++i)
        figure.table.rows.push_back({static_cast<double>(fate.at[i]), fate.exact_trace[i], nearest.trace[i],
                                     stochastic.trace[i], master.master_trace[i], master.trace[i]});
    if (selected) {
        figure.selected = static_cast<double>(*selected);
        const std::size_t place = placeOf(fate.at, *selected);
        figure.legend << SumFigures::tr("after %1: %2, master %3")
                             .arg(countText(fate.at[place]), sumText(nearest.trace[place]),
                                  sumText(master.master_trace[place]));
    } else {
        figure.legend << SumFigures::tr("%1: %2 of %3 steps vanish")
                             .arg(name, countText(nearest.vanished), countText(fate.times));
    }
    figure.caption = SumFigures::tr("%1: weight %2, step %3, %4 times")
                         .arg(name, sumText(fate.weight, 9), sumText(fate.step), countText(fate.times));
    figure.summary =
        SumFigures::tr("%1. Stored in %2 it ends at %3, with stochastic rounding at %4, with an fp32 master at %5; "
                       "exactly it would be %6. %7 of %8 steps vanish.")
            .arg(figure.caption, name, sumText(nearest.final_weight, 9), sumText(stochastic.final_weight, 9),
                 sumText(master.final_weight, 9), sumText(fate.exact_trace.back(), 9), countText(nearest.vanished),
                 countText(fate.times));
    return figure;
}

Figure spacingFigure(const SpacingOptions& options) {
    Figure figure;
    const bool abrupt = options.underflow == numeric::Underflow::Abrupt;
    figure.id = "spacing";
    figure.title = SumFigures::tr("Spacing");
    figure.provenance = Provenance::Computed;
    figure.x.title = SumFigures::tr("size of the number");
    figure.x.ticks = figure.y.ticks = Axis::Ticks::PowersOfTwo;
    figure.y.title = options.absolute ? SumFigures::tr("distance to the next number")
                                      : SumFigures::tr("distance to the next number, relative");
    figure.y.headroomLines = 2;
    const auto level = [&](const numeric::SpacingBinade& binade) {
        return static_cast<double>(options.absolute ? binade.ulp_exponent : binade.relative_exponent());
    };
    std::optional<int> lit;
    if (options.value && std::isfinite(*options.value) && *options.value != 0)
        lit = numeric::floor_log2(abs(numeric::Rational(*options.value)));
    if (lit) {
        figure.bands.push_back({static_cast<double>(*lit), *lit + 1.0, {}, Band::Role::Shaded});
        figure.selected = *lit + 0.5;
    }
    figure.table.header = QStringList{SumFigures::tr("log2 of the size")};
    QStringList here;
    std::vector<std::vector<numeric::SpacingBinade>> columns;
    int lowest = 0, highest = 0;
    for (const auto& format : options.formats) {
        const auto binades = numeric::spacing(format, options.underflow);
        Series series;
        series.name = shortName(format);
        series.format = idOf(format);
        series.kind = Series::Kind::Steps;
        for (const auto& binade : binades) {
            series.x << binade.exponent;
            series.y << level(binade);
        }
        series.x << binades.back().exponent + 1;
        series.y << level(binades.back());
        figure.series.push_back(series);
        figure.table.header << nameOf(format);
        lowest = std::min(lowest, binades.front().exponent);
        highest = std::max(highest, binades.back().exponent);
        if (abrupt)
            figure.glyphs.push_back({Glyph::Shape::Cross, static_cast<double>(binades.front().exponent),
                                     level(binades.front()),
                                     SumFigures::tr("%1: everything below becomes 0").arg(nameOf(format))});
        if (lit) {
            const auto there = numeric::spacing_at(format, numeric::power_of_two(*lit), options.underflow);
            here << SumFigures::tr("%1 %2").arg(
                shortName(format), there
                                       ? powerOfTwo(options.absolute ? there->ulp_exponent : there->relative_exponent())
                                       : QStringLiteral("–"));
        }
        columns.push_back(binades);
    }
    for (int exponent = lowest; exponent <= highest; ++exponent) {
        std::vector<double> row = {static_cast<double>(exponent)};
        for (const auto& binades : columns) {
            const int place = exponent - binades.front().exponent;
            const bool inside = place >= 0 && place < static_cast<int>(binades.size());
            row.push_back(inside ? level(binades[static_cast<std::size_t>(place)]) : record::kMissing);
        }
        figure.table.rows.push_back(std::move(row));
    }
    if (lit) figure.legend << SumFigures::tr("at %1: %2").arg(powerOfTwo(*lit), here.join(", "));
    figure.caption = abrupt ? SumFigures::tr("abrupt underflow: below the smallest normal number everything becomes 0")
                            : SumFigures::tr("gradual underflow: subnormal numbers in equal steps down to 0");
    QStringList names;
    for (const auto& format : options.formats)
        names << nameOf(format);
    figure.summary = SumFigures::tr("Spacing of %1 over their whole range; %2.").arg(names.join(", "), figure.caption);
    return figure;
}

} // namespace ampscope::ui

#include "ui/instruments/memory/memory_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/memory/budget.h"
#include "core/scenario/fields.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/instrument.h"
#include "ui/instruments/step/lanes.h"

namespace ampscope::ui {

using record::Column;
using record::MemoryTimeline;
using record::RunRecord;

namespace {

struct MemoryFigures {
    Q_DECLARE_TR_FUNCTIONS(MemoryFigures)
};

constexpr MemoryPart kBarParts[] = {MemoryPart::Weights,   MemoryPart::Master, MemoryPart::Optimizer,
                                    MemoryPart::Gradients, MemoryPart::Casts,  MemoryPart::Activations,
                                    MemoryPart::Recomputed};

QString halfName(const scenario::Scenario& scenario) {
    return formatId(scenario) == "fp32" ? QStringLiteral("bf16") : formatId(scenario);
}

// dtype of a part by its bytes per number.
QString dtypeOf(double bytes, double numbers, const scenario::Scenario& scenario) {
    if (numbers <= 0 || bytes <= 0) return {};
    const double each = bytes / numbers;
    return each > 3.9 && each < 4.1   ? QStringLiteral("fp32")
           : each > 1.9 && each < 2.1 ? halfName(scenario)
                                      : QString();
}

// One row of bars, before it is known which parts and which unit the figure has.
struct Row {
    QString name, result;
    Provenance provenance;
    PartBytes bytes;
    std::optional<double> mark;
    double numbers; ///< parameters
    const scenario::Scenario* scenario;
    bool withCasts = true;
};

QStringList dtypeLabels(const Row& row) {
    const auto& s = *row.scenario;
    const double adam = s.optimizer.kind == scenario::OptimizerKind::AdamW ? 2 : 1;
    QStringList labels;
    for (const MemoryPart part : kBarParts) {
        switch (part) {
        case MemoryPart::Weights:
        case MemoryPart::Gradients: labels << dtypeOf(row.bytes[part], row.numbers, s); break;
        case MemoryPart::Optimizer: labels << dtypeOf(row.bytes[part], adam * row.numbers, s); break;
        case MemoryPart::Master: labels << QStringLiteral("fp32"); break;
        case MemoryPart::Casts: labels << halfName(s); break;
        default:
            labels << (s.uses_autocast()        ? halfName(s) + " + fp32"
                       : s.has_16_bit_weights() ? halfName(s)
                                                : QStringLiteral("fp32"));
        }
    }
    return labels;
}

const record::Sample* sampleUntil(const RunRecord& run, std::int64_t step) {
    const record::Sample* shown = nullptr;
    for (const auto& sample : run.samples())
        if (sample.step() <= step && !record::is_missing(sample[Column::BytesPeak])) shown = &sample;
    return shown;
}

void addRows(std::vector<Row>& rows, const MemorySubject& subject, std::int64_t step) {
    const auto name = [&](const QString& row) {
        return subject.name.isEmpty() ? row : subject.name + QStringLiteral(" · ") + row;
    };
    const auto numbers = static_cast<double>(subject.model.parameters);
    const record::Sample* sample = subject.run ? sampleUntil(*subject.run, step) : nullptr;
    const auto* saved = sample ? subject.run->detail_of<record::SavedTensors>(sample->step()) : nullptr;
    if (const auto chapter = memory::by_chapter(subject.scenario, subject.model.parameters)) {
        const PartBytes bytes = partsOf(*chapter);
        rows.push_back({name(MemoryFigures::tr("chapter")), bytesText(bytes.total()), Provenance::Recorded, bytes,
                        std::nullopt, numbers, &subject.scenario});
    }
    PartBytes formula = partsByFormula(subject.scenario, subject.model);
    if (sample && !saved) { // as the run's row: casts are part of what is kept for backward
        formula[MemoryPart::Activations] += formula[MemoryPart::Casts];
        formula[MemoryPart::Casts] = 0;
    }
    rows.push_back({name(MemoryFigures::tr("formula")), bytesText(formula.total()), Provenance::Estimated, formula,
                    std::nullopt, numbers, &subject.scenario});
    if (!sample) return;
    const double peak = (*sample)[Column::BytesPeak];
    rows.push_back({name(MemoryFigures::tr("this run")), MemoryFigures::tr("peak %1").arg(bytesText(peak)),
                    subject.isRecorded ? Provenance::Recorded : Provenance::Measured, partsHeld(*subject.run, *sample),
                    peak, numbers, &subject.scenario});
}

// Beyond four times the longest bar a limit would make dots of all bars.
std::optional<double> limitWithin(double limit, double longest) {
    return limit <= 4 * longest ? std::optional(limit) : std::nullopt;
}

} // namespace

Figure memoryBarsFigure(const std::vector<MemorySubject>& subjects, std::int64_t step,
                        const std::optional<hardware::Budget>& budget) {
    Figure figure;
    figure.id = "memory-bars";
    figure.title = MemoryFigures::tr("Memory by parts");
    figure.provenance = Provenance::Estimated;
    std::vector<Row> rows;
    for (const auto& subject : subjects)
        addRows(rows, subject, step);
    if (rows.empty()) {
        figure.empty = MemoryFigures::tr("No run yet.");
        return figure;
    }
    double longest = 0;
    for (const auto& row : rows)
        longest = std::max({longest, row.bytes.total(), row.mark.value_or(0)});
    const ByteUnit unit = unitFor(longest);
    figure.x.title = unit.name;
    std::vector<MemoryPart> parts;
    for (const MemoryPart part : kBarParts)
        if (std::ranges::any_of(rows, [&](const Row& row) { return row.bytes[part] > 0; })) parts.push_back(part);
    figure.table.header << MemoryFigures::tr("row");
    for (const MemoryPart part : parts) {
        figure.rows.parts.push_back(stackPart(part));
        figure.table.header << MemoryFigures::tr("%1, bytes").arg(nameOf(part));
    }
    figure.table.header << MemoryFigures::tr("sum, bytes") << MemoryFigures::tr("highest, bytes");
    QStringList said;
    for (const auto& row : rows) {
        StackedRow shown{row.name, {}, {}, row.result, badgeText(row.provenance, true), std::nullopt};
        const QStringList labels = dtypeLabels(row);
        std::vector<double> cells;
        for (const MemoryPart part : parts) {
            shown.parts.push_back(row.bytes[part] / unit.bytes);
            shown.labels << labels[std::ranges::find(kBarParts, part) - std::begin(kBarParts)];
            cells.push_back(row.bytes[part]);
        }
        if (row.mark) shown.mark = *row.mark / unit.bytes;
        cells.push_back(row.bytes.total());
        cells.push_back(row.mark.value_or(record::kMissing));
        figure.rows.rows.push_back(std::move(shown));
        figure.table.names << row.name;
        figure.table.rows.push_back(std::move(cells));
        said << QString("%1: %2 (%3)").arg(row.name, row.result, badgeText(row.provenance));
    }
    if (budget) {
        figure.rows.limitText = MemoryFigures::tr("budget: %1").arg(QString::fromStdString(budget->name));
        if (const auto limit = limitWithin(budget->bytes, longest))
            figure.rows.limit = *limit / unit.bytes;
        else
            figure.legend << figure.rows.limitText;
        for (const auto& subject : subjects)
            said << budgetWords(subject, *budget);
    }
    for (const auto& subject : subjects)
        if (const QString words = gapWords(subject, step); !words.isEmpty()) said << words;
    figure.summary = said.join(". ");
    std::vector<const RunRecord*> runs;
    for (const auto& subject : subjects)
        if (subject.run) runs.push_back(subject.run);
    figure.caption = !runs.empty()
                         ? captionOf(lanesOf(runs))
                         : MemoryFigures::tr("%1, %2 parameters, %3")
                               .arg(QString::fromStdString(subjects.front().model.name),
                                    QString::fromStdString(text::grouped(subjects.front().model.parameters)),
                                    QString::fromUtf8(scenario::choice_name(subjects.front().scenario.precision)));
    return figure;
}

QString gapWords(const MemorySubject& subject, std::int64_t step) {
    const record::Sample* sample = subject.run ? sampleUntil(*subject.run, step) : nullptr;
    if (!sample) return {};
    const memory::Need need = memory::need_of(subject.scenario, subject.model);
    const double kept = need.activations.kept_bytes(), held = (*sample)[Column::BytesActivations],
                 peak = (*sample)[Column::BytesPeak], gap = peak - need.total();
    QString words;
    if (!record::is_missing(held) && kept > 0)
        words = MemoryFigures::tr("Activations: %1 held, %2 by formula (%3 %).")
                    .arg(bytesText(held), bytesText(kept),
                         (held >= kept ? "+" : "") + numberText(100 * (held - kept) / kept, 2)) +
                " ";
    words += MemoryFigures::tr("Highest: %1, by formula %2, gap %3.")
                 .arg(bytesText(peak), bytesText(need.total()), (gap > 0 ? "+" : "") + bytesText(gap));
    QStringList reasons;
    for (const auto& reason : memory::gaps(subject.scenario, subject.model)) {
        // What a CPU's record can hold; a GPU's own gaps are in the command `memory`.
        if (reason.id != "gradients_later" && reason.id != "head_backward" && reason.id != "temporaries") continue;
        const QString bytes =
            reason.bytes ? QString(" (%1%2)").arg(*reason.bytes > 0 ? "+" : "", bytesText(*reason.bytes)) : QString();
        reasons << say(reason.title()) + bytes;
    }
    if (sample->step() == 0 && (*sample)[Column::BytesOptimizer] == 0)
        reasons.prepend(say("memory.gap_optimizer_first_step"));
    if (const double copies = (*sample)[Column::BytesEmulation]; !record::is_missing(copies) && copies > 0)
        words +=
            " " + MemoryFigures::tr("Left out: %1 of fp32 copies that only this CPU needs.").arg(bytesText(copies));
    return words + " " + MemoryFigures::tr("Why: %1.").arg(reasons.join("; "));
}

QString budgetWords(const MemorySubject& subject, const hardware::Budget& budget) {
    const memory::Need need = memory::need_of(subject.scenario, subject.model);
    const double left = budget.bytes - need.total();
    const std::int64_t largest = memory::largest_micro_batch(subject.scenario, subject.model, budget.bytes);
    const QString prefix = subject.name.isEmpty() ? QString() : subject.name + ": ";
    return prefix +
           say(left >= 0 ? "memory.fits" : "memory.does_not_fit",
               {{"budget", budget.name},
                {"bytes", memory::bytes_text(budget.bytes)},
                {"need", memory::bytes_text(need.total())},
                {"difference", memory::bytes_text(std::abs(left))}}) +
           " " +
           say(largest > 0 ? "memory.largest_batch" : "memory.no_batch",
               {{"largest", text::grouped(largest)}, {"states", memory::bytes_text(need.states.total())}});
}

std::vector<const memory::Scheme*> shownSchemes() {
    std::vector<const memory::Scheme*> shown;
    for (const auto& scheme : memory::schemes())
        if (scheme.adam) shown.push_back(&scheme);
    return shown;
}

Figure schemesFigure(const memory::Model& model, const memory::Scheme* own, int selected,
                     const std::optional<hardware::Budget>& budget) {
    Figure figure;
    figure.id = "memory-schemes";
    figure.title = MemoryFigures::tr("Bytes per parameter");
    figure.provenance = Provenance::Estimated;
    figure.x.title = MemoryFigures::tr("bytes per parameter");
    figure.x.ticks = Axis::Ticks::WholeNumbers;
    const auto parameters = static_cast<double>(model.parameters);
    static constexpr MemoryPart kParts[] = {MemoryPart::Weights, MemoryPart::Master, MemoryPart::Optimizer,
                                            MemoryPart::Gradients, MemoryPart::Casts};
    figure.table.header << MemoryFigures::tr("scheme");
    for (const MemoryPart part : kParts) {
        figure.rows.parts.push_back(stackPart(part));
        figure.table.header << MemoryFigures::tr("%1, bytes per parameter").arg(nameOf(part));
    }
    figure.table.header << MemoryFigures::tr("sum without casts, bytes per parameter")
                        << MemoryFigures::tr("model, bytes");
    double longest = 0;
    QStringList said;
    for (const auto* scheme : shownSchemes()) {
        const double all = parameters * scheme->total();
        const QString each = numberText(scheme->total(), 3) +
                             (scheme->casts > 0 ? QString(" + %1").arg(numberText(scheme->casts, 3)) : QString());
        StackedRow row{say(scheme->title()),
                       {scheme->weights, scheme->master, scheme->optimizer, scheme->gradients, scheme->casts},
                       {},
                       each + QStringLiteral(" · ") + bytesText(all),
                       scheme == own ? MemoryFigures::tr("this run") : QString(),
                       std::nullopt};
        for (const double part : row.parts)
            row.labels << (part > 0 ? numberText(part, 3) : QString());
        figure.table.names << row.name;
        figure.table.rows.push_back({scheme->weights, scheme->master, scheme->optimizer, scheme->gradients,
                                     scheme->casts, scheme->total(), all});
        longest = std::max(longest, scheme->total() + scheme->casts);
        said << QString("%1: %2").arg(row.name, row.result);
        figure.rows.rows.push_back(std::move(row));
    }
    figure.rows.selected = selected;
    figure.legend << MemoryFigures::tr("%1 parameters").arg(QString::fromStdString(text::grouped(model.parameters)));
    if (budget && parameters > 0) {
        figure.rows.limitText = MemoryFigures::tr("budget: %1").arg(QString::fromStdString(budget->name));
        figure.rows.limit = limitWithin(budget->bytes / parameters, longest);
        if (!figure.rows.limit) figure.legend << figure.rows.limitText;
    }
    figure.summary = MemoryFigures::tr("Bytes per parameter and bytes of %1 parameters: %2.")
                         .arg(QString::fromStdString(text::grouped(model.parameters)), said.join(", "));
    figure.caption = MemoryFigures::tr("Weights, gradients and optimizer only; activations come on top.");
    return figure;
}

QString phaseName(const std::string& phase) {
    if (phase == "data") return MemoryFigures::tr("data");
    if (phase == "forward") return MemoryFigures::tr("forward");
    if (phase == "backward") return MemoryFigures::tr("backward");
    if (phase == "optimizer") return MemoryFigures::tr("optimizer");
    return QString::fromStdString(phase);
}

std::size_t pointAt(const MemoryTimeline& timeline, double x) {
    const auto after = std::ranges::upper_bound(timeline.event, static_cast<std::int64_t>(std::floor(x)));
    return after == timeline.event.begin() ? 0 : static_cast<std::size_t>(after - timeline.event.begin() - 1);
}

const MemoryTimeline::Mark* markAt(const MemoryTimeline& timeline, std::size_t point) {
    const auto after = std::ranges::upper_bound(timeline.marks, point, {}, &MemoryTimeline::Mark::point);
    return after == timeline.marks.begin() ? nullptr : &*(after - 1);
}

namespace {

// A part of a timeline as a column.
struct Part {
    MemoryPart part;
    std::vector<std::int64_t> bytes;
    double at(std::size_t point) const { return static_cast<double>(bytes[point]); }
};

std::vector<Part> partsOf(const MemoryTimeline& timeline) {
    const std::size_t count = timeline.size();
    std::vector<Part> parts = {{MemoryPart::Weights, std::vector(count, timeline.weights)},
                               {MemoryPart::Master, std::vector(count, timeline.master)},
                               {MemoryPart::Optimizer, timeline.optimizer},
                               {MemoryPart::Gradients, timeline.gradients},
                               {MemoryPart::Casts, timeline.casts},
                               {MemoryPart::Activations, timeline.activations},
                               {MemoryPart::Temporary, timeline.temporary}};
    std::erase_if(parts,
                  [](const Part& part) { return std::ranges::all_of(part.bytes, [](auto b) { return b == 0; }); });
    return parts;
}

QString placeWords(const MemoryTimeline& timeline, std::size_t point) {
    const auto* mark = markAt(timeline, point);
    if (!mark) return MemoryFigures::tr("before the step");
    return mark->layer.empty() ? phaseName(mark->phase)
                               : phaseName(mark->phase) + ", " + QString::fromStdString(mark->layer);
}

// Phases as bands with their names, and the layer under the cursor shaded.
void addBands(Figure& figure, const MemoryTimeline& timeline, std::optional<double> cursor) {
    const auto at = [&](std::size_t point) {
        return point < timeline.size() ? static_cast<double>(timeline.event[point])
                                       : static_cast<double>(timeline.event.back() + 1);
    };
    for (std::size_t i = 0; i < timeline.marks.size();) {
        std::size_t next = i + 1;
        while (next < timeline.marks.size() && timeline.marks[next].phase == timeline.marks[i].phase)
            ++next;
        const double from = at(timeline.marks[i].point),
                     to = at(next < timeline.marks.size() ? timeline.marks[next].point : timeline.size());
        figure.bands.push_back({from, to, phaseName(timeline.marks[i].phase), Band::Role::Plain});
        figure.cuts.push_back(from);
        i = next;
    }
    if (!cursor) return;
    const auto* mark = markAt(timeline, pointAt(timeline, *cursor));
    if (!mark) return;
    const auto index = static_cast<std::size_t>(mark - timeline.marks.data());
    const std::size_t end = index + 1 < timeline.marks.size() ? timeline.marks[index + 1].point : timeline.size();
    figure.bands.push_back({at(mark->point), at(end), QString(), Band::Role::Shaded});
}

} // namespace

QString timelineWords(const MemoryTimeline& timeline, std::size_t point) {
    if (point >= timeline.size()) return {};
    QStringList words;
    for (const auto& part : partsOf(timeline))
        if (part.at(point) > 0) words << nameOf(part.part) + " " + bytesText(part.at(point));
    return MemoryFigures::tr("%1 at %2 (%3): %4")
        .arg(bytesText(static_cast<double>(timeline.total(point))))
        .arg(timeline.event[point])
        .arg(placeWords(timeline, point), words.join(", "));
}

Figure memoryTimelineFigure(const RunRecord& run, std::int64_t step, std::optional<double> cursor) {
    Figure figure;
    figure.id = "memory-timeline";
    figure.title = MemoryFigures::tr("Memory inside a step");
    const MemoryTimeline* timeline = nullptr;
    std::int64_t shown = 0;
    for (const auto& detail : run.details())
        if (const auto* found = std::get_if<MemoryTimeline>(&detail.payload); found && detail.step <= step)
            timeline = found, shown = detail.step;
    if (!timeline || timeline->size() == 0) {
        figure.empty = MemoryFigures::tr("Nobody has looked inside this step yet.");
        return figure;
    }
    figure.title = MemoryFigures::tr("Memory inside step %1").arg(shown);
    const std::vector<Part> parts = partsOf(*timeline);
    const auto most = static_cast<double>(timeline->total(timeline->peak()));
    const ByteUnit unit = unitFor(most);
    figure.x.title = MemoryFigures::tr("allocations and releases");
    figure.x.ticks = Axis::Ticks::WholeNumbers;
    figure.y.title = unit.name;
    figure.y.lower = 0;
    figure.y.headroomLines = 2;
    figure.table.header << MemoryFigures::tr("where") << MemoryFigures::tr("allocations and releases");
    for (const auto event : timeline->event)
        figure.areas.x << static_cast<double>(event);
    for (const auto& part : parts) {
        figure.areas.parts.push_back(stackPart(part.part));
        QVector<double> heights;
        for (std::size_t i = 0; i < timeline->size(); ++i)
            heights << part.at(i) / unit.bytes;
        figure.areas.heights.push_back(std::move(heights));
        figure.table.header << MemoryFigures::tr("%1, bytes").arg(nameOf(part.part));
    }
    figure.table.header << MemoryFigures::tr("sum, bytes");
    for (std::size_t i = 0; i < timeline->size(); ++i) {
        std::vector<double> cells{static_cast<double>(timeline->event[i])};
        for (const auto& part : parts)
            cells.push_back(part.at(i));
        cells.push_back(static_cast<double>(timeline->total(i)));
        figure.table.names << placeWords(*timeline, i);
        figure.table.rows.push_back(std::move(cells));
    }
    addBands(figure, *timeline, cursor);
    const auto copies = std::ranges::max_element(timeline->emulation);
    if (copies != timeline->emulation.end() && *copies > 0)
        figure.legend << MemoryFigures::tr("fp32 copies that only this CPU needs, in no sum: up to %1")
                             .arg(bytesText(static_cast<double>(*copies)));
    const std::size_t peak = timeline->peak();
    figure.notes.push_back({static_cast<double>(timeline->event[peak]) + 0.5, most / unit.bytes,
                            MemoryFigures::tr("highest %1").arg(bytesText(most)), true});
    if (cursor) figure.selected = *cursor;
    figure.summary =
        MemoryFigures::tr("Live bytes inside step %1. Highest: %2").arg(shown).arg(timelineWords(*timeline, peak)) +
        ".";
    figure.caption = captionOf(run);
    return figure;
}

} // namespace ampscope::ui

#include "ui/instruments/hardware/advisor.h"

#include <cmath>

#include "core/memory/budget.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/hardware/hardware_figures.h"
#include "ui/instruments/text_flow.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using hardware::Advice;
using hardware::ChapterRow;
using scenario::CheckpointKind;
using scenario::Precision;

namespace {

constexpr double kTwoColumns = 640, kSide = 6, kBetween = 28;

QString fromCore(const std::string& text) {
    return QString::fromStdString(text);
}

QString bytes(double count) {
    return fromCore(memory::bytes_text(count));
}

QString precisionText(Precision precision) {
    const QString id = QString::fromUtf8(scenario::choice_name(precision).data());
    return precision == Precision::Fp16 ? id + " + scaler" : id;
}

QString checkpointText(bool checkpointing) {
    return checkpointing ? Advisor::tr("checkpointing") : Advisor::tr("no checkpointing");
}

QString ourText(const Advice& advice) {
    const auto& setting = advice.setting;
    return QStringList{precisionText(setting.precision),
                       Advisor::tr("%1 × %2 sequences").arg(setting.accumulation_steps).arg(setting.micro_batch_size),
                       checkpointText(setting.checkpointing.kind != CheckpointKind::None),
                       Advisor::tr("%1 of %2").arg(bytes(advice.need.total()), bytes(advice.budget))}
        .join(" · ");
}

QString chapterText(const ChapterRow& row) {
    QString count = QString::number(row.accumulation_least);
    if (row.accumulation_most != row.accumulation_least) count += "~" + QString::number(row.accumulation_most);
    return QStringList{precisionText(row.precision), Advisor::tr("accumulation %1").arg(count),
                       checkpointText(row.checkpointing)}
        .join(" · ");
}

Advisor::Row rowOf(const QString& name, const HardwareModel& hardware, const std::optional<Advice>& advice) {
    Advisor::Row row;
    row.name = name;
    row.device = fromCore(hardware.device().id);
    row.model = fromCore(hardware.model().name);
    if (!advice) {
        row.ours = hardware.why() ? say(*hardware.why()) : QString();
        row.fits = false;
        row.verdict = Advisor::tr("memory not known");
        return row;
    }
    row.ours = ourText(*advice);
    row.fits = advice->fits;
    row.agrees = advice->agrees;
    row.row = advice->chapter;
    if (row.row) row.chapter = chapterText(*row.row);
    row.verdict = !advice->fits ? Advisor::tr("%1 too much").arg(bytes(advice->missing))
                  : !row.row    ? Advisor::tr("fits")
                  : row.agrees  ? Advisor::tr("as the chapter")
                                : Advisor::tr("differs");
    return row;
}

} // namespace

Advisor::Advisor(QWidget* parent) : ScrolledInstrument("advisor", parent), m_own(new HardwareModel(this)) {
    setHardware(m_own);
}

void Advisor::setHardware(HardwareModel* hardware) {
    if (m_hardware == hardware) return;
    if (m_hardware) disconnect(m_hardware, nullptr, this, nullptr);
    m_hardware = hardware;
    if (hardware) connect(hardware, &HardwareModel::changed, this, &Instrument::refresh);
    if (isVisible()) refresh();
}

void Advisor::follow() {
    setTitle(tr("Settings"));
    setSubtitle(tr("%1 sequences of %2 tokens per step")
                    .arg(fromCore(text::grouped(hardware().state().batch)),
                         fromCore(text::grouped(hardware().state().sequence))));
    setProvenance(Provenance::Estimated);
    m_rows.clear();
    m_chosen = 0;
    const QString own = fromCore(hardware().model().name) + " / " + deviceText(hardware().device());
    m_rows << rowOf(own, hardware(), hardware().advice());
    HardwareModel theirs;
    for (const ChapterRow& chapter : hardware::chapter_rows()) {
        HardwareState state = hardware().state();
        state.device = QString::fromUtf8(chapter.device.data(), static_cast<qsizetype>(chapter.device.size()));
        state.model = QString::fromUtf8(chapter.model.data(), static_cast<qsizetype>(chapter.model.size()));
        state.other.clear();
        theirs.change(state);
        m_rows << rowOf(QString::fromUtf8(chapter.words.data(), static_cast<qsizetype>(chapter.words.size())), theirs,
                        theirs.advice());
        if (m_rows[0].device == m_rows.back().device && m_rows[0].model == m_rows.back().model)
            m_chosen = static_cast<int>(m_rows.size()) - 1;
    }
    const Row& row = m_rows[m_chosen];
    QStringList said{row.name, row.ours, row.verdict};
    if (!row.chapter.isEmpty()) said << tr("chapter B: %1").arg(row.chapter);
    if (hardware().advice())
        for (const auto& reason : hardware().advice()->reasons)
            said << say(reason);
    m_spoken = said.join(". ");
    fitCanvas();
    tell();
    speak(m_spoken); // what has changed is what is looked at
}

void Advisor::flowRow(TextFlow& flow, int index, QList<QRectF>* boxes) const {
    using Style = TextFlow::Style;
    const Row& row = m_rows[index];
    const double top = flow.y();
    flow.line(row.name, row.verdict, Style::Strong, !row.fits || !row.agrees ? Style::Strong : Style::Muted);
    flow.paragraph(row.ours);
    if (!row.chapter.isEmpty()) flow.paragraph(tr("chapter B: %1").arg(row.chapter), Style::Muted);
    if (boxes) *boxes << QRectF(flow.area().left(), top, flow.area().width(), flow.y() - top);
}

void Advisor::flowReasons(TextFlow& flow) const {
    using Style = TextFlow::Style;
    const auto& advice = hardware().advice();
    flow.line(tr("Why"), {}, Style::Heading);
    if (!advice) {
        if (hardware().why()) flow.paragraph(say(*hardware().why()));
        return;
    }
    for (const auto& reason : advice->reasons)
        flow.paragraph(say(reason), Style::Plain, QStringLiteral("–"));
    const auto& chosen = hardware().scenario();
    if (chosen.precision != advice->setting.precision) {
        const double need = memory::need_of(chosen, hardware().model()).total(), left = advice->budget - need;
        const auto largest = memory::largest_micro_batch(chosen, hardware().model(), advice->budget);
        const QString words =
            left >= 0 ? tr("In %1 instead, as chosen: %2, which leaves %3; at most %4 sequences fit at once.")
                      : tr("In %1 instead, as chosen: %2, which is %3 too much; at most %4 sequences fit at once.");
        flow.paragraph(words.arg(precisionText(chosen.precision), bytes(need), bytes(std::fabs(left))).arg(largest),
                       Style::Plain, QStringLiteral("–"));
    }
}

void Advisor::flowChecklist(TextFlow& flow) const {
    using Style = TextFlow::Style;
    if (!hardware().advice()) return;
    flow.rule();
    flow.line(tr("Checklist"), {}, Style::Heading);
    for (const auto& item : hardware().advice()->checklist) {
        flow.paragraph(say(item.what), Style::Strong, QStringLiteral("☐"));
        flow.paragraph(say(item.here), Style::Muted, QStringLiteral(" "));
    }
}

// What is looked at and why come first, then the chapter's table; where there is room, words stand beside the rows.
double Advisor::layOut(QPainter* painter, const QRectF& area, QList<QRectF>* boxes) const {
    if (m_rows.isEmpty()) return area.top(); // it has a size before it is first seen
    const QRectF inside = area.adjusted(scaled(kSide), 0, -scaled(kSide), 0);
    const bool two = area.width() >= scaled(kTwoColumns);
    const double width = two ? (inside.width() - scaled(kBetween)) / 2 : inside.width();
    TextFlow rows(painter, QRectF(inside.left(), inside.top(), width, inside.height()));
    TextFlow beside(painter, QRectF(inside.right() - width, inside.top(), width, inside.height()));
    TextFlow& words = two ? beside : rows;
    flowRow(rows, 0, boxes);
    if (!two) rows.rule();
    flowReasons(words);
    rows.rule();
    rows.line(tr("Chapter B, section 8"), {}, TextFlow::Style::Heading);
    for (int row = 1; row < m_rows.size(); ++row) {
        flowRow(rows, row, boxes);
        rows.space(5);
    }
    flowChecklist(words);
    return std::max(rows.y(), beside.y());
}

QSizeF Advisor::drawnSize(double width) const {
    return {width, layOut(nullptr, QRectF(0, 0, scaled(width), 1), nullptr) / scaled(1)};
}

void Advisor::draw(QPainter& painter, const QRectF& area) const {
    QList<QRectF> boxes;
    layOut(nullptr, area, &boxes);
    if (theme().kind() != ThemeKind::Print && !boxes.isEmpty()) {
        const TextFlow marks(&painter, boxes[m_chosen]); // all rows are as wide
        marks.ground(boxes[m_chosen].top(), boxes[m_chosen].bottom());
        if (const auto at = item()) marks.outline(itemBox(*at).top(), itemBox(*at).bottom());
    }
    layOut(&painter, area, nullptr);
}

void Advisor::canvasFitted(const QRectF& area) {
    m_boxes.clear();
    layOut(nullptr, area, &m_boxes);
}

void Advisor::tell() {
    const auto at = item();
    if (at && *at < itemCount()) {
        const Row& row = m_rows[static_cast<qsizetype>(*at)];
        setReading(tr("%1: a click or Enter looks at it").arg(row.name), 1);
        speak(QStringList{row.name, row.ours, row.verdict, row.chapter}.join(". "));
    } else {
        setReading(tr("A click on a row looks at its device and model."), 1);
        speak(m_spoken);
    }
    canvas()->update();
}

void Advisor::activate(std::size_t at) {
    const auto row = static_cast<int>(at);
    if (row == 0 || row == m_chosen) return; // looked at already
    HardwareState next = hardware().state();
    next.device = m_rows[row].device;
    next.model = m_rows[row].model;
    hardware().change(next);
}

QString Advisor::caption() const {
    return tr("Formulas and peaks of the catalogue; %1 sequences of %2 tokens per optimizer step")
        .arg(hardware().state().batch)
        .arg(hardware().state().sequence);
}

TextTable Advisor::numbers() const {
    TextTable table;
    table.header = {tr("model / device"), tr("setting"), tr("verdict"), tr("chapter B")};
    for (const Row& row : m_rows)
        table.rows << QStringList{row.name, row.ours, row.verdict, row.chapter};
    if (const auto& advice = hardware().advice()) {
        for (const auto& reason : advice->reasons)
            table.rows << QStringList{tr("why"), say(reason), {}, {}};
        for (const auto& item : advice->checklist)
            table.rows << QStringList{say(item.what), say(item.here), {}, {}};
    }
    return table;
}

} // namespace ampscope::ui

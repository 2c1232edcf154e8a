#include "ui/instruments/hardware/hardware_card.h"

#include <QToolButton>

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/io/numbers.h"
#include "core/memory/budget.h"
#include "ui/bridge/language.h"
#include "ui/bridge/machine_model.h"
#include "ui/instruments/hardware/hardware_figures.h"
#include "ui/instruments/text_flow.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using hardware::Device;
using hardware::Format;
using Row = HardwareCard::Row;

namespace {

QString fromCore(const std::string& text) {
    return QString::fromStdString(text);
}

QString figureText(const hardware::Figure& figure, const QString& unit) {
    return figure.value ? fromCore(io::to_text(*figure.value, 4)) + " " + unit : QStringLiteral("–");
}

QString memoryText(const Device& device) {
    QStringList sizes;
    for (const double size : device.memory_gb)
        sizes << fromCore(io::to_text(size, 3));
    if (sizes.isEmpty()) return QStringLiteral("–");
    return (sizes.join(" / ") + " GB " + fromCore(device.memory_type)).trimmed();
}

QString supportText(const Device& device, Format format) {
    return say(hardware::support_message(hardware::support_of(device, format).support));
}

QString ruleText(const Device& device, Format format) {
    const auto rate = hardware::rate_of(device, format);
    return supportText(device, format) + (rate ? " · " + rateText(rate->tflops) : QString());
}

constexpr double kSide = 6; ///< room beside the words for the ground of the chosen row

bool isOrHas(const HardwareModel& hardware, std::string_view id) {
    return hardware.device().id == id || (hardware.other() && hardware.other()->id == id);
}

} // namespace

HardwareCard::HardwareCard(QWidget* parent)
    : ScrolledInstrument("hardware", parent), m_own(new HardwareModel(this)), m_measure(new QToolButton(this)) {
    m_measure->setProperty("role", "switch");
    addToHeader(m_measure);
    connect(m_measure, &QToolButton::clicked, this, [] {
        auto& machine = MachineModel::instance();
        machine.isMeasuring() ? machine.cancel() : machine.measure();
    });
    connect(&MachineModel::instance(), &MachineModel::progressed, this, &HardwareCard::showMeasuring);
    setHardware(m_own);
}

void HardwareCard::setHardware(HardwareModel* hardware) {
    if (m_hardware == hardware) return;
    if (m_hardware) disconnect(m_hardware, nullptr, this, nullptr);
    m_hardware = hardware;
    if (hardware)
        connect(hardware, &HardwareModel::changed, this, [this] {
            m_opened = -1;
            forgetItem();
            refresh();
        });
    if (isVisible()) refresh();
}

void HardwareCard::showMeasuring() {
    const auto& machine = MachineModel::instance();
    m_measure->setVisible(isOrHas(hardware(), hardware::kThisMachine) && machine.canMeasure());
    const auto& progress = machine.progress();
    const QString words = machine.isMeasuring()     ? tr("%1 of %2 · stop").arg(progress.done).arg(progress.all)
                          : machine.rates().empty() ? tr("Measure")
                                                    : tr("Measure again");
    m_measure->setText(words);
    m_measure->setProperty("full", words);
    m_measure->setProperty("brief", words);
    m_measure->setAccessibleName(machine.isMeasuring() ? tr("Stop measuring: %1").arg(fromCore(progress.what)) : words);
    m_measure->setToolTip(machine.isMeasuring()
                              ? fromCore(progress.what)
                              : tr("Multiplies, copies and trains for a few seconds; runs wait meanwhile"));
}

void HardwareCard::fillRows() {
    const Device& device = hardware().device();
    const auto& other = hardware().other();
    m_rows.clear();
    const auto heading = [&](const QString& words) {
        Row row;
        row.kind = Row::Kind::Heading;
        row.label = words;
        if (other) {
            row.value = fromCore(device.id);
            row.other = fromCore(other->id);
        }
        m_rows << row;
    };
    const auto add = [&](const QString& label, const hardware::Figure& figure, const QString& value,
                         const QString& theirs) {
        Row row;
        row.label = label;
        row.value = value;
        row.other = other ? theirs : QString();
        row.basis = say(hardware::basis_message(figure.basis));
        row.sources = figure.sources;
        row.note = fromCore(figure.note);
        m_rows << row;
    };
    heading(tr("Figures"));
    add(tr("memory"), device.memory, memoryText(device), other ? memoryText(*other) : QString());
    add(tr("bandwidth"), device.bandwidth, figureText(device.bandwidth, "GB/s"),
        other ? figureText(other->bandwidth, "GB/s") : QString());
    for (const auto& [rate, figure] : device.rates) {
        const auto* theirs = other ? other->rate(rate) : nullptr;
        if (!figure.value && !(theirs && theirs->value)) continue;
        add(tr("peak, %1").arg(fromCore(std::string(hardware::rate_id(rate))).replace('_', ' ')), figure,
            figure.value ? rateText(*figure.value) : QStringLiteral("–"),
            theirs && theirs->value ? rateText(*theirs->value) : QStringLiteral("–"));
    }
    for (const auto& [format, figure] : device.flop_per_cycle)
        if (figure.value)
            add(tr("per cycle and core, %1").arg(fromCore(format)), figure, figureText(figure, tr("operations")), "–");

    heading(tr("Number formats"));
    for (const Format format : hardware::kFormats) {
        const auto rule = hardware::support_of(device, format);
        Row row;
        row.kind = Row::Kind::Rule;
        row.label = formatText(format);
        row.hue = hueOf(format);
        row.value = other ? supportText(device, format) : ruleText(device, format); // the rates stand above
        if (other) row.other = supportText(*other, format);
        row.reason = say(rule.reason);
        row.sources = rule.sources;
        if (const auto rate = hardware::rate_of(device, format)) {
            row.basis = say(hardware::basis_message(rate->basis));
            row.note = say(rate->what);
            row.sources.insert(row.sources.end(), rate->sources.begin(), rate->sources.end());
        }
        m_rows << row;
    }
    addMemoryRows();
    if (!device.notes.empty()) heading(tr("Notes"));
    for (const auto& words : device.notes) {
        Row row;
        row.kind = Row::Kind::Note;
        row.reason = fromCore(words.in(LanguageSwitch::instance().language()));
        m_rows << row;
    }
}

// The line that a configuration can hit: what the setting needs beside what there is.
void HardwareCard::addMemoryRows() {
    Row heading;
    heading.kind = Row::Kind::Heading;
    heading.label = tr("Memory for %1").arg(fromCore(hardware().model().name));
    m_rows << heading;
    Row row;
    row.kind = Row::Kind::Note;
    if (const auto& advice = hardware().advice()) {
        const auto need = memory::need_of(hardware().scenario(), hardware().model());
        const double left = advice->budget - need.total();
        row.label = QString::fromUtf8(scenario::choice_name(hardware().scenario().precision).data());
        row.value = tr("%1 of %2")
                        .arg(fromCore(memory::bytes_text(need.total())), fromCore(memory::bytes_text(advice->budget)));
        row.reason = left >= 0 ? tr("Fits, %1 are left. States %2, activations %3: estimated by formula.")
                               : tr("Does not fit: %1 are missing. States %2, activations %3: estimated by formula.");
        row.reason = row.reason.arg(fromCore(memory::bytes_text(std::fabs(left))),
                                    fromCore(memory::bytes_text(need.states.total())),
                                    fromCore(memory::bytes_text(need.activations.peak_bytes())));
    } else if (hardware().why()) {
        row.reason = say(*hardware().why());
    }
    m_rows << row;
}

void HardwareCard::follow() {
    fillRows();
    showMeasuring();
    const Device& device = hardware().device();
    setTitle(deviceText(device));
    QStringList words{fromCore(device.architecture)};
    if (!device.capability.empty()) words << tr("compute capability %1").arg(fromCore(device.capability));
    if (device.launch_year.value) words << fromCore(io::to_text(*device.launch_year.value));
    words.removeAll(QString());
    setSubtitle(words.join(" · "));
    const bool measured = device.id == hardware::kThisMachine && !MachineModel::instance().rates().empty();
    setProvenance(measured ? Provenance::Measured : Provenance::Recorded);
    m_items.clear();
    for (int i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].hasSource()) m_items << i;
    fitCanvas();
    tell();
}

QString HardwareCard::sourcesOf(const Row& row) const {
    QStringList lines;
    if (!row.basis.isEmpty()) lines << row.basis + (row.note.isEmpty() ? QString() : ": " + row.note);
    for (const auto& id : row.sources)
        if (const auto* source = hardware::catalogue().source(id)) {
            const QString line =
                fromCore(source->title) + (source->url.empty() ? QString() : "  " + fromCore(source->url));
            if (!lines.contains(line)) lines << line;
        }
    return lines.join('\n');
}

void HardwareCard::tell() {
    const auto at = item();
    if (at && *at < itemCount()) {
        const Row& row = m_rows[m_items[static_cast<qsizetype>(*at)]];
        setReading(sourcesOf(row), 3);
        speak(row.label + ": " + row.value + ". " + row.reason + " " + sourcesOf(row));
    } else {
        setReading(tr("Point at a row, or use the arrow keys, for its source; a click or Enter keeps it open."), 3);
        QStringList all;
        for (const Row& row : m_rows)
            if (row.hasSource()) all << row.label + " " + row.value;
        speak(all.join("; "));
    }
    canvas()->update();
}

void HardwareCard::activate(std::size_t at) {
    const int row = m_items[static_cast<qsizetype>(at)];
    m_opened = row == m_opened ? -1 : row;
    refresh();
}

void HardwareCard::flow(TextFlow& flow, QList<QPair<double, double>>* places) const {
    using Style = TextFlow::Style;
    for (int i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QString value = row.other.isEmpty() ? row.value : row.value + "  |  " + row.other;
        if (row.kind == Row::Kind::Heading && i > 0) flow.rule();
        const double top = flow.y();
        if (row.kind == Row::Kind::Heading)
            flow.line(row.label, value, Style::Heading);
        else if (row.kind == Row::Kind::Rule)
            flow.line(row.label, value, Style::Strong, Style::Number, theme().format(row.hue).color);
        else if (!row.label.isEmpty())
            flow.line(row.label, value, Style::Plain, Style::Number);
        if (!row.reason.isEmpty()) flow.paragraph(row.reason, Style::Muted);
        if (i == m_opened) flow.paragraph(sourcesOf(row));
        if (places) places->append({top, flow.y()});
    }
}

QSizeF HardwareCard::drawnSize(double width) const {
    TextFlow measured(nullptr, QRectF(scaled(kSide), 0, scaled(width - 2 * kSide), 1));
    flow(measured, nullptr);
    return {width, measured.y() / scaled(1)};
}

// Where the rows lie in `area`, the gaps above headings left out.
QList<QPair<double, double>> HardwareCard::places(const QRectF& area) const {
    QList<QPair<double, double>> all;
    TextFlow measured(nullptr, area.adjusted(scaled(kSide), 0, -scaled(kSide), 0));
    flow(measured, &all);
    return all;
}

void HardwareCard::canvasFitted(const QRectF& area) {
    const auto all = places(area);
    m_boxes.clear();
    for (const int row : m_items)
        m_boxes << QRectF(area.left(), all[row].first, area.width(), all[row].second - all[row].first);
}

void HardwareCard::draw(QPainter& painter, const QRectF& area) const {
    TextFlow drawn(&painter, area.adjusted(scaled(kSide), 0, -scaled(kSide), 0));
    if (const auto at = item(); at && theme().kind() != ThemeKind::Print) {
        const QRectF box = itemBox(*at);
        drawn.ground(box.top(), box.bottom());
    }
    flow(drawn, nullptr);
}

QString HardwareCard::caption() const {
    return tr("%1; each figure as its source gives it").arg(deviceText(hardware().device()));
}

TextTable HardwareCard::numbers() const {
    TextTable table;
    table.header = {tr("what"), deviceText(hardware().device())};
    if (hardware().other()) table.header << deviceText(*hardware().other());
    table.header << tr("why") << tr("sources");
    for (const Row& row : m_rows) {
        if (row.kind == Row::Kind::Heading) continue;
        QStringList cells{row.label, row.value};
        if (hardware().other()) cells << row.other;
        cells << row.reason << sourcesOf(row).replace('\n', "; ");
        table.rows << cells;
    }
    return table;
}

} // namespace ampscope::ui

#include "ui/instruments/step/lane_table.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/step/lanes.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;

namespace {

constexpr double kRow = 24, kHead = 20, kTableHeight = 170;
constexpr Token kParts[] = {Token::Memory1, Token::Memory2, Token::Memory3, Token::Memory4};

QString megabytes(double bytes) {
    return record::is_missing(bytes) ? QStringLiteral("–")
                                     : QString::fromStdString(io::to_text(bytes / 1e6, 3)) + " MB";
}

double rowTop(const QRectF& area, std::size_t row) {
    return area.top() + scaled(kHead + static_cast<double>(row) * kRow);
}

constexpr double kTotal = 76, kBadge = 104, kLeastBars = 60;

// Left edges, from the left edge of the drawing, at scale 1; and which of the columns on the right a drawing of that
// width has room for: the numbers come before the bars, the bars before the badges.
struct Columns {
    double name = 44, step, loss, skipped, memory, right;
    bool hasTotal, hasBars, hasBadge;
    double total() const { return right - (hasBadge ? kBadge : 0) - kTotal; } ///< left edge
    double bars() const { return total() - memory; }                          ///< width
    Columns(const std::vector<LaneTable::Row>& rows, double width) : right(width / scaled(1)) {
        const QFont font = textFont(kTickPixels, QFont::DemiBold);
        double words = 60;
        for (const auto& row : rows)
            words = std::max(words, QFontMetricsF(font).horizontalAdvance(row.name));
        step = name + std::min(words, 200.0) + 8;
        loss = step + 64;
        skipped = loss + 68;
        memory = skipped + 84;
        hasTotal = memory + kTotal <= right;
        hasBars = memory + kLeastBars + kTotal <= right;
        hasBadge = memory + kLeastBars + kTotal + kBadge <= right;
    }
};

} // namespace

LaneTable::LaneTable(QWidget* parent) : DrawnInstrument("lanes", parent) {
    hideHeader();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    translated(this, [this] { setAccessibleName(tr("Runs side by side")); });
}

QSize LaneTable::sizeHint() const {
    const double drawn = drawnSize(0).height() + 14;
    return {480, qRound(scaled(showsTable() ? std::max(drawn, kTableHeight) : drawn))};
}

// The key below the rows may go.
QSize LaneTable::minimumSizeHint() const {
    return {0, qRound(scaled(drawnSize(0).height() - kHead + 14))};
}

QSizeF LaneTable::drawnSize(double width) const {
    const auto rows = static_cast<double>(std::max<std::size_t>(1, m_rows.size()));
    return {width, kHead + rows * kRow + kHead};
}

QString LaneTable::caption() const {
    std::vector<const record::RunRecord*> records;
    for (const auto& row : m_rows)
        records.push_back(&row.run->record());
    return captionOf(lanesOf(records));
}

void LaneTable::setChosen(RunModel* run) {
    m_chosen = run;
    refresh();
}

void LaneTable::follow() {
    m_rows.clear();
    std::vector<RunModel*> models;
    std::vector<const record::RunRecord*> records;
    for (auto* model : allRuns())
        if (model->hasRun()) models.push_back(model);
    for (const auto* model : models)
        records.push_back(&model->record());
    for (const auto& lane : lanesOf(records)) {
        RunModel* model = *std::ranges::find_if(models, [&](auto* m) { return &m->record() == &lane.first(); });
        const auto& record = lane.first();
        Row row{model,
                lane.name,
                lane.format,
                model->selectedStep(),
                record.planned_steps(),
                record::kMissing,
                0,
                {0, 0, 0, 0},
                record::kMissing,
                badgeText(model->isRecorded() ? Provenance::Recorded : Provenance::Measured)};
        for (const auto& sample : record.samples())
            if (sample.step() <= row.step && !sample.ran()) ++row.skipped;
        if (const auto* sample = sampleAt(record, row.step)) {
            const auto bytes = [&](Column column) {
                const double value = (*sample)[column];
                return record::is_missing(value) ? 0 : value;
            };
            row.loss = (*sample)[Column::Loss];
            row.peak = (*sample)[Column::BytesPeak];
            row.parts[0] = bytes(Column::BytesWeights) + bytes(Column::BytesMaster);
            row.parts[1] = bytes(Column::BytesGradients);
            row.parts[2] = bytes(Column::BytesOptimizer);
            row.parts[3] = bytes(Column::BytesActivations);
        }
        m_rows.push_back(row);
    }
    QStringList said;
    for (const auto& row : m_rows)
        said << tr("%1: step %2, loss %3, skipped %4, highest %5")
                    .arg(row.name)
                    .arg(row.step)
                    .arg(numberText(row.loss))
                    .arg(row.skipped)
                    .arg(megabytes(row.peak));
    speak(m_rows.empty() ? tr("No run yet.") : said.join(". "));
}

TextTable LaneTable::numbers() const {
    TextTable table{{tr("run"), tr("step"), tr("loss"), tr("skipped"), tr("weights"), tr("gradients"), tr("optimizer"),
                     tr("activations"), tr("highest in the step")},
                    {}};
    for (const auto& row : m_rows) {
        QStringList cells{row.name, QString::number(row.step), numberText(row.loss), QString::number(row.skipped)};
        for (const double part : row.parts)
            cells << QString::number(part, 'f', 0);
        table.rows << (cells << (record::is_missing(row.peak) ? QString() : QString::number(row.peak, 'f', 0)));
    }
    return table;
}

void LaneTable::draw(QPainter& painter, const QRectF& area) const {
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    if (m_rows.empty()) return painter.drawText(area, Qt::AlignCenter, tr("No run yet."));
    const Columns at(m_rows, area.width());
    const auto head = [&](double left, double right, const QString& words, Qt::Alignment align) {
        painter.drawText(QRectF(area.left() + scaled(left), area.top(), scaled(right - left), scaled(kHead)),
                         align | Qt::AlignVCenter, words);
    };
    head(at.step, at.loss - 12, tr("step"), Qt::AlignRight);
    head(at.loss, at.skipped - 12, tr("loss"), Qt::AlignRight);
    head(at.skipped, at.memory - 16, tr("skipped"), Qt::AlignRight);
    const double room = area.width() - scaled(at.memory);
    for (const QString& words : at.hasBars ? QStringList{tr("memory by parts, and the highest in the step"),
                                                         tr("memory, highest in the step"), tr("memory")}
                                           : QStringList{tr("memory")})
        if (at.hasTotal && painter.fontMetrics().horizontalAdvance(words) <= room) {
            head(at.memory, area.width() / scaled(1), words, Qt::AlignLeft);
            break;
        }
    double largest = 0;
    for (const auto& row : m_rows)
        largest = std::max({largest, row.parts[0] + row.parts[1] + row.parts[2] + row.parts[3],
                            record::is_missing(row.peak) ? 0 : row.peak});
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        drawRow(painter, area, m_rows[i], rowTop(area, i), largest);
    drawKey(painter, area);
}

void LaneTable::drawRow(QPainter& painter, const QRectF& area, const Row& row, double y, double largest) const {
    const double line = scaled(kRow), middle = y + line / 2;
    const Columns at(m_rows, area.width());
    const bool is_chosen = row.run == m_chosen && m_rows.size() > 1 && theme().kind() != ThemeKind::Print;
    if (is_chosen) {
        painter.fillRect(QRectF(1, y, width() - 2, line), theme().color(Token::SelectionGround));
        painter.fillRect(QRectF(1, y, scaled(3), line), theme().color(Token::Accent));
    }
    const FormatStyle style =
        row.format.isEmpty() ? FormatStyle{theme().color(Token::Text), {}, Marker::Circle} : theme().format(row.format);
    QPen pen(style.color, scaled(2));
    pen.setCapStyle(Qt::FlatCap);
    if (row.format.isEmpty() && m_rows.size() > 1) pen.setDashPattern({5, 4});
    if (!style.dash.empty()) pen.setDashPattern(QList<qreal>(style.dash.begin(), style.dash.end()));
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), middle), QPointF(area.left() + scaled(32), middle));
    const auto cell = [&](double left, double right, const QString& words, Qt::Alignment align) {
        const QRectF box(area.left() + scaled(left), y, scaled(right - left), line);
        painter.drawText(box, align | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight, qRound(box.width())));
    };
    painter.setFont(textFont(scaled(kTickPixels), QFont::DemiBold));
    // A hue can be read on the panel; on the ground of the chosen row the line before the name has it.
    painter.setPen(is_chosen ? theme().color(Token::Text) : style.color);
    cell(at.name, at.step - 4, row.name, Qt::AlignLeft);
    painter.setFont(monoFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Text));
    cell(at.step, at.loss - 12, row.step < 0 ? QStringLiteral("–") : QString::number(row.step), Qt::AlignRight);
    cell(at.loss, at.skipped - 12, numberText(row.loss), Qt::AlignRight);
    if (row.skipped > 0) painter.setPen(theme().color(Token::Lost));
    cell(at.skipped, at.memory - 16, QString::number(row.skipped), Qt::AlignRight);

    const double room = scaled(at.bars());
    double x = area.left() + scaled(at.memory);
    const auto wide = [&](double bytes) { return largest > 0 ? room * bytes / largest : 0; };
    for (int part = 0; part < 4 && at.hasBars; ++part) {
        painter.fillRect(QRectF(x, y + scaled(6), std::max(0.0, wide(row.parts[part]) - 1), line - scaled(12)),
                         theme().color(kParts[part]));
        x += wide(row.parts[part]);
    }
    if (at.hasBars && !record::is_missing(row.peak)) { // a mark where the step's highest lies
        x = area.left() + scaled(at.memory) + wide(row.peak);
        painter.setPen(QPen(theme().color(Token::Text), scaled(1.5)));
        painter.drawLine(QPointF(x, y + scaled(4)), QPointF(x, y + line - scaled(4)));
    }
    painter.setPen(theme().color(Token::Text));
    if (at.hasTotal) cell(at.total(), at.total() + kTotal, megabytes(row.peak), Qt::AlignRight);
    if (!at.hasBadge) return;
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    cell(at.right - kBadge, at.right, row.badge, Qt::AlignRight);
}

void LaneTable::drawKey(QPainter& painter, const QRectF& area) const {
    const QFont font = textFont(scaled(kTickPixels));
    painter.setFont(font);
    const QString names[] = {tr("weights"), tr("gradients"), tr("optimizer"), tr("activations")};
    double wide = 0;
    for (const auto& name : names)
        wide += QFontMetricsF(font).horizontalAdvance(name) + 4 + scaled(30);
    // Under the bars, or further left where it would leave the panel.
    double x = area.left() + std::max(0.0, std::min(scaled(Columns(m_rows, area.width()).memory), area.width() - wide));
    const double y = rowTop(area, m_rows.size()) + scaled(2);
    // Where the window has no room for it: the rows themselves come first.
    if (!Columns(m_rows, area.width()).hasBars || y + scaled(17) > height()) return;
    for (int part = 0; part < 4; ++part) {
        painter.fillRect(QRectF(x, y + scaled(4), scaled(9), scaled(9)), theme().color(kParts[part]));
        painter.setPen(theme().color(Token::Muted));
        const double words = QFontMetricsF(font).horizontalAdvance(names[part]) + 4;
        painter.drawText(QRectF(x + scaled(14), y, words, scaled(17)), Qt::AlignVCenter | Qt::AlignLeft, names[part]);
        x += words + scaled(30);
    }
}

void LaneTable::mousePressEvent(QMouseEvent* event) {
    const QRectF area = drawnArea();
    for (std::size_t i = 0; i < m_rows.size() && !showsTable(); ++i)
        if (event->button() == Qt::LeftButton && event->position().y() >= rowTop(area, i) &&
            event->position().y() < rowTop(area, i + 1))
            return Q_EMIT chosen(m_rows[i].run);
    DrawnInstrument::mousePressEvent(event);
}

void LaneTable::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (by == 0 || m_rows.empty()) return DrawnInstrument::keyPressEvent(event);
    const auto now = std::ranges::find(m_rows, m_chosen.data(), &Row::run) - m_rows.begin();
    const auto next = std::clamp<std::ptrdiff_t>(now + by, 0, static_cast<std::ptrdiff_t>(m_rows.size()) - 1);
    Q_EMIT chosen(m_rows[static_cast<std::size_t>(next)].run);
}

} // namespace ampscope::ui

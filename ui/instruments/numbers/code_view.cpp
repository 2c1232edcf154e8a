#include "ui/instruments/numbers/code_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/paper/paper_menu.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

constexpr double kCodePixels = 12.5;

CodeView::CodeView(QWidget* parent) : Instrument("code", parent) {
    hideHeader();
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    translated(this, [this] {
        setAccessibleName(tr("PyTorch code of this step"));
        menu()->clear();
        menu()->addAction(tr("Copy code"), this, [this] { QGuiApplication::clipboard()->setText(text()); });
        menu()->addSeparator();
        addPaperEntries(*this, *menu());
    });
    update();
}

void CodeView::setScenario(const scenario::Scenario& scenario) {
    m_scenario = scenario;
    refresh();
}

double CodeView::lineHeight() const {
    return qRound(scaled(kCodePixels) * 1.55);
}

std::pair<std::size_t, std::size_t> CodeView::shownLines() const {
    if (!m_compact || m_expanded || m_lines.size() <= m_compactLines) return {0, m_lines.size()};
    const std::size_t before = (m_compactLines - 1) / 2; // the lit line stands in the middle
    const std::size_t first =
        std::min(m_lit.lit_line < before ? 0 : m_lit.lit_line - before, m_lines.size() - m_compactLines);
    return {first, first + m_compactLines};
}

QSize CodeView::sizeHint() const {
    const auto [first, last] = shownLines();
    return {200, qRound(lineHeight() * static_cast<double>(last - first) + scaled(16))};
}

void CodeView::setCompact(bool compact, std::size_t lines) {
    if (compact == m_compact && lines == m_compactLines) return;
    m_compact = compact;
    m_compactLines = lines;
    m_expanded = false;
    updateGeometry();
    QFrame::update();
}

void CodeView::mousePressEvent(QMouseEvent* event) {
    if (!m_compact || event->button() != Qt::LeftButton) return Instrument::mousePressEvent(event);
    expand();
}

void CodeView::keyPressEvent(QKeyEvent* event) {
    const bool asks = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (!m_compact || !asks) return Instrument::keyPressEvent(event);
    expand();
}

void CodeView::focusInEvent(QFocusEvent*) {
    QFrame::update();
}
void CodeView::focusOutEvent(QFocusEvent*) {
    QFrame::update();
}

void CodeView::expand() {
    m_expanded = !m_expanded;
    updateGeometry();
    QFrame::update();
}

void CodeView::update() {
    if (run() && run()->hasRun()) m_scenario = run()->record().scenario();
    const auto lines_before = m_lines.size();
    m_lines = train::training_step(m_scenario);
    const std::int64_t step = run() ? run()->selectedStep() : -1;
    m_hasStep = step >= 0;
    m_lit = m_hasStep ? train::light(m_lines, run()->record(), step, LanguageSwitch::instance().language(),
                                     run()->selectedOp())
                      : train::LitCode{0, std::vector<std::string>(m_lines.size())};
    setAccessibleDescription(text());
    if (m_lines.size() != lines_before) updateGeometry();
    QFrame::update();
}

QString CodeView::lineText(std::size_t line) const {
    const QString code = QString::fromStdString(m_lines[line].text);
    return m_lit.remarks[line].empty() ? code : code + "  " + QString::fromStdString(m_lit.remarks[line]);
}

QString CodeView::text() const {
    QStringList all;
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        all << lineText(i);
    return all.join('\n');
}

TextTable CodeView::paperTable() const {
    TextTable table{{tr("line"), tr("code"), tr("in this step")}, {}};
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        table.rows << QStringList{QString::number(i + 1), QString::fromStdString(m_lines[i].text),
                                  QString::fromStdString(m_lit.remarks[i])};
    return table;
}

QString CodeView::litText() const {
    return m_hasStep ? lineText(m_lit.lit_line) : QString();
}

void CodeView::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    QPainter painter(this);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme().color(Token::Accent), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), kPanelRadius - 1, kPanelRadius - 1);
    }
    const QFont font = monoFont(scaled(kCodePixels));
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double left = scaled(16), height = lineHeight();
    // Remarks start in one column where there is room.
    double code_width = 0;
    for (const auto& line : m_lines)
        code_width = std::max(code_width, metrics.horizontalAdvance(QString::fromStdString(line.text)));
    const double remark_left = left + code_width + scaled(28);
    const auto [first, last] = shownLines();
    for (std::size_t i = first; i < last; ++i) {
        const QRectF row(1, scaled(8) + static_cast<double>(i - first) * height, width() - 2, height);
        if (m_hasStep && i == m_lit.lit_line) {
            painter.fillRect(row, theme().color(Token::SelectionGround));
            painter.fillRect(QRectF(row.left(), row.top(), scaled(3), row.height()), theme().color(Token::Accent));
        }
        painter.setPen(theme().color(Token::Text));
        painter.drawText(row.adjusted(left, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         QString::fromStdString(m_lines[i].text));
        painter.setPen(theme().color(Token::Muted));
        const double room = width() - remark_left - scaled(8);
        painter.drawText(QRectF(remark_left, row.top(), room, height), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(QString::fromStdString(m_lit.remarks[i]), Qt::ElideRight, room));
    }
}

} // namespace ampscope::ui

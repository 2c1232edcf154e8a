#include "ui/labs/code_diff_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/bridge/language.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr double kCodePixels = 12, kHead = 24, kMargin = 12;

double lineHeight() {
    return qRound(scaled(kCodePixels) * 1.5);
}

QString line(const std::optional<std::string>& text) {
    return text ? QString::fromStdString(*text) : QString();
}

} // namespace

CodeDiffView::CodeDiffView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    translated(this, [this] {
        setAccessibleName(tr("PyTorch lines of both runs"));
        setToolTip(tr("Only what differs, and its neighbours: a click shows all lines."));
        update();
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void CodeDiffView::setListings(const QString& leftTitle, const QString& rightTitle, std::vector<train::DiffRow> rows) {
    m_leftTitle = leftTitle;
    m_rightTitle = rightTitle;
    m_rows = std::move(rows);
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

QString CodeDiffView::text() const {
    QStringList all;
    for (const auto& row : m_rows) {
        if (!row.differs()) {
            all << "  " + line(row.left);
            continue;
        }
        if (row.left) all << "- " + line(row.left);
        if (row.right) all << "+ " + line(row.right);
    }
    return all.join('\n');
}

std::vector<CodeDiffView::Shown> CodeDiffView::shownRows() const {
    std::vector<Shown> shown;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool is_near = m_rows[i].differs() || (i > 0 && m_rows[i - 1].differs()) ||
                             (i + 1 < m_rows.size() && m_rows[i + 1].differs());
        if (!m_expanded && !is_near) continue;
        shown.push_back({i, !shown.empty() && shown.back().row + 1 != i});
    }
    return shown;
}

QSize CodeDiffView::sizeHint() const {
    const auto lines = std::max<std::size_t>(1, shownRows().size());
    return {400, qRound(scaled(kHead) + lineHeight() * static_cast<double>(lines) + scaled(10))};
}

void CodeDiffView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().color(hasFocus() ? Token::Accent : Token::Hairline), hasFocus() ? 2 : 1));
    painter.setBrush(theme().color(Token::Panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kPanelRadius, kPanelRadius);
    const double middle = width() / 2.0, margin = scaled(kMargin);
    const QFont code = monoFont(scaled(kCodePixels)), head = textFont(scaled(kChromePixels), QFont::DemiBold);
    const auto side = [&](double left, const QString& title, const QString& mark, Token ink, auto text_of) {
        const double wide = middle - 1.5 * margin;
        painter.setFont(head);
        painter.setPen(theme().color(ink));
        painter.drawText(QRectF(left, scaled(3), wide, scaled(kHead - 3)), Qt::AlignLeft | Qt::AlignVCenter,
                         fittedLine(title, head, wide));
        double y = scaled(kHead);
        painter.setFont(code);
        for (const auto& [index, is_gap] : shownRows()) {
            const auto& row = m_rows[index];
            const QRectF box(left, y, wide, lineHeight());
            const auto& text = text_of(row);
            if (row.differs() && text) painter.fillRect(box, theme().tint(theme().color(ink), 0.1));
            if (is_gap) {
                painter.setPen(QPen(theme().color(Token::Hairline), 1, Qt::DashLine));
                painter.drawLine(box.topLeft(), box.topRight());
            }
            painter.setPen(theme().color(row.differs() ? ink : Token::Muted));
            if (row.differs() && text)
                painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, mark);
            painter.setPen(theme().color(row.differs() ? Token::Text : Token::Muted));
            const double indent = scaled(18);
            painter.drawText(box.adjusted(indent, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                             fittedLine(line(text), code, wide - indent));
            y += lineHeight();
        }
    };
    side(
        margin, m_leftTitle, QStringLiteral("−"), Token::Lost, [](const auto& row) -> const auto& { return row.left; });
    side(
        middle + margin / 2, m_rightTitle, QStringLiteral("+"), Token::Good,
        [](const auto& row) -> const auto& { return row.right; });
}

void CodeDiffView::toggle() {
    m_expanded = !m_expanded;
    updateGeometry();
    update();
}

void CodeDiffView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) toggle();
}

void CodeDiffView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        return toggle();
    QWidget::keyPressEvent(event);
}

void CodeDiffView::focusInEvent(QFocusEvent*) {
    update();
}
void CodeDiffView::focusOutEvent(QFocusEvent*) {
    update();
}

} // namespace ampscope::ui

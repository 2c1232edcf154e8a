#include "ui/instruments/numbers/code_table.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::NumberClass;

namespace {

constexpr int kSide = 16, kCodes = 256;
constexpr double kHead = 22, kFoot = 62;
constexpr double kLeastCell = 18, kWantedCell = 22, kMostCell = 34;

// How a class looks. Subnormals are darker: there the steps no longer shrink.
struct Ground {
    QColor fill, ink;
};
Ground groundOf(NumberClass kind, const QColor& hue) {
    switch (kind) {
    case NumberClass::Zero: return {theme().color(Token::Panel), theme().color(Token::Text)};
    case NumberClass::Subnormal: return {theme().tint(hue, 0.3), theme().color(Token::Text)};
    case NumberClass::Normal: return {theme().tint(hue, 0.09), theme().color(Token::Text)};
    case NumberClass::Infinity: return {theme().color(Token::Hairline), theme().color(Token::Text)};
    case NumberClass::NaN: return {theme().color(Token::LostGround), theme().color(Token::Lost)};
    }
    return {};
}

QString label(const numeric::FloatFormat& format, int code) {
    const auto value = numeric::decode(format, Code(code));
    switch (value.kind()) {
    case numeric::ExactValue::Kind::NaN: return QStringLiteral("NaN");
    case numeric::ExactValue::Kind::Infinite: return value.is_negative() ? QStringLiteral("−∞") : QStringLiteral("∞");
    case numeric::ExactValue::Kind::Zero: return value.is_negative() ? QStringLiteral("−0") : QStringLiteral("0");
    default: break;
    }
    const QString exact = decimalText(format, Code(code));
    const QString text = exact.size() <= 6 ? exact : QString::fromStdString(io::to_text(numeric::to_double(value), 3));
    return QString(text).replace('-', QStringLiteral("−"));
}

} // namespace

CodeTable::CodeTable(QWidget* parent)
    : NumberInstrument("code-table", parent),
      m_format(makeFormatButton(&NumberState::table, [](const auto& format) { return format.bits() == 8; })) {
    addToHeader(m_format);
    setMouseTracking(true);
    refresh();
}

void CodeTable::follow() {
    const auto& format = state().table;
    if (m_shown != format) {
        m_shown = format;
        m_labels.clear();
        for (int code = 0; code < kCodes; ++code)
            m_labels << label(format, code);
    }
    if (!hasFocus()) m_cursor = ownCode();
    m_format->show(format);
    setTitle(tr("All codes of %1").arg(nameOf(format)));
    setSubtitle(formatFacts(format));
    speak(reading());
}

int CodeTable::ownCode() const {
    return static_cast<int>(state().convertTo(state().table).rounded.code);
}

// Cells take the height that is there, within limits.
QSizeF CodeTable::drawnSize(double) const {
    return {440, kHead + kSide * kWantedCell + kFoot};
}
QSize CodeTable::minimumSizeHint() const {
    return sizeHint() - QSize(0, qRound(scaled(kSide * (kWantedCell - kLeastCell))));
}

QRectF CodeTable::cellRect(const QRectF& area, int code) const {
    const double head = scaled(kHead);
    const double wide = (area.width() - head) / kSide;
    const double high =
        std::clamp((area.height() - head - scaled(kFoot)) / kSide, scaled(kLeastCell), scaled(kMostCell));
    return {area.left() + head + code % kSide * wide, area.top() + head + code / kSide * high, wide, high};
}

void CodeTable::draw(QPainter& painter, const QRectF& area) const {
    const auto& format = m_shown;
    const QColor hue = theme().format(QString::fromStdString(format.id)).color;
    const QFont head = monoFont(scaled(kTickPixels));
    painter.setFont(head);
    painter.setPen(theme().color(Token::Muted));
    for (int i = 0; i < kSide; ++i) {
        const QString digit = QString::number(i, 16).toUpper();
        const QRectF above = cellRect(area, i), beside = cellRect(area, i * kSide);
        painter.drawText(QRectF(above.left(), area.top(), above.width(), scaled(kHead)), Qt::AlignCenter, digit);
        painter.drawText(QRectF(area.left(), beside.top(), scaled(kHead), beside.height()), Qt::AlignCenter, digit);
    }
    const QFont small = monoFont(scaled(10.5));
    const QFontMetricsF metrics(small);
    const int own = ownCode(), pointed = m_hover.value_or(m_cursor);
    for (int code = 0; code < kCodes; ++code) {
        const QRectF cell = cellRect(area, code).adjusted(0.5, 0.5, -0.5, -0.5);
        const auto [fill, ink] = groundOf(numeric::classify(format, Code(code)), hue);
        painter.setPen(QPen(theme().color(Token::Hairline), 1));
        painter.setBrush(fill);
        painter.drawRect(cell);
        if (metrics.horizontalAdvance(m_labels[code]) > cell.width() - 2 || metrics.height() > cell.height() + 2)
            continue;
        painter.setFont(small);
        painter.setPen(ink);
        painter.drawText(cell, Qt::AlignCenter, m_labels[code]);
    }
    const auto frame = [&](int code, const QColor& color, double wide) {
        painter.setPen(QPen(color, scaled(wide)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(cellRect(area, code).adjusted(1, 1, -1, -1), 2, 2);
    };
    frame(own, hue, 2.5);
    if (hasFocus() || m_hover) frame(pointed, theme().color(Token::Accent), 2);
    drawLegend(painter, area);
}

void CodeTable::drawLegend(QPainter& painter, const QRectF& area) const {
    const double top = cellRect(area, kCodes - 1).bottom() + scaled(8);
    const QFont mono = monoFont(scaled(12.5)), plain = textFont(scaled(kTickPixels));
    painter.setFont(mono);
    painter.setPen(theme().color(Token::Text));
    painter.drawText(QRectF(area.left(), top, area.width(), scaled(20)), Qt::AlignLeft | Qt::AlignVCenter,
                     fitted(reading(), mono, area.width()));
    const QColor hue = theme().format(QString::fromStdString(m_shown.id)).color;
    const std::pair<NumberClass, QString> classes[] = {{NumberClass::Zero, tr("zero")},
                                                       {NumberClass::Subnormal, tr("subnormal")},
                                                       {NumberClass::Normal, tr("normal")},
                                                       {NumberClass::Infinity, tr("infinity")},
                                                       {NumberClass::NaN, tr("NaN")}};
    double x = area.left();
    painter.setFont(plain);
    for (const auto& [kind, name] : classes) {
        if (kind == NumberClass::Infinity && !m_shown.has_infinity()) continue;
        painter.setPen(QPen(theme().color(Token::Muted), 1));
        painter.setBrush(groundOf(kind, hue).fill);
        painter.drawRect(QRectF(x + 0.5, top + scaled(29) + 0.5, scaled(12), scaled(12)));
        painter.setPen(theme().color(Token::Muted));
        const double wide = QFontMetricsF(plain).horizontalAdvance(name) + 2;
        if (x + scaled(18) + wide > area.right()) break;
        painter.drawText(QRectF(x + scaled(18), top + scaled(26), wide, scaled(18)), Qt::AlignVCenter | Qt::AlignLeft,
                         name);
        x += scaled(36) + wide;
    }
}

QString CodeTable::reading() const {
    const int code = m_hover.value_or(m_cursor);
    const auto& format = m_shown;
    QString text = QStringList{codeText(format, Code(code)), fieldsText(format, Code(code)),
                               decimalText(format, Code(code)), classWords(format, Code(code))}
                       .join(QStringLiteral(" · "));
    if (numeric::decode(format, Code(code)).is_number())
        text += QStringLiteral(" · ULP ") +
                QString::fromStdString(numeric::exact_decimal(numeric::ulp(format, Code(code))));
    return text;
}

QString CodeTable::caption() const {
    return tr("rows: high digit, columns: low digit of the code; frame: %1").arg(shortText(state().text)) +
           QStringLiteral(" · ") + badgeText(Provenance::Computed) + QStringLiteral(" · ampscope");
}

TextTable CodeTable::numbers() const {
    TextTable table{{tr("code"), tr("bits"), tr("value"), tr("class"), "ULP"}, {}};
    for (int code = 0; code < kCodes; ++code) {
        const bool is_number = numeric::decode(m_shown, Code(code)).is_number();
        table.rows << QStringList{
            codeText(m_shown, Code(code)), fieldsText(m_shown, Code(code)), decimalText(m_shown, Code(code)),
            classWords(m_shown, Code(code)),
            is_number ? QString::fromStdString(numeric::exact_decimal(numeric::ulp(m_shown, Code(code)))) : QString()};
    }
    return table;
}

int CodeTable::codeAt(const QPointF& point) const {
    if (showsTable()) return -1;
    for (int code = 0; code < kCodes; ++code)
        if (cellRect(drawnArea(), code).contains(point)) return code;
    return -1;
}

void CodeTable::moveTo(int code) {
    m_cursor = std::clamp(code, 0, kCodes - 1);
    m_hover.reset();
    speak(reading());
    QFrame::update();
}

void CodeTable::take(int code) {
    moveTo(code);
    const numeric::FloatFormat format = m_shown; // the signal may change it
    number()->chooseCode(format, Code(code));
    Q_EMIT codeChosen(format, Code(code));
}

void CodeTable::mousePressEvent(QMouseEvent* event) {
    setFocus();
    const int code = codeAt(event->position());
    if (code < 0 || event->button() != Qt::LeftButton) return Instrument::mousePressEvent(event);
    take(code);
}

void CodeTable::mouseMoveEvent(QMouseEvent* event) {
    const int code = codeAt(event->position());
    m_hover = code < 0 ? std::nullopt : std::optional(code);
    QFrame::update();
}

void CodeTable::leaveEvent(QEvent*) {
    m_hover.reset();
    QFrame::update();
}

void CodeTable::keyPressEvent(QKeyEvent* event) {
    const int column = m_cursor % kSide;
    switch (event->key()) {
    case Qt::Key_Left: return moveTo(m_cursor - 1);
    case Qt::Key_Right: return moveTo(m_cursor + 1);
    case Qt::Key_Up: return moveTo(m_cursor < kSide ? m_cursor : m_cursor - kSide);
    case Qt::Key_Down: return moveTo(m_cursor >= kCodes - kSide ? m_cursor : m_cursor + kSide);
    case Qt::Key_Home: return moveTo(m_cursor - column);
    case Qt::Key_End: return moveTo(m_cursor - column + kSide - 1);
    case Qt::Key_PageUp: return moveTo(column);
    case Qt::Key_PageDown: return moveTo(kCodes - kSide + column);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return take(m_cursor);
    default: Instrument::keyPressEvent(event);
    }
}

} // namespace ampscope::ui

#include "ui/instruments/bits_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::Conversion;
using numeric::FloatFormat;
using numeric::NumberClass;

namespace {

constexpr double kRowHeight = 92, kLowRowHeight = 74, kRowGap = 8;
constexpr double kNameWidth = 112, kValueWidth = 250;
constexpr double kMaxCell = 21, kMinCell = 9;

QString exponentText(int exponent) {
    return powerOfTwo(exponent);
}

QString figure(const numeric::Rational& value, int digits) {
    const double number = numeric::to_double(value);
    QString text = QString::fromStdString(io::to_text(number, digits));
    if (number < 0) text[0] = QChar(0x2212); // a minus sign as wide as the plus
    return number > 0 ? "+" + text : text;
}

// "2⁻⁴ × 1.1001100110₂", with the exponent pinned for subnormals.
QString significandText(const Conversion& row) {
    const auto& format = row.format;
    switch (row.number_class) {
    case NumberClass::Zero: return BitsView::tr("zero");
    case NumberClass::Infinity: return BitsView::tr("infinity: exponent all ones, mantissa 0");
    case NumberClass::NaN: return BitsView::tr("not a number");
    default: break;
    }
    const Code magnitude = row.rounded.code & ~format.sign_bit();
    const int field = static_cast<int>(magnitude >> format.mantissa_bits);
    const int exponent = (field == 0 ? 1 : field) - format.bias;
    QString bits = field == 0 ? "0." : "1.";
    for (int bit = format.mantissa_bits - 1; bit >= 0; --bit)
        bits += bit_test(numeric::Integer(magnitude), static_cast<unsigned>(bit)) ? '1' : '0';
    QString text = exponentText(exponent) + " × " + bits + QStringLiteral("₂");
    if (field == 0) text += "  " + BitsView::tr("subnormal");
    return text;
}

} // namespace

std::vector<FloatFormat> defaultFormats() {
    std::vector<FloatFormat> formats;
    for (const char* id : {"fp32", "fp16", "bf16", "e4m3", "e5m2"})
        formats.push_back(numeric::format(id));
    return formats;
}

BitsView::BitsView(QWidget* parent) : Instrument("bits", parent) {
    hideHeader();
    setProperty("role", "");
    setFocusPolicy(Qt::StrongFocus);
    m_state.formats = defaultFormats();
    translated(this, [this] { buildMenu(); });
    update();
}

void BitsView::buildMenu() {
    menu()->clear();
    const auto copy = [this](const QString& title, auto text) {
        menu()->addAction(title, this, [this, text] {
            QGuiApplication::clipboard()->setText(text(m_rows[static_cast<std::size_t>(m_row)]));
        });
    };
    copy(tr("Copy the code"), [](const Conversion& row) {
        return QString::fromStdString(numeric::code_text(row.format, row.rounded.code));
    });
    copy(tr("Copy all decimal digits"),
         [](const Conversion& row) { return QString::fromStdString(numeric::exact_decimal(row.stored)); });
    copy(tr("Copy as hexadecimal float"),
         [](const Conversion& row) { return QString::fromStdString(numeric::hexadecimal(row.stored)); });
}

void BitsView::setState(const BitsState& state) {
    m_state = state;
    m_row = std::min(m_row, static_cast<int>(m_state.formats.size()) - 1);
    refresh();
}

void BitsView::update() {
    m_rows.clear();
    for (const auto& format : m_state.formats)
        m_rows.push_back(numeric::convert(m_state.value, format, m_state.rounding));
    m_bit = std::clamp(m_bit, 0, m_rows[static_cast<std::size_t>(m_row)].format.bits() - 1);
    QStringList spoken;
    for (const auto& row : m_rows)
        spoken << QString::fromStdString(row.format.name) + ": " +
                      QString::fromStdString(numeric::exact_decimal(row.stored));
    setAccessibleName(tr("Bits of %1").arg(m_state.text));
    setAccessibleDescription(spoken.join("; ") + ". " + spokenBit());
    updateGeometry();
    QFrame::update();
}

QSize BitsView::sizeHint() const {
    return {qRound(scaled(1000)),
            qRound((rowHeight() + scaled(kRowGap)) * static_cast<double>(m_state.formats.size()) - scaled(kRowGap))};
}
QSize BitsView::minimumSizeHint() const {
    return {qRound(scaled(560)), sizeHint().height()};
}

// --- geometry: all rows share the place of the border between exponent and mantissa

double BitsView::cellWidth() const {
    int exponent_bits = 1, mantissa_bits = 1;
    for (const auto& format : m_state.formats) {
        exponent_bits = std::max(exponent_bits, format.exponent_bits);
        mantissa_bits = std::max(mantissa_bits, format.mantissa_bits);
    }
    const double room = width() - scaled(kNameWidth + kValueWidth + 50);
    return std::clamp(room / (exponent_bits + mantissa_bits + 2), scaled(kMinCell), scaled(kMaxCell));
}

double BitsView::rowHeight() const {
    return scaled(m_low ? kLowRowHeight : kRowHeight);
}

void BitsView::setLow(bool low) {
    if (low == m_low) return;
    m_low = low;
    updateGeometry();
    QFrame::update();
}

QRectF BitsView::rowRect(int row) const {
    return {0.5, row * (rowHeight() + scaled(kRowGap)) + 0.5, width() - 1.0, rowHeight() - 1};
}

QRectF BitsView::bitRect(int row, int bit) const {
    const auto& format = m_state.formats[static_cast<std::size_t>(row)];
    int exponent_bits = 1;
    for (const auto& other : m_state.formats)
        exponent_bits = std::max(exponent_bits, other.exponent_bits);
    const double cell = cellWidth(), gap = scaled(7);
    const double border = scaled(kNameWidth) + (exponent_bits + 1) * cell + 2 * gap; // left edge of the mantissa
    double left = 0;
    if (bit < format.mantissa_bits)
        left = border + (format.mantissa_bits - 1 - bit) * cell;
    else if (bit < format.mantissa_bits + format.exponent_bits)
        left = border - gap - (bit - format.mantissa_bits + 1) * cell;
    else
        left = border - 2 * gap - (format.exponent_bits + 1) * cell;
    return {left, rowRect(row).top() + scaled(m_low ? 10 : 18), cell, scaled(30)};
}

std::optional<BitsView::Place> BitsView::placeAt(const QPointF& point) const {
    for (int row = 0; row < static_cast<int>(m_state.formats.size()); ++row) {
        if (!rowRect(row).contains(point)) continue;
        for (int bit = 0; bit < m_state.formats[static_cast<std::size_t>(row)].bits(); ++bit)
            if (bitRect(row, bit).contains(point)) return Place{row, bit};
    }
    return std::nullopt;
}

// --- drawing

void BitsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row)
        paintRow(painter, row);
}

void BitsView::paintRow(QPainter& painter, int row) {
    const Conversion& conversion = m_rows[static_cast<std::size_t>(row)];
    const auto& format = conversion.format;
    const QColor hue = theme().format(QString::fromStdString(format.id)).color;
    const QRectF area = rowRect(row);
    const bool is_wrong = conversion.rounded.overflow || conversion.rounded.invalid ||
                          (conversion.rounded.inexact && conversion.number_class == NumberClass::Zero);

    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.setBrush(theme().color(Token::Panel));
    painter.drawRoundedRect(area, kPanelRadius, kPanelRadius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(hue);
    painter.drawRoundedRect(QRectF(area.left(), area.top() + scaled(14), scaled(4), area.height() - scaled(28)), 2, 2);

    // Name, layout, code.
    const double left = area.left() + scaled(18);
    const auto text = [&](double x, double y, double wide, const QString& words, const QFont& font, const QColor& color,
                          Qt::Alignment align = Qt::AlignLeft) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRectF(x, area.top() + y - scaled(m_low ? 8 : 0), wide, scaled(18)), align | Qt::AlignVCenter,
                         words);
    };
    text(left, scaled(16), scaled(kNameWidth), QString::fromStdString(format.name), textFont(scaled(15), QFont::Bold),
         hue);
    text(left, scaled(37), scaled(kNameWidth),
         QString("1 + %1 + %2").arg(format.exponent_bits).arg(format.mantissa_bits), textFont(scaled(12)),
         theme().color(Token::Muted));
    text(left, scaled(55), scaled(kNameWidth),
         QString::fromStdString(numeric::code_text(format, conversion.rounded.code)).toUpper().replace("0X", "0x"),
         monoFont(scaled(12)), theme().color(Token::Muted));

    // Bits: sign empty, exponent darker, mantissa lighter; a one has a firm outline and a bold digit.
    const double cell = cellWidth();
    const bool with_digits = cell >= scaled(12);
    for (int bit = 0; bit < format.bits(); ++bit) {
        const QRectF box = bitRect(row, bit).adjusted(1, 0, -1, 0);
        const bool one = bitIsSet(row, bit), exponent = bit >= format.mantissa_bits && bit < format.bits() - 1,
                   sign = bit == format.bits() - 1;
        painter.setPen(QPen(one ? hue : theme().tint(hue, 0.35), one ? 1.5 : 1));
        painter.setBrush(sign ? theme().color(Token::Panel) : theme().tint(hue, exponent ? 0.28 : 0.1));
        painter.drawRoundedRect(box, scaled(4), scaled(4));
        if (with_digits) {
            painter.setFont(monoFont(scaled(14), one ? QFont::Bold : QFont::Normal));
            painter.setPen(theme().color(one ? Token::Text : Token::Muted));
            painter.drawText(box, Qt::AlignCenter, one ? "1" : "0");
        }
        if (hasFocus() && row == m_row && bit == m_bit) {
            painter.setPen(QPen(theme().color(Token::Accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), scaled(5), scaled(5));
        }
    }

    // Under the bits: what they mean. At the right: the value and its error.
    const double value_left = area.right() - scaled(kValueWidth + 14), value_width = scaled(kValueWidth);
    const double meaning_left = bitRect(row, format.bits() - 1).left();
    const QString meaning = significandText(conversion);
    const QFont meaning_font = textFont(scaled(12));
    text(meaning_left, scaled(57), value_left - meaning_left - 4,
         QFontMetricsF(meaning_font).elidedText(meaning, Qt::ElideRight, value_left - meaning_left - 4), meaning_font,
         theme().color(Token::Muted));

    const QString decimal = QString::fromStdString(numeric::exact_decimal(conversion.stored));
    QFont value_font = monoFont(scaled(15));
    if (QFontMetricsF(value_font).horizontalAdvance(decimal) > value_width) value_font = monoFont(scaled(12.5));
    text(value_left, scaled(14), value_width,
         QFontMetricsF(value_font).elidedText(decimal, Qt::ElideMiddle, value_width), value_font,
         theme().color(is_wrong ? Token::Lost : Token::Text), Qt::AlignRight);
    QString error;
    if (conversion.number_class == NumberClass::NaN && !conversion.rounded.overflow)
        error = m_state.value.kind() == numeric::ExactValue::Kind::NaN ? tr("no number, so no error")
                                                                       : tr("no infinity in this format");
    else if (!conversion.rounded.inexact)
        error = tr("no error");
    else if (conversion.error)
        error = tr("error %1 · %2 ULP").arg(figure(*conversion.error, 2), figure(*conversion.error_ulp, 2));
    else if (conversion.rounded.overflow)
        error = tr("overflow: above %1")
                    .arg(QString::fromStdString(
                        io::to_text(numeric::to_double(numeric::decode(format, format.max_finite())), 6)));
    else
        error = tr("lost");
    if (conversion.rounded.inexact && conversion.number_class == NumberClass::Zero)
        error = tr("lost: below half of %1")
                    .arg(QString::fromStdString(io::to_text(numeric::to_double(numeric::decode(format, Code(1))), 3)));
    text(value_left, scaled(39), value_width, error, textFont(scaled(12), is_wrong ? QFont::DemiBold : QFont::Normal),
         theme().color(is_wrong ? Token::Lost : Token::Muted), Qt::AlignRight);
    text(value_left, scaled(57), value_width, badgeText(Provenance::Computed), textFont(scaled(12)),
         theme().color(Token::Muted), Qt::AlignRight);
}

// --- changing bits

bool BitsView::bitIsSet(int row, int bit) const {
    return bit_test(numeric::Integer(m_rows[static_cast<std::size_t>(row)].rounded.code), static_cast<unsigned>(bit));
}

void BitsView::setBit(int row, int bit, bool on) {
    if (bitIsSet(row, bit) == on) return;
    const Conversion& conversion = m_rows[static_cast<std::size_t>(row)];
    Q_EMIT codeChosen(conversion.format, conversion.rounded.code ^ (Code(1) << bit));
}

void BitsView::flip(int row, int bit) {
    setBit(row, bit, !bitIsSet(row, bit));
}

void BitsView::mousePressEvent(QMouseEvent* event) {
    const auto place = placeAt(event->position());
    if (!place || event->button() != Qt::LeftButton) return QFrame::mousePressEvent(event);
    moveTo(place->row, place->bit);
    m_painting = !bitIsSet(place->row, place->bit);
    m_lastPainted = place;
    setBit(place->row, place->bit, *m_painting);
}

void BitsView::mouseMoveEvent(QMouseEvent* event) {
    const auto place = placeAt(event->position());
    if (!m_painting || !place || place == m_lastPainted || place->row != m_row) return; // painting stays in its row
    m_lastPainted = place;
    moveTo(place->row, place->bit);
    setBit(place->row, place->bit, *m_painting);
}

void BitsView::mouseReleaseEvent(QMouseEvent*) {
    m_painting.reset();
    m_lastPainted.reset();
}

void BitsView::moveTo(int row, int bit) {
    m_row = std::clamp(row, 0, static_cast<int>(m_rows.size()) - 1);
    m_bit = std::clamp(bit, 0, m_rows[static_cast<std::size_t>(m_row)].format.bits() - 1);
    setAccessibleDescription(spokenBit());
    QFrame::update();
}

void BitsView::keyPressEvent(QKeyEvent* event) {
    const Conversion& conversion = m_rows[static_cast<std::size_t>(m_row)];
    // Rows line up at the border of exponent and mantissa: moving up and down keeps the place relative to it.
    const auto vertical = [&](int row) {
        if (row < 0 || row >= static_cast<int>(m_rows.size())) return;
        const auto& next = m_rows[static_cast<std::size_t>(row)].format;
        const bool sign = m_bit == conversion.format.bits() - 1;
        const int from_border = m_bit - conversion.format.mantissa_bits; // >= 0: exponent
        moveTo(row, sign               ? next.bits() - 1
                    : from_border >= 0 ? std::min(next.mantissa_bits + from_border, next.bits() - 2)
                                       : std::max(0, next.mantissa_bits + from_border));
    };
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(numeric::code_text(conversion.format, conversion.rounded.code)));
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left: moveTo(m_row, m_bit + 1); break;
    case Qt::Key_Right: moveTo(m_row, m_bit - 1); break;
    case Qt::Key_Up: vertical(m_row - 1); break;
    case Qt::Key_Down: vertical(m_row + 1); break;
    case Qt::Key_Home: moveTo(m_row, conversion.format.bits() - 1); break;
    case Qt::Key_End: moveTo(m_row, 0); break;
    case Qt::Key_Space: flip(m_row, m_bit); break;
    case Qt::Key_PageUp:
        Q_EMIT codeChosen(conversion.format, numeric::next_up(conversion.format, conversion.rounded.code));
        break;
    case Qt::Key_PageDown:
        Q_EMIT codeChosen(conversion.format, numeric::next_down(conversion.format, conversion.rounded.code));
        break;
    default: QFrame::keyPressEvent(event);
    }
}

void BitsView::focusInEvent(QFocusEvent*) {
    QFrame::update();
}
void BitsView::focusOutEvent(QFocusEvent*) {
    QFrame::update();
}

QString BitsView::spokenBit() const {
    if (m_rows.empty()) return {};
    const auto& format = m_rows[static_cast<std::size_t>(m_row)].format;
    const QString value = bitIsSet(m_row, m_bit) ? tr("one") : tr("zero");
    const QString name = QString::fromStdString(format.name);
    if (m_bit == format.bits() - 1) return tr("%1, sign bit, %2").arg(name, value);
    if (m_bit >= format.mantissa_bits)
        return tr("%1, exponent bit %2, %3").arg(name).arg(m_bit - format.mantissa_bits).arg(value);
    return tr("%1, mantissa bit %2, %3").arg(name).arg(m_bit).arg(value);
}

} // namespace ampscope::ui

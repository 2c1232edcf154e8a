#include "ui/instruments/numbers/bits_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "core/numeric/decimal.h"
#include "core/numeric/libtorch_cast.h"
#include "ui/bridge/language.h"
#include "ui/bridge/libtorch_casts.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::Conversion;
using numeric::FloatFormat;

namespace {

constexpr double kRowHeight = 92, kLowRowHeight = 68, kRowGap = 6;
constexpr double kNameWidth = 112, kValueWidth = 250;
constexpr double kMaxCell = 21, kMinCell = 9;

} // namespace

BitsView::BitsView(QWidget* parent) : NumberInstrument("bits", parent) {
    hideHeader();
    setProperty("role", "");
    refresh();
}

void BitsView::buildMenu() {
    menu()->clear();
    const auto entry = [this](QMenu* to, const QString& title, CopyAs kind, const QKeySequence& keys = {}) {
        auto* action = to->addAction(title, this, [this, kind] { copy(kind); });
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut); // shown; keyPressEvent() answers
    };
    entry(menu(), tr("Copy the code with its format"), CopyAs::NamedCode, QKeySequence::Copy);
    auto* as = menu()->addMenu(tr("Copy as"));
    entry(as, tr("Bare code"), CopyAs::Code);
    entry(as, tr("All decimal digits"), CopyAs::Decimal, Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    entry(as, tr("Hexadecimal float"), CopyAs::HexFloat);
    entry(as, tr("C: hexadecimal literal"), CopyAs::CLiteral);
    entry(as, tr("C: from its bits"), CopyAs::CBits);
    entry(as, tr("Python: the value"), CopyAs::Python);
    entry(as, tr("Python: from its bits"), CopyAs::PythonBits);
    menu()->addAction(tr("Paste a value or a code"), this, [this] { paste(); });
    menu()->addAction(tr("Paste a bare code of this format"), this, [this] { paste(true); });
    menu()->addSeparator();
    auto* formats = menu()->addMenu(tr("Formats"));
    connect(formats, &QMenu::aboutToShow, this, [this, formats] {
        fillFormatMenu(formats, {[this](const FloatFormat& format) {
                                     return std::ranges::find(state().formats, format) != state().formats.end();
                                 },
                                 [this](const FloatFormat& format) { toggleFormat(format); }});
    });
    menu()->addAction(tr("Remove this row"), this, [this] { toggleFormat(current().format); });
    menu()->addSeparator();
    addCommonEntries();
}

void BitsView::setLibTorch(LibTorchCasts* casts) {
    m_libtorch = casts;
    if (casts)
        connect(casts, &LibTorchCasts::changed, this, [this] {
            QFrame::update();
            Q_EMIT currentChanged();
        });
    askLibTorch();
}

// Only once it can be seen: the window's first frame has other things to do.
void BitsView::askLibTorch() {
    if (!m_libtorch || !isVisible() || m_rows.empty()) return;
    QStringList formats;
    for (const auto& format : state().formats)
        if (numeric::libtorch_has(format)) formats << QString::fromStdString(format.id);
    if (!formats.isEmpty()) m_libtorch->ask(numeric::libtorch_input(state().value), formats);
}

void BitsView::showEvent(QShowEvent* event) {
    NumberInstrument::showEvent(event);
    askLibTorch();
}

void BitsView::follow() {
    m_rows.clear();
    for (const auto& format : state().formats)
        m_rows.push_back(state().convertTo(format));
    m_row = std::min(m_row, static_cast<int>(m_rows.size()) - 1);
    m_bit = std::clamp(m_bit, 0, current().format.bits() - 1);
    QStringList spoken;
    for (const auto& row : m_rows)
        spoken << nameOf(row.format) + ": " + decimalText(row.format, row.rounded.code);
    setAccessibleName(tr("Bits of %1").arg(shortText(state().text)));
    speak(spoken.join("; ") + ". " + spokenBit());
    askLibTorch();
    Q_EMIT currentChanged();
}

// On paper every window draws the same.
double BitsView::sized(double pixels) const {
    return scaled(pixels) * (theme().kind() == ThemeKind::Print ? 1 : m_zoom);
}

void BitsView::setZoom(double zoom) {
    if (zoom == m_zoom) return;
    m_zoom = zoom;
    updateGeometry();
    update();
}

QSize BitsView::sizeHint() const {
    return {qRound(scaled(1000)), qRound(scaled(drawnSize(width()).height()))};
}
QSize BitsView::minimumSizeHint() const {
    return {qRound(scaled(560)), sizeHint().height()};
}
QSizeF BitsView::drawnSize(double) const {
    return {720, (rowHeight() / scaled(1) + kRowGap) * static_cast<double>(state().formats.size()) - kRowGap};
}

TextTable BitsView::numbers() const {
    TextTable table{{tr("format"), tr("code"), tr("sign, exponent, mantissa"), tr("value"), tr("class"), tr("error"),
                     tr("error, ULP"), tr("relative error"), tr("next below"), tr("next above"), "ULP", tr("flags"),
                     tr("why"), "LibTorch"},
                    {}};
    for (const auto& row : m_rows) {
        const auto& code = row.rounded.code;
        const auto figure = [](const auto& value) { return value ? plainFigure(*value) : QString(); };
        const auto theirs = m_libtorch ? m_libtorch->code(QString::fromStdString(row.format.id)) : std::nullopt;
        table.rows << QStringList{QString::fromStdString(row.format.id),
                                  codeText(row.format, code),
                                  fieldsText(row.format, code),
                                  decimalText(row.format, code),
                                  classWords(row.format, code),
                                  figure(row.error),
                                  figure(row.error_ulp),
                                  figure(row.error_relative),
                                  decimalText(row.format, row.below),
                                  decimalText(row.format, row.above),
                                  row.ulp ? QString::fromStdString(numeric::exact_decimal(*row.ulp)) : QString(),
                                  flagsText(row.flags()),
                                  say(row.reason()),
                                  theirs ? codeText(row.format, Code(*theirs)) : QString()};
    }
    return table;
}

// --- geometry: all rows share the place of the border between exponent and mantissa

double BitsView::cellWidth(const QRectF& area) const {
    int exponent_bits = 1, mantissa_bits = 1;
    for (const auto& format : state().formats) {
        exponent_bits = std::max(exponent_bits, format.exponent_bits);
        mantissa_bits = std::max(mantissa_bits, format.mantissa_bits);
    }
    const double room = area.width() - sized(kNameWidth + kValueWidth + 50);
    return std::clamp(room / (exponent_bits + mantissa_bits + 2), sized(kMinCell), sized(kMaxCell));
}

double BitsView::rowHeight() const {
    return sized(m_low ? kLowRowHeight : kRowHeight);
}

void BitsView::setLow(bool low) {
    if (low == m_low) return;
    m_low = low;
    updateGeometry();
    QFrame::update();
}

QRectF BitsView::rowRect(const QRectF& area, int row) const {
    return {area.left() + 0.5, area.top() + row * (rowHeight() + scaled(kRowGap)) + 0.5, area.width() - 1.0,
            rowHeight() - 1};
}

QRectF BitsView::bitRect(const QRectF& area, int row, int bit) const {
    const auto& format = state().formats[static_cast<std::size_t>(row)];
    int exponent_bits = 1;
    for (const auto& other : state().formats)
        exponent_bits = std::max(exponent_bits, other.exponent_bits);
    const double cell = cellWidth(area), gap = sized(7);
    const double border =
        area.left() + sized(kNameWidth) + (exponent_bits + 1) * cell + 2 * gap; // left edge of the mantissa
    double left = 0;
    if (bit < format.mantissa_bits)
        left = border + (format.mantissa_bits - 1 - bit) * cell;
    else if (bit < format.mantissa_bits + format.exponent_bits)
        left = border - gap - (bit - format.mantissa_bits + 1) * cell;
    else
        left = border - 2 * gap - (format.exponent_bits + 1) * cell;
    return {left, rowRect(area, row).top() + sized(m_low ? 8 : 18), cell, sized(30)};
}

int BitsView::rowAt(const QPointF& point) const {
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row)
        if (rowRect(rect(), row).contains(point)) return row;
    return -1;
}

std::optional<BitsView::Place> BitsView::placeAt(const QPointF& point) const {
    const int row = showsTable() ? -1 : rowAt(point);
    if (row < 0) return std::nullopt;
    for (int bit = 0; bit < m_rows[static_cast<std::size_t>(row)].format.bits(); ++bit)
        if (bitRect(row, bit).contains(point)) return Place{row, bit};
    return std::nullopt;
}

// --- drawing

void BitsView::paintEvent(QPaintEvent*) {
    if (showsTable()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter, rect());
}

void BitsView::draw(QPainter& painter, const QRectF& area) const {
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row)
        drawRow(painter, area, row);
}

void BitsView::drawRow(QPainter& painter, const QRectF& whole, int row) const {
    const Conversion& conversion = m_rows[static_cast<std::size_t>(row)];
    const auto& format = conversion.format;
    const QColor hue = theme().format(QString::fromStdString(format.id)).color;
    const QRectF area = rowRect(whole, row);
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.setBrush(theme().color(Token::Panel));
    painter.drawRoundedRect(area, kPanelRadius, kPanelRadius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(hue);
    painter.drawRoundedRect(QRectF(area.left(), area.top() + sized(14), sized(4), area.height() - sized(28)), 2, 2);

    const auto text = [&](double x, double y, double wide, const QString& words, const QFont& font, const QColor& color,
                          Qt::Alignment align = Qt::AlignLeft) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRectF(x, area.top() + y - sized(m_low ? 10 : 0), wide, sized(18)), align | Qt::AlignVCenter,
                         fitted(words, font, wide));
    };
    // Name, layout, code.
    const double left = area.left() + sized(18), name_width = sized(kNameWidth - 22);
    const QColor muted = theme().color(Token::Muted);
    QFont name_font = textFont(sized(15), QFont::Bold);
    if (QFontMetricsF(name_font).horizontalAdvance(nameOf(format)) > name_width)
        name_font = textFont(sized(12), QFont::Bold);
    text(left, sized(16), name_width, nameOf(format), name_font, hue);
    text(left, sized(37), name_width, QString("1 + %1 + %2").arg(format.exponent_bits).arg(format.mantissa_bits),
         textFont(sized(12)), muted);
    text(left, sized(55), name_width, codeText(format, conversion.rounded.code), monoFont(sized(12)), muted);
    drawBits(painter, whole, row);

    // Under the bits: what they mean. At the right: the value and its error.
    const double value_left = area.right() - sized(kValueWidth + 14), value_width = sized(kValueWidth);
    const double meaning_left = bitRect(whole, row, format.bits() - 1).left();
    const QString meaning = significandText(format, conversion.rounded.code);
    const QFont small = textFont(sized(12));
    text(meaning_left, sized(57), value_left - meaning_left - 4,
         QFontMetricsF(small).elidedText(meaning, Qt::ElideRight, value_left - meaning_left - 4), small, muted);

    const auto error = errorWords(conversion, state().value);
    const QString decimal = decimalText(format, conversion.rounded.code);
    // In a narrow row the bits reach into its place.
    const double decimal_left = std::max(value_left, bitRect(whole, row, 0).right() + sized(8));
    const double decimal_width = value_left + value_width - decimal_left;
    QFont value_font = monoFont(sized(15));
    if (QFontMetricsF(value_font).horizontalAdvance(decimal) > decimal_width) value_font = monoFont(sized(12.5));
    text(decimal_left, sized(14), decimal_width, decimal, value_font,
         theme().color(error.isLoss ? Token::Lost : Token::Text), Qt::AlignRight);
    text(value_left, sized(39), value_width, error.text,
         textFont(sized(12), error.isLoss ? QFont::DemiBold : QFont::Normal),
         error.isLoss ? theme().color(Token::Lost) : muted, Qt::AlignRight);
    const auto [source, differs] = sourceWords(conversion);
    text(value_left, sized(57), value_width, source, textFont(sized(12), differs ? QFont::DemiBold : QFont::Normal),
         differs ? theme().color(Token::Warn) : muted, Qt::AlignRight);
}

std::pair<QString, bool> BitsView::sourceWords(const Conversion& row) const {
    const QString badge = badgeText(Provenance::Computed);
    const auto theirs = m_libtorch ? m_libtorch->code(QString::fromStdString(row.format.id)) : std::nullopt;
    if (!theirs) return {badge, false};
    const auto cast = numeric::explain_libtorch(row, Code(*theirs));
    if (cast.same_code) return {badge + QStringLiteral(" · ") + tr("LibTorch the same"), false};
    return {tr("LibTorch gives %1, %2").arg(codeText(row.format, cast.code), decimalText(row.format, cast.code)), true};
}

// Fainter than a one, and still to be read on the ground of the exponent, where the muted ink is not.
static QColor zeroInk() {
    const QColor ink = theme().color(Token::Text), muted = theme().color(Token::Muted);
    return QColor::fromRgb((ink.red() + muted.red()) / 2, (ink.green() + muted.green()) / 2,
                           (ink.blue() + muted.blue()) / 2);
}

// Sign empty, exponent darker, mantissa lighter; a one has a firm outline and a bold digit.
void BitsView::drawBits(QPainter& painter, const QRectF& area, int row) const {
    const auto& format = m_rows[static_cast<std::size_t>(row)].format;
    const QColor hue = theme().format(QString::fromStdString(format.id)).color;
    const bool with_digits = cellWidth(area) >= sized(12);
    for (int bit = 0; bit < format.bits(); ++bit) {
        const QRectF box = bitRect(area, row, bit).adjusted(1, 0, -1, 0);
        const bool one = bitIsSet(row, bit), exponent = bit >= format.mantissa_bits && bit < format.bits() - 1,
                   sign = bit == format.bits() - 1;
        painter.setPen(QPen(one ? hue : theme().tint(hue, 0.35), one ? 1.5 : 1));
        painter.setBrush(sign ? theme().color(Token::Panel) : theme().tint(hue, exponent ? 0.28 : 0.1));
        painter.drawRoundedRect(box, sized(4), sized(4));
        if (with_digits) {
            painter.setFont(monoFont(sized(14), one ? QFont::Bold : QFont::Normal));
            painter.setPen(one ? theme().color(Token::Text) : zeroInk());
            painter.drawText(box, Qt::AlignCenter, one ? "1" : "0");
        }
        if (hasFocus() && row == m_row && bit == m_bit) {
            painter.setPen(QPen(theme().color(Token::Accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), sized(5), sized(5));
        }
    }
}

// --- changing bits

bool BitsView::bitIsSet(int row, int bit) const {
    return bit_test(numeric::Integer(m_rows[static_cast<std::size_t>(row)].rounded.code), static_cast<unsigned>(bit));
}

void BitsView::setBit(int row, int bit, bool on) {
    if (bitIsSet(row, bit) == on) return;
    const Conversion& conversion = m_rows[static_cast<std::size_t>(row)];
    choose(conversion.format, conversion.rounded.code ^ (Code(1) << bit));
}

void BitsView::goToFormat(const FloatFormat& format) {
    const auto found = std::ranges::find(state().formats, format);
    if (found != state().formats.end()) moveTo(static_cast<int>(found - state().formats.begin()), m_bit);
}

// By value: following the new number replaces the rows.
void BitsView::choose(const FloatFormat& in, const Code& chosen) {
    const FloatFormat format = in;
    const Code code = chosen;
    number()->chooseCode(format, code);
    Q_EMIT codeChosen(format, code);
}

void BitsView::flip(int row, int bit) {
    setBit(row, bit, !bitIsSet(row, bit));
}

void BitsView::step(bool up) {
    const auto& [format, code] = std::pair(current().format, current().rounded.code);
    choose(format, up ? numeric::next_up(format, code) : numeric::next_down(format, code));
}

void BitsView::copy(CopyAs kind) const {
    QGuiApplication::clipboard()->setText(copyText(kind, current().format, current().rounded.code));
}

void BitsView::paste(bool asCode) {
    const QString text = QGuiApplication::clipboard()->text();
    number()->enterText(asCode ? QString::fromStdString(current().format.id) + ":" + text.trimmed() : pastedText(text));
}

void BitsView::toggleFormat(const FloatFormat& format) {
    NumberState next = state();
    const auto found = std::ranges::find(next.formats, format);
    if (found == next.formats.end())
        next.formats.push_back(format);
    else if (next.formats.size() > 1)
        next.formats.erase(found);
    number()->change(next);
}

void BitsView::mousePressEvent(QMouseEvent* event) {
    setFocus();
    const auto place = placeAt(event->position());
    if (const int row = rowAt(event->position()); row >= 0 && !place) moveTo(row, m_bit);
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
    const int before = m_row;
    m_row = std::clamp(row, 0, static_cast<int>(m_rows.size()) - 1);
    m_bit = std::clamp(bit, 0, current().format.bits() - 1);
    speak(spokenBit());
    QFrame::update();
    if (m_row != before) Q_EMIT currentChanged();
}

void BitsView::contextMenuEvent(QContextMenuEvent* event) {
    if (const int row = rowAt(event->pos()); row >= 0) moveTo(row, m_bit);
    NumberInstrument::contextMenuEvent(event);
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
    if (event->matches(QKeySequence::Copy)) return copy(CopyAs::NamedCode);
    if (event->matches(QKeySequence::Paste)) return paste();
    if (event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        if (event->key() == Qt::Key_C) return copy(CopyAs::Decimal);
        if (event->key() == Qt::Key_V) return paste(true);
    }
    switch (event->key()) {
    case Qt::Key_Left: moveTo(m_row, m_bit + 1); break;
    case Qt::Key_Right: moveTo(m_row, m_bit - 1); break;
    case Qt::Key_Up: vertical(m_row - 1); break;
    case Qt::Key_Down: vertical(m_row + 1); break;
    case Qt::Key_Home: moveTo(m_row, conversion.format.bits() - 1); break;
    case Qt::Key_End: moveTo(m_row, 0); break;
    case Qt::Key_Space: flip(m_row, m_bit); break;
    case Qt::Key_PageUp: step(true); break;
    case Qt::Key_PageDown: step(false); break;
    case Qt::Key_Delete: toggleFormat(FloatFormat(conversion.format)); break;
    default: QFrame::keyPressEvent(event);
    }
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

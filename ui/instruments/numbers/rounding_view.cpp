#include "ui/instruments/numbers/rounding_view.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/numeric/random.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::Conversion;
using numeric::Rounding;

namespace {

// Heights at scale 1: cells with their labels, the line with its labels, the rows, the reason.
constexpr double kCellsTop = 0, kCell = 28, kLineTop = 84, kRowsTop = 194, kHead = 20, kRow = 22;
constexpr double kReason = 46;

QColor hueOf(const numeric::FloatFormat& format) {
    return theme().format(QString::fromStdString(format.id)).color;
}

} // namespace

RoundingView::RoundingView(QWidget* parent)
    : NumberInstrument("rounding", parent),
      m_format(new FormatButton({[this](const auto& format) { return format == state().format; },
                                 [this](const auto& format) {
                                     NumberState next = state();
                                     next.format = format;
                                     if (format.bits() == 8) next.table = format;
                                     number()->change(next);
                                 }},
                                this)) {
    addToHeader(m_format);
    refresh();
}

const Conversion& RoundingView::chosen() const {
    return *std::ranges::find(m_rows, state().mode, &Conversion::rounding);
}

void RoundingView::follow() {
    const NumberState& now = state();
    m_rows.clear();
    numeric::RoundingOptions options = now.options();
    for (const Rounding mode : numeric::all_roundings()) {
        options.mode = mode;
        m_rows.push_back(numeric::convert(now.value, now.format, options));
    }
    m_draws = 0;
    if (chosen().decision) {
        // Away where random / 2^64 is below the share that is cut off: round_to()'s rule, without rounding each time.
        const numeric::Rational scaled_cut = chosen().decision->cut * numeric::power_of_two(64);
        numeric::SplitMix64 random(now.seed);
        for (int i = 0; i < kDraws; ++i)
            m_draws += numeric::Rational(random.next()) < scaled_cut ? 1 : 0;
    }
    m_format->show(now.format);
    setTitle(tr("How %1 is rounded to %2").arg(shortText(now.text), nameOf(now.format)));
    setSubtitle(formatFacts(now.format));
    QStringList spoken;
    spoken << cutWords();
    for (const auto& row : m_rows)
        spoken << modeName(row.rounding) + ": " + decimalText(row.format, row.rounded.code);
    speak(tr("%1 chosen: %2. %3").arg(modeName(now.mode), reasonWords(), spoken.join("; ")));
}

QSizeF RoundingView::drawnSize(double width) const {
    return {std::clamp(width, 440.0, 460.0),
            kRowsTop + kHead + kRow * static_cast<double>(numeric::all_roundings().size()) + kReason};
}

void RoundingView::draw(QPainter& painter, const QRectF& area) const {
    if (!chosen().decision) {
        painter.setFont(textFont(scaled(kChromePixels)));
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(area.left(), area.top(), area.width(), scaled(kRowsTop - 16)),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Nothing lies between two neighbours here.") + "\n" + reasonWords());
    } else {
        drawCells(painter, area);
        drawLine(painter, area);
    }
    drawModes(painter, area);
}

// "2⁻⁴ × 1.10011 | guard round sticky". Where the mantissa is longer than the room, its middle is left out.
void RoundingView::drawCells(QPainter& painter, const QRectF& area) const {
    const Conversion& row = chosen();
    const QColor hue = hueOf(row.format);
    const auto fields = numeric::fields_of(row.format, row.decision->toward);
    const QString kept = QString::fromStdString(fields.significand).remove('.');
    const double top = area.top() + scaled(kCellsTop);
    const QFont label_font = textFont(scaled(kTickPixels)), power_font = monoFont(scaled(14));

    painter.setFont(power_font);
    painter.setPen(theme().color(Token::Muted));
    const QString power = (fields.sign == "1" ? QStringLiteral("−") : QString()) + powerOfTwo(fields.exponent_value) +
                          QStringLiteral(" × ");
    const double power_width = QFontMetricsF(power_font).horizontalAdvance(power);
    painter.drawText(QRectF(area.left(), top, power_width + 2, scaled(kCell)), Qt::AlignVCenter, power);

    const double first = area.left() + power_width + scaled(4), behind = scaled(3 * 52 + 20);
    const double room = area.right() - first - behind;
    const double cell = std::clamp(room / static_cast<double>(kept.size() + 1), scaled(13), scaled(21));
    auto shown = static_cast<qsizetype>(room / cell) - 1; // one for the point or the gap
    shown = std::min(shown, kept.size());
    const bool cut_out = shown < kept.size();
    const qsizetype head = cut_out ? shown / 2 : kept.size(), tail = cut_out ? shown - head - 1 : 0;
    const auto box = [&](double x, double wide, QChar digit, bool strong, bool deciding) {
        const bool one = digit == '1';
        const QRectF place(x + 1, top, wide - 2, scaled(kCell));
        painter.setPen(QPen(one ? (deciding ? theme().color(Token::Text) : hue) : theme().color(Token::Hairline),
                            one ? 1.5 : 1, deciding ? Qt::DashLine : Qt::SolidLine));
        painter.setBrush(deciding ? theme().color(Token::Panel) : theme().tint(hue, strong ? 0.28 : 0.1));
        painter.drawRoundedRect(place, scaled(4), scaled(4));
        painter.setFont(monoFont(scaled(14), one ? QFont::Bold : QFont::Normal));
        painter.setPen(theme().color(one ? Token::Text : Token::Muted));
        painter.drawText(place, Qt::AlignCenter, digit);
    };
    double x = first;
    for (qsizetype i = 0; i < head; ++i) {
        box(x, cell, kept[i], i == 0, false);
        x += cell + (i == 0 ? scaled(6) : 0); // the point
    }
    if (cut_out) {
        painter.setFont(textFont(scaled(14)));
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(x, top, cell, scaled(kCell)), Qt::AlignCenter, QStringLiteral("…"));
        x += cell;
        for (qsizetype i = kept.size() - tail; i < kept.size(); ++i) {
            box(x, cell, kept[i], false, false);
            x += cell;
        }
    }
    const auto label = [&](double left, double right, const QString& words, Qt::Alignment align) {
        painter.setFont(label_font);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(left, top + scaled(kCell + 3), right - left, scaled(16)), align | Qt::AlignTop, words);
    };
    label(first, x, tr("%1 bits are kept").arg(kept.size()), Qt::AlignLeft);
    x += scaled(16);
    const std::pair<QString, bool> deciding[] = {
        {tr("guard"), row.rounded.guard}, {tr("round"), row.rounded.round}, {tr("sticky"), row.rounded.sticky}};
    for (const auto& [name, bit] : deciding) {
        const double wide = scaled(52);
        box(x + wide / 2 - scaled(11), scaled(22), bit ? '1' : '0', false, true);
        label(x - 4, x + wide + 4, name, Qt::AlignHCenter);
        x += wide;
    }
    painter.setFont(textFont(scaled(kChromePixels)));
    painter.setPen(theme().color(Token::Text));
    painter.drawText(QRectF(area.left(), top + scaled(kCell + 22), area.width(), scaled(20)),
                     Qt::AlignLeft | Qt::AlignVCenter, fittedLine(cutWords(), painter.font(), area.width()));
}

// The neighbours stand at the ends, the smaller one at the left; the arrow goes where the chosen mode goes.
void RoundingView::drawLine(QPainter& painter, const QRectF& area) const {
    const Conversion& row = chosen();
    const auto& decision = *row.decision;
    const QColor hue = hueOf(row.format);
    const bool negative = state().value.is_negative();
    const double left = area.left() + scaled(34), right = area.right() - scaled(34);
    const double y = area.top() + scaled(kLineTop + 42);
    const auto place = [&](double share) {
        return negative ? right - share * (right - left) : left + share * (right - left);
    };
    painter.setPen(QPen(theme().color(Token::Muted), 1.2));
    painter.drawLine(QPointF(left - scaled(30), y), QPointF(right + scaled(30), y));
    painter.drawLine(QPointF(place(0.5), y - scaled(6)), QPointF(place(0.5), y + scaled(6)));

    const double share = numeric::to_double(decision.cut);
    const bool goes_away = row.rounded.away, is_exact = decision.cut == 0;
    const double target = goes_away ? 1 : 0;
    const QPointF value(place(share), y);
    // Above the line: the value, and the way it takes.
    painter.setPen(QPen(theme().color(Token::Text), scaled(1.6)));
    if (!is_exact) {
        const double end = place(target) + (place(target) > value.x() ? -scaled(9) : scaled(9));
        const double level = y - scaled(14);
        painter.drawLine(QPointF(value.x(), level), QPointF(end, level));
        const double back = end > value.x() ? -scaled(6) : scaled(6);
        painter.drawLine(QPointF(end, level), QPointF(end + back, level - scaled(4)));
        painter.drawLine(QPointF(end, level), QPointF(end + back, level + scaled(4)));
    }
    QPen dashed(theme().color(Token::Text), 1.4);
    dashed.setDashPattern({3, 3});
    painter.setPen(dashed);
    painter.drawLine(value - QPointF(0, scaled(22)), value + QPointF(0, scaled(8)));
    const QFont strong = textFont(scaled(kTickPixels), QFont::Bold), plain = textFont(scaled(kTickPixels));
    const QString words = shortText(state().text);
    const double wide = QFontMetricsF(strong).horizontalAdvance(words) + 2;
    painter.setFont(strong);
    painter.setPen(theme().color(Token::Text));
    painter.drawText(
        QRectF(std::clamp(value.x() - wide / 2, area.left(), area.right() - wide), y - scaled(40), wide, scaled(16)),
        Qt::AlignCenter, words);
    // The neighbours, and halfway between them.
    for (const bool away : {false, true}) {
        const bool taken = is_exact ? !away : away == goes_away;
        const QPointF at(place(away ? 1 : 0), y);
        painter.setPen(QPen(hue, scaled(2)));
        painter.setBrush(taken ? hue : theme().color(Token::Panel));
        painter.drawEllipse(at, scaled(6), scaled(6));
        const Code& code = away ? decision.away : decision.toward;
        const bool beyond = away && decision.away_overflows;
        const bool at_left = at.x() < (left + right) / 2;
        const double room = (right - left) / 2 - scaled(40);
        const QRectF box(at_left ? left - scaled(6) : right + scaled(6) - room, y + scaled(10), room, scaled(17));
        const Qt::Alignment side = (at_left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
        const QFont number = monoFont(scaled(12.5), taken ? QFont::Bold : QFont::Normal);
        painter.setFont(number);
        painter.setPen(theme().color(beyond ? Token::Lost : Token::Text));
        painter.drawText(box, side, fitted(decimalText(row.format, code), number, room));
        painter.setFont(plain);
        painter.setPen(theme().color(beyond ? Token::Lost : Token::Muted));
        painter.drawText(box.translated(0, scaled(17)), side,
                         beyond ? fitted(tr("beyond the largest number"), plain, room) : codeText(row.format, code));
    }
    painter.setFont(plain);
    painter.setPen(theme().color(Token::Muted));
    painter.drawText(QRectF(place(0.5) - scaled(42), y + scaled(9), scaled(84), scaled(17)), Qt::AlignCenter,
                     tr("halfway"));
}

QRectF RoundingView::rowRect(const QRectF& area, std::size_t index) const {
    return {area.left(), area.top() + scaled(kRowsTop + kHead + kRow * static_cast<double>(index)), area.width(),
            scaled(kRow)};
}

void RoundingView::drawModes(QPainter& painter, const QRectF& area) const {
    // Columns: mode, result, code, error, and the reason where there is room.
    const double name = scaled(20), result = name + scaled(196);
    const bool with_reason = area.width() > scaled(860);
    const double code_width = scaled(86), error_width = scaled(92);
    const double table = with_reason ? scaled(540) : area.width();
    const double error = table - error_width, code = error - code_width - scaled(8);
    const QFont plain = textFont(scaled(12)), strong = textFont(scaled(12), QFont::Bold), mono = monoFont(scaled(12));
    const auto cell = [&](const QRectF& row, double from, double to, const QString& words, const QFont& font, Token ink,
                          Qt::Alignment align) {
        painter.setFont(font);
        painter.setPen(theme().color(ink));
        painter.drawText(QRectF(row.left() + from, row.top(), to - from, row.height()), align | Qt::AlignVCenter,
                         fitted(words, font, to - from));
    };
    const QRectF head(area.left(), area.top() + scaled(kRowsTop), area.width(), scaled(kHead));
    cell(head, name, result - 6, tr("rounding"), plain, Token::Muted, Qt::AlignLeft);
    cell(head, result, code - 6, tr("result"), plain, Token::Muted, Qt::AlignLeft);
    cell(head, code, error, tr("code"), plain, Token::Muted, Qt::AlignLeft);
    cell(head, error, table, tr("error, ULP"), plain, Token::Muted, Qt::AlignRight);
    if (with_reason) cell(head, table + scaled(20), area.width(), tr("why"), plain, Token::Muted, Qt::AlignLeft);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Conversion& each = m_rows[i];
        const QRectF row = rowRect(area, i);
        const bool is_chosen = each.rounding == state().mode;
        if (is_chosen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme().color(Token::SelectionGround));
            painter.drawRoundedRect(row, scaled(4), scaled(4));
            painter.setBrush(theme().color(Token::Accent));
            painter.drawEllipse(QPointF(row.left() + scaled(10), row.center().y()), scaled(3), scaled(3));
        }
        cell(row, name, result - 6, modeName(each.rounding), is_chosen ? strong : plain, Token::Text, Qt::AlignLeft);
        const bool lost = errorWords(each, state().value).isLoss;
        cell(row, result, code - 6, decimalText(each.format, each.rounded.code), mono, lost ? Token::Lost : Token::Text,
             Qt::AlignLeft);
        cell(row, code, error, codeText(each.format, each.rounded.code), mono, Token::Muted, Qt::AlignLeft);
        cell(row, error, table - scaled(6), each.error_ulp ? ulpText(*each.error_ulp, 3) : QStringLiteral("–"), mono,
             Token::Text, Qt::AlignRight);
        if (with_reason)
            cell(row, table + scaled(20), area.width(),
                 fittedLine(say(each.reason()), plain, area.width() - table - scaled(24)), plain, Token::Muted,
                 Qt::AlignLeft);
    }
    const QRectF below = rowRect(area, m_rows.size()).adjusted(0, scaled(6), 0, scaled(kReason - kRow));
    painter.setFont(textFont(scaled(kChromePixels)));
    painter.setPen(theme().color(Token::Text));
    const bool by_chance = state().mode == Rounding::Stochastic && chosen().decision;
    drawFitted(painter, below, Qt::AlignLeft | Qt::AlignTop, by_chance ? chanceWords() : reasonWords());
}

QString RoundingView::cutWords() const {
    const Conversion& row = chosen();
    if (!row.decision) return reasonWords();
    const numeric::Rational half = numeric::Rational(1) / 2;
    const auto& cut = row.decision->cut;
    if (cut == 0) return tr("Nothing stands behind the kept bits: the value is there as it is.");
    if (cut == half) return tr("Exactly half a step is cut off: a tie.");
    QString share = QString::fromStdString(io::to_text(numeric::error_figure(cut), 4));
    if (share == "0.5") // near a tie the difference is what counts
        share += (cut > half ? QStringLiteral(" + ") : QStringLiteral(" − ")) +
                 QString::fromStdString(io::to_text(std::fabs(numeric::error_figure(cut - half)), 2));
    return cut < half ? tr("Less than half a step is cut off: %1 ULP.").arg(share)
                      : tr("More than half a step is cut off: %1 ULP.").arg(share);
}

QString RoundingView::chanceWords() const {
    const double chance = numeric::to_double(chosen().decision->cut);
    return tr("Goes away from zero with probability %1; of %2 draws with seed %3 it did %4 times. R draws again.")
        .arg(QString::fromStdString(io::to_text(chance, 4)))
        .arg(kDraws)
        .arg(state().seed)
        .arg(m_draws);
}

QString RoundingView::reasonWords() const {
    QString words = say(chosen().reason());
    if (!words.isEmpty()) words[0] = words[0].toUpper();
    return words + QStringLiteral(". ") + tr("Flags: %1.").arg(flagsText(chosen().flags()));
}

TextTable RoundingView::numbers() const {
    TextTable table{
        {tr("rounding"), tr("result"), tr("code"), tr("error, ULP"), tr("relative error"), tr("flags"), tr("why")}, {}};
    for (const auto& row : m_rows)
        table.rows << QStringList{QString::fromUtf8(numeric::rounding_id(row.rounding)),
                                  decimalText(row.format, row.rounded.code),
                                  codeText(row.format, row.rounded.code),
                                  row.error_ulp ? plainFigure(*row.error_ulp) : QString(),
                                  row.error_relative ? plainFigure(*row.error_relative) : QString(),
                                  flagsText(row.flags()),
                                  say(row.reason())};
    return table;
}

void RoundingView::chooseMode(Rounding mode) {
    NumberState next = state();
    next.mode = mode;
    number()->change(next);
}

void RoundingView::drawAgain() {
    NumberState next = state();
    ++next.seed;
    number()->change(next);
}

void RoundingView::mousePressEvent(QMouseEvent* event) {
    setFocus();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (event->button() == Qt::LeftButton && !showsTable() && rowRect(i).contains(event->position()))
            return chooseMode(m_rows[i].rounding);
    Instrument::mousePressEvent(event);
}

void RoundingView::keyPressEvent(QKeyEvent* event) {
    const auto now = std::ranges::find(m_rows, state().mode, &Conversion::rounding) - m_rows.begin();
    const auto choose = [&](std::ptrdiff_t index) {
        if (index >= 0 && index < std::ssize(m_rows)) chooseMode(m_rows[static_cast<std::size_t>(index)].rounding);
    };
    switch (event->key()) {
    case Qt::Key_Up: return choose(now - 1);
    case Qt::Key_Down: return choose(now + 1);
    case Qt::Key_Home: return choose(0);
    case Qt::Key_End: return choose(std::ssize(m_rows) - 1);
    case Qt::Key_R: return drawAgain();
    case Qt::Key_PageUp: return number()->chooseCode(state().format, chosen().above);
    case Qt::Key_PageDown: return number()->chooseCode(state().format, chosen().below);
    default: Instrument::keyPressEvent(event);
    }
}

} // namespace ampscope::ui

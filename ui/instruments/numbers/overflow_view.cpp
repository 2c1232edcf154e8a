#include "ui/instruments/numbers/overflow_view.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::Overflow;

namespace {

constexpr double kNames = 158, kHead = 22, kRow = 23, kFoot = 56;
constexpr double kStep = 72, kStepGap = 15;
constexpr std::size_t kBeyond = 3; ///< finite inputs beside the number itself

// Values short enough for a cell.
QString shortValue(const numeric::FloatFormat& format, const Code& code) {
    const auto value = numeric::decode(format, code);
    const QString sign = value.is_negative() ? QStringLiteral("−") : QString();
    if (value.kind() == numeric::ExactValue::Kind::NaN) return sign + "NaN";
    if (value.kind() == numeric::ExactValue::Kind::Infinite) return sign + QStringLiteral("∞");
    return decimalText(format, code);
}

} // namespace

PolicyTable::PolicyTable(QWidget* parent)
    : NumberInstrument("overflow-policies", parent),
      m_format(makeFormatButton(&NumberState::table, [](const auto& format) { return format.bits() == 8; })) {
    addToHeader(m_format);
    refresh();
}

void PolicyTable::follow() {
    const auto& format = state().table;
    std::vector<std::string_view> inputs;
    const auto largest = numeric::decode(format, format.max_finite()).magnitude();
    std::size_t finite = 0;
    for (const auto input : numeric::policy_inputs()) {
        const auto value = numeric::parse_expression(input);
        if (value.is_number() && (value.magnitude() <= largest || ++finite > kBeyond)) continue;
        if (input != "-inf") inputs.push_back(input);
    }
    m_columns = numeric::policy_table(std::span(&format, 1), inputs, state().mode);
    // The number itself as it is rounded everywhere else.
    numeric::PolicyRow own{state().text.toStdString(), format, {}, true};
    for (const auto policy : numeric::all_overflows()) {
        auto options = state().options();
        options.overflow = policy;
        own.results.push_back(numeric::round_to(format, state().value, options));
        own.agree = own.agree && own.results.back().code == own.results.front().code;
    }
    m_columns.insert(m_columns.begin(), std::move(own));
    m_format->show(format);
    setTitle(tr("Beyond the range of %1").arg(nameOf(format)));
    setSubtitle(formatFacts(format));
    QStringList spoken;
    for (const auto& column : m_columns)
        spoken << QString::fromStdString(column.input) + ": " + cellText(chosen(), column);
    speak(policyName(numeric::all_overflows()[chosen()]) + ": " + spoken.join("; "));
}

std::size_t PolicyTable::chosen() const {
    const auto all = numeric::all_overflows();
    const auto policy = state().overflow.value_or(numeric::default_overflow(state().table));
    return static_cast<std::size_t>(std::ranges::find(all, policy) - all.begin());
}

QString PolicyTable::cellText(std::size_t policy, const numeric::PolicyRow& column) const {
    return shortValue(column.format, column.results[policy].code);
}

QString PolicyTable::caption() const {
    return tr("rounding: %1").arg(modeName(state().mode)) + QStringLiteral(" · ") + badgeText(Provenance::Computed) +
           QStringLiteral(" · ampscope");
}

QSizeF PolicyTable::drawnSize(double) const {
    return {440, kHead + kRow * static_cast<double>(numeric::all_overflows().size()) + kFoot};
}

QRectF PolicyTable::rowRect(const QRectF& area, std::size_t index) const {
    return {area.left(), area.top() + scaled(kHead + kRow * static_cast<double>(index)), area.width(), scaled(kRow)};
}

void PolicyTable::draw(QPainter& painter, const QRectF& area) const {
    const auto policies = numeric::all_overflows();
    const double wide = std::min(scaled(96), (area.width() - scaled(kNames)) / static_cast<double>(m_columns.size()));
    const QFont plain = textFont(scaled(12)), strong = textFont(scaled(12), QFont::Bold);
    const QFont mono = monoFont(scaled(12)), mono_strong = monoFont(scaled(12), QFont::Bold);
    const auto cell = [&](std::size_t column, double top, double high, const QString& words, const QFont& font,
                          Token ink) {
        const double left = area.left() + scaled(kNames) + wide * static_cast<double>(column);
        painter.setFont(font);
        painter.setPen(theme().color(ink));
        painter.drawText(QRectF(left, top, wide - scaled(6), high), Qt::AlignRight | Qt::AlignVCenter,
                         fitted(words, font, wide - scaled(6)));
    };
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        cell(column, area.top(), scaled(kHead), QString::fromStdString(m_columns[column].input), mono, Token::Muted);
    const std::size_t in_force = chosen();
    for (std::size_t i = 0; i < policies.size(); ++i) {
        const QRectF row = rowRect(area, i);
        if (i == in_force) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme().color(Token::SelectionGround));
            painter.drawRoundedRect(row, scaled(4), scaled(4));
            painter.setBrush(theme().color(Token::Accent));
            painter.drawEllipse(QPointF(row.left() + scaled(10), row.center().y()), scaled(3), scaled(3));
        }
        const QFont& font = i == in_force ? strong : plain;
        painter.setFont(font);
        painter.setPen(theme().color(Token::Text));
        painter.drawText(row.adjusted(scaled(20), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         fitted(policyName(policies[i]), font, scaled(kNames - 24)));
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const auto& results = m_columns[column].results;
            const bool differs = results[i].code != results[in_force].code;
            cell(column, row.top(), row.height(), cellText(i, m_columns[column]), differs ? mono_strong : mono,
                 differs ? Token::Warn : Token::Text);
        }
    }
    const QRectF foot = rowRect(area, policies.size()).adjusted(0, scaled(8), 0, scaled(kFoot - kRow));
    const Overflow policy = policies[in_force];
    painter.setFont(textFont(scaled(kChromePixels)));
    painter.setPen(theme().color(Token::Text));
    const double used = drawFitted(painter, foot.adjusted(0, 0, 0, -scaled(18)), Qt::AlignLeft | Qt::AlignTop,
                                   sentence(policyMeaning(policy)));
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    painter.drawText(QRectF(foot.left(), foot.top() + used + 2, foot.width(), scaled(17)),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fitted(QString::fromUtf8(numeric::policy_source(policy)), painter.font(), foot.width()));
}

TextTable PolicyTable::numbers() const {
    TextTable table{{tr("policy")}, {}};
    for (const auto& column : m_columns)
        table.header << QString::fromStdString(column.input);
    const auto policies = numeric::all_overflows();
    for (std::size_t i = 0; i < policies.size(); ++i) {
        QStringList row{QString::fromUtf8(numeric::overflow_id(policies[i]))};
        for (const auto& column : m_columns)
            row << cellText(i, column) + " " + codeText(column.format, column.results[i].code);
        table.rows << row;
    }
    return table;
}

void PolicyTable::choose(Overflow policy) {
    NumberState next = state();
    next.overflow = policy;
    number()->change(next);
}

void PolicyTable::mousePressEvent(QMouseEvent* event) {
    setFocus();
    const auto policies = numeric::all_overflows();
    for (std::size_t i = 0; i < policies.size(); ++i)
        if (event->button() == Qt::LeftButton && !showsTable() && rowRect(i).contains(event->position()))
            return choose(policies[i]);
    Instrument::mousePressEvent(event);
}

void PolicyTable::keyPressEvent(QKeyEvent* event) {
    const auto policies = numeric::all_overflows();
    const std::size_t now = chosen();
    if (event->key() == Qt::Key_Up && now > 0) return choose(policies[now - 1]);
    if (event->key() == Qt::Key_Down && now + 1 < policies.size()) return choose(policies[now + 1]);
    Instrument::keyPressEvent(event);
}

NanChain::NanChain(QWidget* parent)
    : NumberInstrument("nan-chain", parent),
      m_format(makeFormatButton(&NumberState::format)),
      m_which(new QToolButton(this)) {
    m_which->setProperty("role", "switch");
    m_which->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_which);
    m_which->setMenu(menu);
    addToHeader(m_which);
    addToHeader(m_format);
    translated(this, [this, menu] {
        m_which->setText(tr("Other ways ▾"));
        m_which->setToolTip(tr("Other calculations that end in NaN"));
        menu->clear();
        for (std::size_t i = 0; i < numeric::named_chains().size(); ++i)
            menu->addAction(say(numeric::named_chains()[i].title), this, [this, i] { showChain(i); });
    });
    refresh();
}

void NanChain::showChain(std::size_t index) {
    m_index = index;
    m_step = 0;
    refresh();
}

void NanChain::follow() {
    m_results = numeric::run_chain(chain(), state().format, state().options());
    m_step = std::min(m_step, m_results.size() - 1);
    m_format->show(state().format);
    setTitle(say(chain().title));
    QStringList spoken;
    for (std::size_t i = 0; i < m_results.size(); ++i)
        spoken << QString::fromUtf8(m_results[i].step->text) + ": " +
                      decimalText(state().format, m_results[i].computed.rounded.code);
    speak(spoken.join("; "));
}

// What a step stands for is written for one format and policy; elsewhere the words would not fit the numbers.
QString NanChain::noteOf(std::size_t step) const {
    const auto& result = m_results[step];
    const bool fits = result.as_written && *result.step->note != '\0';
    return fits ? say(result.step->note) : say(result.reason);
}

QSizeF NanChain::drawnSize(double) const {
    return {420, (kStep + kStepGap) * static_cast<double>(m_results.size()) - kStepGap};
}

QRectF NanChain::stepRect(const QRectF& area, std::size_t step) const {
    return {area.left(), area.top() + scaled((kStep + kStepGap) * static_cast<double>(step)), area.width(),
            scaled(kStep)};
}

void NanChain::draw(QPainter& painter, const QRectF& area) const {
    for (std::size_t i = 0; i < m_results.size(); ++i)
        drawStep(painter, stepRect(area, i), i);
}

void NanChain::drawStep(QPainter& painter, const QRectF& box, std::size_t step) const {
    const auto& format = state().format;
    const auto& code = m_results[step].computed.rounded.code;
    const bool is_number = numeric::decode(format, code).is_number();
    if (step > 0) {
        const QPointF tip(box.left() + scaled(24), box.top() - scaled(2));
        painter.setPen(QPen(theme().color(Token::Muted), scaled(1.6)));
        painter.drawLine(tip - QPointF(0, scaled(11)), tip);
        painter.drawLine(tip, tip - QPointF(scaled(4), scaled(5)));
        painter.drawLine(tip, tip - QPointF(-scaled(4), scaled(5)));
    }
    const bool is_current = hasFocus() && step == m_step;
    painter.setPen(QPen(theme().color(is_current ? Token::Accent : Token::Hairline), is_current ? 2 : 1));
    painter.setBrush(theme().color(is_number ? Token::Panel : Token::LostGround));
    painter.drawRoundedRect(box.adjusted(1, 0, -1, 0), kControlRadius, kControlRadius);
    const QRectF inside = box.adjusted(scaled(14), scaled(7), -scaled(14), 0);
    const double split = inside.width() * 0.52, line = scaled(20);
    const QFont mono = monoFont(scaled(13.5)), value = monoFont(scaled(13.5), QFont::Bold),
                small = textFont(scaled(12));
    painter.setFont(mono);
    painter.setPen(theme().color(Token::Text));
    painter.drawText(QRectF(inside.left(), inside.top(), split, line), Qt::AlignLeft | Qt::AlignVCenter,
                     fitted(QString::fromUtf8(m_results[step].step->text), mono, split));
    painter.setFont(value);
    painter.setPen(theme().color(is_number ? Token::Text : Token::Lost));
    painter.drawText(QRectF(inside.left() + split, inside.top(), inside.width() - split, line),
                     Qt::AlignRight | Qt::AlignVCenter,
                     fitted(decimalText(format, code), value, inside.width() - split - 4));
    painter.setFont(small);
    painter.setPen(theme().color(Token::Muted));
    const auto below = [&](double y, const QString& words) {
        painter.drawText(QRectF(inside.left(), inside.top() + line + scaled(y), inside.width(), scaled(18)),
                         Qt::AlignLeft | Qt::AlignVCenter, fittedLine(words, small, inside.width()));
    };
    below(2, noteOf(step));
    below(19, tr("Flags: %1.").arg(flagsText(m_results[step].computed.flags())));
}

TextTable NanChain::numbers() const {
    TextTable table{{tr("step"), tr("result"), tr("code"), tr("flags"), tr("note"), tr("why")}, {}};
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        const auto& result = m_results[i];
        table.rows << QStringList{QString::fromUtf8(result.step->text),
                                  decimalText(state().format, result.computed.rounded.code),
                                  codeText(state().format, result.computed.rounded.code),
                                  flagsText(result.computed.flags()),
                                  noteOf(i),
                                  say(result.reason)};
    }
    return table;
}

void NanChain::mousePressEvent(QMouseEvent* event) {
    setFocus();
    for (std::size_t i = 0; i < m_results.size(); ++i)
        if (event->button() == Qt::LeftButton && !showsTable() &&
            stepRect(drawnArea(), i).contains(event->position())) {
            m_step = i;
            return QFrame::update();
        }
    Instrument::mousePressEvent(event);
}

void NanChain::keyPressEvent(QKeyEvent* event) {
    const std::size_t chains = numeric::named_chains().size();
    const auto to_step = [&](std::size_t step) {
        m_step = std::min(step, m_results.size() - 1);
        speak(QString::fromUtf8(m_results[m_step].step->text) + ": " + noteOf(m_step));
        QFrame::update();
    };
    switch (event->key()) {
    case Qt::Key_Left: return showChain((m_index + chains - 1) % chains);
    case Qt::Key_Right: return showChain((m_index + 1) % chains);
    case Qt::Key_Up: return to_step(m_step == 0 ? 0 : m_step - 1);
    case Qt::Key_Down: return to_step(m_step + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const Code code = m_results[m_step].computed.rounded.code;
        return number()->chooseCode(numeric::FloatFormat(state().format), code);
    }
    default: Instrument::keyPressEvent(event);
    }
}

} // namespace ampscope::ui

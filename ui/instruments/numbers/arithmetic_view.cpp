#include "ui/instruments/numbers/arithmetic_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Operation;

namespace {

constexpr double kFlags = 34;
constexpr std::array kOperations = {Operation::Add,    Operation::Subtract,         Operation::Multiply,
                                    Operation::Divide, Operation::FusedMultiplyAdd, Operation::SquareRoot};

} // namespace

ArithmeticView::ArithmeticView(QWidget* parent)
    : NumberInstrument("arithmetic", parent),
      m_format(makeFormatButton(&NumberState::format)),
      m_controls(new QWidget(this)),
      m_operands{new QLineEdit, new QLineEdit, new QLineEdit},
      m_operation(new ComboBox),
      m_more(new QLabel("+")) {
    addToHeader(m_format);
    auto* row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 4, 10, 0);
    row->setSpacing(kSpace);
    row->addWidget(m_operands[0], 1);
    row->addWidget(m_operation);
    row->addWidget(m_operands[1], 1);
    row->addWidget(m_more);
    row->addWidget(m_operands[2], 1);
    body()->addWidget(m_controls, 0, Qt::AlignTop);
    for (int i = 0; i < 3; ++i) {
        QLineEdit* entry = operand(i);
        entry->setMaxLength(static_cast<int>(numeric::kMaxExpressionLength) + 1);
        entry->setMinimumWidth(40);
        const auto take = [this, entry, i] {
            if (!entry->isModified()) return;
            entry->setModified(false); // a refused text stays to be mended, and is refused once
            number()->enterOperand(i, entry->text());
        };
        connect(entry, &QLineEdit::returnPressed, this, take);
        connect(entry, &QLineEdit::editingFinished, this, take);
    }
    connect(m_operation, &QComboBox::activated, this, [this](int index) {
        NumberState next = state();
        next.operation = kOperations[static_cast<std::size_t>(index)];
        number()->change(next);
    });
    const auto fit = [this] {
        for (auto* entry : m_operands)
            entry->setFont(monoFont(scaled(kChromePixels)));
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
    translated(this, [this] {
        m_operation->clear();
        for (const char* sign : {"+", "−", "×", "÷"})
            m_operation->addItem(QString::fromUtf8(sign));
        m_operation->addItem(tr("fma: a × b + c"));
        m_operation->addItem(tr("√ of a"));
        m_operation->setAccessibleName(tr("Operation"));
        for (int i = 0; i < 3; ++i)
            operand(i)->setAccessibleName(tr("Operand %1").arg(QChar('a' + i)));
    });
    refresh();
}

int ArithmeticView::drawingTop() const {
    return headerBottom() + m_controls->sizeHint().height() + 2; // the spacing of the panel
}

void ArithmeticView::follow() {
    const NumberState& now = state();
    m_stored.clear();
    std::vector<numeric::Code> codes;
    const std::size_t count = numeric::operand_count(now.operation);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = numeric::parse_expression(now.operands[static_cast<int>(i)].toStdString());
        m_stored.push_back(numeric::convert(value, now.format, now.options()));
        codes.push_back(m_stored.back().rounded.code);
    }
    m_computed = numeric::compute(now.format, now.operation, codes, now.options());
    m_format->show(now.format);
    for (int i = 0; i < 3; ++i) {
        operand(i)->setVisible(i < static_cast<int>(count));
        if (operand(i)->isModified() && operand(i)->hasFocus()) continue; // being typed
        operand(i)->setText(now.operands[i]);
        operand(i)->setCursorPosition(0);
    }
    m_more->setVisible(count == 3);
    m_operation->setCurrentIndex(static_cast<int>(std::ranges::find(kOperations, now.operation) - kOperations.begin()));
    setTitle(tr("Arithmetic in %1").arg(nameOf(now.format)));
    speak(spokenLines(lines()) + "; " + tr("Flags: %1.").arg(flagsText(m_computed.flags())));
}

std::vector<NamedLine> ArithmeticView::lines() const {
    const auto& format = state().format;
    std::vector<NamedLine> all;
    for (std::size_t i = 0; i < m_stored.size(); ++i) {
        const auto& stored = m_stored[i];
        QString words = decimalText(format, stored.rounded.code) + "  " + codeText(format, stored.rounded.code);
        if (stored.rounded.inexact) words += QStringLiteral("  ") + tr("(rounded when it was stored)");
        all.push_back({QString(QChar('a' + static_cast<int>(i))), words, true});
    }
    const bool has_number = m_computed.exact.is_number();
    if (m_computed.nan_cause.empty())
        all.push_back({tr("exact"),
                       m_computed.irrational ? tr("irrational: %1 …").arg(digitsOf(m_computed.exact))
                                             : digitsOf(m_computed.exact),
                       true});
    const auto& code = m_computed.rounded.code;
    const bool lost = !numeric::decode(format, code).is_number() && has_number;
    const bool is_nan = !m_computed.nan_cause.empty();
    all.push_back({tr("result"), decimalText(format, code) + "  " + codeText(format, code), true,
                   lost || is_nan ? Token::Lost : Token::Text});
    all.push_back({tr("class"), classWords(format, code)});
    all.push_back({tr("why"), say(numeric::reason_of(format, m_computed, state().options()))});
    return all;
}

QSizeF ArithmeticView::drawnSize(double width) const {
    return {420, heightOf(lines(), width) + kFlags};
}

void ArithmeticView::draw(QPainter& painter, const QRectF& area) const {
    drawLines(painter, area, lines());
    drawFlags(painter, area.adjusted(0, scaled(heightOf(lines(), area.width() / scaled(1)) + 10), 0, 0));
}

// The five flags of IEEE 754 in a row: raised ones filled.
void ArithmeticView::drawFlags(QPainter& painter, const QRectF& area) const {
    const auto raised = m_computed.flags();
    const QFont font = textFont(scaled(kTickPixels), QFont::DemiBold);
    double x = area.left();
    for (const char* flag : {"invalid", "divide-by-zero", "overflow", "underflow", "inexact"}) {
        const bool on = std::ranges::find(raised, flag) != raised.end();
        const QString words = flagsText({flag});
        const QRectF chip(x, area.top(), QFontMetricsF(font).horizontalAdvance(words) + scaled(14), scaled(20));
        if (chip.right() > area.right()) break;
        painter.setPen(QPen(theme().color(on ? Token::Accent : Token::Hairline), 1));
        painter.setBrush(theme().color(on ? Token::Accent : Token::Panel));
        painter.drawRoundedRect(chip, scaled(4), scaled(4));
        painter.setFont(font);
        painter.setPen(theme().color(on ? Token::Panel : Token::Muted));
        painter.drawText(chip, Qt::AlignCenter, words);
        x = chip.right() + scaled(6);
    }
}

TextTable ArithmeticView::numbers() const {
    auto all = lines();
    all.push_back({tr("operation"), QString::fromUtf8(numeric::operation_id(state().operation))});
    all.push_back({tr("flags"), flagsText(m_computed.flags())});
    return tableOf(all, {tr("name"), tr("value")});
}

} // namespace ampscope::ui

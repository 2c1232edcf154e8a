#include "ui/labs/number_bar.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <map>

#include "core/numeric/corner_cases.h"
#include "core/numeric/expression.h"
#include "ui/bridge/language.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/labs/flow_layout.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

NumberBar::NumberBar(NumberModel& number, QWidget* parent)
    : QWidget(parent),
      m_number(number),
      m_entry(new QLineEdit(this)),
      m_message(new QLabel(this)),
      m_flow(new FlowLayout(kSpace)) {
    // One more than is read: what is too long is refused with a word, not cut off in silence.
    m_entry->setMaxLength(static_cast<int>(numeric::kMaxExpressionLength) + 1);
    m_message->setProperty("role", "error");
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->hide();
    m_flow->addWidget(m_entry);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpace);
    layout->addLayout(m_flow);
    layout->addWidget(m_message);

    connect(m_entry, &QLineEdit::returnPressed, this, [this] { m_number.enterText(m_entry->text()); });
    connect(m_entry, &QLineEdit::editingFinished, this, [this] {
        if (m_entry->isModified()) m_number.enterText(m_entry->text());
    });
    connect(&m_number, &NumberModel::changed, this, &NumberBar::show);
    connect(&m_number, &NumberModel::refused, this,
            [this](const QString& what, const QString& text, const QString& reason) {
                if (what == "value") {
                    m_entry->setModified(false);
                    if (m_entry->text() != text) m_entry->setText(text);
                }
                m_message->setText(reason);
                m_message->show();
            });
    translated(this, [this] {
        m_entry->setPlaceholderText(tr("0.1, 1+2^-11, fp16:0x3c01"));
        m_entry->setAccessibleName(tr("Value"));
        m_entry->setToolTip(
            tr("A number, an expression with + - * / ^, or a code such as fp16:0x3c01. Enter shows it."));
        show();
    });
    const auto fit = [this] {
        m_entry->setFont(monoFont(scaled(15)));
        m_entry->setFixedWidth(qRound(scaled(230)));
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
}

void NumberBar::addControl(QWidget* control) {
    m_flow->addWidget(control);
}

void NumberBar::addExample(const QString& shown, const QString& value, std::function<QString()> why) {
    auto* button = new QPushButton(shown);
    connect(button, &QPushButton::clicked, this, [this, value] { m_number.enterText(value); });
    translated(button, [button, why] { button->setToolTip(why()); });
    m_flow->addWidget(button);
}

void NumberBar::addCornerCases() {
    auto* button = new QToolButton;
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    translated(button, [this, button, menu] {
        button->setText(tr("Corner cases ▾"));
        button->setToolTip(tr("Values that implementations have got wrong, with the right answer and the reason."));
        menu->clear();
        std::map<std::string_view, QMenu*> of_format;
        for (const auto& each : numeric::corner_cases()) {
            QMenu*& into = of_format[each.format];
            if (!into) {
                into = menu->addMenu(nameOf(numeric::format(each.format)));
                into->setToolTipsVisible(true);
            }
            QString words = QString::fromUtf8(each.value);
            if (!each.through.empty()) words += QStringLiteral(" → ") + QString::fromUtf8(each.through);
            words += QStringLiteral(" → ") + QString::fromUtf8(each.format);
            if (each.options.overflow) words += QStringLiteral(", ") + policyName(*each.options.overflow);
            if (each.options.mode != numeric::Rounding::NearestEven)
                words += QStringLiteral(", ") + modeName(each.options.mode);
            auto* action = into->addAction(words, this, [this, id = each.id] { takeCase(id); });
            action->setObjectName("case-" + QString::fromUtf8(each.id));
            action->setToolTip(say(std::string(each.why)) + "\n" + QString::fromUtf8(each.source));
        }
    });
    m_flow->addWidget(button);
}

void NumberBar::takeCase(std::string_view id) {
    const auto* found = numeric::find_corner_case(id);
    NumberState next = m_number.state();
    next.value = numeric::parse_expression(found->value);
    next.text = QString::fromUtf8(found->value);
    next.format = numeric::format(found->format);
    if (next.format.bits() == 8) next.table = next.format;
    next.mode = found->options.mode;
    next.overflow = found->options.overflow;
    next.flush = found->options.flush_subnormals;
    if (!found->through.empty()) next.chain = {numeric::format(found->through), next.format};
    if (std::ranges::find(next.formats, next.format) == next.formats.end()) next.formats.push_back(next.format);
    // A case that depends on the draw comes with the first seed that gives it.
    constexpr std::uint64_t kMostSeeds = 10'000;
    for (std::uint64_t seed = 1; next.mode == numeric::Rounding::Stochastic && seed <= kMostSeeds; ++seed) {
        next.seed = seed;
        if (next.convertTo(next.format).rounded.code == numeric::Code(found->code)) break;
    }
    m_number.change(next);
}

void NumberBar::addRounding() {
    m_modes = new ElidedComboBox(this);
    m_policies = new ElidedComboBox(this);
    m_flush = new QCheckBox(this);
    for (auto* box : {m_modes, m_policies}) { // their names are long, and the beginning tells
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(14);
    }
    translated(this, [this] {
        const QSignalBlocker modes_quiet(m_modes), policies_quiet(m_policies);
        m_modes->clear();
        for (const auto mode : numeric::all_roundings()) {
            m_modes->addItem(modeName(mode));
            m_modes->setItemData(m_modes->count() - 1, modeMeaning(mode), Qt::ToolTipRole);
        }
        m_policies->clear();
        m_policies->addItem(tr("overflow: each format's own"));
        for (const auto policy : numeric::all_overflows()) {
            m_policies->addItem(policyName(policy));
            m_policies->setItemData(m_policies->count() - 1, policyMeaning(policy), Qt::ToolTipRole);
        }
        m_modes->setAccessibleName(tr("Rounding"));
        m_policies->setAccessibleName(tr("Overflow"));
        m_policies->setToolTip(
            tr("What becomes of a value beyond the range: by each format's own rule, or by one for all"));
        m_flush->setText(tr("flush subnormals"));
        m_flush->setToolTip(tr("A subnormal result becomes a zero of its sign."));
        show();
    });
    connect(m_modes, &QComboBox::activated, this, [this](int index) {
        NumberState next = m_number.state();
        next.mode = numeric::all_roundings()[static_cast<std::size_t>(index)];
        m_number.change(next);
    });
    connect(m_policies, &QComboBox::activated, this, [this](int index) {
        NumberState next = m_number.state();
        next.overflow.reset();
        if (index > 0) next.overflow = numeric::all_overflows()[static_cast<std::size_t>(index - 1)];
        m_number.change(next);
    });
    connect(m_flush, &QCheckBox::clicked, this, [this](bool on) {
        NumberState next = m_number.state();
        next.flush = on;
        m_number.change(next);
    });
    for (QWidget* control : std::initializer_list<QWidget*>{m_modes, m_policies, m_flush})
        m_flow->addWidget(control);
    show();
}

void NumberBar::show() {
    const NumberState& state = m_number.state();
    m_entry->setText(state.text);
    m_entry->setModified(false);
    m_entry->setCursorPosition(0);
    m_message->hide();
    if (!m_modes) return;
    const auto place = [](auto all, auto value) {
        return static_cast<int>(std::ranges::find(all, value) - all.begin());
    };
    m_modes->setCurrentIndex(place(numeric::all_roundings(), state.mode));
    m_policies->setCurrentIndex(state.overflow ? 1 + place(numeric::all_overflows(), *state.overflow) : 0);
    m_modes->setToolTip(modeMeaning(state.mode));
    m_policies->setToolTip(state.overflow ? policyMeaning(*state.overflow) : QString());
    m_flush->setChecked(state.flush);
}

QString NumberBar::errorText() const {
    return m_message->isHidden() ? QString() : m_message->text();
}

} // namespace ampscope::ui

#include "ui/labs/bits_lab.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QUndoCommand>
#include <QVBoxLayout>
#include <array>

#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "ui/bridge/language.h"
#include "ui/labs/flow_layout.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

struct Example {
    const char* shown;
    const char* value;
    const char* why; ///< for the tooltip, English
};
// The corner cases that the chapters meet.
constexpr std::array kExamples = {
    Example{"1+2⁻¹¹", "1+2^-11",
            QT_TRANSLATE_NOOP("ampscope::ui::BitsLab",
                              "halfway between 1 and its fp16 neighbour: the tie goes to the even one")},
    Example{"65504", "65504", QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "the largest number of fp16")},
    Example{"65520", "65520",
            QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "overflow: the first value that fp16 rounds to infinity")},
    Example{"2⁻²⁴", "2^-24", QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "the smallest number of fp16")},
    Example{"2⁻²⁵", "2^-25", QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "underflow: fp16 rounds it to 0")},
    Example{"2049", "2049",
            QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "the first whole number that fp16 does not have")},
    Example{"257", "257", QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "the first whole number that bf16 does not have")},
    Example{"448", "448", QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "the largest number of fp8 E4M3")},
    Example{"470", "470", QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "beyond E4M3, which has no infinity: NaN")},
    Example{"1e-5", "1e-5",
            QT_TRANSLATE_NOOP("ampscope::ui::BitsLab", "a usual gradient: subnormal in fp16, gone in E4M3")},
};

class ChangeCommand : public QUndoCommand {
  public:
    ChangeCommand(BitsState before, BitsState after, std::function<void(const BitsState&)> apply)
        : m_before(std::move(before)), m_after(std::move(after)), m_apply(std::move(apply)) {}
    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

  private:
    BitsState m_before, m_after;
    std::function<void(const BitsState&)> m_apply;
};

} // namespace

BitsLab::BitsLab(QWidget* parent)
    : Page(parent),
      m_entry(new QLineEdit(this)),
      m_message(new QLabel(this)),
      m_bits(new BitsView),
      m_line(new NumberLine) {
    m_state.formats = defaultFormats();
    m_entry->setFixedWidth(qRound(scaled(250)));
    m_entry->setFont(monoFont(scaled(15)));
    m_entry->setMaxLength(static_cast<int>(numeric::kMaxExpressionLength));
    m_message->setProperty("role", "error");
    m_message->setWordWrap(true);
    m_message->hide();

    auto* top = new FlowLayout(kSpace);
    top->addWidget(m_entry);
    for (const auto& example : kExamples) {
        auto* button = new QPushButton(QString::fromUtf8(example.shown));
        connect(button, &QPushButton::clicked, this, [this, &example] { enterText(example.value); });
        translated(button, [button, &example] { button->setToolTip(tr(example.why)); });
        top->addWidget(button);
    }

    auto* rows = new QWidget;
    auto* rows_layout = new QVBoxLayout(rows);
    rows_layout->setContentsMargins(0, 0, 0, 0);
    rows_layout->setSpacing(2 * kSpace);
    rows_layout->addWidget(m_bits);
    rows_layout->addWidget(m_line);
    rows_layout->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(rows);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, kSpace);
    layout->setSpacing(kSpace + 2);
    layout->addLayout(top);
    layout->addWidget(m_message);
    layout->addWidget(scroll, 1);

    connect(m_entry, &QLineEdit::returnPressed, this, [this] { enterText(m_entry->text()); });
    connect(m_entry, &QLineEdit::editingFinished, this, [this] {
        if (m_entry->isModified()) enterText(m_entry->text());
    });
    connect(m_bits, &BitsView::codeChosen, this, &BitsLab::chooseCode);
    connect(m_line, &NumberLine::codeChosen, this, &BitsLab::chooseCode);
    connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, &m_undo, &QUndoStack::undo);
    connect(new QShortcut(QKeySequence::Redo, this), &QShortcut::activated, &m_undo, &QUndoStack::redo);
    translated(this, [this] {
        m_entry->setPlaceholderText(tr("0.1, 1+2^-11, fp16:0x3c01"));
        m_entry->setAccessibleName(tr("Value"));
        m_entry->setToolTip(
            tr("A number, an expression with + - * / ^, or a code such as fp16:0x3c01. Enter shows it."));
        Q_EMIT changed();
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] {
        m_entry->setFont(monoFont(scaled(15)));
        m_entry->setFixedWidth(qRound(scaled(250)));
    });
    reset();
}

QWidget* BitsLab::firstFocus() {
    return m_entry;
}
QString BitsLab::errorText() const {
    return m_message->isHidden() ? QString() : m_message->text();
}

void BitsLab::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    constexpr double kLowPage = 740;
    m_bits->setLow(height() < scaled(kLowPage)); // then rows and number line fit on one screen
}

void BitsLab::reset() {
    BitsState first;
    first.formats = defaultFormats();
    apply(first);
    m_undo.clear();
}

void BitsLab::apply(const BitsState& state) {
    m_state = state;
    m_entry->setText(state.text);
    m_entry->setModified(false);
    m_message->hide();
    m_bits->setState(state);
    m_line->setState(state);
}

void BitsLab::change(const BitsState& state) {
    if (state == m_state) return apply(state);
    m_undo.push(new ChangeCommand(m_state, state, [this](const BitsState& s) { apply(s); }));
}

void BitsLab::enterText(const QString& text) {
    try {
        BitsState next = m_state;
        next.value = numeric::parse_expression(text.toStdString());
        next.text = text.trimmed();
        change(next);
    } catch (const text::Error& error) {
        m_entry->setModified(false);
        if (m_entry->text() != text) m_entry->setText(text);
        m_message->setText(say(error));
        m_message->show();
    }
}

void BitsLab::chooseCode(const numeric::FloatFormat& format, const numeric::Code& code) {
    BitsState next = m_state;
    next.value = numeric::decode(format, code);
    // The digits where they are few, else the code: what is shown can be typed again.
    const std::string digits = numeric::exact_decimal(next.value);
    next.text = QString::fromStdString(digits.size() <= 18 && next.value.kind() != numeric::ExactValue::Kind::NaN
                                           ? digits
                                           : format.id + ":" + numeric::code_text(format, code));
    change(next);
}

} // namespace ampscope::ui

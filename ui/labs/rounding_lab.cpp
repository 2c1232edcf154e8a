#include "ui/labs/rounding_lab.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

#include "core/numeric/expression.h"
#include "ui/bridge/language.h"
#include "ui/instruments/instrument_help.h"
#include "ui/instruments/numbers/arithmetic_view.h"
#include "ui/instruments/numbers/cast_chain_view.h"
#include "ui/instruments/numbers/code_table.h"
#include "ui/instruments/numbers/overflow_view.h"
#include "ui/instruments/numbers/rounding_view.h"
#include "ui/instruments/state_command.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/number_bar.h"
#include "ui/labs/number_lines.h"
#include "ui/labs/undo_buttons.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

struct Example {
    const char* shown;
    const char* value;
    const char* why;
};
constexpr std::array kExamples = {
    Example{"1+2⁻¹¹", "1+2^-11", QT_TRANSLATE_NOOP("ampscope::ui::RoundingLab", "a tie in fp16")},
    Example{"1+2⁻¹¹+2⁻⁴⁰", "1+2^-11+2^-40",
            QT_TRANSLATE_NOOP("ampscope::ui::RoundingLab", "just above a tie: by way of fp32 it becomes one")},
    Example{"465", "465", QT_TRANSLATE_NOOP("ampscope::ui::RoundingLab", "beyond E4M3: the stacks disagree")},
};

NumberState firstState() {
    NumberState first;
    first.text = "1+2^-11+2^-40";
    first.value = numeric::parse_expression(first.text.toStdString());
    return first;
}

} // namespace

RoundingLab::RoundingLab(QWidget* parent)
    : Page(parent),
      m_number(new NumberModel(this)),
      m_bar(new NumberBar(*m_number, this)),
      m_rounding(new RoundingView),
      m_chain(new CastChainView),
      m_table(new CodeTable),
      m_policies(new PolicyTable),
      m_nanChain(new NanChain),
      m_arithmetic(new ArithmeticView),
      m_tabs(new QButtonGroup(this)),
      m_views(new QStackedWidget),
      m_sides(new QHBoxLayout) {
    for (const auto& example : kExamples)
        m_bar->addExample(QString::fromUtf8(example.shown), example.value, [&example] { return tr(example.why); });
    m_bar->addCornerCases();
    m_bar->addRounding();
    auto* bits = new QPushButton;
    connect(bits, &QPushButton::clicked, this, [this] {
        const NumberState& now = m_number->state();
        Q_EMIT numberAsked("bits", now.text, QString::fromStdString(now.format.id));
    });
    translated(bits, [bits] {
        bits->setText(tr("Show its bits"));
        bits->setToolTip(tr("Opens this value in the Bits lab"));
    });
    m_bar->addControl(bits);
    m_bar->addControl(new UndoButtons(*m_number->undoStack(), [this] { reset(); }));
    auto* command_line = new CommandLineButton(*this);
    command_line->setBrief();
    m_bar->addControl(command_line);

    auto* tabs = new QHBoxLayout;
    tabs->setSpacing(kSpace);
    auto* right = new QVBoxLayout;
    right->setSpacing(kSpace);
    right->addLayout(tabs);
    right->addWidget(m_views, 1);
    QWidget* page = nullptr;
    scrolled({m_rounding}, m_roundingPage);
    addView("rounding", m_roundingPage, [] { return tr("The decision"); });
    scrolled({m_chain}, page);
    addView("cast-chain", page, [] { return tr("Cast after cast"); });
    scrolled({m_table}, page);
    addView("code-table", page, [] { return tr("All codes"); });
    m_beyond = scrolled({m_policies, m_nanChain}, page);
    addView("overflow", page, [] { return tr("Beyond the range"); });
    scrolled({m_arithmetic}, m_arithmeticPage);
    addView("arithmetic", m_arithmeticPage, [] { return tr("Arithmetic"); });
    for (auto* button : m_tabs->buttons())
        tabs->addWidget(button);
    tabs->addStretch(1);
    m_sides->setSpacing(2 * kSpace);
    m_left = new QVBoxLayout;
    m_left->setSpacing(2 * kSpace);
    m_sides->addLayout(m_left, 0);
    m_sides->addLayout(right, 1);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, kSpace);
    layout->setSpacing(kSpace + 2);
    layout->addWidget(m_bar);
    layout->addLayout(m_sides, 1);
    connect(m_number, &NumberModel::changed, this, &Page::changed);
    translated(this, [this] { Q_EMIT changed(); });
    m_number->reset(firstState());
    showView("rounding");
}

QBoxLayout* RoundingLab::scrolled(const QList<NumberInstrument*>& instruments, QWidget*& page) {
    auto* inside = new QWidget;
    auto* column = new QBoxLayout(QBoxLayout::TopToBottom);
    column->setSpacing(2 * kSpace);
    for (auto* instrument : instruments) {
        const bool grows = instrument == m_table;
        instrument->setNumber(m_number);
        instrument->setSizePolicy(QSizePolicy::Expanding, grows ? QSizePolicy::Expanding : QSizePolicy::Fixed);
        connect(instrument, &NumberInstrument::noticed, this, &Page::noticed);
        column->addWidget(instrument, 1, grows ? Qt::Alignment() : Qt::AlignTop);
    }
    auto* outer = new QVBoxLayout(inside);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addLayout(column, 1);
    if (!instruments.contains(m_table)) outer->addStretch(100);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keyboard, and comes into sight with it
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(inside);
    page = scroll;
    return column;
}

void RoundingLab::addView(const QString& id, QWidget* page, std::function<QString()> name) {
    auto* button = new QToolButton;
    button->setCheckable(true);
    button->setObjectName("view-" + id);
    m_tabs->addButton(button, m_views->addWidget(page));
    page->setObjectName(id);
    translated(button, [button, name, id] {
        button->setText(name());
        button->setWhatsThis(instrumentHelp(id));
    });
    connect(button, &QToolButton::clicked, this, [this, id] { chooseView(id); });
}

QString RoundingLab::view() const {
    return m_views->currentWidget()->objectName();
}

// By the user: can be undone.
void RoundingLab::chooseView(const QString& id) {
    const QString before = view();
    if (id == before) return static_cast<void>(showView(id));
    m_number->undoStack()->push(
        new StateCommand<QString>(before, id, [this](const QString& chosen) { showView(chosen); }));
}

bool RoundingLab::showView(const QString& id) {
    bool found = false;
    for (const auto* page : {m_roundingPage, m_arithmeticPage}) // at the left it is there
        found = found || (m_left->indexOf(page) >= 0 && page->objectName() == id);
    for (int i = 0; i < m_views->count(); ++i)
        if (m_views->widget(i)->objectName() == id) {
            m_views->setCurrentIndex(i);
            found = true;
        }
    for (auto* button : m_tabs->buttons())
        button->setChecked(button->objectName() == "view-" + view());
    return found;
}

void RoundingLab::setAtLeft(QWidget* page, int place, bool left) {
    if (left == (m_left->indexOf(page) >= 0)) return;
    if (left) {
        m_views->removeWidget(page);
        m_left->addWidget(page, page == m_roundingPage ? 6 : 4);
        page->show();
    } else {
        m_left->removeWidget(page);
        m_views->insertWidget(std::min(place, m_views->count()), page);
    }
    for (auto* button : m_tabs->buttons())
        if (button->objectName() == "view-" + page->objectName()) button->setVisible(!left);
}

// In a wide window the decision stays at the left, whatever is looked at beside it; in a high one arithmetic, too.
void RoundingLab::arrange() {
    constexpr double kWidePage = 1300, kHighPage = 960, kTwoBeside = 940;
    const bool wide = width() >= scaled(kWidePage);
    const double room = width() - 4 * kSpace;
    m_beyond->setDirection((wide ? room / 2 : room) >= scaled(kTwoBeside) ? QBoxLayout::LeftToRight
                                                                          : QBoxLayout::TopToBottom);
    const QString shown = view();
    setAtLeft(m_roundingPage, 0, wide);
    setAtLeft(m_arithmeticPage, 4, wide && height() >= scaled(kHighPage));
    m_sides->setStretch(0, wide ? 1 : 0);
    showView(shown); // what has gone to the left has left its place to another
}

void RoundingLab::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void RoundingLab::takeNumber(const QString& text, const QString& format) {
    if (const auto found = numeric::find_format(format.toStdString())) {
        NumberState next = m_number->state();
        next.format = *found;
        if (found->bits() == 8) next.table = *found;
        m_number->change(next);
    }
    m_number->enterText(text);
}

QWidget* RoundingLab::firstFocus() {
    return m_bar->entry();
}

void RoundingLab::reset() {
    const QString first = m_tabs->buttons().first()->isHidden() ? "cast-chain" : "rounding";
    if (m_number->state() == firstState() && view() == first) return;
    undoStack()->beginMacro({}); // one step
    m_number->change(firstState());
    chooseView(first);
    undoStack()->endMacro();
}

QString RoundingLab::commandLine() const {
    const NumberState& now = m_number->state();
    return QStringList{conversionLine(now, {now.format}),   castChainLine(now), codesLine(now), policiesLine(now),
                       chainLine(now, m_nanChain->chain()), arithmeticLine(now)}
        .join('\n');
}

} // namespace ampscope::ui

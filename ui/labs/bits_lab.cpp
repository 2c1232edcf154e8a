#include "ui/labs/bits_lab.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

#include "ui/bridge/language.h"
#include "ui/bridge/libtorch_casts.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_card.h"
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

NumberState firstState() {
    NumberState first;
    first.format = numeric::format("fp32");
    return first;
}

} // namespace

BitsLab::BitsLab(train::ComputeThread* thread, QWidget* parent)
    : Page(parent),
      m_number(new NumberModel(this)),
      m_bar(new NumberBar(*m_number, this)),
      m_bits(new BitsView),
      m_line(new NumberLine),
      m_card(new NumberCard) {
    for (const auto& example : kExamples)
        m_bar->addExample(QString::fromUtf8(example.shown), example.value, [&example] { return tr(example.why); });
    m_bar->addCornerCases();
    m_bar->addRounding();
    auto* formats = new QToolButton;
    formats->setPopupMode(QToolButton::InstantPopup);
    formats->setMenu(new QMenu(formats));
    connect(formats->menu(), &QMenu::aboutToShow, this, [this, formats] {
        fillFormatMenu(formats->menu(), {[this](const auto& format) {
                                             return std::ranges::find(state().formats, format) != state().formats.end();
                                         },
                                         [this](const auto& format) { m_bits->toggleFormat(format); }});
    });
    translated(formats, [formats] {
        formats->setText(tr("Formats ▾"));
        formats->setToolTip(tr("Add or remove a row"));
    });
    m_bar->addControl(formats);
    m_bar->addControl(new UndoButtons(*m_number->undoStack(), [this] { reset(); }));
    auto* command_line = new CommandLineButton(*this);
    command_line->setBrief();
    m_bar->addControl(command_line);

    auto* rows = new QVBoxLayout;
    rows->setSpacing(kSpace + 2);
    rows->addWidget(m_bits);
    rows->addWidget(m_line);
    rows->addStretch(1);
    auto* card = new QVBoxLayout;
    card->addWidget(m_card);
    card->addStretch(1);
    auto* inside = new QWidget;
    m_sides = new QBoxLayout(QBoxLayout::TopToBottom, inside);
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(kSpace + 2);
    m_sides->addLayout(rows, 1);
    m_sides->addLayout(card);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keyboard, and comes into sight with it
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(inside);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpace, kSpace + 4, 2 * kSpace, kSpace);
    layout->setSpacing(kSpace);
    layout->addWidget(m_bar);
    layout->addWidget(scroll, 1);

    for (NumberInstrument* instrument : std::initializer_list<NumberInstrument*>{m_bits, m_line, m_card}) {
        instrument->setNumber(m_number);
        connect(instrument, &NumberInstrument::noticed, this, &Page::noticed);
    }
    connect(m_bits, &BitsView::currentChanged, m_card, [this] { m_card->setFormat(m_bits->current().format); });
    m_card->offerRounding();
    connect(m_card, &NumberCard::roundingAsked, this, [this] {
        Q_EMIT numberAsked("rounding", state().text, QString::fromStdString(m_card->conversion().format.id));
    });
    if (thread) {
        m_libtorch = new LibTorchCasts(*thread, this);
        m_bits->setLibTorch(m_libtorch);
        m_card->setLibTorch(m_libtorch);
    }
    connect(m_number, &NumberModel::changed, this, &BitsLab::arrange);
    connect(m_number, &NumberModel::changed, this, &Page::changed);
    translated(this, [this] { Q_EMIT changed(); });
    m_number->reset(firstState());
}

QWidget* BitsLab::firstFocus() {
    return m_bar->entry();
}
void BitsLab::takeNumber(const QString& text, const QString& format) {
    enterText(text);
    const auto found = numeric::find_format(format.toStdString());
    if (!found) return;
    if (std::ranges::find(state().formats, *found) == state().formats.end()) m_bits->toggleFormat(*found);
    m_bits->goToFormat(*found);
}
QString BitsLab::errorText() const {
    return m_bar->errorText();
}
bool BitsLab::isSettled() const {
    return !m_libtorch || !m_libtorch->isAsking();
}

void BitsLab::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void BitsLab::arrange() {
    constexpr double kLowPage = 740, kWidePage = 1400, kCard = 400;
    constexpr double kBesideRows = 350, kRow = 98, kMostZoom = 1.35; // bar, number line and gaps; a row and its gap
    m_bits->setLow(height() < scaled(kLowPage));                     // then rows and number line fit on one screen
    const double rows = kRow * static_cast<double>(state().formats.size());
    m_bits->setZoom(qBound(1.0, (height() / scaled(1) - kBesideRows) / rows, kMostZoom));
    const bool wide = width() >= scaled(kWidePage);
    m_sides->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_card->setMinimumWidth(wide ? qRound(scaled(kCard)) : 0);
    m_card->setMaximumWidth(wide ? qRound(scaled(kCard)) : QWIDGETSIZE_MAX);
}

// Pasting works wherever the keyboard is in this lab; a text field pastes into itself.
void BitsLab::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Paste)) return m_bits->paste();
    Page::keyPressEvent(event);
}

void BitsLab::reset() {
    m_number->change(firstState());
}

QString BitsLab::commandLine() const {
    return conversionLine(state(), state().formats);
}

} // namespace ampscope::ui

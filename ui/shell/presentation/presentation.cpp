#include "ui/shell/presentation/presentation.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScreen>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/lesson/class_view.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/field_table.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/number_bar.h"
#include "ui/labs/undo_buttons.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/presentation/curtain.h"
#include "ui/shell/presentation/hands_wall.h"
#include "ui/shell/presentation/presentation_strip.h"
#include "ui/shell/presentation/presenter_window.h"

namespace ampscope::ui {

// The wall is as large whatever the projector's pixels: on one with few of them, type grows by less, so that pages
// still fit without scrolling.
constexpr double kTypeFactor = 1.5, kLeastFactor = 1.2, kWholeWidth = 1366, kWholeHeight = 768;
constexpr double kLeastWall = 200, kMostWall = 420; ///< before the type size
constexpr double kWallShare = 0.27;                 ///< of the window's width

Presentation::Presentation(MainWindow& window, const PresentationPlaces& places)
    : QObject(&window),
      m_window(window),
      m_places(places),
      m_class(new ClassModel(window.shelf(), window.settings().dataFolder, this)),
      m_chrome(new Curtain(this)),
      m_pageParts(new Curtain(this)),
      m_code(new Curtain(this)),
      m_strip(new PresentationStrip),
      m_wall(new HandsWall),
      m_black(new QWidget(window.centralWidget())) {
    m_strip->hide();
    m_wall->hide();
    m_black->hide();
    m_black->setAutoFillBackground(true);
    m_black->setStyleSheet("background: black");
    places.column->insertWidget(0, m_strip);
    places.middle->insertWidget(places.middle->count() - 1, m_wall);
    window.installEventFilter(this);
    window.centralWidget()->installEventFilter(this);
    connect(m_wall, &HandsWall::chosen, this, [this](const QString& key) {
        if (!m_lesson) return;
        if (m_lesson->player().step().kind == lesson::StepKind::Predict)
            m_lesson->chooseForClass(key);
        else
            m_lesson->answer(key); // reasons can be tried again
    });
    connect(m_wall, &HandsWall::committed, this, &Presentation::commit);
    connect(m_class, &ClassModel::changed, this, &Presentation::refresh);
    connect(&window, &MainWindow::pageOpened, this, [this] {
        if (m_isOn) takePage();
    });
    connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, this, &Presentation::refresh);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] {
        fitWall();
        refresh();
    });
    connect(qApp, &QApplication::focusChanged, this, &Presentation::followFocus);
    addCommands();
    followFocus();
    QTimer::singleShot(0, this, [this] {
        if (const QString notice = m_class->takeNotice(); !notice.isEmpty()) m_window.showNotice(notice);
        if (m_class->hasParked()) m_window.showNotice(parkedNotice());
    });
}

Presentation::~Presentation() {
    delete m_presenter; // a window of its own
}

// --- on and off

void Presentation::enter(bool fullScreen) {
    if (m_isOn) return;
    m_isOn = true;
    m_isFullScreen = fullScreen;
    m_state = m_window.windowState();
    m_geometry =
        m_state & (Qt::WindowMaximized | Qt::WindowFullScreen) ? m_window.normalGeometry() : m_window.geometry();
    m_chrome->draw(m_places.chrome);
    const QSize room = fullScreen && m_window.screen() ? m_window.screen()->size() : m_window.size();
    const double share = std::min(room.width() / kWholeWidth, room.height() / kWholeHeight);
    ThemeSwitch::instance().setPresenting(true, qBound(kLeastFactor, kTypeFactor * share, kTypeFactor));
    m_strip->show();
    takePage();
    if (fullScreen) m_window.setWindowState(m_state | Qt::WindowFullScreen);
    m_class->setRunning(true);
    if (fullScreen && QGuiApplication::screens().size() > 1) openPresenter();
    followFocus();
    Q_EMIT changed();
}

void Presentation::leave() {
    if (!m_isOn) return;
    m_isOn = false;
    setBlank(false);
    m_class->setRunning(false);
    releasePage();
    m_strip->hide();
    m_wall->hide();
    m_chrome->lift(); // before the window places its side bar for its own type size again
    ThemeSwitch::instance().setPresenting(false);
    if (m_isFullScreen) {
        m_window.setWindowState(m_state);
        if (!(m_state & (Qt::WindowMaximized | Qt::WindowFullScreen))) m_window.setGeometry(m_geometry);
    }
    if (m_presenter) m_presenter->close();
    followFocus();
    Q_EMIT changed();
}

template <typename... Widgets>
static void collect(QList<QWidget*>& found, const QWidget& place) {
    (std::ranges::copy(place.findChildren<Widgets*>(), std::back_inserter(found)), ...);
}

// What one person at the keyboard needs and a class does not.
static QList<QWidget*> partsForOne(const Page& page) {
    QList<QWidget*> parts;
    collect<LabForm, FieldTable, LessonCard, UndoButtons, CommandLineButton>(parts, page);
    for (const auto* bar : page.findChildren<NumberBar*>()) // the value and its examples stay
        collect<QComboBox, QCheckBox, QToolButton>(parts, *bar);
    return parts;
}

// The page that is in front now is shown as a class sees it.
void Presentation::takePage() {
    releasePage();
    Page* page = m_window.page();
    if (!page) return;
    m_page = page;
    m_part = 0;
    m_pageParts->draw(partsForOne(*page));
    page->setPresenting(true);
    m_lesson = qobject_cast<LessonPage*>(page);
    if (m_lesson) {
        connect(m_lesson, &LessonPage::cardShown, this, &Presentation::showLesson, Qt::UniqueConnection);
        m_lesson->setClass(m_class);
    }
    connect(page, &Page::changed, this, &Presentation::refresh, Qt::UniqueConnection);
    connect(page, &Page::noticed, this, &Presentation::noticed, Qt::UniqueConnection);
    m_window.centralWidget()->setFocus(); // the clicker's keys are nobody else's
    showLesson();
}

void Presentation::releasePage() {
    if (m_lesson) {
        m_lesson->disconnect(this);
        m_lesson->setClass(nullptr);
    }
    if (auto* page = qobject_cast<Page*>(m_page.data())) {
        page->disconnect(this);
        page->setPresenting(false);
        page->showPart(std::nullopt);
    }
    m_lesson = nullptr;
    m_page = nullptr;
    m_code->lift();
    m_pageParts->lift();
}

// The class's clock stands where the lesson does.
void Presentation::showLesson() {
    if (!m_isOn) return;
    const QString id = m_lesson ? QString::fromStdString(m_lesson->player().lesson().id) : QString();
    const QString step = m_lesson ? QString::fromStdString(m_lesson->player().step().id) : QString();
    fitCode();
    if (id.toStdString() != m_class->session().lesson || step.toStdString() != m_class->session().step)
        m_class->enter(id, step); // says changed()
    else
        refresh();
}

// Plots come first: on a low wall the code stands below them only where the step speaks of it.
void Presentation::fitCode() {
    m_code->lift();
    const bool isAskedFor = m_lesson && !m_lesson->player().step().code.empty();
    if (!m_isOn || !m_page || isAskedFor || !isLow()) return;
    QList<QWidget*> code;
    collect<CodeView>(code, *m_page);
    m_code->draw(code);
}

bool Presentation::isLow() const {
    constexpr double kLowWall = 600;
    return m_window.height() < scaled(kLowWall);
}

// And a lab that is too full for it is shown in parts.
void Presentation::fitParts() {
    auto* page = qobject_cast<Page*>(m_page.data());
    if (!m_isOn || !page) return;
    const bool has_parts = isLow() && page->parts() > 1;
    m_part = has_parts ? qBound(0, m_part, page->parts() - 1) : 0;
    page->showPart(has_parts ? std::optional(m_part) : std::nullopt);
}

bool Presentation::turnPart(int by) {
    auto* page = qobject_cast<Page*>(m_page.data());
    if (!m_isOn || !page || !isLow() || page->parts() < 2) return false;
    m_part = qBound(0, m_part + by, page->parts() - 1);
    refresh();
    return true;
}

void Presentation::refresh() {
    if (m_isRefreshing) return;
    m_isRefreshing = true;
    fitWall();
    fitParts();
    if (m_isOn && m_lesson) {
        const lesson::Player& player = m_lesson->player();
        const auto language = LanguageSwitch::instance().language();
        const lesson::Card card = player.card(language, m_lesson->records());
        const QString section = QString::fromStdString(player.lesson().section);
        const QString title = QString::fromStdString(lesson::plain_words(card.heading));
        const QString sentence = QString::fromStdString(lesson::class_sentence(card, player.step().kind));
        m_strip->setTall(true);
        m_strip->tell(QString("%1 · %2/%3 · %4")
                          .arg(section)
                          .arg(player.position() + 1)
                          .arg(player.lesson().steps.size())
                          .arg(stepKindText(player.step().kind)),
                      title == sentence ? QString() : title, sentence, m_lesson->recordedFrom());
        const auto asked = question();
        m_wall->setVisible(asked.has_value());
        if (asked) m_wall->show(*asked, m_lesson->classAnswer());
    } else if (m_isOn && m_window.page()) {
        m_strip->setTall(false);
        const int parts = isLow() ? m_window.page()->parts() : 1;
        const QString place = parts > 1 ? QString(" · %1/%2").arg(m_part + 1).arg(parts) : QString();
        m_strip->tell({}, m_window.page()->title() + place, {}, {});
        m_wall->hide();
    }
    m_isRefreshing = false;
    Q_EMIT changed();
}

std::optional<lesson::ClassQuestion> Presentation::question() const {
    if (!m_lesson) return std::nullopt;
    return lesson::class_question(m_lesson->player(), m_lesson->records(), m_class->session(),
                                  LanguageSwitch::instance().language());
}

// A share of the window: it does not depend on what is asked.
void Presentation::fitWall() {
    m_wall->setFixedWidth(
        qRound(qBound(scaled(kLeastWall), kWallShare * m_window.centralWidget()->width(), scaled(kMostWall))));
}

// --- what a clicker does

void Presentation::next() {
    if (isBlank()) return setBlank(false);
    if (turnPart(1)) return;
    if (auto* lesson = qobject_cast<LessonPage*>(m_window.page())) lesson->next();
}

void Presentation::back() {
    if (isBlank()) return setBlank(false);
    if (turnPart(-1)) return;
    if (auto* lesson = qobject_cast<LessonPage*>(m_window.page())) lesson->back();
}

bool Presentation::isBlank() const {
    return !m_black->isHidden();
}

void Presentation::setBlank(bool blank) {
    blank = blank && m_isOn;
    m_black->setGeometry(m_window.centralWidget()->rect());
    m_black->setVisible(blank);
    if (blank) m_black->raise();
    Q_EMIT changed();
}

bool Presentation::canCommit() const {
    return m_lesson && m_lesson->player().step().kind == lesson::StepKind::Predict &&
           !m_lesson->classAnswer().isEmpty();
}

void Presentation::commit() {
    if (canCommit()) m_lesson->next();
}

void Presentation::raiseHand(int choice, int by) {
    const auto asked = question();
    if (!asked || !asked->is_open || choice < 0 || choice >= static_cast<int>(asked->options.size())) return;
    m_class->addHand(m_lesson->player().lesson().id, asked->step, asked->options[static_cast<std::size_t>(choice)].key,
                     by);
}

// --- the presenter's window

PresenterWindow* Presentation::presenter() const {
    return m_presenter;
}

LessonPage* Presentation::lesson() const {
    return m_lesson;
}

void Presentation::openPresenter() {
    if (!m_presenter) m_presenter = new PresenterWindow(*this);
    // Another screen than the class's, where there is one.
    for (auto* screen : QGuiApplication::screens())
        if (screen != m_window.screen()) {
            m_presenter->setGeometry(screen->availableGeometry());
            m_presenter->showMaximized();
            return;
        }
    m_presenter->show();
    m_presenter->raise();
    m_presenter->activateWindow();
}

// --- parking

// A lesson of the user's own is not on the shelf.
QString Presentation::parkedNotice() const {
    const QString place = m_class->parkedPlace();
    return place.isEmpty() ? tr("A class is parked, but its lesson is not among those here.")
                           : tr("A class is parked: %1. Shift+F5 goes on with it.").arg(place);
}

bool Presentation::park() {
    if (!m_isOn) return false;
    try {
        m_class->park(m_lesson ? m_lesson->selections() : decltype(m_lesson->selections()){});
    } catch (const text::Error& error) {
        const QString notice = tr("The class could not be parked: %1").arg(say(error));
        m_window.showNotice(notice);
        Q_EMIT noticed(notice);
        return false;
    }
    leave();
    m_window.showNotice(parkedNotice());
    return true;
}

bool Presentation::resume() {
    if (!m_class->hasParked() || m_class->parkedPlace().isEmpty()) return false;
    if (m_isOn) leave(); // what is shown now is not the parked class's
    if (!m_class->resumeParked()) return false;
    const lesson::ClassSession parked = m_class->session();
    if (!m_window.open(QString::fromStdString(parked.lesson))) return false;
    enter();
    if (!m_lesson) return false;
    // Step by step, as the class went: later ones show what earlier ones have run.
    const auto& steps = m_lesson->player().lesson().steps;
    const auto found = std::ranges::find(steps, parked.step, &lesson::Step::id);
    const auto position = found == steps.end() ? 0 : static_cast<std::size_t>(found - steps.begin());
    for (std::size_t i = 0; i <= position; ++i)
        m_lesson->goTo(i);
    m_lesson->select(parked.selections);
    return true;
}

// --- keys and events

bool Presentation::isWrittenIn(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QPlainTextEdit*>(widget);
}

void Presentation::followFocus() {
    const QWidget* focus = QApplication::focusWidget();
    const bool writes = isWrittenIn(focus);
    // A plot or a button that was asked for by Tab or a click has its own use for arrows, Space and Enter.
    const bool isFree = !focus || focus == m_window.centralWidget() || focus == &m_window;
    for (const char* id : {"present.next", "present.back"})
        m_window.commands().setKeysEnabled(id, m_isOn && isFree);
    for (const char* id :
         {"present.blank", "hands.1", "hands.2", "hands.3", "hands.4", "hands.5", "hands.6", "hands.back"})
        m_window.commands().setKeysEnabled(id, m_isOn && !writes);
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    // The window's geometry is saved next; a class that is cut short can be resumed.
    if (watched == &m_window && event->type() == QEvent::Close && m_isOn && !(m_lesson && park())) leave();
    if (watched == m_window.centralWidget() && event->type() == QEvent::Resize) {
        fitWall();
        fitCode();
        fitParts();
        m_black->setGeometry(m_window.centralWidget()->rect());
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ampscope::ui

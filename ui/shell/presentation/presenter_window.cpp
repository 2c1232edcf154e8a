#include "ui/shell/presentation/presenter_window.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTextBrowser>
#include <QTime>
#include <QVBoxLayout>

#include "core/lesson/class_view.h"
#include "ui/bridge/language.h"
#include "ui/instruments/instrument.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/presentation/hands_entry.h"
#include "ui/shell/presentation/presentation.h"

namespace ampscope::ui {

namespace {

constexpr int kTickMilliseconds = 500;

// "3:07", "1:02:03".
QString clockOf(std::int64_t milliseconds) {
    const std::int64_t seconds = milliseconds / 1000;
    const QString rest = QString("%1:%2")
                             .arg(seconds / 60 % 60, seconds >= 3600 ? 2 : 1, 10, QChar('0'))
                             .arg(seconds % 60, 2, 10, QChar('0'));
    return seconds >= 3600 ? QString("%1:%2").arg(seconds / 3600).arg(rest) : rest;
}

std::int64_t milliseconds(double minutes) {
    return static_cast<std::int64_t>(minutes * 60'000);
}

QString html(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

} // namespace

PresenterWindow::PresenterWindow(Presentation& presentation)
    : m_presentation(presentation),
      m_time(new QLabel),
      m_spent(new QLabel),
      m_notice(new QLabel),
      m_pause(new QPushButton),
      m_resetTime(new QPushButton),
      m_text(new QTextBrowser),
      m_hands(new HandsEntry(presentation.taught())),
      m_handsTitle(new QLabel),
      m_controls(new QWidget) {
    setObjectName("centralArea");
    setAttribute(Qt::WA_StyledBackground);
    setFocusPolicy(Qt::StrongFocus);
    resize(980, 680);
    try {
        m_classes =
            lesson::load_classes(presentation.window().shelf(), presentation.window().lessonsFolder().toStdString());
    } catch (const text::Error& error) {
        m_notice->setText(say(error)); // notes go without the plan of the class
    }
    m_notice->setWordWrap(true);
    m_notice->setProperty("role", "error");
    m_notice->setTextFormat(Qt::PlainText);
    m_spent->setWordWrap(true);
    m_spent->setTextFormat(Qt::RichText);
    m_text->setFrameShape(QFrame::NoFrame);
    m_handsTitle->setProperty("role", "section");

    auto* clock = new QHBoxLayout;
    clock->addWidget(m_time);
    clock->addWidget(m_spent, 1);
    clock->addWidget(m_pause);
    clock->addWidget(m_resetTime);

    auto* hands_area = new QWidget;
    auto* right = new QVBoxLayout(hands_area);
    right->setContentsMargins(0, 0, 0, 0);
    right->addWidget(m_handsTitle);
    right->addWidget(m_hands);
    right->addWidget(m_controls);
    auto* controls = new QVBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    right->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(hands_area);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(24);
    middle->addWidget(m_text, 3);
    middle->addWidget(scroll, 2);

    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    for (const char* id : {"present.back", "present.next", "present.commit", "present.blank", "run.pause"})
        first->addWidget(addButton(id));
    for (const char* id : {"hands.csv", "present.park", "present.resume", "present.toggle"})
        second->addWidget(addButton(id));
    m_buttons[1]->setProperty("role", "primary");

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(12);
    layout->addLayout(clock);
    layout->addWidget(m_notice);
    layout->addLayout(middle, 1);
    layout->addLayout(first);
    layout->addLayout(second);

    connect(m_pause, &QPushButton::clicked, this, [this] {
        ClassModel& taught = m_presentation.taught();
        taught.setRunning(!taught.isRunning());
    });
    connect(m_resetTime, &QPushButton::clicked, this, [this] { m_presentation.taught().resetTime(); });
    connect(&presentation, &Presentation::changed, this, &PresenterWindow::refresh);
    connect(&presentation, &Presentation::noticed, m_notice, &QLabel::setText);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &PresenterWindow::dress);
    m_tick.setInterval(kTickMilliseconds);
    connect(&m_tick, &QTimer::timeout, this, &PresenterWindow::showClock);
    translated(this, [this] {
        setWindowTitle(tr("ampscope: for the teacher"));
        m_resetTime->setText(tr("Reset the time"));
        m_text->setAccessibleName(tr("Notes"));
        m_handsTitle->setText(tr("Show of hands"));
        refresh();
    });
    dress();
}

QPushButton* PresenterWindow::addButton(const QString& command) {
    auto* button = new QPushButton;
    connect(button, &QPushButton::clicked, this, [this, command] { m_presentation.window().commands().act(command); });
    m_buttons << button;
    m_buttonCommands << command;
    return button;
}

// The application wears the projector's palette: not this window.
void PresenterWindow::dress() {
    const ThemeSwitch& chosen = ThemeSwitch::instance();
    const Theme& look = Theme::of(chosen.chosenKind());
    setPalette(look.palette());
    setFont(textFont(kChromePixels * chosen.chosenScale()));
    setStyleSheet(look.styleSheet(chosen.chosenScale()));
    m_time->setFont(monoFont(30 * chosen.chosenScale(), QFont::DemiBold));
    m_time->setStyleSheet(QString("font-size: %1px").arg(qRound(30 * chosen.chosenScale())));
    showNotes();
}

void PresenterWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    setFocus(); // not the first button: Space goes to the next step
    m_tick.start();
    refresh();
}

void PresenterWindow::refresh() {
    if (!isVisible() && !m_text->document()->isEmpty()) return;
    const Commands& commands = m_presentation.window().commands();
    for (int i = 0; i < m_buttons.size(); ++i) {
        const Command* command = commands.find(m_buttonCommands[i]);
        if (!command) continue;
        m_buttons[i]->setText(command->title());
        m_buttons[i]->setEnabled(!command->can || command->can());
        if (!command->keys.isEmpty())
            m_buttons[i]->setToolTip(command->keys.first().toString(QKeySequence::NativeText));
    }
    m_pause->setText(m_presentation.taught().isRunning() ? tr("Pause the time") : tr("Let the time go on"));
    showClock();
    showNotes();
    showControls();
    const LessonPage* page = m_presentation.lesson();
    const auto asked = m_presentation.question();
    m_handsTitle->setVisible(asked.has_value());
    if (!page) return m_hands->show({}, std::nullopt, false);
    const lesson::Lesson& lesson = page->player().lesson();
    const lesson::Step* step = asked ? lesson.find_step(asked->step) : nullptr;
    m_hands->show(lesson.id, asked, step && step->question.has_value());
}

void PresenterWindow::showControls() {
    LessonPage* page = m_presentation.lesson();
    const lesson::Step* step = page ? &page->player().step() : nullptr;
    const bool tries = step && step->kind == lesson::StepKind::Try;
    const QString place = tries ? QString::fromStdString(page->player().lesson().id + "/" + step->id) : QString();
    m_controls->setVisible(tries);
    if (place != m_controlsOf) {
        m_controlsOf = place;
        qDeleteAll(m_editors);
        m_editors.clear();
        if (tries)
            for (const auto& path : step->controls) {
                if (!scenario::find_field(path)) continue; // a control of an instrument: it is on the stage
                auto* editor = new FieldEditor(QString::fromStdString(path));
                connect(editor, &FieldEditor::edited, page, &LessonPage::settingEdited);
                m_controls->layout()->addWidget(editor);
                m_editors << editor;
            }
    }
    if (!tries) return;
    for (auto* editor : std::as_const(m_editors))
        editor->setValue(*page->scenarioOf(step->scenario));
}

const lesson::TeacherNotes* PresenterWindow::notesOf(const lesson::Lesson& lesson) {
    auto found = m_notes.find(lesson.id);
    if (found == m_notes.end()) {
        std::optional<lesson::TeacherNotes> notes;
        try {
            notes = lesson::load_teacher_notes(lesson);
        } catch (const text::Error& error) {
            m_notice->setText(say(error));
        }
        found = m_notes.emplace(lesson.id, std::move(notes)).first;
    }
    return found->second ? &*found->second : nullptr;
}

// Where the lesson stands in a planned class.
QString PresenterWindow::classText(const std::string& lesson) const {
    for (const auto& plan : m_classes) {
        const auto place = std::ranges::find(plan.lessons, lesson);
        if (place == plan.lessons.end()) continue;
        return tr("%1: lesson %2 of %3, %4 of %5 min")
            .arg(html(plan.title.in(LanguageSwitch::instance().language())))
            .arg(place - plan.lessons.begin() + 1)
            .arg(plan.lessons.size())
            .arg(m_presentation.taught().elapsed() / 60'000)
            .arg(plan.minutes);
    }
    return {};
}

void PresenterWindow::showClock() {
    m_time->setText(QTime::currentTime().toString("HH:mm"));
    const ClassModel& taught = m_presentation.taught();
    QStringList parts = {tr("since the start <b>%1</b>").arg(clockOf(taught.elapsed()))};
    if (const LessonPage* page = m_presentation.lesson()) {
        const lesson::Lesson& lesson = page->player().lesson();
        const auto* notes = notesOf(lesson);
        const QString late = Theme::of(ThemeSwitch::instance().chosenKind()).color(Token::Warn).name();
        const auto used = [&](const QString& text, std::int64_t spent, std::int64_t planned) {
            QString shown = text.arg(clockOf(spent), clockOf(planned));
            return spent > planned ? QString("<span style=\"color:%1\">%2</span>").arg(late, shown) : shown;
        };
        if (notes)
            parts << used(tr("this step <b>%1</b> of %2"), taught.spentHere(),
                          milliseconds(notes->minutes_of(page->player().step().id)));
        parts << used(tr("this lesson <b>%1</b> of %2"), taught.spentIn(lesson.id), milliseconds(lesson.minutes));
        if (const QString plan = classText(lesson.id); !plan.isEmpty()) parts << plan;
    }
    m_spent->setText(parts.join(" · "));
}

QString PresenterWindow::clockText() const {
    return m_spent->text();
}
QString PresenterWindow::notesText() const {
    return m_text->toPlainText();
}

void PresenterWindow::showNotes() {
    const auto language = LanguageSwitch::instance().language();
    const Theme& look = Theme::of(ThemeSwitch::instance().chosenKind());
    const double scale = ThemeSwitch::instance().chosenScale();
    const LessonPage* page = m_presentation.lesson();
    QString text;
    if (!page) {
        const Page* other = m_presentation.window().page();
        text = QString("<h3>%1</h3>").arg(other ? other->title().toHtmlEscaped() : QString());
    } else {
        const lesson::Player& player = page->player();
        const lesson::Lesson& lesson = player.lesson();
        const lesson::Card card = player.card(language, page->records());
        const QString muted = look.color(Token::Muted).name();
        text += QString("<p style=\"color:%1\">%2</p><h3>%3</h3>")
                    .arg(muted,
                         QString("%1 · %2/%3 · %4")
                             .arg(html(lesson.section))
                             .arg(player.position() + 1)
                             .arg(lesson.steps.size())
                             .arg(stepKindText(player.step().kind)),
                         html(lesson::plain_words(card.heading)));
        for (const auto& paragraph : card.paragraphs)
            text += "<p>" + html(lesson::plain_words(paragraph)) + "</p>";
        if (const QString where = page->recordedFrom(); !where.isEmpty())
            text += QString("<p><b>%1</b> %2</p>").arg(badgeText(Provenance::Recorded), where.toHtmlEscaped());
        if (const auto* notes = notesOf(lesson)) {
            if (notes->hands_step == player.step().id)
                text += QString("<p><b>%1</b> %2</p>").arg(tr("Show of hands:"), html(notes->hands.in(language)));
            text += "<p><b>" + tr("What they may believe") + "</b></p><ul>";
            for (const auto& belief : notes->expect)
                text += "<li>" + html(belief.in(language)) + "</li>";
            text += "</ul>";
        }
        lesson::Player ahead = player;
        ahead.next();
        if (ahead.position() != player.position()) {
            const lesson::Card coming = ahead.card(language, page->records());
            text += QString("<hr><p style=\"color:%1\">%2 <b>%3</b> %4</p>")
                        .arg(muted, tr("Next: %1.").arg(stepKindText(ahead.step().kind)),
                             html(lesson::plain_words(coming.heading)),
                             html(lesson::class_sentence(coming, ahead.step().kind)));
        } else {
            text += QString("<hr><p style=\"color:%1\">%2</p>").arg(muted, tr("This is the last step."));
        }
    }
    m_text->document()->setDefaultFont(textFont(kLessonPixels * scale));
    m_text->setHtml(QString("<div style=\"color:%1\">%2</div>").arg(look.color(Token::Text).name(), text));
}

// The keys of the presentation work here, too, where nothing that has the focus wants them.
void PresenterWindow::keyPressEvent(QKeyEvent* event) {
    Commands& commands = m_presentation.window().commands();
    const QKeySequence pressed(event->keyCombination());
    const QKeySequence plain(
        QKeyCombination(event->modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(event->key())));
    if (event->key() == Qt::Key_Escape && commands.back()) return;
    // A line takes what was written with Enter and passes the key on: it is not the clicker's.
    const bool is_enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (is_enter && !(event->modifiers() & Qt::ControlModifier) && Presentation::isWrittenIn(focusWidget())) return;
    for (const auto& command : commands.all())
        if (command.keys.contains(pressed) || command.keys.contains(plain)) {
            commands.act(command.id);
            return;
        }
    QWidget::keyPressEvent(event);
}

} // namespace ampscope::ui

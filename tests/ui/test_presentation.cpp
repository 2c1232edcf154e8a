// The window in front of a class: what is put away and comes back, the clicker, hands, parking, recorded runs; and a
// random walk over all of it.
#include "ui/shell/presentation/presentation.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScreen>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/lesson/recordings.h"
#include "tests/lesson/small_lesson.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/instruments/instrument.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/presentation/hands_entry.h"
#include "ui/shell/presentation/hands_wall.h"
#include "ui/shell/presentation/presentation_strip.h"
#include "ui/shell/presentation/presenter_window.h"
#include "ui/shell/side_bar.h"
#include "ui/shell/top_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestPresentation : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    testing::FakeThread<> m_thread;

    std::unique_ptr<MainWindow> make(const QString& lessons = AMPSCOPE_SOURCE_DIR "/lessons",
                                     const QString& data = {}) {
        Settings settings;
        settings.welcomed = true;
        settings.dataFolder = data;
        auto window = std::make_unique<MainWindow>(*m_thread, lessons, settings);
        window->resize(1440, 900);
        window->show();
        [[maybe_unused]] const bool is_active = QTest::qWaitForWindowActive(window.get());
        return window;
    }
    static LessonPage& lessonOf(const MainWindow& window) { return *qobject_cast<LessonPage*>(window.page()); }
    static void go(MainWindow& window, const char* step) {
        LessonPage& page = lessonOf(window);
        const auto& steps = page.player().lesson().steps;
        page.goTo(
            static_cast<std::size_t>(std::ranges::find(steps, std::string(step), &lesson::Step::id) - steps.begin()));
    }
    // 1.5 from 1366 x 768 on, less on a smaller screen, such as that of the offscreen platform.
    static double typeOnTheWall() {
        const QSize screen = QGuiApplication::primaryScreen()->size();
        return qBound(1.2, 1.5 * std::min(screen.width() / 1366.0, screen.height() / 768.0), 1.5);
    }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("nothing there");
    }

  private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        testing::prepare();
    }
    void cleanup() {
        QVERIFY(!ThemeSwitch::instance().isPresenting());
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void every_page_is_put_on_the_wall_and_comes_back() {
        auto window = make();
        // Lessons are all of one kind: one with numbers, one with runs, a case and an exercise stand for them.
        QStringList ids = {"a3-range-or-precision", "a6-gradscaler", "b7-1", "xb4"};
        const bool every_page = qEnvironmentVariableIsSet("AMPSCOPE_EVERY_PAGE");
        for (const QString& id : window->pageIds())
            if (every_page ? !window->shelf().find(id.toStdString())
                           : QStringList{"memory", "bits", "teach"}.contains(id))
                ids << id;
        for (qsizetype i = 0; i < ids.size(); ++i) {
            const QString id = ids[i];
            if (i % 3 == 0) window = make(); // a change of theme dresses all pages that were ever opened
            Presentation& show = window->presentation();
            const QRect before = window->geometry();
            QVERIFY(window->open(id));
            QCoreApplication::processEvents();
            QSet<QWidget*> seen;
            for (auto* widget : window->findChildren<QWidget*>())
                if (widget->isVisible()) seen << widget;
            QVERIFY(window->commands().act("present.toggle"));
            QVERIFY2(show.isOn(), qPrintable(id));
            QCOMPARE(theme().kind(), ThemeKind::Projector);
            QCOMPARE(ThemeSwitch::instance().scale(), typeOnTheWall());
            QVERIFY(!window->topBar()->isVisible() && !window->sideBar()->isVisible());
            QVERIFY(show.strip()->isVisible() && !show.strip()->accessibleName().isEmpty());
            for (auto* form : window->page()->findChildren<LabForm*>())
                QVERIFY2(!form->isVisible(), qPrintable(id));
            for (auto* card : window->page()->findChildren<LessonCard*>())
                QVERIFY2(!card->isVisible(), qPrintable(id));
            QCoreApplication::processEvents();
            QTest::keyClick(window.get(), Qt::Key_Escape);
            QVERIFY2(!show.isOn(), qPrintable(id));
            QCOMPARE(theme().kind(), ThemeKind::Light);
            QCOMPARE(ThemeSwitch::instance().scale(), 1.0);
            QCOMPARE(window->geometry(), before);
            for (auto* widget : {static_cast<QWidget*>(window->topBar()), static_cast<QWidget*>(window->sideBar())})
                QCOMPARE(widget->isVisible(), seen.contains(widget));
            for (auto* form : window->page()->findChildren<LabForm*>())
                QCOMPARE(form->isVisible(), seen.contains(form));
            for (auto* card : window->page()->findChildren<LessonCard*>())
                QVERIFY(card->isVisible());
            QVERIFY(!show.strip()->isVisible() && !show.wall()->isVisible());
        }
    }

    /// A wall of few lines has no room for four plots: two at a time, and the clicker goes from one part to the next.
    void a_full_lab_is_shown_in_parts_on_a_low_wall_data() {
        QTest::addColumn<QString>("lab");
        QTest::addColumn<QStringList>("first");
        QTest::addColumn<QStringList>("second");
        QTest::newRow("memory") << "memory" << QStringList{"memory-bars", "memory-timeline"}
                                << QStringList{"parts-table", "saved-tensors"};
        QTest::newRow("train") << "train" << QStringList{"lanes", "loss", "scale-trace"}
                               << QStringList{"lanes", "loss-difference", "throughput"};
        QTest::newRow("break it") << "break" << QStringList{"histogram", "histogram"} << QStringList{"columns", "loss"};
    }
    void a_full_lab_is_shown_in_parts_on_a_low_wall() {
        QFETCH(QString, lab);
        QFETCH(QStringList, first);
        QFETCH(QStringList, second);
        const auto window = make();
        window->resize(1280, 720);
        QVERIFY(window->open(lab));
        QCoreApplication::processEvents();
        Presentation& show = window->presentation();
        const auto seen = [&] {
            QStringList ids;
            for (const auto* instrument : window->page()->findChildren<Instrument*>())
                if (instrument->isVisible()) ids << instrument->id();
            ids.sort();
            return ids;
        };
        const QStringList before = seen();
        show.enter(false);
        QCOMPARE(seen(), first);
        show.next();
        QCOMPARE(seen(), second);
        show.next(); // there is no third
        QCOMPARE(seen(), second);
        show.back();
        QCOMPARE(seen(), first);
        window->resize(1920, 1080); // there is room for all of them
        QTRY_COMPARE(seen(), before);
        window->resize(1280, 720);
        QTRY_COMPARE(seen(), first);
        show.leave();
        QCOMPARE(seen(), before);
    }

    void what_is_chosen_meanwhile_holds_afterwards() {
        auto window = make();
        window->open("scale");
        window->presentation().enter();
        window->setTheme(ThemeKind::Dark);
        window->setLanguage(text::Language::Korean);
        window->showNotice("something");
        QCOMPARE(theme().kind(), ThemeKind::Projector);
        QVERIFY(window->open("a6-gradscaler")); // Ctrl+K works as ever
        QVERIFY(!lessonOf(*window).card()->isVisible());
        window->presentation().leave();
        QCOMPARE(theme().kind(), ThemeKind::Dark);
        QCOMPARE(window->notice(), QString("something"));
        QVERIFY(lessonOf(*window).card()->isVisible());
        window->open("scale");
        for (auto* form : window->page()->findChildren<LabForm*>())
            QVERIFY(form->isVisible());
    }

    void closing_the_window_gives_its_place_back_first() {
        auto window = make();
        window->open("scale");
        window->presentation().enter();
        window->close();
        QVERIFY(!window->presentation().isOn());
        QCOMPARE(window->size(), QSize(1440, 900));
        window->show();
        window->open("a6-gradscaler"); // a class that is cut short can be resumed
        window->presentation().enter();
        window->close();
        QVERIFY(!window->presentation().isOn() && window->presentation().taught().hasParked());
    }

    void the_clicker_walks_the_lesson() {
        auto window = make();
        window->open("a6-gradscaler");
        Presentation& show = window->presentation();
        show.enter();
        const lesson::Player& player = lessonOf(*window).player();
        std::size_t place = 0;
        for (const auto key : {Qt::Key_PageDown, Qt::Key_Right, Qt::Key_Space, Qt::Key_Return}) {
            QTest::keyClick(window.get(), key);
            QCOMPARE(player.position(), ++place); // without an answer, too
        }
        for (const auto key : {Qt::Key_PageUp, Qt::Key_Left}) {
            QTest::keyClick(window.get(), key);
            QCOMPARE(player.position(), --place);
        }
        for (const auto key : {Qt::Key_B, Qt::Key_Period}) {
            QTest::keyClick(window.get(), key);
            QVERIFY(show.isBlank());
            QTest::keyClick(window.get(), Qt::Key_PageDown); // only brings the screen back
            QVERIFY(!show.isBlank());
            QCOMPARE(player.position(), place);
        }
        QTest::keyClick(window.get(), Qt::Key_F5);
        QVERIFY(!show.isOn());
        QTest::keyClick(window.get(), Qt::Key_Right);
        QCOMPARE(player.position(), place); // the clicker's keys are the page's again
    }

    void hands_lead_to_the_reveal_and_stay_with_the_class() {
        auto window = make();
        window->open("a6-gradscaler");
        Presentation& show = window->presentation();
        show.enter(false); // as large as it is: full screen comes when the platform likes
        go(*window, "high");
        // The window has its full size, and everything in it its place.
        const auto is_laid_out = [&] {
            return show.wall()->width() + window->page()->width() == window->centralWidget()->width() &&
                   lessonOf(*window).stage()->width() == window->page()->width();
        };
        QTRY_VERIFY(is_laid_out());
        QVERIFY(show.wall()->isVisible());
        QCOMPARE(show.wall()->rows().size(), 4);
        QVERIFY(!show.wall()->commitButton()->isEnabled());
        for (const auto key : {Qt::Key_3, Qt::Key_3, Qt::Key_2, Qt::Key_4, Qt::Key_Backspace})
            QTest::keyClick(window.get(), key);
        const auto counts = [&] {
            QList<int> hands;
            const auto asked = show.question();
            for (const auto& option : asked->options)
                hands << option.hands;
            return hands;
        };
        QCOMPARE(counts(), (QList<int>{0, 1, 2, 0}));
        QVERIFY(show.wall()->commitButton()->isEnabled());
        const QRect stage = lessonOf(*window).stage()->geometry(), wall = show.wall()->geometry();
        QTest::mouseClick(show.wall()->commitButton(), Qt::LeftButton);
        QCOMPARE(lessonOf(*window).player().step().id, std::string("high-run"));
        QTRY_VERIFY(lessonOf(*window).runOf("high")->state() == train::RunState::Finished);
        QCoreApplication::processEvents();
        // The fake engine skips no step: the first choice came out.
        QTRY_VERIFY(show.question()->is_decided);
        QVERIFY(show.question()->options[0].right && show.question()->options[2].chosen);
        QCOMPARE(show.question()->measured, std::string("0"));
        QVERIFY(show.wall()->measuredText().contains('0'));
        QCOMPARE(counts(), (QList<int>{0, 1, 2, 0}));
        QCOMPARE(lessonOf(*window).stage()->geometry(), stage); // nothing has jumped
        QCOMPARE(show.wall()->geometry(), wall);
        show.leave();
        QVERIFY(!lessonOf(*window).player().find_answer("high")); // the learner has not answered
        QVERIFY(!window->learner().of("a6-gradscaler") || window->learner().of("a6-gradscaler")->answers.empty());
        show.enter();
        QVERIFY(lessonOf(*window).player().find_answer("high")); // the class has
    }

    void a_choice_can_be_clicked_instead() {
        auto window = make();
        window->open("a6-gradscaler");
        window->presentation().enter();
        go(*window, "high");
        QTest::mouseClick(window->presentation().wall()->rows()[1], Qt::LeftButton);
        QCOMPARE(lessonOf(*window).classAnswer(), QString("1"));
        window->presentation().next();
        QCOMPARE(lessonOf(*window).player().find_answer("high")->key, std::string("1"));
        go(*window, "explain"); // reasons are judged at once
        QTest::mouseClick(window->presentation().wall()->rows()[0], Qt::LeftButton);
        QVERIFY(window->presentation().question()->is_decided);
        QCOMPARE(lessonOf(*window).player().step().id, std::string("explain"));
    }

    void the_teacher_sees_notes_and_time_and_enters_hands() {
        auto window = make();
        window->open("a6-gradscaler");
        Presentation& show = window->presentation();
        show.enter();
        go(*window, "high");
        QVERIFY(window->commands().act("present.window"));
        PresenterWindow* teacher = show.presenter();
        QVERIFY(teacher && teacher->isVisible());
        QVERIFY2(teacher->notesText().contains("That a skipped step is a failure"), qPrintable(teacher->notesText()));
        QVERIFY(teacher->notesText().contains("Note the hands for all four"));             // it is the step for hands
        QVERIFY(teacher->notesText().contains("The scale finds its own way down"));        // what comes next
        QVERIFY2(teacher->clockText().contains("1:00"), qPrintable(teacher->clockText())); // planned for this step
        QVERIFY(teacher->clockText().contains("50 min"));
        QCOMPARE(teacher->hands()->counts().size(), 4);
        teacher->hands()->counts()[2]->setValue(7);
        teacher->hands()->numbers()->setText("0, 2, 12");
        Q_EMIT teacher->hands()->numbers()->editingFinished();
        const auto asked = show.question();
        const auto& options = asked->options;
        QCOMPARE(options[0].hands, 1);
        QCOMPARE(options[1].hands, 1);
        QCOMPARE(options[2].hands, 7);
        QCOMPARE(options[3].hands, 1);
        QCOMPARE(asked->median, std::optional(2.0));
        QVERIFY(show.wall()->totalText().contains("10"));
        teacher->hands()->numbers()->setText("0, two");
        Q_EMIT teacher->hands()->numbers()->editingFinished();
        QVERIFY(teacher->hands()->problem().contains("two"));
        QCOMPARE(show.question()->options[0].hands, 1); // as it was
        const QString csv = m_home.filePath("hands.csv");
        show.taught().exportHands(csv);
        QVERIFY(read(csv).startsWith("lesson,step,option,text,hands,share\r\na6-gradscaler,high,0,0,1,0.1\r\n"));
        // Enter ends what is written, and does not lead on.
        teacher->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(teacher));
        for (QWidget* line : {static_cast<QWidget*>(teacher->hands()->numbers()),
                              static_cast<QWidget*>(teacher->hands()->counts()[2])}) {
            line->setFocus();
            QTest::keyClick(line, Qt::Key_Return);
            QCOMPARE(lessonOf(*window).player().step().id, std::string("high"));
        }
        teacher->hands()->resetButton()->click();
        QVERIFY(show.taught().hands("a6-gradscaler", "high").empty());
        // Its keys are the clicker's, and it wears the usual theme.
        teacher->setFocus();
        QTest::keyClick(teacher, Qt::Key_PageDown);
        QCOMPARE(lessonOf(*window).player().step().id, std::string("high-run"));
        QVERIFY(teacher->styleSheet().contains(Theme::of(ThemeKind::Light).color(Token::Hairline).name()));
        // A try has its controls there: the class does not see the card.
        go(*window, "try");
        QCOMPARE(teacher->editors().size(), 3);
        Q_EMIT teacher->editors()[1]->edited("scaler.init_scale", "1024");
        QCOMPARE(lessonOf(*window).scenarioOf("small")->scaler.init_scale, 1024.0);
        teacher->close();
        QVERIFY(show.isOn());
        window->commands().act("present.window");
        QTest::keyClick(teacher, Qt::Key_Escape);
        QVERIFY(!show.isOn() && !teacher->isVisible());
    }

    void every_button_of_the_teacher_has_words_in_both_languages() {
        auto window = make();
        window->open("a6-gradscaler");
        window->presentation().enter();
        window->presentation().openPresenter();
        QStringList english;
        for (const auto* button : window->presentation().presenter()->buttons())
            english << button->text();
        window->setLanguage(text::Language::Korean);
        const auto buttons = window->presentation().presenter()->buttons();
        for (int i = 0; i < buttons.size(); ++i)
            QVERIFY2(!english[i].isEmpty() && buttons[i]->text() != english[i], qPrintable(english[i]));
        window->presentation().leave();
    }

    void a_class_is_parked_and_resumed() {
        QTemporaryDir data;
        {
            auto window = make(AMPSCOPE_SOURCE_DIR "/lessons", data.path());
            window->open("a6-gradscaler");
            Presentation& show = window->presentation();
            show.enter();
            go(*window, "high");
            show.raiseHand(3);
            show.commit();
            QTRY_VERIFY(lessonOf(*window).runOf("high")->state() == train::RunState::Finished);
            lessonOf(*window).runOf("high")->select(5);
            QTest::qWait(20);
            QVERIFY(show.park());
            QVERIFY(!show.isOn());
            QVERIFY2(window->notice().contains("A6, step 3 of 7"), qPrintable(window->notice()));
            window->close();
        }
        auto window = make(AMPSCOPE_SOURCE_DIR "/lessons", data.path());
        window->open("scale");
        QTRY_VERIFY(window->notice().contains("A6, step 3 of 7"));
        const Command* resume = window->commands().find("present.resume");
        QVERIFY2(resume->title().contains("A6, step 3 of 7"), qPrintable(resume->title()));
        QVERIFY(window->commands().act("present.resume"));
        QVERIFY(window->presentation().isOn());
        QCOMPARE(window->pageId(), QString("a6-gradscaler"));
        QCOMPARE(lessonOf(*window).player().step().id, std::string("high-run"));
        QCOMPARE(lessonOf(*window).player().find_answer("high")->key, std::string("3"));
        QCOMPARE(window->presentation().question()->options[3].hands, 1);
        QCOMPARE(lessonOf(*window).runOf("high")->selection(), std::optional<std::int64_t>(5));
        QVERIFY(window->presentation().taught().elapsed() >= 20);
        QVERIFY(!window->commands().act("present.resume")); // once
        window->presentation().leave();
    }

    void a_broken_parked_class_is_said_and_kept() {
        QTemporaryDir data;
        QFile file(data.filePath("parked-class.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ \"schema\": 1, ");
        file.close();
        auto window = make(AMPSCOPE_SOURCE_DIR "/lessons", data.path());
        QTRY_VERIFY2(window->notice().contains("parked"), qPrintable(window->notice()));
        QVERIFY(!window->commands().act("present.resume"));
        const QStringList kept = QDir(data.path()).entryList({"parked-class.damaged-*.json"});
        QCOMPARE(kept.size(), 1);
        QCOMPARE(read(data.filePath(kept.first())), QByteArray("{ \"schema\": 1, "));
    }

    void a_parked_class_whose_lesson_is_gone_is_said() {
        QTemporaryDir data;
        lesson::ClassSession session;
        session.lesson = "gone";
        lesson::ParkedClass(data.path().toStdString()).park(session);
        auto window = make(AMPSCOPE_SOURCE_DIR "/lessons", data.path());
        QTRY_VERIFY2(window->notice().contains("not among"), qPrintable(window->notice()));
        QVERIFY(!window->commands().act("present.resume"));
        QVERIFY(QFile::exists(data.filePath("parked-class.json")));
    }

    void a_parked_lesson_of_ones_own_is_said() {
        const lesson::LessonFolder folder;
        auto window = make();
        window->openLessons(QString::fromStdString(folder.path()));
        window->presentation().enter(false);
        QVERIFY(window->presentation().park());
        QVERIFY2(window->notice().contains("not among"), qPrintable(window->notice()));
    }

    void a_place_that_cannot_be_written_keeps_the_class() {
        QTemporaryDir data;
        auto window = make(AMPSCOPE_SOURCE_DIR "/lessons", data.filePath("a-file/below"));
        QFile file(data.filePath("a-file")); // a file where the folder should be
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        window->open("a6-gradscaler");
        window->presentation().enter();
        QVERIFY(!window->presentation().park());
        QVERIFY(window->presentation().isOn());
        window->presentation().leave();
        QVERIFY2(window->notice().contains("could not be parked"), qPrintable(window->notice()));
    }

    void a_failed_run_is_replaced_by_its_recording() {
        const lesson::LessonFolder folder;
        folder.replace("lesson.json", R"("base": "overflow" })",
                       R"("base": "overflow", "set": { "name": "throws" } })");
        folder.replace("lesson.json", R"("scaler.init_scale": "2^0",)",
                       R"("name": "throws", "scaler.init_scale": "2^0",)");
        const lesson::Lesson small = folder.load();
        folder.write("small/recorded/high.json",
                     QByteArray::fromStdString(lesson::recording_text(lesson::made_up(*small.find_scenario("high")),
                                                                      "2026-11-30", "Some machine")));
        auto window = make(QString::fromStdString(folder.path()));
        window->open("small");
        window->presentation().enter();
        go(*window, "seen");
        LessonPage& page = lessonOf(*window);
        QTRY_VERIFY(page.runOf("high")->isRecorded());
        QVERIFY(page.runOf("high")->record().is_finished());
        QVERIFY2(page.recordedFrom().contains("2026-11-30") && page.recordedFrom().contains("Some machine"),
                 qPrintable(page.recordedFrom()));
        QCOMPARE(window->presentation().strip()->note(), page.recordedFrom());
        window->presentation().leave();
        QVERIFY2(window->notice().contains("2026-11-30"), qPrintable(window->notice()));
        // The badge of the card says so, too.
        QStringList badges;
        for (const auto* label : page.card()->findChildren<QLabel*>())
            if (label->property("role") == "badge") badges << label->text();
        QVERIFY2(badges.contains(badgeText(Provenance::Recorded)), qPrintable(badges.join(", ")));
        // Changed settings are another run: nothing stands in for it.
        go(*window, "mend");
        QTRY_COMPARE(static_cast<int>(page.runOf("low")->state().value_or(train::RunState::Paused)),
                     static_cast<int>(train::RunState::Failed));
        QVERIFY(!page.runOf("low")->isRecorded());
    }

    void without_an_engine_lessons_show_what_was_recorded() {
        train::ComputeThread broken([]() -> train::Engine& { throw text::could_not("train.no_engine"); });
        const lesson::LessonFolder folder;
        const lesson::Lesson small = folder.load();
        folder.write("small/recorded/high.json",
                     QByteArray::fromStdString(lesson::recording_text(lesson::made_up(*small.find_scenario("high")),
                                                                      "2026-11-30", "Some machine")));
        MainWindow window(broken, QString::fromStdString(folder.path()), Settings{});
        window.show();
        window.open("small");
        go(window, "seen");
        QTRY_VERIFY(lessonOf(window).runOf("high")->isRecorded());
    }

    // Every pair of transitions comes up again and again.
    void a_random_walk_never_leaves_it_half_on_data() {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 3; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void a_random_walk_never_leaves_it_half_on() {
        QFETCH(quint32, seed);
        QRandomGenerator dice(seed);
        QTemporaryDir data;
        auto window = make(AMPSCOPE_SOURCE_DIR "/lessons", data.path());
        window->open("a6-gradscaler");
        Presentation& show = window->presentation();
        QRect wanted = window->geometry();
        QStringList walked;
        const auto check = [&] {
            const QString path = walked.mid(std::max<qsizetype>(0, walked.size() - 8)).join(" > ");
            const bool on = show.isOn();
            const auto& look = ThemeSwitch::instance();
            QVERIFY2(look.isPresenting() == on, qPrintable(path));
            QVERIFY2(look.kind() == (on ? ThemeKind::Projector : window->settings().theme), qPrintable(path));
            QVERIFY2(look.scale() == (on ? typeOnTheWall() : window->settings().scale), qPrintable(path));
            QVERIFY2(window->topBar()->isVisible() != on, qPrintable(path));
            QVERIFY2(show.strip()->isVisible() == on, qPrintable(path));
            QVERIFY2(!on || !window->sideBar()->isVisible(), qPrintable(path));
            QVERIFY2(on || !show.isBlank(), qPrintable(path));
            QVERIFY2(on || !show.wall()->isVisible(), qPrintable(path));
            QVERIFY2(on || !show.presenter() || !show.presenter()->isVisible(), qPrintable(path));
            QVERIFY2(show.taught().isRunning() == on || walked.contains("time"), qPrintable(path));
            QVERIFY2(on || !(window->windowState() & Qt::WindowFullScreen), qPrintable(path));
            if (!on) QVERIFY2(window->geometry() == wanted, qPrintable(path));
            if (auto* page = qobject_cast<LessonPage*>(window->page())) {
                QVERIFY2(page->player().position() < page->player().lesson().steps.size(), qPrintable(path));
                QVERIFY2(page->card()->isVisible() != on, qPrintable(path));
                QVERIFY2(on == (show.lesson() == page), qPrintable(path));
            } else {
                QVERIFY2(!show.lesson(), qPrintable(path));
            }
            const auto* known = window->learner().of("a6-gradscaler");
            QVERIFY2(!known || known->answers.empty(), qPrintable(path));
        };
        const QList<std::pair<const char*, std::function<void()>>> moves = {
            {"toggle", [&] { window->commands().act("present.toggle"); }},
            {"toggle", [&] { window->commands().act("present.toggle"); }},
            {"escape", [&] { QTest::keyClick(window.get(), Qt::Key_Escape); }},
            {"next", [&] { window->commands().act("lesson.next"); }},
            {"click", [&] { window->commands().act("present.next"); }},
            {"back", [&] { window->commands().act("lesson.back"); }},
            {"pause",
             [&] {
                 window->page()->pauseRuns();
                 QTRY_VERIFY(!window->page()->isRunning()); // all of them, not half
             }},
            {"resume runs", [&] { window->page()->resumeRuns(); }},
            {"resize",
             [&] {
                 if (show.isOn()) return window->resize(1100, 700); // of no consequence afterwards
                 window->resize(static_cast<int>(dice.bounded(1024, 1900)), static_cast<int>(dice.bounded(640, 1000)));
                 wanted = window->geometry();
             }},
            {"language", [&] { window->switchLanguage(); }},
            {"theme", [&] { window->switchTheme(); }},
            {"blank", [&] { window->commands().act("present.blank"); }},
            {"hand", [&] { window->commands().act("hands.2"); }},
            {"hand down", [&] { window->commands().act("hands.back"); }},
            {"commit", [&] { window->commands().act("present.commit"); }},
            {"teacher", [&] { window->commands().act("present.window"); }},
            {"teacher closes",
             [&] {
                 if (show.presenter()) show.presenter()->close();
             }},
            {"time", [&] { show.taught().setRunning(!show.taught().isRunning()); }},
            {"park", [&] { window->commands().act("present.park"); }},
            {"resume", [&] { window->commands().act("present.resume"); }},
            {"lab", [&] { window->open("bits"); }},
            {"lesson", [&] { window->open("a6-gradscaler"); }},
            {"side bar", [&] { window->toggleSideBar(); }},
            {"notice", [&] { window->showNotice("a notice"); }},
        };
        for (int i = 0; i < 80; ++i) {
            const auto& [name, move] = moves[dice.bounded(static_cast<int>(moves.size()))];
            walked << name;
            move();
            if (i % 3 == 0) QCoreApplication::processEvents();
            check();
            if (QTest::currentTestFailed()) return;
        }
        if (show.isOn()) show.leave();
        check();
    }
};

QTEST_MAIN(TestPresentation)
#include "test_presentation.moc"

// The whole window offscreen: every page, both themes, both languages, all sizes, and what must not break it.
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/instruments/numbers/number_card.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/page.h"
#include "ui/labs/rounding_lab.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/stage.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/settings.h"
#include "ui/shell/side_bar.h"
#include "ui/shell/top_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestMainWindow : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    testing::FakeThread<> m_thread;

    std::unique_ptr<MainWindow> make() {
        auto window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", Settings{});
        window->resize(1440, 900);
        window->show();
        return window;
    }

  private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        testing::prepare();
    }
    void cleanup() {
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void escape_puts_the_list_of_a_narrow_window_away() {
        auto window = make();
        window->resize(1024, 640);
        window->open("bits");
        QTRY_VERIFY(!window->sideBar()->isVisible());
        QVERIFY(!window->commands().back()); // nothing to put away
        window->toggleSideBar();
        QVERIFY(window->sideBar()->isVisible());
        QTest::keyClick(window.get(), Qt::Key_Escape);
        QVERIFY(!window->sideBar()->isVisible());
        QCOMPARE(window->pageId(), QString("bits"));
        QTest::keyClick(window.get(), Qt::Key_Escape);
        QCOMPARE(window->pageId(), QString("bits"));
    }

    void every_page_opens_in_every_dress() {
        auto window = make();
        QVERIFY(window->pageIds().contains("scale") && window->pageIds().contains("bits") &&
                window->pageIds().contains("a6-gradscaler"));
        // A change of theme dresses all pages that were ever opened: so it is the outer loop.
        for (const auto language : {text::Language::Korean, text::Language::English})
            for (const auto theme : {ThemeKind::Light, ThemeKind::Dark}) {
                window->setLanguage(language);
                window->setTheme(theme);
                for (const QString& id : window->pageIds())
                    for (const QSize& size : {QSize(1280, 720), QSize(1920, 1080)}) {
                        window->resize(size);
                        QVERIFY(window->open(id));
                        QCOMPARE(window->pageId(), id);
                        QCoreApplication::processEvents();
                        QVERIFY(!window->grab().isNull());
                        QVERIFY(!window->page()->title().isEmpty());
                    }
            }
        QVERIFY(!window->open("no-such-page"));
    }

    void every_control_has_a_name() {
        auto window = make();
        for (const QString& id : window->pageIds()) {
            window->open(id);
            QCoreApplication::processEvents();
            for (auto* widget : window->findChildren<QAbstractButton*>()) {
                if (!widget->isVisible() || widget->objectName().startsWith("qt_")) continue;
                QVERIFY2(!widget->text().isEmpty() || !widget->accessibleName().isEmpty(),
                         qPrintable(id + ": " + widget->metaObject()->className() + " in " +
                                    widget->parent()->metaObject()->className()));
            }
        }
    }

    void the_language_switches_live() {
        auto window = make();
        window->open("scale");
        window->setLanguage(text::Language::Korean);
        QCOMPARE(window->page()->title(), QStringLiteral("스케일"));
        window->setLanguage(text::Language::English);
        QCOMPARE(window->page()->title(), QStringLiteral("Scale"));
    }

    void transport_drives_the_run() {
        auto window = make();
        window->open("scale");
        RunModel* run = window->page()->run();
        QTRY_VERIFY(run->state() == train::RunState::Finished);
        auto* bar = window->findChild<TopBar*>();
        bar->runOrPause(); // over: starts again
        QTRY_VERIFY(run->state() == train::RunState::Finished);
        const auto seed = window->page()->seed();
        bar->restart();
        QCOMPARE(window->page()->seed(), seed); // Reset keeps the seed
        bar->newSeed();
        QCOMPARE(run->record().scenario().seed, window->page()->seed());
        for (int i = 0; i < 200; ++i) { // a storm of clicks
            bar->runOrPause();
            if (i % 3 == 0) bar->stepOnce();
            if (i % 7 == 0) bar->restart();
            if (i % 20 == 0) QCoreApplication::processEvents();
        }
        bar->restart();
        QTRY_VERIFY(run->state() == train::RunState::Finished);
        QCOMPARE(run->record().samples().size(), std::size_t(120));
    }

    void time_is_moved_by_commands() {
        auto window = make();
        window->open("scale");
        RunModel* run = window->page()->run();
        QTRY_VERIFY(run->state() == train::RunState::Finished);
        auto& commands = window->commands();
        QVERIFY(commands.act("time.back"));
        QCOMPARE(run->selectedStep(), std::int64_t(118));
        QVERIFY(commands.act("time.on"));
        QCOMPARE(run->selectedStep(), std::int64_t(119));
        QVERIFY(commands.act("time.first"));
        QVERIFY(!commands.act("time.back")); // there is none before
        QVERIFY(commands.act("time.fact_after"));
        QCOMPARE(run->selectedStep(), std::int64_t(119)); // the end of the run
        QVERIFY(commands.act("time.faster"));
        QVERIFY(commands.act("time.play"));
        QCOMPARE(run->selectedStep(), std::int64_t(0));
        QVERIFY(commands.act("time.play")); // pauses
        run->select(49);
        QVERIFY(commands.act("time.go_on"));
        QTRY_COMPARE(run->record().samples().size(), std::size_t(50));
        // A recorded run is looked at; a step of training says why not.
        run->showRecord(record::RunRecord(run->record()));
        QVERIFY(!commands.act("time.go_on"));
        QVERIFY(commands.act("time.play"));
        window->topBar()->stepOnce();
        QVERIFY(window->notice().contains("recorded"));
        window->open("bits"); // no run, no time
        QVERIFY(!commands.act("time.back"));
    }

    void settings_of_the_lab_start_a_new_run() {
        auto window = make();
        window->open("scale");
        auto* lab = qobject_cast<ScaleLab*>(window->page());
        QTRY_VERIFY(lab->run()->state() == train::RunState::Finished);
        lab->choosePreset("underflow");
        QCOMPARE(lab->scenario().loss_multiplier, 1e-5);
        QTRY_VERIFY(lab->run()->state() == train::RunState::Finished);
        QCOMPARE(lab->run()->record().scenario().loss_multiplier, 1e-5);
        lab->setPrecision("bf16");
        QTRY_COMPARE(lab->run()->record().scenario().precision, scenario::Precision::Bf16);
        lab->reset();
        QCOMPARE(lab->scenario().scaler.init_scale, 16777216.0);
    }

    void a_lesson_can_be_walked_in_any_order() {
        auto window = make();
        window->open("a6-gradscaler");
        auto* lesson = qobject_cast<LessonPage*>(window->page());
        QVERIFY(lesson);
        const auto count = static_cast<int>(lesson->player().lesson().steps.size());
        QList<int> path;
        for (int i = 0; i < count; ++i)
            path << i;
        for (int i = count - 1; i >= 0; --i)
            path << i;
        path << count - 1 << 0 << count / 2 << 1 << 1000;
        for (const int position : path) {
            lesson->goTo(static_cast<std::size_t>(position));
            QCoreApplication::processEvents();
            QVERIFY(!window->grab().isNull());
            QVERIFY(lesson->stage()->ids().size() <= 4);
            for (const auto& id : lesson->player().step().stage)
                QVERIFY(lesson->stage()->instrument(QString::fromStdString(id)));
        }
        lesson->reset();
        QCOMPARE(lesson->player().position(), std::size_t(0));
    }

    void a_prediction_is_kept_and_leads_on() {
        auto window = make();
        window->open("a6-gradscaler");
        auto* lesson = qobject_cast<LessonPage*>(window->page());
        const auto& steps = lesson->player().lesson().steps;
        const auto predict = static_cast<std::size_t>(
            std::ranges::find(steps, lesson::StepKind::Predict, &lesson::Step::kind) - steps.begin());
        lesson->goTo(predict);
        lesson->answer("2");
        QCOMPARE(lesson->player().position(), predict + 1);
        QVERIFY(lesson->player().find_answer(steps[predict].id));
        QCOMPARE(lesson->player().find_answer(steps[predict].id)->key, std::string("2"));
    }

    void without_an_engine_the_rest_works() {
        train::ComputeThread broken([]() -> train::Engine& { throw text::could_not("train.no_engine"); });
        MainWindow window(broken, AMPSCOPE_SOURCE_DIR "/lessons", Settings{});
        window.show();
        window.open("scale");
        QTRY_VERIFY(window.notice().contains("scripts/setup"));
        QVERIFY(window.open("bits"));
        QVERIFY(window.open("a6-gradscaler"));
        QVERIFY(!window.grab().isNull());
    }

    void the_labs_of_numbers_hand_their_value_over() {
        auto window = make();
        QVERIFY(window->open("rounding"));
        window->page()->enterText("465");
        Q_EMIT window->page()->numberAsked("bits", "465", "e4m3");
        auto* bits = qobject_cast<BitsLab*>(window->page());
        QVERIFY(bits);
        QCOMPARE(bits->state().text, QString("465"));
        bits->card()->roundingAsked();
        QCOMPARE(window->page()->title(), RoundingLab::tr("Rounding"));
    }

    void broken_lessons_are_named_and_left_out() {
        QTemporaryDir folder;
        QDir(folder.path()).mkdir("bad");
        QFile file(folder.filePath("bad/lesson.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ \"schema\": 1,");
        file.close();
        MainWindow window(*m_thread, folder.path(), Settings{});
        QVERIFY(window.notice().contains("lesson.json"));
        QVERIFY(window.open("bits"));
    }

    void settings_survive_and_broken_ones_do_no_harm() {
        Settings settings;
        settings.language = text::Language::Korean;
        settings.theme = ThemeKind::Dark;
        settings.scale = 1.25;
        QVERIFY(settings.save());
        Settings back = Settings::load();
        QVERIFY(back.language == text::Language::Korean && back.theme == ThemeKind::Dark && back.scale == 1.25);
        QFile file(m_home.filePath("ampscope/ampscope.ini"));
        QVERIFY(file.exists());
        for (const QByteArray& content :
             {QByteArray(""), QByteArray("\0\0\0\0", 4),
              QByteArray("[General]\nlanguage=xx\ntheme=@Variant(\\0\\0)\nscale=nan\ngeometry=zzz\n"),
              QByteArray("[General\nscale=99")}) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
            file.close();
            back = Settings::load();
            QVERIFY(back.scale == 1 && back.theme == ThemeKind::Light);
        }
    }

    void closing_in_the_middle_of_a_run_is_clean() {
        auto window = make();
        window->open("scale");
        QTRY_VERIFY(window->page()->run()->record().samples().size() > 0);
        window->close();
        window.reset();
        QTRY_COMPARE(m_thread.engine().alive.load(), 0);
    }
};

QTEST_MAIN(TestMainWindow)
#include "test_main_window.moc"

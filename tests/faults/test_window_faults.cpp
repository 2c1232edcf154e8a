// The window while things go wrong around it: exceptions, folders that go, settings that cannot be kept, a storm of
// clicks, changes of language, theme, size and page while it trains. With an engine that only counts.
#include <QAbstractButton>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QPointer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cmath>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "app/gui/application.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_model.h"
#include "ui/bridge/settings_file.h"
#include "ui/instruments/paper/export_dialog.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/labs/page.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;
using train::RunState;

class TestWindowFaults : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<testing::FakeThread<>> m_thread;
    std::unique_ptr<MainWindow> m_window;

    static scenario::Scenario scenario(const char* name, std::int64_t steps) {
        scenario::Scenario made;
        made.name = name;
        made.length.steps = steps;
        return made;
    }
    RunModel& run() { return *m_window->page()->run(); }

  private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        testing::prepare();
    }
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        m_thread = std::make_unique<testing::FakeThread<>>();
        Settings settings;
        settings.welcomed = true;
        settings.dataFolder = m_data->path();
        m_window = std::make_unique<MainWindow>(**m_thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        m_window->resize(1280, 720);
        m_window->show();
        m_window->open("scale");
    }
    void cleanup() {
        m_window.reset();
        m_thread.reset();
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void every_number_is_none_data() {
        QTest::addColumn<double>("number");
        QTest::newRow("NaN") << std::nan("");
        QTest::newRow("Inf") << std::numeric_limits<double>::infinity();
        QTest::newRow("-Inf") << -std::numeric_limits<double>::infinity();
        QTest::newRow("the largest double") << std::numeric_limits<double>::max();
        QTest::newRow("the smallest double") << 5e-324;
    }
    // In every column of every step and in every tensor: drawn as gaps, said in words, and exported as it is.
    void every_number_is_none() {
        QFETCH(double, number);
        const auto make = [&](const scenario::Scenario& made) {
            record::RunRecord record(made, {{"libtorch", std::string("fake")}});
            for (int step = 0; step < 30; ++step) {
                record::Sample sample;
                for (const auto& column : record::columns())
                    sample[column.column] = number;
                sample[record::Column::Step] = step;
                sample[record::Column::Ran] = 1;
                record.sample(sample);
                record.detail(
                    {step, record::GradientHistogram{
                               -20, {}, 0, std::isnan(number) ? 0 : 4096, std::isnan(number) ? 4096 : 0, number}});
            }
            return record;
        };
        for (const char* page : {"scale", "train", "accumulate", "autocast", "memory", "checkpoint", "break"}) {
            QVERIFY(m_window->open(page));
            for (auto* model : m_window->page()->findChildren<RunModel*>())
                model->showRecord(make(model->record().scenario()));
            QElapsedTimer timer;
            timer.start();
            QTest::qWait(20);
            QVERIFY2(!m_window->grab().isNull(), page);
            for (auto* plot : m_window->page()->findChildren<PlotInstrument*>()) {
                std::optional<Exhibit> exhibit;
                try {
                    exhibit = plot->exhibit();
                } catch (const text::Error&) { // such as weights, which this run does not hold
                    continue;
                }
                for (const auto format : {FileFormat::Svg, FileFormat::Csv})
                    QVERIFY2(!renderExhibit(*exhibit, format).isEmpty(), page);
            }
            QVERIFY2(timer.elapsed() < 20'000, page); // no endless search for ticks
        }
    }

    // Everything else that can change does, between the steps of one run: the run does not notice.
    void changed_while_it_trains() {
        run().start(scenario("a", 1'000'000));
        RunModel* const watched = &run();
        QTRY_VERIFY(watched->record().samples().size() > 10);
        const auto seed = watched->record().scenario().seed;
        for (int i = 0; i < 12; ++i) {
            m_window->switchLanguage();
            m_window->switchTheme();
            ThemeSwitch::instance().set(ThemeSwitch::instance().chosenKind(), i % 2 == 0 ? 1.25 : 1);
            m_window->resize(i % 2 == 0 ? QSize(800, 600) : QSize(1920, 1080)); // smaller than it can be, too
            QVERIFY(m_window->open(QStringList{"a6-gradscaler", "bits", "xb4", "train"}[i % 4]));
            QCoreApplication::processEvents();
            QVERIFY(!m_window->grab().isNull());
            QVERIFY(m_window->open("scale"));
            QCoreApplication::processEvents();
        }
        QCOMPARE(&run(), watched);
        watched->pause();
        QTRY_COMPARE(watched->state(), RunState::Paused);
        QTest::qWait(100);
        std::int64_t last = -1; // some are left out of what the window holds of so long a run
        for (const auto& sample : watched->record().samples())
            QVERIFY(sample.step() > std::exchange(last, sample.step()));
        QCOMPARE(watched->record().scenario().seed, seed);
    }

    void what_a_run_throws_is_said_and_the_window_lives_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"throws", "throws other", "throws bad_alloc", "throws runtime_error", "throws a text",
                                 "throws a pointer"})
            QTest::newRow(name) << name;
    }
    void what_a_run_throws_is_said_and_the_window_lives() {
        QFETCH(QString, name);
        m_window->hideNotice();
        run().start(scenario(qPrintable(name), 3));
        QTRY_COMPARE(run().state(), RunState::Failed);
        QTRY_VERIFY(!m_window->notice().isEmpty());
        QVERIFY(run().record().facts_of("failed").size() == 1);
        run().start(scenario("a", 3));
        QTRY_COMPARE(run().state(), RunState::Finished);
        QVERIFY(m_window->open("bits") && m_window->open("scale"));
    }

    // Qt would end the process.
    void what_a_slot_throws_is_said_and_the_window_lives() {
        auto* application = static_cast<gui::Application*>(qApp);
        QStringList said;
        application->onFailure = [&](const text::Error& error) { said << QString::fromStdString(error.message().id); };
        QTimer::singleShot(0, this, [] { throw std::bad_alloc(); });
        QTRY_COMPARE(said.size(), 1);
        QTimer::singleShot(0, this, [] { throw 42; }); // NOLINT: any type must be survived
        QTRY_COMPARE(said.size(), 2);
        QCOMPARE(said, (QStringList{"train.out_of_memory", "failure.other"}));
        application->onFailure = [](const text::Error&) { throw std::bad_alloc(); }; // not even room to say it
        QTimer::singleShot(0, this, [] { throw std::bad_alloc(); });
        QTest::qWait(20);
        application->onFailure = nullptr;
        run().start(scenario("a", 3));
        QTRY_COMPARE(run().state(), RunState::Finished);
    }

    void closed_while_it_trains_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"scale", "train", "break", "autocast", "checkpoint", "a6-gradscaler"})
            QTest::newRow(page) << page;
    }
    void closed_while_it_trains() {
        QFETCH(QString, page);
        QVERIFY(m_window->open(page));
        if (m_window->page()->run()) run().start(scenario("slow", 100'000));
        QTRY_VERIFY(m_thread->engine().alive > 0 || !m_window->page()->run());
        QElapsedTimer timer;
        timer.start();
        m_window->close();
        m_window.reset();
        m_thread.reset();                       // joins
        QVERIFY(timer.elapsed() < 2000 + 8000); // 2 s are the promise; a busy machine gets more
    }

    void settings_that_cannot_be_kept_are_said_once_data() {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QString>("page");
        QTest::newRow("no home") << QByteArray("/proc/nothing/can/be/made/here") << "memory";
        QTest::newRow("a file in its place") << QByteArray() << "sums";
    }
    void settings_that_cannot_be_kept_are_said_once() {
        QFETCH(QByteArray, place);
        QFETCH(QString, page); // nobody has noted it before
        if (place.isEmpty()) {
            place = m_data->filePath("file").toUtf8();
            QVERIFY(QFile(place).open(QIODevice::WriteOnly));
        }
        qputenv("XDG_CONFIG_HOME", place);
        m_window->hideNotice();
        m_window->open(page);
        m_window->saveNow();
        QVERIFY2(m_window->notice().contains("settings cannot be saved"), qPrintable(m_window->notice()));
        m_window->hideNotice();
        m_window->open("rounding");
        m_window->saveNow();
        QCOMPARE(m_window->notice(), QString());
        QCOMPARE(m_window->settings().page, QString("rounding")); // they hold
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());       // the drive is back
        m_window->open("bits");
        m_window->saveNow();
        QCOMPARE(storedSettings("General").value("page"), QString("bits"));
    }

    // A drive that is pulled out: one sentence, and the window can save elsewhere and close.
    void the_data_folder_goes_while_it_trains() {
        run().start(scenario("a", 1'000'000));
        QTRY_VERIFY(run().record().samples().size() > 10);
        std::filesystem::remove_all(m_data->path().toStdString());
        QFile blocked(m_data->path()); // and something else stands there
        QVERIFY(blocked.open(QIODevice::WriteOnly));
        m_window->open("a6-gradscaler");
        for (int i = 0; i < 3; ++i) {
            m_window->saveNow();
            QTest::qWait(50);
        }
        QVERIFY(m_window->open("scale"));
        if (run().state() == RunState::Paused) run().resume();
        const auto last = [&] { return run().record().samples().back().step(); };
        const auto before = last();
        QTRY_VERIFY(last() > before); // it trains on
        PlotInstrument* loss = nullptr;
        for (auto* plot : m_window->page()->findChildren<PlotInstrument*>())
            if (plot->id() == "loss") loss = plot;
        QVERIFY(loss);
        const QTemporaryDir elsewhere;
        ExportDialog dialog(*loss);
        QLineEdit* folder = nullptr;
        for (auto* line : dialog.findChildren<QLineEdit*>())
            if (line->accessibleName() == "Folder of the files") folder = line;
        QVERIFY(folder);
        folder->setText(m_data->path());
        QVERIFY(!dialog.save());
        folder->setText(elsewhere.path()); // the same dialog takes another place
        QVERIFY2(dialog.save(), qPrintable(dialog.problem()));
        QVERIFY(!QDir(elsewhere.path()).isEmpty());
        QVERIFY(m_window->close());
        blocked.remove();
    }

    void a_thousand_clicks_on_every_button_data() {
        QTest::addColumn<QString>("page");
        for (const char* page :
             {"scale", "bits", "rounding", "sums", "inspect", "train", "accumulate", "autocast", "memory", "checkpoint",
              "break", "claims", "hardware", "runs", "progress", "glossary", "teach", "a6-gradscaler", "xb4"})
            QTest::newRow(page) << page;
    }
    // Whatever opens is closed at once. At the end the page does what it is for.
    void a_thousand_clicks_on_every_button() {
        QFETCH(QString, page);
        QTimer closer; // dialogs and menus run loops of their own
        connect(&closer, &QTimer::timeout, this, [] {
            if (auto* popup = QApplication::activePopupWidget()) popup->close();
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
        });
        closer.start(1);
        QVERIFY(m_window->open(page));
        QCoreApplication::processEvents();
        QRandomGenerator chance(1337);
        int clicks = 0;
        QElapsedTimer timer;
        timer.start();
        while (clicks < 1000 && timer.elapsed() < 3000) {
            if (m_window->pageId() != page) m_window->open(page); // a button leads elsewhere
            QList<QAbstractButton*> buttons;
            for (auto* button : m_window->page()->findChildren<QAbstractButton*>())
                if (button->isVisible() && button->isEnabled()) buttons << button;
            if (buttons.isEmpty()) break;
            const QPointer<QAbstractButton> chosen = buttons[chance.bounded(static_cast<int>(buttons.size()))];
            for (int again = 0; again < 5 && chosen && chosen->isVisible(); ++again, ++clicks) // faster than it answers
                chosen->click();
            if (clicks % 25 < 5) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        }
        closer.stop();
        qInfo("%d clicks in %d ms", clicks, static_cast<int>(timer.elapsed()));
        QVERIFY(m_window->open(page));
        QCoreApplication::processEvents();
        QVERIFY(!m_window->grab().isNull());
        QVERIFY(m_window->open("scale"));
        run().start(scenario("a", 3));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), RunState::Finished, 30'000);
    }
};

int main(int argc, char** argv) {
    gui::Application application(argc, argv);
    TestWindowFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_window_faults.moc"

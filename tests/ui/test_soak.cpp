// The window used at random with real training for some minutes: memory, threads, open files and the answering of the
// window are watched. AMPSCOPE_SOAK_MINUTES says for how long (scripts/soak); the test itself takes half a minute.
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <algorithm>
#include <random>

#include "tests/ui/support.h"
#include "ui/bridge/stall_counter.h"
#include "ui/labs/page.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

namespace {

struct Reading {
    double resident; ///< MB
    int threads, files;
};

Reading readProcess() {
    Reading reading{0, 0, static_cast<int>(QDir("/proc/self/fd").entryList(QDir::System | QDir::AllEntries).size())};
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly)) return reading;
    for (const auto& line : status.readAll().split('\n')) {
        const auto number = line.simplified().split(' ').value(1).toDouble();
        if (line.startsWith("VmRSS:")) reading.resident = number * 1024 / 1e6;
        if (line.startsWith("Threads:")) reading.threads = static_cast<int>(number);
    }
    return reading;
}

void processFor(int milliseconds) {
    const QDeadlineTimer deadline(milliseconds);
    do
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    while (!deadline.hasExpired());
}

} // namespace

class TestSoak : public QObject {
    Q_OBJECT

    std::mt19937 m_chance{1337};
    std::size_t below(std::size_t n) { return n == 0 ? 0 : m_chance() % n; }

    void doSomething(MainWindow& window) {
        Page* page = window.page();
        auto* bar = window.findChild<TopBar*>();
        switch (below(12)) {
        case 0:
        case 1:
        case 2:
            window.open(
                window.pageIds()[static_cast<qsizetype>(below(static_cast<std::size_t>(window.pageIds().size())))]);
            break;
        case 3: bar->runOrPause(); break;
        case 4: bar->stepOnce(); break;
        case 5: bar->restart(); break;
        case 6: bar->newSeed(); break;
        case 7: page->setPrecision(QStringList{"fp32", "bf16", "fp16"}[static_cast<qsizetype>(below(3))]); break;
        case 8:
            if (auto* lesson = qobject_cast<LessonPage*>(page))
                lesson->goTo(below(lesson->player().lesson().steps.size()));
            else
                page->reset();
            break;
        case 9:
            if (RunModel* run = page->run(); run && run->hasRun()) {
                run->select(static_cast<std::int64_t>(below(60)));
                if (below(4) == 0) run->lookInside(run->stepToLookInside());
            }
            break;
        case 10:
            if (QUndoStack* undo = page->undoStack()) below(2) ? undo->undo() : undo->redo();
            break;
        default:
            switch (below(4)) {
            case 0: window.setLanguage(below(2) ? text::Language::Korean : text::Language::English); break;
            case 1: window.setTheme(below(2) ? ThemeKind::Dark : ThemeKind::Light); break;
            default: window.resize(1024 + static_cast<int>(below(900)), 640 + static_cast<int>(below(440)));
            }
        }
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }

    void used_at_random_nothing_piles_up() {
        bool is_number = false;
        const double asked = qEnvironmentVariable("AMPSCOPE_SOAK_MINUTES").toDouble(&is_number);
        const double minutes = is_number && asked > 0 ? asked : 0.5;
        QTemporaryDir data;
        Settings settings;
        settings.dataFolder = data.path();
        train::ComputeThread thread;
        MainWindow window(thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        window.resize(1440, 900);
        window.show();
        // Every page is built once before anything is counted: pages are kept.
        for (const auto& id : window.pageIds()) {
            QVERIFY(window.open(id));
            processFor(30);
        }
        window.open("scale");
        processFor(2000);

        StallCounter stalls;
        stalls.start();
        std::vector<Reading> readings;
        const QDeadlineTimer end(static_cast<qint64>(minutes * 60'000));
        QElapsedTimer sinceReading;
        sinceReading.start();
        int actions = 0;
        while (!end.hasExpired()) {
            doSomething(window);
            ++actions;
            processFor(static_cast<int>(below(250)));
            if (sinceReading.elapsed() > 2000) {
                readings.push_back(readProcess());
                sinceReading.restart();
            }
        }
        stalls.stop();
        QVERIFY(readings.size() >= 8);
        const auto median = [&](std::size_t from, std::size_t to, auto member) {
            std::vector<double> values;
            for (std::size_t i = from; i < to; ++i)
                values.push_back(static_cast<double>(readings[i].*member));
            std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
            return values[values.size() / 2];
        };
        const std::size_t quarter = readings.size() / 4;
        const auto growth = [&](auto member) {
            return median(readings.size() - quarter, readings.size(), member) - median(quarter, 2 * quarter, member);
        };
        const auto late = stalls.result();
        qInfo("%d actions in %.1f minutes; resident %.0f MB, %+.1f MB from the second quarter to the last; threads %d, "
              "%+.0f; files %d, %+.0f; beats late by more than 100 ms: %d of %d, worst %.0f ms",
              actions, minutes, readings.back().resident, growth(&Reading::resident), readings.back().threads,
              growth(&Reading::threads), readings.back().files, growth(&Reading::files), late.over100Milliseconds,
              late.beats, late.worstMilliseconds);
        // Threads and files come and go with what is open, by a few; a leak grows with the actions.
        QVERIFY(growth(&Reading::threads) <= 4);
        QVERIFY(growth(&Reading::files) <= 8);
        // Snapshots of all runs share 512 MB, and each page keeps its last record; beyond that nothing may grow. Half a
        // minute is too short to tell a slope from that filling up: a long soak says it in numbers.
        QVERIFY(growth(&Reading::resident) < 512 + 100 * minutes);
        VERIFY_NO_COMPLAINTS();
    }

    void a_storm_of_clicks_ends_in_order() {
        QTemporaryDir data;
        Settings settings;
        settings.dataFolder = data.path();
        train::ComputeThread thread;
        MainWindow window(thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        window.resize(1440, 900);
        window.show();
        for (const char* id : {"scale", "train", "break"}) {
            QVERIFY(window.open(id));
            auto* bar = window.findChild<TopBar*>();
            for (int i = 0; i < 1000; ++i) { // faster than anybody clicks
                switch (below(5)) {
                case 0: bar->runOrPause(); break;
                case 1: bar->stepOnce(); break;
                case 2: bar->restart(); break;
                case 3: bar->newSeed(); break;
                default:
                    if (i % 10 == 0) QCoreApplication::processEvents();
                }
            }
            bar->restart();
            QTRY_VERIFY_WITH_TIMEOUT(window.page()->run() && window.page()->run()->record().samples().size() > 2,
                                     60'000);
        }
        VERIFY_NO_COMPLAINTS();
    }
};

QTEST_MAIN(TestSoak)
#include "test_soak.moc"

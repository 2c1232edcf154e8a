#include "ui/shell/window_bench.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <random>

#ifdef __linux__
#include <unistd.h>
#endif

#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/train/session.h"
#include "ui/bridge/language.h"
#include "ui/bridge/stall_counter.h"
#include "ui/instruments/instrument.h"
#include "ui/labs/page.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/help/search_box.h"
#include "ui/shell/help/window_help.h"
#include "ui/shell/main_window.h"

namespace ampscope::ui {

namespace {

using Rows = std::vector<WindowBenchRow>;
using std::chrono::milliseconds;

/// Milliseconds since the system started this program, to 10 ms; where it does not tell, since main() began.
class ProgramClock {
  public:
    explicit ProgramClock(const QElapsedTimer& sinceMain) : m_sinceMain(sinceMain) {
        const double now = double(sinceMain.nsecsElapsed()) / 1e6;
#ifdef __linux__
        QFile file("/proc/self/stat");
        if (!file.open(QIODevice::ReadOnly)) return;
        const QByteArray line = file.readAll(); // fields are counted behind the name, which may hold anything
        const double started = line.mid(line.lastIndexOf(')') + 2).split(' ').value(19).toDouble();
        timespec boot{};
        clock_gettime(CLOCK_BOOTTIME, &boot);
        const double up = 1e3 * double(boot.tv_sec) + 1e-6 * double(boot.tv_nsec);
        m_beforeMain = std::max(0.0, up - 1e3 * started / double(sysconf(_SC_CLK_TCK)) - now);
#endif
    }
    double now() const {
        return m_beforeMain + double(m_sinceMain.nsecsElapsed()) / 1e6;
    }

  private:
    const QElapsedTimer& m_sinceMain;
    double m_beforeMain = 0;
};

void processFor(milliseconds time) {
    const QDeadlineTimer deadline(time);
    while (!deadline.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
}

/// Sees when a widget is painted for the first time.
class FirstPaint : public QObject {
  public:
    FirstPaint(QWidget* widget, const ProgramClock& clock) : m_clock(clock) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint && m_milliseconds < 0) m_milliseconds = m_clock.now();
        return false;
    }
    double wait() const {
        while (m_milliseconds < 0)
            QCoreApplication::processEvents();
        return m_milliseconds;
    }

  private:
    const ProgramClock& m_clock;
    double m_milliseconds = -1;
};

double millisecondsOf(const std::function<void()>& work) {
    QElapsedTimer clock;
    clock.start();
    work();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// What this thread has worked so far, however busy the machine is with other things.
double workedMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

QString number(double value) {
    return QString::fromStdString(io::to_text(value, 3));
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

// From the click until the page stands there: built, filled, laid out and painted.
double openingTime(MainWindow& window, const QString& id) {
    return millisecondsOf([&] {
        window.open(id);
        QCoreApplication::sendPostedEvents();
        window.page()->repaint();
    });
}

/// A page that was opened.
struct Opening {
    double passed, worked, painted; ///< milliseconds on the clock, of work in this thread, of painting it once more
    QString id;
};

Opening openingOf(MainWindow& window, const QString& id) {
    const double before = workedMilliseconds(), passed = openingTime(window, id);
    const double worked = workedMilliseconds() - before;
    return {passed, worked, millisecondsOf([&] { window.page()->repaint(); }), id};
}

void addSlowest(Rows& rows, const QString& id, std::vector<Opening> times) {
    std::ranges::sort(times, std::greater(), &Opening::passed);
    std::vector<double> passed, worked;
    for (const auto& time : times)
        passed.push_back(time.passed), worked.push_back(time.worked);
    QStringList slow;
    for (std::size_t i = 0; i < std::min<std::size_t>(4, times.size()); ++i)
        slow << times[i].id + " " + number(times[i].passed);
    rows.push_back({id, times.front().passed, times.front().painted,
                    QString("%1; median of %2 pages %3; work of the GUI thread at most %4")
                        .arg(slow.join(", "))
                        .arg(times.size())
                        .arg(number(median(passed)), number(std::ranges::max(worked)))});
}

// `first` was opened before, for the first time.
void addPages(Rows& rows, MainWindow& window, const Opening& first) {
    for (const bool again : {false, true}) {
        std::vector<Opening> times;
        for (const QString& id : window.pageIds()) {
            if (id == first.id && !again) {
                times.push_back(first);
                continue;
            }
            if (id == window.pageId()) window.open("progress");
            times.push_back(openingOf(window, id));
            window.page()->pauseRuns();
            processFor(milliseconds(30)); // a click is not followed by another at once
        }
        addSlowest(rows, again ? "window.page-again" : "window.page-first", times);
    }
}

/// Both runs of the Scale lab until they are over; steps per second.
double rateInWindow(Page& page) {
    std::int64_t steps = 0;
    const double ms = millisecondsOf([&] {
        page.restart(std::nullopt);
        const auto runs = page.findChildren<RunModel*>();
        while (std::ranges::any_of(runs, &RunModel::isActive))
            processFor(milliseconds(5));
        for (const auto* run : runs)
            steps += static_cast<std::int64_t>(run->record().samples().size());
    });
    return 1000 * static_cast<double>(steps) / ms;
}

/// The same scenarios as the command line runs them.
double rateWithoutWindow(train::ComputeThread& thread, const std::vector<scenario::Scenario>& scenarios) {
    std::int64_t steps = 0;
    const double ms = millisecondsOf([&] {
        std::vector<std::unique_ptr<train::Session>> sessions;
        for (const auto& scenario : scenarios)
            sessions.push_back(std::make_unique<train::Session>(thread, scenario));
        for (const auto& session : sessions)
            while (!session->wait(milliseconds(50))) {
            }
        for (const auto& session : sessions)
            steps += static_cast<std::int64_t>(session->record().samples().size());
    });
    return 1000 * static_cast<double>(steps) / ms;
}

void addTraining(Rows& rows, MainWindow& window, train::ComputeThread& thread, int rounds) {
    StallCounter stalls;
    stalls.start();
    processFor(milliseconds(1000));
    stalls.stop();
    const auto idle = stalls.result(); // what the system makes late by itself
    window.open("scale");
    Page* page = window.page();
    rateInWindow(*page); // LibTorch warms up
    std::vector<scenario::Scenario> scenarios;
    for (const auto* run : page->findChildren<RunModel*>())
        if (run->hasRun()) scenarios.push_back(run->record().scenario());
    int beats = 0, over100 = 0;
    double inTime = 0, worst = 0;
    std::vector<double> with, without, slower, worked;
    for (int round = 0; round < rounds; ++round) {
        without.push_back(rateWithoutWindow(thread, scenarios));
        stalls.start();
        const double before = workedMilliseconds();
        const double passed = millisecondsOf([&] { with.push_back(rateInWindow(*page)); });
        worked.push_back(100 * (workedMilliseconds() - before) / passed);
        stalls.stop();
        slower.push_back(without.back() / with.back());
        const auto late = stalls.result();
        beats += late.beats, over100 += late.over100Milliseconds;
        inTime += late.within16Milliseconds * late.beats;
        worst = std::max(worst, late.worstMilliseconds);
    }
    rows.push_back({"window.beats", 100 * inTime / std::max(1, beats), 100 * idle.within16Milliseconds,
                    QString("of %1 beats").arg(beats)});
    rows.push_back({"window.worst-beat", worst, idle.worstMilliseconds, QString("%1 more than 100 ms").arg(over100)});
    rows.push_back({"window.slowdown", median(slower), 1,
                    QString("median of %1 pairs: %2 steps per second without, %3 with; the GUI thread works %4 %")
                        .arg(rounds)
                        .arg(number(median(without)), number(median(with)), number(median(worked)))});
}

void addLongRecord(Rows& rows, MainWindow& window) {
    constexpr std::int64_t kSteps = 100'000;
    scenario::Scenario scenario;
    scenario.length.steps = kSteps;
    record::RunRecord record(scenario, {});
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, 0.1);
    for (std::int64_t i = 0; i < kSteps; ++i) {
        record::Sample sample;
        sample[record::Column::Step] = static_cast<double>(i);
        sample[record::Column::Ran] = i % 50 != 0;
        sample[record::Column::Loss] = 1 + 4 * std::exp(-static_cast<double>(i) / 3e4) + noise(random);
        sample[record::Column::Scale] = 65536;
        record.sample(sample);
        if (i % 50 == 0)
            record.fact({i, "step_skipped", {{"parameter", std::string("w")}, {"nonfinite", std::int64_t(1)}}});
    }
    window.open("scale");
    RunModel* run = window.page()->run();
    run->showRecord(std::move(record));
    std::vector<double> times, paintings, worked;
    for (int i = 0; i < 20; ++i) {
        run->select(1000 * i);
        const double before = workedMilliseconds();
        times.push_back(millisecondsOf([&] { // as a tick of a run that goes on: everything anew
            for (auto* instrument : window.page()->findChildren<Instrument*>())
                if (instrument->isVisible()) instrument->refresh();
            window.page()->repaint();
        }));
        worked.push_back(workedMilliseconds() - before);
        paintings.push_back(millisecondsOf([&] { window.page()->repaint(); }));
    }
    rows.push_back({"window.long-run", median(times), median(paintings),
                    "work of the GUI thread " + number(median(worked)) + " ms"});
}

void addMillionPoints(Rows& rows) {
    constexpr int kPoints = 1'000'000;
    Figure figure;
    figure.x.title = figure.y.title = "x";
    Series series{"noise", "fp16", Series::Kind::Line, {}, {}};
    std::mt19937 random(7);
    std::normal_distribution<double> noise;
    for (int i = 0; i < kPoints; ++i)
        series.x << i, series.y << noise(random);
    figure.series.push_back(std::move(series));
    PlotView view;
    view.resize(1200, 600);
    view.show();
    processFor(milliseconds(50));
    const double first = millisecondsOf([&] {
        view.setFigure(std::move(figure));
        view.repaint();
    });
    std::vector<double> zooms, pans;
    const double worked = workedMilliseconds();
    const auto press = [&](Qt::Key key) {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
        view.repaint();
    };
    const auto drag = [&](QWidget* plot, int from, int to) {
        const auto send = [&](QEvent::Type type, int x, Qt::MouseButton button, Qt::MouseButtons buttons) {
            QMouseEvent event(type, QPointF(x, 300), plot->mapToGlobal(QPointF(x, 300)), button, buttons,
                              Qt::NoModifier);
            QCoreApplication::sendEvent(plot, &event);
        };
        send(QEvent::MouseButtonPress, from, Qt::MiddleButton, Qt::MiddleButton);
        send(QEvent::MouseMove, to, Qt::NoButton, Qt::MiddleButton);
        view.repaint();
        send(QEvent::MouseButtonRelease, to, Qt::MiddleButton, Qt::NoButton);
    };
    QWidget* plot = view.findChildren<QWidget*>().first();
    for (int i = 0; i < 30; ++i) { // in to a thousandth, and out again
        zooms.push_back(millisecondsOf([&] { press(i < 15 ? Qt::Key_Plus : Qt::Key_Minus); }));
        pans.push_back(millisecondsOf([&] { drag(plot, 600, i % 2 ? 570 : 630); }));
    }
    const double work = (workedMilliseconds() - worked) / static_cast<double>(zooms.size() + pans.size());
    std::vector<double> copies;
    const std::vector<double> points(2 * kPoints, 1.0); // x and y
    std::vector<double> copy(points.size());
    for (int i = 0; i < 10; ++i)
        copies.push_back(
            millisecondsOf([&] { std::memcpy(copy.data(), points.data(), copy.size() * sizeof(double)); }));
    const auto medianOf = [](const std::vector<double>& times) { return "median " + number(median(times)); };
    rows.push_back({"window.zoom", std::ranges::max(zooms), median(copies),
                    medianOf(zooms) + "; first drawing " + number(first) + "; mean work " + number(work)});
    rows.push_back({"window.pan", std::ranges::max(pans), median(copies), medianOf(pans)});
}

// Ctrl+K, and each letter of three queries: a word in another order, Korean, and one that is nowhere.
void addSearch(Rows& rows, MainWindow& window) {
    const double first = millisecondsOf([&] { window.help().openSearch(); });
    SearchBox* box = window.help().search();
    while (!box->isSettled())
        processFor(milliseconds(5));
    box->close();
    const double again = millisecondsOf([&] { window.help().openSearch(); });
    std::vector<double> letters;
    for (const QString& words : {QStringLiteral("scale gradient norm"), QStringLiteral("손실 스케일 증가"),
                                 QStringLiteral("xqzvk wrongly typed")})
        for (qsizetype length = 1; length <= words.size(); ++length)
            letters.push_back(millisecondsOf([&] {
                box->line()->setText(words.left(length));
                box->repaint();
            }));
    const double painted = millisecondsOf([&] { box->repaint(); });
    rows.push_back({"window.search-letter", std::ranges::max(letters), painted,
                    QString("median %1, %2 entries").arg(number(median(letters))).arg(box->index().size())});
    rows.push_back({"window.search", again, painted, "for the first time " + number(first)});
    box->close();
}

} // namespace

Rows benchWindow(train::ComputeThread& thread, const QString& lessonsFolder, const WindowBenchOptions& options) {
    const ProgramClock clock(options.sinceStart);
    const double loaded = clock.now();
    LanguageSwitch::instance().setLanguage(text::Language::English);
    ThemeSwitch::instance().set(ThemeKind::Light, 1);
    MainWindow window(thread, lessonsFolder, Settings{});
    const FirstPaint first(window.centralWidget(), clock);
    window.resize(1440, 900);
    window.show();
    Rows rows{{"window.first-frame", first.wait(), 0}};
    std::atomic<double> opened = 0;
    thread.post({[&](train::Engine&) { opened = clock.now(); }, [&](const text::Error&) { opened = clock.now(); }});
    const Opening scale = openingOf(window, "scale");
    while (opened == 0 || (window.page()->run()->isActive() && window.page()->run()->record().samples().empty()))
        processFor(milliseconds(1));
    window.page()->repaint();
    rows.push_back({"window.alive", clock.now(), opened});
    window.page()->pauseRuns();
    double empty = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i)
        empty = std::min(empty, millisecondsOf([&] {
                             QWidget widget;
                             widget.resize(window.size());
                             const FirstPaint painted(&widget, clock);
                             widget.show();
                             painted.wait();
                         }));
    rows.front().limit = loaded + empty;
    addPages(rows, window, scale);
    addTraining(rows, window, thread, options.quick ? 1 : 5);
    addLongRecord(rows, window);
    addMillionPoints(rows);
    addSearch(rows, window);
    return rows;
}

QString benchText(const Rows& rows) {
    QString text;
    for (const auto& row : rows)
        text += QString("%1 %2 (limit %3) %4\n")
                    .arg(row.id, -22)
                    .arg(number(row.value), 8)
                    .arg(number(row.limit), row.remark);
    return text;
}

QString benchJson(const Rows& rows) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.member("qt", qVersion());
    writer.begin_array("rows");
    for (const auto& row : rows) {
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("id", row.id.toStdString());
        writer.member("value", row.value);
        writer.member("limit", row.limit);
        writer.member("remark", row.remark.toStdString());
        writer.end();
    }
    writer.end();
    writer.end();
    return QString::fromStdString(writer.text());
}

} // namespace ampscope::ui

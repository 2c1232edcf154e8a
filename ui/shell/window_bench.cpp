#include "ui/shell/window_bench.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <random>

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

/// Sees when a widget is painted for the first time.
class FirstPaint : public QObject {
  public:
    FirstPaint(QWidget* widget, const QElapsedTimer& clock) : m_clock(clock) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint && m_milliseconds < 0) m_milliseconds = double(m_clock.nsecsElapsed()) / 1e6;
        return false;
    }
    double wait() const {
        while (m_milliseconds < 0)
            QCoreApplication::processEvents();
        return m_milliseconds;
    }

  private:
    const QElapsedTimer& m_clock;
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

void processFor(milliseconds time) {
    const QDeadlineTimer deadline(time);
    while (!deadline.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
}

// From the click until the page stands there: built, filled, laid out and painted.
double openingTime(MainWindow& window, const QString& id) {
    return millisecondsOf([&] {
        window.open(id);
        QCoreApplication::sendPostedEvents();
        window.page()->repaint();
    });
}

void addPages(Rows& rows, MainWindow& window) {
    struct Opening {
        double passed, worked; ///< milliseconds on the clock, and of work in this thread
        QString id;
    };
    for (const bool again : {false, true}) {
        std::vector<Opening> times;
        for (const QString& id : window.pageIds()) {
            if (id == window.pageId()) window.open("progress");
            const double before = workedMilliseconds(), passed = openingTime(window, id);
            times.push_back({passed, workedMilliseconds() - before, id});
            window.page()->pauseRuns();
            processFor(milliseconds(30)); // a click is not followed by another at once
        }
        std::vector<double> passed, worked;
        for (const auto& time : times)
            passed.push_back(time.passed), worked.push_back(time.worked);
        const auto slowest = [&](auto what) {
            std::ranges::sort(times, std::greater(), what);
            QStringList slow;
            for (std::size_t i = 0; i < std::min<std::size_t>(4, times.size()); ++i)
                slow << times[i].id + " " + number(times[i].*what);
            return slow.join(", ");
        };
        const QString name = again ? "a page again" : "a page for the first time";
        rows.push_back({name + ", worst", std::ranges::max(passed), "ms", "< 100", slowest(&Opening::passed)});
        rows.push_back({"  median", median(passed), "ms", {}, QString::number(times.size()) + " pages"});
        rows.push_back(
            {"  work of the GUI thread, worst", std::ranges::max(worked), "ms", {}, slowest(&Opening::worked)});
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

void addTraining(Rows& rows, MainWindow& window, train::ComputeThread& thread) {
    window.open("scale");
    Page* page = window.page();
    rateInWindow(*page); // LibTorch warms up
    std::vector<scenario::Scenario> scenarios;
    for (const auto* run : page->findChildren<RunModel*>())
        if (run->hasRun()) scenarios.push_back(run->record().scenario());
    StallCounter stalls;
    std::vector<double> with, without, slower, worked;
    for (int round = 0; round < 5; ++round) {
        without.push_back(rateWithoutWindow(thread, scenarios));
        stalls.start();
        const double before = workedMilliseconds();
        const double passed = millisecondsOf([&] { with.push_back(rateInWindow(*page)); });
        worked.push_back(100 * (workedMilliseconds() - before) / passed);
        stalls.stop();
        slower.push_back(without.back() / with.back());
    }
    const auto late = stalls.result();
    rows.push_back({"GUI thread while training, at most 16.7 ms late", 100 * late.within16Milliseconds, "%", "> 99",
                    QString("of %1 beats").arg(late.beats)});
    rows.push_back({"  worst", late.worstMilliseconds, "ms"});
    rows.push_back({"  more than 100 ms late", double(late.over100Milliseconds), ""});
    rows.push_back({"steps per second without a window", median(without), "1/s"});
    rows.push_back({"steps per second with the window", median(with), "1/s"});
    rows.push_back({"  slower by a factor of", median(slower), "", "< 1.1", "median of 5 pairs"});
    rows.push_back({"  work of the GUI thread meanwhile", median(worked), "%", {}, "of a core"});
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
    std::vector<double> times;
    for (int i = 0; i < 20; ++i) {
        run->select(1000 * i);
        times.push_back(millisecondsOf([&] { // as a tick of a run that goes on: everything anew
            for (auto* instrument : window.page()->findChildren<Instrument*>())
                if (instrument->isVisible()) instrument->refresh();
            window.page()->repaint();
        }));
    }
    rows.push_back({"all instruments of the Scale lab anew, 100,000 steps", median(times), "ms", "< 16.7"});
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
    rows.push_back({"a million points, first drawing", first, "ms"});
    rows.push_back({"  work of a zoom or pan", work, "ms", {}, "mean"});
    rows.push_back({"a million points, zoom, worst of 30", std::ranges::max(zooms), "ms", "< 16",
                    "median " + number(median(zooms))});
    rows.push_back(
        {"a million points, pan, worst of 30", std::ranges::max(pans), "ms", "< 16", "median " + number(median(pans))});
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
    rows.push_back({"search, a letter, worst", std::ranges::max(letters), "ms", "< 16",
                    QString("median %1, %2 entries").arg(number(median(letters))).arg(box->index().size())});
    rows.push_back({"search, opened", again, "ms", "< 100", "for the first time " + number(first)});
    box->close();
}

} // namespace

Rows benchWindow(train::ComputeThread& thread, const QString& lessonsFolder, const QElapsedTimer& sinceStart) {
    LanguageSwitch::instance().setLanguage(text::Language::English);
    ThemeSwitch::instance().set(ThemeKind::Light, 1);
    MainWindow window(thread, lessonsFolder, Settings{});
    const FirstPaint first(window.centralWidget(), sinceStart);
    window.resize(1440, 900);
    window.show();
    Rows rows{{"first frame after start", first.wait(), "ms", "< 1000"}};
    addPages(rows, window);
    addTraining(rows, window, thread);
    addLongRecord(rows, window);
    addMillionPoints(rows);
    addSearch(rows, window);
    return rows;
}

QString benchText(const Rows& rows) {
    QString text = "\nwindow, measured offscreen or on screen as it runs here\n";
    for (const auto& row : rows)
        text += QString("%1 %2 %3 %4 %5\n")
                    .arg(row.name, -54)
                    .arg(QString::fromStdString(io::to_text(row.value, 4)), 8)
                    .arg(row.unit, -4)
                    .arg(row.asked.isEmpty() ? QString() : "asked " + row.asked, -13)
                    .arg(row.remark);
    return text;
}

QString benchJson(const Rows& rows) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.begin_array("rows");
    QString heading;
    for (const auto& row : rows) {
        const bool belongs = row.name.startsWith(' '); // to the row above
        if (!belongs) heading = row.name;
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("name", (belongs ? heading + ": " + row.name.trimmed() : row.name).toStdString());
        writer.member("value", row.value);
        writer.member("unit", row.unit.toStdString());
        writer.member("asked", row.asked.toStdString());
        writer.member("remark", row.remark.toStdString());
        writer.end();
    }
    writer.end();
    writer.end();
    return QString::fromStdString(writer.text());
}

} // namespace ampscope::ui

#include "ui/shell/window_bench.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEvent>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/bridge/stall_counter.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/main_window.h"

namespace ampscope::ui {

namespace {

class FirstPaint : public QObject {
  public:
    explicit FirstPaint(const QElapsedTimer& clock) : m_clock(clock) {}
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint && milliseconds < 0) milliseconds = m_clock.elapsed();
        return false;
    }
    qint64 milliseconds = -1;

  private:
    const QElapsedTimer& m_clock;
};

void processFor(std::chrono::milliseconds time) {
    const QDeadlineTimer deadline(time);
    while (!deadline.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
}

QString number(double value) {
    return QString::fromStdString(io::to_text(value, 4));
}

} // namespace

QString benchWindow(train::ComputeThread& thread, const QString& lessonsFolder, const QElapsedTimer& sinceStart) {
    LanguageSwitch::instance().setLanguage(text::Language::English);
    ThemeSwitch::instance().set(ThemeKind::Light, 1);
    MainWindow window(thread, lessonsFolder, Settings{});
    FirstPaint first(sinceStart);
    window.centralWidget()->installEventFilter(&first);
    window.resize(1440, 900);
    window.show();
    while (first.milliseconds < 0)
        QCoreApplication::processEvents();

    window.open("scale");
    Page* page = window.page();
    while (page->run()->record().samples().size() < 3 && page->run()->isActive())
        processFor(std::chrono::milliseconds(20));
    StallCounter stalls;
    stalls.start();
    QElapsedTimer clock;
    std::int64_t steps = 0;
    clock.start();
    for (int round = 0; round < 2; ++round) { // two whole runs, each beside its fp32 twin
        page->restart(std::nullopt);
        while (page->run()->isActive())
            processFor(std::chrono::milliseconds(20));
        steps += 2 * static_cast<std::int64_t>(page->run()->record().samples().size());
    }
    const double seconds = static_cast<double>(clock.elapsed()) / 1000;
    stalls.stop();
    const StallCounter::Result late = stalls.result();
    return QString("\nwindow, measured offscreen or on screen as it runs here\n"
                   "first frame after start                     %1 ms\n"
                   "GUI thread while training: beats            %2\n"
                   "  at most one frame (16.7 ms) late          %3 %\n"
                   "  worst                                     %4 ms late\n"
                   "  more than 100 ms late                     %5\n"
                   "steps per second with the window            %6")
        .arg(first.milliseconds)
        .arg(late.beats)
        .arg(number(100 * late.within16Milliseconds), number(late.worstMilliseconds))
        .arg(late.over100Milliseconds)
        .arg(number(static_cast<double>(steps) / seconds));
}

} // namespace ampscope::ui

#include "ui/shell/time_commands.h"

#include <QCoreApplication>
#include <utility>

#include "ui/bridge/playback.h"
#include "ui/labs/page.h"
#include "ui/labs/time_bar.h"
#include "ui/labs/time_track.h"
#include "ui/shell/commands.h"

namespace ampscope::ui {
namespace {

struct TimeCommands {
    Q_DECLARE_TR_FUNCTIONS(TimeCommands)
};

// The bar that is in sight: pages have one for the run they show.
TimeBar* barOf(Page* page) {
    if (!page || !page->run()) return nullptr;
    for (auto* bar : page->findChildren<TimeBar*>())
        if (bar->isVisible()) return bar;
    return nullptr;
}

} // namespace

void addTimeCommands(Commands& commands, std::function<Page*()> page) {
    const auto add = [&](const char* id, std::function<QString()> title, const QKeySequence& keys, auto act, auto can) {
        commands.add({Command::Group::Run,
                      id,
                      std::move(title),
                      {keys},
                      [page, act] {
                          if (TimeBar* bar = barOf(page())) act(*bar->run(), *bar);
                      },
                      [page, can] {
                          TimeBar* bar = barOf(page());
                          return bar && bar->run() && can(*bar->run(), *bar);
                      }});
    };
    using Run = RunModel&;
    using Bar = TimeBar&;
    const auto has_steps = [](Run run, Bar) { return run.furthestStep() >= 0; };
    add(
        "time.back", [] { return TimeCommands::tr("Look at the step before"); }, Qt::ALT | Qt::Key_Left,
        [](Run run, Bar) { run.selectWithin(run.cursor() - 1); }, [](Run run, Bar) { return run.cursor() > 0; });
    add(
        "time.on", [] { return TimeCommands::tr("Look at the next step"); }, Qt::ALT | Qt::Key_Right,
        [](Run run, Bar) { run.selectWithin(run.cursor() + 1); }, has_steps);
    add(
        "time.first", [] { return TimeCommands::tr("Look at the first step"); }, Qt::ALT | Qt::Key_Home,
        [](Run run, Bar) { run.select(0); }, has_steps);
    add(
        "time.newest", [] { return TimeCommands::tr("Look at the newest step, and follow the run"); },
        Qt::ALT | Qt::Key_End, [](Run run, Bar) { run.select(std::nullopt); }, has_steps);
    add(
        "time.fact_before", [] { return TimeCommands::tr("To what happened before"); },
        Qt::ALT | Qt::SHIFT | Qt::Key_Left, [](Run, Bar bar) { bar.track()->goToFact(-1); }, has_steps);
    add(
        "time.fact_after", [] { return TimeCommands::tr("To what happened next"); },
        Qt::ALT | Qt::SHIFT | Qt::Key_Right, [](Run, Bar bar) { bar.track()->goToFact(1); }, has_steps);
    add(
        "time.play", [] { return TimeCommands::tr("Play the record, or pause it: nothing is trained"); },
        Qt::SHIFT | Qt::Key_F9, [](Run run, Bar) { run.playback().toggle(); },
        [](Run run, Bar) { return run.playback().isPlaying() || run.playback().canPlay(); });
    add(
        "time.slower", [] { return TimeCommands::tr("Play the record at half the speed"); },
        Qt::CTRL | Qt::Key_BracketLeft, [](Run run, Bar) { run.playback().setSpeed(run.playback().speed() - 1); },
        [](Run run, Bar) { return run.playback().speed() > 0; });
    add(
        "time.faster", [] { return TimeCommands::tr("Play the record at twice the speed"); },
        Qt::CTRL | Qt::Key_BracketRight, [](Run run, Bar) { run.playback().setSpeed(run.playback().speed() + 1); },
        [](Run run, Bar) { return run.playback().speed() + 1 < Playback::kSpeeds.size(); });
    add(
        "time.go_on", [] { return TimeCommands::tr("Go on training from the selected step"); }, Qt::CTRL | Qt::Key_F9,
        [](Run, Bar bar) { bar.goOnFromHere(); }, [](Run, Bar bar) { return bar.canGoOn(); });
}

} // namespace ampscope::ui

// How fast the window is, measured in the window.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <vector>

#include "core/train/compute_thread.h"

namespace ampscope::ui {

/// A figure of `ampscope-cli bench`, which knows its unit, what was asked of it, and says what its limit is.
struct WindowBenchRow {
    QString id; ///< "window.zoom"
    double value;
    double limit;        ///< in the same unit, measured in the same run
    QString remark = {}; ///< which page it was
};

struct WindowBenchOptions {
    const QElapsedTimer& sinceStart; ///< of main(); the system may know when the program was started
    bool quick = false;              ///< fewer rounds
};

/// Opens the window and goes through it: the first frame, the first step of a run, every page for the first time and
/// again, frames while a run trains, the same run without a window in turn with it, a long record, a million points,
/// and the search. Takes a minute or two.
std::vector<WindowBenchRow> benchWindow(train::ComputeThread& thread, const QString& lessonsFolder,
                                        const WindowBenchOptions& options);

/// As lines of id, value, limit and remark; and as the JSON that `ampscope-cli bench` reads.
QString benchText(const std::vector<WindowBenchRow>& rows);
QString benchJson(const std::vector<WindowBenchRow>& rows);

} // namespace ampscope::ui

// How fast the window is, measured in the window.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <vector>

#include "core/train/compute_thread.h"

namespace ampscope::ui {

struct WindowBenchRow {
    QString name;
    double value;
    QString unit;        ///< "ms", "%", "" for a ratio or a count
    QString asked = {};  ///< "< 1000": what DESIGN.md asks for; "" for nothing
    QString remark = {}; ///< which page it was
};

/// Opens the window and goes through it: the first frame (milliseconds from `sinceStart`), every page for the first
/// time and again, frames while a run trains, the same run without a window in turn with it, a long record, and a
/// million points. Takes a minute or two.
std::vector<WindowBenchRow> benchWindow(train::ComputeThread& thread, const QString& lessonsFolder,
                                        const QElapsedTimer& sinceStart);

/// As a table, and as JSON.
QString benchText(const std::vector<WindowBenchRow>& rows);
QString benchJson(const std::vector<WindowBenchRow>& rows);

} // namespace ampscope::ui

// How fast the window is, measured in the window.
#pragma once

#include <QElapsedTimer>
#include <QString>

#include "core/train/compute_thread.h"

namespace ampscope::ui {

/// Opens the window on the Scale lab and trains for some seconds. Returns lines of text: milliseconds from `sinceStart`
/// to the first frame, how late the GUI thread answered while training ran, and the steps per second with the window.
QString benchWindow(train::ComputeThread& thread, const QString& lessonsFolder, const QElapsedTimer& sinceStart);

} // namespace ampscope::ui

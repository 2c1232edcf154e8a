// For the window that names what it is built on.
#pragma once

#include <QString>

namespace ampscope::ui {

/// Of QCustomPlot, "2.1.0".
QString plotLibraryVersion();

} // namespace ampscope::ui

// The one place that includes QCustomPlot, whose header needs Qt's lower-case words; they end with it.
#pragma once

#include <QtCore/qglobal.h>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach

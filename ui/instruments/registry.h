// Instruments by the id that lessons and labs name them with.
#pragma once

#include <QStringList>
#include <memory>

#include "ui/instruments/instrument.h"

namespace ampscope::ui {

/// A new instrument; nullptr for an id that there is not.
std::unique_ptr<Instrument> makeInstrument(const QString& id);
QStringList instrumentIds();

} // namespace ampscope::ui

// What a scenario is called in the window.
#pragma once

#include <QString>

#include "core/scenario/scenario_name.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {

/// scenario::shown_name() in the window's language.
inline QString shownName(const scenario::Scenario& scenario) {
    return QString::fromStdString(scenario::shown_name(scenario, LanguageSwitch::instance().language()));
}

} // namespace ampscope::ui

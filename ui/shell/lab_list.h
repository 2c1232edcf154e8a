// The labs that there are, in the order of the side bar.
#pragma once

#include <functional>
#include <vector>

#include "core/train/compute_thread.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

struct LabEntry {
    QString id;                     ///< "scale": what --lab takes
    std::function<QString()> title; ///< in the window's language
    std::function<Page*(train::ComputeThread&)> make;
};
const std::vector<LabEntry>& labEntries();

/// Labs that take the settings of a run over (Page::takeScenario()).
const QStringList& labsForScenarios();
/// The one of them that shows most of what a scenario is about.
QString labFor(const scenario::Scenario& scenario);

} // namespace ampscope::ui

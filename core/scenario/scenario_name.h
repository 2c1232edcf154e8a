// What a scenario is called: a preset by its title, and a changed one by what was changed.
#pragma once

#include <string>

#include "core/scenario/scenario.h"
#include "core/text/message.h"

namespace ampscope::scenario {

/// For people. A scenario under a preset's name is called by the preset's title; where it does not run as the preset
/// does, what differs is said: "overflow: scale 2²⁴ (changed: precision = fp32)". Any other keeps the name it has. The
/// seed, and how much is recorded, make no other scenario.
std::string shown_name(const Scenario& scenario, text::Language language);

/// Takes a preset's bare name from a scenario that does not run as the preset does: what was changed is put behind it,
/// in English, as names in files are. shown_name() still knows the preset.
void name_changes(Scenario& scenario);

} // namespace ampscope::scenario

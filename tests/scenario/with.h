// Scenarios for tests: the defaults with changes, as --set makes them.
#pragma once

#include <initializer_list>
#include <utility>

#include "core/scenario/fields.h"

namespace ampscope::testing {

inline scenario::Scenario with(std::initializer_list<std::pair<const char*, const char*>> changes) {
    scenario::Scenario scenario;
    for (const auto& [field, value] : changes)
        scenario::set_field(scenario, field, value);
    return scenario;
}

} // namespace ampscope::testing

// What can be known to go wrong before a run begins.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace ampscope::train {

/// Decimal bytes of memory that the machine has; 0 where the system does not tell.
std::int64_t machine_memory();

/// Throws a BadInput error for more threads than four for each of the machine's cores, or fewer than one.
void require_threads(std::int64_t threads);

/// Throws a BadInput error with numbers and a way out when the scenario cannot run: fields that do not go together
/// (scenario::require_runnable()), what require_threads() refuses, a text that cannot be read or is shorter than a
/// sequence, a model that needs more memory than `machine_bytes` (0: not checked) or, for device=cuda, than the GPU has
/// free. Throws a CouldNot error that says what is missing when device=cuda has no GPU to run on. Reads the text.
void preflight(const scenario::Scenario& scenario, std::int64_t machine_bytes = machine_memory());

} // namespace ampscope::train

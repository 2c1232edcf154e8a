// This machine as a device of the commands: what was measured before, or is measured now.
#pragma once

#include "app/cli/cli.h"
#include "core/hardware/device.h"
#include "core/hardware/machine.h"
#include "core/io/json_writer.h"

namespace ampscope::cli {

/// With the rates that the data folder keeps; without rates where it has none.
hardware::Device this_machine();
/// The rates that the data folder keeps.
hardware::MeasuredRates kept_machine_rates();

/// Measures with that many threads and keeps the result; progress goes to `err`. nullopt when Ctrl+C ended it, with the
/// exit status in `status`.
std::optional<hardware::MeasuredRates> measure_this_machine(Context& context, std::int64_t threads, int& status);

/// Products by format and size as rates and as ratios to fp32; steps as predicted and as measured.
void print_rates(Context& context, const hardware::MeasuredRates& rates);
/// The same as member "measured".
void write_rates(io::JsonWriter& writer, const hardware::MeasuredRates& rates);

} // namespace ampscope::cli

// What was measured on this machine, kept from one start to the next.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/hardware/machine.h"
#include "core/io/json.h"

namespace ampscope::hardware {

/// Its name in the data folder.
inline constexpr std::string_view kMachineFile = "machine.json";

/// JSON. It names the machine, so that a data folder that moves to another one does not bring rates along.
std::string machine_file_text(const Machine& machine, const MeasuredRates& measured);

/// nullopt when it was measured on another machine. Throws a BadInput error with line and column for a text that
/// machine_file_text() does not write: figures that are not above 0, a newer schema.
std::optional<MeasuredRates> read_machine_file(const io::Json& file, const Machine& machine);

/// The rates in `folder`; nothing measured where there is no such file or no folder (""), where it cannot be read, or
/// where it belongs to another machine or another LibTorch ("2.15.0"; "": any): then they are measured again.
MeasuredRates kept_rates(const std::string& folder, const Machine& machine, std::string_view libtorch);

/// Keeps them there; creates the folder. Throws a CouldNot error when that fails, and does nothing for "".
void keep_rates(const std::string& folder, const Machine& machine, const MeasuredRates& measured);

} // namespace ampscope::hardware

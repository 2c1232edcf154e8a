// What inspect and diagnose share: how a file of tensors is opened, and a reading that may take long.
#pragma once

#include <functional>
#include <optional>

#include "app/cli/cli.h"
#include "core/tensorfile/tensor_file.h"

namespace CLI {
class App;
}

namespace ampscope::cli {

/// --dtype and --decimal.
struct TensorOptions {
    std::string dtype, decimal;
    void add_to(CLI::App& command);
    /// Throws where --dtype names no element type.
    tensorfile::OpenOptions open() const;
};

/// For the options of what reads: a token that Ctrl+C pulls, and whom to tell how much is done.
struct Reading {
    std::stop_token stop;
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};

/// Does `work`, with a line on `err` for each second that it takes. nullopt when it is done, the exit status when
/// Ctrl+C ended it.
std::optional<int> read_with_progress(Context& context, const std::function<void(const Reading&)>& work);

} // namespace ampscope::cli

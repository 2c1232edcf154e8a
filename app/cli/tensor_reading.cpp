#include "app/cli/tensor_reading.h"

#include <CLI/CLI.hpp>
#include <chrono>

#include "app/cli/interrupt.h"

namespace ampscope::cli {

void TensorOptions::add_to(CLI::App& command) {
    command.add_option("--dtype", dtype, "What raw elements of a .npy are: bf16, fp16, e4m3, e5m2 …");
    command.add_option("--decimal", decimal, "comma: a CSV in which 0,5 is a half")
        ->check(CLI::IsMember({"comma", "point"}));
}

tensorfile::OpenOptions TensorOptions::open() const {
    tensorfile::OpenOptions options;
    if (!dtype.empty()) {
        options.raw_dtype = tensorfile::find_dtype_or_format(dtype);
        if (!options.raw_dtype) throw text::bad_input("inspect.unknown_dtype", {{"found", dtype}});
    }
    options.decimal_comma = decimal == "comma";
    return options;
}

std::optional<int> read_with_progress(Context& context, const std::function<void(const Reading&)>& work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kBetweenLines = std::chrono::seconds(1);
    const InterruptScope interrupt;
    std::stop_source stop;
    auto next = Clock::now() + kBetweenLines;
    const auto progress = [&](std::uint64_t done, std::uint64_t all) {
        if (interrupt.requested()) stop.request_stop();
        if (Clock::now() < next || all == 0) return;
        next = Clock::now() + kBetweenLines;
        const double share = 100.0 * static_cast<double>(done) / static_cast<double>(all);
        context.err << context.say("inspect.reading", {{"percent", std::to_string(static_cast<int>(share))}}) << '\n';
    };
    try {
        work({stop.get_token(), progress});
    } catch (const text::Error& error) {
        if (error.message().id != "tensorfile.stopped" || !interrupt.requested()) throw;
        context.warn(error.text(context.language));
        return interrupt.status();
    }
    return std::nullopt;
}

} // namespace ampscope::cli

// A program that this one starts, and what it says.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ampscope::io {

struct ChildCall {
    std::vector<std::string> words;                               ///< the program, looked for on PATH, and its words
    std::vector<std::pair<std::string, std::string>> variables;   ///< set for it on top of this program's own
    std::function<void(std::string_view line)> on_line = nullptr; ///< of its two outputs together, as they come
    std::function<void()> on_tick = nullptr;                      ///< about five times a second
};

/// Runs it without any input, and waits: on_line and on_tick are called on this thread. Gives its exit status (128 + N
/// when signal N ended it); nullopt when the stop request ended it and everything that it had started. Throws
/// (CouldNot) when it cannot be started.
std::optional<int> run_child(const ChildCall& call, const std::stop_token& stop);

/// The program of that name on PATH; "" when there is none.
std::string find_program(const std::string& name);

} // namespace ampscope::io

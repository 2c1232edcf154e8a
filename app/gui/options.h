// The words after `ampscope`, checked before anything opens.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/text/message.h"

namespace ampscope::gui {

/// Largest and smallest picture of the window, in pixels; the window itself is never smaller.
constexpr int kLeastWidth = 1024, kLeastHeight = 640, kMostWidth = 7680, kMostHeight = 4320;

struct Options {
    bool help = false, version = false;
    bool tour = false, bench = false;
    std::optional<std::string> lesson, lab, value, open, lang, theme, lessons, shot, figure, plot, out;
    std::optional<std::int64_t> step;    ///< of the lesson, from 1
    std::optional<std::int64_t> at_step; ///< of the training run, from 0
    int width = 1440, height = 900;

    bool is_headless() const { return shot || figure || tour || bench; }
};

/// Reads `--name value` and `--name=value`. Throws text::Error (BadInput) for an unknown option, a missing or surplus
/// value, a value out of its range, a word that belongs to no option, and options that do not go together.
Options read_options(const std::vector<std::string>& words);

/// The language that `--lang` asks for, if it is one, else the fallback: also for words that read_options() refuses.
text::Language language_of(const std::vector<std::string>& words, text::Language fallback);

/// What `--help` says.
std::string help_text(text::Language language);

} // namespace ampscope::gui

// The words after `ampscope`, checked before anything opens.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/message.h"

namespace ampscope::gui {

/// Largest and smallest picture of the window, in pixels; the window itself is never smaller.
constexpr int kLeastWidth = 1024, kLeastHeight = 640, kMostWidth = 7680, kMostHeight = 4320;
constexpr int kLeastTypeSize = 80, kMostTypeSize = 200; ///< percent, as in the settings

struct Options {
    bool help = false, version = false;
    bool tour = false, bench = false;
    bool json = false;    ///< of --bench
    bool quick = false;   ///< of --bench: fewer rounds
    bool present = false; ///< in front of a class, see ui/shell/presentation/presentation.h
    std::optional<std::string> lesson, lab, value, lang, theme, lessons, shot, plot;
    std::vector<std::string> figure; ///< records; the first is looked at
    std::vector<std::string> report; ///< a lesson's id, or records
    std::vector<std::string> out;
    std::optional<std::string> title, caption_lang, name, x, y; ///< of figures
    std::optional<std::pair<double, double>> size_mm;
    std::optional<std::int64_t> dpi;
    bool bom = false, outlines = false, no_caption = false, visible_rows = false;
    std::vector<std::string> files;        ///< to open: words of their own, and --open
    std::optional<std::int64_t> step;      ///< of the lesson, from 1; of a figure's run, from 0
    std::optional<std::int64_t> at_step;   ///< of the training run, from 0
    std::optional<std::int64_t> type_size; ///< percent
    int width = 1440, height = 900;

    bool is_headless() const { return shot || !figure.empty() || !report.empty() || tour || bench; }
};

/// Reads `--name value` and `--name=value`, and files. Throws text::Error (BadInput) for an unknown option, a missing
/// or surplus value, a value out of its range, a file that is not there, and options that do not go together.
Options read_options(const std::vector<std::string>& words);

/// The language that `--lang` asks for, if it is one, else the fallback: also for words that read_options() refuses.
text::Language language_of(const std::vector<std::string>& words, text::Language fallback);

/// What `--help` says.
std::string help_text(text::Language language);

} // namespace ampscope::gui

// Does it fit, and by how much?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/memory/activations.h"
#include "core/memory/bytes.h"

namespace ampscope::memory {

/// Everything that one step holds at its highest, by formula, in decimal bytes: all parts at once, as under
/// accumulation; a single micro-batch holds less (see gaps()).
struct Need {
    States states;
    Activations activations;
    double total() const { return states.total() + activations.peak_bytes(); }
};
/// `model` may have been made from a number of parameters; precision, batch and the rest come from the scenario. Left
/// out, and named in gaps(): what allocators, libraries and single ops take on top.
Need need_of(const scenario::Scenario& scenario, const Model& model);

/// The largest micro-batch, in sequences, with which the scenario needs at most `bytes`; 0 when not even one fits.
/// At most 65,536.
std::int64_t largest_micro_batch(scenario::Scenario scenario, const Model& model, double bytes);

/// "16GB", "16 GB", "16" (GB), "500MB", "1.5TB" in decimal bytes, "16GiB" and "512MiB" in binary ones; nullopt for
/// anything else and for what is not above 0 or beyond 10^15 bytes.
std::optional<double> parse_bytes(std::string_view text);

/// "16.0 GB", "120 MB", "12.5 KB", "8 bytes": decimal, three significant digits.
std::string bytes_text(double bytes);

/// Why the measured number differs from the formula: named, with an estimate where there is one.
struct Gap {
    std::string_view id;
    std::string_view title_id;   ///< name and reason in one sentence
    std::optional<double> bytes; ///< decimal; an estimate
    text::Message title() const { return {std::string(title_id), {}}; }
};
/// All that holds for the scenario: what a run counts and need_of() does not, or the other way round.
std::vector<Gap> gaps(const scenario::Scenario& scenario, const Model& model);

} // namespace ampscope::memory

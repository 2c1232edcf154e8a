// Bytes per parameter, as different people count them. The same training is "12", "14", "16" or "18 bytes per
// parameter" depending on what is in the list; each row says what is.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/memory/bytes.h"
#include "core/text/message.h"

namespace ampscope::memory {

/// One way of training with Adam or SGD, in bytes per parameter.
struct Scheme {
    std::string_view id;
    double weights, gradients, master, optimizer;
    /// 16-bit copies of weights that autocast holds from forward until backward has used them, for weights of matrix
    /// products only; they are on top of total().
    double casts;
    bool adam;
    std::string_view title_id;       ///< a few words
    std::string_view explanation_id; ///< what it counts and what it leaves out
    std::string_view source;         ///< who counts so; a title with its address or number

    double total() const { return weights + gradients + master + optimizer; }
    text::Message title() const { return {std::string(title_id), {}}; }
    text::Message explanation() const { return {std::string(explanation_id), {}}; }
};

/// The ten ways of counting Adam, then SGD without and with momentum.
std::span<const Scheme> schemes();
/// nullptr when there is none of that id.
const Scheme* find_scheme(std::string_view id);

/// The scheme that a scenario trains by; nullptr for SGD under autocast or with 16-bit weights, which have no row.
const Scheme* scheme_of(const scenario::Scenario& scenario);

/// Decimal bytes of a model with that many parameters.
States states_of(const Scheme& scheme, std::int64_t parameters);

} // namespace ampscope::memory

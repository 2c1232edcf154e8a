// Short calculations that end in NaN, step by step: how an overflow becomes "not a number" three lines later.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/numeric/arithmetic.h"

namespace ampscope::numeric {

/// One step as it is written down. Without an operation its one operand is taken over, or rounded where it is a text.
/// An operand is the name of an earlier step or a text that parse_expression() reads.
struct ChainStep {
    std::string_view name; ///< "sum"
    std::string_view text; ///< as a person would write it: "a + a"
    std::optional<Operation> operation;
    std::vector<std::string_view> operands;
    const char* note = ""; ///< id of a message: what this step stands for in training; "" for none
};

struct NamedChain {
    std::string_view id;     ///< "overflow-to-nan"
    const char* title;       ///< id of a message
    std::string_view format; ///< that it is written for
    std::vector<ChainStep> steps;
};

/// All of them, in the order in which they are offered.
std::span<const NamedChain> named_chains();
/// nullptr when there is none of that id.
const NamedChain* find_chain(std::string_view id);

/// A step carried out.
struct ChainResult {
    const ChainStep* step;
    std::vector<Code> operands; ///< in the format
    Computed computed;          ///< for a step without operation: the rounding of its text
    text::Message reason;
    /// In the format that the chain is written for, with the same kind of result and the same flags as by default: only
    /// then the note holds.
    bool as_written = false;
};

/// Carries a chain out in `format`. With Rounding::Stochastic step i draws splitmix64(options.random, i).
std::vector<ChainResult> run_chain(const NamedChain& chain, const FloatFormat& format,
                                   const RoundingOptions& options = {});

} // namespace ampscope::numeric

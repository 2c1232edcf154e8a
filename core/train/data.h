// Which pieces of which text every step of a run trains on. Integer arithmetic only, so that the same seed gives the
// same batches on every machine and in every programming language.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/train/language.h"

namespace ampscope::train {

/// A text as tokens.
struct TokenText {
    std::vector<std::int64_t> tokens;
    /// How many different tokens there can be.
    std::int64_t vocabulary = 0;
    /// tokens=char: the characters in the order of their numbers; else empty.
    std::u32string characters;
};

/// The tokens of a scenario's text: built in, or read from its file (UTF-8; by byte as it is, by character numbered in
/// the order of their code points). Throws a BadInput error for a file that cannot be read or is shorter than one
/// sequence and its next token.
TokenText load_tokens(const scenario::Scenario& scenario);
/// The bytes of that text, for exports.
std::string load_text(const scenario::Scenario& scenario);

/// One sequence: inputs are tokens start … start + T - 1, targets the ones after them; of the targets only the first
/// `counted` are part of the loss.
struct Window {
    std::size_t start = 0;
    std::int64_t counted = 0;
    std::uint64_t number = 0; ///< of the sequence: over the run, or in the text for runs of epochs
    bool operator==(const Window&) const = default;
};

/// The classifier (model.kind=linear) has no text; its plan is that of a text with this length: 4,096 examples an
/// epoch.
std::size_t linear_text_length(const scenario::Scenario& scenario);

/// The plan of a run: steps, epochs, and the sequences of each.
///
/// Runs of a number of steps draw every sequence at random: number n (counted over the whole run) starts at
/// window_start(seed, n, …). Runs of epochs cut the text into M = (length - 1) / T windows that do not overlap and go
/// through them in an order of their own for each epoch: Fisher and Yates from the last place down, the number for
/// place i being splitmix64(seed + kOrderStream + epoch, i). The last step of an epoch takes what is left.
class DataPlan {
  public:
    static constexpr std::uint64_t kOrderStream = 0x6F72646572;  // "order"
    static constexpr std::uint64_t kLengthStream = 0x6C656E6774; // "lengt"

    /// `text_length` in tokens: at least a sequence and its next one (load_tokens() sees to that).
    DataPlan(const scenario::Scenario& scenario, std::size_t text_length);

    /// Optimizer steps of the whole run.
    std::int64_t steps() const { return m_steps; }
    /// Counted from 0; always 0 for runs of a number of steps.
    std::int64_t epoch_of(std::int64_t step) const;
    /// First step of an epoch?
    bool begins_epoch(std::int64_t step) const;
    /// The micro-batches of one optimizer step, each with its sequences.
    std::vector<std::vector<Window>> micro_batches(std::int64_t step) const;

  private:
    Window window(std::size_t start, std::uint64_t number) const;
    const std::vector<std::size_t>& order_of(std::int64_t epoch) const;

    std::uint64_t m_seed;
    std::size_t m_text_length;
    std::int64_t m_length, m_micro_batch, m_accumulation, m_steps;
    std::int64_t m_epochs, m_windows = 0, m_steps_per_epoch = 0;
    bool m_ragged;
    mutable std::int64_t m_ordered_epoch = -1;
    mutable std::vector<std::size_t> m_order;
};

} // namespace ampscope::train

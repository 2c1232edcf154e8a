// What the number commands share: options of rounding, and how a result is printed.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "app/cli/cli.h"
#include "core/numeric/conversion.h"

namespace ampscope::cli {

/// --rounding, --overflow, --flush-subnormals, --seed.
struct RoundingArguments {
    std::string rounding = "nearest-even", overflow;
    bool flush = false;
    std::optional<std::int64_t> seed; ///< not negative; only where something is drawn
    std::int64_t seed_value() const { return seed.value_or(0); }

    void add_to(CLI::App& command);
    /// Throws a BadInput error for unknown ids and for a seed that has no effect. The draw is the first number of
    /// SplitMix64 for the seed.
    numeric::RoundingOptions options() const;
};

/// "inexact, overflow" or "-".
std::string joined_flags(const std::vector<std::string>& flags);
/// A figure with 8 digits, or "-". Nothing but one half reads "0.5": "0.5 - 9.3132257e-10" lies just below.
std::string figure_text(const std::optional<numeric::Rational>& number);
/// The exact value as text: all digits where they end, else a fraction; "-" for a literal beyond every format.
std::string exact_text(const numeric::ExactValue& value);
/// Name, code, value, and a table of everything else.
void print_conversion(Context& context, const numeric::Conversion& result);

} // namespace ampscope::cli

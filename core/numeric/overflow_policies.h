// What the stacks do with values beyond the range, with infinities and with NaN, side by side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/numeric/rounding.h"
#include "core/text/message.h"

namespace ampscope::numeric {

/// The name of a policy as a table shows it, and one sentence on what it does.
text::Message policy_name(Overflow policy);
text::Message policy_meaning(Overflow policy);
/// Where the behaviour is written down: a header, an issue, a specification. "" for the plain rules.
std::string_view policy_source(Overflow policy);

/// One input in one format under every policy.
struct PolicyRow {
    std::string input; ///< as parse_expression() reads it
    FloatFormat format;
    std::vector<Rounded> results; ///< in the order of all_overflows()
    bool agree = true;            ///< all codes are the same
};

/// 464, 465, 1e6, 61440, 65520, inf, -inf, nan, -nan.
std::span<const std::string_view> policy_inputs();
/// A row for each input in each format. Throws what parse_expression() throws.
std::vector<PolicyRow> policy_table(std::span<const FloatFormat> formats, std::span<const std::string_view> inputs,
                                    Rounding mode = Rounding::NearestEven);

} // namespace ampscope::numeric

// Cases that implementations have got wrong, with the right answer and where the case is known from.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/numeric/conversion.h"

namespace ampscope::numeric {

struct CornerCase {
    enum class Ask {
        Convert, ///< round `value` to `format`
        Below,   ///< the next number below, after rounding
        Above,   ///< the next number above
    };

    std::string_view id;           ///< "tie-to-even", stable; used by lessons and presets
    std::string_view value;        ///< as parse_expression() reads it
    std::string_view format;       ///< id of a known format
    std::uint64_t code;            ///< the right code
    std::string_view why;          ///< id of the message that explains it
    std::string_view source;       ///< issue, test or specification
    std::string_view through = ""; ///< id of a format that the value passes first
    RoundingOptions options = {};
    Ask ask = Ask::Convert;
};

/// All of them, in the order of a lesson: rounding, subnormals, overflow, NaN and signs, stochastic rounding.
std::span<const CornerCase> corner_cases();
/// nullptr when there is none of that id.
const CornerCase* find_corner_case(std::string_view id);

/// The code that this program gives: equals `code` for each case.
Code answer(const CornerCase& corner_case);
/// The conversion behind it, for showing.
Conversion conversion_of(const CornerCase& corner_case);

} // namespace ampscope::numeric

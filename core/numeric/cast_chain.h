// One value through several formats, one after the other, beside the single correctly rounded cast.
#pragma once

#include <span>
#include <vector>

#include "core/numeric/conversion.h"

namespace ampscope::numeric {

struct CastLane {
    Conversion cast;   ///< from what the lane before stored; the first lane from the entered value
    Conversion direct; ///< from the entered value in one step
    /// The chain's code is not that of the single cast.
    bool differs() const { return cast.rounded.code != direct.rounded.code; }
};

struct CastChain {
    ExactValue entered;
    std::vector<CastLane> lanes;

    /// Whether any lane differs from its single cast.
    bool differs() const;
    /// What happened in this lane, in words: the same as the single cast, a tie made by the rounding before (double
    /// rounding), an overflow or a loss before, digits already cut by a narrower format, another draw.
    text::Message verdict(std::size_t lane) const;
};

/// Casts through `formats` in their order. With Rounding::Stochastic lane i draws splitmix64(options.random, i), and so
/// does its single cast.
CastChain cast_chain(const ExactValue& value, std::span<const FloatFormat> formats,
                     const RoundingOptions& options = {});

/// An object with `entered` as the caller wrote it and `lanes`: each with the members of `convert`, `direct` (code and
/// value), `differs` and `verdict` (the message's id).
void write_json(io::JsonWriter& writer, const CastChain& chain, std::string_view entered);

} // namespace ampscope::numeric

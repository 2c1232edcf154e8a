#include "core/numeric/cast_chain.h"

#include <algorithm>

#include "core/numeric/decimal.h"
#include "core/numeric/random.h"

namespace ampscope::numeric {

bool CastChain::differs() const {
    return std::ranges::any_of(lanes, &CastLane::differs);
}

text::Message CastChain::verdict(std::size_t index) const {
    const CastLane& lane = lanes.at(index);
    if (index == 0) return {"numeric.chain_first", {}};
    if (!lane.differs()) return {"numeric.chain_same", {}};
    const Conversion& before = lanes[index - 1].cast;
    const std::vector<text::Argument> names = {{"before", before.format.name}, {"format", lane.cast.format.name}};
    // The first lane that lost the value decides; what comes after it only carries the loss on.
    const auto is_lost = [](const CastLane& earlier) {
        return !earlier.cast.entered.is_number()
                   ? false
                   : !earlier.cast.stored.is_number() || earlier.cast.rounded.overflow ||
                         (earlier.cast.stored.kind() == ExactValue::Kind::Zero && earlier.cast.rounded.inexact);
    };
    const auto lost = std::find_if(lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(index), is_lost);
    if (lost != lanes.begin() + static_cast<std::ptrdiff_t>(index))
        return {lost->cast.rounded.overflow ? "numeric.chain_overflowed" : "numeric.chain_lost",
                {{"before", lost->cast.format.name}}};
    const bool both_nan = lane.cast.number_class == NumberClass::NaN && lane.direct.number_class == NumberClass::NaN;
    if (both_nan) return {"numeric.chain_nan", {}};
    if (lane.cast.rounding == Rounding::Stochastic) return {"numeric.chain_draw", names};
    if (lane.cast.rounded.is_tie() && !lane.direct.rounded.is_tie()) return {"numeric.chain_tie", names};
    if (!lane.cast.rounded.inexact) return {"numeric.chain_narrower", names};
    return {"numeric.chain_twice", names};
}

CastChain cast_chain(const ExactValue& value, std::span<const FloatFormat> formats, const RoundingOptions& options) {
    CastChain chain{value, {}};
    ExactValue current = value;
    for (std::size_t i = 0; i < formats.size(); ++i) {
        RoundingOptions own = options;
        if (options.mode == Rounding::Stochastic) own.random = splitmix64(options.random, i);
        chain.lanes.push_back({convert(current, formats[i], own), convert(value, formats[i], own)});
        current = chain.lanes.back().cast.stored;
    }
    return chain;
}

void write_json(io::JsonWriter& writer, const CastChain& chain, std::string_view entered) {
    writer.begin_object();
    writer.member("entered", entered);
    writer.member("differs", chain.differs());
    writer.begin_array("lanes");
    for (std::size_t i = 0; i < chain.lanes.size(); ++i) {
        const CastLane& lane = chain.lanes[i];
        writer.begin_object();
        writer.begin_member("cast");
        write_json(writer, lane.cast);
        writer.begin_object("direct", io::JsonWriter::Layout::OneLine);
        writer.member("code", code_text(lane.direct.format, lane.direct.rounded.code));
        writer.member("value", exact_decimal(lane.direct.stored));
        writer.end();
        writer.member("differs", lane.differs());
        writer.member("verdict", chain.verdict(i).id);
        writer.end();
    }
    writer.end();
    writer.end();
}

} // namespace ampscope::numeric

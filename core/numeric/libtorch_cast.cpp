#include "core/numeric/libtorch_cast.h"

#include <algorithm>
#include <array>

#include "core/numeric/decimal.h"

namespace ampscope::numeric {

bool libtorch_has(const FloatFormat& given) {
    static constexpr std::array kIds = {"fp32", "fp16", "bf16", "e4m3", "e5m2"};
    return std::ranges::any_of(kIds, [&](const char* id) { return format(id) == given; });
}

double libtorch_input(const ExactValue& value) {
    return to_double(value);
}

LibTorchCast explain_libtorch(const Conversion& ours, const Code& theirs) {
    const FloatFormat& target = ours.format;
    LibTorchCast result{theirs, decode(target, theirs), theirs == ours.rounded.code, false, {}};
    const bool our_nan = ours.number_class == NumberClass::NaN, their_nan = target.is_nan(theirs);
    result.same_value =
        (our_nan && their_nan) || (our_nan == their_nan && result.stored.kind() == ours.stored.kind() &&
                                   (!result.stored.is_number() || result.stored.rational() == ours.stored.rational()));
    const std::vector<text::Argument> codes = {{"ours", code_text(target, ours.rounded.code)},
                                               {"theirs", code_text(target, theirs)}};
    if (result.same_code) {
        result.why = {"numeric.torch_same", {}};
        return result;
    }
    if (our_nan && their_nan) {
        result.why = {"numeric.torch_nan_code", codes};
        return result;
    }

    // The ways a cast can go, simplest first; the first that gives LibTorch's code explains it.
    const FloatFormat &fp64 = format("fp64"), &fp32 = format("fp32");
    const ExactValue as_double = decode(fp64, round_to(fp64, ours.entered).code);
    const ExactValue as_float = decode(fp32, round_to(fp32, as_double).code);
    const Overflow policies[] = {ours.overflow, Overflow::Torch, Overflow::TorchBefore212};
    const auto gives = [&](const ExactValue& from, const RoundingOptions& options) {
        return round_to(target, from, options).code == theirs;
    };
    const RoundingOptions nearest{Rounding::NearestEven, ours.overflow};
    const bool is_plain = ours.rounding == Rounding::NearestEven && !ours.options.flush_subnormals;
    if (!is_plain && gives(ours.entered, nearest)) {
        result.why = {"numeric.torch_nearest_even", {}};
        return result;
    }
    for (const Overflow policy : policies) {
        const RoundingOptions options{Rounding::NearestEven, policy};
        if (gives(ours.entered, options)) {
            result.why = {
                "numeric.torch_policy",
                {{"policy", std::string(overflow_id(policy))}, {"own", std::string(overflow_id(ours.overflow))}}};
            return result;
        }
        if (gives(as_double, options)) {
            result.why = {"numeric.torch_through_fp64", {}};
            return result;
        }
        if (gives(as_float, options)) {
            result.why = {"numeric.torch_through_fp32", {{"value", exact_decimal(as_float)}}};
            return result;
        }
    }
    result.why = {"numeric.torch_unexplained", codes};
    return result;
}

} // namespace ampscope::numeric

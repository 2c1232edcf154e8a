#include "core/numeric/format_names.h"

#include <algorithm>
#include <array>

namespace ampscope::numeric {

std::span<const FormatAlias> format_aliases() {
    // PyTorch's and ml_dtypes' names; "float8_e4m3" without fn is the IEEE-style one in ml_dtypes.
    static constexpr std::array kAliases = {
        FormatAlias{"double", "fp64"},
        FormatAlias{"float64", "fp64"},
        FormatAlias{"binary64", "fp64"},
        FormatAlias{"single", "fp32"},
        FormatAlias{"float", "fp32"},
        FormatAlias{"float32", "fp32"},
        FormatAlias{"binary32", "fp32"},
        FormatAlias{"half", "fp16"},
        FormatAlias{"float16", "fp16"},
        FormatAlias{"binary16", "fp16"},
        FormatAlias{"bfloat16", "bf16"},
        FormatAlias{"e4m3fn", "e4m3"},
        FormatAlias{"float8_e4m3fn", "e4m3"},
        FormatAlias{"float8_e5m2", "e5m2"},
        FormatAlias{"float8_e4m3", "e4m3-ieee"},
        FormatAlias{"float8_e4m3fnuz", "e4m3fnuz"},
        FormatAlias{"float8_e5m2fnuz", "e5m2fnuz"},
        FormatAlias{"float8_e4m3b11fnuz", "e4m3b11fnuz"},
    };
    return kAliases;
}

text::Message format_meaning(const FloatFormat& format) {
    static constexpr std::pair<std::string_view, const char*> kMeanings[] = {
        {"fp64", "numeric.format_fp64"},
        {"fp32", "numeric.format_fp32"},
        {"tf32", "numeric.format_tf32"},
        {"fp16", "numeric.format_fp16"},
        {"bf16", "numeric.format_bf16"},
        {"e4m3", "numeric.format_e4m3"},
        {"e5m2", "numeric.format_e5m2"},
        {"e4m3-ieee", "numeric.format_e4m3_ieee"},
        {"e4m3fnuz", "numeric.format_e4m3fnuz"},
        {"e5m2fnuz", "numeric.format_e5m2fnuz"},
        {"e4m3b11fnuz", "numeric.format_e4m3b11fnuz"},
    };
    for (const auto& [id, message] : kMeanings)
        if (id == format.id) return {message, {}};
    const char* rules = format.top == TopCodes::Ieee     ? "numeric.rules_ieee"
                        : format.top == TopCodes::OneNan ? "numeric.rules_one_nan"
                                                         : "numeric.rules_fnuz";
    return {"numeric.format_custom",
            {{"exponent", std::to_string(format.exponent_bits)},
             {"mantissa", std::to_string(format.mantissa_bits)},
             {"bias", std::to_string(format.bias)},
             {"rules", text::Message{rules, {}}}}};
}

} // namespace ampscope::numeric

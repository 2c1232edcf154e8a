#include "core/numeric/format.h"

#include <algorithm>
#include <array>

#include "core/io/numbers.h"
#include "core/numeric/format_names.h"
#include "core/text/message.h"
#include "core/text/words.h"

namespace ampscope::numeric {

int FloatFormat::max_exponent() const {
    const int top_field = (1 << exponent_bits) - 1;
    return (top == TopCodes::Ieee ? top_field - 1 : top_field) - bias;
}

Code FloatFormat::max_finite() const {
    switch (top) {
    case TopCodes::Ieee: return exponent_mask() - 1;
    case TopCodes::OneNan: return (exponent_mask() | mantissa_mask()) - 1;
    case TopCodes::Fnuz: return exponent_mask() | mantissa_mask();
    }
    return 0;
}

Code FloatFormat::quiet_nan() const {
    switch (top) {
    case TopCodes::Ieee: return exponent_mask() | (Code(1) << (mantissa_bits - 1));
    case TopCodes::OneNan: return exponent_mask() | mantissa_mask();
    case TopCodes::Fnuz: return sign_bit();
    }
    return 0;
}

bool FloatFormat::is_nan(const Code& code) const {
    if (top == TopCodes::Fnuz) return code == sign_bit();
    return (code & ~sign_bit()) > (has_infinity() ? infinity() : max_finite());
}

std::span<const FloatFormat> known_formats() {
    // Sources: IEEE 754-2019 table 3.5 (fp64, fp32, fp16); OCP 8-bit Floating Point Specification 1.0 (e4m3, e5m2);
    // bf16 and tf32 as NVIDIA and Intel describe them; the fnuz family from arXiv 2206.02915.
    static const std::array kFormats = {
        FloatFormat{"fp64", "fp64", 11, 52, 1023, TopCodes::Ieee},
        FloatFormat{"fp32", "fp32", 8, 23, 127, TopCodes::Ieee},
        FloatFormat{"tf32", "tf32", 8, 10, 127, TopCodes::Ieee},
        FloatFormat{"fp16", "fp16", 5, 10, 15, TopCodes::Ieee},
        FloatFormat{"bf16", "bf16", 8, 7, 127, TopCodes::Ieee},
        FloatFormat{"e4m3", "fp8 E4M3", 4, 3, 7, TopCodes::OneNan},
        FloatFormat{"e5m2", "fp8 E5M2", 5, 2, 15, TopCodes::Ieee},
        FloatFormat{"e4m3-ieee", "E4M3 (IEEE style)", 4, 3, 7, TopCodes::Ieee},
        FloatFormat{"e4m3fnuz", "E4M3 FNUZ", 4, 3, 8, TopCodes::Fnuz},
        FloatFormat{"e5m2fnuz", "E5M2 FNUZ", 5, 2, 16, TopCodes::Fnuz},
        FloatFormat{"e4m3b11fnuz", "E4M3 B11 FNUZ", 4, 3, 11, TopCodes::Fnuz},
    };
    return kFormats;
}

// "e<E>m<M>", then "b<bias>" and "fn" or "fnuz" where they are written: "e4m3fn" is E4M3, "e4m3b11fnuz", "e3m4b2".
static std::optional<FloatFormat> parse_custom(std::string_view id) {
    std::string_view rest = id;
    const auto take_number = [&](char letter) -> std::optional<int> {
        if (rest.empty() || rest[0] != letter) return std::nullopt;
        const auto end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
        const auto number = io::parse_integer(rest.substr(1, end - 1));
        if (!number || *number > 1'000'000) return std::nullopt;
        rest.remove_prefix(end);
        return static_cast<int>(*number);
    };
    const auto exponent = take_number('e'), mantissa = take_number('m');
    if (!exponent || !mantissa || *exponent < 2 || *exponent > kMaxExponentBits || *mantissa < 1 ||
        *mantissa > kMaxMantissaBits)
        return std::nullopt;
    const bool has_bias = rest.starts_with('b');
    const auto bias = take_number('b');
    if (has_bias && (!bias || *bias >= 1 << *exponent)) return std::nullopt;
    TopCodes top = TopCodes::Ieee;
    if (rest == "fn")
        top = TopCodes::OneNan;
    else if (rest == "fnuz")
        top = TopCodes::Fnuz;
    else if (!rest.empty())
        return std::nullopt;
    // One spelling for each format: "e05m10" is e5m10.
    std::string own = "e";
    own.append(std::to_string(*exponent)).append("m").append(std::to_string(*mantissa));
    if (bias) own.append("b").append(std::to_string(*bias));
    own.append(rest);
    std::string name = own;
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    // OCP's FP4 and FP6 (Microscaling Formats 1.0) use every code for a number; these spend some on infinity and NaN.
    static constexpr std::array<std::string_view, 3> kMicroscaling = {"e2m1", "e2m3", "e3m2"};
    if (std::ranges::find(kMicroscaling, own) != kMicroscaling.end()) name += " (IEEE style)";
    const int middle = (1 << (*exponent - 1)) - (top == TopCodes::Fnuz ? 0 : 1);
    return FloatFormat{own, name, *exponent, *mantissa, bias.value_or(middle), top};
}

std::optional<FloatFormat> find_format(std::string_view written) {
    const std::string id = text::lower_case(written);
    const auto all = known_formats();
    const auto found = std::ranges::find(all, id, &FloatFormat::id);
    if (found != all.end()) return *found;
    const auto alias = std::ranges::find(format_aliases(), id, &FormatAlias::name);
    if (alias != format_aliases().end()) return format(alias->id);
    return parse_custom(id);
}

FloatFormat format_or_throw(std::string_view id) {
    if (auto found = find_format(id)) return *std::move(found);
    throw text::bad_input("numeric.unknown_format", {{"found", std::string(id)},
                                                     {"known", text::joined(known_formats(), &FloatFormat::id)},
                                                     {"exponent", std::to_string(kMaxExponentBits)},
                                                     {"mantissa", std::to_string(kMaxMantissaBits)}});
}

const FloatFormat& format(std::string_view known_id) {
    const auto all = known_formats();
    const auto found = std::ranges::find(all, known_id, &FloatFormat::id);
    if (found == all.end()) throw std::logic_error("not a known format: " + std::string(known_id));
    return *found;
}

} // namespace ampscope::numeric

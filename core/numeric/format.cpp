#include "core/numeric/format.h"

#include <algorithm>
#include <array>

#include "core/io/numbers.h"
#include "core/text/message.h"

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

static std::optional<FloatFormat> parse_custom(std::string_view id) {
    const auto m = id.find('m');
    if (!id.starts_with('e') || m == std::string_view::npos) return std::nullopt;
    const auto exponent = io::parse_integer(id.substr(1, m - 1));
    const auto mantissa = io::parse_integer(id.substr(m + 1));
    if (!exponent || !mantissa || *exponent < 2 || *exponent > kMaxExponentBits || *mantissa < 1 ||
        *mantissa > kMaxMantissaBits)
        return std::nullopt;
    const int bits = static_cast<int>(*exponent);
    return FloatFormat{std::string(id),
                       "E" + std::to_string(bits) + "M" + std::to_string(*mantissa),
                       bits,
                       static_cast<int>(*mantissa),
                       (1 << (bits - 1)) - 1,
                       TopCodes::Ieee};
}

std::optional<FloatFormat> find_format(std::string_view written) {
    std::string id(written);
    for (char& c : id)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const auto all = known_formats();
    const auto found = std::ranges::find(all, id, &FloatFormat::id);
    if (found != all.end()) return *found;
    return parse_custom(id);
}

FloatFormat format_or_throw(std::string_view id) {
    if (auto found = find_format(id)) return *std::move(found);
    std::string known;
    for (const auto& format : known_formats())
        known += (known.empty() ? "" : ", ") + format.id;
    throw text::bad_input("numeric.unknown_format", {{"found", std::string(id)},
                                                     {"known", known},
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

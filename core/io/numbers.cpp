#include "core/io/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace ampscope::io {

std::string to_text(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    std::array<char, 64> buffer{};
    const bool whole = value == std::trunc(value) && std::fabs(value) < 9007199254740992.0; // 2^53
    const auto result =
        whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string to_text(double value, int digits) {
    if (!std::isfinite(value)) return to_text(value);
    std::array<char, 64> buffer{};
    const auto result =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    std::string text(buffer.data(), result.ptr);
    // to_chars pads the exponent to two digits; people write 1.5e-9.
    if (const auto e = text.find('e'); e != std::string::npos && text.size() > e + 3 && text[e + 2] == '0')
        text.erase(e + 2, 1);
    return text;
}

std::optional<double> parse_double(std::string_view text) {
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-inf") return -std::numeric_limits<double>::infinity();
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.empty() || !((digits[0] >= '0' && digits[0] <= '9') || digits[0] == '.')) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // from_chars leaves the value alone here: overflow when the decimal exponent is positive, else underflow.
        const auto exponent = text.find_first_of("eE");
        const bool tiny = exponent != std::string_view::npos && exponent + 1 < text.size() && text[exponent + 1] == '-';
        const double magnitude = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        return text.starts_with('-') ? -magnitude : magnitude;
    }
    if (error != std::errc{}) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

} // namespace ampscope::io

#include "core/cuda/self_check.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/numeric/arrays.h"
#include "core/numeric/quantise.h"

namespace ampscope::cuda {
namespace {

using numeric::FloatFormat;
using numeric::Overflow;

std::string hex(std::uint32_t bits, int digits) {
    std::string text = "0x";
    for (int digit = digits - 1; digit >= 0; --digit)
        text += "0123456789abcdef"[bits >> (4 * digit) & 15];
    return text;
}

// fp16 and bf16 numbers of every code there is; fp32 numbers spread over all patterns, each power of two included.
std::vector<std::byte> every_size(Number number) {
    std::vector<std::byte> bytes;
    const auto add = [&](auto code) {
        const auto* first = reinterpret_cast<const std::byte*>(&code);
        bytes.insert(bytes.end(), first, first + sizeof code);
    };
    if (number != Number::Fp32)
        for (std::uint32_t code = 0; code < 0x1'0000; ++code)
            add(static_cast<std::uint16_t>(code));
    else
        for (std::uint32_t high = 0; high < 0x1'0000; ++high)
            for (const std::uint32_t low : {0u, 1u, 0x8000u, 0xffffu})
                add(high << 16 | low);
    return bytes;
}

std::vector<float> as_floats(std::span<const std::byte> bytes, Number number) {
    std::vector<float> values(bytes.size() / bytes_of(number));
    const numeric::Quantiser codes(numeric::format(format_id(number)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (number == Number::Fp32) {
            std::memcpy(&values[i], bytes.data() + 4 * i, 4);
        } else {
            std::uint16_t code;
            std::memcpy(&code, bytes.data() + 2 * i, 2);
            values[i] = static_cast<float>(codes.decode(code));
        }
    }
    return values;
}

CheckResult check_magnitudes(Device& device, Number number, float divisor) {
    const auto bytes = every_size(number);
    numeric::Magnitudes expected;
    expected.add(as_floats(bytes, number), divisor);
    const numeric::Magnitudes found = device.magnitudes(bytes, number, divisor);
    CheckResult result{
        {"cuda.check_magnitudes",
         {{"format", std::string(format_id(number))}, {"divisor", text::grouped(static_cast<std::int64_t>(divisor))}}},
        expected.total(),
        0,
        ""};
    const auto compare = [&](const std::string& bin, std::int64_t ours, std::int64_t theirs) {
        if (ours == theirs) return;
        result.different += std::abs(ours - theirs);
        if (result.first.empty())
            result.first = bin + ": " + std::to_string(theirs) + ", expected " + std::to_string(ours);
    };
    compare("0", expected.zero, found.zero);
    compare("Inf", expected.infinite, found.infinite);
    compare("NaN", expected.nan, found.nan);
    for (std::size_t bin = 0; bin < expected.exponents.size(); ++bin)
        compare("2^" + std::to_string(static_cast<int>(bin) + numeric::Magnitudes::kLowestExponent),
                expected.exponents[bin], found.exponents[bin]);
    return result;
}

// Codes of one array; a code has 1 or 2 bytes.
std::uint32_t code_at(std::span<const std::byte> codes, std::size_t width, std::size_t place) {
    std::uint16_t code = 0;
    std::memcpy(&code, codes.data() + width * place, width); // little-endian, as CUDA's hosts are
    return code;
}

// `any_nan`: NaN counts as NaN, whatever its code; a GPU's own casts drop sign and digits.
CheckResult compare_codes(text::Message what, const FloatFormat& format, const numeric::RoundingOptions& options,
                          std::span<const float> values, std::span<const std::byte> found, std::size_t width,
                          bool any_nan) {
    CheckResult result{std::move(what), static_cast<std::int64_t>(values.size()), 0, ""};
    const numeric::Quantiser quantiser(format, options);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint32_t expected = quantiser.code(values[i]), code = code_at(found, width, i);
        if (code == expected || (any_nan && format.is_nan(code) && format.is_nan(expected))) continue;
        ++result.different;
        if (result.first.empty())
            result.first = hex(std::bit_cast<std::uint32_t>(values[i]), 8) + ": " +
                           hex(code, static_cast<int>(2 * width)) + ", expected " +
                           hex(expected, static_cast<int>(2 * width));
    }
    return result;
}

} // namespace

std::vector<float> boundary_values(const FloatFormat& format) {
    std::vector<float> values;
    const numeric::Quantiser codes(format);
    const auto add = [&](double value) {
        constexpr float kEnd = std::numeric_limits<float>::infinity();
        const auto exact = static_cast<float>(value);
        for (const float near : {std::nextafter(exact, -kEnd), exact, std::nextafter(exact, kEnd)})
            for (const float sign : {1.0f, -1.0f})
                values.push_back(sign * near);
    };
    const auto last = static_cast<std::uint32_t>(format.max_finite());
    double value = 0;
    for (std::uint32_t code = 0; code <= last; ++code) {
        // One step beyond the largest number, as if the exponent went on: where overflow begins. (bf16: 2^128, no fp32
        // number; half of the way there is one.)
        const double next = code < last ? codes.decode(code + 1)
                                        : value + std::ldexp(1.0, format.max_exponent() - format.mantissa_bits);
        add(value);
        add((value + next) / 2);
        value = next;
    }
    if (value <= static_cast<double>(std::numeric_limits<float>::max())) add(value);
    add(static_cast<double>(std::numeric_limits<float>::max()));
    values.push_back(std::numeric_limits<float>::quiet_NaN());
    values.push_back(-std::numeric_limits<float>::quiet_NaN());
    return values;
}

std::vector<CheckResult> self_check(Device& device) {
    std::vector<CheckResult> results;
    for (const Number number : {Number::Fp32, Number::Fp16, Number::Bf16})
        for (const float divisor : {1.0f, 3.0f, 65536.0f})
            results.push_back(check_magnitudes(device, number, divisor));

    for (const Narrow narrow : kNarrows) {
        const FloatFormat& format = numeric::format(format_id(narrow));
        const auto values = boundary_values(format);
        const std::size_t width = bytes_of(narrow);
        std::vector<std::byte> codes(values.size() * width);
        const auto what = [&](const char* id, Overflow policy) {
            return text::Message{id, {{"format", format.name}, {"policy", std::string(numeric::overflow_id(policy))}}};
        };
        for (const Overflow policy : {numeric::default_overflow(format), Overflow::Saturate}) {
            numeric::RoundingOptions options;
            options.overflow = policy;
            device.quantise(values, numeric::quantise_plan(format, options), codes);
            results.push_back(
                compare_codes(what("cuda.check_quantise", policy), format, options, values, codes, width, false));
        }
        for (const bool saturate : {false, true}) {
            if (saturate && width == 2) continue; // CUDA's 16-bit casts know no saturation
            numeric::RoundingOptions options;
            options.overflow = saturate ? Overflow::CudaSatfinite : Overflow::CudaNosat;
            device.hardware_cast(values, narrow, saturate, codes);
            results.push_back(
                compare_codes(what("cuda.check_cast", *options.overflow), format, options, values, codes, width, true));
        }
    }
    return results;
}

} // namespace ampscope::cuda

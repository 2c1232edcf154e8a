#include "core/tensorfile/dtype.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>

#include "core/io/numbers.h"
#include "core/numeric/rounding.h"
#include "core/text/words.h"

namespace ampscope::tensorfile {

namespace {

struct Row {
    Dtype dtype;
    std::string_view name;
    int bits;
    bool readable;
    std::string_view format;
};

// Names as in safetensors/src/tensor.rs; in the order of the enumeration.
constexpr std::array kRows = {
    Row{Dtype::Bool, "BOOL", 8, true, ""},
    Row{Dtype::U8, "U8", 8, true, ""},
    Row{Dtype::I8, "I8", 8, true, ""},
    Row{Dtype::U16, "U16", 16, true, ""},
    Row{Dtype::I16, "I16", 16, true, ""},
    Row{Dtype::U32, "U32", 32, true, ""},
    Row{Dtype::I32, "I32", 32, true, ""},
    Row{Dtype::U64, "U64", 64, true, ""},
    Row{Dtype::I64, "I64", 64, true, ""},
    Row{Dtype::F16, "F16", 16, true, "fp16"},
    Row{Dtype::BF16, "BF16", 16, true, "bf16"},
    Row{Dtype::F32, "F32", 32, true, "fp32"},
    Row{Dtype::F64, "F64", 64, true, "fp64"},
    Row{Dtype::F8E4M3, "F8_E4M3", 8, true, "e4m3"},
    Row{Dtype::F8E5M2, "F8_E5M2", 8, true, "e5m2"},
    Row{Dtype::F8E4M3Fnuz, "F8_E4M3FNUZ", 8, true, "e4m3fnuz"},
    Row{Dtype::F8E5M2Fnuz, "F8_E5M2FNUZ", 8, true, "e5m2fnuz"},
    Row{Dtype::F8E8M0, "F8_E8M0", 8, true, ""},
    Row{Dtype::C64, "C64", 64, false, ""},
    Row{Dtype::F6E2M3, "F6_E2M3", 6, false, ""},
    Row{Dtype::F6E3M2, "F6_E3M2", 6, false, ""},
    Row{Dtype::F4, "F4", 4, false, ""},
};

const Row& row(Dtype dtype) {
    return kRows[static_cast<std::size_t>(dtype)];
}

// The bytes of a file lie as they lie: never read through a pointer of another type.
template <std::unsigned_integral U>
U load(const std::byte* bytes, bool big_endian) {
    U value;
    std::memcpy(&value, bytes, sizeof value);
    if (big_endian != (std::endian::native == std::endian::big)) {
        auto raw = std::bit_cast<std::array<std::byte, sizeof(U)>>(value);
        std::ranges::reverse(raw);
        value = std::bit_cast<U>(raw);
    }
    return value;
}

// The double next to it whose last bit is 1, unless it is one itself.
double rounded_to_odd(std::uint64_t value) {
    const int extra = std::max(0, static_cast<int>(std::bit_width(value)) - 53);
    const std::uint64_t cut = value >> extra, rest = value & ((std::uint64_t(1) << extra) - 1);
    return std::ldexp(static_cast<double>(rest != 0 ? cut | 1 : cut), extra);
}

double half(std::uint16_t bits) {
    const std::uint32_t sign = std::uint32_t(bits & 0x8000u) << 16, rest = bits & 0x7fffu;
    if (rest < 0x400u) { // zero, subnormal
        const double value = std::ldexp(static_cast<double>(rest), -24);
        return sign ? -value : value;
    }
    const std::uint32_t exponent = rest >= 0x7c00u ? 0x7f80'0000u - (0x7c00u << 13) : 112u << 23;
    return static_cast<double>(std::bit_cast<float>(sign | ((rest << 13) + exponent)));
}

const std::array<double, 256>& table_of(Dtype dtype) {
    static const auto all = [] {
        std::array<std::array<double, 256>, kRows.size()> tables{};
        for (const auto type : {Dtype::F8E4M3, Dtype::F8E5M2, Dtype::F8E4M3Fnuz, Dtype::F8E5M2Fnuz})
            for (unsigned code = 0; code < 256; ++code)
                tables[static_cast<std::size_t>(type)][code] =
                    numeric::to_double(numeric::decode(numeric::format(row(type).format), code));
        // An exponent alone, biased by 127; no sign, no zero (OCP Microscaling Formats 1.0, section 5.4.1).
        for (unsigned code = 0; code < 256; ++code)
            tables[static_cast<std::size_t>(Dtype::F8E8M0)][code] =
                code == 255 ? std::nan("") : std::ldexp(1.0, static_cast<int>(code) - 127);
        return tables;
    }();
    return all[static_cast<std::size_t>(dtype)];
}

template <std::unsigned_integral U, typename Value>
void each(std::span<const std::byte> bytes, bool big_endian, std::span<double> values, Value&& value) {
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = value(load<U>(bytes.data() + i * sizeof(U), big_endian));
}

template <std::signed_integral S, std::unsigned_integral U>
void each_signed(std::span<const std::byte> bytes, bool big_endian, std::span<double> values) {
    each<U>(bytes, big_endian, values, [](U raw) { return static_cast<double>(std::bit_cast<S>(raw)); });
}

} // namespace

std::string_view dtype_name(Dtype dtype) {
    return row(dtype).name;
}
int dtype_bits(Dtype dtype) {
    return row(dtype).bits;
}
bool is_readable(Dtype dtype) {
    return row(dtype).readable;
}
bool is_float(Dtype dtype) {
    return row(dtype).name.starts_with('F') || row(dtype).name.starts_with('B') ? dtype != Dtype::Bool : false;
}
std::string_view dtype_format(Dtype dtype) {
    return row(dtype).format;
}

std::optional<Dtype> find_dtype(std::string_view name) {
    const auto found = std::ranges::find(kRows, name, &Row::name);
    return found == kRows.end() ? std::nullopt : std::optional(found->dtype);
}

std::optional<Dtype> find_dtype_or_format(std::string_view name) {
    const std::string wanted = text::lower_case(name);
    for (const auto& each : kRows)
        if (text::lower_case(each.name) == wanted || (!each.format.empty() && each.format == wanted)) return each.dtype;
    return std::nullopt;
}

void decode(Dtype dtype, bool big, std::span<const std::byte> bytes, std::span<double> values) {
    switch (dtype) {
    case Dtype::Bool: return each<std::uint8_t>(bytes, big, values, [](auto raw) { return raw != 0 ? 1.0 : 0.0; });
    case Dtype::U8: return each<std::uint8_t>(bytes, big, values, [](auto raw) { return static_cast<double>(raw); });
    case Dtype::U16: return each<std::uint16_t>(bytes, big, values, [](auto raw) { return static_cast<double>(raw); });
    case Dtype::U32: return each<std::uint32_t>(bytes, big, values, [](auto raw) { return static_cast<double>(raw); });
    case Dtype::I8: return each_signed<std::int8_t, std::uint8_t>(bytes, big, values);
    case Dtype::I16: return each_signed<std::int16_t, std::uint16_t>(bytes, big, values);
    case Dtype::I32: return each_signed<std::int32_t, std::uint32_t>(bytes, big, values);
    case Dtype::U64: return each<std::uint64_t>(bytes, big, values, rounded_to_odd);
    case Dtype::I64:
        return each<std::uint64_t>(bytes, big, values, [](std::uint64_t raw) {
            return raw >> 63 ? -rounded_to_odd(~raw + 1) : rounded_to_odd(raw);
        });
    case Dtype::F16: return each<std::uint16_t>(bytes, big, values, half);
    case Dtype::BF16:
        return each<std::uint16_t>(bytes, big, values, [](std::uint16_t raw) {
            return static_cast<double>(std::bit_cast<float>(std::uint32_t(raw) << 16));
        });
    case Dtype::F32:
        return each<std::uint32_t>(bytes, big, values,
                                   [](std::uint32_t raw) { return static_cast<double>(std::bit_cast<float>(raw)); });
    case Dtype::F64:
        return each<std::uint64_t>(bytes, big, values, [](std::uint64_t raw) { return std::bit_cast<double>(raw); });
    case Dtype::F8E4M3:
    case Dtype::F8E5M2:
    case Dtype::F8E4M3Fnuz:
    case Dtype::F8E5M2Fnuz:
    case Dtype::F8E8M0: {
        const auto& table = table_of(dtype);
        return each<std::uint8_t>(bytes, big, values, [&](std::uint8_t raw) { return table[raw]; });
    }
    case Dtype::C64:
    case Dtype::F6E2M3:
    case Dtype::F6E3M2:
    case Dtype::F4: break; // refused before anything is read
    }
    std::ranges::fill(values, std::nan(""));
}

std::string element_text(Dtype dtype, bool big_endian, std::span<const std::byte> bytes) {
    if (dtype == Dtype::U64) return std::to_string(load<std::uint64_t>(bytes.data(), big_endian));
    if (dtype == Dtype::I64)
        return std::to_string(std::bit_cast<std::int64_t>(load<std::uint64_t>(bytes.data(), big_endian)));
    double value = 0;
    decode(dtype, big_endian, bytes, {&value, 1});
    return io::to_text(value);
}

} // namespace ampscope::tensorfile

// Element types of tensor files, by the names that safetensors gives them, and their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ampscope::tensorfile {

enum class Dtype {
    Bool,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F16,
    BF16,
    F32,
    F64,
    F8E4M3,
    F8E5M2,
    F8E4M3Fnuz,
    F8E5M2Fnuz,
    F8E8M0,
    // Known by name, but not read: their elements are no bytes, or no real numbers.
    C64,
    F6E2M3,
    F6E3M2,
    F4,
};

/// "BOOL", "F16", "F8_E4M3"
std::string_view dtype_name(Dtype dtype);
std::optional<Dtype> find_dtype(std::string_view name);
/// For people who write formats as the rest of the program does: "fp16", "bf16", "e4m3", and "F16", "BF16", in any
/// case.
std::optional<Dtype> find_dtype_or_format(std::string_view name);
/// Bits of one element: 4 for F4.
int dtype_bits(Dtype dtype);
bool is_readable(Dtype dtype);
bool is_float(Dtype dtype);
/// The number format of the elements: "fp16" of F16; "" where it is none of the known ones.
std::string_view dtype_format(Dtype dtype);

/// Decodes whole elements, little-endian unless `big_endian`. Every value is exact, but for 64-bit integers beyond
/// 2^53: those are rounded to odd, so that a further rounding to a narrower format gives the right result.
/// bytes.size() is values.size() * dtype_bits / 8.
void decode(Dtype dtype, bool big_endian, std::span<const std::byte> bytes, std::span<double> values);

/// One element as exact text: integers with all digits, others as the shortest decimal that is this number.
std::string element_text(Dtype dtype, bool big_endian, std::span<const std::byte> bytes);

} // namespace ampscope::tensorfile

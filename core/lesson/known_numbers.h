// Numbers that are known without a run and come from the program's own tables and formulas: what the function "known"
// of the value language reads. And where any value comes from.
#pragma once

#include <optional>
#include <string_view>

#include "core/lesson/value.h"

namespace ampscope::lesson {

/// known(SOURCE, ITEM, PROPERTY). Sources, their items and properties:
///   format   a format's id; max, min_normal, min_subnormal, ulp_at_1, exponent_bits, mantissa_bits, bytes, has_inf
///   scheme   an id of core/memory/schemes.h; weights, gradients, master, optimizer, casts, total in bytes per
///            parameter; or a number of parameters such as 125M: the bytes of all of them
///   device   a device of the catalogue; fp32, tf32, fp16, bf16: TFLOPS of matrix products; memory_gb; bf16_native and
///            bf16_accepted (what PyTorch's query says): 1 or 0
///   step     a device of the catalogue; MODEL.FORMAT.PART: a training step's estimate. PART: seconds, or speedup
///            against the same step in fp32, or products: the share that matrix products take
///   rule     cuda, cpu or mps; an op: the bits that autocast gives it, 16 or 32, 0 where it follows its inputs
///   advice   a device of the catalogue; a model of the chapter's table: 1 when core/hardware/advice.h comes to that
///            row, else 0; MODEL.checkpointing: 1 when it advises checkpointing, else 0; MODEL.accumulation:
///            micro-batches; MODEL.largest: sequences that fit at once with that setting; MODEL.need, MODEL.budget:
///            bytes
/// nullopt where there is no such number: an unknown name, or a figure that the catalogue does not have.
std::optional<double> known_number(std::string_view source, std::string_view item, std::string_view property);

/// How a number came about. In the order of trust that a mixture of two has: the later one.
enum class Origin {
    Computed,  ///< exact arithmetic
    Recorded,  ///< a published table, rule or figure, with its source
    Estimated, ///< by formula
    Measured,  ///< by a run on this machine
};
std::string_view origin_id(Origin origin); ///< "computed"
Origin origin_of(const Value& value);

} // namespace ampscope::lesson

// Does a GPU give the numbers that core/numeric gives? Bit for bit: fp32, fp16 and bf16 numbers counted by size, and
// casts to fp16, bf16, E4M3 and E5M2 on every value where nearest-even changes its answer.
#pragma once

#include <string>
#include <vector>

#include "core/cuda/device.h"
#include "core/numeric/format.h"
#include "core/text/message.h"

namespace ampscope::cuda {

/// The fp32 numbers at which nearest-even casts to `format` change their answer, with their neighbours in fp32 and both
/// signs: each code's value, the ties between neighbours, the ends of the range, zeros, infinities and NaN. For formats
/// of at most 16 bits whose numbers and ties are fp32 numbers: fp16, bf16, e4m3, e5m2.
std::vector<float> boundary_values(const numeric::FloatFormat& format);

/// One thing that was compared.
struct CheckResult {
    text::Message what;
    std::int64_t compared = 0;  ///< numbers
    std::int64_t different = 0; ///< how many came out otherwise
    std::string first;          ///< the first of them: "0x38800000: 0x0401, expected 0x0400"; "" where none
    bool passed() const { return compared > 0 && different == 0; }
};

/// All comparisons, in the order in which they are to be shown; 3.5 million numbers in all. Throws what the device
/// throws.
std::vector<CheckResult> self_check(Device& device);

} // namespace ampscope::cuda

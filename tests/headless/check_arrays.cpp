// Arrays on machines without Qt: each instruction set that this machine has against the scalar code, in every mode.
#include "core/numeric/arrays.h"

#include <cstdio>

#include "core/numeric/random.h"
#include "tests/headless/check.h"

using namespace ampscope;
using namespace ampscope::numeric;

static void compare(const FloatFormat& format, const RoundingOptions& options, InstructionSet set,
                    std::span<const float> in) {
    constexpr std::uint64_t kSeed = 7;
    const Quantiser scalar(format, options);
    const ArrayQuantiser quantiser(format, options, kSeed, set);
    std::vector<std::uint16_t> codes(in.size());
    std::vector<float> values(in.size());
    quantiser.codes(in, codes);
    QuantiseCounts counts;
    quantiser.values(in, values, 0, &counts);
    std::int64_t nan = 0, overflowed = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::uint64_t random = array_random(kSeed, i);
        const std::uint32_t code = scalar.code(in[i], random);
        const auto value = static_cast<float>(scalar.decode(code));
        CHECK(codes[i] == code);
        CHECK(std::bit_cast<std::uint32_t>(values[i]) == std::bit_cast<std::uint32_t>(value) ||
              (value != value && values[i] != values[i]));
        nan += in[i] != in[i] ? 1 : 0;
        overflowed += scalar.overflows(in[i], random) ? 1 : 0;
    }
    CHECK(counts.nan == nan && counts.overflowed == overflowed);
}

int main() {
    std::vector<float> in;
    SplitMix64 random(1);
    for (int i = 0; i < 50'003; ++i)
        in.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random.next() >> 32)));
    // Near the formats' own range, where most answers change.
    for (int i = 0; i < 50'000; ++i)
        in.push_back(std::bit_cast<float>(0x3000'0000u + static_cast<std::uint32_t>(random.next() >> 35)));
    for (const auto set : {InstructionSet::Plain, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (!has_instruction_set(set)) {
            std::printf("%s is not here\n", std::string(instruction_set_name(set)).c_str());
            continue;
        }
        for (const char* id : {"fp16", "bf16", "e4m3", "e5m2", "e4m3fnuz"})
            for (const Rounding mode : all_roundings()) {
                RoundingOptions options;
                options.mode = mode;
                compare(format(id), options, set, in);
                options.overflow = Overflow::Saturate;
                options.flush_subnormals = true;
                compare(format(id), options, set, in);
            }
    }
    return report("check_arrays");
}

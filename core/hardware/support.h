// What a device does with a number format: native, emulated, or refused. Rules, with the reason and where it stands.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/device.h"

namespace ampscope::hardware {

enum class Format { Fp32, Tf32, Fp16, Bf16, Fp8, Fp4 };
inline constexpr std::array kFormats = {Format::Fp32, Format::Tf32, Format::Fp16,
                                        Format::Bf16, Format::Fp8,  Format::Fp4};
std::string_view format_id(Format format); ///< "fp32"

enum class Support {
    Native,   ///< has units for it
    Emulated, ///< accepted without a word, carried out through another format: saves memory, not time
    Refused,  ///< an error, or a setting without effect
    Unknown,  ///< sources are silent or disagree
};
std::string_view support_id(Support support);   ///< "native"
text::Message support_message(Support support); ///< the same in words

struct SupportRule {
    Support support = Support::Unknown;
    text::Message reason;
    std::vector<std::string> sources; ///< ids into Catalogue::sources
};
/// The rules (facts as of torch 2.15): bf16 units from compute capability 8.0, below it emulated and accepted, since
/// torch.cuda.is_bf16_supported() counts emulation; fp8 products from 8.9, 9.0 and MI300; TF32 from 8.0 and MI300; fp16
/// on every GPU, in matrix units from 7.0. CPUs: bf16 with AVX512_BF16 or AMX, else emulated; fp16 emulated.
SupportRule support_of(const Device& device, Format format);

/// The rate at which the device multiplies matrices of that format, and what kind of figure that is.
struct FormatRate {
    double tflops = 0;
    Basis basis = Basis::Unsourced;
    std::vector<std::string> sources;
    text::Message what; ///< "matrix units, fp32 accumulation"
};
/// nullopt where there is no figure. Emulated bf16: the ratio to fp32 that somebody measured on a device of that kind,
/// times this device's fp32 peak.
std::optional<FormatRate> rate_of(const Device& device, Format format);

} // namespace ampscope::hardware

// A device on which one trains: what its maker and others say of it, each figure with its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/message.h"

namespace ampscope::hardware {

/// How far a figure can be trusted.
enum class Basis {
    VendorText,        ///< read in a copy of the maker's own text
    VendorQuoted,      ///< the maker's figure, where a third party quotes it and names the document
    Secondary,         ///< a third party's table only
    DerivedFromSparse, ///< half of a published figure with 2:4 sparsity
    Derived,           ///< computed from a sourced figure, or set equal to one
    GeneralKnowledge,  ///< not read in a source
    NotCollected,      ///< exists, was not looked up: no value
    Unsourced,         ///< exists or may exist, no source was found: no value
    NotApplicable,     ///< has no meaning for the device: no value
    Measured,          ///< on this machine, by this program
};
std::string_view basis_id(Basis basis); ///< as in the catalogue's files: "vendor_text"
std::optional<Basis> find_basis(std::string_view id);
text::Message basis_message(Basis basis); ///< the same in words

struct Figure {
    std::optional<double> value;
    Basis basis = Basis::NotApplicable;
    std::vector<std::string> sources; ///< ids into Catalogue::sources
    std::string note;                 ///< in English, as it was taken down
};

/// Dense peak rates, in 10^12 operations per second, a multiplication and an addition counted as two.
enum class Rate {
    Fp32,       ///< ordinary units
    Fp32Matrix, ///< matrix units (AMD)
    Tf32,
    Fp16Vector, ///< ordinary units
    Fp16,       ///< matrix units, fp32 accumulation: what training asks for
    Fp16Accumulate16,
    Bf16, ///< matrix units, fp32 accumulation
    Fp8,
    Fp8Accumulate16,
    Fp4,
};
std::string_view rate_id(Rate rate); ///< as in the catalogue's files: "fp16_accumulate_fp16"
std::optional<Rate> find_rate(std::string_view id);

/// Rates of another device of the same kind, measured by somebody, in TFLOPS: what emulated bf16 costs.
struct EmulationMeasured {
    std::string device;
    double fp32 = 0, fp16 = 0, bf16 = 0;
    std::vector<std::string> sources;
};

struct SupportFacts {
    std::optional<bool> bf16_native; ///< nullopt: sources are silent or disagree
    std::vector<std::string> fp8_formats;
    bool fp4_native = false;
    std::optional<bool> torch_says_bf16;        ///< torch.cuda.is_bf16_supported()
    std::optional<bool> torch_says_bf16_native; ///< the same with including_emulation=False
    std::optional<bool> torch_says_tf32;
    std::string note;
    std::vector<std::string> sources;
    std::optional<EmulationMeasured> emulated_bf16;
};

struct Note {
    std::string english, korean;
    const std::string& in(text::Language language) const {
        return language == text::Language::Korean ? korean : english;
    }
};

struct Device {
    std::string id;
    std::vector<std::string> aliases;
    std::string name, vendor;
    std::string kind; ///< "gpu", "cpu"
    std::string architecture;
    Figure launch_year;
    std::string capability; ///< CUDA compute capability, "7.5"; "" where there is none
    std::vector<std::string> capability_sources;
    std::string memory_type;
    std::vector<double> memory_gb; ///< decimal GB as sold, smallest first; several where one name covers several boards
    Figure memory;                 ///< where memory_gb comes from; its value is the smallest
    Figure bandwidth;              ///< 10^9 bytes per second
    std::vector<std::pair<Rate, Figure>> rates;
    std::vector<std::pair<std::string, Figure>> flop_per_cycle; ///< CPUs: operations per cycle and core, by format
    SupportFacts support;
    std::vector<Note> notes;

    bool is_cpu() const { return kind == "cpu"; }
    /// Memory is the system's, not its own.
    bool shares_memory() const { return is_cpu() || vendor == "Apple"; }
    /// nullptr when the device has no such units.
    const Figure* rate(Rate rate) const;
};

} // namespace ampscope::hardware

// The same cast by LibTorch on this machine, and why it may differ. Knows no torch: the code comes from the engine.
#pragma once

#include "core/numeric/conversion.h"

namespace ampscope::numeric {

/// Has LibTorch this format, so that the engine's cast_code() can answer?
bool libtorch_has(const FloatFormat& format);

/// The double that is handed to LibTorch for a value: it has no wider type.
double libtorch_input(const ExactValue& value);

struct LibTorchCast {
    Code code;               ///< LibTorch's
    ExactValue stored;       ///< what it means
    bool same_code = false;  ///< as ours
    bool same_value = false; ///< the same number, or both NaN: only codes differ
    /// Why: the same; another NaN code; nearest-even instead of the chosen mode; another overflow policy; a double
    /// rounding through fp32, or already in fp64; no explanation known.
    text::Message why;
};

/// Compares `ours` with the code LibTorch gave for libtorch_input(ours.entered).
LibTorchCast explain_libtorch(const Conversion& ours, const Code& theirs);

} // namespace ampscope::numeric

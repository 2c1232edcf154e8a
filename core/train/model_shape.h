// The sizes of the built-in models, for the engine, for memory formulas and for exports.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace ampscope::train {

struct ModelShape {
    std::int64_t layers, width, heads;
};

constexpr ModelShape model_shape(scenario::ModelSize size) {
    switch (size) {
    case scenario::ModelSize::Nano: return {2, 64, 4};
    case scenario::ModelSize::Micro: return {4, 128, 4};
    }
    return {};
}

/// Width of the feed-forward layer. SwiGLU has three matrices where GELU has two: two thirds of 4 C keep the parameter
/// count (arXiv 2002.05202), rounded up to a multiple of 32.
constexpr std::int64_t feed_forward_width(std::int64_t width, scenario::Ffn kind) {
    return kind == scenario::Ffn::Gelu ? 4 * width : (8 * width / 3 + 31) / 32 * 32;
}

} // namespace ampscope::train

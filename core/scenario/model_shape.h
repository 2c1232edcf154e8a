// The sizes of the built-in models, for the engine, for memory formulas and for exports.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace ampscope::scenario {

struct ModelShape {
    std::int64_t layers, width, heads;
    /// Rows of the embedding, when the text does not decide. GPT-2's for the size that is compared with it.
    std::int64_t vocabulary = 256;
};

/// The program's own sizes; 125m is GPT-2 small's (Radford et al. 2019), its vocabulary included.
constexpr ModelShape model_shape(ModelSize size) {
    switch (size) {
    case ModelSize::Nano: return {2, 64, 4};
    case ModelSize::Micro: return {4, 128, 4};
    case ModelSize::M10: return {6, 384, 6};
    case ModelSize::M30: return {10, 512, 8};
    case ModelSize::M125: return {12, 768, 12, 50257};
    }
    return {};
}

/// Width of the feed-forward layer. SwiGLU has three matrices where GELU has two: two thirds of 4 C keep the parameter
/// count (arXiv 2002.05202), rounded up to a multiple of 32.
constexpr std::int64_t feed_forward_width(std::int64_t width, Ffn kind) {
    return kind == Ffn::Gelu ? 4 * width : (8 * width / 3 + 31) / 32 * 32;
}

/// Chapter A's listing: nn.Linear(1024, 1024).
constexpr std::int64_t kLinearWidth = 1024;
/// How many of its 1,024 classes occur: the label is the place of the largest of the first kLinearClasses inputs.
constexpr std::int64_t kLinearClasses = 16;

/// Trainable numbers of a scenario's model, with `vocabulary` rows in the embedding.
constexpr std::int64_t parameter_count(const Scenario& scenario, std::int64_t vocabulary) {
    if (scenario.model.kind == ModelKind::Linear) return kLinearWidth * kLinearWidth + kLinearWidth;
    const ModelShape shape = model_shape(scenario.model.size);
    const std::int64_t inner = feed_forward_width(shape.width, scenario.model.ffn);
    const std::int64_t matrices = scenario.model.ffn == Ffn::Gelu ? 2 : 3;
    const std::int64_t block = 4 * shape.width * shape.width + matrices * shape.width * inner + 2 * shape.width;
    return vocabulary * shape.width + shape.layers * block + shape.width;
}

} // namespace ampscope::scenario

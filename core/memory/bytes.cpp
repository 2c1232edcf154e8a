#include "core/memory/bytes.h"

#include "core/train/model_shape.h"

namespace ampscope::memory {

std::int64_t parameter_count(const scenario::Scenario& scenario) {
    const auto [layers, width, heads] = train::model_shape(scenario.model.size);
    constexpr std::int64_t kVocabulary = 256;
    const std::int64_t inner = train::feed_forward_width(width, scenario.model.ffn);
    const std::int64_t matrices = scenario.model.ffn == scenario::Ffn::Gelu ? 2 : 3;
    const std::int64_t block = 4 * width * width + matrices * width * inner + 2 * width;
    return kVocabulary * width + layers * block + width;
}

static double optimizer_bytes(const scenario::Scenario& scenario) {
    if (scenario.optimizer.kind == scenario::OptimizerKind::AdamW) return 8;
    return scenario.optimizer.momentum != 0 ? 4 : 0;
}

static States times(double count, double weights, double gradients, double optimizer) {
    return {count * weights, count * gradients, count * optimizer};
}

States by_chapter(const scenario::Scenario& scenario) {
    const auto count = static_cast<double>(parameter_count(scenario));
    const double each = scenario.uses_autocast() ? 2 : 4;
    return times(count, each, each, optimizer_bytes(scenario));
}

States by_formula(const scenario::Scenario& scenario) {
    return times(static_cast<double>(parameter_count(scenario)), 4, 4, optimizer_bytes(scenario));
}

} // namespace ampscope::memory

#include "core/memory/bytes.h"

#include "core/scenario/model_shape.h"

namespace ampscope::memory {

std::int64_t parameter_count(const record::RunRecord& record) {
    // Records from elsewhere may lack the count; then the text decided at most the rows of a byte vocabulary.
    const auto& scenario = record.scenario();
    return record.environment_integer("parameters")
        .value_or(scenario::parameter_count(scenario, scenario::model_shape(scenario.model.size).vocabulary));
}

static States times(std::int64_t parameters, States per_parameter) {
    const auto count = static_cast<double>(parameters);
    return {count * per_parameter.weights, count * per_parameter.gradients, count * per_parameter.optimizer,
            count * per_parameter.master};
}

// How many numbers the optimizer keeps for each weight.
static double optimizer_numbers(const scenario::Scenario& scenario) {
    if (scenario.optimizer.kind == scenario::OptimizerKind::AdamW) return 2;
    return scenario.optimizer.momentum != 0 ? 1 : 0;
}

std::optional<States> by_chapter(const scenario::Scenario& scenario, std::int64_t parameters) {
    const double optimizer = 4 * optimizer_numbers(scenario);
    if (scenario.has_master_weights()) return times(parameters, {2, 0, optimizer, 4});
    if (scenario.has_16_bit_weights()) return std::nullopt;
    const double each = scenario.uses_autocast() ? 2 : 4;
    return times(parameters, {each, each, optimizer, 0});
}

States by_formula(const scenario::Scenario& scenario, std::int64_t parameters) {
    const double weight = scenario.has_16_bit_weights() ? 2 : 4, master = scenario.has_master_weights() ? 4 : 0;
    return times(parameters, {weight, weight, (master > 0 ? master : weight) * optimizer_numbers(scenario), master});
}

double activations_by_formula(const scenario::Scenario& s, std::int64_t vocabulary) {
    const double number = s.uses_autocast() || s.has_16_bit_weights() ? 2 : 4;
    if (s.model.kind == scenario::ModelKind::Linear)
        return static_cast<double>(s.micro_batch() * scenario::kLinearWidth) * (2 * number + 4);
    const auto shape = scenario::model_shape(s.model.size);
    const auto tokens = static_cast<double>(s.micro_batch() * s.sequence_length);
    const double stream = tokens * static_cast<double>(shape.width);
    const double r = s.model.attention == scenario::Attention::Fused
                         ? 0
                         : static_cast<double>(shape.heads * s.sequence_length) / static_cast<double>(shape.width);
    const double block = stream * (s.has_16_bit_weights() ? 32 + 2 * r : s.uses_autocast() ? 36 + 6 * r : 64 + 4 * r);
    const double border = stream * (s.has_16_bit_weights() ? 2 : 4);
    const auto layers = static_cast<double>(shape.layers);
    const auto segments = static_cast<double>(s.checkpointing.segments);
    double blocks = 0;
    switch (s.checkpointing.kind) {
    case scenario::CheckpointKind::None: blocks = layers * block; break;
    case scenario::CheckpointKind::Sublayer: blocks = 4 * layers * border + block / 2; break;
    case scenario::CheckpointKind::Block: blocks = layers * border + block; break;
    case scenario::CheckpointKind::Segments: blocks = segments * border + layers / segments * block; break;
    }
    return blocks + tokens * static_cast<double>(vocabulary) * (number + 4);
}

} // namespace ampscope::memory

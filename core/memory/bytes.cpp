#include "core/memory/bytes.h"

#include "core/memory/activations.h"
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

double activations_by_formula(const scenario::Scenario& scenario, std::int64_t vocabulary) {
    return activations_of(scenario, model_of(scenario, vocabulary)).peak_bytes();
}

} // namespace ampscope::memory

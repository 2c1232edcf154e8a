#include "core/hardware/step_time.h"

#include <algorithm>

#include "core/hardware/catalogue.h"
#include "core/memory/activations.h"

namespace ampscope::hardware {

using scenario::CheckpointKind;
using scenario::Scenario;

std::vector<Product> forward_products(const Scenario& scenario, const memory::Model& model) {
    const auto sequences = static_cast<double>(scenario.micro_batch());
    const auto length = static_cast<double>(scenario.sequence_length), width = static_cast<double>(model.width);
    if (model.is_linear()) return {{sequences, width, width, 1}};
    const auto layers = static_cast<double>(model.layers), heads = static_cast<double>(model.heads);
    const auto inner = static_cast<double>(model.inner), vocabulary = static_cast<double>(model.vocabulary);
    const auto matrices = static_cast<double>(model.feed_forward_matrices);
    const double tokens = sequences * length, head_width = width / heads;
    return {
        {tokens, 3 * width, width, layers},                       // q, k, v
        {length, length, head_width, layers * sequences * heads}, // scores
        {length, head_width, length, layers * sequences * heads}, // weighted values
        {tokens, width, width, layers},                           // attention's output
        {tokens, inner, width, layers * (matrices - 1)},          // up, gate
        {tokens, width, inner, layers},                           // down
        {tokens, vocabulary, width, 1},                           // head, last
    };
}

double StepWork::operations() const {
    double sum = 0;
    for (const auto& product : products)
        sum += product.operations();
    return sum;
}

StepWork step_work(const Scenario& scenario, const memory::Model& model) {
    StepWork work;
    const auto micro_batches = static_cast<double>(scenario.accumulation_steps);
    work.products = forward_products(scenario, model);
    for (std::size_t i = 0; i < work.products.size(); ++i) {
        const bool head = i + 1 == work.products.size();
        const bool again = !head && scenario.checkpointing.kind != CheckpointKind::None;
        work.products[i].count *= micro_batches * (again ? 4 : 3);
    }
    Scenario all_kept = scenario; // what is thrown away was written and is written again
    all_kept.checkpointing.kind = CheckpointKind::None;
    double once = 0;
    for (const auto& part : memory::activations_of(all_kept, model).kept)
        if (part.id != "casts") once += part.bytes * micro_batches; // those are counted below
    work.elementwise_bytes = (scenario.checkpointing.kind == CheckpointKind::None ? 4 : 5) * once;
    const double optimizer = scenario.optimizer.kind == scenario::OptimizerKind::AdamW ? 28 : 12;
    const double casts = scenario.uses_autocast() ? 6 * micro_batches : 0;
    work.optimizer_bytes = static_cast<double>(model.parameters) * (optimizer + 12 + casts);
    return work;
}

std::optional<StepTime> step_time(const Device& device, Scenario scenario, const memory::Model& model, Format format) {
    const auto rate = rate_of(device, format);
    if (!rate) return std::nullopt;
    double bytes_per_number = 4;
    switch (format) {
    case Format::Fp16: scenario.precision = scenario::Precision::Fp16, bytes_per_number = 2; break;
    case Format::Bf16: scenario.precision = scenario::Precision::Bf16, bytes_per_number = 2; break;
    default: scenario.precision = scenario::Precision::Fp32; break;
    }
    const StepWork work = step_work(scenario, model);
    const Roof roof{rate->tflops * 1e12, device.bandwidth.value.value_or(0) * 1e9};
    StepTime time;
    time.format = format;
    time.rate = *rate;
    for (const auto& product : work.products)
        time.products_s += roof.seconds(product.operations(), product.bytes(bytes_per_number));
    time.elementwise_s = roof.seconds(0, work.elementwise_bytes);
    time.optimizer_s = roof.seconds(0, work.optimizer_bytes);
    return time;
}

std::optional<double> predicted_ms(const MeasuredStep& step, const MeasuredRates& rates) {
    const Device device = machine_device({}, rates, catalogue());
    const auto scenario = scenario_of(step, rates.threads);
    const Format format = step.precision == "bf16"   ? Format::Bf16
                          : step.precision == "fp16" ? Format::Fp16
                                                     : Format::Fp32;
    const auto time = step_time(device, scenario, memory::model_of(scenario), format);
    return time ? std::optional(1e3 * time->total_s()) : std::nullopt;
}

} // namespace ampscope::hardware

#include "core/train/torch/feed.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>

#include "core/scenario/model_shape.h"
#include "core/train/torch/gpu.h"

namespace ampscope::train {

constexpr std::int64_t kNotCounted = -100; // cross_entropy's ignore_index

static TokenText text_of(const scenario::Scenario& scenario) {
    return scenario.model.kind == scenario::ModelKind::Linear ? TokenText{} : load_tokens(scenario);
}

Feed::Feed(const scenario::Scenario& scenario)
    : m_device(device_of(scenario)),
      m_is_linear(scenario.model.kind == scenario::ModelKind::Linear),
      m_seed(static_cast<std::uint64_t>(scenario.seed)),
      m_length(scenario.sequence_length),
      m_text(text_of(scenario)),
      m_plan(scenario, m_is_linear ? linear_text_length(scenario) : m_text.tokens.size()) {}

std::vector<MicroBatch> Feed::micro_batches(std::int64_t step) const {
    std::vector<MicroBatch> batches;
    for (const auto& windows : m_plan.micro_batches(step)) {
        MicroBatch batch = m_is_linear ? examples(windows) : tokens(windows);
        batches.push_back({batch.inputs.to(m_device), batch.targets.to(m_device), batch.counted});
    }
    return batches;
}

MicroBatch Feed::tokens(const std::vector<Window>& windows) const {
    const auto rows = static_cast<std::int64_t>(windows.size());
    MicroBatch batch{at::empty({rows, m_length}, at::kLong), at::empty({rows, m_length}, at::kLong), 0};
    auto* input = batch.inputs.data_ptr<std::int64_t>();
    auto* target = batch.targets.data_ptr<std::int64_t>();
    for (const auto& window : windows) {
        const auto* source = m_text.tokens.data() + window.start;
        std::copy(source, source + m_length, input);
        std::copy(source + 1, source + 1 + window.counted, target);
        std::fill(target + window.counted, target + m_length, kNotCounted);
        input += m_length;
        target += m_length;
        batch.counted += window.counted;
    }
    return batch;
}

// Example number n is drawn from a generator of its own, seeded with seed + n + 1.
MicroBatch Feed::examples(const std::vector<Window>& windows) const {
    const auto rows = static_cast<std::int64_t>(windows.size());
    MicroBatch batch{at::empty({rows, scenario::kLinearWidth}, at::kFloat), {}, rows};
    for (std::int64_t row = 0; row < rows; ++row) {
        at::Generator generator =
            at::detail::createCPUGenerator(m_seed + windows[static_cast<std::size_t>(row)].number + 1);
        batch.inputs[row].normal_(0.0, 1.0, generator);
    }
    batch.targets = batch.inputs.narrow(1, 0, scenario::kLinearClasses).argmax(1);
    return batch;
}

} // namespace ampscope::train

#include "core/train/torch/trainer.h"
#include <ATen/core/grad_mode.h>

#include <ATen/CPUGeneratorImpl.h>
#include <c10/util/Exception.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/gradients.h"
#include "core/train/torch/memory_probe.h"
#include "core/train/torch/op_probe.h"
#include "core/version.h"

namespace ampscope::train {

using record::Column;
using scenario::ClipWhen;
using scenario::Precision;

namespace {

std::vector<at::Tensor> tensors_of(const std::vector<Parameter>& parameters) {
    std::vector<at::Tensor> tensors;
    for (const auto& parameter : parameters)
        tensors.push_back(parameter.tensor);
    return tensors;
}

std::int64_t bytes_of(const std::vector<at::Tensor>& tensors) {
    std::int64_t bytes = 0;
    for (const auto& tensor : tensors)
        if (tensor.defined()) bytes += static_cast<std::int64_t>(tensor.nbytes());
    return bytes;
}

at::ScalarType autocast_dtype(Precision precision) {
    return precision == Precision::Bf16 ? at::kBFloat16 : at::kHalf;
}

// Half of the smallest number of the gradients' format: at most this becomes zero under nearest-even.
double underflow_limit(Precision precision) {
    return std::ldexp(1.0, precision == Precision::Bf16 ? -134 : -25);
}

// Bits of all weights. Not a tensor: what is kept for looking must not count as memory of the step.
void copy_bits(const std::vector<Parameter>& parameters, std::vector<std::uint32_t>& bits) {
    bits.clear();
    for (const auto& parameter : parameters) {
        const auto* values = static_cast<const std::uint32_t*>(parameter.tensor.const_data_ptr());
        bits.insert(bits.end(), values, values + parameter.tensor.numel());
    }
}

// Compared bit for bit: a weight that became NaN has moved.
double moved_share(const std::vector<std::uint32_t>& before, const std::vector<Parameter>& after) {
    std::int64_t moved = 0;
    const auto* old = before.data();
    for (const auto& parameter : after) {
        const auto* values = static_cast<const std::uint32_t*>(parameter.tensor.const_data_ptr());
        for (std::int64_t i = 0; i < parameter.tensor.numel(); ++i)
            moved += old[i] != values[i] ? 1 : 0;
        old += parameter.tensor.numel();
    }
    return static_cast<double>(moved) / static_cast<double>(before.size());
}

record::Environment environment_of(const scenario::Scenario& scenario, const EngineInfo& info) {
    const bool via_fp32 = scenario.fp16_accumulation == scenario::Accumulation16::Fp32;
    const bool cuda = scenario.autocast.rules == scenario::AutocastRules::Cuda;
    const auto products = [&](bool native) {
        return std::string(via_fp32 && !native ? "fp32 sums, one rounding" : "native");
    };
    return {
        {"ampscope", std::string(kVersion)},
        {"libtorch", info.libtorch},
        {"device", std::string(scenario::choice_name(scenario.device))},
        {"cpu", info.cpu},
        {"threads", scenario.threads},
        {"autocast_rules", std::string(cuda ? "cuda, carried out on the CPU" : "cpu")},
        {"products_fp16", products(false)},
        {"products_bf16", products(info.native_bf16_products)},
    };
}

} // namespace

// One optimizer step's measurements while it is under way.
struct TorchTrainer::Window {
    double loss_sum = 0;
    float scale = 1;
    std::int64_t held_before = 0; // weights and optimizer state
    std::int64_t activations = 0;
    std::optional<MemoryProbe> memory;
};

struct TorchTrainer::TorchSnapshot : Snapshot {
    std::vector<at::Tensor> weights;
    Optimizer::State optimizer;
    LossScale loss_scale{1, {}};
    at::Tensor generator;
    scenario::Scenario scenario; // live changes included
    std::int64_t step = 0;
    bool loss_was_finite = true;

    std::int64_t next_step() const override { return step; }
    std::size_t bytes() const override {
        return static_cast<std::size_t>(bytes_of(weights) + bytes_of(optimizer.first) + bytes_of(optimizer.second));
    }
};

TorchTrainer::TorchTrainer(const scenario::Scenario& scenario, const EngineInfo& info)
    : m_scenario(scenario),
      m_environment(environment_of(scenario, info)),
      m_settings(ProcessSettings::of(scenario)),
      m_text(load_tokens(scenario)),
      m_generator(at::detail::createCPUGenerator(static_cast<std::uint64_t>(scenario.seed))),
      m_loss_scale(scenario.scaler.init_scale,
                   {scenario.scaler.growth_factor, scenario.scaler.backoff_factor, scenario.scaler.growth_interval}) {
    apply(m_settings);
    m_model = std::make_unique<GptMini>(m_scenario, m_text.vocabulary, m_generator);
    m_optimizer = std::make_unique<Optimizer>(m_scenario, tensors_of(m_model->parameters()));
    m_weight_bytes = bytes_of(tensors_of(m_model->parameters()));
}

void TorchTrainer::enter_phase(const char* phase) {
    if (m_op_probe) m_op_probe->set_phase(phase);
}

bool TorchTrainer::details_due() const {
    return records() && m_next_step % m_scenario.record.details_every == 0;
}

at::Tensor TorchTrainer::forward(std::int64_t micro_batch) {
    const std::int64_t batch = m_scenario.micro_batch_size, length = m_scenario.sequence_length;
    at::Tensor tokens = at::empty({batch, length}, at::kLong), targets = at::empty({batch, length}, at::kLong);
    auto* token = tokens.data_ptr<std::int64_t>();
    auto* target = targets.data_ptr<std::int64_t>();
    for (std::int64_t row = 0; row < batch; ++row) {
        // Sequences are numbered over the whole run, so N micro-batches of B hold the same ones as one of N * B.
        const auto number =
            static_cast<std::uint64_t>((m_next_step * m_scenario.accumulation_steps + micro_batch) * batch + row);
        const auto start = window_start(static_cast<std::uint64_t>(m_scenario.seed), number, m_text.tokens.size(),
                                        static_cast<std::size_t>(length));
        const auto* source = m_text.tokens.data() + start;
        std::copy(source, source + length, token + row * length);
        std::copy(source + 1, source + length + 1, target + row * length);
    }
    return m_model->loss(tokens, targets, dropout_generator());
}

double TorchTrainer::measure_underflow() {
    // An fp32 backward of the same batch with the same dropout, then everything as it was.
    at::Tensor random_state = m_generator.get_state();
    for (std::int64_t i = 0; i < m_scenario.accumulation_steps; ++i) {
        const at::Tensor loss = forward(i);
        (loss * (m_scenario.loss_multiplier / static_cast<double>(m_scenario.accumulation_steps))).backward();
    }
    m_generator.set_state(random_state);
    const Gradients gradients = gradients_of(m_model->parameters());
    const double limit = underflow_limit(m_scenario.precision) /
                         static_cast<double>(m_scenario.scaler_enabled() ? m_loss_scale.scale() : 1.0f);
    std::int64_t lost = 0, nonzero = 0;
    for (const auto& gradient : gradients) {
        const std::span values(gradient.const_data_ptr<float>(), static_cast<std::size_t>(gradient.numel()));
        lost += numeric::count_tiny(values, limit);
        nonzero += numeric::count_tiny(values, std::numeric_limits<double>::infinity());
    }
    drop_gradients(m_model->parameters());
    return nonzero == 0 ? 0.0 : static_cast<double>(lost) / static_cast<double>(nonzero);
}

// Of the gradients as backward left them, divided by the loss scale: before anything is unscaled, clipped or spoiled by
// a norm that is infinite.
static record::GradientHistogram histogram_of(const Gradients& gradients, float scale) {
    const numeric::Magnitudes sizes = magnitudes(gradients, scale);
    record::GradientHistogram histogram;
    histogram.zero = sizes.zero, histogram.inf = sizes.infinite, histogram.nan = sizes.nan;
    histogram.scale = scale;
    std::size_t first = 0, last = sizes.exponents.size();
    while (first < last && sizes.exponents[first] == 0)
        ++first;
    while (last > first && sizes.exponents[last - 1] == 0)
        --last;
    histogram.log2_low = static_cast<int>(first) + numeric::Magnitudes::kLowestExponent;
    histogram.counts.assign(sizes.exponents.begin() + static_cast<std::ptrdiff_t>(first),
                            sizes.exponents.begin() + static_cast<std::ptrdiff_t>(last));
    return histogram;
}

bool TorchTrainer::accumulate(Window& window, std::stop_token& stop) {
    const auto count = static_cast<double>(m_scenario.accumulation_steps);
    const at::Tensor scale = at::full({}, window.scale, at::kFloat);
    for (std::int64_t i = 0; i < m_scenario.accumulation_steps; ++i) {
        enter_phase("forward");
        at::Tensor loss;
        if (m_scenario.uses_autocast()) {
            const AutocastGuard autocast(autocast_dtype(m_scenario.precision));
            loss = forward(i);
        } else {
            loss = forward(i);
        }
        if (window.memory)
            window.activations =
                std::max(window.activations, window.memory->live() - bytes_of(gradients_of(m_model->parameters())));
        window.loss_sum += loss.item<double>();
        if (stop.stop_requested()) return false;
        enter_phase("backward");
        at::Tensor root = loss;
        if (m_scenario.loss_multiplier != 1.0) root = root * m_scenario.loss_multiplier;
        if (m_scenario.accumulation_steps != 1) root = root / count;
        if (m_scenario.scaler_enabled()) root = root * scale;
        root.backward();
        if (stop.stop_requested()) return false;
    }
    return true;
}

StepOutcome TorchTrainer::attempt(record::EventSink& sink, std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto& parameters = m_model->parameters();
    const bool scaled = m_scenario.scaler_enabled();
    record::Sample sample;
    if (details_due() && m_scenario.precision == Precision::Fp16) sample[Column::UnderflowShare] = measure_underflow();

    const auto begin = Clock::now();
    Window window;
    window.scale = scaled ? m_loss_scale.scale() : 1.0f;
    window.held_before = m_weight_bytes + m_optimizer->state_bytes();
    if (records()) window.memory.emplace();

    at::Tensor random_state = m_generator.get_state();
    if (!accumulate(window, stop)) {
        drop_gradients(parameters);
        m_generator.set_state(random_state);
        return {StepOutcome::Kind::Stopped, {}, window.scale, window.scale};
    }

    enter_phase("optimizer");
    const Gradients gradients = gradients_of(parameters);
    const auto elements = static_cast<double>(element_count(gradients));
    std::optional<record::GradientHistogram> histogram;
    if (records()) {
        const numeric::SpecialCounts special = special_counts(gradients);
        sample[Column::GradZeroShare] = static_cast<double>(special.zero) / elements;
        sample[Column::OverflowShare] = static_cast<double>(special.nonfinite) / elements;
        sample[Column::BytesGradients] = static_cast<double>(bytes_of(gradients));
        if (details_due() || (scaled && special.nonfinite > 0)) histogram = histogram_of(gradients, window.scale);
    }

    const Clip clip{m_scenario.clip.max_norm};
    double gradient_norm = 0;
    if (m_scenario.clip.when == ClipWhen::BeforeUnscale) gradient_norm = norm(gradients, &clip);
    const bool found_inf = scaled && unscale(gradients, window.scale);
    if (m_scenario.clip.when != ClipWhen::BeforeUnscale)
        gradient_norm = norm(gradients, m_scenario.clip.when == ClipWhen::AfterUnscale ? &clip : nullptr);

    StepOutcome outcome{StepOutcome::Kind::Ran, {}, window.scale, window.scale};
    const double step_loss = window.loss_sum / static_cast<double>(m_scenario.accumulation_steps);
    if (!std::isfinite(step_loss) && m_loss_was_finite)
        sink.fact({m_next_step, "loss_nonfinite", {{"value", step_loss}}});
    m_loss_was_finite = std::isfinite(step_loss);

    if (records()) copy_bits(parameters, m_weights_before);

    std::int64_t bad_values = 0;
    if (found_inf) {
        outcome.kind = StepOutcome::Kind::Skipped;
        for (std::size_t i = 0; i < gradients.size() && bad_values == 0; ++i) {
            bad_values = special_counts({gradients[i]}).nonfinite;
            outcome.bad_parameter = parameters[i].name;
        }
    } else {
        m_optimizer->step(m_scenario.optimizer.lr);
    }

    const std::int64_t optimizer_bytes = m_optimizer->state_bytes();
    sample[Column::Ms] = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    sample[Column::Step] = static_cast<double>(m_next_step);
    sample[Column::Ran] = found_inf ? 0 : 1;
    sample[Column::Loss] = step_loss;
    sample[Column::Scale] = window.scale;
    sample[Column::GradNorm] = gradient_norm;
    sample[Column::Lr] = m_scenario.optimizer.lr;
    if (records()) {
        sample[Column::WeightsMovedShare] = moved_share(m_weights_before, parameters);
        sample[Column::OptimizerSteps] = static_cast<double>(m_optimizer->step_count());
        sample[Column::OptimizerNorm] = m_optimizer->average_norm();
    }
    if (window.memory) {
        sample[Column::BytesWeights] = static_cast<double>(m_weight_bytes);
        sample[Column::BytesOptimizer] = static_cast<double>(optimizer_bytes);
        sample[Column::BytesActivations] = static_cast<double>(window.activations);
        sample[Column::BytesEmulation] = static_cast<double>(window.memory->emulation_peak());
        sample[Column::BytesPeak] = static_cast<double>(window.held_before + window.memory->peak());
        window.memory.reset();
    }
    sink.sample(sample);

    if (found_inf)
        sink.fact({m_next_step, "step_skipped", {{"parameter", outcome.bad_parameter}, {"nonfinite", bad_values}}});
    if (scaled) {
        const LossScale::Move move = m_loss_scale.update(found_inf);
        outcome.scale_after = m_loss_scale.scale();
        if (move != LossScale::Move::None)
            sink.fact({m_next_step,
                       "scale_changed",
                       {{"from", outcome.scale_before},
                        {"to", outcome.scale_after},
                        {"why", std::string(found_inf ? "found_inf" : "growth")}}});
    }
    if (histogram) sink.detail({m_next_step, std::move(*histogram)});
    drop_gradients(parameters);
    ++m_next_step;
    return outcome;
}

StepOutcome TorchTrainer::step(record::EventSink& sink, std::stop_token stop) {
    apply(m_settings);
    try {
        return attempt(sink, stop);
    } catch (const c10::Error& error) {
        throw text::could_not("train.libtorch_failed", {{"reason", error.what_without_backtrace()}});
    } catch (const std::bad_alloc&) {
        throw text::could_not("train.out_of_memory");
    }
}

std::unique_ptr<Snapshot> TorchTrainer::save() const {
    auto snapshot = std::make_unique<TorchSnapshot>();
    for (const auto& parameter : m_model->parameters())
        snapshot->weights.push_back(parameter.tensor.detach().clone());
    snapshot->optimizer = m_optimizer->save();
    snapshot->loss_scale = m_loss_scale;
    snapshot->generator = m_generator.get_state().clone();
    snapshot->scenario = m_scenario;
    snapshot->step = m_next_step;
    snapshot->loss_was_finite = m_loss_was_finite;
    return snapshot;
}

void TorchTrainer::restore(const Snapshot& given) {
    const auto& snapshot = dynamic_cast<const TorchSnapshot&>(given);
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < snapshot.weights.size(); ++i)
        m_model->parameters()[i].tensor.copy_(snapshot.weights[i]);
    m_optimizer->restore(snapshot.optimizer);
    m_loss_scale = snapshot.loss_scale;
    m_generator.set_state(snapshot.generator);
    m_scenario = snapshot.scenario;
    m_next_step = snapshot.step;
    m_loss_was_finite = snapshot.loss_was_finite;
}

void TorchTrainer::change(std::string_view path, std::string_view value, record::EventSink& sink) {
    const scenario::Field* field = scenario::find_field(path);
    if (!field) throw scenario::unknown_field(path, {});
    if (!field->live) throw text::bad_input("train.not_live", {{"field", std::string(path)}});
    const std::string before = scenario::to_text(field->get(m_scenario));
    scenario::set_field(m_scenario, path, value);
    const std::string after = scenario::to_text(field->get(m_scenario));
    if (before == after) return;
    m_loss_scale.settings() = {m_scenario.scaler.growth_factor, m_scenario.scaler.backoff_factor,
                               m_scenario.scaler.growth_interval};
    sink.fact({m_next_step, "setting_changed", {{"field", std::string(path)}, {"from", before}, {"to", after}}});
}

} // namespace ampscope::train

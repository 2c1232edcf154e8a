#include "core/train/torch/trainer.h"

#include <ATen/core/grad_mode.h>
#include <c10/util/Exception.h>

#include <chrono>
#include <cmath>
#include <cstring>

#include "core/scenario/fields.h"
#include "core/train/schedule.h"
#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/gpu.h"
#include "core/train/torch/snapshot.h"
#include "core/train/torch/step_place.h"
#include "core/train/torch/step_watch.h"
#include "core/version.h"

namespace ampscope::train {

using record::Column;
using scenario::AutocastWrap;
using scenario::ClipWhen;
using scenario::Mistake;
using scenario::Precision;

namespace {

at::ScalarType autocast_dtype(Precision precision) {
    return precision == Precision::Bf16 ? at::kBFloat16 : at::kHalf;
}

// Half of the smallest number of fp16: at most this becomes zero under nearest-even.
constexpr double kFp16UnderflowLimit = 0x1p-25;

// Compared bit for bit: a weight that became NaN has moved.
double moved_share(const std::vector<at::Tensor>& before, const std::vector<Parameter>& after) {
    std::int64_t moved = 0, all = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        moved += count_moved(before[i], after[i].tensor);
        all += after[i].tensor.numel();
    }
    return static_cast<double>(moved) / static_cast<double>(all);
}

record::Environment environment_of(const scenario::Scenario& scenario, const EngineInfo& info) {
    if (scenario.device == scenario::Device::Cuda) { // a GPU's own rules and products: nothing is carried out instead
        record::Environment rows = {{"ampscope", std::string(kVersion)},
                                    {"libtorch", info.libtorch},
                                    {"device", std::string(scenario::choice_name(scenario.device))},
                                    {"cpu", info.cpu},
                                    {"threads", scenario.threads},
                                    {"autocast_rules", std::string("cuda, on the GPU")},
                                    {"products_fp16", std::string("native")},
                                    {"products_bf16", std::string("native")}};
        for (auto& row : gpu_environment())
            rows.push_back(std::move(row));
        return rows;
    }
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

// Of the gradients as backward left them, divided by the loss scale: before anything is unscaled, clipped or spoiled by
// a norm that is infinite.
record::GradientHistogram histogram_of(const Gradients& gradients, float scale) {
    return {size_histogram(magnitudes(gradients, scale)), scale};
}

GradScaler scaler_of(const scenario::Scenario& scenario) {
    scenario::Scenario started = scenario;
    if (scenario.mistake == Mistake::DeadScale) started.scaler.init_scale = 0;
    return GradScaler::of(started);
}

// The phases of a step begin with its data and end, however it ends, with none.
struct StepPhases {
    StepPhases() { enter_phase("data"); }
    ~StepPhases() { enter_phase(""); }
};

// Names of the parameters, values that the optimizer updates.
std::unique_ptr<OptimizerHandle> handle_of(const Optimizer& optimizer, std::vector<Parameter> parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i].tensor = optimizer.weights()[i];
    return std::make_unique<OptimizerHandle>("optimizer", std::move(parameters));
}

} // namespace

// One optimizer step's measurements while it is under way.
struct TorchTrainer::Window {
    std::vector<MicroBatch> batches;
    std::int64_t counted = 0; // targets of the whole window
    record::MicroBatchLosses losses;
    float scale = 1;
    double lr = 0;
    double norm = 0, norm_after_clip = record::kMissing;
    Gradients gradients;
    std::int64_t held_before = 0; // weights, master weights, optimizer state
    std::int64_t activations = 0;
    std::unique_ptr<MemoryProbe> memory;

    // Unscaled, before loss_multiplier.
    double loss(scenario::LossNormalization normalization) const {
        double sum = 0, weights = 0;
        for (std::size_t i = 0; i < losses.losses.size(); ++i) {
            const double weight =
                normalization == scenario::LossNormalization::Tokens ? static_cast<double>(losses.counted[i]) : 1;
            sum += losses.losses[i] * weight;
            weights += weight;
        }
        return sum / weights;
    }
};

TorchTrainer::TorchTrainer(const scenario::Scenario& scenario, const EngineInfo& info)
    : m_scenario(scenario),
      m_settings(ProcessSettings::of(scenario)),
      m_device(device_of(scenario)),
      m_feed(scenario),
      m_generator(generator_on(m_device, static_cast<std::uint64_t>(scenario.seed))),
      m_scaler(scaler_of(scenario)),
      m_precision(scenario.precision) {
    apply(m_settings);
    m_model = make_model(m_scenario, m_feed.vocabulary(), m_generator);
    m_optimizer = std::make_unique<Optimizer>(m_scenario, tensors_of(parameters()));
    m_handle = handle_of(*m_optimizer, parameters());
    (void)m_scaler.scale(
        at::zeros({}, m_device)); // makes the scale's tensor here, so that no step counts it as memory of its own
    warm_up(m_device);
    m_weight_bytes = bytes_of(tensors_of(parameters()));
    m_environment = environment_of(scenario, info);
    m_environment.emplace_back("planned_steps", planned_steps());
    m_environment.emplace_back("parameters", element_count(tensors_of(parameters())));
    m_environment.emplace_back("vocabulary", m_feed.vocabulary());
}

bool TorchTrainer::details_due() const {
    return records() && m_next_step % m_scenario.record.details_every == 0;
}
// Where epochs differ in precision, the scaler is for the fp16 ones.
bool TorchTrainer::scaler_is_on() const {
    return m_scenario.scaler_enabled() && (m_scenario.precision_by_epoch.empty() || m_precision == Precision::Fp16);
}

void TorchTrainer::begin_epoch(record::EventSink& sink) {
    const DataPlan& plan = m_feed.plan();
    if (!plan.begins_epoch(m_next_step)) return;
    const auto& list = m_scenario.precision_by_epoch;
    const auto epoch = static_cast<std::size_t>(plan.epoch_of(m_next_step));
    if (!list.empty()) {
        scenario::Scenario named;
        scenario::set_field(named, "precision", list[std::min(epoch, list.size() - 1)]);
        m_precision = named.precision;
    }
    sink.fact({m_next_step,
               "epoch_began",
               {{"epoch", static_cast<std::int64_t>(epoch)},
                {"precision", std::string(scenario::choice_name(m_precision))}}});
}

at::Tensor TorchTrainer::share_of_loss(const at::Tensor& loss, std::int64_t batches, std::int64_t counted) const {
    at::Tensor share = loss;
    if (m_scenario.loss_multiplier != 1.0) share = share * m_scenario.loss_multiplier;
    if (m_scenario.loss_normalization == scenario::LossNormalization::Tokens)
        return share / static_cast<double>(counted);
    if (batches == 1 || has_mistake(Mistake::NoLossDivision)) return share;
    return share / static_cast<double>(batches);
}

void TorchTrainer::run_micro_batch(Window& window, const MicroBatch& batch) {
    const bool tokens = m_scenario.loss_normalization == scenario::LossNormalization::Tokens;
    const AutocastWrap wrap = m_scenario.autocast.wrap;
    std::optional<AutocastGuard> region;
    if (m_precision == Precision::Bf16 || m_precision == Precision::Fp16)
        region.emplace(autocast_dtype(m_precision), true, m_device.type());

    enter_phase("forward");
    const at::Tensor logits = m_model->logits(batch.inputs);
    if (wrap == AutocastWrap::Model) region.reset();
    const LayerScope layer("loss");
    at::Tensor root = cross_entropy(logits, batch.targets, tokens);
    if (wrap == AutocastWrap::Forward) region.reset();
    if (window.memory)
        window.activations = std::max(window.activations, window.memory->live() - bytes_of(gradients_of(parameters())));
    const double value = root.item<double>();
    window.losses.losses.push_back(tokens ? value / static_cast<double>(batch.counted) : value);
    window.losses.counted.push_back(batch.counted);

    enter_phase("backward");
    root = share_of_loss(root, static_cast<std::int64_t>(window.batches.size()), window.counted);
    if (scaler_is_on()) root = m_scaler.scale(root);
    root.backward();
}

bool TorchTrainer::accumulate(Window& window, std::stop_token& stop) {
    std::optional<AutocastGuard> open_region;
    if (has_mistake(Mistake::StaleCastCache) && m_scenario.uses_autocast()) {
        open_region.emplace(autocast_dtype(m_precision), true, m_device.type());
        fill_stale_cast_cache(window.batches.front());
    }
    for (const auto& batch : window.batches) {
        if (stop.stop_requested()) return false;
        run_micro_batch(window, batch);
    }
    return !stop.stop_requested();
}

// One region around the whole training loop is never left, so LibTorch's cache keeps the casts of the weights that were
// there when it was entered. Runs side by side share that cache, so the region is closed between steps here and the
// cache is filled again in the same way: a forward pass with those first weights.
void TorchTrainer::fill_stale_cast_cache(const MicroBatch& batch) {
    const MemoryProbe::Ignore looking;
    if (m_region_weights.empty()) {
        for (const auto& parameter : parameters())
            m_region_weights.push_back(parameter.tensor.detach().clone());
        return; // the first forward fills it itself
    }
    std::vector<at::Tensor> now;
    const auto put = [&](const std::vector<at::Tensor>& values) {
        const at::NoGradGuard no_grad;
        for (std::size_t i = 0; i < values.size(); ++i)
            parameters()[i].tensor.data().copy_(values[i]);
    };
    for (const auto& parameter : parameters())
        now.push_back(parameter.tensor.detach().clone());
    put(m_region_weights);
    const at::Tensor random_state = m_generator.get_state();
    (void)m_model->logits(batch.inputs);
    m_generator.set_state(random_state);
    put(now);
}

// An fp32 backward of the same batches with the same dropout, then everything as it was.
double TorchTrainer::measure_underflow(const Window& window) {
    const MemoryProbe::Ignore looking;
    const bool tokens = m_scenario.loss_normalization == scenario::LossNormalization::Tokens;
    const at::Tensor random_state = m_generator.get_state();
    const Gradients carried = gradients_of(parameters());
    drop_gradients(parameters());
    for (const auto& batch : window.batches)
        share_of_loss(cross_entropy(m_model->logits(batch.inputs), batch.targets, tokens),
                      static_cast<std::int64_t>(window.batches.size()), window.counted)
            .backward();
    m_generator.set_state(random_state);
    const double limit = kFp16UnderflowLimit / (scaler_is_on() ? m_scaler.get_scale() : 1.0);
    std::int64_t lost = 0, nonzero = 0;
    for (const auto& parameter : parameters()) {
        const at::Tensor gradient = parameter.tensor.grad().cpu();
        const std::span values(gradient.const_data_ptr<float>(), static_cast<std::size_t>(gradient.numel()));
        lost += numeric::count_tiny(values, limit);
        nonzero += numeric::count_tiny(values, std::numeric_limits<double>::infinity());
    }
    put_gradients(parameters(), carried);
    return nonzero == 0 ? 0.0 : static_cast<double>(lost) / static_cast<double>(nonzero);
}

void TorchTrainer::finish_gradients(Window& window) {
    const Clip clip{m_scenario.clip.max_norm};
    const ClipWhen when = m_scenario.clip.when;
    if (when == ClipWhen::BeforeUnscale) window.norm = norm(window.gradients, &clip);
    if (scaler_is_on()) m_scaler.unscale_(*m_handle);
    if (has_mistake(Mistake::UnscaleTwice)) m_scaler.unscale_(*m_handle); // is an error
    if (when != ClipWhen::BeforeUnscale)
        window.norm = norm(window.gradients, when == ClipWhen::AfterUnscale ? &clip : nullptr);
    if (!records() || when == ClipWhen::Never) return;
    if (when == ClipWhen::AfterUnscale) { // every gradient was multiplied by one number, and so was their norm
        window.norm_after_clip = window.norm * clip_coefficient(window.norm, clip);
        return;
    }
    const MemoryProbe::Ignore looking;
    window.norm_after_clip = norm(window.gradients, nullptr);
}

void TorchTrainer::move_scale(StepOutcome& outcome, record::EventSink& sink) {
    const LossScale::Move move = m_scaler.update();
    outcome.scale_after = static_cast<float>(m_scaler.get_scale());
    if (move == LossScale::Move::Stop) throw m_scaler.loss_scale().at_minimum(m_next_step);
    if (outcome.scale_after == outcome.scale_before) return;
    const bool skipped = outcome.kind == StepOutcome::Kind::Skipped;
    sink.fact({m_next_step,
               "scale_changed",
               {{"from", outcome.scale_before},
                {"to", outcome.scale_after},
                {"why", std::string(skipped ? "found_inf" : "growth")}}});
}

void TorchTrainer::write_sample(const Window& window, record::Sample& sample, bool ran) {
    sample[Column::Step] = static_cast<double>(m_next_step);
    sample[Column::Ran] = ran ? 1 : 0;
    sample[Column::Loss] = window.loss(m_scenario.loss_normalization);
    sample[Column::Scale] = window.scale;
    sample[Column::GradNorm] = window.norm;
    sample[Column::Lr] = window.lr;
    sample[Column::MicroBatches] = static_cast<double>(m_micro_batches);
    sample[Column::Epoch] = static_cast<double>(m_feed.plan().epoch_of(m_next_step));
    sample[Column::OptimizerSteps] = static_cast<double>(m_optimizer->step_count());
    if (!records()) return;
    const MemoryProbe::Ignore looking;
    sample[Column::GradNormAfterClip] = m_scenario.clip.when == ClipWhen::Never ? window.norm : window.norm_after_clip;
    sample[Column::WeightsMovedShare] = moved_share(m_weights_before, parameters());
    sample[Column::OptimizerNorm] = m_optimizer->average_norm();
    sample[Column::BytesWeights] = static_cast<double>(m_weight_bytes);
    sample[Column::BytesMaster] = static_cast<double>(m_optimizer->master_bytes());
    sample[Column::BytesOptimizer] = static_cast<double>(m_optimizer->state_bytes());
    sample[Column::BytesActivations] = static_cast<double>(window.activations);
    sample[Column::BytesEmulation] = static_cast<double>(window.memory->emulation_peak());
    sample[Column::BytesPeak] = static_cast<double>(window.held_before + window.memory->peak());
}

TorchTrainer::Window TorchTrainer::open_window() const {
    Window window;
    window.batches = m_feed.micro_batches(m_next_step);
    for (const auto& batch : window.batches)
        window.counted += batch.counted;
    window.scale = loss_scale();
    return window;
}

void TorchTrainer::run_forward_and_backward() {
    const StepPhases phases;
    Window window = open_window();
    std::stop_token never;
    accumulate(window, never);
    enter_phase("optimizer");
}

// In tensors that are there for all steps. What is kept for looking must not count as memory of the step.
void TorchTrainer::keep_state() {
    const MemoryProbe::Ignore looking;
    copy_into(tensors_of(parameters()), m_weights_before);
    if (records_fully()) m_optimizer->save_into(m_optimizer_before);
}

StepOutcome TorchTrainer::attempt(record::EventSink& sink, std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const StepPhases phases;
    record::Sample sample;
    Window window = open_window();
    const std::int64_t schedule_before = m_schedule_position;
    if (has_mistake(Mistake::SchedulerPerMicroBatch))
        m_schedule_position += static_cast<std::int64_t>(window.batches.size());
    window.lr = learning_rate(m_scenario, m_schedule_position, planned_steps());
    window.held_before = m_weight_bytes + m_optimizer->master_bytes() + m_optimizer->state_bytes();
    if (details_due() && m_precision == Precision::Fp16) sample[Column::UnderflowShare] = measure_underflow(window);

    wait_for(m_device);
    const auto begin = Clock::now();
    const at::Tensor random_state = m_generator.get_state();
    const Gradients carried = copies(gradients_of(parameters())); // of no-zero-grad-after-skip; else there are none
    if (records() || Watch::is_on()) window.memory = std::make_unique<MemoryProbe>(m_device.type());
    if (!accumulate(window, stop)) {
        put_gradients(parameters(), carried);
        m_generator.set_state(random_state);
        m_schedule_position = schedule_before;
        return {StepOutcome::Kind::Stopped, {}, window.scale, window.scale};
    }

    enter_phase("optimizer");
    window.gradients = gradients_of(parameters());
    std::optional<record::GradientHistogram> histogram;
    if (records()) {
        const numeric::SpecialCounts special = special_counts(window.gradients);
        const auto elements = static_cast<double>(element_count(window.gradients));
        sample[Column::GradZeroShare] = static_cast<double>(special.zero) / elements;
        sample[Column::OverflowShare] = static_cast<double>(special.nonfinite) / elements;
        sample[Column::BytesGradients] = static_cast<double>(bytes_of(window.gradients));
        if (details_due() || (scaler_is_on() && special.nonfinite > 0))
            histogram = histogram_of(window.gradients, window.scale);
        keep_state();
    }
    window.gradients = m_optimizer->take_gradients();
    finish_gradients(window);

    const auto update = [&] { m_optimizer->step(window.lr); };
    StepReport report;
    if (scaler_is_on())
        report = m_scaler.step(*m_handle, update);
    else
        update();
    StepOutcome outcome{report.ran ? StepOutcome::Kind::Ran : StepOutcome::Kind::Skipped, report.bad_parameter,
                        window.scale, window.scale};
    m_micro_batches += static_cast<std::int64_t>(window.batches.size());
    wait_for(m_device);
    sample[Column::Ms] = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    write_sample(window, sample, report.ran);
    window.memory.reset();

    const double step_loss = sample[Column::Loss];
    if (!std::isfinite(step_loss) && m_loss_was_finite)
        sink.fact({m_next_step, "loss_nonfinite", {{"value", step_loss}}});
    m_loss_was_finite = std::isfinite(step_loss);
    if (records()) {
        const MemoryProbe::Ignore looking;
        m_had_nonfinite = !m_loss_was_finite || sample[Column::OverflowShare] > 0 ||
                          (records_fully() && special_counts(tensors_of(parameters())).nonfinite > 0);
    }
    sink.sample(sample);
    if (!report.ran)
        sink.fact(
            {m_next_step, "step_skipped", {{"parameter", report.bad_parameter}, {"nonfinite", report.bad_values}}});
    if (scaler_is_on()) move_scale(outcome, sink);
    if (histogram) sink.detail({m_next_step, std::move(*histogram)});
    if (details_due() && window.batches.size() > 1) sink.detail({m_next_step, std::move(window.losses)});

    enter_phase("");
    const bool moves_schedule = report.ran || m_scenario.schedule.on_skip == scenario::OnSkip::Advance;
    if (moves_schedule && !has_mistake(Mistake::SchedulerPerMicroBatch)) ++m_schedule_position;
    if (report.ran || !has_mistake(Mistake::NoZeroGradAfterSkip)) drop_gradients(parameters());
    m_optimizer->drop_master_gradients();
    ++m_next_step;
    return outcome;
}

StepOutcome TorchTrainer::step(record::EventSink& sink, std::stop_token stop) {
    apply(m_settings);
    return with_failures_named([&] {
        const auto before = records() ? position() : nullptr;
        begin_epoch(sink);
        const StepOutcome outcome = attempt(sink, stop);
        if (before && outcome.kind != StepOutcome::Kind::Stopped)
            look_back(*before, outcome.kind == StepOutcome::Kind::Ran, sink, stop);
        return outcome;
    });
}

void TorchTrainer::change(std::string_view path, std::string_view value, record::EventSink& sink) {
    const scenario::Field* field = scenario::find_field(path);
    if (!field) throw scenario::unknown_field(path, {});
    if (!field->live) throw text::bad_input("train.not_live", {{"field", std::string(path)}});
    const std::string before = scenario::to_text(field->get(m_scenario));
    scenario::set_field(m_scenario, path, value);
    const std::string after = scenario::to_text(field->get(m_scenario));
    if (before == after) return;
    m_scaler.settings() = LossScale::settings_of(m_scenario);
    sink.fact({m_next_step, "setting_changed", {{"field", std::string(path)}, {"from", before}, {"to", after}}});
}

} // namespace ampscope::train

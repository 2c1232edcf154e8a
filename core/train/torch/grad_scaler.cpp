#include "core/train/torch/grad_scaler.h"

#include <ATen/core/grad_mode.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "core/io/numbers.h"

namespace ampscope::train {

namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

// What a checked conversion to fp32 in LibTorch refuses, too: a finite number beyond fp32. Inf and NaN pass.
void require_fp32(double scale) {
    if (std::isfinite(scale) && std::fabs(scale) > static_cast<double>(std::numeric_limits<float>::max()))
        throw text::bad_input("scaler.scale_out_of_range", {{"found", io::to_text(scale)}});
}

// The values that hold a gradient's numbers. Sparse: those that are stored; in fp16 after equal indices were added up,
// since the sum may overflow where its parts do not.
at::Tensor values_of(const at::Tensor& tensor) {
    at::Tensor& gradient = tensor.mutable_grad();
    if (!gradient.is_sparse()) return gradient;
    if (gradient.scalar_type() == at::kHalf) gradient = gradient.coalesce();
    return gradient._values();
}

std::int64_t nonfinite_count(const at::Tensor& values) {
    return values.numel() - at::isfinite(values).sum().item<std::int64_t>();
}

struct Group { // of one device and dtype, as the kernel wants it
    c10::Device device;
    at::ScalarType dtype;
    std::vector<at::Tensor> values;
};

const GradScalerOptions& checked(const GradScalerOptions& options) {
    if (!options.enabled) return options;
    // Written so that NaN is refused.
    if (!(options.settings.growth_factor > 1.0))
        throw text::bad_input("scaler.growth_factor", {{"found", io::to_text(options.settings.growth_factor)}});
    if (!(options.settings.backoff_factor < 1.0))
        throw text::bad_input("scaler.backoff_factor", {{"found", io::to_text(options.settings.backoff_factor)}});
    require_fp32(options.init_scale);
    return options;
}

} // namespace

OptimizerHandle::OptimizerHandle(std::string name, std::vector<Parameter> parameters)
    : m_name(std::move(name)), m_parameters(std::move(parameters)), m_id(next_id()) {}

std::string_view stage_name(GradScaler::Stage stage) {
    switch (stage) {
    case GradScaler::Stage::Ready: return "READY";
    case GradScaler::Stage::Unscaled: return "UNSCALED";
    case GradScaler::Stage::Stepped: return "STEPPED";
    }
    return "";
}

bool GradScaler::PerOptimizer::found() const {
    return std::ranges::any_of(found_inf, [](const FoundInf& found) { return found.value.item<float>() != 0; });
}

bool GradScaler::any_found() const {
    return std::ranges::any_of(m_optimizers, [](const auto& entry) { return entry.second.found(); });
}

GradScaler::GradScaler(GradScalerOptions options)
    : m_enabled(options.enabled),
      m_initial_scale(options.init_scale),
      m_loss_scale(checked(options).init_scale, options.settings) {
    // Some policies start lower than they were told.
    if (m_loss_scale.scale() != static_cast<float>(options.init_scale))
        m_initial_scale = static_cast<double>(m_loss_scale.scale());
}

GradScaler GradScaler::of(const scenario::Scenario& scenario) {
    return GradScaler({scenario.scaler.init_scale, LossScale::settings_of(scenario), scenario.scaler_enabled()});
}

// --- scale()

at::Tensor GradScaler::scale_on(const c10::Device& device) {
    if (!m_scale.defined()) m_scale = at::full({}, m_loss_scale.scale(), at::TensorOptions(at::kFloat).device(device));
    return m_scale.to(device);
}

at::Tensor GradScaler::scale(const at::Tensor& output) {
    if (!m_enabled) return output;
    if (!output.defined()) throw text::bad_input("scaler.not_tensors", {{"found", "None"}});
    return output * scale_on(output.device());
}

std::vector<at::Tensor> GradScaler::scale(const std::vector<at::Tensor>& outputs) {
    std::vector<at::Tensor> scaled;
    scaled.reserve(outputs.size());
    for (const auto& output : outputs)
        scaled.push_back(scale(output));
    return scaled;
}

c10::IValue GradScaler::scale_nested(const c10::IValue& outputs) {
    if (!m_enabled) return outputs;
    if (outputs.isTensor()) return scale(outputs.toTensor());
    if (outputs.isTensorList()) return scale(outputs.toTensorVector());
    if (outputs.isTuple()) {
        std::vector<c10::IValue> scaled;
        for (const auto& element : outputs.toTupleRef().elements())
            scaled.push_back(scale_nested(element));
        return c10::ivalue::Tuple::create(std::move(scaled));
    }
    if (outputs.isList()) {
        c10::List<c10::IValue> scaled(c10::AnyType::get());
        for (const c10::IValue& element : outputs.toListRef())
            scaled.push_back(scale_nested(element));
        return scaled;
    }
    throw text::bad_input("scaler.not_tensors", {{"found", outputs.tagKind()}});
}

void GradScaler::require_scale(const char* call) const {
    if (!m_scale.defined()) throw text::bad_input("scaler.no_scale", {{"call", call}});
}

GradScaler::PerOptimizer& GradScaler::state_of(const OptimizerHandle& optimizer) {
    PerOptimizer& state = m_optimizers[optimizer.id()];
    state.name = optimizer.name();
    return state;
}

// --- unscale_()

void GradScaler::note_unscaled(const OptimizerHandle& optimizer, const Parameter& parameter) {
    const auto& gradient = parameter.tensor.mutable_grad().getIntrusivePtr();
    const auto [known, is_new] =
        m_unscaled.try_emplace(gradient.get(), Unscaled{WeakTensor(gradient), optimizer.name()});
    if (is_new) return;
    m_warnings.push_back(
        {"scaler.unscaled_twice",
         {{"parameter", parameter.name}, {"first", known->second.optimizer}, {"second", optimizer.name()}}});
}

void GradScaler::unscale_gradients(const OptimizerHandle& optimizer, const at::Tensor& inverse, bool allow_fp16,
                                   PerOptimizer& state) {
    const at::NoGradGuard no_grad;
    std::vector<std::pair<const Parameter*, at::Tensor>> all;
    std::vector<Group> groups;
    for (const auto& parameter : optimizer.parameters()) {
        const at::Tensor& gradient = parameter.tensor.grad();
        if (!gradient.defined()) continue;
        if (!allow_fp16 && gradient.scalar_type() == at::kHalf)
            throw text::bad_input("scaler.fp16_gradients",
                                  {{"optimizer", optimizer.name()}, {"parameter", parameter.name}});
        const at::Tensor values = values_of(parameter.tensor);
        auto group = std::ranges::find_if(
            groups, [&](const Group& g) { return g.device == values.device() && g.dtype == values.scalar_type(); });
        if (group == groups.end()) group = groups.insert(group, {values.device(), values.scalar_type(), {}});
        group->values.push_back(values);
        all.emplace_back(&parameter, values);
    }

    PerOptimizer result;
    const auto count_nonfinite = [&] {
        for (const auto& [parameter, values] : all) {
            const std::int64_t count = nonfinite_count(values);
            if (count > 0 && result.nonfinite == 0) result.bad_parameter = parameter->name, result.bad_values = count;
            result.nonfinite += count;
        }
    };
    // A factor of at most 1 leaves finite values finite, so that looking afterwards, and only when something was found,
    // is enough. A scale below 1 can make Inf out of finite values, and those were not what was found.
    const bool may_overflow = !(inverse.item<float>() <= 1.0f);
    if (may_overflow) count_nonfinite();

    for (const auto& group : groups) {
        auto found = std::ranges::find(result.found_inf, group.device, &FoundInf::device);
        if (found == result.found_inf.end()) {
            const auto options = at::TensorOptions(at::kFloat).device(group.device);
            found = result.found_inf.insert(found, {group.device, at::zeros({}, options)});
        }
        at::_amp_foreach_non_finite_check_and_unscale_(group.values, found->value, inverse.to(group.device));
    }
    if (!may_overflow && result.found()) count_nonfinite();

    state.found_inf = std::move(result.found_inf);
    state.bad_parameter = std::move(result.bad_parameter);
    state.bad_values = result.bad_values;
    state.nonfinite = result.nonfinite;
}

void GradScaler::unscale_(const OptimizerHandle& optimizer) {
    if (!m_enabled) return;
    require_scale("unscale_");
    PerOptimizer& state = state_of(optimizer);
    if (state.stage == Stage::Unscaled)
        throw text::bad_input("scaler.already_unscaled", {{"optimizer", optimizer.name()}});
    if (state.stage == Stage::Stepped)
        throw text::bad_input("scaler.unscale_after_step", {{"optimizer", optimizer.name()}});
    try {
        // In double, since a division in fp32 may be imprecise on some devices.
        unscale_gradients(optimizer, m_scale.to(at::kDouble).reciprocal().to(at::kFloat), false, state);
    } catch (const c10::Error& error) {
        throw text::could_not("train.libtorch_failed", {{"reason", error.what_without_backtrace()}});
    }
    state.stage = Stage::Unscaled;
    for (const auto& parameter : optimizer.parameters())
        if (parameter.tensor.grad().defined()) note_unscaled(optimizer, parameter);
}

void GradScaler::check_inf(const OptimizerHandle& optimizer) {
    if (!m_enabled) return;
    require_scale("check_inf");
    try {
        unscale_gradients(optimizer, at::ones_like(m_scale), true, state_of(optimizer));
    } catch (const c10::Error& error) {
        throw text::could_not("train.libtorch_failed", {{"reason", error.what_without_backtrace()}});
    }
}

// --- step()

StepReport GradScaler::step(const OptimizerHandle& optimizer, const std::function<void()>& optimizer_step) {
    if (!m_enabled) {
        optimizer_step();
        return {};
    }
    require_scale("step");
    const PerOptimizer& state = state_of(optimizer);
    if (state.stage == Stage::Stepped)
        throw text::bad_input("scaler.already_stepped", {{"optimizer", optimizer.name()}});
    if (state.stage == Stage::Ready) unscale_(optimizer);
    if (state.found_inf.empty())
        throw text::bad_input("scaler.no_inf_checks", {{"optimizer", optimizer.name()},
                                                       {"count", std::to_string(optimizer.parameters().size())}});
    LossScale next = m_loss_scale;
    next.update(any_found());
    StepReport report{!state.found(),  state.bad_parameter, state.bad_values,
                      state.nonfinite, get_scale(),         static_cast<double>(next.scale())};
    if (report.ran) optimizer_step();
    // Looked up again: an update() inside of it would have dropped the state.
    if (const auto found = m_optimizers.find(optimizer.id()); found != m_optimizers.end())
        found->second.stage = Stage::Stepped;
    return report;
}

StepReport GradScaler::step(const OptimizerHandle& optimizer, const std::function<void(const Closure&)>& optimizer_step,
                            const Closure& closure) {
    if (m_enabled) throw text::bad_input("scaler.closure", {{"optimizer", optimizer.name()}});
    optimizer_step(closure);
    return {};
}

// --- update()

void GradScaler::end_iteration() {
    m_optimizers.clear();
    m_unscaled.clear();
}

void GradScaler::set_scale(double scale) {
    require_fp32(scale);
    m_loss_scale.set_scale(static_cast<float>(scale));
    if (m_scale.defined()) m_scale.fill_(m_loss_scale.scale());
}

LossScale::Move GradScaler::update() {
    if (!m_enabled) return LossScale::Move::None;
    require_scale("update");
    if (std::ranges::all_of(m_optimizers, [](const auto& entry) { return entry.second.found_inf.empty(); })) {
        std::string stages;
        for (const auto& [id, state] : m_optimizers)
            stages += (stages.empty() ? "" : ", ") + state.name + " " + std::string(stage_name(state.stage));
        throw text::bad_input("scaler.nothing_recorded", {{"stages", stages.empty() ? "-" : stages}});
    }
    const LossScale::Move move = m_loss_scale.update(any_found());
    // In place, and also when nothing changed: like PyTorch's, so that a graph kept from before is refused by autograd.
    m_scale.fill_(m_loss_scale.scale());
    end_iteration();
    return move;
}

void GradScaler::update(double new_scale) {
    if (!m_enabled) return;
    require_scale("update");
    set_scale(new_scale);
    end_iteration();
}

void GradScaler::update(const at::Tensor& new_scale) {
    if (!m_enabled) return;
    require_scale("update");
    if (!new_scale.defined() || new_scale.device().type() != m_scale.device().type() || new_scale.dim() != 0 ||
        new_scale.requires_grad())
        throw text::bad_input("scaler.new_scale");
    // Out of fp32's range it becomes Inf here, as every tensor does; a plain number is refused.
    m_scale.copy_(new_scale);
    m_loss_scale.set_scale(m_scale.item<float>());
    end_iteration();
}

// --- what is known, and saving it

double GradScaler::get_scale() const {
    if (!m_enabled) return 1.0;
    return m_scale.defined() ? static_cast<double>(m_loss_scale.scale()) : m_initial_scale;
}

std::int64_t GradScaler::growth_tracker() const {
    return m_enabled ? m_loss_scale.growth_tracker() : 0;
}

GradScaler::Stage GradScaler::stage(const OptimizerHandle& optimizer) const {
    const auto found = m_optimizers.find(optimizer.id());
    return found == m_optimizers.end() ? Stage::Ready : found->second.stage;
}

std::optional<bool> GradScaler::found_inf(const OptimizerHandle& optimizer) const {
    const auto found = m_optimizers.find(optimizer.id());
    if (found == m_optimizers.end() || found->second.found_inf.empty()) return std::nullopt;
    return found->second.found();
}

std::optional<GradScaler::State> GradScaler::state() const {
    if (!m_enabled) return std::nullopt;
    const auto& settings = m_loss_scale.settings();
    return State{get_scale(),      settings.growth_factor, settings.backoff_factor, settings.growth_interval,
                 growth_tracker(), m_loss_scale.state()};
}

void GradScaler::load(const std::optional<State>& state) {
    if (!m_enabled) return;
    if (!state) throw text::bad_input("scaler.empty_state");
    require_fp32(state->scale);
    LossScale::State counters = state->counters;
    counters.growth_tracker = state->growth_tracker;
    m_loss_scale.restore(counters);
    set_scale(state->scale);
    m_initial_scale = state->scale;
    auto& settings = m_loss_scale.settings();
    settings.growth_factor = state->growth_factor;
    settings.backoff_factor = state->backoff_factor;
    settings.growth_interval = state->growth_interval;
}

GradScaler GradScaler::copy() const {
    if (m_enabled && !m_optimizers.empty()) {
        const PerOptimizer& pending = m_optimizers.begin()->second;
        throw text::bad_input("scaler.copy_pending",
                              {{"optimizer", pending.name}, {"stage", std::string(stage_name(pending.stage))}});
    }
    GradScaler made({1.0, {}, m_enabled});
    made.m_initial_scale = get_scale();
    made.m_loss_scale = m_loss_scale;
    return made;
}

} // namespace ampscope::train

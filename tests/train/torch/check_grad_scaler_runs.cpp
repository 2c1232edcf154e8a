// Whole runs with a GradScaler against the same run without one, as PyTorch's own tests do it (test/test_torch.py and
// test_cuda.py, test_grad_scaling_*): two Linear(8, 8), four batches of 8, mean squared error, SGD with lr 1, start
// 128, growth 2, interval 1. Where an Inf is put into a gradient of batch 2, the control skips that step. Then the
// scale's arithmetic against LibTorch's own kernel.
#include <ATen/CPUGeneratorImpl.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <random>

#include "core/train/torch/autocast_guard.h"
#include "tests/train/torch/support.h"

using namespace ampscope;
using namespace ampscope::train;

namespace {

constexpr int kSkip = 2;

struct Net {
    std::vector<Parameter> parameters; // two weights [8, 8], two biases [8]

    // nn.Linear's range: uniform within 1 / sqrt(8).
    explicit Net(at::Generator generator) {
        for (const char* name : {"0.weight", "0.bias", "1.weight", "1.bias"}) {
            const bool weight = std::strstr(name, "weight") != nullptr;
            const at::Tensor values = weight ? at::empty({8, 8}) : at::empty({8});
            values.uniform_(-1 / std::sqrt(8.0), 1 / std::sqrt(8.0), generator);
            parameters.push_back({name, values.requires_grad_(true)});
        }
    }
    Net(const Net&) = delete;
    at::Tensor operator()(const at::Tensor& input) const {
        const at::Tensor hidden = at::linear(input, parameters[0].tensor, parameters[1].tensor);
        return at::linear(hidden, parameters[2].tensor, parameters[3].tensor);
    }
    std::vector<at::Tensor> tensors() const {
        std::vector<at::Tensor> list;
        for (const auto& parameter : parameters)
            list.push_back(parameter.tensor);
        return list;
    }
    void spoil() const { parameters[2].tensor.grad().fill_(kInf); }
};

struct Batch {
    at::Tensor input, target;
};

std::vector<Batch> batches() {
    at::Generator generator = at::detail::createCPUGenerator(2);
    std::vector<Batch> list;
    for (int i = 0; i < 4; ++i) {
        const at::Tensor input = at::randn({8, 8}, generator);
        list.push_back({input, at::randn({8, 8}, generator)});
    }
    return list;
}

at::Generator weights() {
    return at::detail::createCPUGenerator(1);
}

bool close(const Net& a, const Net& b, double tolerance) {
    for (std::size_t i = 0; i < a.parameters.size(); ++i)
        if (!at::allclose(a.parameters[i].tensor, b.parameters[i].tensor, 1e-7, tolerance)) return false;
    return true;
}

// clip_grad_norm_: by min(1, max / (norm + 1e-6)).
void clip(const Net& net, double max_norm) {
    const at::NoGradGuard no_grad;
    std::vector<at::Tensor> norms;
    for (const auto& tensor : net.tensors())
        norms.push_back(at::linalg_vector_norm(tensor.grad()));
    const at::Tensor factor = at::clamp_max(max_norm / (at::linalg_vector_norm(at::stack(norms)) + 1e-6), 1.0);
    for (const auto& tensor : net.tensors())
        tensor.grad().mul_(factor);
}

// One run over the batches. `scaled`: through the scaler; else plainly, leaving out the step that the scaler skips.
using Run = std::function<void(const Net&, Sgd&, GradScaler&, bool scaled)>;

void compare(const Run& run, double expected_scale, double tolerance) {
    for (const bool enabled : {true, false}) {
        const Net control(weights()), scaling(weights());
        Sgd control_sgd(control.parameters), scaling_sgd(scaling.parameters);
        GradScaler scaler({128, {2.0, 0.5, 1}, enabled});
        run(control, control_sgd, scaler, false);
        run(scaling, scaling_sgd, scaler, true);
        CHECK(scaler.get_scale() == (enabled ? expected_scale : 1.0));
        CHECK(control_sgd.calls > 0 && control_sgd.calls == scaling_sgd.calls);
        CHECK(close(control, scaling, tolerance));
    }
}

// The common frame: `prepare` is what stands between backward and step, `scaled_loss` what backward starts from.
void frame(const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled, bool autocast,
           const std::function<void()>& prepare, const std::function<at::Tensor(const at::Tensor&)>& add_to_loss = {}) {
    const auto data = batches();
    for (int i = 0; i < 4; ++i) {
        sgd.zero_grad();
        at::Tensor loss;
        if (autocast && scaled) {
            const AutocastGuard region(at::kHalf);
            loss = at::mse_loss(net(data[static_cast<std::size_t>(i)].input), data[static_cast<std::size_t>(i)].target);
        } else {
            loss = at::mse_loss(net(data[static_cast<std::size_t>(i)].input), data[static_cast<std::size_t>(i)].target);
        }
        if (add_to_loss) loss = add_to_loss(loss);
        if (!scaled) {
            loss.backward();
            if (prepare) prepare();
            if (!scaler.is_enabled() || i != kSkip) sgd();
            continue;
        }
        scaler.scale(loss).backward();
        if (i == kSkip && scaler.is_enabled()) net.spoil();
        if (prepare) prepare();
        const StepReport report = scaler.step(sgd.handle, sgd.call());
        CHECK(report.ran == (i != kSkip || !scaler.is_enabled()));
        CHECK(report.ran || (report.bad_parameter == "1.weight" && report.bad_values == 64));
        scaler.update();
    }
}

void one_injected_inf() {
    compare(
        [](const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled) { frame(net, sgd, scaler, scaled, false, {}); },
        512, 1e-7);
}

void under_autocast() {
    compare(
        [](const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled) { frame(net, sgd, scaler, scaled, true, {}); },
        512, 1e-3);
}

void clipping_scaled_gradients() {
    compare(
        [](const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled) {
            frame(net, sgd, scaler, scaled, false, [&] { clip(net, scaled ? 0.2 * scaler.get_scale() : 0.2); });
        },
        512, 1e-5);
}

void clipping_after_unscale() {
    compare(
        [](const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled) {
            frame(net, sgd, scaler, scaled, false, [&] {
                if (scaled) scaler.unscale_(sgd.handle);
                clip(net, 0.2);
            });
        },
        512, 1e-7);
}

void gradient_penalty() {
    compare(
        [](const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled) {
            frame(net, sgd, scaler, scaled, false, {}, [&](const at::Tensor& loss) {
                const at::Tensor root = scaled ? scaler.scale(loss) : loss;
                auto gradients = torch::autograd::grad({root}, net.tensors(), {}, true, true);
                at::Tensor squares = at::zeros({});
                for (auto& gradient : gradients) {
                    if (scaled) gradient = gradient * (1.0 / scaler.get_scale()); // by hand: these are no .grad
                    squares = squares + gradient.pow(2).sum();
                }
                return loss + squares.sqrt();
            });
        },
        512, 1e-7);
}

void accumulation() {
    compare(
        [](const Net& net, Sgd& sgd, GradScaler& scaler, bool scaled) {
            const auto data = batches();
            for (std::size_t i = 0; i < 4; ++i) {
                const at::Tensor loss = at::mse_loss(net(data[i].input), data[i].target) / 2;
                (scaled ? scaler.scale(loss) : loss).backward();
                if (i % 2 == 0) continue;
                if (scaled) {
                    CHECK(scaler.step(sgd.handle, sgd.call()).ran);
                    scaler.update();
                } else {
                    sgd();
                }
                sgd.zero_grad();
            }
        },
        512, 1e-7);
}

void two_models_two_optimizers_two_losses() {
    for (const bool enabled : {true, false}) {
        GradScaler scaler({128, {2.0, 0.5, 1}, enabled});
        std::vector<std::unique_ptr<Net>> nets; // control 0, 1, scaling 0, 1
        for (int pair = 0; pair < 2; ++pair) {
            at::Generator generator = weights();
            nets.push_back(std::make_unique<Net>(generator)), nets.push_back(std::make_unique<Net>(generator));
        }
        const auto data = batches();
        for (const bool scaled : {false, true}) {
            const Net &net0 = *nets[scaled ? 2 : 0], &net1 = *nets[scaled ? 3 : 1];
            Sgd sgd0(net0.parameters, 1.0, "sgd0"), sgd1(net1.parameters, 1.0, "sgd1");
            for (int i = 0; i < 4; ++i) {
                sgd0.zero_grad(), sgd1.zero_grad();
                const auto& [input, target] = data[static_cast<std::size_t>(i)];
                const at::Tensor output0 = net0(input), output1 = net1(input);
                const at::Tensor loss0 = at::mse_loss(0.3 * output0 + 0.7 * output1, target);
                const at::Tensor loss1 = at::mse_loss(0.6 * output0 - 0.4 * output1, target);
                if (!scaled) {
                    loss0.backward({}, true), loss1.backward();
                    sgd0();
                    if (!enabled || i != kSkip) sgd1();
                    continue;
                }
                const auto losses = scaler.scale({loss0, loss1});
                losses[0].backward({}, true), losses[1].backward();
                if (i == kSkip && enabled) net1.spoil();
                scaler.unscale_(sgd0.handle); // one by hand, the other by step()
                CHECK(scaler.step(sgd0.handle, sgd0.call()).ran);
                CHECK(scaler.step(sgd1.handle, sgd1.call()).ran == (i != kSkip || !enabled));
                scaler.update();
            }
            CHECK(sgd0.calls == 4 && sgd1.calls == (enabled ? 3 : 4));
        }
        CHECK(scaler.get_scale() == (enabled ? 512.0 : 1.0));
        CHECK(close(*nets[0], *nets[2], 1e-7) && close(*nets[1], *nets[3], 1e-7));
        CHECK(scaler.take_warnings().empty());
    }
}

// N12: a power of two changes no bit of an fp32 run as long as nothing over- or underflows.
void a_power_of_two_changes_no_bit() {
    const Net plain(weights()), scaling(weights());
    Sgd plain_sgd(plain.parameters), scaling_sgd(scaling.parameters);
    GradScaler scaler({65536, {}, true});
    for (const auto& [input, target] : batches()) {
        plain_sgd.zero_grad(), scaling_sgd.zero_grad();
        at::mse_loss(plain(input), target).backward();
        plain_sgd();
        scaler.scale(at::mse_loss(scaling(input), target)).backward();
        scaler.step(scaling_sgd.handle, scaling_sgd.call());
        scaler.update();
    }
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(at::equal(plain.parameters[i].tensor, scaling.parameters[i].tensor));
}

// A graph from before update() is refused by autograd, as in PyTorch: the scale is changed in place.
void a_graph_kept_over_update_is_refused() {
    GradScaler scaler({128, {}, true});
    const at::Tensor w = leaf({1});
    Sgd sgd({{"w", w}});
    const at::Tensor scaled = scaler.scale(w.sum());
    scaled.backward({}, true);
    scaler.step(sgd.handle, sgd.call());
    scaler.update();
    bool thrown = false;
    try {
        scaled.backward();
    } catch (const c10::Error&) {
        thrown = true;
    }
    CHECK(thrown);
}

// Scale and tracker are the kernel's, bit for bit, whatever the factors.
void the_kernel_moves_the_scale_in_the_same_way() {
    std::mt19937 random(7);
    const auto pick = [&](const auto& list) { return list[random() % std::size(list)]; };
    constexpr double kGrowth[] = {2.0, 1.5, 1.1, 1.0009765625, 16.0, 1e9};
    constexpr double kBackoff[] = {0.5, 0.25, 0.9, 0.1, 0.999999, 1e-9};
    constexpr std::int64_t kInterval[] = {1, 2, 3, 7, 50};
    constexpr double kShare[] = {0.01, 0.2, 0.5, 0.95};
    int moved = 0;
    for (int sequence = 0; sequence < 200; ++sequence) {
        LossScale::Settings settings{pick(kGrowth), pick(kBackoff), pick(kInterval)};
        const double start =
            std::ldexp(1.0 + static_cast<double>(random()) / 4294967296.0, static_cast<int>(random() % 268) - 141);
        const double share = pick(kShare);
        LossScale ours(start, settings);
        at::Tensor scale = at::full({}, ours.scale(), at::kFloat), tracker = at::zeros({}, at::kInt);
        const at::Tensor found[] = {at::zeros({}, at::kFloat), at::ones({}, at::kFloat)};
        for (int step = 0; step < 1000; ++step) {
            if (step == 500) ours.settings().growth_interval = settings.growth_interval = pick(kInterval);
            const bool found_inf = static_cast<double>(random()) / 4294967296.0 < share;
            const float before = ours.scale();
            const LossScale::Move move = ours.update(found_inf);
            at::_amp_update_scale_(scale, tracker, found[found_inf ? 1 : 0], settings.growth_factor,
                                   settings.backoff_factor, settings.growth_interval);
            const float theirs = scale.item<float>();
            CHECK(theirs == ours.scale() && tracker.item<int>() == ours.growth_tracker());
            CHECK((move == LossScale::Move::Growth) == (theirs > before));
            CHECK((move == LossScale::Move::Backoff) == (theirs < before));
            moved += theirs != before ? 1 : 0;
        }
    }
    CHECK(moved > 10'000); // the sequences do not all end at 0
}

constexpr Case kCases[] = {
    {"one injected inf", one_injected_inf},
    {"autocast", under_autocast},
    {"clipping scaled gradients", clipping_scaled_gradients},
    {"clipping after unscale_", clipping_after_unscale},
    {"gradient penalty", gradient_penalty},
    {"accumulation", accumulation},
    {"two models", two_models_two_optimizers_two_losses},
    {"no bit changes", a_power_of_two_changes_no_bit},
    {"kept graph", a_graph_kept_over_update_is_refused},
    {"kernel", the_kernel_moves_the_scale_in_the_same_way},
};

} // namespace

int main(int count, char** arguments) {
    run_cases(kCases, count, arguments);
    return report("check_grad_scaler_runs");
}

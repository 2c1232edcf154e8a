// Rows G21 to G32: how the scale moves, saving, and the rest. See check_grad_scaler.cpp.
#include <cmath>

#include "tests/train/torch/grad_scaler_cases.h"

namespace ampscope {

using namespace train;
using Stage = GradScaler::Stage;

namespace {

void g21_update_grows_by_equality_and_backs_off() {
    GradScaler scaler = begun(4, {2.0, 0.25, 2});
    Sgd sgd({{"w", leaf({0})}});
    iterate(scaler, sgd, {1});
    CHECK(scaler.get_scale() == 4.0 && scaler.growth_tracker() == 1);
    iterate(scaler, sgd, {1});
    CHECK(scaler.get_scale() == 8.0 && scaler.growth_tracker() == 0);
    iterate(scaler, sgd, {kInf});
    CHECK(scaler.get_scale() == 2.0 && scaler.growth_tracker() == 0);
    // The trace for plots: from 65536, interval 3, Inf whenever the scale is above 131072.
    GradScaler saw = begun(65536, {2.0, 0.5, 3});
    const std::vector<double> after = {65536,  65536,  131072, 131072, 131072, 262144,
                                       131072, 131072, 131072, 262144, 131072};
    const std::vector<std::int64_t> trackers = {1, 2, 0, 1, 2, 0, 0, 1, 2, 0, 0};
    for (std::size_t i = 0; i < after.size(); ++i) {
        iterate(saw, sgd, {saw.get_scale() > 131072 ? kInf : 1.0f});
        CHECK(saw.get_scale() == after[i] && saw.growth_tracker() == trackers[i]);
    }
}

void g22_growth_beyond_fp32_is_dropped() {
    GradScaler scaler = begun(1e38, {16.0, 0.5, 1});
    Sgd sgd({{"w", leaf({0})}});
    iterate(scaler, sgd, {1});
    CHECK(scaler.get_scale() == static_cast<double>(1e38f) && scaler.growth_tracker() == 0);
}

void g24_there_is_no_lower_bound() {
    GradScaler scaler = begun(65536);
    Sgd sgd({{"w", leaf({0})}});
    for (int overflows = 1; overflows <= 166; ++overflows) {
        iterate(scaler, sgd, {kInf});
        if (overflows == 16) CHECK(scaler.get_scale() == 1.0);
        if (overflows == 17) CHECK(scaler.get_scale() == 0.5);
        if (overflows == 143) CHECK(scaler.get_scale() == std::ldexp(1.0, -127));
        if (overflows == 165) CHECK(scaler.get_scale() == std::ldexp(1.0, -149));
    }
    CHECK(scaler.get_scale() == 0.0);
}

void g25_a_tiny_scale_makes_inf_after_the_check() {
    GradScaler scaler = begun(std::ldexp(1.0, -127));
    const at::Tensor w = leaf({0, 0});
    Sgd sgd({{"w", w}});
    give(w, {1, 0.5});
    scaler.unscale_(sgd.handle);
    CHECK(same(w.grad(), {0x1p127f, 0x1p126f})); // 1 / S = 1.70e38 is finite
    GradScaler tinier = begun(std::ldexp(1.0, -128));
    give(w, {1, -0.5});
    const StepReport report = tinier.step(sgd.handle, sgd.call());
    CHECK(report.ran && report.nonfinite == 0 && same(w.grad(), {kInf, -kInf}));
    CHECK(tinier.found_inf(sgd.handle) == false);
    // What was Inf before is told from what became Inf.
    GradScaler small = begun(std::ldexp(1.0, -127));
    const at::Tensor v = leaf({0});
    Sgd two({{"w", w}, {"v", v}});
    give(w, {4, 4}), give(v, {kNan});
    const StepReport mixed = small.step(two.handle, two.call());
    CHECK(!mixed.ran && mixed.bad_parameter == "v" && mixed.nonfinite == 1 && same(w.grad(), {kInf, kInf}));
}

void g26_a_scale_of_zero_ruins_the_weights() {
    GradScaler scaler = scaler_at(65536);
    const at::Tensor w = leaf({3});
    Sgd sgd({{"w", w}});
    scaler.scale(w.sum());
    scaler.update(0.0);
    for (int i = 0; i < 2; ++i) {
        sgd.zero_grad();
        if (i == 1) at::Tensor(w).detach().fill_(3);
        scaler.scale(w.sum()).backward();
        CHECK(same(w.grad(), {0}));
        CHECK(scaler.step(sgd.handle, sgd.call()).ran); // not skipped
        CHECK(scaler.found_inf(sgd.handle) == false && same(w, {kNan}));
        scaler.update();
        CHECK(scaler.get_scale() == 0.0);
    }
    scaler.settings().growth_interval = 3; // growth does not help: twice nothing
    sgd.zero_grad();
    at::Tensor(w).detach().fill_(3);
    scaler.scale(w.sum()).backward();
    scaler.step(sgd.handle, sgd.call());
    scaler.update();
    CHECK(scaler.get_scale() == 0.0 && scaler.growth_tracker() == 0);
}

void g27_update_with_a_new_scale() {
    GradScaler scaler = begun(4, {2.0, 0.5, 5});
    Sgd sgd({{"w", leaf({0})}});
    iterate(scaler, sgd, {1});
    CHECK(scaler.growth_tracker() == 1);
    give(sgd.handle.parameters()[0].tensor, {kInf});
    scaler.unscale_(sgd.handle);
    scaler.update(32.0); // the Inf that was found is forgotten with the states
    CHECK(scaler.get_scale() == 32.0 && scaler.growth_tracker() == 1 && scaler.stage(sgd.handle) == Stage::Ready);
    scaler.update(at::full({}, 0.1, at::kDouble));
    CHECK(scaler.get_scale() == static_cast<double>(0.1f));
    CHECK(scaler.scale(at::ones({})).item<float>() == 0.1f);
    CHECK(refused([&] { scaler.update(at::ones({2})); }) == "scaler.new_scale");
    CHECK(refused([&] { scaler.update(at::ones({}).requires_grad_(true)); }) == "scaler.new_scale");
    CHECK(refused([&] { scaler.update(1e39); }) == "scaler.scale_out_of_range");
    CHECK(scaler.get_scale() == static_cast<double>(0.1f));
    scaler.update(static_cast<double>(kInf)); // Inf itself is an fp32 number
    CHECK(std::isinf(scaler.get_scale()));
}

void g28_the_state_is_restored_lazy_or_not() {
    for (const bool from_begun : {false, true})
        for (const bool to_begun : {false, true}) {
            GradScaler from = scaler_at(3, {4.0, 0.5, 2});
            if (from_begun) from.scale(at::ones({}));
            GradScaler to = scaler_at(6, {7.0, 0.8, 1});
            if (to_begun) to.scale(at::ones({}));
            to.load(from.state());
            const auto state = to.state();
            CHECK(to.get_scale() == 3.0 && state->growth_factor == 4.0 && state->backoff_factor == 0.5);
            CHECK(state->growth_interval == 2 && to.growth_tracker() == 0);
            CHECK(to.scale(at::ones({})).item<float>() == 3.0f);
        }
    GradScaler from = begun(4, {2.0, 0.5, 5});
    Sgd sgd({{"w", leaf({0})}});
    iterate(from, sgd, {1});
    GradScaler to;
    to.load(from.state());
    CHECK(to.growth_tracker() == 1 && to.get_scale() == 4.0);
    // N10: loading is no scale().
    give(sgd.handle.parameters()[0].tensor, {1});
    CHECK(refused([&] { to.unscale_(sgd.handle); }, "a loaded state does not replace") == "scaler.no_scale");
    // Other policies' counters are part of the state.
    GradScaler megatron = begun(16, {2.0, 0.5, 9, scenario::ScalerPolicy::Hysteresis, 1, 0, 2});
    iterate(megatron, sgd, {kInf});
    CHECK(megatron.get_scale() == 16.0);
    GradScaler resumed = scaler_at(16, {2.0, 0.5, 9, scenario::ScalerPolicy::Hysteresis, 1, 0, 2});
    resumed.load(megatron.state());
    resumed.scale(at::ones({}));
    iterate(resumed, sgd, {kInf});
    CHECK(resumed.get_scale() == 8.0); // the hysteresis had been spent
}

void g29_not_enabled_does_nothing() {
    GradScaler scaler({65536, {}, false});
    const at::Tensor w = leaf({1}), loss = w.sum();
    Sgd sgd({{"w", w}});
    CHECK(scaler.scale(loss).is_same(loss));
    CHECK(scaler.scale(std::vector<at::Tensor>{loss})[0].is_same(loss));
    CHECK(scaler.scale_nested(5.0).toDouble() == 5.0);
    give(w, {kInf});
    scaler.unscale_(sgd.handle), scaler.unscale_(sgd.handle);
    CHECK(scaler.update() == LossScale::Move::None);
    scaler.update(4.0);
    const StepReport report = scaler.step(sgd.handle, sgd.call());
    CHECK(report.ran && report.scale == 1.0 && sgd.calls == 1 && same(w, {-kInf}));
    CHECK(scaler.get_scale() == 1.0 && scaler.growth_tracker() == 0 && !scaler.is_enabled());
    CHECK(!scaler.state().has_value());
    scaler.load(GradScaler().state()), scaler.load(std::nullopt);
    CHECK(scaler.get_scale() == 1.0 && !scaler.copy().is_enabled());
    GradScaler enabled;
    CHECK(refused([&] { enabled.load(scaler.state()); }, "not enabled") == "scaler.empty_state");
}

void g30_a_closure_is_refused() {
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({1})}});
    int evaluated = 0;
    const GradScaler::Closure closure = [&] { return ++evaluated, at::ones({}); };
    const auto step = [](const GradScaler::Closure& evaluate) { evaluate(); };
    CHECK(refused([&] { scaler.step(sgd.handle, step, closure); }, "with a closure") == "scaler.closure");
    CHECK(evaluated == 0);
    GradScaler off({1, {}, false});
    CHECK(off.step(sgd.handle, step, closure).ran && evaluated == 1);
}

at::Tensor sparse(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns,
                  const std::vector<float>& values, at::ScalarType dtype) {
    const at::Tensor indices = at::stack({at::tensor(rows), at::tensor(columns)});
    return at::sparse_coo_tensor(indices, at::tensor(values).to(dtype), {2, 3});
}

void g31_sparse_gradients() {
    GradScaler scaler = begun(4);
    const at::Tensor w = at::zeros({2, 3}).requires_grad_(true);
    Sgd sgd({{"w", w}});
    w.mutable_grad() = sparse({0, 1, 1}, {2, 0, 2}, {16, 32, 64}, at::kFloat);
    scaler.unscale_(sgd.handle);
    CHECK(scaler.found_inf(sgd.handle) == false);
    CHECK(at::equal(w.grad().to_dense(), at::tensor({0.f, 0.f, 4.f, 8.f, 0.f, 16.f}).reshape({2, 3})));
    scaler.update(4.0);
    for (const float bad : {kInf, kNan}) {
        w.mutable_grad() = sparse({0, 1, 1}, {2, 0, 2}, {16, 32, bad}, at::kFloat);
        const StepReport report = scaler.step(sgd.handle, [] {});
        CHECK(!report.ran && report.bad_parameter == "w" && report.nonfinite == 1);
        scaler.update(4.0);
    }
    // fp16 is refused by unscale_() and goes through check_inf() only: 64000 twice at one place overflow when added up.
    const at::Tensor half = at::zeros({2, 3}, at::kHalf).requires_grad_(true);
    Sgd of_half({{"half", half}});
    half.mutable_grad() = sparse({0, 1, 0}, {2, 0, 1}, {64000, 32, 64000}, at::kHalf);
    scaler.check_inf(of_half.handle);
    CHECK(scaler.found_inf(of_half.handle) == false && scaler.stage(of_half.handle) == Stage::Ready);
    half.mutable_grad() = sparse({0, 1, 0}, {2, 0, 2}, {64000, 32, 64000}, at::kHalf);
    scaler.check_inf(of_half.handle);
    CHECK(scaler.found_inf(of_half.handle) == true && half.grad().is_coalesced());
}

void g32_saving_needs_the_end_of_an_iteration() {
    GradScaler scaler = begun(4, {3.0, 0.5, 5});
    Sgd sgd({{"w", leaf({0})}});
    iterate(scaler, sgd, {1});
    GradScaler copy = scaler.copy();
    CHECK(copy.get_scale() == 4.0 && copy.growth_tracker() == 1 && copy.state()->growth_factor == 3.0);
    CHECK(refused([&] { copy.update(2.0); }) == "scaler.no_scale"); // its scale tensor is made anew
    give(sgd.handle.parameters()[0].tensor, {1});
    scaler.unscale_(sgd.handle);
    CHECK(refused([&] { scaler.copy(); }, "sgd in the state UNSCALED") == "scaler.copy_pending");
    CHECK(scaler.state().has_value()); // state_dict() may be asked for at any time
    scaler.step(sgd.handle, sgd.call());
    CHECK(refused([&] { scaler.copy(); }, "STEPPED") == "scaler.copy_pending");
    scaler.update();
    CHECK(scaler.copy().growth_tracker() == 2);
}

// DeepSpeed's policy tells its caller to stop.
void other_policies_move_the_scale() {
    GradScaler scaler = begun(2, {2.0, 0.5, 1000, scenario::ScalerPolicy::DeepSpeed, 1, 0, 1});
    Sgd sgd({{"w", leaf({0})}});
    iterate(scaler, sgd, {kInf});
    CHECK(scaler.get_scale() == 1.0);
    give(sgd.handle.parameters()[0].tensor, {kInf});
    CHECK(!scaler.step(sgd.handle, sgd.call()).ran && scaler.update() == LossScale::Move::Stop);
    CHECK(scaler.get_scale() == 1.0 && scaler.loss_scale().at_minimum(1).message().id == "train.scale_at_minimum");
    GradScaler apex = scaler_at(0x1p25, {2.0, 0.5, 2000, scenario::ScalerPolicy::Apex, 1, 0x1p24});
    CHECK(apex.get_scale() == 0x1p24);
}

constexpr Case kCases[] = {
    {"G21", g21_update_grows_by_equality_and_backs_off},
    {"G22", g22_growth_beyond_fp32_is_dropped},
    {"G24", g24_there_is_no_lower_bound},
    {"G25", g25_a_tiny_scale_makes_inf_after_the_check},
    {"G26", g26_a_scale_of_zero_ruins_the_weights},
    {"G27", g27_update_with_a_new_scale},
    {"G28", g28_the_state_is_restored_lazy_or_not},
    {"G29", g29_not_enabled_does_nothing},
    {"G30", g30_a_closure_is_refused},
    {"G31", g31_sparse_gradients},
    {"G32", g32_saving_needs_the_end_of_an_iteration},
    {"policies", other_policies_move_the_scale},
};

} // namespace

std::span<const Case> scale_cases() {
    return kCases;
}

} // namespace ampscope

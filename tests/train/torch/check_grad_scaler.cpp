// One case for each row of the behaviour table of torch.amp.GradScaler (anchors on training, G1 to G32), with its
// values: here the calls, in grad_scaler_scale.cpp the scale. G33 speaks of fused optimizers, for which GradScaler has
// no path; G20 and G23 do not exist.
#include <torch/optim/adamw.h>

#include <cmath>

#include "tests/train/torch/grad_scaler_cases.h"

using namespace ampscope;
using namespace ampscope::train;
using Stage = GradScaler::Stage;

namespace {

void g1_defaults() {
    const GradScaler scaler;
    CHECK(scaler.get_scale() == 65536.0);
    const auto state = scaler.state();
    CHECK(state && state->growth_factor == 2.0 && state->backoff_factor == 0.5 && state->growth_interval == 2000);
    CHECK(scaler.growth_tracker() == 0 && scaler.is_enabled());
    const GradScaler of_scenario = GradScaler::of(scenario::Scenario{}); // fp32: off unless asked for
    CHECK(!of_scenario.is_enabled() && of_scenario.get_scale() == 1.0);
}

void g2_constructor_guards() {
    CHECK(refused([] { scaler_at(1, {1.0}); }, "must be > 1.0") == "scaler.growth_factor");
    CHECK(refused([] { scaler_at(1, {2.0, 1.0}); }, "must be < 1.0") == "scaler.backoff_factor");
    CHECK(refused([] { scaler_at(1, {kNan}); }) == "scaler.growth_factor");
    CHECK(refused([] { GradScaler({1, {1.0, 1.0}, false}); }).empty());
    CHECK(refused([] { scaler_at(1e39); }, "1e+39") == "scaler.scale_out_of_range");
}

void g3_the_scale_is_made_by_the_first_scale() {
    GradScaler scaler = scaler_at(0.1);
    CHECK(scaler.get_scale() == 0.1); // as given, in double
    CHECK(scaler.scale(std::vector<at::Tensor>{}).empty() && scaler.get_scale() == 0.1);
    const at::Tensor scaled = scaler.scale(at::ones({}, at::kDouble));
    CHECK(scaler.get_scale() == static_cast<double>(0.1f)); // the tensor is fp32
    CHECK(scaled.scalar_type() == at::kDouble && scaled.item<double>() == static_cast<double>(0.1f));
}

void g4_nothing_goes_before_scale() {
    GradScaler scaler;
    Sgd sgd({{"w", leaf({1})}});
    give(sgd.handle.parameters()[0].tensor, {1});
    CHECK(refused([&] { scaler.unscale_(sgd.handle); }, "unscale_() was called before") == "scaler.no_scale");
    CHECK(refused([&] { scaler.step(sgd.handle, sgd.call()); }, "step() was called") == "scaler.no_scale");
    CHECK(refused([&] { scaler.update(); }, "_scale is None") == "scaler.no_scale");
    CHECK(refused([&] { scaler.update(2.0); }) == "scaler.no_scale");
    CHECK(sgd.calls == 0 && scaler.stage(sgd.handle) == Stage::Ready);
}

void g5_scale_multiplies_and_keeps_the_graph() {
    GradScaler scaler = scaler_at(8);
    const at::Tensor w = leaf({2, 3});
    const at::Tensor scaled = scaler.scale(w.sum());
    CHECK(scaled.item<float>() == 40.0f);
    scaled.backward();
    CHECK(same(w.grad(), {8, 8}));

    const auto both = scaler.scale({at::ones({2}), at::full({}, 2.0)});
    CHECK(both.size() == 2 && same(both[0], {8, 8}) && both[1].item<float>() == 16.0f);

    const at::Tensor four = at::full({1}, 4.0f);
    const c10::IValue inner = c10::ivalue::Tuple::create({four, c10::IValue(std::vector<at::Tensor>{four, four})});
    c10::List<c10::IValue> mixed(c10::AnyType::get());
    mixed.push_back(inner), mixed.push_back(four);
    const c10::IValue result = scaler.scale_nested(mixed);
    CHECK(result.isList() && result.toListRef().size() == 2 && same(result.toListRef()[1].toTensor(), {32}));
    const auto& tuple = result.toListRef()[0].toTupleRef().elements();
    CHECK(same(tuple[0].toTensor(), {32}) && same(tuple[1].toTensorVector()[1], {32}));
    CHECK(refused([&] { scaler.scale_nested(5.0); }, "takes a tensor") == "scaler.not_tensors");
    CHECK(refused([&] { scaler.scale_nested(c10::ivalue::Tuple::create({four, 5.0})); }) == "scaler.not_tensors");
    CHECK(refused([&] { scaler.scale(at::Tensor()); }) == "scaler.not_tensors");
}

void g6_dtypes_promote() {
    GradScaler scaler;
    const at::Tensor flat = scaler.scale(at::full({}, 2.0, at::kHalf));
    CHECK(flat.scalar_type() == at::kFloat && flat.item<float>() == 131072.0f);
    const at::Tensor vector = scaler.scale(at::full({1}, 2.0, at::kHalf));
    CHECK(vector.scalar_type() == at::kHalf && same(vector, {kInf}));
}

void g7_unscale_multiplies_in_place() {
    GradScaler scaler = begun(8);
    const at::Tensor w = leaf({0, 0});
    Sgd sgd({{"w", w}, {"without gradient", leaf({0})}});
    give(w, {8, 16});
    const void* const storage = w.grad().data_ptr();
    scaler.unscale_(sgd.handle);
    CHECK(same(w.grad(), {1, 2}) && w.grad().data_ptr() == storage);

    // By float(1 / double(S)): for S = 3 that is 0x3eaaaaab, and 5 times it is not 5 / 3 in fp32.
    GradScaler third = begun(3);
    give(w, {5, 7});
    third.unscale_(sgd.handle);
    const auto inverse = static_cast<float>(1.0 / 3.0);
    CHECK(same(w.grad(), {5 * inverse, 7 * inverse}));

    // Each dtype has its own call of the kernel.
    GradScaler mixed = begun(4);
    const at::Tensor d = leaf({0}, at::kDouble), b = leaf({0}, at::kBFloat16);
    Sgd of_three({{"d", d}, {"b", b}, {"w", w}});
    give(d, {4}), give(b, {8}), give(w, {12, 16});
    mixed.unscale_(of_three.handle);
    CHECK(same(d.grad(), {1}) && same(b.grad(), {2}) && same(w.grad(), {3, 4}));
    CHECK(mixed.found_inf(of_three.handle) == false);
}

void g8_a_second_unscale_is_refused() {
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({0})}});
    give(sgd.handle.parameters()[0].tensor, {8});
    scaler.unscale_(sgd.handle);
    CHECK(refused([&] { scaler.unscale_(sgd.handle); },
                  "already been called on this optimizer since the last update()") == "scaler.already_unscaled");
    CHECK(same(sgd.handle.parameters()[0].tensor.grad(), {1}) && scaler.stage(sgd.handle) == Stage::Unscaled);
    scaler.update(); // unscale_() recorded the check
    CHECK(scaler.stage(sgd.handle) == Stage::Ready);
    scaler.unscale_(sgd.handle);
}

void g9_unscale_after_step_is_refused() {
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({0})}});
    give(sgd.handle.parameters()[0].tensor, {8});
    scaler.step(sgd.handle, sgd.call());
    CHECK(refused([&] { scaler.unscale_(sgd.handle); }, "being called after step()") == "scaler.unscale_after_step");
}

void g10_a_second_step_is_refused() {
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({0})}});
    give(sgd.handle.parameters()[0].tensor, {8});
    scaler.step(sgd.handle, sgd.call());
    CHECK(refused([&] { scaler.step(sgd.handle, sgd.call()); }, "already been called since the last update()") ==
          "scaler.already_stepped");
    CHECK(sgd.calls == 1 && scaler.stage(sgd.handle) == Stage::Stepped);
}

void g11_step_unscales_only_when_ready() {
    for (const bool by_hand : {false, true}) {
        GradScaler scaler = begun(8);
        const at::Tensor w = leaf({10});
        Sgd sgd({{"w", w}});
        give(w, {8});
        if (by_hand) {
            scaler.unscale_(sgd.handle);
            w.grad().mul_(0.5); // a clip
        }
        const StepReport report = scaler.step(sgd.handle, sgd.call());
        CHECK(report.ran && report.scale == 8.0 && report.nonfinite == 0 && report.bad_parameter.empty());
        CHECK(report.next_scale == 8.0);
        CHECK(same(w, {by_hand ? 9.5f : 9.0f}));
    }
    // What the optimizer throws passes through, and the step may be tried again.
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({10})}});
    give(sgd.handle.parameters()[0].tensor, {8});
    bool thrown = false;
    try {
        scaler.step(sgd.handle, [] { throw std::runtime_error("optimizer"); });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown && scaler.stage(sgd.handle) == Stage::Unscaled);
    CHECK(scaler.step(sgd.handle, sgd.call()).ran && same(sgd.handle.parameters()[0].tensor, {9}));
}

void g12_an_optimizer_without_gradients() {
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({1})}});
    scaler.unscale_(sgd.handle);
    CHECK(scaler.stage(sgd.handle) == Stage::Unscaled && !scaler.found_inf(sgd.handle).has_value());
    CHECK(refused([&] { scaler.step(sgd.handle, sgd.call()); }, "no inf checks were recorded for this optimizer") ==
          "scaler.no_inf_checks");
    // N7: a loss read out and wrapped again has no graph, so step() alone finds the same.
    GradScaler other;
    const at::Tensor w = leaf({1});
    Sgd cut({{"w", w}});
    const at::Tensor wrapped = at::full({}, w.item<float>()).requires_grad_(true);
    other.scale(wrapped).backward();
    CHECK(refused([&] { other.step(cut.handle, cut.call()); }, "1 parameters has a gradient") ==
          "scaler.no_inf_checks");
    CHECK(cut.calls == 0);
}

void g13_update_without_a_check() {
    GradScaler scaler = begun(8);
    Sgd sgd({{"w", leaf({1})}});
    CHECK(refused([&] { scaler.update(); }, "no inf checks were recorded prior") == "scaler.nothing_recorded");
    iterate(scaler, sgd, {8});
    CHECK(refused([&] { scaler.update(); }) == "scaler.nothing_recorded"); // a second update()
    sgd.zero_grad();
    scaler.unscale_(sgd.handle); // G12: nothing to look at
    CHECK(refused([&] { scaler.update(); }, "sgd UNSCALED") == "scaler.nothing_recorded");
}

void g14_fp16_gradients_are_refused() {
    GradScaler scaler = begun(8);
    const at::Tensor w = leaf({0}), half = leaf({0}, at::kHalf), brain = leaf({0}, at::kBFloat16);
    Sgd sgd({{"w", w}, {"half", half}});
    give(w, {8}), give(half, {8});
    CHECK(refused([&] { scaler.unscale_(sgd.handle); }, "gradient of half is fp16") == "scaler.fp16_gradients");
    CHECK(same(w.grad(), {8}) && scaler.stage(sgd.handle) == Stage::Ready);
    CHECK(refused([&] { scaler.step(sgd.handle, sgd.call()); }) == "scaler.fp16_gradients");
    Sgd of_brain({{"brain", brain}}, 1.0, "bf16");
    give(brain, {8});
    scaler.unscale_(of_brain.handle); // passes on a CPU
    CHECK(same(brain.grad(), {1}));
}

void g15_inf_or_nan_skips_the_step() {
    for (const float bad : {kInf, -kInf, kNan}) {
        GradScaler scaler = begun(8);
        const at::Tensor a = leaf({1, 1}), b = leaf({5, 5, 5});
        torch::optim::AdamW adamw({a, b}, torch::optim::AdamWOptions(0.1).weight_decay(0.1));
        const OptimizerHandle handle("adamw", {{"a", a}, {"b", b}});
        int calls = 0;
        const auto step = [&] { adamw.step(), ++calls; };
        give(a, {8, 8}), give(b, {bad, 8, bad});
        const StepReport report = scaler.step(handle, step);
        CHECK(!report.ran && report.bad_parameter == "b" && report.bad_values == 2 && report.nonfinite == 2);
        CHECK(report.scale == 8.0 && report.next_scale == 4.0 && scaler.found_inf(handle) == true);
        CHECK(calls == 0 && adamw.state().empty());   // no averages, no step counted
        CHECK(same(a, {1, 1}) && same(b, {5, 5, 5})); // no weight decay either
        CHECK(scaler.update() == LossScale::Move::Backoff && scaler.get_scale() == 4.0);

        give(a, {8, 8}), give(b, {8, 8, 8});
        CHECK(scaler.step(handle, step).ran && calls == 1 && adamw.state().size() == 2);
    }
    // All of them are counted, and the first in the handle's order is named.
    GradScaler scaler = begun(8);
    const at::Tensor a = leaf({0, 0}), b = leaf({0}, at::kBFloat16), c = leaf({0, 0, 0});
    Sgd sgd({{"a", a}, {"b", b}, {"c", c}});
    give(a, {1, 2}), give(b, {kNan}), give(c, {kInf, 1, -kInf});
    const StepReport report = scaler.step(sgd.handle, sgd.call());
    CHECK(!report.ran && report.bad_parameter == "b" && report.bad_values == 1 && report.nonfinite == 3);
}

void g16_a_skipped_step_still_unscales() {
    GradScaler scaler = begun(8);
    const at::Tensor w = leaf({0, 0});
    Sgd sgd({{"w", w}});
    give(w, {kInf, 16});
    CHECK(!scaler.step(sgd.handle, sgd.call()).ran);
    CHECK(same(w.grad(), {kInf, 2}));
}

void g17_what_breaks_after_unscale_is_not_seen() {
    GradScaler scaler = begun(8);
    const at::Tensor w = leaf({1, 1});
    Sgd sgd({{"w", w}});
    give(w, {8, 8});
    scaler.unscale_(sgd.handle);
    give(w, {kInf, kNan});
    CHECK(scaler.step(sgd.handle, sgd.call()).ran && same(w, {-kInf, kNan}));
    // A clip after a found Inf spreads NaN; the report still names where it was found.
    GradScaler other = begun(8);
    const at::Tensor v = leaf({1, 1});
    Sgd two({{"w", w}, {"v", v}});
    give(w, {8, 8}), give(v, {kInf, 8});
    other.unscale_(two.handle);
    give(w, {kNan, kNan}), give(v, {kNan, kNan});
    const StepReport report = other.step(two.handle, two.call());
    CHECK(!report.ran && report.bad_parameter == "v" && report.bad_values == 1 && report.nonfinite == 1);
}

void g18_two_optimizers_share_the_scale() {
    GradScaler scaler = begun(8);
    const at::Tensor p = leaf({1}), q = leaf({1});
    Sgd first({{"p", p}}, 1.0, "first"), second({{"q", q}}, 1.0, "second");
    give(p, {8}), give(q, {kInf});
    const StepReport of_first = scaler.step(first.handle, first.call());
    const StepReport of_second = scaler.step(second.handle, second.call());
    CHECK(of_first.ran && of_first.next_scale == 8.0); // nothing had been found by then
    CHECK(!of_second.ran && of_second.next_scale == 4.0);
    CHECK(scaler.found_inf(first.handle) == false && scaler.found_inf(second.handle) == true);
    scaler.update();
    CHECK(scaler.get_scale() == 4.0 && same(p, {0}) && same(q, {1}));
    CHECK(scaler.take_warnings().empty());
}

void g19_a_parameter_in_two_optimizers() {
    GradScaler scaler = begun(8);
    const at::Tensor w = leaf({0});
    Sgd first({{"w", w}}, 0.0, "first"), second({{"tied", w}}, 0.0, "second");
    give(w, {8});
    scaler.step(first.handle, first.call());
    CHECK(same(w.grad(), {1}) && scaler.take_warnings().empty());
    scaler.step(second.handle, second.call());
    CHECK(same(w.grad(), {0.125}));
    const auto warnings = scaler.take_warnings();
    CHECK(warnings.size() == 1 && warnings[0].id == "scaler.unscaled_twice");
    const std::string said = text::render(warnings.at(0), text::Language::English);
    for (const char* name : {"tied", "first", "second"})
        CHECK(said.find(name) != std::string::npos);
    CHECK(scaler.take_warnings().empty());
    scaler.update();
    first.zero_grad();
    give(w, {8});
    scaler.step(second.handle, second.call()); // alone, and with a new gradient: nothing to say
    CHECK(scaler.take_warnings().empty());
}

constexpr Case kCases[] = {
    {"G1", g1_defaults},
    {"G2", g2_constructor_guards},
    {"G3", g3_the_scale_is_made_by_the_first_scale},
    {"G4", g4_nothing_goes_before_scale},
    {"G5", g5_scale_multiplies_and_keeps_the_graph},
    {"G6", g6_dtypes_promote},
    {"G7", g7_unscale_multiplies_in_place},
    {"G8", g8_a_second_unscale_is_refused},
    {"G9", g9_unscale_after_step_is_refused},
    {"G10", g10_a_second_step_is_refused},
    {"G11", g11_step_unscales_only_when_ready},
    {"G12", g12_an_optimizer_without_gradients},
    {"G13", g13_update_without_a_check},
    {"G14", g14_fp16_gradients_are_refused},
    {"G15", g15_inf_or_nan_skips_the_step},
    {"G16", g16_a_skipped_step_still_unscales},
    {"G17", g17_what_breaks_after_unscale_is_not_seen},
    {"G18", g18_two_optimizers_share_the_scale},
    {"G19", g19_a_parameter_in_two_optimizers},
};

} // namespace

int main(int count, char** arguments) {
    run_cases(kCases, count, arguments);
    run_cases(scale_cases(), count, arguments);
    return report("check_grad_scaler");
}

// An engine without LibTorch for tests of sessions, threads and windows. It counts; nothing in it pretends to be
// training.
#pragma once

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

#include "core/train/engine.h"

namespace ampscope::train {

struct FakeSnapshot : Snapshot {
    static constexpr std::size_t kBytes = 1'000'000;
    std::int64_t step = 0;
    scenario::Scenario scenario;
    std::int64_t next_step() const override { return step; }
    std::size_t bytes() const override { return kBytes; }
};

class FakeTrainer : public Trainer {
  public:
    FakeTrainer(scenario::Scenario scenario, std::atomic<int>& alive, std::vector<std::string>* log)
        : m_scenario(std::move(scenario)), m_alive(alive), m_log(log) {
        ++m_alive;
    }
    ~FakeTrainer() override { --m_alive; }

    StepOutcome step(record::EventSink& sink, std::stop_token stop) override {
        if (m_scenario.name == "throws") throw text::could_not("train.out_of_memory");
        if (m_scenario.name == "throws other") throw 42; // NOLINT: any type must be survived
        if (m_scenario.name == "throws bad_alloc") throw std::bad_alloc();
        if (m_scenario.name == "throws runtime_error") throw std::runtime_error("a library's own words");
        if (m_scenario.name == "throws a text") throw "a text";                  // NOLINT
        if (m_scenario.name == "throws a pointer") throw std::unique_ptr<int>(); // NOLINT
        if (m_scenario.device == scenario::Device::Cuda && m_next_step == 3)     // a GPU that is lost in mid-run
            throw text::could_not("cuda.gpu_failed", {{"reason", "an illegal memory access was encountered"}});
        if (m_scenario.name == "slow")
            for (int i = 0; i < 200 && !stop.stop_requested(); ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (stop.stop_requested()) return {StepOutcome::Kind::Stopped, {}, 1, 1};
        if (m_log) m_log->push_back(m_scenario.name + std::to_string(m_next_step));
        record::Sample sample;
        sample[record::Column::Step] = static_cast<double>(m_next_step);
        sample[record::Column::Ran] = 1;
        sample[record::Column::Loss] = m_scenario.optimizer.lr;
        sink.sample(sample);
        ++m_next_step;
        return {};
    }
    std::int64_t next_step() const override { return m_next_step; }
    std::int64_t planned_steps() const override { return m_scenario.length.steps; }
    std::unique_ptr<Snapshot> save() const override {
        auto snapshot = std::make_unique<FakeSnapshot>();
        snapshot->step = m_next_step;
        snapshot->scenario = m_scenario;
        return snapshot;
    }
    void restore(const Snapshot& given) override {
        const auto& snapshot = dynamic_cast<const FakeSnapshot&>(given);
        m_next_step = snapshot.step;
        m_scenario = snapshot.scenario;
    }
    void change(std::string_view field, std::string_view value, record::EventSink& sink) override {
        if (field != "optimizer.lr") throw text::bad_input("train.not_live", {{"field", std::string(field)}});
        const std::string before = scenario::to_text(scenario::find_field(field)->get(m_scenario));
        scenario::set_field(m_scenario, field, value);
        sink.fact({m_next_step,
                   "setting_changed",
                   {{"field", std::string(field)}, {"from", before}, {"to", std::string(value)}}});
    }
    /// The details say at which step and with which learning rate they were taken.
    void examine(const Look& what, record::EventSink& sink) override {
        if (m_scenario.name == "throws at looks") throw text::could_not("train.out_of_memory");
        record::StepOp op;
        op.name = "fake";
        op.layer = scenario::to_text(scenario::find_field("optimizer.lr")->get(m_scenario));
        if (what.ops) sink.detail({m_next_step, record::OpList{{op}}});
        if (what.memory) sink.detail({m_next_step, record::SavedTensors{}});
        record::FirstNonfinite nonfinite;
        nonfinite.op = "fake";
        if (what.nonfinite) sink.detail({m_next_step, nonfinite});
        if (what.nonfinite) sink.fact({m_next_step, "first_nonfinite", {{"op", std::string("fake")}}});
    }
    const scenario::Scenario& scenario() const override { return m_scenario; }
    const record::Environment& environment() const override { return m_environment; }

  private:
    scenario::Scenario m_scenario;
    std::atomic<int>& m_alive;
    std::vector<std::string>* m_log;
    record::Environment m_environment = {{"libtorch", std::string("fake")}};
    std::int64_t m_next_step = 0;
};

class FakeEngine : public Engine {
  public:
    std::atomic<int> alive = 0;
    std::vector<std::string> log; ///< steps of all runs, in order; read it when no run is going on

    EngineInfo info() const override { return {"fake", "fake", 1, false}; }
    std::unique_ptr<Trainer> make_trainer(const scenario::Scenario& scenario) override {
        scenario::require_runnable(scenario);
        return std::make_unique<FakeTrainer>(scenario, alive, &log);
    }
    std::vector<record::StepOp> trace_ops(const scenario::Scenario&) override { return {}; }
    std::optional<std::uint32_t> cast_code(double, std::string_view) override { return std::nullopt; }
    void cast_array(std::span<const float>, std::string_view, std::span<std::byte>) override {}
    double product_rate(std::string_view, std::int64_t, std::int64_t) override { return 1; }
    double copy_rate(std::int64_t, std::int64_t) override { return 1; }
    std::vector<ListedRule> listed_autocast_rules(scenario::AutocastRules) override { return {}; }
    std::string measured_autocast_dtype(std::string_view, scenario::AutocastRules) override { return ""; }
};

} // namespace ampscope::train

// The training engine behind a torch-free door. The LibTorch part is a module that is opened at run time: without
// LibTorch numbers, records and lessons still work, and opening says what is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"

namespace ampscope::train {

/// What the engine found on this machine.
struct EngineInfo {
    std::string libtorch; ///< "2.15.0"
    std::string cpu;      ///< vector instructions that LibTorch uses: "AVX2", "AVX-512"
    int cores = 1;
    bool native_bf16_products = false; ///< else bf16 matrix products, too, go through fp32 kernels
};

/// What became of one attempted optimizer step.
struct StepOutcome {
    enum class Kind {
        Ran,     ///< the optimizer changed the weights
        Skipped, ///< Inf or NaN in a gradient: weights, averages and the optimizer's step count are as before
        Stopped, ///< a stop was asked for: everything is as before, no sample was written
    };
    Kind kind = Kind::Ran;
    std::string bad_parameter; ///< Skipped: the first parameter with an Inf or NaN
    double scale_before = 1;
    double scale_after = 1;
};

/// Everything that a trainer needs to go on from a step: weights, optimizer, scaler, random numbers. Opaque; belongs to
/// the trainer that made it.
class Snapshot {
  public:
    virtual ~Snapshot() = default;
    /// Number of the step that follows.
    virtual std::int64_t next_step() const = 0;
    /// Of memory that it holds: what SnapshotShelf counts.
    virtual std::size_t bytes() const = 0;
};

/// What a look inside a step takes down. Each costs time, none changes the run.
struct Look {
    bool ops = false;       ///< OpList
    bool memory = false;    ///< SavedTensors, MemoryTimeline
    bool layers = false;    ///< LayerSizes, ParameterStates
    bool nonfinite = false; ///< FirstNonfinite, where there is one, with its fact
    bool shadow = false;    ///< ShadowError
    static Look everything() { return {true, true, true, true, true}; }
    bool any() const { return ops || memory || layers || nonfinite || shadow; }
};

/// One run. All functions are for the compute thread only; another thread gets an error.
class Trainer {
  public:
    virtual ~Trainer() = default;

    /// Attempts one optimizer step and writes its sample, its facts and, where due, its details. A stop that arrives
    /// inside the step rolls it back. Throws text::Error (CouldNot) when LibTorch gives up; the trainer is then
    /// unusable.
    virtual StepOutcome step(record::EventSink& sink, std::stop_token stop) = 0;
    /// Looks inside the step that step() would attempt: carries it out under probes, writes the details, and puts
    /// everything back as it was (weights, averages, scaler, random numbers). Bytes and dtypes are those of the plain
    /// step; times would not be. Nothing happens when the run has no step left. Writes details and, for a first value
    /// that is not finite, its fact.
    virtual void examine(const Look& what, record::EventSink& sink) = 0;
    /// Number of the step that step() would attempt.
    virtual std::int64_t next_step() const = 0;
    /// How many steps the run has; for runs of epochs that depends on the text.
    virtual std::int64_t planned_steps() const = 0;
    /// A deep copy of all that a step changes; for restore() of this trainer.
    virtual std::unique_ptr<Snapshot> save() const = 0;
    /// Continues from there: the steps that follow are bit for bit those that followed then.
    virtual void restore(const Snapshot& snapshot) = 0;
    /// Changes a live field between two steps and writes it as a fact. Throws a BadInput error for a field that cannot
    /// change while the run goes on, or a value that it does not take.
    virtual void change(std::string_view field, std::string_view value, record::EventSink& sink) = 0;

    virtual const scenario::Scenario& scenario() const = 0;
    virtual const record::Environment& environment() const = 0;
    bool is_finished() const { return next_step() >= planned_steps(); }
};

/// A row of an autocast list as LibTorch has it.
struct ListedRule {
    std::string op;
    std::string policy;
};

/// LibTorch as the rest of the program sees it. All functions but info() are for the compute thread; they throw
/// text::Error (CouldNot) when LibTorch gives up.
class Engine {
  public:
    virtual ~Engine() = default;
    virtual EngineInfo info() const = 0;
    /// Builds model, optimizer and scaler. Throws a BadInput error for a scenario that cannot run.
    virtual std::unique_ptr<Trainer> make_trainer(const scenario::Scenario& scenario) = 0;
    /// The ops of the first step of a scenario, in order.
    virtual std::vector<record::StepOp> trace_ops(const scenario::Scenario& scenario) = 0;
    /// What LibTorch on this machine gives for a cast of `value` from fp64: the code in the target's format. nullopt
    /// when LibTorch has no such format.
    virtual std::optional<std::uint32_t> cast_code(double value, std::string_view format) = 0;
    /// LibTorch's own cast of a whole fp32 array to "fp16", "bf16", "e4m3" or "e5m2" with one thread; `codes` holds the
    /// array of results (2 bytes a value, 1 for fp8). The way to compare and to time it.
    virtual void cast_array(std::span<const float> values, std::string_view format, std::span<std::byte> codes) = 0;
    /// A product of two square matrices of that size on this machine, in 10^9 operations per second, a multiplication
    /// and an addition counted as two: the best of several, timed after a warm-up. `format`: one of kProductFormats in
    /// machine_rates.h. Throws a BadInput error for another format, size or number of threads.
    virtual double product_rate(std::string_view format, std::int64_t size, std::int64_t threads) = 0;
    /// 10^9 bytes per second of a copy of `bytes` bytes, read and written bytes both counted; the best of several.
    virtual double copy_rate(std::int64_t bytes, std::int64_t threads) = 0;
    /// The ops that this LibTorch lists for autocast, as "name" or "name.overload" with PyTorch's name of the policy:
    /// for CUDA those of its header, for the CPU those that its dispatcher holds (policies are not kept there: "").
    virtual std::vector<ListedRule> listed_autocast_rules(scenario::AutocastRules rules) = 0;
    /// Output dtype of `op` under CPU autocast to bf16 with fp32 inputs, by running it; "" for ops that it cannot call.
    virtual std::string measured_autocast_dtype(std::string_view op, scenario::AutocastRules rules) = 0;
};

/// Opens the LibTorch module, once per process, and returns the one engine. The first thread that calls becomes the
/// compute thread. Throws text::Error (CouldNot) that says what is missing and what to do.
Engine& open_engine();

} // namespace ampscope::train

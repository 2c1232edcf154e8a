// What a run says while it goes on: samples, facts and details. A trainer writes them, everything else reads them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/record/details.h"
#include "core/text/message.h"

namespace ampscope::record {

/// The columns of a sample, one sample per attempted optimizer step.
enum class Column : std::size_t {
    Step,              ///< counted from 0
    Ran,               ///< 1 when the optimizer changed the weights
    Loss,              ///< unscaled, before loss_multiplier, averaged over the step's micro-batches
    Scale,             ///< loss scale used in this step; 1 without a scaler
    GradNorm,          ///< after unscale, before clipping
    GradZeroShare,     ///< share of parameter gradients that are exactly zero after backward
    UnderflowShare,    ///< of the nonzero gradients of an fp32 backward of the same batch: share that, times the scale,
                       ///< rounds to zero in the gradients' format; not measured on most steps (record.details_every)
    OverflowShare,     ///< share of parameter gradients that are Inf or NaN before unscale
    Lr,                ///< learning rate of this step
    Ms,                ///< wall-clock milliseconds of this step
    BytesWeights,      ///< decimal bytes held: parameters
    BytesGradients,    ///< gradients at the end of backward, where they are most
    BytesOptimizer,    ///< optimizer state at the end of the step
    BytesActivations,  ///< kept for backward at the end of forward
    BytesEmulation,    ///< fp32 copies of 16-bit operands that a GPU would not need, at their highest
    BytesPeak,         ///< highest in the step, without emulation
    WeightsMovedShare, ///< share of weights whose value this step changed
    OptimizerSteps,    ///< how many steps the optimizer has made, this one included
    OptimizerNorm,     ///< norm of Adam's average m (SGD: of the momentum buffer) after the step
    GradNormAfterClip, ///< of the gradients that the optimizer sees
    MicroBatches,      ///< forward passes so far, this step's included
    Epoch,             ///< counted from 0; always 0 for runs of a number of steps
    BytesMaster,       ///< fp32 copies of 16-bit weights that the optimizer works on
};
constexpr std::size_t kColumnCount = 23;

enum class ColumnKind {
    Reproducible, ///< equal for equal scenarios on the same machine and LibTorch
    Timing,       ///< never
};

struct ColumnInfo {
    Column column;
    std::string_view name; ///< as in record.json
    ColumnKind kind;
    std::string_view unit; ///< "", "ms", "bytes"
    bool flag = false;     ///< written as true and false
    /// One line on what it is.
    text::Message meaning() const { return {"column." + std::string(name), {}}; }
};
/// One for each Column, in its order.
std::span<const ColumnInfo> columns();
/// nullptr when there is none of that name.
const ColumnInfo* find_column(std::string_view name);

/// "Not measured in this step": null in JSON, an empty cell in CSV. Unlike NaN it is not data. It is one particular
/// NaN.
constexpr double kMissing = std::bit_cast<double>(std::uint64_t{0x7ff8'0000'0000'0a15});
constexpr bool is_missing(double value) {
    return std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(kMissing);
}
/// The value, or none for "not measured".
constexpr std::optional<double> if_measured(double value) {
    return is_missing(value) ? std::nullopt : std::optional(value);
}

/// One row. Starts with every column missing.
class Sample {
  public:
    Sample() { m_values.fill(kMissing); }
    double& operator[](Column column) { return m_values[static_cast<std::size_t>(column)]; }
    double operator[](Column column) const { return m_values[static_cast<std::size_t>(column)]; }
    std::int64_t step() const { return static_cast<std::int64_t>((*this)[Column::Step]); }
    bool ran() const { return (*this)[Column::Ran] != 0; }

  private:
    std::array<double, kColumnCount> m_values;
};

using FactValue = std::variant<bool, std::int64_t, double, std::string>;

/// Something that happened at a step. Kinds and their values:
///   step_skipped     parameter (the first with an Inf or NaN), nonfinite (how many it holds)
///   scale_changed    from, to, why ("found_inf", "growth")
///   loss_nonfinite   value (the first loss that is Inf or NaN)
///   first_nonfinite  op, layer, phase, dtype, value, parameter (see the detail of that name)
///   setting_changed  field, from, to
///   epoch_began      epoch, precision
///   went_back        nothing from this step on counts any more. A record drops it, together with the run's end, and
///   does
///                    not keep this fact: it then is what a run without the detour would have written
///   finished
///   stopped
///   failed           text
struct Fact {
    std::int64_t step = 0;
    std::string kind;
    std::vector<std::pair<std::string, FactValue>> values;

    /// A value by name; nullptr when it is not there.
    const FactValue* find(std::string_view name) const;
    /// A number (also true and false) by name; nullopt when it is not there or a text.
    std::optional<double> number(std::string_view name) const;
    /// A text by name, or "".
    std::string text(std::string_view name) const;
    bool operator==(const Fact&) const = default;
};

struct Detail {
    std::int64_t step = 0;
    std::variant<GradientHistogram, MicroBatchLosses, OpList, SavedTensors, MemoryTimeline, LayerSizes, ParameterStates,
                 FirstNonfinite, ShadowError, UnknownDetail>
        payload;
    bool operator==(const Detail&) const = default;
};

/// Where a trainer writes to. Called on the compute thread.
class EventSink {
  public:
    virtual ~EventSink() = default;
    virtual void sample(const Sample& sample) = 0;
    virtual void fact(const Fact& fact) = 0;
    virtual void detail(const Detail& detail) = 0;
};

} // namespace ampscope::record

#include "core/record/events.h"

#include <algorithm>

namespace ampscope::record {

std::span<const ColumnInfo> columns() {
    using enum Column;
    using enum ColumnKind;
    static constexpr std::array kColumns = {
        ColumnInfo{Step, "step", Reproducible, ""},
        ColumnInfo{Ran, "ran", Reproducible, "", true},
        ColumnInfo{Loss, "loss", Reproducible, "nats"},
        ColumnInfo{Scale, "scale", Reproducible, ""},
        ColumnInfo{GradNorm, "grad_norm", Reproducible, ""},
        ColumnInfo{GradZeroShare, "grad_zero_share", Reproducible, ""},
        ColumnInfo{UnderflowShare, "underflow_share", Reproducible, ""},
        ColumnInfo{OverflowShare, "overflow_share", Reproducible, ""},
        ColumnInfo{Lr, "lr", Reproducible, ""},
        ColumnInfo{Ms, "ms", Timing, "ms"},
        ColumnInfo{BytesWeights, "bytes_weights", Reproducible, "bytes"},
        ColumnInfo{BytesGradients, "bytes_gradients", Reproducible, "bytes"},
        ColumnInfo{BytesOptimizer, "bytes_optimizer", Reproducible, "bytes"},
        ColumnInfo{BytesActivations, "bytes_activations", Reproducible, "bytes"},
        ColumnInfo{BytesEmulation, "bytes_emulation", Reproducible, "bytes"},
        ColumnInfo{BytesPeak, "bytes_peak", Reproducible, "bytes"},
        ColumnInfo{WeightsMovedShare, "weights_moved_share", Reproducible, ""},
        ColumnInfo{OptimizerSteps, "optimizer_steps", Reproducible, "steps"},
        ColumnInfo{OptimizerNorm, "optimizer_norm", Reproducible, ""},
        ColumnInfo{GradNormAfterClip, "grad_norm_after_clip", Reproducible, ""},
        ColumnInfo{MicroBatches, "micro_batches", Reproducible, ""},
        ColumnInfo{Epoch, "epoch", Reproducible, ""},
        ColumnInfo{BytesMaster, "bytes_master", Reproducible, "bytes"},
    };
    static_assert(kColumns.size() == kColumnCount);
    return kColumns;
}

const ColumnInfo* find_column(std::string_view name) {
    const auto all = columns();
    const auto found = std::ranges::find(all, name, &ColumnInfo::name);
    return found == all.end() ? nullptr : &*found;
}

const FactValue* Fact::find(std::string_view name) const {
    const auto found = std::ranges::find(values, name, &std::pair<std::string, FactValue>::first);
    return found == values.end() ? nullptr : &found->second;
}

std::optional<double> Fact::number(std::string_view name) const {
    const FactValue* value = find(name);
    if (!value) return std::nullopt;
    if (const auto* flag = std::get_if<bool>(value)) return *flag ? 1 : 0;
    if (const auto* integer = std::get_if<std::int64_t>(value)) return static_cast<double>(*integer);
    if (const auto* real = std::get_if<double>(value)) return *real;
    return std::nullopt;
}

std::string Fact::text(std::string_view name) const {
    const FactValue* value = find(name);
    const auto* text = value ? std::get_if<std::string>(value) : nullptr;
    return text ? *text : std::string();
}

} // namespace ampscope::record

#include "ui/instruments/registry.h"

#include <functional>
#include <utility>
#include <vector>

#include "ui/instruments/claims/claims_view.h"
#include "ui/instruments/column_plot.h"
#include "ui/instruments/hardware/advisor.h"
#include "ui/instruments/hardware/hardware_card.h"
#include "ui/instruments/hardware/hardware_plots.h"
#include "ui/instruments/memory/checkpoint_map.h"
#include "ui/instruments/memory/memory_bars.h"
#include "ui/instruments/memory/memory_strip.h"
#include "ui/instruments/memory/memory_timeline.h"
#include "ui/instruments/memory/parts_table.h"
#include "ui/instruments/memory/saved_tensors.h"
#include "ui/instruments/numbers/accumulator.h"
#include "ui/instruments/numbers/arithmetic_view.h"
#include "ui/instruments/numbers/bits_view.h"
#include "ui/instruments/numbers/cast_chain_view.h"
#include "ui/instruments/numbers/code_table.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/instruments/numbers/nonfinite_view.h"
#include "ui/instruments/numbers/number_card.h"
#include "ui/instruments/numbers/overflow_view.h"
#include "ui/instruments/numbers/rounding_view.h"
#include "ui/instruments/numbers/spacing_plot.h"
#include "ui/instruments/numbers/update_view.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/runs/run_differences.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/instruments/step/autocast_table.h"
#include "ui/instruments/step/lane_table.h"
#include "ui/instruments/step/layers_view.h"
#include "ui/instruments/step/micro_batches.h"
#include "ui/instruments/step/op_flow.h"
#include "ui/instruments/step/shadow_error.h"
#include "ui/instruments/step/step_views.h"

namespace ampscope::ui {

namespace {

using Maker = std::function<std::unique_ptr<Instrument>()>;

template <typename T>
std::pair<QString, Maker> entry(const char* id) {
    return {id, [] { return std::make_unique<T>(); }};
}

const std::vector<std::pair<QString, Maker>>& table() {
    static const std::vector<std::pair<QString, Maker>> all = {
        entry<ArithmeticView>("arithmetic"),
        entry<Accumulator>("accumulator"),
        entry<Advisor>("advisor"),
        entry<AutocastTable>("autocast-table"),
        entry<BitsView>("bits"),
        entry<CastChainView>("cast-chain"),
        entry<CheckpointMap>("checkpoint-map"),
        entry<ClaimsView>("claims"),
        entry<CodeView>("code"),
        entry<CodeTable>("code-table"),
        entry<ColumnPlot>("columns"),
        entry<HardwareCard>("hardware"),
        entry<HistogramInstrument>("histogram"),
        entry<LaneTable>("lanes"),
        entry<LayersView>("layers"),
        entry<LossInstrument>("loss"),
        entry<LossDifferenceInstrument>("loss-difference"),
        entry<MemoryBars>("memory-bars"),
        entry<MemoryStrip>("memory-strip"),
        entry<MemoryTimelineView>("memory-timeline"),
        entry<MicroBatches>("micro-batches"),
        entry<NanChain>("nan-chain"),
        entry<NonfiniteView>("nonfinite"),
        entry<NumberCard>("number-card"),
        entry<NumberLine>("number-line"),
        entry<OpFlowView>("op-flow"),
        entry<PolicyTable>("overflow-policies"),
        entry<Roofline>("roofline"),
        entry<PartsTable>("parts-table"),
        entry<RoundingView>("rounding"),
        entry<RunDifferences>("run-differences"),
        entry<RunsView>("runs"),
        entry<SavedTensorTable>("saved-tensors"),
        entry<ScaleTraceInstrument>("scale-trace"),
        entry<ScalerState>("scaler-state"),
        entry<ShadowErrorView>("shadow-error"),
        entry<SpacingPlot>("spacing"),
        entry<SpeedParts>("speed-parts"),
        entry<ThroughputInstrument>("throughput"),
        entry<UpdateView>("update"),
        entry<WeightsView>("weights"),
    };
    return all;
}

} // namespace

std::unique_ptr<Instrument> makeInstrument(const QString& id) {
    for (const auto& [known, make] : table())
        if (known == id) return make();
    return nullptr;
}

QStringList instrumentIds() {
    QStringList ids;
    for (const auto& [id, make] : table())
        ids << id;
    return ids;
}

} // namespace ampscope::ui

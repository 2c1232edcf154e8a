#include "ui/instruments/registry.h"

#include <functional>
#include <utility>
#include <vector>

#include "ui/instruments/accumulator.h"
#include "ui/instruments/advisor.h"
#include "ui/instruments/arithmetic_view.h"
#include "ui/instruments/autocast_table.h"
#include "ui/instruments/bits_view.h"
#include "ui/instruments/cast_chain_view.h"
#include "ui/instruments/checkpoint_map.h"
#include "ui/instruments/claims_view.h"
#include "ui/instruments/code_table.h"
#include "ui/instruments/code_view.h"
#include "ui/instruments/column_plot.h"
#include "ui/instruments/hardware_card.h"
#include "ui/instruments/hardware_plots.h"
#include "ui/instruments/lane_table.h"
#include "ui/instruments/layers_view.h"
#include "ui/instruments/memory_bars.h"
#include "ui/instruments/memory_strip.h"
#include "ui/instruments/memory_timeline.h"
#include "ui/instruments/micro_batches.h"
#include "ui/instruments/nonfinite_view.h"
#include "ui/instruments/number_card.h"
#include "ui/instruments/op_flow.h"
#include "ui/instruments/overflow_view.h"
#include "ui/instruments/parts_table.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/rounding_view.h"
#include "ui/instruments/run_differences.h"
#include "ui/instruments/runs_view.h"
#include "ui/instruments/saved_tensors.h"
#include "ui/instruments/shadow_error.h"
#include "ui/instruments/spacing_plot.h"
#include "ui/instruments/step_views.h"
#include "ui/instruments/update_view.h"

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

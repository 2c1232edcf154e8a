#include "ui/instruments/registry.h"

#include <functional>
#include <utility>
#include <vector>

#include "ui/instruments/bits_view.h"
#include "ui/instruments/code_view.h"
#include "ui/instruments/lane_table.h"
#include "ui/instruments/memory_strip.h"
#include "ui/instruments/micro_batches.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/step_views.h"

namespace ampscope::ui {

namespace {

using Maker = std::function<std::unique_ptr<Instrument>()>;

template <typename T>
std::pair<QString, Maker> entry(const char* id) {
    return {id, [] { return std::make_unique<T>(); }};
}

const std::vector<std::pair<QString, Maker>>& table() {
    static const std::vector<std::pair<QString, Maker>> all = {
        entry<BitsView>("bits"),
        entry<CodeView>("code"),
        entry<HistogramInstrument>("histogram"),
        entry<LaneTable>("lanes"),
        entry<LossInstrument>("loss"),
        entry<LossDifferenceInstrument>("loss-difference"),
        entry<MemoryStrip>("memory-strip"),
        entry<MicroBatches>("micro-batches"),
        entry<NumberLine>("number-line"),
        entry<ScaleTraceInstrument>("scale-trace"),
        entry<ScalerState>("scaler-state"),
        entry<ThroughputInstrument>("throughput"),
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

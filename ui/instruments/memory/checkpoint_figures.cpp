#include "ui/instruments/memory/checkpoint_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/io/numbers.h"
#include "core/memory/activations.h"
#include "ui/instruments/memory/memory_parts.h"

namespace ampscope::ui {

using record::Column;
using record::RunRecord;
using record::SavedTensors;
using scenario::CheckpointKind;

namespace {

struct CheckpointFigures {
    Q_DECLARE_TR_FUNCTIONS(CheckpointFigures)
};

struct Times {
    double fastest = 0, median = 0;
};

// Of the steps after the first, which warms up. Whatever else a machine does makes steps slower, never faster.
Times timesOf(const RunRecord& run) {
    std::vector<double> times;
    for (const auto& sample : run.samples())
        if (const double ms = sample[Column::Ms]; sample.step() > 0 && std::isfinite(ms) && ms > 0) times.push_back(ms);
    if (times.empty()) return {};
    std::ranges::sort(times);
    return {times.front(), times[times.size() / 2]};
}

bool sameBits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

void compare(CheckpointLane& lane, const RunRecord& run, const RunRecord& reference) {
    for (const auto& sample : run.samples()) {
        const auto* other = sampleAt(reference, sample.step());
        if (!other) continue;
        ++lane.compared;
        for (const Column column : {Column::Loss, Column::GradNorm, Column::GradZeroShare})
            if (!sameBits(sample[column], (*other)[column]) && !lane.differsAt) lane.differsAt = sample.step();
    }
}

// By a look inside a step. False where nobody has looked.
bool measureBlocks(CheckpointLane& lane, const RunRecord& run, std::int64_t step) {
    const auto* saved = run.detail_at<SavedTensors>(step);
    if (!saved) return false;
    // The input of a part that is computed again is read by no op; those of blocks come in their order.
    const auto count = lane.blocks.size();
    const auto& checkpointing = lane.scenario.checkpointing;
    std::size_t parts = 0, borders = 0;
    if (checkpointing.kind == CheckpointKind::Block) parts = count;
    if (checkpointing.kind == CheckpointKind::Segments)
        parts = std::min(count, static_cast<std::size_t>(checkpointing.segments));
    for (const auto& tensor : saved->tensors) {
        auto block = blockOf(tensor.layer);
        if (tensor.op.empty() && borders < parts) block = borders++ * count / parts;
        if (tensor.is_weight || tensor.is_repeat) continue;
        (block && *block < count ? lane.blocks[*block] : lane.outside).kept += static_cast<double>(tensor.bytes);
    }
    return true;
}

// What a block would keep without checkpointing, by formula: the difference of models that have one block more.
double blockByFormula(scenario::Scenario scenario, memory::Model model) {
    scenario.checkpointing.kind = CheckpointKind::None;
    const double all = memory::activations_of(scenario, model).kept_bytes();
    --model.layers;
    return all - memory::activations_of(scenario, model).kept_bytes();
}

void computeBlocks(CheckpointLane& lane, const RunRecord& run) {
    const memory::Model model = modelOf(run);
    if (model.is_linear()) return;
    const auto layers = static_cast<double>(model.layers);
    const double whole = blockByFormula(lane.scenario, model);
    scenario::Scenario none = lane.scenario;
    none.checkpointing.kind = CheckpointKind::None;
    const double outside = memory::activations_of(none, model).kept_bytes() - layers * whole;
    const double kept = memory::activations_of(lane.scenario, model).kept_bytes();
    lane.outside.kept = std::min(outside, kept);
    for (auto& block : lane.blocks)
        block.kept = std::max(0.0, kept - outside) / layers;
}

} // namespace

std::optional<std::size_t> blockOf(const std::string& layer) {
    constexpr std::string_view kBlocks = "blocks.";
    if (!layer.starts_with(kBlocks)) return std::nullopt;
    const std::size_t end = layer.find('.', kBlocks.size());
    const auto index = io::parse_integer(layer.substr(kBlocks.size(), end == layer.npos ? end : end - kBlocks.size()));
    if (!index || *index < 0) return std::nullopt;
    return static_cast<std::size_t>(*index);
}

QString checkpointName(const scenario::Scenario& scenario) {
    const auto& checkpointing = scenario.checkpointing;
    QString name;
    switch (checkpointing.kind) {
    case CheckpointKind::None: return CheckpointFigures::tr("all kept");
    case CheckpointKind::Sublayer: name = CheckpointFigures::tr("per sublayer"); break;
    case CheckpointKind::Block: name = CheckpointFigures::tr("per block"); break;
    case CheckpointKind::Segments: name = CheckpointFigures::tr("%1 segments").arg(checkpointing.segments); break;
    }
    return checkpointing.rng ? name : CheckpointFigures::tr("%1, other dice").arg(name);
}

std::vector<CheckpointLane> checkpointLanes(const std::vector<const RunRecord*>& runs, std::int64_t step) {
    const auto keeps_all = [](const RunRecord* run) {
        return run->scenario().checkpointing.kind == CheckpointKind::None;
    };
    const auto found = std::ranges::find_if(runs, keeps_all);
    const RunRecord* reference = found == runs.end() ? nullptr : *found;
    std::vector<CheckpointLane> lanes;
    for (const auto* run : runs) {
        CheckpointLane lane;
        lane.scenario = run->scenario();
        lane.name = checkpointName(lane.scenario);
        lane.blocks.resize(static_cast<std::size_t>(modelOf(*run).layers));
        lane.isMeasured = measureBlocks(lane, *run, step);
        if (!lane.isMeasured) computeBlocks(lane, *run);
        lane.kept = lane.outside.kept;
        for (const auto& block : lane.blocks)
            lane.kept += block.kept;
        for (const auto& sample : run->samples()) {
            if (!record::is_missing(sample[Column::BytesActivations])) lane.kept = sample[Column::BytesActivations];
            if (!record::is_missing(sample[Column::BytesPeak]))
                lane.peak = std::max(lane.peak, sample[Column::BytesPeak]);
        }
        const Times times = timesOf(*run);
        lane.milliseconds = times.fastest;
        if (times.fastest > 0) lane.noise = times.median / times.fastest - 1;
        if (reference) {
            if (const double base = timesOf(*reference).fastest; base > 0) lane.ratio = times.fastest / base;
            compare(lane, *run, *reference);
        }
        lanes.push_back(std::move(lane));
    }
    // What a block drops is what it keeps where everything is kept: as measured there, else by formula.
    for (auto& lane : lanes) {
        if (lane.scenario.checkpointing.kind == CheckpointKind::None) continue;
        const auto whole = std::ranges::find_if(lanes, [&](const CheckpointLane& other) {
            return other.scenario.checkpointing.kind == CheckpointKind::None && other.isMeasured == lane.isMeasured &&
                   other.blocks.size() == lane.blocks.size();
        });
        const double formula =
            lane.blocks.empty()
                ? 0
                : blockByFormula(lane.scenario, modelOf(*runs[static_cast<std::size_t>(&lane - lanes.data())]));
        for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
            const double all = whole == lanes.end() ? formula : whole->blocks[i].kept;
            lane.blocks[i].dropped = std::max(0.0, all - lane.blocks[i].kept);
        }
    }
    return lanes;
}

} // namespace ampscope::ui

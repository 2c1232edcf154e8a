#include "ui/instruments/lanes.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>
#include <tuple>

#include "ui/instruments/checkpoint_figures.h"

namespace ampscope::ui {

using record::RunRecord;
using scenario::Scenario;

namespace {

struct Lanes {
    Q_DECLARE_TR_FUNCTIONS(Lanes)
};

// Enough to tell runs of one comparison apart; runs with the same seed are never one lane.
auto keyOf(const Scenario& s) {
    return std::tuple(s.precision, s.accumulation_steps, s.micro_batch(), s.mistake, s.loss_normalization,
                      s.checkpointing.kind, s.checkpointing.segments, s.checkpointing.rng);
}

QString precisionOf(const Lane& lane) {
    return QString::fromUtf8(scenario::choice_name(lane.first().scenario().precision));
}

QString batchesOf(const Lane& lane) {
    const Scenario& s = lane.first().scenario();
    return s.accumulation_steps > 1 ? Lanes::tr("%1 micro-batches of %2").arg(s.accumulation_steps).arg(s.micro_batch())
                                    : Lanes::tr("one batch of %1").arg(s.micro_batch());
}

QString checkpointingOf(const Lane& lane) {
    return checkpointName(lane.first().scenario());
}

// What differs from plain autocast.
QString autocastOf(const Lane& lane) {
    const Scenario& s = lane.first().scenario();
    QStringList words{precisionOf(lane)};
    if (s.autocast.island != scenario::AutocastIsland::None)
        words << Lanes::tr("%1 in fp32").arg(QString::fromUtf8(scenario::choice_name(s.autocast.island)));
    for (const auto& op : s.autocast.fp32_ops)
        words << Lanes::tr("%1 in fp32").arg(QString::fromStdString(op));
    if (s.autocast.wrap == scenario::AutocastWrap::Backward) words << Lanes::tr("backward inside");
    if (s.autocast.wrap == scenario::AutocastWrap::Model) words << Lanes::tr("loss outside");
    if (s.autocast.rules == scenario::AutocastRules::Cpu) words << Lanes::tr("rules of the CPU");
    return words.join(", ");
}

// Lessons name their scenarios one by one; runs of a lab may have the name of one preset.
QString scenarioOf(const Lane& lane) {
    return QString::fromStdString(lane.first().scenario().name);
}

// Names by the first way of naming under which no two are the same.
void nameLanes(std::vector<Lane>& lanes) {
    for (const auto& way : {precisionOf, batchesOf, checkpointingOf, autocastOf, scenarioOf}) {
        std::set<QString> names;
        for (auto& lane : lanes)
            names.insert(lane.name = way(lane));
        if (names.size() == lanes.size() && !names.contains(QString())) return;
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Scenario& s = lanes[i].first().scenario();
        lanes[i].name = precisionOf(lanes[i]);
        if (s.mistake != scenario::Mistake::None)
            lanes[i].name += ", " + QString::fromUtf8(scenario::choice_name(s.mistake));
        else if (i > 0)
            lanes[i].name += QString(" (%1)").arg(i + 1);
    }
}

} // namespace

QString formatId(const Scenario& scenario) {
    return QString::fromUtf8(scenario::choice_name(scenario.precision)).section('-', 0, 0);
}

std::vector<Lane> lanesOf(const std::vector<const RunRecord*>& runs) {
    std::vector<Lane> lanes;
    std::set<QString> hues;
    for (const auto* run : runs) {
        const auto belongs = [&](const Lane& lane) {
            return keyOf(lane.first().scenario()) == keyOf(run->scenario()) &&
                   std::ranges::none_of(lane.runs, [&](const RunRecord* other) {
                       return other->scenario().seed == run->scenario().seed;
                   });
        };
        if (const auto lane = std::ranges::find_if(lanes, belongs); lane != lanes.end()) {
            lane->runs.push_back(run);
            continue;
        }
        const QString hue = formatId(run->scenario());
        lanes.push_back({{}, hues.insert(hue).second ? hue : QString(), {run}});
    }
    nameLanes(lanes);
    return lanes;
}

int referenceLane(const std::vector<Lane>& lanes) {
    if (lanes.size() < 2) return -1;
    const auto place = [&](auto matches) {
        const auto found =
            std::ranges::find_if(lanes, [&](const Lane& lane) { return matches(lane.first().scenario()); });
        return found == lanes.end() ? -1 : static_cast<int>(found - lanes.begin());
    };
    const bool one_precision = std::ranges::all_of(lanes, [&](const Lane& lane) {
        return lane.first().scenario().precision == lanes.front().first().scenario().precision;
    });
    const int fp32 =
        one_precision ? -1 : place([](const Scenario& s) { return s.precision == scenario::Precision::Fp32; });
    if (fp32 >= 0) return fp32;
    const int whole = place([](const Scenario& s) { return s.accumulation_steps == 1; });
    return whole >= 0 && one_precision ? whole : 1;
}

bool isHardwareSpeed(const RunRecord& run) {
    const QString format = formatId(run.scenario());
    if (format == "fp32") return true;
    const std::string products = run.environment_text(format == "fp16" ? "products_fp16" : "products_bf16");
    return products.empty() || products == "native";
}

const record::Sample* sampleAt(const RunRecord& run, std::int64_t step) {
    const auto& samples = run.samples();
    const auto found = std::ranges::lower_bound(samples, step, {}, &record::Sample::step);
    return found == samples.end() || found->step() != step ? nullptr : &*found;
}

} // namespace ampscope::ui

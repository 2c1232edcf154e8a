#include "ui/instruments/step/lanes.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/scenario/fields.h"
#include "ui/bridge/scenario_name.h"
#include "ui/instruments/memory/checkpoint_figures.h"

namespace ampscope::ui {

using record::RunRecord;
using scenario::Scenario;

namespace {

struct Lanes {
    Q_DECLARE_TR_FUNCTIONS(Lanes)
};

// Tells most lanes apart before every field is looked at; runs with the same seed are never one lane.
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
    return shownName(lane.first().scenario());
}

// Fields that do not make another training.
bool isAside(std::string_view path) {
    return path == "name" || path == "seed" || path.starts_with("record.");
}

bool differInSeedOnly(const Scenario& a, const Scenario& b) {
    return std::ranges::all_of(scenario::fields(), [&](const scenario::Field& field) {
        return isAside(field.path) || field.get(a) == field.get(b);
    });
}

// "16777216" is easier to tell from others as 2^24.
QString valueOf(const scenario::Field& field, const Scenario& scenario) {
    const scenario::FieldValue value = field.get(scenario);
    int exponent = 0;
    if (const auto* number = std::get_if<double>(&value))
        if (*number >= 1024 && std::frexp(*number, &exponent) == 0.5) return QString("2^%1").arg(exponent - 1);
    return QString::fromStdString(scenario::to_text(value));
}

// Lanes of one name get the first of their settings that tells one from another: "fp16, lr 0.05". Twice at most: a
// longer name would fit nowhere.
void nameBySettings(std::vector<Lane>& lanes) {
    constexpr int kMostSettings = 2;
    for (auto& lane : lanes)
        lane.name = precisionOf(lane);
    for (int i = 0; i < kMostSettings; ++i) {
        std::map<QString, std::vector<Lane*>> same;
        for (auto& lane : lanes)
            same[lane.name].push_back(&lane);
        for (const auto& [name, group] : same) {
            const auto differs = [&group = group](const scenario::Field& field) {
                return !isAside(field.path) && std::ranges::any_of(group, [&](const Lane* lane) {
                    return field.get(lane->first().scenario()) != field.get(group.front()->first().scenario());
                });
            };
            const auto field = std::ranges::find_if(scenario::fields(), differs);
            if (field == scenario::fields().end()) continue; // one lane, or the same settings
            const QString path = QString::fromUtf8(field->path.data(), static_cast<qsizetype>(field->path.size()));
            for (auto* lane : group)
                lane->name += ", " + path.section('.', -1) + " " + valueOf(*field, lane->first().scenario());
        }
    }
}

bool areNamed(const std::vector<Lane>& lanes) {
    std::set<QString> names;
    for (const auto& lane : lanes)
        names.insert(lane.name);
    return names.size() == lanes.size() && !names.contains(QString());
}

// Names by the first way of naming under which no two are the same.
void nameLanes(std::vector<Lane>& lanes) {
    for (const auto& way : {precisionOf, batchesOf, checkpointingOf, autocastOf, scenarioOf}) {
        for (auto& lane : lanes)
            lane.name = way(lane);
        if (areNamed(lanes)) return;
    }
    nameBySettings(lanes);
    if (areNamed(lanes)) return;
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
                   differInSeedOnly(lane.first().scenario(), run->scenario()) &&
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

int referenceLane(const std::vector<Lane>& lanes, std::optional<int> chosen) {
    const bool is_there = chosen && *chosen >= 0 && *chosen < static_cast<int>(lanes.size()) && lanes.size() > 1;
    return is_there ? *chosen : referenceLane(lanes);
}

bool isHardwareSpeed(const RunRecord& run) {
    const QString format = formatId(run.scenario());
    if (format == "fp32") return true;
    const std::string products = run.environment_text(format == "fp16" ? "products_fp16" : "products_bf16");
    return products.empty() || products == "native";
}

const record::Sample* sampleAt(const RunRecord& run, std::int64_t step) {
    const auto& samples = run.samples();
    // A step of a run that began at 0 and misses none stands at its own number.
    if (const auto place = static_cast<std::size_t>(step); place < samples.size() && samples[place].step() == step)
        return &samples[place];
    const auto found = std::ranges::lower_bound(samples, step, {}, &record::Sample::step);
    return found == samples.end() || found->step() != step ? nullptr : &*found;
}

} // namespace ampscope::ui

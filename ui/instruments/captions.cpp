#include "ui/instruments/captions.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/record/store/comparison.h"
#include "ui/bridge/scenario_name.h"
#include "ui/instruments/figures.h"

namespace ampscope::ui {

using record::RunRecord;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

constexpr std::size_t kMostDifferences = 4; ///< a caption is no table

QString nameOf(const RunRecord& run) {
    return shownName(run.scenario());
}

QStringList settingsOf(const RunRecord& run) {
    const auto& s = run.scenario();
    QStringList settings{QString("GPT %1").arg(QString::fromUtf8(scenario::choice_name(s.model.size))),
                         QString::fromUtf8(scenario::choice_name(s.precision))};
    if (s.scaler_enabled())
        settings << Figures::tr("loss scale from %1, growth interval %2")
                        .arg(scaleText(s.scaler.init_scale))
                        .arg(s.scaler.growth_interval);
    settings << Figures::tr("lr %1").arg(numberText(s.optimizer.lr)) << Figures::tr("seed %1").arg(s.seed);
    if (s.loss_multiplier != 1) settings << Figures::tr("loss × %1").arg(numberText(s.loss_multiplier));
    return settings;
}

QString machineOf(const RunRecord& run) {
    const auto environment = [&](const char* name) { return QString::fromStdString(run.environment_text(name)); };
    if (run.environment().empty()) return {};
    if (run.scenario().device == scenario::Device::Cuda)
        return Figures::tr("LibTorch %1, %2, autocast rules: %3")
            .arg(environment("libtorch"), environment("gpu"), rulesText(run));
    return Figures::tr("LibTorch %1, %2, threads %3, autocast rules: %4")
        .arg(environment("libtorch"), environment("cpu"), environment("threads"), rulesText(run));
}

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString besideEachOther(const QStringList& values) {
    return values.join(QStringLiteral(" / "));
}

// "seed: 1 / 2"; without what the names of the lanes say already, and what follows from another setting.
QStringList differencesOf(const std::vector<const RunRecord*>& runs, const QStringList& names) {
    QStringList all;
    for (const auto& field : record::compare(runs).fields) {
        const bool is_followed = field.path == "scaler.enabled" && std::ranges::none_of(runs, [](const RunRecord* run) {
                                     return run->scenario().scaler.enabled.has_value();
                                 });
        if (is_followed || field.path.starts_with("record.")) continue;
        QStringList values;
        for (const auto& value : field.values)
            values << QString::fromStdString(value);
        if (runs.size() != static_cast<std::size_t>(names.size())) values.removeDuplicates();
        if (values == names) continue;
        if (static_cast<std::size_t>(all.size()) == kMostDifferences) return all << QStringLiteral("…");
        all << QString("%1: %2").arg(QString::fromStdString(field.path), besideEachOther(values));
    }
    return all;
}

} // namespace

QString captionOf(const RunRecord& run) {
    return joined({nameOf(run), settingsOf(run).join(", "), machineOf(run)});
}

QString captionOf(const std::vector<Lane>& lanes) {
    if (lanes.empty()) return {};
    std::vector<const RunRecord*> runs;
    QStringList names, machines;
    for (const auto& lane : lanes) {
        names << lane.name;
        runs.insert(runs.end(), lane.runs.begin(), lane.runs.end());
    }
    if (runs.size() == 1) return captionOf(*runs.front());
    QStringList common = settingsOf(*runs.front());
    bool has_one_name = true;
    for (const auto* run : runs) {
        const QStringList own = settingsOf(*run);
        erase_if(common, [&](const QString& setting) { return !own.contains(setting); });
        has_one_name = has_one_name && nameOf(*run) == nameOf(*runs.front());
        machines << machineOf(*run);
    }
    machines.removeDuplicates();
    return joined({lanes.size() > 1 ? besideEachOther(names) : QString(),
                   has_one_name ? nameOf(*runs.front()) : QString(), common.join(", "),
                   differencesOf(runs, names).join("; "), besideEachOther(machines)});
}

} // namespace ampscope::ui

#include "ui/labs/scale_lab.h"

#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"

namespace ampscope::ui {

using scenario::Scenario;

// Those of the command line.
static std::vector<LabPreset> presets() {
    std::vector<LabPreset> all;
    for (const auto& preset : scenario::presets())
        all.push_back({QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size())),
                       [&preset] { return say(preset.title()); },
                       [&preset] { return say(preset.meaning()); },
                       {}});
    return all;
}

ScaleLab::ScaleLab(train::ComputeThread& thread, QWidget* parent) : RunLab(thread, presets(), "overflow", parent) {
    m_form->setWords([] { return tr("Find a scale that fits"); },
                     [] {
                         return tr("A small GPT trains here, for real. Too high a scale and gradients pass the end of "
                                   "fp16: the step is skipped. Too low and they vanish.");
                     });
    for (const char* path : {"scaler.enabled", "scaler.init_scale", "scaler.growth_interval", "loss_multiplier",
                             "optimizer.lr", "length.steps"})
        m_form->addField(path);
    m_stage->show({"scale-trace", "histogram", "loss", "nonfinite", "memory-strip"}, true);
    m_stage->setRun(run());
    begin();
}

LabState ScaleLab::stateOf(const LabPreset& preset) const {
    return {scenario::make(*scenario::find_preset(preset.id.toStdString())), preset.id, {}};
}

std::vector<Scenario> ScaleLab::scenarios() const {
    std::vector<Scenario> all{scenario()};
    if (scenario().precision == scenario::Precision::Fp32) return all;
    all.push_back(scenario());
    all[1].precision = scenario::Precision::Fp32;
    all[1].scaler.enabled = false;
    all[1].record.level = scenario::RecordLevel::None;
    return all;
}

void ScaleLab::showRuns() {
    m_stage->setRun(run());
    m_stage->setComparison(m_group->runs().mid(1));
}

} // namespace ampscope::ui

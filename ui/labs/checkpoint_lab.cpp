#include "ui/labs/checkpoint_lab.h"

#include <cmath>

#include "core/scenario/fields.h"
#include "core/scenario/model_shape.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/memory/checkpoint_map.h"
#include "ui/labs/auto_look.h"
#include "ui/labs/command_line.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"

namespace ampscope::ui {

using scenario::CheckpointKind;
using scenario::Scenario;

namespace {

std::vector<LabPreset> presets() {
    return {
        {"four",
         [] { return CheckpointLab::tr("four ways"); },
         [] {
             return CheckpointLab::tr("Less is kept, and more is computed: the losses have the same bits in all four "
                                      "runs.");
         },
         {}},
        {"dice-kept",
         [] { return CheckpointLab::tr("dropout, the same dice"); },
         [] { return CheckpointLab::tr("The state of the random numbers is kept: dropout drops the same again."); },
         {{"model.dropout", "0.2"}}},
        {"dice-lost",
         [] { return CheckpointLab::tr("dropout, other dice"); },
         [] {
             return CheckpointLab::tr("Without the state of the random numbers the recomputation drops others: the "
                                      "first loss is the same, the gradients are not.");
         },
         {{"model.dropout", "0.2"}, {"checkpointing.rng", "false"}}},
        {"long",
         [] { return CheckpointLab::tr("one long sequence"); },
         [] { return CheckpointLab::tr("The softmax of attention is most of what a block holds."); },
         {{"sequence_length", "256"}, {"micro_batch_size", "1"}}},
        {"autocast",
         [] { return CheckpointLab::tr("with bf16 under autocast"); },
         [] { return CheckpointLab::tr("Both together: the inputs that are kept are fp32, the rest is bf16."); },
         {{"precision", "bf16"}}},
    };
}

} // namespace

CheckpointLab::CheckpointLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), "four", parent),
      m_look(new AutoLook(
          *m_group, {.memory = true},
          [](const auto& record, std::int64_t step) {
              return record.template detail_of<record::SavedTensors>(step) != nullptr;
          },
          this)) {
    buildForm();
    m_stage->show({"checkpoint-map", "memory-timeline", "loss-difference"}, false);
    connect(qobject_cast<CheckpointMap*>(m_stage->instrument("checkpoint-map")), &CheckpointMap::chosen, this,
            &CheckpointLab::chooseRun);
    begin();
}

void CheckpointLab::buildForm() {
    m_form->setWords([] { return tr("Throw away, compute again"); },
                     [] {
                         return tr("The same training four times: everything kept, and dropped per sublayer, per block "
                                   "and per segment of about √L blocks.");
                     });
    for (const char* path : {"model.size", "micro_batch_size", "sequence_length", "model.attention", "model.dropout",
                             "checkpointing.rng", "length.steps"})
        m_form->addField(path);
}

Scenario CheckpointLab::firstScenario() const {
    Scenario scenario;
    scenario.length.steps = 12;
    scenario.model.size = scenario::ModelSize::Micro; // of two blocks there is no √L
    scenario.micro_batch_size = 4;
    return scenario;
}

std::vector<Scenario> CheckpointLab::scenarios() const {
    std::vector<Scenario> all;
    for (const auto kind :
         {CheckpointKind::None, CheckpointKind::Sublayer, CheckpointKind::Block, CheckpointKind::Segments}) {
        Scenario scenario = m_state.scenario;
        scenario.checkpointing.kind = kind;
        if (kind == CheckpointKind::None) scenario.checkpointing.rng = true; // there it has no effect
        scenario.checkpointing.segments = std::max<std::int64_t>(
            1, std::llround(std::sqrt(static_cast<double>(scenario::model_shape(scenario.model.size).layers))));
        all.push_back(scenario);
    }
    return all;
}

RunModel* CheckpointLab::run() const {
    return m_group->at(m_chosen);
}

bool CheckpointLab::isSettled() const {
    return m_look->isSettled();
}

void CheckpointLab::showRuns() {
    m_look->watch();
    chooseRun(run());
}

QString CheckpointLab::commandLine() const {
    QStringList lines;
    for (const auto& scenario : scenarios())
        lines << shellLine(QStringList{"run", "nano"} + settingArguments(asRun(scenario)) +
                           QStringList{"--columns", "loss,bytes_activations,bytes_peak"});
    lines << probeLine(asRun(shownScenario()), run()->stepToLookInside(), "memory");
    return lines.join('\n');
}

void CheckpointLab::chooseRun(RunModel* chosen) {
    const auto place = m_group->runs().indexOf(chosen);
    if (place < 0) return;
    m_chosen = static_cast<int>(place);
    m_stage->setRun(chosen);
    m_stage->setComparison(m_group->runs());
    m_stage->setScenario(chosen->record().scenario());
    if (auto* map = qobject_cast<CheckpointMap*>(m_stage->instrument("checkpoint-map"))) map->setChosen(chosen);
    Q_EMIT changed();
}

} // namespace ampscope::ui

#include "ui/labs/accumulate_lab.h"

#include <QCheckBox>

#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/step/lane_table.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"

namespace ampscope::ui {

using scenario::Mistake;
using scenario::Scenario;

namespace {

// SGD without clipping: Adam and clipping hide a gradient that is k times too large.
std::vector<LabPreset> presets() {
    return {
        {"equal",
         [] { return AccumulateLab::tr("4 × 2 is 1 × 8"); },
         [] {
             return AccumulateLab::tr("Four micro-batches of 2 take the same steps as one batch of 8, in a quarter of "
                                      "the activations' memory.");
         },
         {}},
        {"not-divided",
         [] { return AccumulateLab::tr("loss not divided"); },
         [] {
             return AccumulateLab::tr("The gradients of the micro-batches are added without dividing by their number: "
                                      "SGD takes steps four times as long.");
         },
         {{"mistake", "no-loss-division"}, {"optimizer.kind", "sgd"}, {"optimizer.lr", "0.1"}, {"clip.when", "never"}}},
        {"hidden",
         [] { return AccumulateLab::tr("loss not divided, hidden by Adam"); },
         [] {
             return AccumulateLab::tr("The same mistake under Adam with clipping: the gradient norm tells, the loss "
                                      "hardly does.");
         },
         {{"mistake", "no-loss-division"}}},
        {"ragged",
         [] { return AccumulateLab::tr("sequences of unequal length"); },
         [] {
             return AccumulateLab::tr("The mean of means is not the mean over all targets. Take the mean over tokens "
                                      "to mend it.");
         },
         {{"data.lengths", "ragged"}}},
        {"skipped",
         [] { return AccumulateLab::tr("fp16: windows skipped"); },
         [] {
             return AccumulateLab::tr("An inf in one micro-batch is added to all others: the step of the whole window "
                                      "is skipped.");
         },
         {{"precision", "fp16"}, {"scaler.init_scale", "2^24"}, {"scaler.growth_interval", "25"}}},
    };
}

} // namespace

AccumulateLab::AccumulateLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), "equal", parent), m_mistake(new QCheckBox) {
    buildForm();
    m_stage->show({"micro-batches", "loss", "loss-difference", "lanes"}, true);
    connect(qobject_cast<LaneTable*>(m_stage->instrument("lanes")), &LaneTable::chosen, this,
            &AccumulateLab::chooseRun);
    begin();
}

void AccumulateLab::buildForm() {
    m_form->setWords([] { return tr("Many small batches, one step"); },
                     [] {
                         return tr(
                             "The first run adds up the gradients of its micro-batches and steps once. The second "
                             "takes the same sequences in one batch.");
                     });
    for (const char* path : {"accumulation_steps", "micro_batch_size"})
        m_form->addField(path);
    m_form->add(m_mistake);
    connect(m_mistake, &QCheckBox::clicked, this, &AccumulateLab::setMistake);
    translated(m_mistake, [this] {
        m_mistake->setText(tr("mistake: loss not divided"));
        m_mistake->setToolTip(tr("The loss of a micro-batch is not divided by the number of micro-batches."));
    });
    for (const char* path :
         {"optimizer.kind", "optimizer.lr", "clip.when", "data.lengths", "loss_normalization", "length.steps"})
        m_form->addField(path);
}

Scenario AccumulateLab::firstScenario() const {
    Scenario scenario;
    scenario.length.steps = 80;
    scenario.accumulation_steps = 4;
    scenario.micro_batch_size = 2;     // together the default batch
    scenario.record.details_every = 1; // the micro-batches of every step
    return scenario;
}

void AccumulateLab::showSettings() {
    RunLab::showSettings();
    m_mistake->setChecked(scenario().mistake == Mistake::NoLossDivision);
    if (m_showsWhole) m_stage->setScenario(wholeBatch());
}

void AccumulateLab::setMistake(bool on) {
    editSetting("mistake", on ? "no-loss-division" : "none");
}

Scenario AccumulateLab::wholeBatch() const {
    Scenario whole = scenario();
    whole.micro_batch_size = scenario().micro_batch() * scenario().accumulation_steps;
    whole.batch_size = 0;
    whole.accumulation_steps = 1;
    whole.mistake = Mistake::None;
    return whole;
}

RunModel* AccumulateLab::run() const {
    return m_group->at(m_showsWhole ? 1 : 0);
}

void AccumulateLab::showRuns() {
    chooseRun(run());
}

void AccumulateLab::chooseRun(RunModel* chosen) {
    m_showsWhole = chosen == m_group->at(1);
    m_stage->setRun(chosen);
    m_stage->setComparison(m_group->runs());
    m_stage->instrument("micro-batches")->setRun(m_group->at(0));
    if (auto* table = qobject_cast<LaneTable*>(m_stage->instrument("lanes"))) table->setChosen(chosen);
    Q_EMIT changed();
}

} // namespace ampscope::ui

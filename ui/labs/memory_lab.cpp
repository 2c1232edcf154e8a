#include "ui/labs/memory_lab.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/memory_bars.h"
#include "ui/labs/auto_look.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"
#include "ui/labs/text_entry.h"

namespace ampscope::ui {

namespace {

constexpr std::int64_t kSteps = 4; // Adam has no state before the first

// A preset beyond its fields: the model of the formulas, the budget, and which rows are shown.
struct Extras {
    const char *preset, *model, *budget;
    bool schemes;
};
constexpr Extras kExtras[] = {
    {"schemes", "125m", "", true}, {"card", "350M", "t4", false}, {"billion", "1B", "rtx4090", false}};

std::vector<LabPreset> presets() {
    return {
        {"small",
         [] { return MemoryLab::tr("a small GPT in fp32"); },
         [] { return MemoryLab::tr("The chapter counts weights, gradients and Adam; a step also holds activations."); },
         {}},
        {"autocast",
         [] { return MemoryLab::tr("bf16 under autocast"); },
         [] {
             return MemoryLab::tr("Weights, gradients and Adam stay as they were: of all parts only activations can "
                                  "shrink, and 16-bit copies of the weights come on top.");
         },
         {{"precision", "bf16"}}},
        {"pure",
         [] { return MemoryLab::tr("everything in bf16"); },
         [] { return MemoryLab::tr("Half of all: 8 bytes per parameter, but small updates vanish."); },
         {{"precision", "bf16-pure"}}},
        {"master",
         [] { return MemoryLab::tr("bf16 weights, fp32 copy"); },
         [] { return MemoryLab::tr("16 bytes per parameter again: 2 + 2 + 4 + 8."); },
         {{"precision", "bf16-master"}}},
        {"long",
         [] { return MemoryLab::tr("long sequences, attention written out"); },
         [] { return MemoryLab::tr("The softmax of attention grows with the square of the length."); },
         {{"sequence_length", "256"}, {"micro_batch_size", "2"}}},
        {"fused",
         [] { return MemoryLab::tr("long sequences, fused attention"); },
         [] { return MemoryLab::tr("The same numbers without the square: fused attention keeps one number per row."); },
         {{"sequence_length", "256"}, {"micro_batch_size", "2"}, {"model.attention", "fused"}}},
        {"saw",
         [] { return MemoryLab::tr("checkpointing: a saw"); },
         [] {
             return MemoryLab::tr(
                 "Each block is computed again in backward: the line goes up and down, block by block.");
         },
         {{"model.size", "micro"}, {"micro_batch_size", "4"}, {"checkpointing.kind", "block"}}},
        {"schemes",
         [] { return MemoryLab::tr("12, 14, 16 or 18 bytes?"); },
         [] { return MemoryLab::tr("Ten ways of counting the same training. What is in the list decides."); },
         {{"precision", "bf16"}}},
        {"card",
         [] { return MemoryLab::tr("350M on a T4"); },
         [] { return MemoryLab::tr("16 GB are hit by activations, not by the weights: the batch decides."); },
         {{"precision", "fp16"}, {"sequence_length", "512"}, {"micro_batch_size", "16"}, {"length.steps", "1"}}},
        {"billion",
         [] { return MemoryLab::tr("a billion on an RTX 4090"); },
         [] { return MemoryLab::tr("16 GB go to weights, gradients and Adam before the first activation."); },
         {{"precision", "bf16"}, {"sequence_length", "512"}, {"micro_batch_size", "8"}, {"length.steps", "1"}}},
    };
}

} // namespace

MemoryLab::MemoryLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), parent),
      m_modelEntry(new TextEntry([this](const QString& text) { setModel(text); })),
      m_budgetEntry(new TextEntry([this](const QString& text) { setBudget(text); })),
      m_look(new AutoLook(
          *m_group, {.ops = true, .memory = true, .layers = true},
          [](const auto& record, std::int64_t step) {
              return record.template detail_of<record::MemoryTimeline>(step) != nullptr;
          },
          this)) {
    buildForm();
    m_stage->setTallFirst(false);
    m_stage->show({"memory-bars", "memory-timeline", "saved-tensors", "parts-table"}, false);
    m_bars = qobject_cast<MemoryBars*>(m_stage->instrument("memory-bars"));
    reset();
}

void MemoryLab::buildForm() {
    m_form->setWords([] { return tr("What one step holds"); },
                     [] {
                         return tr("A run of four steps, looked into allocation by allocation. The first step has no "
                                   "Adam state yet.");
                     });
    m_form->add(m_modelEntry);
    m_form->add(m_budgetEntry);
    QStringList models, budgets{QString::fromUtf8(hardware::kThisMachine), "16GB", "24GB", "80GB"};
    for (const auto& name : memory::model_names())
        models << QString::fromStdString(name);
    models << "350M"
           << "1.5B"
           << "7B";
    for (const auto& device : hardware::catalogue().devices)
        if (!device.memory_gb.empty()) budgets << QString::fromStdString(device.id);
    m_modelEntry->setSuggestions(models);
    m_budgetEntry->setSuggestions(budgets);
    translated(this, [this] {
        m_modelEntry->setWords(
            tr("formulas for"), tr("the model that runs"),
            tr("Another model for the rows of formulas: nano to 125m, or a number of parameters such as "
               "350M or 1.5B. Empty: the model that runs."));
        m_budgetEntry->setWords(tr("memory budget"), tr("none"),
                                tr("A size such as 16GB, a device such as t4, or this for this machine."));
    });
    for (const char* path : {"model.size", "precision", "optimizer.kind", "micro_batch_size", "sequence_length",
                             "model.attention", "checkpointing.kind", "accumulation_steps"})
        m_form->addField(path);
    m_form->finish();
}

void MemoryLab::choosePreset(const QString& id) {
    const LabPreset* preset = m_form->preset(id);
    if (!preset) return;
    const std::int64_t seed = m_scenario.seed;
    m_scenario = {};
    m_scenario.seed = seed;
    m_scenario.length.steps = kSteps;
    for (const auto& [path, value] : preset->changes)
        scenario::set_field(m_scenario, path, value);
    m_preset = id;
    const auto* extras = std::ranges::find(kExtras, id, [](const Extras& e) { return QString(e.preset); });
    const bool has = extras != std::end(kExtras);
    m_modelEntry->enter(has ? extras->model : "");
    m_budgetEntry->enter(has ? extras->budget : "");
    m_bars->setShowsSchemes(has && extras->schemes);
    showSettings();
    startAgain();
}

void MemoryLab::reset() {
    m_scenario = {};
    choosePreset("small");
}

void MemoryLab::showSettings() {
    m_form->showSettings(m_scenario, m_preset);
    m_stage->setScenario(m_scenario);
    m_bars->setSettings(m_scenario);
    Q_EMIT changed();
}

void MemoryLab::setModel(const QString& text) {
    m_bars->setModel(text.isEmpty() ? std::nullopt : std::optional(memory::parse_model(text.toStdString())));
}

void MemoryLab::setBudget(const QString& text) {
    m_bars->setBudget(text.isEmpty() ? std::nullopt : std::optional(hardware::parse_budget(text.toStdString())));
}

QString MemoryLab::precision() const {
    return QString::fromUtf8(scenario::choice_name(m_scenario.precision));
}

void MemoryLab::setPrecision(const QString& id) {
    settingEdited("precision", id);
}

RunModel* MemoryLab::run() const {
    return m_group->at(0);
}

bool MemoryLab::isSettled() const {
    return m_look->isSettled();
}

void MemoryLab::startRuns() {
    noteStart();
    m_group->start({m_scenario}, m_holdAt);
    m_look->watch();
    m_stage->setRun(run());
    Q_EMIT changed();
}

} // namespace ampscope::ui

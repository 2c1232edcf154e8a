#include "ui/labs/memory_lab.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/memory/memory_bars.h"
#include "ui/labs/auto_look.h"
#include "ui/labs/command_line.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"
#include "ui/labs/text_entry.h"

namespace ampscope::ui {

namespace {

constexpr int kSteps = 4; // Adam has no state before the first

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
         {{"precision", "bf16"}},
         {{"model", "125m"}, {"memory-bars", "schemes"}}},
        {"card",
         [] { return MemoryLab::tr("350M on a T4"); },
         [] { return MemoryLab::tr("16 GB are hit by activations, not by the weights: the batch decides."); },
         {{"precision", "fp16"}, {"sequence_length", "512"}, {"micro_batch_size", "16"}, {"length.steps", "1"}},
         {{"model", "350M"}, {"budget", "t4"}}},
        {"billion",
         [] { return MemoryLab::tr("a billion on an RTX 4090"); },
         [] { return MemoryLab::tr("16 GB go to weights, gradients and Adam before the first activation."); },
         {{"precision", "bf16"}, {"sequence_length", "512"}, {"micro_batch_size", "8"}, {"length.steps", "1"}},
         {{"model", "1B"}, {"budget", "rtx4090"}}},
    };
}

std::optional<memory::Model> modelFrom(const QString& text) {
    return text.isEmpty() ? std::nullopt : std::optional(memory::parse_model(text.toStdString()));
}
std::optional<hardware::Budget> budgetFrom(const QString& text) {
    return text.isEmpty() ? std::nullopt : std::optional(hardware::parse_budget(text.toStdString()));
}

} // namespace

MemoryLab::MemoryLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), "small", parent),
      m_modelEntry(new TextEntry([this](const QString& text) {
          static_cast<void>(modelFrom(text)); // refused before anything changes
          setMore("model", text);
      })),
      m_budgetEntry(new TextEntry([this](const QString& text) {
          static_cast<void>(budgetFrom(text));
          setMore("budget", text);
      })),
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
    connect(m_bars, &MemoryBars::chosen, this, &MemoryLab::setMore);
    begin();
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
}

scenario::Scenario MemoryLab::firstScenario() const {
    scenario::Scenario scenario;
    scenario.length.steps = kSteps;
    return scenario;
}

QMap<QString, QString> MemoryLab::firstMore() const {
    return {{"model", ""}, {"budget", ""}, {"memory-bars", "parts"}};
}

void MemoryLab::showSettings() {
    RunLab::showSettings();
    m_modelEntry->setText(more("model"));
    m_budgetEntry->setText(more("budget"));
    m_bars->setModel(modelFrom(more("model")));
    m_bars->setBudget(budgetFrom(more("budget")));
    m_bars->setShowsSchemes(more("memory-bars") == "schemes");
    m_bars->setSettings(scenario());
}

bool MemoryLab::isSettled() const {
    return m_look->isSettled();
}

void MemoryLab::showRuns() {
    m_look->watch();
    m_stage->setRun(run());
}

QString MemoryLab::commandLine() const {
    const auto ran = asRun(scenario());
    const QStringList settings = settingArguments(ran);
    QStringList formulas = QStringList{"memory", "nano"} + settings;
    if (!more("model").isEmpty()) formulas << "--model" << more("model");
    if (!more("budget").isEmpty()) formulas << "--budget" << more("budget");
    if (more("memory-bars") == "schemes") formulas << "--schemes";
    if (more("model").isEmpty()) formulas << "--measure";
    return shellLine(formulas) + '\n' + probeLine(ran, run()->stepToLookInside(), "ops,memory,layers");
}

} // namespace ampscope::ui

#include "ui/labs/train_lab.h"

#include <QComboBox>
#include <QSpinBox>
#include <algorithm>

#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/step/lane_table.h"
#include "ui/labs/command_line.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"

namespace ampscope::ui {

using scenario::Scenario;

namespace {

const QStringList kAllFormats = {"fp32", "bf16", "fp16"};

std::vector<LabPreset> presets() {
    return {
        {"three",
         [] { return TrainLab::tr("three precisions"); },
         [] { return TrainLab::tr("The same training in fp32, bf16 and fp16. fp16 has a loss scaler."); },
         {{"scaler.growth_interval", "25"}}},
        {"seeds",
         [] { return TrainLab::tr("three seeds each"); },
         [] { return TrainLab::tr("How far runs differ by chance alone: a band over three seeds."); },
         {{"scaler.growth_interval", "25"}},
         {{"seeds", "3"}}},
        {"scale",
         [] { return TrainLab::tr("fp16 starts too high"); },
         [] { return TrainLab::tr("Loss scale from 2²⁴: fp16 loses its first steps, the others do not."); },
         {{"scaler.init_scale", "2^24"}, {"scaler.growth_interval", "25"}}},
        {"small-loss",
         [] { return TrainLab::tr("small gradients, no scaler"); },
         [] { return TrainLab::tr("Loss divided by 100,000: in fp16 most gradients become 0 and learning stops."); },
         {{"loss_multiplier", "1e-5"}, {"scaler.enabled", "false"}}},
        {"high-rate",
         [] { return TrainLab::tr("learning rate too high"); },
         [] { return TrainLab::tr("Where training is unstable, the precision decides when it breaks."); },
         {{"optimizer.lr", "0.05"}}},
    };
}

} // namespace

TrainLab::TrainLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), "three", parent), m_seeds(new QSpinBox), m_weights(new ComboBox) {
    buildForm();
    begin();
}

void TrainLab::buildForm() {
    m_form->setWords([] { return tr("The same training, three precisions"); },
                     [] {
                         return tr(
                             "Same seed, same text, step by step in turn. Choose a row below the plots to see its "
                             "code and its steps.");
                     });
    m_seeds->setRange(1, kMostSeeds);
    m_seeds->setLocale(QLocale::c());
    m_seeds->setKeyboardTracking(false);
    m_seeds->setButtonSymbols(QAbstractSpinBox::NoButtons); // as the other numbers: typed, or with the arrow keys
    m_form->add(m_seeds, [] { return tr("seeds (1 to 5)"); });
    connect(m_seeds, &QSpinBox::valueChanged, this, &TrainLab::setSeeds);
    m_form->add(m_weights, [] { return tr("weights of bf16 and fp16"); });
    for (const char* kind : {"", "pure", "master"})
        m_weights->addItem(QString(), QString(kind));
    m_weights->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    translated(m_weights, [this] {
        m_weights->setItemText(0, tr("fp32, under autocast"));
        m_weights->setItemText(1, tr("16 bits"));
        m_weights->setItemText(2, tr("16 bits, with an fp32 copy"));
    });
    connect(m_weights, &QComboBox::activated, this, [this](int index) {
        LabState next = m_state;
        next.more["weights"] = m_weights->itemData(index).toString();
        next.preset.clear();
        change(next);
    });
    for (const char* path :
         {"optimizer.lr", "loss_multiplier", "scaler.init_scale", "scaler.growth_interval", "length.steps"})
        m_form->addField(path);
}

QMap<QString, QString> TrainLab::firstMore() const {
    return {{"formats", kAllFormats.join(',')}, {"seeds", "1"}, {"weights", ""}};
}

// It runs beside fp32.
LabState TrainLab::stateFor(const Scenario& scenario) const {
    const QStringList parts = QString::fromUtf8(scenario::choice_name(scenario.precision)).split('-');
    LabState state{scenario, {}, firstMore()};
    state.more["formats"] = parts[0] == "fp32" ? parts[0] : "fp32," + parts[0];
    state.more["weights"] = parts.value(1);
    return state;
}

void TrainLab::showSettings() {
    if (!precisions().contains(m_chosen)) m_chosen = precisions().back();
    RunLab::showSettings();
    const QSignalBlocker quiet(m_seeds);
    m_seeds->setValue(seedCount());
    m_weights->setCurrentIndex(m_weights->findData(more("weights")));
}

void TrainLab::setSeeds(int count) {
    LabState next = m_state;
    next.more["seeds"] = QString::number(qBound(1, count, kMostSeeds));
    if (next.more != m_state.more) next.preset.clear();
    changeNow(next);
}

void TrainLab::setPrecision(const QString& format) {
    if (!kAllFormats.contains(format)) return;
    QStringList formats = precisions();
    if (formats.contains(format)) {
        if (formats.size() > 1) formats.removeAll(format);
    } else {
        formats << format;
        std::ranges::sort(formats, {}, [](const QString& f) { return kAllFormats.indexOf(f); });
    }
    LabState next = m_state;
    next.more["formats"] = formats.join(',');
    next.preset.clear();
    changeNow(next);
}

QString TrainLab::precisionOf(const QString& format) const {
    return format == "fp32" || more("weights").isEmpty() ? format : format + "-" + more("weights");
}

Scenario TrainLab::scenarioOf(const QString& format) const {
    Scenario scenario = m_state.scenario;
    scenario::set_field(scenario, "precision", precisionOf(format).toStdString());
    return scenario;
}

std::vector<Scenario> TrainLab::scenarios() const {
    std::vector<Scenario> all;
    for (const auto& format : precisions())
        for (int seed = 0; seed < seedCount(); ++seed) {
            Scenario scenario = scenarioOf(format);
            scenario.seed += seed;
            // The band needs losses only.
            if (seed > 0) scenario.record.level = scenario::RecordLevel::None;
            all.push_back(scenario);
        }
    return all;
}

QString TrainLab::commandLine() const {
    QStringList arguments{"sweep", "nano"}, values;
    Scenario shared = asRun(scenario());
    shared.precision = scenario::Precision::Fp16; // so that what only a scaler uses counts
    for (const auto& setting : scenario::settings_for(shared))
        if (!setting.starts_with("precision=") && !setting.starts_with("scaler.enabled="))
            arguments << "--set" << QString::fromStdString(setting);
    if (const auto enabled = shared.scaler.enabled)
        arguments << "--set" << (*enabled ? "scaler.enabled=true" : "scaler.enabled=false");
    for (const auto& format : precisions())
        values << precisionOf(format);
    arguments << "--over"
              << "precision=" + values.join(',');
    if (seedCount() > 1) arguments << "--seeds" << QString::number(seedCount());
    return shellLine(arguments + QStringList{"--columns", "loss"});
}

RunModel* TrainLab::run() const {
    const auto& runs = m_group->runs();
    const auto place = precisions().indexOf(m_chosen) * seedCount();
    return place >= 0 && place < runs.size() ? runs[place] : m_group->at(0);
}

void TrainLab::showRuns() {
    const bool has_scaler = precisions().contains("fp16") && scenarioOf("fp16").scaler_enabled();
    m_stage->show(has_scaler ? QStringList{"loss", "scale-trace", "loss-difference", "throughput", "lanes"}
                             : QStringList{"loss", "loss-difference", "throughput", "lanes"},
                  true);
    if (auto* table = qobject_cast<LaneTable*>(m_stage->instrument("lanes")))
        connect(table, &LaneTable::chosen, this, &TrainLab::chooseRun, Qt::UniqueConnection);
    giveRuns();
}

void TrainLab::chooseRun(RunModel* chosen) {
    const auto place = m_group->runs().indexOf(chosen);
    if (place < 0) return;
    m_chosen = precisions()[place / seedCount()];
    giveRuns();
    Q_EMIT changed();
}

void TrainLab::giveRuns() {
    m_stage->setRun(run());
    m_stage->setComparison(m_group->runs());
    if (auto* trace = m_stage->instrument("scale-trace"))
        trace->setRun(m_group->runs()[precisions().indexOf("fp16") * seedCount()]);
    if (auto* table = qobject_cast<LaneTable*>(m_stage->instrument("lanes"))) table->setChosen(run());
}

} // namespace ampscope::ui

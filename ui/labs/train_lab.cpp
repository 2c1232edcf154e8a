#include "ui/labs/train_lab.h"

#include <QComboBox>
#include <QSpinBox>
#include <algorithm>

#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/lane_table.h"
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
         3},
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
    : RunLab(thread, presets(), parent), m_seeds(new QSpinBox), m_weightsBox(new ComboBox) {
    buildForm();
    reset();
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
    m_form->add(m_weightsBox, [] { return tr("weights of bf16 and fp16"); });
    for (const char* kind : {"", "pure", "master"})
        m_weightsBox->addItem(QString(), QString(kind));
    m_weightsBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    translated(m_weightsBox, [this] {
        m_weightsBox->setItemText(0, tr("fp32, under autocast"));
        m_weightsBox->setItemText(1, tr("16 bits"));
        m_weightsBox->setItemText(2, tr("16 bits, with an fp32 copy"));
    });
    connect(m_weightsBox, &QComboBox::activated, this, [this](int index) {
        m_weights = m_weightsBox->itemData(index).toString();
        showSettings();
        startAgainSoon();
    });
    for (const char* path :
         {"optimizer.lr", "loss_multiplier", "scaler.init_scale", "scaler.growth_interval", "length.steps"})
        m_form->addField(path);
    m_form->finish();
}

void TrainLab::choosePreset(const QString& id) {
    const LabPreset* preset = m_form->preset(id);
    if (!preset) return;
    const std::int64_t seed = m_scenario.seed;
    m_scenario = {};
    m_scenario.seed = seed;
    for (const auto& [path, value] : preset->changes)
        scenario::set_field(m_scenario, path, value);
    m_seedCount = preset->seeds;
    m_weights.clear();
    m_preset = id;
    showSettings();
    startAgain();
}

void TrainLab::reset() {
    m_scenario = {};
    m_formats = kAllFormats;
    m_chosen = "fp16";
    choosePreset("three");
}

void TrainLab::showSettings() {
    m_form->showSettings(m_scenario, m_preset);
    const QSignalBlocker quiet(m_seeds);
    m_seeds->setValue(m_seedCount);
    m_weightsBox->setCurrentIndex(m_weightsBox->findData(m_weights));
    m_stage->setScenario(scenarioOf(m_chosen));
    Q_EMIT changed();
}

void TrainLab::setSeeds(int count) {
    count = qBound(1, count, kMostSeeds);
    if (count == m_seedCount) return;
    m_seedCount = count;
    m_preset.clear();
    showSettings();
    startAgain();
}

void TrainLab::setPrecision(const QString& format) {
    if (!kAllFormats.contains(format)) return;
    if (m_formats.contains(format)) {
        if (m_formats.size() > 1) m_formats.removeAll(format);
    } else {
        m_formats << format;
        std::ranges::sort(m_formats, {}, [](const QString& f) { return kAllFormats.indexOf(f); });
    }
    if (!m_formats.contains(m_chosen)) m_chosen = m_formats.back();
    showSettings();
    startAgain();
}

Scenario TrainLab::scenarioOf(const QString& format) const {
    Scenario scenario = m_scenario;
    const QString precision = format == "fp32" || m_weights.isEmpty() ? format : format + "-" + m_weights;
    scenario::set_field(scenario, "precision", precision.toStdString());
    return scenario;
}

std::vector<Scenario> TrainLab::scenarios() const {
    std::vector<Scenario> all;
    for (const auto& format : m_formats)
        for (int seed = 0; seed < m_seedCount; ++seed) {
            Scenario scenario = scenarioOf(format);
            scenario.seed += seed;
            // The band needs losses only.
            if (seed > 0) scenario.record.level = scenario::RecordLevel::None;
            all.push_back(scenario);
        }
    return all;
}

RunModel* TrainLab::run() const {
    const auto& runs = m_group->runs();
    const auto place = m_formats.indexOf(m_chosen) * m_seedCount;
    return place < runs.size() ? runs[place] : m_group->at(0);
}

void TrainLab::startRuns() {
    noteStart();
    m_group->start(scenarios(), m_holdAt);
    const bool has_scaler = m_formats.contains("fp16") && scenarioOf("fp16").scaler_enabled();
    m_stage->show(has_scaler ? QStringList{"loss", "scale-trace", "loss-difference", "throughput", "lanes"}
                             : QStringList{"loss", "loss-difference", "throughput", "lanes"},
                  true);
    if (auto* table = qobject_cast<LaneTable*>(m_stage->instrument("lanes")))
        connect(table, &LaneTable::chosen, this, &TrainLab::chooseRun, Qt::UniqueConnection);
    giveRuns();
    Q_EMIT changed();
}

void TrainLab::chooseRun(RunModel* chosen) {
    const auto place = m_group->runs().indexOf(chosen);
    if (place < 0) return;
    m_chosen = m_formats[place / m_seedCount];
    giveRuns();
    Q_EMIT changed();
}

void TrainLab::giveRuns() {
    m_stage->setRun(run());
    m_stage->setComparison(m_group->runs());
    if (auto* trace = m_stage->instrument("scale-trace"))
        trace->setRun(m_group->runs()[m_formats.indexOf("fp16") * m_seedCount]);
    if (auto* table = qobject_cast<LaneTable*>(m_stage->instrument("lanes"))) table->setChosen(run());
}

} // namespace ampscope::ui

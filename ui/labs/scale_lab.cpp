#include "ui/labs/scale_lab.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/stage.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using scenario::Scenario;

constexpr int kRestartMilliseconds = 250;
constexpr const char* kFirstPreset = "overflow";

ScaleLab::ScaleLab(train::ComputeThread& thread, QWidget* parent)
    : Page(parent),
      m_run(new RunModel(thread, this)),
      m_reference(new RunModel(thread, this)),
      m_stage(new Stage(this)),
      m_presets(new ComboBox(this)) {
    auto* side = new QWidget;
    side->setObjectName("lessonCard");
    side->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(14);
    buildForm(column);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(side);
    scroll->setFixedWidth(286);
    scroll->setFrameShape(QFrame::NoFrame);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll);
    layout->addWidget(m_stage, 1);

    m_stage->setRun(m_run);
    m_stage->setComparison({m_reference});
    connect(m_stage, &Stage::noticed, this, &Page::noticed);
    connect(m_stage, &Stage::numberAsked, this, &Page::bitsAsked);
    connect(m_run, &RunModel::noticed, this, &Page::noticed);
    connect(m_run, &RunModel::stateChanged, this, &Page::changed);
    m_restartTimer.setSingleShot(true);
    m_restartTimer.setInterval(kRestartMilliseconds);
    connect(&m_restartTimer, &QTimer::timeout, this, &ScaleLab::startRuns);
    reset();
}

void ScaleLab::buildForm(QVBoxLayout* column) {
    auto* heading = new QLabel;
    auto* hint = new QLabel;
    auto* preset_name = new QLabel;
    heading->setWordWrap(true);
    hint->setWordWrap(true);
    hint->setProperty("role", "muted");
    preset_name->setProperty("role", "muted");
    column->addWidget(heading);
    column->addWidget(hint);
    column->addWidget(preset_name);
    column->addWidget(m_presets);
    column->setSpacing(10);
    for (const char* path : {"scaler.enabled", "scaler.init_scale", "scaler.growth_interval", "loss_multiplier",
                             "optimizer.lr", "length.steps"}) {
        auto* editor = new FieldEditor(path);
        connect(editor, &FieldEditor::edited, this, &ScaleLab::settingEdited);
        column->addWidget(editor);
        m_editors << editor;
    }
    column->addStretch(1);
    connect(m_presets, &QComboBox::activated, this,
            [this](int index) { choosePreset(m_presets->itemData(index).toString()); });
    translated(this, [this, heading, hint, preset_name] {
        heading->setText(tr("Find a scale that fits"));
        heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
        hint->setText(tr("A small GPT trains here, for real. Too high a scale and gradients pass the end of fp16: the "
                         "step is skipped. Too low and they vanish."));
        preset_name->setText(tr("preset"));
        m_presets->setAccessibleName(tr("preset"));
        m_presets->clear();
        for (const auto& preset : scenario::presets()) {
            m_presets->addItem(say(preset.title()), QString::fromUtf8(preset.name));
            m_presets->setItemData(m_presets->count() - 1, say(preset.meaning()), Qt::ToolTipRole);
        }
        m_presets->setCurrentIndex(m_presets->findData(m_preset));
        m_presets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        Q_EMIT changed();
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, heading,
            [heading] { heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold)); });
}

void ScaleLab::choosePreset(const QString& name) {
    const scenario::Preset* preset = scenario::find_preset(name.toStdString());
    if (!preset) return;
    const std::int64_t seed = m_scenario.seed;
    m_scenario = scenario::make(*preset);
    m_scenario.seed = seed;
    m_preset = name;
    showSettings();
    if (m_hasStarted) startRuns();
}

void ScaleLab::reset() {
    m_stage->show({"scale-trace", "histogram", "loss", "nonfinite", "memory-strip"}, true);
    m_scenario = Scenario{};
    choosePreset(kFirstPreset);
}

void ScaleLab::showSettings() {
    m_presets->setCurrentIndex(m_presets->findData(m_preset));
    for (auto* editor : m_editors)
        editor->setValue(m_scenario);
    m_stage->setScenario(m_scenario);
    Q_EMIT changed();
}

void ScaleLab::settingEdited(const QString& path, const QString& value) {
    scenario::set_field(m_scenario, path.toStdString(), value.toStdString());
    m_scenario.name.clear();
    m_preset.clear();
    showSettings();
    m_restartTimer.start();
}

QString ScaleLab::precision() const {
    return QString::fromUtf8(scenario::choice_name(m_scenario.precision));
}

void ScaleLab::setPrecision(const QString& id) {
    // The scaler is for fp16: switching to another format takes it off, and back on.
    m_scenario.scaler.enabled.reset();
    settingEdited("precision", id);
}

void ScaleLab::restart(std::optional<std::int64_t> seed) {
    if (seed) m_scenario.seed = *seed;
    startRuns();
}

void ScaleLab::enter() {
    if (!m_hasStarted) startRuns();
}

void ScaleLab::startRuns() {
    m_hasStarted = true;
    m_restartTimer.stop();
    m_run->start(m_scenario, false, m_holdAt);
    if (m_scenario.precision == scenario::Precision::Fp32) {
        m_reference->clear();
    } else {
        Scenario reference = m_scenario;
        reference.precision = scenario::Precision::Fp32;
        reference.scaler.enabled = false;
        reference.record.level = scenario::RecordLevel::None;
        m_reference->start(reference, false, m_holdAt);
    }
    Q_EMIT changed();
}

} // namespace ampscope::ui

#include "ui/labs/autocast_lab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/step/lanes.h"
#include "ui/labs/auto_look.h"
#include "ui/labs/command_line.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using scenario::AutocastIsland;
using scenario::AutocastWrap;
using scenario::Precision;
using scenario::Scenario;

namespace {

constexpr std::int64_t kSteps = 12;
constexpr int kMostViews = 4;
constexpr double kHighStage = 900; ///< from here on the error has room below the ops

struct View {
    const char* id;
    const char* name;
};
constexpr View kViews[] = {{"op-flow", QT_TRANSLATE_NOOP("ampscope::ui::AutocastLab", "Ops")},
                           {"autocast-table", QT_TRANSLATE_NOOP("ampscope::ui::AutocastLab", "Rules")},
                           {"shadow-error", QT_TRANSLATE_NOOP("ampscope::ui::AutocastLab", "Error")},
                           {"layers", QT_TRANSLATE_NOOP("ampscope::ui::AutocastLab", "Layers")},
                           {"throughput", QT_TRANSLATE_NOOP("ampscope::ui::AutocastLab", "Time")}};

const QStringList kOps = {"linear", "matmul", "softmax", "gelu", "rms_norm", "mul", "add"};

std::vector<LabPreset> presets() {
    return {
        {"fp16",
         [] { return AutocastLab::tr("fp16, rules of CUDA"); },
         [] { return AutocastLab::tr("Products in 16 bits, softmax and norms in fp32: what a GPU's autocast does."); },
         {{"precision", "fp16"}}},
        {"bf16",
         [] { return AutocastLab::tr("bf16, rules of CUDA"); },
         [] { return AutocastLab::tr("The same ops in bf16: no scaler, and an eighth of the precision."); },
         {{"precision", "bf16"}}},
        {"cpu",
         [] { return AutocastLab::tr("bf16, the CPU's own rules"); },
         [] { return AutocastLab::tr("Softmax and norms stay in 16 bits here: the lists differ by device."); },
         {{"precision", "bf16"}, {"autocast.rules", "cpu"}}},
        {"keep-gelu",
         [] { return AutocastLab::tr("one op kept in fp32: gelu"); },
         [] { return AutocastLab::tr("Two more casts for each block. Is the error smaller, and what does it cost?"); },
         {{"precision", "fp16"}, {"autocast.fp32_ops", "gelu"}}},
        {"island",
         [] { return AutocastLab::tr("attention in fp32"); },
         [] { return AutocastLab::tr("A region switched off inside the region: autocast(enabled=False)."); },
         {{"precision", "fp16"}, {"autocast.island", "attention"}}},
        {"inside",
         [] { return AutocastLab::tr("backward inside the region"); },
         [] { return AutocastLab::tr("Chapter B calls it a mistake. Does anything change?"); },
         {{"precision", "fp16"}, {"autocast.wrap", "backward"}}},
        {"custom",
         [] { return AutocastLab::tr("a norm written by hand"); },
         [] { return AutocastLab::tr("On no list: each of its ops follows its inputs, in 16 bits."); },
         {{"precision", "fp16"}, {"model.kind", "custom-norm"}}},
        {"overflow",
         [] { return AutocastLab::tr("a scale that is too high"); },
         [] { return AutocastLab::tr("The op that gives the first Inf is marked."); },
         {{"precision", "fp16"}, {"scaler.init_scale", "2^26"}, {"length.steps", "1"}}},
    };
}

// In the middle of all layers, so that one odd layer does not speak for all; NaN without a comparison.
double medianError(const RunModel& run) {
    std::vector<double> errors;
    if (const auto* shadow = run.record().detail_at<record::ShadowError>(run.stepToLookInside()))
        for (const auto& layer : shadow->layers)
            if (std::isfinite(layer.relative)) errors.push_back(layer.relative);
    if (errors.empty()) return std::nan("");
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::ranges::nth_element(errors, middle);
    return *middle;
}

QString figure(double value) {
    return std::isfinite(value) ? QString::fromStdString(io::to_text(value, 3)) : QStringLiteral("–");
}

} // namespace

AutocastLab::AutocastLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), "fp16", parent),
      m_op(new ComboBox),
      m_effect(new QLabel(this)),
      m_look(new AutoLook(
          *m_group, {.ops = true, .layers = true, .nonfinite = true, .shadow = true},
          [](const auto& record, std::int64_t step) {
              return record.template detail_of<record::ShadowError>(step) != nullptr;
          },
          this)) {
    buildForm();
    buildViews();
    connect(m_group, &RunGroup::stateChanged, this, &AutocastLab::tellEffect);
    begin();
}

void AutocastLab::buildForm() {
    m_form->setWords([] { return tr("Which op runs in which format"); },
                     [] {
                         return tr("Every op of a real step, with the rule that chose its dtype. Change a rule and "
                                   "watch the error against fp32, and the time.");
                     });
    for (const char* path : {"autocast.rules", "autocast.wrap", "autocast.island"})
        m_form->addField(path);
    m_op->setObjectName("keptOp");
    m_op->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_form->add(m_op, [] { return tr("one op kept in fp32"); });
    connect(m_op, &QComboBox::activated, this, [this](int index) { keepInFp32(m_op->itemData(index).toString()); });
    translated(m_op, [this] { fillOps(); });
    for (const char* path : {"model.kind", "model.attention", "model.ffn", "scaler.init_scale", "length.steps"})
        m_form->addField(path);
}

void AutocastLab::buildViews() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * kSpace, kSpace + 2, 2 * kSpace, 0);
    row->setSpacing(kSpace);
    for (const auto& view : kViews) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        button->setObjectName("view-" + QString(view.id));
        const QString id = view.id;
        connect(button, &QToolButton::clicked, this, [this, id](bool on) { setShown(id, on); });
        translated(button, [button, &view] {
            button->setText(tr(view.name));
            button->setToolTip(tr("Show or hide; up to four at a time"));
            button->setAccessibleName(button->text());
        });
        row->addWidget(button);
        m_views << button;
    }
    m_effect->setWordWrap(true);
    m_effect->setProperty("role", "muted");
    m_effect->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_effect, 1);
    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addLayout(row);
    layout()->removeWidget(m_stage);
    right->addWidget(m_stage, 1);
    static_cast<QHBoxLayout*>(layout())->addLayout(right, 1);
    m_stage->setTallFirst(false);
    connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, this, &AutocastLab::tellEffect);
}

void AutocastLab::fillOps() {
    const auto& in_fp32 = scenario().autocast.fp32_ops;
    const QString kept = in_fp32.empty() ? QString() : QString::fromStdString(in_fp32.front());
    QStringList ops = kOps;
    for (const QString& op : {m_selectedOp, kept})
        if (!op.isEmpty() && !ops.contains(op)) ops << op;
    const QSignalBlocker quiet(m_op);
    m_op->clear();
    m_op->addItem(tr("none"), QString());
    for (const QString& op : ops)
        m_op->addItem(op == m_selectedOp ? tr("%1 (selected)").arg(op) : op, op);
    m_op->setCurrentIndex(m_op->findData(kept));
}

Scenario AutocastLab::firstScenario() const {
    Scenario scenario;
    scenario.length.steps = kSteps;
    return scenario;
}

void AutocastLab::showSettings() {
    RunLab::showSettings();
    fillOps();
    showViews();
}

void AutocastLab::keepInFp32(const QString& op) {
    editSetting("autocast.fp32_ops", op);
}

std::vector<Scenario> AutocastLab::scenarios() const {
    if (scenario().precision == Precision::Fp32) return {scenario()};
    return {scenario(), beside()};
}

Scenario AutocastLab::beside() const {
    Scenario plain = scenario();
    plain.autocast.wrap = AutocastWrap::Forward;
    plain.autocast.island = AutocastIsland::None;
    plain.autocast.fp32_ops.clear();
    if (scenario::are_equal(plain, scenario())) {
        plain.precision = Precision::Fp32;
        plain.scaler.enabled = false;
    }
    return plain;
}

bool AutocastLab::isSettled() const {
    return m_look->isSettled();
}

void AutocastLab::showRuns() {
    m_look->watch();
    for (auto* one : m_group->runs()) {
        connect(one, &RunModel::changed, this, &AutocastLab::tellEffect, Qt::UniqueConnection);
        connect(one, &RunModel::selectionChanged, this, &AutocastLab::followOp, Qt::UniqueConnection);
    }
    showViews();
    tellEffect();
}

// As many as have room, until the user has chosen.
QStringList AutocastLab::shown() const {
    if (!more("views").isEmpty()) return more("views").split(',');
    return height() >= scaled(kHighStage) ? QStringList{"op-flow", "shadow-error"} : QStringList{"op-flow"};
}

void AutocastLab::showViews() {
    const QStringList chosen = shown();
    QStringList ids;
    for (const auto& view : kViews) // in the order of the buttons, however they were switched on
        if (chosen.contains(view.id)) ids << view.id;
    if (ids != m_stage->ids()) m_stage->show(ids, true);
    m_stage->setRun(run());
    m_stage->setComparison(m_group->runs());
    for (auto* button : m_views)
        button->setChecked(ids.contains(button->objectName().mid(5)));
}

void AutocastLab::setShown(const QString& view, bool on) {
    QStringList views = shown();
    if (on && !views.contains(view)) {
        views << view;
        if (views.size() > kMostViews) views.removeFirst(); // the one that has been there longest
    } else if (!on && views.size() > 1) {
        views.removeAll(view);
    }
    setMore("views", views.join(','));
}

bool AutocastLab::showView(const QString& view) {
    if (std::ranges::none_of(kViews, [&](const View& known) { return view == known.id; }))
        return RunLab::showView(view);
    setMore("views", view);
    return true;
}

QString AutocastLab::commandLine() const {
    QStringList lines;
    for (const auto& one : scenarios())
        lines << probeLine(asRun(one), run()->stepToLookInside(), "ops,layers,nonfinite,shadow");
    return lines.join('\n') + '\n' + RunLab::commandLine();
}

// The op that is selected in the flow is offered to be kept in fp32.
void AutocastLab::followOp() {
    const auto index = run()->selectedOp();
    const auto* list = run()->record().detail_at<record::OpList>(run()->stepToLookInside());
    const QString op = index && list && *index < list->ops.size() && list->ops[*index].phase == "forward"
                           ? QString::fromStdString(list->ops[*index].name)
                           : QString();
    if (op == m_selectedOp) return;
    m_selectedOp = op;
    fillOps();
}

QString AutocastLab::effect() const {
    const auto milliseconds = [](const RunModel& model) {
        const double rate = record::summarize(model.record()).steps_per_second;
        return record::is_missing(rate) || !(rate > 0) ? std::nan("") : 1000 / rate;
    };
    const auto& runs = m_group->runs();
    if (runs.isEmpty() || runs[0]->record().samples().empty()) return {};
    const QString error = figure(medianError(*runs[0])), time = figure(milliseconds(*runs[0]));
    if (runs.size() < 2) return tr("a step: %1 ms").arg(time);
    const QString other_time = figure(milliseconds(*runs[1]));
    if (runs[1]->record().scenario().precision == Precision::Fp32)
        return tr("median error against fp32: %1 · a step: %2 ms, in fp32 %3 ms").arg(error, time, other_time);
    return tr("median error against fp32: %1, without the exception %2 · a step: %3 ms, without %4 ms")
        .arg(error, figure(medianError(*runs[1])), time, other_time);
}

void AutocastLab::tellEffect() {
    QString words = effect();
    const auto& runs = m_group->runs();
    if (!words.isEmpty() && !isHardwareSpeed(runs[0]->record()))
        words += QStringLiteral(" (") + tr("not hardware speed") + QStringLiteral(")");
    m_effect->setText(words);
    m_effect->setAccessibleName(words);
}

} // namespace ampscope::ui

#include "ui/labs/hardware_lab.h"

#include <QButtonGroup>
#include <QCompleter>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/bridge/machine_model.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/hardware/advisor.h"
#include "ui/instruments/hardware/hardware_card.h"
#include "ui/instruments/hardware/hardware_plots.h"
#include "ui/instruments/instrument_help.h"
#include "ui/instruments/state_command.h"
#include "ui/labs/command_line.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/lab_form.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

const QString kThis =
    QString::fromUtf8(hardware::kThisMachine.data(), static_cast<qsizetype>(hardware::kThisMachine.size()));

constexpr const char* kFirst = "10m-t4";

QString fromView(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString presetId(const hardware::ChapterRow& row) {
    return fromView(row.model) + "-" + fromView(row.device);
}

// The chapter's six rows, and this machine.
std::vector<LabPreset> presets() {
    std::vector<LabPreset> all;
    for (const auto& row : hardware::chapter_rows())
        all.push_back({presetId(row),
                       [&row] { return fromView(row.words); },
                       [] { return HardwareLab::tr("A row of chapter B's table, worked out"); },
                       {}});
    all.push_back({kThis,
                   [] { return HardwareLab::tr("micro / this machine"); },
                   [] { return HardwareLab::tr("What was measured here; “Measure” does it in a few seconds"); },
                   {}});
    return all;
}

HardwareState stateOf(const QString& preset) {
    HardwareState state;
    if (preset == kThis) {
        state.device = kThis;
        state.model = "micro";
        state.batch = 8;
        state.sequence = 64;
    }
    for (const auto& row : hardware::chapter_rows())
        if (presetId(row) == preset) {
            state.device = fromView(row.device);
            state.model = fromView(row.model);
        }
    return state;
}

// The number that alone has changed: its arrows make one undo step.
QString onlyNumber(HardwareState before, const HardwareState& after) {
    const qint64 batch = std::exchange(before.batch, after.batch);
    if (before == after) return "batch";
    before.batch = batch;
    before.sequence = after.sequence;
    return before == after ? "sequence" : QString();
}

QComboBox* searchable() {
    auto* box = new ComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    return box;
}

QSpinBox* countBox() {
    auto* box = new QSpinBox;
    box->setRange(1, 1'000'000);
    box->setLocale(QLocale::c());
    box->setKeyboardTracking(false);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return box;
}

} // namespace

HardwareLab::HardwareLab(QWidget* parent)
    : Page(parent),
      m_hardware(new HardwareModel(this)),
      m_form(new LabForm(presets(), this)),
      m_card(new HardwareCard),
      m_roofline(new Roofline),
      m_speed(new SpeedParts),
      m_advisor(new Advisor),
      m_device(searchable()),
      m_other(searchable()),
      m_model(searchable()),
      m_precision(new ComboBox),
      m_attention(new ComboBox),
      m_batch(countBox()),
      m_sequence(countBox()),
      m_budget(new QLineEdit),
      m_error(new QLabel),
      m_measured(new QLabel),
      m_measure(new QPushButton),
      m_progress(new QProgressBar),
      m_tabs(new QButtonGroup(this)),
      m_views(new QStackedWidget) {
    for (HardwareViewer* viewer : std::initializer_list<HardwareViewer*>{m_card, m_roofline, m_speed, m_advisor})
        viewer->setHardware(m_hardware);
    for (auto* plot : {static_cast<PlotInstrument*>(m_roofline), static_cast<PlotInstrument*>(m_speed)})
        connect(plot, &PlotInstrument::noticed, this, &Page::noticed);
    for (auto* drawn : {static_cast<DrawnInstrument*>(m_card), static_cast<DrawnInstrument*>(m_advisor)})
        connect(drawn, &DrawnInstrument::noticed, this, &Page::noticed);
    buildForm();

    auto* device = new QWidget;
    auto* grid = new QGridLayout(device);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(2 * kSpace);
    grid->addWidget(m_card, 0, 0, 2, 1);
    grid->addWidget(m_roofline, 0, 1);
    grid->addWidget(m_speed, 1, 1);
    grid->setColumnStretch(0, 5);
    grid->setColumnStretch(1, 6);
    grid->setRowStretch(0, 6);
    grid->setRowStretch(1, 4);
    for (QWidget* panel : std::initializer_list<QWidget*>{m_card, m_roofline, m_speed})
        panel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // only the stretches count
    addView("device", device, [] { return tr("Device and speed"); });
    addView("settings", m_advisor, [] { return tr("Settings and checklist"); });

    auto* area = new QWidget;
    area->setObjectName("stageArea");
    auto* right = new QVBoxLayout(area);
    right->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    right->setSpacing(kSpace + 2);
    auto* tabs = new QHBoxLayout;
    tabs->setSpacing(kSpace);
    for (auto* button : m_tabs->buttons())
        tabs->addWidget(button);
    tabs->addStretch(1);
    right->addLayout(tabs);
    right->addWidget(m_views, 1);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_form);
    layout->addWidget(area, 1);

    connect(m_hardware, &HardwareModel::changed, this, &HardwareLab::follow);
    translated(this, [this] { Q_EMIT changed(); });
    m_isApplying = true;
    m_hardware->change(stateOf(kFirst));
    m_isApplying = false;
    m_state = m_hardware->state();
    showState();
    showView("device");
}

void HardwareLab::addView(const QString& id, QWidget* page, std::function<QString()> name) {
    auto* button = new QToolButton;
    button->setCheckable(true);
    button->setObjectName("view-" + id);
    m_tabs->addButton(button, m_views->addWidget(page));
    translated(button, [button, name, id] {
        button->setText(name());
        button->setWhatsThis(instrumentHelp(id == "settings" ? "advisor" : "hardware"));
    });
    connect(button, &QToolButton::clicked, this, [this, id] { chooseView(id); });
}

// By the user: can be undone.
void HardwareLab::chooseView(const QString& view) {
    const QString before = m_tabs->button(m_views->currentIndex())->objectName().mid(5);
    if (view == before) return static_cast<void>(showView(view));
    m_undo.push(new StateCommand<QString>(before, view, [this](const QString& id) { showView(id); }));
}

bool HardwareLab::showView(const QString& view) {
    for (auto* button : m_tabs->buttons()) {
        if (button->objectName() != "view-" + view) continue;
        m_views->setCurrentIndex(m_tabs->id(button));
        button->setChecked(true);
        return true;
    }
    return false;
}

void HardwareLab::buildForm() {
    m_form->setWords([] { return tr("Hardware"); },
                     [] { return tr("What a device can do with each format, and which settings follow from it."); });
    m_error->setProperty("role", "error");
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->hide();

    for (const auto& device : hardware::catalogue().devices)
        for (auto* box : {m_device, m_other})
            box->addItem(QString::fromStdString(device.name), QString::fromStdString(device.id));
    m_device->insertItem(0, QString(), kThis);
    m_other->insertItem(0, QString(), kThis);
    m_other->insertItem(0, QString(), QString());
    for (const auto& name : memory::model_names())
        m_model->addItem(QString::fromStdString(name));
    for (const char* id : {"", "fp32", "fp16", "bf16"})
        m_precision->addItem(id, QString(id));
    m_attention->addItems({"", ""});

    m_form->add(m_device, [] { return tr("device"); });
    m_form->add(m_other, [] { return tr("beside it"); });
    buildMeasuring();
    m_form->add(m_model, [] { return tr("model"); });
    m_form->add(m_error);
    m_form->add(m_precision, [] { return tr("precision"); });
    m_form->add(m_batch, [] { return tr("sequences per optimizer step"); });
    m_form->add(m_sequence, [] { return tr("tokens in a sequence"); });
    m_form->add(m_attention, [] { return tr("attention"); });
    m_form->add(m_budget, [] { return tr("memory to stay within"); });
    translated(this, [this] {
        const QString here = tr("this machine");
        m_device->setItemText(m_device->findData(kThis), here);
        m_other->setItemText(m_other->findData(kThis), here);
        m_other->setItemText(0, tr("none"));
        m_precision->setItemText(0, tr("as advised"));
        m_attention->setItemText(0, tr("written out"));
        m_attention->setItemText(1, tr("fused"));
        m_device->setToolTip(tr("Type a part of the name: 4090, a100, T4"));
        m_other->setToolTip(m_device->toolTip());
        m_model->setToolTip(tr("nano, micro, 10m, 30m, 125m, or a number of parameters such as 350M"));
        m_budget->setPlaceholderText(tr("the device's"));
        m_budget->setToolTip(tr("24 GB, 8 GiB or the name of a device; empty: the device's memory less 1 GB"));
        showState();
    });

    // A line that was typed is read when Enter is pressed or the keyboard goes elsewhere.
    const auto typed = [this](QComboBox* box, void (HardwareLab::*use)(const QString&)) {
        connect(box, &QComboBox::activated, this, [this, box, use](int index) {
            const QVariant id = box->itemData(index);
            (this->*use)(id.isValid() ? id.toString() : box->itemText(index));
        });
        connect(box->lineEdit(), &QLineEdit::editingFinished, this, [this, box, use] {
            if (!box->lineEdit()->isModified()) return;
            box->lineEdit()->setModified(false);
            const int known = box->findText(box->currentText(), Qt::MatchFixedString);
            const QVariant id = known >= 0 ? box->itemData(known) : QVariant();
            (this->*use)(id.isValid() ? id.toString() : box->currentText());
        });
    };
    typed(m_device, &HardwareLab::enterDevice);
    typed(m_other, &HardwareLab::enterOther);
    typed(m_model, &HardwareLab::enterModel);
    connect(m_budget, &QLineEdit::editingFinished, this, [this] {
        if (m_budget->isModified()) enterBudget(m_budget->text());
    });
    connect(m_precision, &QComboBox::activated, this,
            [this](int index) { setPrecisionChoice(m_precision->itemData(index).toString()); });
    const auto set = [this](auto edit) {
        return [this, edit](int value) {
            HardwareState next = m_hardware->state();
            edit(next, value);
            change(next);
        };
    };
    connect(m_attention, &QComboBox::activated, this, set([](HardwareState& s, int index) { s.fused = index == 1; }));
    connect(m_batch, &QSpinBox::valueChanged, this, set([](HardwareState& s, int value) { s.batch = value; }));
    connect(m_sequence, &QSpinBox::valueChanged, this, set([](HardwareState& s, int value) { s.sequence = value; }));
    connect(m_form, &LabForm::presetChosen, this, &HardwareLab::choosePreset);

    m_form->addUndo(m_undo, [this] { reset(); });
    m_form->addTools({new CommandLineButton(*this)});
}

void HardwareLab::buildMeasuring() {
    m_measured->setProperty("role", "muted");
    m_measured->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_form->add(m_measure);
    m_form->add(m_progress);
    m_form->add(m_measured);
    auto& machine = MachineModel::instance();
    connect(m_measure, &QPushButton::clicked, this,
            [&machine] { machine.isMeasuring() ? machine.cancel() : machine.measure(); });
    connect(&machine, &MachineModel::progressed, this, &HardwareLab::showMeasuring);
    translated(m_measure, [this] { showMeasuring(); });
}

void HardwareLab::showMeasuring() {
    const auto& machine = MachineModel::instance();
    const auto& progress = machine.progress();
    const auto& rates = machine.rates();
    m_measure->setEnabled(machine.canMeasure());
    m_measure->setText(machine.isMeasuring() ? tr("Stop")
                       : rates.empty()       ? tr("Measure this machine")
                                             : tr("Measure this machine again"));
    m_measure->setToolTip(tr("Multiplies, copies and trains for a few seconds; runs wait meanwhile"));
    m_progress->setRange(0, progress.all);
    m_progress->setValue(progress.done);
    m_progress->setVisible(machine.isMeasuring());
    m_progress->setAccessibleName(tr("Measuring: %1").arg(QString::fromStdString(progress.what)));
    m_measured->setText(
        machine.isMeasuring() ? QString::fromStdString(progress.what)
        : machine.error()     ? say(*machine.error())
        : rates.empty()
            ? tr("Nothing measured here yet.")
            : tr("Measured here: %1, threads: %2").arg(QString::fromStdString(rates.environment)).arg(rates.threads));
}

void HardwareLab::change(const HardwareState& next) {
    if (m_isApplying || next == m_hardware->state()) {
        showState(); // only the writing was another one
        return;
    }
    try {
        m_hardware->change(next); // follow() does the rest
    } catch (const text::Error& error) {
        showState();
        m_error->setText(say(error));
        m_error->show();
    }
}

// Whoever has changed the model, the form or an instrument: one undo step.
void HardwareLab::follow() {
    const HardwareState before = m_state;
    m_state = m_hardware->state();
    if (!m_isApplying && !(before == m_state)) {
        m_isApplying = true; // it is applied already
        const auto apply = [this](const HardwareState& state) {
            const bool outer = m_isApplying;
            m_isApplying = true;
            m_hardware->change(state);
            m_isApplying = outer;
        };
        m_undo.push(new StateCommand<HardwareState>(before, m_state, apply, onlyNumber(before, m_state)));
        m_isApplying = false;
    }
    showState();
    Q_EMIT changed();
}

void HardwareLab::showState() {
    const bool outer = m_isApplying;
    m_isApplying = true;
    QString preset;
    for (const QString& id : presetIds())
        if (stateOf(id) == m_state) preset = id;
    m_form->showSettings({}, preset);
    const auto pick = [](QComboBox* box, const QString& id) {
        box->setCurrentIndex(box->findData(id));
        if (box->lineEdit()) box->lineEdit()->setModified(false), box->lineEdit()->setCursorPosition(0);
    };
    pick(m_device, m_state.device);
    pick(m_other, m_state.other);
    m_model->setEditText(m_state.model);
    m_model->lineEdit()->setModified(false);
    pick(m_precision, m_state.precision);
    m_attention->setCurrentIndex(m_state.fused ? 1 : 0);
    m_batch->setValue(static_cast<int>(m_state.batch));
    m_sequence->setValue(static_cast<int>(m_state.sequence));
    m_budget->setText(m_state.budget);
    m_budget->setModified(false);
    m_error->hide();
    m_isApplying = outer;
}

void HardwareLab::enterDevice(const QString& name) {
    HardwareState next = m_hardware->state();
    next.device = name;
    change(next);
}

void HardwareLab::enterOther(const QString& name) {
    HardwareState next = m_hardware->state();
    next.other = name == m_other->itemText(0) ? QString() : name;
    change(next);
}

void HardwareLab::enterModel(const QString& name) {
    HardwareState next = m_hardware->state();
    next.model = name;
    change(next);
}

void HardwareLab::enterBudget(const QString& size) {
    HardwareState next = m_hardware->state();
    next.budget = size.trimmed();
    change(next);
}

void HardwareLab::setPrecisionChoice(const QString& id) {
    HardwareState next = m_hardware->state();
    next.precision = id;
    change(next);
}

void HardwareLab::choosePreset(const QString& id) {
    if (presetIds().contains(id)) change(stateOf(id));
}

QStringList HardwareLab::presetIds() const {
    QStringList ids;
    for (const auto& row : hardware::chapter_rows())
        ids << presetId(row);
    return ids << kThis;
}

void HardwareLab::reset() {
    if (m_state == stateOf(kFirst) && m_views->currentIndex() == 0) return;
    m_undo.beginMacro({}); // one step
    change(stateOf(kFirst));
    chooseView("device");
    m_undo.endMacro();
}

QString HardwareLab::commandLine() const {
    QStringList lines{shellLine({"devices", m_state.device})};
    if (!m_state.other.isEmpty()) lines << shellLine({"devices", m_state.other});
    QStringList advise{"advise",
                       "--model",
                       m_state.model,
                       "--device",
                       m_state.device,
                       "--batch",
                       QString::number(m_state.batch),
                       "--sequence",
                       QString::number(m_state.sequence)};
    if (m_state.fused)
        advise << "--attention"
               << "fused";
    if (!m_state.budget.isEmpty()) advise << "--budget" << m_state.budget;
    if (!m_state.precision.isEmpty()) advise << "--precision" << m_state.precision;
    return (lines << shellLine(advise)).join('\n');
}

QWidget* HardwareLab::firstFocus() {
    return m_device;
}

bool HardwareLab::isSettled() const {
    return !MachineModel::instance().isMeasuring();
}

QString HardwareLab::errorText() const {
    return m_error->isHidden() ? QString() : m_error->text();
}

} // namespace ampscope::ui

#include "ui/labs/sums_lab.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <array>

#include "core/numeric/expression.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/numbers/accumulator.h"
#include "ui/instruments/numbers/spacing_plot.h"
#include "ui/instruments/numbers/update_view.h"
#include "ui/instruments/state_command.h"
#include "ui/labs/command_line.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/lab_form.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using Kind = numeric::Stream::Kind;

namespace {

struct Preset {
    const char* id;
    const char *title, *meaning; ///< English, for tr()
    const char *format, *value;
    std::int64_t count;
    Kind stream;
    const char *weight, *step;
    std::int64_t times;
};

// The corner cases of sums that the chapters and other people's bug reports meet.
constexpr std::array kPresets = {
    Preset{"ones-fp16", QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "4096 ones in fp16"),
           QT_TRANSLATE_NOOP("ampscope::ui::SumsLab",
                             "From 2048 on the numbers of fp16 lie 2 apart: one more is half of that, and a tie goes "
                             "back to the even number."),
           "fp16", "1", 4096, Kind::Constant, "1", "2^-11", 100},
    Preset{"ones-bf16", QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "1024 ones in bf16"),
           QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "bf16 has three bits less than fp16: its sum sticks at 256."),
           "bf16", "1", 1024, Kind::Constant, "1", "2^-8", 100},
    Preset{"tenths-fp16", QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "0.1, added 10,000 times"),
           QT_TRANSLATE_NOOP("ampscope::ui::SumsLab",
                             "The sum should be 1000. In fp16 it stays at 256, where the numbers lie 0.25 apart."),
           "fp16", "0.1", 10'000, Kind::Constant, "256", "0.1", 100},
    Preset{"half-ulp", QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "1 + 2⁻¹¹ in fp16"),
           QT_TRANSLATE_NOOP("ampscope::ui::SumsLab",
                             "Half an ULP exactly: 1 is even, so 1 + 2⁻¹¹ is 1 again, a hundred times in a row."),
           "fp16", "2^-11", 4096, Kind::Constant, "1", "2^-11", 100},
    Preset{"master", QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "1 − 0.0006 in bf16, 100 times"),
           QT_TRANSLATE_NOOP("ampscope::ui::SumsLab",
                             "Every step is less than half the way to the next weight and vanishes. An fp32 master "
                             "weight keeps all of them."),
           "bf16", "0.0006", 1000, Kind::Constant, "1", "-0.0006", 100},
    Preset{"gradients", QT_TRANSLATE_NOOP("ampscope::ui::SumsLab", "100,000 numbers around 0"),
           QT_TRANSLATE_NOOP(
               "ampscope::ui::SumsLab",
               "Numbers of both signs, as gradients are: nothing sticks, but nearly every addition loses bits."),
           "bf16", "0.001", 100'000, Kind::Normal, "0.02", "0.00003", 1000},
};

SumsState stateOf(const Preset& preset) {
    SumsState state;
    state.preset = preset.id;
    state.sum = {QString::fromUtf8(preset.value), preset.count, preset.stream, 1, preset.format};
    state.update = {QString::fromUtf8(preset.weight), QString::fromUtf8(preset.step), preset.times, 1, preset.format};
    return state;
}

std::vector<LabPreset> presets() {
    std::vector<LabPreset> all;
    for (const auto& preset : kPresets)
        all.push_back({preset.id,
                       [&preset] { return SumsLab::tr(preset.title); },
                       [&preset] { return SumsLab::tr(preset.meaning); },
                       {}});
    return all;
}

QSpinBox* numberBox(int least, int most) {
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setLocale(QLocale::c());
    box->setKeyboardTracking(false);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons); // typed, or with the arrow keys
    return box;
}

QLabel* errorLabel() {
    auto* label = new QLabel;
    label->setProperty("role", "error");
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->hide();
    return label;
}

} // namespace

SumsLab::SumsLab(QWidget* parent)
    : Page(parent),
      m_form(new LabForm(presets(), this)),
      m_accumulator(new Accumulator),
      m_update(new UpdateView),
      m_spacing(new SpacingPlot),
      m_format(new ComboBox),
      m_stream(new ComboBox),
      m_value(new QLineEdit),
      m_weight(new QLineEdit),
      m_step(new QLineEdit),
      m_count(numberBox(1, static_cast<int>(numeric::kMaxAdditions))),
      m_times(numberBox(1, static_cast<int>(numeric::kMaxAdditions))),
      m_seed(numberBox(0, 999'999'999)),
      m_sumError(errorLabel()),
      m_updateError(errorLabel()) {
    buildForm();
    auto* area = new QWidget;
    area->setObjectName("stageArea");
    auto* grid = new QGridLayout(area);
    grid->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    grid->setSpacing(2 * kSpace);
    grid->addWidget(m_accumulator, 0, 0, 2, 1);
    grid->addWidget(m_update, 0, 1);
    grid->addWidget(m_spacing, 1, 1);
    for (QWidget* panel :
         {static_cast<QWidget*>(m_accumulator), static_cast<QWidget*>(m_update), static_cast<QWidget*>(m_spacing)})
        panel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // only the stretches count
    grid->setColumnStretch(0, 11);                                          // the race has a table with six columns
    grid->setColumnStretch(1, 10);
    grid->setRowStretch(0, 6); // the axis of the update stands above its plot
    grid->setRowStretch(1, 5);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_form);
    layout->addWidget(area, 1);

    for (PlotInstrument* plot : {static_cast<PlotInstrument*>(m_accumulator), static_cast<PlotInstrument*>(m_update),
                                 static_cast<PlotInstrument*>(m_spacing)})
        connect(plot, &PlotInstrument::noticed, this, &Page::noticed);
    connect(m_accumulator, &Accumulator::refused, this, [this](const QString& reason) { refuse(m_sumError, reason); });
    connect(m_update, &UpdateView::refused, this, [this](const QString& reason) { refuse(m_updateError, reason); });
    connect(m_accumulator, &Accumulator::sumChosen, m_spacing, [this](double sum) { m_spacing->setValue(sum); });
    translated(this, [this] { Q_EMIT changed(); });
    apply(stateOf(kPresets.front()));
}

void SumsLab::buildForm() {
    m_form->setWords(
        [] { return tr("Sums and updates"); },
        [] { return tr("A sum grows until the next number is less than half its spacing: then it sticks."); });
    for (const char* id : {"fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2"})
        m_format->addItem(QString::fromStdString(numeric::format(id).name), id);
    m_form->add(m_format, [] { return tr("format"); });
    connect(m_format, &QComboBox::activated, this,
            [this](int index) { setFormat(m_format->itemData(index).toString()); });

    m_form->add(m_value, [] { return tr("number to add"); });
    m_form->add(m_sumError);
    m_form->add(m_count, [] { return tr("how many times"); });
    m_form->add(m_stream, [] { return tr("numbers"); });
    m_form->add(m_weight, [] { return tr("weight"); });
    m_form->add(m_step, [] { return tr("step of the update"); });
    m_form->add(m_updateError);
    m_form->add(m_times, [] { return tr("how many steps"); });
    m_form->add(m_seed, [] { return tr("seed of what is drawn"); });
    translated(m_stream, [this] {
        m_stream->clear();
        m_stream->addItem(tr("the same number"), static_cast<int>(Kind::Constant));
        m_stream->addItem(tr("uniform from 0 to it"), static_cast<int>(Kind::Uniform));
        m_stream->addItem(tr("normal around 0"), static_cast<int>(Kind::Normal));
        m_stream->setCurrentIndex(m_stream->findData(static_cast<int>(m_state.sum.stream)));
        for (auto* line : {m_value, m_weight, m_step})
            line->setToolTip(tr("A number or an expression: 0.1, 2^-11, 1/3. Enter shows it."));
        m_count->setToolTip(tr("1 to 10,000,000; long sums run beside the window and can be stopped"));
        m_seed->setToolTip(tr("Of drawn numbers and of stochastic rounding: the same seed gives the same bits"));
    });
    const auto entered = [this](QLineEdit* line, void (SumsLab::*use)(const QString&)) {
        connect(line, &QLineEdit::returnPressed, this, [this, line, use] { (this->*use)(line->text()); });
        connect(line, &QLineEdit::editingFinished, this, [this, line, use] {
            if (line->isModified()) (this->*use)(line->text());
        });
    };
    entered(m_value, &SumsLab::enterValue);
    entered(m_weight, &SumsLab::enterWeight);
    entered(m_step, &SumsLab::enterStep);
    const auto edited = [this](auto set, QLabel* error, const char* what) {
        return [this, set, error, what](int value) {
            if (m_isShowing) return;
            SumsState next = m_state;
            set(next, value);
            change(next, error, what);
        };
    };
    connect(m_count, &QSpinBox::valueChanged, this,
            edited([](SumsState& state, int value) { state.sum.count = value; }, m_sumError, "count"));
    connect(m_times, &QSpinBox::valueChanged, this,
            edited([](SumsState& state, int value) { state.update.times = value; }, m_updateError, "times"));
    connect(
        m_seed, &QSpinBox::valueChanged, this,
        edited([](SumsState& state, int value) { state.sum.seed = state.update.seed = value; }, m_sumError, "seed"));
    connect(m_stream, &QComboBox::activated, this, [this](int index) {
        SumsState next = m_state;
        next.sum.stream = static_cast<Kind>(m_stream->itemData(index).toInt());
        if (!change(next, m_sumError)) apply(m_state);
    });
    connect(m_form, &LabForm::presetChosen, this, &SumsLab::choosePreset);

    m_form->addUndo(m_undo, [this] { reset(); });
    m_form->addTools({new CommandLineButton(*this)});
}

QWidget* SumsLab::firstFocus() {
    return m_value;
}

bool SumsLab::isSettled() const {
    return !m_accumulator->isRunning();
}

QString SumsLab::errorText() const {
    return m_lastError && !m_lastError->isHidden() ? m_lastError->text() : QString();
}

QStringList SumsLab::presetIds() const {
    QStringList ids;
    for (const auto& preset : kPresets)
        ids << preset.id;
    return ids;
}

void SumsLab::reset() {
    push(stateOf(kPresets.front()));
}

void SumsLab::push(const SumsState& next, const QString& what) {
    if (next == m_state) return;
    m_undo.push(new StateCommand<SumsState>(
        m_state, next, [this](const SumsState& state) { apply(state); }, what));
}

QString SumsLab::commandLine() const {
    const SumSettings& sum = m_state.sum;
    const UpdateSettings& update = m_state.update;
    const char* stream = sum.stream == Kind::Uniform ? "uniform" : sum.stream == Kind::Normal ? "normal" : "constant";
    const QString seed = QString::number(sum.seed);
    QStringList lines{shellLine({"accumulate", "--value", sum.value, "--count", QString::number(sum.count), "--in",
                                 sum.format, "--stream", stream, "--seed", seed})};
    if (const auto beside = formatBeside(sum.format)) {
        QStringList plain{"accumulate",
                          "--value",
                          sum.value,
                          "--count",
                          QString::number(sum.count),
                          "--in",
                          QString::fromStdString(beside->id),
                          "--method",
                          "naive",
                          "--stream",
                          stream};
        if (sum.stream != Kind::Constant) plain << "--seed" << seed; // without a draw it is refused
        lines << shellLine(plain);
    }
    lines << shellLine({"update", "--weight", update.weight, "--by", update.step, "--times",
                        QString::number(update.times), "--in", update.format, "--seed", seed})
          << shellLine({"spacing", "--at", update.weight});
    return lines.join('\n');
}

void SumsLab::choosePreset(const QString& id) {
    for (const auto& preset : kPresets)
        if (id == preset.id) {
            SumsState next = stateOf(preset);
            next.sum.seed = next.update.seed = m_state.sum.seed;
            push(next);
        }
}

void SumsLab::refuse(QLabel* error, const QString& reason) {
    error->setText(reason);
    error->show();
    m_lastError = error;
}

bool SumsLab::change(SumsState next, QLabel* error, const QString& what) {
    try {
        checkSums(next.sum);
        checkUpdates(next.update);
    } catch (const text::Error& problem) {
        refuse(error, say(problem));
        return false;
    }
    next.preset.clear();
    const SumsState here = [&] {
        SumsState state = m_state;
        state.preset.clear();
        return state;
    }();
    if (next == here)
        apply(m_state); // only the writing was another one
    else
        push(next, what);
    return true;
}

void SumsLab::apply(const SumsState& state) {
    const bool other_sum = m_accumulator->wasStopped() || !(state.sum == m_accumulator->settings());
    const bool other_update = !(state.update == m_update->settings());
    m_state = state;
    m_isShowing = true;
    m_form->showSettings({}, state.preset);
    m_format->setCurrentIndex(m_format->findData(state.sum.format));
    m_stream->setCurrentIndex(m_stream->findData(static_cast<int>(state.sum.stream)));
    const auto show = [](QLineEdit* line, const QString& text) {
        line->setText(text);
        line->setModified(false);
        line->setCursorPosition(0);
    };
    show(m_value, state.sum.value);
    show(m_weight, state.update.weight);
    show(m_step, state.update.step);
    m_count->setValue(static_cast<int>(state.sum.count));
    m_times->setValue(static_cast<int>(state.update.times));
    m_seed->setValue(static_cast<int>(state.sum.seed));
    m_isShowing = false;
    m_sumError->hide();
    m_updateError->hide();
    if (other_sum) m_accumulator->setSettings(state.sum);
    if (other_update) m_update->setSettings(state.update);
    m_spacing->setValue(m_update->fate().weight);
    Q_EMIT changed();
}

void SumsLab::enterValue(const QString& text) {
    m_value->setModified(false);
    SumsState next = m_state;
    next.sum.value = text.trimmed();
    change(next, m_sumError);
}

void SumsLab::enterWeight(const QString& text) {
    m_weight->setModified(false);
    SumsState next = m_state;
    next.update.weight = text.trimmed();
    change(next, m_updateError);
}

void SumsLab::enterStep(const QString& text) {
    m_step->setModified(false);
    SumsState next = m_state;
    next.update.step = text.trimmed();
    change(next, m_updateError);
}

void SumsLab::setFormat(const QString& id) {
    SumsState next = m_state;
    next.sum.format = next.update.format = id;
    if (!change(next, m_sumError)) {
        const QString reason = m_sumError->text();
        apply(m_state);
        refuse(m_sumError, reason);
    }
}

} // namespace ampscope::ui

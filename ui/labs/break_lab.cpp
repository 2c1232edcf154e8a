#include "ui/labs/break_lab.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "core/record/events.h"
#include "core/scenario/fields.h"
#include "core/train/mistake_verdict.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/column_plot.h"
#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/labs/code_diff_view.h"
#include "ui/labs/command_line.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using scenario::MistakeCase;
using scenario::Scenario;

namespace {

constexpr int kVerdictMilliseconds = 100;

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::vector<LabPreset> presets() {
    std::vector<LabPreset> all;
    for (const auto& mistake : scenario::mistakes())
        all.push_back({QString::fromUtf8(mistake.id),
                       [&mistake] {
                           const QString chapter = QString::fromUtf8(mistake.chapter);
                           return chapter.isEmpty() ? say(mistake.title()) : chapter + "  " + say(mistake.title());
                       },
                       [&mistake] { return say(mistake.symptom()); },
                       {}});
    return all;
}

// The instrument that shows the difference best when it stands there twice; "" where curves in one plot do.
QString pairOf(std::string_view id) {
    if (id == "no-scaler") return "histogram";
    if (id == "custom-op") return "nonfinite";
    if (id == "mean-of-means") return "micro-batches";
    for (const auto* about_weights : {"no-loss-division", "no-master-weights", "adam-eps-in-fp16", "stale-cast-cache"})
        if (id == about_weights) return "weights";
    for (const auto* about_scaler : {"clip-before-unscale", "no-zero-grad-after-skip", "unscale-twice", "dead-scale"})
        if (id == about_scaler) return "scaler-state";
    return {};
}

record::Column columnOf(const MistakeCase& mistake) {
    return mistake.probe_columns.empty() ? record::Column::GradNorm
                                         : record::find_column(mistake.probe_columns.back())->column;
}

} // namespace

BreakLab::BreakLab(train::ComputeThread& thread, QWidget* parent)
    : RunLab(thread, presets(), fromView(scenario::mistakes().front().id), parent),
      m_words(new QLabel),
      m_verdict(new QLabel),
      m_diff(new CodeDiffView),
      m_pairRow(new QHBoxLayout) {
    buildForm();
    buildRight();
    m_stage->show({"loss", "columns"}, false);
    m_verdictTimer.setSingleShot(true);
    m_verdictTimer.setInterval(kVerdictMilliseconds);
    connect(&m_verdictTimer, &QTimer::timeout, this, &BreakLab::showVerdict);
    begin();
}

void BreakLab::buildForm() {
    m_form->setWords([] { return tr("Break it, see it, mend it"); },
                     [] {
                         return tr(
                             "Two runs, the same seed, one changed line. Left the broken one, right the fixed one; "
                             "both show the same step.");
                     });
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::RichText);
    m_form->add(m_words);
    for (const char* path : {"optimizer.lr", "length.steps"})
        m_form->addField(path);
}

void BreakLab::buildRight() {
    layout()->removeWidget(m_stage);
    m_verdict->setWordWrap(true);
    m_verdict->setProperty("role", "title");
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* upper = new QVBoxLayout;
    upper->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 0);
    upper->setSpacing(kSpace);
    upper->addWidget(m_verdict);
    upper->addWidget(m_diff);
    m_pairRow->setSpacing(2 * kSpace);
    upper->addLayout(m_pairRow, 1);
    auto* right = new QWidget;
    right->setObjectName("stageArea");
    m_right = new QVBoxLayout(right);
    m_right->setContentsMargins(0, 0, 0, 0);
    m_right->setSpacing(0);
    m_right->addLayout(upper, 1);
    m_right->addWidget(m_stage, 1);
    static_cast<QHBoxLayout*>(layout())->addWidget(right, 1);
}

// The mistake stays the one that was chosen, whatever else is changed.
LabState BreakLab::stateOf(const LabPreset& preset) const {
    return {scenario::find_mistake(preset.id.toStdString())->broken(), preset.id, {{"mistake", preset.id}}};
}

const MistakeCase& BreakLab::mistake() const {
    return *scenario::find_mistake(more("mistake").toStdString());
}

std::vector<Scenario> BreakLab::scenarios() const {
    auto all = mistake().runs(scenario());
    const QString names[] = {tr("broken"), tr("fixed"), tr("reference")};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].name = names[i].toStdString();
    return all;
}

void BreakLab::showSettings() {
    RunLab::showSettings();
    m_form->showSettings(scenario(), fromView(mistake().id));
    showPair();
    showWords();
    showVerdict();
}

void BreakLab::showWords() {
    const auto part = [](const QString& heading, const text::Message& message) {
        return QString("<p><b>%1</b><br>%2</p>").arg(heading, say(message).toHtmlEscaped());
    };
    m_words->setText(part(tr("Symptom"), mistake().symptom()) + part(tr("What tells"), mistake().probe()) +
                     part(tr("Mending"), mistake().mending()));
    const auto both = scenarios();
    m_diff->setListings(
        tr("broken: %1").arg(QString::fromUtf8(mistake().field) + "=" + QString::fromUtf8(mistake().broken_value)),
        tr("fixed: %1").arg(QString::fromUtf8(mistake().field) + "=" + QString::fromUtf8(mistake().mended_value)),
        train::code_diff(train::training_step(both[0]), train::training_step(both[1])));
}

QString BreakLab::verdict() const {
    const auto& runs = m_group->runs();
    if (runs.size() < 2) return say(text::Message{"mistake.no_verdict", {}});
    return say(train::mistake_verdict(mistake(), runs[0]->record(), runs[1]->record(),
                                      runs.size() > 2 ? &runs[2]->record() : nullptr));
}

void BreakLab::showVerdict() {
    m_verdict->setText(verdict());
}

void BreakLab::showPart(std::optional<int> part) {
    m_part = part;
    const bool is_cut = part && parts() > 1, has_pair = !is_cut || *part == 0, has_curves = !is_cut || *part > 0;
    m_diff->setVisible(has_pair);
    for (const auto& instrument : m_pair)
        if (instrument) instrument->setVisible(has_pair);
    m_stage->setPlotsShown(has_curves);
    m_right->setStretch(0, has_pair ? 1 : 0);
    m_right->setStretch(1, has_curves ? 1 : 0);
}

void BreakLab::showPair() {
    const QString id = pairOf(mistake().id);
    for (int place = 0; place < 2; ++place) {
        auto& instrument = m_pair[place];
        if (instrument && instrument->id() == id) continue;
        instrument = id.isEmpty() ? nullptr : makeInstrument(id);
        if (!instrument) continue;
        if (auto* plot = qobject_cast<PlotInstrument*>(instrument.get()))
            connect(plot, &PlotInstrument::noticed, this, &Page::noticed);
        if (auto* drawn = qobject_cast<DrawnInstrument*>(instrument.get()))
            connect(drawn, &DrawnInstrument::noticed, this, &Page::noticed);
        connect(instrument.get(), &Instrument::numberAsked, this, &Page::bitsAsked);
        instrument->setRun(m_group->at(place));
        m_pairRow->insertWidget(place, instrument.get(), 1);
    }
    showPart(m_part);
    if (m_shownMistake == &mistake()) return;
    m_shownMistake = &mistake();
    if (auto* plot = qobject_cast<ColumnPlot*>(m_stage->instrument("columns"))) plot->setColumn(columnOf(mistake()));
}

QString BreakLab::commandLine() const {
    return shellLine(QStringList{"mistakes", "run", fromView(mistake().id)} +
                     settingArguments(asRun(scenario()), mistake().broken()));
}

void BreakLab::showRuns() {
    for (auto* run : m_group->runs()) {
        disconnect(run, &RunModel::changed, &m_verdictTimer, nullptr);
        connect(run, &RunModel::changed, &m_verdictTimer, [this] {
            if (!m_verdictTimer.isActive()) m_verdictTimer.start();
        });
        connect(run, &RunModel::stateChanged, this, &BreakLab::showVerdict, Qt::UniqueConnection);
    }
    m_stage->setRun(run());
    m_stage->setComparison(m_group->runs());
    showVerdict();
}

} // namespace ampscope::ui

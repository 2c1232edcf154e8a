#include "ui/instruments/memory/memory_bars.h"

#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "ui/bridge/language.h"
#include "ui/instruments/note_line.h"
#include "ui/instruments/step/lanes.h"
#include "ui/plot/plot_view.h"

namespace ampscope::ui {

// Of more lanes than that the formulas would fill the panel: only what was measured is shown.
constexpr std::size_t kLanesWithFormulas = 3;

MemoryBars::MemoryBars(QWidget* parent)
    : PlotInstrument("memory-bars", parent),
      m_schemesButton(new QToolButton(this)),
      m_budgetButton(new QToolButton(this)),
      m_note(new NoteLine(4, this)) {
    m_schemesButton->setCheckable(true);
    m_budgetButton->setMenu(new QMenu(m_budgetButton));
    m_budgetButton->setPopupMode(QToolButton::InstantPopup);
    for (auto* button : {m_schemesButton, m_budgetButton}) {
        button->setProperty("role", "switch");
        addToHeader(button);
    }
    body()->addWidget(m_note);
    connect(m_schemesButton, &QToolButton::toggled, this, &MemoryBars::refresh);
    connect(m_schemesButton, &QToolButton::clicked, this,
            [this](bool on) { Q_EMIT chosen("memory-bars", on ? "schemes" : "parts"); });
    connect(view(), &PlotView::rowSelected, this, &MemoryBars::chooseRow);
    translated(this, [this] {
        m_schemesButton->setText(tr("per parameter"));
        m_schemesButton->setProperty("full", m_schemesButton->text());
        m_schemesButton->setProperty("brief", tr("schemes"));
        m_schemesButton->setToolTip(tr("Ten ways of counting bytes per parameter: 8, 10, 12, 14, 16 or 18"));
        m_schemesButton->setAccessibleName(m_schemesButton->toolTip());
        m_budgetButton->setText(tr("budget"));
        m_budgetButton->setToolTip(tr("A memory size that the bars may hit"));
        m_budgetButton->setAccessibleName(m_budgetButton->toolTip());
        buildBudgets();
    });
}

// This machine, then every card of the catalogue.
void MemoryBars::buildBudgets() {
    QMenu* choices = m_budgetButton->menu();
    choices->clear();
    choices->addAction(tr("no budget"), this, [this] {
        setBudget(std::nullopt);
        Q_EMIT chosen("budget", {});
    });
    const auto add = [&](const QString& name, const std::string& id) {
        choices->addAction(name, this, [this, id] {
            setBudget(hardware::parse_budget(id));
            Q_EMIT chosen("budget", QString::fromStdString(id));
        });
    };
    add(tr("this machine"), std::string(hardware::kThisMachine));
    for (const auto& device : hardware::catalogue().devices)
        if (!device.memory_gb.empty())
            add(QString::fromStdString(device.name) + QStringLiteral(" · ") + bytesText(device.memory_gb.front() * 1e9),
                device.id);
}

bool MemoryBars::showsSchemes() const {
    return m_schemesButton->isChecked();
}
void MemoryBars::setShowsSchemes(bool schemes) {
    m_schemesButton->setChecked(schemes);
}

void MemoryBars::setBudget(std::optional<hardware::Budget> budget) {
    m_budget = std::move(budget);
    refresh();
}

void MemoryBars::setSettings(const scenario::Scenario& settings) {
    m_settings = settings;
    refresh();
}

void MemoryBars::setModel(std::optional<memory::Model> model) {
    m_model = std::move(model);
    refresh();
}

void MemoryBars::set(const QString& setting, const QString& value) {
    if (setting == "memory-bars") setShowsSchemes(value == "schemes");
    if (setting == "model") setModel(memory::parse_model(value.toStdString()));
    if (setting == "budget") setBudget(hardware::parse_budget(value.toStdString()));
}

QString MemoryBars::note() const {
    return m_note->text();
}

void MemoryBars::chooseRow(int row) {
    (showsSchemes() ? m_scheme : m_row) = row;
    refresh();
}

// The chosen row, part by part.
QString MemoryBars::rowWords() const {
    const Figure& shown = figure();
    if (m_row < 0 || m_row >= static_cast<int>(shown.rows.rows.size())) return {};
    const auto row = static_cast<std::size_t>(m_row);
    QStringList words;
    for (std::size_t part = 0; part < shown.rows.parts.size(); ++part)
        if (const double bytes = shown.table.rows[row][part]; bytes > 0)
            words << shown.rows.parts[part].name + " " + bytesText(bytes);
    return shown.rows.rows[row].name + ": " + words.join(", ") + ".";
}

std::vector<MemorySubject> MemoryBars::subjects() const {
    std::vector<const record::RunRecord*> records;
    std::vector<const RunModel*> models;
    for (const RunModel* model : allRuns())
        if (model->hasRun()) records.push_back(&model->record()), models.push_back(model);
    if (m_model || records.empty()) {
        if (!m_settings && records.empty()) return {};
        const scenario::Scenario& settings = m_settings ? *m_settings : records.front()->scenario();
        return {{QString(), settings, m_model ? *m_model : memory::model_of(settings)}};
    }
    std::vector<MemorySubject> all;
    const std::vector<Lane> lanes = lanesOf(records);
    for (const auto& lane : lanes) {
        const auto place = std::ranges::find(records, &lane.first()) - records.begin();
        all.push_back({lanes.size() > 1 ? lane.name : QString(), lane.first().scenario(), modelOf(lane.first()),
                       &lane.first(), models[static_cast<std::size_t>(place)]->isRecorded()});
    }
    return all;
}

std::int64_t MemoryBars::shownStep() const {
    return run() && run()->hasRun() ? run()->selectedStep() : -1;
}

const memory::Scheme* MemoryBars::ownScheme() const {
    const auto all = subjects();
    return all.empty() ? nullptr : memory::scheme_of(all.front().scenario);
}

Figure MemoryBars::makeFigure() {
    const auto all = subjects();
    if (!showsSchemes()) {
        Figure figure = memoryBarsFigure(all, shownStep(), m_budget);
        if (all.size() > kLanesWithFormulas) { // names, cells and bars of the measured rows only
            std::vector<StackedRow> rows;
            Table table{figure.table.header, {}, {}};
            for (std::size_t i = 0; i < figure.rows.rows.size(); ++i) {
                if (!figure.rows.rows[i].mark) continue;
                rows.push_back(figure.rows.rows[i]);
                table.names << figure.table.names[static_cast<qsizetype>(i)];
                table.rows.push_back(figure.table.rows[i]);
            }
            if (!rows.empty()) figure.rows.rows = std::move(rows), figure.table = std::move(table);
        }
        figure.rows.selected = m_row;
        return figure;
    }
    const memory::Model model = all.empty() ? memory::parse_model("125m") : all.front().model;
    const memory::Scheme* own = ownScheme();
    const auto shown = shownSchemes();
    const auto place = std::ranges::find(shown, own) - shown.begin();
    const int selected = m_scheme >= 0 ? m_scheme : own ? static_cast<int>(place) : 0;
    return schemesFigure(model, own, selected, m_budget);
}

void MemoryBars::update() {
    PlotInstrument::update();
    if (!showsSchemes()) setProvenance(std::nullopt); // each row has a badge of its own
    QStringList words;
    const auto all = subjects();
    if (showsSchemes()) {
        const auto row = static_cast<std::size_t>(std::max(0, figure().rows.selected));
        if (row < shownSchemes().size()) {
            const memory::Scheme& scheme = *shownSchemes()[row];
            words << say(scheme.title()) + ": " + say(scheme.explanation()) + " [" + QString::fromUtf8(scheme.source) +
                         "]";
        }
    } else {
        words << rowWords();
        for (const auto& subject : all)
            if (m_budget) words << budgetWords(subject, *m_budget);
        if (all.size() == 1) words << gapWords(all.front(), shownStep());
        if (all.size() == 1 && all.front().model.shape_is_estimated) {
            const auto& model = all.front().model;
            words << say("memory.estimated_shape", {{"layers", std::to_string(model.layers)},
                                                    {"width", std::to_string(model.width)},
                                                    {"vocabulary", text::grouped(model.vocabulary)}});
        }
        words.removeAll(QString());
    }
    m_note->setText(words.join(' '));
    m_budgetButton->setProperty("full", m_budget ? QString::fromStdString(m_budget->name) : tr("budget"));
    m_budgetButton->setProperty("brief", tr("budget"));
}

} // namespace ampscope::ui

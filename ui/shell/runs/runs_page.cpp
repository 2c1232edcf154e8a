#include "ui/shell/runs/runs_page.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/bridge/run_library.h"
#include "ui/instruments/column_plot.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/instruments/elided_label.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/runs/run_differences.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/instruments/step/lane_table.h"
#include "ui/instruments/step/lanes.h"
#include "ui/labs/stage.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lab_list.h"
#include "ui/shell/report/comparison_report.h"

namespace ampscope::ui {

using record::RunRecord;
using scenario::Scenario;

namespace {

// Runs as they were read, in the order asked for.
struct Loaded {
    std::vector<RunRecord> records;
    QStringList names;
    bool goes_on = false;
};

Loaded load(record::RunStore& store, const QStringList& ids) {
    Loaded loaded;
    for (const QString& id : ids) {
        const record::RunEntry entry = store.entry(id.toStdString());
        loaded.records.push_back(store.load(entry.id));
        loaded.names << QString::fromStdString(entry.name);
        loaded.goes_on |= entry.state == record::StoredState::Running;
    }
    return loaded;
}

bool hasHistogram(const RunRecord& record) {
    return !record.samples().empty() && record.histogram_at(record.samples().back().step());
}

bool hasBytes(const RunRecord& record) {
    return !record.samples().empty() && !record::is_missing(record.samples().back()[record::Column::BytesPeak]);
}

} // namespace

RunsPage::RunsPage(train::ComputeThread& thread, std::vector<Lab> labs, QWidget* parent)
    : Page(parent),
      m_list(new RunsView),
      m_views(new QStackedWidget),
      m_sides(new QStackedWidget),
      m_group(new RunGroup(thread, this)),
      m_stage(new Stage),
      m_differences(new RunDifferences),
      m_title(new ElidedLabel(Token::Text, QFont::DemiBold)),
      m_back(new QPushButton),
      m_again(new QPushButton),
      m_use(new QPushButton),
      m_plots(new QToolButton),
      m_table(new QToolButton),
      m_reference(new ElidedComboBox),
      m_useMenu(new QMenu(this)),
      m_labs(std::move(labs)) {
    auto* shelf = new QWidget;
    auto* shelf_layout = new QVBoxLayout(shelf);
    shelf_layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    shelf_layout->addWidget(m_list);
    m_list->setPlace({}); // all of them, wherever they come from
    m_views->addWidget(shelf);
    m_views->addWidget(buildLook());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_views);

    connect(m_list, &RunsView::openAsked, this, &RunsPage::look);
    connect(m_list, &RunsView::pageAsked, this, &Page::pageAsked);
    connect(m_list, &RunsView::noticed, this, &Page::noticed);
    connect(m_stage, &Stage::noticed, this, &Page::noticed);
    connect(m_stage, &Stage::pageAsked, this, &Page::pageAsked);
    connect(m_stage, &Stage::numberAsked, this, &Page::bitsAsked);
    connect(m_differences, &Instrument::noticed, this, &Page::noticed);
    connect(m_back, &QPushButton::clicked, this, [this] { showView("list"); });
    connect(m_plots, &QToolButton::clicked, this, [this] { showView("plots"); });
    connect(m_table, &QToolButton::clicked, this, [this] { showView("table"); });
    connect(m_again, &QPushButton::clicked, this, [this] { restart(std::nullopt); });
    connect(m_reference, &QComboBox::activated, this, &RunsPage::setReference);
    connect(&RunLibrary::instance(), &RunLibrary::changed, this, &RunsPage::follow);
    translated(this, [this] { refreshWords(); });
}

QWidget* RunsPage::buildLook() {
    m_again->setProperty("role", "primary");
    m_use->setMenu(m_useMenu);
    for (auto* button : {m_plots, m_table}) {
        button->setCheckable(true);
        button->setProperty("role", "switch");
    }
    m_reference->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_reference->setMinimumContentsLength(18);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(2 * kSpace, kSpace + 4, 2 * kSpace, 0);
    head->setSpacing(kSpace);
    head->addWidget(m_back);
    head->addWidget(m_title, 1);
    head->addWidget(m_plots);
    head->addWidget(m_table);
    head->addWidget(m_reference);
    head->addWidget(m_use);
    head->addWidget(m_again);
    auto* table = new QWidget;
    auto* table_layout = new QVBoxLayout(table);
    table_layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    table_layout->addWidget(m_differences);
    m_sides->addWidget(m_stage);
    m_sides->addWidget(table);
    auto* look = new QWidget;
    auto* layout = new QVBoxLayout(look);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_sides, 1);
    return look;
}

void RunsPage::refreshWords() {
    m_back->setText(QStringLiteral("‹ ") + tr("All runs"));
    m_back->setToolTip(tr("Back to the list"));
    m_plots->setText(tr("plots"));
    m_plots->setToolTip(tr("The runs on the same axes"));
    m_table->setText(tr("table"));
    m_table->setToolTip(tr("Settings that differ, figures, and where the runs part"));
    for (auto* button : {m_plots, m_table})
        button->setAccessibleName(button->toolTip());
    m_again->setText(tr("Run again"));
    m_again->setToolTip(tr("Opens the lab that fits, with these settings"));
    m_use->setText(tr("Use in"));
    m_use->setToolTip(tr("Takes these settings to a lab of your choice"));
    m_reference->setAccessibleName(tr("What the losses are compared to"));
    m_reference->setToolTip(m_reference->accessibleName());
    m_useMenu->clear();
    for (const auto& lab : m_labs)
        m_useMenu->addAction(lab.title(), this, [this, id = lab.id] {
            if (m_chosen) Q_EMIT scenarioAsked(id, m_chosen->record().scenario());
        });
    refreshLook();
    Q_EMIT changed();
}

// --- what is looked at

bool RunsPage::isLooking() const {
    return m_views->currentIndex() == 1;
}

RunModel* RunsPage::run() const {
    return isLooking() ? m_chosen : nullptr;
}

std::int64_t RunsPage::seed() const {
    return m_chosen ? m_chosen->record().scenario().seed : 0;
}

void RunsPage::look(const QStringList& ids) {
    ++m_pending;
    RunLibrary::instance().ask<Loaded>(
        this, [ids](record::RunStore& store) { return load(store, ids); },
        [this, ids](Loaded loaded) {
            --m_pending;
            showRecords(std::move(loaded.records), loaded.names);
            m_ids = ids;
            m_goesOn = loaded.goes_on;
        },
        [this] { --m_pending; });
}

void RunsPage::showRecords(std::vector<RunRecord> records, const QStringList& names) {
    if (records.empty()) return;
    m_ids.clear();
    m_names = names;
    m_goesOn = false;
    const bool many = records.size() > 1;
    const RunRecord& first = records.front();
    QStringList ids = {"loss"};
    if (many) {
        ids << "loss-difference"
            << "columns"
            << "throughput"
            << "lanes";
    } else {
        if (first.scenario().scaler_enabled()) ids << "scale-trace";
        ids << (hasHistogram(first) ? "histogram" : "columns");
        if (hasBytes(first)) ids << "memory-strip";
    }
    m_group->show(std::move(records));
    m_chosen = m_group->runs().first();
    m_stage->setTallFirst(true);
    m_stage->show(ids, !many);
    if (auto* lanes = qobject_cast<LaneTable*>(m_stage->instrument("lanes")))
        connect(lanes, &LaneTable::chosen, this, &RunsPage::choose, Qt::UniqueConnection);
    m_views->setCurrentIndex(1);
    if (!many) m_sides->setCurrentIndex(0);
    giveRuns();
    fillReferences();
    refreshLook();
    m_back->setFocus();
    Q_EMIT changed();
}

void RunsPage::giveRuns() {
    m_stage->setRun(m_chosen);
    m_stage->setComparison(m_group->runs().size() > 1 ? m_group->runs() : QList<RunModel*>());
    m_differences->setRun(m_group->runs().first());
    m_differences->setComparison(m_group->runs());
    m_differences->setNames(m_names);
    if (auto* lanes = qobject_cast<LaneTable*>(m_stage->instrument("lanes"))) lanes->setChosen(m_chosen);
}

void RunsPage::choose(RunModel* chosen) {
    if (!m_group->runs().contains(chosen)) return;
    m_chosen = chosen;
    giveRuns();
    refreshLook();
    Q_EMIT changed();
}

static std::vector<Lane> lanesOfGroup(const RunGroup& group) {
    std::vector<const RunRecord*> records;
    for (const auto* run : group.runs())
        records.push_back(&run->record());
    return lanesOf(records);
}

void RunsPage::fillReferences() {
    const auto lanes = lanesOfGroup(*m_group);
    m_reference->clear();
    for (const auto& lane : lanes)
        m_reference->addItem(tr("against %1").arg(lane.name));
    m_reference->setVisible(lanes.size() > 1);
    if (lanes.size() > 1) setReference(referenceLane(lanes));
}

void RunsPage::setReference(int lane) {
    const auto lanes = lanesOfGroup(*m_group);
    if (lane < 0 || lane >= static_cast<int>(lanes.size())) return;
    m_reference->setCurrentIndex(lane);
    for (const char* id : {"loss", "loss-difference"})
        if (auto* loss = qobject_cast<LossInstrument*>(m_stage->instrument(id))) loss->setReference(lane);
    const RunRecord* first = &lanes[static_cast<std::size_t>(lane)].first();
    const auto& runs = m_group->runs();
    for (int place = 0; place < runs.size(); ++place)
        if (&runs[place]->record() == first) m_differences->setReference(place);
}

void RunsPage::refreshLook() {
    const auto count = static_cast<int>(m_group->runs().size());
    const auto place = m_group->runs().indexOf(m_chosen);
    const QString of = count > 1 ? m_names.value(place) : QString();
    m_title->setText(of.isEmpty() ? title() : of);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_plots, m_table})
        widget->setVisible(count > 1);
    m_plots->setChecked(m_sides->currentIndex() == 0);
    m_table->setChecked(m_sides->currentIndex() == 1);
    m_again->setToolTip(of.isEmpty() ? tr("Opens the lab that fits, with these settings")
                                     : tr("Opens the lab that fits, with the settings of %1").arg(of));
}

// A run that goes on is read again as the library grows.
void RunsPage::follow() {
    if (!m_goesOn || !isLooking() || m_pending > 0 || m_ids.isEmpty()) return;
    ++m_pending;
    RunLibrary::instance().ask<Loaded>(
        this, [ids = m_ids](record::RunStore& store) { return load(store, ids); },
        [this, ids = m_ids](Loaded loaded) {
            --m_pending;
            if (ids != m_ids) return;
            const auto selection = m_chosen->selection();
            const auto place = m_group->runs().indexOf(m_chosen);
            m_goesOn = loaded.goes_on;
            m_group->show(std::move(loaded.records));
            m_chosen = m_group->runs().value(place, m_group->runs().first());
            m_chosen->select(selection);
        },
        [this] {
            --m_pending;
            m_goesOn = false;
        });
}

// --- the page

QString RunsPage::title() const {
    if (!isLooking()) return tr("All runs");
    const auto count = static_cast<int>(m_group->runs().size());
    return count > 1 ? tr("%1 runs side by side").arg(count) : m_names.value(0);
}

void RunsPage::stepRuns() {
    if (run()) run()->selectWithin(run()->cursor() + 1);
}

QWidget* RunsPage::firstFocus() {
    return isLooking() ? m_back : m_list->firstFocus();
}

bool RunsPage::isSettled() const {
    return m_pending == 0 && m_list->isSettled();
}

QUndoStack* RunsPage::undoStack() {
    return m_list->undoStack();
}

QString RunsPage::commandLine() const {
    const QStringList ids = isLooking() ? m_ids : m_list->selected();
    if (ids.isEmpty()) return QStringLiteral("ampscope-cli runs list");
    if (ids.size() == 1) return "ampscope-cli runs show " + ids.first();
    return "ampscope-cli runs compare " + ids.join(' ');
}

bool RunsPage::showView(const QString& view) {
    if (view == "list") {
        m_views->setCurrentIndex(0);
        m_list->firstFocus()->setFocus();
    } else if (view == "plots" || view == "table") {
        m_sides->setCurrentIndex(view == "table" ? 1 : 0);
        refreshLook();
    } else {
        return false;
    }
    Q_EMIT changed();
    return true;
}

// One run, or several with commas between them; a name may hold commas, too.
static QStringList findRuns(const record::RunStore& store, const QString& text) {
    const auto find = [&](const QString& one) { return QString::fromStdString(store.find(one.toStdString())); };
    const QStringList parts = text.split(',', Qt::SkipEmptyParts);
    try {
        return {find(text)};
    } catch (const text::Error&) {
        if (parts.size() < 2) throw;
    }
    QStringList ids;
    for (const QString& part : parts)
        if (const QString id = find(part.trimmed()); !ids.contains(id)) ids << id;
    return ids;
}

void RunsPage::enterText(const QString& text) {
    if (text.trimmed().isEmpty()) return;
    ++m_pending;
    m_refusal.clear();
    struct Found {
        QStringList ids;
        std::optional<text::Error> refusal;
    };
    const auto refuse = [this, text](const QString& why) {
        m_refusal = why;
        showView("list");
        m_list->setText(text);
    };
    RunLibrary::instance().ask<Found>(
        this,
        [text = text.trimmed()](record::RunStore& store) {
            Found found;
            try {
                found.ids = findRuns(store, text);
            } catch (const text::Error& error) {
                found.refusal = error;
            }
            return found;
        },
        [this, refuse](const Found& found) {
            --m_pending;
            if (!found.refusal && found.ids.size() <= RunsView::kMostCompared) return look(found.ids);
            if (found.refusal)
                refuse(say(*found.refusal));
            else // what is looked at stays
                m_refusal = tr("Up to %1 runs fit side by side; %2 were named.")
                                .arg(RunsView::kMostCompared)
                                .arg(found.ids.size());
            Q_EMIT noticed(m_refusal);
        },
        [this, refuse, text] { // there is no library yet
            --m_pending;
            refuse(say("store.unknown_run", {{"text", text.toStdString()}}));
        });
}

void RunsPage::restart(std::optional<std::int64_t> seed) {
    if (!m_chosen || !isLooking()) return;
    Scenario scenario = m_chosen->record().scenario();
    if (seed) scenario.seed = *seed;
    Q_EMIT scenarioAsked(labFor(scenario), scenario);
}

void RunsPage::reset() {
    showView("list");
}

void RunsPage::pin() {
    if (isLooking()) m_list->select(m_ids);
    m_list->pinSelected();
}

void RunsPage::writeReport(const QString& folder) {
    std::vector<RunRecord> records;
    for (const auto* run : m_group->runs())
        records.push_back(run->record());
    try {
        const QStringList paths =
            writeComparisonReport(records, folder, LanguageSwitch::instance().language(), m_names);
        Q_EMIT noticed(tr("Saved: %1").arg(paths.value(0)));
    } catch (const text::Error& error) {
        Q_EMIT noticed(say(error));
    }
}

} // namespace ampscope::ui

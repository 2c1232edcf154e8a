#include "ui/labs/stage.h"

#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "core/numeric/arithmetic_chain.h"
#include "ui/instruments/claims/claims_view.h"
#include "ui/instruments/hardware/hardware_model.h"
#include "ui/instruments/memory/memory_bars.h"
#include "ui/instruments/memory/memory_strip.h"
#include "ui/instruments/numbers/bits_view.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/instruments/numbers/nonfinite_view.h"
#include "ui/instruments/numbers/number_instrument.h"
#include "ui/instruments/numbers/overflow_view.h"
#include "ui/instruments/numbers/update_view.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/instruments/tab_order.h"
#include "ui/labs/time_bar.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

Stage::Stage(QWidget* parent)
    : QWidget(parent),
      m_number(new NumberModel(this)),
      m_hardware(new HardwareModel(this)),
      m_area(new QWidget(this)),
      m_grid(new QGridLayout(m_area)),
      m_code(new CodeView(this)),
      m_timeBar(new TimeBar(this)) {
    setObjectName("stageArea");
    connect(m_number, &NumberModel::refused, this,
            [this](const QString&, const QString&, const QString& reason) { Q_EMIT noticed(reason); });
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(2 * kSpace);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, kSpace);
    layout->setSpacing(kSpace + 2);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_code);
    layout->addWidget(m_timeBar);
}

// Strips take the full width below the others.
static bool isStrip(const Instrument& instrument) {
    return instrument.id() == "memory-strip" || instrument.id() == "number-line" || instrument.id() == "lanes";
}

void Stage::show(const QStringList& ids, bool withCode) {
    std::vector<std::unique_ptr<Instrument>> kept;
    for (const QString& id : ids) {
        const auto old = std::ranges::find_if(
            m_instruments, [&](const auto& instrument) { return instrument && instrument->id() == id; });
        std::unique_ptr<Instrument> instrument = old != m_instruments.end() ? std::move(*old) : makeInstrument(id);
        if (!instrument) continue; // the lesson's linter has said so
        connect(instrument.get(), &Instrument::noticed, this, &Stage::noticed, Qt::UniqueConnection);
        if (auto* number = qobject_cast<NumberInstrument*>(instrument.get())) number->setNumber(m_number);
        if (auto* claims = qobject_cast<ClaimsView*>(instrument.get())) {
            connect(claims, &ClaimsView::lessonAsked, this, &Stage::pageAsked, Qt::UniqueConnection);
        }
        if (auto* runs = qobject_cast<RunsView*>(instrument.get())) {
            connect(runs, &RunsView::openAsked, this, &Stage::openRuns, Qt::UniqueConnection);
            connect(runs, &RunsView::pageAsked, this, &Stage::pageAsked, Qt::UniqueConnection);
        }
        if (auto* chain = qobject_cast<NonfiniteView*>(instrument.get()))
            connect(chain, &NonfiniteView::opsAsked, this, &Stage::bringOps, Qt::UniqueConnection);
        if (auto* viewer = dynamic_cast<HardwareViewer*>(instrument.get())) viewer->setHardware(m_hardware);
        connect(instrument.get(), &Instrument::numberAsked, this, &Stage::numberAsked, Qt::UniqueConnection);
        instrument->setRun(m_run);
        instrument->setComparison(m_comparison);
        kept.push_back(std::move(instrument));
    }
    m_instruments = std::move(kept);
    m_hasCode = withCode;
    m_code->setVisible(withCode);
    arrange();
    fitHeight();
}

void Stage::bringOps() {
    QStringList next = ids();
    if (next.contains("op-flow")) return;
    const auto last = std::find_if(m_instruments.rbegin(), m_instruments.rend(), [](const auto& instrument) {
        return instrument->id() != "nonfinite" && !isStrip(*instrument);
    });
    if (last == m_instruments.rend())
        next << "op-flow";
    else
        next.replace(next.indexOf((*last)->id()), "op-flow");
    show(next, m_hasCode);
}

// Half a stage is too narrow for a row of bits with its value beside it.
static bool isRow(const Instrument& instrument) {
    return instrument.id() == "bits" || instrument.id() == "op-flow";
}

Stage::Order Stage::order() const {
    Order all;
    for (const auto& instrument : m_instruments)
        (isStrip(*instrument) ? all.strips : isRow(*instrument) ? all.rows : all.tiles).push_back(instrument.get());
    if (all.tiles.empty()) all.tiles.swap(all.rows); // alone it has all the room
    return all;
}

constexpr std::size_t kPart = 2; ///< plots side by side

int Stage::parts() const {
    const std::size_t tiles = order().tiles.size();
    return tiles > 3 ? static_cast<int>((tiles + kPart - 1) / kPart) : 1;
}

void Stage::showPart(std::optional<int> part) {
    if (part == m_part) return;
    m_part = part;
    arrange();
}

void Stage::arrange() {
    while (m_grid->count() > 0)
        delete m_grid->takeAt(0);
    auto [rows, tiles, strips] = order();
    if ((m_part || m_isLowest) && parts() > 1) {
        const auto first = kPart * static_cast<std::size_t>(std::clamp(m_part.value_or(0), 0, parts() - 1));
        std::vector<Instrument*> shown;
        for (std::size_t i = 0; i < tiles.size(); ++i)
            if (i / kPart == first / kPart)
                shown.push_back(tiles[i]);
            else
                tiles[i]->hide();
        tiles = shown;
    }
    const int columns = tiles.size() > 1 ? 2 : 1;
    const int first = static_cast<int>(rows.size());
    for (int r = 0; r < first; ++r) {
        m_grid->addWidget(rows[static_cast<std::size_t>(r)], r, 0, 1, columns);
        rows[static_cast<std::size_t>(r)]->show();
    }
    int row = first;
    const bool tall = m_tallFirst && tiles.size() == 3;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (tall) {
            m_grid->addWidget(tiles[i], first + (i == 2 ? 1 : 0), i == 0 ? 0 : 1, i == 0 ? 2 : 1, 1);
            row = first + 2;
            tiles[i]->show();
            continue;
        }
        const bool alone = i + 1 == tiles.size() && i % 2 == 0;
        row = first + static_cast<int>(i) / columns;
        m_grid->addWidget(tiles[i], row++, static_cast<int>(i) % columns, 1, alone ? columns : 1);
        tiles[i]->show();
    }
    for (int r = 0; r < 5; ++r)
        m_grid->setRowStretch(r, r >= row                                            ? 0
                                 : r >= first                                        ? 2
                                 : rows[static_cast<std::size_t>(r)]->id() == "bits" ? 0
                                                                                     : 3);
    for (auto* strip : strips) {
        m_grid->addWidget(strip, row++, 0, 1, columns);
        strip->show();
    }
    for (int column = 0; column < 2; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    orderTabs();
}

// Plots come first: on a low screen the code shows the lines around the lit one, and memory is one line of words.
void Stage::fitHeight() {
    constexpr double kLowStage = 740;
    const bool low = height() < scaled(kLowStage);
    constexpr double kVeryLowStage = 590;
    // Large type on a small screen: numbers come before the code, and two plots that can be read before four.
    constexpr double kLowestStage = 330;
    const bool lowest = height() < scaled(kLowestStage);
    if (m_hasCode) m_code->setVisible(!lowest);
    if (lowest != m_isLowest) {
        m_isLowest = lowest;
        arrange();
    }
    if (auto* bits = qobject_cast<BitsView*>(instrument("bits"))) bits->setLow(low);
    m_code->setCompact(low, height() < scaled(kVeryLowStage) ? 1 : 3);
    if (auto* strip = qobject_cast<MemoryStrip*>(instrument("memory-strip"))) strip->setCompact(low);
}

// As the grid is read: by rows, and in each from the left.
void Stage::orderTabs() {
    QList<QWidget*> read;
    for (int row = 0; row < m_grid->rowCount(); ++row)
        for (int column = 0; column < m_grid->columnCount(); ++column)
            if (auto* item = m_grid->itemAtPosition(row, column); item && !read.contains(item->widget()))
                read << item->widget();
    setTabOrderOf(read << m_code << m_timeBar);
}

void Stage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    orderTabs(); // before, it was in no window, where there is no order
}

void Stage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void Stage::setRun(RunModel* run) {
    m_run = run;
    for (const auto& instrument : m_instruments)
        instrument->setRun(run);
    m_code->setRun(run);
    m_timeBar->setRun(run);
    m_timeBar->setVisible(run != nullptr);
    orderTabs();
}

void Stage::setComparison(const QList<RunModel*>& runs) {
    m_comparison = runs;
    for (const auto& instrument : m_instruments)
        instrument->setComparison(runs);
}

void Stage::setScenario(const scenario::Scenario& scenario) {
    m_code->setScenario(scenario);
}

void Stage::set(const QString& setting, const QString& value) {
    if (auto* bars = qobject_cast<MemoryBars*>(instrument("memory-bars"))) bars->set(setting, value);
    const auto change = [&](const std::function<void(NumberState&)>& edit) {
        NumberState next = m_number->state();
        edit(next);
        m_number->change(next);
    };
    if (setting == "number") {
        m_number->enterText(value);
    } else if (setting == "chain") {
        m_number->enterChain(value);
    } else if (setting == "format") {
        change([&](NumberState& next) { next.format = numeric::format_or_throw(value.toStdString()); });
    } else if (setting == "formats") {
        change([&](NumberState& next) {
            next.formats.clear();
            for (const QString& id : value.split(','))
                next.formats.push_back(numeric::format_or_throw(id.trimmed().toStdString()));
        });
    } else if (auto* chains = qobject_cast<NanChain*>(instrument(setting))) {
        const auto* chain = numeric::find_chain(value.toStdString());
        if (chain) chains->showChain(static_cast<std::size_t>(chain - numeric::named_chains().data()));
    } else if (m_hardware->set(setting, value)) {
        return;
    } else if (auto* update = qobject_cast<UpdateView*>(instrument("update"))) {
        UpdateSettings next = update->settings();
        if (setting == "update.weight") next.weight = value;
        if (setting == "update.step") next.step = value;
        if (setting == "update.format") next.format = value;
        if (setting == "update.times") next.times = value.toLongLong();
        update->setSettings(next);
    }
}

Instrument* Stage::instrument(const QString& id) const {
    for (const auto& instrument : m_instruments)
        if (instrument->id() == id) return instrument.get();
    return nullptr;
}

QStringList Stage::ids() const {
    QStringList ids;
    for (const auto& instrument : m_instruments)
        ids << instrument->id();
    return ids;
}

} // namespace ampscope::ui

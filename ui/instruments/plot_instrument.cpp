#include "ui/instruments/plot_instrument.h"

#include <QAbstractTableModel>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/io/numbers.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/paper/paper_menu.h"
#include "ui/instruments/runs/comparison_figures.h"
#include "ui/instruments/tensor/size_bands.h"
#include "ui/plot/export.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

// The numbers of a figure, row by row.
class FigureTableModel : public QAbstractTableModel {
  public:
    using QAbstractTableModel::QAbstractTableModel;
    void setTable(const Table& table) {
        beginResetModel();
        m_table = table;
        endResetModel();
    }
    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_table.header.size());
    }
    QVariant data(const QModelIndex& index, int role) const override {
        const int names = m_table.names.isEmpty() ? 0 : 1;
        if (role == Qt::TextAlignmentRole)
            return QVariant((index.column() < names ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        if (role != Qt::DisplayRole || !index.isValid()) return {};
        if (index.column() < names) return m_table.names.value(index.row());
        const auto& row = m_table.rows[static_cast<std::size_t>(index.row())];
        const auto column = static_cast<std::size_t>(index.column() - names);
        if (column >= row.size() || record::is_missing(row[column])) return {};
        return QString::fromStdString(io::to_text(row[column], 7));
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section >= m_table.header.size()) return {};
        return m_table.header[section];
    }

  private:
    Table m_table;
};

std::function<QString(QWidget*, const QString&, const QString&)> PlotInstrument::askForFile =
    [](QWidget* parent, const QString& suggested, const QString& filter) {
        return QFileDialog::getSaveFileName(parent, {}, suggested, filter);
    };

PlotInstrument::PlotInstrument(const QString& id, QWidget* parent)
    : Instrument(id, parent),
      m_view(new PlotView(this)),
      m_table(new QTableView(this)),
      m_tableModel(new FigureTableModel(this)),
      m_stack(new QStackedLayout) {
    m_table->setModel(m_tableModel);
    m_table->setTabKeyNavigation(false); // Tab leaves the table
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setFrameShape(QFrame::NoFrame);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_table);
    body()->addLayout(m_stack);

    connect(m_view, &PlotView::selected, this, [this](double x) { handleSelected(x); });
    connect(m_view, &PlotView::handleMoved, this, [this](double x) { handleMoved(x); });
    connect(m_view, &PlotView::cursorMoved, this, [this](double x) { handleCursor(x); });
    translated(this, [this] { buildMenu(); });
}

const Figure& PlotInstrument::figure() const {
    return m_view->figure();
}
bool PlotInstrument::showsTable() const {
    return m_stack->currentWidget() == m_table;
}

void PlotInstrument::setShowsTable(bool table) {
    m_stack->setCurrentWidget(table ? static_cast<QWidget*>(m_table) : m_view);
    refresh();
    buildMenu();
}

void PlotInstrument::buildMenu() {
    menu()->clear();
    addPaperEntries(*this, *menu());
    menu()->addSeparator();
    menu()->addAction(showsTable() ? tr("Show the plot") : tr("Show the numbers as a table"), this,
                      [this] { setShowsTable(!showsTable()); });
    menu()->addAction(tr("Show the whole range"), this, [this] { m_view->resetZoom(); });
}

Exhibit PlotInstrument::exhibit() {
    refresh();
    Figure shown = figure();
    if (!shown.empty.isEmpty()) throw nothingToShow(shown.empty);
    shown.caption = paperCaption(shown.caption, shown.provenance);
    // On paper a line marks a step that was chosen, not the one that happens to be the last.
    if (run() && run()->followsNewest() && shown.selected == static_cast<double>(run()->selectedStep()))
        shown.selected.reset();
    Exhibit exhibit{std::move(shown), {}, {}, {}, {}, m_view->range(Qt::Horizontal), m_view->range(Qt::Vertical)};
    nameExhibit(exhibit);
    return exhibit;
}

void PlotInstrument::handleSelected(double x) {
    if (run()) run()->selectWithin(qRound64(x));
}

void PlotInstrument::update() {
    Figure figure;
    if (run() || !needsRun()) {
        figure = makeFigure();
        if (run() && run()->isRecorded()) figure.provenance = Provenance::Recorded;
    } else {
        figure.empty = tr("No run yet.");
    }
    setTitle(figure.title);
    setSubtitle(figure.empty.isEmpty() ? figure.legend.join(QStringLiteral("   ")) : QString());
    setProvenance(figure.empty.isEmpty() ? std::optional(figure.provenance) : std::nullopt);
    m_view->setTheme(ThemeSwitch::instance().kind(), ThemeSwitch::instance().scale());
    if (showsTable()) m_tableModel->setTable(figure.table);
    m_view->setFigure(std::move(figure));
}

std::vector<const record::RunRecord*> PlotInstrument::shownRecords() const {
    std::vector<const record::RunRecord*> records;
    for (const RunModel* model : allRuns())
        if (model == run() || !model->record().samples().empty()) records.push_back(&model->record());
    return records;
}

LossInstrument::LossInstrument(QWidget* parent) : LossInstrument("loss", parent) {}

LossInstrument::LossInstrument(const QString& id, QWidget* parent)
    : PlotInstrument(id, parent), m_difference(new QToolButton(this)) {
    m_difference->setCheckable(true);
    m_difference->setProperty("role", "switch");
    m_difference->hide();
    addToHeader(m_difference);
    connect(m_difference, &QToolButton::toggled, this, [this] {
        view()->resetZoom(); // another quantity
        refresh();
    });
    translated(this, [this] {
        m_difference->setText(tr("difference"));
        m_difference->setProperty("brief", m_difference->text());
        m_difference->setToolTip(tr("Show the losses as differences to one of the runs"));
        m_difference->setAccessibleName(m_difference->toolTip());
    });
}

void LossInstrument::setReference(std::optional<int> lane) {
    m_reference = lane;
    refresh();
}

Figure LossInstrument::makeFigure() {
    const auto records = shownRecords();
    const std::vector<Lane> lanes = lanesOf(records);
    const int reference = referenceLane(lanes, m_reference);
    const bool always = id() != "loss";
    m_difference->setVisible(!always && reference >= 0);
    if (reference >= 0)
        m_difference->setProperty("full", tr("difference to %1").arg(lanes[static_cast<std::size_t>(reference)].name));
    if (always || (reference >= 0 && m_difference->isChecked()))
        return lossComparisonFigure(records, run()->selectedStep(), true, m_reference);
    return lanes.size() > 1 || records.size() > 1 ? lossComparisonFigure(records, run()->selectedStep(), false)
                                                  : lossFigure(records, run()->selectedStep());
}

LossDifferenceInstrument::LossDifferenceInstrument(QWidget* parent) : LossInstrument("loss-difference", parent) {}

ThroughputInstrument::ThroughputInstrument(QWidget* parent)
    : PlotInstrument("throughput", parent), m_notHardware(new QLabel(this)) {
    m_notHardware->setProperty("role", "badge");
    m_notHardware->setAlignment(Qt::AlignCenter);
    m_notHardware->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_notHardware->hide();
    addToHeader(m_notHardware);
    translated(this, [this] { m_notHardware->setText(tr("not hardware speed")); });
}

Figure ThroughputInstrument::makeFigure() {
    const auto records = shownRecords();
    const QStringList slow = notHardwareSpeed(records);
    m_notHardware->setVisible(!slow.isEmpty());
    m_notHardware->setToolTip(
        tr("This CPU multiplies %1 numbers through fp32: the times say nothing about hardware that "
           "has this format.")
            .arg(slow.join(", ")));
    return throughputFigure(records, run()->selectedStep());
}

Figure ScaleTraceInstrument::makeFigure() {
    return scaleTraceFigure(run()->record(), run()->selectedStep());
}

Figure HistogramInstrument::makeFigure() {
    m_options.bin = run()->selectedBin();
    return histogramFigure(run()->record(), run()->selectedStep(), m_options);
}

void HistogramInstrument::selectBinAt(double x) {
    const record::Detail* detail = run() ? run()->record().histogram_at(run()->selectedStep()) : nullptr;
    if (!detail) return;
    const auto& histogram = std::get<record::GradientHistogram>(detail->payload);
    run()->selectBin(binAt(figure(), x, m_options.whatIfScale.value_or(logScale(histogram))));
}

void HistogramInstrument::setWhatIfScale(std::optional<int> scale) {
    if (scale) scale = qBound(-60, *scale, 60);
    if (scale == m_options.whatIfScale) return;
    m_options.whatIfScale = scale;
    refresh();
}

void HistogramInstrument::handleMoved(double x) {
    if (!run()) return;
    const record::Detail* detail = run()->record().histogram_at(run()->selectedStep());
    if (detail) setWhatIfScale(qRound(x - histogramMiddle(std::get<record::GradientHistogram>(detail->payload))));
}

void HistogramInstrument::handleSelected(double x) {
    const QString number = numberOfBin(figure(), x);
    selectBinAt(x);
    if (!number.isEmpty()) Q_EMIT numberAsked(number, m_options.format);
}

void HistogramInstrument::handleCursor(double x) {
    selectBinAt(x);
}

} // namespace ampscope::ui

#include "ui/instruments/column_plot.h"

#include <QComboBox>
#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/instruments/step/lanes.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;
using record::ColumnInfo;
using record::RunRecord;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

const ColumnInfo& infoOf(Column column) {
    return *std::ranges::find(record::columns(), column, &ColumnInfo::column);
}

// "Share of gradients that are exactly zero": what the column is, in words.
QString titleOf(Column column) {
    return say(infoOf(column).meaning());
}

QString axisTitle(Column column) {
    const ColumnInfo& info = infoOf(column);
    if (info.unit == "bytes") return Figures::tr("MB (10⁶ bytes)");
    if (info.unit == "ms") return Figures::tr("milliseconds");
    if (info.flag) return Figures::tr("0: no, 1: yes");
    if (info.name.ends_with("_share")) return Figures::tr("share");
    switch (column) {
    case Column::Loss: return Figures::tr("loss");
    case Column::Scale: return Figures::tr("loss scale");
    case Column::Lr: return Figures::tr("learning rate");
    case Column::GradNorm:
    case Column::GradNormAfterClip:
    case Column::OptimizerNorm: return Figures::tr("norm");
    default: return Figures::tr("count");
    }
}

} // namespace

Figure columnFigure(const std::vector<const RunRecord*>& runs, Column column, std::int64_t selectedStep) {
    Figure figure;
    const ColumnInfo& info = infoOf(column);
    figure.id = "columns";
    figure.title = titleOf(column);
    const bool doubles = column == Column::Scale;
    figure.x = {.title = Figures::tr("step"), .ticks = Axis::Ticks::WholeNumbers, .lower = 0};
    figure.y.title = axisTitle(column);
    const double unit = info.unit == "bytes" ? 1e6 : 1;
    if (doubles) figure.y.ticks = Axis::Ticks::PowersOfTwo;
    if (info.flag) figure.y.lower = -0.1, figure.y.upper = 1.1;
    figure.table.header = {Figures::tr("step")};
    std::int64_t last = 1;
    QStringList said;
    const std::vector<Lane> lanes = lanesOf(runs);
    for (const auto& lane : lanes) {
        Series series;
        series.name = lane.name;
        series.format = lane.format;
        series.dashed = lane.format.isEmpty();
        series.kind = doubles || info.flag ? Series::Kind::Steps : Series::Kind::Line;
        figure.table.header << (unit == 1 ? lane.name : Figures::tr("%1, bytes").arg(lane.name));
        int broken = 0;
        for (const auto& sample : lane.first().samples()) {
            const double value = sample[column];
            if (record::is_missing(value)) continue;
            const double height = doubles ? (value > 0 ? std::log2(value) : std::nan("")) : value / unit;
            broken += !std::isfinite(value);
            series.x << static_cast<double>(sample.step());
            series.y << (std::isfinite(height) ? height : std::nan(""));
        }
        last = std::max(last, lane.first().planned_steps());
        if (!series.x.isEmpty() && std::isfinite(series.y.last()))
            said << QString("%1: %2").arg(lane.name, QString::fromStdString(io::to_text(
                                                         doubles ? std::exp2(series.y.last()) : series.y.last(), 4)));
        if (broken > 0) figure.legend << Figures::tr("%1: %2 Inf or NaN").arg(lane.name).arg(broken);
        figure.series.push_back(std::move(series));
    }
    figure.x.upper = static_cast<double>(last);
    if (selectedStep >= 0) figure.selected = static_cast<double>(selectedStep);
    if (std::ranges::all_of(figure.series, [](const Series& series) { return series.x.isEmpty(); })) {
        figure.empty = Figures::tr("No step yet.");
        return figure;
    }
    std::int64_t steps = 0;
    for (const auto& lane : lanes)
        steps = std::max(steps, static_cast<std::int64_t>(lane.first().samples().size()));
    for (std::int64_t step = 0; step < steps; ++step) {
        std::vector<double> row{static_cast<double>(step)};
        for (const auto& lane : lanes) {
            const auto* sample = sampleAt(lane.first(), step);
            row.push_back(sample ? (*sample)[column] : record::kMissing);
        }
        figure.table.rows.push_back(std::move(row));
    }
    figure.summary = titleOf(column) + ", " + figure.y.title + ". " + said.join(", ");
    figure.caption = captionOf(lanes);
    return figure;
}

ColumnPlot::ColumnPlot(QWidget* parent) : PlotInstrument("columns", parent), m_choice(new ElidedComboBox(this)) {
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(1);
    m_choice->setMaximumWidth(qRound(scaled(40))); // the title beside it says what is chosen
    addToHeader(m_choice);
    for (const auto& info : record::columns())
        if (info.column != Column::Step) m_choice->addItem(QString(), static_cast<int>(info.column));
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { setColumn(static_cast<Column>(m_choice->itemData(index).toInt())); });
    translated(this, [this] {
        m_choice->setAccessibleName(tr("column"));
        m_choice->setToolTip(tr("Which column of the record is drawn"));
        for (int i = 0; i < m_choice->count(); ++i) {
            const auto column = static_cast<Column>(m_choice->itemData(i).toInt());
            m_choice->setItemText(i, titleOf(column));
            m_choice->setItemData(i, tr("%1 in record.json").arg(QString::fromUtf8(infoOf(column).name)),
                                  Qt::ToolTipRole);
        }
    });
    setColumn(m_column);
}

void ColumnPlot::setColumn(Column column) {
    if (column != m_column) view()->resetZoom(); // another quantity
    m_column = column;
    m_choice->setCurrentIndex(m_choice->findData(static_cast<int>(column)));
    refresh();
}

Figure ColumnPlot::makeFigure() {
    return columnFigure(shownRecords(), m_column, run()->selectedStep());
}

} // namespace ampscope::ui

#include "ui/instruments/runs/run_differences.h"

#include <QHeaderView>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/instruments/compact_table.h"
#include "ui/instruments/paper/paper_menu.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::RunRecord;

namespace {

QString figureText(const record::FigureInfo& info, double value) {
    if (record::is_missing(value)) return QStringLiteral("–");
    return info.bytes ? QString::fromStdString(io::to_text(value / 1e6, 5)) + " MB"
                      : QString::fromStdString(io::to_text(value, 5));
}

} // namespace

RunDifferences::RunDifferences(QWidget* parent)
    : Instrument("run-differences", parent), m_table(makeCompactTable(this)) {
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setTextElideMode(Qt::ElideMiddle);
    body()->addWidget(m_table, 1);
    translated(this, [this] {
        m_table->setAccessibleName(tr("What the runs differ in"));
        menu()->clear();
        addPaperEntries(*this, *menu());
        refresh();
    });
}

void RunDifferences::setNames(const QStringList& names) {
    m_names = names;
    refresh();
}

void RunDifferences::setReference(int run) {
    m_reference = run;
    refresh();
}

QString RunDifferences::nameOf(std::size_t run, const RunRecord& record) const {
    const QString given = m_names.value(static_cast<qsizetype>(run));
    if (!given.isEmpty()) return given;
    const auto& scenario = record.scenario();
    return tr("%1, seed %2").arg(QString::fromUtf8(scenario::choice_name(scenario.precision))).arg(scenario.seed);
}

std::vector<RunDifferences::Row> RunDifferences::rowsOf(const std::vector<const RunRecord*>& runs) const {
    const record::Comparison comparison = record::compare(runs);
    std::vector<Row> rows;
    rows.push_back({tr("Settings that differ"), {}, {}});
    for (const auto& field : comparison.fields) {
        Row row{QString::fromStdString(field.path), say(scenario::find_field(field.path)->meaning()), {}};
        for (const auto& value : field.values)
            row.cells << QString::fromStdString(value);
        rows.push_back(std::move(row));
    }
    if (comparison.fields.empty()) rows.front().name = tr("No setting differs");
    rows.push_back({tr("Figures"), {}, {}});
    for (const auto& info : record::figure_infos()) {
        Row row{say(info.label), {}, {}};
        for (const auto& figures : comparison.figures)
            row.cells << figureText(info, figures.*info.member);
        rows.push_back(std::move(row));
    }
    if (runs.size() > 1) addParting(rows, runs);
    return rows;
}

// For each column of the record the first step at which a run is no longer, bit for bit, what the reference is.
void RunDifferences::addParting(std::vector<Row>& rows, const std::vector<const RunRecord*>& runs) const {
    const auto reference = static_cast<std::size_t>(qBound(0, m_reference, static_cast<int>(runs.size()) - 1));
    std::vector<record::RecordDiff> diffs;
    for (const auto* run : runs)
        diffs.push_back(record::diff(*runs[reference], *run));
    rows.push_back({tr("First step that differs from %1").arg(nameOf(reference, *runs[reference])),
                    tr("Bit for bit; times are never compared"),
                    {}});
    QStringList names;
    for (const auto& diff : diffs) {
        for (const auto& name : diff.differing)
            if (const auto known = QString::fromStdString(name); !names.contains(known)) names << known;
    }
    if (names.isEmpty()) rows.back().name = tr("No step differs");
    for (const QString& name : names) {
        Row row{name, {}, {}};
        for (std::size_t i = 0; i < diffs.size(); ++i) {
            const auto& diff = diffs[i];
            const auto found = std::ranges::find(diff.columns, name.toStdString(), &record::FirstDifference::column);
            std::optional<std::int64_t> step;
            if (found != diff.columns.end()) step = found->step;
            if (name == "facts") step = diff.fact_step;
            if (name == "details") step = diff.detail_step;
            const bool one = std::ranges::find(diff.recorded_by_one, name.toStdString()) != diff.recorded_by_one.end();
            row.cells << (i == reference ? tr("reference")
                          : one          ? tr("not recorded")
                          : step         ? QString::number(*step)
                                         : tr("same"));
        }
        rows.push_back(std::move(row));
    }
}

void RunDifferences::update() {
    setTitle(tr("What the runs differ in"));
    std::vector<const RunRecord*> records;
    m_header = QStringList{QString()};
    bool all_recorded = true;
    for (auto* run : allRuns())
        if (run->hasRun()) {
            m_header << nameOf(records.size(), run->record());
            records.push_back(&run->record());
            all_recorded &= run->isRecorded();
        }
    m_rows = records.empty() ? std::vector<Row>{} : rowsOf(records);
    setSubtitle(records.empty() ? tr("No run yet.") : QString());
    setProvenance(records.empty() ? std::nullopt
                                  : std::optional(all_recorded ? Provenance::Recorded : Provenance::Measured));
    fill();
}

void RunDifferences::fill() {
    m_table->clearSpans();
    m_table->clear();
    m_table->setColumnCount(static_cast<int>(m_header.size()));
    m_table->setRowCount(static_cast<int>(m_rows.size()));
    for (int column = 0; column < m_header.size(); ++column) {
        auto* item = new QTableWidgetItem(m_header[column]);
        item->setToolTip(plainTip(m_header[column]));
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_table->setHorizontalHeaderItem(column, item);
    }
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const Row& content = m_rows[static_cast<std::size_t>(row)];
        putCell(m_table, row, 0, content.name, false);
        m_table->item(row, 0)->setToolTip(plainTip(content.tip.isEmpty() ? content.name : content.tip));
        if (content.cells.isEmpty()) { // a heading
            m_table->item(row, 0)->setFont(textFont(scaled(kChromePixels), QFont::DemiBold));
            m_table->setSpan(row, 0, 1, m_table->columnCount());
            continue;
        }
        for (int column = 0; column < content.cells.size(); ++column) {
            putCell(m_table, row, column + 1, content.cells[column]);
            m_table->item(row, column + 1)->setToolTip(plainTip(content.cells[column]));
        }
    }
    resizeEvent(nullptr);
}

TextTable RunDifferences::paperTable() const {
    TextTable table{m_header, {}};
    for (const auto& row : m_rows)
        table.rows << (QStringList{row.name} + row.cells);
    for (auto& row : table.rows)
        while (row.size() < table.header.size())
            row << QString();
    return table;
}

// The names of the rows as wide as they are, up to a third; the runs share the rest.
void RunDifferences::resizeEvent(QResizeEvent* event) {
    if (event) Instrument::resizeEvent(event);
    const int columns = m_table->columnCount();
    if (columns < 2) return;
    m_table->horizontalHeader()->setFont(textFont(scaled(kTickPixels)));
    for (int row = 0; row < m_table->rowCount(); ++row)
        m_table->setRowHeight(row, qRound(scaled(24)));
    const QFontMetricsF words(textFont(scaled(kChromePixels)));
    double widest = scaled(80);
    for (const auto& row : m_rows)
        if (!row.cells.isEmpty()) widest = std::max(widest, words.horizontalAdvance(row.name));
    const double all = m_table->width() - scaled(16); // a scroll bar
    const double first = std::min(widest + scaled(16), all / 3);
    const double each = std::max(scaled(96), (all - first) / (columns - 1));
    m_table->setColumnWidth(0, static_cast<int>(first));
    const QFontMetricsF head(textFont(scaled(kTickPixels)));
    for (int column = 1; column < columns; ++column) {
        m_table->setColumnWidth(column, static_cast<int>(each));
        // Names begin alike; a style sheet's header would cut them off.
        m_table->horizontalHeaderItem(column)->setText(
            head.elidedText(m_header[column], Qt::ElideMiddle, each - scaled(12)));
    }
}

} // namespace ampscope::ui

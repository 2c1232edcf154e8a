#include "ui/instruments/tensor/tensor_tables.h"

#include <QHeaderView>
#include <QResizeEvent>
#include <QTableWidget>
#include <QVBoxLayout>
#include <array>
#include <cmath>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/compact_table.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

QString number(double value, int digits = 3) {
    return std::isnan(value) ? QStringLiteral("–") : QString::fromStdString(io::to_text(value, digits));
}

constexpr std::initializer_list<int> kExpendableFormatColumns = {4, 2};
constexpr std::initializer_list<int> kExpendableElementColumns = {2};

} // namespace

FormatTable::FormatTable(QWidget* parent) : Instrument("tensor-formats", parent), m_table(makeCompactTable(this)) {
    body()->addWidget(m_table);
    m_table->installEventFilter(this);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, [this] {
        if (!m_isFilling && m_table->currentRow() >= 0) Q_EMIT formatChosen(m_table->currentRow());
    });
    connect(m_table, &QTableWidget::cellActivated, this, [this](int row, int) {
        const auto& formats = m_report.formats;
        if (row >= 0 && static_cast<std::size_t>(row) < formats.size())
            if (const auto scale = formats[static_cast<std::size_t>(row)].best_log2_scale) Q_EMIT scaleAsked(*scale);
    });
    translated(this, [this] { m_table->setAccessibleName(tr("What each format makes of it")); });
    refresh();
}

void FormatTable::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    fitColumns(m_table, kExpendableFormatColumns);
}

bool FormatTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        fitColumns(m_table, kExpendableFormatColumns);
    return Instrument::eventFilter(watched, event);
}

void FormatTable::setReport(const tensorfile::TensorReport& report, int log2Scale, bool errorsAreCurrent) {
    m_report = report;
    m_scale = log2Scale;
    m_errorsAreCurrent = errorsAreCurrent;
    refresh();
}

void FormatTable::setFormat(std::size_t format) {
    m_isFilling = true;
    m_table->selectRow(static_cast<int>(format));
    m_isFilling = false;
}

void FormatTable::update() {
    setTitle(tr("What each format makes of it"));
    setSubtitle(m_report.formats.empty() ? QString()
                                         : tr("at × %1; Enter takes the best scale").arg(powerOfTwo(m_scale)));
    setProvenance(m_report.formats.empty() ? std::nullopt : std::optional(Provenance::Computed));
    m_isFilling = true;
    const int chosen = m_table->currentRow();
    const QStringList header = {tr("format"),   tr("to 0"),      tr("subnormal"),
                                tr("overflow"), tr("RMS error"), tr("best scale")};
    m_table->setColumnCount(static_cast<int>(header.size()));
    m_table->setHorizontalHeaderLabels(header);
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeaderItem(4)->setToolTip(
        tr("Root of the mean squared error over the root mean square, of what stays finite"));
    m_table->horizontalHeaderItem(5)->setToolTip(
        tr("The power of two at which nothing overflows and the fewest become 0"));
    m_table->setRowCount(static_cast<int>(m_report.formats.size()));
    for (std::size_t f = 0; f < m_report.formats.size(); ++f) {
        const auto& format = m_report.formats[f];
        const auto shares = m_report.shares_at(f, m_scale);
        const int row = static_cast<int>(f);
        putCell(m_table, row, 0, QString::fromStdString(format.format.name), false);
        m_table->item(row, 0)->setForeground(theme().format(QString::fromStdString(format.format.id)).color);
        m_table->item(row, 0)->setFont(textFont(scaled(kChromePixels), QFont::DemiBold));
        putCell(m_table, row, 1, shareText(shares.lost, m_report.total), true, shares.lost > 0);
        putCell(m_table, row, 2, shareText(shares.subnormal, m_report.total));
        putCell(m_table, row, 3, shareText(shares.overflowed, m_report.total), true, shares.overflowed > 0);
        putCell(m_table, row, 4, m_errorsAreCurrent ? number(format.relative_rms) : QStringLiteral("…"));
        putCell(m_table, row, 5, format.best_log2_scale ? powerOfTwo(*format.best_log2_scale) : QStringLiteral("–"));
    }
    fitColumns(m_table, kExpendableFormatColumns);
    if (chosen >= 0) m_table->selectRow(chosen);
    m_isFilling = false;
}

WorstTable::WorstTable(QWidget* parent)
    : Instrument("tensor-worst", parent), m_table(makeCompactTable(this)), m_measure(new ComboBox(this)) {
    body()->addWidget(m_table);
    m_table->installEventFilter(this);
    addToHeader(m_measure);
    m_measure->addItems({"", "", "", ""});
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_measure, &QComboBox::currentIndexChanged, this, [this] { refresh(); });
    connect(m_table, &QTableWidget::cellActivated, this, [this](int row, int) {
        if (m_format >= m_lists.size()) return;
        const auto& list = m_lists[m_format][static_cast<std::size_t>(m_measure->currentIndex())];
        if (row >= 0 && static_cast<std::size_t>(row) < list.size())
            Q_EMIT valueChosen(list[static_cast<std::size_t>(row)].number);
    });
    translated(this, [this] {
        const QStringList names = {tr("largest |x|"), tr("largest error"), tr("become 0"), tr("inf and NaN")};
        for (int i = 0; i < m_measure->count(); ++i)
            m_measure->setItemText(i, names[i]);
        m_measure->setAccessibleName(tr("Which elements"));
        m_table->setAccessibleName(tr("Elements"));
    });
    refresh();
}

void WorstTable::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) refresh();
    fitColumns(m_table, kExpendableElementColumns);
}

bool WorstTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        fitColumns(m_table, kExpendableElementColumns);
    return Instrument::eventFilter(watched, event);
}

void WorstTable::setLists(Lists lists) {
    m_lists = std::move(lists);
    refresh();
}

void WorstTable::setFormat(std::size_t format) {
    m_format = format;
    refresh();
}

void WorstTable::setMeasure(Measure measure) {
    m_measure->setCurrentIndex(static_cast<int>(measure));
}

void WorstTable::update() {
    setTitle(tr("Elements"));
    const bool has_some = m_format < m_lists.size();
    const bool narrow = width() < scaled(340); // then the choice needs the room of the badge
    setProvenance(has_some && !narrow ? std::optional(Provenance::Computed) : std::nullopt);
    const auto measure = static_cast<Measure>(m_measure->currentIndex());
    const bool rounded = measure == Measure::Error || measure == Measure::Lost;
    QStringList header = {tr("index"), tr("value")};
    if (rounded) header << tr("stored") << tr("rel. error");
    m_table->setColumnCount(static_cast<int>(header.size()));
    m_table->setHorizontalHeaderLabels(header);
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const std::vector<ListedElement> none;
    const auto& list = has_some ? m_lists[m_format][static_cast<std::size_t>(measure)] : none;
    setSubtitle(list.empty() ? tr("none") : QString());
    m_table->setRowCount(static_cast<int>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
        const int row = static_cast<int>(i);
        putCell(m_table, row, 0, list[i].tensor + list[i].index, false);
        putCell(m_table, row, 1, rounded ? number(list[i].number, 6) : list[i].value);
        m_table->item(row, 1)->setToolTip(list[i].value);
        if (!rounded) continue;
        putCell(m_table, row, 2, number(list[i].stored, 6));
        putCell(m_table, row, 3, number(list[i].relativeError));
    }
    fitColumns(m_table, kExpendableElementColumns);
}

} // namespace ampscope::ui

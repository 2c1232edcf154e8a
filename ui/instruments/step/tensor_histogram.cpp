#include "ui/instruments/step/tensor_histogram.h"

#include <QToolButton>
#include <cmath>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/instruments/tensor/size_bands.h"
#include "ui/plot/plot_view.h"

namespace ampscope::ui {

namespace {

constexpr int kMostScale = 200; ///< as far as a scale can be dragged

} // namespace

TensorHistogram::TensorHistogram(QWidget* parent) : PlotInstrument("tensor-histogram", parent) {
    for (const auto& format : tensorfile::default_inspect_formats()) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setProperty("role", "switch");
        button->setText(QString::fromStdString(format.name).remove("fp8 "));
        const int number = static_cast<int>(m_formats.size());
        connect(button, &QToolButton::clicked, this, [this, number] { Q_EMIT formatChosen(number); });
        addToHeader(button);
        m_formats << button;
    }
    connect(view(), &PlotView::selected, this, [this](double x) {
        if (m_report.binades.empty() || !std::isfinite(x)) return;
        const double exponent = std::floor(x) - m_scale;
        for (const auto& binade : m_report.binades)
            if (binade.exponent == exponent && binade.count > 0) {
                Q_EMIT valueChosen(binade.typical, m_scale,
                                   QString::fromStdString(m_report.formats[m_format].format.id));
                return;
            }
    });
    translated(this, [this] {
        for (auto* button : m_formats) {
            button->setToolTip(tr("The bands of %1").arg(button->text()));
            button->setAccessibleName(button->toolTip());
        }
    });
    setFormat(0);
}

void TensorHistogram::setReport(const tensorfile::TensorReport& report, const QString& name) {
    m_report = report;
    m_name = name;
    m_empty.clear();
    refresh();
}

void TensorHistogram::clear(const QString& why) {
    m_report = {};
    m_empty = why;
    refresh();
}

void TensorHistogram::setFormat(std::size_t format) {
    m_format = format;
    for (qsizetype i = 0; i < m_formats.size(); ++i)
        m_formats[i]->setChecked(static_cast<std::size_t>(i) == format);
    view()->resetZoom();
    refresh();
}

void TensorHistogram::setLog2Scale(int scale) {
    m_scale = qBound(-kMostScale, scale, kMostScale);
    refresh();
}

double TensorHistogram::middle() const {
    double sum = 0, count = 0;
    for (const auto& binade : m_report.binades) {
        sum += (binade.exponent + 0.5) * static_cast<double>(binade.count);
        count += static_cast<double>(binade.count);
    }
    return count > 0 ? sum / count : 0;
}

record::SizeHistogram TensorHistogram::sizes() const {
    record::SizeHistogram sizes{0, {}, m_report.zero, m_report.infinite, m_report.nan};
    if (m_report.binades.empty()) return sizes;
    sizes.log2_low = m_report.binades.front().exponent; // they are in order
    sizes.counts.resize(static_cast<std::size_t>(m_report.binades.back().exponent - sizes.log2_low + 1));
    for (const auto& binade : m_report.binades)
        sizes.counts[static_cast<std::size_t>(binade.exponent - sizes.log2_low)] = binade.count;
    return sizes;
}

void TensorHistogram::handleMoved(double x) {
    const int scale = qBound(-kMostScale, static_cast<int>(std::lround(x - middle())), kMostScale);
    if (scale == m_scale) return;
    setLog2Scale(scale);
    Q_EMIT scaleMoved(scale);
}

Figure TensorHistogram::makeFigure() {
    Figure figure;
    figure.id = "tensor-histogram";
    figure.provenance = Provenance::Computed;
    figure.title = tr("Sizes and bands");
    if (m_report.formats.empty() || m_report.total == 0) {
        figure.empty = m_empty.isEmpty() ? tr("This tensor has no elements.") : m_empty;
        return figure;
    }
    const auto& format = m_report.formats[m_format].format;
    const QString name = QString::fromStdString(format.name);
    figure.title = tr("%1 and what %2 can hold").arg(m_name, name);
    figure.x.title = m_scale == 0 ? tr("|x|") : tr("|x × scale|");
    figure.table.header = {tr("log2 of |x|, from"), tr("count")};
    for (const auto& binade : m_report.binades)
        figure.table.rows.push_back({double(binade.exponent), double(binade.count)});
    Bars bars;
    bars.name = m_name;
    bars.format = QString::fromStdString(format.id);
    addSizes(figure, sizes(), m_scale, format, std::move(bars));
    if (!m_report.binades.empty()) figure.handle = middle() + m_scale;
    figure.handleText = QStringLiteral("× ") + powerOfTwo(m_scale);
    figure.handleHelp =
        tr("A scale that every element is multiplied with before it is rounded. Drag it, or press Left and "
           "Right.");
    figure.handleHint = tr("drag ▼: another scale · a bar opens in Bits");
    const auto shares = m_report.shares_at(m_format, m_scale);
    figure.legend << tr("× %1: %2 become 0, %3 subnormal, %4 overflow")
                         .arg(powerOfTwo(m_scale), shareText(shares.lost, m_report.total),
                              shareText(shares.subnormal, m_report.total),
                              shareText(shares.overflowed, m_report.total));
    figure.summary = figure.title + ". " + figure.legend.last();
    figure.caption = m_name;
    return figure;
}

} // namespace ampscope::ui

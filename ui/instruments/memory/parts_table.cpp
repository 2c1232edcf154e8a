#include "ui/instruments/memory/parts_table.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/memory/memory_parts.h"
#include "ui/instruments/step/look_button.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;
using record::ParameterStates;

namespace {

// Shares by dtype in words: "bf16 62 %, fp32 38 %"; of one dtype just its name.
class Shares {
  public:
    void add(const std::string& dtype, double weight) {
        if (!dtype.empty()) m_of[QString::fromStdString(dtype)] += weight;
    }
    QString words() const {
        double all = 0;
        for (const auto& [dtype, weight] : m_of)
            all += weight;
        if (all <= 0) return QStringLiteral("–");
        if (m_of.size() == 1) return m_of.begin()->first;
        std::vector<std::pair<QString, double>> sorted(m_of.begin(), m_of.end());
        std::ranges::sort(sorted, std::greater(), &std::pair<QString, double>::second);
        QStringList words;
        for (const auto& [dtype, weight] : sorted)
            words << QString("%1 %2 %").arg(dtype, numberText(100 * weight / all, weight < 0.1 * all ? 2 : 3));
        return words.join(", ");
    }

  private:
    std::map<QString, double> m_of;
};

QString lossDtype(const record::RunRecord& run, std::int64_t step) {
    Shares shares;
    if (const auto* ops = run.detail_at<record::OpList>(step))
        for (const auto& op : ops->ops)
            if (op.layer == "loss" && op.phase == "forward" && op.depth == 0)
                for (const auto& dtype : op.outputs)
                    if (!dtype.starts_with("int")) shares.add(dtype, 1);
    return shares.words();
}

} // namespace

std::vector<PartRow> partRows(const record::RunRecord& run, std::int64_t step) {
    const auto* states = run.detail_at<ParameterStates>(step);
    Shares compute, weight, gradient, optimizer, master, kept;
    if (states)
        for (const auto& parameter : states->parameters) {
            const auto count = static_cast<double>(parameter.count);
            compute.add(parameter.compute, count);
            weight.add(parameter.weight, count);
            gradient.add(parameter.gradient, count);
            optimizer.add(parameter.optimizer, count);
            master.add(parameter.master, count);
        }
    if (const auto* saved = run.detail_at<record::SavedTensors>(step))
        for (const auto& tensor : saved->tensors)
            if (!tensor.is_weight && !tensor.is_repeat) kept.add(tensor.dtype, static_cast<double>(tensor.bytes));

    const record::Sample* sample = nullptr;
    for (const auto& row : run.samples())
        if (row.step() <= step) sample = &row;
    const auto parameters = static_cast<double>(modelOf(run).parameters);
    const auto each = [&](Column column) -> std::optional<double> {
        if (!sample || parameters <= 0 || record::is_missing((*sample)[column])) return std::nullopt;
        return (*sample)[column] / parameters;
    };
    const auto plus = [](std::optional<double> a, std::optional<double> b) {
        return a ? std::optional(*a + b.value_or(0)) : b;
    };
    const QString copies = master.words();
    const QString weights = copies == QStringLiteral("–")
                                ? (compute.words() == weight.words()
                                       ? weight.words()
                                       : PartsTable::tr("%1, used as %2").arg(weight.words(), compute.words()))
                                : PartsTable::tr("%1, with a copy in %2").arg(weight.words(), copies);
    // The chapter counts Adam's 8 bytes and 4 + 2 of the weights as its "12 + 2"; gradients it does not count.
    return {
        {PartsTable::tr("forward (matrix products)"), PartsTable::tr("bf16"), compute.words(), std::nullopt,
         std::nullopt},
        {PartsTable::tr("activations kept"), PartsTable::tr("bf16"), kept.words(), std::nullopt,
         each(Column::BytesActivations)},
        {PartsTable::tr("loss"), PartsTable::tr("fp32"), lossDtype(run, step), std::nullopt, std::nullopt},
        {PartsTable::tr("gradients"), PartsTable::tr("bf16, added up in fp32"), gradient.words(), std::nullopt,
         each(Column::BytesGradients)},
        {PartsTable::tr("optimizer (Adam's m and v)"), PartsTable::tr("fp32"), optimizer.words(), 8,
         each(Column::BytesOptimizer)},
        {PartsTable::tr("master weights"), PartsTable::tr("fp32 (shadow) + bf16 (copy to compute with)"), weights, 6,
         plus(each(Column::BytesWeights), each(Column::BytesMaster))},
    };
}

PartsTable::PartsTable(QWidget* parent)
    : ScrolledInstrument("parts-table", parent), m_look(new LookButton({.memory = true, .layers = true}, this)) {
    body()->addWidget(m_look, 0, Qt::AlignCenter);
    translated(this, [this] {
        setTitle(tr("Six parts and their dtypes"));
        QMetaObject::invokeMethod(
            this, [this] { buildMenu(); }, Qt::QueuedConnection);
    });
}

static QString perParameter(const std::optional<double>& bytes) {
    return bytes ? numberText(*bytes, 3) : QStringLiteral("–");
}

TextTable PartsTable::numbers() const {
    TextTable table{{tr("part"), tr("chapter says"), tr("here"), tr("chapter, B/param"), tr("here, B/param")}, {}};
    for (const auto& row : m_rows)
        table.rows << QStringList{row.part, row.chapter, row.here, perParameter(row.chapterBytes),
                                  perParameter(row.hereBytes)};
    return table;
}

QString PartsTable::caption() const {
    return run() ? captionOf(run()->record()) : QString();
}

void PartsTable::follow() {
    m_rows.clear();
    const bool has = run() && run()->hasRun();
    if (has) m_rows = partRows(run()->record(), run()->selectedStep());
    setProvenance(!has ? std::nullopt
                       : std::optional(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured));
    QStringList said;
    for (const auto& row : m_rows)
        said << tr("%1: the chapter says %2, here %3").arg(row.part, row.chapter, row.here);
    speak(said.join(". "));
    tell();
    m_look->offer(run(), has && !run()->record().detail_of<ParameterStates>(run()->stepToLookInside()));
    fitCanvas();
}

QRectF PartsTable::itemBox(std::size_t item) const {
    const QRectF area = canvasArea();
    const auto edges = layOut(nullptr, area);
    return item + 1 < edges.size() ? QRectF(area.left(), edges[item], area.width(), edges[item + 1] - edges[item])
                                   : QRectF();
}

void PartsTable::tell() {
    const auto at = item();
    if (!at || *at >= m_rows.size())
        return setReading(tr("B: bytes per parameter. The chapter adds 12 and 2; activations depend on the batch."));
    const PartRow& row = m_rows[*at];
    setReading(tr("%1: the chapter says %2, here %3").arg(row.part, row.chapter, row.here));
}

QSizeF PartsTable::drawnSize(double width) const {
    return {width, layOut(nullptr, QRectF(0, 0, scaled(width), 1e4)).back() / scaled(1)};
}

void PartsTable::draw(QPainter& painter, const QRectF& area) const {
    const auto edges = layOut(nullptr, area);
    if (const auto at = item(); at && *at + 1 < edges.size())
        painter.fillRect(QRectF(area.left(), edges[*at], area.width(), edges[*at + 1] - edges[*at]),
                         theme().color(Token::SelectionGround));
    layOut(&painter, area);
}

std::vector<double> PartsTable::layOut(QPainter* painter, const QRectF& area) const {
    const QFont words = textFont(scaled(kTickPixels)), strong = textFont(scaled(kTickPixels), QFont::DemiBold),
                digits = monoFont(scaled(kTickPixels));
    // In a narrow panel the bytes are left to the reading and to the table of numbers.
    constexpr double kNarrow = 300;
    const bool has_bytes = area.width() >= scaled(kNarrow);
    const double gap = scaled(8), pad = scaled(5), bytes = has_bytes ? scaled(54) : 0;
    const double room = area.width() - 2 * bytes - (has_bytes ? 4 : 2) * gap;
    const double lefts[] = {area.left(), area.left() + 0.4 * room + gap, area.left() + 0.72 * room + 2 * gap,
                            area.right() - 2 * bytes - gap, area.right() - bytes};
    const double wides[] = {0.4 * room, 0.32 * room, 0.28 * room, bytes, bytes};
    const int columns = has_bytes ? 5 : 3;
    double y = area.top();
    std::vector<double> edges;
    const auto line = [&](const QStringList& cells, bool head) {
        double high = 0;
        for (const bool measures : {true, false}) {
            for (int column = 0; column < columns; ++column) {
                const bool number_cell = column >= 3 && !head;
                const QFont& font = head ? words : column == 0 ? strong : number_cell ? digits : words;
                const QStringList lines = fittedLines(cells[column], font, wides[column], 4);
                const double wanted = QFontMetricsF(font).lineSpacing() * static_cast<double>(lines.size());
                if (measures) {
                    high = std::max(high, wanted);
                } else if (painter) {
                    painter->setFont(font);
                    painter->setPen(theme().color(head || (column == 1) ? Token::Muted : Token::Text));
                    drawFitted(*painter, QRectF(lefts[column], y + pad, wides[column], wanted + 1),
                               (column >= 3 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop, cells[column]);
                }
            }
        }
        y += high + 2 * pad;
        edges.push_back(y);
        if (painter) {
            painter->setPen(QPen(theme().color(Token::Hairline), 1));
            painter->drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        }
    };
    const TextTable table = numbers();
    if (m_rows.empty()) {
        if (painter) drawNothing(*painter, area, tr("No run yet."));
        return {scaled(60)};
    }
    line({tr("part"), tr("chapter says"), tr("here"), tr("chapter, B"), tr("here, B")}, true);
    for (const auto& row : table.rows)
        line(row, false);
    double here = 0; // activations depend on the batch, not on the parameters: they are in no sum
    for (const auto& row : m_rows)
        if (&row != &m_rows[1]) here += row.hereBytes.value_or(0);
    line({tr("sum without activations"), QString(), QString(), tr("14"), numberText(here, 3)}, false);
    return edges;
}

} // namespace ampscope::ui

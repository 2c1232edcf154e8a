#include "ui/instruments/memory/checkpoint_map.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/memory/memory_parts.h"
#include "ui/instruments/step/look_button.h"
#include "ui/plot/stack_painter.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr double kLane = 100, kHighLane = 170, kKey = 24, kBoxTop = 44, kBelowBox = 22;

// Lanes share the height that there is.
double laneHeight(double height, std::size_t lanes) {
    const double share = (height / scaled(1) - kKey) / static_cast<double>(std::max<std::size_t>(1, lanes));
    return scaled(std::clamp(share, kLane, kHighLane));
}

QString ratioText(const CheckpointLane& lane) {
    return lane.ratio <= 0 ? QStringLiteral("–") : numberText(lane.ratio, 3) + QStringLiteral("×");
}

QString bitsText(const CheckpointLane& lane) {
    if (lane.scenario.checkpointing.kind == scenario::CheckpointKind::None || lane.compared == 0) return {};
    return lane.differsAt ? CheckpointMap::tr("other gradients from step %1 on").arg(*lane.differsAt)
                          : CheckpointMap::tr("same bits in all %1 steps").arg(lane.compared);
}

} // namespace

CheckpointMap::CheckpointMap(QWidget* parent)
    : ScrolledInstrument("checkpoint-map", parent), m_look(new LookButton({.memory = true}, this)) {
    body()->addWidget(m_look, 0, Qt::AlignCenter);
    translated(this, [this] {
        setTitle(tr("Kept and computed again"));
        QMetaObject::invokeMethod(
            this, [this] { buildMenu(); }, Qt::QueuedConnection);
    });
}

void CheckpointMap::setChosen(RunModel* run) {
    m_chosen = run;
    refresh();
}

TextTable CheckpointMap::numbers() const {
    TextTable table{{tr("run"), tr("place"), tr("kept, bytes"), tr("computed again, bytes"), tr("highest, bytes"),
                     tr("fastest, ms"), tr("time ratio"), tr("noise, %"), tr("gradients")},
                    {}};
    for (const auto& lane : m_lanes) {
        const auto ratio = [&](double value) { return value > 0 ? numberText(value, 4) : QString(); };
        table.rows << QStringList{lane.name,
                                  tr("all"),
                                  QString::number(lane.kept, 'f', 0),
                                  QString(),
                                  lane.peak > 0 ? QString::number(lane.peak, 'f', 0) : QString(),
                                  ratio(lane.milliseconds),
                                  ratio(lane.ratio),
                                  ratio(100 * lane.noise),
                                  bitsText(lane)};
        const auto add = [&](const QString& place, const BlockBytes& bytes) {
            table.rows << QStringList{lane.name, place, QString::number(bytes.kept, 'f', 0),
                                      QString::number(bytes.dropped, 'f', 0)};
        };
        for (std::size_t i = 0; i < lane.blocks.size(); ++i)
            add(tr("block %1").arg(i), lane.blocks[i]);
        add(tr("outside of blocks"), lane.outside);
    }
    return table;
}

QString CheckpointMap::laneWords(const CheckpointLane& lane) const {
    QStringList words{tr("kept %1").arg(bytesText(lane.kept))};
    if (lane.peak > 0) words << tr("highest %1").arg(bytesText(lane.peak));
    if (lane.ratio > 0)
        words
            << tr("fastest step %1 ms, %2 of the time when everything is kept (noise of this machine: the median step "
                  "takes %3 % longer)")
                   .arg(numberText(lane.milliseconds, 3), ratioText(lane), numberText(100 * lane.noise, 2));
    if (const QString bits = bitsText(lane); !bits.isEmpty()) words << bits;
    return lane.name + ": " + words.join(", ");
}

QString CheckpointMap::caption() const {
    return run() ? captionOf(run()->record()) : QString();
}

void CheckpointMap::follow() {
    std::vector<const record::RunRecord*> records;
    m_models.clear();
    for (auto* model : allRuns())
        if (model->hasRun()) records.push_back(&model->record()), m_models << model;
    m_lanes =
        records.empty() ? std::vector<CheckpointLane>() : checkpointLanes(records, run() ? run()->selectedStep() : 0);
    const bool measured = std::ranges::any_of(m_lanes, [](const auto& lane) { return lane.peak > 0; });
    setSubtitle(m_lanes.empty() ? QString()
                : std::ranges::all_of(m_lanes, [](const auto& lane) { return lane.isMeasured; })
                    ? tr("blocks measured")
                    : tr("blocks by formula"));
    setProvenance(m_lanes.empty() ? std::nullopt
                  : !measured
                      ? std::optional(Provenance::Estimated)
                      : std::optional(run() && run()->isRecorded() ? Provenance::Recorded : Provenance::Measured));
    QStringList said;
    for (const auto& lane : m_lanes)
        said << laneWords(lane);
    speak(said.join(". "));
    tell();
    m_look->offer(run(), run() && run()->hasRun() &&
                             !run()->record().detail_of<record::SavedTensors>(run()->stepToLookInside()));
    fitCanvas();
}

QSizeF CheckpointMap::drawnSize(double width) const {
    return {width, kKey + kLane * static_cast<double>(std::max<std::size_t>(1, m_lanes.size()))};
}

void CheckpointMap::draw(QPainter& painter, const QRectF& area) const {
    if (m_lanes.empty()) return drawNothing(painter, area, tr("No run yet."));
    drawKey(painter, QRectF(area.left(), area.top(), area.width(), scaled(kKey)));
    double largest = 0;
    for (const auto& lane : m_lanes)
        for (const auto& block : lane.blocks)
            largest = std::max(largest, block.kept + block.dropped);
    const double lane_height = laneHeight(area.height(), m_lanes.size());
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const QRectF row(area.left(), area.top() + scaled(kKey) + lane_height * static_cast<double>(i), area.width(),
                         lane_height);
        if (m_chosen && m_lanes.size() > 1 && m_models[static_cast<qsizetype>(i)] == m_chosen) {
            painter.fillRect(row.adjusted(0, 1, 0, -1), theme().color(Token::SelectionGround));
            painter.fillRect(QRectF(row.left(), row.top() + 1, scaled(3), row.height() - 2),
                             theme().color(Token::Accent));
        }
        if (item() == i) {
            painter.setPen(QPen(theme().color(Token::Hairline), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(row.adjusted(1, 1, -1, -1));
        }
        drawLane(painter, row.adjusted(scaled(10), scaled(4), -scaled(6), -scaled(4)), m_lanes[i], largest);
    }
}

void CheckpointMap::drawKey(QPainter& painter, const QRectF& area) const {
    double x = area.left();
    const double side = scaled(9);
    painter.setFont(textFont(scaled(kTickPixels)));
    for (const auto& [part, words] :
         {std::pair{MemoryPart::Activations, tr("kept")}, std::pair{MemoryPart::Recomputed, tr("computed again")}}) {
        const double wide = painter.fontMetrics().horizontalAdvance(words);
        if (x + side + wide > area.right()) break;
        paintFill(painter, QRectF(x, area.center().y() - side / 2, side, side), fillOf(part), theme(), scaled(0.7));
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(x + scaled(14), area.top(), wide + 4, area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
        x += scaled(32) + wide;
    }
}

// Name and bits in one line, bytes and time in the next, the boxes of the blocks below them.
void CheckpointMap::drawLane(QPainter& painter, const QRectF& area, const CheckpointLane& lane, double largest) const {
    const QFont strong = textFont(scaled(kTickPixels), QFont::DemiBold), words = textFont(scaled(kTickPixels));
    double x = area.left(), words_top = area.top();
    const double line = scaled(18);
    // What matters most first: what has no room is left out.
    const auto say_next = [&](const QString& text, const QFont& font, Token ink) {
        const double wide = QFontMetricsF(font).horizontalAdvance(text);
        if (text.isEmpty() || x + wide > area.right() + 1) return;
        painter.setFont(font);
        painter.setPen(theme().color(ink));
        painter.drawText(QRectF(x, words_top, wide + 2, line), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += wide + scaled(14);
    };
    say_next(lane.name, strong, Token::Text);
    say_next(bitsText(lane), words, lane.differsAt ? Token::Lost : Token::Muted);
    x = area.left(), words_top += line;
    say_next(tr("kept %1").arg(bytesText(lane.kept)), words, Token::Text);
    if (lane.peak > 0) say_next(tr("highest %1").arg(bytesText(lane.peak)), words, Token::Text);
    if (lane.ratio > 0 && lane.scenario.checkpointing.kind != scenario::CheckpointKind::None)
        say_next(tr("time %1").arg(ratioText(lane)), words, Token::Text);

    if (lane.blocks.empty() || largest <= 0) return;
    const double gap = scaled(5), top = area.top() + scaled(kBoxTop),
                 high = area.bottom() - top - scaled(kBelowBox - 4);
    const double wide = std::min(scaled(220), (area.width() + gap) / static_cast<double>(lane.blocks.size()) - gap);
    x = area.left();
    for (const auto& block : lane.blocks) {
        const QRectF box(x, top, wide, high);
        const double kept = box.width() * block.kept / largest,
                     dropped = std::min(box.width() - kept, box.width() * block.dropped / largest);
        painter.fillRect(box, theme().color(Token::Grid));
        if (kept > 0)
            paintFill(painter, QRectF(box.left(), box.top(), kept, high), fillOf(MemoryPart::Activations), theme(),
                      scaled(1));
        if (dropped > 0)
            paintFill(painter, QRectF(box.left() + kept, box.top(), dropped, high), fillOf(MemoryPart::Recomputed),
                      theme(), scaled(1));
        painter.setPen(QPen(theme().color(Token::Muted), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        const QString text = bytesText(block.kept);
        painter.setFont(words);
        const double text_wide = painter.fontMetrics().horizontalAdvance(text) + scaled(6);
        if (text_wide < box.width() - 4) {
            const QRectF place(box.center().x() - text_wide / 2, box.center().y() - line / 2, text_wide, line);
            painter.fillRect(place, theme().color(Token::Panel)); // letters stand on no strokes
            painter.setPen(theme().color(Token::Text));
            painter.drawText(place, Qt::AlignCenter, text);
        }
        x += wide + gap;
    }
    if (lane.scenario.checkpointing.kind != scenario::CheckpointKind::Segments) return;
    // A bracket below the blocks of each segment, cut as the trainer does.
    const auto count = static_cast<std::int64_t>(lane.blocks.size()),
               segments = std::min(count, lane.scenario.checkpointing.segments);
    painter.setPen(QPen(theme().color(Token::Text), scaled(1.4)));
    for (std::int64_t segment = 0; segment < segments; ++segment) {
        const std::int64_t first = segment * count / segments, last = (segment + 1) * count / segments;
        const double left = area.left() + static_cast<double>(first) * (wide + gap),
                     right = area.left() + static_cast<double>(last) * (wide + gap) - gap, y = top + high + scaled(5);
        painter.drawLine(QPointF(left, y), QPointF(right, y));
        painter.drawLine(QPointF(left, y), QPointF(left, y - scaled(3)));
        painter.drawLine(QPointF(right, y), QPointF(right, y - scaled(3)));
    }
}

QRectF CheckpointMap::itemBox(std::size_t item) const {
    const QRectF area = canvasArea();
    const double high = laneHeight(area.height(), m_lanes.size());
    return {area.left(), area.top() + scaled(kKey) + high * static_cast<double>(item), area.width(), high};
}

void CheckpointMap::activate(std::size_t item) {
    const auto row = static_cast<qsizetype>(item);
    if (row < m_models.size() && m_models[row]) Q_EMIT chosen(m_models[row]);
}

void CheckpointMap::tell() {
    const auto at = item();
    if (at && *at < m_lanes.size()) return setReading(laneWords(m_lanes[*at]));
    setReading(m_lanes.size() > 1 ? tr("A click on a row shows its timeline.") : QString());
}

} // namespace ampscope::ui

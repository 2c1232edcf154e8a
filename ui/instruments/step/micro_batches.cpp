#include "ui/instruments/step/micro_batches.h"

#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using Kind = StepCall::Kind;

namespace {

constexpr double kLineHeight = 18, kBoxHeight = 24, kGap = 6;

// Names as in the code: they are the same in every language.
QString nameOf(const StepCall& call) {
    switch (call.kind) {
    case Kind::Forward: return "forward";
    case Kind::Backward: return "backward";
    case Kind::Clip: return "clip";
    case Kind::Unscale: return "unscale_";
    case Kind::Step: return "step";
    case Kind::Update: return "update";
    case Kind::ZeroGrad: return "zero_grad";
    }
    return {};
}

void paintCross(QPainter& painter, const QRectF& box, const StepCall& call) {
    if (call.isMade) return;
    painter.setPen(QPen(theme().color(Token::Lost), 1.2));
    painter.drawLine(box.topLeft() + QPointF(3, 3), box.bottomRight() - QPointF(3, 3));
}

// A box with a word; a call that was not made is an empty outline, a mistake has a red one.
void paintBox(QPainter& painter, const QRectF& box, const QString& word, const StepCall& call, Token ground) {
    painter.setPen(QPen(theme().color(call.isMistake || !call.isMade ? Token::Lost : Token::Hairline), 1));
    painter.setBrush(theme().color(call.isMade ? ground : Token::Panel));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme().color(call.isMade ? Token::Text : Token::Lost));
    // Smaller where it is too long; "forward" also as "fwd" and "f".
    QStringList words{word};
    if (call.microBatch >= 0) words << word.left(1) + "wd";
    words << word.left(1);
    for (const auto& shown : words)
        for (const double pixels : {kTickPixels, 10.0}) {
            const QFont font = monoFont(scaled(pixels));
            // Both of a micro-batch say theirs in the same way.
            const QString longest = call.microBatch >= 0 && shown == word ? nameOf({Kind::Backward, 0}) : shown;
            if (QFontMetricsF(font).horizontalAdvance(longest) > box.width() - scaled(4) && shown.size() > 1) continue;
            painter.setFont(font);
            painter.drawText(box, Qt::AlignCenter, shown);
            return paintCross(painter, box, call);
        }
}

} // namespace

CallTrack::CallTrack(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize CallTrack::sizeHint() const {
    return {260, qRound(scaled(2 * (kBoxHeight + kLineHeight) + kLineHeight + 2 * kGap))};
}

void CallTrack::setStep(std::optional<StepParts> parts, StepCounters counters) {
    m_parts = std::move(parts);
    m_counters = counters;
    QStringList said;
    if (m_parts) {
        said << tr("step %1").arg(m_parts->step);
        for (const auto& call : m_parts->calls)
            said << (call.microBatch < 0 ? nameOf(call) : QString("%1 %2").arg(nameOf(call)).arg(call.microBatch + 1)) +
                        (call.isMade ? QString() : " (" + tr("not called") + ")");
        said << tr("micro-batches %1, steps that ran %2, skipped %3")
                    .arg(m_counters.microBatches)
                    .arg(m_counters.ran)
                    .arg(m_counters.skipped);
    }
    setAccessibleName(tr("Order of the calls"));
    setAccessibleDescription(said.join(", "));
    setToolTip(tr("The order of the calls in this step; widths are not times."));
    QWidget::update();
}

void CallTrack::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = scaled(kLineHeight), box = scaled(kBoxHeight);
    QRectF row(0.5, 0, width() - 1, line);
    painter.setFont(textFont(scaled(kTickPixels), QFont::DemiBold));
    painter.setPen(theme().color(Token::Text));
    if (!m_parts) {
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(rect(), Qt::AlignCenter, tr("Select a step."));
        return;
    }
    const QString title = tr("Step %1, call by call").arg(m_parts->step);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double used = painter.fontMetrics().horizontalAdvance(title) + scaled(14);
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    QString counters = tr("micro-batches %1 · steps that ran %2 · skipped %3")
                           .arg(m_counters.microBatches)
                           .arg(m_counters.ran)
                           .arg(m_counters.skipped);
    if (painter.fontMetrics().horizontalAdvance(counters) > row.width() - used)
        counters = tr("ran %1 · skipped %2").arg(m_counters.ran).arg(m_counters.skipped);
    painter.drawText(row.adjusted(used, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(counters, Qt::ElideRight, qRound(row.width() - used)));
    row = QRectF(row.left(), row.bottom() + scaled(kGap) / 2, row.width(), box + line);
    paintBatches(painter, row);
    row.moveTop(row.bottom() + scaled(kGap));
    paintCalls(painter, row);
}

void CallTrack::paintBatches(QPainter& painter, const QRectF& row) const {
    const double box = scaled(kBoxHeight), least = scaled(52);
    const auto count = static_cast<int>(m_parts->microBatches);
    // Where they do not all fit: the first ones, "…", the last.
    const int room = std::max(3, static_cast<int>(row.width() / least));
    const bool all = count <= room;
    const int cells = all ? std::max(1, count) : room;
    const double wide = row.width() / cells, gap = scaled(4);
    bool alike = true;
    for (const auto targets : m_parts->counted)
        alike = alike && targets == m_parts->counted.front();
    for (int cell = 0; cell < cells; ++cell) {
        const QRectF area(row.left() + cell * wide, row.top(), wide - gap, row.height());
        if (!all && cell == cells - 2) {
            painter.setFont(textFont(scaled(kChromePixels)));
            painter.setPen(theme().color(Token::Muted));
            painter.drawText(QRectF(area.topLeft(), QSizeF(area.width(), box)), Qt::AlignCenter, QStringLiteral("…"));
            continue;
        }
        const int batch = !all && cell == cells - 1 ? count - 1 : cell;
        const auto call = static_cast<std::size_t>(2 * batch);
        if (call + 1 >= m_parts->calls.size()) break;
        const double half = area.width() / 2;
        paintBox(painter, QRectF(area.left(), area.top(), half - 1, box), nameOf(m_parts->calls[call]),
                 m_parts->calls[call], Token::SelectionGround);
        paintBox(painter, QRectF(area.left() + half, area.top(), half, box), nameOf(m_parts->calls[call + 1]),
                 m_parts->calls[call + 1], Token::Grid);
        // The number of the micro-batch, its loss, and its targets where they differ; what does not fit is left out.
        QString words = QString::number(batch + 1);
        const auto index = static_cast<std::size_t>(batch);
        const QFont font = textFont(scaled(kTickPixels));
        const auto add = [&](const QString& more) {
            if (QFontMetricsF(font).horizontalAdvance(words + more) < area.width()) words += more;
        };
        if (index < m_parts->losses.size()) add(": " + numberText(m_parts->losses[index]));
        if (!alike && index < m_parts->counted.size()) add(" · " + tr("targets: %1").arg(m_parts->counted[index]));
        painter.setFont(font);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(area.left(), area.top() + box, area.width(), scaled(kLineHeight)), Qt::AlignCenter,
                         words);
    }
}

void CallTrack::paintCalls(QPainter& painter, const QRectF& row) const {
    const double box = scaled(kBoxHeight), gap = scaled(4);
    const auto first = static_cast<std::size_t>(2 * m_parts->microBatches);
    if (first >= m_parts->calls.size()) return;
    // As wide as their names ask for: what is found below them is about as long.
    const auto share = [](const StepCall& call) { return static_cast<double>(nameOf(call).size() + 4); };
    double all = 0;
    for (std::size_t i = first; i < m_parts->calls.size(); ++i)
        all += share(m_parts->calls[i]);
    double x = row.left();
    for (std::size_t i = first; i < m_parts->calls.size(); ++i) {
        const StepCall& call = m_parts->calls[i];
        const double wide = row.width() * share(call) / all;
        const QRectF area(x, row.top(), wide - gap, row.height());
        x += wide;
        paintBox(painter, QRectF(area.left(), area.top(), area.width(), box), nameOf(call), call,
                 call.kind == Kind::Step ? Token::SelectionGround : Token::Grid);
        QString found;
        bool lost = false;
        if (call.kind == Kind::Clip) {
            found = QString("%1 → %2").arg(numberText(m_parts->normBefore, 3), numberText(m_parts->normAfter, 3));
            if (QFontMetricsF(textFont(scaled(kTickPixels))).horizontalAdvance(found) > area.width())
                found = numberText(m_parts->normBefore, 2) + QStringLiteral("→") + numberText(m_parts->normAfter, 2);
        } else if (call.kind == Kind::Unscale) {
            lost = !m_parts->ran;
            found = lost ? tr("inf or NaN") : tr("finite");
        } else if (call.kind == Kind::Step) {
            lost = !m_parts->ran;
            found = lost ? tr("skipped") : tr("ran");
        } else if (!call.isMade) {
            lost = true;
            found = tr("left out");
        }
        painter.setFont(textFont(scaled(kTickPixels), lost ? QFont::DemiBold : QFont::Normal));
        painter.setPen(theme().color(lost ? Token::Lost : Token::Muted));
        painter.drawText(QRectF(area.left(), area.top() + box, area.width(), scaled(kLineHeight)),
                         Qt::AlignCenter | Qt::TextDontClip, found); // its neighbours are short
    }
}

MicroBatches::MicroBatches(QWidget* parent)
    : PlotInstrument("micro-batches", parent), m_norm(new QToolButton(this)), m_track(new CallTrack(this)) {
    m_norm->setCheckable(true);
    m_norm->setProperty("role", "switch");
    addToHeader(m_norm);
    body()->addWidget(m_track);
    connect(m_norm, &QToolButton::toggled, this, [this] { refresh(); });
    translated(this, [this] {
        m_norm->setText(tr("gradient norm"));
        m_norm->setProperty("full", m_norm->text());
        m_norm->setProperty("brief", tr("norm"));
        m_norm->setToolTip(tr("Show the gradient norm before and after clipping instead of the losses"));
        m_norm->setAccessibleName(tr("gradient norm"));
    });
}

void MicroBatches::setShowsNorm(bool norm) {
    m_norm->setChecked(norm);
}

Figure MicroBatches::makeFigure() {
    return m_norm->isChecked() ? gradientNormFigure(run()->record(), run()->selectedStep())
                               : microBatchFigure(run()->record(), run()->selectedStep());
}

void MicroBatches::update() {
    PlotInstrument::update();
    if (!run()) return m_track->setStep(std::nullopt, {});
    const std::int64_t step = run()->selectedStep();
    m_track->setStep(partsOfStep(run()->record(), step), countersUntil(run()->record(), step));
}

} // namespace ampscope::ui

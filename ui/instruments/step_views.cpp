#include "ui/instruments/step_views.h"

#include <QPainter>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/memory/bytes.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;
using record::Sample;

namespace {

QString number(double value, int digits = 4) {
    return record::is_missing(value) ? QStringLiteral("–") : QString::fromStdString(io::to_text(value, digits));
}

const Sample* sampleAt(const record::RunRecord& record, std::int64_t step) {
    const auto found = std::ranges::find(record.samples(), step, [](const Sample& sample) { return sample.step(); });
    return found == record.samples().end() ? nullptr : &*found;
}

const record::Fact* factAt(const record::RunRecord& record, std::string_view kind, std::int64_t step) {
    const auto found =
        std::ranges::find_if(record.facts(), [&](const auto& fact) { return fact.step == step && fact.kind == kind; });
    return found == record.facts().end() ? nullptr : &*found;
}

QRectF bodyRect(const QWidget& widget) {
    return QRectF(widget.rect()).adjusted(scaled(14), scaled(40), -scaled(14), -scaled(10));
}

void drawEmpty(QPainter& painter, const QRectF& area, const QString& text) {
    painter.setFont(textFont(scaled(kChromePixels)));
    painter.setPen(theme().color(Token::Muted));
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, text);
}

} // namespace

// --- weights

WeightsView::WeightsView(QWidget* parent) : Instrument("weights", parent) {
    setMinimumHeight(qRound(scaled(170)));
}

void WeightsView::update() {
    m_rows.clear();
    m_verdict.clear();
    const std::int64_t step = run() ? run()->selectedStep() : -1;
    setTitle(step < 0 ? tr("What the step changed") : tr("What step %1 changed").arg(step));
    const Sample* sample = step < 0 ? nullptr : sampleAt(run()->record(), step);
    setProvenance(sample ? std::optional(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured)
                         : std::nullopt);
    if (sample && !record::is_missing((*sample)[Column::WeightsMovedShare])) {
        const Sample* previous = sampleAt(run()->record(), step - 1);
        const auto before = [&](Column column) {
            return previous ? (*previous)[column] : step == 0 ? 0.0 : record::kMissing;
        };
        const auto count = static_cast<double>(memory::parameter_count(run()->record().scenario()));
        const auto moved = std::llround((*sample)[Column::WeightsMovedShare] * count);
        const auto grouped = [](double value) { return QString::fromStdString(text::grouped(std::llround(value))); };
        m_rows.push_back(
            {tr("weights that moved (of %1)").arg(grouped(count)), "", grouped(static_cast<double>(moved)), moved > 0});
        m_rows.push_back({tr("norm of Adam's m"), number(before(Column::OptimizerNorm)),
                          number((*sample)[Column::OptimizerNorm]),
                          before(Column::OptimizerNorm) != (*sample)[Column::OptimizerNorm]});
        m_rows.push_back({tr("Adam's step count"), number(before(Column::OptimizerSteps)),
                          number((*sample)[Column::OptimizerSteps]),
                          before(Column::OptimizerSteps) != (*sample)[Column::OptimizerSteps]});
        m_verdict = sample->ran() ? tr("The optimizer ran.") : tr("Skipped: everything is as it was before the step.");
    }
    QStringList spoken{m_verdict};
    for (const auto& row : m_rows)
        spoken << QString("%1: %2, %3").arg(row.name, row.before, row.after);
    setAccessibleDescription(spoken.join(". "));
    QFrame::update();
}

void WeightsView::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    QPainter painter(this);
    const QRectF area = bodyRect(*this);
    if (m_rows.empty()) return drawEmpty(painter, area, tr("Select a step."));
    const double line = std::clamp(area.height() / 6, scaled(27), scaled(44)),
                 middle = area.left() + area.width() * 0.52, right = area.left() + area.width() * 0.76;
    const auto cell = [&](double left, double until, double y, const QString& text, Qt::Alignment align) {
        painter.drawText(QRectF(left, y, until - left, line), align | Qt::AlignVCenter, text);
    };
    double y = area.top();
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    cell(middle, right - scaled(8), y, tr("before"), Qt::AlignRight);
    cell(right, area.right(), y, tr("after"), Qt::AlignRight);
    for (const auto& row : m_rows) {
        y += line;
        painter.setPen(theme().color(Token::Hairline));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setFont(textFont(scaled(kChromePixels)));
        painter.setPen(theme().color(Token::Text));
        cell(area.left(), middle, y, row.name, Qt::AlignLeft);
        painter.setFont(monoFont(scaled(kChromePixels)));
        painter.setPen(theme().color(Token::Muted));
        cell(middle, right - scaled(8), y, row.before, Qt::AlignRight);
        painter.setFont(monoFont(scaled(kChromePixels), row.changed ? QFont::Bold : QFont::Normal));
        painter.setPen(theme().color(row.changed ? Token::Text : Token::Muted));
        cell(right, area.right(), y, row.after, Qt::AlignRight);
    }
    y += line + scaled(6);
    painter.setFont(textFont(scaled(kChromePixels), QFont::DemiBold));
    painter.setPen(theme().color(m_rows[0].changed ? Token::Text : Token::Lost));
    painter.drawText(QRectF(area.left(), y, area.width(), area.bottom() - y),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_verdict);
}

// --- scaler state

ScalerState::ScalerState(QWidget* parent) : Instrument("scaler-state", parent) {
    setMinimumHeight(qRound(scaled(200)));
}

void ScalerState::update() {
    m_calls.clear();
    const std::int64_t step = run() ? run()->selectedStep() : -1;
    setTitle(step < 0 ? tr("The scaler, call by call") : tr("The scaler in step %1").arg(step));
    const Sample* sample = step < 0 ? nullptr : sampleAt(run()->record(), step);
    setProvenance(sample ? std::optional(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured)
                         : std::nullopt);
    if (sample && run()->record().scenario().scaler_enabled()) {
        using Tone = Call::Tone;
        const auto& record = run()->record();
        const record::Fact* skipped = factAt(record, "step_skipped", step);
        const record::Fact* moved = factAt(record, "scale_changed", step);
        const double scale = (*sample)[Column::Scale];
        m_calls.push_back({"scaler.scale(loss)", "", tr("loss × %1").arg(scaleText(scale)), Tone::Plain});
        m_calls.push_back(
            {".backward()", "", tr("every gradient is %1 times as large").arg(scaleText(scale)), Tone::Plain});
        m_calls.push_back({"scaler.unscale_()", "READY → UNSCALED",
                           skipped ? tr("inf or NaN: %1 in %2")
                                         .arg(number(*skipped->number("nonfinite"), 8),
                                              QString::fromStdString(skipped->text("parameter")))
                                   : tr("all finite, norm %1").arg(number((*sample)[Column::GradNorm])),
                           skipped ? Tone::Lost : Tone::Plain});
        m_calls.push_back({"scaler.step()", "UNSCALED → STEPPED",
                           skipped ? tr("skipped: optimizer.step() is not called") : tr("optimizer.step() runs"),
                           skipped ? Tone::Off : Tone::Plain});
        QString update_text = tr("scale stays %1").arg(scaleText(scale));
        if (moved)
            update_text = QString("%1 → %2").arg(scaleText(*moved->number("from")), scaleText(*moved->number("to")));
        m_calls.push_back({"scaler.update()", "STEPPED → READY", update_text, skipped ? Tone::Lost : Tone::Plain});
    }
    QStringList spoken;
    for (const auto& call : m_calls)
        spoken << call.code + ": " + call.found;
    setAccessibleDescription(spoken.join(". "));
    QFrame::update();
}

void ScalerState::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = bodyRect(*this);
    if (m_calls.empty())
        return drawEmpty(painter, area,
                         run() && run()->hasRun() && !run()->record().scenario().scaler_enabled()
                             ? tr("This run has no loss scaler.")
                             : tr("Select a step."));
    const double line = std::min(scaled(56), area.height() / static_cast<double>(m_calls.size()));
    const double code_left = area.left() + scaled(20), found_left = code_left + scaled(150);
    double y = area.top();
    for (std::size_t i = 0; i < m_calls.size(); ++i, y += line) {
        const Call& call = m_calls[i];
        const QColor ink = theme().color(call.tone == Call::Tone::Lost  ? Token::Lost
                                         : call.tone == Call::Tone::Off ? Token::Muted
                                                                        : Token::Text);
        const QPointF dot(area.left() + scaled(6), y + line / 2);
        if (i + 1 < m_calls.size()) {
            painter.setPen(QPen(theme().color(Token::Hairline), scaled(2)));
            painter.drawLine(dot, dot + QPointF(0, line));
        }
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(call.tone == Call::Tone::Off ? theme().color(Token::Panel) : ink);
        painter.drawEllipse(dot, scaled(4), scaled(4));
        painter.setPen(ink);
        painter.setFont(monoFont(scaled(12.5), QFont::DemiBold));
        const bool two_lines = line > scaled(30) && !call.state.isEmpty();
        painter.drawText(QRectF(code_left, y, found_left - code_left, two_lines ? line * 0.58 : line),
                         Qt::AlignLeft | (two_lines ? Qt::AlignBottom : Qt::AlignVCenter), call.code);
        if (two_lines) {
            painter.setFont(textFont(scaled(10)));
            painter.setPen(theme().color(Token::Muted));
            painter.drawText(QRectF(code_left, y + line * 0.58, found_left - code_left, line * 0.4),
                             Qt::AlignLeft | Qt::AlignTop, call.state);
        }
        painter.setFont(textFont(scaled(kChromePixels)));
        painter.setPen(ink);
        painter.drawText(QRectF(found_left, y, area.right() - found_left, line),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, call.found);
    }
}

} // namespace ampscope::ui

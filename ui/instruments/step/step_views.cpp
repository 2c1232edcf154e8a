#include "ui/instruments/step/step_views.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/memory/bytes.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;
using record::Sample;

namespace {

const record::Fact* factAt(const record::RunRecord& record, std::string_view kind, std::int64_t step) {
    const auto found =
        std::ranges::find_if(record.facts(), [&](const auto& fact) { return fact.step == step && fact.kind == kind; });
    return found == record.facts().end() ? nullptr : &*found;
}

// GradScaler's growth tracker after a step: steps that ran since the scale last changed. 0 where it does not count so.
std::int64_t cleanSteps(const record::RunRecord& record, std::int64_t step) {
    if (record.scenario().scaler.policy != scenario::ScalerPolicy::PyTorch) return 0;
    std::int64_t last_change = -1;
    for (const auto& fact : record.facts())
        if (fact.step <= step && (fact.kind == "scale_changed" || fact.kind == "step_skipped"))
            last_change = std::max(last_change, fact.step);
    for (const auto* fact : record.facts_of("setting_changed")) // the interval was another one before
        if (fact->step <= step && fact->text("field") == "scaler.growth_interval") return 0;
    return step - last_change;
}

QString captionAt(const RunModel* run) {
    if (!run || !run->hasRun()) return {};
    return ScalerState::tr("step %1").arg(run->selectedStep()) + QStringLiteral(" · ") + captionOf(run->record());
}

double textWidth(const QFont& font, const QString& text) {
    return std::ceil(QFontMetricsF(font).horizontalAdvance(text));
}

} // namespace

// --- weights

WeightsView::WeightsView(QWidget* parent) : DrawnInstrument("weights", parent) {
    setMinimumHeight(qRound(scaled(170)));
}

void WeightsView::follow() {
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
        const auto count = static_cast<double>(memory::parameter_count(run()->record()));
        const auto moved = std::llround((*sample)[Column::WeightsMovedShare] * count);
        const auto grouped = [](double value) { return QString::fromStdString(text::grouped(std::llround(value))); };
        m_rows.push_back(
            {tr("weights that moved (of %1)").arg(grouped(count)), "", grouped(static_cast<double>(moved)), moved > 0});
        const bool is_adam = run()->record().scenario().optimizer.kind == scenario::OptimizerKind::AdamW;
        m_rows.push_back({is_adam ? tr("norm of Adam's m") : tr("norm of SGD's momentum"),
                          numberText(before(Column::OptimizerNorm)), numberText((*sample)[Column::OptimizerNorm]),
                          before(Column::OptimizerNorm) != (*sample)[Column::OptimizerNorm]});
        m_rows.push_back({is_adam ? tr("Adam's step count") : tr("SGD's step count"),
                          numberText(before(Column::OptimizerSteps)), numberText((*sample)[Column::OptimizerSteps]),
                          before(Column::OptimizerSteps) != (*sample)[Column::OptimizerSteps]});
        m_verdict = sample->ran() ? tr("The optimizer ran.") : tr("Skipped: everything is as it was before the step.");
    }
    QStringList spoken{m_verdict};
    for (const auto& row : m_rows)
        spoken << QString("%1: %2, %3").arg(row.name, row.before, row.after);
    speak(m_rows.empty() ? tr("Select a step.") : spoken.join(". "));
}

TextTable WeightsView::numbers() const {
    TextTable table{{tr("what"), tr("before"), tr("after")}, {}};
    for (const auto& row : m_rows)
        table.rows << QStringList{row.name, row.before, row.after};
    return table;
}

QString WeightsView::caption() const {
    return captionAt(run());
}

QSizeF WeightsView::drawnSize(double width) const {
    return {width, 150};
}

void WeightsView::draw(QPainter& painter, const QRectF& area) const {
    if (m_rows.empty()) return drawNothing(painter, area, tr("Select a step."));
    const QFont small = textFont(scaled(kTickPixels)), words = textFont(scaled(kChromePixels)),
                plain = monoFont(scaled(kChromePixels)), bold = monoFont(scaled(kChromePixels), QFont::Bold);
    // Numbers get the width they need and are never cut; names get the rest, in two lines or above their numbers.
    const double gap = scaled(16);
    double before_width = textWidth(small, tr("before")), after_width = textWidth(small, tr("after")), longest = 0;
    for (const auto& row : m_rows) {
        before_width = std::max(before_width, textWidth(plain, row.before));
        after_width = std::max(after_width, textWidth(bold, row.after));
        longest = std::max(longest, textWidth(words, row.name));
    }
    const double name_width = area.width() - before_width - after_width - 2 * gap;
    const bool above = name_width < std::min(longest, scaled(110));
    const double head = scaled(20), foot = scaled(26), least = scaled(above || name_width < longest ? 38 : 26);
    const double line =
        std::clamp((area.height() - head - foot) / static_cast<double>(m_rows.size()), least, scaled(44));
    const double after_left = area.right() - after_width, before_left = after_left - gap - before_width;

    painter.setFont(small);
    painter.setPen(theme().color(Token::Muted));
    drawFitted(painter, {before_left, area.top(), before_width, head}, Qt::AlignRight | Qt::AlignVCenter, tr("before"));
    drawFitted(painter, {after_left, area.top(), after_width, head}, Qt::AlignRight | Qt::AlignVCenter, tr("after"));
    double y = area.top() + head;
    for (const auto& row : m_rows) {
        painter.setPen(theme().color(Token::Hairline));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        const double numbers_top = above ? y + line / 2 : y, numbers_height = above ? line / 2 : line;
        painter.setFont(words);
        painter.setPen(theme().color(Token::Text));
        drawFitted(painter, {area.left(), y, above ? area.width() : name_width, above ? line / 2 : line},
                   Qt::AlignLeft | Qt::AlignVCenter, row.name);
        painter.setFont(plain);
        painter.setPen(theme().color(Token::Muted));
        drawFitted(painter, {before_left, numbers_top, before_width, numbers_height}, Qt::AlignRight | Qt::AlignVCenter,
                   row.before);
        painter.setFont(row.changed ? bold : plain);
        painter.setPen(theme().color(row.changed ? Token::Text : Token::Muted));
        drawFitted(painter, {after_left, numbers_top, after_width, numbers_height}, Qt::AlignRight | Qt::AlignVCenter,
                   row.after);
        y += line;
    }
    painter.setFont(textFont(scaled(kChromePixels), QFont::DemiBold));
    painter.setPen(theme().color(m_rows[0].changed ? Token::Text : Token::Lost));
    drawFitted(painter, QRectF(area.left(), y + scaled(6), area.width(), area.bottom() - y - scaled(6)),
               Qt::AlignLeft | Qt::AlignTop, m_verdict);
}

// --- scaler state

ScalerState::ScalerState(QWidget* parent) : DrawnInstrument("scaler-state", parent) {
    setMinimumHeight(qRound(scaled(200)));
}

void ScalerState::follow() {
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
        const auto clip_when = record.scenario().clip.when;
        const Call clip{"clip_grad_norm_()", "",
                        QString("%1 → %2").arg(numberText((*sample)[Column::GradNorm]),
                                               numberText((*sample)[Column::GradNormAfterClip])),
                        Tone::Plain};
        if (clip_when == scenario::ClipWhen::BeforeUnscale) m_calls.push_back(clip);
        m_calls.push_back({"scaler.unscale_()", "READY → UNSCALED",
                           skipped ? tr("inf or NaN: %1 in %2")
                                         .arg(numberText(*skipped->number("nonfinite"), 8),
                                              QString::fromStdString(skipped->text("parameter")))
                                   : tr("all finite, norm %1").arg(numberText((*sample)[Column::GradNorm])),
                           skipped ? Tone::Lost : Tone::Plain});
        if (clip_when == scenario::ClipWhen::AfterUnscale) m_calls.push_back(clip);
        m_calls.push_back({"scaler.step()", "UNSCALED → STEPPED",
                           skipped ? tr("skipped: optimizer.step() is not called") : tr("optimizer.step() runs"),
                           skipped ? Tone::Off : Tone::Plain});
        QString update_text = tr("scale stays %1").arg(scaleText(scale));
        if (const auto clean = cleanSteps(record, step); clean > 0)
            update_text = tr("scale stays %1: %2 of %3 steps without an inf")
                              .arg(scaleText(scale))
                              .arg(clean)
                              .arg(record.scenario().scaler.growth_interval);
        if (moved)
            update_text = QString("%1 → %2").arg(scaleText(*moved->number("from")), scaleText(*moved->number("to")));
        m_calls.push_back({"scaler.update()", "STEPPED → READY", update_text, skipped ? Tone::Lost : Tone::Plain});
    }
    QStringList spoken;
    for (const auto& call : m_calls)
        spoken << call.code + ": " + call.found;
    speak(m_calls.empty() ? emptyWords() : spoken.join(". "));
}

QString ScalerState::emptyWords() const {
    return run() && run()->hasRun() && !run()->record().scenario().scaler_enabled() ? tr("This run has no loss scaler.")
                                                                                    : tr("Select a step.");
}

TextTable ScalerState::numbers() const {
    TextTable table{{tr("call"), tr("state"), tr("found")}, {}};
    for (const auto& call : m_calls)
        table.rows << QStringList{call.code, call.state, call.found};
    return table;
}

QString ScalerState::caption() const {
    return captionAt(run());
}

QSizeF ScalerState::drawnSize(double width) const {
    return {width, 46.0 * static_cast<double>(std::max<std::size_t>(1, m_calls.size()))};
}

void ScalerState::draw(QPainter& painter, const QRectF& area) const {
    if (m_calls.empty()) return drawNothing(painter, area, emptyWords());
    const QFont code_font = monoFont(scaled(12.5), QFont::DemiBold), small = textFont(scaled(10.5)),
                words = textFont(scaled(kChromePixels));
    double code_width = 0;
    for (const auto& call : m_calls)
        code_width = std::max({code_width, textWidth(code_font, call.code), textWidth(small, call.state)});
    const double line = std::min(scaled(60), area.height() / static_cast<double>(m_calls.size()));
    const double code_left = area.left() + scaled(20), found_left = code_left + code_width + scaled(18);
    // What a call found stands beside it, or below it where that would be a narrow column.
    const bool below = area.right() - found_left < scaled(190) && line >= scaled(34);
    double y = area.top();
    for (std::size_t i = 0; i < m_calls.size(); ++i, y += line) {
        const Call& call = m_calls[i];
        const QColor ink = theme().color(call.tone == Call::Tone::Lost  ? Token::Lost
                                         : call.tone == Call::Tone::Off ? Token::Muted
                                                                        : Token::Text);
        const double code_height = scaled(17);
        const bool two_lines = !below && line > scaled(34) && !call.state.isEmpty();
        const double code_top = below ? y + scaled(2) : two_lines ? y + line / 2 - code_height : y;
        const QPointF dot(area.left() + scaled(6), below || two_lines ? code_top + code_height / 2 : y + line / 2);
        if (i + 1 < m_calls.size()) {
            painter.setPen(QPen(theme().color(Token::Hairline), scaled(2)));
            painter.drawLine(dot, dot + QPointF(0, line));
        }
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(call.tone == Call::Tone::Off ? theme().color(Token::Panel) : ink);
        painter.drawEllipse(dot, scaled(4), scaled(4));
        painter.setPen(ink);
        painter.setFont(code_font);
        const double code_room = below ? textWidth(code_font, call.code) + 1 : found_left - code_left;
        drawFitted(painter, {code_left, code_top, code_room, below || two_lines ? code_height : line},
                   Qt::AlignLeft | Qt::AlignVCenter, call.code);
        if (two_lines || below) {
            const double state_left = below ? code_left + code_room + scaled(14) : code_left;
            painter.setFont(small);
            painter.setPen(theme().color(Token::Muted));
            if (state_left + textWidth(small, call.state) <= area.right())
                drawFitted(painter,
                           {state_left, below ? code_top : y + line / 2, area.right() - state_left, code_height},
                           Qt::AlignLeft | Qt::AlignVCenter, call.state);
        }
        painter.setFont(words);
        painter.setPen(ink);
        drawFitted(painter,
                   below ? QRectF(code_left, code_top + code_height, area.right() - code_left,
                                  y + line - code_top - code_height)
                         : QRectF(found_left, y, area.right() - found_left, line),
                   Qt::AlignLeft | (below ? Qt::AlignTop : Qt::AlignVCenter), call.found);
    }
}

} // namespace ampscope::ui

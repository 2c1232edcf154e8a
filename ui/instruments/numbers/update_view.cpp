#include "ui/instruments/numbers/update_view.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/numeric/rounding.h"
#include "ui/bridge/language.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::ExactValue;
using numeric::Rational;

namespace {

constexpr double kHeight = 98;
constexpr std::size_t kMostTicks = 60; ///< more are a ground

double valueOf(const numeric::FloatFormat& format, const Code& code) {
    return numeric::to_double(numeric::decode(format, code));
}

} // namespace

UpdateAxis::UpdateAxis(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize UpdateAxis::sizeHint() const {
    return {300, qRound(scaled(kHeight))};
}

void UpdateAxis::show(const numeric::UpdateFate& fate) {
    const auto& format = fate.format;
    m_format = QString::fromStdString(format.id);
    m_weight = fate.weight;
    m_target = fate.weight + fate.step;
    m_vanishes = fate.first_vanishes;
    m_isEmpty = false;
    const Code code = numeric::round_to(format, ExactValue::finite(Rational(fate.weight))).code;
    const double above = valueOf(format, numeric::next_up(format, code)),
                 below = valueOf(format, numeric::next_down(format, code));
    const double ulp = numeric::to_double(fate.ulp);
    m_zone_upper = std::isfinite(above) && above != m_weight ? (m_weight + above) / 2 : m_weight + ulp / 2;
    m_zone_lower = std::isfinite(below) && below != m_weight ? (m_weight + below) / 2 : m_weight - ulp / 2;
    const double half = std::max(2.3 * ulp, 1.25 * std::fabs(fate.step));
    m_lower = m_weight - half;
    m_upper = m_weight + half;

    m_ticks.clear();
    Code at = numeric::round_to(format, ExactValue::finite(Rational(m_lower)), numeric::Rounding::Up,
                                numeric::Overflow::Saturate)
                  .code;
    for (;;) {
        const double value = valueOf(format, at);
        if (!std::isfinite(value) || value > m_upper) break;
        if (value >= m_lower) m_ticks.push_back({value, value == m_weight});
        const Code next = numeric::next_up(format, at);
        if (next == at || m_ticks.size() > kMostTicks) break;
        at = next;
    }
    if (m_ticks.size() > kMostTicks) m_ticks.clear();

    const QString threshold = sumText(numeric::to_double(fate.threshold), 3);
    m_distance = tr("step %1 · half way to the next %2 · ULP %3")
                     .arg(sumText(std::fabs(fate.step), 3), threshold, sumText(ulp, 3));
    m_verdict = fate.step == 0 ? tr("no step")
                : m_vanishes   ? tr("this update vanishes")
                               : tr("this update moves the weight");
    setAccessibleName(m_verdict + ". " + m_distance);
    update();
}

double UpdateAxis::pixelOf(double value) const {
    const double margin = scaled(14);
    return margin + (value - m_lower) / (m_upper - m_lower) * (width() - 2 * margin);
}

void UpdateAxis::paintEvent(QPaintEvent*) {
    if (m_isEmpty) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor hue = theme().format(m_format).color, ink = theme().color(Token::Text),
                 muted = theme().color(Token::Muted), lost = theme().color(Token::Lost);
    const double left = pixelOf(m_lower), right = pixelOf(m_upper);

    // The lamp, and what is compared.
    const double lamp_y = scaled(11), radius = scaled(5.5);
    painter.setPen(QPen(m_vanishes ? lost : theme().color(Token::Good), scaled(1.6)));
    painter.setBrush(m_vanishes ? QBrush(lost) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QPointF(scaled(8), lamp_y), radius, radius);
    const QFont verdict = textFont(scaled(kChromePixels), QFont::DemiBold);
    painter.setFont(verdict);
    painter.setPen(m_vanishes ? lost : ink);
    const double words =
        std::min<double>(QFontMetricsF(verdict).horizontalAdvance(m_verdict) + 2, width() - scaled(24));
    drawFitted(painter, QRectF(scaled(20), 0, words, scaled(22)), Qt::AlignVCenter | Qt::AlignLeft, m_verdict);
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(muted);
    drawFitted(painter, QRectF(scaled(20), scaled(21), width() - scaled(24), scaled(17)),
               Qt::AlignVCenter | Qt::AlignLeft, m_distance);

    // The range that rounds back, the format's numbers on their axis, the weight, the arrow of the step.
    const double axis_y = scaled(66), zone_top = scaled(46);
    painter.fillRect(QRectF(QPointF(pixelOf(m_zone_lower), zone_top), QPointF(pixelOf(m_zone_upper), axis_y)),
                     theme().color(Token::LostGround));
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(left, axis_y), QPointF(right, axis_y));
    if (m_ticks.empty())
        painter.fillRect(QRectF(QPointF(left, axis_y - scaled(5)), QPointF(right, axis_y + scaled(5))),
                         theme().tint(hue, 0.35));
    for (const auto& tick : m_ticks) {
        painter.setPen(QPen(hue, scaled(tick.isWeight ? 3 : 1.8)));
        const double length = scaled(tick.isWeight ? 10 : 6);
        painter.drawLine(QPointF(pixelOf(tick.value), axis_y - length), QPointF(pixelOf(tick.value), axis_y + length));
    }
    const double arrow_y = scaled(51), from = pixelOf(m_weight), to = pixelOf(m_target);
    painter.setPen(QPen(m_vanishes ? lost : ink, scaled(1.8)));
    painter.setBrush(m_vanishes ? lost : ink);
    painter.drawLine(QPointF(from, arrow_y), QPointF(to, arrow_y));
    if (m_target != m_weight) {
        const double point =
            std::copysign(std::min(scaled(6.0), std::max(scaled(3.0), std::fabs(to - from))), to - from);
        QPolygonF head;
        head << QPointF(to, arrow_y) << QPointF(to - point, arrow_y - scaled(3.5))
             << QPointF(to - point, arrow_y + scaled(3.5));
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(head);
    }
    // Names below: the weight always, its neighbours and the target where there is room.
    painter.setFont(monoFont(scaled(kTickPixels)));
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    const auto label = [&](double value, const QColor& color, double y) {
        const QString text = sumText(value);
        const double wide = metrics.horizontalAdvance(text) + scaled(2);
        const double x = std::clamp(pixelOf(value) - wide / 2, 0.0, std::max(0.0, width() - wide));
        const QRectF place(x, y, wide, scaled(16));
        if (std::ranges::any_of(taken, [&](const QRectF& other) {
                return other.adjusted(-scaled(6), 0, scaled(6), 0).intersects(place);
            }))
            return;
        taken.push_back(place);
        painter.setPen(color);
        painter.drawText(place, Qt::AlignCenter, text);
    };
    const double label_y = scaled(79);
    label(m_weight, ink, label_y);
    if (!m_vanishes) label(m_target, muted, label_y);
    const auto weight = std::ranges::find(m_ticks, true, &Tick::isWeight);
    if (weight != m_ticks.end()) {
        if (weight != m_ticks.begin()) label((weight - 1)->value, hue, label_y);
        if (weight + 1 != m_ticks.end()) label((weight + 1)->value, hue, label_y);
    }
}

UpdateView::UpdateView(QWidget* parent) : PlotInstrument("update", parent), m_axis(new UpdateAxis(this)) {
    body()->insertWidget(0, m_axis);
    connect(view(), &PlotView::selected, this, [this](double x) { select(qRound64(x)); });
    setSettings({});
}

void UpdateView::setSettings(const UpdateSettings& settings) {
    try {
        m_fate = runUpdates(settings);
        m_settings = settings;
        m_selected.reset();
        m_axis->show(m_fate);
        view()->resetZoom();
        refresh();
    } catch (const text::Error& error) {
        Q_EMIT refused(say(error));
    }
}

void UpdateView::select(std::optional<std::int64_t> steps) {
    if (steps) steps = m_fate.at[placeOf(m_fate.at, std::clamp<std::int64_t>(*steps, 0, m_fate.times))];
    m_selected = steps;
    refresh();
}

Figure UpdateView::makeFigure() {
    m_axis->show(m_fate); // its words follow the language
    return updateFigure(m_fate, m_selected);
}

} // namespace ampscope::ui

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/bits_view.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;

constexpr double kLaneHeight = 18;
constexpr std::size_t kMaxTicks = 400; ///< more cannot be told apart on a screen

NumberLine::NumberLine(QWidget* parent) : NumberInstrument("number-line", parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    refresh();
}

QSizeF NumberLine::drawnSize(double) const {
    return {560, kLaneHeight * static_cast<double>(state().formats.size()) + 22};
}

void NumberLine::follow() {
    setTitle(tr("What exists near %1").arg(shortText(state().text)));
    m_lanes.clear();
    m_isShown = state().value.is_number();
    if (m_isShown) {
        m_value = numeric::to_double(state().value);
        m_isShown = std::isfinite(m_value);
    }
    if (!m_isShown) return speak(tr("Only finite numbers have neighbours on a line."));

    // Wide enough for the two neighbours in the coarsest format, and no wider: finer formats should show their steps.
    double coarsest = 0;
    for (const auto& format : state().formats) {
        const auto rounded =
            numeric::round_to(format, state().value, numeric::Rounding::NearestEven, numeric::Overflow::Saturate);
        coarsest = std::max(coarsest, numeric::to_double(numeric::ulp(format, rounded.code)));
    }
    const double half = std::max(0.65 * coarsest, std::fabs(m_value) * 1e-9);
    m_lower = m_value - half;
    m_upper = m_value + half;
    m_isShown = half > 0 && std::isfinite(m_lower) && std::isfinite(m_upper); // else it is beyond double's range
    if (!m_isShown) return;
    for (const auto& format : state().formats) {
        Lane lane{format, {}, false};
        const auto lower = numeric::ExactValue::finite(numeric::Rational(m_lower));
        Code code = numeric::round_to(format, lower, numeric::Rounding::Up, numeric::Overflow::Saturate).code;
        for (;;) {
            const double value = numeric::to_double(numeric::decode(format, code));
            if (!std::isfinite(value) || value > m_upper) break;
            if (value >= m_lower) lane.codes.push_back(code);
            if (lane.codes.size() > kMaxTicks) {
                lane.dense = true;
                lane.codes.clear();
                break;
            }
            const Code next = numeric::next_up(format, code);
            if (next == code) break;
            code = next;
        }
        m_lanes.push_back(std::move(lane));
    }
    QStringList spoken;
    for (const auto& lane : m_lanes)
        spoken << (lane.dense ? tr("%1: too many to count").arg(nameOf(lane.format))
                              : tr("%1: %2 in this range").arg(nameOf(lane.format)).arg(lane.codes.size()));
    speak(spoken.join("; "));
}

TextTable NumberLine::numbers() const {
    TextTable table{{tr("format"), tr("code"), tr("value")}, {}};
    for (const auto& lane : m_lanes)
        for (const auto& code : lane.codes)
            table.rows << QStringList{QString::fromStdString(lane.format.id), codeText(lane.format, code),
                                      decimalText(lane.format, code)};
    return table;
}

QRectF NumberLine::axisRect(const QRectF& area) const {
    return area.adjusted(scaled(98), 0, -scaled(8), 0);
}

double NumberLine::pixelOf(const QRectF& axis, double value) const {
    return axis.left() + (value - m_lower) / (m_upper - m_lower) * axis.width();
}

void NumberLine::draw(QPainter& painter, const QRectF& area) const {
    const QRectF axis = axisRect(area);
    if (!m_isShown) {
        painter.setFont(textFont(scaled(kChromePixels)));
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(area, Qt::AlignCenter, tr("Only finite numbers have neighbours on a line."));
        return;
    }
    const double lane_height = scaled(kLaneHeight);
    double y = axis.top();
    for (const auto& lane : m_lanes) {
        const QColor hue = theme().format(QString::fromStdString(lane.format.id)).color;
        painter.setFont(textFont(scaled(12), QFont::DemiBold));
        painter.setPen(hue);
        painter.drawText(QRectF(area.left(), y, axis.left() - area.left() - scaled(12), lane_height),
                         Qt::AlignRight | Qt::AlignVCenter, QString::fromStdString(lane.format.name));
        painter.setPen(QPen(theme().color(Token::Grid), 1));
        painter.drawLine(QPointF(axis.left(), y + lane_height / 2), QPointF(axis.right(), y + lane_height / 2));
        if (lane.dense) {
            painter.fillRect(QRectF(axis.left(), y + lane_height * 0.22, axis.width(), lane_height * 0.56),
                             theme().tint(hue, 0.4));
        } else {
            painter.setPen(QPen(hue, scaled(lane.codes.size() > 150 ? 1.0 : 2.0)));
            for (const auto& code : lane.codes) {
                const double x = pixelOf(axis, numeric::to_double(numeric::decode(lane.format, code)));
                painter.drawLine(QPointF(x, y + lane_height * 0.18), QPointF(x, y + lane_height * 0.82));
            }
        }
        y += lane_height;
    }
    QPen here(theme().color(Token::Text), 1.4);
    here.setDashPattern({3, 3});
    painter.setPen(here);
    painter.drawLine(QPointF(pixelOf(axis, m_value), axis.top() - scaled(4)),
                     QPointF(pixelOf(axis, m_value), y + scaled(2)));
    const auto label = [&](double value, bool strong) {
        painter.setFont(textFont(scaled(kTickPixels), strong ? QFont::Bold : QFont::Normal));
        painter.setPen(theme().color(strong ? Token::Text : Token::Muted));
        painter.drawText(QRectF(pixelOf(axis, value) - scaled(90), y + scaled(4), scaled(180), scaled(18)),
                         Qt::AlignHCenter | Qt::AlignTop, QString::fromStdString(io::to_text(value, strong ? 8 : 6)));
    };
    // Round numbers along the axis, but none under the value's own label.
    const double rough = (m_upper - m_lower) / 5, power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = (rough / power < 2 ? 2 : rough / power < 5 ? 5 : 10) * power;
    const double first = std::ceil(m_lower / step) * step;
    for (int i = 0; i < 10; ++i) { // counted: a step may be too small to move the sum
        const double tick = first + i * step;
        if (!(tick <= m_upper)) break;
        if (std::fabs(pixelOf(axis, tick) - pixelOf(axis, m_value)) > scaled(90))
            label(std::fabs(tick) < step / 2 ? 0 : tick, false);
    }
    label(m_value, true);
}

void NumberLine::mousePressEvent(QMouseEvent* event) {
    setFocus();
    const QRectF axis = axisRect(drawnArea());
    const auto row = static_cast<int>((event->position().y() - axis.top()) / scaled(kLaneHeight));
    if (!m_isShown || showsTable() || row < 0 || row >= static_cast<int>(m_lanes.size())) return;
    const Lane& lane = m_lanes[static_cast<std::size_t>(row)];
    constexpr double kReach = 8;
    const auto distance = [&](const Code& code) {
        return std::fabs(pixelOf(axis, numeric::to_double(numeric::decode(lane.format, code))) - event->position().x());
    };
    const auto nearest = std::ranges::min_element(lane.codes, {}, distance);
    if (nearest == lane.codes.end() || distance(*nearest) >= kReach) return;
    const numeric::FloatFormat format = lane.format; // choosing makes new lanes
    const Code code = *nearest;
    number()->chooseCode(format, code);
    Q_EMIT codeChosen(format, code);
}

// To the next number of the coarsest format: the one whose steps can be seen.
void NumberLine::keyPressEvent(QKeyEvent* event) {
    const bool up = event->key() == Qt::Key_Right;
    if (!m_isShown || (!up && event->key() != Qt::Key_Left)) return Instrument::keyPressEvent(event);
    const auto coarsest = std::ranges::min_element(state().formats, {}, &numeric::FloatFormat::mantissa_bits);
    const auto row = state().convertTo(*coarsest);
    number()->chooseCode(*coarsest, up ? row.above : row.below);
}

} // namespace ampscope::ui

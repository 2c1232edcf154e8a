#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "ui/bridge/language.h"
#include "ui/instruments/bits_view.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using numeric::Code;

constexpr double kLaneHeight = 19;
constexpr std::size_t kMaxTicks = 400; ///< more cannot be told apart on a screen

NumberLine::NumberLine(QWidget* parent) : Instrument("number-line", parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_state.formats = defaultFormats();
}

QSize NumberLine::sizeHint() const {
    return {600, qRound(scaled(40 + 34 + kLaneHeight * static_cast<double>(m_state.formats.size())))};
}

void NumberLine::setState(const BitsState& state) {
    m_state = state;
    updateGeometry();
    refresh();
}

void NumberLine::update() {
    setTitle(tr("What exists near %1")
                 .arg(m_state.text.size() > 24 ? m_state.text.left(23) + QStringLiteral("…") : m_state.text));
    setProvenance(Provenance::Computed);
    m_lanes.clear();
    m_isShown = m_state.value.is_number();
    if (m_isShown) {
        m_value = numeric::to_double(m_state.value);
        m_isShown = std::isfinite(m_value);
    }
    if (!m_isShown) return QFrame::update();

    // Wide enough for the two neighbours in the coarsest format, and no wider: finer formats should show their steps.
    double coarsest = 0;
    for (const auto& format : m_state.formats) {
        const auto rounded =
            numeric::round_to(format, m_state.value, numeric::Rounding::NearestEven, numeric::Overflow::Saturate);
        coarsest = std::max(coarsest, numeric::to_double(numeric::ulp(format, rounded.code)));
    }
    const double half = std::max(0.65 * coarsest, std::fabs(m_value) * 1e-9);
    m_lower = m_value - half;
    m_upper = m_value + half;
    for (const auto& format : m_state.formats) {
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
    QFrame::update();
}

QRectF NumberLine::axisRect() const {
    return QRectF(rect()).adjusted(scaled(112), scaled(38), -scaled(22), -scaled(28));
}

double NumberLine::pixelOf(double value) const {
    const QRectF axis = axisRect();
    return axis.left() + (value - m_lower) / (m_upper - m_lower) * axis.width();
}

void NumberLine::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF axis = axisRect();
    if (!m_isShown) {
        painter.setFont(textFont(scaled(kChromePixels)));
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(axis, Qt::AlignCenter, tr("Only finite numbers have neighbours on a line."));
        return;
    }
    const double lane_height = scaled(kLaneHeight);
    double y = axis.top();
    for (const auto& lane : m_lanes) {
        const QColor hue = theme().format(QString::fromStdString(lane.format.id)).color;
        painter.setFont(textFont(scaled(12), QFont::DemiBold));
        painter.setPen(hue);
        painter.drawText(QRectF(0, y, axis.left() - scaled(12), lane_height), Qt::AlignRight | Qt::AlignVCenter,
                         QString::fromStdString(lane.format.name));
        painter.setPen(QPen(theme().color(Token::Grid), 1));
        painter.drawLine(QPointF(axis.left(), y + lane_height / 2), QPointF(axis.right(), y + lane_height / 2));
        if (lane.dense) {
            painter.fillRect(QRectF(axis.left(), y + lane_height * 0.22, axis.width(), lane_height * 0.56),
                             theme().tint(hue, 0.4));
        } else {
            painter.setPen(QPen(hue, scaled(lane.codes.size() > 150 ? 1.0 : 2.0)));
            for (const auto& code : lane.codes) {
                const double x = pixelOf(numeric::to_double(numeric::decode(lane.format, code)));
                painter.drawLine(QPointF(x, y + lane_height * 0.18), QPointF(x, y + lane_height * 0.82));
            }
        }
        y += lane_height;
    }
    QPen here(theme().color(Token::Text), 1.4);
    here.setDashPattern({3, 3});
    painter.setPen(here);
    painter.drawLine(QPointF(pixelOf(m_value), axis.top() - scaled(4)), QPointF(pixelOf(m_value), y + scaled(2)));
    const auto label = [&](double value, bool strong) {
        painter.setFont(textFont(scaled(kTickPixels), strong ? QFont::Bold : QFont::Normal));
        painter.setPen(theme().color(strong ? Token::Text : Token::Muted));
        painter.drawText(QRectF(pixelOf(value) - scaled(90), y + scaled(4), scaled(180), scaled(18)),
                         Qt::AlignHCenter | Qt::AlignTop, QString::fromStdString(io::to_text(value, strong ? 8 : 6)));
    };
    // Round numbers along the axis, but none under the value's own label.
    const double rough = (m_upper - m_lower) / 5, power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = (rough / power < 2 ? 2 : rough / power < 5 ? 5 : 10) * power;
    for (double tick = std::ceil(m_lower / step) * step; tick <= m_upper; tick += step)
        if (std::fabs(pixelOf(tick) - pixelOf(m_value)) > scaled(90))
            label(std::fabs(tick) < step / 2 ? 0 : tick, false);
    label(m_value, true);
}

void NumberLine::mousePressEvent(QMouseEvent* event) {
    const QRectF axis = axisRect();
    const auto row = static_cast<int>((event->position().y() - axis.top()) / scaled(kLaneHeight));
    if (!m_isShown || row < 0 || row >= static_cast<int>(m_lanes.size())) return;
    const Lane& lane = m_lanes[static_cast<std::size_t>(row)];
    constexpr double kReach = 8;
    const auto distance = [&](const Code& code) {
        return std::fabs(pixelOf(numeric::to_double(numeric::decode(lane.format, code))) - event->position().x());
    };
    const auto nearest = std::ranges::min_element(lane.codes, {}, distance);
    if (nearest != lane.codes.end() && distance(*nearest) < kReach) Q_EMIT codeChosen(lane.format, *nearest);
}

} // namespace ampscope::ui

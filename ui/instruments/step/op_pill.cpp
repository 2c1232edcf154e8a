#include "ui/instruments/step/op_pill.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/instruments/dtype_style.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr double kPad = 7;
const QChar kArrow(u'→'), kCast(u'▸');

QFont nameFont() {
    return monoFont(scaled(11));
}
QFont dtypeFont() {
    return textFont(scaled(10.5), QFont::DemiBold);
}
double wide(const QFont& font, const QString& text) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

} // namespace

QString pillDtypes(const FlowOp& op) {
    const QString from = QString::fromStdString(op.from), to = QString::fromStdString(op.to);
    if (op.isCast) return from + kCast + to;
    if (to.isEmpty()) return from;
    // What its casts made of the inputs stands in front of the name.
    return from.isEmpty() || from == to || !op.casts.empty() ? to : from + kArrow + to;
}

QString pillCasts(const FlowOp& op) {
    if (op.casts.empty()) return {};
    const auto& first = op.casts.front();
    QString words = QString::fromStdString(first.from) + kCast + QString::fromStdString(first.to);
    if (op.casts.size() > 1) words.prepend(QString("%1× ").arg(op.casts.size()));
    if (std::ranges::any_of(op.casts, &FlowCast::ofWeight)) words += QStringLiteral(" w");
    return words;
}

double pillWidth(const FlowOp& op) {
    const QString casts = pillCasts(op);
    double width = scaled(2 * kPad) + wide(dtypeFont(), pillDtypes(op));
    if (!op.isCast) width += wide(nameFont(), op.name) + scaled(6);
    if (!casts.isEmpty()) width += wide(dtypeFont(), casts) + scaled(2 * kPad);
    if (op.isCast) width += scaled(8); // the slanted end
    if (op.isNonfinite) width += scaled(14);
    return width;
}

void paintPill(QPainter& painter, const QRectF& box, const FlowOp& op) {
    const Theme& look = theme();
    QPen outline = outlineOf(op.to.empty() ? op.from : op.to, look, scaled(1.3));
    if (op.isNonfinite) outline = QPen(look.color(Token::Lost), scaled(2));
    QPainterPath shape;
    const double slant = scaled(8);
    if (op.isCast) { // pointed: something becomes something else
        shape.moveTo(box.topLeft());
        shape.lineTo(box.right() - slant, box.top());
        shape.lineTo(box.right(), box.center().y());
        shape.lineTo(box.right() - slant, box.bottom());
        shape.lineTo(box.bottomLeft());
        shape.closeSubpath();
        QLinearGradient change(box.topLeft(), box.topRight());
        change.setColorAt(0, look.tint(inkOf(op.from, look), 0.28));
        change.setColorAt(1, look.tint(inkOf(op.to, look), 0.28));
        painter.fillPath(shape, change);
    } else {
        shape.addRoundedRect(box, scaled(5), scaled(5));
        painter.fillPath(shape, op.isInner ? look.color(Token::Panel)
                                           : look.tint(inkOf(op.to.empty() ? op.from : op.to, look), 0.10));
    }
    double x = box.left();
    const QString casts = pillCasts(op);
    if (!casts.isEmpty()) {
        const double part = wide(dtypeFont(), casts) + scaled(2 * kPad);
        if (part < box.width()) {
            QLinearGradient change(box.topLeft(), QPointF(x + part, box.top()));
            change.setColorAt(0, look.tint(inkOf(op.casts.front().from, look), 0.28));
            change.setColorAt(1, look.tint(inkOf(op.casts.front().to, look), 0.28));
            painter.save();
            painter.setClipPath(shape, Qt::IntersectClip);
            painter.fillRect(QRectF(x, box.top(), part, box.height()), change);
            painter.restore();
            painter.setFont(dtypeFont());
            painter.setPen(look.color(Token::Text));
            painter.drawText(QRectF(x + scaled(kPad), box.top(), part, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                             casts);
            x += part;
        }
    }
    painter.setPen(outline);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(shape);
    x += scaled(kPad);
    if (op.isNonfinite) {
        painter.setPen(QPen(look.color(Token::Lost), scaled(2)));
        const QPointF middle(x + scaled(4), box.center().y());
        const double arm = scaled(3.5);
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm));
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm));
        x += scaled(14);
    }
    const QString kinds = pillDtypes(op);
    const double kinds_wide = wide(dtypeFont(), kinds);
    if (!op.isCast) {
        painter.setFont(nameFont());
        painter.setPen(look.color(op.isInner ? Token::Muted : Token::Text));
        const double room = box.right() - scaled(kPad + 6) - kinds_wide - x;
        painter.drawText(QRectF(x, box.top(), std::max(0.0, room) + 1, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(op.name, Qt::ElideMiddle, qCeil(room)));
    }
    painter.setFont(dtypeFont());
    painter.setPen(op.isCast ? look.color(Token::Text) : inkOf(op.to.empty() ? op.from : op.to, look));
    const QRectF at(op.isCast ? x : box.right() - scaled(kPad) - kinds_wide, box.top(), kinds_wide + 1, box.height());
    painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, kinds);
}

} // namespace ampscope::ui

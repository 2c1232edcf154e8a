#include "ui/instruments/numbers/cast_chain_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QWidgetAction>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr double kLane = 77, kWarning = 94, kGap = 16, kEntered = 26;
constexpr double kNames = 104;

// What real programs do with a number on its way down.
constexpr const char* kChains[] = {"fp64 fp32 fp16 e4m3", "fp64 fp32 fp16", "fp64 fp32 bf16", "fp64 fp32 e5m2",
                                   "fp32 bf16 fp16",      "fp32 tf32 bf16", "fp32 fp16 e5m2", "bf16 e4m3"};

QString words(const std::vector<numeric::FloatFormat>& formats) {
    QStringList ids;
    for (const auto& format : formats)
        ids << QString::fromStdString(format.id);
    return ids.join(QStringLiteral(" → "));
}

} // namespace

CastChainView::CastChainView(QWidget* parent)
    : NumberInstrument("cast-chain", parent), m_button(new QToolButton(this)) {
    m_button->setProperty("role", "switch");
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(new QMenu(m_button));
    connect(m_button->menu(), &QMenu::aboutToShow, this, [this] { fillMenu(m_button->menu()); });
    translated(this, [this] {
        m_button->setText(tr("Chain ▾"));
        m_button->setToolTip(tr("Choose the formats of the chain"));
    });
    addToHeader(m_button);
    refresh();
}

void CastChainView::buildMenu() {
    menu()->clear();
    auto* chain = menu()->addMenu(tr("Chain"));
    connect(chain, &QMenu::aboutToShow, this, [this, chain] { fillMenu(chain); });
    menu()->addSeparator();
    addCommonEntries();
}

void CastChainView::fillMenu(QMenu* menu) {
    menu->clear();
    for (const char* each : kChains)
        menu->addAction(QString::fromUtf8(each).replace(' ', QStringLiteral(" → ")), this,
                        [this, each] { number()->enterChain(each); });
    menu->addSeparator();
    auto* entry = new QLineEdit(words(state().chain));
    entry->setAccessibleName(tr("Formats of the chain, in order"));
    entry->setToolTip(tr("Ids of formats in order, such as fp64 fp32 e5m10. Enter takes them."));
    entry->setMinimumWidth(qRound(scaled(280)));
    connect(entry, &QLineEdit::returnPressed, menu, [this, entry, menu] {
        if (number()->enterChain(entry->text()))
            menu->close();
        else
            entry->selectAll();
    });
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(entry);
    menu->addAction(action);
}

void CastChainView::setChain(const std::vector<numeric::FloatFormat>& formats) {
    NumberState next = state();
    next.chain = formats;
    number()->change(next);
}

void CastChainView::remove(std::size_t lane) {
    auto formats = state().chain;
    if (formats.size() < 2) return;
    formats.erase(formats.begin() + static_cast<std::ptrdiff_t>(lane));
    setChain(formats);
}

void CastChainView::take(std::size_t lane) {
    const numeric::Conversion cast = m_chain.lanes[lane].cast;
    number()->chooseCode(cast.format, cast.rounded.code);
}

void CastChainView::follow() {
    m_chain = numeric::cast_chain(state().value, state().chain, state().options());
    m_lane = std::clamp(m_lane, 0, static_cast<int>(m_chain.lanes.size()) - 1);
    setTitle(tr("%1, cast after cast").arg(shortText(state().text)));
    setSubtitle(m_chain.differs() ? tr("the chain differs from the single cast") : QString());
    QStringList spoken;
    for (std::size_t i = 0; i < m_chain.lanes.size(); ++i) {
        const auto& cast = m_chain.lanes[i].cast;
        spoken << QStringList{nameOf(cast.format), decimalText(cast.format, cast.rounded.code),
                              errorWords(cast, cast.entered).text, say(m_chain.verdict(i))}
                      .join(", ");
    }
    speak(spoken.join("; "));
}

double CastChainView::laneHeight(std::size_t lane) const {
    return m_chain.lanes[lane].differs() ? kWarning : kLane; // a warning may take two lines
}

QSizeF CastChainView::drawnSize(double) const {
    double height = kEntered;
    for (std::size_t i = 0; i < m_chain.lanes.size(); ++i)
        height += kGap + laneHeight(i);
    return {440, height};
}

QRectF CastChainView::laneRect(const QRectF& area, std::size_t lane) const {
    double top = kEntered;
    for (std::size_t i = 0; i < lane; ++i)
        top += kGap + laneHeight(i);
    return {area.left(), area.top() + scaled(top + kGap), area.width(), scaled(laneHeight(lane))};
}

void CastChainView::draw(QPainter& painter, const QRectF& area) const {
    const QFont mono = monoFont(scaled(kChromePixels), QFont::Bold);
    painter.setFont(mono);
    painter.setPen(theme().color(Token::Text));
    painter.drawText(QRectF(area.left() + scaled(kNames), area.top(), area.width() - scaled(kNames), scaled(kEntered)),
                     Qt::AlignLeft | Qt::AlignVCenter, fitted(state().text, mono, area.width() - scaled(kNames)));
    painter.setFont(textFont(scaled(12)));
    painter.setPen(theme().color(Token::Muted));
    painter.drawText(QRectF(area.left() + scaled(14), area.top(), scaled(kNames - 16), scaled(kEntered)),
                     Qt::AlignLeft | Qt::AlignVCenter, fitted(tr("entered"), painter.font(), scaled(kNames - 16)));
    for (std::size_t i = 0; i < m_chain.lanes.size(); ++i)
        drawLane(painter, area, i);
}

void CastChainView::drawLane(QPainter& painter, const QRectF& area, std::size_t index) const {
    const auto& lane = m_chain.lanes[index];
    const auto& cast = lane.cast;
    const auto& format = cast.format;
    const QColor hue = theme().format(QString::fromStdString(format.id)).color;
    const QRectF box = laneRect(area, index);
    const bool warns = lane.differs();
    // The way down, then the lane.
    const double middle = box.left() + scaled(kNames - 12), tip = box.top() - scaled(3);
    painter.setPen(QPen(theme().color(Token::Muted), scaled(1.6)));
    painter.drawLine(QPointF(middle, tip - scaled(12)), QPointF(middle, tip));
    painter.drawLine(QPointF(middle, tip), QPointF(middle - scaled(4), tip - scaled(5)));
    painter.drawLine(QPointF(middle, tip), QPointF(middle + scaled(4), tip - scaled(5)));
    const bool is_current = hasFocus() && static_cast<int>(index) == m_lane;
    painter.setPen(QPen(theme().color(is_current ? Token::Accent
                                      : warns    ? Token::Warn
                                                 : Token::Hairline),
                        is_current ? 2
                        : warns    ? 1.6
                                   : 1));
    painter.setBrush(theme().color(Token::Panel));
    painter.drawRoundedRect(box.adjusted(1, 0, -1, 0), kControlRadius, kControlRadius);
    painter.fillRect(QRectF(box.left() + 1, box.top() + scaled(12), scaled(3), box.height() - scaled(24)), hue);

    const QFont small = textFont(scaled(12)), mono = monoFont(scaled(12)), value_font = monoFont(scaled(13.5));
    const auto text = [&](double x, double right, double y, const QString& what, const QFont& font, const QColor& ink,
                          Qt::Alignment align = Qt::AlignLeft) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QRectF(x, box.top() + scaled(y), right - x, scaled(18)), align | Qt::AlignVCenter,
                         fitted(what, font, right - x));
    };
    const QColor muted = theme().color(Token::Muted), ink = theme().color(Token::Text);
    const double left = box.left() + scaled(14), first = box.left() + scaled(kNames), right = box.right() - scaled(12);
    QFont name = textFont(scaled(14), QFont::Bold);
    if (QFontMetricsF(name).horizontalAdvance(nameOf(format)) > first - left - 4)
        name = textFont(scaled(11.5), QFont::Bold);
    text(left, first - 4, 8, nameOf(format), name, hue);
    text(left, first - 4, 29, codeText(format, cast.rounded.code), mono, muted);
    const auto error = errorWords(cast, cast.entered);
    text(first, right, 6, decimalText(format, cast.rounded.code), value_font,
         error.isLoss ? theme().color(Token::Lost) : ink);
    text(first, right, 25, fieldsText(format, cast.rounded.code), mono, muted);
    // This step's error, and the error against what was entered.
    const double half = first + (right - first) * 0.5;
    text(first, half - 4, 41, tr("this cast: %1").arg(error.text), small,
         error.isLoss ? theme().color(Token::Lost) : muted);
    const auto since = m_chain.entered.is_number() && cast.stored.is_number()
                           ? std::optional(numeric::Rational(cast.stored.rational() - m_chain.entered.rational()))
                           : std::nullopt;
    if (since && m_chain.entered.kind() == numeric::ExactValue::Kind::Finite)
        text(half, right, 41,
             tr("since the start: %1 ULP, relative %2")
                 .arg(ulpText(*since / *cast.ulp), figureText(*since / m_chain.entered.rational())),
             small, muted, Qt::AlignRight);
    // The verdict: a lamp only where something is wrong.
    const double lamp = warns ? scaled(16) : 0;
    if (warns) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().color(Token::Warn));
        painter.drawEllipse(QPointF(first + scaled(5), box.top() + scaled(67)), scaled(5), scaled(5));
    }
    QString verdict = say(m_chain.verdict(index));
    if (warns) verdict = tr("The single cast gives %1: %2").arg(decimalText(format, lane.direct.rounded.code), verdict);
    painter.setFont(textFont(scaled(12), warns ? QFont::DemiBold : QFont::Normal));
    painter.setPen(theme().color(warns ? Token::Warn : Token::Muted));
    drawFitted(painter, QRectF(first + lamp, box.top() + scaled(59), right - first - lamp, box.height() - scaled(61)),
               Qt::AlignLeft | Qt::AlignTop, verdict);
}

TextTable CastChainView::numbers() const {
    TextTable table{{tr("format"), tr("code"), tr("sign, exponent, mantissa"), tr("value"), tr("error, ULP"),
                     tr("relative error"), tr("flags"), tr("single cast: code"), tr("single cast: value"),
                     tr("differs"), tr("verdict")},
                    {}};
    for (std::size_t i = 0; i < m_chain.lanes.size(); ++i) {
        const auto& [cast, direct] = m_chain.lanes[i];
        table.rows << QStringList{QString::fromStdString(cast.format.id),
                                  codeText(cast.format, cast.rounded.code),
                                  fieldsText(cast.format, cast.rounded.code),
                                  decimalText(cast.format, cast.rounded.code),
                                  cast.error_ulp ? plainFigure(*cast.error_ulp) : QString(),
                                  cast.error_relative ? plainFigure(*cast.error_relative) : QString(),
                                  flagsText(cast.flags()),
                                  codeText(cast.format, direct.rounded.code),
                                  decimalText(cast.format, direct.rounded.code),
                                  m_chain.lanes[i].differs() ? tr("yes") : tr("no"),
                                  say(m_chain.verdict(i))};
    }
    return table;
}

void CastChainView::mousePressEvent(QMouseEvent* event) {
    setFocus();
    for (std::size_t i = 0; i < m_chain.lanes.size(); ++i)
        if (event->button() == Qt::LeftButton && !showsTable() &&
            laneRect(drawnArea(), i).contains(event->position())) {
            m_lane = static_cast<int>(i);
            return QFrame::update();
        }
    Instrument::mousePressEvent(event);
}

void CastChainView::keyPressEvent(QKeyEvent* event) {
    const auto lane = static_cast<std::size_t>(m_lane);
    const auto move = [&](int to) {
        m_lane = std::clamp(to, 0, static_cast<int>(m_chain.lanes.size()) - 1);
        QFrame::update();
    };
    switch (event->key()) {
    case Qt::Key_Up: return move(m_lane - 1);
    case Qt::Key_Down: return move(m_lane + 1);
    case Qt::Key_Delete: return remove(lane);
    case Qt::Key_Return:
    case Qt::Key_Enter: return take(lane);
    default: Instrument::keyPressEvent(event);
    }
}

} // namespace ampscope::ui

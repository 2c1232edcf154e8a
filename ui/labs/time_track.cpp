#include "ui/labs/time_track.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/bridge/playback.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using Kind = TimeMark::Kind;

namespace {

constexpr double kMargin = 9, kHeight = 34;
constexpr double kGlyph = 8; ///< width of a mark with the space around it
constexpr double kUpper = 7, kLower = 27, kMiddle = 17;

} // namespace

TimeTrack::TimeTrack(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TimeTrack::sizeHint() const {
    return {200, qRound(scaled(kHeight))};
}

void TimeTrack::setRun(RunModel* run) {
    m_run = run;
    m_marks.setRun(run);
    follow();
}

void TimeTrack::follow() {
    m_marks.follow();
    const QSignalBlocker quiet(this);
    const std::int64_t planned = m_run && m_run->hasRun() ? m_run->record().planned_steps() - 1 : 1;
    const std::int64_t last = std::max<std::int64_t>({1, planned, m_run ? m_run->furthestStep() : 0});
    setRange(0, static_cast<int>(std::min<std::int64_t>(last, std::numeric_limits<int>::max())));
    setValue(m_run ? static_cast<int>(std::max<std::int64_t>(0, m_run->cursor())) : 0);
    QWidget::update();
}

double TimeTrack::pixelOf(std::int64_t step) const {
    const double share = static_cast<double>(step) / maximum();
    return scaled(kMargin) + std::min(1.0, share) * (width() - 2 * scaled(kMargin));
}

std::int64_t TimeTrack::stepAt(double pixel) const {
    const double wide = std::max(1.0, width() - 2 * scaled(kMargin));
    return std::llround(std::clamp((pixel - scaled(kMargin)) / wide, 0.0, 1.0) * maximum());
}

std::vector<TimeTrack::Drawn> TimeTrack::drawn() const {
    const auto& all = m_marks.all();
    const int reach = qCeil(scaled(kGlyph));
    std::vector<Drawn> result;
    std::vector<bool> taken(static_cast<std::size_t>(std::max(1, width())) + 1); // columns of the lower line
    const auto is_free = [&](int x, int around) {
        for (int i = std::max(0, x - around); i <= std::min(static_cast<int>(taken.size()) - 1, x + around); ++i)
            if (taken[static_cast<std::size_t>(i)]) return false;
        return true;
    };
    std::size_t last_skipped = 0; // one beyond its place in result
    int last_nonfinite = -reach;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int x = qRound(pixelOf(all[i].step));
        if (all[i].kind == Kind::Skipped) {
            Drawn* before = last_skipped ? &result[last_skipped - 1] : nullptr;
            if (before && before->x == x) continue;
            const bool is_close = before && x - before->x < reach;
            if (is_close) before->isStroke = true;
            result.push_back({Kind::Skipped, x, is_close, i});
            last_skipped = result.size();
        } else if (all[i].kind == Kind::Nonfinite && x - last_nonfinite >= reach / 2) {
            result.push_back({Kind::Nonfinite, last_nonfinite = x, false, i});
        } else if (all[i].isEnd()) {
            result.push_back({all[i].kind, x, false, i});
        }
    }
    // What somebody did comes before what the scaler did; epochs come last.
    const auto place = [&](auto belongs, int around) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!belongs(all[i].kind)) continue;
            const int x = qRound(pixelOf(all[i].step));
            if (!is_free(x, around)) continue;
            taken[static_cast<std::size_t>(std::clamp(x, 0, static_cast<int>(taken.size()) - 1))] = true;
            result.push_back({all[i].kind, x, false, i});
        }
    };
    place([](Kind kind) { return kind == Kind::Precision || kind == Kind::Setting; }, reach / 2);
    place([](Kind kind) { return kind == Kind::Growth || kind == Kind::Backoff; }, reach - 1);
    place([](Kind kind) { return kind == Kind::Epoch; }, reach - 1);
    return result;
}

void TimeTrack::paintMark(QPainter& painter, const Drawn& mark) const {
    const double x = mark.x, up = scaled(kUpper), low = scaled(kLower), r = scaled(3.2);
    const QColor lost = theme().color(Token::Lost), ink = theme().color(Token::Muted);
    const auto pen = [&](const QColor& color, double width) { painter.setPen(QPen(color, scaled(width))); };
    painter.setBrush(Qt::NoBrush);
    switch (mark.kind) {
    case Kind::Skipped:
        pen(lost, mark.isStroke ? 1.2 : 1.8);
        if (mark.isStroke) return painter.drawLine(QPointF(x, up - r), QPointF(x, up + r));
        painter.drawLine(QPointF(x - r, up - r), QPointF(x + r, up + r));
        return painter.drawLine(QPointF(x - r, up + r), QPointF(x + r, up - r));
    case Kind::Nonfinite: {
        const double wide = scaled(4.5), middle = scaled(kMiddle);
        pen(lost, 1.6);
        painter.setBrush(theme().color(Token::Panel));
        const QPointF diamond[] = {{x, middle - wide}, {x + wide, middle}, {x, middle + wide}, {x - wide, middle}};
        return painter.drawPolygon(diamond, 4);
    }
    case Kind::Growth:
    case Kind::Backoff: {
        const double tip = mark.kind == Kind::Growth ? -r : r;
        const QPointF triangle[] = {{x, low + tip}, {x + r, low - tip}, {x - r, low - tip}};
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        return painter.drawPolygon(triangle, 3);
    }
    case Kind::Precision: {
        const auto& fact = m_run->record().facts()[m_marks.all()[mark.mark].fact];
        const QString format = QString::fromStdString(fact.text(fact.kind == "epoch_began" ? "precision" : "to"));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().format(format.section('-', 0, 0)).color);
        return painter.drawRect(QRectF(x - r, low - r, 2 * r, 2 * r));
    }
    case Kind::Setting:
        pen(theme().color(Token::Text), 1.4);
        return painter.drawRect(QRectF(x - r, low - r, 2 * r, 2 * r));
    case Kind::Epoch: pen(ink, 1.2); return painter.drawLine(QPointF(x, low - r), QPointF(x, low + r));
    case Kind::Finished:
    case Kind::Stopped:
    case Kind::Failed:
        pen(mark.kind == Kind::Failed ? lost : theme().color(Token::Text), mark.kind == Kind::Stopped ? 1.2 : 2.4);
        return painter.drawLine(QPointF(x + scaled(7), scaled(kMiddle - 7)),
                                QPointF(x + scaled(7), scaled(kMiddle + 7)));
    }
}

void TimeTrack::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double middle = scaled(kMiddle), thick = scaled(4);
    const auto groove = [&](double from, double to, Token token) {
        painter.fillRect(QRectF(from, middle - thick / 2, to - from, thick), theme().color(token));
    };
    groove(pixelOf(0), pixelOf(maximum()), Token::Hairline);
    if (hasFocus()) {
        painter.setPen(QPen(theme().color(Token::Accent), 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
    if (!m_run || m_run->furthestStep() < 0) return;
    groove(pixelOf(0), pixelOf(m_run->furthestStep()), Token::Muted);
    for (const auto& mark : drawn())
        paintMark(painter, mark);
    painter.setPen(QPen(theme().color(Token::Text), scaled(2)));
    // Filled where this run has the step, empty where only one beside it does.
    const bool is_here = m_run->selectedStep() >= 0;
    painter.setBrush(is_here ? theme().color(hasFocus() ? Token::Accent : Token::Panel) : QColor(Qt::transparent));
    if (!is_here) painter.setPen(QPen(theme().color(Token::Muted), scaled(1.4), Qt::DotLine));
    painter.drawEllipse(QPointF(pixelOf(m_run->cursor()), middle), scaled(6), scaled(6));
}

QString TimeTrack::wordsAt(double x) const {
    constexpr double kReach = 5;
    constexpr int kMostLines = 6;
    QStringList lines;
    int left_out = 0;
    for (const auto& mark : m_marks.all()) {
        if (std::fabs(pixelOf(mark.step) - x) > scaled(kReach)) continue;
        if (lines.size() == kMostLines)
            ++left_out;
        else
            lines << tr("step %1: %2").arg(mark.step).arg(m_marks.words(mark));
    }
    if (left_out > 0) lines << tr("and %1 more").arg(left_out);
    return lines.join('\n');
}

bool TimeTrack::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString words = wordsAt(help->pos().x());
        QToolTip::showText(help->globalPos(), words.isEmpty() ? toolTip() : words, this);
        return true;
    }
    return QAbstractSlider::event(event);
}

void TimeTrack::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_run) m_run->selectWithin(stepAt(event->position().x()));
}
void TimeTrack::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton && m_run) m_run->selectWithin(stepAt(event->position().x()));
}

// A wheel over a window that scrolls would move time without anybody wanting it.
void TimeTrack::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

bool TimeTrack::goToFact(int by) {
    const auto step = m_run ? m_marks.beside(m_run->cursor(), by) : std::nullopt;
    if (step) m_run->select(*step);
    return step.has_value();
}

void TimeTrack::keyPressEvent(QKeyEvent* event) {
    if (!m_run || m_run->furthestStep() < 0) return QWidget::keyPressEvent(event);
    const int by = event->key() == Qt::Key_Left ? -1 : 1;
    Playback& film = m_run->playback();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (event->modifiers() & Qt::ControlModifier)
            goToFact(by);
        else
            m_run->selectWithin(m_run->cursor() + by * (event->modifiers() & Qt::ShiftModifier ? 10 : 1));
        break;
    case Qt::Key_Home: m_run->select(0); break;
    case Qt::Key_End: m_run->selectWithin(m_run->furthestStep()); break;
    case Qt::Key_Space: film.toggle(); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: film.setSpeed(film.speed() + 1); break;
    case Qt::Key_Minus: film.setSpeed(film.speed() - std::min<std::size_t>(1, film.speed())); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace ampscope::ui

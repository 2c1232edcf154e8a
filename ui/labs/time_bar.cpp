#include "ui/labs/time_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "core/io/numbers.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/bridge/playback.h"
#include "ui/instruments/elided_label.h"
#include "ui/labs/time_track.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

/// A button with a sign that looks the same with every font.
class TransportButton : public QPushButton {
  public:
    enum class Sign { Back, Play, Pause, Forward };
    TransportButton(Sign sign, QWidget* parent) : QPushButton(parent), m_sign(sign) {}
    void setSign(Sign sign) {
        if (sign == m_sign) return;
        m_sign = sign;
        update();
    }
    QSize sizeHint() const override { return {qRound(scaled(36)), QPushButton::sizeHint().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override {
        QPushButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().color(isEnabled() ? Token::Text : Token::Hairline));
        const QPointF middle = QRectF(rect()).center();
        const double r = scaled(5), bar = scaled(2.4);
        const auto arrow = [&](double from, double tip) {
            const QPointF points[] = {middle + QPointF(from, -r), middle + QPointF(tip, 0), middle + QPointF(from, r)};
            painter.drawPolygon(points, 3);
        };
        const auto stroke = [&](double x) { painter.drawRect(QRectF(middle.x() + x, middle.y() - r, bar, 2 * r)); };
        switch (m_sign) {
        case Sign::Play: return arrow(-r * 0.8, r);
        case Sign::Pause: stroke(-r * 0.9), stroke(r * 0.9 - bar); return;
        case Sign::Back: stroke(-r), arrow(r, -r + bar); return;
        case Sign::Forward: stroke(r - bar), arrow(-r, r - bar); return;
        }
    }

  private:
    Sign m_sign;
};

static QString speedText(std::size_t index) {
    const QString quarters[] = {QStringLiteral("¼"), QStringLiteral("½")};
    return (index < 2 ? quarters[index] : QString::number(Playback::kSpeeds[index])) + QStringLiteral("×");
}

TimeBar::TimeBar(QWidget* parent)
    : QWidget(parent),
      m_back(new TransportButton(TransportButton::Sign::Back, this)),
      m_play(new TransportButton(TransportButton::Sign::Play, this)),
      m_forward(new TransportButton(TransportButton::Sign::Forward, this)),
      m_speed(new QToolButton(this)),
      m_goOn(new QPushButton(this)),
      m_step(new QLabel(this)),
      m_happened(new ElidedLabel(Token::Muted, QFont::Normal, this)),
      m_track(new TimeTrack(this)) {
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_step);
    words->addWidget(m_happened);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (auto* button : {m_back, m_play, m_forward})
        layout->addWidget(button);
    layout->addWidget(m_speed);
    layout->addLayout(words);
    layout->addWidget(m_track, 1);
    layout->addWidget(m_goOn);
    for (auto* button : {m_back, m_forward})
        button->setAutoRepeat(true);
    m_step->setProperty("role", "title");
    m_speed->setProperty("role", "flat");
    m_speed->setPopupMode(QToolButton::InstantPopup);
    m_speed->setMenu(new QMenu(m_speed));
    connect(m_back, &QPushButton::clicked, this, [this] { m_run->selectWithin(m_run->cursor() - 1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { m_run->selectWithin(m_run->cursor() + 1); });
    connect(m_play, &QPushButton::clicked, this, [this] { m_run->playback().toggle(); });
    connect(m_goOn, &QPushButton::clicked, this, &TimeBar::goOnFromHere);
    translated(this, [this] {
        m_back->setToolTip(tr("Look at the step before"));
        m_forward->setToolTip(tr("Look at the next step"));
        m_track->setAccessibleName(tr("Steps of the run"));
        m_track->setToolTip(
            tr("Click or drag to choose a step. Ctrl+Left and Ctrl+Right go from one thing that happened "
               "to the next."));
        for (auto* button : {m_back, m_forward})
            button->setAccessibleName(button->toolTip());
        fillSpeeds();
        fit();
        refresh();
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &TimeBar::fit);
}

void TimeBar::fillSpeeds() {
    m_speed->menu()->clear();
    m_speed->setToolTip(tr("How fast the record is played"));
    for (std::size_t i = 0; i < Playback::kSpeeds.size(); ++i)
        m_speed->menu()->addAction(speedText(i), this, [this, i] {
            if (m_run) m_run->playback().setSpeed(i);
        });
}

void TimeBar::setRun(RunModel* run) {
    if (m_run) {
        disconnect(m_run, nullptr, this, nullptr);
        disconnect(&m_run->playback(), nullptr, this, nullptr);
        if (m_run != run) m_run->playback().pause();
    }
    m_run = run;
    m_track->setRun(run);
    if (run) {
        for (const auto signal :
             {&RunModel::changed, &RunModel::selectionChanged, &RunModel::stateChanged, &RunModel::companionsChanged})
            connect(run, signal, this, &TimeBar::refresh);
        connect(&run->playback(), &Playback::changed, this, &TimeBar::refresh);
    }
    refresh();
}

bool TimeBar::canGoOn() const {
    return m_run && m_run->canGoBack() && !m_run->followsNewest() && m_run->cursor() < m_run->furthestStep();
}

void TimeBar::goOnFromHere() {
    if (!canGoOn()) return;
    m_run->playback().pause();
    m_run->goBack(m_run->cursor() + 1);
}

QString TimeBar::goOnHelp() const {
    if (m_run && m_run->isRecorded())
        return tr("This is a recorded run: it can be looked at and played, but only a run of this window can go on.");
    return canGoOn() ? tr("Go on from the selected step: what the run did after it is dropped")
                     : tr("Go on from an earlier step: choose that step first");
}

QString TimeBar::happened() const {
    return m_run ? m_track->marks().wordsOf(m_run->cursor()) : QString();
}

QString TimeBar::placeWords() const {
    if (!m_run || m_run->furthestStep() < 0) return {};
    const QString words = happened();
    if (!words.isEmpty()) return words;
    const std::int64_t before = m_run->furthestStep() - m_run->cursor();
    return before == 0 ? tr("the newest step") : tr("before the newest: %1").arg(before);
}

void TimeBar::refresh() {
    m_track->follow();
    const auto grouped = [](std::int64_t number) { return QString::fromStdString(text::grouped(number)); };
    const std::int64_t at = m_run ? m_run->cursor() : -1, furthest = m_run ? m_run->furthestStep() : -1;
    const std::int64_t steps = m_run && m_run->hasRun() ? m_run->record().planned_steps() : 0;
    const bool is_elsewhere = m_run && at >= 0 && m_run->selectedStep() < 0;
    const QString step = at < 0 ? tr("no step yet") : tr("step %1 / %2").arg(grouped(at), grouped(steps));
    const QString words = is_elsewhere ? tr("this run has no such step") : placeWords();
    m_step->setText(step);
    m_happened->setText(words);
    m_step->setEnabled(!is_elsewhere);
    // The widest text it will have, so that the track does not move.
    const QString widest = tr("step %1 / %2").arg(grouped(steps), grouped(steps));
    m_step->setMinimumWidth(m_step->fontMetrics().horizontalAdvance(widest) + 12);

    const Playback* film = m_run ? &m_run->playback() : nullptr;
    const bool plays = film && film->isPlaying();
    m_back->setEnabled(at > 0);
    m_forward->setEnabled(m_run && (at < furthest || (m_run->isGrowing() && !m_run->followsNewest())));
    m_play->setSign(plays ? TransportButton::Sign::Pause : TransportButton::Sign::Play);
    m_play->setEnabled(plays || (film && film->canPlay()));
    m_speed->setEnabled(furthest > 0);
    m_speed->setText(speedText(film ? film->speed() : Playback::kPlainSpeed));
    m_speed->setAccessibleName(tr("Speed of the record: %1").arg(m_speed->text()));
    const QString rate = QString::fromStdString(io::to_text(film ? film->stepsPerSecond() : 0, 3));
    m_play->setToolTip(plays ? tr("Pause the record")
                       : film && !m_play->isEnabled() && furthest > 0
                           ? tr("The run goes on and its newest step is shown: nothing to play")
                           : tr("Play the record: %1 steps per second. Nothing is trained.").arg(rate));
    m_play->setAccessibleName(m_play->toolTip());
    m_goOn->setEnabled(canGoOn());
    m_goOn->setToolTip(goOnHelp());
    m_goOn->setAccessibleName(m_goOn->toolTip());
    const QString count = tr("things that happened so far: %1").arg(m_track->marks().all().size());
    m_track->setAccessibleDescription(QStringList{step, words, count}.join(QStringLiteral(". ")));
}

// In a narrow bar the words of the button give way to the track, and then the ones below the step.
void TimeBar::fit() {
    constexpr double kWide = 860, kWords = 190, kFewWords = 165;
    const bool wide = width() >= scaled(kWide);
    m_goOn->setText(wide ? QStringLiteral("↩ ") + tr("Go on from here") : QStringLiteral("↩"));
    m_happened->setFixedWidth(qRound(scaled(wide ? kWords : kFewWords)));
}

void TimeBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

} // namespace ampscope::ui

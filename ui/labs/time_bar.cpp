#include "ui/labs/time_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

TimeBar::TimeBar(QWidget* parent)
    : QWidget(parent),
      m_back(new QPushButton(QStringLiteral("◀"), this)),
      m_forward(new QPushButton(QStringLiteral("▶"), this)),
      m_resume(new QPushButton(QStringLiteral("↩"), this)),
      m_label(new QLabel(this)),
      m_track(new TimeTrack(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_back);
    layout->addWidget(m_label);
    layout->addWidget(m_track, 1);
    layout->addWidget(m_forward);
    layout->addWidget(m_resume);
    m_resume->setFixedWidth(40);
    for (auto* button : {m_back, m_forward}) {
        button->setFixedWidth(40);
        button->setAutoRepeat(true);
    }
    m_label->setProperty("role", "title");
    connect(m_back, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_resume, &QPushButton::clicked, this, [this] {
        if (m_run) m_run->goBack(m_run->selectedStep() + 1);
    });
    translated(this, [this] {
        m_resume->setToolTip(tr("Go on from the selected step: what the run did after it is dropped"));
        m_resume->setAccessibleName(m_resume->toolTip());
        m_back->setToolTip(tr("Look at the step before"));
        m_forward->setToolTip(tr("Look at the next step"));
        m_back->setAccessibleName(m_back->toolTip());
        m_forward->setAccessibleName(m_forward->toolTip());
        m_track->setAccessibleName(tr("Steps of the run"));
        refresh();
    });
}

void TimeBar::setRun(RunModel* run) {
    if (m_run) disconnect(m_run, nullptr, this, nullptr);
    m_run = run;
    m_track->setRun(run);
    if (run) {
        connect(run, &RunModel::changed, this, &TimeBar::refresh);
        connect(run, &RunModel::selectionChanged, this, &TimeBar::refresh);
    }
    refresh();
}

void TimeBar::move(int steps) {
    if (!m_run) return;
    const std::int64_t newest = m_run->record().samples().empty() ? -1 : m_run->record().samples().back().step();
    const std::int64_t next = m_run->selectedStep() + steps;
    // Past the newest: follow the run again.
    m_run->select(next >= newest ? std::nullopt : std::optional(std::max<std::int64_t>(0, next)));
}

void TimeBar::refresh() {
    const std::int64_t step = m_run ? m_run->selectedStep() : -1;
    const std::int64_t steps = m_run && m_run->hasRun() ? m_run->record().planned_steps() : 0;
    m_label->setText(step < 0 ? tr("no step yet") : tr("step %1 / %2").arg(step).arg(steps));
    // The widest text it will have, so that the track does not move.
    m_label->setMinimumWidth(m_label->fontMetrics().horizontalAdvance(tr("step %1 / %2").arg(steps).arg(steps)) + 12);
    m_back->setEnabled(step > 0);
    m_forward->setEnabled(m_run && !m_run->followsNewest());
    m_resume->setEnabled(m_run && m_run->canGoBack() && !m_run->followsNewest() && !m_run->record().samples().empty() &&
                         step < m_run->record().samples().back().step());
    m_track->update();
}

TimeTrack::TimeTrack(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(26);
}

void TimeTrack::setRun(RunModel* run) {
    m_run = run;
    update();
}

std::int64_t TimeTrack::lastStep() const {
    return m_run && m_run->hasRun() ? std::max<std::int64_t>(1, m_run->record().planned_steps() - 1) : 1;
}

double TimeTrack::pixelOf(double step) const {
    const double margin = 9;
    return margin + step / static_cast<double>(lastStep()) * (width() - 2 * margin);
}

void TimeTrack::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double middle = height() / 2.0;
    const auto groove = [&](double from, double to, Token token) {
        painter.fillRect(QRectF(from, middle - 2, to - from, 4), theme().color(token));
    };
    groove(pixelOf(0), pixelOf(static_cast<double>(lastStep())), Token::Hairline);
    if (!m_run || m_run->record().samples().empty()) return;
    groove(pixelOf(0), pixelOf(static_cast<double>(m_run->record().samples().back().step())), Token::Muted);
    painter.setPen(QPen(theme().color(Token::Lost), 2));
    for (const auto& fact : m_run->record().facts()) {
        if (fact.kind != "step_skipped") continue;
        const double x = pixelOf(static_cast<double>(fact.step));
        painter.drawLine(QPointF(x, middle - 8), QPointF(x, middle + 8));
    }
    painter.setPen(QPen(theme().color(Token::Text), 2));
    painter.setBrush(theme().color(hasFocus() ? Token::Accent : Token::Panel));
    painter.drawEllipse(QPointF(pixelOf(static_cast<double>(m_run->selectedStep())), middle), 7, 7);
}

void TimeTrack::choose(double pixel) {
    if (!m_run || m_run->record().samples().empty()) return;
    const double share = (pixel - pixelOf(0)) / (pixelOf(static_cast<double>(lastStep())) - pixelOf(0));
    const auto step = static_cast<std::int64_t>(std::lround(share * static_cast<double>(lastStep())));
    const std::int64_t newest = m_run->record().samples().back().step();
    m_run->select(step >= newest && m_run->isActive() ? std::nullopt
                                                      : std::optional(std::clamp<std::int64_t>(step, 0, newest)));
}

void TimeTrack::mousePressEvent(QMouseEvent* event) {
    choose(event->position().x());
}
void TimeTrack::mouseMoveEvent(QMouseEvent* event) {
    choose(event->position().x());
}

void TimeTrack::keyPressEvent(QKeyEvent* event) {
    const std::int64_t step = m_run ? m_run->selectedStep() : -1;
    if (step < 0) return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: m_run->select(std::max<std::int64_t>(0, step - 1)); break;
    case Qt::Key_Right: m_run->select(step + 1); break;
    case Qt::Key_Home: m_run->select(0); break;
    case Qt::Key_End: m_run->select(std::nullopt); break;
    default: QWidget::keyPressEvent(event);
    }
    update();
}

} // namespace ampscope::ui

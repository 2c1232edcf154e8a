#include "ui/instruments/numbers/accumulator.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "core/text/failure.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/sum_table.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

// Additions that are over before anybody notices; more go to a thread.
constexpr std::int64_t kAtOnce = 200'000;
constexpr int kProgressMilliseconds = 100;

Accumulator::Accumulator(QWidget* parent)
    : PlotInstrument("accumulator", parent),
      m_error(new QToolButton(this)),
      m_stop(new QToolButton(this)),
      m_counts(new SumTable(this)) {
    for (auto* button : {m_error, m_stop}) {
        button->setProperty("role", "switch");
        addToHeader(button);
    }
    m_error->setCheckable(true);
    m_stop->hide();
    body()->addWidget(m_counts);
    connect(m_error, &QToolButton::toggled, this, [this] {
        view()->resetZoom(); // another quantity
        refresh();
    });
    connect(m_stop, &QToolButton::clicked, this, &Accumulator::stop);
    connect(view(), &PlotView::selected, this, [this](double x) { select(qRound64(x)); });
    m_progress.setInterval(kProgressMilliseconds);
    connect(&m_progress, &QTimer::timeout, this, [this] { refresh(); });
    translated(this, [this] {
        m_error->setText(tr("error"));
        m_error->setToolTip(tr("Show how far each sum is off, relative to the exact one"));
        m_error->setAccessibleName(m_error->toolTip());
        m_stop->setText(tr("stop"));
        m_stop->setToolTip(tr("Stop adding"));
    });
    setSettings({});
}

Accumulator::~Accumulator() {
    endJob();
}

void Accumulator::endJob() {
    if (m_job) m_job->stop.request_stop();
    if (m_worker.joinable()) m_worker.join();
    m_job.reset();
    m_isRunning = false;
    m_progress.stop();
    m_stop->hide();
}

void Accumulator::setSettings(const SumSettings& settings) {
    try {
        checkSums(settings);
        endJob();
        m_wasStopped = false;
        const std::int64_t total = additionsOf(settings);
        if (total <= kAtOnce) {
            auto outcome = runSums(settings);
            m_settings = settings;
            take(std::make_unique<SumOutcome>(std::move(*outcome)));
            return;
        }
        m_settings = settings;
        m_job = std::make_shared<Job>();
        m_job->total = total;
        m_isRunning = true;
        m_worker = std::thread([this, job = m_job, settings] {
            std::unique_ptr<SumOutcome> outcome;
            QString reason;
            try {
                if (auto result = runSums(settings, job->stop.get_token(), &job->progress))
                    outcome = std::make_unique<SumOutcome>(std::move(*result));
            } catch (...) {
                reason = say(text::current_failure());
            }
            // The destructor joins this thread, so the receiver lives; a result that was overtaken is dropped.
            QMetaObject::invokeMethod(
                this,
                [this, job, result = std::make_shared<std::unique_ptr<SumOutcome>>(std::move(outcome)), reason] {
                    if (m_job != job) return;
                    endJob();
                    if (*result) return take(std::move(*result));
                    m_wasStopped = true;
                    refresh();
                    Q_EMIT finished();
                    if (!reason.isEmpty()) Q_EMIT refused(reason);
                },
                Qt::QueuedConnection);
        });
        m_progress.start();
        m_stop->show();
        refresh();
    } catch (const text::Error& error) {
        Q_EMIT refused(say(error));
    }
}

void Accumulator::take(std::unique_ptr<SumOutcome> outcome) {
    m_outcome = std::move(outcome);
    m_selected.reset();
    view()->resetZoom();
    refresh();
    Q_EMIT finished();
}

void Accumulator::stop() {
    if (m_job) m_job->stop.request_stop(); // the thread answers within some milliseconds
}

bool Accumulator::showsError() const {
    return m_error->isChecked();
}
void Accumulator::setShowsError(bool error) {
    m_error->setChecked(error);
}

void Accumulator::select(std::optional<std::int64_t> added) {
    if (!m_outcome) return;
    if (added) {
        // To a place that the trace has; a step of one from there is a step to its neighbour.
        const auto& at = m_outcome->race.at;
        const std::int64_t wanted = std::clamp<std::int64_t>(*added, 0, at.back());
        std::size_t place = placeOf(at, wanted);
        if (m_selected && at[place] == *m_selected && wanted != *m_selected)
            place = wanted > *m_selected ? std::min(place + 1, at.size() - 1) : place - (place > 0 ? 1 : 0);
        added = at[place];
        Q_EMIT sumChosen(m_outcome->race.results.front().trace[place]);
    }
    m_selected = added;
    refresh();
}

void Accumulator::resizeEvent(QResizeEvent* event) {
    PlotInstrument::resizeEvent(event);
    constexpr double kLowPanel = 330; // there the lines come first
    m_counts->setVisible(height() >= scaled(kLowPanel));
}

Figure Accumulator::makeFigure() {
    if (m_isRunning || m_wasStopped || !m_outcome) {
        Figure figure;
        figure.id = "accumulator";
        figure.title = tr("A race of sums");
        if (m_isRunning && m_job) {
            const double share = static_cast<double>(m_job->progress) / static_cast<double>(m_job->total);
            figure.empty = tr("Adding up … %1 %").arg(qMin(99, qRound(100 * share)));
        } else {
            figure.empty = tr("Stopped. Change a setting to start again.");
        }
        m_counts->show(nullptr, std::nullopt);
        return figure;
    }
    m_counts->show(m_outcome.get(), m_selected);
    return sumFigure(*m_outcome, m_selected, showsError());
}

} // namespace ampscope::ui

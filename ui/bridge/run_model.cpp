#include "ui/bridge/run_model.h"

#include <algorithm>

#include "ui/bridge/language.h"

namespace ampscope::ui {

using train::RunState;

constexpr int kTickMilliseconds = 33;

RunModel::RunModel(train::ComputeThread& thread, QObject* parent) : QObject(parent), m_thread(thread) {
    m_timer.setInterval(kTickMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &RunModel::tick);
}

RunModel::~RunModel() = default;

void RunModel::start(const scenario::Scenario& scenario, bool paused, std::optional<std::int64_t> pauseAt) {
    m_session = std::make_unique<train::Session>(
        m_thread, scenario, train::SessionOptions{.start_paused = paused, .pause_at = pauseAt, .keep_snapshots = true});
    m_record = record::RunRecord(scenario, {});
    forgetSelection();
    m_isShown = false;
    m_state = RunState::Preparing;
    m_rate = 0;
    m_ratedSteps = 0;
    m_clock.start();
    m_timer.start();
    setLooking(std::nullopt);
    Q_EMIT changed();
    Q_EMIT stateChanged();
    Q_EMIT selectionChanged();
}

void RunModel::showRecord(record::RunRecord record) {
    clear();
    m_record = std::move(record);
    m_isShown = true;
    Q_EMIT changed();
    Q_EMIT selectionChanged();
}

void RunModel::clear() {
    m_session.reset();
    m_timer.stop();
    m_record = {};
    m_state.reset();
    forgetSelection();
    m_isShown = false;
    m_rate = 0;
    setLooking(std::nullopt);
    Q_EMIT changed();
    Q_EMIT stateChanged();
}

void RunModel::pause() {
    if (m_session) m_session->pause();
}
void RunModel::resume() {
    if (m_session) m_session->resume();
}
void RunModel::stepOnce() {
    if (m_session) m_session->step_once();
}
void RunModel::stop() {
    if (m_session) m_session->stop();
}
void RunModel::goBack(std::int64_t step) {
    if (!m_session) return;
    m_session->go_back(step);
    m_selected.reset();
    m_timer.start();
    Q_EMIT selectionChanged();
}
void RunModel::change(const QString& field, const QString& value) {
    if (m_session) m_session->change(field.toStdString(), value.toStdString());
}

void RunModel::lookInside(std::int64_t step, const train::Look& what) {
    if (!m_session) return;
    m_session->examine(step, what);
    m_timer.start();
    setLooking(m_session->looking());
}

std::int64_t RunModel::stepToLookInside() const {
    return std::max<std::int64_t>(0, selectedStep());
}

bool RunModel::canLookInside(std::int64_t step) const {
    if (!m_session || step < 0) return false;
    const std::int64_t attempted = m_record.samples().empty() ? 0 : m_record.samples().back().step() + 1;
    return step < attempted || (step == attempted && m_state != RunState::Finished);
}

void RunModel::cancelLooks() {
    if (m_session) m_session->cancel_looks();
    setLooking(std::nullopt);
}

void RunModel::setLooking(std::optional<train::LookProgress> looking) {
    if (looking == m_looking) return;
    m_looking = looking;
    Q_EMIT lookingChanged();
}

bool RunModel::isActive() const {
    return m_session && m_state && *m_state != RunState::Finished && *m_state != RunState::Stopped &&
           *m_state != RunState::Failed;
}

std::int64_t RunModel::selectedStep() const {
    if (m_record.samples().empty()) return -1;
    const std::int64_t newest = m_record.samples().back().step();
    return m_selected ? qBound<std::int64_t>(0, *m_selected, newest) : newest;
}

void RunModel::select(std::optional<std::int64_t> step) {
    if (step == m_selected) return;
    m_selected = step;
    m_op.reset(); // it belonged to another step
    Q_EMIT selectionChanged();
}

void RunModel::selectParameter(const QString& name) {
    if (name == m_parameter) return;
    m_parameter = name;
    Q_EMIT selectionChanged();
}

void RunModel::selectOp(std::optional<std::size_t> index) {
    if (index == m_op) return;
    m_op = index;
    Q_EMIT selectionChanged();
}

void RunModel::forgetSelection() {
    m_selected.reset();
    m_parameter.clear();
    m_op.reset();
}

void RunModel::tick() {
    if (!m_session) return;
    const auto looking = m_session->looking(); // before the mail: a look that is over has written everything
    const RunState state = m_session->state(); // before the mail: what is over has written everything
    m_session->mailbox().take(m_mail);
    if (m_record.environment().empty()) {
        // The model is built and says what it runs on: the record starts over with that.
        const record::Environment environment = m_session->environment();
        if (!environment.empty()) m_record = record::RunRecord(m_session->scenario(), environment);
    }
    m_mail.put_into(m_record);
    m_ratedSteps += static_cast<std::int64_t>(m_mail.samples.size() + m_mail.thinned);
    if (m_clock.elapsed() >= 1000) {
        m_rate = 1000.0 * static_cast<double>(m_ratedSteps) / static_cast<double>(m_clock.restart());
        m_ratedSteps = 0;
    }
    if (!m_mail.empty()) {
        Q_EMIT changed();
        if (!m_selected) Q_EMIT selectionChanged();
    }
    while (const auto notice = m_session->take_notice())
        Q_EMIT noticed(say(*notice));
    setLooking(looking ? looking : m_session->looking()); // who heard of the change may have asked for more
    if (state != m_state) {
        m_state = state;
        if (!isActive()) {
            m_rate = 0;
            if (const auto error = m_session->error()) Q_EMIT noticed(say(*error));
        }
        Q_EMIT stateChanged();
    }
    if (!isActive() && !m_looking) m_timer.stop();
}

} // namespace ampscope::ui

#include "ui/bridge/run_model.h"

#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/playback.h"
#include "ui/bridge/run_library.h"

namespace ampscope::ui {

using train::RunState;

constexpr int kTickMilliseconds = 33;
constexpr int kRestMilliseconds = 250; ///< while a run is paused, say on a page that was left

RunModel::RunModel(train::ComputeThread& thread, QObject* parent)
    : QObject(parent), m_thread(thread), m_playback(new Playback(*this)) {
    connect(&m_timer, &QTimer::timeout, this, &RunModel::tick);
}

RunModel::~RunModel() = default;

static std::int64_t threads_of_new_runs = 0;

void RunModel::setThreads(std::int64_t threads) {
    threads_of_new_runs = threads;
}

void RunModel::start(const scenario::Scenario& asked, bool paused, std::optional<std::int64_t> pauseAt) {
    scenario::Scenario scenario = asked;
    if (threads_of_new_runs > 0) scenario.threads = threads_of_new_runs;
    train::SessionOptions options{.start_paused = paused, .pause_at = pauseAt, .keep_snapshots = true};
    RunLibrary& library = RunLibrary::instance();
    m_kept = m_isKept ? library.keep(scenario, library.placeOf(this), m_isAutomatic) : nullptr;
    if (m_kept) options.extra_sink = [kept = m_kept](const auto& environment) { return kept->begin(environment); };
    m_session = std::make_unique<train::Session>(m_thread, scenario, std::move(options));
    m_record = record::RunRecord(scenario, {});
    forgetSelection();
    m_isShown = false;
    m_state = RunState::Preparing;
    m_rate = 0;
    m_ratedSteps = 0;
    m_clock.start();
    m_timer.start(kTickMilliseconds);
    setLooking(std::nullopt);
    noteRewrite();
    Q_EMIT changed();
    Q_EMIT stateChanged();
    Q_EMIT selectionChanged();
}

void RunModel::showRecord(record::RunRecord record) {
    clear();
    m_record = std::move(record);
    m_isShown = true;
    noteRewrite();
    Q_EMIT changed();
    Q_EMIT selectionChanged();
}

QString RunModel::keptId() const {
    return m_kept ? QString::fromStdString(m_kept->id()) : QString();
}

void RunModel::clear() {
    m_session.reset();
    m_kept.reset();
    m_timer.stop();
    m_record = {};
    m_state.reset();
    forgetSelection();
    m_isShown = false;
    m_rate = 0;
    setLooking(std::nullopt);
    noteRewrite();
    Q_EMIT changed();
    Q_EMIT stateChanged();
}

void RunModel::tell(const std::function<void(train::Session&)>& what) {
    if (!m_session) return;
    what(*m_session);
    m_timer.start(kTickMilliseconds); // there will be an answer
}

void RunModel::pause() {
    tell(&train::Session::pause);
}
void RunModel::resume() {
    tell(&train::Session::resume);
}
void RunModel::stepOnce() {
    tell(&train::Session::step_once);
}
void RunModel::stop() {
    tell(&train::Session::stop);
}
void RunModel::goBack(std::int64_t step) {
    if (!m_session) return;
    m_session->go_back(step);
    m_selected.reset();
    ++m_version;
    m_timer.start(kTickMilliseconds);
    Q_EMIT selectionChanged();
    Q_EMIT wentBack(step);
}
void RunModel::change(const QString& field, const QString& value) {
    tell([&](train::Session& session) { session.change(field.toStdString(), value.toStdString()); });
}

void RunModel::lookInside(std::int64_t step, const train::Look& what) {
    if (!m_session) return;
    m_session->examine(step, what);
    m_timer.start(kTickMilliseconds);
    setLooking(m_session->looking());
}

std::int64_t RunModel::stepToLookInside() const {
    return m_record.samples().empty() && m_selected.value_or(0) == 0 ? 0 : selectedStep();
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
    ++m_version;
    Q_EMIT lookingChanged();
}

bool RunModel::isActive() const {
    return m_session && m_state && *m_state != RunState::Finished && *m_state != RunState::Stopped &&
           *m_state != RunState::Failed;
}

std::int64_t RunModel::selectedStep() const {
    const std::int64_t newest = newestStep();
    return m_selected.value_or(newest) <= newest ? m_selected.value_or(newest) : -1;
}

std::int64_t RunModel::newestStep() const {
    return m_record.samples().empty() ? -1 : m_record.samples().back().step();
}

void RunModel::setCompanions(const QList<RunModel*>& companions) {
    for (const auto& run : m_companions)
        if (run) disconnect(run, &RunModel::changed, this, &RunModel::companionsChanged);
    m_companions.clear();
    for (auto* run : companions) {
        if (run == this) continue;
        m_companions << run;
        connect(run, &RunModel::changed, this, &RunModel::companionsChanged);
    }
    Q_EMIT companionsChanged();
}

std::int64_t RunModel::furthestStep() const {
    std::int64_t furthest = newestStep();
    for (const auto& run : m_companions)
        if (run) furthest = std::max(furthest, run->newestStep());
    return furthest;
}

bool RunModel::isGrowing() const {
    return isActive() || std::ranges::any_of(m_companions, [](const auto& run) { return run && run->isActive(); });
}

std::int64_t RunModel::cursor() const {
    return std::min(m_selected.value_or(newestStep()), furthestStep());
}

void RunModel::selectWithin(std::int64_t step) {
    const std::int64_t furthest = furthestStep();
    if (furthest < 0 || (step >= furthest && isGrowing())) return select(std::nullopt);
    select(std::clamp<std::int64_t>(step, 0, furthest));
}

template <typename T>
void RunModel::choose(T& place, const T& value) {
    if (value == place) return;
    place = value;
    ++m_version;
    Q_EMIT selectionChanged();
}

void RunModel::select(std::optional<std::int64_t> step) {
    if (step) step = std::max<std::int64_t>(0, *step);
    if (step != m_selected) m_op.reset(); // it belonged to another step
    choose(m_selected, step);
}

void RunModel::selectParameter(const QString& name) {
    choose(m_parameter, name);
}

void RunModel::selectOp(std::optional<std::size_t> index) {
    choose(m_op, index);
}

void RunModel::selectBin(std::optional<SizeBin> bin) {
    choose(m_bin, bin);
}

void RunModel::forgetSelection() {
    m_selected.reset();
    m_parameter.clear();
    m_op.reset();
    m_bin.reset();
}

void RunModel::tick() {
    if (!m_session) return;
    const auto looking = m_session->looking(); // before the mail: a look that is over has written everything
    const RunState state = m_session->state(); // before the mail: what is over has written everything
    m_session->mailbox().take(m_mail);
    if (m_record.environment().empty()) {
        // The model is built and says what it runs on: the record starts over with that.
        const record::Environment environment = m_session->environment();
        if (!environment.empty()) {
            m_record = record::RunRecord(m_session->scenario(), environment);
            noteRewrite();
        }
    }
    if (m_mail.went_back) ++m_rewrites;
    m_mail.put_into(m_record);
    m_ratedSteps += static_cast<std::int64_t>(m_mail.samples.size() + m_mail.thinned);
    if (m_clock.elapsed() >= 1000) {
        m_rate = 1000.0 * static_cast<double>(m_ratedSteps) / static_cast<double>(m_clock.restart());
        m_ratedSteps = 0;
    }
    // Everything is as it will be before anybody hears of it, so that one look suffices for all the signals.
    const bool is_new_state = state != m_state;
    m_state = state;
    if (!isActive()) m_rate = 0;
    // Before anybody hears of it: who asks for another look in answer to what follows starts the timer again, and that
    // look may be over, with its mail waiting, before this function ends.
    if (!isActive() && !looking)
        m_timer.stop();
    else if (state == RunState::Paused && m_mail.empty() && !looking && m_timer.interval() != kRestMilliseconds)
        m_timer.start(kRestMilliseconds);
    m_isUntold = m_isUntold || !m_mail.empty();
    // Where less motion is wished for, what goes on by itself is told of less often.
    const bool is_calm = isRunning() && !is_new_state && MotionSwitch::instance().isReduced() && m_told.isValid() &&
                         !m_told.hasExpired(MotionSwitch::kCalmMilliseconds);
    const bool is_told = m_isUntold && !is_calm;
    if (is_told || is_new_state) ++m_version;
    if (is_told) {
        m_isUntold = false;
        m_told.start();
        Q_EMIT changed();
        if (!m_selected) Q_EMIT selectionChanged();
    }
    if (!m_session) return; // somebody has cleared it in answer
    while (const auto notice = m_session->take_notice())
        Q_EMIT noticed(say(*notice));
    setLooking(looking ? looking : m_session->looking()); // who heard of the change may have asked for more
    if (is_new_state) {
        if (const auto error = isActive() ? std::nullopt : failure()) Q_EMIT noticed(say(*error));
        Q_EMIT stateChanged();
    }
}

bool runsRest(const QObject& parent) {
    return std::ranges::none_of(parent.findChildren<RunModel*>(), [](const RunModel* run) {
        return run->isActive() && run->state() != RunState::Paused;
    });
}

void requireNoFailure(const QObject& parent) {
    for (const auto* run : parent.findChildren<RunModel*>())
        if (const auto failure = run->failure())
            throw text::could_not("train.failed", {{"reason", failure->message()}});
}

} // namespace ampscope::ui

#include "core/train/session.h"

#include <condition_variable>
#include <deque>
#include <utility>

namespace ampscope::train {

// Lives as long as the session or one of its jobs. The trainer is touched by the compute thread only; everything else
// below the mutex by anybody who holds it.
struct Session::Shared : std::enable_shared_from_this<Session::Shared> {
    Shared(ComputeThread& compute, scenario::Scenario run, SessionOptions chosen)
        : thread(compute), scenario(std::move(run)), options(std::move(chosen)), record(scenario, {}) {}

    ComputeThread& thread;
    const scenario::Scenario scenario;
    const SessionOptions options;
    Mailbox mailbox;
    std::stop_source stop;
    std::unique_ptr<Trainer> trainer;
    std::unique_ptr<record::Journal> journal;

    mutable std::mutex mutex;
    mutable std::condition_variable over;
    RunState state = RunState::Preparing;
    bool wants_to_run = false; // Preparing: what to do when ready; else running or about to
    int single_steps = 0;
    bool job_is_posted = false;
    record::RunRecord record;
    std::optional<text::Error> error;
    std::deque<text::Error> notices;
    std::deque<std::pair<std::string, std::string>> changes;

    // Writes to the record, the mailbox and the journal. A journal that fails is given up with a notice: the run goes
    // on.
    struct Sink : record::EventSink {
        explicit Sink(Shared& shared) : session(shared) {}
        void sample(const record::Sample& sample) override {
            put([&](record::EventSink& sink) { sink.sample(sample); });
        }
        void fact(const record::Fact& fact) override {
            put([&](record::EventSink& sink) { sink.fact(fact); });
        }
        void detail(const record::Detail& detail) override {
            put([&](record::EventSink& sink) { sink.detail(detail); });
        }
        void put(auto&& write) {
            {
                const std::scoped_lock lock(session.mutex);
                write(session.record);
            }
            write(session.mailbox);
            if (!session.journal) return;
            try {
                write(*session.journal);
            } catch (const text::Error& failure) {
                session.journal.reset();
                const std::scoped_lock lock(session.mutex);
                session.notices.push_back(failure);
            }
        }
        Shared& session;
    };

    static bool is_end(RunState state) {
        return state == RunState::Finished || state == RunState::Stopped || state == RunState::Failed;
    }

    // With the mutex held: posts the next job when there is something to do and none is on its way.
    void post_if_needed() {
        if (job_is_posted || is_end(state)) return;
        if (state != RunState::Preparing && !wants_to_run && single_steps == 0 && changes.empty() &&
            !stop.stop_requested())
            return;
        job_is_posted = true;
        thread.post({[self = shared_from_this()](Engine& engine) { self->job(engine); },
                     [self = shared_from_this()](const text::Error& failure) { self->fail(failure); }});
    }

    void job(Engine& engine) {
        try {
            if (!trainer && !stop.stop_requested())
                prepare(engine);
            else
                advance();
        } catch (const text::Error& failure) {
            fail(failure);
        } catch (const std::exception& failure) {
            fail(text::could_not("train.failed", {{"reason", failure.what()}}));
        } catch (...) {
            fail(text::could_not("train.failed", {{"reason", "?"}}));
        }
    }

    void prepare(Engine& engine) {
        trainer = engine.make_trainer(scenario);
        if (!options.journal.empty())
            journal = std::make_unique<record::Journal>(options.journal, scenario, trainer->environment());
        const std::scoped_lock lock(mutex);
        record = record::RunRecord(scenario, trainer->environment());
        state = wants_to_run ? RunState::Running : RunState::Paused;
        job_is_posted = false;
        post_if_needed();
    }

    void advance() {
        Sink sink(*this);
        bool run_step = false;
        std::deque<std::pair<std::string, std::string>> due;
        {
            const std::scoped_lock lock(mutex);
            run_step = !stop.stop_requested() && (wants_to_run || single_steps > 0);
            due.swap(changes);
        }
        for (const auto& [field, value] : due) {
            try {
                if (!stop.stop_requested()) trainer->change(field, value, sink);
            } catch (const text::Error& refused) {
                const std::scoped_lock lock(mutex);
                notices.push_back(refused);
            }
        }
        if (run_step) trainer->step(sink, stop.get_token());
        if (stop.stop_requested()) return end(RunState::Stopped, "stopped", {});
        if (trainer->is_finished()) return end(RunState::Finished, "finished", {});
        const std::scoped_lock lock(mutex);
        if (run_step && single_steps > 0) --single_steps;
        if (run_step && options.pause_at && trainer->next_step() == *options.pause_at + 1) wants_to_run = false;
        if (!wants_to_run && single_steps == 0) state = RunState::Paused;
        job_is_posted = false;
        post_if_needed();
    }

    void fail(const text::Error& failure) {
        end(RunState::Failed, "failed", {{"text", failure.text(text::Language::English)}}, failure);
    }

    // Facts that close a run carry the number of the last attempted step.
    void end(RunState final_state, const char* kind, std::vector<std::pair<std::string, record::FactValue>> values,
             std::optional<text::Error> failure = std::nullopt) {
        const std::int64_t last = trainer ? std::max<std::int64_t>(0, trainer->next_step() - 1) : 0;
        Sink(*this).fact({last, kind, std::move(values)});
        trainer.reset();
        journal.reset();
        {
            const std::scoped_lock lock(mutex);
            state = final_state;
            error = std::move(failure);
            job_is_posted = false;
        }
        over.notify_all();
    }
};

Session::Session(ComputeThread& thread, scenario::Scenario scenario, SessionOptions options)
    : m_shared(std::make_shared<Shared>(thread, std::move(scenario), std::move(options))) {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->wants_to_run = !m_shared->options.start_paused;
    m_shared->post_if_needed();
}

Session::~Session() {
    stop();
}

void Session::resume() {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->wants_to_run = true;
    if (m_shared->state == RunState::Paused) m_shared->state = RunState::Running;
    m_shared->post_if_needed();
}

void Session::pause() {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->wants_to_run = false;
    m_shared->single_steps = 0;
    if (m_shared->state == RunState::Running && !m_shared->job_is_posted) m_shared->state = RunState::Paused;
}

void Session::step_once() {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->wants_to_run = false;
    ++m_shared->single_steps;
    if (m_shared->state == RunState::Paused) m_shared->state = RunState::Running;
    m_shared->post_if_needed();
}

void Session::stop() {
    m_shared->stop.request_stop();
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->post_if_needed();
}

void Session::change(std::string field, std::string value) {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->changes.emplace_back(std::move(field), std::move(value));
    m_shared->post_if_needed();
}

RunState Session::state() const {
    const std::scoped_lock lock(m_shared->mutex);
    return m_shared->state;
}

bool Session::is_over() const {
    return Shared::is_end(state());
}
const scenario::Scenario& Session::scenario() const {
    return m_shared->scenario;
}

record::Environment Session::environment() const {
    const std::scoped_lock lock(m_shared->mutex);
    return m_shared->record.environment();
}

std::optional<text::Error> Session::error() const {
    const std::scoped_lock lock(m_shared->mutex);
    return m_shared->error;
}

std::optional<text::Error> Session::take_notice() {
    const std::scoped_lock lock(m_shared->mutex);
    if (m_shared->notices.empty()) return std::nullopt;
    text::Error notice = m_shared->notices.front();
    m_shared->notices.pop_front();
    return notice;
}

Mailbox& Session::mailbox() {
    return m_shared->mailbox;
}

record::RunRecord Session::record() const {
    const std::scoped_lock lock(m_shared->mutex);
    return m_shared->record;
}

bool Session::wait(std::chrono::milliseconds time) const {
    std::unique_lock lock(m_shared->mutex);
    return m_shared->over.wait_for(lock, time, [&] { return Shared::is_end(m_shared->state); });
}

} // namespace ampscope::train

#include "core/train/session.h"

#include <condition_variable>
#include <deque>
#include <utility>

#include "core/train/snapshot_shelf.h"

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
    std::unique_ptr<record::EventSink> journal;
    std::unique_ptr<record::EventSink> extra;
    SnapshotShelf snapshots;
    std::optional<std::int64_t> replay_to; // trains silently up to this step

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
    std::optional<std::int64_t> wanted_step; // go_back()

    void notice(text::Error message) {
        const std::scoped_lock lock(mutex);
        notices.push_back(std::move(message));
    }

    // Calls `work`, which writes to one of the sinks outside the session. When it fails, that sink is given up with a
    // notice: the run goes on.
    void guarded(std::unique_ptr<record::EventSink>& sink, auto&& work) {
        try {
            work();
            return;
        } catch (const text::Error& failure) {
            notice(failure);
        } catch (const std::exception& failure) {
            notice(text::could_not("io.cannot_write", {{"reason", failure.what()}}));
        } catch (...) {
            notice(text::could_not("io.cannot_write", {{"reason", "?"}}));
        }
        sink.reset();
    }

    // Writes to the record, the mailbox, the journal and the extra sink.
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
            for (auto* outside : {&session.journal, &session.extra})
                if (*outside) session.guarded(*outside, [&] { write(**outside); });
        }
        Shared& session;
    };

    static bool is_end(RunState state) {
        return state == RunState::Finished || state == RunState::Stopped || state == RunState::Failed;
    }

    // With the mutex held: posts the next job when there is something to do and none is on its way.
    void post_if_needed() {
        if (job_is_posted || is_end(state)) return;
        if (state != RunState::Preparing && !wants_to_run && single_steps == 0 && changes.empty() && !wanted_step &&
            !stop.stop_requested())
            return;
        job_is_posted = true;
        thread.post({[self = shared_from_this()](Engine& engine) { self->job(engine); },
                     [self = shared_from_this()](const text::Error& failure) { self->fail(failure); }});
    }

    void job(Engine& engine) {
        try {
            if (stop.stop_requested())
                end(RunState::Stopped, "stopped", {});
            else if (begin_going_back(engine) || replay_step())
                ;
            else if (!trainer)
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
        if (options.extra_sink) guarded(extra, [&] { extra = options.extra_sink(trainer->environment()); });
        const std::scoped_lock lock(mutex);
        record = record::RunRecord(scenario, trainer->environment());
        state = wants_to_run || single_steps > 0 ? RunState::Running : RunState::Paused;
        job_is_posted = false;
        post_if_needed();
    }

    void post_next() {
        const std::scoped_lock lock(mutex);
        job_is_posted = false;
        post_if_needed();
    }

    bool is_to_go_back() const {
        const std::scoped_lock lock(mutex);
        return wanted_step.has_value();
    }

    // What go_back() asked for. False when nobody asked.
    bool begin_going_back(Engine& engine) {
        std::optional<std::int64_t> step;
        bool was_over = false;
        {
            const std::scoped_lock lock(mutex);
            step.swap(wanted_step);
            if (!step) return false;
            was_over = !trainer;
            state = RunState::Preparing;
        }
        Sink(*this).fact({*step, "went_back", {}});
        snapshots.drop_after(*step);
        const Snapshot* snapshot = snapshots.nearest(*step);
        if (was_over || !snapshot) trainer = engine.make_trainer(scenario);
        if (snapshot) trainer->restore(*snapshot);
        if (was_over && !options.journal.empty()) reopen_journal();
        replay_to = step;
        post_next();
        return true;
    }

    // The journal of a run that was over begins again with what still counts.
    void reopen_journal() {
        guarded(journal, [&] {
            journal = std::make_unique<record::Journal>(options.journal, scenario, trainer->environment());
            const std::scoped_lock lock(mutex);
            for (const auto& sample : record.samples())
                journal->sample(sample);
            for (const auto& fact : record.facts())
                journal->fact(fact);
            for (const auto& detail : record.details())
                journal->detail(detail);
        });
    }

    // One step that is in the record already. False when there is none to do.
    bool replay_step() {
        if (!replay_to) return false;
        record::RunRecord unheard;
        if (trainer->next_step() < *replay_to) {
            for (const auto& [field, value] : changes_before(trainer->next_step()))
                trainer->change(field, value, unheard);
            trainer->step(unheard, stop.get_token());
            snapshots.offer(*trainer);
            post_next();
            return true;
        }
        replay_to.reset();
        const std::scoped_lock lock(mutex);
        state = wants_to_run || single_steps > 0 ? RunState::Running : RunState::Paused;
        job_is_posted = false;
        post_if_needed();
        return true;
    }

    std::vector<std::pair<std::string, std::string>> changes_before(std::int64_t step) const {
        const std::scoped_lock lock(mutex);
        std::vector<std::pair<std::string, std::string>> found;
        for (const auto* fact : record.facts_of("setting_changed"))
            if (fact->step == step) found.emplace_back(fact->text("field"), fact->text("to"));
        return found;
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
                notice(refused);
            }
        }
        if (run_step) trainer->step(sink, stop.get_token());
        if (run_step && options.keep_snapshots && !stop.stop_requested()) snapshots.offer(*trainer);
        if (stop.stop_requested()) return end(RunState::Stopped, "stopped", {});
        if (is_to_go_back()) return post_next();
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
        std::int64_t last = 0;
        {
            const std::scoped_lock lock(mutex);
            if (!record.samples().empty()) last = record.samples().back().step();
        }
        Sink(*this).fact({last, kind, std::move(values)});
        trainer.reset();
        replay_to.reset();
        journal.reset();
        extra.reset();
        {
            const std::scoped_lock lock(mutex);
            state = final_state;
            wanted_step.reset();
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
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->stop.request_stop();
    m_shared->post_if_needed();
}

void Session::go_back(std::int64_t step) {
    auto& shared = *m_shared;
    const std::scoped_lock lock(shared.mutex);
    const auto& samples = shared.record.samples();
    if (samples.empty() || step > samples.back().step()) return;
    const bool was_over = Shared::is_end(shared.state);
    if (was_over)
        shared.stop = std::stop_source();
    else if (shared.stop.stop_requested())
        return;
    shared.wants_to_run = false;
    shared.single_steps = 0;
    shared.changes.clear();
    shared.error.reset();
    shared.wanted_step = std::max<std::int64_t>(0, step);
    shared.state = RunState::Preparing;
    shared.post_if_needed();
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

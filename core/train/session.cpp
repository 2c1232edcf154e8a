#include "core/train/session.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <utility>

#include "core/text/failure.h"
#include "core/train/snapshot_shelf.h"

namespace ampscope::train {

namespace {

// Hands on details; what a replayed step says is in the record already.
struct DetailsOnly : record::EventSink {
    explicit DetailsOnly(record::EventSink& sink) : target(sink) {}
    void sample(const record::Sample&) override {}
    void fact(const record::Fact&) override {}
    void detail(const record::Detail& detail) override { target.detail(detail); }
    record::EventSink& target;
};

void add(Look& look, const Look& more) {
    look.ops |= more.ops;
    look.memory |= more.memory;
    look.layers |= more.layers;
    look.nonfinite |= more.nonfinite;
    look.shadow |= more.shadow;
}

} // namespace

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
    std::unique_ptr<Trainer> scout;        // goes to the step that is looked at, in place of the trainer
    int scouted_look = 0;                  // number of the look that the scout is on its way for

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
    struct WantedLook {
        int number;
        Look what;
        LookProgress progress;
        bool is_taken = false; // `what` counts no longer: the look is being carried out
    };
    std::deque<WantedLook> looks; // the first is the one under way
    int looks_so_far = 0;
    std::stop_source looks_stop;

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
        } catch (...) {
            notice(text::could_not("io.cannot_write", {{"reason", text::current_failure().message()}}));
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
        if (job_is_posted) return;
        const bool has_work = state == RunState::Preparing || wants_to_run || single_steps > 0 || !changes.empty() ||
                              wanted_step || stop.stop_requested();
        if (looks.empty() && (is_end(state) || !has_work)) return;
        job_is_posted = true;
        thread.post({[self = shared_from_this()](Engine& engine) { self->job(engine); },
                     [self = shared_from_this()](const text::Error& failure) { self->fail(failure); }});
    }

    void job(Engine& engine) {
        try {
            if (is_over()) {
                look(engine);
                post_next();
            } else if (stop.stop_requested())
                end(RunState::Stopped, "stopped", {});
            else if (begin_going_back(engine) || replay_step())
                ;
            else if (!trainer)
                prepare(engine);
            else
                advance(engine);
        } catch (...) {
            fail(text::current_failure());
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

    bool is_over() const {
        const std::scoped_lock lock(mutex);
        return is_end(state);
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
            const std::scoped_lock lock(mutex);
            journal = std::make_unique<record::Journal>(options.journal, scenario, record.environment());
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
            repeat_changes(*trainer);
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

    // Live changes that the run made before its step that comes next for `follower`.
    void repeat_changes(Trainer& follower) const {
        std::vector<std::pair<std::string, std::string>> found;
        {
            const std::scoped_lock lock(mutex);
            for (const auto* fact : record.facts_of("setting_changed"))
                if (fact->step == follower.next_step()) found.emplace_back(fact->text("field"), fact->text("to"));
        }
        record::RunRecord unheard;
        for (const auto& [field, value] : found)
            follower.change(field, value, unheard);
    }

    // One piece of what examine() asked for: the way to the step begun, a step trained again, or the look itself.
    void look(Engine& engine) {
        std::optional<WantedLook> wanted;
        std::stop_token look_stop;
        {
            const std::scoped_lock lock(mutex);
            look_stop = looks_stop.get_token();
            if (!looks.empty()) wanted = looks.front();
        }
        if (!wanted || wanted->number != scouted_look) scout.reset(); // given up
        if (!wanted) return;
        try {
            if (!scout)
                send_scout(engine, *wanted);
            else if (scout->next_step() < wanted->progress.step)
                follow(*wanted, look_stop);
            else
                take_look(*wanted);
            return;
        } catch (...) {
            notice(text::current_failure());
        }
        look_is_over(*wanted);
    }

    // The trainer itself is never touched, whatever happens on the way.
    void send_scout(Engine& engine, const WantedLook& wanted) {
        const std::int64_t step = wanted.progress.step;
        require_reach(step);
        std::unique_ptr<Snapshot> newest;
        const Snapshot* snapshot = snapshots.nearest(step);
        if (trainer && trainer->next_step() == step) {
            newest = trainer->save();
            snapshot = newest.get();
        }
        scouted_look = wanted.number;
        scout = engine.make_trainer(scenario);
        if (snapshot) scout->restore(*snapshot);
        say_progress(wanted, 0, step - scout->next_step() + 1);
    }

    void require_reach(std::int64_t step) const {
        const std::scoped_lock lock(mutex);
        const std::int64_t attempted = record.samples().empty() ? 0 : record.samples().back().step() + 1;
        const std::int64_t last = state == RunState::Finished ? attempted - 1 : attempted;
        if (step < 0 || step > last)
            throw text::bad_input("train.look_out_of_reach",
                                  {{"step", std::to_string(step)}, {"last", std::to_string(last)}});
    }

    void follow(const WantedLook& wanted, const std::stop_token& look_stop) {
        record::RunRecord unheard;
        repeat_changes(*scout);
        if (scout->step(unheard, look_stop).kind != StepOutcome::Kind::Stopped)
            say_progress(wanted, wanted.progress.done + 1, wanted.progress.total);
    }

    void take_look(const WantedLook& wanted) {
        Look what;
        {
            const std::scoped_lock lock(mutex);
            if (looks.empty() || looks.front().number != wanted.number) return;
            looks.front().is_taken = true;
            what = looks.front().what;
        }
        repeat_changes(*scout);
        const bool is_late = !trainer && !options.journal.empty(); // the run's journal has been closed
        if (is_late) reopen_journal();
        Sink sink(*this);
        DetailsOnly details(sink);
        scout->examine(what, details);
        if (is_late) journal.reset();
        look_is_over(wanted);
    }

    void say_progress(const WantedLook& wanted, std::int64_t done, std::int64_t total) {
        const std::scoped_lock lock(mutex);
        if (looks.empty() || looks.front().number != wanted.number) return;
        looks.front().progress.done = done;
        looks.front().progress.total = total;
    }

    void look_is_over(const WantedLook& wanted) {
        scout.reset();
        const std::scoped_lock lock(mutex);
        if (!looks.empty() && looks.front().number == wanted.number) looks.pop_front();
    }

    // With the mutex held.
    void cancel_looks() {
        looks.clear();
        looks_stop.request_stop();
        looks_stop = std::stop_source();
    }

    // Details of the step that comes next hold no longer when a setting has changed, which is a fact: they go from
    // every sink, the facts of that moment stay.
    void take_back_details_of_next_step(std::size_t facts_before) {
        const std::int64_t next = trainer->next_step();
        std::vector<record::Fact> facts;
        {
            const std::scoped_lock lock(mutex);
            if (record.facts().size() == facts_before) return;
            if (record.details().empty() || record.details().back().step < next) return;
            std::ranges::copy_if(record.facts(), std::back_inserter(facts),
                                 [&](const record::Fact& fact) { return fact.step >= next; });
        }
        Sink sink(*this);
        sink.fact({next, "went_back", {}});
        for (const auto& fact : facts)
            sink.fact(fact);
    }

    void advance(Engine& engine) {
        Sink sink(*this);
        bool run_step = false;
        std::deque<std::pair<std::string, std::string>> due;
        std::size_t facts_before = 0;
        {
            const std::scoped_lock lock(mutex);
            facts_before = record.facts().size();
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
        take_back_details_of_next_step(facts_before);
        look(engine);
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
        if (is_over()) { // it was a look
            const std::scoped_lock lock(mutex);
            notices.push_back(failure);
            cancel_looks();
            job_is_posted = false;
            return;
        }
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
            post_if_needed(); // looks
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
    cancel_looks();
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
    shared.cancel_looks();
    shared.error.reset();
    shared.wanted_step = std::max<std::int64_t>(0, step);
    shared.state = RunState::Preparing;
    shared.post_if_needed();
}

void Session::examine(std::int64_t step, const Look& what) {
    if (!what.any()) return;
    auto& shared = *m_shared;
    const std::scoped_lock lock(shared.mutex);
    const auto waiting = std::ranges::find_if(
        shared.looks, [&](const auto& look) { return look.progress.step == step && !look.is_taken; });
    if (waiting != shared.looks.end())
        add(waiting->what, what);
    else
        shared.looks.push_back({++shared.looks_so_far, what, {step, 0, 1}});
    shared.post_if_needed();
}

std::optional<LookProgress> Session::looking() const {
    const std::scoped_lock lock(m_shared->mutex);
    if (m_shared->looks.empty()) return std::nullopt;
    return m_shared->looks.front().progress;
}

void Session::cancel_looks() {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->cancel_looks();
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

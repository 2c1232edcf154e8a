#include "ui/bridge/run_library.h"

#include <QMetaObject>
#include <QStringList>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>

#include "core/record/store/store_sink.h"
#include "core/text/failure.h"
#include "ui/bridge/language.h"
#include "ui/bridge/scenario_name.h"

namespace ampscope::ui {

using record::RunStore;

constexpr int kLookMilliseconds = 1000;
constexpr std::chrono::seconds kTryAgain{20}; // a library that could not be opened may be free again

QString runName(const RunPlace& place, const scenario::Scenario& scenario) {
    QStringList parts;
    const QString named = shownName(scenario);
    for (const QString& part :
         {place.title.simplified(), named, QString::fromUtf8(scenario::choice_name(scenario.precision))})
        if (!part.isEmpty() && !parts.contains(part)) parts << part;
    parts << RunLibrary::tr("seed %1").arg(scenario.seed);
    return parts.join(QStringLiteral(" · "));
}

// --- the thread that the file belongs to

class RunLibrary::Thread {
  public:
    struct Job {
        std::function<void(RunStore&)> work;
        /// On the GUI thread, with whether the work was done and what went wrong (none where there is no library).
        std::function<void(bool, const std::optional<text::Error>&)> then;
    };
    Thread(RunLibrary& library, std::string path, Use use)
        : m_library(&library), m_path(std::move(path)), m_use(use), m_thread([this] { live(); }) {}
    /// Everything that was posted is done first.
    ~Thread() {
        {
            const std::scoped_lock lock(m_mutex);
            m_ends = true;
        }
        m_ready.notify_one();
        m_thread.join();
    }
    void post(Job job) {
        {
            const std::scoped_lock lock(m_mutex);
            m_jobs.push_back(std::move(job));
        }
        m_ready.notify_one();
    }
    /// The library is gone: nothing is told any more.
    void closeDoor() {
        const std::scoped_lock lock(m_door);
        m_library = nullptr;
    }
    /// On the GUI thread, soon.
    void tell(std::function<void(RunLibrary&)> what) {
        const std::scoped_lock lock(m_door);
        if (!m_library) return;
        const auto said = [library = m_library, what = std::move(what)] { what(*library); };
        QMetaObject::invokeMethod(m_library, said, Qt::QueuedConnection);
    }

  private:
    void live() {
        for (;;) {
            Job job;
            {
                std::unique_lock lock(m_mutex);
                m_ready.wait(lock, [&] { return m_ends || !m_jobs.empty(); });
                if (m_jobs.empty()) return;
                job = std::move(m_jobs.front());
                m_jobs.pop_front();
            }
            carryOut(job);
        }
    }

    void carryOut(Job& job) {
        std::optional<text::Error> error;
        RunStore* store = open();
        if (store) try {
                job.work(*store);
            } catch (...) {
                error = text::current_failure();
            }
        if (job.then)
            tell([then = std::move(job.then), done = store && !error, error](RunLibrary&) { then(done, error); });
    }

    RunStore* open() {
        if (m_store || m_use == Use::Nothing) return m_store.get();
        std::error_code ignored;
        if (m_use == Use::Read && !std::filesystem::exists(std::filesystem::u8path(m_path), ignored)) return nullptr;
        if (m_failedAt && std::chrono::steady_clock::now() - *m_failedAt < kTryAgain) return nullptr;
        const auto notice = [this](auto message) {
            tell([message = std::move(message)](RunLibrary& library) { Q_EMIT library.noticed(message()); });
        };
        try {
            m_store = std::make_unique<RunStore>(m_path);
            m_failedAt.reset();
            if (const auto said = m_store->notice()) notice([said] { return say(*said); });
            if (m_use == Use::Keep) m_store->trim_automatic(kMostAutomatic, kFewSteps);
        } catch (...) {
            if (m_store) return m_store.get(); // it can at least be read
            const text::Error error = text::current_failure();
            m_failedAt = std::chrono::steady_clock::now();
            if (!m_isTold) notice([error] { return say("runs.not_kept", {{"reason", say(error).toStdString()}}); });
            m_isTold = true;
        }
        return m_store.get();
    }

    std::mutex m_door;
    RunLibrary* m_library;
    const std::string m_path;
    const Use m_use;
    std::mutex m_mutex; // the two below
    std::deque<Job> m_jobs;
    bool m_ends = false;
    std::condition_variable m_ready;
    // Of the thread alone.
    std::unique_ptr<RunStore> m_store;
    std::optional<std::chrono::steady_clock::time_point> m_failedAt;
    bool m_isTold = false;
    std::thread m_thread;
};

// --- one run on its way

struct RunLibrary::KeptRunState : KeptRun, std::enable_shared_from_this<KeptRunState> {
    std::string id() const override {
        const std::scoped_lock lock(mutex);
        return known_id;
    }
    std::unique_ptr<record::EventSink> begin(const record::Environment& environment) override;

    scenario::Scenario scenario;
    std::string name;
    record::RunOrigin origin;
    std::weak_ptr<Thread> thread;

    mutable std::mutex mutex; // all below; never held while the disk is at work
    std::string known_id;
    /// What has been said before the run stood in the library, and its end, which is written at once.
    record::RunRecord early;
    std::vector<record::Fact> ends;
    std::unique_ptr<record::EventSink> target;
    bool is_dead = false; ///< it cannot be kept
    std::int64_t steps = 0;
};

// Lives with the session, on the compute thread.
class RunLibrary::Sink : public record::EventSink {
  public:
    Sink(std::shared_ptr<KeptRunState> state, std::shared_ptr<Thread> thread)
        : m_state(std::move(state)), m_thread(std::move(thread)) {}
    ~Sink() override {
        m_thread->post({[state = m_state](RunStore& store) { end(*state, store); }, told()});
    }

    void sample(const record::Sample& sample) override {
        put([&](record::EventSink& sink) { sink.sample(sample); });
        const std::scoped_lock lock(m_state->mutex);
        ++m_state->steps;
    }
    void fact(const record::Fact& fact) override {
        const bool is_end = record::final_state(fact).has_value();
        if (!is_end) put([&](record::EventSink& sink) { sink.fact(fact); });
        const std::scoped_lock lock(m_state->mutex);
        if (is_end) m_state->ends.push_back(fact);
        // A run that goes on after its end has another one.
        if (fact.kind == "went_back")
            std::erase_if(m_state->ends, [&](const record::Fact& end) { return end.step >= fact.step; });
    }
    void detail(const record::Detail& detail) override {
        put([&](record::EventSink& sink) { sink.detail(detail); });
    }

    static void begin(KeptRunState& state, RunStore& store, const record::Environment& environment);
    static std::function<void(bool, const std::optional<text::Error>&)> told() {
        return [](bool, const std::optional<text::Error>& error) {
            if (error) instance().complain(*error);
            Q_EMIT instance().changed();
        };
    }

  private:
    void put(auto&& write) {
        const std::scoped_lock lock(m_state->mutex);
        if (m_state->is_dead) return;
        write(m_state->target ? *m_state->target : static_cast<record::EventSink&>(m_state->early));
    }
    static void end(KeptRunState& state, RunStore& store);

    std::shared_ptr<KeptRunState> m_state;
    std::shared_ptr<Thread> m_thread;
};

std::unique_ptr<record::EventSink> RunLibrary::KeptRunState::begin(const record::Environment& environment) {
    const auto library = thread.lock();
    if (!library) return nullptr;
    const auto self = shared_from_this();
    library->post({[self, environment](RunStore& store) { Sink::begin(*self, store, environment); },
                   [self](bool done, const std::optional<text::Error>& error) {
                       if (done) {
                           instance().m_complaint.clear();
                       } else {
                           const std::scoped_lock lock(self->mutex);
                           self->is_dead = true;
                           self->early = {};
                       }
                       Sink::told()(done, error);
                   }});
    return std::make_unique<Sink>(self, library);
}

void RunLibrary::Sink::begin(KeptRunState& state, RunStore& store, const record::Environment& environment) {
    record::BegunRun run = store.begin(state.scenario, environment, state.name, state.origin);
    const std::scoped_lock lock(state.mutex);
    for (const auto& sample : state.early.samples())
        run.sink->sample(sample);
    for (const auto& fact : state.early.facts())
        run.sink->fact(fact);
    for (const auto& detail : state.early.details())
        run.sink->detail(detail);
    state.early = {};
    state.target = std::move(run.sink);
    state.known_id = run.id;
}

void RunLibrary::Sink::end(KeptRunState& state, RunStore& store) {
    std::unique_ptr<record::EventSink> target;
    std::vector<record::Fact> ends;
    std::string id;
    bool is_few = false;
    {
        const std::scoped_lock lock(state.mutex);
        target = std::move(state.target);
        ends.swap(state.ends);
        id = state.known_id;
        state.is_dead = true;
        is_few = state.steps < kFewSteps;
    }
    if (!target) return;
    for (const auto& fact : ends)
        target->fact(fact);
    target.reset();
    if (!state.origin.automatic) return;
    const bool was_stopped = ends.empty() || ends.back().kind == "stopped";
    if (is_few && was_stopped && store.drop_automatic(id)) {
        const std::scoped_lock lock(state.mutex);
        state.known_id.clear();
    }
    store.trim_automatic(kMostAutomatic, kFewSteps);
}

// --- the library

RunLibrary& RunLibrary::instance() {
    static RunLibrary library;
    return library;
}

RunLibrary::RunLibrary() {
    m_watch.setInterval(kLookMilliseconds);
    connect(&m_watch, &QTimer::timeout, this, &RunLibrary::lookForChanges);
}

RunLibrary::~RunLibrary() {
    if (m_thread) m_thread->closeDoor();
}

void RunLibrary::setUp(const QString& folder, Use use) {
    if (m_thread) m_thread->closeDoor();
    m_use = folder.isEmpty() ? Use::Nothing : use;
    m_thread.reset();
    m_mark.clear();
    if (m_use != Use::Nothing) m_thread = std::make_shared<Thread>(*this, folder.toStdString() + "/runs.sqlite", m_use);
    Q_EMIT changed();
}

std::shared_ptr<KeptRun> RunLibrary::keep(const scenario::Scenario& scenario, const RunPlace& place, bool automatic) {
    if (m_use != Use::Keep) return nullptr;
    auto run = std::make_shared<KeptRunState>();
    run->scenario = scenario;
    run->name = runName(place, scenario).toStdString();
    run->origin = {place.page.toStdString(), automatic};
    run->thread = m_thread;
    return run;
}

void RunLibrary::post(QObject* owner, std::function<void(RunStore&)> work, std::function<void()> then,
                      std::function<void()> failed) {
    const auto told = [owner = QPointer<QObject>(owner), then = std::move(then),
                       failed = std::move(failed)](bool done, const std::optional<text::Error>& error) {
        if (error) instance().complain(*error);
        if (!owner) return;
        if (done)
            then();
        else if (failed)
            failed();
    };
    if (m_thread)
        m_thread->post({std::move(work), told});
    else
        QMetaObject::invokeMethod(
            this, [told] { told(false, std::nullopt); }, Qt::QueuedConnection);
}

// What goes wrong again and again, say with every run while the disk is full, is told once.
void RunLibrary::complain(const text::Error& error) {
    const QString complaint = say(error);
    if (complaint != m_complaint) Q_EMIT noticed(complaint);
    m_complaint = complaint;
}

void RunLibrary::load(QObject* owner, const QString& id, std::function<void(record::RunRecord)> then,
                      std::function<void()> failed) {
    ask<record::RunRecord>(
        owner, [id = id.toStdString()](RunStore& store) { return store.load(id); }, std::move(then), std::move(failed));
}

void RunLibrary::watch(QObject* owner) {
    if (!m_watchers.contains(owner)) m_watchers << owner;
    m_watch.start();
}

void RunLibrary::unwatch(QObject* owner) {
    m_watchers.removeAll(owner);
    m_watchers.removeAll(nullptr);
    if (m_watchers.isEmpty()) m_watch.stop();
}

void RunLibrary::lookForChanges() {
    ask<std::string>(
        this, [](RunStore& store) { return store.change_mark(); },
        [this](const std::string& mark) {
            const bool is_new = mark != m_mark;
            m_mark = mark;
            if (is_new) Q_EMIT changed();
        },
        [this] { m_watch.stop(); });
}

void RunLibrary::finish() {
    if (!m_thread) return;
    std::promise<void> done;
    // Where the library cannot be opened no work is carried out; the job itself goes when its turn has come.
    std::future<void> waited = done.get_future();
    std::shared_ptr<void> last(nullptr, [&done](void*) { done.set_value(); });
    m_thread->post({[last = std::move(last)](RunStore&) {}, {}});
    waited.wait();
}

} // namespace ampscope::ui

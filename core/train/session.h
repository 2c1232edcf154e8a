// One run from outside: start, pause, single step, stop, live changes. The window and the command line both run this.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/record/run_record.h"
#include "core/train/compute_thread.h"
#include "core/train/mailbox.h"

namespace ampscope::train {

enum class RunState {
    Preparing, ///< waiting for LibTorch, building the model
    Paused,
    Running,
    Finished,
    Stopped, ///< by stop()
    Failed,  ///< see Session::error()
};

/// How far a look inside a step is.
struct LookProgress {
    std::int64_t step = 0;            ///< that is to be looked at
    std::int64_t done = 0, total = 1; ///< steps trained again to get there, and the look itself
    bool operator==(const LookProgress&) const = default;
};

struct SessionOptions {
    bool start_paused = false;
    std::optional<std::int64_t> pause_at = {}; ///< pause once this step has been attempted
    std::string journal = {};                  ///< file that grows while the run goes on; "" for none
    /// One more place to write to, such as the run library. Made on the compute thread when the trainer is ready, ended
    /// with the run. When it cannot be made or throws, that is a notice, it is dropped, and the run goes on.
    std::function<std::unique_ptr<record::EventSink>(const record::Environment&)> extra_sink = {};
    /// Keep snapshots, so that go_back() need not train again from the beginning.
    bool keep_snapshots = false;
};

/// All functions may be called from any thread. Destroying a session stops its run; the step under way is rolled back.
class Session {
  public:
    /// Posts the work and returns at once; what cannot be prepared becomes RunState::Failed. `thread` outlives the
    /// session.
    Session(ComputeThread& thread, scenario::Scenario scenario, SessionOptions options = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Goes on from Paused.
    void resume();
    /// Takes effect between two steps.
    void pause();
    /// One step, then paused.
    void step_once();
    /// Ends the run; the step under way leaves nothing.
    void stop();
    /// Goes on from before `step`: what the run did from there on is dropped from the record (the fact went_back says
    /// so to every sink), and the steps before it are trained again, silently, from the nearest snapshot, live changes
    /// included. Then Paused. Also for a run that is over; its extra sink has ended and is not opened again. A step
    /// that was not reached yet is no going back: nothing happens.
    void go_back(std::int64_t step);
    /// Looks inside a step that was attempted, or the one that comes next; the run does not notice. Another trainer
    /// goes there from the nearest snapshot, silently, live changes included, and its details (nothing else) are
    /// written like those of the run. In turn with the steps of a run that is going on; also for a run that is over,
    /// whose extra sink has ended and hears nothing. Looks wait for one another. A step out of reach, or anything that
    /// goes wrong, is a notice. A live change before a step that was looked at already takes those details back.
    void examine(std::int64_t step, const Look& what);
    /// The look under way; none when all that was asked for has been written.
    std::optional<LookProgress> looking() const;
    /// Gives up all looks.
    void cancel_looks();
    /// A live change, carried out before the next step. An error arrives through take_notice().
    void change(std::string field, std::string value);

    RunState state() const;
    /// Finished, stopped or failed.
    bool is_over() const;
    /// As it was given; live changes are facts of the record.
    const scenario::Scenario& scenario() const;
    /// Empty until the model is built.
    record::Environment environment() const;
    /// The reason of Failed.
    std::optional<text::Error> error() const;
    /// The oldest message for the user that nobody has taken yet: a refused change or look, a journal that cannot be
    /// written.
    std::optional<text::Error> take_notice();

    /// What has come since it was emptied last; for one reader.
    Mailbox& mailbox();
    /// A copy of the complete record so far.
    record::RunRecord record() const;
    /// Waits until the run is over, or that long. True when it is over.
    bool wait(std::chrono::milliseconds time) const;

  private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace ampscope::train

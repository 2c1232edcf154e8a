// The one thread that does all LibTorch work.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "core/train/engine.h"

namespace ampscope::train {

/// Runs jobs one after another in the order in which they were posted. Runs that go on side by side post one job per
/// step, so their steps take turns. Jobs get the engine, which is opened by the first of them; when it cannot be
/// opened, each job gets the reason instead.
class ComputeThread {
  public:
    /// `open` finds the engine; tests put in one of their own.
    explicit ComputeThread(std::function<Engine&()> open = open_engine);
    /// Finishes the job under way, and for half a second those that wait; drops the others, joins.
    ~ComputeThread();
    ComputeThread(const ComputeThread&) = delete;
    ComputeThread& operator=(const ComputeThread&) = delete;

    struct Job {
        std::function<void(Engine&)> run;
        /// Called instead of run when there is no engine, and after it when it threw.
        std::function<void(const text::Error&)> fail;
    };
    /// From any thread. Whatever a job throws is survived.
    void post(Job job);

  private:
    void work(std::stop_token stop);

    std::function<Engine&()> m_open;
    std::mutex m_mutex;
    std::condition_variable_any m_ready;
    std::deque<Job> m_jobs;
    std::jthread m_thread;
};

} // namespace ampscope::train

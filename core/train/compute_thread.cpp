#include "core/train/compute_thread.h"

#include <chrono>
#include <optional>

#include "core/text/failure.h"

namespace ampscope::train {

// At the end, for jobs that are waiting: a session that was stopped needs one more to say so in its record.
constexpr auto kFarewell = std::chrono::milliseconds(500);

ComputeThread::ComputeThread(std::function<Engine&()> open)
    : m_open(std::move(open)), m_thread([this](std::stop_token stop) { work(std::move(stop)); }) {}

ComputeThread::~ComputeThread() {
    m_thread.request_stop();
    m_thread.join();
}

void ComputeThread::post(Job job) {
    {
        const std::scoped_lock lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_ready.notify_one();
}

// Out of memory twice in a row: the thread lives on, for all who still wait.
static void fail(const ComputeThread::Job& job, const text::Error& error) {
    try {
        job.fail(error);
    } catch (...) {
    }
}

void ComputeThread::work(std::stop_token stop) {
    Engine* engine = nullptr;
    std::optional<std::chrono::steady_clock::time_point> asked_to_end;
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_ready.wait(lock, stop, [this] { return !m_jobs.empty(); })) return;
            if (stop.stop_requested()) {
                const auto now = std::chrono::steady_clock::now();
                if (!asked_to_end) asked_to_end = now;
                if (!engine || now - *asked_to_end > kFarewell) return;
            }
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        if (!engine) {
            try {
                engine = &m_open();
            } catch (...) {
                fail(job, text::current_failure());
                continue; // the next job tries again: LibTorch may have been installed since
            }
        }
        try {
            job.run(*engine);
        } catch (...) {
            fail(job, text::current_failure());
        }
    }
}

} // namespace ampscope::train

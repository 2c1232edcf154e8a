#include "core/train/compute_thread.h"

#include <optional>

namespace ampscope::train {

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

void ComputeThread::work(std::stop_token stop) {
    Engine* engine = nullptr;
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_ready.wait(lock, stop, [this] { return !m_jobs.empty(); })) return;
            if (stop.stop_requested()) return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        if (!engine) {
            try {
                engine = &m_open();
            } catch (const text::Error& error) {
                job.fail(error);
                continue; // the next job tries again: LibTorch may have been installed since
            }
        }
        job.run(*engine);
    }
}

} // namespace ampscope::train

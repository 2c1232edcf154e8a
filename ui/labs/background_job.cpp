#include "ui/labs/background_job.h"

#include <chrono>

#include "core/text/failure.h"

namespace ampscope::ui {

BackgroundJob::~BackgroundJob() {
    cancel();
}

void BackgroundJob::cancel() {
    ++m_number; // what is on its way in the event queue is out of date
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
    }
    m_isRunning = false;
}

void BackgroundJob::start(Work work) {
    cancel();
    const std::uint64_t number = m_number;
    m_isRunning = true;
    // Results go through the event queue; those of an older piece of work are dropped there.
    const Post post = [this, number](Deliver deliver) {
        QMetaObject::invokeMethod(
            this,
            [this, number, deliver = std::move(deliver)] {
                if (number == m_number) deliver();
            },
            Qt::QueuedConnection);
    };
    m_thread = std::jthread([this, work = std::move(work), post](const std::stop_token& stop) {
        auto last = std::chrono::steady_clock::now();
        const Progress progress = [&](std::uint64_t done, std::uint64_t all) {
            const auto now = std::chrono::steady_clock::now();
            if (now - last < std::chrono::milliseconds(33) || all == 0) return;
            last = now;
            post([this, share = static_cast<double>(done) / static_cast<double>(all)] { Q_EMIT progressed(share); });
        };
        const auto fail = [&](const text::Error& error) { post([this, error] { Q_EMIT failed(error); }); };
        try {
            work(stop, progress, post);
        } catch (...) {
            if (!stop.stop_requested()) fail(text::current_failure());
        }
        post([this] {
            m_isRunning = false;
            Q_EMIT finished();
        });
    });
}

} // namespace ampscope::ui

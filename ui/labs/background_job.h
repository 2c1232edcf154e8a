// Work off the GUI thread, one piece at a time, with progress and an end on demand.
#pragma once

#include <QObject>
#include <functional>
#include <stop_token>
#include <thread>

#include "core/text/message.h"

namespace ampscope::ui {

/// A new piece of work ends the one before it, whose results are then not delivered any more. Use on the GUI thread.
class BackgroundJob : public QObject {
    Q_OBJECT
  public:
    using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;
    /// What is done with a result, on the GUI thread.
    using Deliver = std::function<void()>;
    using Post = std::function<void(Deliver)>;
    /// Runs on a thread of its own. Posts results as they come; throws text::Error where it cannot go on.
    using Work = std::function<void(const std::stop_token& stop, const Progress& progress, const Post& post)>;

    using QObject::QObject;
    ~BackgroundJob() override;
    void start(Work work);
    /// Ends what is running, and waits for it: a moment, since work looks at its stop token often.
    void cancel();
    bool isRunning() const { return m_isRunning; }

  Q_SIGNALS:
    void progressed(double share);
    void failed(const text::Error& error);
    void finished(); ///< everything was delivered, or it failed; not after cancel()

  private:
    std::jthread m_thread;
    std::uint64_t m_number = 0;
    bool m_isRunning = false;
};

} // namespace ampscope::ui

// The claims ledger in the window: what came out so far, and testing the rest on the compute thread.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>

#include "core/lesson/claims_report.h"
#include "core/train/compute_thread.h"
#include "core/train/session.h"

namespace ampscope::ui {

/// One object per process, for the GUI thread: lessons and the page of claims show the same results.
class ClaimTester : public QObject {
    Q_OBJECT
  public:
    static ClaimTester& instance();

    /// Where the ledger lies and where runs run. Ends what goes on; nullptr before the thread ends.
    void setUp(train::ComputeThread* thread, const QString& lessonsFolder);
    /// Read when it is first asked for; nullptr where there is none, or where it cannot be read: see error().
    const lesson::Ledger* ledger();
    const std::optional<text::Error>& error() const { return m_error; }

    /// As far as it was measured.
    const lesson::ClaimResult* result(const std::string& id) const;
    const std::vector<lesson::ClaimResult>& results() const { return m_results; }
    /// What the runs ran on, as the reports say it; "" before the first.
    QString environment() const;
    /// Everything that came out, in the order of the ledger, for an export.
    lesson::ClaimsReport report(const std::vector<std::string>& ids);

    /// Runs what these claims need, one run after another; what is there already is run again when nothing is missing.
    /// Claims that need no run have their result without.
    void test(const std::vector<std::string>& ids);
    /// Ends it; what was measured stays.
    void cancel();
    bool isRunning() const { return m_session != nullptr; }
    int done() const { return m_done; }
    int all() const { return m_all; }
    QString runName() const { return m_name; }

  Q_SIGNALS:
    void changed();    ///< results
    void progressed(); ///< and when testing begins or ends
    void failed(const text::Error& error);

  private:
    ClaimTester();
    void judgeAll();
    void startNext();
    void poll();
    void finish();

    train::ComputeThread* m_thread = nullptr;
    std::string m_folder;
    bool m_isRead = false;
    std::optional<lesson::Ledger> m_ledger;
    std::optional<text::Error> m_error;
    std::optional<lesson::ClaimRuns> m_runs;
    std::vector<lesson::ClaimResult> m_results;
    std::unique_ptr<train::Session> m_session;
    std::vector<std::string> m_waiting; ///< names of scenarios, the next one last
    QString m_name;
    int m_done = 0, m_all = 0;
    QTimer m_timer;
};

} // namespace ampscope::ui

// A run as the window sees it: its record so far, its state, and which step is looked at.
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

#include "core/record/run_record.h"
#include "core/train/session.h"

namespace ampscope::ui {

class KeptRun;
class Playback;

/// A bin of gradient sizes, whatever the loss scale: the sizes from 2^exponent up to 2^(exponent + 1); or what is zero;
/// or what is Inf or NaN.
struct SizeBin {
    enum class Kind { Sized, Zero, NotFinite } kind = Kind::Sized;
    int exponent = 0; ///< of Kind::Sized
    bool operator==(const SizeBin&) const = default;
};

/// Owns at most one session at a time. Empties its mailbox 30 times a second, whether anybody looks or not, and then
/// says changed() once (twice a second where less motion is wished for): the work per tick does not depend on the step
/// rate. For the GUI thread.
class RunModel : public QObject {
    Q_OBJECT
  public:
    RunModel(train::ComputeThread& thread, QObject* parent = nullptr);
    ~RunModel() override;

    /// LibTorch's threads for every run that starts from now on; 0: as many as its scenario says.
    static void setThreads(std::int64_t threads);
    /// Begins a new run and forgets the old one. `pauseAt`: pause by itself once that step is there.
    void start(const scenario::Scenario& asked, bool paused = false,
               std::optional<std::int64_t> pauseAt = std::nullopt);
    /// Its runs are asked for one by one, not begun by the window itself: the library drops none of them by its own
    /// rules (RunLibrary). For runs that start after the call.
    void setAskedFor() { m_isAutomatic = false; }
    /// Its runs do not go into the library: what is run for a report was run before.
    void setNotKept() { m_isKept = false; }
    /// Where the run stands in the run library; "" before it is there, and when it is not kept.
    QString keptId() const;
    /// The run on its way into the library; nullptr when it is not kept.
    std::shared_ptr<KeptRun> kept() const { return m_kept; }
    /// Shows a record that was made elsewhere.
    void showRecord(record::RunRecord record);
    /// Ends the run and forgets its record.
    void clear();
    // Asked of the session, which does it between two steps; stateChanged() follows. Nothing happens without a session,
    // or when the run is over.
    void pause();
    void resume();
    void stepOnce();
    void stop();
    /// Goes on from before this step, also when the run is over; what came after is dropped. Paused when it is there.
    void goBack(std::int64_t step);
    bool canGoBack() const { return m_session != nullptr; }
    /// A setting of the run that goes on, by its path, from the next step on; noticed() says why where it cannot be.
    void change(const QString& field, const QString& value);

    /// Looks inside a step; the details arrive in the record (changed()), however late. The run does not notice.
    void lookInside(std::int64_t step, const train::Look& what = train::Look::everything());
    /// The selected step; before the first, step 0, which comes next.
    std::int64_t stepToLookInside() const;
    /// Has the run, here, attempted this step, or will it attempt it next?
    bool canLookInside(std::int64_t step) const;
    /// The look under way, and how far it is.
    std::optional<train::LookProgress> looking() const { return m_looking; }
    void cancelLooks();

    /// The thread that its steps run on: for other questions to the engine.
    train::ComputeThread& thread() const { return m_thread; }
    const record::RunRecord& record() const { return m_record; }
    bool hasRun() const { return m_session || m_isShown; }
    bool isRecorded() const { return m_isShown; }
    /// None without a session.
    std::optional<train::RunState> state() const { return m_state; }
    /// Is there a session that is not over?
    bool isActive() const;
    bool isRunning() const { return m_state == train::RunState::Running || m_state == train::RunState::Preparing; }
    /// Why the run here has failed; none where it has not, and of records, which hold the reason in English.
    std::optional<text::Error> failure() const { return m_session ? m_session->error() : std::nullopt; }
    /// Steps per second over the last second; 0 while nothing runs.
    double rate() const { return m_rate; }

    /// The step that all instruments show: the chosen one, or the newest. -1 while there is none, and when a step was
    /// chosen that this run does not have: it is never shown as another one.
    std::int64_t selectedStep() const;
    /// The last step of the record; -1 while it is empty.
    std::int64_t newestStep() const;
    /// Runs that share this one's selection, itself or not (see RunGroup). Not owned.
    void setCompanions(const QList<RunModel*>& companions);
    /// The last step that it or one of its companions has: where time ends. -1 while there is none.
    std::int64_t furthestStep() const;
    /// Is it, or one of its companions, not over?
    bool isGrowing() const;
    /// Where time stands, for bars and keys: the chosen step, else the newest one.
    std::int64_t cursor() const;
    /// Selects a step, kept between 0 and furthestStep(); at the end of runs that go on, their newest is followed.
    void selectWithin(std::int64_t step);
    /// Moves the selected step through the record.
    Playback& playback() { return *m_playback; }
    bool followsNewest() const { return !m_selected; }
    /// What was chosen, whether that step is there already or not; nullopt: the newest.
    std::optional<std::int64_t> selection() const { return m_selected; }
    /// nullopt: the newest one, from now on.
    void select(std::optional<std::int64_t> step);
    /// The parameter that all instruments mark, by name; "" for none.
    const QString& selectedParameter() const { return m_parameter; }
    void selectParameter(const QString& name);
    /// The op that all instruments mark: index into the OpList of the selected step.
    std::optional<std::size_t> selectedOp() const { return m_op; }
    void selectOp(std::optional<std::size_t> index);
    /// The bin of gradient sizes that all instruments mark.
    std::optional<SizeBin> selectedBin() const { return m_bin; }
    void selectBin(std::optional<SizeBin> bin);

    /// Another number after everything that can make an instrument look different: signals that were sent for the same
    /// change find the same number.
    std::uint64_t version() const { return m_version; }
    /// How often the record has become another one (by a start, or by going back) and not only longer.
    int rewrites() const { return m_rewrites; }

  Q_SIGNALS:
    void changed();          ///< the record has grown, or is another one
    void stateChanged();     ///< running, paused, over
    void selectionChanged(); ///< of the step, the parameter, the op or the bin
    void wentBack(std::int64_t step);
    void companionsChanged(); ///< one of them has grown, or they are others
    void lookingChanged();
    void noticed(const QString& message); ///< something that the user should read

  private:
    void tick();
    void tell(const std::function<void(train::Session&)>& what);
    void forgetSelection();
    void setLooking(std::optional<train::LookProgress> looking);
    void noteRewrite() { ++m_rewrites, ++m_version; }
    template <typename T>
    void choose(T& place, const T& value);

    train::ComputeThread& m_thread;
    std::unique_ptr<train::Session> m_session;
    record::RunRecord m_record;
    train::Mail m_mail;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::int64_t m_ratedSteps = 0;
    double m_rate = 0;
    std::optional<train::RunState> m_state;
    std::optional<std::int64_t> m_selected;
    QString m_parameter;
    std::optional<std::size_t> m_op;
    std::optional<SizeBin> m_bin;
    QList<QPointer<RunModel>> m_companions;
    Playback* m_playback;
    QElapsedTimer m_told;    ///< when changed() was said last, of what the run did by itself
    bool m_isUntold = false; ///< the record has grown since
    std::uint64_t m_version = 0;
    int m_rewrites = 0;
    std::optional<train::LookProgress> m_looking;
    bool m_isShown = false;
    bool m_isAutomatic = true, m_isKept = true;
    std::shared_ptr<KeptRun> m_kept;
};

/// Whether no run below `parent` goes on by itself: each is paused, over, or was not begun.
bool runsRest(const QObject& parent);
/// Throws text::Error (CouldNot), with the reason, where a run below `parent` has failed.
void requireNoFailure(const QObject& parent);

} // namespace ampscope::ui

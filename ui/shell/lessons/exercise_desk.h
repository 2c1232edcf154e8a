// The evidence of one lesson: runs in slots, made here or taken from the run library.
#pragma once

#include <QObject>
#include <QStringList>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/record/store/run_store.h"
#include "ui/bridge/run_model.h"

namespace ampscope::ui {

/// Makes runs one after the other, which go into the run library as all runs of the window do, and hands all of them to
/// lesson::judge(). Slots keep what they hold while the learner goes from step to step. For the GUI thread.
class ExerciseDesk : public QObject {
    Q_OBJECT
  public:
    /// The lesson must outlive the desk.
    ExerciseDesk(const lesson::Lesson& lesson, train::ComputeThread& thread, QObject* parent = nullptr);

    /// One run in a slot.
    struct Item {
        RunModel* run;
        QString label; ///< its seed
        QString taken; ///< id in the library of a run that came from there
        /// In the library; "" while it is not there.
        QString id() const { return taken.isEmpty() ? run->keptId() : taken; }
    };
    /// By the slot's name, in the order in which they came; empty for a name that there is not.
    const std::vector<Item>& items(const std::string& slot) const;

    /// Queues the runs that the slot still lacks, one more where it lacks none.
    void runSlot(const std::string& slot);
    /// Takes out what is queued and ends the run under way, which leaves its slot.
    void cancel();
    /// Takes a run out of its slot; what the library keeps of it stays.
    void remove(const std::string& slot, std::size_t index);
    /// Empties all slots, and takes the learner's settings back.
    void clear();
    bool isBusy() const { return m_active != nullptr || !m_queue.empty(); }
    /// The slot that is being filled; "" for none.
    std::string busySlot() const { return m_active ? m_activeSlot : std::string(); }
    /// Steps made and to be made by the run under way; queued runs besides.
    struct Progress {
        std::int64_t made = 0, planned = 0;
        std::size_t queued = 0;
    };
    Progress progress() const;

    /// Looks for runs of the library that fit the slot, newest first, at most 30, and tells `then`, later, unless
    /// `owner` is gone; what cannot be read is noticed().
    void findFitting(const std::string& slot, QObject* owner,
                     std::function<void(const std::vector<record::RunEntry>&)> then);
    /// Puts a run of the library into the slot as soon as it has been read.
    void take(const std::string& slot, const std::string& id);

    /// A setting of the learner's for all slots that leave it open (lesson::is_open()).
    void set(const std::vector<std::string>& slot_list, const QString& field, const QString& value);
    /// The scenario that runs of the slot begin from, the learner's settings included.
    scenario::Scenario scenarioOf(const std::string& slot) const;

    /// Runs that are over, by slot.
    lesson::Evidence evidence() const;
    /// Runs of these slots for the stage, `most` at most, as many of each slot. Those of the last slot come first: what
    /// is asked about stands before what it is compared with.
    QList<RunModel*> runs(const std::vector<std::string>& slot_list, std::size_t most) const;

  Q_SIGNALS:
    void changed();    ///< another run is there, one is over, or gone
    void progressed(); ///< the run under way has grown
    void noticed(const QString& message);

  private:
    void startNext();
    void runEnded();
    Item& add(const std::string& slot, RunModel* run);
    std::size_t nextIndex(const std::string& slot) const;

    const lesson::Lesson& m_lesson;
    train::ComputeThread& m_thread;
    std::map<std::string, std::vector<Item>, std::less<>> m_items;
    std::map<std::string, lesson::Changes, std::less<>> m_settings;
    std::deque<std::string> m_queue;
    RunModel* m_active = nullptr;
    std::string m_activeSlot;
};

} // namespace ampscope::ui

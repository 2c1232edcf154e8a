// The evidence of one lesson: runs in slots, made here or taken from the run library.
#pragma once

#include <QObject>
#include <QStringList>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/record/store/run_store.h"
#include "ui/bridge/run_model.h"

namespace ampscope::ui {

/// Makes runs one after the other, keeps each in the run library, and hands all of them to lesson::judge(). Slots keep
/// what they hold while the learner goes from step to step.
class ExerciseDesk : public QObject {
    Q_OBJECT
  public:
    ExerciseDesk(const lesson::Lesson& lesson, train::ComputeThread& thread, QObject* parent = nullptr);
    ~ExerciseDesk() override;

    /// One run in a slot.
    struct Item {
        RunModel* run;
        QString label; ///< "seed 1337"
        QString id;    ///< in the library; "" while it is not there
    };
    const std::vector<Item>& items(const std::string& slot) const;

    /// Queues the runs that the slot still lacks, one more where it lacks none.
    void runSlot(const std::string& slot);
    /// Takes out what is queued and ends the run under way, which leaves its slot.
    void cancel();
    void remove(const std::string& slot, std::size_t index);
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

    /// Runs of the library that fit the slot, newest first, at most 30. Says why where the library cannot be read.
    std::vector<record::RunEntry> fitting(const std::string& slot);
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
    bool fits(const lesson::Slot& slot, const std::string& run);
    void startNext();
    void runEnded();
    void keep(Item& item);
    record::RunStore* library();
    Item& add(const std::string& slot, RunModel* run);
    std::size_t nextIndex(const std::string& slot) const;

    const lesson::Lesson& m_lesson;
    train::ComputeThread& m_thread;
    std::map<std::string, std::vector<Item>, std::less<>> m_items;
    std::map<std::string, lesson::Changes, std::less<>> m_settings;
    std::deque<std::string> m_queue;
    RunModel* m_active = nullptr;
    std::string m_activeSlot;
    std::unique_ptr<record::RunStore> m_library;
};

} // namespace ampscope::ui

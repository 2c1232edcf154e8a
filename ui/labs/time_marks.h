// What happened in a run, as marks on its time bar and in words.
#pragma once

#include <QString>
#include <vector>

#include "ui/bridge/run_model.h"

namespace ampscope::ui {

/// A fact of the record that has a place in time.
struct TimeMark {
    enum class Kind { Skipped, Nonfinite, Growth, Backoff, Precision, Setting, Epoch, Finished, Stopped, Failed } kind;
    std::int64_t step;
    std::size_t fact; ///< its place in the record's facts
    bool isEnd() const { return kind >= Kind::Finished; }
};

/// Marks of a run's facts, in the order of their steps. Facts are gone through once, however long the run becomes.
class TimeMarks {
  public:
    void setRun(RunModel* run);
    /// To be called when the run has changed.
    void follow();

    const std::vector<TimeMark>& all() const { return m_marks; }
    QString words(const TimeMark& mark) const;
    /// Everything that happened at a step, "" for nothing.
    QString wordsOf(std::int64_t step) const;
    /// The step of the nearest mark before or after one (`by`: -1 or 1); nullopt without one.
    std::optional<std::int64_t> beside(std::int64_t step, int by) const;

  private:
    void add(const record::Fact& fact, std::size_t place);

    QPointer<RunModel> m_run;
    std::vector<TimeMark> m_marks;
    std::size_t m_seen = 0; ///< facts
    int m_rewrites = 0;
    std::string m_precision; ///< of the last epoch
};

/// The same as one sentence without a full stop.
QString factWords(const record::Fact& fact);

} // namespace ampscope::ui

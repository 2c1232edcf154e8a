// A lesson in the window: the card, the stage, and the runs that the lesson asks for.
#pragma once

#include <QTimer>
#include <map>
#include <memory>

#include "core/lesson/player.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

class ClassModel;
class EvidencePanel;
class ExerciseDesk;
class FieldEditor;
class LessonCard;
class Learner;
class Stage;
class VerdictPanel;

/// Starts the runs of a step when it comes to it, keeps them for the steps after, and tells Learner what was answered.
class LessonPage : public Page {
    Q_OBJECT
  public:
    /// All three must outlive the page.
    LessonPage(const lesson::Lesson& lesson, train::ComputeThread& thread, Learner& learner, QWidget* parent = nullptr);
    ~LessonPage() override;

    QString title() const override;
    QString section() const override;
    RunModel* run() const override { return m_shown; }
    // The runs of a step together: none goes on while the others wait.
    bool isRunning() const override;
    bool isActive() const override;
    void pauseRuns() override;
    void resumeRuns() override;
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override;
    void reset() override;
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }

    const lesson::Player& player() const { return m_player; }
    /// To a step, from 0; the last one when there are fewer.
    void goTo(std::size_t position);
    /// Where another page of this lesson, read before it was edited, stands: at its step, scrolled as far.
    void goOnFrom(const LessonPage& old);
    /// The step after or before. In front of a class, a question that the class has answered is committed on the way.
    void next();
    void back();
    /// Commits to an option of the step, by its key.
    void answer(const QString& key);
    /// In front of a class the lesson is the class's: its answers are kept there, and nothing goes into the learner's
    /// progress. nullptr: the learner's again, at the step where the class was.
    void setClass(ClassModel* taught);
    /// What the class would commit to now: the chosen option, else the one with the most hands; "" for nothing.
    QString classAnswer() const;
    /// Marks an option for classAnswer().
    void chooseForClass(const QString& key);
    /// The runs so far, by name.
    lesson::Records records() const;
    /// Where the runs that were recorded elsewhere and stand in for failed ones come from; "" when all are live.
    QString recordedFrom() const;
    /// The step that each run looks at, where one is chosen; and the other way.
    std::map<std::string, std::int64_t, std::less<>> selections() const;
    void select(const std::map<std::string, std::int64_t, std::less<>>& selections);
    /// For a page that only plays the lesson once more: its runs do not go into the run library.
    void keepNoRuns() { m_keepsRuns = false; }
    Stage* stage() const { return m_stage; }
    LessonCard* card() const { return m_card; }
    /// The run of one of the lesson's scenarios; nullptr before it was started.
    RunModel* runOf(const std::string& name) const;
    /// The runs of its exercises.
    ExerciseDesk* desk() const { return m_desk; }
    /// A scenario of the lesson, with what was tried of it.
    const scenario::Scenario* scenarioOf(const std::string& name) const;
    /// A changed setting of a Try step, as its editors give it.
    void settingEdited(const QString& path, const QString& value);

  Q_SIGNALS:
    /// The step, its texts or what is measured of them may be others now.
    void cardShown();
    /// A report of the lesson was asked for.
    void reportAsked();

  private:
    void standIn(const std::string& name);
    RunModel* startRun(const std::string& name, bool again);
    void showStep();
    void showCard();
    void buildControls(const lesson::Step& step);
    void buildExercise(const lesson::Step& step);
    void showEvidence();
    void judge();
    void showPlot(const QString& instrument);
    void selectionMade();

    const lesson::Lesson& m_lesson;
    train::ComputeThread& m_thread;
    Learner& m_learner;
    lesson::Player m_player;
    LessonCard* m_card;
    Stage* m_stage;
    std::map<std::string, RunModel*> m_runs;
    std::map<std::string, scenario::Scenario> m_tried; ///< scenarios of Try steps with the learner's changes
    std::map<std::string, text::Message> m_recorded;   ///< by run: where its stand-in was recorded
    QString m_lastNotice;                              ///< of a run
    bool m_keepsRuns = true;
    RunModel* m_shown = nullptr;
    QList<RunModel*> m_staged;           ///< those of the step: they are paused and go on together
    ClassModel* m_class = nullptr;       ///< while the page is shown to a class
    std::optional<lesson::Player> m_own; ///< the learner's, meanwhile
    QString m_classChoice;
    std::unique_ptr<QWidget> m_controls;
    ExerciseDesk* m_desk;
    std::unique_ptr<VerdictPanel> m_verdict;
    QList<FieldEditor*> m_editors;
    QTimer m_restartTimer;
    std::optional<std::int64_t> m_holdAt;
};

} // namespace ampscope::ui

// A lesson in the window: the card, the stage, and the runs that the lesson asks for.
#pragma once

#include <QTimer>
#include <map>
#include <memory>

#include "core/lesson/player.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

class EvidencePanel;
class ExerciseDesk;
class FieldEditor;
class LessonCard;
class Learner;
class Stage;
class VerdictPanel;

class LessonPage : public Page {
    Q_OBJECT
  public:
    LessonPage(const lesson::Lesson& lesson, train::ComputeThread& thread, Learner& learner, QWidget* parent = nullptr);
    ~LessonPage() override;

    QString title() const override;
    QString section() const override;
    RunModel* run() const override { return m_shown; }
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override;
    void reset() override;
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }

    const lesson::Player& player() const { return m_player; }
    void goTo(std::size_t position);
    void answer(const QString& key);
    Stage* stage() const { return m_stage; }
    LessonCard* card() const { return m_card; }
    /// The run of one of the lesson's scenarios; nullptr before it was started.
    RunModel* runOf(const std::string& name) const;
    /// The runs of its exercises.
    ExerciseDesk* desk() const { return m_desk; }
    /// A changed setting of a Try step, as its editors give it.
    void settingEdited(const QString& path, const QString& value);

  private:
    lesson::Records records() const;
    RunModel* startRun(const std::string& name, bool again);
    void showStep();
    void showCard();
    void buildControls(const lesson::Step& step);
    void buildExercise(const lesson::Step& step);
    void showEvidence();
    void judge();
    void showPlot(const QString& instrument);
    void selectionMade();
    const scenario::Scenario* scenarioOf(const std::string& name) const;

    const lesson::Lesson& m_lesson;
    train::ComputeThread& m_thread;
    Learner& m_learner;
    lesson::Player m_player;
    LessonCard* m_card;
    Stage* m_stage;
    std::map<std::string, RunModel*> m_runs;
    std::map<std::string, scenario::Scenario> m_tried; ///< scenarios of Try steps with the learner's changes
    RunModel* m_shown = nullptr;
    std::unique_ptr<QWidget> m_controls;
    ExerciseDesk* m_desk;
    std::unique_ptr<VerdictPanel> m_verdict;
    QList<FieldEditor*> m_editors;
    QTimer m_restartTimer;
    std::optional<std::int64_t> m_holdAt;
};

} // namespace ampscope::ui

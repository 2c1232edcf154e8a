// The class that is being taught, for the windows that show it: hands, commitments, time, parking.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "core/lesson/class_session.h"

namespace ampscope::ui {

/// One per window; begins with the first presentation and lasts until the window closes. For the GUI thread.
class ClassModel : public QObject {
    Q_OBJECT
  public:
    /// `folder`: that of the parked class; "" keeps it in memory only.
    ClassModel(const lesson::LessonShelf& shelf, const QString& folder, QObject* parent = nullptr);

    const lesson::LessonShelf& shelf() const { return m_shelf; }
    const lesson::ClassSession& session() const { return m_session; }

    /// Time is spent here from now on; "" for a page that is no lesson.
    void enter(const QString& lesson, const QString& step);
    /// The class goes on, or waits.
    void setRunning(bool running);
    bool isRunning() const { return m_clock.is_running(); }
    void resetTime();
    // Milliseconds.
    std::int64_t elapsed() const { return m_clock.elapsed(now()); }
    std::int64_t spentHere() const { return m_clock.at(m_clock.place(), now()); }
    std::int64_t spentIn(const std::string& lesson) const { return m_clock.in(lesson, now()); }

    // Hands at a step of a lesson.
    const lesson::Hands& hands(const std::string& lesson, const std::string& step) const;
    void addHand(const std::string& lesson, const std::string& step, const std::string& key, int by);
    void setHands(const std::string& lesson, const std::string& step, const std::string& key, int count);
    /// Throws text::Error for what is no number; then nothing changes.
    void setGuesses(const std::string& lesson, const std::string& step, const QString& numbers);
    void clearHands(const std::string& lesson, const std::string& step);
    /// Takes the last hand down that addHand() put up; false when there is none.
    bool takeBackHand();
    /// Throws text::Error.
    void exportHands(const QString& path) const;

    /// What the class committed to, into a player that knows of none of it; and back.
    void restore(lesson::Player& player) const;
    void keep(const lesson::Player& player);

    /// Parks the class as it stands; the runs' selected steps go with it. Throws text::Error.
    void park(std::map<std::string, std::int64_t, std::less<>> selections);
    bool hasParked() const { return m_parked.session().has_value(); }
    /// "A6, step 3 of 7"; "" without a parked class, or when its lesson is not there.
    QString parkedPlace() const;
    /// Takes the parked class up again; false when there is none. Its file stays as a copy.
    bool resumeParked();
    /// Something about the file that the user should read, once; "" for nothing.
    QString takeNotice();

  Q_SIGNALS:
    void changed(); ///< hands, commitments, the clock's state, what is parked

  private:
    std::int64_t now() const { return m_time.elapsed(); }
    lesson::Hands& at(const std::string& lesson, const std::string& step);

    const lesson::LessonShelf& m_shelf;
    lesson::ClassSession m_session;
    lesson::ClassClock m_clock;
    lesson::ParkedClass m_parked;
    QElapsedTimer m_time;
    struct Raised {
        std::string lesson, step, key;
        int by;
    };
    std::vector<Raised> m_raised;
};

} // namespace ampscope::ui

// What a learner has done so far: kept in one file of the data folder, exportable, resettable.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/player.h"

namespace ampscope::lesson {

constexpr int kProgressSchema = 1;

/// How sure was the learner of a prediction?
enum class Sure { Unsaid, Guess, Fairly, Certain };
std::string_view sure_id(Sure sure); ///< "", "guess", "fairly", "certain"
text::Message sure_message(Sure sure);

/// A committed answer, and what came of it.
struct Prediction {
    Answer answer;
    Sure sure = Sure::Unsaid;
    std::string said, came;    ///< in words, in the language of that moment; came is "" until it is measured
    std::optional<bool> right; ///< nullopt until it is measured
};

struct LessonProgress {
    std::string position;                                      ///< id of the step where the learner is
    bool finished = false;                                     ///< was at the last step
    std::map<std::string, Prediction, std::less<>> answers;    ///< by step id
    std::map<std::string, std::string, std::less<>> verdicts;  ///< of goals and exercises, by step id: "pass",
                                                               ///< "not_yet", "inconclusive"
    std::map<std::string, std::string, std::less<>> sentences; ///< the learner's own words, by step id
    std::int64_t changed = 0;                                  ///< seconds since 1970, UTC
};

/// Answers to the five questions of a chapter, by question id.
struct CheckProgress {
    std::map<std::string, std::string> before, after;
    std::int64_t changed = 0;
};

struct Progress {
    std::map<std::string, LessonProgress, std::less<>> lessons; ///< by lesson id; also of lessons that are no more
    std::map<std::string, CheckProgress, std::less<>> checks;   ///< by chapter
    std::string last_lesson;                                    ///< where to continue
};

/// Takes over where the player is, what was answered, and what is known of it by now. True when anything is new.
bool take_down(const Player& player, const Records& records, text::Language language, LessonProgress& progress);
/// The other way: answers and place; a finished lesson begins at its start. What the lesson no longer takes is passed
/// over.
void restore(Player& player, const LessonProgress& progress);

/// Minutes of the lessons that are not finished; an unfinished one counts by the steps that are left.
int remaining_minutes(const std::vector<Lesson>& lessons, const Progress& progress);

/// How well predictions came true, by how sure they were.
struct Calibration {
    struct Row {
        Sure sure = Sure::Unsaid;
        int right = 0, wrong = 0, unmeasured = 0;
        double by_chance = 0; ///< right ones that blind choice among the options would give
        int total() const { return right + wrong; }
    };
    std::vector<Row> rows; ///< Certain, Fairly, Guess, Unsaid; empty ones, too
    Row all() const;
};
Calibration calibration_of(const std::vector<Lesson>& lessons, const Progress& progress);

/// The progress as JSON, and back. Throws a BadInput error with line and column; what a newer program added is refused,
/// lessons that do not exist are kept.
std::string progress_text(const Progress& progress);
Progress read_progress(const io::Json& json);
/// The same from a file, of at most 8 MB.
Progress load_progress(const std::string& path);

/// The file, shared by all windows: what another one wrote in the meantime is kept, of a lesson that both changed the
/// later one counts. For one thread.
class ProgressFile {
  public:
    /// progress.json in `folder`; "" keeps everything in memory only. A file that cannot be read is set aside beside
    /// it, the copy of the last good one takes its place where there is one, and take_notice() says so. A file of a
    /// newer program is left alone: then nothing is read and nothing saved.
    explicit ProgressFile(std::string folder);

    const Progress& progress() const { return m_progress; }
    /// The entry to be changed; call save() afterwards.
    LessonProgress& lesson(const std::string& id, std::int64_t now);
    CheckProgress& check(const std::string& chapter, std::int64_t now);
    /// Adds what `other` holds; of a lesson or check in both the later one counts. Times after `now` count as now.
    void merge(Progress other, std::int64_t now);
    /// Forgets one lesson, or everything; the file's last state stays as progress.json.before-reset.
    void reset(std::string_view lesson_id = {});
    /// False, and a notice the first time, when the place cannot be written: the program goes on with what it has.
    bool save();
    std::optional<text::Error> take_notice();
    std::string path() const;

  private:
    Progress load();
    void keep_others(Progress others);

    std::string m_folder;
    Progress m_progress;
    /// Lessons and checks that were reset here, and when they had been changed.
    std::map<std::string, std::int64_t, std::less<>> m_forgotten, m_forgottenChecks;
    bool m_leavesFile = false; ///< a newer program wrote it, or it can be neither read nor moved
    std::optional<text::Error> m_notice;
    bool m_has_told = false;
};

} // namespace ampscope::lesson

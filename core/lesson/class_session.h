// A class that is being taught: the hands that went up, what the class committed to, and the time. Nothing of it goes
// into a learner's progress. No window, and no clock of its own: whoever asks says what time it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/player.h"

namespace ampscope::lesson {

constexpr int kClassSchema = 1;
constexpr int kMostHands = 9999;
constexpr std::size_t kMostGuesses = 1000;

/// A show of hands at one step.
struct Hands {
    std::map<std::string, int, std::less<>> counts; ///< by key of the option; never 0
    std::vector<double> guesses;                    ///< numbers called out, where the options are ranges

    bool empty() const { return counts.empty() && guesses.empty(); }
    /// Adds to one option; stays within 0 and kMostHands.
    void add(const std::string& key, int by);
    void set(const std::string& key, int count);
    bool operator==(const Hands&) const = default;
};

/// Numbers as they are called out: "3, 5 7.5". Throws a BadInput error that names the word that is no number, or says
/// that there are too many.
std::vector<double> parse_guesses(std::string_view text);
/// The middle one, the mean of the middle two; nullopt of none. Infinities count, NaN is refused by parse_guesses().
std::optional<double> median(std::vector<double> numbers);

/// Hands by option in the step's order: those counted, and the guesses that fall into its range (at a common border
/// the first range counts, as for right_option()).
std::vector<int> hands_by_option(const Step& step, const Hands& hands);
/// Of all options.
int total(const std::vector<int>& hands);
/// The option with the most hands; nullopt when there are none or two have as many.
std::optional<std::string> majority(const Step& step, const Hands& hands);

/// Minutes of a class and of each place in it; a place is "lesson/step". Times are milliseconds of any clock that does
/// not go back.
class ClassClock {
  public:
    bool is_running() const { return m_since.has_value(); }
    void start(std::int64_t now);
    void pause(std::int64_t now);
    /// Forgets all times; goes on when it was going on.
    void reset(std::int64_t now);
    /// From now on, time is spent at this place.
    void enter(const std::string& place, std::int64_t now);

    /// Milliseconds of the whole class up to `now`, and below those spent at one place.
    std::int64_t elapsed(std::int64_t now) const;
    std::int64_t at(std::string_view place, std::int64_t now) const;
    /// At all steps of a lesson.
    std::int64_t in(std::string_view lesson, std::int64_t now) const;

    const std::string& place() const { return m_place; }
    /// What was spent where, up to now; and the other way: paused, at no place.
    std::map<std::string, std::int64_t, std::less<>> spent(std::int64_t now) const;
    void restore(std::map<std::string, std::int64_t, std::less<>> spent);

  private:
    void settle(std::int64_t now);
    std::map<std::string, std::int64_t, std::less<>> m_spent; ///< by place; "" before the first
    std::string m_place;
    std::optional<std::int64_t> m_since; ///< when it was counted last; nullopt: paused
};

struct ClassSession {
    std::int64_t began = 0;                                        ///< seconds since 1970, UTC; 0: not yet
    std::string lesson, step;                                      ///< where it is; "" for a page that is no lesson
    std::map<std::string, Hands, std::less<>> hands;               ///< by place
    std::map<std::string, Answer, std::less<>> answers;            ///< by place: what the class committed to
    std::map<std::string, std::int64_t, std::less<>> selections;   ///< by run of the lesson: the step that is looked at
    std::map<std::string, std::int64_t, std::less<>> milliseconds; ///< by place
};

/// "lesson/step", as clock, hands and answers know a place.
std::string place_of(std::string_view lesson, std::string_view step);

/// The session as JSON, and back. Throws a BadInput error with line and column, also for one of a newer program.
std::string class_text(const ClassSession& session);
ClassSession read_class(const io::Json& json);

/// The hands as CSV (RFC 4180): lesson, step, option, its text, hands, share; then the guesses. In the order of the
/// shelf; places that no lesson has are left out.
std::string hands_csv(const ClassSession& session, const LessonShelf& shelf, text::Language language);

/// The parked class of a data folder: parked-class.json.
class ParkedClass {
  public:
    /// "" keeps it in memory only. A file that cannot be read is set aside beside it, and take_notice() says so.
    explicit ParkedClass(std::string folder);
    const std::optional<ClassSession>& session() const { return m_session; }
    /// Throws text::Error when the place cannot be written; what was parked before stays as parked-class.json.bak.
    void park(ClassSession session);
    /// Forgets it once it has been taken up again; the file stays as parked-class.json.bak.
    void clear();
    std::optional<text::Error> take_notice();
    std::string path() const;

  private:
    std::string m_folder;
    std::optional<ClassSession> m_session;
    std::optional<text::Error> m_notice;
};

} // namespace ampscope::lesson

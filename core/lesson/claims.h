// The claims ledger: every sentence of the chapters that can be tested, how it is tested, and what came out. The words
// lie in claims.ko.md and claims.en.md, everything else in claims.json; verdicts stand nowhere: they are worked out.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/lesson/check.h"
#include "core/lesson/known_numbers.h"
#include "core/lesson/lesson.h"

namespace ampscope::lesson {

/// One condition under which a claim is tried: it holds there when the value lies in the range.
struct ClaimCase {
    std::string id;
    Value value;
    double least = 0, most = 0; ///< both included; either may be infinite
    std::string unit;           ///< how the number is shown: "", "%" of a share, "MB" of bytes, "yes-no", or a unit
    text::Location location;
    /// NaN lies in no range.
    bool holds(double found) const { return least <= found && found <= most; }
};

struct Claim {
    std::string id, chapter;
    std::vector<std::string> seed_lines;
    std::string lesson;           ///< that treats it
    std::string source;           ///< who measured what cannot be tested here
    std::vector<ClaimCase> cases; ///< none: it cannot be tested here
    text::Location location;
    /// Scenarios that have to be run, none twice.
    std::vector<std::string> runs() const;
};

/// Sentences that say different things about one subject.
struct Contradiction {
    std::string id;
    std::vector<std::string> claims;
};

struct Ledger {
    std::string folder;
    std::vector<std::pair<std::string, scenario::Scenario>> scenarios;
    std::vector<Claim> claims; ///< in the chapters' order
    std::vector<Contradiction> contradictions;
    /// Sections by the id of a claim or a contradiction. Of a claim: the heading is the sentence, paragraphs say how it
    /// is tested and where its bounds come from, options name the cases.
    std::map<text::Language, LessonText> texts;
    std::vector<text::Error> warnings;

    const Claim* find(std::string_view id) const;                         ///< nullptr when there is none
    const scenario::Scenario* find_scenario(std::string_view name) const; ///< nullptr when there is none
    /// The words of an id that the ledger has.
    std::string sentence(std::string_view id, text::Language language) const;
    std::string explanation(std::string_view id, text::Language language) const; ///< Markdown
    std::string case_name(const Claim& claim, const ClaimCase& which, text::Language language) const;
};

/// Reads claims.json and both texts in the lessons' folder. Throws a BadInput error with file, line and column for
/// anything that cannot be used: unknown runs, values, ids that repeat or that nothing has, ranges upside down, a claim
/// with neither a case nor a source, a text that lacks a claim or a case, or has one too many.
Ledger load_claims(const std::string& folder);
/// Is there a ledger in that folder?
bool has_claims(const std::string& folder);

// --- what came out

enum class ClaimVerdict {
    Holds,       ///< in every case
    Conditional, ///< in some cases and not in others
    Fails,       ///< in none
    Untestable,  ///< recorded elsewhere
    Unmeasured,  ///< a case has no value (yet)
};
std::string_view verdict_id(ClaimVerdict verdict);   ///< "holds"
text::Message verdict_message(ClaimVerdict verdict); ///< the same in words

struct CaseResult {
    const ClaimCase* which = nullptr;
    double found = record::kMissing;
    Origin origin = Origin::Computed;
    std::optional<bool> holds; ///< nullopt while there is no value
};

struct ClaimResult {
    const Claim* claim = nullptr;
    std::vector<CaseResult> cases;
    ClaimVerdict verdict = ClaimVerdict::Unmeasured;
};

/// What the records say of a claim. Runs that failed or were stopped count as not there.
ClaimResult judge(const Ledger& ledger, const Claim& claim, const Records& records);

/// "0.66", "17 %", "5.51 MB", "yes": a found number as its case shows it.
std::string found_text(const ClaimCase& which, double found, text::Language language);
/// "0.4 to 0.6", "at least 1.5", "448": what was asked for.
std::string asked_text(const ClaimCase& which, text::Language language);

/// The runs of a ledger, each scenario run once, whatever its names. Not for use by two threads at once.
class ClaimRuns {
  public:
    explicit ClaimRuns(const Ledger& ledger);
    /// Names of scenarios that these claims need and that are not there yet, one for each scenario.
    std::vector<std::string> missing(const std::vector<const Claim*>& claims) const;
    void add(const std::string& name, record::RunRecord record);
    /// They are run again when asked for.
    void forget(const std::vector<const Claim*>& claims);
    Records records() const;
    std::size_t size() const { return m_runs.size(); }

  private:
    std::map<std::string, std::string, std::less<>> m_keys; ///< name -> the scenario's text
    std::map<std::string, record::RunRecord> m_runs;        ///< by that text
};

/// What is being run, and how far along.
using ClaimProgress = std::function<void(std::size_t done, std::size_t all, const std::string& name)>;
/// Runs what these claims lack. Stops between two runs when asked to; what was run stays. What `run` throws is passed
/// on.
void measure(ClaimRuns& runs, const Ledger& ledger, const std::vector<const Claim*>& claims, const RunScenario& run,
             const ClaimProgress& progress = {}, std::stop_token stop = {});

/// Claims of a chapter ("" for both), in their order.
std::vector<const Claim*> claims_of(const Ledger& ledger, std::string_view chapter);

} // namespace ampscope::lesson

// What came out, as a page to keep: for the command line and for the window.
#pragma once

#include <string>
#include <vector>

#include "core/lesson/claims.h"

namespace ampscope::lesson {

struct ClaimsReport {
    const Ledger& ledger;
    std::vector<ClaimResult> results; ///< in the order in which they are shown
    text::Language language;
    std::string environment; ///< what the runs ran on; "" where nothing ran
};

/// A contradiction as far as these results go: its claims among them, and how many came out how.
struct ContradictionResult {
    const Contradiction* which = nullptr;
    std::vector<const ClaimResult*> claims;
    /// "2 hold, 1 does not hold"
    std::string summary(text::Language language) const;
};
/// Those of which at least two claims are among the results.
std::vector<ContradictionResult> contradictions_of(const ClaimsReport& report);

/// How many came out how: "31 hold, 20 under conditions, …".
std::string summary(const std::vector<const ClaimResult*>& results, text::Language language);
/// "A5", "B25-B28, B30".
std::string lines_text(const Claim& claim);
/// "measured here"; "" while there is no value.
std::string origin_text(const CaseResult& found, text::Language language);

/// A whole page, alone in its file: no scripts, nothing to fetch. Everything that was not written here is escaped.
std::string report_html(const ClaimsReport& report);
/// The same as Markdown.
std::string report_markdown(const ClaimsReport& report);
/// The part of the page between <body> and </body>, for a document that brings its own style.
std::string report_body(const ClaimsReport& report);

} // namespace ampscope::lesson

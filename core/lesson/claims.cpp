#include "core/lesson/claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/io/numbers.h"
#include "core/lesson/player.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::lesson {

using record::RunRecord;
using scenario::Scenario;
using text::Language;

std::vector<std::string> Claim::runs() const {
    std::vector<std::string> names;
    for (const auto& each : cases)
        for (const auto& run : each.value.runs())
            if (std::ranges::find(names, run) == names.end()) names.push_back(run);
    return names;
}

// --- the ledger

const Claim* Ledger::find(std::string_view id) const {
    const auto found = std::ranges::find(claims, id, &Claim::id);
    return found == claims.end() ? nullptr : &*found;
}

const Scenario* Ledger::find_scenario(std::string_view name) const {
    const auto found = std::ranges::find(scenarios, name, &std::pair<std::string, Scenario>::first);
    return found == scenarios.end() ? nullptr : &found->second;
}

static const StepText& section_of(const Ledger& ledger, std::string_view id, Language language) {
    return ledger.texts.at(language).steps.at(std::string(id));
}

std::string Ledger::sentence(std::string_view id, Language language) const {
    return section_of(*this, id, language).heading;
}

std::string Ledger::explanation(std::string_view id, Language language) const {
    std::string text;
    for (const auto& block : section_of(*this, id, language).blocks)
        if (block.kind == TextBlock::Kind::Paragraph) text.append(text.empty() ? "" : "\n\n").append(block.markdown);
    return text;
}

std::string Ledger::case_name(const Claim& claim, const ClaimCase& which, Language language) const {
    for (const auto& block : section_of(*this, claim.id, language).blocks)
        if (block.kind == TextBlock::Kind::Option && block.key == which.id) return block.markdown;
    return which.id;
}

std::vector<const Claim*> claims_of(const Ledger& ledger, std::string_view chapter) {
    std::vector<const Claim*> found;
    for (const auto& claim : ledger.claims)
        if (chapter.empty() || claim.chapter == chapter) found.push_back(&claim);
    return found;
}

// --- verdicts

std::string_view verdict_id(ClaimVerdict verdict) {
    static constexpr std::array<std::string_view, 5> kIds = {"holds", "conditional", "fails", "untestable",
                                                             "unmeasured"};
    return kIds[static_cast<std::size_t>(verdict)];
}

text::Message verdict_message(ClaimVerdict verdict) {
    switch (verdict) {
    case ClaimVerdict::Holds: return {"claims.holds", {}};
    case ClaimVerdict::Conditional: return {"claims.conditional", {}};
    case ClaimVerdict::Fails: return {"claims.fails", {}};
    case ClaimVerdict::Untestable: return {"claims.untestable", {}};
    default: return {"claims.unmeasured", {}};
    }
}

static ClaimVerdict verdict_of(const std::vector<CaseResult>& cases) {
    if (cases.empty()) return ClaimVerdict::Untestable;
    std::size_t holding = 0;
    for (const auto& each : cases) {
        if (!each.holds) return ClaimVerdict::Unmeasured;
        holding += *each.holds ? 1 : 0;
    }
    if (holding == cases.size()) return ClaimVerdict::Holds;
    return holding == 0 ? ClaimVerdict::Fails : ClaimVerdict::Conditional;
}

ClaimResult judge(const Ledger& ledger, const Claim& claim, const Records& records) {
    Records whole;
    for (const auto& [name, record] : records)
        if (record && record->is_finished()) whole.emplace(name, record);
    ClaimResult result{&claim, {}, ClaimVerdict::Unmeasured};
    for (const auto& each : claim.cases) {
        CaseResult found{&each, each.value.evaluate(whole), origin_of(each.value), {}};
        if (record::is_missing(found.found) && !each.value.needs_run())
            found.found = each.value.planned([&](std::string_view run) { return ledger.find_scenario(run); });
        if (!record::is_missing(found.found)) found.holds = each.holds(found.found);
        result.cases.push_back(found);
    }
    result.verdict = verdict_of(result.cases);
    return result;
}

// --- numbers as they are shown

// What a number is multiplied by, and what stands behind it.
static std::pair<double, std::string> unit_of(const std::string& unit, Language language) {
    if (unit == "%") return {100, language == Language::Korean ? "%" : " %"};
    if (unit == "MB") return {1e-6, " MB"};
    return {1, unit.empty() || unit == "yes-no" ? "" : " " + unit};
}

std::string found_text(const ClaimCase& which, double found, Language language) {
    if (which.unit == "yes-no" && (found == 0 || found == 1))
        return text::render(text::Message{found == 1 ? "claims.yes" : "claims.no", {}}, language);
    if (!std::isfinite(found)) return number_text(found); // missing, too
    const auto [factor, suffix] = unit_of(which.unit, language);
    return number_text(found * factor) + suffix;
}

// A bound as it was written: 0.99999 is not "1".
static std::string bound_text(double value) {
    constexpr int kDigits = 7;
    const double size = std::fabs(value);
    return size != 0 && (size < 1e-4 || size >= 1e4) ? number_text(value) : io::to_text(value, kDigits);
}

std::string asked_text(const ClaimCase& which, Language language) {
    if (which.least == which.most) return found_text(which, which.least, language);
    const auto [factor, suffix] = unit_of(which.unit, language);
    std::vector<text::Argument> ends = {{"least", bound_text(which.least * factor)},
                                        {"most", bound_text(which.most * factor) + suffix}};
    const char* id = "lesson.range";
    if (std::isinf(which.most)) {
        id = "lesson.range_from";
        ends[0] = {"least", bound_text(which.least * factor) + suffix};
    } else if (std::isinf(which.least)) {
        id = "lesson.range_to";
    }
    return text::render(text::Message{id, ends}, language);
}

// --- runs

ClaimRuns::ClaimRuns(const Ledger& ledger) {
    for (const auto& [name, scenario] : ledger.scenarios) {
        Scenario unnamed = scenario; // a name changes nothing in the run
        unnamed.name.clear();
        m_keys.emplace(name, scenario::scenario_text(unnamed));
    }
}

std::vector<std::string> ClaimRuns::missing(const std::vector<const Claim*>& claims) const {
    std::vector<std::string> names;
    std::set<std::string> keys;
    for (const auto* claim : claims)
        for (const auto& run : claim->runs()) {
            const std::string& key = m_keys.find(run)->second;
            if (!m_runs.contains(key) && keys.insert(key).second) names.push_back(run);
        }
    return names;
}

void ClaimRuns::add(const std::string& name, RunRecord record) {
    m_runs.insert_or_assign(m_keys.find(name)->second, std::move(record));
}

void ClaimRuns::forget(const std::vector<const Claim*>& claims) {
    for (const auto* claim : claims)
        for (const auto& run : claim->runs())
            m_runs.erase(m_keys.find(run)->second);
}

Records ClaimRuns::records() const {
    Records all;
    for (const auto& [name, key] : m_keys)
        if (const auto found = m_runs.find(key); found != m_runs.end()) all.emplace(name, &found->second);
    return all;
}

void measure(ClaimRuns& runs, const Ledger& ledger, const std::vector<const Claim*>& claims, const RunScenario& run,
             const ClaimProgress& progress, std::stop_token stop) {
    const auto names = runs.missing(claims);
    std::optional<text::Error> first_failure;
    for (std::size_t i = 0; i < names.size() && !stop.stop_requested(); ++i) {
        if (progress) progress(i, names.size(), names[i]);
        try {
            runs.add(names[i], run(*ledger.find_scenario(names[i])));
        } catch (const text::Error& error) {
            if (error.kind() == text::ErrorKind::BadInput) throw;
            if (!first_failure) first_failure = error; // the others may still run
        }
    }
    if (first_failure) throw *first_failure;
}

} // namespace ampscope::lesson

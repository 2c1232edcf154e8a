// claims
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cli.h"
#include "app/cli/run_to_end.h"
#include "app/cli/table.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/lesson/claims_report.h"
#include "core/text/nearest.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using lesson::Claim;
using lesson::ClaimResult;
using lesson::ClaimsReport;
using lesson::ClaimVerdict;
using lesson::Ledger;

struct ClaimOptions {
    std::string folder, chapter, report;
    std::vector<std::string> ids;
};

std::vector<const Claim*> selected(const Ledger& ledger, const ClaimOptions& options) {
    std::vector<const Claim*> claims;
    if (options.ids.empty()) {
        claims = lesson::claims_of(ledger, options.chapter);
        std::vector<std::string> chapters;
        for (const auto& claim : ledger.claims)
            if (std::ranges::find(chapters, claim.chapter) == chapters.end()) chapters.push_back(claim.chapter);
        if (claims.empty())
            throw text::bad_input("claims.unknown_chapter",
                                  {{"found", options.chapter}, {"known", text::joined(chapters)}});
    }
    for (const auto& id : options.ids) {
        const Claim* claim = ledger.find(id);
        if (!claim) {
            std::vector<std::string> names;
            for (const auto& each : ledger.claims)
                names.push_back(each.id);
            const auto nearest = std::ranges::min_element(
                names, {}, [&](const std::string& name) { return text::edit_distance(id, name); });
            throw text::bad_input("claims.unknown_id",
                                  {{"id", id}, {"nearest", nearest == names.end() ? "-" : *nearest}});
        }
        if (std::ranges::find(claims, claim) == claims.end()) claims.push_back(claim);
    }
    return claims;
}

// --- as text

std::string padded(const std::string& text, std::size_t width) {
    const std::size_t taken = terminal_width(text);
    return text + std::string(taken < width ? width - taken : 0, ' ');
}

void print_cases(Context& context, const ClaimsReport& report, const ClaimResult& result) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::size_t> widths(4, 0);
    for (const auto& found : result.cases) {
        const char* mark = !found.holds ? "claims.case_open" : *found.holds ? "claims.case_holds" : "claims.case_fails";
        rows.push_back({context.say(mark), report.ledger.case_name(*result.claim, *found.which, context.language),
                        lesson::found_text(*found.which, found.found, context.language),
                        context.say("claims.asked", {{"range", lesson::asked_text(*found.which, context.language)}}),
                        lesson::origin_text(found, context.language)});
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], terminal_width(rows.back()[i]));
    }
    for (const auto& row : rows) {
        context.out << "    ";
        for (std::size_t i = 0; i < widths.size(); ++i)
            context.out << padded(row[i], widths[i] + 2);
        context.out << row.back() << '\n';
    }
}

void print_results(Context& context, const ClaimsReport& report) {
    for (const auto& result : report.results) {
        context.out << '[' << context.say(lesson::verdict_message(result.verdict)) << "] "
                    << lesson::lines_text(*result.claim) << "  " << result.claim->id << "\n    "
                    << report.ledger.sentence(result.claim->id, context.language) << '\n';
        print_cases(context, report, result);
        if (!result.claim->source.empty())
            context.out << "    " << context.say("claims.source", {{"source", result.claim->source}}) << '\n';
    }
    const auto contradictions = lesson::contradictions_of(report);
    if (!contradictions.empty()) context.out << '\n' << context.say("claims.contradictions") << '\n';
    for (const auto& each : contradictions) {
        context.out << "  " << report.ledger.sentence(each.which->id, context.language) << ": "
                    << each.summary(context.language) << '\n';
        for (const auto* result : each.claims)
            context.out << "    [" << context.say(lesson::verdict_message(result->verdict)) << "] "
                        << lesson::lines_text(*result->claim) << "  "
                        << report.ledger.sentence(result->claim->id, context.language) << '\n';
    }
    std::vector<const ClaimResult*> all;
    for (const auto& result : report.results)
        all.push_back(&result);
    context.out << '\n' << lesson::summary(all, context.language) << '\n';
    if (!report.environment.empty()) context.out << report.environment << '\n';
}

// --- as JSON

void write_result(io::JsonWriter& writer, const ClaimsReport& report, const ClaimResult& result) {
    const Claim& claim = *result.claim;
    writer.begin_object();
    writer.member("id", claim.id);
    writer.member("chapter", claim.chapter);
    writer.list_member("lines", claim.seed_lines);
    writer.member("sentence", report.ledger.sentence(claim.id, report.language));
    writer.member("verdict", lesson::verdict_id(result.verdict));
    writer.member("lesson", claim.lesson);
    writer.member("source", claim.source);
    writer.begin_array("cases");
    for (const auto& found : result.cases) {
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("id", found.which->id);
        writer.member("name", report.ledger.case_name(claim, *found.which, report.language));
        writer.member("value", found.which->value.text());
        writer.member("found", record::if_measured(found.found));
        writer.member("least", found.which->least);
        writer.member("most", found.which->most);
        writer.member("holds", found.holds);
        writer.member("origin", lesson::origin_id(found.origin));
        writer.end();
    }
    writer.end();
    writer.end();
}

void write_json(Context& context, const ClaimsReport& report, std::size_t runs) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.begin_array("claims");
    for (const auto& result : report.results)
        write_result(writer, report, result);
    writer.end();
    writer.begin_array("contradictions");
    for (const auto& each : lesson::contradictions_of(report)) {
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("id", each.which->id);
        writer.member("title", report.ledger.sentence(each.which->id, report.language));
        writer.list_member("claims", each.claims, [&](const auto& result) { return result->claim->id; });
        writer.member("summary", each.summary(report.language));
        writer.end();
    }
    writer.end();
    writer.member("runs", runs);
    writer.member("environment", report.environment);
    writer.end();
    context.out << writer.text();
}

// --- the command

void require_report_name(const std::string& file) {
    if (file.empty()) return;
    const bool known = text::has_ending(file, ".html") || text::has_ending(file, ".md");
    if (!known) throw text::bad_input("claims.bad_report", {{"file", file}});
    io::require_writable_place(file);
}

void save_report(Context& context, const ClaimsReport& report, const std::string& file) {
    if (file.empty()) return;
    io::write_file(file, text::has_ending(file, ".md") ? lesson::report_markdown(report) : lesson::report_html(report));
    context.err << context.say("claims.written", {{"file", file}}) << '\n';
}

int test_claims(Context& context, const ClaimOptions& options) {
    const std::string folder = options.folder.empty() ? lesson::lessons_folder() : options.folder;
    if (!lesson::has_claims(folder)) throw text::bad_input("claims.not_here", {{"folder", folder}});
    const Ledger ledger = lesson::load_claims(folder);
    const auto claims = selected(ledger, options);
    require_report_name(options.report);

    lesson::ClaimRuns runs(ledger);
    std::stop_source stop;
    std::optional<text::Error> failure;
    const InterruptScope interrupts;
    try {
        lesson::measure(
            runs, ledger, claims,
            [&](const scenario::Scenario& scenario) {
                auto record = record_to_end(context, scenario, &interrupts);
                if (interrupts.requested()) stop.request_stop();
                return record;
            },
            [&](std::size_t done, std::size_t all, const std::string& name) {
                context.err << context.say(
                                   "claims.running",
                                   {{"number", std::to_string(done + 1)}, {"all", std::to_string(all)}, {"name", name}})
                            << '\n';
            },
            stop.get_token());
    } catch (const text::Error& error) { // no LibTorch: what needs no run is shown all the same
        if (error.kind() == text::ErrorKind::BadInput) throw;
        failure = error;
    }

    const auto records = runs.records();
    ClaimsReport report{ledger,
                        {},
                        context.language,
                        records.empty() ? std::string() : run_environment(context, *records.begin()->second)};
    for (const auto* claim : claims)
        report.results.push_back(lesson::judge(ledger, *claim, records));
    context.json ? write_json(context, report, runs.size()) : print_results(context, report);
    save_report(context, report, options.report);
    if (failure) throw *failure;
    if (interrupts.requested()) {
        context.err << context.say("claims.stopped") << '\n';
        return interrupts.status();
    }
    const bool denied = std::ranges::any_of(
        report.results, [](const ClaimResult& result) { return result.verdict == ClaimVerdict::Fails; });
    return !options.ids.empty() && denied ? kAnswerIsNo : kDone;
}

} // namespace

void add_claim_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("claims", "The chapters' claims, each tested here, and where they differ");
    auto options = std::make_shared<ClaimOptions>();
    command->add_option("ID", options->ids, "Only these claims; status 1 when one of them does not hold");
    command->add_option("--chapter", options->chapter, "Only this chapter: A or B");
    command->add_option("--report", options->report, "Also write a report: FILE.html or FILE.md");
    command->add_option("--folder", options->folder,
                        "Where claims.json lies; else AMPSCOPE_LESSONS, else the program's");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return test_claims(context, *options); }; });
}

} // namespace ampscope::cli

#include "app/cli/runs_reports.h"

#include <array>
#include <ctime>
#include <map>
#include <optional>

#include "app/cli/keep_runs.h"
#include "app/cli/table.h"
#include "core/io/numbers.h"
#include "core/record/store/codec.h"
#include "core/record/store/comparison.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/words.h"

namespace ampscope::cli {

using io::JsonWriter;
using record::RunEntry;
using Layout = JsonWriter::Layout;

namespace {

struct Subject {
    std::optional<RunEntry> entry; ///< of the library; none for a file
    std::string name;              ///< of the run or the file
    record::RunRecord record;
    std::string label() const { return entry ? entry->id + " " + name : name; }
};

std::vector<Subject> load(Context& context, const std::vector<std::string>& runs) {
    std::unique_ptr<record::RunStore> store;
    std::vector<Subject> subjects;
    for (const auto& run : runs) {
        if (run.ends_with(".jsonl")) {
            subjects.push_back({std::nullopt, run, record::load_journal(run)});
        } else if (run.ends_with(".json") || run.find('/') != std::string::npos) {
            subjects.push_back({std::nullopt, run, record::load_record(run)});
        } else {
            if (!store) store = open_library(context);
            const RunEntry entry = store->entry(store->find(run));
            subjects.push_back({entry, entry.name, store->load(entry.id)});
        }
    }
    return subjects;
}

std::string figure_text(const record::FigureInfo& info, double value) {
    if (record::is_missing(value)) return "-";
    return info.bytes ? io::to_text(value / 1e6, 5) + " MB" : io::to_text(value, 5);
}

void write_figures(JsonWriter& writer, const record::RunFigures& figures) {
    for (const auto& info : record::figure_infos())
        writer.member(info.name, record::if_measured(figures.*info.member));
}

std::string show_json(const Subject& subject, const std::map<std::string, std::int64_t>& facts) {
    JsonWriter writer;
    writer.begin_object();
    if (subject.entry) write_entry(writer, *subject.entry);
    writer.begin_object("figures", Layout::OneLine);
    write_figures(writer, record::figures(subject.record));
    writer.end();
    writer.begin_object("facts", Layout::OneLine);
    for (const auto& [kind, count] : facts)
        writer.member(kind, count);
    writer.end();
    writer.begin_object("environment", Layout::OneLine);
    for (const auto& [name, value] : subject.record.environment())
        std::visit([&, &key = name](const auto& content) { writer.member(key, content); }, value);
    writer.end();
    writer.begin_member("scenario");
    scenario::write_scenario(writer, subject.record.scenario());
    writer.end();
    return writer.take();
}

std::string compare_json(const std::vector<Subject>& subjects, const record::Comparison& comparison) {
    JsonWriter writer;
    writer.begin_object();
    writer.begin_array("runs");
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        writer.begin_object(Layout::OneLine);
        subjects[i].entry ? writer.member("id", subjects[i].entry->id) : writer.null_member("id");
        writer.member("name", subjects[i].name);
        write_figures(writer, comparison.figures[i]);
        writer.end();
    }
    writer.end();
    writer.begin_array("fields");
    for (const auto& row : comparison.fields) {
        writer.begin_object(Layout::OneLine);
        writer.member("path", row.path);
        writer.list_member("values", row.values);
        writer.end();
    }
    writer.end();
    writer.end();
    return writer.take();
}

std::string diff_json(const record::RecordDiff& diff) {
    JsonWriter writer;
    writer.begin_object();
    writer.member("same", diff.same());
    writer.list_member("fields", diff.fields, Layout::OneLine);
    writer.list_member("recorded_by_one", diff.recorded_by_one, Layout::OneLine);
    writer.begin_array("columns");
    for (const auto& column : diff.columns) {
        writer.begin_object(Layout::OneLine);
        writer.member("column", column.column);
        writer.member("step", column.step);
        writer.member("a", record::if_measured(column.a.value_or(record::kMissing)));
        writer.member("b", record::if_measured(column.b.value_or(record::kMissing)));
        writer.end();
    }
    writer.end();
    writer.member("facts", diff.fact_step);
    writer.member("details", diff.detail_step);
    writer.end();
    return writer.take();
}

} // namespace

void write_entry(JsonWriter& writer, const RunEntry& entry) {
    writer.member("id", entry.id);
    writer.member("name", entry.name);
    writer.member("state", record::state_name(entry.state));
    writer.member("created", record::utc_text(entry.created));
    writer.member("precision", entry.precision);
    writer.member("steps_run", entry.steps_run);
    writer.member("steps_skipped", entry.steps_skipped);
    writer.member("final_loss", record::if_measured(entry.final_loss));
    writer.member("pinned", entry.pinned);
    writer.member("deleted", entry.deleted);
}

std::string state_label(const Context& context, record::StoredState state) {
    static constexpr std::array kIds = {"runs.state_running", "runs.state_finished", "runs.state_stopped",
                                        "runs.state_failed", "runs.state_interrupted"};
    return context.say(kIds[static_cast<std::size_t>(state)]);
}

std::string local_time(std::int64_t milliseconds) {
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    char buffer[32] = {};
    if (const std::tm* time = std::localtime(&seconds)) std::strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M", time);
    return buffer;
}

int show_run(Context& context, const std::vector<std::string>& runs) {
    const Subject subject = std::move(load(context, runs)[0]);
    const auto& run = subject.record;
    std::map<std::string, std::int64_t> facts;
    for (const auto& fact : run.facts())
        ++facts[fact.kind];
    if (context.json) {
        context.out << show_json(subject, facts);
        return kDone;
    }
    Table table({context.say("runs.run"), subject.label()});
    if (subject.entry) {
        table.add({context.say("runs.state"), state_label(context, subject.entry->state)});
        table.add({context.say("runs.created"), local_time(subject.entry->created)});
    }
    for (const auto& path : scenario::differing_fields(scenario::Scenario{}, run.scenario()))
        if (path != "name") table.add({path, scenario::to_text(scenario::find_field(path)->get(run.scenario()))});
    const record::RunFigures figures = record::figures(run);
    for (const auto& info : record::figure_infos())
        table.add({context.say(info.label), figure_text(info, figures.*info.member)});
    for (const auto& [kind, count] : facts)
        table.add({context.say("runs.fact", {{"kind", kind}}), std::to_string(count)});
    for (const auto& [name, value] : run.environment())
        table.add({name, run.environment_text(name)});
    table.print(context.out);
    return kDone;
}

int compare_runs(Context& context, const std::vector<std::string>& runs) {
    const std::vector<Subject> subjects = load(context, runs);
    std::vector<const record::RunRecord*> records;
    std::vector<std::string> header = {""};
    for (const auto& subject : subjects) {
        records.push_back(&subject.record);
        header.push_back(subject.label());
    }
    const record::Comparison comparison = record::compare(records);
    if (context.json) {
        context.out << compare_json(subjects, comparison);
        return kDone;
    }
    Table table(header);
    for (std::size_t i = 1; i <= subjects.size(); ++i)
        table.align(i, Table::Align::Right);
    for (const auto& row : comparison.fields) {
        std::vector<std::string> cells = {row.path};
        cells.insert(cells.end(), row.values.begin(), row.values.end());
        table.add(std::move(cells));
    }
    for (const auto& info : record::figure_infos()) {
        std::vector<std::string> cells = {context.say(info.label)};
        for (const auto& figures : comparison.figures)
            cells.push_back(figure_text(info, figures.*info.member));
        table.add(std::move(cells));
    }
    table.print(context.out);
    return kDone;
}

int diff_runs(Context& context, const std::vector<std::string>& runs) {
    const std::vector<Subject> subjects = load(context, runs);
    const Subject &a = subjects[0], &b = subjects[1];
    const record::RecordDiff diff = record::diff(a.record, b.record);
    const int status = diff.same() ? kDone : kAnswerIsNo;
    if (context.json) {
        context.out << diff_json(diff);
        return status;
    }
    if (!diff.fields.empty())
        context.out << context.say("runs.fields_differ", {{"fields", text::joined(diff.fields)}}) << '\n';
    if (diff.same())
        context.out << context.say("runs.same", {{"steps", std::to_string(a.record.samples().size())}}) << '\n';
    if (a.record.samples().size() != b.record.samples().size())
        context.out << context.say("runs.steps_differ", {{"a", std::to_string(a.record.samples().size())},
                                                         {"b", std::to_string(b.record.samples().size())}})
                    << '\n';
    if (!diff.recorded_by_one.empty())
        context.out << context.say("runs.only_one_recorded", {{"columns", text::joined(diff.recorded_by_one)}}) << '\n';
    if (!diff.columns.empty()) {
        const auto cell = [&](const std::optional<double>& value) {
            if (!value) return context.say("runs.no_row");
            return record::is_missing(*value) ? std::string("-") : io::to_text(*value);
        };
        Table table({context.say("runs.column"), context.say("runs.first_step"), a.label(), b.label()});
        for (std::size_t i = 1; i <= 3; ++i)
            table.align(i, Table::Align::Right);
        for (const auto& column : diff.columns)
            table.add({column.column, std::to_string(column.step), cell(column.a), cell(column.b)});
        table.print(context.out);
    }
    if (diff.fact_step)
        context.out << context.say("runs.facts_part", {{"step", std::to_string(*diff.fact_step)}}) << '\n';
    if (diff.detail_step)
        context.out << context.say("runs.details_part", {{"step", std::to_string(*diff.detail_step)}}) << '\n';
    return status;
}

} // namespace ampscope::cli

// runs list, show, compare, diff, export, import, rename, pin, delete, undelete, purge
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/keep_runs.h"
#include "app/cli/runs_reports.h"
#include "app/cli/table.h"
#include "core/io/numbers.h"
#include "core/scenario/fields.h"

namespace ampscope::cli {
namespace {

using io::JsonWriter;
using record::RunEntry;
using record::RunStore;
using Layout = JsonWriter::Layout;
using Texts = std::vector<std::string>;

struct RunsOptions {
    Texts runs;
    std::string text, state, precision, out, name;
    std::optional<std::int64_t> limit;
    bool deleted = false, off = false;
};

int list_runs(Context& context, const RunsOptions& options) {
    record::RunFilter filter{options.text, std::nullopt, options.precision, options.limit.value_or(-1),
                             options.deleted};
    if (options.limit && *options.limit < 1) throw text::bad_input("runs.bad_limit");
    if (scenario::Scenario known; !options.precision.empty())
        scenario::set_field(known, "precision", options.precision); // refuses what is no precision
    if (!options.state.empty()) {
        filter.state = record::find_state(options.state);
        if (!filter.state)
            throw text::bad_input("runs.unknown_state", {{"found", options.state},
                                                         {"known", "running, finished, stopped, failed, interrupted"}});
    }
    const auto entries = open_library(context)->list(filter);
    if (context.json) {
        JsonWriter writer;
        writer.begin_array();
        for (const auto& entry : entries) {
            writer.begin_object(Layout::OneLine);
            write_entry(writer, entry);
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    if (entries.empty()) {
        context.out << context.say("runs.none") << '\n';
        return kDone;
    }
    Table table({context.say("runs.id"), context.say("runs.name"), context.say("runs.state"),
                 context.say("runs.created"), context.say("runs.precision"), context.say("runs.steps_run"),
                 context.say("runs.steps_skipped"), context.say("runs.final_loss")});
    for (std::size_t i = 5; i < 8; ++i)
        table.align(i, Table::Align::Right);
    for (const auto& entry : entries) {
        const std::string state = state_label(context, entry.state);
        table.add({entry.id, entry.name, entry.pinned ? state + ", " + context.say("runs.pinned_mark") : state,
                   local_time(entry.created), entry.precision, std::to_string(entry.steps_run),
                   std::to_string(entry.steps_skipped),
                   record::is_missing(entry.final_loss) ? "-" : io::to_text(entry.final_loss, 5)});
    }
    table.print(context.out);
    return kDone;
}

int export_run(Context& context, const RunsOptions& options) {
    const auto store = open_library(context);
    const std::string id = store->find(options.runs[0]);
    if (options.out.empty()) {
        context.out << store->export_text(id);
        return kDone;
    }
    store->export_run(id, options.out);
    const RunEntry entry = store->entry(id);
    if (context.json) {
        JsonWriter writer;
        writer.begin_object(Layout::OneLine);
        write_entry(writer, entry);
        writer.member("file", options.out);
        writer.end();
        context.out << writer.text();
    } else {
        context.out << context.say("runs.exported", {{"name", entry.name}, {"file", options.out}}) << '\n';
    }
    return kDone;
}

// The ids of all runs that `texts` name, each once: nothing is changed when one of them is not there.
Texts find_all(const RunStore& store, const Texts& texts, bool deleted = false) {
    Texts ids;
    for (const auto& text : texts) {
        std::string id = store.find(text, deleted);
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(std::move(id));
    }
    return ids;
}

// `change` is done for each item in turn and gives the id of its run. What was done is told, also when an error comes
// after it.
int change_each(Context& context, RunStore& store, const Texts& items, const char* sentence,
                const std::function<std::string(const std::string&)>& change) {
    JsonWriter writer;
    writer.begin_array();
    const auto end = [&] {
        writer.end();
        if (context.json) context.out << writer.text();
    };
    try {
        for (const auto& item : items) {
            const RunEntry entry = store.entry(change(item));
            if (context.json) {
                writer.begin_object(Layout::OneLine);
                write_entry(writer, entry);
                writer.end();
            } else {
                context.out << context.say(sentence, {{"id", entry.id}, {"name", entry.name}}) << '\n';
            }
        }
    } catch (const text::Error&) {
        end();
        throw;
    }
    end();
    return kDone;
}

int import_runs(Context& context, const RunsOptions& options) {
    const auto store = open_library(context);
    return change_each(context, *store, options.runs, "runs.imported",
                       [&](const std::string& file) { return store->import_run(file); });
}

int rename_run(Context& context, const RunsOptions& options) {
    const auto store = open_library(context);
    return change_each(context, *store, find_all(*store, options.runs), "runs.renamed", [&](const std::string& id) {
        store->rename(id, options.name);
        return id;
    });
}

int pin_runs(Context& context, const RunsOptions& options) {
    const auto store = open_library(context);
    return change_each(context, *store, find_all(*store, options.runs), options.off ? "runs.unpinned" : "runs.pinned",
                       [&](const std::string& id) {
                           store->pin(id, !options.off);
                           return id;
                       });
}

int delete_runs(Context& context, const RunsOptions& options) {
    const auto store = open_library(context);
    return change_each(context, *store, find_all(*store, options.runs), "runs.deleted", [&](const std::string& id) {
        store->remove(id);
        return id;
    });
}

int undelete_runs(Context& context, const RunsOptions& options) {
    const auto store = open_library(context);
    const Texts ids = options.runs.empty() ? Texts{""} : find_all(*store, options.runs, true);
    return change_each(context, *store, ids, "runs.undeleted",
                       [&](const std::string& id) { return store->undo_remove(id); });
}

int purge_runs(Context& context, const RunsOptions&) {
    const std::int64_t count = open_library(context)->purge();
    if (context.json) {
        JsonWriter writer;
        writer.begin_object(Layout::OneLine);
        writer.member("purged", count);
        writer.end();
        context.out << writer.text();
    } else {
        context.out << context.say("runs.purged", {{"count", std::to_string(count)}}) << '\n';
    }
    return kDone;
}

} // namespace

void add_runs_commands(CLI::App& app, Action& chosen) {
    auto* runs = app.add_subcommand("runs", "The run library: every run that was made on this machine");
    runs->require_subcommand(1);
    auto options = std::make_shared<RunsOptions>();
    const auto add = [&](const char* name, const char* help, int (*action)(Context&, const RunsOptions&)) {
        auto* command = runs->add_subcommand(name, help);
        command->callback([&chosen, options, action] {
            chosen = [options, action](Context& context) { return action(context, *options); };
        });
        return command;
    };
    const auto take_runs = [&](CLI::App* command, const char* help) {
        return command->add_option("RUN", options->runs, help)->required();
    };
    constexpr const char* kRun = "Id or name, or the beginning of one";
    constexpr const char* kRunOrFile = "Id or name, or the beginning of one; or a record.json";

    auto* list = add("list", "What there is", list_runs);
    list->add_option("--text", options->text, "Only with this in their name, or ids that begin with it");
    list->add_option("--state", options->state, "Only running, finished, stopped, failed or interrupted ones");
    list->add_option("--precision", options->precision, "Only of this precision");
    list->add_option("--limit", options->limit, "At most so many");
    list->add_flag("--deleted", options->deleted, "The deleted ones");
    take_runs(add("show", "Settings, figures and machine of one run",
                  [](Context& context, const RunsOptions& o) { return show_run(context, o.runs); }),
              kRunOrFile)
        ->expected(1);
    take_runs(add("compare", "Settings that differ and figures, side by side",
                  [](Context& context, const RunsOptions& o) { return compare_runs(context, o.runs); }),
              "Two to sixteen runs, each by id or name, or the beginning of one; or a record.json")
        ->expected(2, 16);
    take_runs(add("diff", "Where two runs part; exit status 1 when they do",
                  [](Context& context, const RunsOptions& o) { return diff_runs(context, o.runs); }),
              "Two runs, each by id or name, or the beginning of one; or a record.json")
        ->expected(2);
    auto* export_command = add("export", "Write a run to a file", export_run);
    take_runs(export_command, kRun)->expected(1);
    export_command->add_option("--out", options->out, "The file; without it the record is printed");
    add("import", "Read runs from files", import_runs)
        ->add_option("FILE", options->runs, "record.json, or a journal (.jsonl)")
        ->required();
    auto* rename = add("rename", "Give a run another name", rename_run);
    take_runs(rename, kRun)->expected(1)->allow_extra_args(false); // the second word is the name
    rename->add_option("NAME", options->name, "The new name")->required();
    auto* pin = add("pin", "Keep runs at the top, and from being deleted", pin_runs);
    take_runs(pin, kRun);
    pin->add_flag("--off", options->off, "No longer");
    take_runs(add("delete", "Take runs out of the list", delete_runs), kRun);
    add("undelete", "Bring deleted runs back", undelete_runs)
        ->add_option("RUN", options->runs, "Which; without it the one deleted last");
    add("purge", "Remove deleted runs for good and free their space", purge_runs);
}

} // namespace ampscope::cli

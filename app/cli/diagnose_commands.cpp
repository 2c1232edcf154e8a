// diagnose
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cli.h"
#include "app/cli/tensor_reading.h"
#include "core/diagnose/findings.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/tensorfile/example.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using namespace diagnose;

constexpr std::size_t kLargestLog = 64u << 20;

struct Options {
    std::string file, learning_rate = "1e-4";
    TensorOptions opening;
};

bool has_ending(const std::string& path, std::initializer_list<const char*> endings) {
    return std::ranges::any_of(endings, [&](const char* ending) { return text::has_ending(path, ending); });
}
bool is_checkpoint(const std::string& path) {
    return has_ending(path, {".safetensors", ".npy", ".npz", ".pt", ".pth", ".bin", ".ckpt"});
}
bool is_table(const std::string& path) {
    return has_ending(path, {".csv", ".tsv", ".txt"});
}

std::string figure(const std::optional<double>& value) {
    return value ? io::to_text(*value, 5) : "-";
}

void print_json(Context& context, const Diagnosis& diagnosis) {
    io::JsonWriter writer;
    const Summary& summary = diagnosis.summary;
    writer.begin_object();
    writer.begin_object("summary");
    writer.member("lines", summary.lines);
    writer.member("steps", summary.steps);
    writer.member("skipped", summary.skipped);
    writer.member("first_loss", summary.first_loss);
    writer.member("last_loss", summary.last_loss);
    writer.member("lowest_scale", summary.lowest_scale);
    writer.member("highest_scale", summary.highest_scale);
    writer.member("tensors", summary.tensors);
    writer.member("elements", summary.elements);
    writer.end();
    writer.begin_array("findings");
    for (const auto& finding : diagnosis.findings) {
        writer.begin_object();
        writer.member("id", finding.id);
        writer.member("severity", severity_id(finding.severity));
        writer.member("certainty", certainty_id(finding.certainty));
        writer.member("text", context.say(finding.what));
        writer.member("probe", context.say(finding.probe));
        writer.begin_array("evidence");
        for (const auto& evidence : finding.evidence) {
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            if (evidence.line > 0) writer.member("line", evidence.line);
            writer.member("text", text::one_line(evidence.text, 400));
            if (evidence.figure) writer.member("figure", context.say(*evidence.figure));
            writer.end();
        }
        writer.end();
        writer.end();
    }
    writer.end();
    writer.end();
    context.out << writer.text();
}

void print(Context& context, const Diagnosis& diagnosis) {
    const Summary& summary = diagnosis.summary;
    if (summary.tensors > 0)
        context.out << context.say("diagnose.summary_tensors",
                                   {{"tensors", std::to_string(summary.tensors)},
                                    {"elements", text::grouped(static_cast<std::int64_t>(summary.elements))}});
    else
        context.out << context.say("diagnose.summary_log", {{"lines", std::to_string(summary.lines)},
                                                            {"steps", std::to_string(summary.steps)},
                                                            {"first", figure(summary.first_loss)},
                                                            {"last", figure(summary.last_loss)},
                                                            {"lowest", figure(summary.lowest_scale)},
                                                            {"highest", figure(summary.highest_scale)},
                                                            {"skipped", std::to_string(summary.skipped)}});
    context.out << '\n';
    for (const auto& finding : diagnosis.findings) {
        context.out << '\n'
                    << context.say(severity_text(finding.severity)) << ": " << context.say(finding.what) << " ("
                    << context.say(certainty_text(finding.certainty)) << ")\n";
        for (const auto& evidence : finding.evidence) {
            context.out << "    ";
            if (evidence.line > 0)
                context.out << context.say("diagnose.line", {{"line", std::to_string(evidence.line)}}) << ": ";
            context.out << text::one_line(evidence.text, 160);
            if (evidence.figure) context.out << ": " << context.say(*evidence.figure);
            context.out << '\n';
        }
        context.out << "  " << context.say("diagnose.probe", {{"probe", finding.probe}}) << '\n';
    }
}

// What stands in rows is a log where it names losses or scales, else a table of numbers.
Diagnosis diagnosis_of(const std::string& path, const tensorfile::OpenOptions& open, const CheckpointOptions& options) {
    std::unique_ptr<tensorfile::TensorFile> file;
    if (is_checkpoint(path) || tensorfile::is_example(path)) {
        file = tensorfile::open_file_or_example(path, open);
    } else {
        try {
            return diagnose_log(read_log(io::read_file(path, kLargestLog)));
        } catch (const text::Error& no_log) {
            if (!is_table(path)) throw no_log.with_source(path);
            try {
                file = tensorfile::open_tensor_file(path, open);
            } catch (const text::Error& no_table) { // a .txt is more often a log
                if (text::has_ending(path, ".txt") && no_table.kind() == text::ErrorKind::BadInput)
                    throw no_log.with_source(path);
                throw;
            }
        }
    }
    return diagnose_checkpoint(*file, options);
}

int diagnose_file(Context& context, const Options& asked) {
    tensorfile::OpenOptions open = asked.opening.open();
    CheckpointOptions options;
    options.learning_rate = numeric::to_double(numeric::parse_expression(asked.learning_rate));
    if (!(options.learning_rate > 0)) throw text::bad_input("diagnose.bad_rate", {{"found", asked.learning_rate}});
    Diagnosis diagnosis;
    const auto interrupted = read_with_progress(context, [&](const Reading& reading) {
        open.stop = options.stop = reading.stop;
        open.progress = options.progress = reading.progress;
        diagnosis = diagnosis_of(asked.file, open, options);
    });
    if (interrupted) return *interrupted;
    if (context.json)
        print_json(context, diagnosis);
    else
        print(context, diagnosis);
    return diagnosis.has_problem() ? kAnswerIsNo : kDone;
}

} // namespace

void add_diagnose_commands(CLI::App& app, Action& chosen) {
    auto* command =
        app.add_subcommand("diagnose", "What a pasted training log, or a checkpoint (.safetensors, .npy), shows "
                                       "about its precision. Exit status 1: it shows a problem");
    auto options = std::make_shared<Options>();
    command->add_option("file", options->file, "The log (text, JSON lines or CSV) or the checkpoint")->required();
    command->add_option("--lr", options->learning_rate,
                        "The learning rate, for updates that would vanish; 1e-4 otherwise");
    options->opening.add_to(*command);
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return diagnose_file(context, *options); }; });
}

} // namespace ampscope::cli

// export-pytorch
#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

#include "app/cli/cli.h"
#include "core/io/file.h"
#include "core/io/json.h"
#include "core/io/json_writer.h"
#include "core/record/run_record.h"
#include "core/train/pytorch_export.h"
#include "core/train/training_step.h"

namespace ampscope::cli {
namespace {

struct ExportOptions {
    std::string source, out, device = "cuda";
    std::vector<std::string> sets;
    bool lines = false;
};

// A record, when the file is one: its live changes are exported, too.
std::optional<record::RunRecord> record_in(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(std::filesystem::u8path(path), ignored)) return std::nullopt;
    const io::Json json = io::read_json_file(path);
    if (!json.is_object() || !json.find("samples")) return std::nullopt;
    return record::read_record(json);
}

std::string_view name_of(train::CodePart part) {
    switch (part) {
    case train::CodePart::Model: return "model";
    case train::CodePart::Forward: return "forward";
    case train::CodePart::Backward: return "backward";
    case train::CodePart::Unscale: return "unscale";
    case train::CodePart::Clip: return "clip";
    case train::CodePart::Step: return "step";
    case train::CodePart::Update: return "update";
    case train::CodePart::Schedule: return "schedule";
    case train::CodePart::ZeroGrad: return "zero_grad";
    case train::CodePart::Other: return "other";
    }
    return "";
}

void print_lines(Context& context, const scenario::Scenario& scenario, const std::string& device) {
    const auto lines = train::training_step(scenario, {.device = device});
    if (!context.json) {
        for (const auto& line : lines)
            context.out << line.text << '\n';
        return;
    }
    io::JsonWriter writer;
    writer.begin_array();
    for (const auto& line : lines) {
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("text", line.text);
        writer.member("part", name_of(line.part));
        writer.end();
    }
    writer.end();
    context.out << writer.text();
}

int export_pytorch(Context& context, const ExportOptions& options) {
    const auto record = record_in(options.source);
    if (record && !options.sets.empty()) throw text::bad_input("cli.export_sets");
    const scenario::Scenario scenario = record ? record->scenario() : scenario_from(options.source, options.sets);
    refuse_unused(scenario, options.sets);
    if (options.lines && !options.out.empty()) throw text::bad_input("cli.export_lines");
    if (options.lines) {
        print_lines(context, scenario, options.device);
        return kDone;
    }
    const auto files = record ? train::pytorch_export(*record) : train::pytorch_export(scenario);
    if (options.out.empty()) {
        context.out << files.front().content;
        return kDone;
    }
    io::make_folder(options.out);
    std::vector<io::FileContent> contents;
    for (const auto& [name, content] : files)
        contents.push_back({options.out + "/" + name, content});
    io::write_files(contents); // all of them or none
    context.out << context.say("cli.export_written", {{"folder", options.out}}) << '\n';
    return kDone;
}

} // namespace

void add_export_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("export-pytorch", "A PyTorch script that reproduces the run");
    auto options = std::make_shared<ExportOptions>();
    command
        ->add_option("SCENARIO", options->source,
                     "A preset's name, a JSON file, or a record.json, whose live changes are exported, too")
        ->required();
    command->add_option("--set", options->sets, "field=value, as often as needed")->allow_extra_args(false);
    command->add_option("--out", options->out,
                        "Folder for train.py, text.bin and scenario.json; without it the script is printed");
    command->add_flag("--lines", options->lines, "Only the lines of one training step");
    command->add_option("--device", options->device, "With --lines: cuda, cpu or mps")
        ->check(CLI::IsMember({"cuda", "cpu", "mps"}))
        ->capture_default_str();
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return export_pytorch(context, *options); }; });
}

} // namespace ampscope::cli

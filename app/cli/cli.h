// The command line as a library: commands are called in-process by the tests, and main() is three lines.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"
#include "core/scenario/scenario.h"
#include "core/text/message.h"
#include "core/train/compute_thread.h"

namespace CLI {
class App;
}

namespace ampscope::cli {

/// Exit status.
enum Status : int {
    kDone = 0,
    kAnswerIsNo = 1, ///< the command ran, and what it was asked does not hold
    kBadInput = 2,
    kCouldNot = 3, ///< disk, LibTorch, memory
    // and 128 + N when signal N ended a run early: InterruptScope::status()
};

/// What every command has: where to write, which language, whether as JSON.
struct Context {
    std::ostream& out;
    std::ostream& err;
    text::Language language = text::Language::English;
    bool json = false;
    /// Made when the first command asks for it.
    train::ComputeThread& compute();
    /// Runs `job` on the compute thread and waits; throws what it threw, or why there is no engine.
    void with_engine(const std::function<void(train::Engine&)>& job);

    std::string say(const text::Message& message) const { return text::render(message, language); }
    std::string say(std::string id, std::vector<text::Argument> arguments = {}) const {
        return text::render({std::move(id), std::move(arguments)}, language);
    }
    /// A line on the error stream, behind the program's name.
    void warn(std::string_view line) const { err << "ampscope-cli: " << line << '\n'; }

    std::unique_ptr<train::ComputeThread> compute_thread;
};

/// Runs one command line (without the program's name). Never throws.
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

/// Sets each "field=value". Throws BadInput errors.
void apply_sets(scenario::Scenario& scenario, const std::vector<std::string>& sets);
/// A preset or file with `field=value` changes on top; under a preset's name only where it is still that preset. Throws
/// text::Error.
scenario::Scenario scenario_from(const std::string& name_or_path, const std::vector<std::string>& sets);

/// Settings of the loss scaler among `sets` do nothing where the scenario has none: throws a BadInput error that names
/// the first. For commands with one scenario.
void refuse_unused(const scenario::Scenario& scenario, const std::vector<std::string>& sets);

/// "measured here: LibTorch …": what every figure of a run stands beside.
std::string run_environment(const Context& context, const record::RunRecord& record);

// Each adds its subcommands; a subcommand's work is put into `chosen` when it is on the command line.
using Action = std::function<int(Context&)>;
void add_number_commands(CLI::App& app, Action& chosen);
void add_calculation_commands(CLI::App& app, Action& chosen);
void add_run_commands(CLI::App& app, Action& chosen);
void add_runs_commands(CLI::App& app, Action& chosen);
void add_sweep_commands(CLI::App& app, Action& chosen);
void add_mistake_commands(CLI::App& app, Action& chosen);
void add_autocast_commands(CLI::App& app, Action& chosen);
void add_bench_commands(CLI::App& app, Action& chosen);
void add_exercise_commands(CLI::App& app, Action& chosen);
void add_export_commands(CLI::App& app, Action& chosen);
void add_inspect_commands(CLI::App& app, Action& chosen);
void add_diagnose_commands(CLI::App& app, Action& chosen);
void add_lesson_commands(CLI::App& app, Action& chosen);
void add_learning_commands(CLI::App& app, Action& chosen);
void add_claim_commands(CLI::App& app, Action& chosen);
void add_cuda_commands(CLI::App& app, Action& chosen);
void add_memory_commands(CLI::App& app, Action& chosen);
void add_hardware_commands(CLI::App& app, Action& chosen);
void add_probe_commands(CLI::App& app, Action& chosen);
void add_scaler_commands(CLI::App& app, Action& chosen);
void add_setup_commands(CLI::App& app, Action& chosen);
void add_sum_commands(CLI::App& app, Action& chosen);

} // namespace ampscope::cli

// bench window, bench python: figures that another program measures of itself.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "app/cli/bench.h"
#include "app/cli/bench_folder.h"
#include "core/hardware/machine.h"
#include "core/io/child_process.h"
#include "core/io/module_file.h"
#include "core/memory/bytes.h"
#include "core/memory/model.h"
#include "core/record/store/comparison.h"

namespace ampscope::cli {
namespace {

struct Ended {
    std::string json;  ///< what was printed between a line "{" and a line "}"
    std::string other; ///< the last other line
    std::optional<int> status;
};

Ended run_program(const BenchRun& run, std::vector<std::string> words,
                  std::vector<std::pair<std::string, std::string>> variables) {
    Ended ended;
    std::stop_source stop;
    bool is_inside = false;
    io::ChildCall call{std::move(words), std::move(variables)};
    call.on_line = [&](std::string_view line) {
        if (line == "{") is_inside = true;
        if (is_inside)
            ended.json.append(line).append("\n");
        else
            ended.other = line;
        if (line == "}") is_inside = false;
    };
    call.on_tick = [&] {
        if (run.is_stopped()) stop.request_stop();
    };
    ended.status = io::run_child(call, stop.get_token());
    return ended;
}

// Throws with its last words when it gave up; one that was stopped did not.
void require_success(const Ended& ended, const std::string& program) {
    if (ended.status.value_or(0) != 0)
        throw text::could_not(
            "cli.bench_program_failed",
            {{"program", program}, {"status", std::to_string(*ended.status)}, {"reason", ended.other}});
}

// Adds what the program printed.
void add_rows(BenchRun& run, const Ended& ended, const std::string& program) {
    require_success(ended, program);
    if (!ended.status) return;
    for (auto& row : read_measured(ended.json))
        run.rows.push_back(std::move(row));
}

std::string window_program() {
    const auto program = io::program_folder() / "ampscope";
    if (!std::filesystem::exists(program)) throw text::could_not("cli.bench_no_window", {});
    return program.string();
}

// What runs in `folder` finds nothing of the user's and leaves nothing behind.
std::vector<std::pair<std::string, std::string>> alone_in(const BenchFolder& folder) {
    std::vector<std::pair<std::string, std::string>> variables = {{"AMPSCOPE_DATA", folder.file("data")},
                                                                  {"XDG_CONFIG_HOME", folder.file("config")}};
    if (!std::getenv("QT_QPA_PLATFORM")) variables.emplace_back("QT_QPA_PLATFORM", "offscreen");
    return variables;
}

// The window trains for some seconds; then it is told to end.
void add_end_by_signal(BenchRun& run, const std::string& program, const BenchFolder& folder) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kRunning = std::chrono::seconds(5);
    std::vector<double> ends;
    for (int round = 0; round < run.rounds(3) && !run.is_stopped(); ++round) {
        std::stop_source stop;
        const auto begin = Clock::now();
        std::optional<Clock::time_point> asked;
        io::ChildCall call{{program, "--lab", "scale"}, alone_in(folder)};
        call.on_tick = [&] {
            if (asked || (Clock::now() - begin < kRunning && !run.is_stopped())) return;
            asked = Clock::now();
            stop.request_stop(); // sends SIGTERM
        };
        const auto status = io::run_child(call, stop.get_token());
        if (status)
            throw text::could_not("cli.bench_program_failed",
                                  {{"program", program}, {"status", std::to_string(*status)}, {"reason", ""}});
        ends.push_back(std::chrono::duration<double, std::milli>(Clock::now() - *asked).count());
    }
    const double written = milliseconds_of([&] { io::write_file(folder.file("small"), std::string(4096, 'x')); });
    if (!run.is_stopped()) run.rows.push_back({"window.sigterm", record::spread(ends).median, {}, written});
}

// Milliseconds that the compiler and the linker worked in a build folder: Ninja's log has begin and end of each task.
double compiling_milliseconds(const std::string& ninja_log) {
    std::ifstream file(ninja_log);
    double sum = 0;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        if (double begin = 0, end = 0; words >> begin >> end) sum += end - begin;
    }
    return sum;
}

} // namespace

std::vector<Measured> read_measured(std::string_view text) {
    std::vector<Measured> rows;
    const io::Json json = io::parse_json(text, "");
    for (const auto& item : json.at("rows").items()) {
        Measured row{item.at("id").as_string(), item.at("value").as_real(), {}, 0};
        if (const auto* ratio = item.find("ratio"); ratio && !ratio->is_null()) row.ratio = ratio->as_real();
        if (const auto* limit = item.find("limit")) row.limit = limit->as_real();
        if (const auto* remark = item.find("remark")) row.remark = remark->as_string();
        rows.push_back(std::move(row));
    }
    return rows;
}

void bench_window(BenchRun& run) {
    const std::string program = window_program();
    const BenchFolder folder;
    std::vector<std::string> words = {program, "--bench", "--json"};
    if (run.quick) words.push_back("--quick");
    const Ended ended = run_program(run, words, alone_in(folder));
    add_rows(run, ended, program);
    if (!run.is_stopped()) run.qt = io::parse_json(ended.json, "").at("qt").as_string();
    if (!run.is_stopped()) add_end_by_signal(run, program, folder);
}

void bench_suite(BenchRun& run) {
    const BenchFolder folder;
    const std::string clone = folder.file("clone");
    require_success(run_program(run, {"git", "clone", "--quiet", ".", clone}, {}), "git clone");
    Ended tested;
    const double ms = milliseconds_of([&] {
        tested = run_program(run, {"bash", "-c", "cd \"$1\" && exec scripts/test", "bench", clone}, {});
    });
    require_success(tested, "scripts/test");
    if (run.is_stopped()) return;
    const double worked = compiling_milliseconds(clone + "/build/release/.ninja_log");
    run.rows.push_back({"suite.clean", ms / 60'000, {}, worked / 60'000 / hardware::read_machine().cores});
}

void bench_python(BenchRun& run) {
    using scenario::ModelSize;
    if (run.peer.empty()) throw text::could_not("cli.bench_no_python", {});
    const auto command_line = io::program_folder() / "ampscope-cli";
    std::vector<std::string> words = {run.peer.at(0), run.peer.at(1), command_line.string(), run.peer.at(0)};
    if (run.quick) words.push_back("--quick");
    const std::size_t before = run.rows.size();
    add_rows(run, run_program(run, words, {}), run.peer.at(1));

    const auto sized = [](ModelSize size) {
        scenario::Scenario scenario;
        scenario.model.size = size;
        return scenario;
    };
    const auto held = [&](ModelSize size) {
        const auto scenario = sized(size);
        const auto model = memory::model_of(scenario);
        return memory::by_formula(scenario, model.parameters).total() +
               memory::activations_by_formula(scenario, model.vocabulary);
    };
    for (std::size_t i = before; i < run.rows.size(); ++i) {
        Measured& row = run.rows[i];
        const double operations =
            product_operations(sized(row.id.starts_with("python.10m") ? ModelSize::M10 : ModelSize::Nano));
        if (row.id == "python.10m.peak")
            row.limit = (held(ModelSize::M10) - held(ModelSize::Nano)) / 1e6;
        else if (row.id.starts_with("python.nano.bf16"))
            row.limit = run.limits.ms_of_bf16_operations(operations);
        else
            row.limit = run.limits.ms_of_operations(operations);
    }
}

} // namespace ampscope::cli

// bench: every figure that an issue names, beside what was asked and the physical limit. Times alone say little on a
// busy machine: what is compared ran alternately, and nothing here passes or fails.
#if __has_include(<sys/utsname.h>)
#include <sys/utsname.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fstream>
#include <limits>

#include "app/cli/bench.h"
#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "app/cli/table.h"
#include "core/hardware/machine.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/conversion.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/text/words.h"
#include "core/version.h"

namespace ampscope::cli {

std::vector<double> best_times(const BenchRun& run, int rounds, const std::vector<std::function<void()>>& works) {
    std::vector<double> best(works.size(), std::numeric_limits<double>::infinity());
    for (int round = 0; round < rounds && !run.is_stopped(); ++round)
        for (std::size_t i = 0; i < works.size(); ++i)
            best[i] = std::min(best[i], milliseconds_of(works[i]));
    return best;
}

void bench_number(BenchRun& run) {
    constexpr double kFrame = 1000.0 / 60;
    const auto convert = [](const char* text) {
        numeric::convert(numeric::parse_expression(text), numeric::format("fp16"));
    };
    const auto best =
        best_times(run, run.rounds(200),
                   {
                       [] {
                           // The longest expansion there is in fp32: 112 digits.
                           const auto value = numeric::parse_expression("fp32:0x007fffff");
                           for (const char* id : {"fp32", "fp16", "bf16", "e4m3", "e5m2"})
                               numeric::exact_decimal(numeric::convert(value, numeric::format(id)).stored);
                       },
                       [] {
                           char digits[200];
                           for (int i = 0; i < 5; ++i)
                               std::snprintf(digits, sizeof digits, "%.149f", 0x1.fffffcp-127);
                       },
                       [&] { convert("1e-999999999"); },
                       [&] { convert("1"); },
                       [] {
                           try {
                               numeric::parse_expression("2^2^2^2^2");
                           } catch (const text::Error&) { // that is the answer
                           }
                       },
                       [] { numeric::parse_expression("2^2"); },
                   });
    if (run.is_stopped()) return;
    const char* const ids[] = {"number.value", "number.tiny", "number.tower"};
    for (std::size_t i = 0; i < 3; ++i)
        run.rows.push_back({ids[i], best[2 * i], best[2 * i] / kFrame, best[2 * i + 1]});
}

namespace {

struct Group {
    std::string_view name;
    void (*measure)(BenchRun&);
    bool is_long = false; ///< measured only when it is named
};
constexpr Group kGroups[] = {{"steps", bench_steps},   {"memory", bench_memory},   {"number", bench_number},
                             {"arrays", bench_arrays}, {"machine", bench_machine}, {"library", bench_library},
                             {"window", bench_window}, {"python", bench_python},   {"suite", bench_suite, true}};

struct Options {
    std::vector<std::string> names, peer;
    std::string out, commit;
    bool quick = false, markdown = false, list = false;
};

// A name is a group's or a figure's.
bool is_named(const std::vector<std::string>& names, const Figure& figure) {
    return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
               return name == figure.id || name == figure.group();
           });
}

void check_names(const std::vector<std::string>& names) {
    for (const auto& name : names)
        if (std::ranges::none_of(bench_figures(), [&](const Figure& each) { return is_named({name}, each); }))
            throw text::bad_input("cli.unknown_bench",
                                  {{"found", name}, {"known", text::joined(kGroups, &Group::name)}});
}

// The first line of a file of the system, or what follows `label` in the line that begins so.
std::string line_of(const char* path, std::string_view label = "") {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(label)) return line.substr(label.size());
    return "";
}

std::string load_average() {
    std::string line = line_of("/proc/loadavg");
    return line.substr(0, line.find(' ')); // of the last minute
}

std::string now() {
    const std::time_t time = std::time(nullptr);
    char text[32] = {};
    if (const std::tm* utc = std::gmtime(&time)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", utc);
    return text;
}

std::string operating_system() {
    std::string name = line_of("/etc/os-release", "PRETTY_NAME=");
    std::erase(name, '"');
#if __has_include(<sys/utsname.h>)
    utsname system{};
    if (uname(&system) == 0)
        name.append(name.empty() ? "" : ", ").append(system.sysname).append(" ").append(system.release);
#endif
    return name;
}

std::string compiler() {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "GCC " __VERSION__;
#endif
}

BenchEnvironment environment_at_start(const Options& options, const MachineLimits& limits) {
    const auto machine = hardware::read_machine();
    return {{"program", std::string("ampscope ").append(kVersion)},
            {"commit", options.commit.empty() ? "not known" : options.commit},
            {"date", now()},
            {"cpu", machine.cpu},
            {"cores", std::to_string(machine.cores)},
            {"instructions", machine.instructions},
            {"memory", io::to_text(static_cast<double>(machine.memory_bytes) / 1e9, 3) + " GB"},
            {"system", operating_system()},
            {"compiler", compiler()},
            {"build", AMPSCOPE_BUILD_TYPE},
            {"threads", "1"},
            {"rounds", options.quick ? "quick" : "full"},
            {"multiply-add", io::to_text(limits.gflops, 3) + " GFLOP/s, fp32, one core"},
            {"multiply-add in bf16", io::to_text(limits.gflops_bf16, 3) + " GFLOP/s, fp32 sums, one core"},
            {"memory copy", io::to_text(limits.copy_gb_s, 3) + " GB/s, read and written"},
            {"load at start", load_average()}};
}

BenchReport measure(Context& context, const Options& options, const InterruptScope& interrupt) {
    BenchReport report;
    BenchRun run{context, measure_limits(), options.quick, options.peer, [&] { return interrupt.requested(); }};
    report.environment = environment_at_start(options, run.limits);
    for (const auto& group : kGroups) {
        const auto is_asked = [&](const Figure& figure) {
            return figure.group() == group.name && is_named(options.names, figure);
        };
        if (std::ranges::none_of(bench_figures(), is_asked) || run.is_stopped()) continue;
        if (group.is_long && options.names.empty()) {
            report.left_out.push_back({std::string(group.name), context.say("cli.bench_long")});
            continue;
        }
        context.err << context.say("cli.bench_now", {{"group", std::string(group.name)}}) << std::endl;
        try {
            group.measure(run);
        } catch (const text::Error& error) {
            report.left_out.push_back({std::string(group.name), error.text(context.language)});
            continue;
        }
        if (run.is_stopped()) continue;
        for (const auto& figure : bench_figures())
            if (is_asked(figure) && std::ranges::find(run.rows, figure.id, &Measured::id) == run.rows.end())
                report.left_out.push_back({figure.id, context.say("cli.bench_no_row")});
    }
    report.stopped = run.is_stopped();
    for (auto& row : run.rows)
        if (const auto figure = std::ranges::find(bench_figures(), std::string_view(row.id), &Figure::id);
            figure != bench_figures().end() && is_named(options.names, *figure))
            report.rows.push_back(std::move(row));
    try {
        context.with_engine([&](train::Engine& engine) {
            report.environment.emplace_back("libtorch", engine.info().libtorch + ", " + engine.info().cpu);
        });
    } catch (const text::Error&) {
        report.environment.emplace_back("libtorch", "none");
    }
    if (!run.qt.empty()) report.environment.emplace_back("qt", run.qt);
    report.environment.emplace_back("load at end", load_average());
    return report;
}

void list(Context& context, const std::vector<std::string>& names) {
    io::JsonWriter writer;
    writer.begin_array();
    Table table({context.say("cli.bench_figure"), context.say("cli.bench_what")});
    for (const auto& figure : bench_figures()) {
        if (!is_named(names, figure)) continue;
        table.add({figure.id, figure.what});
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("id", figure.id);
        writer.member("what", figure.what);
        writer.end();
    }
    writer.end();
    if (context.json)
        context.out << writer.text();
    else
        table.print(context.out);
}

int bench(Context& context, const Options& options) {
    check_names(options.names);
    if (options.markdown && context.json)
        throw text::bad_input("gui.not_together", {{"one", "--markdown"}, {"other", "--json"}});
    if (options.list) {
        list(context, options.names);
        return kDone;
    }
    if (!options.out.empty()) io::require_writable_place(options.out);
    const InterruptScope interrupt;
    const BenchReport report = measure(context, options, interrupt);
    if (report.rows.empty() && !report.stopped && !report.left_out.empty())
        throw text::could_not("cli.bench_nothing", {{"reason", report.left_out.front().reason}});
    if (!options.out.empty())
        io::write_file(options.out, options.markdown ? bench_markdown(report) : bench_json(report));
    if (context.json)
        context.out << bench_json(report);
    else if (options.markdown)
        context.out << bench_markdown(report);
    else
        print_bench(context, report);
    return report.stopped ? interrupt.status() : kDone;
}

} // namespace

void add_bench_commands(CLI::App& app, Action& chosen) {
    auto* command =
        app.add_subcommand("bench", "Every figure of speed and size, beside what was asked and the physical limit: " +
                                        text::joined(kGroups, &Group::name));
    auto options = std::make_shared<Options>();
    command->add_option("NAME", options->names, "Only these groups or figures");
    command->add_flag("--list", options->list, "Name the figures, measure nothing");
    command->add_flag("--quick", options->quick, "Fewer rounds");
    command->add_flag("--markdown", options->markdown, "Print a table in Markdown");
    command->add_option("--out", options->out, "Write it to this file, too: JSON, or Markdown with --markdown");
    command->add_option("--peer", options->peer, "Python with PyTorch, and the script that measures beside it")
        ->expected(2);
    command->add_option("--commit", options->commit, "Which sources these are, for the environment");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return bench(context, *options); }; });
}

} // namespace ampscope::cli

// bench: figures as ratios in one run. Times alone say little on a busy machine; what is compared here ran alternately.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/bench.h"
#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/conversion.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/record/run_record.h"
#include "core/scenario/fields.h"

namespace ampscope::cli {
namespace {

using Row = BenchRow;

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

using Changes = std::vector<std::pair<const char*, const char*>>;
struct Variant {
    std::string name;
    Changes changes;
};

// Median wall time of a step for each variant; their steps alternate, so that a slow moment hits all of them.
std::vector<Row> step_rows(train::Engine& engine, const std::vector<Variant>& variants, int rounds) {
    std::vector<std::unique_ptr<train::Trainer>> trainers;
    std::vector<std::vector<double>> times(variants.size());
    for (const auto& variant : variants) {
        scenario::Scenario scenario;
        scenario.length.steps = 1'000'000;
        for (const auto& [field, value] : variant.changes)
            scenario::set_field(scenario, field, value);
        trainers.push_back(engine.make_trainer(scenario));
    }
    record::RunRecord ignored;
    constexpr int kWarmUp = 3;
    for (int round = 0; round < rounds + kWarmUp; ++round)
        for (std::size_t i = 0; i < trainers.size(); ++i) {
            const double ms = milliseconds_of([&] { trainers[i]->step(ignored, {}); });
            if (round >= kWarmUp) times[i].push_back(ms);
        }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < variants.size(); ++i)
        rows.push_back(
            {variants[i].name, median(times[i]), i == 0 ? "" : variants[0].name, median(times[i]) / median(times[0])});
    return rows;
}

std::vector<Row> precision_rows(train::Engine& engine) {
    const Changes quiet = {{"record.level", "none"}};
    const auto with = [&](const char* precision) {
        Changes changes = quiet;
        changes.push_back({"precision", precision});
        return changes;
    };
    return step_rows(
        engine, {{"nano step, fp32", quiet}, {"nano step, bf16", with("bf16")}, {"nano step, fp16", with("fp16")}}, 60);
}

std::vector<Row> recording_rows(train::Engine& engine) {
    const Changes micro = {{"model.size", "micro"}, {"record.level", "none"}};
    return step_rows(
        engine, {{"micro step, nothing recorded", micro}, {"micro step, default recording", {{"model.size", "micro"}}}},
        24);
}

std::vector<Row> number_rows(train::Engine&) {
    std::vector<double> times;
    for (int i = 0; i < 200; ++i)
        times.push_back(milliseconds_of([] {
            // The longest expansion there is in fp32: 112 digits.
            const auto value = numeric::parse_expression("fp32:0x007fffff");
            for (const char* id : {"fp32", "fp16", "bf16", "e4m3", "e5m2"})
                numeric::exact_decimal(numeric::convert(value, numeric::format(id)).stored);
        }));
    return {
        {"one value in five formats, all digits", median(times), "a frame at 60 Hz", median(times) / (1000.0 / 60)}};
}

struct Bench {
    std::string_view name;
    std::vector<Row> (*measure)(train::Engine&);
};
constexpr Bench kBenches[] = {{"precision", precision_rows},
                              {"recording", recording_rows},
                              {"number", number_rows},
                              {"arrays", array_rows},
                              {"machine", machine_rows}};

int bench(Context& context, const std::vector<std::string>& names) {
    for (const auto& name : names)
        if (std::ranges::find(kBenches, name, &Bench::name) == std::end(kBenches)) {
            std::string known;
            for (const auto& item : kBenches)
                known += (known.empty() ? "" : ", ") + std::string(item.name);
            throw text::bad_input("cli.unknown_bench", {{"found", name}, {"known", known}});
        }
    std::vector<Row> rows;
    train::EngineInfo info;
    context.with_engine([&](train::Engine& engine) {
        info = engine.info();
        for (const auto& item : kBenches)
            if (names.empty() || std::ranges::find(names, item.name) != names.end())
                std::ranges::copy(item.measure(engine), std::back_inserter(rows));
    });
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.begin_object("environment", io::JsonWriter::Layout::OneLine);
        writer.member("libtorch", info.libtorch);
        writer.member("cpu", info.cpu);
        writer.member("cores", info.cores);
        writer.end();
        writer.begin_array("rows");
        for (const auto& row : rows) {
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            writer.member("name", row.name);
            writer.member("ms", row.milliseconds);
            if (row.against.empty())
                writer.null_member("ratio");
            else
                writer.member("ratio", row.ratio), writer.member("against", row.against);
            writer.end();
        }
        writer.end();
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    context.out << "LibTorch " << info.libtorch << ", " << info.cpu << ", "
                << context.say("cli.bench_cores", {{"cores", std::to_string(info.cores)}}) << "\n\n";
    Table table(
        {context.say("cli.bench_what"), "ms", context.say("cli.bench_ratio"), context.say("cli.bench_against")});
    table.align(1, Table::Align::Right);
    table.align(2, Table::Align::Right);
    for (const auto& row : rows)
        table.add({row.name, io::to_text(row.milliseconds, 4), row.against.empty() ? "" : io::to_text(row.ratio, 3),
                   row.against});
    table.print(context.out);
    return kDone;
}

} // namespace

void add_bench_commands(CLI::App& app, Action& chosen) {
    auto* command =
        app.add_subcommand("bench", "Figures as ratios in one run: precision, recording, number, arrays, machine");
    auto names = std::make_shared<std::vector<std::string>>();
    command->add_option("NAME", *names, "Only these");
    command->callback([&chosen, names] { chosen = [names](Context& context) { return bench(context, *names); }; });
}

} // namespace ampscope::cli

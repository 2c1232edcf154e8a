#include "app/cli/sweep_plan.h"

#include <algorithm>
#include <array>

#include "core/io/csv.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"

namespace ampscope::cli {

using io::JsonWriter;
using Layout = JsonWriter::Layout;
using scenario::FieldType;

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// The value as the field holds it: 2^24 and 16777216 are one.
scenario::FieldValue value_of(const std::string& field, const std::string& text, scenario::Scenario scenario) {
    scenario::set_field(scenario, field, text);
    return scenario::find_field(field)->get(scenario);
}

void require_different_values(const SweepAxis& axis, const scenario::Scenario& base) {
    std::vector<scenario::FieldValue> seen;
    for (const auto& text : axis.values) {
        scenario::FieldValue value = value_of(axis.field, text, base);
        if (std::ranges::find(seen, value) != seen.end())
            throw text::bad_input("sweep.repeated_value", {{"field", axis.field}, {"value", text}});
        seen.push_back(std::move(value));
    }
}

std::string csv_number(double value) {
    return record::is_missing(value) ? "" : io::to_text(value);
}

void write_field(JsonWriter& writer, const std::string& path, const scenario::Scenario& scenario) {
    const scenario::FieldValue value = scenario::find_field(path)->get(scenario);
    if (const auto* flag = std::get_if<bool>(&value))
        writer.member(path, *flag);
    else if (const auto* integer = std::get_if<std::int64_t>(&value))
        writer.member(path, *integer);
    else if (const auto* real = std::get_if<double>(&value))
        writer.member(path, *real);
    else
        writer.member(path, scenario::to_text(value));
}

} // namespace

SweepAxis parse_over(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) throw text::bad_input("sweep.bad_over", {{"found", text}});
    SweepAxis axis{text.substr(0, equals), {}};
    const scenario::Field* field = scenario::find_field(axis.field);
    if (!field) throw scenario::unknown_field(axis.field, {});
    const std::string values = text.substr(equals + 1);
    const bool holds_commas = field->type == FieldType::RealPair || field->type == FieldType::TextList;
    axis.values = split(values, holds_commas || values.find(';') != std::string::npos ? ';' : ',');
    if (std::ranges::find(axis.values, "") != axis.values.end() && field->type != FieldType::Text &&
        field->type != FieldType::TextList)
        throw text::bad_input("sweep.empty_value", {{"found", text}});
    return axis;
}

void refuse_double_settings(const std::vector<std::string>& sets, const std::vector<std::string>& overs) {
    const auto field_of = [](const std::string& text) { return text.substr(0, text.find('=')); };
    for (const auto& over : overs)
        for (const auto& set : sets)
            if (field_of(over) == field_of(set))
                throw text::bad_input("sweep.set_and_over", {{"field", field_of(over)}});
}

std::string SweepPlan::label(std::size_t combination) const {
    std::string label;
    for (std::size_t i = 0; i < axes.size(); ++i)
        label += (i ? ", " : "") + axes[i].field + "=" + combinations[combination][i];
    return label;
}

SweepPlan plan_sweep(const scenario::Scenario& base, const std::vector<std::string>& overs, std::int64_t seeds) {
    if (seeds < 1) throw text::bad_input("sweep.bad_seeds", {{"found", std::to_string(seeds)}});
    SweepPlan plan;
    plan.seeds = seeds;
    std::int64_t count = 1;
    for (const auto& over : overs) {
        SweepAxis axis = parse_over(over);
        if (std::ranges::find(plan.axes, axis.field, &SweepAxis::field) != plan.axes.end())
            throw text::bad_input("sweep.twice", {{"field", axis.field}});
        if (axis.field == "seed" && seeds > 1) throw text::bad_input("sweep.seed_twice");
        require_different_values(axis, base);
        // Counts beyond a million million say no more than that there are too many.
        count = std::min<std::int64_t>(count * static_cast<std::int64_t>(axis.values.size()), 1'000'000'000'000);
        plan.axes.push_back(std::move(axis));
    }
    const std::int64_t runs = std::min<std::int64_t>(seeds, 1'000'000) * count;
    if (runs > kMaxSweepRuns || seeds > kMaxSweepRuns)
        throw text::bad_input("sweep.too_many", {{"count", text::grouped(std::max(runs, seeds))},
                                                 {"combinations", text::grouped(count)},
                                                 {"seeds", text::grouped(seeds)},
                                                 {"limit", text::grouped(kMaxSweepRuns)}});
    plan.combinations = {{}};
    for (const auto& axis : plan.axes) {
        std::vector<std::vector<std::string>> longer;
        for (const auto& combination : plan.combinations)
            for (const auto& value : axis.values) {
                longer.push_back(combination);
                longer.back().push_back(value);
            }
        plan.combinations = std::move(longer);
    }
    for (std::int64_t seed = 0; seed < seeds; ++seed)
        for (std::size_t combination = 0; combination < plan.combinations.size(); ++combination) {
            PlannedRun run{combination, base};
            for (std::size_t i = 0; i < plan.axes.size(); ++i)
                scenario::set_field(run.scenario, plan.axes[i].field, plan.combinations[combination][i]);
            if (seed > 0) scenario::set_field(run.scenario, "seed", std::to_string(run.scenario.seed + seed));
            plan.runs.push_back(std::move(run));
        }
    return plan;
}

std::span<const SweepFigure> sweep_figures() {
    static constexpr std::array kFigures = {
        SweepFigure{"mean_last_10_loss", &record::RunFigures::mean_last_10_loss},
        SweepFigure{"steps_skipped", &record::RunFigures::steps_skipped},
        SweepFigure{"steps_per_second", &record::RunFigures::steps_per_second},
        SweepFigure{"peak_bytes", &record::RunFigures::peak_bytes, true},
    };
    return kFigures;
}

std::vector<SweepRow> summarize_sweep(const SweepPlan& plan, const std::vector<SweepResult>& results) {
    std::vector<SweepRow> rows(plan.combinations.size());
    for (std::size_t combination = 0; combination < rows.size(); ++combination) {
        SweepRow& row = rows[combination];
        std::vector<const record::RunFigures*> finished;
        for (std::size_t i = 0; i < plan.runs.size(); ++i) {
            if (plan.runs[i].combination != combination) continue;
            if (results[i].state == "finished") finished.push_back(&results[i].figures);
            row.failed += results[i].state == "failed";
        }
        row.finished = static_cast<std::int64_t>(finished.size());
        for (const auto& figure : sweep_figures()) {
            std::vector<double> values;
            for (const auto* figures : finished)
                values.push_back(figures->*figure.member);
            row.spreads.push_back(record::spread(std::move(values)));
        }
    }
    return rows;
}

std::string sweep_csv(const SweepPlan& plan, const std::vector<SweepResult>& results) {
    std::string csv = "run";
    for (const auto& axis : plan.axes)
        if (axis.field != "seed") csv += "," + io::csv_cell(axis.field);
    csv += ",seed,state";
    for (const auto& figure : sweep_figures())
        csv += "," + std::string(figure.name);
    csv += ",id,file\r\n";
    for (std::size_t i = 0; i < plan.runs.size(); ++i) {
        const auto& run = plan.runs[i];
        const auto& result = results[i];
        if (result.state.empty()) continue;
        csv += std::to_string(i + 1);
        for (const auto& axis : plan.axes)
            if (axis.field != "seed")
                csv += "," + io::csv_cell(scenario::to_text(scenario::find_field(axis.field)->get(run.scenario)));
        csv += "," + std::to_string(run.scenario.seed) + "," + result.state;
        for (const auto& figure : sweep_figures())
            csv += "," + csv_number(result.figures.*figure.member);
        csv += "," + result.id + "," + io::csv_cell(result.file) + "\r\n";
    }
    return csv;
}

std::string sweep_json(const SweepPlan& plan, const std::vector<SweepResult>& results) {
    const auto rows = summarize_sweep(plan, results);
    const auto figures = sweep_figures();
    JsonWriter writer;
    writer.begin_object();
    writer.member("runs_planned", plan.runs.size());
    writer.member("seeds", plan.seeds);
    writer.begin_array("combinations");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        // The first run of each combination comes in the order of the combinations.
        writer.begin_object();
        writer.begin_object("values", Layout::OneLine);
        for (const auto& axis : plan.axes)
            write_field(writer, axis.field, plan.runs[i].scenario);
        writer.end();
        writer.member("finished", rows[i].finished);
        writer.member("failed", rows[i].failed);
        for (std::size_t k = 0; k < figures.size(); ++k) {
            writer.begin_object(figures[k].name, Layout::OneLine);
            writer.member("median", record::if_measured(rows[i].spreads[k].median));
            writer.member("least", record::if_measured(rows[i].spreads[k].least));
            writer.member("most", record::if_measured(rows[i].spreads[k].most));
            writer.end();
        }
        writer.end();
    }
    writer.end();
    writer.begin_array("runs");
    for (std::size_t i = 0; i < plan.runs.size(); ++i) {
        const auto& result = results[i];
        if (result.state.empty()) continue;
        writer.begin_object(Layout::OneLine);
        writer.member("run", i + 1);
        writer.member("combination", plan.runs[i].combination);
        writer.member("seed", plan.runs[i].scenario.seed);
        writer.member("state", result.state);
        if (!result.error.empty()) writer.member("error", result.error);
        for (const auto& figure : figures)
            writer.member(figure.name, record::if_measured(result.figures.*figure.member));
        writer.member("seconds", result.seconds);
        result.id.empty() ? writer.null_member("id") : writer.member("id", result.id);
        result.file.empty() ? writer.null_member("file") : writer.member("file", result.file);
        for (const auto& [name, values] : result.columns) {
            writer.begin_array(name, Layout::OneLine);
            for (const double value : values)
                record::is_missing(value) ? writer.null() : writer.value(value);
            writer.end();
        }
        writer.end();
    }
    writer.end();
    writer.end();
    return writer.take();
}

std::string record_file_name(const SweepPlan& plan, std::size_t run) {
    constexpr std::size_t kMaxLabel = 80;
    std::string label = plan.label(plan.runs[run].combination);
    std::erase(label, ' ');
    for (char& c : label) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                           c == '_' || c == '=' || c == '+' || c == '-' || c == '^';
        if (!plain) c = c == ',' ? '-' : '_';
    }
    label = label.substr(0, kMaxLabel);
    std::string number = std::to_string(run + 1);
    number.insert(0, number.size() < 3 ? 3 - number.size() : 0, '0');
    return number + (label.empty() ? "" : "-" + label) + "-seed=" + std::to_string(plan.runs[run].scenario.seed) +
           ".json";
}

} // namespace ampscope::cli

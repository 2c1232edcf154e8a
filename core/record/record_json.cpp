// Records as JSON, as CSV, and as a journal of JSON lines.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/detail_json.h"
#include "core/record/run_record.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::record {

using io::Json;
using io::JsonWriter;
using Layout = JsonWriter::Layout;

namespace {

// --- writing

void write_value(JsonWriter& writer, std::string_view name, const FactValue& value) {
    std::visit([&](const auto& content) { writer.member(name, content); }, value);
}

void write_cell(JsonWriter& writer, const ColumnInfo& info, double value) {
    if (is_missing(value))
        writer.null();
    else if (info.flag)
        writer.value(value != 0);
    else
        writer.value(value);
}

void write_environment(JsonWriter& writer, const Environment& environment) {
    writer.begin_object("environment", Layout::OneLine);
    for (const auto& [name, value] : environment)
        write_value(writer, name, value);
    writer.end();
}

void write_fact(JsonWriter& writer, const Fact& fact) {
    writer.begin_object(Layout::OneLine);
    writer.member("step", fact.step);
    writer.member("kind", fact.kind);
    for (const auto& [name, value] : fact.values)
        write_value(writer, name, value);
    writer.end();
}

// --- reading

FactValue read_value(const Json& json) {
    switch (json.kind()) {
    case Json::Kind::Boolean: return json.as_boolean();
    case Json::Kind::Number:
        // Whole numbers come back as integers unless they were written as -0 or beyond 2^53.
        if (const auto integer = io::parse_integer(json.raw()); integer && json.raw() != "-0") return *integer;
        return json.as_real();
    case Json::Kind::String:
        if (const auto special = io::parse_double(json.raw()); special && !std::isfinite(*special)) return *special;
        return json.as_string();
    default: return json.as_real(); // throws, with the place
    }
}

Fact read_fact(const Json& json) {
    Fact fact{json.at("step").as_integer(), json.at("kind").as_string(), {}};
    for (const auto& [name, value, place] : json.members())
        if (name != "step" && name != "kind") fact.values.emplace_back(name, read_value(value));
    return fact;
}

double read_cell(const Json& json, const ColumnInfo& info) {
    if (json.is_null()) return kMissing;
    if (info.flag && json.kind() == Json::Kind::Boolean) return json.as_boolean() ? 1 : 0;
    return json.as_real();
}

Environment read_environment(const Json& json) {
    Environment environment;
    for (const auto& [name, value, place] : json.members())
        environment.emplace_back(name, read_value(value));
    return environment;
}

void check_schema(const Json& json) {
    const Json& schema = json.at("schema");
    if (schema.as_integer() > kSchema)
        throw schema.error("record.newer_schema", {{"found", schema.raw()}, {"known", std::to_string(kSchema)}});
}

void read_samples(const Json& json, RunRecord& record) {
    std::size_t rows = 0;
    std::map<const ColumnInfo*, const std::vector<Json>*> found;
    for (const auto& [name, value, place] : json.members()) {
        const ColumnInfo* info = find_column(name);
        if (!info) continue; // a newer program's column
        const auto& cells = value.items();
        if (!found.empty() && cells.size() != rows)
            throw value.error(
                "record.uneven_columns",
                {{"column", name}, {"found", std::to_string(cells.size())}, {"expected", std::to_string(rows)}});
        rows = cells.size();
        found.emplace(info, &cells);
    }
    for (std::size_t row = 0; row < rows; ++row) {
        Sample sample;
        for (const auto& [info, cells] : found)
            sample[info->column] = read_cell((*cells)[row], *info);
        record.sample(sample);
    }
}

std::string journal_line(std::string_view name, auto&& write) {
    JsonWriter writer(Layout::OneLine);
    writer.begin_object();
    writer.begin_array(name);
    write(writer);
    writer.end();
    writer.end();
    std::string line = writer.take();
    line.pop_back(); // the newline is the journal's
    return line;
}

} // namespace

std::string record_text(const RunRecord& record) {
    JsonWriter writer;
    writer.begin_object();
    writer.member("schema", kSchema);
    writer.begin_member("scenario");
    scenario::write_scenario(writer, record.scenario());
    write_environment(writer, record.environment());
    writer.begin_object("samples");
    for (const auto& info : columns()) {
        writer.begin_array(info.name, Layout::OneLine);
        for (const auto& sample : record.samples())
            write_cell(writer, info, sample[info.column]);
        writer.end();
    }
    writer.end();
    writer.begin_array("facts");
    for (const auto& fact : record.facts())
        write_fact(writer, fact);
    writer.end();
    writer.begin_array("details");
    for (const auto& detail : record.details())
        write_detail(writer, detail);
    writer.end();
    const Summary summary = summarize(record);
    writer.begin_object("summary", Layout::OneLine);
    writer.member("steps_run", summary.steps_run);
    writer.member("steps_skipped", summary.steps_skipped);
    writer.member("final_loss", if_measured(summary.final_loss));
    writer.member("steps_per_second", if_measured(summary.steps_per_second));
    writer.end();
    writer.end();
    return writer.take();
}

std::string trace_csv(const RunRecord& record) {
    std::string csv;
    for (const auto& info : columns())
        csv += (csv.empty() ? "" : ",") + std::string(info.name);
    csv += "\r\n";
    for (const auto& sample : record.samples()) {
        bool first = true;
        for (const auto& info : columns()) {
            const double value = sample[info.column];
            if (!first) csv += ',';
            first = false;
            if (is_missing(value)) continue;
            csv += info.flag ? (value != 0 ? "true" : "false") : io::to_text(value);
        }
        csv += "\r\n";
    }
    return csv;
}

RunRecord read_record(const Json& json) {
    check_schema(json);
    RunRecord record(scenario::read_scenario(json.at("scenario")), read_environment(json.at("environment")));
    read_samples(json.at("samples"), record);
    for (const auto& fact : json.at("facts").items())
        record.fact(read_fact(fact));
    for (const auto& detail : json.at("details").items())
        record.detail(read_detail(detail));
    return record;
}

static RunRecord read_journal(std::string_view content, const std::string& path);

// A journal's first line is a whole object that a record never begins with: it says what runs, but has no samples.
static bool is_journal(std::string_view content) {
    const std::string_view line = content.substr(0, content.find('\n'));
    if (line.size() > (1u << 20) || !line.starts_with('{')) return false;
    try {
        const Json json = io::parse_json(line, "");
        return json.is_object() && json.find("scenario") && json.find("environment") && !json.find("samples");
    } catch (const text::Error&) {
        return false;
    }
}

RunRecord load_record(const std::string& path) {
    const std::string content = io::read_file(path);
    if (path.ends_with(".jsonl") || is_journal(content)) return read_journal(content, path);
    return read_record(io::parse_json(content, path));
}

Journal::Journal(const std::string& path, const scenario::Scenario& scenario, const Environment& environment)
    : m_file(path) {
    JsonWriter writer(Layout::OneLine);
    writer.begin_object();
    writer.member("schema", kSchema);
    writer.begin_member("scenario");
    scenario::write_scenario(writer, scenario);
    write_environment(writer, environment);
    writer.end();
    std::string line = writer.take();
    line.pop_back();
    m_file.write_line(line);
    m_file.sync();
}

void Journal::sample(const Sample& sample) {
    m_file.write_line(journal_line("sample", [&](JsonWriter& writer) {
        for (const auto& info : columns())
            write_cell(writer, info, sample[info.column]);
    }));
}

void Journal::fact(const Fact& fact) {
    m_file.write_line(journal_line("fact", [&](JsonWriter& writer) { write_fact(writer, fact); }));
}

void Journal::detail(const Detail& detail) {
    m_file.write_line(journal_line("detail", [&](JsonWriter& writer) { write_detail(writer, detail); }));
}

RunRecord load_journal(const std::string& path) {
    return read_journal(io::read_file(path), path);
}

static RunRecord read_journal(std::string_view content, const std::string& path) {
    RunRecord record;
    bool started = false;
    int number = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        ++number;
        const auto end = content.find('\n', begin);
        if (end == std::string_view::npos) break; // cut off in the middle of a line: the last second
        const std::string_view line = content.substr(begin, end - begin);
        begin = end + 1;
        try {
            const Json json = io::parse_json(line, path);
            if (!started) {
                check_schema(json);
                record =
                    RunRecord(scenario::read_scenario(json.at("scenario")), read_environment(json.at("environment")));
                started = true;
            } else if (const Json* sample = json.find("sample")) {
                Sample row;
                const auto all = columns();
                const auto& cells = sample->items();
                for (std::size_t i = 0; i < all.size() && i < cells.size(); ++i)
                    row[all[i].column] = read_cell(cells[i], all[i]);
                record.sample(row);
            } else if (const Json* fact = json.find("fact")) {
                for (const auto& item : fact->items())
                    record.fact(read_fact(item));
            } else if (const Json* detail = json.find("detail")) {
                for (const auto& item : detail->items())
                    record.detail(read_detail(item));
            }
        } catch (const text::Error& error) {
            if (started && begin >= content.size()) break; // torn by the kill, with an end of line behind it
            throw text::Error(error.kind(), error.message(), {path, number, error.location().column});
        }
    }
    if (!started) throw text::bad_input("record.empty_journal", {}, {path});
    return record;
}

} // namespace ampscope::record

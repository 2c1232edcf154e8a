#include "core/lesson/value.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/io/numbers.h"
#include "core/lesson/known_numbers.h"
#include "core/lesson/scanner.h"
#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "core/text/words.h"

namespace ampscope::lesson {

using record::Column;
using record::kMissing;
using record::RunRecord;
using record::Sample;
using scenario::Field;
using scenario::FieldType;
using scenario::Scenario;

namespace {

constexpr std::array<std::string_view, 13> kFunctions = {
    "first", "last", "min", "max", "mean", "count", "any", "at", "to", "ratio", "difference", "equal", "known"};
constexpr std::string_view kAllColumns = "all";
constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "=", "!="};
/// As core/record/events.h lists them.
constexpr std::array<std::string_view, 7> kFactKinds = {
    "step_skipped", "scale_changed", "loss_nonfinite", "setting_changed", "finished", "stopped", "failed"};

bool is_numeric(const Field& field) {
    return field.type == FieldType::Boolean || field.type == FieldType::Integer || field.type == FieldType::Real;
}

/// Fields of that path, or whose path ends in that name.
std::vector<const Field*> matching_fields(std::string_view name) {
    if (const Field* exact = scenario::find_field(name)) return {exact};
    const std::string ending = std::string(".").append(name);
    std::vector<const Field*> found;
    for (const auto& field : scenario::fields())
        if (field.path.ends_with(ending)) found.push_back(&field);
    return found;
}

double number_of(const scenario::FieldValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
    return std::get<double>(value);
}

double lowest(const std::vector<double>& values) {
    return *std::ranges::min_element(values);
}
double highest(const std::vector<double>& values) {
    return *std::ranges::max_element(values);
}
double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

class ValueParser {
  public:
    // `inside`: of a ratio or a difference, where no other stands.
    ValueParser(Scanner& scanner, bool inside) : m_scanner(scanner), m_is_inside(inside) {}

    Value parse() {
        read_function();
        m_scanner.expect("(");
        using enum Value::Function;
        switch (m_value.m_function) {
        case To: read_computed(); break;
        case Known: read_known(); break;
        case Ratio:
        case Difference: read_parts(); break;
        case Equal: read_equality(); break;
        default: read_measured();
        }
        return std::move(m_value);
    }

  private:
    void read_measured() {
        m_value.m_run = read_run();
        m_scanner.expect(",");
        const std::size_t at_name = read_name();
        if (m_scanner.accept(",")) read_condition();
        m_scanner.expect(")");
        resolve(at_name);
        m_value.m_text = function_text(m_value.m_run + ", " + m_value.m_name + condition_text());
    }

    void read_computed() {
        const auto id = m_scanner.name("lesson.a_format");
        const auto format = numeric::find_format(id);
        if (!format) fail_before(id, "lesson.unknown_format");
        m_scanner.expect(",");
        const std::size_t begin = m_scanner.position();
        const auto expression = m_scanner.until_closing();
        try {
            const auto conversion = numeric::convert(numeric::parse_expression(expression), *format);
            m_value.m_computed = numeric::to_double(conversion.stored);
        } catch (const text::Error& error) {
            // Its column counts from the expression's first character.
            throw moved(error, location_in({"", 1, 1}, m_scanner.text(), begin));
        }
        m_value.m_name = trimmed(expression);
        m_scanner.expect(")");
        m_value.m_text = function_text(format->id + ", " + m_value.m_name);
    }

    void read_known() {
        const std::size_t begin = m_scanner.position();
        m_value.m_name = m_scanner.name("lesson.a_source");
        m_scanner.expect(",");
        const std::string item(m_scanner.name("lesson.a_known_item"));
        m_scanner.expect(",");
        const auto property = m_scanner.name("lesson.a_known_item");
        const auto found = known_number(m_value.m_name, item, property);
        m_value.m_text = function_text(m_value.m_name + ", " + item + ", " + std::string(property));
        if (!found) m_scanner.fail("lesson.unknown_number", {{"found", printable(m_value.m_text)}}, begin);
        m_value.m_computed = *found;
        m_scanner.expect(")");
    }

    void read_parts() {
        if (m_is_inside) fail_before(std::string(function_name()) + "(", "lesson.nested_value");
        m_value.m_parts.push_back(ValueParser(m_scanner, true).parse());
        m_scanner.expect(",");
        m_value.m_parts.push_back(ValueParser(m_scanner, true).parse());
        m_scanner.expect(")");
        m_value.m_text = function_text(m_value.m_parts[0].m_text + ", " + m_value.m_parts[1].m_text);
    }

    void read_equality() {
        if (m_is_inside) fail_before(std::string(function_name()) + "(", "lesson.nested_value");
        m_value.m_run = read_run();
        m_scanner.expect(",");
        m_value.m_other_run = read_run();
        m_scanner.expect(",");
        const auto name = m_scanner.name("lesson.a_column_or_all");
        if (name != kAllColumns) {
            const auto* column = record::find_column(name);
            if (!column) fail_before(name, "lesson.unknown_column");
            if (column->kind == record::ColumnKind::Timing) fail_before(name, "lesson.never_equal");
            m_value.m_column = column->column;
        }
        m_value.m_name = name;
        if (m_scanner.accept(",")) read_condition();
        m_scanner.expect(")");
        m_value.m_text =
            function_text(m_value.m_run + ", " + m_value.m_other_run + ", " + m_value.m_name + condition_text());
    }

    void read_function() {
        const auto name = m_scanner.name("lesson.a_function");
        const auto found = std::ranges::find(kFunctions, name);
        if (found == kFunctions.end())
            fail_before(name, "lesson.unknown_function", {{"functions", text::joined(kFunctions)}});
        m_value.m_function = static_cast<Value::Function>(found - kFunctions.begin());
    }

    std::string read_run() {
        const auto name = m_scanner.name("lesson.a_run");
        if (!is_plain_name(name)) fail_before(name, "lesson.bad_name");
        return std::string(name);
    }

    std::size_t read_name() {
        const auto name = m_scanner.name("lesson.a_name");
        m_value.m_name = name;
        return m_scanner.position() - name.size();
    }

    void read_condition() {
        do {
            const auto name = m_scanner.name("lesson.a_column");
            const auto* column = record::find_column(name);
            if (!column) fail_before(name, "lesson.unknown_column");
            const auto comparison = m_scanner.comparison();
            m_value.m_tests.push_back({column->column, comparison, m_scanner.number()});
        } while (m_scanner.accept("and "));
    }

    // "at" without a condition reads the scenario; everything else reads samples or facts.
    void resolve(std::size_t at_name) {
        const bool reads_scenario = m_value.m_function == Value::Function::At && m_value.m_tests.empty();
        if (reads_scenario) return resolve_field(at_name);
        if (const auto* column = record::find_column(m_value.m_name)) {
            m_value.m_column = column->column;
            return;
        }
        if (std::ranges::find(kFactKinds, m_value.m_name) != kFactKinds.end()) {
            using enum Value::Function;
            const auto function = m_value.m_function;
            if (function == Min || function == Max || function == Mean || function == At)
                fail(at_name, "lesson.fact_has_no_value", {{"function", std::string(function_name())}});
            return;
        }
        fail(at_name, matching_fields(m_value.m_name).empty() ? "lesson.unknown_name" : "lesson.field_needs_at");
    }

    void resolve_field(std::size_t at_name) {
        const auto found = matching_fields(m_value.m_name);
        if (found.size() > 1) {
            std::vector<std::string_view> paths;
            for (const auto* field : found)
                paths.push_back(field->path);
            fail(at_name, "lesson.ambiguous_field", {{"fields", text::joined(paths)}});
        }
        const bool is_measured =
            record::find_column(m_value.m_name) || std::ranges::find(kFactKinds, m_value.m_name) != kFactKinds.end();
        if (found.empty()) fail(at_name, is_measured ? "lesson.at_needs_condition" : "lesson.unknown_name");
        if (!is_numeric(*found[0])) fail(at_name, "lesson.field_is_no_number");
        m_value.m_field = found[0];
        m_value.m_name = found[0]->path;
    }

    std::string_view function_name() const { return kFunctions[static_cast<std::size_t>(m_value.m_function)]; }

    std::string function_text(const std::string& arguments) const {
        return std::string(function_name()) + "(" + arguments + ")";
    }

    std::string condition_text() const {
        std::string text;
        std::string_view separator = ", ";
        for (const auto& test : m_value.m_tests) {
            text += std::string(separator) + std::string(record::columns()[static_cast<std::size_t>(test.column)].name);
            text.append(" ").append(kComparisons[static_cast<std::size_t>(test.comparison)]);
            text.append(" ").append(io::to_text(test.number));
            separator = " and ";
        }
        return text;
    }

    [[noreturn]] void fail(std::size_t offset, std::string id, std::vector<text::Argument> arguments = {}) {
        arguments.push_back({"found", printable(m_value.m_name)});
        m_scanner.fail(std::move(id), std::move(arguments), offset);
    }
    // About the name that was read last.
    [[noreturn]] void fail_before(std::string_view name, std::string id, std::vector<text::Argument> arguments = {}) {
        arguments.push_back({"found", printable(name)});
        m_scanner.fail(std::move(id), std::move(arguments), m_scanner.position() - name.size());
    }

    Scanner& m_scanner;
    bool m_is_inside;
    Value m_value;
};

Value Value::parse(std::string_view text) {
    Scanner scanner(text);
    Value value = ValueParser(scanner, false).parse();
    if (!scanner.at_end()) scanner.unexpected({"expected", text::Message{"lesson.the_end", {}}});
    return value;
}

Value Value::parse_beginning(std::string_view text, std::size_t& end) {
    Scanner scanner(text);
    Value value = ValueParser(scanner, false).parse();
    end = scanner.position();
    return value;
}

bool Value::compare(double found, Comparison comparison, double number) {
    switch (comparison) {
    case Comparison::Less: return found < number;
    case Comparison::LessEqual: return found <= number;
    case Comparison::Greater: return found > number;
    case Comparison::GreaterEqual: return found >= number;
    case Comparison::Equal: return found == number;
    case Comparison::NotEqual: return found != number;
    }
    return false;
}

bool Value::passes(const Sample& sample) const {
    return std::ranges::all_of(m_tests, [&](const Test& test) {
        const double found = sample[test.column];
        return !record::is_missing(found) && compare(found, test.comparison, test.number);
    });
}

std::vector<const Sample*> Value::samples_of(const RunRecord& run) const {
    std::vector<const Sample*> found;
    for (const auto& sample : run.samples()) {
        // "at" wants the first step where the condition holds, also where nothing was measured there.
        const bool counts = m_function == Function::At || !record::is_missing(sample[*m_column]);
        if (counts && passes(sample)) found.push_back(&sample);
    }
    return found;
}

std::vector<std::int64_t> Value::fact_steps_of(const RunRecord& run) const {
    std::vector<std::int64_t> found;
    const auto& samples = run.samples(); // ordered by step
    for (const auto* fact : run.facts_of(m_name)) {
        const auto row = std::ranges::lower_bound(samples, fact->step, {}, &Sample::step);
        Sample sample = row != samples.end() && row->step() == fact->step ? *row : Sample();
        sample[Column::Step] = static_cast<double>(fact->step);
        if (passes(sample)) found.push_back(fact->step);
    }
    return found;
}

std::vector<std::int64_t> Value::steps(const Records& records) const {
    const auto found = records.find(m_run);
    if (!is_measured() || found == records.end() || !found->second || m_field) return {};
    if (!m_column) return fact_steps_of(*found->second);
    std::vector<std::int64_t> steps;
    for (const auto* sample : samples_of(*found->second))
        steps.push_back(sample->step());
    return steps;
}

std::vector<std::string> Value::runs() const {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    add(m_run);
    add(m_other_run);
    for (const auto& part : m_parts)
        for (const auto& name : part.runs())
            add(name);
    return names;
}

bool Value::needs_run() const {
    if (!m_parts.empty()) return std::ranges::any_of(m_parts, &Value::needs_run);
    return !is_computed() && !m_field;
}

double Value::combined(double first, double second) const {
    if (record::is_missing(first) || record::is_missing(second)) return kMissing;
    return m_function == Function::Ratio ? first / second : first - second;
}

double Value::planned(const ScenarioOf& scenario_of) const {
    if (is_computed()) return m_computed;
    if (!m_parts.empty()) return combined(m_parts[0].planned(scenario_of), m_parts[1].planned(scenario_of));
    const Scenario* scenario = m_field ? scenario_of(m_run) : nullptr;
    return scenario ? number_of(m_field->get(*scenario)) : kMissing;
}

static bool same_bits(double first, double second) {
    const bool missing = record::is_missing(first);
    if (missing != record::is_missing(second)) return false;
    return missing || (std::isnan(first) && std::isnan(second)) ||
           std::bit_cast<std::uint64_t>(first) == std::bit_cast<std::uint64_t>(second);
}

double Value::equality(const Records& records) const {
    std::vector<const Sample*> rows[2];
    for (const int side : {0, 1}) {
        const auto found = records.find(side == 0 ? m_run : m_other_run);
        if (found == records.end() || !found->second) return kMissing;
        for (const auto& sample : found->second->samples())
            if (passes(sample)) rows[side].push_back(&sample);
    }
    if (rows[0].empty() && rows[1].empty()) return kMissing;
    return std::ranges::equal(rows[0], rows[1], [&](const Sample* first, const Sample* second) {
        return std::ranges::all_of(record::columns(), [&](const record::ColumnInfo& column) {
            const bool counts = m_column ? column.column == *m_column || column.column == Column::Step
                                         : column.kind == record::ColumnKind::Reproducible;
            return !counts || same_bits((*first)[column.column], (*second)[column.column]);
        });
    });
}

double Value::evaluate(const Records& records) const {
    if (is_computed()) return m_computed;
    if (m_function == Function::Equal) return equality(records);
    if (!m_parts.empty()) return combined(m_parts[0].evaluate(records), m_parts[1].evaluate(records));
    const auto found = records.find(m_run);
    if (found == records.end() || !found->second) return kMissing;
    if (m_field) return number_of(m_field->get(found->second->scenario()));

    std::vector<double> values;
    if (m_column)
        for (const auto* sample : samples_of(*found->second))
            values.push_back((*sample)[*m_column]);
    else
        for (const auto step : fact_steps_of(*found->second))
            values.push_back(static_cast<double>(step));
    if (m_function == Function::Count) return static_cast<double>(values.size());
    if (m_function == Function::Any) return values.empty() ? 0 : 1;
    if (values.empty()) return kMissing;
    if (m_function == Function::Last) return values.back();
    if (m_function == Function::First || m_function == Function::At) return values.front();
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); }))
        return std::numeric_limits<double>::quiet_NaN();
    return m_function == Function::Min ? lowest(values) : m_function == Function::Max ? highest(values) : mean(values);
}

} // namespace ampscope::lesson

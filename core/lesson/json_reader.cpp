#include "core/lesson/json_reader.h"

#include <cmath>

#include "core/lesson/folder.h"
#include "core/lesson/placeholders.h"
#include "core/lesson/scanner.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::lesson {

using io::Json;
using scenario::Scenario;

ObjectReader::ObjectReader(const Json& object, std::vector<text::Error>& warnings)
    : m_object(object), m_warnings(warnings) {
    object.members(); // throws unless it is an object
}

const Json* ObjectReader::find(std::string_view name) {
    m_asked.insert(name);
    return m_object.find(name);
}

const Json& ObjectReader::at(std::string_view name) {
    m_asked.insert(name);
    return m_object.at(name);
}

void ObjectReader::finish() {
    for (const auto& member : m_object.members())
        if (!m_asked.contains(member.name))
            m_warnings.push_back(
                text::bad_input("lesson.unknown_key", {{"key", printable(member.name)}}, member.name_location));
}

void require_schema(ObjectReader& reader) {
    const Json& schema = reader.at("schema");
    if (schema.as_integer() > kSchema)
        throw schema.error("lesson.newer_schema", {{"found", schema.raw()}, {"known", std::to_string(kSchema)}});
    integer_between(schema, 1, kSchema);
}

std::string plain_name(const Json& json) {
    const std::string& name = json.as_string();
    if (!is_plain_name(name)) throw json.error("lesson.bad_name", {{"found", printable(name)}});
    return name;
}

std::string text_or_nothing(const Json* json) {
    return json ? json->as_string() : std::string();
}

std::vector<std::string> texts(const Json* json) {
    std::vector<std::string> found;
    if (json)
        for (const auto& item : json->items())
            found.push_back(item.as_string());
    return found;
}

std::vector<std::string> plain_names(const Json* json) {
    std::vector<std::string> found;
    if (json)
        for (const auto& item : json->items())
            found.push_back(plain_name(item));
    return found;
}

static void require_few(const Json& json, std::size_t found) {
    if (found > kMostItems)
        throw json.error("lesson.too_many", {{"found", text::grouped(static_cast<std::int64_t>(found))},
                                             {"most", std::to_string(kMostItems)}});
}

const std::vector<Json::Member>& few_members(const Json& object) {
    require_few(object, object.members().size());
    return object.members();
}

const std::vector<Json>& few_items(const Json& list) {
    require_few(list, list.items().size());
    return list.items();
}

int integer_between(const Json& json, std::int64_t least, std::int64_t most) {
    const std::int64_t found = json.as_integer();
    if (found < least || found > most)
        throw json.error(
            "lesson.out_of_range",
            {{"least", std::to_string(least)}, {"most", std::to_string(most)}, {"found", std::to_string(found)}});
    return static_cast<int>(found);
}

double bound(const Json& json, bool may_be_infinite) {
    const double value = json.as_real();
    if (std::isnan(value) || (std::isinf(value) && !may_be_infinite))
        throw json.error("lesson.bad_bound", {{"found", json.raw()}});
    return value;
}

std::pair<double, double> range(const Json& json) {
    if (json.items().size() != 2) throw json.error("lesson.bad_range");
    const std::pair found(bound(json.items()[0], true), bound(json.items()[1], true));
    if (found.first > found.second) throw json.error("lesson.bad_range");
    return found;
}

text::Location inside_of(const Json& string) {
    text::Location place = string.location();
    ++place.column;
    return place;
}

// --- scenarios

// As in a scenario's JSON; a string may also be what --set takes: "2^24".
static void set_at(Scenario& scenario, const scenario::Field& field, const Json& value) {
    if (!value.is_string()) return scenario::set_field(scenario, field, value);
    try {
        scenario::set_field(scenario, field.path, value.as_string());
    } catch (const text::Error& error) {
        throw text::Error(error.kind(), error.message(), value.location());
    }
}

Changes apply_changes(Scenario& scenario, const Json& changes) {
    Changes texts;
    for (const auto& [path, value, place] : changes.members()) {
        const auto* field = scenario::find_field(path);
        if (!field) throw scenario::unknown_field(printable(path), place);
        set_at(scenario, *field, value);
        texts.emplace_back(path, scenario::to_text(field->get(scenario)));
    }
    return texts;
}

void require_runnable_at(const Scenario& scenario, const Json& place) {
    try {
        scenario::require_runnable(scenario);
    } catch (const text::Error& error) {
        throw text::Error(error.kind(), error.message(), place.location());
    }
}

static Scenario scenario_of_file(const Json& file, const std::string& folder) {
    const std::string& name = file.as_string();
    if (!is_inside(folder, name)) throw file.error("lesson.outside", {{"found", printable(name)}});
    const std::string content = read_file_of(folder, name);
    return scenario::read_scenario(io::parse_json(content, folder + "/" + name, kJsonLimits));
}

// One that stands further up, or a preset: so there can be no circle.
static Scenario scenario_of_name(const Json& base, const FindScenario& earlier) {
    if (const Scenario* known = earlier(base.as_string())) return *known;
    if (const auto* preset = scenario::find_preset(base.as_string())) return scenario::make(*preset);
    throw base.error("lesson.unknown_base", {{"found", printable(base.as_string())}});
}

std::pair<std::string, Scenario> named_scenario(const Json::Member& member, const std::string& folder,
                                                const FindScenario& earlier, std::vector<text::Error>& warnings) {
    if (!is_plain_name(member.name))
        throw text::bad_input("lesson.bad_name", {{"found", printable(member.name)}}, member.name_location);
    ObjectReader reader(member.value, warnings);
    const Json *file = reader.find("file"), *base = reader.find("base"), *changes = reader.find("set");
    if (file && base) throw base->error("lesson.file_and_base");
    Scenario scenario = file ? scenario_of_file(*file, folder) : base ? scenario_of_name(*base, earlier) : Scenario{};
    scenario.name = member.name; // not that of its base: plots tell runs apart by it
    if (changes) apply_changes(scenario, *changes);
    require_runnable_at(scenario, member.value);
    reader.finish();
    return {member.name, std::move(scenario)};
}

// --- values

void require_runs_of(const Value& value, const FindScenario& scenarios) {
    for (const auto& run : value.runs())
        if (!scenarios(run)) throw text::bad_input("lesson.unknown_run", {{"found", run}});
}

Value value_of(const Json& json, const FindScenario& scenarios) {
    try {
        Value parsed = Value::parse(json.as_string());
        require_runs_of(parsed, scenarios);
        return parsed;
    } catch (const text::Error& error) {
        throw json.is_string() ? moved(error, inside_of(json)) : error;
    }
}

Statement statement_of(const Json& json, const FindScenario& scenarios) {
    try {
        TextCondition condition = parse_condition(json.as_string());
        if (!condition.value) throw text::bad_input("lesson.no_statement");
        require_runs_of(*condition.value, scenarios);
        return {std::move(*condition.value), condition.comparison, condition.number, json.as_string()};
    } catch (const text::Error& error) {
        throw json.is_string() ? moved(error, inside_of(json)) : error;
    }
}

} // namespace ampscope::lesson

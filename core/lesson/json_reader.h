// What lesson.json and claims.json have in common: objects whose unknown members become warnings, names, scenarios and
// values. Internal to core/lesson.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/json.h"
#include "core/lesson/lesson.h"

namespace ampscope::lesson {

constexpr io::JsonLimits kJsonLimits{kMaxFileBytes, 16};

/// Reads an object member by member; what nobody asked for is kept as a warning.
class ObjectReader {
  public:
    ObjectReader(const io::Json& object, std::vector<text::Error>& warnings);
    ~ObjectReader() = default;
    ObjectReader(const ObjectReader&) = delete;
    ObjectReader& operator=(const ObjectReader&) = delete;

    /// The member, or nullptr; it counts as asked for.
    const io::Json* find(std::string_view name);
    /// The member; throws "missing" at the object's place.
    const io::Json& at(std::string_view name);
    /// Writes down what nobody asked for.
    void finish();

  private:
    const io::Json& m_object;
    std::vector<text::Error>& m_warnings;
    std::set<std::string_view> m_asked;
};

/// "schema", which must not be newer than kSchema.
void require_schema(ObjectReader& reader);
/// A text that is_plain_name() takes; throws at its place for any other.
std::string plain_name(const io::Json& json);
/// "" and an empty list where there is no such member.
std::string text_or_nothing(const io::Json* json);
std::vector<std::string> texts(const io::Json* json);
std::vector<std::string> plain_names(const io::Json* json);
/// A whole number within both; throws at its place for any other.
int integer_between(const io::Json& json, std::int64_t least, std::int64_t most);
/// A bound of a range or a goal: NaN compares with nothing.
double bound(const io::Json& json, bool may_be_infinite);
/// [least, most]; either may be infinite.
std::pair<double, double> range(const io::Json& json);
/// Where the characters of a string stand: after the quotation mark.
text::Location inside_of(const io::Json& string);

/// The members of an object, the items of a list, of which no lesson needs more than kMostItems. Many checks compare
/// each with each.
constexpr std::size_t kMostItems = 500;
const std::vector<io::Json::Member>& few_members(const io::Json& object);
const std::vector<io::Json>& few_items(const io::Json& list);

using FindScenario = std::function<const scenario::Scenario*(std::string_view name)>;

/// Field paths and values on top of a scenario; says what --set would take for the same.
Changes apply_changes(scenario::Scenario& scenario, const io::Json& changes);
/// scenario::require_runnable(), with `place` in the error.
void require_runnable_at(const scenario::Scenario& scenario, const io::Json& place);
/// One member of "scenarios": { "file": one in the folder } or { "base": one that `earlier` knows, or a preset },
/// changed by { "set": … }.
std::pair<std::string, scenario::Scenario> named_scenario(const io::Json::Member& member, const std::string& folder,
                                                          const FindScenario& earlier,
                                                          std::vector<text::Error>& warnings);
/// A value of the language in value.h, whose runs must be among the scenarios.
Value value_of(const io::Json& json, const FindScenario& scenarios);
/// A statement: a value, a comparison and a number.
Statement statement_of(const io::Json& json, const FindScenario& scenarios);
/// Throws a BadInput error, without a place, for a run that is no scenario.
void require_runs_of(const Value& value, const FindScenario& scenarios);

} // namespace ampscope::lesson

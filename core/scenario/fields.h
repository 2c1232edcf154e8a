// The field table: every field of a Scenario once, with type, default, range, unit and meaning. The JSON reader and
// writer, `--set`, the forms in the window, the field reference in the docs and the PyTorch export are all made from
// it.
//
// To add a field: a member in scenario.h, a row in fields.cpp, and its meaning "field.<path>" in
// text/catalogue_scenario.cpp.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/io/json.h"
#include "core/scenario/scenario.h"

namespace ampscope::scenario {

enum class FieldType { Boolean, Integer, Real, Choice, Text, RealPair, TextList };

/// A field's value in a form that does not depend on the field. Choices are texts.
using FieldValue =
    std::variant<bool, std::int64_t, double, std::string, std::array<double, 2>, std::vector<std::string>>;

struct Field {
    std::string_view path; ///< dotted, as in JSON and --set: "scaler.init_scale"
    FieldType type;
    // Integer and Real: least <= value <= most, or least < value where `open_below`.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool open_below = false;
    std::span<const std::string_view> choices; ///< Choice only
    std::string_view unit;                     ///< "steps", "tokens", "" …
    bool live = false;                         ///< may change while a run goes on

    std::function<FieldValue(const Scenario&)> get;
    std::function<void(Scenario&, const FieldValue&)> put; ///< no checks: use set_field()

    /// One line on what it does.
    text::Message meaning() const { return {"field." + std::string(path), {}}; }
    FieldValue default_value() const { return get(Scenario{}); }
};

/// All fields, in the order of the JSON.
std::span<const Field> fields();
/// nullptr when there is none of that path.
const Field* find_field(std::string_view path);

/// What may stand in a field, in words: "a whole number from 1 to 1000".
text::Message allowed(const Field& field);

/// A value as --set and messages write it: "true", "16777216", "0.9,0.95", "fp16".
std::string to_text(const FieldValue& value);

/// Sets one field from text, as after --set: numbers may be expressions (2^24). Throws a BadInput error that names the
/// field, what may stand there, and for an unknown field the nearest known one.
void set_field(Scenario& scenario, std::string_view path, std::string_view value);
/// Sets one field from JSON; errors carry line and column.
void set_field(Scenario& scenario, const Field& field, const io::Json& value);

/// A BadInput error that names the nearest known field.
text::Error unknown_field(std::string_view path, text::Location location);

/// Things that each field allows but that do not go together, with a way out. Empty when the scenario can run.
struct Problem {
    std::string path;
    text::Message message;
};
std::vector<Problem> problems(const Scenario& scenario);
/// Throws the first of problems() as a BadInput error.
void require_runnable(const Scenario& scenario);

/// What a field needs in order to have any effect, as "data.source=file"; "" where it has one.
std::string needed_for(const Scenario& scenario, std::string_view path);

} // namespace ampscope::scenario

// Scenarios as JSON and by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/json.h"
#include "core/io/json_writer.h"
#include "core/scenario/scenario.h"

namespace ampscope::scenario {

/// Reads a scenario object. Fields that are not there keep the value they have in `base`. Unknown fields, wrong kinds
/// and values out of range are BadInput errors with line, column and field; so is a schema newer than kSchema.
Scenario read_scenario(const io::Json& json, Scenario base = {});
/// The whole scenario, defaults filled in, as one object.
void write_scenario(io::JsonWriter& writer, const Scenario& scenario);
/// The same as a text of its own: what scenario.json holds.
std::string scenario_text(const Scenario& scenario);

/// A scenario that comes with the program: its name and what it changes of the defaults.
struct Preset {
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>> changes;
    text::Message meaning() const { return {"preset." + std::string(name), {}}; }
    /// A few words for a list.
    text::Message title() const { return {"preset_title." + std::string(name), {}}; }
};
/// All of them, in the order of lists.
std::span<const Preset> presets();
/// nullptr when there is none of that name.
const Preset* find_preset(std::string_view name);
/// The defaults with the preset's changes and name.
Scenario make(const Preset& preset);

/// A preset's name, or the path of a JSON file. Throws a BadInput error that lists the presets when it is neither.
Scenario load_scenario(const std::string& name_or_path);

/// Fields in which two scenarios differ, by path.
std::vector<std::string> differing_fields(const Scenario& a, const Scenario& b);
/// Equal in every field, and in whether `scaler.enabled` was set or follows from the precision.
bool are_equal(const Scenario& a, const Scenario& b);
/// What `--set` has to be told so that `base` runs as `scenario` does: "precision=fp16". Fields without effect, and the
/// name, are left out.
std::vector<std::string> settings_for(const Scenario& scenario, const Scenario& base = {});

} // namespace ampscope::scenario

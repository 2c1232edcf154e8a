#include "core/scenario/scenario_name.h"

#include <algorithm>

#include "core/scenario/scenario_json.h"

namespace ampscope::scenario {
namespace {

constexpr std::string_view kBehind = " (changed: "; ///< what a name in a file goes on with
constexpr std::size_t kMostChanges = 3;             ///< a name is no list of settings

std::string_view name_of(const Preset& preset) {
    return std::ranges::find(preset.changes, std::string_view("name"), [](const auto& change) { return change.first; })
        ->second;
}

const Preset* preset_of(const Scenario& scenario) {
    const auto all = presets();
    const auto found = std::ranges::find_if(all, [&](const Preset& preset) {
        const std::string_view name = name_of(preset);
        return scenario.name == name ||
               (scenario.name.starts_with(name) && scenario.name.substr(name.size()).starts_with(kBehind));
    });
    return found == all.end() ? nullptr : &*found;
}

// "precision = fp32, optimizer.lr = 0.01"; empty where the scenario runs as the preset does.
std::string changes_from(const Preset& preset, const Scenario& scenario) {
    std::string all;
    std::size_t count = 0;
    for (const auto& setting : settings_for(scenario, make(preset))) {
        if (setting.starts_with("seed=") || setting.starts_with("record.")) continue;
        if (++count > kMostChanges) break;
        const auto equals = setting.find('=');
        all += (all.empty() ? "" : ", ") + setting.substr(0, equals) + " = " + setting.substr(equals + 1);
    }
    return count > kMostChanges ? all + " …" : all;
}

} // namespace

std::string shown_name(const Scenario& scenario, text::Language language) {
    const Preset* preset = preset_of(scenario);
    if (!preset) return scenario.name;
    const std::string title = text::render(preset->title(), language), changes = changes_from(*preset, scenario);
    if (changes.empty()) return title;
    return text::render({"scenario.changed_preset", {{"title", title}, {"changes", changes}}}, language);
}

void name_changes(Scenario& scenario) {
    const Preset* preset = preset_of(scenario);
    if (!preset) return;
    const std::string changes = changes_from(*preset, scenario);
    scenario.name = name_of(*preset);
    if (!changes.empty()) scenario.name.append(kBehind).append(changes).append(")");
}

} // namespace ampscope::scenario

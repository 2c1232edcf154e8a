#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <filesystem>

#include "core/scenario/fields.h"
#include "core/scenario/mistakes.h"

namespace ampscope::scenario {

using io::Json;
using io::JsonWriter;

namespace {

bool is_group(std::string_view path) {
    const std::string prefix = std::string(path) + ".";
    return std::ranges::any_of(fields(), [&](const Field& field) { return field.path.starts_with(prefix); });
}

void read_members(Scenario& scenario, const Json& object, const std::string& prefix) {
    for (const auto& [name, value, place] : object.members()) {
        const std::string path = prefix + name;
        if (path == "schema") {
            if (value.as_integer() > kSchema)
                throw value.error("scenario.newer_schema",
                                  {{"found", value.raw()}, {"known", std::to_string(kSchema)}});
        } else if (const Field* field = find_field(path)) {
            set_field(scenario, *field, value);
        } else if (is_group(path)) {
            read_members(scenario, value, path + ".");
        } else {
            throw unknown_field(path, place);
        }
    }
}

void write_value(JsonWriter& writer, std::string_view name, const FieldValue& value) {
    if (const auto* pair = std::get_if<std::array<double, 2>>(&value)) {
        writer.list_member(name, *pair, JsonWriter::Layout::OneLine);
    } else if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        writer.list_member(name, *list, JsonWriter::Layout::OneLine);
    } else if (const auto* flag = std::get_if<bool>(&value)) {
        writer.member(name, *flag);
    } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        writer.member(name, *integer);
    } else if (const auto* real = std::get_if<double>(&value)) {
        writer.member(name, *real);
    } else {
        writer.member(name, std::get<std::string>(value));
    }
}

} // namespace

Scenario read_scenario(const Json& json, Scenario base) {
    read_members(base, json, "");
    return base;
}

void write_scenario(JsonWriter& writer, const Scenario& scenario) {
    writer.begin_object();
    writer.member("schema", kSchema);
    std::string_view group;
    for (const auto& field : fields()) {
        const auto dot = field.path.find('.');
        const auto prefix = dot == std::string_view::npos ? std::string_view{} : field.path.substr(0, dot);
        if (prefix != group) {
            if (!group.empty()) writer.end();
            if (!prefix.empty()) writer.begin_object(prefix, JsonWriter::Layout::OneLine);
            group = prefix;
        }
        write_value(writer, prefix.empty() ? field.path : field.path.substr(dot + 1), field.get(scenario));
    }
    if (!group.empty()) writer.end();
    writer.end();
}

std::string scenario_text(const Scenario& scenario) {
    JsonWriter writer;
    write_scenario(writer, scenario);
    return writer.take();
}

std::span<const Preset> presets() {
    static const std::vector<Preset> all = {
        {"nano", {{"name", "nano"}}},
        {"micro", {{"name", "micro"}, {"model.size", "micro"}}},
        {"bf16", {{"name", "bf16"}, {"precision", "bf16"}}},
        {"fp16", {{"name", "fp16"}, {"precision", "fp16"}}},
        {"fp16-no-scaler", {{"name", "fp16, no loss scaler"}, {"precision", "fp16"}, {"scaler.enabled", "false"}}},
        {"overflow",
         {{"name", "fp16, loss scale starts too high"},
          {"precision", "fp16"},
          {"scaler.init_scale", "2^24"},
          {"scaler.growth_interval", "25"}}},
        {"underflow",
         {{"name", "fp16, loss divided by 100,000"},
          {"precision", "fp16"},
          {"scaler.enabled", "false"},
          {"loss_multiplier", "1e-5"}}},
        {"sawtooth",
         {{"name", "fp16, growth every 6 steps"},
          {"precision", "fp16"},
          {"scaler.init_scale", "2^16"},
          {"scaler.growth_interval", "6"}}},
        // The listings and exercises of the chapters.
        {"a5-bf16",
         {{"name", "chapter A, bf16 listing"},
          {"model.kind", "linear"},
          {"precision", "bf16"},
          {"optimizer.lr", "1e-3"},
          {"clip.when", "never"}}},
        {"a6-fp16",
         {{"name", "chapter A, fp16 listing"},
          {"model.kind", "linear"},
          {"precision", "fp16"},
          {"optimizer.lr", "1e-3"},
          {"clip.when", "never"}}},
        {"a7-ops", {{"name", "chapter A, what autocast chooses"}, {"precision", "bf16"}, {"length.steps", "10"}}},
        {"xa8-literal",
         {{"name", "chapter A, exercise: one epoch fp32, the next bf16"},
          {"precision_by_epoch", "fp32,bf16"},
          {"length.epochs", "2"}}},
        {"xa8-fair", {{"name", "chapter A, exercise: one epoch"}, {"length.epochs", "1"}}},
        {"b4-bf16", {{"name", "chapter B, amp_train.py"}, {"precision", "bf16"}, {"optimizer.lr", "6e-4"}}},
        {"b4-fp16", {{"name", "chapter B, amp_train_fp16.py"}, {"precision", "fp16"}, {"optimizer.lr", "6e-4"}}},
        {"b5-accumulate",
         {{"name", "chapter B, grad_accum.py"},
          {"precision", "bf16"},
          {"optimizer.lr", "6e-4"},
          {"micro_batch_size", "32"},
          {"accumulation_steps", "4"},
          {"schedule.kind", "cosine"},
          {"schedule.warmup_steps", "6"},
          {"length.steps", "60"}}},
        {"b6-checkpoint",
         {{"name", "chapter B, checkpoint.py"},
          {"model.size", "micro"},
          {"checkpointing.kind", "sublayer"},
          {"length.steps", "40"}}},
        {"10m", {{"name", "10m"}, {"model.size", "10m"}, {"length.steps", "20"}}},
        {"30m", {{"name", "30m"}, {"model.size", "30m"}, {"length.steps", "10"}}},
        {"125m", {{"name", "125m"}, {"model.size", "125m"}, {"length.steps", "4"}}},
    };
    return all;
}

const Preset* find_preset(std::string_view name) {
    const auto all = presets();
    const auto found = std::ranges::find(all, name, &Preset::name);
    return found == all.end() ? nullptr : &*found;
}

Scenario make(const Preset& preset) {
    Scenario scenario;
    for (const auto& [path, value] : preset.changes)
        set_field(scenario, path, value);
    return scenario;
}

Scenario load_scenario(const std::string& name_or_path) {
    if (const Preset* preset = find_preset(name_or_path)) return make(*preset);
    if (const auto half = mistake_run(name_or_path)) return *half;
    std::error_code ignored;
    if (!std::filesystem::exists(std::filesystem::u8path(name_or_path), ignored)) {
        std::string names;
        for (const auto& preset : presets())
            names += (names.empty() ? "" : ", ") + std::string(preset.name);
        throw text::bad_input("scenario.no_preset", {{"name", name_or_path}, {"presets", names}});
    }
    return read_scenario(io::read_json_file(name_or_path, {1u << 20, 16}));
}

std::vector<std::string> differing_fields(const Scenario& a, const Scenario& b) {
    std::vector<std::string> paths;
    for (const auto& field : fields())
        if (field.get(a) != field.get(b)) paths.emplace_back(field.path);
    return paths;
}

bool are_equal(const Scenario& a, const Scenario& b) {
    return a.scaler.enabled == b.scaler.enabled && differing_fields(a, b).empty();
}

std::vector<std::string> settings_for(const Scenario& scenario, const Scenario& base) {
    std::vector<std::string> settings;
    Scenario made = base;
    made.scaler.enabled.reset(); // it follows from the precision until it is set
    const auto set = [&](const Field& field) {
        const FieldValue value = field.get(scenario);
        if (field.get(made) == value || !needed_for(scenario, field.path).empty()) return;
        field.put(made, value);
        settings.push_back(std::string(field.path) + "=" + to_text(value));
    };
    for (const auto& field : fields())
        if (field.path != "name" && field.path != "scaler.enabled") set(field);
    if (base.scaler.enabled) made.scaler.enabled = base.scaler.enabled;
    set(*find_field("scaler.enabled"));
    return settings;
}

} // namespace ampscope::scenario

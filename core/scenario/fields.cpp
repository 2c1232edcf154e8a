#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>

#include "core/io/json.h"
#include "core/io/numbers.h"
#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/text/nearest.h"

namespace ampscope::scenario {

using io::Json;
using text::Message;

#define AMPSCOPE_CHOICES(Type, ...)                                                                                    \
    template <>                                                                                                        \
    std::span<const std::string_view> choice_names<Type>() {                                                           \
        static constexpr std::string_view kNames[] = {__VA_ARGS__};                                                    \
        return kNames;                                                                                                 \
    }
AMPSCOPE_CHOICES(ModelKind, "gptmini", "linear", "custom-norm")
AMPSCOPE_CHOICES(ModelSize, "nano", "micro", "10m", "30m", "125m")
AMPSCOPE_CHOICES(Attention, "explicit", "fused")
AMPSCOPE_CHOICES(Ffn, "gelu", "swiglu")
AMPSCOPE_CHOICES(DataSource, "builtin", "file")
AMPSCOPE_CHOICES(DataLanguage, "ko", "en")
AMPSCOPE_CHOICES(Tokens, "byte", "char")
AMPSCOPE_CHOICES(Lengths, "full", "ragged")
AMPSCOPE_CHOICES(Precision, "fp32", "bf16", "fp16", "bf16-pure", "fp16-pure", "bf16-master", "fp16-master")
AMPSCOPE_CHOICES(AutocastRules, "cuda", "cpu")
AMPSCOPE_CHOICES(AutocastWrap, "forward", "model", "backward")
AMPSCOPE_CHOICES(AutocastIsland, "none", "attention", "ffn")
AMPSCOPE_CHOICES(Accumulation16, "fp32", "native")
AMPSCOPE_CHOICES(ScalerPolicy, "pytorch", "static", "floor", "cap", "hysteresis", "apex", "deepspeed")
AMPSCOPE_CHOICES(OptimizerKind, "adamw", "sgd")
AMPSCOPE_CHOICES(ScheduleKind, "constant", "cosine")
AMPSCOPE_CHOICES(OnSkip, "hold", "advance")
AMPSCOPE_CHOICES(LossNormalization, "mean", "tokens")
AMPSCOPE_CHOICES(ClipWhen, "after_unscale", "before_unscale", "never")
AMPSCOPE_CHOICES(CheckpointKind, "none", "sublayer", "block", "segments")
AMPSCOPE_CHOICES(Mistake, "none", "no-loss-division", "no-zero-grad-after-skip", "unscale-twice",
                 "scheduler-per-micro-batch", "finite-mask", "stale-cast-cache", "dead-scale")
AMPSCOPE_CHOICES(Device, "cpu", "cuda")
AMPSCOPE_CHOICES(RecordLevel, "none", "default", "full")
#undef AMPSCOPE_CHOICES

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMaxCount = 1e9;

struct Range {
    double least = -kInfinity;
    double most = kInfinity;
    bool open_below = false;
};

enum class Live { No, Yes };

// `access` maps a Scenario (const or not) to a reference to the member.
Field base_field(std::string_view path, FieldType type, Live live) {
    Field field{};
    field.path = path;
    field.type = type;
    field.live = live == Live::Yes;
    return field;
}

template <typename Access>
Field real(std::string_view path, Range range, std::string_view unit, Live live, Access access) {
    Field field = base_field(path, FieldType::Real, live);
    field.least = range.least, field.most = range.most, field.open_below = range.open_below, field.unit = unit;
    field.get = [access](const Scenario& s) { return FieldValue(access(s)); };
    field.put = [access](Scenario& s, const FieldValue& value) { access(s) = std::get<double>(value); };
    return field;
}

template <typename Access>
Field integer(std::string_view path, Range range, std::string_view unit, Live live, Access access) {
    Field field = base_field(path, FieldType::Integer, live);
    field.least = range.least, field.most = range.most, field.unit = unit;
    field.get = [access](const Scenario& s) { return FieldValue(access(s)); };
    field.put = [access](Scenario& s, const FieldValue& value) { access(s) = std::get<std::int64_t>(value); };
    return field;
}

template <typename Access>
Field choice(std::string_view path, Access access, Live live = Live::No) {
    using Type = std::remove_cvref_t<decltype(access(std::declval<Scenario&>()))>;
    Field field = base_field(path, FieldType::Choice, live);
    field.choices = choice_names<Type>();
    field.get = [access](const Scenario& s) { return FieldValue(std::string(choice_name(access(s)))); };
    field.put = [access](Scenario& s, const FieldValue& value) {
        const auto names = choice_names<Type>();
        access(s) = static_cast<Type>(std::ranges::find(names, std::get<std::string>(value)) - names.begin());
    };
    return field;
}

template <typename Access>
Field other(std::string_view path, FieldType type, Access access) {
    Field field = base_field(path, type, Live::No);
    using Type = std::remove_cvref_t<decltype(access(std::declval<Scenario&>()))>;
    field.get = [access](const Scenario& s) { return FieldValue(access(s)); };
    field.put = [access](Scenario& s, const FieldValue& value) { access(s) = std::get<Type>(value); };
    return field;
}

std::vector<Field> make_fields() {
#define ACCESS(member)                                                                                                 \
    [](auto& s) -> auto& {                                                                                             \
        return s.member;                                                                                               \
    }
    std::vector<Field> all;
    const auto add = [&](Field field) { all.push_back(std::move(field)); };
    const Range count{1, kMaxCount}, positive{0, kInfinity, true};

    add(other("name", FieldType::Text, ACCESS(name)));
    add(choice("model.kind", ACCESS(model.kind)));
    add(choice("model.size", ACCESS(model.size)));
    add(choice("model.attention", ACCESS(model.attention)));
    add(choice("model.ffn", ACCESS(model.ffn)));
    add(real("model.dropout", {0, 0.9}, "", Live::No, ACCESS(model.dropout)));
    add(real("model.norm_bias", {-1000, 1000}, "", Live::No, ACCESS(model.norm_bias)));
    add(choice("data.source", ACCESS(data.source)));
    add(choice("data.language", ACCESS(data.language)));
    add(choice("data.tokens", ACCESS(data.tokens)));
    add(choice("data.lengths", ACCESS(data.lengths)));
    add(other("data.file", FieldType::Text, ACCESS(data.file)));
    add(choice("precision", ACCESS(precision)));
    add(other("precision_by_epoch", FieldType::TextList, ACCESS(precision_by_epoch)));
    add(choice("autocast.rules", ACCESS(autocast.rules)));
    add(choice("autocast.wrap", ACCESS(autocast.wrap)));
    add(choice("autocast.island", ACCESS(autocast.island)));
    add(other("autocast.fp32_ops", FieldType::TextList, ACCESS(autocast.fp32_ops)));
    add(choice("fp16_accumulation", ACCESS(fp16_accumulation)));

    Field enabled = base_field("scaler.enabled", FieldType::Boolean, Live::No);
    enabled.get = [](const Scenario& s) { return FieldValue(s.scaler_enabled()); };
    enabled.put = [](Scenario& s, const FieldValue& value) { s.scaler.enabled = std::get<bool>(value); };
    add(std::move(enabled));

    add(choice("scaler.policy", ACCESS(scaler.policy)));
    // A GradScaler's scale is an fp32 number.
    add(real("scaler.init_scale", {0, 3.4028234663852886e38, true}, "", Live::No, ACCESS(scaler.init_scale)));
    add(real("scaler.growth_factor", {1, 1e9, true}, "", Live::Yes, ACCESS(scaler.growth_factor)));
    add(real("scaler.backoff_factor", {0, 0.999999, true}, "", Live::Yes, ACCESS(scaler.backoff_factor)));
    add(integer("scaler.growth_interval", count, "steps", Live::Yes, ACCESS(scaler.growth_interval)));
    add(real("scaler.min_scale", {0, 3.4028234663852886e38, true}, "", Live::No, ACCESS(scaler.min_scale)));
    add(real("scaler.max_scale", {0, 3.4028234663852886e38, true}, "", Live::No, ACCESS(scaler.max_scale)));
    add(integer("scaler.hysteresis", {1, 1000}, "steps", Live::No, ACCESS(scaler.hysteresis)));
    add(choice("optimizer.kind", ACCESS(optimizer.kind)));
    add(real("optimizer.lr", {0, 1e6}, "", Live::Yes, ACCESS(optimizer.lr)));
    add(other("optimizer.betas", FieldType::RealPair, ACCESS(optimizer.betas)));
    add(real("optimizer.eps", {0, 1}, "", Live::No, ACCESS(optimizer.eps)));
    add(real("optimizer.weight_decay", {0, 10}, "", Live::No, ACCESS(optimizer.weight_decay)));
    add(real("optimizer.momentum", {0, 0.9999}, "", Live::No, ACCESS(optimizer.momentum)));
    add(choice("schedule.kind", ACCESS(schedule.kind)));
    add(integer("schedule.warmup_steps", {0, kMaxCount}, "steps", Live::No, ACCESS(schedule.warmup_steps)));
    add(integer("schedule.decay_steps", {0, kMaxCount}, "steps", Live::No, ACCESS(schedule.decay_steps)));
    add(real("schedule.min_lr", {0, 1e6}, "", Live::No, ACCESS(schedule.min_lr)));
    add(choice("schedule.on_skip", ACCESS(schedule.on_skip)));
    add(integer("micro_batch_size", {1, 65536}, "sequences", Live::No, ACCESS(micro_batch_size)));
    add(integer("batch_size", {0, 65536}, "sequences", Live::No, ACCESS(batch_size)));
    add(integer("sequence_length", {2, 65536}, "tokens", Live::No, ACCESS(sequence_length)));
    add(integer("accumulation_steps", {1, 65536}, "micro-batches", Live::No, ACCESS(accumulation_steps)));
    add(choice("loss_normalization", ACCESS(loss_normalization)));
    add(real("loss_multiplier", positive, "", Live::Yes, ACCESS(loss_multiplier)));
    add(real("clip.max_norm", positive, "", Live::Yes, ACCESS(clip.max_norm)));
    add(choice("clip.when", ACCESS(clip.when), Live::Yes));
    add(choice("checkpointing.kind", ACCESS(checkpointing.kind)));
    add(integer("checkpointing.segments", {1, 1000}, "", Live::No, ACCESS(checkpointing.segments)));
    add(other("checkpointing.rng", FieldType::Boolean, ACCESS(checkpointing.rng)));
    add(choice("mistake", ACCESS(mistake)));
    add(integer("seed", {0, 9007199254740991.0}, "", Live::No, ACCESS(seed)));
    add(integer("length.steps", count, "steps", Live::No, ACCESS(length.steps)));
    add(integer("length.epochs", {0, 1'000'000}, "epochs", Live::No, ACCESS(length.epochs)));
    add(integer("threads", {1, 1024}, "", Live::No, ACCESS(threads)));
    add(choice("device", ACCESS(device)));
    add(choice("record.level", ACCESS(record.level)));
    add(integer("record.details_every", count, "steps", Live::No, ACCESS(record.details_every)));
#undef ACCESS
    return all;
}

text::Error refused(const Field& field, std::string_view found, text::Location location) {
    return text::bad_input(
        "scenario.bad_value",
        {{"field", std::string(field.path)}, {"allowed", allowed(field)}, {"found", std::string(found)}},
        std::move(location));
}

bool in_range(const Field& field, double value) {
    return !std::isnan(value) && (field.open_below ? value > field.least : value >= field.least) &&
           value <= field.most && std::isfinite(value);
}

bool is_allowed(const Field& field, const FieldValue& value) {
    switch (field.type) {
    case FieldType::Integer: return in_range(field, static_cast<double>(std::get<std::int64_t>(value)));
    case FieldType::Real: return in_range(field, std::get<double>(value));
    case FieldType::Choice:
        return std::ranges::find(field.choices, std::get<std::string>(value)) != field.choices.end();
    case FieldType::RealPair:
        return std::ranges::all_of(std::get<std::array<double, 2>>(value),
                                   [](double beta) { return beta >= 0 && beta < 1; });
    default: return true;
    }
}

void put_checked(Scenario& scenario, const Field& field, const FieldValue& value, std::string_view found,
                 const text::Location& location) {
    if (!is_allowed(field, value)) throw refused(field, found, location);
    field.put(scenario, value);
}

double real_from_text(const Field& field, std::string_view text) {
    try {
        return numeric::to_double(numeric::parse_expression(text));
    } catch (const text::Error&) {
        throw refused(field, text, {});
    }
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const auto comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    return parts;
}

} // namespace

Message allowed(const Field& field) {
    const auto range = [&]() -> Message {
        const std::string whole = field.type == FieldType::Integer ? "integer" : "real";
        const bool top = std::isfinite(field.most);
        return {"scenario.allowed_" + whole + (field.open_below ? "_above" : "") + (top ? "" : "_open"),
                {{"least", io::to_text(field.least)}, {"most", io::to_text(field.most)}}};
    };
    switch (field.type) {
    case FieldType::Boolean: return {"scenario.allowed_boolean", {}};
    case FieldType::Integer:
    case FieldType::Real: return range();
    case FieldType::Choice: {
        std::string names;
        for (const auto name : field.choices)
            names += (names.empty() ? "" : ", ") + std::string(name);
        return {"scenario.allowed_choice", {{"choices", names}}};
    }
    case FieldType::Text: return {"scenario.allowed_text", {}};
    case FieldType::RealPair: return {"scenario.allowed_pair", {}};
    case FieldType::TextList: return {"scenario.allowed_texts", {}};
    }
    return {};
}

text::Error unknown_field(std::string_view path, text::Location location) {
    const auto all = fields();
    const auto nearest = std::ranges::min_element(all, {}, [&](const Field& field) {
        // "init_scale" is as near to scaler.init_scale as a spelling mistake.
        const auto dot = field.path.rfind('.');
        const auto last = dot == std::string_view::npos ? field.path : field.path.substr(dot + 1);
        return std::min(text::edit_distance(path, field.path), text::edit_distance(path, last) + 1);
    });
    return text::bad_input("scenario.unknown_field",
                           {{"field", std::string(path)}, {"nearest", std::string(nearest->path)}},
                           std::move(location));
}

std::span<const Field> fields() {
    static const std::vector<Field> all = make_fields();
    return all;
}

const Field* find_field(std::string_view path) {
    const auto all = fields();
    const auto found = std::ranges::find(all, path, &Field::path);
    return found == all.end() ? nullptr : &*found;
}

std::string to_text(const FieldValue& value) {
    struct Writer {
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return io::to_text(number); }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(const std::array<double, 2>& pair) const {
            return io::to_text(pair[0]) + "," + io::to_text(pair[1]);
        }
        std::string operator()(const std::vector<std::string>& list) const {
            std::string joined;
            for (const auto& item : list)
                joined += (joined.empty() ? "" : ",") + item;
            return joined;
        }
    };
    return std::visit(Writer{}, value);
}

void set_field(Scenario& scenario, std::string_view path, std::string_view text) {
    const Field* field = find_field(path);
    if (!field) throw unknown_field(path, {});
    // Lists as they stand in a file, too: [0.9, 0.95]
    if ((field->type == FieldType::RealPair || field->type == FieldType::TextList) && text.starts_with('[')) {
        try {
            return set_field(scenario, *field, io::parse_json(text, ""));
        } catch (const text::Error&) {
            throw refused(*field, text, {});
        }
    }
    FieldValue value;
    switch (field->type) {
    case FieldType::Boolean:
        if (text != "true" && text != "false") throw refused(*field, text, {});
        value = text == "true";
        break;
    case FieldType::Integer: {
        const double number = real_from_text(*field, text);
        if (number != std::trunc(number) || std::fabs(number) > 9007199254740992.0) throw refused(*field, text, {});
        value = static_cast<std::int64_t>(number);
        break;
    }
    case FieldType::Real: value = real_from_text(*field, text); break;
    case FieldType::Choice:
    case FieldType::Text: value = std::string(text); break;
    case FieldType::RealPair: {
        const auto parts = split(text);
        if (parts.size() != 2) throw refused(*field, text, {});
        value = std::array{real_from_text(*field, parts[0]), real_from_text(*field, parts[1])};
        break;
    }
    case FieldType::TextList: value = split(text); break;
    }
    put_checked(scenario, *field, value, text, {});
}

void set_field(Scenario& scenario, const Field& field, const Json& json) {
    const auto found = [&]() -> std::string {
        if (json.is_number() || json.is_string()) return json.raw();
        return json.is_array()     ? "[…]"
               : json.is_object()  ? "{…}"
               : json.is_null()    ? "null"
               : json.as_boolean() ? "true"
                                   : "false";
    };
    const auto wrong = [&] { return refused(field, found(), json.location()); };
    FieldValue value;
    switch (field.type) {
    case FieldType::Boolean:
        if (json.kind() != Json::Kind::Boolean) throw wrong();
        value = json.as_boolean();
        break;
    case FieldType::Integer:
        if (!json.is_number()) throw wrong();
        try {
            value = json.as_integer();
        } catch (const text::Error&) {
            throw wrong();
        }
        break;
    case FieldType::Real:
        if (!json.is_number()) throw wrong();
        value = json.as_real();
        break;
    case FieldType::Choice:
    case FieldType::Text:
        if (!json.is_string()) throw wrong();
        value = json.as_string();
        break;
    case FieldType::RealPair:
        if (!json.is_array() || json.items().size() != 2 || !std::ranges::all_of(json.items(), &Json::is_number))
            throw wrong();
        value = std::array{json.items()[0].as_real(), json.items()[1].as_real()};
        break;
    case FieldType::TextList: {
        std::vector<std::string> list;
        if (!json.is_array() || !std::ranges::all_of(json.items(), &Json::is_string)) throw wrong();
        for (const auto& item : json.items())
            list.push_back(item.as_string());
        value = std::move(list);
        break;
    }
    }
    put_checked(scenario, field, value, found(), json.location());
}

} // namespace ampscope::scenario

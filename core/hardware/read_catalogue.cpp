// The reader of resources/hardware.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include "core/hardware/catalogue.h"
#include "core/text/nearest.h"

namespace ampscope::hardware {
namespace {

using io::Json;

constexpr std::int64_t kSchema = 1;

void only_known(const Json& object, std::initializer_list<std::string_view> known) {
    for (const auto& member : object.members())
        if (std::ranges::find(known, member.name) == known.end())
            throw text::bad_input("hardware.unknown_member", {{"found", member.name}}, member.name_location);
}

void require_schema(const Json& file) {
    const Json& schema = file.at("schema");
    if (schema.as_integer() != kSchema)
        throw schema.error("hardware.bad_schema", {{"found", schema.raw()}, {"known", std::to_string(kSchema)}});
}

std::string text_or_empty(const Json& object, std::string_view name) {
    const Json* found = object.find(name);
    return found && !found->is_null() ? found->as_string() : std::string();
}

std::optional<bool> maybe_boolean(const Json& value) {
    return value.is_null() ? std::nullopt : std::optional(value.as_boolean());
}

std::vector<std::string> texts(const Json& list) {
    std::vector<std::string> result;
    for (const auto& item : list.items())
        result.push_back(item.as_string());
    return result;
}

double positive(const Json& value) {
    const double number = value.as_real();
    if (!std::isfinite(number) || number <= 0) throw value.error("hardware.not_positive", {{"found", value.raw()}});
    return number;
}

bool has_no_value(Basis basis) {
    return basis == Basis::NotCollected || basis == Basis::Unsourced || basis == Basis::NotApplicable;
}

class Reader {
  public:
    explicit Reader(const std::vector<Source>& sources) {
        for (const auto& source : sources)
            m_sources.push_back(source.id);
    }

    std::vector<std::string> sources(const Json& list) const {
        for (const auto& item : list.items())
            if (std::ranges::find(m_sources, item.as_string()) == m_sources.end()) {
                const auto near = text::nearest_names(item.as_string(), m_sources, 1);
                throw item.error("hardware.unknown_source",
                                 {{"found", item.as_string()}, {"nearest", near.empty() ? "-" : near[0]}});
            }
        return texts(list);
    }

    Figure figure(const Json& json) const {
        only_known(json, {"value", "basis", "source", "note"});
        Figure result;
        const Json& basis = json.at("basis");
        const auto known = find_basis(basis.as_string());
        if (!known || *known == Basis::Measured)
            throw basis.error("hardware.unknown_basis", {{"found", basis.as_string()}});
        result.basis = *known;
        result.sources = sources(json.at("source"));
        result.note = text_or_empty(json, "note");
        const Json& value = json.at("value");
        const bool empty = value.is_null() || (value.is_array() && value.items().empty());
        if (empty != has_no_value(result.basis))
            throw value.error("hardware.value_and_basis", {{"basis", basis.as_string()}});
        if (!empty && !value.is_array()) result.value = positive(value);
        const bool needs_source = result.basis == Basis::VendorText || result.basis == Basis::VendorQuoted ||
                                  result.basis == Basis::Secondary || result.basis == Basis::DerivedFromSparse;
        if (needs_source && result.sources.empty())
            throw json.error("hardware.source_missing", {{"basis", basis.as_string()}});
        return result;
    }

    Device device(const Json& json) const {
        only_known(json, {"id", "aliases", "name", "vendor", "kind", "architecture", "launch_year", "capability",
                          "memory_type", "memory_gb", "bandwidth_gb_s", "tflops", "flop_per_cycle_per_core", "support",
                          "notes"});
        Device result;
        result.id = json.at("id").as_string();
        result.aliases = texts(json.at("aliases"));
        result.name = json.at("name").as_string();
        result.vendor = json.at("vendor").as_string();
        const Json& kind = json.at("kind");
        result.kind = kind.as_string();
        if (result.kind != "gpu" && result.kind != "cpu")
            throw kind.error("hardware.unknown_kind", {{"found", result.kind}});
        result.architecture = json.at("architecture").as_string();
        result.launch_year = figure(json.at("launch_year"));
        const Json& capability = json.at("capability");
        only_known(capability, {"value", "source"});
        result.capability = text_or_empty(capability, "value");
        result.capability_sources = sources(capability.at("source"));
        result.memory_type = text_or_empty(json, "memory_type");
        const Json& memory = json.at("memory_gb");
        result.memory = figure(memory);
        for (const auto& size : memory.at("value").items())
            result.memory_gb.push_back(positive(size));
        std::ranges::sort(result.memory_gb);
        if (!result.memory_gb.empty()) result.memory.value = result.memory_gb.front();
        result.bandwidth = figure(json.at("bandwidth_gb_s"));
        for (const auto& member : json.at("tflops").members()) {
            const auto rate = find_rate(member.name);
            if (!rate) throw text::bad_input("hardware.unknown_member", {{"found", member.name}}, member.name_location);
            result.rates.emplace_back(*rate, figure(member.value));
        }
        if (const Json* cycles = json.find("flop_per_cycle_per_core"))
            for (const auto& member : cycles->members())
                result.flop_per_cycle.emplace_back(member.name, figure(member.value));
        result.support = support(json.at("support"));
        for (const auto& note : json.at("notes").items()) {
            only_known(note, {"en", "ko"});
            result.notes.push_back({note.at("en").as_string(), note.at("ko").as_string()});
        }
        return result;
    }

  private:
    SupportFacts support(const Json& json) const {
        only_known(json, {"bf16_native", "fp8_formats", "fp4_native", "torch_says_bf16", "torch_says_bf16_native",
                          "torch_says_tf32", "note", "source", "emulated_bf16"});
        SupportFacts facts;
        facts.bf16_native = maybe_boolean(json.at("bf16_native"));
        facts.fp8_formats = texts(json.at("fp8_formats"));
        facts.fp4_native = json.at("fp4_native").as_boolean();
        facts.torch_says_bf16 = maybe_boolean(json.at("torch_says_bf16"));
        facts.torch_says_bf16_native = maybe_boolean(json.at("torch_says_bf16_native"));
        facts.torch_says_tf32 = maybe_boolean(json.at("torch_says_tf32"));
        facts.note = text_or_empty(json, "note");
        facts.sources = sources(json.at("source"));
        if (const Json* measured = json.find("emulated_bf16")) {
            only_known(*measured, {"device", "fp32", "fp16", "bf16", "source"});
            facts.emulated_bf16 = {measured->at("device").as_string(), positive(measured->at("fp32")),
                                   positive(measured->at("fp16")), positive(measured->at("bf16")),
                                   sources(measured->at("source"))};
        }
        return facts;
    }

    std::vector<std::string> m_sources;
};

} // namespace

Catalogue read_catalogue(const Json& devices, const Json& sources) {
    Catalogue result;
    only_known(sources, {"schema", "sources"});
    require_schema(sources);
    for (const auto& member : sources.at("sources").members()) {
        only_known(member.value, {"title", "url", "seen_as", "note"});
        result.sources.push_back({member.name, member.value.at("title").as_string(), text_or_empty(member.value, "url"),
                                  member.value.at("seen_as").as_string(), text_or_empty(member.value, "note")});
    }
    only_known(devices, {"schema", "devices"});
    require_schema(devices);
    const Reader reader(result.sources);
    std::set<std::string> names;
    for (const auto& json : devices.at("devices").items()) {
        Device device = reader.device(json);
        const auto claim = [&](const std::string& name, const Json& place) {
            if (plain_name(name).empty() || !names.insert(plain_name(name)).second)
                throw place.error("hardware.name_taken", {{"found", name}});
        };
        claim(device.id, json.at("id"));
        for (const auto& alias : json.at("aliases").items())
            claim(alias.as_string(), alias);
        result.devices.push_back(std::move(device));
    }
    return result;
}

} // namespace ampscope::hardware

#include "core/hardware/catalogue.h"

#include <algorithm>

#include "core/text/nearest.h"
#include "core/text/words.h"

namespace ampscope::hardware {

// Made by the build from resources/hardware.
std::string_view embedded_devices();
std::string_view embedded_sources();

const Catalogue& catalogue() {
    static const Catalogue all = read_catalogue(io::parse_json(embedded_devices(), "devices.json"),
                                                io::parse_json(embedded_sources(), "sources.json"));
    return all;
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') plain += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) plain += c;
    }
    for (const std::string_view word : {"nvidia", "geforce", "tesla", "amd", "instinct", "colab"})
        if (plain.starts_with(word) && plain.size() > word.size()) plain.erase(0, word.size());
    return plain;
}

const Device* Catalogue::find(std::string_view name) const {
    const std::string wanted = plain_name(name);
    if (wanted.empty()) return nullptr;
    for (const auto& device : devices) {
        if (plain_name(device.id) == wanted || plain_name(device.name) == wanted) return &device;
        for (const auto& alias : device.aliases)
            if (plain_name(alias) == wanted) return &device;
    }
    return nullptr;
}

const Device& Catalogue::at(std::string_view name) const {
    if (const auto* found = find(name)) return *found;
    std::vector<std::string> names;
    for (const auto& device : devices) {
        names.push_back(device.id);
        names.insert(names.end(), device.aliases.begin(), device.aliases.end());
    }
    if (const auto near = text::nearest_names(text::lower_case(name), names, 3); !near.empty())
        throw text::bad_input("hardware.unknown_device_near",
                              {{"found", std::string(name)}, {"nearest", text::joined(near)}});
    throw text::bad_input("hardware.unknown_device",
                          {{"found", std::string(name)}, {"known", text::joined(devices, &Device::id)}});
}

const Source* Catalogue::source(std::string_view id) const {
    const auto found = std::ranges::find(sources, id, &Source::id);
    return found == sources.end() ? nullptr : &*found;
}

} // namespace ampscope::hardware

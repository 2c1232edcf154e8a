#include "core/hardware/memory_budget.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/io/numbers.h"
#include "core/memory/budget.h"
#include "core/text/nearest.h"

namespace ampscope::hardware {

Budget parse_budget(const std::string& text) {
    const Catalogue& known = catalogue();
    const auto of = [](const Device& device) {
        if (device.memory_gb.empty()) throw text::bad_input("hardware.no_memory", {{"device", device.name}});
        const double bytes = device.memory_gb.front() * 1e9;
        const std::string size = memory::bytes_text(bytes);
        const bool is_said = device.name.find(size) != std::string::npos; // "NVIDIA T4 16 GB"
        return Budget{is_said ? device.name : device.name + ", " + size, bytes};
    };
    if (text == kThisMachine) return of(machine_device(read_machine(), {}, known));
    if (const auto* device = known.find(text)) return of(*device); // before numbers: "4090" is a card
    if (const auto bytes = memory::parse_bytes(text)) return {memory::bytes_text(*bytes), *bytes};
    std::vector<std::string> names;
    for (const auto& device : known.devices)
        names.push_back(device.id);
    const auto near = text::nearest_names(text, names, 1);
    throw text::bad_input("memory.bad_budget", {{"found", text}, {"nearest", near.empty() ? "t4" : near[0]}});
}

} // namespace ampscope::hardware

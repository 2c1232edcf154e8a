#include "app/cli/memory_budget.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/io/numbers.h"
#include "core/memory/budget.h"
#include "core/text/nearest.h"

namespace ampscope::cli {

Budget parse_budget(const std::string& text) {
    const auto& catalogue = hardware::catalogue();
    const auto of = [](const hardware::Device& device) {
        if (device.memory_gb.empty()) throw text::bad_input("hardware.no_memory", {{"device", device.name}});
        return Budget{device.name + ", " + memory::bytes_text(device.memory_gb.front() * 1e9),
                      device.memory_gb.front() * 1e9};
    };
    if (text == hardware::kThisMachine) return of(hardware::machine_device(hardware::read_machine(), {}, catalogue));
    if (const auto* device = catalogue.find(text)) return of(*device); // before numbers: "4090" is a card
    if (const auto bytes = memory::parse_bytes(text)) return {memory::bytes_text(*bytes), *bytes};
    std::vector<std::string> names;
    for (const auto& device : catalogue.devices)
        names.push_back(device.id);
    const auto near = text::nearest_names(text, names, 1);
    throw text::bad_input("memory.bad_budget", {{"found", text}, {"nearest", near.empty() ? "t4" : near[0]}});
}

} // namespace ampscope::cli

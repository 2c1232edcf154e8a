#include "core/text/catalogue.h"

#include <array>
#include <unordered_map>

namespace ampscope::text {

static const auto& tables() {
    static const std::array all = {
        catalogue_io(),         catalogue_numeric(),  catalogue_number_cases(), catalogue_sums(),
        catalogue_scenario(),   catalogue_mistakes(), catalogue_train(),        catalogue_lesson(),
        catalogue_exercise(),   catalogue_learning(), catalogue_claims(),       catalogue_cli(),
        catalogue_tensorfile(), catalogue_diagnose(), catalogue_memory(),       catalogue_hardware(),
        catalogue_cuda(),       catalogue_probe(),    catalogue_instruments()};
    return all;
}

const Entry* find_entry(std::string_view id) {
    static const auto index = [] {
        std::unordered_map<std::string_view, const Entry*> map;
        for (const auto table : tables())
            for (const auto& entry : table)
                map.emplace(entry.id, &entry);
        return map;
    }();
    const auto found = index.find(id);
    return found == index.end() ? nullptr : found->second;
}

std::vector<Entry> all_entries() {
    std::vector<Entry> result;
    for (const auto table : tables())
        result.insert(result.end(), table.begin(), table.end());
    return result;
}

} // namespace ampscope::text

#include "core/memory/budget.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/io/numbers.h"

namespace ampscope::memory {

Need need_of(const scenario::Scenario& scenario, const Model& model) {
    return {by_formula(scenario, model.parameters), activations_of(scenario, model)};
}

std::int64_t largest_micro_batch(scenario::Scenario scenario, const Model& model, double bytes) {
    constexpr std::int64_t kMost = 65536;
    scenario.batch_size = 0;
    const auto fits = [&](std::int64_t batch) {
        scenario.micro_batch_size = batch;
        return need_of(scenario, model).total() <= bytes;
    };
    if (!fits(1)) return 0;
    std::int64_t low = 1, high = kMost + 1; // low fits, high is not asked for
    while (low + 1 < high) {
        const std::int64_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

std::optional<double> parse_bytes(std::string_view text) {
    struct Unit {
        std::string_view name;
        double bytes;
    };
    static constexpr std::array kUnits = {Unit{"tib", 1099511627776.0},
                                          Unit{"gib", 1073741824.0},
                                          Unit{"mib", 1048576.0},
                                          Unit{"kib", 1024.0},
                                          Unit{"tb", 1e12},
                                          Unit{"gb", 1e9},
                                          Unit{"mb", 1e6},
                                          Unit{"kb", 1e3},
                                          Unit{"t", 1e12},
                                          Unit{"g", 1e9},
                                          Unit{"m", 1e6}};
    std::string plain;
    for (const char c : text)
        if (c != ' ' && c != ',') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    double unit = 1e9;
    for (const auto& known : kUnits)
        if (plain.ends_with(known.name)) {
            unit = known.bytes;
            plain.resize(plain.size() - known.name.size());
            break;
        }
    if (plain.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
    const auto number = io::parse_double(plain);
    if (!number || !(*number * unit > 0) || !(*number * unit <= 1e15)) return std::nullopt;
    return *number * unit;
}

std::string bytes_text(double bytes) {
    struct Unit {
        double bytes;
        const char* name;
    };
    const double size = std::abs(bytes);
    for (const Unit unit : {Unit{1e12, " TB"}, Unit{1e9, " GB"}, Unit{1e6, " MB"}, Unit{1e3, " KB"}})
        if (size >= unit.bytes * 0.9995) return io::to_text(bytes / unit.bytes, 3) + unit.name;
    return io::to_text(bytes, 3) + " bytes";
}

std::vector<Gap> gaps(const scenario::Scenario& scenario, const Model& model) {
    const States states = by_formula(scenario, model.parameters);
    std::vector<Gap> result;
    if (scenario.accumulation_steps == 1)
        result.push_back({"gradients_later", "memory.gap_gradients_later",
                          -std::min(states.gradients, activations_of(scenario, model).kept_bytes())});
    result.push_back({"temporaries", "memory.gap_temporaries", std::nullopt});
    if (!model.is_linear()) {
        const double logits = static_cast<double>(scenario.micro_batch() * scenario.sequence_length) *
                              static_cast<double>(model.vocabulary);
        result.push_back({"head_backward", "memory.gap_head_backward", 4 * logits});
    }
    result.push_back({"optimizer_foreach", "memory.gap_optimizer_foreach", states.weights + states.master});
    result.push_back({"optimizer_first_step", "memory.gap_optimizer_first_step", -states.optimizer});
    result.push_back({"allocator", "memory.gap_allocator", std::nullopt});
    result.push_back({"cuda_context", "memory.gap_cuda_context", 3e8});
    result.push_back({"workspaces", "memory.gap_workspaces", std::nullopt});
    if (scenario.computes_in_fp16() || scenario.uses_autocast())
        result.push_back({"emulation", "memory.gap_emulation", std::nullopt});
    return result;
}

} // namespace ampscope::memory

#include "core/hardware/advice.h"

#include <algorithm>

#include "core/io/numbers.h"

namespace ampscope::hardware {

using memory::bytes_text;
using scenario::CheckpointKind;
using scenario::Precision;
using scenario::Scenario;
using text::Message;

namespace {

constexpr ChapterRow kChapterRows[] = {
    {"10m", "apple-m2", "10M / M2 MPS", Precision::Bf16, 1, 1, false},
    {"10m", "t4", "10M / Colab T4", Precision::Fp16, 1, 1, false},
    {"10m", "a100-sxm-40", "10M / Colab A100", Precision::Bf16, 1, 1, false},
    {"30m", "t4", "30M / T4", Precision::Fp16, 2, 4, false},
    {"125m", "t4", "125M / T4", Precision::Fp16, 4, 8, true},
    {"125m", "a100-sxm-40", "125M / A100", Precision::Bf16, 1, 1, false},
};

// Below this many parameters casts weigh more than products gain: with 0.1 M parameters a step in bf16 took 22 ms where
// fp32 took 12, with 10 M 321 where fp32 took 495 (two threads of a CPU with AVX512-BF16).
constexpr std::int64_t kSmallModel = 2'000'000;

std::string number(std::int64_t value) {
    return text::grouped(value);
}

std::string ratio(double value) {
    return io::to_text(value, 2);
}

struct Choice {
    Precision precision;
    Message reason;
};

Choice choose_precision(const Device& device, const memory::Model& model) {
    const SupportRule bf16 = support_of(device, Format::Bf16);
    if (device.is_cpu()) {
        const auto fast = rate_of(device, Format::Bf16), plain = rate_of(device, Format::Fp32);
        if (fast && plain && fast->basis == Basis::Measured && fast->tflops <= plain->tflops)
            return {Precision::Fp32, {"hardware.why_cpu_measured", {{"ratio", ratio(fast->tflops / plain->tflops)}}}};
        if (bf16.support != Support::Native && !(fast && plain))
            return {Precision::Fp32, {"hardware.why_cpu_fp32", {}}};
        if (model.parameters < kSmallModel)
            return {Precision::Fp32, {"hardware.why_cpu_small", {{"parameters", number(model.parameters)}}}};
        if (fast && plain && fast->basis == Basis::Measured)
            return {Precision::Bf16,
                    {"hardware.why_cpu_bf16_measured", {{"ratio", ratio(fast->tflops / plain->tflops)}}}};
        return {Precision::Bf16, {"hardware.why_cpu_bf16", {}}};
    }
    switch (bf16.support) {
    case Support::Native: return {Precision::Bf16, {"hardware.why_bf16", {}}};
    case Support::Unknown: return {Precision::Bf16, {"hardware.why_bf16_unknown", {}}};
    default:
        if (device.capability.empty()) return {Precision::Fp16, {"hardware.why_fp16_metal", {}}};
        return {Precision::Fp16, {"hardware.why_fp16", {{"capability", device.capability}}}};
    }
}

// The fewest micro-batches of equal size with which the setting fits; 0 when none does.
std::int64_t fewest_micro_batches(const Scenario& setting, const AdviceRequest& request, double budget) {
    const std::int64_t most = memory::largest_micro_batch(setting, request.model, budget);
    for (std::int64_t parts = 1; most > 0 && parts <= request.batch; ++parts)
        if (request.batch % parts == 0 && request.batch / parts <= most) return parts;
    return 0;
}

void put_micro_batches(Scenario& setting, std::int64_t batch, std::int64_t parts) {
    setting.accumulation_steps = parts;
    setting.micro_batch_size = batch / parts;
}

std::string device_type(const Device& device) {
    return device.is_cpu() ? "cpu" : device.vendor == "Apple" ? "mps" : "cuda";
}

std::vector<CheckItem> checklist_of(const Device& device, const Scenario& setting) {
    std::vector<CheckItem> list;
    const SupportRule bf16 = support_of(device, Format::Bf16);
    list.push_back({{"hardware.check_support", {}}, bf16.reason});
    const bool fp16 = setting.precision == Precision::Fp16;
    list.push_back({{"hardware.check_scaler", {}},
                    {fp16 ? "hardware.check_scaler_needed" : "hardware.check_scaler_not_fp16", {}}});
    list.push_back({{"hardware.check_no_scaler", {}},
                    {fp16 ? "hardware.check_no_scaler_fp16" : "hardware.check_no_scaler_here", {}}});
    const char* dtype = fp16 ? "torch.float16" : "torch.bfloat16";
    list.push_back({{"hardware.check_wrap", {}},
                    setting.precision == Precision::Fp32
                        ? Message{"hardware.check_wrap_fp32", {}}
                        : Message{"hardware.check_wrap_here", {{"device", device_type(device)}, {"dtype", dtype}}}});
    list.push_back({{"hardware.check_divide", {}},
                    setting.accumulation_steps > 1
                        ? Message{"hardware.check_divide_here", {{"count", number(setting.accumulation_steps)}}}
                        : Message{"hardware.check_divide_one", {}}});
    list.push_back({{"hardware.check_dropout", {}},
                    {setting.checkpointing.kind == CheckpointKind::None ? "hardware.check_dropout_none"
                                                                        : "hardware.check_dropout_here",
                     {}}});
    return list;
}

// How much faster than fp32, and why not as much as the peaks say.
void add_speed(Advice& advice) {
    const auto time_of = [&](Format format) -> const StepTime* {
        const auto found = std::ranges::find(advice.times, format, &StepTime::format);
        return found == advice.times.end() ? nullptr : &*found;
    };
    const StepTime* plain = time_of(Format::Fp32);
    const StepTime* chosen = advice.setting.precision == Precision::Fp16   ? time_of(Format::Fp16)
                             : advice.setting.precision == Precision::Bf16 ? time_of(Format::Bf16)
                                                                           : nullptr;
    if (!plain || !chosen) {
        if (advice.setting.precision != Precision::Fp32) advice.reasons.push_back({"hardware.why_no_rate", {}});
        return;
    }
    advice.reasons.push_back(
        {"hardware.why_speed",
         {{"peak", ratio(chosen->rate.tflops / plain->rate.tflops)},
          {"share", io::to_text(100 * plain->product_share(), 2)},
          {"amdahl", ratio(amdahl(plain->product_share(), chosen->rate.tflops / plain->rate.tflops))},
          {"step", ratio(plain->total_s() / chosen->total_s())}}});
}

} // namespace

std::span<const ChapterRow> chapter_rows() {
    return kChapterRows;
}

const ChapterRow* find_chapter_row(std::string_view model, std::string_view device) {
    const auto* found =
        std::ranges::find_if(kChapterRows, [&](const auto& row) { return row.model == model && row.device == device; });
    return found == std::end(kChapterRows) ? nullptr : found;
}

Advice advise(const AdviceRequest& request, const Device& device) {
    for (const auto& [name, value] : {std::pair("batch", request.batch), std::pair("sequence", request.sequence)})
        if (value < 1 || value > 1'000'000)
            throw text::bad_input("hardware.advice_range", {{"option", name}, {"found", number(value)}});
    if (!request.budget && device.memory_gb.empty())
        throw text::bad_input("hardware.no_memory", {{"device", device.name}});
    Advice advice;
    advice.budget = request.budget.value_or(device.memory_gb.empty() ? 0 : device.memory_gb.front() * 1e9 - kReserve);
    if (!(advice.budget > 0)) throw text::bad_input("hardware.no_budget_left", {{"budget", bytes_text(advice.budget)}});

    Scenario& setting = advice.setting;
    setting.model.attention = request.attention;
    setting.sequence_length = request.sequence;
    const Choice choice = choose_precision(device, request.model);
    setting.precision = choice.precision;
    advice.reasons.push_back(choice.reason);

    const std::int64_t without = fewest_micro_batches(setting, request, advice.budget);
    std::int64_t parts = without;
    if (without == 0 || without > kManyMicroBatches) {
        setting.checkpointing.kind = CheckpointKind::Block;
        const std::int64_t with = fewest_micro_batches(setting, request, advice.budget);
        if (with > 0 && (without == 0 || with < without))
            parts = with;
        else if (without > 0)
            setting.checkpointing.kind = CheckpointKind::None;
    }
    advice.fits = parts > 0;
    put_micro_batches(setting, request.batch, advice.fits ? parts : request.batch);
    advice.need = memory::need_of(setting, request.model);
    advice.largest_micro_batch = memory::largest_micro_batch(setting, request.model, advice.budget);
    const std::string need = bytes_text(advice.need.total()), budget = bytes_text(advice.budget);
    if (!advice.fits) {
        advice.missing = advice.need.total() - advice.budget;
        advice.reasons.push_back({"hardware.why_does_not_fit",
                                  {{"need", need},
                                   {"budget", budget},
                                   {"missing", bytes_text(advice.missing)},
                                   {"states", bytes_text(advice.need.states.total())}}});
        if (advice.need.states.total() > advice.budget) advice.reasons.push_back({"hardware.why_states_too_large", {}});
    } else {
        advice.reasons.push_back({"hardware.why_fits",
                                  {{"need", need},
                                   {"budget", budget},
                                   {"left", bytes_text(advice.budget - advice.need.total())},
                                   {"states", bytes_text(advice.need.states.total())},
                                   {"activations", bytes_text(advice.need.activations.peak_bytes())}}});
        advice.reasons.push_back({parts > 1 ? "hardware.why_accumulate" : "hardware.why_no_accumulation",
                                  {{"batch", number(request.batch)},
                                   {"micro", number(setting.micro_batch_size)},
                                   {"count", number(parts)},
                                   {"largest", number(advice.largest_micro_batch)}}});
        if (setting.checkpointing.kind == CheckpointKind::Block)
            advice.reasons.push_back({without == 0 ? "hardware.why_checkpoint_must" : "hardware.why_checkpoint",
                                      {{"without", number(without)}, {"with", number(parts)}}});
        else
            advice.reasons.push_back({"hardware.why_no_checkpoint", {}});
    }
    if (!request.budget)
        advice.reasons.push_back(
            {"hardware.why_reserve",
             {{"memory", io::to_text(device.memory_gb.front(), 3)}, {"reserve", io::to_text(kReserve / 1e9)}}});
    if (device.shares_memory() && !request.budget) advice.reasons.push_back({"hardware.why_shared_memory", {}});
    if (device.memory_gb.size() > 1 && !request.budget)
        advice.reasons.push_back({"hardware.why_smallest_memory",
                                  {{"smallest", io::to_text(device.memory_gb.front(), 3)},
                                   {"largest", io::to_text(device.memory_gb.back(), 3)}}});
    if (request.model.shape_is_estimated)
        advice.reasons.push_back({"hardware.why_estimated_shape",
                                  {{"layers", number(request.model.layers)}, {"width", number(request.model.width)}}});
    for (const Format format : {Format::Fp32, Format::Tf32, Format::Fp16, Format::Bf16})
        if (const auto time = step_time(device, setting, request.model, format)) advice.times.push_back(*time);
    add_speed(advice);
    advice.checklist = checklist_of(device, setting);

    advice.chapter = find_chapter_row(request.model.name, device.id);
    if (const auto* row = advice.chapter) {
        const bool checkpoints = setting.checkpointing.kind != CheckpointKind::None;
        advice.agrees = advice.fits && setting.precision == row->precision &&
                        setting.accumulation_steps >= row->accumulation_least &&
                        setting.accumulation_steps <= row->accumulation_most && checkpoints == row->checkpointing;
        if (!advice.agrees) {
            Scenario theirs = setting;
            theirs.precision = row->precision;
            theirs.checkpointing.kind = row->checkpointing ? CheckpointKind::Block : CheckpointKind::None;
            const std::int64_t most = memory::largest_micro_batch(theirs, request.model, advice.budget);
            advice.reasons.push_back(
                {"hardware.why_chapter_differs",
                 {{"largest", number(most * row->accumulation_most)}, {"batch", number(request.batch)}}});
        }
    }
    return advice;
}

} // namespace ampscope::hardware

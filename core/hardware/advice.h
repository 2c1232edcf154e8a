// Which settings for which model on which device, with reasons: chapter B, section 8, worked out instead of remembered.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/hardware/step_time.h"
#include "core/hardware/support.h"
#include "core/memory/budget.h"
#include "core/memory/model.h"
#include "core/scenario/scenario.h"

namespace ampscope::hardware {

/// A row of the chapter's table.
struct ChapterRow {
    std::string_view model;  ///< "10m"
    std::string_view device; ///< id in the catalogue
    std::string_view words;  ///< as the chapter writes it: "10M / Colab T4"
    scenario::Precision precision;
    std::int64_t accumulation_least, accumulation_most;
    bool checkpointing;
};
/// The six of them, in the chapter's order.
std::span<const ChapterRow> chapter_rows();
/// nullptr when the chapter's table has no such row.
const ChapterRow* find_chapter_row(std::string_view model, std::string_view device);

struct AdviceRequest {
    memory::Model model;
    std::int64_t batch = 128;    ///< sequences per optimizer step: the chapter's "effective batch = 32 * 4"
    std::int64_t sequence = 512; ///< tokens
    scenario::Attention attention = scenario::Attention::Explicit;
    /// Decimal bytes; not set: the device's smallest memory less kReserve.
    std::optional<double> budget = {};
};

/// Left free on a device for its context, library workspaces and the allocator's rounding: an assumption.
constexpr double kReserve = 1e9;
/// More micro-batches than this, and checkpointing is looked at.
constexpr std::int64_t kManyMicroBatches = 4;

struct CheckItem {
    text::Message what; ///< the chapter's line
    text::Message here; ///< what it means for this device and setting
};

struct Advice {
    scenario::Scenario setting; ///< precision, micro-batch, accumulation, checkpointing; the model is the request's
    memory::Need need;          ///< of that setting
    double budget = 0;          ///< decimal bytes
    bool fits = true;
    double missing = 0;                   ///< decimal bytes, when it does not fit
    std::int64_t largest_micro_batch = 0; ///< sequences that fit at once with that setting
    std::vector<text::Message> reasons;   ///< precision, memory, accumulation, checkpointing, speed
    std::vector<CheckItem> checklist;     ///< the chapter's six
    std::vector<StepTime> times;          ///< of the setting, in every format the device has a figure for
    const ChapterRow* chapter = nullptr;
    bool agrees = true; ///< with the chapter's row
};
/// Throws a BadInput error when a batch, a length or a budget is not above 0, or when the device's memory is not known
/// and no budget is given.
Advice advise(const AdviceRequest& request, const Device& device);

} // namespace ampscope::hardware

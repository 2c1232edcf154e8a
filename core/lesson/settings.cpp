#include "core/lesson/settings.h"

#include <algorithm>
#include <array>

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/hardware/memory_budget.h"
#include "core/io/numbers.h"
#include "core/lesson/scanner.h"
#include "core/memory/model.h"
#include "core/numeric/arithmetic_chain.h"
#include "core/numeric/expression.h"
#include "core/numeric/format.h"
#include "core/text/words.h"

namespace ampscope::lesson {

const std::vector<std::string>& known_settings() {
    static const std::vector<std::string> kAll = {
        "number",      "format",        "formats",      "chain",  "nan-chain",  "update.weight",
        "update.step", "update.format", "update.times", "device", "beside",     "model",
        "precision",   "batch",         "sequence",     "budget", "memory-bars"};
    return kAll;
}

// "fp16, bf16": the ids between the commas.
static std::vector<std::string> listed(std::string_view text) {
    std::vector<std::string> items;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        items.emplace_back(trimmed(text.substr(0, comma)));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return items;
}

static void require_count(std::string_view text) {
    constexpr std::int64_t kMost = 1'000'000;
    const auto times = io::parse_integer(text);
    if (!times || *times < 1 || *times > kMost)
        throw text::bad_input("lesson.out_of_range",
                              {{"least", "1"}, {"most", std::to_string(kMost)}, {"found", printable(text)}});
}

void require_setting(std::string_view name, std::string_view text) {
    if (std::ranges::find(known_settings(), name) == known_settings().end())
        throw text::bad_input("lesson.unknown_setting",
                              {{"found", printable(name)}, {"known", text::joined(known_settings())}});
    if (name == "number" || name == "update.weight" || name == "update.step") {
        static_cast<void>(numeric::parse_expression(text));
    } else if (name == "nan-chain") {
        if (!numeric::find_chain(text)) throw text::bad_input("lesson.unknown_chain", {{"found", printable(text)}});
    } else if (name == "update.times" || name == "batch" || name == "sequence") {
        require_count(text);
    } else if (name == "device" || name == "beside") {
        if (text != hardware::kThisMachine) static_cast<void>(hardware::catalogue().at(text));
    } else if (name == "model") {
        static_cast<void>(memory::parse_model(text));
    } else if (name == "budget") {
        static_cast<void>(hardware::parse_budget(std::string(text)));
    } else if (name == "memory-bars") {
        static constexpr std::array<std::string_view, 2> kRows = {"parts", "schemes"};
        if (std::ranges::find(kRows, text) == kRows.end())
            throw text::bad_input("lesson.unknown_rows", {{"found", printable(text)}, {"known", text::joined(kRows)}});
    } else if (name == "precision") {
        static constexpr std::array<std::string_view, 4> kPrecisions = {"advised", "fp32", "fp16", "bf16"};
        if (std::ranges::find(kPrecisions, text) == kPrecisions.end())
            throw text::bad_input("lesson.unknown_precision",
                                  {{"found", printable(text)}, {"known", text::joined(kPrecisions)}});
    } else {
        const bool is_list = name == "formats" || name == "chain";
        const auto ids = is_list ? listed(text) : std::vector<std::string>{std::string(text)};
        if (ids.empty()) static_cast<void>(numeric::format_or_throw(""));
        for (const auto& id : ids)
            static_cast<void>(numeric::format_or_throw(id));
    }
}

} // namespace ampscope::lesson

#include "core/train/data.h"

#include <algorithm>
#include <numeric>

#include "core/io/file.h"
#include "core/scenario/model_shape.h"
#include "core/text/message.h"
#include "core/text/utf8.h"

namespace ampscope::train {

std::string load_text(const scenario::Scenario& scenario) {
    if (scenario.data.source == scenario::DataSource::Builtin)
        return builtin_text(scenario.data.language, static_cast<std::uint64_t>(scenario.seed));
    if (scenario.data.file.empty()) throw text::bad_input("data.no_file");
    constexpr std::size_t kMaxTextBytes = 64u << 20;
    std::string content = io::read_file(scenario.data.file, kMaxTextBytes);
    if (const auto bad = text::first_invalid_utf8(content)) {
        const auto [line, column] = text::line_and_column(content, *bad);
        throw text::bad_input("io.not_utf8", {{"encoding", text::encoding_message(content)}},
                              {scenario.data.file, line, column});
    }
    return content;
}

TokenText load_tokens(const scenario::Scenario& scenario) {
    const std::string content = load_text(scenario);
    TokenText result;
    if (scenario.data.tokens == scenario::Tokens::Byte) {
        for (const char byte : content)
            result.tokens.push_back(static_cast<unsigned char>(byte));
        result.vocabulary = scenario::model_shape(scenario.model.size).vocabulary;
    } else {
        std::u32string points = text::decode_utf8(content);
        // The built-in text may end in the middle of a character: it decodes to a replacement character, which is
        // dropped.
        while (!points.empty() && points.back() == U'\xFFFD')
            points.pop_back();
        result.characters = points;
        std::ranges::sort(result.characters);
        auto& known = result.characters;
        known.erase(std::unique(known.begin(), known.end()), known.end());
        for (const char32_t point : points)
            result.tokens.push_back(std::ranges::lower_bound(result.characters, point) - result.characters.begin());
        result.vocabulary = std::max<std::int64_t>(static_cast<std::int64_t>(result.characters.size()),
                                                   scenario.model.size == scenario::ModelSize::M125
                                                       ? scenario::model_shape(scenario.model.size).vocabulary
                                                       : 0);
    }
    const auto needed = static_cast<std::size_t>(scenario.sequence_length) + 1;
    if (scenario.model.kind != scenario::ModelKind::Linear && result.tokens.size() < needed)
        throw text::bad_input("data.too_short",
                              {{"tokens", text::grouped(static_cast<std::int64_t>(result.tokens.size()))},
                               {"needed", text::grouped(static_cast<std::int64_t>(needed))}},
                              {scenario.data.file});
    return result;
}

std::size_t linear_text_length(const scenario::Scenario& scenario) {
    constexpr std::size_t kExamples = 4096;
    return kExamples * static_cast<std::size_t>(scenario.sequence_length) + 1;
}

DataPlan::DataPlan(const scenario::Scenario& scenario, std::size_t text_length)
    : m_seed(static_cast<std::uint64_t>(scenario.seed)),
      m_text_length(text_length),
      m_length(scenario.sequence_length),
      m_micro_batch(scenario.micro_batch()),
      m_accumulation(scenario.accumulation_steps),
      m_steps(scenario.length.steps),
      m_epochs(scenario.length.epochs),
      m_ragged(scenario.data.lengths == scenario::Lengths::Ragged) {
    if (m_epochs == 0) return;
    m_windows = static_cast<std::int64_t>(text_length - 1) / m_length;
    const std::int64_t per_step = m_micro_batch * m_accumulation;
    m_steps_per_epoch = (m_windows + per_step - 1) / per_step;
    m_steps = m_steps_per_epoch * m_epochs;
}

std::int64_t DataPlan::epoch_of(std::int64_t step) const {
    return m_epochs == 0 ? 0 : step / m_steps_per_epoch;
}
bool DataPlan::begins_epoch(std::int64_t step) const {
    return m_epochs != 0 && step % m_steps_per_epoch == 0;
}

Window DataPlan::window(std::size_t start, std::uint64_t number) const {
    if (!m_ragged) return {start, m_length, number};
    // Between a quarter of the length and all of it.
    const std::int64_t least = std::max<std::int64_t>(1, m_length / 4);
    const auto random = splitmix64(m_seed + kLengthStream, number);
    return {start, least + static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(m_length - least + 1))),
            number};
}

const std::vector<std::size_t>& DataPlan::order_of(std::int64_t epoch) const {
    if (epoch == m_ordered_epoch) return m_order;
    m_order.resize(static_cast<std::size_t>(m_windows));
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    const std::uint64_t stream = m_seed + kOrderStream + static_cast<std::uint64_t>(epoch);
    for (std::size_t place = m_order.size() - 1; place > 0; --place)
        std::swap(m_order[place], m_order[below(splitmix64(stream, place), place + 1)]);
    m_ordered_epoch = epoch;
    return m_order;
}

std::vector<std::vector<Window>> DataPlan::micro_batches(std::int64_t step) const {
    std::vector<std::vector<Window>> batches;
    if (m_epochs == 0) {
        for (std::int64_t i = 0; i < m_accumulation; ++i) {
            batches.emplace_back();
            for (std::int64_t row = 0; row < m_micro_batch; ++row) {
                const auto number = static_cast<std::uint64_t>((step * m_accumulation + i) * m_micro_batch + row);
                const auto length = static_cast<std::size_t>(m_length);
                batches.back().push_back(window(window_start(m_seed, number, m_text_length, length), number));
            }
        }
        return batches;
    }
    const auto& order = order_of(epoch_of(step));
    const std::int64_t begin = step % m_steps_per_epoch * m_micro_batch * m_accumulation;
    const std::int64_t end = std::min(begin + m_micro_batch * m_accumulation, m_windows);
    for (std::int64_t place = begin; place < end; ++place) {
        if ((place - begin) % m_micro_batch == 0) batches.emplace_back();
        const std::size_t index = order[static_cast<std::size_t>(place)];
        batches.back().push_back(window(index * static_cast<std::size_t>(m_length), index));
    }
    return batches;
}

} // namespace ampscope::train

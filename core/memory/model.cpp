#include "core/memory/model.h"

#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/text/message.h"
#include "core/text/nearest.h"
#include "core/text/words.h"

namespace ampscope::memory {
namespace {

constexpr double kLeastParameters = 1e3, kMostParameters = 1e13;
constexpr std::int64_t kGpt2Vocabulary = 50257, kByteVocabulary = 256, kHeadWidth = 64;

// Layers of GPT-3's family by number of parameters (arXiv 2005.14165, table 2.1), and below it the program's own sizes.
struct Depth {
    double parameters;
    std::int64_t layers;
};
constexpr Depth kDepths[] = {{1e5, 2},    {8e5, 4},    {1e7, 6},    {3e7, 10},   {1.25e8, 12}, {3.5e8, 24},
                             {7.6e8, 24}, {1.3e9, 24}, {2.7e9, 32}, {6.7e9, 32}, {1.3e10, 40}, {1.75e11, 96}};

} // namespace

Model model_of(const scenario::Scenario& scenario, std::int64_t vocabulary) {
    Model model;
    if (scenario.model.kind == scenario::ModelKind::Linear) {
        model.name = "linear";
        model.width = scenario::kLinearWidth;
        model.vocabulary = scenario::kLinearWidth;
        model.parameters = scenario::parameter_count(scenario, 0);
        return model;
    }
    const auto shape = scenario::model_shape(scenario.model.size);
    model.name = scenario::choice_name(scenario.model.size);
    model.layers = shape.layers, model.width = shape.width, model.heads = shape.heads;
    model.inner = scenario::feed_forward_width(shape.width, scenario.model.ffn);
    model.feed_forward_matrices = scenario.model.ffn == scenario::Ffn::Gelu ? 2 : 3;
    model.vocabulary = vocabulary > 0 ? vocabulary : shape.vocabulary;
    model.parameters = scenario::parameter_count(scenario, model.vocabulary);
    return model;
}

Model model_with(std::int64_t parameters) {
    const auto count = static_cast<double>(parameters);
    if (!(count >= kLeastParameters && count <= kMostParameters))
        throw text::bad_input("memory.count_range", {{"found", text::grouped(parameters)}});
    const auto* depth =
        std::ranges::min_element(kDepths, {}, [&](const Depth& d) { return std::abs(std::log(d.parameters / count)); });
    Model model;
    model.layers = depth->layers;
    const auto width_for = [&](double vocabulary) { // the positive root of 12 L h^2 + V h = P
        const double a = 12.0 * static_cast<double>(model.layers);
        return (-vocabulary + std::sqrt(vocabulary * vocabulary + 4 * a * count)) / (2 * a);
    };
    const double with_words = width_for(kGpt2Vocabulary);
    model.vocabulary = with_words * kGpt2Vocabulary <= count / 2 ? kGpt2Vocabulary : kByteVocabulary;
    const double width = width_for(static_cast<double>(model.vocabulary));
    model.width = std::max<std::int64_t>(1, std::llround(width / kHeadWidth)) * kHeadWidth;
    model.heads = model.width / kHeadWidth;
    model.inner = 4 * model.width;
    model.parameters = parameters;
    model.shape_is_estimated = true;
    return model;
}

std::optional<std::int64_t> parse_count(std::string_view text) {
    std::string digits;
    double unit = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if ((c >= '0' && c <= '9') || c == '.')
            digits += c;
        else if (c == ',' || c == '_' || c == ' ')
            continue;
        else if (i + 1 == text.size() && (c == 'k' || c == 'K'))
            unit = 1e3;
        else if (i + 1 == text.size() && (c == 'm' || c == 'M'))
            unit = 1e6;
        else if (i + 1 == text.size() && (c == 'b' || c == 'B' || c == 'g' || c == 'G'))
            unit = 1e9;
        else if (i + 1 == text.size() && (c == 't' || c == 'T'))
            unit = 1e12;
        else
            return std::nullopt;
    }
    const auto number = io::parse_double(digits);
    if (!number) return std::nullopt;
    const double count = std::round(*number * unit);
    if (!(count >= 1 && count <= kMostParameters)) return std::nullopt;
    return static_cast<std::int64_t>(count);
}

std::vector<std::string> model_names() {
    const auto names = scenario::choice_names<scenario::ModelSize>();
    return {names.begin(), names.end()};
}

Model parse_model(std::string_view text) {
    const std::string wanted = text::lower_case(text);
    scenario::Scenario scenario;
    const auto names = scenario::choice_names<scenario::ModelSize>();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == wanted) {
            scenario.model.size = static_cast<scenario::ModelSize>(i);
            return model_of(scenario);
        }
    if (const auto count = parse_count(text)) {
        Model model = model_with(*count);
        model.name = text;
        return model;
    }
    const auto near = text::nearest_names(wanted, model_names(), 1);
    throw text::bad_input(
        near.empty() ? "memory.unknown_model" : "memory.unknown_model_near",
        {{"found", std::string(text)}, {"known", text::joined(names)}, {"nearest", near.empty() ? "" : near[0]}});
}

} // namespace ampscope::memory

#include "core/numeric/arithmetic_chain.h"

#include <algorithm>
#include <stdexcept>

#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "core/numeric/random.h"

namespace ampscope::numeric {

std::span<const NamedChain> named_chains() {
    using enum Operation;
    static const std::vector<NamedChain> kChains = {
        {"overflow-to-nan",
         "numeric.chain_overflow",
         "fp16",
         {{"a", "a = 60000", {}, {"60000"}, "numeric.chain_overflow_a"},
          {"sum", "sum = a + a", Add, {"a", "a"}, "numeric.chain_overflow_sum"},
          {"difference", "difference = sum - sum", Subtract, {"sum", "sum"}, "numeric.chain_overflow_difference"},
          {"product", "product = 0 x sum", Multiply, {"0", "sum"}, "numeric.chain_overflow_product"}}},
        {"zero-times-inf",
         "numeric.chain_clipping",
         "fp16",
         {{"gradient", "gradient = 3", {}, {"3"}, "numeric.chain_clipping_gradient"},
          {"scaled", "scaled = gradient x 32768", Multiply, {"gradient", "32768"}, "numeric.chain_clipping_scaled"},
          {"factor", "factor = 1 / scaled", Divide, {"1", "scaled"}, "numeric.chain_clipping_factor"},
          {"clipped", "clipped = scaled x factor", Multiply, {"scaled", "factor"}, "numeric.chain_clipping_clipped"}}},
        {"softmax",
         "numeric.chain_softmax",
         "fp16",
         {{"e", "e = exp(12)", {}, {"162754.791419003920808"}, "numeric.chain_softmax_e"},
          {"sum", "sum = e + 1", Add, {"e", "1"}, "numeric.chain_softmax_sum"},
          {"share", "share = e / sum", Divide, {"e", "sum"}, "numeric.chain_softmax_share"}}},
        {"masked-softmax",
         "numeric.chain_mask",
         "fp16",
         {{"score", "score = -1e5", {}, {"-1e5"}, "numeric.chain_mask_score"},
          {"largest", "largest = max(score, score)", {}, {"score"}, "numeric.chain_mask_largest"},
          {"shifted", "shifted = score - largest", Subtract, {"score", "largest"}, "numeric.chain_mask_shifted"}}},
        {"normalisation",
         "numeric.chain_norm",
         "fp16",
         {{"x", "x = 1e-4", {}, {"1e-4"}, "numeric.chain_norm_x"},
          {"square", "square = x^2", Multiply, {"x", "x"}, "numeric.chain_norm_square"},
          {"padded", "padded = square + 1e-8", Add, {"square", "1e-8"}, "numeric.chain_norm_padded"},
          {"root", "root = sqrt(padded)", SquareRoot, {"padded"}, ""},
          {"y", "y = x / root", Divide, {"x", "root"}, "numeric.chain_norm_y"},
          {"centred", "centred = y - y", Subtract, {"y", "y"}, "numeric.chain_norm_centred"}}},
    };
    return kChains;
}

const NamedChain* find_chain(std::string_view id) {
    const auto all = named_chains();
    const auto found = std::ranges::find(all, id, &NamedChain::id);
    return found == all.end() ? nullptr : &*found;
}

namespace {

std::vector<ChainResult> carry_out(const NamedChain& chain, const FloatFormat& format, const RoundingOptions& options) {
    std::vector<ChainResult> results;
    const auto code_of = [&](std::string_view operand) {
        const auto earlier =
            std::ranges::find(results, operand, [](const ChainResult& done) { return done.step->name; });
        if (earlier != results.end()) return earlier->computed.rounded.code;
        return round_to(format, parse_expression(operand), options).code;
    };
    for (const auto& step : chain.steps) {
        RoundingOptions own = options; // each step draws anew
        own.random = splitmix64(options.random, results.size());
        ChainResult result{&step, {}, {}, {}, false};
        for (const auto& operand : step.operands)
            result.operands.push_back(code_of(operand));
        if (step.operation) {
            result.computed = compute(format, *step.operation, result.operands, own);
        } else {
            const bool is_step = std::ranges::any_of(
                results, [&](const ChainResult& done) { return done.step->name == step.operands.at(0); });
            result.computed.exact =
                is_step ? decode(format, result.operands.at(0)) : parse_expression(step.operands.at(0));
            result.computed.rounded = round_to(format, result.computed.exact, own);
        }
        result.reason = reason_of(format, result.computed, own);
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace

std::vector<ChainResult> run_chain(const NamedChain& chain, const FloatFormat& format, const RoundingOptions& options) {
    auto results = carry_out(chain, format, options);
    const FloatFormat& home = numeric::format(chain.format);
    const auto written = carry_out(chain, home, {});
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Computed &here = results[i].computed, &there = written[i].computed;
        results[i].as_written = format == home &&
                                decode(format, here.rounded.code).kind() == decode(home, there.rounded.code).kind() &&
                                here.flags() == there.flags();
    }
    return results;
}

} // namespace ampscope::numeric

#include "core/numeric/arithmetic.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/numeric/conversion.h"
#include "core/numeric/decimal.h"
#include "core/text/words.h"

namespace ampscope::numeric {
namespace {

using Kind = ExactValue::Kind;

struct Row {
    Operation operation;
    std::string_view id;
    std::size_t operands;
};
constexpr std::array kOperations = {
    Row{Operation::Add, "add", 2},
    Row{Operation::Subtract, "subtract", 2},
    Row{Operation::Multiply, "multiply", 2},
    Row{Operation::Divide, "divide", 2},
    Row{Operation::FusedMultiplyAdd, "fma", 3},
    Row{Operation::SquareRoot, "sqrt", 1},
};
constexpr std::pair<std::string_view, Operation> kSigns[] = {
    {"+", Operation::Add},      {"-", Operation::Subtract}, {"−", Operation::Subtract},
    {"*", Operation::Multiply}, {"x", Operation::Multiply}, {"×", Operation::Multiply},
    {"·", Operation::Multiply}, {"/", Operation::Divide},   {"÷", Operation::Divide},
};

const Row& row(Operation operation) {
    return *std::ranges::find(kOperations, operation, &Row::operation);
}

// The exact result, or why there is none.
struct Answer {
    ExactValue value = ExactValue::nan();
    std::string_view nan_cause = "";
    bool divide_by_zero = false;
    bool irrational = false;
};

Answer no_answer(std::string_view cause) {
    return {ExactValue::nan(), cause};
}

Answer sum(const ExactValue& a, const ExactValue& b, Rounding mode) {
    if (a.kind() == Kind::Infinite && b.kind() == Kind::Infinite && a.is_negative() != b.is_negative())
        return no_answer("inf-minus-inf");
    if (a.kind() == Kind::Infinite) return {a};
    if (b.kind() == Kind::Infinite) return {b};
    if (a.kind() == Kind::Zero && b.kind() == Kind::Zero && a.is_negative() == b.is_negative()) return {a};
    const Rational total = a.rational() + b.rational();
    return {total == 0 ? ExactValue::zero(mode == Rounding::Down) : ExactValue::finite(total)};
}

Answer product(const ExactValue& a, const ExactValue& b) {
    const bool negative = a.is_negative() != b.is_negative();
    const bool zero = a.kind() == Kind::Zero || b.kind() == Kind::Zero;
    if (a.kind() == Kind::Infinite || b.kind() == Kind::Infinite)
        return zero ? no_answer("zero-times-inf") : Answer{ExactValue::infinity(negative)};
    return {zero ? ExactValue::zero(negative) : ExactValue::finite(a.rational() * b.rational())};
}

Answer quotient(const ExactValue& a, const ExactValue& b) {
    const bool negative = a.is_negative() != b.is_negative();
    if (a.kind() == Kind::Infinite)
        return b.kind() == Kind::Infinite ? no_answer("inf-over-inf") : Answer{ExactValue::infinity(negative)};
    if (b.kind() == Kind::Infinite) return {ExactValue::zero(negative)};
    if (b.kind() == Kind::Zero) {
        if (a.kind() == Kind::Zero) return no_answer("zero-over-zero");
        return {ExactValue::infinity(negative), "", true};
    }
    return {a.kind() == Kind::Zero ? ExactValue::zero(negative) : ExactValue::finite(a.rational() / b.rational())};
}

Answer square_root(const FloatFormat& format, const ExactValue& a) {
    if (a.kind() == Kind::Zero) return {a}; // sqrt(-0) is -0
    if (a.is_negative()) return no_answer("sqrt-of-negative");
    if (a.kind() == Kind::Infinite) return {a};
    // floor(sqrt(x * 4^places)), with 72 bits below the spacing of the result.
    const int binade = floor_log2(a.magnitude());
    const int exponent = std::max((binade - (binade < 0 ? 1 : 0)) / 2, format.min_exponent());
    const int places = std::max(0, 72 + format.mantissa_bits - exponent);
    const Rational scaled = a.magnitude() * power_of_two(2 * places);
    const Integer whole = numerator(scaled) / denominator(scaled);
    Integer rest;
    const Integer root = sqrt(whole, rest);
    const bool exact = rest == 0 && denominator(scaled) == 1;
    // What is cut off lies between root and root + 1: the odd half keeps it away from every number and every middle.
    const Integer twice = 2 * root + (exact ? 0 : 1);
    return {ExactValue::finite(Rational(twice) * power_of_two(-places - 1)), "", false, !exact};
}

Answer answer(const FloatFormat& format, Operation operation, std::span<const ExactValue> values, Rounding mode) {
    const auto is_nan = [](const ExactValue& value) { return value.kind() == Kind::NaN; };
    if (std::ranges::any_of(values, &ExactValue::is_signalling)) return no_answer("signalling-operand");
    if (std::ranges::any_of(values, is_nan)) return no_answer("nan-operand");
    switch (operation) {
    case Operation::Add: return sum(values[0], values[1], mode);
    case Operation::Subtract: return sum(values[0], values[1].negated(), mode);
    case Operation::Multiply: return product(values[0], values[1]);
    case Operation::Divide: return quotient(values[0], values[1]);
    case Operation::SquareRoot: return square_root(format, values[0]);
    case Operation::FusedMultiplyAdd: break;
    }
    const Answer multiplied = product(values[0], values[1]);
    return multiplied.nan_cause.empty() ? sum(multiplied.value, values[2], mode) : multiplied;
}

} // namespace

std::string_view operation_id(Operation operation) {
    return row(operation).id;
}

std::optional<Operation> find_operation(std::string_view id) {
    for (const auto& known : kOperations)
        if (known.id == id) return known.operation;
    for (const auto& [sign, operation] : kSigns)
        if (sign == id) return operation;
    return std::nullopt;
}

std::string known_operations() {
    return text::joined(kOperations, [](const auto& known) { return known.id; });
}

std::size_t operand_count(Operation operation) {
    return row(operation).operands;
}

std::vector<std::string> Computed::flags() const {
    auto names = flag_names(rounded);
    if (divide_by_zero) names.push_back("divide-by-zero");
    return names;
}

Computed compute(const FloatFormat& format, Operation operation, std::span<const Code> operands,
                 const RoundingOptions& options) {
    if (operands.size() != operand_count(operation)) throw std::logic_error("compute: number of operands");
    std::vector<ExactValue> values;
    for (const auto& code : operands) {
        const bool as_zero = options.zero_subnormal_operands && classify(format, code) == NumberClass::Subnormal;
        values.push_back(as_zero ? ExactValue::zero((code & format.sign_bit()) != 0) : decode(format, code));
    }
    const Answer found = answer(format, operation, values, options.mode);
    Computed result;
    result.exact = found.value;
    result.irrational = found.irrational;
    result.divide_by_zero = found.divide_by_zero;
    result.nan_cause = found.nan_cause;
    result.rounded = round_to(format, found.value, options);
    if (!found.nan_cause.empty()) result.rounded.invalid = found.nan_cause != "nan-operand";
    if (found.divide_by_zero) result.rounded.invalid = false; // its own flag says it, also where there is no infinity
    return result;
}

text::Message reason_of(const FloatFormat& format, const Computed& computed, const RoundingOptions& options) {
    static constexpr std::pair<std::string_view, const char*> kCauses[] = {
        {"nan-operand", "numeric.no_answer_nan"},
        {"signalling-operand", "numeric.no_answer_signalling"},
        {"inf-minus-inf", "numeric.no_answer_inf_minus_inf"},
        {"zero-times-inf", "numeric.no_answer_zero_times_inf"},
        {"zero-over-zero", "numeric.no_answer_zero_over_zero"},
        {"inf-over-inf", "numeric.no_answer_inf_over_inf"},
        {"sqrt-of-negative", "numeric.no_answer_sqrt_of_negative"},
    };
    for (const auto& [cause, id] : kCauses)
        if (cause == computed.nan_cause) return {id, {}};
    if (computed.divide_by_zero) {
        const ExactValue stored = decode(format, computed.rounded.code);
        if (stored.kind() == Kind::Infinite) return {"numeric.divided_by_zero", {}};
        return {"numeric.divided_by_zero_policy",
                {{"policy", std::string(overflow_id(options.overflow.value_or(default_overflow(format))))},
                 {"result", exact_decimal(stored)}}};
    }
    return convert(computed.exact, format, options).reason();
}

} // namespace ampscope::numeric

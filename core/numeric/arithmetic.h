// Arithmetic in a format: the exact result, rounded once, with IEEE 754's flags.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/numeric/rounding.h"
#include "core/text/message.h"

namespace ampscope::numeric {

enum class Operation { Add, Subtract, Multiply, Divide, FusedMultiplyAdd, SquareRoot };

/// "add", "subtract", "multiply", "divide", "fma", "sqrt"
std::string_view operation_id(Operation operation);
/// An id, or one of + - * x × / ÷.
std::optional<Operation> find_operation(std::string_view id);
/// "add, subtract, …"; for messages and help.
std::string known_operations();
/// 1 for sqrt, 3 for fma, else 2.
std::size_t operand_count(Operation operation);

/// The result of one operation.
struct Computed {
    Rounded rounded;             ///< `invalid` also where the operation has no answer: inf - inf, 0 * inf, sqrt(-1)
    bool divide_by_zero = false; ///< a finite number divided by zero: the infinity is exact
    /// The result before rounding. A square root that is irrational is marked, and `exact` is then off by less than
    /// 2^-70 of the spacing, on the right side of every number and every middle.
    ExactValue exact = ExactValue::zero();
    bool irrational = false;
    /// Why there is no number: "nan-operand", "signalling-operand", "inf-minus-inf", "zero-times-inf",
    /// "zero-over-zero", "inf-over-inf", "sqrt-of-negative"; "" otherwise.
    std::string_view nan_cause = "";

    /// IEEE exception flags by name: "inexact", "overflow", "underflow", "invalid", "divide-by-zero".
    std::vector<std::string> flags() const;
};

/// Computes with operands that are codes of `format`; as many as operand_count() says (std::logic_error otherwise).
/// Where a rule of IEEE 754-2019 leaves a choice: a zero sum of opposite signs is +0, and -0 when rounding down
/// (section 6.3); fma(0, inf, nan) raises nothing, as on x86 (section 7.2); NaN results are the policy's NaN with sign
/// 0.
Computed compute(const FloatFormat& format, Operation operation, std::span<const Code> operands,
                 const RoundingOptions& options = {});

/// Why the result is what it is, in words: no answer, division by zero, or the reason of the rounding.
text::Message reason_of(const FloatFormat& format, const Computed& computed, const RoundingOptions& options = {});

} // namespace ampscope::numeric

// The closed little language in which lessons name measured values. One grammar, here.
//
//     value     = measured | computed | compared
//     measured  = function "(" run "," name [ "," condition ] ")"
//     function  = "first" | "last" | "min" | "max" | "mean" | "count" | "any" | "at"
//     name      = a column of the samples (loss), a kind of fact (step_skipped), or a field of the scenario
//                 (scaler.growth_interval, or its last part where that is unique: growth_interval)
//     condition = comparison { "and" comparison }
//     comparison= column ("<" | "<=" | ">" | ">=" | "=" | "!=") number
//     computed  = "to" "(" format "," expression ")" | "known" "(" source "," item "," property ")"
//     format    = an id of core/numeric/format.h (fp16, e4m3, e5m10); expression: core/numeric/expression.h (1+2^-11)
//     compared  = ( "ratio" | "difference" ) "(" operand "," operand ")"
//               | "equal" "(" run "," run "," ( column | "all" ) [ "," condition ] ")"
//     operand   = measured | computed
//
// first, last, min, max, mean: of a column's values over the steps where the condition holds; missing values are left
// out, NaN is data (min, max and mean of values with a NaN are NaN). Of a fact kind: first and last give its step, min,
// max and mean are refused. count: how many steps (where the column was measured) or facts there are; any: 1 when there
// is one, else 0. at: a number or switch (1, 0) of the run's scenario; or, with a condition, the column's value at the
// first step where it holds. The condition of a fact looks at the sample of its step. A missing value fulfils no
// comparison; NaN fulfils only "!=".
//
// known: a number of the program's own tables and formulas (known_numbers.h lists them): known(format, fp16, max).
// to: the number, rounded to the format as its own rules say (nearest, ties to even); known without any run.
// ratio: the first divided by the second, difference: the first minus the second; missing where one of them is.
// equal: 1 when both runs hold the same steps where the condition holds (each asks its own samples) and the column, or
// all columns that repeat, have the same bits in each of them, else 0; missing when neither run holds such a step. All
// NaN count as one value; columns that never repeat (ms) are refused.
//
// Exercises make numbers of several runs out of these: figure.h.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"
#include "core/scenario/fields.h"

namespace ampscope::lesson {

/// The runs that a value may name.
using Records = std::map<std::string, const record::RunRecord*, std::less<>>;

/// The scenario of a run by its name, or nullptr.
using ScenarioOf = std::function<const scenario::Scenario*(std::string_view run)>;

class Value {
  public:
    enum class Function { First, Last, Min, Max, Mean, Count, Any, At, To, Ratio, Difference, Equal, Known };
    enum class Comparison { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
    struct Test {
        record::Column column;
        Comparison comparison;
        double number;
    };

    /// Throws a BadInput error with the column for anything that the grammar does not allow, or a name that is neither
    /// a column, nor a known kind of fact, nor a field.
    static Value parse(std::string_view text);
    /// The same for a text that may go on behind the value; `end`: the offset behind it.
    static Value parse_beginning(std::string_view text, std::size_t& end);

    /// The number; record::kMissing when the run is not there, or holds no such step.
    double evaluate(const Records& records) const;
    /// The steps (of samples or facts) that the value looks at: where its condition holds.
    std::vector<std::int64_t> steps(const Records& records) const;
    /// What is known before anything has run: a computed number, the value of "at" a field, or what is made of these;
    /// record::kMissing for all others.
    double planned(const ScenarioOf& scenario_of) const;
    /// Does it have to be measured? False where planned() knows it.
    bool needs_run() const;

    /// The runs that it names, none twice; empty for a computed number.
    std::vector<std::string> runs() const;
    /// Is it about steps of one run? Only then steps() finds any.
    bool is_measured() const { return m_parts.empty() && !m_run.empty() && m_other_run.empty(); }
    /// The one run of a measured value.
    const std::string& run() const { return m_run; }
    /// Measured: the column, the kind of fact, or the whole path of the field. equal: the column or "all". to: the
    /// expression. known: the source. ratio, difference: "".
    const std::string& name() const { return m_name; }
    Function function() const { return m_function; }
    /// ratio and difference: the two.
    const std::vector<Value>& parts() const { return m_parts; }
    /// The value as it is written with single spaces: equal texts mean equal values.
    const std::string& text() const { return m_text; }

    /// How the comparisons are meant; see above. `found` must not be missing.
    static bool compare(double found, Comparison comparison, double number);

  private:
    friend class ValueParser;
    bool is_computed() const { return m_function == Function::To || m_function == Function::Known; }
    bool passes(const record::Sample& sample) const;
    std::vector<const record::Sample*> samples_of(const record::RunRecord& run) const;
    std::vector<std::int64_t> fact_steps_of(const record::RunRecord& run) const;
    double combined(double first, double second) const;
    double equality(const Records& records) const;

    Function m_function = Function::Count;
    std::string m_run, m_name, m_text;
    std::string m_other_run;    ///< equal
    double m_computed = 0;      ///< to, known
    std::vector<Value> m_parts; ///< ratio, difference
    std::vector<Test> m_tests;
    std::optional<record::Column>
        m_column; ///< measured: neither column nor field is a kind of fact; equal: none is all
    const scenario::Field* m_field = nullptr;
};

} // namespace ampscope::lesson

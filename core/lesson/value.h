// The closed little language in which lessons name measured values. One grammar, here.
//
//     value     = function "(" run "," name [ "," condition ] ")"
//     function  = "first" | "last" | "min" | "max" | "mean" | "count" | "any" | "at"
//     name      = a column of the samples (loss), a kind of fact (step_skipped), or a field of the scenario
//                 (scaler.growth_interval, or its last part where that is unique: growth_interval)
//     condition = comparison { "and" comparison }
//     comparison= column ("<" | "<=" | ">" | ">=" | "=" | "!=") number
//
// first, last, min, max, mean: of a column's values over the steps where the condition holds; missing values are left
// out, NaN is data (min, max and mean of values with a NaN are NaN). Of a fact kind: first and last give its step, min,
// max and mean are refused. count: how many steps (where the column was measured) or facts there are; any: 1 when there
// is one, else 0. at: a number or switch (1, 0) of the run's scenario; or, with a condition, the column's value at the
// first step where it holds. The condition of a fact looks at the sample of its step. A missing value fulfils no
// comparison; NaN fulfils only "!=".
#pragma once

#include <cstdint>
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

class Value {
  public:
    enum class Function { First, Last, Min, Max, Mean, Count, Any, At };
    enum class Comparison { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
    struct Test {
        record::Column column;
        Comparison comparison;
        double number;
    };

    /// Throws a BadInput error with the column for anything that the grammar does not allow, or a name that is neither
    /// a column, nor a known kind of fact, nor a field.
    static Value parse(std::string_view text);

    /// The number; record::kMissing when the run is not there, or holds no such step.
    double evaluate(const Records& records) const;
    /// The steps (of samples or facts) that the value looks at: where its condition holds.
    std::vector<std::int64_t> steps(const Records& records) const;
    /// What a scenario says before anything has run: the value of "at" a field, record::kMissing for all others.
    double planned(const scenario::Scenario& scenario) const;

    const std::string& run() const { return m_run; }
    /// The column, the kind of fact, or the whole path of the field.
    const std::string& name() const { return m_name; }
    Function function() const { return m_function; }
    /// The value as it is written with single spaces: equal texts mean equal values.
    const std::string& text() const { return m_text; }

    /// How the comparisons are meant; see above. `found` must not be missing.
    static bool compare(double found, Comparison comparison, double number);

  private:
    friend class ValueParser;
    bool passes(const record::Sample& sample) const;
    std::vector<const record::Sample*> samples_of(const record::RunRecord& run) const;
    std::vector<std::int64_t> fact_steps_of(const record::RunRecord& run) const;

    Function m_function = Function::Count;
    std::string m_run, m_name, m_text;
    std::vector<Test> m_tests;
    std::optional<record::Column> m_column; ///< neither column nor field: a kind of fact
    const scenario::Field* m_field = nullptr;
};

} // namespace ampscope::lesson

// What an exercise says of several runs at once. A slot holds runs that differ in their seed, or repeat one setting; a
// figure makes one number of them. Made of the values of value.h, whose runs are slots here. The grammar:
//
//     relation  = term comparison term          (comparisons: value.h)
//     term      = number | [ number "*" ] figure
//     figure    = statistic "(" value ")" | "size" "(" statistic "(" value ")" ")"
//     statistic = "median" | "least" | "most" | "range"
//
// The value is taken once for each run of its slots; of two slots the first runs go together, then the second ones, and
// so on (the runs of a slot stand in the order of their seeds); a slot of one run goes with each of the other. range is
// the most minus the least: what another seed alone may change. size drops the sign. Of one run median, least and most
// are the value itself. A figure is missing where the value is missing in one of the runs; NaN is larger than
// everything for median, least and most, and makes range NaN. What is missing or NaN fulfils no comparison but NaN
// "!=".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/value.h"
#include "core/text/message.h"

namespace ampscope::lesson {

/// The runs that were put forward, by slot.
using Evidence = std::map<std::string, std::vector<const record::RunRecord*>, std::less<>>;

class Figure {
  public:
    enum class Statistic { Median, Least, Most, Range };
    double evaluate(const Evidence& evidence) const;
    /// The value for each run, in order.
    std::vector<double> values(const Evidence& evidence) const;
    const Value& value() const { return m_value; }
    /// "fp32: last loss, median": for people, in both languages. Of one run no statistic is named.
    text::Message words(const Evidence& evidence) const;
    /// The figure as people write such numbers: percent for shares, MB for bytes, ms for times.
    std::string number(double found) const;
    std::string text() const; ///< as it is written

  private:
    friend class RelationParser;
    Statistic m_statistic = Statistic::Median;
    bool m_size = false;
    Value m_value;
};

struct Term {
    double factor = 1; ///< or the number, without a figure
    std::optional<Figure> figure;
    double evaluate(const Evidence& evidence) const;
};

struct Relation {
    Term left, right;
    Value::Comparison comparison = Value::Comparison::Less;
    std::string text; ///< as it was written

    /// Throws a BadInput error with the column.
    static Relation parse(std::string_view text);
    /// nullopt while one side is not measured.
    std::optional<bool> holds(const Evidence& evidence) const;
    std::vector<std::string> slot_list() const; ///< that it names, none twice
    /// "left = 3.5 MB, right = 4.2 MB": what was found, and what had to be.
    text::Message words(const Evidence& evidence) const;
    /// By what factor the two sides lie apart; infinite where there is no factor (zero, other sign) and for what is
    /// equal or not, 1 at the border, 0 for what is not measured.
    double distance(const Evidence& evidence) const;
    /// The instrument that shows what it is about; "" where none does.
    std::string instrument() const;
};

} // namespace ampscope::lesson

#include "core/lesson/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/io/numbers.h"
#include "core/lesson/player.h"
#include "core/lesson/scanner.h"
#include "core/record/store/comparison.h"

namespace ampscope::lesson {

using record::kMissing;
using text::Message;

namespace {

constexpr std::array<std::string_view, 4> kStatistics = {"median", "least", "most", "range"};
constexpr std::array<std::string_view, 6> kSigns = {"<", "≤", ">", "≥", "=", "≠"};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Column or kind of fact in a few words, or the path of a field.
Message name_words(const Value& value) {
    if (record::find_column(value.name())) return {"column_short." + value.name(), {}};
    if (value.name() == "step_skipped") return {"exercise.fact_step_skipped", {}};
    if (value.name() == "scale_changed") return {"exercise.fact_scale_changed", {}};
    if (value.name() == "loss_nonfinite") return {"exercise.fact_loss_nonfinite", {}};
    return {"exercise.plain", {{"text", value.name()}}};
}

// What stands behind the name in "last(run, name, condition)".
std::string condition_of(const Value& value) {
    const std::string before = value.run() + ", " + value.name() + ", ";
    const auto begin = value.text().find(before);
    if (begin == std::string::npos) return {};
    return value.text().substr(begin + before.size(), value.text().size() - begin - before.size() - 1);
}

// "fp32's last loss"
Message value_words(const Value& value) {
    using enum Value::Function;
    if (!value.parts().empty()) {
        const char* id = value.function() == Ratio ? "exercise.value_ratio" : "exercise.value_difference";
        return {id, {{"a", value_words(value.parts()[0])}, {"b", value_words(value.parts()[1])}}};
    }
    const auto runs = value.runs();
    if (runs.empty() || value.function() == Equal) return {"exercise.plain", {{"text", value.text()}}};
    const char* id = value.function() == First   ? "exercise.value_first"
                     : value.function() == Last  ? "exercise.value_last"
                     : value.function() == Min   ? "exercise.value_min"
                     : value.function() == Max   ? "exercise.value_max"
                     : value.function() == Mean  ? "exercise.value_mean"
                     : value.function() == Count ? "exercise.value_count"
                     : value.function() == Any   ? "exercise.value_any"
                                                 : "exercise.value_at";
    const Message words{id, {{"run", runs[0]}, {"name", name_words(value)}}};
    const std::string condition = condition_of(value);
    if (condition.empty()) return words;
    return {"exercise.value_where", {{"value", words}, {"condition", condition}}};
}

// What its numbers are measured in: the column that they are of, nullptr for pure numbers.
const record::ColumnInfo* unit_of(const Value& value) {
    using enum Value::Function;
    if (value.function() == Difference) return unit_of(value.parts()[0]);
    const bool is_pure = value.function() == Ratio || value.function() == Count || value.function() == Any ||
                         value.function() == Equal || value.function() == To;
    return is_pure ? nullptr : record::find_column(value.name());
}

std::string instrument_of(const Value& value) {
    if (!value.parts().empty()) return instrument_of(value.parts()[0]);
    const std::string& name = value.name();
    if (name == "ms") return "throughput";
    if (name.starts_with("bytes_")) return "lanes";
    if (name == "scale" || name == "step_skipped" || name == "scale_changed") return "scale-trace";
    if (name == "weights_moved_share" || name == "optimizer_steps" || name == "ran") return "weights";
    if (name == "grad_zero_share" || name == "underflow_share" || name == "overflow_share") return "histogram";
    if (name == "loss" || name == "loss_nonfinite" || name == "all") return "loss";
    if (name.starts_with("grad_norm") || name == "micro_batches") return "micro-batches";
    return {};
}

} // namespace

// --- figures

std::vector<double> Figure::values(const Evidence& evidence) const {
    std::size_t repeats = 1;
    for (const auto& slot : m_value.runs()) {
        const auto found = evidence.find(slot);
        if (found == evidence.end() || found->second.empty()) return {kMissing};
        if (found->second.size() > 1)
            repeats = repeats > 1 ? std::min(repeats, found->second.size()) : found->second.size();
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < repeats; ++i) {
        Records together;
        for (const auto& slot : m_value.runs()) {
            const auto& runs = evidence.find(slot)->second;
            together.emplace(slot, runs[std::min(i, runs.size() - 1)]);
        }
        values.push_back(m_value.evaluate(together));
    }
    return values;
}

double Figure::evaluate(const Evidence& evidence) const {
    const auto found = values(evidence);
    if (std::ranges::any_of(found, record::is_missing)) return kMissing;
    const record::Spread spread = record::spread(found);
    const double value = m_statistic == Statistic::Median  ? spread.median
                         : m_statistic == Statistic::Least ? spread.least
                         : m_statistic == Statistic::Most  ? spread.most
                         : found.size() == 1               ? 0
                                                           : spread.most - spread.least;
    return m_size ? std::fabs(value) : value;
}

Message Figure::words(const Evidence& evidence) const {
    const bool of_one_run = m_statistic != Statistic::Range && values(evidence).size() == 1;
    const char* id = m_statistic == Statistic::Median  ? "exercise.median"
                     : m_statistic == Statistic::Least ? "exercise.least"
                     : m_statistic == Statistic::Most  ? "exercise.most"
                                                       : "exercise.range";
    const Message words = of_one_run ? value_words(m_value) : Message{id, {{"value", value_words(m_value)}}};
    return m_size ? Message{"exercise.size", {{"value", words}}} : words;
}

std::string Figure::number(double found) const {
    const auto* column = unit_of(m_value);
    if (record::is_missing(found) || !column) return number_text(found);
    if (column->name.ends_with("_share")) return number_text(found * 100) + " %";
    if (column->unit == "bytes") return megabytes_text(found);
    if (column->unit == "ms") return number_text(found) + " ms";
    return number_text(found);
}

std::string Figure::text() const {
    std::string text(kStatistics[static_cast<std::size_t>(m_statistic)]);
    text.append("(").append(m_value.text()).append(")");
    return m_size ? "size(" + text + ")" : text;
}

// --- relations

class RelationParser {
  public:
    explicit RelationParser(std::string_view text) : m_text(text), m_scanner(text) {}

    Relation parse() {
        Relation relation;
        relation.text = trimmed(m_text);
        relation.left = term();
        relation.comparison = m_scanner.comparison();
        relation.right = term();
        if (!m_scanner.at_end()) m_scanner.unexpected({"expected", Message{"lesson.the_end", {}}});
        if (!relation.left.figure && !relation.right.figure) m_scanner.fail("exercise.no_figure", {}, 0);
        return relation;
    }

  private:
    bool begins_number() {
        if (m_scanner.at_end()) return false;
        const auto rest = m_scanner.rest();
        return std::string_view("0123456789+-.").find(rest[0]) != std::string_view::npos || rest.starts_with("inf");
    }

    Term term() {
        Term term;
        if (begins_number()) {
            term.factor = m_scanner.number();
            if (!m_scanner.accept("*")) return term;
        }
        term.figure = figure();
        return term;
    }

    Figure figure() {
        Figure figure;
        auto name = m_scanner.name("exercise.a_statistic");
        figure.m_size = name == "size";
        if (figure.m_size) {
            m_scanner.expect("(");
            name = m_scanner.name("exercise.a_statistic");
        }
        const auto found = std::ranges::find(kStatistics, name);
        if (found == kStatistics.end())
            m_scanner.fail("exercise.unknown_statistic", {{"found", printable(name)}},
                           m_scanner.position() - name.size());
        figure.m_statistic = static_cast<Figure::Statistic>(found - kStatistics.begin());
        m_scanner.expect("(");
        if (m_scanner.at_end()) m_scanner.unexpected({"expected", Message{"lesson.a_function", {}}});
        const std::size_t begin = m_scanner.position();
        std::size_t end = 0;
        try {
            figure.m_value = Value::parse_beginning(m_scanner.rest(), end);
        } catch (const text::Error& error) {
            throw moved(error, location_in({"", 1, 1}, m_text, begin));
        }
        m_scanner.expect(m_scanner.rest().substr(0, end)); // passes over the value
        m_scanner.expect(")");
        if (figure.m_size) m_scanner.expect(")");
        return figure;
    }

    std::string_view m_text;
    Scanner m_scanner;
};

double Term::evaluate(const Evidence& evidence) const {
    if (!figure) return factor;
    const double found = figure->evaluate(evidence);
    return record::is_missing(found) ? found : factor * found;
}

Relation Relation::parse(std::string_view text) {
    return RelationParser(text).parse();
}

std::optional<bool> Relation::holds(const Evidence& evidence) const {
    const double found = left.evaluate(evidence), wanted = right.evaluate(evidence);
    if (record::is_missing(found) || record::is_missing(wanted)) return std::nullopt;
    return Value::compare(found, comparison, wanted);
}

std::vector<std::string> Relation::slot_list() const {
    std::vector<std::string> names;
    for (const auto* term : {&left, &right})
        if (term->figure)
            for (const auto& name : term->figure->value().runs())
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

Message Relation::words(const Evidence& evidence) const {
    const double found = left.evaluate(evidence), wanted = right.evaluate(evidence);
    // A plain number is shown in the unit of what it is compared with.
    const auto shown = [&](const Term& term, const Term& other, double number) {
        return term.figure ? term.figure->number(number) : other.figure->number(number);
    };
    const auto side = [&](const Term& term, const Term& other, double number) -> Message {
        if (!term.figure) return {"exercise.plain", {{"text", shown(term, other, number)}}};
        const Message words =
            term.factor == 1 ? term.figure->words(evidence)
                             : Message{"exercise.times",
                                       {{"factor", number_text(term.factor)}, {"value", term.figure->words(evidence)}}};
        return {"exercise.found", {{"value", words}, {"number", shown(term, other, number)}}};
    };
    return {"exercise.relation",
            {{"left", side(left, right, found)},
             {"sign", std::string(kSigns[static_cast<std::size_t>(comparison)])},
             {"right", side(right, left, wanted)}}};
}

double Relation::distance(const Evidence& evidence) const {
    const double found = left.evaluate(evidence), wanted = right.evaluate(evidence);
    if (record::is_missing(found) || record::is_missing(wanted)) return 0;
    const auto is_yes_or_no = [](const Term& term) {
        using enum Value::Function;
        return term.figure && (term.figure->value().function() == Any || term.figure->value().function() == Equal);
    };
    const bool is_exact = comparison == Value::Comparison::Equal || comparison == Value::Comparison::NotEqual;
    if (is_exact || is_yes_or_no(left) || is_yes_or_no(right)) return kInfinity;
    const double ratio = std::fabs(found / wanted);
    if (std::isnan(ratio) || ratio == 0 || (found < 0) != (wanted < 0)) return kInfinity;
    return std::max(ratio, 1 / ratio);
}

std::string Relation::instrument() const {
    for (const auto* term : {&left, &right})
        if (term->figure)
            if (auto id = instrument_of(term->figure->value()); !id.empty()) return id;
    return {};
}

} // namespace ampscope::lesson

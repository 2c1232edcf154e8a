#include "app/cli/probe_reports.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "app/cli/table.h"
#include "core/io/numbers.h"
#include "core/memory/budget.h"
#include "core/numeric/conversion.h"
#include "core/numeric/decimal.h"
#include "core/train/offending_value.h"

namespace ampscope::cli {
namespace {

using memory::bytes_text;
using record::SizeHistogram;

std::string bytes(std::int64_t count) {
    return bytes_text(static_cast<double>(count));
}

std::string joined(const std::vector<std::string>& names, const char* between = " ") {
    std::string all;
    for (const auto& name : names)
        all += (all.empty() ? "" : between) + name;
    return all.empty() ? "-" : all;
}

std::string place_text(const std::vector<std::int64_t>& numbers, const char* between) {
    std::vector<std::string> texts;
    for (const auto number : numbers)
        texts.push_back(std::to_string(number));
    return joined(texts, between);
}

std::string shown(const std::string& text) {
    return text.empty() ? "-" : text;
}

std::string what_text(const Context& context, const std::string& what) {
    return context.say(what == "gradient" ? "probe.what_gradient" : "probe.what_activation");
}

std::string percent(double share) {
    return share == 0 ? "0" : io::to_text(100 * share, 3) + " %";
}

// A title, the table with the columns from `first_number` on aligned to the right, and a line on the rows left out.
class Report {
  public:
    Report(const Context& context, const char* title, std::vector<std::string> header, std::size_t first_number)
        : m_context(context), m_columns(header.size()), m_table(std::move(header)) {
        context.out << '\n' << context.say(title) << '\n';
        for (std::size_t i = first_number; i < m_columns; ++i)
            m_table.align(i, Table::Align::Right);
    }
    void add(std::vector<std::string> cells) { m_table.add(std::move(cells)); }
    void print(std::size_t all, std::size_t shown_rows) const {
        m_table.print(m_context.out);
        if (shown_rows < all)
            m_context.out << m_context.say("probe.more", {{"count", std::to_string(all - shown_rows)}}) << '\n';
    }

  private:
    const Context& m_context;
    std::size_t m_columns;
    Table m_table;
};

std::size_t rows_of(std::size_t all, std::size_t top) {
    return top == 0 ? all : std::min(all, top);
}

// Shares of all numbers that become 0 without being it, and that pass the largest, when they are multiplied by
// 2^log2_scale and rounded to a format. Bins are whole powers of two: what exactly lies on a border counts as kept.
struct Fate {
    double lost = 0, overflowed = 0;
};
Fate fate_of(const SizeHistogram& sizes, const numeric::FloatFormat& format, int log2_scale) {
    Fate fate;
    const auto all = static_cast<double>(sizes.total());
    if (all == 0) return fate;
    for (std::size_t i = 0; i < sizes.counts.size(); ++i) {
        const int exponent = sizes.log2_low + static_cast<int>(i) + log2_scale;
        const double share = static_cast<double>(sizes.counts[i]) / all;
        if (exponent < format.min_exponent() - format.mantissa_bits - 1) fate.lost += share;
        if (exponent > format.max_exponent()) fate.overflowed += share;
    }
    return fate;
}

// The power of two below the middle one of the numbers that are not 0.
std::string middle(const SizeHistogram& sizes) {
    std::int64_t all = 0, passed = 0;
    for (const auto count : sizes.counts)
        all += count;
    for (std::size_t i = 0; i < sizes.counts.size(); ++i)
        if ((passed += sizes.counts[i]) * 2 >= all && all > 0)
            return "2^" + std::to_string(sizes.log2_low + static_cast<int>(i));
    return "-";
}

} // namespace

void print_detail(const Context& context, const record::OpList& list, std::size_t top) {
    // The same op with the same dtypes in the same phase is one row, in the order of first use.
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    std::vector<Key> order;
    std::map<Key, std::int64_t> counts;
    for (const auto& op : list.ops) {
        if (op.depth > 0 || op.emulation || op.phase == "data") continue;
        Key key{op.phase, op.name, joined(op.inputs), joined(op.outputs), op.rule};
        if (counts[key]++ == 0) order.push_back(std::move(key));
    }
    std::ranges::stable_sort(order, std::ranges::greater(), [&](const Key& key) { return counts[key]; });
    Report report(context, "probe.ops",
                  {context.say("cli.autocast_phase"), context.say("cli.autocast_op"), context.say("cli.autocast_in"),
                   context.say("cli.autocast_out"), context.say("probe.rule"), context.say("probe.times")},
                  5);
    const std::size_t rows = rows_of(order.size(), top);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto& [phase, name, in, out, rule] = order[i];
        report.add({phase, name, in, out, shown(rule), std::to_string(counts[order[i]])});
    }
    report.print(order.size(), rows);
}

void print_detail(const Context& context, const record::SavedTensors& saved, std::size_t top) {
    std::vector<const record::SavedTensor*> counted;
    std::int64_t weights = 0, repeats = 0;
    for (const auto& tensor : saved.tensors) {
        weights += tensor.is_weight;
        repeats += !tensor.is_weight && tensor.is_repeat;
        if (!tensor.is_weight && !tensor.is_repeat) counted.push_back(&tensor);
    }
    std::ranges::stable_sort(counted, std::ranges::greater(), &record::SavedTensor::bytes);
    Report report(context, "probe.saved",
                  {context.say("probe.dtype"), context.say("probe.op"), context.say("probe.layer"),
                   context.say("probe.shape"), context.say("probe.bytes")},
                  3);
    const std::size_t rows = rows_of(counted.size(), top);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto& tensor = *counted[i];
        report.add({tensor.is_cast ? context.say("probe.cast", {{"dtype", tensor.dtype}}) : tensor.dtype, tensor.op,
                    shown(tensor.layer), place_text(tensor.shape, " x "), bytes(tensor.bytes)});
    }
    report.print(counted.size(), rows);
    context.out << context.say("probe.saved_sum", {{"bytes", bytes(saved.bytes())},
                                                   {"count", std::to_string(counted.size())},
                                                   {"weights", std::to_string(weights)},
                                                   {"repeats", std::to_string(repeats)}})
                << '\n';
}

void print_detail(const Context& context, const record::MemoryTimeline& timeline) {
    if (timeline.size() == 0) return;
    Report report(context, "probe.timeline",
                  {context.say("cli.autocast_phase"), context.say("probe.layer"), context.say("probe.weights"),
                   context.say("probe.master"), context.say("probe.gradients"), context.say("probe.optimizer"),
                   context.say("probe.activations"), context.say("probe.casts"), context.say("probe.temporary"),
                   context.say("probe.total"), context.say("probe.emulation")},
                  2);
    // Each phase at the point where it held most.
    struct Phase {
        std::string name, layer;
        std::size_t point;
    };
    std::vector<Phase> phases;
    for (std::size_t i = 0; i < timeline.marks.size(); ++i) {
        const auto& mark = timeline.marks[i];
        const std::size_t end = i + 1 < timeline.marks.size() ? timeline.marks[i + 1].point : timeline.size();
        if (phases.empty() || phases.back().name != mark.phase) phases.push_back({mark.phase, mark.layer, mark.point});
        for (std::size_t point = mark.point; point < end; ++point)
            if (timeline.total(point) > timeline.total(phases.back().point))
                phases.back() = {mark.phase, mark.layer, point};
    }
    for (const auto& [name, layer, point] : phases)
        report.add({name, shown(layer), bytes(timeline.weights), bytes(timeline.master),
                    bytes(timeline.gradients[point]), bytes(timeline.optimizer[point]),
                    bytes(timeline.activations[point]), bytes(timeline.casts[point]), bytes(timeline.temporary[point]),
                    bytes(timeline.total(point)), bytes(timeline.emulation[point])});
    report.print(phases.size(), phases.size());
    context.out << context.say("probe.peak", {{"bytes", bytes(timeline.total(timeline.peak()))}}) << '\n';
}

void print_detail(const Context& context, const record::LayerSizes& sizes, std::size_t top) {
    const auto &fp16 = numeric::format("fp16"), &bf16 = numeric::format("bf16");
    // Scales are powers of two unless somebody chose other factors: then the nearest one is taken.
    const int log2_scale = sizes.scale > 0 ? static_cast<int>(std::lround(std::log2(sizes.scale))) : 0;
    Report report(context, "probe.layers",
                  {context.say("probe.what"), context.say("probe.name"), context.say("probe.dtype"),
                   context.say("probe.numbers"), context.say("probe.zero"), context.say("probe.middle"),
                   context.say("probe.lost", {{"format", "fp16"}}),
                   context.say("probe.lost_scaled", {{"format", "fp16"}, {"scale", std::to_string(log2_scale)}}),
                   context.say("probe.over_scaled", {{"format", "fp16"}, {"scale", std::to_string(log2_scale)}}),
                   context.say("probe.lost", {{"format", "bf16"}}), context.say("probe.nonfinite")},
                  3);
    std::vector<const record::LayerSizes::Layer*> layers;
    for (const auto& layer : sizes.layers)
        layers.push_back(&layer);
    std::ranges::stable_sort(layers, std::ranges::greater(),
                             [&](const auto* layer) { return fate_of(layer->sizes, fp16, 0).lost; });
    const std::size_t rows = rows_of(layers.size(), top);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto& layer = *layers[i];
        const bool is_scaled = layer.what == "gradient";
        const auto total = static_cast<double>(layer.sizes.total());
        const Fate scaled = fate_of(layer.sizes, fp16, is_scaled ? log2_scale : 0);
        report.add({what_text(context, layer.what), layer.name, layer.dtype, std::to_string(layer.sizes.total()),
                    percent(total > 0 ? static_cast<double>(layer.sizes.zero) / total : 0), middle(layer.sizes),
                    percent(fate_of(layer.sizes, fp16, 0).lost), is_scaled ? percent(scaled.lost) : "-",
                    percent(scaled.overflowed), percent(fate_of(layer.sizes, bf16, 0).lost),
                    std::to_string(layer.sizes.inf + layer.sizes.nan)});
    }
    report.print(layers.size(), rows);
}

void print_detail(const Context& context, const record::ParameterStates& states) {
    // Parameters with the same dtypes everywhere are one row.
    struct Group {
        std::int64_t parameters = 0, numbers = 0, moved = 0;
    };
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    std::map<Key, Group> groups;
    for (const auto& parameter : states.parameters) {
        Group& group =
            groups[{parameter.weight, parameter.compute, parameter.gradient, parameter.master, parameter.optimizer}];
        ++group.parameters;
        group.numbers += parameter.count;
        group.moved += parameter.moved;
    }
    Report report(context, "probe.parameters",
                  {context.say("probe.weights"), context.say("probe.compute"), context.say("probe.gradients"),
                   context.say("probe.master"), context.say("probe.optimizer"), context.say("probe.tensors"),
                   context.say("probe.numbers"), context.say("probe.moved")},
                  5);
    for (const auto& [key, group] : groups) {
        const auto& [weight, compute, gradient, master, optimizer] = key;
        report.add(
            {weight, shown(compute), shown(gradient), shown(master), shown(optimizer), std::to_string(group.parameters),
             std::to_string(group.numbers),
             percent(group.numbers > 0 ? static_cast<double>(group.moved) / static_cast<double>(group.numbers) : 0)});
    }
    report.print(groups.size(), groups.size());
}

void print_detail(const Context& context, const record::FirstNonfinite& first, std::size_t top) {
    context.out << '\n'
                << context.say("probe.first", {{"op", first.op},
                                               {"phase", first.phase},
                                               {"layer", shown(first.layer)},
                                               {"dtype", first.dtype},
                                               {"value", io::to_text(first.value)},
                                               {"count", std::to_string(first.count)},
                                               {"place", place_text(first.position, ", ")},
                                               {"shape", place_text(first.shape, " x ")}})
                << '\n';
    if (!first.parameter.empty())
        context.out << context.say("probe.first_parameter", {{"parameter", first.parameter}}) << '\n';
    const train::OffendingValue offender = train::offending_value(first);
    if (!offender.products.terms.empty()) {
        const auto& terms = offender.products.terms;
        Report report(context, "probe.products",
                      {context.say("probe.place"), context.say("probe.left"), context.say("probe.right"),
                       context.say("probe.product")},
                      0);
        const std::size_t rows = rows_of(terms.size(), top);
        for (std::size_t i = 0; i < rows; ++i)
            report.add({std::to_string(terms[i].place), io::to_text(terms[i].left), io::to_text(terms[i].right),
                        io::to_text(terms[i].product)});
        report.print(terms.size(), rows);
    } else if (!first.left.empty()) {
        std::vector<std::string> operands;
        for (std::size_t i = 0; i < first.left.size(); ++i)
            operands.push_back(io::to_text(first.left[i]) +
                               (i < first.operand_dtypes.size() ? " (" + first.operand_dtypes[i] + ")" : ""));
        context.out << context.say("probe.operands", {{"operands", joined(operands, ", ")}}) << '\n';
    }
    if (offender.stored)
        context.out << context.say(offender.is_exact ? "probe.exact" : "probe.about",
                                   {{"value", numeric::exact_decimal(*offender.value)},
                                    {"largest", numeric::Conversion::decimal_text(
                                                    offender.stored->format, offender.stored->format.max_finite())},
                                    {"format", offender.stored->format.name},
                                    {"stored", numeric::exact_decimal(offender.stored->stored)}})
                    << '\n';
}

void print_detail(const Context& context, const record::ShadowError& error, std::size_t top) {
    std::vector<const record::ShadowError::Layer*> layers;
    for (const auto& layer : error.layers)
        layers.push_back(&layer);
    std::ranges::stable_sort(layers, std::ranges::greater(),
                             [](const auto* layer) { return std::isnan(layer->relative) ? -1.0 : layer->relative; });
    Report report(context, "probe.shadow",
                  {context.say("probe.what"), context.say("probe.name"), context.say("probe.dtype"),
                   context.say("probe.relative"), context.say("probe.largest"), context.say("probe.lost_numbers"),
                   context.say("probe.nonfinite")},
                  3);
    const std::size_t rows = rows_of(layers.size(), top);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto& layer = *layers[i];
        report.add({what_text(context, layer.what), layer.name, layer.dtype,
                    std::isnan(layer.relative) ? "-" : io::to_text(layer.relative, 3), io::to_text(layer.largest, 3),
                    std::to_string(layer.lost), std::to_string(layer.nonfinite)});
    }
    report.print(layers.size(), rows);
}

} // namespace ampscope::cli

#include "core/record/store/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/scenario/fields.h"

namespace ampscope::record {

namespace {

double mean(std::span<const double> values) {
    if (values.empty()) return kMissing;
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

std::vector<double> measured(const RunRecord& record, Column column) {
    std::vector<double> values = record.values(column);
    std::erase_if(values, is_missing);
    return values;
}

// A total order with NaN above infinity: a run that broke is the worst, not the one that is left out.
bool is_less(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return a < b;
}

// Single items are compared as records of one item each, so that differences() stays the only rule of equality.
template <typename Item>
std::vector<std::string> item_differences(const Item& a, const Item& b, void (RunRecord::*put)(const Item&)) {
    RunRecord left, right;
    (left.*put)(a);
    (right.*put)(b);
    return differences(left, right);
}

// The step of the first item from which on two lists are not the same.
template <typename Item>
std::optional<std::int64_t> first_step(const std::vector<Item>& a, const std::vector<Item>& b,
                                       void (RunRecord::*put)(const Item&)) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        if (i >= a.size()) return b[i].step;
        if (i >= b.size()) return a[i].step;
        if (!item_differences(a[i], b[i], put).empty()) return std::min(a[i].step, b[i].step);
    }
    return std::nullopt;
}

// For each of the columns `names`, the first row in which it differs.
std::vector<FirstDifference> first_differences(const RunRecord& a, const RunRecord& b, std::vector<std::string> names) {
    std::vector<FirstDifference> found;
    const auto& left = a.samples();
    const auto& right = b.samples();
    for (std::size_t row = 0; row < std::max(left.size(), right.size()) && !names.empty(); ++row) {
        const bool both = row < left.size() && row < right.size();
        const auto here = both ? item_differences(left[row], right[row], &RunRecord::sample) : names;
        for (const auto& name : here) {
            if (std::erase(names, name) == 0) continue; // it parted before
            const Column column = find_column(name)->column;
            FirstDifference first{name, (row < left.size() ? left : right)[row].step(), {}, {}};
            if (row < left.size()) first.a = left[row][column];
            if (row < right.size()) first.b = right[row][column];
            found.push_back(std::move(first));
        }
    }
    return found;
}

} // namespace

RunFigures figures(const RunRecord& record) {
    const Summary summary = summarize(record);
    RunFigures result;
    result.steps_run = static_cast<double>(summary.steps_run);
    result.steps_skipped = static_cast<double>(summary.steps_skipped);
    result.final_loss = summary.final_loss;
    result.steps_per_second = summary.steps_per_second;
    const std::vector<double> losses = measured(record, Column::Loss);
    if (!losses.empty()) {
        result.min_loss = *std::ranges::min_element(losses, is_less);
        result.mean_last_10_loss = mean(std::span(losses).last(std::min<std::size_t>(10, losses.size())));
    }
    const std::vector<double> peaks = measured(record, Column::BytesPeak);
    if (!peaks.empty()) result.peak_bytes = *std::ranges::max_element(peaks, is_less);
    return result;
}

std::span<const FigureInfo> figure_infos() {
    using enum ColumnKind;
    static constexpr std::array kInfos = {
        FigureInfo{"final_loss", "runs.final_loss", &RunFigures::final_loss, Reproducible},
        FigureInfo{"min_loss", "runs.min_loss", &RunFigures::min_loss, Reproducible},
        FigureInfo{"mean_last_10_loss", "runs.mean_last_10_loss", &RunFigures::mean_last_10_loss, Reproducible},
        FigureInfo{"steps_run", "runs.steps_run", &RunFigures::steps_run, Reproducible},
        FigureInfo{"steps_skipped", "runs.steps_skipped", &RunFigures::steps_skipped, Reproducible},
        FigureInfo{"steps_per_second", "runs.steps_per_second", &RunFigures::steps_per_second, Timing},
        FigureInfo{"peak_bytes", "runs.peak_bytes", &RunFigures::peak_bytes, Reproducible, true},
    };
    return kInfos;
}

Spread spread(std::vector<double> values) {
    std::erase_if(values, is_missing);
    if (values.empty()) return {};
    std::ranges::sort(values, is_less);
    const std::size_t middle = values.size() / 2;
    // Halved before they are added: the sum of two large losses must not overflow. Equal ones stay what they are.
    const double median = values.size() % 2 || values[middle - 1] == values[middle]
                              ? values[middle]
                              : values[middle - 1] / 2 + values[middle] / 2;
    return {median, values.front(), values.back()};
}

Comparison compare(std::span<const RunRecord* const> runs) {
    Comparison result;
    for (const auto* run : runs)
        result.figures.push_back(figures(*run));
    for (const auto& field : scenario::fields()) {
        if (runs.empty() || field.path == "name") continue;
        const auto first = field.get(runs.front()->scenario());
        if (std::ranges::all_of(runs, [&](const RunRecord* run) { return field.get(run->scenario()) == first; }))
            continue;
        FieldRow row{std::string(field.path), {}};
        for (const auto* run : runs)
            row.values.push_back(scenario::to_text(field.get(run->scenario())));
        result.fields.push_back(std::move(row));
    }
    return result;
}

RecordDiff diff(const RunRecord& a, const RunRecord& b) {
    RecordDiff result;
    for (const auto& field : scenario::fields())
        if (field.path != "name" && field.get(a.scenario()) != field.get(b.scenario()))
            result.fields.emplace_back(field.path);
    result.differing = differences(a, b);
    std::vector<std::string> names;
    const auto recorded = [](const RunRecord& record, std::string_view name) {
        return record.samples().empty() || !measured(record, find_column(name)->column).empty();
    };
    for (const auto& name : result.differing) {
        if (find_column(name))
            (recorded(a, name) == recorded(b, name) ? names : result.recorded_by_one).push_back(name);
        if (name == "facts") result.fact_step = first_step(a.facts(), b.facts(), &RunRecord::fact);
        if (name == "details") result.detail_step = first_step(a.details(), b.details(), &RunRecord::detail);
    }
    result.columns = first_differences(a, b, std::move(names));
    return result;
}

} // namespace ampscope::record

#include "core/record/run_record.h"

#include <algorithm>
#include <cmath>

#include "core/record/detail_json.h"

namespace ampscope::record {

namespace {

bool is_same_kind(const Detail& a, const Detail& b) {
    const auto* unknown = std::get_if<UnknownDetail>(&a.payload);
    return a.payload.index() == b.payload.index() &&
           (!unknown || unknown->kind == std::get<UnknownDetail>(b.payload).kind);
}

} // namespace

void RunRecord::fact(const Fact& fact) {
    if (fact.kind == "went_back")
        drop_from(fact.step);
    else
        m_facts.push_back(fact);
}

void RunRecord::detail(const Detail& detail) {
    const auto later = std::upper_bound(m_details.begin(), m_details.end(), detail.step,
                                        [](std::int64_t step, const Detail& other) { return step < other.step; });
    for (auto same = later; same != m_details.begin() && (--same)->step == detail.step;)
        if (is_same_kind(*same, detail)) {
            *same = detail;
            return;
        }
    m_details.insert(later, detail);
}

void RunRecord::drop_from(std::int64_t step) {
    std::erase_if(m_samples, [&](const Sample& sample) { return sample.step() >= step; });
    std::erase_if(m_facts, [&](const Fact& fact) {
        return fact.step >= step || fact.kind == "finished" || fact.kind == "stopped" || fact.kind == "failed";
    });
    std::erase_if(m_details, [&](const Detail& detail) { return detail.step >= step; });
}

std::vector<double> RunRecord::values(Column column) const {
    std::vector<double> result;
    result.reserve(m_samples.size());
    for (const auto& sample : m_samples)
        result.push_back(sample[column]);
    return result;
}

std::vector<const Fact*> RunRecord::facts_of(std::string_view kind) const {
    std::vector<const Fact*> result;
    for (const auto& fact : m_facts)
        if (fact.kind == kind) result.push_back(&fact);
    return result;
}

const Detail* RunRecord::histogram_at(std::int64_t step) const {
    const Detail* newest = nullptr;
    for (const auto& detail : m_details) {
        if (detail.step > step) break;
        if (std::holds_alternative<GradientHistogram>(detail.payload)) newest = &detail;
    }
    return newest;
}

std::string RunRecord::environment_text(std::string_view name) const {
    const auto found = std::ranges::find(m_environment, name, &Environment::value_type::first);
    if (found == m_environment.end()) return "";
    if (const auto* text = std::get_if<std::string>(&found->second)) return *text;
    if (const auto* integer = std::get_if<std::int64_t>(&found->second)) return std::to_string(*integer);
    return "";
}

std::optional<std::int64_t> RunRecord::environment_integer(std::string_view name) const {
    const auto found = std::ranges::find(m_environment, name, &Environment::value_type::first);
    if (found == m_environment.end()) return std::nullopt;
    const auto* integer = std::get_if<std::int64_t>(&found->second);
    return integer ? std::optional(*integer) : std::nullopt;
}

std::int64_t RunRecord::planned_steps() const {
    return environment_integer("planned_steps").value_or(m_scenario.length.steps);
}

Summary summarize(const RunRecord& record) {
    Summary summary;
    std::vector<double> ms;
    for (const auto& sample : record.samples()) {
        (sample.ran() ? summary.steps_run : summary.steps_skipped) += 1;
        summary.final_loss = sample[Column::Loss];
        if (sample[Column::Ms] > 0) ms.push_back(sample[Column::Ms]);
    }
    if (!ms.empty()) {
        std::ranges::nth_element(ms, ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2));
        summary.steps_per_second = 1000.0 / ms[ms.size() / 2];
    }
    return summary;
}

static bool same_value(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b) && !is_missing(a) && !is_missing(b));
}

static bool same_fact(const Fact& a, const Fact& b) {
    if (a.step != b.step || a.kind != b.kind || a.values.size() != b.values.size()) return false;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const auto& name = a.values[i].first;
        if (name != b.values[i].first) return false;
        // 8 and 8.0 are the same value: JSON does not tell them apart.
        const auto left = a.number(name), right = b.number(name);
        if (left && right ? !same_value(*left, *right) : a.values[i].second != b.values[i].second) return false;
    }
    return true;
}

std::vector<std::string> differences(const RunRecord& a, const RunRecord& b) {
    std::vector<std::string> found;
    for (const auto& info : columns()) {
        if (info.kind == ColumnKind::Timing) continue;
        if (!std::ranges::equal(a.values(info.column), b.values(info.column), same_value))
            found.emplace_back(info.name);
    }
    if (!std::ranges::equal(a.facts(), b.facts(), same_fact)) found.emplace_back("facts");
    if (!std::ranges::equal(a.details(), b.details(), same_detail)) found.emplace_back("details");
    return found;
}

} // namespace ampscope::record

#include "core/train/mistake_verdict.h"

#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"

namespace ampscope::train {

using record::Column;
using record::RunRecord;

namespace {

std::string number(double value) {
    return record::is_missing(value) ? "-" : io::to_text(value, 5);
}

std::string percent(double share) {
    return record::is_missing(share) ? "-" : io::to_text(100 * share, 4) + " %";
}

double median(std::vector<double> values) {
    std::erase_if(values, [](double value) { return record::is_missing(value); });
    if (values.empty()) return record::kMissing;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

// The figures of one run, under names that begin with `run`: "b_" for the broken one.
class Figures {
  public:
    Figures(std::string run, const RunRecord& record, std::vector<text::Argument>& into)
        : m_run(std::move(run)), m_record(record), m_into(into) {
        const auto samples = static_cast<std::int64_t>(record.samples().size());
        const auto ran = std::ranges::count_if(record.samples(), &record::Sample::ran);
        put("steps", std::to_string(samples));
        put("skipped", std::to_string(samples - ran));
        put("loss_first", number(first(Column::Loss)));
        put("loss_second", number(at(1, Column::Loss)));
        put("loss", number(last(Column::Loss)));
        put("loss_top", number(highest(Column::Loss)));
        put("zero", percent(first(Column::GradZeroShare)));
        put("norm", number(first(Column::GradNorm)));
        put("clipped", number(first(Column::GradNormAfterClip)));
        put("ms", io::to_text(ms(), 3));
        put("scale_first", io::to_text(first(Column::Scale)));
        put("scale", io::to_text(last(Column::Scale)));
        put("lr", number(last(Column::Lr)));
        put("lr_top", std::to_string(place_of_highest(Column::Lr)));
        put("moved", percent(last(Column::WeightsMovedShare)));
        const auto failures = record.facts_of("failed");
        put("error", failures.empty() ? "-" : failures.back()->text("text"));
    }
    double first(Column column) const { return at(0, column); }
    double ms() const { return median(m_record.values(Column::Ms)); }

  private:
    double at(std::size_t step, Column column) const {
        return step < m_record.samples().size() ? m_record.samples()[step][column] : record::kMissing;
    }
    // The last one that was measured: some columns are not in every step.
    double last(Column column) const {
        const auto& samples = m_record.samples();
        const auto found = std::find_if(samples.rbegin(), samples.rend(),
                                        [&](const auto& sample) { return !record::is_missing(sample[column]); });
        return found == samples.rend() ? record::kMissing : (*found)[column];
    }
    // NaN and Inf count as higher than anything.
    std::size_t place_of_highest(Column column) const {
        const auto values = m_record.values(column);
        const auto size = [](double value) { return std::isfinite(value) ? value : HUGE_VAL; };
        return static_cast<std::size_t>(std::ranges::max_element(values, {}, size) - values.begin());
    }
    double highest(Column column) const { return at(place_of_highest(column), column); }
    void put(const char* name, std::string value) { m_into.push_back({m_run + name, std::move(value)}); }

    std::string m_run;
    const RunRecord& m_record;
    std::vector<text::Argument>& m_into;
};

std::string ratio(double a, double b) {
    return b > 0 && std::isfinite(a) ? io::to_text(a / b, 5) : "-";
}

} // namespace

text::Message mistake_verdict(const scenario::MistakeCase& mistake, const RunRecord& broken, const RunRecord& mended,
                              const RunRecord* reference) {
    // A broken run may end before its first step: then its error is what tells.
    if (mended.samples().empty() || (broken.samples().empty() && !broken.has_failed()))
        return {"mistake.no_verdict", {}};
    text::Message verdict{"mistake." + std::string(mistake.id) + ".verdict", {}};
    const Figures left("b_", broken, verdict.arguments), right("m_", mended, verdict.arguments);
    const RunRecord none;
    const Figures third("r_", reference ? *reference : none, verdict.arguments);
    verdict.arguments.push_back({"norm_ratio", ratio(left.first(Column::GradNorm), right.first(Column::GradNorm))});
    verdict.arguments.push_back({"ms_ratio", ratio(left.ms(), right.ms())});
    return verdict;
}

} // namespace ampscope::train

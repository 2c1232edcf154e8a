#include "core/diagnose/findings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/io/numbers.h"

namespace ampscope::diagnose {

using text::Message;

std::string_view severity_id(Severity severity) {
    switch (severity) {
    case Severity::Problem: return "problem";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
    }
    return "";
}

std::string_view certainty_id(Certainty certainty) {
    switch (certainty) {
    case Certainty::Shown: return "shown";
    case Certainty::Likely: return "likely";
    case Certainty::Possible: return "possible";
    }
    return "";
}

Message severity_text(Severity severity) {
    switch (severity) {
    case Severity::Problem: return {"diagnose.severity_problem", {}};
    case Severity::Warning: return {"diagnose.severity_warning", {}};
    case Severity::Note: return {"diagnose.severity_note", {}};
    }
    return {};
}

Message certainty_text(Certainty certainty) {
    switch (certainty) {
    case Certainty::Shown: return {"diagnose.certainty_shown", {}};
    case Certainty::Likely: return {"diagnose.certainty_likely", {}};
    case Certainty::Possible: return {"diagnose.certainty_possible", {}};
    }
    return {};
}

bool Diagnosis::has_problem() const {
    return std::ranges::any_of(findings, [](const Finding& f) { return f.severity == Severity::Problem; });
}

namespace {

constexpr std::size_t kFirstSteps = 40; ///< while a scale from 2^16 or 2^24 finds its place

std::string number(double value) {
    return io::to_text(value, 5);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

class LogReading {
  public:
    explicit LogReading(const Log& log) : m_log(log) {
        for (const auto& step : log.steps) {
            if (step.loss) m_losses.push_back(&step);
            if (step.gradient_norm) m_norms.push_back(&step);
            if (step.scale) m_scales.push_back(&step);
        }
    }

    Diagnosis diagnose() {
        summarise();
        losses();
        norms();
        scale();
        sentences();
        if (m_result.findings.empty())
            add("nothing-found", Severity::Note, Certainty::Shown, {"diagnose.nothing_found", {}},
                {"diagnose.probe_nothing_found", {}}, {});
        std::ranges::stable_sort(m_result.findings, {}, &Finding::severity);
        return std::move(m_result);
    }

  private:
    Evidence line(int number) const {
        return {number, m_log.lines[static_cast<std::size_t>(number - 1)], std::nullopt};
    }
    Evidence line(const LogStep* step) const { return line(step->line); }
    void add(std::string id, Severity severity, Certainty certainty, Message what, Message probe,
             std::vector<Evidence> evidence) {
        m_result.findings.push_back(
            {std::move(id), severity, certainty, std::move(what), std::move(probe), std::move(evidence)});
    }
    // "step 12", or the number of the line where the log names no step.
    static Message place(const LogStep* step) {
        if (step->step) return {"diagnose.step", {{"step", number(*step->step)}}};
        return {"diagnose.line", {{"line", std::to_string(step->line)}}};
    }

    void summarise() {
        Summary& summary = m_result.summary;
        summary.lines = m_log.lines.size();
        summary.steps = m_losses.empty() ? m_log.steps.size() : m_losses.size();
        if (!m_losses.empty()) {
            summary.first_loss = m_losses.front()->loss;
            summary.last_loss = m_losses.back()->loss;
        }
        for (const auto* step : m_scales) {
            summary.lowest_scale = std::min(summary.lowest_scale.value_or(*step->scale), *step->scale);
            summary.highest_scale = std::max(summary.highest_scale.value_or(*step->scale), *step->scale);
        }
        for (const auto& step : m_log.steps)
            summary.skipped += step.skipped ? 1 : 0;
        if (summary.skipped == 0) // a scale that falls is a step that was skipped
            for (std::size_t i = 1; i < m_scales.size(); ++i)
                summary.skipped += *m_scales[i]->scale < *m_scales[i - 1]->scale ? 1 : 0;
    }

    void losses() {
        const auto bad = std::ranges::find_if(m_losses, [](const auto* step) { return !std::isfinite(*step->loss); });
        if (bad != m_losses.end()) {
            const auto finite_later =
                std::any_of(bad, m_losses.end(), [](const auto* s) { return std::isfinite(*s->loss); });
            std::vector<Evidence> evidence;
            if (bad != m_losses.begin()) evidence.push_back(line(*std::prev(bad)));
            evidence.push_back(line(*bad));
            const bool scaled = !m_scales.empty();
            if (finite_later)
                add("loss-not-finite-once", Severity::Warning, Certainty::Shown,
                    {"diagnose.loss_not_finite_once", {{"place", place(*bad)}}},
                    {"diagnose.probe_loss_not_finite_once", {}}, evidence);
            else
                add("loss-not-finite", Severity::Problem, Certainty::Shown,
                    {"diagnose.loss_not_finite", {{"place", place(*bad)}, {"value", number(*(*bad)->loss)}}},
                    {scaled ? "diagnose.probe_loss_not_finite_scaled" : "diagnose.probe_loss_not_finite", {}},
                    evidence);
        }
        std::vector<const LogStep*> finite;
        std::ranges::copy_if(m_losses, std::back_inserter(finite),
                             [](const auto* s) { return std::isfinite(*s->loss); });
        constant(finite);
        spikes(finite);
        plateau(finite);
    }

    void constant(const std::vector<const LogStep*>& finite) {
        constexpr std::size_t kMany = 8;
        std::size_t run = 1;
        for (std::size_t i = 1; i < finite.size(); ++i) {
            run = *finite[i]->loss == *finite[i - 1]->loss ? run + 1 : 1;
            const bool ends = i + 1 == finite.size() || *finite[i + 1]->loss != *finite[i]->loss;
            if (run < kMany || !ends) continue;
            m_is_constant = true;
            add("loss-constant", Severity::Problem, Certainty::Likely,
                {"diagnose.loss_constant", {{"count", std::to_string(run)}, {"loss", number(*finite[i]->loss)}}},
                {"diagnose.probe_loss_constant", {}}, {line(finite[i + 1 - run]), line(finite[i])});
            return;
        }
    }

    // Against the median and the median distance to it of the 20 before: robust, and no model of the curve.
    void spikes(const std::vector<const LogStep*>& finite) {
        constexpr std::size_t kBefore = 20;
        constexpr double kFar = 10; // median distances: about 7 standard deviations of a normal law
        std::vector<Evidence> evidence;
        const LogStep* first = nullptr;
        for (std::size_t i = kBefore; i < finite.size(); ++i) {
            std::vector<double> before, distances;
            for (std::size_t k = i - kBefore; k < i; ++k)
                before.push_back(*finite[k]->loss);
            const double usual = median(before);
            for (const double loss : before)
                distances.push_back(std::fabs(loss - usual));
            const double spread = std::max(median(distances), 0.01 * std::fabs(usual));
            if (*finite[i]->loss <= usual + kFar * spread) continue;
            if (!first) first = finite[i];
            if (evidence.size() < 3) evidence.push_back(line(finite[i]));
        }
        if (first)
            add("loss-spike", Severity::Warning, Certainty::Possible,
                {"diagnose.loss_spike", {{"place", place(first)}, {"loss", number(*first->loss)}}},
                {"diagnose.probe_loss_spike", {}}, evidence);
    }

    void plateau(const std::vector<const LogStep*>& finite) {
        constexpr std::size_t kLeast = 40;
        if (finite.size() < kLeast || m_is_constant) return;
        const auto middle_of = [&](std::size_t begin, std::size_t end) {
            std::vector<double> part;
            for (std::size_t i = begin; i < end; ++i)
                part.push_back(*finite[i]->loss);
            return median(part);
        };
        const std::size_t n = finite.size();
        const double start = middle_of(0, n / 8), third = middle_of(n / 2, 3 * n / 4), last = middle_of(3 * n / 4, n);
        if (start - last < 0.01 * std::fabs(start))
            add("loss-never-fell", Severity::Warning, Certainty::Possible,
                {"diagnose.loss_never_fell", {{"from", number(start)}, {"to", number(last)}}},
                {"diagnose.probe_loss_never_fell", {}}, {line(finite.front()), line(finite.back())});
        else if (third - last < 0.002 * std::fabs(third))
            add("loss-plateau", Severity::Note, Certainty::Possible,
                {"diagnose.loss_plateau", {{"from", number(third)}, {"to", number(last)}}},
                {"diagnose.probe_loss_plateau", {}}, {line(finite[n / 2]), line(finite.back())});
    }

    void norms() {
        std::vector<Evidence> zero, bad;
        std::size_t zeros = 0, bads = 0;
        for (const auto* step : m_norms) {
            if (*step->gradient_norm == 0 && zeros++ < 3) zero.push_back(line(step));
            if (!std::isfinite(*step->gradient_norm) && bads++ < 3) bad.push_back(line(step));
        }
        if (zeros > 0)
            add("gradients-zero", Severity::Problem, Certainty::Likely,
                {"diagnose.gradients_zero", {{"count", std::to_string(zeros)}}}, {"diagnose.probe_gradients_zero", {}},
                zero);
        if (bads > 0 && m_scales.empty())
            add("gradients-not-finite", Severity::Problem, Certainty::Shown,
                {"diagnose.gradients_not_finite", {{"count", std::to_string(bads)}}},
                {"diagnose.probe_gradients_not_finite", {}}, bad);
        else if (bads > 0)
            add("gradients-not-finite-scaled", Severity::Note, Certainty::Likely,
                {"diagnose.gradients_not_finite_scaled", {{"count", std::to_string(bads)}}},
                {"diagnose.probe_gradients_not_finite_scaled", {}}, bad);
    }

    void scale() {
        if (m_scales.empty()) return;
        std::vector<std::size_t> falls;
        for (std::size_t i = 1; i < m_scales.size(); ++i)
            if (*m_scales[i]->scale < *m_scales[i - 1]->scale) falls.push_back(i);
        const double last = *m_scales.back()->scale, lowest = m_result.summary.lowest_scale.value_or(last);
        if (last == 0 || !std::isfinite(last))
            add("scale-gone", Severity::Problem, Certainty::Shown, {"diagnose.scale_gone", {{"scale", number(last)}}},
                {"diagnose.probe_scale_gone", {}}, {line(m_scales.back())});
        else if (lowest <= 1 && !falls.empty())
            add("scale-at-one", Severity::Problem, Certainty::Likely,
                {"diagnose.scale_at_one", {{"scale", number(lowest)}}}, {"diagnose.probe_scale_at_one", {}},
                evidence_of(falls));
        if (falls.empty()) return;

        // Steps that are skipped one after the other at the end are no search any more.
        std::size_t in_a_row = 0, longest = 0;
        std::size_t previous = 0;
        for (const auto i : falls) {
            in_a_row = i == previous + 1 ? in_a_row + 1 : 1;
            longest = std::max(longest, in_a_row);
            previous = i;
        }
        const std::size_t late =
            static_cast<std::size_t>(std::ranges::count_if(falls, [](std::size_t i) { return i > kFirstSteps; }));
        const std::string count = std::to_string(falls.size()), all = std::to_string(m_scales.size());
        const std::vector<text::Argument> figures = {
            {"count", count}, {"all", all}, {"from", number(*m_scales.front()->scale)}, {"to", number(last)}};
        if (late == 0) {
            const bool ends_falling = falls.back() + 1 == m_scales.size() && longest >= 8;
            if (ends_falling)
                add("scale-keeps-falling", Severity::Problem, Certainty::Likely,
                    {"diagnose.scale_keeps_falling", figures}, {"diagnose.probe_scale_at_one", {}}, evidence_of(falls));
            else
                add("scale-found-its-place", Severity::Note, Certainty::Likely,
                    {"diagnose.scale_found_its_place", figures}, {"diagnose.probe_scale_found_its_place", {}},
                    evidence_of(falls));
        } else if (longest >= 8) {
            add("scale-keeps-falling", Severity::Problem, Certainty::Likely, {"diagnose.scale_keeps_falling", figures},
                {"diagnose.probe_scale_at_one", {}}, evidence_of(falls));
        } else {
            // growth_interval 2000 costs one skip in 2000 steps when the scale is at its border: 1 % is far beyond.
            const bool often = static_cast<double>(late) > 0.01 * static_cast<double>(m_scales.size());
            add("scale-falls", often ? Severity::Warning : Severity::Note, Certainty::Likely,
                {"diagnose.scale_falls", figures}, {"diagnose.probe_scale_falls", {}}, evidence_of(falls));
        }
    }

    std::vector<Evidence> evidence_of(const std::vector<std::size_t>& falls) const {
        std::vector<Evidence> evidence;
        for (const auto i : falls)
            if (evidence.size() < 3) evidence.push_back(line(m_scales[i]));
        return evidence;
    }

    void sentences() {
        struct Row {
            EventKind kind;
            const char *id, *what, *probe;
            Severity severity;
            Certainty certainty;
        };
        static constexpr Row kRows[] = {
            {EventKind::AtMinimum, "scale-at-minimum", "diagnose.at_minimum", "diagnose.probe_scale_at_one",
             Severity::Problem, Certainty::Shown},
            {EventKind::NanInBackward, "nan-in-backward", "diagnose.nan_in_backward", "diagnose.probe_nan_in_backward",
             Severity::Problem, Certainty::Shown},
            {EventKind::NoInfChecks, "no-inf-checks", "diagnose.no_inf_checks", "diagnose.probe_no_inf_checks",
             Severity::Problem, Certainty::Shown},
            {EventKind::UnscaledTwice, "unscaled-twice", "diagnose.unscaled_twice", "diagnose.probe_unscaled_twice",
             Severity::Problem, Certainty::Shown},
            {EventKind::UnscaledFp16, "unscaled-fp16", "diagnose.unscaled_fp16", "diagnose.probe_unscaled_fp16",
             Severity::Problem, Certainty::Shown},
            {EventKind::WrongDtype, "wrong-dtype", "diagnose.wrong_dtype", "diagnose.probe_wrong_dtype",
             Severity::Problem, Certainty::Shown},
            {EventKind::SchedulerFirst, "scheduler-first", "diagnose.scheduler_first", "diagnose.probe_scheduler_first",
             Severity::Note, Certainty::Likely},
            {EventKind::OutOfMemory, "out-of-memory", "diagnose.out_of_memory", "diagnose.probe_out_of_memory",
             Severity::Problem, Certainty::Shown},
        };
        for (const auto& row : kRows) {
            std::vector<Evidence> evidence;
            for (const auto& event : m_log.events)
                if (event.kind == row.kind && evidence.size() < 3) evidence.push_back(line(event.line));
            if (!evidence.empty()) add(row.id, row.severity, row.certainty, {row.what, {}}, {row.probe, {}}, evidence);
        }
        skips_without_scale();
    }

    // Sentences of skipped steps that give no scale.
    void skips_without_scale() {
        if (!m_scales.empty() || m_result.summary.skipped == 0) return;
        std::vector<Evidence> evidence;
        for (const auto& step : m_log.steps)
            if (step.skipped && evidence.size() < 3) evidence.push_back(line(&step));
        const double share = static_cast<double>(m_result.summary.skipped) /
                             static_cast<double>(std::max<std::size_t>(1, m_log.steps.size()));
        add("steps-skipped", share > 0.05 ? Severity::Warning : Severity::Note, Certainty::Shown,
            {"diagnose.steps_skipped",
             {{"count", std::to_string(m_result.summary.skipped)}, {"all", std::to_string(m_log.steps.size())}}},
            {"diagnose.probe_scale_falls", {}}, evidence);
    }

    const Log& m_log;
    std::vector<const LogStep*> m_losses, m_norms, m_scales;
    bool m_is_constant = false;
    Diagnosis m_result;
};

} // namespace

Diagnosis diagnose_log(const Log& log) {
    return LogReading(log).diagnose();
}

} // namespace ampscope::diagnose

// What the weights in a file say about the formats they are in, and about those they could be in.
#include <algorithm>
#include <cmath>

#include "core/diagnose/findings.h"
#include "core/io/numbers.h"
#include "core/tensorfile/inspection.h"

namespace ampscope::diagnose {

using tensorfile::Dtype;
using tensorfile::TensorInfo;
using tensorfile::TensorReport;
using text::Message;

namespace {

constexpr std::size_t kFp16 = 0, kBf16 = 1; ///< places in the list of formats below

std::string percent(std::int64_t count, std::int64_t all) {
    return io::to_text(100.0 * static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, all)), 3) +
           "%";
}

// A kind of finding while it is gathered over all tensors.
struct Gathered {
    std::vector<std::pair<double, Evidence>> evidence; ///< with a weight: the gravest are shown
    std::int64_t count = 0, all = 0;
    std::size_t tensors = 0;

    void add(const TensorInfo& info, std::int64_t found, std::int64_t of, Message figure) {
        ++tensors;
        count += found;
        all += of;
        evidence.push_back({static_cast<double>(found) / static_cast<double>(std::max<std::int64_t>(1, of)),
                            {0, info.name, std::move(figure)}});
    }
    std::vector<Evidence> worst() {
        std::ranges::stable_sort(evidence, std::greater<>(), [](const auto& each) { return each.first; });
        std::vector<Evidence> first;
        for (auto& each : evidence)
            if (first.size() < 5) first.push_back(std::move(each.second));
        return first;
    }
};

bool holds(const std::string& name, std::string_view part) {
    return name.find(part) != std::string::npos;
}

// An update smaller than half an ULP changes nothing when it is added in the format itself.
std::int64_t stuck(const TensorReport& report, const numeric::FloatFormat& format, double update) {
    std::int64_t count = 0;
    for (const auto& binade : report.binades) {
        const int exponent = std::max(binade.exponent, format.min_exponent());
        if (update < std::ldexp(1.0, exponent - format.mantissa_bits - 1)) count += binade.count;
    }
    return count;
}

} // namespace

Diagnosis diagnose_checkpoint(const tensorfile::TensorFile& file, const CheckpointOptions& options) {
    Gathered not_finite, over_fp16, over_bf16, lost_fp16, subnormal, at_end, zero_matrix, zero_moment, stuck_low,
        stuck_bf16;
    tensorfile::InspectOptions inspect;
    inspect.formats = tensorfile::inspect_formats({"fp16", "bf16"});
    inspect.worst = 1;
    inspect.stop = options.stop;
    Diagnosis result;
    std::uint64_t all = 0, done = 0;
    for (const auto& info : file.tensors())
        all += tensorfile::is_readable(info.dtype) ? info.elements : 0;
    for (std::size_t i = 0; i < file.tensors().size(); ++i) {
        const TensorInfo& info = file.tensors()[i];
        if (!tensorfile::is_readable(info.dtype) || info.elements == 0) continue;
        ++result.summary.tensors;
        result.summary.elements += info.elements;
        const bool is_float = tensorfile::is_float(info.dtype) || file.kind() == tensorfile::FileKind::Csv;
        const std::uint64_t before = done;
        inspect.progress = [&](std::uint64_t now, std::uint64_t) {
            if (options.progress) options.progress(before + now, all);
        };
        done += info.elements;
        if (!is_float) continue;
        const TensorReport report = tensorfile::inspect(file, i, inspect);
        const auto figure = [&](std::int64_t count, std::int64_t of) {
            return Message{
                "diagnose.figure",
                {{"count", text::grouped(count)}, {"all", text::grouped(of)}, {"share", percent(count, of)}}};
        };
        const auto gather = [&](Gathered& kind, std::int64_t count, std::int64_t of) {
            if (count > 0) kind.add(info, count, of, figure(count, of));
        };
        const auto& fp16 = report.formats[kFp16].shares;
        const bool is_moment = holds(info.name, "exp_avg_sq"), is_state = is_moment || holds(info.name, "exp_avg");
        const bool low = info.dtype == Dtype::F16 || info.dtype == Dtype::BF16;
        gather(not_finite, report.infinite + report.nan, report.total);
        if (info.dtype != Dtype::F16) {
            gather(over_fp16, fp16.overflowed, report.sizes());
            // A few weights beside zero are in every matrix; a thousandth is worth a word.
            if (fp16.lost * 1000 > report.sizes()) gather(lost_fp16, fp16.lost, report.sizes());
        } else {
            if (fp16.subnormal * 100 > report.sizes()) gather(subnormal, fp16.subnormal, report.sizes());
            if (report.largest == 65504.0) gather(at_end, 1, report.sizes());
        }
        gather(over_bf16, report.formats[kBf16].shares.overflowed, report.sizes());
        if (info.shape.size() >= 2 && report.zero == report.total) gather(zero_matrix, report.zero, report.total);
        if (is_moment && low && report.zero * 10 > report.total) gather(zero_moment, report.zero, report.total);
        if (is_state || info.shape.size() < 2) continue;
        const auto& format = report.formats[info.dtype == Dtype::F16 ? kFp16 : kBf16].format;
        if (const auto count = stuck(report, format, options.learning_rate); count * 10 > report.sizes())
            gather(low ? stuck_low : stuck_bf16, count, report.sizes());
    }

    const auto conclude = [&](Gathered& kind, const char* id, Severity severity, Certainty certainty, const char* what,
                              const char* probe) {
        if (kind.tensors == 0) return;
        const std::vector<text::Argument> figures = {{"count", text::grouped(kind.count)},
                                                     {"all", text::grouped(kind.all)},
                                                     {"share", percent(kind.count, kind.all)},
                                                     {"tensors", std::to_string(kind.tensors)},
                                                     {"update", io::to_text(options.learning_rate, 3)}};
        result.findings.push_back({id, severity, certainty, {what, figures}, {probe, {}}, kind.worst()});
    };
    using enum Severity;
    using enum Certainty;
    conclude(not_finite, "weights-not-finite", Problem, Shown, "diagnose.weights_not_finite",
             "diagnose.probe_weights_not_finite");
    conclude(zero_moment, "second-moment-zero", Problem, Likely, "diagnose.second_moment_zero",
             "diagnose.probe_second_moment_zero");
    conclude(over_fp16, "overflow-in-fp16", Warning, Shown, "diagnose.overflow_in_fp16",
             "diagnose.probe_overflow_in_fp16");
    conclude(over_bf16, "overflow-in-bf16", Warning, Shown, "diagnose.overflow_in_bf16",
             "diagnose.probe_overflow_in_fp16");
    conclude(at_end, "at-the-end-of-fp16", Warning, Possible, "diagnose.at_the_end", "diagnose.probe_at_the_end");
    conclude(stuck_low, "updates-vanish", Warning, Likely, "diagnose.updates_vanish", "diagnose.probe_updates_vanish");
    conclude(subnormal, "subnormal-in-fp16", Warning, Shown, "diagnose.subnormal", "diagnose.probe_subnormal");
    conclude(lost_fp16, "lost-in-fp16", Note, Shown, "diagnose.lost_in_fp16", "diagnose.probe_lost_in_fp16");
    conclude(zero_matrix, "matrix-of-zeros", Note, Shown, "diagnose.matrix_of_zeros", "diagnose.probe_matrix_of_zeros");
    conclude(stuck_bf16, "updates-would-vanish-in-bf16", Note, Likely, "diagnose.updates_would_vanish",
             "diagnose.probe_updates_would_vanish");
    if (result.findings.empty())
        result.findings.push_back({"nothing-found",
                                   Note,
                                   Shown,
                                   {"diagnose.nothing_found_tensors", {}},
                                   {"diagnose.probe_nothing_found_tensors", {}},
                                   {}});
    return result;
}

} // namespace ampscope::diagnose

// Records with everything in them that is hard to keep, for tests of the run library.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "core/record/run_record.h"
#include "core/scenario/fields.h"

namespace ampscope::record {

/// A NaN that is neither the usual one nor kMissing.
inline const double kOddNan = std::bit_cast<double>(std::uint64_t{0xFFF0'0000'DEAD'BEEF});

inline scenario::Scenario example_scenario(const char* name = "예제 \"1\"") {
    scenario::Scenario scenario;
    scenario::set_field(scenario, "name", name);
    scenario::set_field(scenario, "precision", "fp16");
    scenario::set_field(scenario, "optimizer.lr", "0.1");
    return scenario;
}

inline Environment example_environment() {
    return {{"ampscope", std::string("0.1.0")},
            {"cpu", std::string("가상 CPU")},
            {"threads", std::int64_t(1)},
            {"native", true},
            {"rate", 0.1},
            {"odd", kOddNan}};
}

/// Everything the sample writes is told by its number.
inline Sample example_sample(int step) {
    const double losses[] = {4.1903, NAN, -INFINITY, -0.0, 5e-324, kMissing, kOddNan, INFINITY};
    Sample sample;
    sample[Column::Step] = step;
    sample[Column::Ran] = step % 3 != 0;
    sample[Column::Loss] = losses[step % 8];
    sample[Column::Scale] = std::ldexp(1.0, 24 - step % 40);
    sample[Column::GradNorm] = 0.1 * step;
    sample[Column::Ms] = 10 + step % 7;
    sample[Column::BytesPeak] = 1e6 + step;
    return sample;
}

/// Writes a run of that many steps, with facts and details between the samples.
inline void write_example(EventSink& sink, int steps, const char* end = "finished") {
    for (int step = 0; step < steps; ++step) {
        sink.sample(example_sample(step));
        if (step % 3 == 0)
            sink.fact(
                {step, "step_skipped", {{"parameter", std::string("blocks.1.up")}, {"nonfinite", std::int64_t(7)}}});
        if (step % 5 == 0)
            sink.fact({step, "loss_nonfinite", {{"value", kOddNan}, {"scale", 8.0}, {"minus", -0.0}, {"flag", true}}});
        if (step % 10 == 0) sink.detail({step, GradientHistogram{{-150, {0, 0, 12}, 40, 2157, 3}, 16777216}});
    }
    Detail last{steps, UnknownDetail{}};
    std::get<UnknownDetail>(last.payload) = {"from_the_future",
                                             R"({ "step": )" + std::to_string(steps) +
                                                 R"(, "kind": "from_the_future", "data": [1, { "x": "nan" }] })"};
    sink.detail(last);
    if (end) sink.fact({steps - 1, end, {}});
}

inline RunRecord example_record(int steps, const char* end = "finished") {
    RunRecord record(example_scenario(), example_environment());
    write_example(record, steps, end);
    return record;
}

} // namespace ampscope::record

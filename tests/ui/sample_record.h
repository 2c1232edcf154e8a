// A record that fills every instrument, made without an engine: skipped steps, growth, histograms, weights, bytes.
#pragma once

#include <cmath>

#include "core/record/run_record.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::ui::testing {

inline record::RunRecord sampleRecord(scenario::Scenario scenario = scenario::load_scenario("overflow")) {
    using record::Column;
    record::RunRecord record(scenario, {{"libtorch", std::string("2.15.0")},
                                        {"cpu", std::string("AVX512")},
                                        {"threads", std::string("1")},
                                        {"autocast_rules", std::string("cuda, carried out on the CPU")},
                                        {"parameters", std::int64_t(115'008)}});
    double scale = scenario.scaler_enabled() ? scenario.scaler.init_scale : 1;
    const std::int64_t steps = scenario.length.steps;
    int quiet = 0, adam_steps = 0;
    for (std::int64_t i = 0; i < steps; ++i) {
        const bool skipped = scenario.scaler_enabled() && scale > 524288 * 1.5;
        adam_steps += skipped ? 0 : 1;
        record::Sample sample;
        sample[Column::Step] = static_cast<double>(i);
        sample[Column::Ran] = skipped ? 0 : 1;
        sample[Column::Loss] = 1 + 4.6 * std::exp(-static_cast<double>(i) / 30) + 0.05 * std::sin(1.7 * double(i));
        sample[Column::Scale] = scale;
        sample[Column::GradNorm] = skipped ? std::numeric_limits<double>::infinity() : 0.98765;
        sample[Column::GradZeroShare] = 0.2983;
        sample[Column::UnderflowShare] = 0.149;
        sample[Column::OverflowShare] = skipped ? 0.031 : 0;
        sample[Column::WeightsMovedShare] = skipped ? 0 : 1;
        sample[Column::OptimizerSteps] = adam_steps;
        sample[Column::OptimizerNorm] = 0.2063;
        for (const Column part : {Column::BytesWeights, Column::BytesGradients})
            sample[part] = 460'032;
        sample[Column::BytesOptimizer] = 920'064;
        sample[Column::BytesActivations] = 6'088'712;
        sample[Column::BytesPeak] = 7'073'044;
        record.sample(sample);
        if (i % 10 == 0 || skipped)
            record.detail({i, record::GradientHistogram{{-36,
                                                         {12, 80, 410, 990, 2100, 3900, 6900, 11'000, 15'900, 17'800,
                                                          14'000, 7000, 2500, 700, 90},
                                                         34'226,
                                                         skipped ? 3591 : 0,
                                                         0},
                                                        scale}});
        if (skipped) {
            record.fact({i,
                         "step_skipped",
                         {{"parameter", std::string("blocks.1.attention.projection.weight")},
                          {"nonfinite", std::int64_t(12'288)}}});
            record.fact({i, "scale_changed", {{"from", scale}, {"to", scale / 2}, {"why", std::string("found_inf")}}});
            scale /= 2;
            quiet = 0;
        } else if (scenario.scaler_enabled() && ++quiet == scenario.scaler.growth_interval) {
            record.fact({i, "scale_changed", {{"from", scale}, {"to", scale * 2}, {"why", std::string("growth")}}});
            scale *= 2;
            quiet = 0;
        }
    }
    record.fact({steps, "finished", {}});
    return record;
}

} // namespace ampscope::ui::testing

// Records made up for exercises: nothing here is training.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/record/run_record.h"

namespace ampscope::lesson {

/// A finished run whose samples have these losses; each step takes `ms`, the first one ten times as long.
inline record::RunRecord finished_run(const scenario::Scenario& scenario, const std::vector<double>& losses,
                                      double ms = 10, double peak = 1e6) {
    using record::Column;
    record::RunRecord run(scenario, {{"libtorch", std::string("made up")},
                                     {"cpu", std::string("none")},
                                     {"device", std::string("cpu")},
                                     {"threads", std::int64_t{1}}});
    for (std::size_t i = 0; i < losses.size(); ++i) {
        record::Sample sample;
        sample[Column::Step] = static_cast<double>(i);
        sample[Column::Ran] = 1;
        sample[Column::Loss] = losses[i];
        sample[Column::Ms] = i == 0 ? 10 * ms : ms + 0.001 * static_cast<double>(i);
        sample[Column::BytesPeak] = peak;
        run.sample(sample);
    }
    run.fact({static_cast<std::int64_t>(losses.size()), "finished", {}});
    return run;
}

/// Owns runs and puts them into slots.
struct Runs {
    std::vector<std::unique_ptr<record::RunRecord>> all;
    Evidence evidence;

    record::RunRecord& put(const std::string& slot, record::RunRecord run) {
        all.push_back(std::make_unique<record::RunRecord>(std::move(run)));
        evidence[slot].push_back(all.back().get());
        return *all.back();
    }
};

} // namespace ampscope::lesson

// The fate of a weight under many equal small steps: where they vanish, and what an fp32 master weight keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/numeric/accumulate.h"

namespace ampscope::numeric {

/// How the weight is kept between the steps.
enum class UpdateMethod {
    Nearest,    ///< in the format, rounded to nearest even after every step
    Stochastic, ///< in the format, rounded by chance in proportion to what is cut off
    Master,     ///< in fp32; the format's copy, with which a model computes, is rounded from it after every step
};
std::string_view update_method_id(UpdateMethod method); ///< "nearest", "stochastic", "master"

struct UpdateResult {
    UpdateMethod method = UpdateMethod::Nearest;
    double final_weight = 0; ///< in the format
    double final_master = 0; ///< the fp32 weight, for Master; else the weight itself
    /// Steps after which the kept weight (the master, where there is one) was what it had been.
    std::int64_t vanished = 0;
    std::optional<std::int64_t> first_vanished; ///< counted from 1
    std::optional<Rational> error;              ///< final weight - exact weight; none where it is no finite number
    std::vector<double> trace;                  ///< the weight after UpdateFate::at steps
    std::vector<double> master_trace;           ///< the master there, for Master; else empty
};

struct UpdateFate {
    FloatFormat format;
    double weight = 0; ///< the first weight, as the format stores it
    double step = 0;   ///< the step, as fp32 stores it
    std::int64_t times = 0;
    Rational exact;              ///< weight + times * step, of the stored ones
    Rational ulp;                ///< of the format at the first weight
    double neighbour = 0;        ///< the next weight in the step's direction; beyond the largest, infinity or NaN
    Rational threshold;          ///< half the way there. A shorter step vanishes, a longer one moves the weight; one of
                                 ///< just this size goes to the even one of the two
    bool first_vanishes = false; ///< with nearest even
    std::vector<std::int64_t> at; ///< steps taken so far, evenly thinned
    std::vector<double> exact_trace;
    std::vector<UpdateResult> results;
};

/// `times` times weight = round(weight + step). The step is an fp32 number: PyTorch's optimizers work out lr * gradient
/// for 16-bit weights in fp32 and round once, when the sum is stored. Any thread; about 30 ns per step and method.
/// nullopt when it was stopped.
///
/// Throws a BadInput error for `times` outside 1 … kMaxAdditions, for a weight or step that is no finite number or
/// beyond its format, and for a format of more than 24 bits of precision.
std::optional<UpdateFate> update_weight(const FloatFormat& format, const ExactValue& weight, const ExactValue& step,
                                        std::int64_t times, std::uint64_t seed = 0, std::stop_token stop = {});

} // namespace ampscope::numeric

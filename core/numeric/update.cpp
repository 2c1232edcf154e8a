#include "core/numeric/update.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/numeric/decimal.h"
#include "core/numeric/random.h"
#include "core/numeric/stored_sum.h"
#include "core/text/message.h"

namespace ampscope::numeric {
namespace {

constexpr std::array kMethods = {UpdateMethod::Nearest, UpdateMethod::Stochastic, UpdateMethod::Master};
constexpr std::array<std::string_view, 3> kMethodIds = {"nearest", "stochastic", "master"};
constexpr std::int64_t kBlock = 1 << 16; ///< steps between two looks at the stop button

// The number as the format stores it; refuses what no finite number of it is.
double stored(const FloatFormat& format, const ExactValue& value) {
    if (value.kind() == ExactValue::Kind::Infinite || value.kind() == ExactValue::Kind::NaN)
        throw text::bad_input("numeric.sum_not_finite");
    const double result = to_double(decode(format, round_to(format, value).code));
    if (!std::isfinite(result))
        throw text::bad_input("numeric.sum_beyond_format",
                              {{"format", format.name}, {"limit", exact_decimal(decode(format, format.max_finite()))}});
    return result;
}

// False when it was stopped.
bool take_steps(UpdateFate& fate, UpdateResult& result, const StoredSum& arithmetic, std::uint64_t seed,
                const std::stop_token& stop) {
    const bool has_master = result.method == UpdateMethod::Master;
    const StoredSum fp32(format("fp32"));
    SplitMix64 random(seed);
    double kept = fate.weight;
    std::size_t next = 0;
    const auto note = [&](std::int64_t step) {
        if (next >= fate.at.size() || fate.at[next] != step) return;
        ++next;
        result.trace.push_back(arithmetic.round(kept));
        if (has_master) result.master_trace.push_back(kept);
    };
    note(0);
    for (std::int64_t i = 1; i <= fate.times; ++i) {
        bool ignored = false;
        const double before = kept;
        switch (result.method) {
        case UpdateMethod::Nearest: kept = arithmetic.add(kept, fate.step, ignored); break;
        case UpdateMethod::Stochastic: kept = arithmetic.add_stochastic(kept, fate.step, random.next(), ignored); break;
        case UpdateMethod::Master: kept = fp32.add(kept, fate.step, ignored); break;
        }
        if (kept == before && fate.step != 0 && std::isfinite(kept)) {
            ++result.vanished;
            if (!result.first_vanished) result.first_vanished = i;
        }
        note(i);
        if (i % kBlock == 0 && stop.stop_requested()) return false;
    }
    result.final_master = kept;
    result.final_weight = arithmetic.round(kept);
    if (std::isfinite(result.final_weight)) result.error = Rational(result.final_weight) - fate.exact;
    return true;
}

} // namespace

std::string_view update_method_id(UpdateMethod method) {
    return kMethodIds[static_cast<std::size_t>(method)];
}

std::optional<UpdateFate> update_weight(const FloatFormat& format, const ExactValue& weight, const ExactValue& step,
                                        std::int64_t times, std::uint64_t seed, std::stop_token stop) {
    const StoredSum arithmetic(format);
    if (times < 1 || times > kMaxAdditions)
        throw text::bad_input("numeric.update_times",
                              {{"found", text::grouped(times)}, {"limit", text::grouped(kMaxAdditions)}});
    UpdateFate fate;
    fate.format = format;
    fate.times = times;
    fate.weight = stored(format, weight);
    fate.step = stored(numeric::format("fp32"), step);
    const Rational first(fate.weight), by(fate.step);
    fate.exact = first + by * times;

    const Code code = round_to(format, ExactValue::finite(first)).code;
    const Code beside = by < 0 ? next_down(format, code) : next_up(format, code);
    fate.ulp = ulp(format, code);
    // A format without infinity has NaN behind its largest number.
    const bool is_last = beside == code && !format.has_infinity();
    fate.neighbour = is_last ? std::numeric_limits<double>::quiet_NaN() : to_double(decode(format, beside));
    // Beyond the largest number nothing follows: there the way is one ULP, as if the exponent went on.
    fate.threshold = (std::isfinite(fate.neighbour) ? abs(Rational(Rational(fate.neighbour) - first)) : fate.ulp) / 2;
    bool ignored = false;
    fate.first_vanishes = by != 0 && arithmetic.add(fate.weight, fate.step, ignored) == fate.weight;

    fate.at = trace_places(times);
    for (const std::int64_t at : fate.at)
        fate.exact_trace.push_back(to_double(Rational(first + by * at)));
    for (const UpdateMethod method : kMethods) {
        UpdateResult result;
        result.method = method;
        if (!take_steps(fate, result, arithmetic, seed, stop)) return std::nullopt;
        fate.results.push_back(std::move(result));
    }
    return fate;
}

} // namespace ampscope::numeric

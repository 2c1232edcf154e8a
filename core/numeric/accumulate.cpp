#include "core/numeric/accumulate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/numeric/decimal.h"
#include "core/numeric/exact_sum.h"
#include "core/numeric/random.h"
#include "core/numeric/stored_sum.h"
#include "core/text/message.h"

namespace ampscope::numeric {
namespace {

constexpr std::array kMethods = {SumMethod::Naive, SumMethod::Fp32, SumMethod::Kahan, SumMethod::Pairwise,
                                 SumMethod::Stochastic};
constexpr std::array<std::string_view, 5> kMethodIds = {"naive", "fp32", "kahan", "pairwise", "stochastic"};
constexpr std::array<std::string_view, 4> kStreamIds = {"constant", "uniform", "normal", "list"};

// What one addition did.
struct Step {
    bool lost_bits = false;
    bool changed = true;
};

// Each way to add has: add(x), value(), and whether it can stick. All are plain values: a copy is tried out with
// another number without harm.

class NaiveSum {
  public:
    static constexpr bool kCanStick = true;
    explicit NaiveSum(const StoredSum& arithmetic) : m_arithmetic(&arithmetic) {}
    Step add(double x) {
        Step step;
        const double sum = m_arithmetic->add(m_sum, x, step.lost_bits);
        step.changed = sum != m_sum;
        m_sum = sum;
        return step;
    }
    double value() const { return m_sum; }
    bool same_state(const NaiveSum& other) const { return m_sum == other.m_sum; }

  private:
    const StoredSum* m_arithmetic;
    double m_sum = 0;
};

class KahanSum {
  public:
    static constexpr bool kCanStick = true;
    explicit KahanSum(const StoredSum& arithmetic) : m_arithmetic(&arithmetic) {}
    Step add(double x) {
        Step step;
        bool ignored = false;
        const double y = m_arithmetic->add(x, -m_carry, ignored);
        const double sum = m_arithmetic->add(m_sum, y, step.lost_bits);
        const double moved = m_arithmetic->add(sum, -m_sum, ignored);
        m_carry = m_arithmetic->add(moved, -y, ignored);
        step.changed = sum != m_sum;
        m_sum = sum;
        return step;
    }
    double value() const { return m_sum; }
    bool same_state(const KahanSum& other) const { return m_sum == other.m_sum && m_carry == other.m_carry; }

  private:
    const StoredSum* m_arithmetic;
    double m_sum = 0, m_carry = 0;
};

class RandomSum {
  public:
    static constexpr bool kCanStick = false;
    RandomSum(const StoredSum& arithmetic, std::uint64_t seed) : m_arithmetic(&arithmetic), m_random(seed) {}
    Step add(double x) {
        Step step;
        const double sum = m_arithmetic->add_stochastic(m_sum, x, m_random.next(), step.lost_bits);
        step.changed = sum != m_sum;
        m_sum = sum;
        return step;
    }
    double value() const { return m_sum; }
    bool same_state(const RandomSum&) const { return false; }

  private:
    const StoredSum* m_arithmetic;
    SplitMix64 m_random;
    double m_sum = 0;
};

// How many numbers are added between two looks at the stop button.
constexpr std::int64_t kBlock = 1 << 16;

class Race {
  public:
    Race(const FloatFormat& format, const Stream& stream, std::stop_token stop, std::atomic<std::int64_t>* progress)
        : m_format(format),
          m_arithmetic(format),
          m_fp32(numeric::format("fp32")),
          m_stream(stream),
          m_value(stream.value),
          m_stop(stop),
          m_progress(progress) {
        m_race.format = format;
        make_numbers();
        m_race.at = trace_places(m_count);
    }

    std::optional<SumRace> run(std::span<const SumMethod> methods) {
        add_exactly();
        for (const SumMethod method : methods) {
            if (m_stop.stop_requested()) return std::nullopt;
            m_race.results.push_back(one(method));
        }
        if (m_stop.stop_requested()) return std::nullopt;
        return std::move(m_race);
    }

  private:
    void make_numbers();
    void add_exactly();
    double number(std::int64_t i) const { return m_constant ? *m_constant : m_numbers[static_cast<std::size_t>(i)]; }
    SumResult one(SumMethod method);
    template <typename Sum>
    void add_one_by_one(SumResult& result, Sum sum);
    void add_in_pairs(SumResult& result);
    void finish(SumResult& result, double final_value) const;
    // Asked after every number: false when the race is to stop.
    bool goes_on(std::int64_t added) {
        if (added % kBlock != 0 && added != m_count) return true;
        if (m_progress) *m_progress += (added - 1) % kBlock + 1;
        return !m_stop.stop_requested();
    }

    FloatFormat m_format;
    StoredSum m_arithmetic, m_fp32;
    const Stream& m_stream;
    ExactValue m_value; ///< the stream's; 0 for a literal that is too small for every format
    std::stop_token m_stop;
    std::atomic<std::int64_t>* m_progress;
    std::int64_t m_count = 0;
    std::optional<double> m_constant;
    std::vector<double> m_numbers; ///< as the format stores them; empty for a constant
    SumRace m_race;
};

void Race::make_numbers() {
    const bool is_list = m_stream.kind == Stream::Kind::List;
    m_count = is_list ? static_cast<std::int64_t>(m_stream.list.size()) : m_stream.count;
    if (m_count < 1 || m_count > kMaxAdditions)
        throw text::bad_input("numeric.sum_count",
                              {{"found", text::grouped(m_count)}, {"limit", text::grouped(kMaxAdditions)}});
    const auto stored = [&](double value) {
        const double result = m_arithmetic.round(value);
        if (!std::isfinite(result))
            throw text::bad_input(
                "numeric.sum_beyond_format",
                {{"format", m_format.name}, {"limit", exact_decimal(decode(m_format, m_format.max_finite()))}});
        return result;
    };
    double scale = 0;
    if (!is_list) {
        using Kind = ExactValue::Kind;
        if (m_value.kind() == Kind::Huge) stored(std::numeric_limits<double>::infinity());
        if (m_value.kind() == Kind::Tiny) m_value = ExactValue::zero(m_value.is_negative());
        if (!m_value.is_number()) throw text::bad_input("numeric.sum_not_finite");
        scale = to_double(m_value);
        // The largest that can be drawn; a constant is looked at below, before it was ever a double.
        if (m_stream.kind != Stream::Kind::Constant) stored(m_stream.kind == Stream::Kind::Normal ? 6 * scale : scale);
    }
    if (m_stream.kind == Stream::Kind::Constant) {
        // From the exact value at once: 0.1 is not rounded to double first.
        const Code code = round_to(m_format, m_value).code;
        const double value = to_double(decode(m_format, code));
        m_constant = stored(value);
        m_race.least = m_race.greatest = value;
        return;
    }
    m_numbers.reserve(static_cast<std::size_t>(m_count));
    constexpr double kBelowPoint53 = 0x1p-53, kBelowPoint32 = 0x1p-32;
    for (std::int64_t i = 0; i < m_count; ++i) {
        const auto index = static_cast<std::uint64_t>(i);
        double value = 0;
        switch (m_stream.kind) {
        case Stream::Kind::Uniform:
            value = static_cast<double>(splitmix64(m_stream.seed, index) >> 11) * kBelowPoint53 * scale;
            break;
        case Stream::Kind::Normal: {
            std::int64_t sum = -(std::int64_t(6) << 32);
            for (std::uint64_t k = 0; k < 6; ++k) {
                const std::uint64_t bits = splitmix64(m_stream.seed, 6 * index + k);
                sum += static_cast<std::int64_t>((bits >> 32) + (bits & 0xFFFF'FFFFu));
            }
            value = static_cast<double>(sum) * kBelowPoint32 * scale;
            break;
        }
        default: value = m_stream.list[static_cast<std::size_t>(i)];
        }
        m_numbers.push_back(stored(value));
    }
    const auto [least, greatest] = std::ranges::minmax(m_numbers);
    m_race.least = least;
    m_race.greatest = greatest;
}

void Race::add_exactly() {
    if (m_constant) {
        const Rational value(*m_constant);
        for (const std::int64_t at : m_race.at)
            m_race.exact.push_back(to_double(Rational(value * at)));
        m_race.exact_sum = value * m_count;
        m_race.entered_sum = m_value.rational() * m_count;
        return;
    }
    ExactSum sum;
    std::size_t next = 0;
    for (std::int64_t added = 0; added <= m_count; ++added) {
        if (m_race.at[next] == added) {
            m_race.exact.push_back(to_double(sum.value()));
            ++next;
        }
        if (added < m_count) sum.add(number(added));
    }
    m_race.exact_sum = sum.value();
}

template <typename Sum>
void Race::add_one_by_one(SumResult& result, Sum sum) {
    std::size_t next = 1;
    result.trace.push_back(0);
    std::int64_t last_change = 0, ignored_since = 0;
    for (std::int64_t i = 0; i < m_count; ++i) {
        const double x = number(i);
        const Sum before = sum;
        const Step step = sum.add(x);
        ++result.additions;
        if (!result.overflows_at) {
            if (!std::isfinite(sum.value())) result.overflows_at = i + 1;
            if (step.lost_bits) ++result.lost_bits;
            if (!step.changed && x != 0) ++result.changed_nothing;
            if (!sum.same_state(before)) {
                last_change = i + 1;
                ignored_since = 0;
            } else if (x != 0) {
                ++ignored_since;
            }
        }
        if (m_race.at[next] == i + 1) {
            result.trace.push_back(sum.value());
            ++next;
        }
        if (!goes_on(i + 1)) return;
    }
    // Unmoved by the largest and by the smallest number: unmoved by all, since rounding keeps the order.
    const auto ignores = [&](double x) {
        Sum trial = sum;
        trial.add(x);
        return trial.same_state(sum);
    };
    if (Sum::kCanStick && !result.overflows_at && ignored_since > 0 && ignores(m_race.least) &&
        ignores(m_race.greatest)) {
        result.sticks_at = last_change + 1;
        result.sticks_value = sum.value();
    }
    finish(result, sum.value());
}

// Sums of blocks that have 1, 2, 4 … numbers, as the ones of a binary counter: two of a size become one of the next.
void Race::add_in_pairs(SumResult& result) {
    std::array<double, 64> blocks{};
    std::size_t next = 1;
    std::int64_t added = 0;
    result.trace.push_back(0);
    const auto merge = [&](double a, double b, bool counted) {
        bool lost = false;
        const double sum = m_arithmetic.add(a, b, lost);
        if (!counted || result.overflows_at) return sum;
        if (!std::isfinite(sum)) result.overflows_at = added;
        if (lost) ++result.lost_bits;
        if ((sum == a && b != 0) || (sum == b && a != 0)) ++result.changed_nothing;
        return sum;
    };
    // Only the last time are the left-over blocks really added; before, it is a look at where the sum stands.
    const auto whole = [&](bool counted) {
        std::optional<double> sum;
        for (std::size_t size = 0; added >> size != 0; ++size)
            if ((added >> size & 1) != 0) sum = sum ? merge(blocks[size], *sum, counted) : blocks[size];
        return sum.value_or(0);
    };
    while (added < m_count) {
        double block = number(added++);
        std::size_t size = 0;
        for (; ((added - 1) >> size & 1) != 0; ++size)
            block = merge(blocks[size], block, true);
        blocks[size] = block;
        if (m_race.at[next] == added) {
            result.trace.push_back(whole(added == m_count));
            ++next;
        }
        if (!goes_on(added)) return;
    }
    result.additions = m_count - 1;
    finish(result, result.trace.back());
}

void Race::finish(SumResult& result, double final_value) const {
    result.final_value = m_arithmetic.round(final_value);
    if (!std::isfinite(result.final_value)) return;
    const Rational stored(result.final_value);
    const Code code = round_to(m_format, ExactValue::finite(stored)).code;
    const Rational error = stored - m_race.exact_sum;
    result.error = error;
    result.error_ulp = error / ulp(m_format, code);
    if (m_race.exact_sum != 0) result.error_relative = error / abs(m_race.exact_sum);
}

SumResult Race::one(SumMethod method) {
    SumResult result;
    result.method = method;
    switch (method) {
    case SumMethod::Naive: add_one_by_one(result, NaiveSum(m_arithmetic)); break;
    case SumMethod::Fp32: add_one_by_one(result, NaiveSum(m_fp32)); break;
    case SumMethod::Kahan: add_one_by_one(result, KahanSum(m_arithmetic)); break;
    case SumMethod::Stochastic: add_one_by_one(result, RandomSum(m_arithmetic, m_stream.seed)); break;
    case SumMethod::Pairwise: add_in_pairs(result); break;
    }
    return result;
}

} // namespace

std::string_view sum_method_id(SumMethod method) {
    return kMethodIds[static_cast<std::size_t>(method)];
}
std::optional<SumMethod> find_sum_method(std::string_view id) {
    const auto found = std::ranges::find(kMethodIds, id);
    if (found == kMethodIds.end()) return std::nullopt;
    return kMethods[static_cast<std::size_t>(found - kMethodIds.begin())];
}
std::span<const SumMethod> sum_methods() {
    return kMethods;
}
std::string_view stream_id(Stream::Kind kind) {
    return kStreamIds[static_cast<std::size_t>(kind)];
}
std::optional<Stream::Kind> find_stream(std::string_view id) {
    const auto found = std::ranges::find(kStreamIds, id);
    if (found == kStreamIds.end()) return std::nullopt;
    return static_cast<Stream::Kind>(found - kStreamIds.begin());
}

std::vector<std::int64_t> trace_places(std::int64_t count) {
    const std::int64_t points = std::min(count, kMaxTracePoints - 1);
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i <= points; ++i)
        places.push_back(i * count / points);
    return places;
}

std::optional<SumRace> accumulate(const FloatFormat& format, const Stream& stream, std::span<const SumMethod> methods,
                                  std::stop_token stop, std::atomic<std::int64_t>* progress) {
    return Race(format, stream, stop, progress).run(methods);
}

} // namespace ampscope::numeric

#include "core/numeric/quantise.h"

#include <cmath>
#include <stdexcept>

namespace ampscope::numeric {

bool Quantiser::covers(const FloatFormat& format) {
    return format.mantissa_bits <= 23 && format.exponent_bits <= 10 && format.bits() <= 32 &&
           format.min_exponent() - format.mantissa_bits > -1022 && format.max_exponent() < 1023;
}

Quantiser::Quantiser(const FloatFormat& format, const RoundingOptions& options)
    : m_mode(options.mode),
      m_mantissa_bits(format.mantissa_bits),
      m_min_exponent(format.min_exponent()),
      m_max_exponent(format.max_exponent()) {
    if (!covers(format)) throw std::logic_error("Quantiser: format " + format.id + " is too wide");
    const auto narrow = [](const Code& code) { return static_cast<std::uint32_t>(code); };
    m_max_finite = narrow(format.max_finite());
    m_hidden = 1u << m_mantissa_bits;
    m_least = options.flush_subnormals ? m_hidden : 1;
    m_sign = narrow(format.sign_bit());
    m_infinite_magnitude = format.has_infinity() ? narrow(format.infinity()) : ~0u;
    m_one_zero = !format.has_minus_zero();
    m_least_number = std::ldexp(1.0, m_min_exponent - m_mantissa_bits);
    m_exponent_offset = static_cast<std::uint64_t>(m_min_exponent - 1 + kBias) << kMantissaBits;
    // What does not depend on the digits is asked of round_to(), so that policies are written down once.
    for (const bool negative : {false, true}) {
        const auto rounded = [&](const ExactValue& value) { return narrow(round_to(format, value, options).code); };
        m_zero[negative] = rounded(ExactValue::zero(negative));
        m_infinity[negative] = rounded(ExactValue::infinity(negative));
        m_nan[negative] = rounded(ExactValue::nan(negative));
        m_overflow[negative] = rounded(ExactValue::huge(negative));
    }
}

} // namespace ampscope::numeric

// The command lines of what is shown about single numbers.
#pragma once

#include <vector>

#include "core/numeric/arithmetic_chain.h"
#include "ui/instruments/numbers/number_model.h"

namespace ampscope::ui {

QString conversionLine(const NumberState& state, const std::vector<numeric::FloatFormat>& formats);
QString castChainLine(const NumberState& state);
/// Every code of the 8-bit format.
QString codesLine(const NumberState& state);
QString policiesLine(const NumberState& state);
QString chainLine(const NumberState& state, const numeric::NamedChain& chain);
QString arithmeticLine(const NumberState& state);

} // namespace ampscope::ui

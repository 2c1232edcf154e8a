#include "ui/labs/number_lines.h"

#include "core/numeric/overflow_policies.h"
#include "ui/labs/command_line.h"

namespace ampscope::ui {

namespace {

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString idsOf(const std::vector<numeric::FloatFormat>& formats) {
    QStringList ids;
    for (const auto& format : formats)
        ids << QString::fromStdString(format.id);
    return ids.join(',');
}

// Only what differs from the command line's own defaults.
QStringList roundingOptions(const NumberState& state) {
    QStringList options;
    if (state.mode != numeric::Rounding::NearestEven)
        options << "--rounding" << fromView(numeric::rounding_id(state.mode));
    if (state.mode == numeric::Rounding::Stochastic) options << "--seed" << QString::number(state.seed);
    if (state.overflow) options << "--overflow" << fromView(numeric::overflow_id(*state.overflow));
    if (state.flush) options << "--flush-subnormals";
    return options;
}

} // namespace

QString conversionLine(const NumberState& state, const std::vector<numeric::FloatFormat>& formats) {
    return shellLine(QStringList{"convert", "--to", idsOf(formats)} + roundingOptions(state) +
                     QStringList{"--", state.text});
}

QString castChainLine(const NumberState& state) {
    return shellLine(QStringList{"cast-chain", "--through", idsOf(state.chain)} + roundingOptions(state) +
                     QStringList{"--", state.text});
}

QString codesLine(const NumberState& state) {
    return shellLine({"formats", "--codes", QString::fromStdString(state.table.id)});
}

// With the values that the table has by itself: core/numeric/overflow_policies.h.
QString policiesLine(const NumberState& state) {
    QStringList rounding;
    if (state.mode != numeric::Rounding::NearestEven && state.mode != numeric::Rounding::Stochastic)
        rounding << "--rounding" << fromView(numeric::rounding_id(state.mode));
    return shellLine(QStringList{"policies", "--in", QString::fromStdString(state.table.id)} + rounding +
                     QStringList{"--", state.text, "464", "465", "1e6", "61440", "65520", "inf", "nan"});
}

QString chainLine(const NumberState& state, const numeric::NamedChain& chain) {
    return shellLine(QStringList{"chain", fromView(chain.id), "--in", QString::fromStdString(state.format.id)} +
                     roundingOptions(state));
}

QString arithmeticLine(const NumberState& state) {
    QStringList words{fromView(numeric::operation_id(state.operation))};
    for (std::size_t i = 0; i < numeric::operand_count(state.operation); ++i)
        words << QString(state.operands[static_cast<qsizetype>(i)]).remove(' ');
    return shellLine(QStringList{"compute", "--in", QString::fromStdString(state.format.id)} + roundingOptions(state) +
                     QStringList{"--", words.join(' ')});
}

} // namespace ampscope::ui

#include "ui/instruments/numbers/number_model.h"

#include <QRegularExpression>
#include <functional>

#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/numeric/random.h"
#include "ui/bridge/language.h"
#include "ui/instruments/state_command.h"

namespace ampscope::ui {

namespace {

std::vector<numeric::FloatFormat> formatsOf(std::initializer_list<const char*> ids) {
    std::vector<numeric::FloatFormat> formats;
    for (const char* id : ids)
        formats.push_back(numeric::format(id));
    return formats;
}

} // namespace

std::vector<numeric::FloatFormat> defaultFormats() {
    return formatsOf({"fp32", "fp16", "bf16", "e4m3", "e5m2"});
}
std::vector<numeric::FloatFormat> defaultChain() {
    return formatsOf({"fp64", "fp32", "fp16", "e4m3"});
}

bool NumberState::operator==(const NumberState& other) const {
    return text == other.text && formats == other.formats && format == other.format && table == other.table &&
           chain == other.chain && mode == other.mode && overflow == other.overflow && flush == other.flush &&
           seed == other.seed && operation == other.operation && operands == other.operands;
}

numeric::RoundingOptions NumberState::options() const {
    numeric::RoundingOptions options;
    options.mode = mode;
    options.overflow = overflow;
    options.flush_subnormals = flush;
    options.random = numeric::SplitMix64(seed).next();
    return options;
}

QString typedText(const numeric::FloatFormat& format, const numeric::Code& code) {
    const numeric::ExactValue value = numeric::decode(format, code);
    const std::string digits = numeric::exact_decimal(value);
    constexpr std::size_t kFewDigits = 18;
    return QString::fromStdString(digits.size() <= kFewDigits && value.kind() != numeric::ExactValue::Kind::NaN
                                      ? digits
                                      : format.id + ":" + numeric::code_text(format, code));
}

NumberModel::NumberModel(QObject* parent) : QObject(parent) {}

void NumberModel::apply(const NumberState& state) {
    m_state = state;
    Q_EMIT changed();
}

void NumberModel::change(const NumberState& state) {
    if (state == m_state) return apply(state);
    m_undo.push(new StateCommand<NumberState>(m_state, state, [this](const NumberState& s) { apply(s); }));
}

void NumberModel::reset(const NumberState& first) {
    m_undo.clear();
    apply(first);
}

bool NumberModel::tryChange(const QString& what, const QString& text, const std::function<void(NumberState&)>& edit) {
    NumberState next = m_state;
    try {
        edit(next);
    } catch (const text::Error& error) {
        Q_EMIT refused(what, text, say(error));
        return false;
    }
    change(next);
    return true;
}

bool NumberModel::enterText(const QString& text) {
    return tryChange("value", text, [&](NumberState& next) {
        next.value = numeric::parse_expression(text.toStdString());
        next.text = text.trimmed();
    });
}

void NumberModel::chooseCode(const numeric::FloatFormat& format, const numeric::Code& code) {
    NumberState next = m_state;
    next.value = numeric::decode(format, code);
    next.text = typedText(format, code);
    change(next);
}

bool NumberModel::enterOperand(int index, const QString& text) {
    return tryChange("operand", text, [&](NumberState& next) {
        static_cast<void>(numeric::parse_expression(text.toStdString()));
        next.operands[index] = text.trimmed();
    });
}

bool NumberModel::enterChain(const QString& text) {
    return tryChange("chain", text, [&](NumberState& next) {
        static const QRegularExpression between(QStringLiteral("(?:->|[\\s,;>→])+"));
        std::vector<numeric::FloatFormat> chain;
        for (const QString& id : text.split(between, Qt::SkipEmptyParts))
            chain.push_back(numeric::format_or_throw(id.toStdString()));
        if (chain.empty()) static_cast<void>(numeric::format_or_throw(""));
        next.chain = chain;
    });
}

} // namespace ampscope::ui

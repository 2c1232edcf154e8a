#include "ui/labs/command_line.h"

#include <QRegularExpression>

#include "core/scenario/scenario_json.h"

namespace ampscope::ui {

static QString quoted(const QString& argument) {
    static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9_./:,+=@%^-]+\\z"));
    if (plain.match(argument).hasMatch()) return argument;
    return "'" + QString(argument).replace("'", "'\\''") + "'";
}

QString shellLine(const QStringList& arguments) {
    QStringList words{"ampscope-cli"};
    for (const auto& argument : arguments)
        words << quoted(argument);
    return words.join(' ');
}

QStringList settingArguments(const scenario::Scenario& scenario, const scenario::Scenario& base) {
    QStringList arguments;
    for (const auto& setting : scenario::settings_for(scenario, base))
        arguments << "--set" << QString::fromStdString(setting);
    return arguments;
}

QString runLine(const scenario::Scenario& scenario) {
    return shellLine(QStringList{"run", "nano"} + settingArguments(scenario) +
                     QStringList{"--columns", scenario.scaler_enabled() ? "loss,scale" : "loss"});
}

QString probeLine(const scenario::Scenario& scenario, std::int64_t step, const QString& what) {
    return shellLine(QStringList{"probe", "nano"} + settingArguments(scenario) +
                     QStringList{"--step", QString::number(step), "--what", what});
}

} // namespace ampscope::ui

#include "ui/labs/command_line.h"

#include <QRegularExpression>
#include <algorithm>

#include "core/scenario/scenario_json.h"

namespace ampscope::ui {

// Moves the cursor, ends a line or turns the direction of what follows.
static bool hasControls(const QString& text) {
    return std::ranges::any_of(text, [](QChar c) {
        const auto category = c.category();
        return category == QChar::Other_Control || category == QChar::Other_Format ||
               category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
    });
}

// As bash, zsh and ksh read it: nothing of it acts on the terminal before it is a name again.
static QString escapedForShell(const QString& text) {
    QString result = QStringLiteral("$'");
    for (const char byte : text.toUtf8()) {
        if (byte == '\'' || byte == '\\')
            result += QStringLiteral("\\") + QLatin1Char(byte);
        else if (byte >= 0x20 && byte < 0x7f)
            result += QLatin1Char(byte);
        else
            result += QStringLiteral("\\%1").arg(static_cast<unsigned char>(byte), 3, 8, QLatin1Char('0'));
    }
    return result + QLatin1Char('\'');
}

static QString quoted(const QString& argument) {
    static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9_./:,+=@%^-]+\\z"));
    if (plain.match(argument).hasMatch()) return argument;
    if (hasControls(argument)) return escapedForShell(argument);
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

// Command lines as people paste them into a shell.
#pragma once

#include <QStringList>

#include "core/scenario/scenario.h"

namespace ampscope::ui {

/// "ampscope-cli convert 0.1 --to fp16": what a POSIX shell would take apart or expand stands in single quotes, and
/// what would act on the terminal in $'…' (POSIX 2024).
QString shellLine(const QStringList& arguments);
/// --set … for everything that differs from `base`.
QStringList settingArguments(const scenario::Scenario& scenario, const scenario::Scenario& base = {});
/// The line that trains this scenario and prints loss and scale of every step.
QString runLine(const scenario::Scenario& scenario);
/// The line that looks inside one step of it.
QString probeLine(const scenario::Scenario& scenario, std::int64_t step, const QString& what);

} // namespace ampscope::ui

// Findings about a log or a checkpoint as text to read.
#pragma once

#include <QString>

#include "core/diagnose/findings.h"

namespace ampscope::ui {

/// HTML in the colours of the theme and the language of the window. Whatever comes from the file is escaped.
QString findingsHtml(const diagnose::Diagnosis& diagnosis);

} // namespace ampscope::ui

// A claim as the window shows it.
#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "core/lesson/claims.h"

namespace ampscope::ui {

/// One character for a verdict; the word stands beside it.
QString verdictMark(lesson::ClaimVerdict verdict);
QColor verdictColor(lesson::ClaimVerdict verdict);

/// Sentence, how it is tested, every case with its number and badge, and the contradictions that it is part of, in the
/// theme's colours. Other claims are links by their id. Plain text of the ledger is escaped.
QString claimHtml(const lesson::Ledger& ledger, const lesson::ClaimResult& result,
                  const std::vector<lesson::ClaimResult>& all);

} // namespace ampscope::ui

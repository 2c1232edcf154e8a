// Text in a rectangle without ever cutting a letter: it wraps, and what has no room ends in "…".
#pragma once

#include <QPainter>
#include <QStringList>

namespace ampscope::ui {

/// The text in lines of at most `width` pixels, broken at words where that is possible; the last of `most` lines ends
/// in "…" where more would follow. At least one line.
QStringList fittedLines(const QString& text, const QFont& font, double width, int most);

/// Draws the text with the painter's font and pen, in as many lines as the rectangle has room for (at least one).
/// Returns the height that was used, in pixels.
double drawFitted(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text);

/// What drawFitted() would draw of the text in a single line.
QString fittedLine(const QString& text, const QFont& font, double width);

/// A tool tip that shows this text as it stands. Qt takes one with <tags> for HTML, and would load the files that it
/// names: for texts from files.
QString plainTip(const QString& text);

} // namespace ampscope::ui

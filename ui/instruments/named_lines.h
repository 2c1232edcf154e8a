// Lines of a name and what it is: how numbers are described in words.
#pragma once

#include <QPainter>
#include <vector>

#include "ui/plot/export.h"

namespace ampscope::ui {

struct NamedLine {
    QString name, words;
    bool isNumber = false; ///< digits: drawn in the number font, its middle left out where it is long; else it wraps
    Token ink = Token::Text;
};

/// Height of all lines at scale 1, in a width at scale 1.
double heightOf(const std::vector<NamedLine>& lines, double width);
void drawLines(QPainter& painter, const QRectF& area, const std::vector<NamedLine>& lines);
TextTable tableOf(const std::vector<NamedLine>& lines, const QStringList& header);
/// For screen readers.
QString spokenLines(const std::vector<NamedLine>& lines);

} // namespace ampscope::ui

// What every instrument's menu offers for paper and clipboard.
#pragma once

#include <QString>
#include <functional>

#include "ui/plot/export.h"

class QMenu;
class QMimeData;

namespace ampscope::ui {

class Instrument;

/// "Export …", "Copy picture", "Copy numbers", "Copy caption".
void addPaperEntries(Instrument& instrument, QMenu& menu);

/// For the clipboard: the picture as PNG and SVG; the numbers as tab-separated text, CSV and an HTML table.
QMimeData* pictureForClipboard(const Exhibit& exhibit);
QMimeData* numbersForClipboard(const Exhibit& exhibit);

} // namespace ampscope::ui

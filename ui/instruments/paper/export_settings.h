// What the export dialog remembers, and the names that it gives to files.
#pragma once

#include <QStringList>
#include <vector>

#include "ui/plot/export.h"

namespace ampscope::ui {

struct ExportSettings {
    std::vector<FileFormat> formats = {FileFormat::Png};
    QSizeF millimetres = {160, 100};
    int dpi = 300;
    bool caption = true, outlines = false, bom = false, visibleRows = false, grey = false;
    QString language; ///< of the figure: "ko", "en"; "": the window's
    QString name;     ///< whose figure it is
    QString pattern = "{plot}-{scenario}-{seed}";
    QString folder; ///< "": the user's documents

    /// Of the group "export" in the file of the window's settings. What is missing or broken there falls back.
    static ExportSettings load();
    bool save() const;
};

/// The pattern with its words filled in, fit for a file name, without an ending. {plot}, {scenario}, {seed},
/// {precision}; what is not known is left out with the hyphen before it. "figure" where nothing is left.
QString fileNameOf(const QString& pattern, const Exhibit& exhibit);

/// A position on an axis as people type it ("2^10" and "1024" on an axis of powers of two). Throws text::Error for what
/// is no number, or none that the axis can show.
double axisPosition(const Axis& axis, const QString& text);
QString axisText(const Axis& axis, double position);
/// "0:100". Throws text::Error where it is not two rising numbers.
AxisRange axisRange(const Axis& axis, const QString& text);

} // namespace ampscope::ui

// Figures on paper: always the print theme, a size in millimetres, independent of the screen.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>
#include <functional>

#include "ui/plot/figure.h"

class QPainter;

namespace ampscope::ui {

enum class FileFormat { Png, Svg, Pdf, Csv };

struct ExportOptions {
    QSizeF millimetres = {160, 100};
    int dpi = 300; ///< PNG
};

/// The figure with its title, legend and caption. Rendered to memory: nothing is written.
QByteArray renderFigure(const Figure& figure, FileFormat format, const ExportOptions& options = {});

/// RFC 4180 with a point as decimal sign, missing values empty, texts that a spreadsheet would run quoted.
QByteArray figureCsv(const Figure& figure);

/// By the ending of a file name. nullopt for any other.
std::optional<FileFormat> fileFormat(const QString& name);

/// Renders, then writes through the guarded writer. Throws text::Error when the folder or disk does not take it.
void exportFigure(const Figure& figure, const QString& path, const ExportOptions& options = {});

/// Numbers as texts: bit patterns and exact decimal digits, which no double holds.
struct TextTable {
    QStringList header;
    QList<QStringList> rows;
};

/// What an instrument paints by itself: bits, cells, lanes.
struct Drawing {
    QString title, caption;
    QSizeF size;                                         ///< in units of 1/96 inch: the paper is made to fit
    std::function<void(QPainter&, const QSizeF&)> paint; ///< in the print theme, at scale 1
    TextTable numbers;                                   ///< for CSV
};

/// As renderFigure(); `options` gives the resolution only.
QByteArray renderDrawing(const Drawing& drawing, FileFormat format, const ExportOptions& options = {});
/// As figureCsv(). Cells that are numbers stand without quotes.
QByteArray textCsv(const TextTable& table);
/// As exportFigure().
void exportDrawing(const Drawing& drawing, const QString& path, const ExportOptions& options = {});

} // namespace ampscope::ui

// Figures on paper: always the print theme, a size in millimetres, independent of the screen.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPicture>
#include <QSizeF>
#include <QString>
#include <functional>
#include <utility>
#include <variant>

#include "ui/plot/figure.h"

class QPainter;

namespace ampscope::ui {

enum class FileFormat { Png, Svg, Pdf, Csv };
/// "png", "svg", …
QString fileEnding(FileFormat format);
/// By the ending of a file name. nullopt for any other.
std::optional<FileFormat> fileFormat(const QString& name);

/// Smallest and largest side of a page, in millimetres; dots per inch of a PNG.
constexpr double kLeastMillimetres = 20, kMostMillimetres = 1000;
constexpr int kLeastDpi = 50, kMostDpi = 1200;
/// A side of more pixels takes gigabytes without being of use to anybody.
constexpr int kMaxPixels = 16'000;

/// From, to.
using AxisRange = std::pair<double, double>;

struct ExportOptions {
    QSizeF millimetres = {160, 100};
    int dpi = 300;            ///< PNG
    bool fitDrawing = false;  ///< a drawing is made to fit `millimetres`, too; else it keeps its own size
    bool outlines = false;    ///< SVG, PDF: letters as shapes, for readers without the fonts
    bool bom = false;         ///< CSV: the mark by which some spreadsheets know UTF-8
    bool visibleRows = false; ///< CSV: only rows within `x`
    bool caption = true;      ///< settings, seed, device, badge below the figure
    QString name = {};        ///< a line below the caption: whose figure it is
    QString title = {}, xTitle = {}, yTitle = {}; ///< in place of the figure's own; "": its own
    std::optional<AxisRange> x = {}, y = {};      ///< in the plot's coordinates; nullopt: what it shows by itself
};

/// The figure with its title, legend and caption. Rendered to memory: nothing is written.
QByteArray renderFigure(const Figure& figure, FileFormat format, const ExportOptions& options = {});

/// RFC 4180 with a point as decimal sign, missing values empty, texts that a spreadsheet would run quoted.
QByteArray figureCsv(const Figure& figure, const ExportOptions& options = {});
/// Do the rows of its table stand at places of the x axis, so that a range of x chooses among them?
bool hasRowsAlongX(const Figure& figure);

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
    QString summary = {};                                ///< for those who cannot see it
};

/// As renderFigure().
QByteArray renderDrawing(const Drawing& drawing, FileFormat format, const ExportOptions& options = {});
/// As figureCsv(). Cells that are numbers stand without quotes.
QByteArray textCsv(const TextTable& table);
/// A table as a drawing: for what a window shows in widgets of its own.
Drawing tableDrawing(const QString& title, const QString& caption, const TextTable& numbers);

/// What an instrument gives to paper, and the words that name its file.
struct Exhibit {
    std::variant<Figure, Drawing> what;
    QString plot, scenario; ///< id of the instrument, name of the run's scenario
    QString precision;
    std::optional<std::int64_t> seed;
    std::optional<AxisRange> screenX = {}, screenY = {}; ///< what a plot shows on screen, zoomed or not

    const Figure* figure() const { return std::get_if<Figure>(&what); }
    const QString& title() const;
    const QString& caption() const;
    /// In one or two sentences, for those who cannot see it.
    const QString& summary() const;
};

QByteArray renderExhibit(const Exhibit& exhibit, FileFormat format, const ExportOptions& options = {});
/// As it will look on paper, at most so many pixels wide and high.
QImage previewExhibit(const Exhibit& exhibit, const ExportOptions& options, const QSize& most);
/// Size of its page, in units of 1/96 inch.
QSizeF pageSize(const Exhibit& exhibit, const ExportOptions& options);
/// Where a drawing that is made to fit `millimetres` would have words smaller than 6 pt: the least page on which they
/// are not, in whole millimetres. nullopt where they can be read.
std::optional<QSize> leastPage(const Exhibit& exhibit, const ExportOptions& options);
/// A page of pageSize(), in these units, to be painted anywhere.
QPicture pictureOf(const Exhibit& exhibit, const ExportOptions& options);
/// The numbers of a picture as texts.
TextTable numbersOf(const Exhibit& exhibit);

} // namespace ampscope::ui

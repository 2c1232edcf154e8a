#include "ui/plot/export.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <algorithm>

#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/record/events.h"
#include "core/text/message.h"
#include "ui/plot/figure_painter.h"
#include "ui/plot/outline_device.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {
namespace {

// Figures are laid out at 96 units per inch, as on screen; paper sizes only scale that.
constexpr double kLayoutDpi = 96.0;
constexpr double kMillimetresPerInch = 25.4;
constexpr double kUnitsPerMillimetre = kLayoutDpi / kMillimetresPerInch;
constexpr double kFigureMargin = 8, kDrawingMargin = 12;
constexpr double kTitlePoints = 14, kLegendPoints = 11, kCaptionPoints = 9.5;
constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

double heightOf(const QString& text, const QFont& font, double width) {
    if (text.isEmpty()) return 0;
    return std::ceil(QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e5), kWrapped, text).height());
}

// What stands above and below a picture on a page of some width.
struct Words {
    QString title, legend, caption;
    double titleHeight = 0, legendHeight = 0, captionHeight = 0;
    bool legendBeside = false; ///< on the line of the title

    Words(const Exhibit& exhibit, const ExportOptions& options, double width)
        : title(options.title.isEmpty() ? exhibit.title() : options.title) {
        if (const Figure* figure = exhibit.figure()) legend = figure->legend.join(QStringLiteral("   "));
        QStringList below;
        if (options.caption && !exhibit.caption().isEmpty()) below << exhibit.caption();
        if (!options.name.isEmpty()) below << options.name;
        caption = below.join('\n');
        const QFont bold = textFont(kTitlePoints, QFont::DemiBold), plain = textFont(kLegendPoints);
        titleHeight = heightOf(title, bold, width);
        legendBeside =
            !legend.isEmpty() &&
            QFontMetricsF(bold).horizontalAdvance(title) + 16 + QFontMetricsF(plain).horizontalAdvance(legend) <= width;
        legendHeight = legendBeside ? 0 : heightOf(legend, plain, width);
        captionHeight = heightOf(caption, textFont(kCaptionPoints), width);
    }
    double above() const { return titleHeight + legendHeight + 6; }
    double below() const { return caption.isEmpty() ? 0 : captionHeight + 8; }

    void paint(QPainter& painter, const QRectF& inside) const {
        const Theme& theme = Theme::of(ThemeKind::Print);
        painter.setPen(theme.color(Token::Text));
        painter.setFont(textFont(kTitlePoints, QFont::DemiBold));
        painter.drawText(inside, kWrapped, title);
        painter.setPen(theme.color(Token::Muted));
        painter.setFont(textFont(kLegendPoints));
        if (legendBeside)
            painter.drawText(inside.adjusted(0, 2, 0, 0), Qt::AlignRight | Qt::AlignTop, legend);
        else
            painter.drawText(inside.adjusted(0, titleHeight, 0, 0), kWrapped, legend);
        painter.setFont(textFont(kCaptionPoints));
        painter.drawText(QRectF(inside.left(), inside.bottom() - captionHeight, inside.width(), captionHeight + 2),
                         kWrapped, caption);
    }
};

QCPRange rangeOf(const AxisRange& range) {
    return {range.first, range.second};
}

void paintPlot(QCPPainter& painter, const Figure& figure, const ExportOptions& options, const QRectF& area) {
    const Theme& theme = Theme::of(ThemeKind::Print);
    Figure shown = figure;
    if (!options.xTitle.isEmpty()) shown.x.title = options.xTitle;
    if (!options.yTitle.isEmpty()) shown.y.title = options.yTitle;
    if (area.width() < 20 || area.height() < 20) return; // a page full of words
    painter.save();
    painter.translate(area.topLeft());
    if (!shown.empty.isEmpty()) {
        painter.setPen(theme.color(Token::Muted));
        painter.setFont(textFont(kChromePixels));
        drawFitted(painter, QRectF(QPointF(0, 0), area.size()), Qt::AlignCenter, shown.empty);
    } else {
        QCustomPlot plot;
        FigurePainter figure_painter(&plot);
        if (options.x) figure_painter.setUserRange(Qt::Horizontal, rangeOf(*options.x));
        if (options.y && shown.rows.rows.empty()) figure_painter.setUserRange(Qt::Vertical, rangeOf(*options.y));
        plot.setGeometry(0, 0, qRound(area.width()), qRound(area.height()));
        plot.setViewport(plot.geometry());
        figure_painter.show(shown, theme, 1.0);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.setMode(QCPPainter::pmNonCosmetic);
        plot.toPainter(&painter, qRound(area.width()), qRound(area.height()));
    }
    painter.restore();
}

// As large as its place lets it be.
void paintDrawing(QPainter& painter, const Drawing& drawing, const QRectF& area) {
    const double factor = std::min(area.width() / drawing.size.width(), area.height() / drawing.size.height());
    if (factor <= 0) return;
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(factor, factor);
    drawing.paint(painter, drawing.size);
    painter.restore();
}

double marginOf(const Exhibit& exhibit) {
    return exhibit.figure() ? kFigureMargin : kDrawingMargin;
}

void paintExhibit(QCPPainter& painter, const Exhibit& exhibit, const ExportOptions& options) {
    const PrintLook look;
    painter.setFont(textFont(kChromePixels)); // not the window's, which is as large as its user likes
    const double margin = marginOf(exhibit);
    const QRectF page(QPointF(0, 0), pageSize(exhibit, options));
    painter.fillRect(page, Theme::of(ThemeKind::Print).color(Token::Panel));
    const QRectF inside = page.adjusted(margin, margin, -margin, -margin);
    const Words words(exhibit, options, inside.width());
    const QRectF area = inside.adjusted(0, words.above(), 0, -words.below());
    if (const Figure* figure = exhibit.figure())
        paintPlot(painter, *figure, options, area);
    else
        paintDrawing(painter, std::get<Drawing>(exhibit.what), area);
    words.paint(painter, inside);
}

// Letters as shapes, where that is asked for.
void paintOn(QCPPainter& painter, const Exhibit& exhibit, const ExportOptions& options, bool outlines) {
    if (!outlines) return paintExhibit(painter, exhibit, options);
    OutlineDevice device(painter, pageSize(exhibit, options));
    QCPPainter shapes(&device);
    shapes.setRenderHint(QPainter::Antialiasing);
    paintExhibit(shapes, exhibit, options);
}

QImage picture(const Exhibit& exhibit, const ExportOptions& options, double factor, const QSize& pixels) {
    QImage image(pixels.expandedTo({1, 1}), QImage::Format_RGB32);
    image.fill(Theme::of(ThemeKind::Print).color(Token::Panel)); // also the part of a pixel at the right edge
    QCPPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(factor, factor);
    paintExhibit(painter, exhibit, options);
    return image;
}

QByteArray png(const Exhibit& exhibit, const ExportOptions& options) {
    const QSizeF layout = pageSize(exhibit, options);
    const double factor = std::min(options.dpi / kLayoutDpi, kMaxPixels / std::max(layout.width(), layout.height()));
    QImage image = picture(exhibit, options, factor, (layout * factor).toSize());
    image.setDotsPerMeterX(qRound(kLayoutDpi * factor / kMillimetresPerInch * 1000));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const Exhibit& exhibit, const ExportOptions& options) {
    const QSizeF layout = pageSize(exhibit, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(qRound(kLayoutDpi));
    generator.setSize(layout.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), layout));
    generator.setTitle("title"); // what they are: below
    generator.setDescription("words");
    {
        QCPPainter painter(&generator);
        paintOn(painter, exhibit, options, options.outlines);
    }
    // Qt rounds the size to whole units, and names the first family only: a reader without it would take any font.
    QString text = QString::fromUtf8(bytes);
    const auto millimetres = [](double units) {
        return QString::fromStdString(io::to_text(units / kUnitsPerMillimetre, 6));
    };
    static const QRegularExpression size("<svg width=\"[^\"]*mm\" height=\"[^\"]*mm\"");
    text.replace(
        size,
        QString("<svg width=\"%1mm\" height=\"%2mm\"").arg(millimetres(layout.width()), millimetres(layout.height())));
    for (const QFont& font : {textFont(1), monoFont(1)}) {
        const QStringList families = font.families();
        QStringList quoted;
        for (const QString& family : families)
            quoted << (family.contains(' ') ? "'" + family + "'" : family);
        text.replace("font-family=\"" + families.first() + "\"", "font-family=\"" + quoted.join(", ") + "\"");
    }
    // Qt 6.4 writes a title as it stands, also one with & or <; and letters that no XML may hold.
    static const QRegularExpression noXml("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x{fffe}\\x{ffff}]");
    const QString title = options.title.isEmpty() ? exhibit.title() : options.title;
    const QString description = exhibit.summary() + "\n" + exhibit.caption();
    text.replace("<title>title</title>", "<title>" + title.toHtmlEscaped() + "</title>");
    text.replace("<desc>words</desc>", "<desc>" + description.toHtmlEscaped() + "</desc>");
    return text.remove(noXml).toUtf8();
}

QByteArray pdf(const Exhibit& exhibit, const ExportOptions& options) {
    const QSizeF layout = pageSize(exhibit, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator("ampscope");
        writer.setTitle(options.title.isEmpty() ? exhibit.title() : options.title);
        writer.setResolution(1200);
        writer.setPageSize(
            QPageSize(layout / kUnitsPerMillimetre, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QCPPainter painter(&writer);
        painter.scale(writer.resolution() / kLayoutDpi, writer.resolution() / kLayoutDpi);
        paintOn(painter, exhibit, options, options.outlines);
    }
    return bytes;
}

QByteArray csvText(const QString& text) {
    return QByteArray::fromStdString(io::csv_cell(text.toStdString()));
}

Exhibit exhibitOf(const Figure& figure) {
    return {figure, figure.id, {}, {}, {}};
}

} // namespace

const QString& Exhibit::title() const {
    const Figure* drawn = figure();
    return drawn ? drawn->title : std::get<Drawing>(what).title;
}

const QString& Exhibit::caption() const {
    const Figure* drawn = figure();
    return drawn ? drawn->caption : std::get<Drawing>(what).caption;
}

const QString& Exhibit::summary() const {
    const Figure* drawn = figure();
    return drawn ? drawn->summary : std::get<Drawing>(what).summary;
}

QSizeF pageSize(const Exhibit& exhibit, const ExportOptions& options) {
    if (exhibit.figure() || options.fitDrawing) return options.millimetres * kUnitsPerMillimetre;
    const PrintLook look;
    const QSizeF drawn = std::get<Drawing>(exhibit.what).size;
    const Words words(exhibit, options, drawn.width());
    return drawn + QSizeF(2 * kDrawingMargin, 2 * kDrawingMargin + words.above() + words.below());
}

std::optional<QSize> leastPage(const Exhibit& exhibit, const ExportOptions& options) {
    if (exhibit.figure() || !options.fitDrawing) return std::nullopt;
    constexpr double kLeastPoints = 6, kUnitsPerPoint = kLayoutDpi / 72;
    constexpr double kLeastFactor = kLeastPoints * kUnitsPerPoint / kTickPixels; // ticks are the smallest words
    const PrintLook look;
    const double margin = 2 * marginOf(exhibit);
    const QSizeF drawn = std::get<Drawing>(exhibit.what).size, page = pageSize(exhibit, options);
    const auto spoken = [&](double width) { // lines of words above and below, which wrap
        const Words words(exhibit, options, width - margin);
        return words.above() + words.below();
    };
    const double factor = std::min((page.width() - margin) / drawn.width(),
                                   (page.height() - margin - spoken(page.width())) / drawn.height());
    if (factor >= kLeastFactor) return std::nullopt;
    const double width = std::max(page.width(), drawn.width() * kLeastFactor + margin);
    const double height = std::max(page.height(), drawn.height() * kLeastFactor + margin + spoken(width));
    return QSize(qCeil(width / kUnitsPerMillimetre), qCeil(height / kUnitsPerMillimetre));
}

QPicture pictureOf(const Exhibit& exhibit, const ExportOptions& options) {
    QPicture picture;
    QCPPainter painter(&picture);
    paintExhibit(painter, exhibit, options);
    painter.end();
    return picture;
}

QByteArray renderExhibit(const Exhibit& exhibit, FileFormat format, const ExportOptions& options) {
    switch (format) {
    case FileFormat::Png: return png(exhibit, options);
    case FileFormat::Svg: return svg(exhibit, options);
    case FileFormat::Pdf: return pdf(exhibit, options);
    case FileFormat::Csv: break;
    }
    const QByteArray csv =
        exhibit.figure() ? figureCsv(*exhibit.figure(), options) : textCsv(std::get<Drawing>(exhibit.what).numbers);
    return options.bom ? "\xef\xbb\xbf" + csv : csv;
}

QImage previewExhibit(const Exhibit& exhibit, const ExportOptions& options, const QSize& most) {
    const QSizeF layout = pageSize(exhibit, options);
    const double factor = std::min(most.width() / layout.width(), most.height() / layout.height());
    return picture(exhibit, options, factor, (layout * factor).toSize());
}

bool hasRowsAlongX(const Figure& figure) {
    if (figure.series.empty() || !figure.table.names.isEmpty() || figure.table.rows.empty()) return false;
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const auto& series : figure.series)
        for (const double x : series.x)
            least = std::min(least, x), most = std::max(most, x);
    return std::ranges::all_of(figure.table.rows,
                               [&](const auto& row) { return !row.empty() && row[0] >= least && row[0] <= most; });
}

QByteArray figureCsv(const Figure& figure, const ExportOptions& options) {
    const double everywhere = std::numeric_limits<double>::infinity();
    AxisRange range{-everywhere, everywhere};
    if (options.visibleRows && options.x && hasRowsAlongX(figure)) range = *options.x;
    const bool is_chosen = range.second < everywhere;
    QByteArray csv;
    for (qsizetype i = 0; i < figure.table.header.size(); ++i)
        csv += (i ? "," : "") + csvText(figure.table.header[i]);
    csv += "\r\n";
    const QStringList& names = figure.table.names;
    for (std::size_t line = 0; line < figure.table.rows.size(); ++line) {
        const auto& row = figure.table.rows[line];
        if (is_chosen && (row[0] < range.first || row[0] > range.second)) continue;
        if (!names.isEmpty()) csv += csvText(names.value(static_cast<qsizetype>(line)));
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i || !names.isEmpty()) csv += ',';
            if (!record::is_missing(row[i])) csv += QByteArray::fromStdString(io::to_text(row[i]));
        }
        csv += "\r\n";
    }
    return csv;
}

QByteArray textCsv(const TextTable& table) {
    QByteArray csv;
    const auto line = [&](const QStringList& cells) {
        for (qsizetype i = 0; i < cells.size(); ++i)
            csv += (i ? "," : "") + csvText(cells[i]);
        csv += "\r\n";
    };
    line(table.header);
    for (const auto& row : table.rows)
        line(row);
    return csv;
}

TextTable numbersOf(const Exhibit& exhibit) {
    if (!exhibit.figure()) return std::get<Drawing>(exhibit.what).numbers;
    const Table& table = exhibit.figure()->table;
    TextTable texts{table.header, {}};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        QStringList cells;
        if (!table.names.isEmpty()) cells << table.names.value(static_cast<qsizetype>(i));
        for (const double value : table.rows[i])
            cells << (record::is_missing(value) ? QString() : QString::fromStdString(io::to_text(value)));
        texts.rows << cells;
    }
    return texts;
}

QByteArray renderFigure(const Figure& figure, FileFormat format, const ExportOptions& options) {
    return renderExhibit(exhibitOf(figure), format, options);
}

QByteArray renderDrawing(const Drawing& drawing, FileFormat format, const ExportOptions& options) {
    return renderExhibit({drawing, {}, {}, {}, {}}, format, options);
}

namespace {

constexpr QChar kMore(u'…');

// Column widths and row heights of a table on paper.
struct TableLayout {
    static constexpr double kGap = 18, kMostWide = 300;
    static constexpr qsizetype kMostRows = 40; ///< the others are in the CSV
    static constexpr int kMostLines = 3;
    QFont head = textFont(kTickPixels, QFont::DemiBold), cell = textFont(kTickPixels), number = monoFont(kTickPixels);
    QList<double> widths, heights;
    double line, width = 0, height = 0;
    qsizetype rows;

    explicit TableLayout(const TextTable& table)
        : line(QFontMetricsF(cell).height() + 6), rows(std::min(table.rows.size(), kMostRows)) {
        for (qsizetype column = 0; column < table.header.size(); ++column) {
            double wide = QFontMetricsF(head).horizontalAdvance(table.header[column]);
            for (qsizetype row = 0; row < rows; ++row)
                wide = std::max(wide, QFontMetricsF(fontOf(table.rows[row].value(column)))
                                          .horizontalAdvance(table.rows[row].value(column)));
            widths << std::min(std::ceil(wide) + 2, kMostWide);
            width += widths.last() + kGap;
        }
        height = line;
        for (qsizetype row = 0; row < rows; ++row) {
            qsizetype lines = 1;
            for (qsizetype column = 0; column < widths.size(); ++column)
                lines = std::max(lines, linesOf(table, row, column).size());
            heights << static_cast<double>(lines) * (line - 6) + 6;
            height += heights.last();
        }
        if (rows < table.rows.size()) height += line;
    }
    static bool isNumber(const QString& text) {
        bool is_number = false;
        static_cast<void>(text.toDouble(&is_number));
        return is_number;
    }
    QFont fontOf(const QString& text) const { return isNumber(text) ? number : cell; }
    QStringList linesOf(const TextTable& table, qsizetype row, qsizetype column) const {
        const QString text = table.rows[row].value(column);
        return fittedLines(text, fontOf(text), widths[column], kMostLines);
    }
};

void paintTable(QPainter& painter, const TextTable& table) {
    const TableLayout layout(table);
    const Theme& theme = Theme::of(ThemeKind::Print);
    double x = 0, y = layout.line;
    painter.setFont(layout.head);
    painter.setPen(theme.color(Token::Muted));
    for (qsizetype column = 0; column < layout.widths.size(); ++column) {
        drawFitted(painter, QRectF(x, 0, layout.widths[column], layout.line), Qt::AlignLeft | Qt::AlignVCenter,
                   table.header[column]);
        x += layout.widths[column] + TableLayout::kGap;
    }
    for (qsizetype row = 0; row < layout.rows; ++row) {
        painter.setPen(theme.color(Token::Hairline));
        painter.drawLine(QPointF(0, y), QPointF(layout.width, y));
        painter.setPen(theme.color(Token::Text));
        x = 0;
        for (qsizetype column = 0; column < layout.widths.size(); ++column) {
            painter.setFont(layout.fontOf(table.rows[row].value(column)));
            drawFitted(painter, QRectF(x, y + 3, layout.widths[column], layout.heights[row] - 6),
                       Qt::AlignLeft | Qt::AlignVCenter, table.rows[row].value(column));
            x += layout.widths[column] + TableLayout::kGap;
        }
        y += layout.heights[row];
    }
    if (layout.rows == table.rows.size()) return;
    painter.setFont(layout.cell);
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(QRectF(0, y, layout.width, layout.line), Qt::AlignLeft | Qt::AlignVCenter,
                     QString("%1 %2 / %3").arg(kMore).arg(layout.rows).arg(table.rows.size()));
}

} // namespace

Drawing tableDrawing(const QString& title, const QString& caption, const TextTable& numbers) {
    const PrintLook look;
    const TableLayout layout(numbers);
    constexpr double kLeastWide = 480;
    return {title, caption, QSizeF(std::max(layout.width, kLeastWide), layout.height),
            [numbers](QPainter& painter, const QSizeF&) { paintTable(painter, numbers); }, numbers};
}

QString fileEnding(FileFormat format) {
    switch (format) {
    case FileFormat::Png: return "png";
    case FileFormat::Svg: return "svg";
    case FileFormat::Pdf: return "pdf";
    case FileFormat::Csv: break;
    }
    return "csv";
}

std::optional<FileFormat> fileFormat(const QString& name) {
    const QString ending = name.section('.', -1).toLower();
    for (const auto format : {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf, FileFormat::Csv})
        if (ending == fileEnding(format)) return format;
    return std::nullopt;
}

void exportFigure(const Figure& figure, const QString& path, const ExportOptions& options) {
    const auto format = fileFormat(path);
    if (!format) throw text::bad_input("export.unknown_ending", {{"path", path.toStdString()}});
    const QByteArray bytes = renderFigure(figure, *format, options);
    io::write_file(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace ampscope::ui

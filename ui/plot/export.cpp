#include "ui/plot/export.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <functional>

#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/record/events.h"
#include "core/text/message.h"
#include "ui/plot/figure_painter.h"

namespace ampscope::ui {
namespace {

// Figures are laid out at 96 units per inch, as on screen; paper sizes only scale that.
constexpr double kLayoutDpi = 96.0;
constexpr double kMillimetresPerInch = 25.4;
// A side of more pixels takes gigabytes without being of use to anybody.
constexpr int kMaxPixels = 16'000;

QSizeF layoutSize(const ExportOptions& options) {
    return options.millimetres * (kLayoutDpi / kMillimetresPerInch);
}

// Title on top, plot, caption below, in layout units.
void paint(QCPPainter& painter, const Figure& figure, const QSizeF& size) {
    const Theme& theme = Theme::of(ThemeKind::Print);
    const double margin = 8;
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.color(Token::Panel));

    const QFont title_font = textFont(14, QFont::DemiBold), caption_font = textFont(9.5);
    const double title_height = QFontMetricsF(title_font).height() + 6;
    const QRectF inside(margin, margin, size.width() - 2 * margin, size.height() - 2 * margin);
    const int wrap = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const double caption_height =
        figure.caption.isEmpty() ? 0
                                 : QFontMetricsF(caption_font).boundingRect(inside, wrap, figure.caption).height() + 4;

    painter.setPen(theme.color(Token::Text));
    painter.setFont(title_font);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, figure.title);
    painter.setPen(theme.color(Token::Muted));
    painter.setFont(textFont(11));
    painter.drawText(inside.adjusted(0, 2, 0, 0), Qt::AlignRight | Qt::AlignTop,
                     figure.legend.join(QStringLiteral("   ")));

    const QRectF area(inside.left(), inside.top() + title_height, inside.width(),
                      inside.height() - title_height - caption_height);
    QCustomPlot plot;
    FigurePainter figure_painter(&plot);
    plot.setGeometry(0, 0, qRound(area.width()), qRound(area.height()));
    plot.setViewport(plot.geometry());
    figure_painter.show(figure, theme, 1.0);
    painter.save();
    painter.translate(area.topLeft());
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    plot.toPainter(&painter, qRound(area.width()), qRound(area.height()));
    painter.restore();

    painter.setPen(theme.color(Token::Muted));
    painter.setFont(caption_font);
    painter.drawText(QRectF(inside.left(), inside.bottom() - caption_height + 4, inside.width(), caption_height), wrap,
                     figure.caption);
}

constexpr double kMargin = 12;
constexpr double kTitlePoints = 14, kCaptionPoints = 9.5;

// As many lines as it needs.
double captionHeight(const Drawing& drawing) {
    return QFontMetricsF(textFont(kCaptionPoints))
        .boundingRect(QRectF(0, 0, drawing.size.width(), 1000), Qt::TextWordWrap, drawing.caption)
        .height();
}

// Height of title and caption around a drawing.
double headAndFoot(const Drawing& drawing) {
    return QFontMetricsF(textFont(kTitlePoints, QFont::DemiBold)).height() + 10 +
           (drawing.caption.isEmpty() ? 0 : captionHeight(drawing) + 8);
}

void paint(QPainter& painter, const Drawing& drawing, const QSizeF& size) {
    const Theme& theme = Theme::of(ThemeKind::Print);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.color(Token::Panel));
    const QRectF inside = QRectF(QPointF(0, 0), size).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    painter.setFont(textFont(kTitlePoints, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, drawing.title);
    painter.save();
    painter.translate(inside.left(),
                      inside.top() + QFontMetricsF(textFont(kTitlePoints, QFont::DemiBold)).height() + 10);
    drawing.paint(painter, drawing.size);
    painter.restore();
    painter.setFont(textFont(kCaptionPoints));
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, drawing.caption);
}

// What stands on the paper, in layout units.
struct Sheet {
    QString title, description;
    std::function<void(QCPPainter&, const QSizeF&)> paint;
};

Sheet sheetOf(const Figure& figure) {
    return {figure.title, figure.summary + "\n" + figure.caption,
            [&figure](QCPPainter& painter, const QSizeF& size) { paint(painter, figure, size); }};
}

QByteArray png(const Sheet& sheet, const ExportOptions& options) {
    const QSizeF layout = layoutSize(options);
    const double factor = std::min(options.dpi / kLayoutDpi, kMaxPixels / std::max(layout.width(), layout.height()));
    QImage image((layout * factor).toSize(), QImage::Format_RGB32);
    image.fill(Theme::of(ThemeKind::Print).color(Token::Panel)); // also the part of a pixel at the right edge
    image.setDotsPerMeterX(qRound(kLayoutDpi * factor / kMillimetresPerInch * 1000));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    {
        QCPPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(factor, factor);
        sheet.paint(painter, layout);
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const Sheet& sheet, const ExportOptions& options) {
    const QSizeF layout = layoutSize(options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(qRound(kLayoutDpi));
    generator.setSize(layout.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), layout));
    generator.setTitle(sheet.title);
    generator.setDescription(sheet.description);
    QCPPainter painter(&generator);
    sheet.paint(painter, layout);
    painter.end();
    return bytes;
}

QByteArray pdf(const Sheet& sheet, const ExportOptions& options) {
    const QSizeF layout = layoutSize(options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator("ampscope");
        writer.setTitle(sheet.title);
        writer.setResolution(1200);
        writer.setPageSize(QPageSize(options.millimetres, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QCPPainter painter(&writer);
        painter.scale(writer.resolution() / kLayoutDpi, writer.resolution() / kLayoutDpi);
        sheet.paint(painter, layout);
        painter.end();
    }
    return bytes;
}

QByteArray render(const Sheet& sheet, FileFormat format, const ExportOptions& options) {
    switch (format) {
    case FileFormat::Png: return png(sheet, options);
    case FileFormat::Svg: return svg(sheet, options);
    case FileFormat::Pdf: return pdf(sheet, options);
    case FileFormat::Csv: break;
    }
    return {};
}

QByteArray csvText(const QString& text) {
    QString safe = text;
    // A spreadsheet would run a text that begins like a formula.
    if (!safe.isEmpty() && QStringLiteral("=+-@\t").contains(safe[0])) safe.prepend('\'');
    return ("\"" + safe.replace('"', "\"\"") + "\"").toUtf8();
}

} // namespace

QByteArray figureCsv(const Figure& figure) {
    QByteArray csv;
    for (qsizetype i = 0; i < figure.table.header.size(); ++i)
        csv += (i ? "," : "") + csvText(figure.table.header[i]);
    csv += "\r\n";
    const QStringList& names = figure.table.names;
    for (std::size_t line = 0; line < figure.table.rows.size(); ++line) {
        const auto& row = figure.table.rows[line];
        if (!names.isEmpty()) csv += csvText(names.value(static_cast<qsizetype>(line)));
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i || !names.isEmpty()) csv += ',';
            if (!record::is_missing(row[i])) csv += QByteArray::fromStdString(io::to_text(row[i]));
        }
        csv += "\r\n";
    }
    return csv;
}

QByteArray renderFigure(const Figure& figure, FileFormat format, const ExportOptions& options) {
    return format == FileFormat::Csv ? figureCsv(figure) : render(sheetOf(figure), format, options);
}

QByteArray renderDrawing(const Drawing& drawing, FileFormat format, const ExportOptions& options) {
    if (format == FileFormat::Csv) return textCsv(drawing.numbers);
    const Sheet sheet{drawing.title, drawing.caption,
                      [&drawing](QCPPainter& painter, const QSizeF& size) { paint(painter, drawing, size); }};
    ExportOptions fitted = options;
    fitted.millimetres =
        (drawing.size + QSizeF(2 * kMargin, 2 * kMargin + headAndFoot(drawing))) * (kMillimetresPerInch / kLayoutDpi);
    return render(sheet, format, fitted);
}

QByteArray textCsv(const TextTable& table) {
    QByteArray csv;
    const auto line = [&](const QStringList& cells) {
        for (qsizetype i = 0; i < cells.size(); ++i) {
            bool is_number = false;
            static_cast<void>(cells[i].toDouble(&is_number));
            csv += i ? "," : "";
            csv += is_number ? cells[i].toUtf8() : csvText(cells[i]);
        }
        csv += "\r\n";
    };
    line(table.header);
    for (const auto& row : table.rows)
        line(row);
    return csv;
}

std::optional<FileFormat> fileFormat(const QString& name) {
    const QString ending = name.section('.', -1).toLower();
    if (ending == "png") return FileFormat::Png;
    if (ending == "svg") return FileFormat::Svg;
    if (ending == "pdf") return FileFormat::Pdf;
    if (ending == "csv") return FileFormat::Csv;
    return std::nullopt;
}

static void writeAs(const QString& path, const std::function<QByteArray(FileFormat)>& render) {
    const auto format = fileFormat(path);
    if (!format) throw text::bad_input("export.unknown_ending", {{"path", path.toStdString()}});
    const QByteArray bytes = render(*format);
    io::write_file(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

void exportFigure(const Figure& figure, const QString& path, const ExportOptions& options) {
    writeAs(path, [&](FileFormat format) { return renderFigure(figure, format, options); });
}

void exportDrawing(const Drawing& drawing, const QString& path, const ExportOptions& options) {
    writeAs(path, [&](FileFormat format) { return renderDrawing(drawing, format, options); });
}

} // namespace ampscope::ui

#include "ui/plot/export.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

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

QByteArray png(const Figure& figure, const ExportOptions& options) {
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
        paint(painter, figure, layout);
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const Figure& figure, const ExportOptions& options) {
    const QSizeF layout = layoutSize(options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(qRound(kLayoutDpi));
    generator.setSize(layout.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), layout));
    generator.setTitle(figure.title);
    generator.setDescription(figure.summary + "\n" + figure.caption);
    QCPPainter painter(&generator);
    paint(painter, figure, layout);
    painter.end();
    return bytes;
}

QByteArray pdf(const Figure& figure, const ExportOptions& options) {
    const QSizeF layout = layoutSize(options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator("ampscope");
        writer.setTitle(figure.title);
        writer.setResolution(1200);
        writer.setPageSize(QPageSize(options.millimetres, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QCPPainter painter(&writer);
        painter.scale(writer.resolution() / kLayoutDpi, writer.resolution() / kLayoutDpi);
        paint(painter, figure, layout);
        painter.end();
    }
    return bytes;
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
    for (const auto& row : figure.table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i) csv += ',';
            if (!record::is_missing(row[i])) csv += QByteArray::fromStdString(io::to_text(row[i]));
        }
        csv += "\r\n";
    }
    return csv;
}

QByteArray renderFigure(const Figure& figure, FileFormat format, const ExportOptions& options) {
    switch (format) {
    case FileFormat::Png: return png(figure, options);
    case FileFormat::Svg: return svg(figure, options);
    case FileFormat::Pdf: return pdf(figure, options);
    case FileFormat::Csv: return figureCsv(figure);
    }
    return {};
}

std::optional<FileFormat> fileFormat(const QString& name) {
    const QString ending = name.section('.', -1).toLower();
    if (ending == "png") return FileFormat::Png;
    if (ending == "svg") return FileFormat::Svg;
    if (ending == "pdf") return FileFormat::Pdf;
    if (ending == "csv") return FileFormat::Csv;
    return std::nullopt;
}

void exportFigure(const Figure& figure, const QString& path, const ExportOptions& options) {
    const auto format = fileFormat(path);
    if (!format) throw text::bad_input("export.unknown_ending", {{"path", path.toStdString()}});
    const QByteArray bytes = renderFigure(figure, *format, options);
    io::write_file(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace ampscope::ui

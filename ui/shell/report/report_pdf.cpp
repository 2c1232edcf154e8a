// The PDF of a report: its HTML laid out on A4, with figures painted as vectors.
#include "ui/shell/report/report.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>

#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

// Pages are laid out at 96 units per inch, as figures are.
constexpr double kUnitsPerMillimetre = 96 / 25.4;
constexpr double kPageWidth = 210 * kUnitsPerMillimetre, kPageHeight = 297 * kUnitsPerMillimetre;
constexpr double kMargin = 18 * kUnitsPerMillimetre, kFoot = 8 * kUnitsPerMillimetre;
constexpr double kBodyWidth = kPageWidth - 2 * kMargin, kBodyHeight = kPageHeight - 2 * kMargin - kFoot;
constexpr double kBodyPixels = 12.5, kFootPixels = 10;

constexpr const char* kStyle = R"(
h1 { font-size: 24px; margin-top: 0; margin-bottom: 2px; }
h2 { font-size: 17px; margin-top: 26px; margin-bottom: 6px; }
h3 { font-size: 13.5px; margin-top: 16px; margin-bottom: 4px; }
p, li { margin-top: 5px; margin-bottom: 5px; }
.muted { color: #566274; }
.caption { color: #566274; font-size: 10.5px; margin-top: 2px; margin-bottom: 14px; }
.remark { background-color: #eef1f4; }
code, pre { font-family: "JetBrains Mono", "Noto Sans Mono CJK KR"; font-size: 11px; }
pre { background-color: #f6f7f9; white-space: pre-wrap; }
th { color: #566274; text-align: left; }
td, th { padding: 3px 14px 3px 0; font-size: 11.5px; }
.number { font-family: "JetBrains Mono"; font-size: 11px; }
)";

// Puts figures where the HTML has <img src="N">.
class FigureObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
  public:
    explicit FigureObject(std::vector<std::pair<QPicture, QSizeF>> figures, QObject* parent)
        : QObject(parent), m_figures(std::move(figures)) {}
    /// What is on the page that is painted: a picture that is played back minds no clip.
    void setView(const QRectF& view) { m_view = view; }
    QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat& format) override {
        const auto index = indexOf(format);
        if (index >= m_figures.size()) return {};
        const QSizeF size = m_figures[index].second;
        return size * std::min({1.0, kBodyWidth / size.width(), 0.9 * kBodyHeight / size.height()});
    }
    void drawObject(QPainter* painter, const QRectF& area, QTextDocument*, int, const QTextFormat& format) override {
        const auto index = indexOf(format);
        if (index >= m_figures.size() || !m_view.contains(area.center())) return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(area.topLeft());
        QPicture picture = m_figures[index].first; // playing it back changes it
        // Qt plays pictures at the device's own resolution; the painter has scaled for that already.
        const double factor =
            area.width() / m_figures[index].second.width() * picture.logicalDpiX() / painter->device()->logicalDpiX();
        painter->scale(factor, factor);
        painter->drawPicture(0, 0, picture);
        painter->restore();
    }

  private:
    static std::size_t indexOf(const QTextFormat& format) {
        return static_cast<std::size_t>(format.toImageFormat().name().toULongLong());
    }
    std::vector<std::pair<QPicture, QSizeF>> m_figures;
    QRectF m_view;
};

double topOf(const QTextDocument& document, const QTextBlock& block) {
    return document.documentLayout()->blockBoundingRect(block).top();
}

// A heading, or a sentence that ends in a colon, such as the one above command lines.
bool leadsOn(const QTextBlock& block) {
    return block.blockFormat().headingLevel() > 0 || (block.text().endsWith(':') && !QTextCursor(block).currentTable());
}

// What leads on at the foot of a page goes to the next one, together with what it leads to.
void keepTogether(QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!leadsOn(block) || !block.next().isValid()) continue;
        const auto page = [](double y) { return static_cast<int>(y / kBodyHeight); };
        const double top = topOf(document, block);
        QTextBlock last = block.next();
        while (leadsOn(last) && last.next().isValid())
            last = last.next();
        // The first line of what it leads to: a figure is a single high one.
        const QTextLine line = last.layout()->lineCount() > 0 ? last.layout()->lineAt(0) : QTextLine();
        const double first = topOf(document, last) + (line.isValid() ? line.y() + line.height() : 0);
        constexpr double kLeastBelow = 80; // of a table more than its head
        const double end = std::max(first, top + kLeastBelow);
        if (page(top) == page(end - 1) || std::fmod(top, kBodyHeight) < 4) continue;
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        cursor.setBlockFormat(format);
        document.markContentsDirty(0, document.characterCount()); // else what follows keeps its old place
    }
}

} // namespace

QString Report::bodyForPdf() const {
    QString body = head() + m_body;
    for (std::size_t i = 0; i < m_figures.size(); ++i)
        body.replace(QString("<figure%1>").arg(i), QString("<p><img src=\"%1\"></p><p class=\"caption\">%2</p>")
                                                       .arg(i)
                                                       .arg(m_figures[i].caption.toHtmlEscaped()));
    return body;
}

QByteArray Report::pdf() const {
    const PrintLook look;
    QTextDocument document;
    std::vector<std::pair<QPicture, QSizeF>> figures;
    for (const Picture& figure : m_figures)
        figures.emplace_back(figure.picture, figure.size);
    auto* pictures = new FigureObject(std::move(figures), &document);
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, pictures);
    document.setUseDesignMetrics(true);
    document.setDefaultFont(textFont(kBodyPixels));
    document.setDefaultStyleSheet(kStyle);
    document.setDocumentMargin(0);
    document.setHtml("<body style='color:#1b2430'>" + bodyForPdf() + "</body>");
    document.setPageSize({kBodyWidth, kBodyHeight});
    keepTogether(document);

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator("ampscope");
    writer.setTitle(m_title);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    constexpr int kDpi = 1200;
    writer.setResolution(kDpi);
    QPainter painter(&writer);
    painter.scale(kDpi / 96.0, kDpi / 96.0);
    const int pages = document.pageCount();
    for (int page = 0; page < pages; ++page) {
        if (page > 0) writer.newPage();
        painter.save();
        painter.translate(kMargin, kMargin - page * kBodyHeight);
        const QRectF view(0, page * kBodyHeight, kBodyWidth, kBodyHeight);
        painter.setClipRect(view);
        pictures->setView(view);
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = view;
        context.palette.setColor(QPalette::Text, QColor("#1b2430"));
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        painter.setFont(textFont(kFootPixels));
        painter.setPen(Theme::of(ThemeKind::Print).color(Token::Muted));
        const QRectF foot(kMargin, kPageHeight - kMargin, kBodyWidth, kFoot);
        painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("ampscope · ") + m_title);
        painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, QString("%1 / %2").arg(page + 1).arg(pages));
    }
    painter.end();
    return bytes;
}

} // namespace ampscope::ui

#include "report_pdf.moc"

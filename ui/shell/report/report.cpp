#include "ui/shell/report/report.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>

#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light; }
body { margin: 0 auto; padding: 40px 28px 80px; max-width: 46em; background: #fff; color: #1b2430;
  font: 16px/1.6 Inter, "Noto Sans CJK KR", "Noto Sans KR", "Noto Sans", sans-serif; }
h1 { font-size: 1.9em; line-height: 1.25; margin: 0 0 .2em; }
h2 { font-size: 1.3em; line-height: 1.3; margin: 2.4em 0 .5em; padding-top: .8em; border-top: 1px solid #dde2e8; }
h3 { font-size: 1.05em; margin: 1.6em 0 .4em; }
p, ul, ol { margin: .6em 0; }
.muted, figcaption { color: #566274; }
.remark { border-left: 3px solid #1b2430; padding: .3em 0 .3em .9em; background: #f6f7f9; }
code, pre { font-family: "JetBrains Mono", "Noto Sans Mono CJK KR", monospace; font-size: .88em; }
pre { background: #f6f7f9; padding: .8em 1em; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .8em 0; font-size: .92em; }
th { text-align: left; color: #566274; font-weight: 600; }
th, td { padding: .3em 1.1em .3em 0; border-bottom: 1px solid #dde2e8; vertical-align: top; }
td.number { font-family: "JetBrains Mono", monospace; font-size: .92em; white-space: nowrap; }
figure { margin: 1.4em 0; }
figure svg { display: block; width: 100%; height: auto; border: 1px solid #dde2e8; border-radius: 6px; }
figcaption { font-size: .85em; line-height: 1.5; margin-top: .5em; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h2, h3 { break-after: avoid; }
  figure, table, pre, .remark { break-inside: avoid; }
  @page { size: A4; margin: 18mm; }
}
)";

QString escaped(const QString& text) {
    return text.toHtmlEscaped();
}

// A mark that no text can hold: escaped() leaves no "<" in one.
QString figureMark(std::size_t index) {
    return QString("<figure%1>").arg(index);
}

bool isNumber(const QString& text) {
    static const QRegularExpression number("^[-+−]?[0-9][0-9.,]*([eE×].*)?( ?(%|MB|ms))?$");
    return number.match(text).hasMatch();
}

QString fragments(const QTextBlock& block) {
    QString html;
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QTextFragment fragment = it.fragment();
        const QTextCharFormat format = fragment.charFormat();
        QString text = escaped(fragment.text());
        text.replace(QChar::LineSeparator, "<br>");
        text.remove(QChar::ObjectReplacementCharacter); // a picture: it is not taken over
        if (format.fontFixedPitch()) text = "<code>" + text + "</code>";
        if (format.fontWeight() > QFont::Medium) text = "<strong>" + text + "</strong>";
        if (format.fontItalic()) text = "<em>" + text + "</em>";
        html += text;
    }
    return html;
}

class MarkdownWalk {
  public:
    QString walk(const QTextFrame* frame) {
        for (auto it = frame->begin(); !it.atEnd(); ++it) {
            if (const auto* table = qobject_cast<QTextTable*>(it.currentFrame()))
                add(table);
            else if (it.currentFrame())
                walk(it.currentFrame());
            else if (it.currentBlock().isValid())
                add(it.currentBlock());
        }
        closeAll();
        return m_html;
    }

  private:
    void add(const QTextBlock& block) {
        const bool code =
            block.blockFormat().nonBreakableLines() || block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
        QTextList* list = block.textList();
        if (code != m_inCode || list != m_list) closeAll();
        if (code) {
            m_html += m_inCode ? QString("\n") : QString("<pre>");
            m_inCode = true;
            m_html += escaped(block.text());
        } else if (list) {
            m_tag = list->format().style() <= QTextListFormat::ListDecimal ? "ol" : "ul";
            if (!m_list) m_html += "<" + m_tag + ">";
            m_list = list;
            m_html += "<li>" + fragments(block) + "</li>";
        } else if (const QString words = fragments(block); !words.trimmed().isEmpty()) {
            m_html += "<p>" + words + "</p>\n";
        }
    }
    void add(const QTextTable* table) {
        closeAll();
        m_html += "<table>";
        for (int row = 0; row < table->rows(); ++row) {
            m_html += "<tr>";
            for (int column = 0; column < table->columns(); ++column) {
                const QTextTableCell cell = table->cellAt(row, column);
                const QString tag = row == 0 ? "th" : "td";
                QString words; // Qt puts an empty block before the first cell's own
                for (QTextBlock block = cell.firstCursorPosition().block();
                     block.isValid() && block.position() <= cell.lastPosition(); block = block.next())
                    words += fragments(block);
                if (row == 0) words.remove("<strong>").remove("</strong>"); // heads are bold by themselves
                m_html += "<" + tag + ">" + words + "</" + tag + ">";
            }
            m_html += "</tr>";
        }
        m_html += "</table>\n";
    }
    void closeAll() {
        if (m_inCode) m_html += "</pre>\n";
        if (m_list) m_html += "</" + m_tag + ">\n";
        m_inCode = false;
        m_list = nullptr;
    }

    QString m_html, m_tag;
    QTextList* m_list = nullptr;
    bool m_inCode = false;
};

} // namespace

QString markdownHtml(const QString& markdown) {
    QTextDocument document;
    document.setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                       QTextDocument::MarkdownNoHTML);
    return MarkdownWalk().walk(document.rootFrame());
}

Report::Report(QString title, QString subtitle, text::Language language)
    : m_title(std::move(title)),
      m_subtitle(std::move(subtitle)),
      m_language(QString::fromUtf8(text::language_code(language))) {}

void Report::heading(int level, const QString& words) {
    m_body += QString("<h%1>%2</h%1>\n").arg(level).arg(escaped(words));
}

void Report::paragraph(const QString& words, bool muted) {
    if (!words.isEmpty()) m_body += (muted ? "<p class=\"muted\">" : "<p>") + escaped(words) + "</p>\n";
}

void Report::markdown(const QString& words) {
    m_body += markdownHtml(words);
}

void Report::remark(const QString& words) {
    if (!words.isEmpty()) m_body += "<p class=\"remark\">" + escaped(words) + "</p>\n";
}

void Report::list(const QStringList& items) {
    if (items.isEmpty()) return;
    m_body += "<ul>";
    for (const QString& item : items)
        m_body += "<li>" + escaped(item) + "</li>";
    m_body += "</ul>\n";
}

void Report::code(const QString& lines) {
    m_body += "<pre>" + escaped(lines) + "</pre>\n";
}

void Report::table(const QStringList& header, const QList<QStringList>& rows) {
    m_body += "<table>";
    if (!header.isEmpty()) {
        m_body += "<tr>";
        for (const QString& cell : header)
            m_body += "<th>" + escaped(cell) + "</th>";
        m_body += "</tr>\n";
    }
    for (const auto& row : rows) {
        m_body += "<tr>";
        for (const QString& cell : row)
            m_body += (isNumber(cell) ? "<td class=\"number\">" : "<td>") + escaped(cell) + "</td>";
        m_body += "</tr>\n";
    }
    m_body += "</table>\n";
}

bool Report::figure(const Exhibit& exhibit, const QSizeF& millimetres) {
    ExportOptions options;
    options.millimetres = millimetres;
    options.caption = false; // it becomes text, which can be searched and copied
    const QByteArray svg = renderExhibit(exhibit, FileFormat::Svg, options);
    for (const Picture& other : m_figures)
        if (other.svg == svg) return false;
    m_body += figureMark(m_figures.size());
    m_figures.push_back({exhibit.title(), exhibit.caption(), exhibit.summary(), svg, pictureOf(exhibit, options),
                         pageSize(exhibit, options)});
    return true;
}

QString Report::head() const {
    QString html = "<h1>" + escaped(m_title) + "</h1>\n";
    if (!m_subtitle.isEmpty()) html += "<p class=\"muted\">" + escaped(m_subtitle) + "</p>\n";
    return html;
}

// The SVG without its prologue; ids of one picture are none of another's.
QString Report::inlineFigure(std::size_t index) const {
    const Picture& figure = m_figures[index];
    QString svg = QString::fromUtf8(figure.svg);
    svg = svg.mid(svg.indexOf("<svg"));
    const QString prefix = QString("f%1-").arg(index);
    svg.replace(QRegularExpression("\\bid=\"([^\"]+)\""), "id=\"" + prefix + "\\1\"");
    svg.replace(QRegularExpression("url\\(#([^)]+)\\)"), "url(#" + prefix + "\\1)");
    svg.replace("xlink:href=\"#", "xlink:href=\"#" + prefix);
    const QString spoken = figure.summary.isEmpty() ? figure.title : figure.title + ". " + figure.summary;
    svg.replace(svg.indexOf("<svg"), 4, "<svg role=\"img\" aria-label=\"" + escaped(spoken) + "\"");
    return "<figure>" + svg + "<figcaption>" + escaped(figure.caption) + "</figcaption></figure>\n";
}

QByteArray Report::html() const {
    QString body = head() + m_body;
    for (std::size_t i = 0; i < m_figures.size(); ++i)
        body.replace(figureMark(i), inlineFigure(i));
    const QString page = QString("<!doctype html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n"
                                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                                 "<meta name=\"generator\" content=\"ampscope\">\n<title>")
                             .arg(m_language) +
                         escaped(m_title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n" +
                         body + "</main>\n</body>\n</html>\n";
    return page.toUtf8();
}

} // namespace ampscope::ui

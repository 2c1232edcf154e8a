// A report: headings, texts, tables and figures, written as one HTML file that needs nothing else, and as PDF.
#pragma once

#include <QPicture>
#include <QStringList>
#include <utility>
#include <vector>

#include "core/text/message.h"
#include "ui/plot/export.h"

namespace ampscope::ui {

/// Put together from the top. Figures are taken down at once as vectors: what they were made from may go away. GUI
/// thread.
class Report {
  public:
    Report(QString title, QString subtitle, text::Language language);

    void heading(int level, const QString& words); ///< 2, 3
    void paragraph(const QString& words, bool muted = false);
    /// Of a lesson. HTML in it shows literally, pictures and links are not taken over.
    void markdown(const QString& words);
    /// An answer, a verdict: a line that stands out.
    void remark(const QString& words);
    void list(const QStringList& items);
    void code(const QString& lines);
    void table(const QStringList& header, const QList<QStringList>& rows);
    /// Its caption and spoken summary become text. False where the same picture stands in the report already.
    bool figure(const Exhibit& exhibit, const QSizeF& millimetres = {160, 92});

    /// Everything inline: no scripts, no links, nothing that is fetched.
    QByteArray html() const;
    /// A4, figures as vectors, fonts embedded, pages numbered.
    QByteArray pdf() const;

  private:
    struct Picture {
        QString title, caption, summary;
        QByteArray svg;
        QPicture picture;
        QSizeF size; ///< in units of 1/96 inch
    };
    QString head() const;
    QString inlineFigure(std::size_t index) const;
    QString bodyForPdf() const;

    QString m_title, m_subtitle, m_language;
    QString m_body; ///< HTML with a mark where each figure stands
    std::vector<Picture> m_figures;
};

/// Lesson Markdown as plain HTML: paragraphs, lists, tables, code, emphasis.
QString markdownHtml(const QString& markdown);

} // namespace ampscope::ui

#include "ui/shell/lessons/markdown_view.h"

#include <QDesktopServices>
#include <QPainter>
#include <QPixmap>
#include <QTextBlock>
#include <QTextDocument>
#include <QWheelEvent>

#include "ui/plot/theme_switch.h"
#include "ui/shell/lessons/glossary_page.h"

namespace ampscope::ui {

MarkdownView::MarkdownView(QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl& url) {
        if (GlossaryHelp::instance().follow(url)) return;
        if (url.scheme() == "http" || url.scheme() == "https") QDesktopServices::openUrl(url);
    });
}

void MarkdownView::setText(const QString& markdown, double pixels, bool muted) {
    document()->setDefaultFont(textFont(pixels));
    document()->setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                          QTextDocument::MarkdownNoHTML);
    // Fixed, not proportional: Korean and Latin fonts differ in their natural height.
    const double line_height = pixels * 1.6;
    QTextCursor all(document());
    all.beginEditBlock(); // laid out once, not after each piece
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        format.setLineHeight(line_height, QTextBlockFormat::FixedHeight);
        cursor.setBlockFormat(format);
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            QTextCharFormat characters = fragment.charFormat();
            characters.setForeground(theme().color(muted ? Token::Muted : Token::Text));
            if (characters.fontFixedPitch()) characters.setFontFamilies(monoFont(pixels).families());
            QTextCursor part(document());
            part.setPosition(fragment.position());
            part.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            part.setCharFormat(characters);
        }
    }
    all.endEditBlock();
    GlossaryHelp::instance().mark(*document());
    setAccessibleName(document()->toPlainText());
    updateGeometry();
}

// Something has to be given: what is not given here, Qt would read from the disk by itself, and a device has no end.
QVariant MarkdownView::loadResource(int type, const QUrl&) {
    if (type != QTextDocument::ImageResource) return QString();
    QPixmap box(14, 14);
    box.fill(Qt::transparent);
    QPainter painter(&box);
    painter.setPen(theme().color(Token::Muted));
    painter.drawRect(0, 0, 13, 13);
    return box;
}

QSize MarkdownView::sizeHint() const {
    document()->setTextWidth(viewport()->width());
    return {240, qCeil(document()->size().height()) + 2};
}

void MarkdownView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    updateGeometry();
}

void MarkdownView::wheelEvent(QWheelEvent* event) {
    event->ignore();
} // the card scrolls

} // namespace ampscope::ui

// What the words mean: the page, and the marks in lesson texts that say it on the spot.
#pragma once

#include <QTextBrowser>

#include "core/lesson/glossary.h"
#include "ui/labs/page.h"

class QLabel;
class QLineEdit;

namespace ampscope::ui {

/// The window's glossary; empty until it is set. One object per process, for the GUI thread.
class GlossaryHelp : public QObject {
    Q_OBJECT
  public:
    static GlossaryHelp& instance();
    void set(lesson::Glossary glossary) { m_glossary = std::move(glossary); }
    const lesson::Glossary& glossary() const { return m_glossary; }

    /// Underlines the first place of each term in a document of the window's language: hover says what it means, and
    /// the anchor "term:ID" leads to the page.
    void mark(QTextDocument& document) const;
    /// The same for rich text that is shown elsewhere.
    QString marked(const QString& html) const;
    /// The same for a label of plain text, now and in the other language, which says its text anew by itself. Its terms
    /// can also be reached with Tab.
    void attach(QLabel* label);
    /// For anchors that a text browser reports: true when it was a term, and asked() was said.
    bool follow(const QUrl& url);

  Q_SIGNALS:
    void asked(const QString& term);

  private:
    lesson::Glossary m_glossary;
};

/// All terms, with a line to search in, cross references, and the lesson that teaches each.
class GlossaryPage : public Page {
    Q_OBJECT
  public:
    explicit GlossaryPage(const lesson::LessonShelf& shelf, QWidget* parent = nullptr);

    QString title() const override { return tr("Glossary"); }
    QString section() const override { return tr("Learning"); }
    bool isExact() const override { return false; }
    QWidget* firstFocus() override;
    /// A term's id: scrolls to it.
    void enterText(const QString& term) override;
    QTextBrowser* text() const { return m_text; }

  Q_SIGNALS:
    void lessonAsked(const QString& id);

  private:
    void showTerms();
    void openAnchor(const QUrl& url);

    const lesson::LessonShelf& m_shelf;
    QLineEdit* m_search;
    QTextBrowser* m_text;
};

} // namespace ampscope::ui

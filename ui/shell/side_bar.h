// The list of lessons and labs at the left of the window.
#pragma once

#include <QList>
#include <QScrollArea>
#include <functional>

class QPushButton;
class QVBoxLayout;

namespace ampscope::ui {

/// Sections with a heading that folds them away, and an entry for each page. Titles are functions: they are asked again
/// when the language changes.
class SideBar : public QScrollArea {
    Q_OBJECT
  public:
    using Title = std::function<QString()>;
    explicit SideBar(QWidget* parent = nullptr);

    /// What is added from here on belongs to it. Folded sections show their heading with the number of entries.
    /// Chapters make room for each other: when a page of a folded one opens, the others fold.
    enum class Kind { Chapter, Fixed };
    void addSection(Kind kind, Title title, bool folded = false);
    /// `mark` stands before the title: a lesson's place in its chapter, "A6".
    void addEntry(const QString& id, const QString& mark, Title title);
    /// Something to do rather than a page; `act` is given the button, to place a menu at.
    void addButton(Title title, std::function<void(QWidget* button)> act);

    QStringList ids() const;
    /// As the entry says it, without its mark; "" for an id that is not there.
    QString titleOf(const QString& id) const;
    /// Marks the entry and unfolds its section.
    void choose(const QString& id);
    /// A tick behind a lesson that has been walked to its end.
    void setDone(const QString& id, bool done);

  Q_SIGNALS:
    void asked(const QString& id);

  private:
    struct Section {
        QPushButton* heading;
        QWidget* body;
        QVBoxLayout* column;
        Title title;
        Kind kind;
        int entries = 0;
    };
    struct Entry {
        QString id, mark;
        Title title;
        QPushButton* button;
        int section;
        bool done = false;
    };
    void fold(int section, bool folded);
    void unfold(int section);
    void showHeading(int section);
    void showEntry(int place);

    QVBoxLayout* m_column;
    QList<Section> m_sections;
    QList<Entry> m_entries;
};

} // namespace ampscope::ui

// The line of Ctrl+K: type, choose with the arrows, Enter.
#pragma once

#include <QFrame>
#include <QPointer>
#include <QTimer>

#include "ui/shell/help/search_index.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace ampscope::ui {

/// Lies over the upper part of the window while it is asked for. Closes with Escape, or when the keyboard goes
/// elsewhere, which then has it again.
class SearchBox : public QFrame {
    Q_OBJECT
  public: /// `fill` puts everything that can be found into the index, each time the box opens. `first` are the entries
          /// shown
    /// while nothing is typed. `learn` prepares more to be found, a little at each call while the box is open, until it
    /// returns false; the index is then filled anew.
    SearchBox(QWidget* window, std::function<void(SearchIndex&)> fill, std::function<std::vector<SearchEntry>()> first,
              std::function<bool()> learn);
    /// `query` is typed already.
    void open(const QString& query = {});
    void close();
    QLineEdit* line() const { return m_line; }
    QListWidget* list() const { return m_list; }
    const SearchIndex& index() const { return m_index; }
    /// Nothing is left to be learned.
    bool isSettled() const { return m_hasLearned; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void learnMore();
    void fillIndex();
    void showFound(const QString& query);
    void place();
    void choose(int by);
    void act();

    std::function<void(SearchIndex&)> m_fill;
    std::function<std::vector<SearchEntry>()> m_first;
    std::function<bool()> m_learn;
    QTimer m_learning;
    bool m_hasLearned = false;
    SearchIndex m_index;
    std::vector<SearchEntry> m_firstEntries;
    std::vector<const SearchEntry*> m_shown; ///< of the index or of m_firstEntries
    QLineEdit* m_line;
    QListWidget* m_list;
    QLabel* m_nothing;
    QPointer<QWidget> m_before; ///< had the keyboard
};

/// "Lesson", "Preset", … in the window's language.
QString searchKindName(SearchEntry::Kind kind);

} // namespace ampscope::ui

// The whole field table as a form: every setting of a scenario, searched, explained, put back one by one.
#pragma once

#include <QWidget>
#include <vector>

#include "core/scenario/fields.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace ampscope::ui {

class FieldRow;

class FieldTable : public QWidget {
    Q_OBJECT
  public:
    explicit FieldTable(QWidget* parent = nullptr);

    void showSettings(const scenario::Scenario& scenario, const std::vector<scenario::Problem>& problems);
    /// Only rows whose name, path, meaning or choices hold every word of `text`, in either language.
    void setFilter(const QString& text, bool changedOnly);
    /// Paths of the rows that are shown, in their order.
    QStringList shown() const;
    QLineEdit* search() const { return m_search; }
    FieldRow* row(const QString& path) const;

  Q_SIGNALS:
    void edited(const QString& path, const QString& value);
    /// The form in its place, please.
    void closed();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void build();
    void filter();
    void readSearchWords();

    struct Group {
        QLabel* title;
        QList<FieldRow*> rows;
    };
    QLineEdit* m_search;
    QCheckBox* m_changedOnly;
    QLabel *m_count, *m_none;
    QVBoxLayout* m_column;
    std::vector<Group> m_groups;
};

} // namespace ampscope::ui

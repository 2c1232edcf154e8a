// Where the teacher enters a show of hands: a number for each choice, and numbers that were called out.
#pragma once

#include <QWidget>

#include "core/lesson/class_view.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ampscope::ui {

class ClassModel;

class HandsEntry : public QWidget {
    Q_OBJECT
  public:
    explicit HandsEntry(ClassModel& taught, QWidget* parent = nullptr);
    /// nullopt: nothing is asked. `takesNumbers`: the choices are ranges, numbers can be called out.
    void show(const std::string& lesson, const std::optional<lesson::ClassQuestion>& question, bool takesNumbers);
    const QList<QSpinBox*>& counts() const { return m_counts; }
    QLineEdit* numbers() const { return m_numbers; }
    QPushButton* resetButton() const { return m_reset; }
    QString problem() const;

  private:
    void rebuild(const lesson::ClassQuestion& question);
    void takeNumbers();

    ClassModel& m_class;
    std::string m_lesson, m_step;
    QStringList m_keys;
    QGridLayout* m_grid;
    QList<QWidget*> m_cells;
    QList<QSpinBox*> m_counts;
    QList<QLabel*> m_words;
    QWidget* m_numberRow;
    QLineEdit* m_numbers;
    QLabel *m_numbersLabel, *m_total, *m_problem;
    QPushButton* m_reset;
};

} // namespace ampscope::ui

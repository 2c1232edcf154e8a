// The five questions of a chapter on one page.
#pragma once

#include <QWidget>
#include <map>

#include "core/lesson/chapter_check.h"

class QButtonGroup;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ampscope::ui {

class QuestionSheet : public QWidget {
    Q_OBJECT
  public:
    explicit QuestionSheet(QWidget* parent = nullptr);

    /// `before`: no answer is marked afterwards, so that the same questions can be asked again.
    void ask(const QString& chapter, bool before, const std::vector<lesson::CheckQuestion>& questions);
    /// Marks right and wrong, and links to the lessons that say why.
    void showResult(const std::map<std::string, std::string>& answers);
    void choose(const QString& question, const QString& option);
    bool isComplete() const;
    std::map<std::string, std::string> answers() const;

  Q_SIGNALS:
    void handedIn(const QString& chapter, bool before);
    void leaveAsked();
    void lessonAsked(const QString& id);

  private:
    void build();

    QString m_chapter;
    bool m_before = true;
    std::vector<lesson::CheckQuestion> m_questions;
    std::map<std::string, std::string> m_result;
    QLabel* m_heading;
    QVBoxLayout* m_column;
    QWidget* m_body = nullptr;
    QList<QButtonGroup*> m_groups;
    QPushButton *m_handIn, *m_leave;
};

} // namespace ampscope::ui

// What a newcomer reads first: what runs below, where to begin, what the badges say.
#pragma once

#include <QWidget>

class QLabel;

#include "core/lesson/lesson.h"

namespace ampscope::ui {

/// A strip above the page: it hides nothing of what it speaks of.
class Welcome : public QWidget {
    Q_OBJECT
  public:
    explicit Welcome(const lesson::LessonShelf& shelf, QWidget* parent = nullptr);

    /// In a low window: only where to begin.
    void setBrief(bool brief);

  Q_SIGNALS:
    void lessonAsked(const QString& id);
    void languageAsked(text::Language language);
    /// The user has seen enough: by a button, or by starting.
    void closed();

  private:
    QLabel *m_words, *m_badges;
};

} // namespace ampscope::ui

// The choices in front of a class, with the hands that went up beside them, and at the reveal which of them came out.
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/lesson/class_view.h"

class QVBoxLayout;

namespace ampscope::ui {

/// One choice. A click marks it as the class's answer.
class HandsRow : public QAbstractButton {
    Q_OBJECT
  public:
    explicit HandsRow(QWidget* parent = nullptr);
    /// `place`: counted from 0; `all`: hands of all rows.
    void show(const lesson::ClassQuestion::Option& option, int place, int all, bool isMarked, bool isDecided);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {200, heightForWidth(200)}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QString m_words;
    int m_place = 0, m_hands = 0, m_all = 0;
    bool m_isMarked = false, m_isDecided = false, m_isRight = false, m_isChosen = false;
};

/// The column at the left of the stage. All of its places are kept, whether there is something in them or not.
class HandsWall : public QWidget {
    Q_OBJECT
  public:
    explicit HandsWall(QWidget* parent = nullptr);
    /// `marked`: key of the option that would be committed to.
    void show(const lesson::ClassQuestion& question, const QString& marked);
    const QList<HandsRow*>& rows() const { return m_rows; }
    QPushButton* commitButton() const { return m_commit; }
    QString totalText() const { return m_total->text(); }
    QString measuredText() const { return m_measured->text(); }

  Q_SIGNALS:
    void chosen(const QString& key);
    void committed();

  private:
    QVBoxLayout* m_column;
    QList<HandsRow*> m_rows;
    QStringList m_keys;
    QLabel *m_total, *m_measured;
    QPushButton* m_commit;
};

} // namespace ampscope::ui

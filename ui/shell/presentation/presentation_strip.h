// What stands above the stage in front of a class: where we are, and one sentence.
#pragma once

#include <QWidget>

namespace ampscope::ui {

/// As high as its place, a title and two lines of the sentence need, whatever they say: nothing below it moves. A
/// longer sentence is set smaller. Without a sentence the title stands alone.
class PresentationStrip : public QWidget {
    Q_OBJECT
  public:
    explicit PresentationStrip(QWidget* parent = nullptr);
    /// `place`: "A6 · 3/7 · Predict"; `note`: what is to be read beside it, such as where a run was recorded.
    void tell(const QString& place, const QString& title, const QString& sentence, const QString& note);
    /// Whether room for a sentence is kept.
    void setTall(bool tall);
    QString sentence() const { return m_sentence; }
    QString title() const { return m_title; }
    QString note() const { return m_note; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QString m_place, m_title, m_sentence, m_note;
    bool m_isTall = true;
};

} // namespace ampscope::ui

// A sentence or two under a plot: as many lines as there is room for, the rest behind "…" and in the tooltip.
#pragma once

#include <QWidget>

namespace ampscope::ui {

/// Takes the height of its text, at most `most` lines, and fewer in a low panel. Hidden while it says nothing.
class NoteLine : public QWidget {
    Q_OBJECT
  public:
    explicit NoteLine(int most, QWidget* parent = nullptr);
    const QString& text() const { return m_text; }
    void setText(const QString& text);
    QSize sizeHint() const override { return {200, minimumHeight()}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fitHeight();
    int m_most;
    QString m_text;
};

} // namespace ampscope::ui

// A paragraph of a lesson. HTML shows literally, pictures and files are not loaded, only web links open.
#pragma once

#include <QTextBrowser>

namespace ampscope::ui {

/// As high as its text. In place of a picture stands an empty box.
class MarkdownView : public QTextBrowser {
    Q_OBJECT
  public:
    explicit MarkdownView(QWidget* parent = nullptr);
    void setText(const QString& markdown, double pixels, bool muted = false);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }

  protected:
    QVariant loadResource(int type, const QUrl& address) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace ampscope::ui

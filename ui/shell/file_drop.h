// Files that are dropped anywhere on a window.
#pragma once

#include <QObject>
#include <functional>

class QWidget;

namespace ampscope::ui {

/// Takes drags with a local file before the widget under the pointer sees them: an input field would write the file's
/// name. Of several files the first; what cannot be opened is for `open` to say.
class FileDrop : public QObject {
    Q_OBJECT
  public:
    FileDrop(QWidget* window, std::function<void(const QString& path)> open);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* m_window;
    std::function<void(const QString&)> m_open;
};

} // namespace ampscope::ui

#include "ui/shell/file_drop.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace ampscope::ui {

FileDrop::FileDrop(QWidget* window, std::function<void(const QString&)> open)
    : QObject(window), m_window(window), m_open(std::move(open)) {
    m_window->setAcceptDrops(true);
    qApp->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove && event->type() != QEvent::Drop)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != m_window) return false;
    auto* drop = static_cast<QDropEvent*>(event); // of all three
    QString path;
    for (const QUrl& url : drop->mimeData()->urls())
        if (path.isEmpty() && url.isLocalFile()) path = url.toLocalFile();
    if (path.isEmpty()) return false;
    drop->setDropAction(Qt::CopyAction); // the file stays where it is
    drop->accept();
    if (event->type() == QEvent::Drop) m_open(path);
    return true;
}

} // namespace ampscope::ui

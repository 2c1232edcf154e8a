// Lessons from a folder of the user's own, and lessons that are read again while somebody edits them.
#pragma once

#include <QFileSystemWatcher>
#include <QMap>
#include <QSet>
#include <QTimer>
#include <list>

#include "core/lesson/lesson.h"

namespace ampscope::ui {

/// Lessons by the id of their page: "own:" and the lesson's id for those that were opened, the lesson's id for the
/// program's own after they were edited. For the GUI thread.
class OwnLessons : public QObject {
    Q_OBJECT
  public:
    explicit OwnLessons(QObject* parent = nullptr);

    /// Is that a lesson's folder, a folder of lessons, or a lesson.json?
    static bool takes(const QString& path);
    /// Reads them; gives the ids of their pages. What cannot be read is noticed() with file, line and column.
    QStringList open(const QString& path);
    /// nullptr for a page that is none of these. The lesson stays where it is while the program runs.
    const lesson::Lesson* find(const QString& pageId) const { return m_lessons.value(pageId); }

    /// Reads the lesson again whenever a file of its folder changes, 0.3 seconds after the last of many changes; also
    /// when a folder that was deleted is back. What cannot be read then is noticed(), and the lesson stays as it was.
    void watch(const QString& pageId, const lesson::Lesson& lesson);

  Q_SIGNALS:
    /// find() gives a new lesson for this page.
    void changed(const QString& pageId);
    void noticed(const QString& message);

  private:
    void keep(const QString& pageId, lesson::Lesson lesson);
    void readAgain();
    void addPaths(const QString& folder);

    std::list<lesson::Lesson> m_kept; ///< old ones, too: pages may still hold them
    QMap<QString, const lesson::Lesson*> m_lessons;
    QMap<QString, QString> m_folders; ///< by page id
    QFileSystemWatcher m_watcher;
    QTimer m_soon; ///< editors write a file in several steps
    QStringList m_touched;
    QSet<QString> m_gone; ///< pages whose folder was deleted
};

} // namespace ampscope::ui

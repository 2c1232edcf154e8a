#include "ui/shell/lessons/own_lessons.h"

#include <QDir>
#include <QFileInfo>

#include "ui/bridge/language.h"

namespace ampscope::ui {

constexpr int kSettleMilliseconds = 300;
constexpr auto kLessonFile = "lesson.json";

OwnLessons::OwnLessons(QObject* parent) : QObject(parent) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSettleMilliseconds);
    connect(&m_soon, &QTimer::timeout, this, &OwnLessons::readAgain);
    const auto touched = [this](const QString& path) {
        m_touched << path;
        m_soon.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, touched);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, touched);
}

bool OwnLessons::takes(const QString& path) {
    const QFileInfo info(path);
    return info.isDir() || info.fileName() == kLessonFile;
}

QStringList OwnLessons::open(const QString& path) {
    const QFileInfo info(path);
    const QString folder = info.isDir() ? path : info.path();
    lesson::LessonShelf shelf;
    try {
        if (QDir(folder).exists(kLessonFile))
            shelf.lessons.push_back(lesson::load_lesson(QDir(folder).absolutePath().toStdString()));
        else
            shelf = lesson::load_lessons(folder.toStdString());
    } catch (const text::Error& error) {
        shelf.errors.push_back(error);
    }
    QStringList ids;
    for (auto& lesson : shelf.lessons) {
        const QString id = "own:" + QString::fromStdString(lesson.id);
        keep(id, std::move(lesson));
        watch(id, *find(id));
        ids << id;
    }
    QStringList problems;
    for (const auto& error : shelf.errors)
        problems << say(error);
    if (ids.isEmpty() && problems.isEmpty()) problems << tr("There is no lesson in %1.").arg(folder);
    if (!problems.isEmpty()) Q_EMIT noticed(problems.join("\n"));
    return ids;
}

void OwnLessons::keep(const QString& pageId, lesson::Lesson lesson) {
    m_kept.push_back(std::move(lesson));
    m_lessons[pageId] = &m_kept.back();
}

void OwnLessons::watch(const QString& pageId, const lesson::Lesson& lesson) {
    const QString folder = QString::fromStdString(lesson.folder);
    m_folders[pageId] = folder;
    addPaths(folder);
}

void OwnLessons::addPaths(const QString& folder) {
    QString nearest = folder;
    while (!QDir(nearest).exists() && QFileInfo(nearest).path() != nearest)
        nearest = QFileInfo(nearest).path();
    if (nearest != folder) { // gone: it would come back in here
        m_watcher.addPath(nearest);
        return;
    }
    QStringList paths{folder};
    for (const auto& file : QDir(folder).entryInfoList({"*.json", "*.md"}, QDir::Files))
        paths << file.filePath();
    m_watcher.addPaths(paths); // those that are watched already are passed over
}

// An editor that writes a new file in place of the old one ends the watching of the old one.
void OwnLessons::readAgain() {
    const QStringList touched = std::exchange(m_touched, {});
    for (auto it = m_folders.cbegin(); it != m_folders.cend(); ++it) {
        const QString &id = it.key(), &folder = it.value();
        const auto is_inside = [&](const QString& path) { return path == folder || path.startsWith(folder + "/"); };
        const auto is_above = [&](const QString& path) {
            return folder.startsWith(path.endsWith('/') ? path : path + "/");
        };
        const bool is_back = m_gone.contains(id) && std::any_of(touched.begin(), touched.end(), is_above);
        if (!is_back && std::none_of(touched.begin(), touched.end(), is_inside)) continue;
        addPaths(folder);
        if (is_back && !QDir(folder).exists()) continue; // something else has changed there
        try {
            keep(id, lesson::load_lesson(folder.toStdString()));
            m_gone.remove(id);
            Q_EMIT changed(id);
        } catch (const text::Error& error) {
            if (!QDir(folder).exists()) m_gone.insert(id);
            Q_EMIT noticed(say(error)); // the page goes on with what it has
        }
    }
}

} // namespace ampscope::ui

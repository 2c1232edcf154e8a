#include "ui/shell/settings.h"

#include <QFile>
#include <QGuiApplication>
#include <QLocale>
#include <QMap>

#include "core/io/file.h"
#include "ui/bridge/settings_file.h"

namespace ampscope::ui {

constexpr int kMostLessonSteps = 1000;

constexpr auto kSection = "General";

// As they stand in the file.
static QMap<QString, QString> valuesOf(const Settings& settings) {
    QMap<QString, QString> values = {
        {"language", QString::fromUtf8(text::language_code(settings.language))},
        {"theme", settings.systemTheme                ? "system"
                  : settings.theme == ThemeKind::Dark ? "dark"
                                                      : "light"},
        {"scale", QString::number(settings.scale)},
        {"geometry", QString::fromLatin1(settings.geometry.toBase64())},
        {"welcomed", settings.welcomed ? "yes" : "no"},
        {"reduced_motion", settings.reducedMotion ? "yes" : "no"},
        {"threads", QString::number(settings.threads)},
        {"data_folder", settings.chosenDataFolder},
        {"page", settings.page},
        {"lesson_step", QString::number(settings.lessonStep)},
    };
    for (int i = 0; i < kMostRecentFiles; ++i)
        values[QString("recent_%1").arg(i)] = settings.recentFiles.value(i);
    return values;
}

// What this process has read or written last. Only what has changed since is written: of two windows each keeps what
// was set in it.
static QMap<QString, QString>& known() {
    static QMap<QString, QString> values;
    return values;
}

Settings Settings::load() {
    const QMap<QString, QString> stored = storedSettings(kSection);
    const auto text = [&](const char* key) { return stored.value(key); };
    Settings settings;
    settings.language = text::parse_language(text("language").toStdString(), languageOfSystem());
    const QString theme = text("theme");
    settings.systemTheme = theme != "dark" && theme != "light";
    settings.theme = settings.systemTheme ? themeOfSystem() : theme == "dark" ? ThemeKind::Dark : ThemeKind::Light;
    bool is_number = false;
    const double scale = text("scale").toDouble(&is_number);
    if (is_number && scale >= kLeastScale && scale <= kMostScale) settings.scale = scale;
    settings.geometry = QByteArray::fromBase64(text("geometry").toLatin1());
    settings.welcomed = text("welcomed") == "yes";
    settings.reducedMotion = text("reduced_motion") == "yes";
    const int threads = text("threads").toInt(&is_number);
    if (is_number && threads >= 0 && threads <= kMostThreads) settings.threads = threads;
    settings.chosenDataFolder = text("data_folder");
    settings.page = text("page");
    settings.lessonStep = qBound(0, text("lesson_step").toInt(), kMostLessonSteps);
    for (int i = 0; i < kMostRecentFiles; ++i)
        if (const QString path = text(qPrintable(QString("recent_%1").arg(i))); !path.isEmpty())
            settings.recentFiles << path;
    known() = valuesOf(settings);
    return settings;
}

bool Settings::save(std::optional<text::Error>* problem) const {
    QMap<QString, QString> changed;
    const QMap<QString, QString> values = valuesOf(*this);
    for (auto value = values.cbegin(); value != values.cend(); ++value)
        if (const auto at = known().constFind(value.key()); at == known().constEnd() || *at != *value)
            changed[value.key()] = *value;
    try {
        storeSettings(kSection, changed);
    } catch (const text::Error& error) {
        if (problem) *problem = error;
        known().clear(); // all of it again next time
        return false;
    }
    known() = values;
    return true;
}

text::Language languageOfSystem() {
    return QLocale().language() == QLocale::Korean ? text::Language::Korean : text::Language::English;
}

ThemeKind themeOfSystem() {
    if (!QCoreApplication::instance()) return ThemeKind::Light; // nobody to ask yet
    // Asked once: the program's own palette would be the answer later.
    static const ThemeKind kind =
        QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? ThemeKind::Dark : ThemeKind::Light;
    return kind;
}

void requireUsableDataFolder(const QString& folder) {
    io::make_folder(folder.toStdString());
    const QString probe = folder + "/.ampscope-can-write";
    io::write_file(probe.toStdString(), "");
    QFile::remove(probe);
}

bool useDataFolder(const Settings& settings) {
    if (settings.chosenDataFolder.isEmpty() || qEnvironmentVariableIsSet("AMPSCOPE_DATA")) return true;
    try {
        requireUsableDataFolder(settings.chosenDataFolder);
    } catch (const text::Error&) {
        return false;
    }
    qputenv("AMPSCOPE_DATA", settings.chosenDataFolder.toUtf8());
    return true;
}

} // namespace ampscope::ui

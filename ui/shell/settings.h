// What the window remembers between two starts. Nothing leaves the machine.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>

#include "core/text/message.h"
#include "ui/plot/theme.h"

namespace ampscope::ui {

constexpr int kMostRecentFiles = 8, kMostThreads = 256;
constexpr double kLeastScale = 0.8, kMostScale = 2;

struct Settings {
    text::Language language = text::Language::English;
    ThemeKind theme = ThemeKind::Light;
    bool systemTheme = false; ///< light or dark as the system was when the program started
    double scale = 1;         ///< type size, kLeastScale to kMostScale
    QByteArray geometry;
    bool welcomed = false;      ///< the welcome has been closed
    bool reducedMotion = false; ///< plots of a running experiment are redrawn twice a second only, nothing slides
    int threads = 0;            ///< of LibTorch; 0: what the scenario says
    QString chosenDataFolder;   ///< for runs and progress; "": the usual one
    QString page;               ///< what was open last: "a6-gradscaler", "scale"
    int lessonStep = 0;         ///< where in it, from 0
    QStringList recentFiles;    ///< absolute paths, the newest first
    QString dataFolder;         ///< where runs and progress are kept; not stored; "": in memory only

    /// Values that are missing, broken or out of range fall back to the system's language and theme. The first call in
    /// a window must come before a theme is set: it asks the application's palette.
    static Settings load();
    /// False when the place cannot be written, and why: the window goes on with what it has.
    bool save(std::optional<text::Error>* problem = nullptr) const;
    bool operator==(const Settings&) const = default;
};

text::Language languageOfSystem();
/// What the system's palette looks like, as long as the program has not set its own.
ThemeKind themeOfSystem();
/// Makes the folder where it is missing and writes into it. Throws text::Error with the reason when that cannot be
/// done.
void requireUsableDataFolder(const QString& folder);
/// Lets everything in this process use the chosen data folder. $AMPSCOPE_DATA goes first: who sets it means it. False
/// when the chosen one cannot be used, which is then left alone.
bool useDataFolder(const Settings& settings);

} // namespace ampscope::ui

#include "ui/bridge/settings_file.h"

#include <QStandardPaths>
#include <chrono>
#include <filesystem>
#include <string>

#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "core/io/ini.h"
#include "core/io/set_aside.h"

namespace ampscope::ui {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxBytes = 1u << 20;
constexpr std::chrono::milliseconds kPatience{500}; // another window holds the folder for milliseconds only

std::string folder() {
    return (QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/ampscope").toStdString();
}
std::string path() {
    return folder() + "/ampscope.ini";
}
std::string copyPath() {
    return path() + ".bak";
}
bool exists(const std::string& name) {
    std::error_code ignored;
    return fs::exists(fs::u8path(name), ignored);
}

// Throws BadInput for a damaged file. An empty one is what a crash left of one that has a copy.
std::string soundText(const std::string& name) {
    if (!exists(name)) return {};
    const std::string text = io::read_file(name, kMaxBytes);
    if (!io::is_ini(text) || (text.empty() && exists(copyPath()))) throw text::bad_input("io.not_ini", {}, {name});
    return text;
}

bool isDamaged() {
    try {
        static_cast<void>(soundText(path()));
        return false;
    } catch (const text::Error& error) {
        if (error.kind() != text::ErrorKind::BadInput) throw;
        return true;
    }
}

std::string textOrCopy() {
    if (!isDamaged()) return soundText(path());
    try {
        return soundText(copyPath());
    } catch (const text::Error&) {
        return {};
    }
}

} // namespace

QString settingsPath() {
    return QString::fromStdString(path());
}

QMap<QString, QString> storedSettings(const QString& section) {
    QMap<QString, QString> values;
    try {
        for (const auto& [key, value] : io::ini_values(textOrCopy(), section.toStdString()))
            values[QString::fromStdString(key)] = QString::fromStdString(value);
    } catch (const text::Error&) {
        // It cannot be read: as if there were none.
    }
    return values;
}

void storeSettings(const QString& section, const QMap<QString, QString>& values) {
    if (values.isEmpty()) return;
    io::make_folder(folder());
    const io::FolderLock lock(folder(), kPatience);
    io::IniValues changes;
    for (auto value = values.cbegin(); value != values.cend(); ++value)
        changes[value.key().toStdString()] = value->toStdString();
    const std::string before = textOrCopy(), after = io::ini_with(before, section.toStdString(), changes);
    if (isDamaged()) static_cast<void>(io::set_aside(path())); // somebody broke it while this program ran
    if (after != before || !exists(path())) io::write_file(path(), after);
}

std::optional<text::Error> mendSettings() {
    bool is_damaged = false;
    try {
        if (!exists(path())) return std::nullopt;
        const io::FolderLock lock(folder(), kPatience);
        try {
            const std::string text = soundText(path());
            if (!exists(copyPath()) || io::read_file(copyPath(), kMaxBytes) != text) io::write_file(copyPath(), text);
            return std::nullopt;
        } catch (const text::Error& damage) {
            if (damage.kind() != text::ErrorKind::BadInput) throw;
            is_damaged = true;
            const std::string copy = textOrCopy();
            const text::Argument file{"file", io::set_aside(path())}, reason{"reason", io::placed_message(damage)};
            if (copy.empty()) return text::bad_input("gui.settings_begun_anew", {file, reason});
            io::write_file(path(), copy);
            return text::bad_input("gui.settings_set_aside", {file, reason});
        }
    } catch (const text::Error& error) {
        // A place that cannot be written is told when something is saved.
        return is_damaged ? std::optional(error) : std::nullopt;
    }
}

} // namespace ampscope::ui

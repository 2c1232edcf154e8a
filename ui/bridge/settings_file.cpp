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

struct Stored {
    std::string text;                  ///< of a damaged file the last good copy's, "" without one
    std::optional<text::Error> damage; ///< BadInput
};

// Throws what is no damage: a place that cannot be read.
Stored stored() {
    try {
        return {soundText(path()), {}};
    } catch (const text::Error& damage) {
        if (damage.kind() != text::ErrorKind::BadInput) throw;
        try {
            return {soundText(copyPath()), damage};
        } catch (const text::Error&) {
            return {"", damage};
        }
    }
}

} // namespace

QMap<QString, QString> storedSettings(const QString& section) {
    QMap<QString, QString> values;
    try {
        for (const auto& [key, value] : io::ini_values(stored().text, section.toStdString()))
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
    const Stored before = stored();
    const std::string after = io::ini_with(before.text, section.toStdString(), changes);
    if (before.damage) static_cast<void>(io::set_aside(path())); // somebody broke it while this program ran
    if (after != before.text || !exists(path())) io::write_file(path(), after);
}

std::optional<text::Error> mendSettings() {
    std::optional<text::Error> damage;
    try {
        if (!exists(path())) return std::nullopt;
        const io::FolderLock lock(folder(), kPatience);
        const Stored found = stored();
        damage = found.damage;
        if (!damage) {
            const bool is_kept = exists(copyPath()) && io::read_file(copyPath(), kMaxBytes) == found.text;
            if (!is_kept) io::write_file(copyPath(), found.text);
            return std::nullopt;
        }
        const text::Argument file{"file", io::set_aside(path())}, reason{"reason", io::placed_message(*damage)};
        if (found.text.empty()) return text::bad_input("gui.settings_begun_anew", {file, reason});
        io::write_file(path(), found.text);
        return text::bad_input("gui.settings_set_aside", {file, reason});
    } catch (const text::Error& error) {
        // A place that cannot be written is told when something is saved.
        return damage ? std::optional(error) : std::nullopt;
    }
}

} // namespace ampscope::ui

// The file in which windows keep what they remember: ampscope.ini in the user's configuration folder. Written whole by
// the guarded writer, so that a full disk leaves the old one; several windows add what each of them changed.
#pragma once

#include <QMap>
#include <QString>
#include <optional>

#include "core/text/message.h"

namespace ampscope::ui {

/// The values of one section. None where there is no file, where it is larger than 1 MB or cannot be read; of a damaged
/// one those of its last good copy.
QMap<QString, QString> storedSettings(const QString& section);
/// Sets these and leaves all others. Throws text::Error with the reason when the place cannot be written; the file is
/// then as it was.
void storeSettings(const QString& section, const QMap<QString, QString>& values);
/// For the start of a window, before anything is read: keeps a copy of a sound file; moves a damaged one aside, puts
/// the last good copy in its place, and says so. A place that cannot be written is left alone.
std::optional<text::Error> mendSettings();

} // namespace ampscope::ui

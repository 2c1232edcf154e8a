// What each instrument shows, how to read it, where its numbers come from, and its keys: the catalogue's words.
#pragma once

#include <QString>

namespace ampscope::ui {

/// "Loss scale"; "" for an id that has no text.
QString instrumentName(const QString& id);
/// The keys that work while the instrument has the keyboard; "" where it has none of its own.
QString instrumentKeys(const QString& id);
/// For What's This: name, text and keys as rich text; "" for an id that has no text.
QString instrumentHelp(const QString& id);

} // namespace ampscope::ui

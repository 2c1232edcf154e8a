// What the window remembers between two starts. Nothing leaves the machine.
#pragma once

#include <QByteArray>
#include <QString>

#include "core/text/message.h"
#include "ui/plot/theme.h"

namespace ampscope::ui {

struct Settings {
    text::Language language = text::Language::English;
    ThemeKind theme = ThemeKind::Light;
    double scale = 1; ///< type size, 0.8 to 2
    QByteArray geometry;
    bool welcomed = false; ///< the welcome has been closed
    QString dataFolder;    ///< where progress is kept; not stored; "": in memory only

    /// Values that are missing, broken or out of range fall back to the system's language and the light theme.
    static Settings load();
    /// False when the place cannot be written: the window goes on with what it has.
    bool save() const;
};

} // namespace ampscope::ui

#include "ui/shell/settings.h"

#include <QLocale>
#include <QSettings>

namespace ampscope::ui {

static QSettings file() {
    return QSettings(QSettings::IniFormat, QSettings::UserScope, "ampscope", "ampscope");
}

Settings Settings::load() {
    const QSettings stored = file();
    // Only plain strings and numbers are read: an INI file could also hold serialised objects.
    const auto text = [&](const char* key) {
        const QVariant value = stored.value(key);
        return value.typeId() == QMetaType::QString ? value.toString() : QString();
    };
    Settings settings;
    const auto system = QLocale().language() == QLocale::Korean ? text::Language::Korean : text::Language::English;
    settings.language = text::parse_language(text("language").toStdString(), system);
    settings.theme = text("theme") == "dark" ? ThemeKind::Dark : ThemeKind::Light;
    bool is_number = false;
    const double scale = text("scale").toDouble(&is_number);
    if (is_number && scale >= 0.8 && scale <= 2) settings.scale = scale;
    settings.geometry = QByteArray::fromBase64(text("geometry").toLatin1());
    settings.welcomed = text("welcomed") == "yes";
    return settings;
}

bool Settings::save() const {
    QSettings stored = file();
    stored.setValue("language", QString::fromUtf8(text::language_code(language)));
    stored.setValue("theme", theme == ThemeKind::Dark ? "dark" : "light");
    stored.setValue("scale", QString::number(scale));
    stored.setValue("geometry", QString::fromLatin1(geometry.toBase64()));
    stored.setValue("welcomed", welcomed ? "yes" : "no");
    stored.sync();
    return stored.status() == QSettings::NoError;
}

} // namespace ampscope::ui

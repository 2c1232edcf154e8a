#include "ui/instruments/instrument_help.h"

#include "core/text/catalogue.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {
namespace {

// Keys that several instruments share.
struct Family {
    const char* keys;
    const char* ids; ///< with a space before and behind each
};
constexpr Family kFamilies[] = {
    {"plot", " accumulator columns histogram loss loss-difference memory-bars memory-timeline micro-batches roofline "
             "scale-trace spacing speed-parts throughput update "},
    {"rows", " advisor autocast-table checkpoint-map code-table hardware lanes layers nonfinite overflow-policies "
             "parts-table runs saved-tensors shadow-error "},
};

QString find(const std::string& id) {
    return text::find_entry(id) ? say(std::string(id)) : QString();
}

} // namespace

QString instrumentName(const QString& id) {
    return find("instrument_name." + id.toStdString());
}

QString instrumentKeys(const QString& id) {
    for (const auto& family : kFamilies)
        if (QString::fromUtf8(family.ids).contains(' ' + id + ' '))
            return find("instrument_keys." + std::string(family.keys));
    return find("instrument_keys." + id.toStdString());
}

QString instrumentHelp(const QString& id) {
    const QString name = instrumentName(id);
    if (name.isEmpty()) return {};
    QString help = "<p><b>" + name.toHtmlEscaped() + "</b></p><p>" +
                   find("instrument." + id.toStdString()).toHtmlEscaped() + "</p>";
    if (const QString keys = instrumentKeys(id); !keys.isEmpty()) help += "<p><i>" + keys.toHtmlEscaped() + "</i></p>";
    return help;
}

} // namespace ampscope::ui

#include "ui/instruments/paper/export_settings.h"

#include <QRegularExpression>
#include <cmath>

#include "core/io/numbers.h"
#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/text/message.h"
#include "ui/bridge/settings_file.h"

namespace ampscope::ui {

namespace {

constexpr auto kSection = "export";

constexpr FileFormat kFormats[] = {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf, FileFormat::Csv};

} // namespace

ExportSettings ExportSettings::load() {
    const QMap<QString, QString> stored = storedSettings(kSection);
    const auto text = [&](const char* key, const QString& otherwise) { return stored.value(key, otherwise); };
    const auto number = [&](const char* key, double least, double most, double otherwise) {
        const auto value = io::parse_double(text(key, {}).toStdString());
        return value && *value >= least && *value <= most ? *value : otherwise;
    };
    ExportSettings settings;
    const QStringList formats = text("formats", "png").split('+');
    settings.formats.clear();
    for (const auto format : kFormats)
        if (formats.contains(fileEnding(format))) settings.formats.push_back(format);
    settings.millimetres = {number("width", kLeastMillimetres, kMostMillimetres, 160),
                            number("height", kLeastMillimetres, kMostMillimetres, 100)};
    settings.dpi = static_cast<int>(number("dpi", kLeastDpi, kMostDpi, 300));
    settings.caption = text("caption", "yes") != "no";
    settings.outlines = text("outlines", {}) == "yes";
    settings.bom = text("bom", {}) == "yes";
    settings.visibleRows = text("visible_rows", {}) == "yes";
    settings.grey = text("grey", {}) == "yes";
    settings.language = text("language", {});
    if (settings.language != "ko" && settings.language != "en") settings.language.clear();
    settings.name = text("name", {}).left(200);
    settings.pattern = text("pattern", settings.pattern).left(200);
    settings.folder = text("folder", {});
    return settings;
}

bool ExportSettings::save() const {
    QStringList endings;
    for (const auto format : formats)
        endings << fileEnding(format);
    const auto yes = [](bool value) { return QString(value ? "yes" : "no"); };
    const auto number = [](double value) { return QString::fromStdString(io::to_text(value)); };
    try {
        storeSettings(kSection, {{"formats", endings.join('+')},
                                 {"width", number(millimetres.width())},
                                 {"height", number(millimetres.height())},
                                 {"dpi", QString::number(dpi)},
                                 {"caption", yes(caption)},
                                 {"outlines", yes(outlines)},
                                 {"bom", yes(bom)},
                                 {"visible_rows", yes(visibleRows)},
                                 {"grey", yes(grey)},
                                 {"language", language},
                                 {"name", name},
                                 {"pattern", pattern},
                                 {"folder", folder}});
    } catch (const text::Error&) {
        return false;
    }
    return true;
}

QString fileNameOf(const QString& pattern, const Exhibit& exhibit) {
    QString name = pattern;
    const auto put = [&](const QString& word, const QString& value) {
        if (value.isEmpty()) name.replace("-" + word, QString());
        name.replace(word, value);
    };
    put("{plot}", exhibit.plot);
    put("{scenario}", exhibit.scenario);
    put("{precision}", exhibit.precision);
    put("{seed}", exhibit.seed ? QString::number(*exhibit.seed) : QString());
    // What some system takes for something else in a name, spaces, and a dot that would hide the file.
    static const QRegularExpression unfit("[\\x00-\\x20\\x7f/\\\\:*?\"<>|,]+"), repeated("-{2,}"), ends("^[-.]+|-+$");
    name.replace(unfit, "-").replace(repeated, "-").remove(ends);
    return name.isEmpty() ? "figure" : name.left(120);
}

static bool isLogarithmic(const Axis& axis) {
    return axis.ticks == Axis::Ticks::PowersOfTwo || axis.ticks == Axis::Ticks::Doublings;
}

double axisPosition(const Axis& axis, const QString& text) {
    const double value = numeric::to_double(numeric::parse_expression(text.toStdString()));
    const double position = isLogarithmic(axis) ? std::log2(value) : value;
    // The plot refuses larger ones without a word.
    if (!std::isfinite(position) || std::fabs(position) > 1e12)
        throw text::bad_input("figure.bad_position", {{"found", text.toStdString()}});
    return position;
}

QString axisText(const Axis& axis, double position) {
    if (!isLogarithmic(axis)) return QString::fromStdString(io::to_text(position, 4));
    const double rounded = std::round(position);
    return std::fabs(position - rounded) < 1e-9 ? QString("2^%1").arg(static_cast<int>(rounded))
                                                : QString::fromStdString(io::to_text(std::exp2(position), 6));
}

AxisRange axisRange(const Axis& axis, const QString& text) {
    const QStringList ends = text.split(':');
    if (ends.size() != 2) throw text::bad_input("figure.bad_range", {{"found", text.toStdString()}});
    const AxisRange range{axisPosition(axis, ends[0]), axisPosition(axis, ends[1])};
    if (!(range.first < range.second)) throw text::bad_input("figure.bad_range", {{"found", text.toStdString()}});
    return range;
}

} // namespace ampscope::ui

#include "ui/shell/report/record_figures.h"

#include <memory>
#include <vector>

#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/record/run_record.h"
#include "core/train/compute_thread.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_model.h"
#include "ui/instruments/column_plot.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/paper/export_settings.h"
#include "ui/instruments/registry.h"

namespace ampscope::ui {

namespace {

// A figure of the record alone, without an instrument of its own.
constexpr const char* kGradientNorm = "gradient-norm";
constexpr const char* kColumns = "columns";

text::Error unknownPlot(const QString& found) {
    return text::bad_input("figure.unknown_plot",
                           {{"found", found.toStdString()}, {"known", plotIds().join(", ").toStdString()}});
}

std::unique_ptr<Instrument> instrumentFor(const QString& plot) {
    const QString id = plot.section('/', 0, 0), part = plot.section('/', 1);
    if (!plotIds().contains(id) || (!part.isEmpty() && id != kColumns)) throw unknownPlot(plot);
    auto instrument = makeInstrument(id);
    if (auto* columns = qobject_cast<ColumnPlot*>(instrument.get()); columns && !part.isEmpty()) {
        const auto* info = record::find_column(part.toStdString());
        if (!info) {
            std::string known;
            for (const auto& column : record::columns())
                known.append(known.empty() ? "" : ", ").append("columns/").append(column.name);
            throw text::bad_input("figure.unknown_plot", {{"found", plot.toStdString()}, {"known", known}});
        }
        columns->setColumn(info->column);
    }
    return instrument;
}

Exhibit gradientNorm(const record::RunRecord& run, std::int64_t step) {
    Figure figure = figureOf(kGradientNorm, run, step);
    if (!figure.empty.isEmpty())
        throw text::bad_input("figure.nothing_why", {{"plot", kGradientNorm}, {"why", figure.empty.toStdString()}});
    figure.caption += QStringLiteral(" · ") + badgeText(Provenance::Recorded);
    return {std::move(figure), kGradientNorm, {}, {}, {}};
}

// What is missing in a record can be had by recording more, where it is made of details.
text::Error withRemedy(const text::Error& error, const QString& plot) {
    static const QStringList of_details = {"histogram", "layers",      "memory-timeline", "micro-batches", "nonfinite",
                                           "op-flow",   "parts-table", "saved-tensors",   "shadow-error"};
    if (!error.message().id.starts_with("figure.nothing") || !of_details.contains(plot)) return error;
    std::string reason = say(error).toStdString();
    while (reason.ends_with('.'))
        reason.pop_back();
    return text::bad_input("figure.not_recorded", {{"reason", reason}});
}

} // namespace

QStringList plotIds() {
    return {"checkpoint-map", "code",         "columns",         kGradientNorm, "histogram",     "lanes",
            "layers",         "loss",         "loss-difference", "memory-bars", "memory-strip",  "memory-timeline",
            "micro-batches",  "nonfinite",    "op-flow",         "parts-table", "saved-tensors", "scale-trace",
            "scaler-state",   "shadow-error", "throughput",      "weights"};
}

void renderRecordFigures(const FigureRequest& request) {
    std::vector<FileFormat> formats;
    for (const QString& out : request.outs) {
        const auto format = fileFormat(out);
        if (!format) throw text::bad_input("export.unknown_ending", {{"path", out.toStdString()}});
        formats.push_back(*format);
    }
    LanguageSwitch::instance().setLanguage(request.language);
    // Wrong words are said before a large record is read.
    std::unique_ptr<Instrument> instrument = request.plot == kGradientNorm ? nullptr : instrumentFor(request.plot);
    const auto count = static_cast<std::size_t>(request.records.size());
    if (count > kMostCompared)
        throw text::bad_input("figure.too_many",
                              {{"found", std::to_string(count)}, {"most", std::to_string(kMostCompared)}});
    train::ComputeThread thread; // models want one; nothing is computed
    std::vector<std::unique_ptr<RunModel>> models;
    for (const QString& path : request.records) {
        models.push_back(std::make_unique<RunModel>(thread));
        models.back()->showRecord(record::load_record(path.toStdString()));
    }
    const record::RunRecord& first = models.front()->record();
    const std::int64_t last = first.samples().empty() ? 0 : first.samples().back().step();
    const std::int64_t step = request.step.value_or(last);
    if (step > last)
        throw text::bad_input("figure.no_step", {{"found", std::to_string(step)}, {"last", std::to_string(last)}});
    Exhibit exhibit;
    try {
        if (!instrument) {
            exhibit = gradientNorm(first, step);
        } else {
            instrument->setRun(models.front().get());
            QList<RunModel*> others;
            for (std::size_t i = 1; i < models.size(); ++i)
                others << models[i].get();
            instrument->setComparison(others);
            if (request.step) models.front()->select(step);
            exhibit = instrument->exhibit();
        }
    } catch (const text::Error& error) {
        throw withRemedy(error, request.plot);
    }
    ExportOptions options = request.options;
    const auto range = [&](const char* option, const QString& typed, Axis Figure::*axis) -> std::optional<AxisRange> {
        if (typed.isEmpty()) return std::nullopt;
        const Figure* figure = exhibit.figure();
        if (!figure || (axis == &Figure::y && !figure->rows.rows.empty()))
            throw text::bad_input("figure.no_axes", {{"option", option}, {"plot", request.plot.toStdString()}});
        return axisRange(figure->*axis, typed);
    };
    options.x = range("--x", request.x, &Figure::x);
    options.y = range("--y", request.y, &Figure::y);
    const bool is_drawn = std::ranges::any_of(formats, [](FileFormat format) { return format != FileFormat::Csv; });
    if (const auto least = is_drawn ? leastPage(exhibit, options) : std::nullopt) {
        const auto size = [](const QSizeF& page) {
            return io::to_text(page.width()) + "x" + io::to_text(page.height());
        };
        throw text::bad_input(
            "export.too_small",
            {{"plot", request.plot.toStdString()}, {"found", size(options.millimetres)}, {"least", size(*least)}});
    }
    const QSizeF pixels = pageSize(exhibit, options) * (options.dpi / 96.0);
    if (std::ranges::find(formats, FileFormat::Png) != formats.end() &&
        std::max(pixels.width(), pixels.height()) > kMaxPixels + 1)
        throw text::bad_input("export.too_large",
                              {{"pixels", std::to_string(qRound(std::max(pixels.width(), pixels.height())))},
                               {"most", std::to_string(kMaxPixels)}});
    std::vector<io::FileContent> files;
    for (std::size_t i = 0; i < formats.size(); ++i)
        files.push_back({request.outs[static_cast<qsizetype>(i)].toStdString(),
                         renderExhibit(exhibit, formats[i], options).toStdString()});
    io::write_files(files);
}

} // namespace ampscope::ui

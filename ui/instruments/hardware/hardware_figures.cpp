#include "ui/instruments/hardware/hardware_figures.h"

#include <QCoreApplication>
#include <array>
#include <cmath>

#include "core/hardware/machine.h"
#include "core/io/numbers.h"
#include "core/record/events.h"
#include "ui/bridge/language.h"
#include "ui/bridge/machine_model.h"

namespace ampscope::ui {

using hardware::Device;
using hardware::Format;
using hardware::FormatRate;
using hardware::Roof;

namespace {

/// Gives the figures' words their context in the translation.
struct HardwareFigures {
    Q_DECLARE_TR_FUNCTIONS(HardwareFigures)
};

constexpr std::array kRoofs = {Format::Fp32, Format::Tf32, Format::Fp16, Format::Bf16, Format::Fp8};

bool isThis(const Device& device) {
    return device.id == hardware::kThisMachine;
}

Roof roofOf(const Device& device, const FormatRate& rate) {
    return {rate.tflops * 1e12, device.bandwidth.value.value_or(0) * 1e9};
}

double bytesPerNumber(Format format) {
    return format == Format::Fp16 || format == Format::Bf16 ? 2 : format == Format::Fp8 ? 1 : 4;
}

// As hardware::forward_products() lists them.
QStringList productNames(qsizetype count) {
    if (count == 1) return {HardwareFigures::tr("linear")};
    return {HardwareFigures::tr("q, k, v"),
            HardwareFigures::tr("scores"),
            HardwareFigures::tr("weighted values"),
            HardwareFigures::tr("attention's output"),
            HardwareFigures::tr("feed-forward, up"),
            HardwareFigures::tr("feed-forward, down"),
            HardwareFigures::tr("head")};
}

/// Positions on both axes are exponents of 2; y in units of `unit` operations per second.
struct RoofPlot {
    Figure figure;
    double unit = 1e12, least = 1, most = 1; ///< least, most: operations per byte

    void add(const Device& device, bool faint) {
        for (const Format format : kRoofs) {
            const auto rate = hardware::rate_of(device, format);
            if (!rate) continue;
            const Roof roof = roofOf(device, *rate);
            Series series;
            series.name =
                faint ? QString() : HardwareFigures::tr("%1: %2").arg(formatText(format), rateText(rate->tflops));
            series.format = hueOf(format);
            series.faint = faint;
            // Under the ridge all formats have one roof, the memory's: drawn once.
            const double from = roof.ridge() > 0 ? std::clamp(roof.ridge(), least, most) : least;
            series.x = {std::log2(from), std::log2(most)};
            series.y = {std::log2(roof.attainable(from) / unit), std::log2(roof.attainable(most) / unit)};
            figure.series.push_back(series);
        }
    }

    void addMemory(const Device& device, bool faint) {
        double highest = 0;
        for (const Format format : kRoofs)
            if (const auto rate = hardware::rate_of(device, format)) highest = std::max(highest, rate->tflops * 1e12);
        if (!device.bandwidth.value || highest <= 0) return;
        const Roof roof{highest, *device.bandwidth.value * 1e9};
        const double to = std::clamp(roof.ridge(), least, most);
        Series series;
        series.faint = faint;
        if (!faint) series.name = HardwareFigures::tr("memory: %1 GB/s").arg(numberText(*device.bandwidth.value, 3));
        series.x = {std::log2(least), std::log2(to)};
        series.y = {std::log2(roof.attainable(least) / unit), std::log2(roof.attainable(to) / unit)};
        figure.series.push_back(series);
    }
};

double fastest(const Device& device) {
    double best = 0;
    for (const Format format : kRoofs)
        if (const auto rate = hardware::rate_of(device, format)) best = std::max(best, rate->tflops);
    return best;
}

// The products that were measured on this machine in that format, as operations per byte and per second.
std::vector<std::pair<double, double>> measuredProducts(std::string_view format) {
    std::vector<std::pair<double, double>> points;
    for (const auto& product : MachineModel::instance().rates().products)
        if (product.format == format) {
            const auto n = static_cast<double>(product.size);
            points.emplace_back(hardware::Product{n, n, n}.intensity(format == "fp32" ? 4 : 2), product.gflops * 1e9);
        }
    return points;
}
constexpr std::array kMeasuredFormats = {"fp32", "bf16", "fp16"};

void addMeasuredProducts(RoofPlot& plot) {
    for (const char* format : kMeasuredFormats) {
        Series series;
        series.kind = Series::Kind::Points;
        series.format = format;
        for (const auto& [intensity, rate] : measuredProducts(format)) {
            series.x << std::log2(intensity);
            series.y << std::log2(rate / plot.unit);
        }
        if (!series.x.isEmpty()) plot.figure.series.push_back(series);
    }
    plot.figure.legend << HardwareFigures::tr("coloured dots: measured, by size");
}

} // namespace

QString deviceText(const Device& device) {
    const QString name = QString::fromStdString(device.name);
    return isThis(device) ? HardwareFigures::tr("this machine (%1)").arg(name) : name;
}

QString formatText(Format format) {
    return format == Format::Tf32 ? QStringLiteral("TF32")
                                  : QString::fromUtf8(hardware::format_id(format).data(),
                                                      static_cast<qsizetype>(hardware::format_id(format).size()));
}

QString hueOf(Format format) {
    switch (format) {
    case Format::Fp32: return "fp32";
    case Format::Fp16: return "fp16";
    case Format::Bf16: return "bf16";
    case Format::Fp8: return "e4m3";
    default: return "tf32";
    }
}

QString rateText(double tflops) {
    return tflops < 1 ? numberText(1e3 * tflops, 3) + " GFLOPS" : numberText(tflops, 4) + " TFLOPS";
}

QString durationText(double seconds) {
    return seconds < 0.9995 ? numberText(1e3 * seconds, 3) + " ms" : numberText(seconds, 3) + " s";
}

Figure rooflineFigure(const HardwareModel& hardware) {
    RoofPlot plot;
    Figure& figure = plot.figure;
    const Device& device = hardware.device();
    figure.id = "roofline";
    figure.title = HardwareFigures::tr("Roofline");
    figure.provenance = isThis(device) ? Provenance::Measured : Provenance::Estimated;
    figure.x.ticks = figure.y.ticks = Axis::Ticks::Doublings;
    figure.x.title = HardwareFigures::tr("operations per byte of memory traffic");
    if (fastest(device) <= 0) {
        figure.empty = isThis(device)
                           ? HardwareFigures::tr("Nothing measured here yet.\n“Measure” does it in a few seconds.")
                           : HardwareFigures::tr("No rate of this device is published.");
        return figure;
    }
    const bool small = fastest(device) < 1;
    plot.unit = small ? 1e9 : 1e12;
    figure.y.title = small ? HardwareFigures::tr("GFLOPS (10⁹ operations per second)")
                           : HardwareFigures::tr("TFLOPS (10¹² operations per second)");

    // The scenario's products, on the roof of its format.
    const Format format = hardware.format();
    const auto rate = hardware::rate_of(device, format);
    const auto products = hardware::forward_products(hardware.scenario(), hardware.model());
    const double bytes = bytesPerNumber(format);
    double least = 1, most = 256;
    for (const auto& product : products) {
        least = std::min(least, product.intensity(bytes));
        most = std::max(most, product.intensity(bytes));
    }
    for (const Device* each : {&device, hardware.other() ? &*hardware.other() : nullptr})
        for (const Format known : kRoofs)
            if (const auto their = each ? hardware::rate_of(*each, known) : std::nullopt)
                most = std::max(most, roofOf(*each, *their).ridge());
    const bool shows_here = isThis(device) || (hardware.other() && isThis(*hardware.other()));
    if (shows_here)
        for (const char* each : kMeasuredFormats)
            for (const auto& [intensity, rate_here] : measuredProducts(each)) {
                least = std::min(least, intensity);
                most = std::max(most, intensity);
            }
    plot.least = std::exp2(std::floor(std::log2(least)) - 1);
    plot.most = std::exp2(std::ceil(std::log2(most)) + 1);

    if (hardware.other()) {
        plot.add(*hardware.other(), true);
        plot.addMemory(*hardware.other(), true);
    }
    plot.addMemory(device, false);
    plot.add(device, false);
    if (shows_here) addMeasuredProducts(plot);

    int bound_by_memory = 0;
    figure.table.header = {HardwareFigures::tr("product"), HardwareFigures::tr("operations per byte"),
                           HardwareFigures::tr("attainable, TFLOPS"), HardwareFigures::tr("of the peak, %"),
                           HardwareFigures::tr("ms in one forward pass")};
    if (rate) {
        const Roof roof = roofOf(device, *rate);
        const QStringList names = productNames(static_cast<qsizetype>(products.size()));
        Series series;
        series.kind = Series::Kind::Points;
        series.name = HardwareFigures::tr("products of %1 in %2")
                          .arg(QString::fromStdString(hardware.model().name), formatText(format));
        for (std::size_t i = 0; i < products.size(); ++i) {
            const double intensity = products[i].intensity(bytes), attainable = roof.attainable(intensity);
            series.x << std::log2(intensity);
            series.y << std::log2(attainable / plot.unit);
            if (intensity < roof.ridge()) ++bound_by_memory;
            figure.table.names << names.value(static_cast<qsizetype>(i));
            figure.table.rows.push_back({intensity, attainable / 1e12, 100 * attainable / roof.operations_per_second,
                                         1e3 * roof.seconds(products[i].operations(), products[i].bytes(bytes))});
        }
        figure.series.push_back(series);
        if (!device.bandwidth.value)
            figure.legend << HardwareFigures::tr("bandwidth not known: only arithmetic bounds");
        else
            figure.legend
                << HardwareFigures::tr("memory bounds %1 of %2 products").arg(bound_by_memory).arg(products.size());
    } else {
        figure.legend << HardwareFigures::tr("no rate for %1").arg(formatText(format));
    }
    if (hardware.other()) figure.legend << HardwareFigures::tr("faint: %1").arg(deviceText(*hardware.other()));
    figure.summary =
        rate ? HardwareFigures::tr("Roofline of %1: %2 in %3, ridge at %4 operations per byte. Of %5 products of a "
                                   "forward pass of %6, memory bounds %7.")
                   .arg(deviceText(device), rateText(rate->tflops), formatText(format),
                        device.bandwidth.value ? numberText(roofOf(device, *rate).ridge(), 3) : QStringLiteral("–"))
                   .arg(products.size())
                   .arg(QString::fromStdString(hardware.model().name))
                   .arg(bound_by_memory)
             : HardwareFigures::tr("Roofline of %1: no rate for %2.").arg(deviceText(device), formatText(format));
    figure.caption =
        isThis(device)
            ? HardwareFigures::tr("%1, threads: %2; roofs: the best measured product and copy; products of the model: "
                                  "on the roof, estimated")
                  .arg(QString::fromStdString(MachineModel::instance().rates().environment))
                  .arg(MachineModel::instance().rates().threads)
            : HardwareFigures::tr("%1; dense peaks at boost clock: roofs, not predictions").arg(deviceText(device));
    return figure;
}

namespace {

QStringList measuredRatios() {
    const auto& rates = MachineModel::instance().rates();
    QStringList all;
    const auto plain = rates.step_ms("micro", "fp32");
    for (const char* format : {"bf16", "fp16"})
        if (const auto ms = rates.step_ms("micro", format); ms && plain)
            all << QString("%1 %2×").arg(format, numberText(*plain / *ms, 2));
    return all;
}

} // namespace

Figure speedPartsFigure(const HardwareModel& hardware) {
    const Device& device = hardware.device();
    const auto& rates = MachineModel::instance().rates();
    const std::string& name = hardware.model().name;
    const bool timed = isThis(device) && rates.step_ms(name, "fp32");
    const scenario::Scenario scenario =
        timed ? hardware::scenario_of({name, "fp32", 0}, rates.threads) : hardware.scenario();

    Figure figure;
    figure.id = "speed-parts";
    figure.title = HardwareFigures::tr("Parts of a step");
    figure.provenance = Provenance::Estimated;
    std::vector<hardware::StepTime> times;
    for (const Format format : {Format::Fp32, Format::Tf32, Format::Fp16, Format::Bf16})
        if (const auto time = hardware::step_time(device, scenario, hardware.model(), format)) times.push_back(*time);
    if (times.empty()) {
        figure.empty = isThis(device)
                           ? HardwareFigures::tr("Nothing measured here yet.\n“Measure” does it in a few seconds.")
                           : HardwareFigures::tr("No rate of this device is published.");
        return figure;
    }
    const auto measured = [&](const hardware::StepTime& time) {
        return timed ? rates.step_ms(name, formatText(time.format).toLower().toStdString()) : std::nullopt;
    };
    double longest = 0;
    for (const auto& time : times)
        longest = std::max({longest, time.total_s(), measured(time).value_or(0) / 1e3});
    const bool in_seconds = longest >= 2;
    const double unit = in_seconds ? 1 : 1e-3;
    figure.x.title = in_seconds ? HardwareFigures::tr("seconds per optimizer step")
                                : HardwareFigures::tr("milliseconds per optimizer step");
    figure.rows.parts = {{HardwareFigures::tr("matrix products"), {Token::Memory1}},
                         {HardwareFigures::tr("everything else"), {Token::Memory3}},
                         {HardwareFigures::tr("optimizer, casts"), {Token::Memory4}}};
    figure.table.header = {HardwareFigures::tr("format"),
                           HardwareFigures::tr("peak, TFLOPS"),
                           HardwareFigures::tr("products, ms"),
                           HardwareFigures::tr("everything else, ms"),
                           HardwareFigures::tr("optimizer, ms"),
                           HardwareFigures::tr("step, ms"),
                           HardwareFigures::tr("share of products, %"),
                           HardwareFigures::tr("Amdahl, times"),
                           HardwareFigures::tr("step, times"),
                           HardwareFigures::tr("measured, ms")};
    const auto& plain = times.front(); // fp32 comes first where there is a figure
    QStringList said;
    for (const auto& time : times) {
        const double amdahl = hardware::amdahl(plain.product_share(), time.rate.tflops / plain.rate.tflops);
        const double faster = plain.total_s() / time.total_s();
        const auto real = measured(time);
        StackedRow row;
        row.name = formatText(time.format);
        row.parts = {time.products_s / unit, time.elementwise_s / unit, time.optimizer_s / unit};
        row.labels = {HardwareFigures::tr("%1 %").arg(numberText(100 * time.product_share(), 2)), {}, {}};
        row.result = &time == &plain
                         ? durationText(time.total_s())
                         : HardwareFigures::tr("%1, %2×").arg(durationText(time.total_s()), numberText(faster, 2));
        if (real) {
            row.mark = *real * 1e-3 / unit;
            row.badge = HardwareFigures::tr("measured: %1").arg(durationText(*real / 1e3));
        }
        figure.rows.rows.push_back(row);
        figure.table.names << row.name;
        figure.table.rows.push_back({time.rate.tflops, 1e3 * time.products_s, 1e3 * time.elementwise_s,
                                     1e3 * time.optimizer_s, 1e3 * time.total_s(), 100 * time.product_share(), amdahl,
                                     faster, real.value_or(record::kMissing)});
        if (&time != &plain)
            said << HardwareFigures::tr("%1: peak %2×, Amdahl %3×, step %4×")
                        .arg(row.name, numberText(time.rate.tflops / plain.rate.tflops, 2), numberText(amdahl, 2),
                             numberText(faster, 2));
    }
    // Of the scenario's format, or of the first other one.
    const QString wanted = formatText(hardware.format());
    for (const QString& line : said)
        if (line.startsWith(wanted + ":")) figure.legend << line;
    if (figure.legend.isEmpty() && !said.isEmpty()) figure.legend << said.back();
    const QStringList here = measuredRatios();
    if (!timed && !here.isEmpty())
        figure.legend << HardwareFigures::tr("micro measured here: %1 of fp32").arg(here.join(", "));
    figure.summary = HardwareFigures::tr("One step of %1 on %2, estimated. In fp32 %3, of which products take %4 %. %5")
                         .arg(QString::fromStdString(name), deviceText(device), durationText(plain.total_s()),
                              numberText(100 * plain.product_share(), 2), said.join("; "));
    figure.caption =
        timed ? HardwareFigures::tr(
                    "8 sequences of 64 tokens; %1, threads: %2; predicted from the best measured product and copy")
                    .arg(QString::fromStdString(rates.environment))
                    .arg(rates.threads)
              : HardwareFigures::tr("%1 × %2 sequences of %3 tokens; a lower bound: peaks, perfect caches, no launches")
                    .arg(scenario.accumulation_steps)
                    .arg(scenario.micro_batch())
                    .arg(scenario.sequence_length);
    return figure;
}

} // namespace ampscope::ui

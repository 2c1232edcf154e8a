// devices, advise
#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "app/cli/cli.h"
#include "app/cli/gpu_report.h"
#include "app/cli/table.h"
#include "app/cli/this_machine.h"
#include "core/hardware/advice.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/hardware/memory_budget.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using hardware::Basis;
using hardware::Catalogue;
using hardware::Device;
using hardware::Figure;
using hardware::Format;
using memory::bytes_text;
using Layout = io::JsonWriter::Layout;

Device device_named(const std::string& name) {
    return name == hardware::kThisMachine ? this_machine() : hardware::catalogue().at(name);
}

// How far a figure can be trusted, as one sign behind it; explained below the table.
std::string mark(Basis basis) {
    switch (basis) {
    case Basis::Secondary: return "'";
    case Basis::DerivedFromSparse: return "h";
    case Basis::Derived:
    case Basis::GeneralKnowledge: return "~";
    case Basis::Measured: return "*";
    default: return "";
    }
}

std::string marked(double value, Basis basis) {
    return io::to_text(value, 4) + mark(basis);
}

std::string marked(const Figure& figure) {
    return figure.value ? marked(*figure.value, figure.basis) : "?";
}

std::string sizes_text(const Device& device) {
    std::string text;
    for (const double size : device.memory_gb)
        text += (text.empty() ? "" : "/") + io::to_text(size, 3);
    return text.empty() ? "-" : text + mark(device.memory.basis);
}

std::string rate_text(const Device& device, Format format) {
    if (const auto rate = hardware::rate_of(device, format)) return marked(rate->tflops, rate->basis);
    return hardware::support_of(device, format).support == hardware::Support::Refused ? "-" : "?";
}

// --- devices

void write_sources(io::JsonWriter& writer, const std::vector<std::string>& sources) {
    writer.list_member("sources", sources, Layout::OneLine);
}

void write_figure(io::JsonWriter& writer, std::string_view name, const Figure& figure) {
    writer.begin_object(name, Layout::OneLine);
    writer.member("value", figure.value);
    writer.member("basis", hardware::basis_id(figure.basis));
    write_sources(writer, figure.sources);
    if (!figure.note.empty()) writer.member("note", figure.note);
    writer.end();
}

// The members of its object.
void write_device(io::JsonWriter& writer, const Context& context, const Device& device) {
    writer.member("id", device.id);
    writer.member("name", device.name);
    writer.member("kind", device.kind);
    writer.member("vendor", device.vendor);
    writer.member("architecture", device.architecture);
    device.capability.empty() ? writer.null_member("capability") : writer.member("capability", device.capability);
    write_figure(writer, "launch_year", device.launch_year);
    writer.list_member("memory_gb", device.memory_gb, Layout::OneLine);
    write_figure(writer, "memory", device.memory);
    write_figure(writer, "bandwidth_gb_s", device.bandwidth);
    writer.begin_object("tflops");
    for (const auto& [rate, figure] : device.rates)
        write_figure(writer, hardware::rate_id(rate), figure);
    writer.end();
    writer.begin_object("flop_per_cycle_per_core");
    for (const auto& [format, figure] : device.flop_per_cycle)
        write_figure(writer, format, figure);
    writer.end();
    writer.begin_object("support");
    for (const Format format : hardware::kFormats) {
        const auto rule = hardware::support_of(device, format);
        writer.begin_object(hardware::format_id(format), Layout::OneLine);
        writer.member("support", hardware::support_id(rule.support));
        writer.member("reason", context.say(rule.reason));
        write_sources(writer, rule.sources);
        if (const auto rate = hardware::rate_of(device, format)) {
            writer.member("tflops", rate->tflops);
            writer.member("basis", hardware::basis_id(rate->basis));
            if (device.bandwidth.value)
                writer.member("ridge", hardware::Roof{rate->tflops * 1e12, *device.bandwidth.value * 1e9}.ridge());
        }
        writer.end();
    }
    writer.end();
    writer.list_member(
        "notes", device.notes, [&](const auto& note) { return note.in(context.language); }, Layout::OneLine);
}

int list_devices(Context& context) {
    std::vector<Device> devices = hardware::catalogue().devices;
    devices.push_back(this_machine());
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& device : devices) {
            writer.begin_object();
            write_device(writer, context, device);
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    Table table({"id", context.say("hardware.column_name"), "GB", "GB/s", "fp32", "TF32", "fp16", "bf16", "fp8",
                 context.say("hardware.column_bf16")});
    for (std::size_t column = 2; column < 9; ++column)
        table.align(column, Table::Align::Right);
    for (const auto& device : devices) {
        std::vector<std::string> row = {device.id, device.name, sizes_text(device), marked(device.bandwidth)};
        for (const Format format : {Format::Fp32, Format::Tf32, Format::Fp16, Format::Bf16, Format::Fp8})
            row.push_back(rate_text(device, format));
        row.push_back(context.say(hardware::support_message(hardware::support_of(device, Format::Bf16).support)));
        table.add(std::move(row));
    }
    table.print(context.out);
    context.out << context.say("hardware.list_foot") << '\n';
    return kDone;
}

// Every source that the card names, once.
std::vector<std::string> sources_of(const Device& device) {
    std::vector<std::string> all;
    const auto take = [&](const std::vector<std::string>& sources) {
        for (const auto& source : sources)
            if (std::ranges::find(all, source) == all.end()) all.push_back(source);
    };
    take(device.capability_sources);
    take(device.launch_year.sources);
    take(device.memory.sources);
    take(device.bandwidth.sources);
    for (const auto& [rate, figure] : device.rates)
        take(figure.sources);
    for (const auto& [format, figure] : device.flop_per_cycle)
        take(figure.sources);
    take(device.support.sources);
    return all;
}

void print_card(Context& context, const Device& device) {
    context.out << device.id << "  " << device.name << '\n';
    Table facts({"  " + context.say("hardware.card_architecture"),
                 device.architecture + (device.capability.empty() ? "" : ", compute capability " + device.capability)});
    const auto figure_row = [&](const char* title, const std::string& value, const Figure& figure) {
        facts.add({"  " + context.say(title), value + "  (" + context.say(hardware::basis_message(figure.basis)) +
                                                  (figure.sources.empty() ? "" : ": " + text::joined(figure.sources)) +
                                                  ")"});
    };
    if (device.launch_year.value)
        figure_row("hardware.card_year", io::to_text(*device.launch_year.value), device.launch_year);
    figure_row("hardware.card_memory", sizes_text(device) + " GB " + device.memory_type, device.memory);
    figure_row("hardware.card_bandwidth", marked(device.bandwidth) + " GB/s", device.bandwidth);
    for (const auto& [rate, figure] : device.rates)
        if (figure.value)
            figure_row("hardware.card_rate", std::string(hardware::rate_id(rate)) + " " + marked(figure) + " TFLOPS",
                       figure);
    for (const auto& [format, figure] : device.flop_per_cycle)
        figure_row("hardware.card_cycle", format + " " + marked(figure), figure);
    facts.print(context.out);

    context.out << '\n';
    Table support({"  " + context.say("hardware.column_format"), context.say("hardware.column_support"), "TFLOPS",
                   context.say("hardware.column_ridge"), context.say("hardware.column_why")});
    support.align(2, Table::Align::Right);
    support.align(3, Table::Align::Right);
    for (const Format format : hardware::kFormats) {
        const auto rule = hardware::support_of(device, format);
        const auto rate = hardware::rate_of(device, format);
        const bool has_ridge = rate && device.bandwidth.value;
        support.add({"  " + std::string(hardware::format_id(format)),
                     context.say(hardware::support_message(rule.support)), rate_text(device, format),
                     has_ridge
                         ? io::to_text(hardware::Roof{rate->tflops * 1e12, *device.bandwidth.value * 1e9}.ridge(), 3)
                         : "-",
                     context.say(rule.reason) + (rate ? " " + context.say(rate->what) : "")});
    }
    support.print(context.out);
    for (const auto& note : device.notes)
        context.out << "  " << note.in(context.language) << '\n';
    context.out << context.say("hardware.list_foot") << '\n' << context.say("hardware.ridge_foot") << '\n';
    const auto sources = sources_of(device);
    if (!sources.empty()) context.out << '\n' << context.say("hardware.sources_head") << '\n';
    for (const auto& id : sources)
        if (const auto* source = hardware::catalogue().source(id))
            context.out << "  " << id << ": " << source->title << (source->url.empty() ? "" : "  " + source->url)
                        << '\n';
}

struct DeviceOptions {
    std::string name;
    bool measure = false;
    std::int64_t threads = 1;
};

int show_device(Context& context, const DeviceOptions& options) {
    const bool is_this = options.name == hardware::kThisMachine;
    if (options.measure && !is_this) throw text::bad_input("hardware.measure_only_this", {{"found", options.name}});
    hardware::MeasuredRates rates = is_this ? kept_machine_rates() : hardware::MeasuredRates();
    if (options.measure) {
        int status = kDone;
        const auto measured = measure_this_machine(context, options.threads, status);
        if (!measured) return status;
        rates = *measured;
    }
    const Device device = is_this ? hardware::machine_device(hardware::read_machine(), rates, hardware::catalogue())
                                  : hardware::catalogue().at(options.name);
    if (!context.json) {
        print_card(context, device);
        if (is_this && rates.empty()) context.out << '\n' << context.say("hardware.not_measured") << '\n';
        print_rates(context, rates);
        if (is_this) print_gpu(context);
        return kDone;
    }
    io::JsonWriter writer;
    writer.begin_object();
    write_device(writer, context, device);
    if (is_this) write_rates(writer, rates);
    if (is_this) write_gpu(writer, context);
    writer.end();
    context.out << writer.text();
    return kDone;
}

// --- advise

struct AdviseOptions {
    std::string model, device, budget, precision, attention = "explicit";
    std::int64_t batch = 128, sequence = 512;
};

struct Row {
    hardware::AdviceRequest request;
    Device device;
    hardware::Advice advice;
    scenario::Scenario shown; ///< the advised setting, in the precision that was asked for

    /// Of its products.
    Format format() const {
        if (shown.precision == scenario::Precision::Fp16) return Format::Fp16;
        return shown.precision == scenario::Precision::Bf16 ? Format::Bf16 : Format::Fp32;
    }
};

// A product on the roofline of its format: all in operations, bytes and seconds.
struct ProductPoint {
    hardware::Product product;
    double intensity = 0, attainable = 0, of_peak = 0, seconds = 0;
};
// Empty where the device has no rate for the format.
std::vector<ProductPoint> products_of(const Row& row) {
    std::vector<ProductPoint> points;
    const auto rate = hardware::rate_of(row.device, row.format());
    if (!rate) return points;
    const hardware::Roof roof{rate->tflops * 1e12, row.device.bandwidth.value.value_or(0) * 1e9};
    const double bytes = row.format() == Format::Fp32 ? 4 : 2;
    for (const auto& product : hardware::forward_products(row.shown, row.request.model)) {
        const double intensity = product.intensity(bytes), attainable = roof.attainable(intensity);
        points.push_back({product, intensity, attainable, attainable / roof.operations_per_second,
                          roof.seconds(product.operations(), product.bytes(bytes))});
    }
    return points;
}

std::string precision_text(const Context& context, const scenario::Scenario& setting) {
    const std::string precision(scenario::choice_name(setting.precision));
    return setting.precision == scenario::Precision::Fp16 ? precision + context.say("hardware.with_scaler") : precision;
}

std::string chapter_text(const Context& context, const hardware::ChapterRow* row) {
    if (!row) return "-";
    const std::string precision = row->precision == scenario::Precision::Fp16
                                      ? "fp16" + context.say("hardware.with_scaler")
                                      : std::string(scenario::choice_name(row->precision));
    std::string count = std::to_string(row->accumulation_least);
    if (row->accumulation_most != row->accumulation_least) count += "-" + std::to_string(row->accumulation_most);
    return precision + ", " + count + ", " +
           context.say(row->checkpointing ? "hardware.checkpoint_yes" : "hardware.checkpoint_no");
}

void write_times(io::JsonWriter& writer, const hardware::Advice& advice) {
    writer.begin_array("step_times");
    for (const auto& time : advice.times) {
        writer.begin_object(Layout::OneLine);
        writer.member("format", hardware::format_id(time.format));
        writer.member("badge", "estimated");
        writer.member("tflops", time.rate.tflops);
        writer.member("basis", hardware::basis_id(time.rate.basis));
        writer.member("products_ms", 1e3 * time.products_s);
        writer.member("elementwise_ms", 1e3 * time.elementwise_s);
        writer.member("optimizer_ms", 1e3 * time.optimizer_s);
        writer.member("total_ms", 1e3 * time.total_s());
        writer.member("product_share", time.product_share());
        writer.end();
    }
    writer.end();
}

void write_products(io::JsonWriter& writer, const Row& row) {
    writer.member("products_format", hardware::format_id(row.format()));
    writer.begin_array("products");
    for (const auto& point : products_of(row)) {
        writer.begin_object(Layout::OneLine);
        writer.member("rows", point.product.rows);
        writer.member("inner", point.product.inner);
        writer.member("columns", point.product.columns);
        writer.member("count", point.product.count);
        writer.member("operations_per_byte", point.intensity);
        writer.member("attainable_tflops", point.attainable / 1e12);
        writer.member("share_of_peak", point.of_peak);
        writer.member("ms", 1e3 * point.seconds);
        writer.end();
    }
    writer.end();
}

void print_products(Context& context, const Row& row) {
    const auto points = products_of(row);
    if (points.empty()) return;
    context.out << '\n'
                << context.say("hardware.products_head", {{"format", std::string(hardware::format_id(row.format()))}})
                << '\n';
    Table table({"  " + context.say("hardware.column_product"), context.say("hardware.column_intensity"), "TFLOPS",
                 context.say("hardware.column_of_peak"), "ms"});
    for (std::size_t column = 1; column < 5; ++column)
        table.align(column, Table::Align::Right);
    for (const auto& point : points) {
        std::ostringstream shape;
        shape << "  " << io::to_text(point.product.count) << " x [" << io::to_text(point.product.rows) << ", "
              << io::to_text(point.product.inner) << "] [" << io::to_text(point.product.inner) << ", "
              << io::to_text(point.product.columns) << "]";
        table.add({shape.str(), io::to_text(point.intensity, 4), io::to_text(point.attainable / 1e12, 4),
                   io::to_text(100 * point.of_peak, 3) + " %", io::to_text(1e3 * point.seconds, 4)});
    }
    table.print(context.out);
}

void write_row(io::JsonWriter& writer, const Context& context, const Row& row) {
    const auto& [request, device, advice, shown] = row;
    writer.begin_object();
    writer.member("model", request.model.name);
    writer.member("parameters", request.model.parameters);
    writer.member("device", device.id);
    writer.member("precision", scenario::choice_name(advice.setting.precision));
    writer.member("scaler", advice.setting.scaler_enabled());
    writer.member("accumulation_steps", advice.setting.accumulation_steps);
    writer.member("micro_batch_size", advice.setting.micro_batch_size);
    writer.member("sequence_length", advice.setting.sequence_length);
    writer.member("checkpointing", scenario::choice_name(advice.setting.checkpointing.kind));
    writer.member("need", advice.need.total());
    writer.member("states", advice.need.states.total());
    writer.member("budget", advice.budget);
    writer.member("fits", advice.fits);
    writer.member("missing", advice.missing);
    writer.member("largest_micro_batch", advice.largest_micro_batch);
    if (advice.chapter) {
        writer.member("chapter", chapter_text(context, advice.chapter));
        writer.member("agrees", advice.agrees);
    } else {
        writer.null_member("chapter");
    }
    writer.list_member("reasons", advice.reasons, [&](const auto& reason) { return context.say(reason); });
    writer.begin_array("checklist");
    for (const auto& item : advice.checklist) {
        writer.begin_object(Layout::OneLine);
        writer.member("what", context.say(item.what));
        writer.member("here", context.say(item.here));
        writer.end();
    }
    writer.end();
    write_times(writer, advice);
    write_products(writer, row);
    writer.end();
}

void print_details(Context& context, const Row& row) {
    const auto& advice = row.advice;
    context.out << '\n' << row.request.model.name << " / " << row.device.name << '\n';
    for (const auto& reason : advice.reasons)
        context.out << "  - " << context.say(reason) << '\n';
}

void print_times(Context& context, const hardware::Advice& advice) {
    if (advice.times.empty()) return;
    context.out << '\n' << context.say("hardware.times_head") << '\n';
    Table table({"  " + context.say("hardware.column_format"), "TFLOPS", context.say("hardware.column_products"),
                 context.say("hardware.column_elementwise"), context.say("hardware.column_optimizer"),
                 context.say("hardware.column_step"), context.say("hardware.column_product_share")});
    for (std::size_t column = 1; column < 7; ++column)
        table.align(column, Table::Align::Right);
    const auto duration = [](double seconds) {
        return seconds < 0.9995 ? io::to_text(1e3 * seconds, 3) + " ms" : io::to_text(seconds, 3) + " s";
    };
    for (const auto& time : advice.times)
        table.add({"  " + std::string(hardware::format_id(time.format)), marked(time.rate.tflops, time.rate.basis),
                   duration(time.products_s), duration(time.elementwise_s), duration(time.optimizer_s),
                   duration(time.total_s()), io::to_text(100 * time.product_share(), 2) + " %"});
    table.print(context.out);
    const bool measured = advice.times.front().rate.basis == Basis::Measured;
    context.out << (measured ? context.say("hardware.times_measured")
                             : context.say("hardware.times_foot",
                                           {{"utilization", io::to_text(100 * hardware::kMeasuredUtilization, 2)}}))
                << '\n';
}

std::vector<std::pair<std::string, std::string>> wanted(const AdviseOptions& options) {
    std::vector<std::pair<std::string, std::string>> pairs;
    if (!options.model.empty() && !options.device.empty()) return {{options.model, options.device}};
    if (!options.device.empty()) return {{"10m", options.device}, {"30m", options.device}, {"125m", options.device}};
    const std::string model = options.model.empty() ? "" : memory::parse_model(options.model).name;
    for (const auto& row : hardware::chapter_rows())
        if (model.empty() || row.model == model) pairs.emplace_back(row.model, row.device);
    if (pairs.empty()) throw text::bad_input("hardware.advise_needs_device", {{"model", options.model}});
    return pairs;
}

int advise(Context& context, const AdviseOptions& options) {
    std::vector<Row> rows;
    for (const auto& [model, device] : wanted(options)) {
        Row row;
        row.request.model = memory::parse_model(model);
        row.device = device_named(device);
        row.request.batch = options.batch, row.request.sequence = options.sequence;
        row.request.attention =
            options.attention == "fused" ? scenario::Attention::Fused : scenario::Attention::Explicit;
        if (!options.budget.empty()) row.request.budget = hardware::parse_budget(options.budget).bytes;
        row.advice = hardware::advise(row.request, row.device);
        row.shown = row.advice.setting;
        if (!options.precision.empty()) scenario::set_field(row.shown, "precision", options.precision);
        rows.push_back(std::move(row));
    }
    const bool all_fit = std::ranges::all_of(rows, [](const Row& row) { return row.advice.fits; });
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& row : rows)
            write_row(writer, context, row);
        writer.end();
        context.out << writer.text();
        return all_fit ? kDone : kAnswerIsNo;
    }
    context.out << context.say("hardware.advise_head", {{"batch", text::grouped(options.batch)},
                                                        {"sequence", text::grouped(options.sequence)},
                                                        {"attention", options.attention}})
                << '\n';
    Table table({context.say("hardware.column_model"), context.say("hardware.column_device"),
                 context.say("hardware.column_precision"), context.say("hardware.column_accumulation"),
                 context.say("hardware.column_checkpoint"), context.say("hardware.column_need"),
                 context.say("hardware.column_budget"), context.say("hardware.column_fits"),
                 context.say("hardware.column_chapter"), context.say("hardware.column_agrees")});
    for (const auto& row : rows) {
        const auto& advice = row.advice;
        const bool checkpoints = advice.setting.checkpointing.kind != scenario::CheckpointKind::None;
        table.add({row.request.model.name, row.device.id, precision_text(context, advice.setting),
                   std::to_string(advice.setting.accumulation_steps) + " x " +
                       std::to_string(advice.setting.micro_batch_size),
                   context.say(checkpoints ? "hardware.yes" : "hardware.no"), bytes_text(advice.need.total()),
                   bytes_text(advice.budget), context.say(advice.fits ? "hardware.yes" : "hardware.no"),
                   chapter_text(context, advice.chapter),
                   advice.chapter ? context.say(advice.agrees ? "hardware.yes" : "hardware.no") : "-"});
    }
    table.print(context.out);
    for (const auto& row : rows)
        print_details(context, row);
    if (rows.size() == 1) {
        print_times(context, rows.front().advice);
        print_products(context, rows.front());
        context.out << '\n' << context.say("hardware.checklist_head") << '\n';
        for (const auto& item : rows.front().advice.checklist)
            context.out << "  [ ] " << context.say(item.what) << "\n      " << context.say(item.here) << '\n';
    }
    return all_fit ? kDone : kAnswerIsNo;
}

} // namespace

void add_hardware_commands(CLI::App& app, Action& chosen) {
    auto* devices = app.add_subcommand("devices", "Devices: memory, rates, formats, with the source of each figure");
    auto card = std::make_shared<DeviceOptions>();
    devices->add_option("ID", card->name, "One device's card: t4, \"RTX 4090\", this");
    devices->add_flag("--measure", card->measure,
                      "With `this`: multiply, copy and train a few seconds here, and keep what was measured");
    devices->add_option("--threads", card->threads, "With --measure: how many threads")->capture_default_str();
    devices->callback([&chosen, card] {
        chosen = [card](Context& context) {
            return card->name.empty() && !card->measure ? list_devices(context) : show_device(context, *card);
        };
    });

    auto* command = app.add_subcommand("advise", "Settings for a model on a device, with reasons and a checklist");
    auto options = std::make_shared<AdviseOptions>();
    command->add_option("--model", options->model,
                        "nano, micro, 10m, 30m, 125m, or a number of parameters such as 350M; else the chapter's");
    command->add_option("--device", options->device, "A device of `devices`, or this; else the chapter's six rows");
    command->add_option("--batch", options->batch, "Sequences per optimizer step")->capture_default_str();
    command->add_option("--sequence", options->sequence, "Tokens in a sequence")->capture_default_str();
    command->add_option("--attention", options->attention, "explicit or fused")
        ->check(CLI::IsMember({"explicit", "fused"}))
        ->capture_default_str();
    command->add_option("--precision", options->precision, "Of the products on the roofline; else the advised one")
        ->check(CLI::IsMember({"fp32", "fp16", "bf16"}));
    command->add_option("--budget", options->budget, "Memory to stay within, in place of the device's: 16GB");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return advise(context, *options); }; });
}

} // namespace ampscope::cli

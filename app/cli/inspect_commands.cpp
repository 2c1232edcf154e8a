// inspect
#include <CLI/CLI.hpp>
#include <cmath>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "app/cli/tensor_reading.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/tensorfile/example.h"
#include "core/tensorfile/inspection.h"

namespace ampscope::cli {
namespace {

using namespace tensorfile;
using io::JsonWriter;

struct Options {
    std::string file, tensor, scale = "1", formats;
    TensorOptions opening;
    std::size_t worst = 5;
};

constexpr std::size_t kMostWorst = 1000;

std::string number(double value) {
    return io::to_text(value, 6);
}

std::string percent(std::int64_t count, std::int64_t all) {
    if (count == 0) return "0";
    return io::to_text(100.0 * static_cast<double>(count) / static_cast<double>(all), 3) + "%";
}

std::string power(int exponent) {
    return "2^" + std::to_string(exponent);
}

std::string shape_of(const std::vector<std::uint64_t>& shape) {
    std::string all;
    for (const auto dimension : shape)
        all += (all.empty() ? "" : " x ") + std::to_string(dimension);
    return all.empty() ? "()" : all;
}

std::string place_of(const TensorInfo& info, std::uint64_t place) {
    std::string all = "[";
    for (const auto index : index_of(info, place))
        all += (all.size() == 1 ? "" : ", ") + std::to_string(index);
    return all + "]";
}

std::string shown_name(const Context& context, const TensorInfo& info) {
    return info.name.empty() ? context.say("inspect.unnamed") : text::one_line(info.name, 60);
}

// --- JSON

void write_element(JsonWriter& writer, const TensorFile& file, const Element& element, bool rounded) {
    const TensorInfo& info = file.tensors()[element.tensor];
    writer.begin_object(JsonWriter::Layout::OneLine);
    writer.member("tensor", info.name);
    writer.member("flat_index", flat_index_of(info, element.place));
    writer.begin_array("index");
    for (const auto index : index_of(info, element.place))
        writer.value(index);
    writer.end();
    writer.member("value", exact_text(file, element));
    if (rounded) {
        writer.member("stored", element.stored);
        writer.member("relative_error", element.relative_error);
    }
    writer.end();
}

void write_elements(JsonWriter& writer, const char* name, const TensorFile& file, const std::vector<Element>& elements,
                    bool rounded) {
    writer.begin_array(name);
    for (const auto& element : elements)
        write_element(writer, file, element, rounded);
    writer.end();
}

void write_shares(JsonWriter& writer, const Shares& shares) {
    writer.member("lost", shares.lost);
    writer.member("subnormal", shares.subnormal);
    writer.member("overflowed", shares.overflowed);
}

void write_report(JsonWriter& writer, const TensorFile& file, const TensorReport& report) {
    writer.member("elements", report.total);
    writer.member("zero", report.zero);
    writer.member("negative", report.negative);
    writer.member("infinite", report.infinite);
    writer.member("nan", report.nan);
    writer.member("min", report.min);
    writer.member("max", report.max);
    writer.member("least_magnitude", report.least);
    writer.member("largest_magnitude", report.largest);
    writer.begin_array("formats");
    for (const auto& format : report.formats) {
        writer.begin_object();
        writer.member("format", format.format.id);
        write_shares(writer, format.shares);
        writer.member("changed", format.changed);
        writer.member("relative_rms", format.relative_rms);
        writer.member("max_relative", format.max_relative);
        if (format.best_log2_scale) {
            writer.member("best_log2_scale", *format.best_log2_scale);
            writer.begin_object("at_best_scale", JsonWriter::Layout::OneLine);
            write_shares(writer, format.at_best);
            writer.end();
        } else {
            writer.null_member("best_log2_scale");
        }
        write_elements(writer, "worst", file, format.worst, true);
        write_elements(writer, "lost_elements", file, format.lost, true);
        writer.end();
    }
    writer.end();
    write_elements(writer, "largest", file, report.largest_values, false);
    write_elements(writer, "not_finite", file, report.not_finite, false);
    if (report.binades.empty()) return;
    writer.begin_array("histogram");
    for (const auto& binade : report.binades) {
        if (binade.count == 0) continue;
        writer.begin_object(JsonWriter::Layout::OneLine);
        writer.member("log2", binade.exponent);
        writer.member("count", binade.count);
        writer.member("typical", binade.typical);
        writer.end();
    }
    writer.end();
}

void print_json(Context& context, const TensorFile& file, const FileReport& report, double scale) {
    JsonWriter writer;
    writer.begin_object();
    writer.member("file", file.path());
    writer.member("kind", kind_id(file.kind()));
    writer.member("scale", scale);
    writer.begin_object("metadata");
    for (const auto& [name, value] : file.metadata())
        writer.member(name, value);
    writer.end();
    writer.begin_array("notes");
    for (const auto& note : file.notes())
        writer.value(context.say(note));
    writer.end();
    writer.begin_array("tensors");
    for (const auto& tensor : report.tensors) {
        const TensorInfo& info = file.tensors()[tensor.tensor];
        writer.begin_object();
        writer.member("name", info.name);
        writer.member("dtype", dtype_name(info.dtype));
        writer.member("stored_as", info.stored_as);
        writer.begin_array("shape");
        for (const auto dimension : info.shape)
            writer.value(dimension);
        writer.end();
        write_report(writer, file, tensor);
        writer.end();
    }
    writer.end();
    writer.begin_array("not_read");
    for (const auto index : report.skipped)
        writer.value(file.tensors()[index].name);
    writer.end();
    writer.begin_object("all");
    write_report(writer, file, report.all);
    writer.end();
    writer.end();
    context.out << writer.text();
}

// --- tables

void print_tensors(Context& context, const TensorFile& file, const FileReport& report) {
    std::vector<std::string> header = {context.say("inspect.tensor"), context.say("inspect.type"),
                                       context.say("inspect.shape"), context.say("inspect.zero"),
                                       context.say("inspect.sizes")};
    for (const auto& format : report.all.formats)
        header.push_back(format.format.id + " " + context.say("inspect.lost_and_over"));
    Table table(header);
    for (std::size_t column = 3; column < header.size(); ++column)
        table.align(column, Table::Align::Right);
    const auto add = [&](const TensorReport& each, std::string name, std::string type, std::string shape) {
        std::string zero = percent(each.zero, std::max<std::int64_t>(1, each.total));
        if (each.infinite + each.nan > 0) zero += " + " + std::to_string(each.infinite + each.nan) + " inf/NaN";
        std::vector<std::string> cells = {
            std::move(name), std::move(type), std::move(shape), zero,
            each.sizes() == 0 ? "-" : io::to_text(each.least, 2) + " … " + io::to_text(each.largest, 3)};
        for (const auto& format : each.formats)
            cells.push_back(percent(format.shares.lost, each.total) + " / " +
                            percent(format.shares.overflowed, each.total));
        table.add(std::move(cells));
    };
    for (const auto& tensor : report.tensors) {
        const TensorInfo& info = file.tensors()[tensor.tensor];
        add(tensor, shown_name(context, info), std::string(dtype_name(info.dtype)), shape_of(info.shape));
    }
    if (report.tensors.size() != 1) add(report.all, context.say("inspect.all"), "", text::grouped(report.all.total));
    table.print(context.out);
}

void print_formats(Context& context, const TensorReport& report) {
    Table table({context.say("inspect.format"), context.say("inspect.lost"), context.say("inspect.subnormal"),
                 context.say("inspect.overflowed"), context.say("inspect.rms"), context.say("inspect.max_relative"),
                 context.say("inspect.best"), context.say("inspect.at_best")});
    for (std::size_t column = 1; column < 8; ++column)
        table.align(column, Table::Align::Right);
    const auto all = std::max<std::int64_t>(1, report.total);
    for (const auto& format : report.formats)
        table.add({format.format.id, percent(format.shares.lost, all), percent(format.shares.subnormal, all),
                   percent(format.shares.overflowed, all),
                   std::isnan(format.relative_rms) ? "-" : io::to_text(format.relative_rms, 3),
                   io::to_text(format.max_relative, 3), format.best_log2_scale ? power(*format.best_log2_scale) : "-",
                   format.best_log2_scale ? percent(format.at_best.lost, all) : "-"});
    table.print(context.out);
}

void print_histogram(Context& context, const TensorReport& report) {
    if (report.binades.empty()) return;
    std::int64_t highest = 1;
    for (const auto& binade : report.binades)
        highest = std::max(highest, binade.count);
    constexpr double kWidth = 40;
    Table table({context.say("inspect.size"), context.say("inspect.count"), ""});
    table.align(0, Table::Align::Right);
    table.align(1, Table::Align::Right);
    bool gap = false;
    for (const auto& binade : report.binades) {
        if (binade.count == 0) {
            if (!gap) table.add({"…", "", ""});
            gap = true;
            continue;
        }
        gap = false;
        const double share = static_cast<double>(binade.count) / static_cast<double>(highest);
        table.add({power(binade.exponent), text::grouped(binade.count),
                   std::string(static_cast<std::size_t>(std::max(1.0, std::round(kWidth * share))), '#')});
    }
    table.print(context.out);
}

void print_elements(Context& context, const TensorFile& file, const std::string& title,
                    const std::vector<Element>& elements, bool rounded) {
    if (elements.empty()) return;
    context.out << '\n' << title << '\n';
    std::vector<std::string> header = {context.say("inspect.tensor"), context.say("inspect.index"),
                                       context.say("inspect.value")};
    if (rounded) header.insert(header.end(), {context.say("inspect.stored"), context.say("inspect.relative")});
    Table table(header);
    for (std::size_t column = 2; column < header.size(); ++column)
        table.align(column, Table::Align::Right);
    for (const auto& element : elements) {
        const TensorInfo& info = file.tensors()[element.tensor];
        std::vector<std::string> cells = {shown_name(context, info), place_of(info, element.place),
                                          exact_text(file, element)};
        if (rounded) cells.insert(cells.end(), {number(element.stored), io::to_text(element.relative_error, 3)});
        table.add(std::move(cells));
    }
    table.print(context.out);
}

void print(Context& context, const TensorFile& file, const FileReport& report, double scale) {
    context.out << context.say("inspect.summary", {{"kind", std::string(kind_id(file.kind()))},
                                                   {"tensors", std::to_string(file.tensors().size())},
                                                   {"elements", text::grouped(report.all.total)},
                                                   {"scale", number(scale)}})
                << '\n';
    for (const auto& note : file.notes())
        context.out << context.say(note) << '\n';
    for (const auto index : report.skipped)
        context.out << context.say("inspect.not_read",
                                   {{"name", file.tensors()[index].name},
                                    {"dtype", std::string(dtype_name(file.tensors()[index].dtype))}})
                    << '\n';
    context.out << '\n';
    print_tensors(context, file, report);
    if (report.all.total == 0) return;
    context.out << '\n';
    print_formats(context, report.all);
    context.out << '\n';
    print_histogram(context, report.all);
    print_elements(context, file, context.say("inspect.largest_title"), report.all.largest_values, false);
    print_elements(context, file, context.say("inspect.not_finite_title"), report.all.not_finite, false);
    for (const auto& format : report.all.formats) {
        print_elements(context, file, context.say("inspect.worst_title", {{"format", format.format.name}}),
                       format.worst, true);
        print_elements(context, file, context.say("inspect.lost_title", {{"format", format.format.name}}), format.lost,
                       true);
    }
}

FileReport report_on(const TensorFile& file, const Options& options, const InspectOptions& inspect) {
    if (options.tensor.empty() && file.tensors().size() != 1) return inspect_all(file, inspect);
    std::size_t index = 0;
    if (!options.tensor.empty()) {
        std::string known;
        while (index < file.tensors().size() && file.tensors()[index].name != options.tensor)
            known += (known.empty() ? "" : ", ") + text::one_line(file.tensors()[index++].name, 40);
        if (index == file.tensors().size())
            throw text::bad_input("inspect.unknown_tensor", {{"found", options.tensor}, {"known", known}},
                                  {options.file});
    }
    FileReport report;
    report.tensors.push_back(tensorfile::inspect(file, index, inspect));
    report.all = report.tensors.front();
    return report;
}

int inspect_file(Context& context, const Options& options) {
    InspectOptions inspect;
    inspect.scale = numeric::to_double(numeric::parse_expression(options.scale));
    if (!options.formats.empty()) inspect.formats = inspect_formats(comma_separated("--formats", options.formats));
    inspect.worst = std::min(options.worst, kMostWorst);
    OpenOptions open = options.opening.open();
    std::unique_ptr<TensorFile> file;
    FileReport report;
    const auto interrupted = read_with_progress(context, [&](const Reading& reading) {
        open.stop = inspect.stop = reading.stop;
        open.progress = inspect.progress = reading.progress;
        file = open_file_or_example(options.file, open);
        report = report_on(*file, options, inspect);
    });
    if (interrupted) return *interrupted;
    if (context.json)
        print_json(context, *file, report, inspect.scale);
    else
        print(context, *file, report, inspect.scale);
    return kDone;
}

} // namespace

void add_inspect_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand(
        "inspect", "What number formats would make of the tensors in a .npy, .safetensors or CSV file");
    auto options = std::make_shared<Options>();
    command->add_option("file", options->file, "The file; or example, example:activations, example:adam")->required();
    command->add_option("--tensor", options->tensor, "Only this one");
    command->add_option("--scale", options->scale, "Multiply by it before rounding, such as 2^16");
    command->add_option("--formats", options->formats, "Separated by commas; fp16,bf16,e4m3,e5m2 otherwise");
    options->opening.add_to(*command);
    command->add_option("--worst", options->worst, "How many elements in each list of worst ones");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return inspect_file(context, *options); }; });
}

} // namespace ampscope::cli

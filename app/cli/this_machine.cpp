#include "app/cli/this_machine.h"

#include <algorithm>

#include "app/cli/interrupt.h"
#include "app/cli/table.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine_file.h"
#include "core/hardware/step_time.h"
#include "core/io/numbers.h"
#include "core/memory/model.h"
#include "core/record/store/data_folder.h"
#include "core/train/machine_rates.h"
#include "core/version.h"

namespace ampscope::cli {

using hardware::MeasuredRates;
using Layout = io::JsonWriter::Layout;

namespace {

std::vector<std::int64_t> sizes_of(const MeasuredRates& rates) {
    std::vector<std::int64_t> sizes;
    for (const auto& product : rates.products)
        if (std::ranges::find(sizes, product.size) == sizes.end()) sizes.push_back(product.size);
    std::ranges::sort(sizes);
    return sizes;
}

std::vector<std::string> formats_of(const MeasuredRates& rates) {
    std::vector<std::string> formats;
    for (const auto& product : rates.products)
        if (std::ranges::find(formats, product.format) == formats.end()) formats.push_back(product.format);
    return formats;
}

} // namespace

MeasuredRates kept_machine_rates() {
    return hardware::kept_rates(record::data_folder(), hardware::read_machine(), kLibTorchVersion);
}

hardware::Device this_machine() {
    return hardware::machine_device(hardware::read_machine(), kept_machine_rates(), hardware::catalogue());
}

std::optional<MeasuredRates> measure_this_machine(Context& context, std::int64_t threads, int& status) {
    const InterruptScope interrupt;
    std::stop_source stop;
    train::RatePlan plan;
    plan.threads = threads;
    std::optional<MeasuredRates> rates;
    context.with_engine([&](train::Engine& engine) {
        const auto tell = [&](const train::RateProgress& progress) {
            if (interrupt.requested()) stop.request_stop();
            context.err << context.say("hardware.measuring", {{"done", std::to_string(progress.done + 1)},
                                                              {"all", std::to_string(progress.all)},
                                                              {"what", progress.what}})
                        << '\n';
        };
        rates = train::measure_rates(engine, plan, tell, stop.get_token());
    });
    if (!rates) {
        status = interrupt.status();
        return rates;
    }
    try {
        hardware::keep_rates(record::data_folder(), hardware::read_machine(), *rates);
    } catch (const text::Error& error) {
        context.warn(context.say("hardware.not_kept", {{"reason", error.text(context.language)}}));
    }
    return rates;
}

void print_rates(Context& context, const MeasuredRates& rates) {
    if (rates.empty()) return;
    context.out << '\n'
                << context.say("hardware.rates_head", {{"environment", rates.environment},
                                                       {"threads", std::to_string(rates.threads)},
                                                       {"copy", io::to_text(rates.copy_gb_s, 3)}})
                << '\n';
    const auto formats = formats_of(rates);
    std::vector<std::string> header = {"  " + context.say("hardware.column_size")};
    for (const auto& format : formats)
        header.push_back(format);
    Table table(header);
    for (std::size_t column = 0; column < header.size(); ++column)
        table.align(column, Table::Align::Right);
    for (const auto size : sizes_of(rates)) {
        std::vector<std::string> row = {std::to_string(size)};
        const auto plain = rates.product("fp32", size);
        for (const auto& format : formats) {
            const auto rate = rates.product(format, size);
            std::string cell = rate ? io::to_text(*rate, 3) : std::string("-");
            if (rate && plain && format != "fp32")
                cell.append(" (").append(io::to_text(*rate / *plain, 2)).append("x)");
            row.push_back(cell);
        }
        table.add(std::move(row));
    }
    table.print(context.out);
    context.out << context.say("hardware.rates_foot") << '\n';
    if (rates.steps.empty()) return;

    context.out << '\n' << context.say("hardware.steps_head") << '\n';
    Table steps({"  " + context.say("hardware.column_model"), context.say("hardware.column_precision"),
                 context.say("hardware.column_measured"), context.say("hardware.column_against_fp32"),
                 context.say("hardware.column_predicted"), context.say("hardware.column_factor")});
    for (std::size_t column = 2; column < 6; ++column)
        steps.align(column, Table::Align::Right);
    for (const auto& step : rates.steps) {
        const auto predicted = hardware::predicted_ms(step, rates);
        const auto plain = rates.step_ms(step.model, "fp32");
        steps.add({"  " + step.model, step.precision, io::to_text(step.ms, 3) + " ms",
                   plain ? io::to_text(*plain / step.ms, 3) + "x" : std::string("-"),
                   predicted ? io::to_text(*predicted, 3) + " ms" : std::string("-"),
                   predicted ? io::to_text(step.ms / *predicted, 2) + "x" : std::string("-")});
    }
    steps.print(context.out);
    context.out << context.say("hardware.steps_foot") << '\n';
}

void write_rates(io::JsonWriter& writer, const MeasuredRates& rates) {
    if (rates.empty()) {
        writer.null_member("measured");
        return;
    }
    writer.begin_object("measured");
    writer.member("badge", "measured");
    writer.member("environment", rates.environment);
    writer.member("threads", rates.threads);
    writer.member("copy_gb_s", rates.copy_gb_s);
    writer.begin_array("products");
    for (const auto& product : rates.products) {
        writer.begin_object(Layout::OneLine);
        writer.member("format", product.format);
        writer.member("size", product.size);
        writer.member("gflops", product.gflops);
        const auto plain = rates.product("fp32", product.size);
        writer.member("ratio_to_fp32", plain ? std::optional(product.gflops / *plain) : std::nullopt);
        writer.end();
    }
    writer.end();
    writer.begin_array("steps");
    for (const auto& step : rates.steps) {
        writer.begin_object(Layout::OneLine);
        writer.member("model", step.model);
        writer.member("precision", step.precision);
        writer.member("ms", step.ms);
        writer.member("predicted_ms", hardware::predicted_ms(step, rates));
        writer.end();
    }
    writer.end();
    writer.end();
}

} // namespace ampscope::cli

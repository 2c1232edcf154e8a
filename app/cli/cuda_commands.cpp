// cuda: the GPU, whether it gives the numbers of the core, and how fast it multiplies.
#include <CLI/CLI.hpp>

#include "app/cli/gpu_report.h"
#include "app/cli/table.h"
#include "core/cuda/self_check.h"
#include "core/io/numbers.h"

namespace ampscope::cli {
namespace {

using Layout = io::JsonWriter::Layout;

constexpr std::int64_t kLargestSize = 16384; // two fp32 factors and their product: 3.2 GB
constexpr std::int64_t kCopiedBytes = 1'000'000'000;

struct CudaOptions {
    bool rates = false;
    std::vector<std::int64_t> sizes = {1024, 2048, 4096, 8192};
};

struct Rate {
    cuda::Product product;
    std::int64_t size = 0;
    double gflops = 0;
};
struct Rates {
    std::vector<Rate> products;
    double copy_gb_s = 0;
    std::vector<text::Message> missing; ///< why some are not there
};

std::string gigabytes(std::int64_t bytes) {
    return io::to_text(static_cast<double>(bytes) / 1e9, 4);
}

text::Message line_of(const cuda::GpuInfo& info) {
    return {"cuda.gpu_line",
            {{"name", info.name},
             {"capability", info.capability()},
             {"memory", gigabytes(info.memory_bytes)},
             {"free", gigabytes(info.free_bytes)},
             {"driver", info.driver.empty() ? "?" : info.driver},
             {"cuda", cuda::cuda_version_text(info.driver_cuda)},
             {"built", cuda::cuda_version_text(info.runtime_cuda)}}};
}

Rates measured(cuda::Device& gpu, const std::vector<std::int64_t>& sizes) {
    Rates rates;
    for (const cuda::Product product : cuda::kProducts)
        try {
            for (const std::int64_t size : sizes)
                rates.products.push_back({product, size, gpu.product_rate(product, size)});
        } catch (const text::Error& error) {
            const std::string& id = error.message().id;
            if (id == "cuda.failed") throw; // a GPU in that state measures nothing
            rates.missing.push_back(error.message());
            if (id == "cuda.no_cublas") break;
        }
    rates.copy_gb_s = gpu.copy_rate(kCopiedBytes);
    return rates;
}

void require_sizes(const std::vector<std::int64_t>& sizes) {
    for (const std::int64_t size : sizes)
        if (size < 16 || size > kLargestSize || size % 16 != 0)
            throw text::bad_input("cuda.bad_size",
                                  {{"found", std::to_string(size)}, {"most", text::grouped(kLargestSize)}});
}

void print_rates(Context& context, const Rates& rates, const std::vector<std::int64_t>& sizes) {
    std::vector<std::string> header = {context.say("cuda.rates_head")};
    for (const std::int64_t size : sizes)
        header.push_back(std::to_string(size));
    Table table(header);
    for (const cuda::Product product : cuda::kProducts) {
        std::vector<std::string> row = {std::string(cuda::format_id(product))};
        for (const auto& rate : rates.products)
            if (rate.product == product) row.push_back(io::to_text(rate.gflops / 1e3, 4));
        if (row.size() == 1) continue;
        row.resize(header.size(), "-");
        table.add(std::move(row));
    }
    for (std::size_t column = 1; column < header.size(); ++column)
        table.align(column, Table::Align::Right);
    context.out << '\n';
    table.print(context.out);
    for (const auto& message : rates.missing)
        context.out << context.say(message) << '\n';
    context.out << context.say("cuda.copy_line", {{"rate", io::to_text(rates.copy_gb_s, 4)}}) << '\n';
}

void write_rates(io::JsonWriter& writer, const Context& context, const Rates& rates) {
    writer.begin_array("products");
    for (const auto& rate : rates.products) {
        writer.begin_object(Layout::OneLine);
        writer.member("format", cuda::format_id(rate.product));
        writer.member("size", rate.size);
        writer.member("gflops", rate.gflops);
        writer.end();
    }
    writer.end();
    writer.member("copy_gb_s", rates.copy_gb_s);
    writer.list_member(
        "missing", rates.missing, [&](const auto& message) { return context.say(message); }, Layout::OneLine);
}

void print_checks(Context& context, const std::vector<cuda::CheckResult>& results) {
    Table table({context.say("cuda.check_head"), context.say("cuda.check_compared"),
                 context.say("cuda.check_different"), context.say("cuda.check_first")});
    table.align(1, Table::Align::Right);
    table.align(2, Table::Align::Right);
    for (const auto& result : results)
        table.add({context.say(result.what), text::grouped(result.compared), text::grouped(result.different),
                   result.first.empty() ? "-" : result.first});
    table.print(context.out);
}

int run_cuda(Context& context, const CudaOptions& options) {
    require_sizes(options.sizes);
    cuda::Device& gpu = cuda::open_device();
    const cuda::GpuInfo info = gpu.info();
    const auto results = cuda::self_check(gpu);
    const auto failed = std::ranges::count_if(results, [](const auto& result) { return !result.passed(); });
    const Rates rates = options.rates ? measured(gpu, options.sizes) : Rates{};
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        write_gpu_info(writer, info);
        writer.begin_array("checks");
        for (const auto& result : results) {
            writer.begin_object(Layout::OneLine);
            writer.member("what", context.say(result.what));
            writer.member("compared", result.compared);
            writer.member("different", result.different);
            result.first.empty() ? writer.null_member("first") : writer.member("first", result.first);
            writer.end();
        }
        writer.end();
        writer.member("holds", failed == 0);
        if (options.rates) write_rates(writer, context, rates);
        writer.end();
        context.out << writer.text();
    } else {
        context.out << context.say(line_of(info)) << "\n\n";
        print_checks(context, results);
        context.out << context.say(failed == 0 ? "cuda.check_holds" : "cuda.check_fails") << '\n';
        if (options.rates) print_rates(context, rates, options.sizes);
    }
    return failed == 0 ? kDone : kAnswerIsNo;
}

} // namespace

void print_gpu(Context& context) {
    try {
        context.out << context.say(line_of(cuda::open_device().info())) << '\n';
    } catch (const text::Error& error) {
        context.out << context.say("cuda.no_gpu_line", {{"reason", error.text(context.language)}}) << '\n';
    }
}

void write_gpu(io::JsonWriter& writer, const Context& context) {
    try {
        const cuda::GpuInfo info = cuda::open_device().info();
        writer.begin_object("gpu");
        write_gpu_info(writer, info);
        writer.end();
        writer.null_member("gpu_missing");
    } catch (const text::Error& error) {
        writer.null_member("gpu");
        writer.member("gpu_missing", error.text(context.language));
    }
}

void write_gpu_info(io::JsonWriter& writer, const cuda::GpuInfo& info) {
    writer.member("name", info.name);
    writer.member("capability", info.capability());
    writer.member("memory_bytes", info.memory_bytes);
    writer.member("free_bytes", info.free_bytes);
    writer.member("multiprocessors", info.multiprocessors);
    writer.member("driver", info.driver);
    writer.member("driver_cuda", cuda::cuda_version_text(info.driver_cuda));
    writer.member("built_with_cuda", cuda::cuda_version_text(info.runtime_cuda));
    writer.member("devices", info.device_count);
    writer.member("bf16_products", info.has_bf16());
    writer.member("fp8_products", info.has_fp8());
}

void add_cuda_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand(
        "cuda", "This machine's NVIDIA GPU: what it is, and whether its kernels give the core's numbers");
    auto options = std::make_shared<CudaOptions>();
    command->add_flag("--rates", options->rates, "Also time matrix products by cuBLASLt, and a copy");
    command->add_option("--sizes", options->sizes, "With --rates: rows of the square matrices, multiples of 16")
        ->delimiter(',')
        ->capture_default_str();
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return run_cuda(context, *options); }; });
}

} // namespace ampscope::cli

#include "core/hardware/machine_file.h"

#include <cmath>
#include <filesystem>

#include "core/io/file.h"
#include "core/io/json_writer.h"

namespace ampscope::hardware {

namespace {

constexpr std::int64_t kSchema = 1;
constexpr std::size_t kMostBytes = 1u << 20;

double positive(const io::Json& json) {
    const double value = json.as_real();
    if (!(value > 0) || !std::isfinite(value)) throw json.error("hardware.not_positive", {{"found", json.raw()}});
    return value;
}

// As rates_environment() in core/train begins.
std::string library_text(std::string_view libtorch) {
    return std::string("LibTorch ").append(libtorch).append(",");
}

std::string path_in(const std::string& folder) {
    return std::string(folder).append("/").append(kMachineFile);
}

} // namespace

std::string machine_file_text(const Machine& machine, const MeasuredRates& measured) {
    using Layout = io::JsonWriter::Layout;
    io::JsonWriter writer;
    writer.begin_object();
    writer.member("schema", kSchema);
    writer.member("cpu", machine.cpu);
    writer.member("cores", machine.cores);
    writer.member("instructions", machine.instructions);
    writer.member("environment", measured.environment);
    writer.member("threads", measured.threads);
    writer.member("copy_gb_s", measured.copy_gb_s);
    writer.begin_array("products");
    for (const auto& product : measured.products) {
        writer.begin_object(Layout::OneLine);
        writer.member("format", product.format);
        writer.member("size", product.size);
        writer.member("gflops", product.gflops);
        writer.end();
    }
    writer.end();
    writer.begin_array("steps");
    for (const auto& step : measured.steps) {
        writer.begin_object(Layout::OneLine);
        writer.member("model", step.model);
        writer.member("precision", step.precision);
        writer.member("ms", step.ms);
        writer.end();
    }
    writer.end();
    writer.end();
    return writer.take();
}

std::optional<MeasuredRates> read_machine_file(const io::Json& file, const Machine& machine) {
    const std::int64_t schema = file.at("schema").as_integer();
    if (schema != kSchema)
        throw file.at("schema").error("hardware.bad_schema",
                                      {{"found", std::to_string(schema)}, {"known", std::to_string(kSchema)}});
    const bool is_this = file.at("cpu").as_string() == machine.cpu && file.at("cores").as_integer() == machine.cores &&
                         file.at("instructions").as_string() == machine.instructions;
    MeasuredRates measured;
    measured.environment = text::one_line(file.at("environment").as_string(), 100);
    const io::Json& threads = file.at("threads");
    constexpr std::int64_t kMostThreads = 4096;
    measured.threads = static_cast<int>(std::clamp<std::int64_t>(threads.as_integer(), 0, kMostThreads + 1));
    if (measured.threads < 1 || measured.threads > kMostThreads)
        throw threads.error("hardware.bad_threads", {{"found", threads.raw()}});
    measured.copy_gb_s = positive(file.at("copy_gb_s"));
    for (const auto& row : file.at("products").items()) {
        static_cast<void>(positive(row.at("size")));
        measured.products.push_back(
            {row.at("format").as_string(), row.at("size").as_integer(), positive(row.at("gflops"))});
    }
    for (const auto& row : file.at("steps").items()) {
        measured.steps.push_back(
            {row.at("model").as_string(), row.at("precision").as_string(), positive(row.at("ms"))});
        static_cast<void>(scenario_of(measured.steps.back(), measured.threads)); // do they exist?
    }
    return is_this ? std::optional(measured) : std::nullopt;
}

MeasuredRates kept_rates(const std::string& folder, const Machine& machine, std::string_view libtorch) {
    std::error_code ignored;
    if (folder.empty() || !std::filesystem::exists(std::filesystem::u8path(path_in(folder)), ignored)) return {};
    try {
        io::JsonLimits limits;
        limits.bytes = kMostBytes;
        auto measured = read_machine_file(io::read_json_file(path_in(folder), limits), machine);
        const bool is_current =
            measured && (libtorch.empty() || measured->environment.starts_with(library_text(libtorch)));
        return is_current ? *measured : MeasuredRates();
    } catch (const text::Error&) {
        return {}; // of no use: the next measurement writes over it
    }
}

void keep_rates(const std::string& folder, const Machine& machine, const MeasuredRates& measured) {
    if (folder.empty()) return;
    io::make_folder(folder);
    io::write_file(path_in(folder), machine_file_text(machine, measured));
}

} // namespace ampscope::hardware

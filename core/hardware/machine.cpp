#include "core/hardware/machine.h"

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif
#ifdef _WIN32
#include <windows.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/scenario/fields.h"

namespace ampscope::hardware {

namespace {

#ifdef __APPLE__
std::string system_text(const char* name) {
    char buffer[256] = {};
    std::size_t size = sizeof buffer - 1;
    return sysctlbyname(name, buffer, &size, nullptr, 0) == 0 ? std::string(buffer) : std::string();
}
#endif

// The values of "name : value" lines; only the first core is read.
struct CpuInfo {
    std::string name, flags;
};

CpuInfo cpu_info() {
    CpuInfo info;
#if defined(__APPLE__)
    info.name = system_text("machdep.cpu.brand_string");
#elif defined(_WIN32)
    if (const char* name = std::getenv("PROCESSOR_IDENTIFIER")) info.name = name;
#else
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    for (int read = 0; read < 200 && std::getline(file, line); ++read) {
        const auto colon = line.find(": ");
        if (line.empty()) break; // the next core
        if (colon == std::string::npos) continue;
        const std::string value = line.substr(colon + 2);
        if (line.starts_with("model name")) info.name = value;
        if (line.starts_with("flags") || line.starts_with("Features")) info.flags = ' ' + value + ' ';
    }
#endif
    return info;
}

std::string best_instructions(const std::string& flags) {
    for (const char* name : {"amx_bf16", "avx512_bf16", "avx512f", "avx2"})
        if (flags.find(' ' + std::string(name) + ' ') != std::string::npos) return name;
#if defined(__aarch64__) || defined(_M_ARM64)
    return "neon"; // part of the architecture
#else
    return {};
#endif
}

// Which of the catalogue's rows has the same bf16 arithmetic.
std::string_view model_row(const std::string& instructions) {
    if (instructions == "amx_bf16") return "cpu-amx";
    if (instructions == "avx512_bf16") return "cpu-avx512bf16";
    if (instructions == "avx2" || instructions == "avx512f") return "cpu-avx2";
    return "";
}

} // namespace

std::int64_t main_memory_bytes() {
#if defined(_WIN32)
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (GlobalMemoryStatusEx(&status)) return static_cast<std::int64_t>(status.ullTotalPhys);
#elif defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) return static_cast<std::int64_t>(pages) * page;
#endif
    return 0;
}

Machine read_machine() {
    Machine machine;
    const CpuInfo info = cpu_info();
    machine.cpu = text::one_line(info.name, 200);
    machine.cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    machine.memory_bytes = main_memory_bytes();
    machine.instructions = best_instructions(info.flags);
    return machine;
}

scenario::Scenario scenario_of(const MeasuredStep& step, int threads) {
    scenario::Scenario scenario;
    scenario::set_field(scenario, "model.size", step.model);
    scenario::set_field(scenario, "precision", step.precision);
    scenario.threads = threads;
    scenario.record.level = scenario::RecordLevel::None;
    return scenario;
}

std::optional<double> MeasuredRates::product(std::string_view format, std::int64_t size) const {
    for (const auto& rate : products)
        if (rate.format == format && rate.size == size) return rate.gflops;
    return std::nullopt;
}

std::optional<double> MeasuredRates::step_ms(std::string_view model, std::string_view precision) const {
    for (const auto& step : steps)
        if (step.model == model && step.precision == precision) return step.ms;
    return std::nullopt;
}

Device machine_device(const Machine& machine, const MeasuredRates& measured, const Catalogue& catalogue) {
    Device device;
    if (const Device* row = catalogue.find(model_row(machine.instructions))) {
        device.support = row->support;
        device.flop_per_cycle = row->flop_per_cycle;
        device.notes = row->notes;
    }
    device.id = kThisMachine;
    device.aliases = {"here", "cpu"};
    device.name = machine.cpu.empty() ? "CPU" : machine.cpu;
    device.kind = "cpu";
    device.architecture = machine.instructions;
    device.launch_year.basis = Basis::NotApplicable;
    device.memory.basis = machine.memory_bytes > 0 ? Basis::Measured : Basis::Unsourced;
    if (machine.memory_bytes > 0) {
        device.memory_gb = {static_cast<double>(machine.memory_bytes) / 1e9};
        device.memory.value = device.memory_gb.front();
    }
    device.bandwidth.basis = Basis::Unsourced;
    if (measured.copy_gb_s > 0 && std::isfinite(measured.copy_gb_s))
        device.bandwidth = {measured.copy_gb_s, Basis::Measured, {}, measured.environment};
    for (const auto rate : {Rate::Fp32, Rate::Fp16, Rate::Bf16}) {
        double best = 0;
        for (const auto& product : measured.products)
            if (product.format == rate_id(rate) && std::isfinite(product.gflops)) best = std::max(best, product.gflops);
        if (best > 0) device.rates.emplace_back(rate, Figure{best / 1e3, Basis::Measured, {}, measured.environment});
    }
    return device;
}

} // namespace ampscope::hardware

#include "core/train/torch/rates.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <c10/util/Exception.h>

#include <chrono>
#include <limits>
#include <new>

#include "core/text/message.h"
#include "core/text/words.h"
#include "core/train/machine_rates.h"
#include "core/train/preflight.h"
#include "core/train/torch/process_state.h"

namespace ampscope::train {
namespace {

// Puts the settings in place and gives the threads back. The rest may stay: each step puts in place what it needs.
class Settings {
  public:
    Settings(bool products_via_fp32, std::int64_t threads) : m_threads(at::get_num_threads()) {
        ProcessSettings settings;
        settings.rules = scenario::AutocastRules::Cuda; // what most runs have: nothing is registered anew
        settings.products_via_fp32 = products_via_fp32;
        settings.threads = static_cast<int>(threads);
        apply(settings);
    }
    ~Settings() { at::set_num_threads(m_threads); }
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;

  private:
    int m_threads;
};

// The shortest time of several, in seconds, after one that is not counted: it brings memory in and kernels into shape.
template <typename Work>
double shortest(const Work& work) {
    constexpr int kLeast = 3, kMost = 1000;
    constexpr double kEnough = 0.06; // seconds of repeating
    work();
    double best = std::numeric_limits<double>::infinity(), all = 0;
    for (int i = 0; i < kLeast || (i < kMost && all < kEnough); ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        best = std::min(best, took);
        all += took;
    }
    return best;
}

template <typename Work>
double reported(const Work& work) {
    try {
        const at::NoGradGuard no_grad;
        return work();
    } catch (const c10::Error& error) {
        throw text::could_not("train.libtorch_failed", {{"reason", error.what_without_backtrace()}});
    } catch (const std::bad_alloc&) {
        throw text::could_not("train.out_of_memory");
    }
}

void require_range(const char* name, std::int64_t value, std::int64_t most) {
    if (value < 1 || value > most)
        throw text::bad_input("train.rate_range",
                              {{"name", name}, {"found", text::grouped(value)}, {"most", text::grouped(most)}});
}

} // namespace

double product_rate(std::string_view format, std::int64_t size, std::int64_t threads) {
    const auto ending = format.find(kNativeEnding);
    const bool native = ending != std::string_view::npos && ending + kNativeEnding.size() == format.size();
    const std::string_view plain = format.substr(0, native ? ending : format.size());
    const auto type = plain == "fp32" && !native ? at::kFloat
                      : plain == "bf16"          ? at::kBFloat16
                      : plain == "fp16"          ? at::kHalf
                                                 : at::ScalarType::Undefined;
    if (type == at::ScalarType::Undefined)
        throw text::bad_input("train.rate_format",
                              {{"found", std::string(format)}, {"known", text::joined(kProductFormats)}});
    require_range("size", size, kLargestProduct);
    require_threads(threads);
    return reported([&] {
        const Settings settings(!native, threads);
        const at::Tensor a = at::rand({size, size}).to(type), b = at::rand({size, size}).to(type);
        const double seconds = shortest([&] { at::mm(a, b); });
        const auto n = static_cast<double>(size);
        return 2 * n * n * n / seconds / 1e9;
    });
}

double copy_rate(std::int64_t bytes, std::int64_t threads) {
    require_range("bytes", bytes, 4'000'000'000);
    require_threads(threads);
    return reported([&] {
        const Settings settings(true, threads);
        const at::Tensor from = at::ones({bytes}, at::kByte), to = at::empty({bytes}, at::kByte);
        const double seconds = shortest([&] { to.copy_(from); });
        return 2 * static_cast<double>(bytes) / seconds / 1e9;
    });
}

} // namespace ampscope::train

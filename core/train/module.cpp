#include <cstdlib>
#include <memory>
#include <mutex>

#include "core/io/module_file.h"
#include "core/train/engine.h"

namespace ampscope::train {
namespace {

void set_default(const char* name, const char* value) {
#ifdef _WIN32
    if (!std::getenv(name)) _putenv_s(name, value);
#else
    setenv(name, value, /*overwrite=*/0);
#endif
}

std::unique_ptr<Engine> open() {
    // LibTorch's worker threads would otherwise spin between ops and take the window's core.
    set_default("OMP_WAIT_POLICY", "PASSIVE");
    set_default("GOMP_SPINCOUNT", "0");
    const auto found = io::open_module("ampscope_engine", "AMPSCOPE_ENGINE", "ampscope_make_engine");
    using Maker = Engine* (*)();
    if (found.address) return std::unique_ptr<Engine>(reinterpret_cast<Maker>(found.address)());
    if (found.reason.empty()) throw text::could_not("train.no_engine");
    throw text::could_not("train.no_libtorch", {{"reason", found.reason}});
}

} // namespace

Engine& open_engine() {
    static std::mutex mutex;
    static Engine* engine = nullptr; // never destroyed: LibTorch must not be taken down after its own statics
    const std::scoped_lock lock(mutex);
    if (!engine) engine = open().release();
    return *engine;
}

} // namespace ampscope::train

#include <cstdlib>
#include <memory>
#include <mutex>

#include "core/io/module_file.h"
#include "core/train/engine.h"
#include "core/train/libtorch.h"

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
    // LibTorch first: the engine then finds it by name, wherever it lies. Where none is found here, the system may know
    // one, or the build tree.
    const LibTorchSearch search = find_libtorch();
    const std::string first = search.found ? io::open_library_first(search.found->library()) : "";
    const auto found = io::open_module("ampscope_engine", "AMPSCOPE_ENGINE", "ampscope_make_engine");
    using Maker = Engine* (*)();
    if (found.address) return std::unique_ptr<Engine>(reinterpret_cast<Maker>(found.address)());
    if (found.reason.empty()) throw text::could_not("train.no_engine");
    if (search.found) throw text::could_not("train.no_libtorch", {{"reason", first.empty() ? found.reason : first}});
    if (!search.unfit.empty())
        throw text::could_not("train.no_libtorch", {{"reason", unfit_message(search.unfit.front())}});
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

// Where LibTorch is on this machine. The program is not tied to a place: it looks when it needs one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/message.h"

namespace ampscope::train {

/// A LibTorch: the folder with lib/libtorch_cpu.so, and the version that it names ("2.15.0"; "" where it names none).
struct LibTorch {
    std::string folder;
    std::string version;
    /// The shared library to open first.
    std::string library() const { return folder + "/lib/libtorch_cpu.so"; }
};

struct LibTorchSearch {
    std::optional<LibTorch> found;
    std::vector<LibTorch> unfit; ///< of another version than this program was built with, passed over
};

/// Looks at, in this order: $TORCH_DIR, the set-up of the data folder (see libtorch_setup.h), `.venv` of the source
/// tree that the program was built in, an active Python environment ($VIRTUAL_ENV, $CONDA_PREFIX). The first that fits
/// is taken: same major and minor version, since LibTorch's C++ interface changes between them. Opens nothing.
LibTorchSearch find_libtorch();

/// "LibTorch … in … does not fit", of the first that was passed over.
text::Message unfit_message(const LibTorch& unfit);

/// The LibTorch of a folder that is one, or of a Python environment that holds one.
std::optional<LibTorch> libtorch_in(const std::string& folder);

} // namespace ampscope::train

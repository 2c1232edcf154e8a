// Numbers to look at before anybody has opened a file.
#pragma once

#include <memory>

#include "core/tensorfile/tensor_file.h"

namespace ampscope::tensorfile {

/// Three tensors shaped like gradients of a small network. Made by a formula, not measured: signs and sizes come from
/// SplitMix64 with this seed, log2 of a size is the sum of twelve uniform numbers (a bell) around a middle per tensor.
constexpr std::uint64_t kExampleSeed = 1337;
std::unique_ptr<TensorFile> make_example();

} // namespace ampscope::tensorfile

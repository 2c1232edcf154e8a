// Numbers to look at before anybody has opened a file.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "core/tensorfile/tensor_file.h"

namespace ampscope::tensorfile {

/// Tensors shaped like those of a small network: its gradients, its activations with a few outliers, and Adam's two
/// averages. Made by a formula, not measured: signs and sizes come from SplitMix64 with this seed, log2 of a size is
/// the sum of twelve uniform numbers (a bell) around a middle per tensor.
constexpr std::uint64_t kExampleSeed = 1337;
constexpr std::array<std::string_view, 3> kExamples = {"gradients", "activations", "adam"};
/// By its name above; nullptr for any other.
std::unique_ptr<TensorFile> make_example(std::string_view name);
/// "example" (gradients) or "example:adam", as it is written in place of a path. A file of that name comes first.
bool is_example(const std::string& path);
/// Such an example, or open_tensor_file().
std::unique_ptr<TensorFile> open_file_or_example(const std::string& path, const OpenOptions& options = {});

} // namespace ampscope::tensorfile

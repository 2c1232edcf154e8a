// The GPU as a run sees it. LibTorch's CUDA part is a library of its own, which is loaded where a driver is.
#pragma once

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include <cstdint>
#include <vector>

#include "core/numeric/magnitudes.h"
#include "core/record/run_record.h"
#include "core/scenario/scenario.h"
#include "core/text/message.h"

namespace ampscope::train {

/// Loads libtorch_cuda beside libtorch_cpu where there is an NVIDIA driver. For the engine, before anything else is
/// asked of LibTorch: an answer "no CUDA" is kept until the process ends. Throws nothing; require_gpu() says what was
/// missing.
void load_cuda();

/// Throws text::Error (CouldNot) that says what device=cuda lacks here (driver, GPU, LibTorch's CUDA part) and what to
/// do.
void require_gpu();

/// Where the scenario's tensors live. Does not look whether it is there.
at::Device device_of(const scenario::Scenario& scenario);
/// Random numbers that are drawn there.
at::Generator generator_on(const at::Device& device, std::uint64_t seed);
/// Waits until the device has done what it was given; a CPU has.
void wait_for(const at::Device& device);

/// One small product with its backward. On a GPU cuBLAS takes its workspace (32 MiB on an H100) with the first one on
/// each thread; no step shall count that as its own. Does nothing for a CPU.
void warm_up(const at::Device& device);

/// Counts of tensors in the GPU's memory, each number divided by `divisor` in fp32: by core/cuda's kernel, and where
/// this program has none by the CPU, with the same result. Tensors of fp32, fp16 or bf16. What it takes is not counted
/// as memory of the step.
numeric::Magnitudes magnitudes_on_gpu(const std::vector<at::Tensor>& tensors, float divisor);

/// A run's CouldNot error for what LibTorch threw: a GPU's own failures say that the CPU goes on.
text::Error failure_of(const c10::Error& error);

/// What the GPU and its driver are, as rows of a run's environment.
record::Environment gpu_environment();

} // namespace ampscope::train

// This machine's GPU, for the commands `cuda` and `devices this`.
#pragma once

#include "app/cli/cli.h"
#include "core/cuda/device.h"
#include "core/io/json_writer.h"

namespace ampscope::cli {

/// One line: what the GPU is, or why there is none that this program can use.
void print_gpu(Context& context);
/// The same as members "gpu" (null where there is none) and "gpu_missing" (why).
void write_gpu(io::JsonWriter& writer, const Context& context);

/// What the GPU tells about itself, as members of an open object.
void write_gpu_info(io::JsonWriter& writer, const cuda::GpuInfo& info);

} // namespace ampscope::cli

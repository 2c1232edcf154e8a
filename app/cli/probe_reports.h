// What a look inside a step found, as tables for the terminal.
#pragma once

#include <cstddef>

#include "app/cli/cli.h"
#include "core/record/run_record.h"

namespace ampscope::cli {

/// Each prints one kind of detail, with its heading, and not more than `top` rows of a long table (0: all).
void print_detail(const Context& context, const record::OpList& list, std::size_t top);
void print_detail(const Context& context, const record::SavedTensors& saved, std::size_t top);
void print_detail(const Context& context, const record::MemoryTimeline& timeline);
void print_detail(const Context& context, const record::LayerSizes& sizes, std::size_t top);
void print_detail(const Context& context, const record::ParameterStates& states);
void print_detail(const Context& context, const record::FirstNonfinite& first, std::size_t top);
void print_detail(const Context& context, const record::ShadowError& error, std::size_t top);

} // namespace ampscope::cli

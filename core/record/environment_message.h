// What a run ran on, in one sentence.
#pragma once

#include "core/record/run_record.h"

namespace ampscope::record {

/// "measured here: LibTorch …, CPU or GPU, threads, autocast rules": what every figure of a run stands beside.
text::Message environment_message(const RunRecord& record);

} // namespace ampscope::record

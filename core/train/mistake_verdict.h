// What the runs of a deliberate mistake measured, in one sentence.
#pragma once

#include "core/record/run_record.h"
#include "core/scenario/mistakes.h"

namespace ampscope::train {

/// Only numbers of the records stand in it; before both have a step it says that there is nothing yet. `reference`: the
/// third run, where the mistake has one; nullptr otherwise.
text::Message mistake_verdict(const scenario::MistakeCase& mistake, const record::RunRecord& broken,
                              const record::RunRecord& mended, const record::RunRecord* reference);

} // namespace ampscope::train

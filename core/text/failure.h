// Whatever is thrown, as an error that can be said.
#pragma once

#include "core/text/message.h"

namespace ampscope::text {

/// To be called in a `catch (...)`: what was caught there. An Error as it is; memory that could not be had and what the
/// libraries throw as CouldNot, with their own words; anything else as a failure without words.
Error current_failure();

} // namespace ampscope::text

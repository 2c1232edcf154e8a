// Files that cannot be read are never deleted: they are moved out of the way, where their owner finds them.
#pragma once

#include <string>

#include "core/text/message.h"

namespace ampscope::io {

/// A free name beside `path`, with the date: "runs.sqlite" -> "runs.damaged-20260301-140233.sqlite", or with -2, -3 …
/// where that is there already.
std::string aside_name(const std::string& path);

/// Renames a file, or a folder that stands in its place, to its aside_name() and gives that. Throws a CouldNot error
/// when it cannot be moved.
std::string set_aside(const std::string& path);

/// What is wrong with it, for the {reason} of a sentence about the file: the error's message, with line and column
/// where it has them.
text::Message placed_message(const text::Error& error);

} // namespace ampscope::io

// Details as JSON: one object each, with step and kind.
#pragma once

#include "core/io/json.h"
#include "core/io/json_writer.h"
#include "core/record/events.h"

namespace ampscope::record {

/// The detail as one object on one line.
void write_detail(io::JsonWriter& writer, const Detail& detail);
/// A kind that this program does not know is kept as its text. Throws BadInput errors with line and column.
Detail read_detail(const io::Json& json);
/// Equal, where NaN is equal to NaN.
bool same_detail(const Detail& a, const Detail& b);

} // namespace ampscope::record

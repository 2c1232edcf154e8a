// --columns: what was recorded step by step, in a table or as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "core/io/json_writer.h"
#include "core/record/run_record.h"

namespace ampscope::cli {

using Columns = std::vector<const record::ColumnInfo*>;

/// "loss,scale" or "all". Throws a BadInput error that lists the columns for one that there is not; "" gives none.
Columns columns_from(const std::string& text);
/// One array for each column, over all steps; null where nothing was measured.
void write_columns(io::JsonWriter& writer, const record::RunRecord& record, const Columns& columns);
/// A row for each step.
void print_columns(Context& context, const record::RunRecord& record, const Columns& columns);

} // namespace ampscope::cli

// Figures of recorded runs, without a window: `--figure`.
#pragma once

#include <QStringList>
#include <optional>

#include "core/text/message.h"
#include "ui/plot/export.h"

namespace ampscope::ui {

constexpr std::size_t kMostCompared = 8; ///< records in one figure

struct FigureRequest {
    QStringList records;              ///< files; the first is looked at, the others stand beside it
    QString plot = "scale-trace";     ///< one of plotIds(), or "columns/" and the name of a column
    QStringList outs;                 ///< files; each ending chooses a format
    std::optional<std::int64_t> step; ///< of the run, from 0; nullopt: the last
    ExportOptions options;
    QString x, y; ///< ranges as typed, "0:100"; "": what the figure shows by itself
    text::Language language = text::Language::English;
};

/// Instruments that show a run, by id.
QStringList plotIds();

/// Renders everything, then writes all files or none. Throws text::Error: a record that cannot be read, an unknown plot
/// or step, what a record does not hold (with what would record it), a range on an axis that is not there, a file that
/// cannot be written.
void renderRecordFigures(const FigureRequest& request);

} // namespace ampscope::ui

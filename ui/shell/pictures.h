// Pictures of the window without anybody looking: single shots, and the guided tour.
#pragma once

#include <QSize>
#include <QString>
#include <optional>

#include "core/train/compute_thread.h"
#include "ui/shell/settings.h"

namespace ampscope::ui {

struct ShotOptions {
    QString page = "scale"; ///< id of a lab or lesson
    int lessonStep = 0;     ///< position in a lesson
    QString view;           ///< of a lab with several; "" for its first
    QString file;           ///< opened in its page; "" for none
    QString value;          ///< in the labs of single numbers; "" for their first
    std::optional<std::int64_t>
        atStep; ///< wait until this training step is there, then hold; nullopt: until the run is over
    QSize size = {1440, 900};
    bool present = false; ///< as a class sees it
    Settings settings;
};

/// Opens a window, waits for the run to be where it should, and saves its picture (PNG, through the guarded writer).
/// The rate in the status line is left out, so the same options give the same picture, unless the page shows the
/// instrument of times (throughput). Throws text::Error: an unknown page, a run
/// that failed, a file that cannot be written.
void takeShot(train::ComputeThread& thread, const QString& lessonsFolder, const ShotOptions& options,
              const QString& path);

/// Renders the guided tour into a folder: every screen in both themes and languages, the figures of the run as PNG,
/// SVG, PDF and CSV, and index.html that shows them. Says each file to `say`.
void renderTour(train::ComputeThread& thread, const QString& lessonsFolder, const QString& folder,
                const std::function<void(const QString&)>& say);

} // namespace ampscope::ui

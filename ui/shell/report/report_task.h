// Reports without a window: `--report`.
#pragma once

#include <QStringList>

#include "core/text/message.h"

namespace ampscope::ui {

struct ReportRequest {
    QStringList what;      ///< a lesson's id; or files of records
    QString folder;        ///< made where there is none
    QString lessonsFolder; ///< where the lessons are
    QString dataFolder;    ///< whose progress.json is read, if it is there; "" for none
    text::Language language = text::Language::English;
};

/// Paths of what was written. Throws text::Error: neither a lesson nor records, a run that failed, a place that cannot
/// be written.
QStringList renderReport(const ReportRequest& request);

} // namespace ampscope::ui

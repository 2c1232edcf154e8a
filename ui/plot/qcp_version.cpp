#include "ui/plot/qcp_version.h"

#include "ui/plot/qcp.h"

namespace ampscope::ui {

QString plotLibraryVersion() {
    return QStringLiteral(QCUSTOMPLOT_VERSION_STR);
}

} // namespace ampscope::ui

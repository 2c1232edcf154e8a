// As many points as a plot has pixels: what a line of a million points looks like, without drawing a million points.
#pragma once

#include <QVector>

namespace ampscope::ui {

struct Points {
    QVector<double> x, y; ///< of one length; y NaN: a gap
};

/// The line through (x, y) between `lower` and `upper`, for `columns` columns of pixels: of each column the first, the
/// last, a lowest and a highest point, in their order; a gap inside a column stays a gap; and the next points beyond
/// both ends, so that the line runs out of sight. At most 12 points for each column. x ascends. Where there are few
/// points, all of them.
Points decimateLine(const QVector<double>& x, const QVector<double>& y, double lower, double upper, int columns);

/// Dots, of which one hides another only where both fall on the same pixel of `columns` times `rows`. Those out of
/// sight are left out, and so are those that are not finite.
Points decimateDots(const QVector<double>& x, const QVector<double>& y, double lower, double upper, int columns,
                    double bottom, double top, int rows);

} // namespace ampscope::ui

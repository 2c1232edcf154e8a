#include "ui/plot/decimate.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ampscope::ui {

namespace {

/// Points of a column between two gaps, by index; -1: none.
struct Stretch {
    qsizetype first = -1, last = -1, lowest = -1, highest = -1;

    bool isEmpty() const { return first < 0; }
    void add(const double* y, qsizetype i) {
        if (isEmpty()) {
            first = last = lowest = highest = i;
            return;
        }
        last = i;
        if (y[i] < y[lowest]) lowest = i;
        if (y[i] > y[highest]) highest = i;
    }
};

class Line {
  public:
    Line(const QVector<double>& x, const QVector<double>& y) : m_x(x.constData()), m_y(y.constData()) {}
    void reserve(qsizetype count) { m_points.x.reserve(count), m_points.y.reserve(count); }
    void point(qsizetype i) { m_points.x << m_x[i], m_points.y << m_y[i]; }
    void gap(qsizetype i) {
        if (!m_points.y.isEmpty() && std::isnan(m_points.y.last())) return;
        m_points.x << m_x[i], m_points.y << std::nan("");
    }
    void stretch(const Stretch& stretch) {
        if (stretch.isEmpty()) return;
        qsizetype order[] = {stretch.first, std::min(stretch.lowest, stretch.highest),
                             std::max(stretch.lowest, stretch.highest), stretch.last};
        qsizetype before = -1;
        for (const qsizetype i : order)
            if (i != before) point(before = i);
    }
    const Points& points() const { return m_points; }

  private:
    const double *m_x, *m_y;
    Points m_points;
};

struct Range {
    qsizetype begin, end;
};

Range visible(const QVector<double>& x, qsizetype count, double lower, double upper) {
    const auto first = x.constBegin(), last = x.constBegin() + count;
    return {std::lower_bound(first, last, lower) - first, std::upper_bound(first, last, upper) - first};
}

} // namespace

Points decimateLine(const QVector<double>& x, const QVector<double>& y, double lower, double upper, int columns) {
    const qsizetype count = std::min(x.size(), y.size());
    constexpr qsizetype kPerColumn = 4;
    columns = std::max(1, columns);
    if (count <= kPerColumn * columns || !(lower < upper)) return {x, y};
    const Range sight = visible(x, count, lower, upper);
    Line line(x, y);
    const qsizetype begin = std::max<qsizetype>(0, sight.begin - 1), end = std::min(count, sight.end + 1);
    if (end - begin <= kPerColumn * columns) {
        for (qsizetype i = begin; i < end; ++i)
            line.point(i);
        return line.points();
    }
    line.reserve(kPerColumn * columns + 2);
    if (begin < sight.begin) line.point(begin);
    const double scale = columns / (upper - lower);
    const double *places = x.constData(), *heights = y.constData();
    for (qsizetype i = sight.begin; i < sight.end;) {
        // Until the first gap of the column, from the last one on, and whatever lies between.
        Stretch before, between, after;
        qsizetype first_gap = -1, last_gap = -1;
        const auto column = static_cast<qsizetype>((places[i] - lower) * scale);
        for (; i < sight.end && static_cast<qsizetype>((places[i] - lower) * scale) == column; ++i) {
            if (!std::isnan(heights[i])) {
                (first_gap < 0 ? before : after).add(heights, i);
                continue;
            }
            if (first_gap < 0) first_gap = i;
            last_gap = i;
            if (after.isEmpty()) continue;
            for (const qsizetype seen : {after.lowest, after.highest})
                between.add(heights, seen);
            after = {};
        }
        line.stretch(before);
        if (first_gap >= 0) line.gap(first_gap);
        if (!between.isEmpty()) {
            between.first = between.last = std::min(between.lowest, between.highest);
            between.last = std::max(between.lowest, between.highest);
            line.stretch(between);
            line.gap(last_gap);
        }
        line.stretch(after);
    }
    if (end > sight.end) line.point(sight.end);
    return line.points();
}

Points decimateDots(const QVector<double>& x, const QVector<double>& y, double lower, double upper, int columns,
                    double bottom, double top, int rows) {
    const qsizetype count = std::min(x.size(), y.size());
    if (count <= columns || !(lower < upper) || !(bottom < top)) return {x, y};
    const auto wide = static_cast<std::size_t>(std::max(1, columns)) + 1,
               high = static_cast<std::size_t>(std::max(1, rows)) + 1;
    std::vector<bool> taken(wide * high);
    Points dots;
    for (qsizetype i = 0; i < count; ++i) {
        if (!(x[i] >= lower && x[i] <= upper && y[i] >= bottom && y[i] <= top)) continue;
        const auto column = static_cast<std::size_t>((x[i] - lower) / (upper - lower) * (double(wide) - 1));
        const auto row = static_cast<std::size_t>((y[i] - bottom) / (top - bottom) * (double(high) - 1));
        if (taken[row * wide + column]) continue;
        taken[row * wide + column] = true;
        dots.x << x[i], dots.y << y[i];
    }
    return dots;
}

} // namespace ampscope::ui

// A figure as plain data: what an instrument wants to show, drawn on screen, exported and read out from one
// description.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <cmath>
#include <optional>
#include <vector>

#include "ui/plot/theme.h"

namespace ampscope::ui {

/// Where a number comes from.
enum class Provenance { Measured, Computed, Estimated, Recorded };

/// What stands along an axis, and from where to where it goes.
struct Axis {
    QString title; ///< with its unit: "cross entropy, nats"
    enum class Ticks {
        Numbers,
        WholeNumbers,
        PowersOfTwo, ///< positions are exponents, labels 2ⁿ
        Doublings,   ///< positions are exponents of 2, labels the numbers: ½, 1, 2, 4, … as rooflines are drawn
        None,
    } ticks = Ticks::Numbers;
    double lower = std::nan(""), upper = std::nan(""); ///< NaN: fit to the data
    double smallestSpan = 0;                           ///< the fitted range is at least this wide
    int headroomLines = 0; ///< lines of text that find room between the highest value and the upper end
};

/// Values over x: a line, steps or dots.
struct Series {
    QString name;
    QString format; ///< id of the number format whose colour, dash and marker it takes; "" for ink
    enum class Kind { Line, Steps, Points } kind = Kind::Line;
    QVector<double> x, y; ///< y NaN: a gap. Never infinite: that is a marker.
    bool faint = false;   ///< a single run behind its band, a run for comparison
    bool dashed = false;  ///< an ink line that may lie on another one
};

/// The ground between a lowest and a highest line: a band over seeds.
struct Envelope {
    QString format; ///< as in Series
    QVector<double> x, lower, upper;
};

/// A coloured range of x over the full height, with a word at its top.
struct Band {
    double from, to;
    QString label;
    enum class Role { Lost, Shaded, Plain } role = Role::Plain;
};

/// Bars between x[i] and x[i] + width.
struct Bars {
    QString name, format;
    double width = 1;
    QVector<double> x, height;
    bool outlined = false; ///< drawn as outlines over others
};

/// A small mark at a place: a skipped step, a scale that grew or fell.
struct Glyph {
    enum class Shape { Cross, Up, Down } shape;
    double x, y;
    QString text; ///< said and listed, not drawn
};

/// A bar that is drawn lower than its value is: two slanted lines across it say so.
struct BarBreak {
    double x, height; ///< left edge of the bar, and how high it is drawn
};

/// Text at a place in the plot.
struct Note {
    double x, y;
    QString text;
    bool strong = false;
};

/// How a part of a whole is filled: a grey, and a texture where two parts share one. Paper gives every part its own.
struct Fill {
    Token ground = Token::Memory1;
    enum class Texture { Plain, Upright, Dotted, Slanted } texture = Texture::Plain;
};

/// One of the parts that a whole is made of.
struct StackPart {
    QString name;
    Fill fill;
};

/// Parts that lie upon each other, from x[i] until x[i + 1].
struct StackedAreas {
    std::vector<StackPart> parts; ///< the lowest first
    QVector<double> x;
    std::vector<QVector<double>> heights; ///< of each part, as long as x
};

/// A row of parts side by side, with its name at the left and what it comes to at its end.
struct StackedRow {
    QString name;
    std::vector<double> parts;  ///< as many as StackedRows::parts
    QStringList labels;         ///< short words in the parts; those that have no room are left out
    QString result, badge;      ///< behind the bar
    std::optional<double> mark; ///< a stroke across the bar
};

/// Bars along x, the first on top. The selected one is chosen with a click or with Up and Down.
struct StackedRows {
    std::vector<StackPart> parts;
    std::vector<StackedRow> rows;
    std::optional<double> limit; ///< a line across all; what lies beyond it is red
    QString limitText;
    int selected = -1;
};

/// The same numbers as a table: what is read with the keyboard and written to CSV.
struct Table {
    QStringList header;
    QStringList names; ///< of the rows, under the first word of the header; empty: rows have no names
    std::vector<std::vector<double>> rows; ///< record::kMissing shows as empty
};

/// Everything that a plot shows, in the order in which it is painted: bands first.
struct Figure {
    QString id;    ///< "scale-trace"
    QString title; ///< "Loss scale"
    Axis x, y;
    std::vector<Band> bands;
    std::vector<double> cuts; ///< thin vertical lines: where something new begins
    std::vector<Envelope> envelopes;
    std::vector<Series> series;
    std::vector<Bars> bars;
    std::vector<BarBreak> breaks;
    std::vector<Glyph> glyphs;
    std::vector<Note> notes;
    StackedAreas areas;
    StackedRows rows;
    std::optional<double> selected; ///< x of the dashed line
    std::optional<double> handle;   ///< x of a handle that can be dragged, and what it says
    QString handleText;
    QString handleHelp,
        handleHint;     ///< what the handle is for, as its tooltip; and in a few words beside the axis title
    QStringList legend; ///< what the glyphs mean, and results: beside the title
    Provenance provenance = Provenance::Measured;
    Table table;
    QString summary; ///< the figure in one or two sentences, for screen readers
    QString caption; ///< settings, seed, device: printed under exports
    QString empty;   ///< shown instead of the axes while there is no data
};

/// 2ⁿ with a raised exponent: "2¹⁹", "2⁻²⁴".
QString powerOfTwo(int exponent);
/// 2ⁿ as a number: "1/8", "1", "1,024".
QString doublingText(int exponent);
/// A value with so many significant digits; "–" for one that is missing, "nan" and "inf" for those.
QString numberText(double value, int digits = 4);
/// A scale or size as people write it: a power of two from 2¹⁰ on (and below 1) as 2ⁿ, others with four digits.
QString scaleText(double value);

} // namespace ampscope::ui

#include "ui/instruments/tensor/size_bands.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/text/message.h"

namespace ampscope::ui {

namespace {

struct SizeFigures {
    Q_DECLARE_TR_FUNCTIONS(SizeFigures)
};

// The bins at the ends, in from the edges, and the first and last place between them.
constexpr double kZeroBin = 1.5, kInfBin = -2.5;
constexpr int kFirstPlace = 3, kLastPlace = -4;

} // namespace

SizeBands SizeBands::of(const numeric::FloatFormat& format) {
    const int zero = format.min_exponent() - format.mantissa_bits - 1, overflow = format.max_exponent() + 1;
    return {zero, format.min_exponent(), overflow, double(std::max(-160, zero - 14)), double(overflow + 6)};
}

SizeLosses lossesOf(const record::SizeHistogram& sizes, int log2Scale, const numeric::FloatFormat& format) {
    const auto bands = SizeBands::of(format);
    SizeLosses losses{sizes.zero, 0, 0, sizes.inf + sizes.nan, sizes.total()};
    for (std::size_t i = 0; i < sizes.counts.size(); ++i) {
        const int exponent = sizes.log2_low + static_cast<int>(i) + log2Scale;
        if (exponent < bands.zero) losses.lost += sizes.counts[i];
        if (exponent >= bands.overflow) losses.overflowed += sizes.counts[i];
    }
    return losses;
}

void addSizes(Figure& figure, const record::SizeHistogram& sizes, int log2Scale, const numeric::FloatFormat& format,
              Bars bars) {
    // The range shows the whole format, and stays as it is while the bars slide.
    const auto [zero, normal, overflow, left, right] = SizeBands::of(format);
    figure.x.ticks = Axis::Ticks::PowersOfTwo;
    figure.x.lower = left;
    figure.x.upper = right;
    figure.y.title = SizeFigures::tr("how many");
    figure.y.lower = 0;
    figure.bands = {{left, double(zero), SizeFigures::tr("becomes 0"), Band::Role::Lost},
                    {double(zero), double(normal), SizeFigures::tr("subnormal"), Band::Role::Shaded},
                    {double(normal), double(overflow), SizeFigures::tr("normal"), Band::Role::Plain},
                    {double(overflow), right, SizeFigures::tr("overflow"), Band::Role::Lost}};
    double highest = 0;
    std::int64_t beyond_left = sizes.zero, beyond_right = sizes.inf + sizes.nan;
    for (std::size_t i = 0; i < sizes.counts.size(); ++i) {
        const double place = sizes.log2_low + static_cast<int>(i) + log2Scale;
        const auto count = sizes.counts[i];
        if (place < left + kFirstPlace)
            beyond_left += count;
        else if (place > right + kLastPlace)
            beyond_right += count;
        else
            bars.x << place, bars.height << static_cast<double>(count);
        highest = std::max(highest, static_cast<double>(count));
    }
    if (highest == 0) highest = static_cast<double>(std::max<std::int64_t>({1, beyond_left, beyond_right}));
    figure.y.upper = highest;
    figure.y.headroomLines = 2; // the count of an end bin, and the names of the bands
    // One that is far higher than the others would flatten them: it is drawn broken, and its count stands above it.
    const auto end_bin = [&](double place, std::int64_t count, const QString& label) {
        const double most = highest, height = std::min(most, static_cast<double>(count));
        bars.x << place;
        bars.height << height;
        if (static_cast<double>(count) > most) figure.breaks.push_back({place, height});
        figure.notes.push_back({place + 0.5, height + highest * 0.01,
                                label + ": " + QString::fromStdString(text::grouped(count)), count > 0});
    };
    end_bin(left + kZeroBin, beyond_left, "0");
    end_bin(right + kInfBin, beyond_right, sizes.nan > 0 ? "inf, NaN" : "inf");
    figure.bars.push_back(std::move(bars));
}

namespace {

// The bar over `x`: index into the first bars of the figure; -1 where there is none or an empty one.
qsizetype barAt(const Figure& figure, double x) {
    if (figure.bars.empty()) return -1;
    const Bars& bars = figure.bars.front();
    for (qsizetype i = 0; i < bars.x.size(); ++i)
        if (bars.x[i] <= x && x < bars.x[i] + bars.width && bars.height[i] > 0) return i;
    return -1;
}

} // namespace

QString numberOfBin(const Figure& figure, double x) {
    const qsizetype bar = barAt(figure, x);
    if (bar < 0) return {};
    const double left = figure.bars.front().x[bar];
    if (left == figure.x.lower + kZeroBin) return QStringLiteral("0");
    if (left == figure.x.upper + kInfBin) return QStringLiteral("inf");
    return QString("2^%1+2^%2").arg(qRound(left)).arg(qRound(left) - 1);
}

// One to the right of the last place is the bin at the end, and one to the left of that the last place: keys go there.
SizeBin binAt(const Figure& figure, double x, int log2Scale) {
    if (x < figure.x.lower + kFirstPlace) return {SizeBin::Kind::Zero};
    if (x > figure.x.upper + kLastPlace + 1) return {SizeBin::Kind::NotFinite};
    const double place = std::min(std::floor(x), figure.x.upper + kLastPlace);
    return {SizeBin::Kind::Sized, static_cast<int>(place) - log2Scale};
}

double placeOf(const Figure& figure, const SizeBin& bin, int log2Scale) {
    const double place = bin.exponent + log2Scale;
    if (bin.kind == SizeBin::Kind::Zero || (bin.kind == SizeBin::Kind::Sized && place < figure.x.lower + kFirstPlace))
        return figure.x.lower + kZeroBin + 0.5;
    if (bin.kind == SizeBin::Kind::NotFinite || place > figure.x.upper + kLastPlace)
        return figure.x.upper + kInfBin + 0.5;
    return place + 0.5;
}

QString binWords(const Figure& figure, double x) {
    const qsizetype bar = barAt(figure, x);
    if (bar < 0) return {};
    const double left = figure.bars.front().x[bar];
    for (const auto& note : figure.notes) // the end bins say theirs
        if (note.x == left + 0.5) return note.text;
    return SizeFigures::tr("%1 to %2: %3")
        .arg(powerOfTwo(qRound(left)), powerOfTwo(qRound(left) + 1),
             QString::fromStdString(text::grouped(static_cast<std::int64_t>(figure.bars.front().height[bar]))));
}

} // namespace ampscope::ui

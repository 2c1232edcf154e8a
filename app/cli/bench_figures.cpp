// Every figure of speed or size that an issue names: what was asked, the physical limit beside it, and what keeps the
// figure from it.
#include <iterator>

#include "app/cli/bench.h"

namespace ampscope::cli {
namespace {

using enum Asked::Relation;

constexpr Asked at_most(double bound, const char* where) {
    return {AtMost, bound, false, where};
}
constexpr Asked at_least(double bound, const char* where) {
    return {AtLeast, bound, false, where};
}
constexpr Asked ratio_at_most(double bound, const char* where) {
    return {AtMost, bound, true, where};
}
constexpr Asked ratio_at_least(double bound, const char* where) {
    return {AtLeast, bound, true, where};
}
constexpr Asked reported(const char* where) {
    return {Reported, 0, false, where};
}

constexpr double kFrame = 1000.0 / 60; ///< milliseconds

constexpr const char* kProducts = "its matrix products at this core's multiply-add rate";
constexpr const char* kBf16Products = "its matrix products at this core's rate for bf16";
constexpr const char* kBf16Units = "one core's units for bf16 products with fp32 sums, else those for fp32";
constexpr const char* kTraffic = "the numbers read and as many bytes as codes written, by the C library";
constexpr const char* kFma = "one core's multiply-add units, fp32";
constexpr const char* kRepaint = "the same page painted once more";
constexpr const char* kSmallProducts =
    "products of matrices 64 wide reach a part of that rate, and some 600 small ops take microseconds each";
constexpr const char* kCast = "one pass; a cast is bound by memory once it is vectorised";

constexpr Figure kFigures[] = {
    {"steps.nano.fp32", "one nano step (512 tokens), fp32", "ms", "", at_most(10, "issue 3: about"), kProducts,
     kSmallProducts},
    {"steps.nano.bf16", "one nano step, bf16", "ms", "to fp32", reported("issue 3"), kBf16Products,
     "the products are too small for such units to matter; casts come on top"},
    {"steps.nano.fp16", "one nano step, fp16", "ms", "to fp32", ratio_at_most(1.5, "issue 3"), kProducts,
     "exact products with fp32 sums run on fp32 units; casts, scaling and the search for Inf come on top"},
    {"steps.micro.fp32", "one micro step, nothing recorded", "ms", "", at_most(100, "reliability"), kProducts,
     "wider products than nano's, fewer small ops beside them"},
    {"steps.micro.recorded", "one micro step, recorded at the default level", "ms", "to nothing recorded",
     ratio_at_most(1.05, "issue 6"), "that step and one read of weights and gradients at the rate of a memory copy",
     "norms, zeros and Inf are counted parameter by parameter; some steps have histograms"},

    {"memory.activations", "kept for backward, nano fp32", "MB", "larger to smaller of formula and run",
     ratio_at_most(1.02, "issue 6"), "the formula's bytes: what backward needs", "equal to the byte"},

    {"number.value", "one value in five formats, all 112 digits", "ms", "to a frame",
     at_most(kFrame, "issue 5: well under a frame"), "the C library printing as many digits five times",
     "the exact neighbours, ULP and flags are worked out as well"},
    {"number.tiny", "1e-999999999 to fp16", "ms", "to a frame", at_most(kFrame, "issue 3: at once"), "1 worked out",
     "its exponent decides before any number is made, which 1 needs"},
    {"number.tower", "2^2^2^2^2 refused", "ms", "to a frame", at_most(kFrame, "issue 3: at once"), "2^2 worked out",
     "the size of the result is known before it is computed; the message takes the rest"},

    {"arrays.fp16", "4 million fp32 to fp16, N(0, 1)", "ms", "to LibTorch's cast", ratio_at_most(1.3, "issue 5"),
     kTraffic, kCast},
    {"arrays.fp16.small", "4 million fp32 to fp16, 1e-4 N(0, 1): subnormal", "ms", "to LibTorch's cast",
     ratio_at_most(1.3, "issue 5"), kTraffic, kCast},
    {"arrays.bf16", "4 million fp32 to bf16, N(0, 1)", "ms", "to LibTorch's cast", ratio_at_most(1.3, "issue 5"),
     kTraffic, kCast},
    {"arrays.bf16.small", "4 million fp32 to bf16, 1e-4 N(0, 1)", "ms", "to LibTorch's cast",
     ratio_at_most(1.3, "issue 5"), kTraffic, kCast},
    {"arrays.e4m3", "4 million fp32 to E4M3, N(0, 1)", "ms", "to LibTorch's cast", ratio_at_most(1, "issue 5"),
     kTraffic, "no instruction for it: rounded by some ten vector operations"},
    {"arrays.e4m3.small", "4 million fp32 to E4M3, 1e-4 N(0, 1): zero", "ms", "to LibTorch's cast",
     ratio_at_most(1, "issue 5"), kTraffic, "no instruction for it: rounded by some ten vector operations"},
    {"arrays.e5m2", "4 million fp32 to E5M2, N(0, 1)", "ms", "to LibTorch's cast", ratio_at_most(1, "issue 5"),
     kTraffic, "no instruction for it: rounded by some ten vector operations"},
    {"arrays.e5m2.small", "4 million fp32 to E5M2, 1e-4 N(0, 1): subnormal", "ms", "to LibTorch's cast",
     ratio_at_most(1, "issue 5"), kTraffic, "no instruction for it: rounded by some ten vector operations"},
    {"arrays.stochastic", "stochastic, N(0, 1): the worst of the four formats", "ms", "to nearest-even",
     ratio_at_most(4, "issue 5"), kTraffic, "64 random bits are made for every number"},
    {"arrays.stochastic.small", "stochastic, 1e-4 N(0, 1): the worst", "ms", "to nearest-even",
     ratio_at_most(4, "issue 5"), kTraffic, "64 random bits are made for every number"},
    {"arrays.rate.nearest", "nearest-even, the slowest format", "M/s", "", at_least(560, "formats"), kTraffic, kCast,
     true},
    {"arrays.rate.stochastic", "stochastic, the slowest format", "M/s", "", at_least(160, "formats"), kTraffic,
     "64 random bits are made for every number", true},
    {"arrays.statistics", "statistics of 100 million fp32 numbers", "ms", "to a copy of them", at_most(1000, "issue 5"),
     "all of them read once by the C library",
     "sums in fp64 and a histogram of exponents, whose counters are memory, too"},

    {"machine.fp32", "products, fp32, the best size", "GFLOP/s", "", reported("issue 6"), kFma,
     "blocks are packed before they are multiplied", true},
    {"machine.bf16", "products, bf16 with fp32 sums", "GFLOP/s", "to fp32", reported("issue 6"), kBf16Units,
     "operands are rearranged for the units, or widened where there are none", true},
    {"machine.fp16", "products, fp16 with fp32 sums", "GFLOP/s", "to fp32", reported("issue 6"), kFma,
     "16-bit operands are widened first, then multiplied as fp32", true},
    {"machine.bf16-native", "products, bf16, LibTorch's own", "GFLOP/s", "to fp32", reported("issue 6"), kBf16Units,
     "near 1 where LibTorch uses the units for bf16, far where it has none to use", true},
    {"machine.fp16-native", "products, fp16, LibTorch's own", "GFLOP/s", "to fp32", reported("issue 6"), kFma,
     "below 1 where LibTorch uses units for fp16; far where it has none to use", true},
    {"machine.copy", "LibTorch's copy of 128 MB", "GB/s", "", reported("issue 6"), "the C library's copy of as much",
     "both go through the same memory", true},

    {"library.second", "a second of a nano run (100 steps) into the run library", "ms", "",
     at_most(1000, "DESIGN: once a second"), "as many bytes written to a file and synced",
     "one transaction of SQLite: the log is synced before the commit"},

    {"window.first-frame", "first frame after the program's start", "ms", "", at_most(1000, "issue 3, issue 8"),
     "loading the program and Qt, and the first frame of an empty window",
     "the window, its pages' list and commands are built; LibTorch is opened after it"},
    {"window.alive", "first step of a real run on screen", "ms", "", at_most(1000, "DESIGN: alive within a second"),
     "until LibTorch is opened", "the page is built meanwhile, then the run's first step and its drawing"},
    {"window.page-first", "a page opened for the first time, the slowest", "ms", "", at_most(100, "issue 8"), kRepaint,
     "widgets are made, filled and laid out"},
    {"window.page-again", "a page opened again, the slowest", "ms", "", at_most(100, "issue 8"), kRepaint,
     "the page is laid out anew, and what stands on it is brought up to date"},
    {"window.beats", "heartbeats at most a frame late while two runs train", "%", "", at_least(99, "issue 8"),
     "the same with nothing running", "a tick that draws several plots", true},
    {"window.worst-beat", "the latest heartbeat meanwhile", "ms", "", at_most(100, "reliability"),
     "the same with nothing running", "the page drawn anew at a start"},
    {"window.slowdown", "training with the window, to the same without", "times", "", at_most(1.1, "issue 8"),
     "1: the window has a core of its own", "both share caches and memory"},
    {"window.long-run", "the Scale lab's instruments anew, 100,000 steps", "ms", "to a frame",
     at_most(kFrame, "issue 3: within a frame"), kRepaint,
     "every plot is filled anew; a run tells at most 30 times a second, and its share stays small"},
    {"window.zoom", "a million points, zoom, the slowest of 30", "ms", "", at_most(16, "issue 8"),
     "a memory copy of the points", "the two extremes of every pixel column are found and drawn"},
    {"window.pan", "a million points, pan, the slowest of 30", "ms", "", at_most(16, "issue 8"),
     "a memory copy of the points", "the two extremes of every pixel column are found and drawn"},
    {"window.search-letter", "search, one letter, the slowest", "ms", "to a frame",
     at_most(kFrame, "issue 3: within a frame"), "the list painted once more", "every entry is compared"},
    {"window.search", "search opened", "ms", "", at_most(100, "issue 8"), "the list painted once more",
     "the box is laid out"},
    {"window.sigterm", "SIGTERM to the end of the program, a run going on", "ms", "", at_most(2000, "reliability"),
     "one small file written and synced", "a step is finished, the run and the window's state are saved"},

    {"python.nano.fp32", "nano step, fp32, beside PyTorch eager", "ms", "Python's time to ours",
     ratio_at_least(1.3, "issue 4"), kProducts, kSmallProducts},
    {"python.nano.bf16", "nano step, bf16, beside PyTorch eager (ours: exact products, fp32 sums)", "ms",
     "Python's time to ours", ratio_at_least(1.3, "issue 4"), kBf16Products, kSmallProducts},
    {"python.nano.bf16-native", "nano step, bf16, beside PyTorch eager, LibTorch's own products on both sides", "ms",
     "Python's time to ours", reported("issue 4"), kBf16Products, "both call the same kernels"},
    {"python.nano.fp16", "nano step, fp16, beside PyTorch eager (ours: exact products, fp32 sums)", "ms",
     "Python's time to ours", ratio_at_least(20, "issue 4"), kProducts,
     "how far the ratio can go is Python's time over the limit: it depends on whether the processor has fp16 units"},
    {"python.10m.fp32", "10m step, fp32, beside PyTorch eager", "ms", "Python's time to ours",
     ratio_at_least(1.05, "issue 4"), kProducts, "nearly all of it is the same products on both sides"},
    {"python.10m.peak", "10m step, peak of resident bytes above nano's", "MB", "to Python's",
     ratio_at_most(1.05, "issue 4"), "weights, gradients, Adam's averages and activations by formula",
     "temporaries of backward, and what the allocator keeps"},

    {"suite.clean", "scripts/test in a clean clone", "min", "", at_most(15, "issue 3: on 2 cores"),
     "the compiler's own time over the cores",
     "setting up (packages, LibTorch), the tests, and what waits for one another in the build"},
};

} // namespace

std::span<const Figure> bench_figures() {
    return kFigures;
}

} // namespace ampscope::cli

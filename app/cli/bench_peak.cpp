// What this machine gives at most: multiply-adds of one core, and a memory copy.
#include <cstring>
#include <limits>

#include "app/cli/bench.h"
#include "core/hardware/machine.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace ampscope::cli {
namespace {

// Twelve sums that do not wait for one another: two units with a latency of up to five cycles are kept busy.
constexpr int kSums = 12;
constexpr std::int64_t kRounds = 200'000; ///< under a millisecond: on a busy machine some go through undisturbed
volatile float g_result;                  ///< so that nothing is computed for nobody

// Each gives the operations that it did.
double multiply_add_plain() {
    constexpr int kLanes = 4;
    float sums[kSums * kLanes] = {};
    for (std::int64_t round = 0; round < kRounds; ++round)
        for (float& sum : sums)
            sum = sum * 0.999f + 0.001f;
    for (const float sum : sums)
        g_result = sum;
    return 2.0 * kRounds * kSums * kLanes;
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2,fma"))) double multiply_add_256() {
    __m256 sums[kSums];
    for (auto& sum : sums)
        sum = _mm256_setzero_ps();
    const __m256 factor = _mm256_set1_ps(0.999f), term = _mm256_set1_ps(0.001f);
    for (std::int64_t round = 0; round < kRounds; ++round)
        for (auto& sum : sums)
            sum = _mm256_fmadd_ps(sum, factor, term);
    for (const auto& sum : sums)
        g_result = _mm256_cvtss_f32(sum);
    return 2.0 * kRounds * kSums * 8;
}

__attribute__((target("avx512f"))) double multiply_add_512() {
    __m512 sums[kSums];
    for (auto& sum : sums)
        sum = _mm512_setzero_ps();
    const __m512 factor = _mm512_set1_ps(0.999f), term = _mm512_set1_ps(0.001f);
    for (std::int64_t round = 0; round < kRounds; ++round)
        for (auto& sum : sums)
            sum = _mm512_fmadd_ps(sum, factor, term);
    for (const auto& sum : sums)
        g_result = _mm512_cvtss_f32(sum);
    return 2.0 * kRounds * kSums * 16;
}

// Pairs of bf16 products added in fp32.
__attribute__((target("avx512f,avx512bf16"))) double multiply_add_pairs() {
    __m512 sums[kSums];
    for (auto& sum : sums)
        sum = _mm512_setzero_ps();
    const auto ones = _mm512_cvtne2ps_pbh(_mm512_set1_ps(1), _mm512_set1_ps(1));
    for (std::int64_t round = 0; round < kRounds; ++round)
        for (auto& sum : sums)
            sum = _mm512_dpbf16_ps(sum, ones, ones);
    for (const auto& sum : sums)
        g_result = _mm512_cvtss_f32(sum);
    return 2.0 * kRounds * kSums * 32;
}

#ifdef __linux__
// Tiles of 16 rows of 64 bytes: four of sums, which wait for none of the others, and two for each operand.
__attribute__((target("amx-tile,amx-bf16"))) double multiply_add_tiles() {
    struct alignas(64) Shape {
        std::uint8_t palette = 1, rest[15] = {};
        std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
        std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
    };
    static constexpr Shape shape; // as a local variable GCC 12 would write its first eight bytes only
    _tile_loadconfig(&shape);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    _tile_zero(4);
    _tile_zero(5);
    _tile_zero(6);
    _tile_zero(7);
    constexpr std::int64_t kTileRounds = kRounds / 10;
    for (std::int64_t round = 0; round < kTileRounds; ++round) {
        _tile_dpbf16ps(0, 4, 6);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
    _tile_release();
    return 2.0 * kTileRounds * 4 * 16 * 16 * 32;
}

// The system lends the tiles to a program that asks.
bool may_use_tiles() {
    constexpr long kRequestPermission = 0x1023, kTileData = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILE_DATA
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}
#endif
#endif

double multiply_add() {
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f")) return multiply_add_512();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return multiply_add_256();
#endif
    return multiply_add_plain();
}

// Without units for bf16 its products are those of fp32.
double multiply_add_bf16([[maybe_unused]] const std::string& instructions) {
#if defined(__x86_64__) && defined(__GNUC__)
#ifdef __linux__
    static const bool has_tiles = instructions == "amx_bf16" && may_use_tiles();
    if (has_tiles) return multiply_add_tiles();
#endif
    if (instructions == "amx_bf16" || instructions == "avx512_bf16") return multiply_add_pairs();
#endif
    return multiply_add();
}

} // namespace

MachineLimits measure_limits() {
    MachineLimits limits;
    constexpr std::size_t kBytes = 32'000'000; // more than a core's own caches hold
    const std::vector<std::byte> from(kBytes, std::byte{1});
    std::vector<std::byte> to(kBytes);
    const std::string instructions = hardware::read_machine().instructions;
    for (int i = 0; i < 30; ++i) {
        double operations = 0, operations_bf16 = 0;
        const double computing = milliseconds_of([&] { operations = multiply_add(); });
        const double computing_bf16 = milliseconds_of([&] { operations_bf16 = multiply_add_bf16(instructions); });
        const double copying = milliseconds_of([&] { std::memcpy(to.data(), from.data(), kBytes); });
        limits.gflops = std::max(limits.gflops, operations / computing / 1e6);
        limits.gflops_bf16 = std::max(limits.gflops_bf16, operations_bf16 / computing_bf16 / 1e6);
        limits.copy_gb_s = std::max(limits.copy_gb_s, 2 * double(kBytes) / copying / 1e6);
    }
    return limits;
}

} // namespace ampscope::cli

// The one-pass forms of attention's pieces against the plain ops, forward and backward, bit for bit.
#include "core/train/torch/attention_ops.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>

#include "tests/train/torch/support.h"

using namespace ampscope;
using namespace ampscope::train;

namespace {

at::Tensor plainly_rotated(const at::Tensor& x, const at::Tensor& cos, const at::Tensor& sin) {
    const auto halves = x.chunk(2, -1);
    return x * cos + at::cat({-halves[1], halves[0]}, -1) * sin;
}

// The bits of a NaN are its op's own business: LibTorch's vector code and its scalar code differ there.
bool same_bits(const at::Tensor& a, const at::Tensor& b) {
    if (a.scalar_type() != b.scalar_type() || a.sizes() != b.sizes() || !at::equal(a.isnan(), b.isnan())) return false;
    const at::Tensor x = at::where(a.isnan(), 0, a).contiguous(), y = at::where(b.isnan(), 0, b).contiguous();
    return x.scalar_type() == y.scalar_type() && std::memcmp(x.const_data_ptr(), y.const_data_ptr(), x.nbytes()) == 0;
}

// The gradient of `x` when `gradient` arrives at the result of `part`, and that result.
std::pair<at::Tensor, at::Tensor> run(const at::Tensor& values, const at::Tensor& gradient,
                                      const std::function<at::Tensor(const at::Tensor&)>& part) {
    const at::Tensor x = values.detach().clone(at::MemoryFormat::Preserve).requires_grad_(true);
    const at::Tensor y = part(x);
    torch::autograd::backward({y}, {gradient});
    return {y.detach(), x.grad()};
}

void compare(const at::Tensor& x, const at::Tensor& gradient, const std::function<at::Tensor(const at::Tensor&)>& one,
             const std::function<at::Tensor(const at::Tensor&)>& plain) {
    const auto [y, dx] = run(x, gradient, one);
    const auto [plain_y, plain_dx] = run(x, gradient, plain);
    CHECK(same_bits(y, plain_y));
    CHECK(same_bits(dx, plain_dx));
}

void check_both_forms(at::ScalarType dtype) {
    at::Generator generator = at::detail::createCPUGenerator(3);
    constexpr std::int64_t kBatch = 2, kHeads = 3, kLength = 17, kWidth = 10;
    const auto random = [&](std::vector<std::int64_t> sizes) { return at::randn(sizes, generator).to(dtype); };

    const at::Tensor angle = at::randn({kLength, kWidth}, generator);
    const at::Tensor cos = at::cos(angle).to(dtype), sin = at::sin(angle).to(dtype);
    // As attention has it: token by token in memory, head by head in shape.
    const at::Tensor x = random({kBatch, kLength, kHeads, kWidth}).transpose(1, 2);
    const at::Tensor gradient = random({kBatch, kHeads, kLength, kWidth});
    const at::Tensor turned_gradient = random({kBatch, kHeads, kWidth, kLength}).transpose(2, 3);
    for (const auto layout : {RotatedLayout::Queries, RotatedLayout::Keys})
        for (const auto& incoming : {gradient, turned_gradient})
            compare(
                x, incoming, [&](const at::Tensor& v) { return rotated(v, cos, sin, layout); },
                [&](const at::Tensor& v) { return plainly_rotated(v, cos, sin); });
    CHECK(rotated(x, cos, sin, RotatedLayout::Queries).is_contiguous());
    CHECK(rotated(x, cos, sin, RotatedLayout::Keys).transpose(2, 3).is_contiguous());

    at::Tensor scores = random({kBatch, kHeads, kLength, kLength});
    scores[0][0][5][2] = kInf, scores[0][1][7][7] = kNan, scores[1][2][3][9] = kNan; // the last one is masked
    const at::Tensor score_gradient = random({kBatch, kHeads, kLength, kLength});
    const at::Tensor mask = at::ones({kLength, kLength}, at::kBool).triu(1);
    const double scale = 1 / std::sqrt(10.0);
    for (const double masked : {-std::numeric_limits<double>::infinity(), -1e9})
        compare(
            scores, score_gradient, [&](const at::Tensor& v) { return scaled_and_masked(v, scale, masked); },
            [&](const at::Tensor& v) { return (v * scale).masked_fill(mask, masked); });
}

} // namespace

int main() {
    check_both_forms(at::kFloat);
    check_both_forms(at::kBFloat16);
    CHECK(can_fuse(at::kFloat) && can_fuse(at::kBFloat16) && !can_fuse(at::kHalf));
    return report("check_attention_ops");
}

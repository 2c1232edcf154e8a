// Two pieces of attention in one pass over memory each. PyTorch's eager mode takes six ops for the first and two (with
// a copy) for the second; the numbers are the same, bit for bit, which tests/train/torch/check_attention_ops holds.
//
// fp32 and bf16 only: whoever calls falls back to the plain ops for anything else (can_fuse()).
#pragma once

#include <ATen/ATen.h>

namespace ampscope::train {

/// Is there a one-pass form for this dtype?
bool can_fuse(at::ScalarType dtype);

/// Where the result of rotated() lies in memory. A product wants its right factor transposed, so keys are written that
/// way at once: matmul() would have to copy them otherwise.
enum class RotatedLayout { Queries, Keys };

/// Rotary position embedding (RoFormer, arXiv 2104.09864): x * cos + turned(x) * sin, where turned(x) is (-x2, x1) for
/// the halves (x1, x2) of the last dimension. x [B, H, T, D] with any strides; cos, sin [T, D] in x's dtype. The
/// gradient goes to x.
at::Tensor rotated(const at::Tensor& x, const at::Tensor& cos, const at::Tensor& sin, RotatedLayout layout);

/// scores [..., T, T] times `scale`, with `masked` wherever the column lies behind the row (a later token).
at::Tensor scaled_and_masked(const at::Tensor& scores, double scale, double masked);

} // namespace ampscope::train

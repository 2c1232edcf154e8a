#include "core/train/torch/attention_ops.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace ampscope::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// fp32 to T, to nearest even. For bf16 without a branch, so that a loop over it becomes vector code; a NaN stays one.
template <typename T>
T rounded(float value) {
    if constexpr (std::is_same_v<T, float>) {
        return value;
    } else {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        const std::uint32_t nearest = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
        const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
        return T(static_cast<std::uint16_t>(is_nan ? 0x7fc0u : nearest), T::from_bits());
    }
}

// A 16-bit op of LibTorch computes in fp32 and rounds its result; two ops round twice.
template <typename T>
float once(float value) {
    return static_cast<float>(rounded<T>(value));
}

template <typename Use>
void with_type(at::ScalarType dtype, const Use& use) {
    if (dtype == at::kFloat)
        use(float{});
    else
        use(at::BFloat16{});
}

// The rows of a [B, H, T, D] tensor: one token of one head each, its D values `step` apart.
template <typename T>
T* row_of(const at::Tensor& tensor, std::int64_t batch, std::int64_t head, std::int64_t token) {
    return static_cast<T*>(tensor.data_ptr()) + batch * tensor.stride(0) + head * tensor.stride(1) +
           token * tensor.stride(2);
}

// Calls use(in row, out row, token) for every token of every head. `use` is told at compile time where the values of a
// row lie side by side, since that is what makes vector code of its loop.
template <typename T, typename Use>
void each_row(const at::Tensor& in, const at::Tensor& out, const Use& use) {
    using One = std::integral_constant<std::int64_t, 1>;
    const auto run = [&](auto in_step, auto out_step) {
        for (std::int64_t batch = 0; batch < in.size(0); ++batch)
            for (std::int64_t head = 0; head < in.size(1); ++head)
                for (std::int64_t token = 0; token < in.size(2); ++token)
                    use(row_of<T>(in, batch, head, token), in_step, row_of<T>(out, batch, head, token), out_step,
                        token);
    };
    const std::int64_t in_step = in.stride(3), out_step = out.stride(3);
    if (in_step == 1 && out_step == 1)
        run(One(), One());
    else if (in_step == 1)
        run(One(), out_step);
    else if (out_step == 1)
        run(in_step, One());
    else
        run(in_step, out_step);
}

template <typename T>
void rotate(const at::Tensor& x, const T* cos, const T* sin, const at::Tensor& y) {
    const std::int64_t width = x.size(3), half = width / 2;
    each_row<T>(x, y, [=](const T* __restrict in, auto in_step, T* __restrict out, auto out_step, std::int64_t token) {
        const T* __restrict c = cos + token * width, * __restrict s = sin + token * width;
        for (std::int64_t d = 0, e = half; d < half; ++d, ++e) {
            const float first = in[d * in_step], second = in[e * in_step];
            out[d * out_step] = rounded<T>(once<T>(first * float(c[d])) + once<T>(-second * float(s[d])));
            out[e * out_step] = rounded<T>(once<T>(second * float(c[e])) + once<T>(first * float(s[e])));
        }
    });
}

template <typename T>
void rotate_back(const at::Tensor& gradient, const T* cos, const T* sin, const at::Tensor& result) {
    const std::int64_t width = gradient.size(3), half = width / 2;
    each_row<T>(gradient, result,
                [=](const T* __restrict in, auto in_step, T* __restrict out, auto out_step, std::int64_t token) {
                    const T* __restrict c = cos + token * width, * __restrict s = sin + token * width;
                    for (std::int64_t d = 0, e = half; d < half; ++d, ++e) {
                        const float first = in[d * in_step], second = in[e * in_step];
                        out[d * out_step] = rounded<T>(once<T>(first * float(c[d])) + once<T>(second * float(s[e])));
                        out[e * out_step] = rounded<T>(once<T>(second * float(c[e])) - once<T>(first * float(s[d])));
                    }
                });
}

class Rotate : public torch::autograd::Function<Rotate> {
  public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& cos,
                              const at::Tensor& sin, bool keys) {
        context->save_for_backward({cos, sin});
        const auto sizes = x.sizes();
        const at::Tensor y = keys ? at::empty({sizes[0], sizes[1], sizes[3], sizes[2]}, x.options()).transpose(2, 3)
                                  : at::empty(sizes, x.options());
        with_type(x.scalar_type(),
                  [&]<typename T>(T) { rotate<T>(x, cos.const_data_ptr<T>(), sin.const_data_ptr<T>(), y); });
        return y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto saved = context->get_saved_variables();
        const at::Tensor& gradient = gradients[0];
        const auto sizes = gradient.sizes();
        // Token by token, as the projection that the gradient goes to next has it.
        const at::Tensor result =
            at::empty({sizes[0], sizes[2], sizes[1], sizes[3]}, gradient.options()).transpose(1, 2);
        with_type(gradient.scalar_type(), [&]<typename T>(T) {
            rotate_back<T>(gradient, saved[0].const_data_ptr<T>(), saved[1].const_data_ptr<T>(), result);
        });
        return {result, at::Tensor(), at::Tensor(), at::Tensor()};
    }
};

// The causal part of every [T, T] matrix times `scale`, the rest filled.
template <typename T>
void scale_causal(const at::Tensor& in, const at::Tensor& out, double scale, double behind) {
    const std::int64_t length = in.size(-1), rows = in.numel() / std::max<std::int64_t>(length, 1);
    const auto factor = static_cast<float>(scale);
    const T filling = rounded<T>(static_cast<float>(behind));
    const T* from = in.const_data_ptr<T>();
    T* to = out.data_ptr<T>();
    for (std::int64_t row = 0; row < rows; ++row, from += length, to += length) {
        const std::int64_t kept = row % length + 1;
        for (std::int64_t i = 0; i < kept; ++i)
            to[i] = rounded<T>(static_cast<float>(from[i]) * factor);
        std::fill(to + kept, to + length, filling);
    }
}

at::Tensor scaled(const at::Tensor& tensor, double scale, double behind) {
    const at::Tensor in = tensor.contiguous(), out = at::empty_like(in);
    with_type(in.scalar_type(), [&]<typename T>(T) { scale_causal<T>(in, out, scale, behind); });
    return out;
}

class ScaleAndMask : public torch::autograd::Function<ScaleAndMask> {
  public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& scores, double scale, double masked) {
        context->saved_data["scale"] = scale;
        return scaled(scores, scale, masked);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        return {scaled(gradients[0], context->saved_data["scale"].toDouble(), 0), at::Tensor(), at::Tensor()};
    }
};

} // namespace

bool can_fuse(at::ScalarType dtype) {
    return dtype == at::kFloat || dtype == at::kBFloat16;
}

at::Tensor rotated(const at::Tensor& x, const at::Tensor& cos, const at::Tensor& sin, RotatedLayout layout) {
    return Rotate::apply(x, cos, sin, layout == RotatedLayout::Keys);
}

at::Tensor scaled_and_masked(const at::Tensor& scores, double scale, double masked) {
    return ScaleAndMask::apply(scores, scale, masked);
}

} // namespace ampscope::train

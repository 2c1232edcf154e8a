#include "core/train/torch/attention_ops.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace ampscope::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// A 16-bit op of LibTorch computes in fp32 and rounds its result; two ops round twice.
template <typename T>
float once(float value) {
    return static_cast<float>(static_cast<T>(value));
}
template <>
float once<float>(float value) {
    return value;
}

template <typename Use>
void with_type(at::ScalarType dtype, const Use& use) {
    if (dtype == at::kFloat)
        use(float{});
    else
        use(at::BFloat16{});
}

// One head of one sequence: T rows of D values, with the distances between rows and between values of a row.
template <typename T>
struct Rows {
    T* data;
    std::int64_t row, value;
    T& operator()(std::int64_t r, std::int64_t v) const { return data[r * row + v * value]; }
};

template <typename T>
Rows<T> rows_of(const at::Tensor& tensor, std::int64_t batch, std::int64_t head) {
    return {static_cast<T*>(tensor.data_ptr()) + batch * tensor.stride(0) + head * tensor.stride(1), tensor.stride(2),
            tensor.stride(3)};
}

// Calls use(in, out) for every head of every sequence.
template <typename T, typename Use>
void each_head(const at::Tensor& in, const at::Tensor& out, const Use& use) {
    for (std::int64_t batch = 0; batch < in.size(0); ++batch)
        for (std::int64_t head = 0; head < in.size(1); ++head)
            use(rows_of<T>(in, batch, head), rows_of<T>(out, batch, head));
}

template <typename T>
void rotate(const at::Tensor& x, const T* cos, const T* sin, const at::Tensor& y) {
    const std::int64_t length = x.size(2), width = x.size(3), half = width / 2;
    each_head<T>(x, y, [&](const Rows<T>& in, const Rows<T>& out) {
        for (std::int64_t t = 0; t < length; ++t) {
            const T *c = cos + t * width, *s = sin + t * width;
            for (std::int64_t d = 0; d < half; ++d) {
                const float first = in(t, d), second = in(t, d + half);
                out(t, d) = static_cast<T>(once<T>(first * float(c[d])) + once<T>(-second * float(s[d])));
                out(t, d + half) =
                    static_cast<T>(once<T>(second * float(c[d + half])) + once<T>(first * float(s[d + half])));
            }
        }
    });
}

template <typename T>
void rotate_back(const at::Tensor& gradient, const T* cos, const T* sin, const at::Tensor& result) {
    const std::int64_t length = gradient.size(2), width = gradient.size(3), half = width / 2;
    each_head<T>(gradient, result, [&](const Rows<T>& in, const Rows<T>& out) {
        for (std::int64_t t = 0; t < length; ++t) {
            const T *c = cos + t * width, *s = sin + t * width;
            for (std::int64_t d = 0; d < half; ++d) {
                const float first = in(t, d), second = in(t, d + half);
                out(t, d) = static_cast<T>(once<T>(first * float(c[d])) + once<T>(second * float(s[d + half])));
                out(t, d + half) = static_cast<T>(once<T>(second * float(c[d + half])) - once<T>(first * float(s[d])));
            }
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
    const auto filling = static_cast<T>(static_cast<float>(behind));
    const T* from = in.const_data_ptr<T>();
    T* to = out.data_ptr<T>();
    for (std::int64_t row = 0; row < rows; ++row, from += length, to += length) {
        const std::int64_t kept = row % length + 1;
        for (std::int64_t i = 0; i < kept; ++i)
            to[i] = static_cast<T>(static_cast<float>(from[i]) * factor);
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

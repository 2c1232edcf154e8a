#include "core/train/torch/model.h"

#include <cmath>

#include "core/scenario/model_shape.h"
#include "core/train/torch/gpt_mini.h"

namespace ampscope::train {

at::Tensor Model::add(std::string name, const at::Tensor& values, at::ScalarType dtype) {
    at::Tensor tensor = values.to(dtype);
    tensor.set_requires_grad(true);
    m_parameters.push_back({std::move(name), tensor});
    return tensor;
}

at::ScalarType weight_dtype(scenario::Precision precision) {
    switch (precision) {
    case scenario::Precision::Bf16Pure:
    case scenario::Precision::Bf16Master: return at::kBFloat16;
    case scenario::Precision::Fp16Pure:
    case scenario::Precision::Fp16Master: return at::kHalf;
    default: return at::kFloat;
    }
}

at::Tensor cross_entropy(const at::Tensor& logits, const at::Tensor& targets, bool sum) {
    return at::cross_entropy_loss(logits.view({-1, logits.size(-1)}), targets.view({-1}), {},
                                  sum ? at::Reduction::Sum : at::Reduction::Mean);
}

namespace {

// nn.Linear(1024, 1024) of chapter A's listings, with nn.Linear's own initial values: uniform within 1 / sqrt(1024).
class LinearModel : public Model {
  public:
    LinearModel(const scenario::Scenario& scenario, at::Generator generator)
        : m_dtype(weight_dtype(scenario.precision)) {
        const double bound = 1.0 / std::sqrt(static_cast<double>(scenario::kLinearWidth));
        m_weight = add(
            "weight",
            at::empty({scenario::kLinearWidth, scenario::kLinearWidth}, at::kFloat).uniform_(-bound, bound, generator),
            m_dtype);
        m_bias =
            add("bias", at::empty({scenario::kLinearWidth}, at::kFloat).uniform_(-bound, bound, generator), m_dtype);
    }
    at::Tensor logits(const at::Tensor& inputs) const override {
        return at::linear(inputs.to(m_dtype), m_weight, m_bias);
    }

  private:
    at::ScalarType m_dtype;
    at::Tensor m_weight, m_bias;
};

} // namespace

std::unique_ptr<Model> make_model(const scenario::Scenario& scenario, std::int64_t vocabulary,
                                  at::Generator generator) {
    if (scenario.model.kind == scenario::ModelKind::Linear)
        return std::make_unique<LinearModel>(scenario, std::move(generator));
    return std::make_unique<GptMini>(scenario, vocabulary, std::move(generator));
}

} // namespace ampscope::train

#include "core/train/torch/model.h"

#include <cmath>

#include "core/scenario/model_shape.h"
#include "core/train/torch/gpt_mini.h"
#include "core/train/torch/gpu.h"
#include "core/train/torch/step_place.h"

namespace ampscope::train {

Model::Model(const scenario::Scenario& scenario) : m_device(device_of(scenario)) {}

at::Generator weight_generator(const scenario::Scenario& scenario, const at::Generator& generator) {
    return generator.device().is_cpu() ? generator : generator_on(at::kCPU, static_cast<std::uint64_t>(scenario.seed));
}

at::Tensor Model::add(std::string name, const at::Tensor& values, at::ScalarType dtype) {
    at::Tensor tensor = values.to(m_device, dtype);
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
    LinearModel(const scenario::Scenario& scenario, const at::Generator& given) : Model(scenario) {
        const at::Generator generator = weight_generator(scenario, given);
        const at::ScalarType dtype = weight_dtype(scenario.precision);
        const double bound = 1.0 / std::sqrt(static_cast<double>(scenario::kLinearWidth));
        m_weight = add(
            "weight",
            at::empty({scenario::kLinearWidth, scenario::kLinearWidth}, at::kFloat).uniform_(-bound, bound, generator),
            dtype);
        m_bias = add("bias", at::empty({scenario::kLinearWidth}, at::kFloat).uniform_(-bound, bound, generator), dtype);
    }
    at::Tensor logits(const at::Tensor& inputs) const override {
        const LayerScope layer("linear");
        return at::linear(inputs.to(m_weight.scalar_type()), m_weight, m_bias);
    }

  private:
    at::Tensor m_weight, m_bias;
};

} // namespace

std::unique_ptr<Model> make_model(const scenario::Scenario& scenario, std::int64_t vocabulary,
                                  at::Generator generator) {
    if (scenario.model.kind == scenario::ModelKind::Linear) return std::make_unique<LinearModel>(scenario, generator);
    return std::make_unique<GptMini>(scenario, vocabulary, std::move(generator));
}

} // namespace ampscope::train

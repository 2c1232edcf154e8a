// What is trained: parameters with names, and a forward pass from inputs to logits.
#pragma once

#include <ATen/ATen.h>

#include <memory>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace ampscope::train {

struct Parameter {
    std::string name; ///< "blocks.0.attn.qkv.weight"
    at::Tensor tensor;
};

/// A network. For the compute thread; B sequences, T tokens, V rows of the vocabulary.
class Model {
  public:
    virtual ~Model() = default;
    /// GPT: tokens int64 [B, T] -> logits [B, T, V]. Linear: fp32 [B, 1024] -> [B, 1024].
    virtual at::Tensor logits(const at::Tensor& inputs) const = 0;
    const std::vector<Parameter>& parameters() const { return m_parameters; }
    /// For looking at ops: every op is one of LibTorch's own, as in the PyTorch lines. The numbers are the same.
    void use_plain_ops(bool use) { m_plain_ops = use; }
    bool uses_plain_ops() const { return m_plain_ops; }

  protected:
    /// Its tensors live on the scenario's device.
    explicit Model(const scenario::Scenario& scenario);
    const at::Device& device() const { return m_device; }
    /// Adds a parameter of the given dtype that asks for gradients, and returns it.
    at::Tensor add(std::string name, const at::Tensor& values, at::ScalarType dtype);

  private:
    at::Device m_device;
    std::vector<Parameter> m_parameters;
    bool m_plain_ops = false;
};

/// Builds the scenario's model. Weights are drawn in fp32 from `generator` in the order of parameters() and then
/// rounded to the weights' dtype; the generator goes on to be used for dropout. One of a GPU is used for dropout only:
/// weights then come from a CPU's with the scenario's seed, so that a run begins with the same ones wherever it runs.
std::unique_ptr<Model> make_model(const scenario::Scenario& scenario, std::int64_t vocabulary, at::Generator generator);
/// What weights are drawn from.
at::Generator weight_generator(const scenario::Scenario& scenario, const at::Generator& generator);

/// fp32 but for the precisions with 16-bit weights.
at::ScalarType weight_dtype(scenario::Precision precision);

/// Cross entropy of logits [..., V] against int64 targets [...]; targets of -100 are not counted. Mean over those that
/// are, or their sum.
at::Tensor cross_entropy(const at::Tensor& logits, const at::Tensor& targets, bool sum);

} // namespace ampscope::train

#include "core/train/torch/checkpoint.h"

#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/step_place.h"

namespace ampscope::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// What the second run must find as the first did.
struct Recipe : torch::CustomClassHolder {
    std::function<at::Tensor(const at::Tensor&)> part;
    CheckpointOptions options;
    at::Tensor random_state;
    bool autocast = false;
    at::ScalarType autocast_dtype = at::kBFloat16;
};

class CheckpointFunction : public torch::autograd::Function<CheckpointFunction> {
  public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& input,
                              const c10::intrusive_ptr<Recipe>& recipe) {
        recipe->random_state = recipe->options.generator.get_state();
        recipe->autocast = at::autocast::is_autocast_enabled(input.device().type());
        recipe->autocast_dtype = at::autocast::get_autocast_dtype(input.device().type());
        context->saved_data["recipe"] = at::IValue::make_capsule(recipe);
        context->save_for_backward({input});
        return recipe->part(input); // Function::forward runs without gradients
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto recipe = c10::static_intrusive_pointer_cast<Recipe>(context->saved_data["recipe"].toCapsule());
        const at::Tensor input = context->get_saved_variables()[0].detach().set_requires_grad(true);
        at::Generator& generator = recipe->options.generator;
        const at::Tensor random_state = generator.get_state();
        if (recipe->options.keep_rng) generator.set_state(recipe->random_state);
        at::Tensor output;
        {
            const at::AutoGradMode with_gradients(true);
            if (recipe->autocast) {
                const AutocastGuard autocast(recipe->autocast_dtype, true, input.device().type());
                output = recipe->part(input);
            } else {
                output = recipe->part(input);
            }
        }
        if (recipe->options.keep_rng) generator.set_state(random_state);
        // Adds to the .grad of the part's parameters, and to this copy of the input.
        torch::autograd::backward({output}, {gradients[0]});
        return {input.grad(), at::Tensor()};
    }
};

} // namespace

at::Tensor checkpoint(const std::function<at::Tensor(const at::Tensor&)>& part, const at::Tensor& input,
                      const CheckpointOptions& options) {
    if (!at::GradMode::is_enabled()) return part(input);
    auto recipe = c10::make_intrusive<Recipe>();
    recipe->part = part;
    recipe->options = options;
    const CustomNodeScope node;
    return CheckpointFunction::apply(input, recipe);
}

} // namespace ampscope::train

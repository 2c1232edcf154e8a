// Gradient checkpointing: throw a part's activations away in the forward pass, compute them again in the backward pass.
#pragma once

#include <ATen/ATen.h>

#include <functional>

namespace ampscope::train {

struct CheckpointOptions {
    at::Generator generator; ///< of the run: its state is taken before the part and put back for the second time
    bool keep_rng = true;    ///< false: the mistake of letting dropout roll other dice the second time
};

/// Runs `part(input)` without keeping its activations. Its gradients are those of the plain call, bit for bit, also
/// under autocast (the second run restores the forward's autocast state) and with dropout (and its random numbers).
/// `part` must be a pure function of `input`, its captured parameters and the generator.
///
/// This is PyTorch's re-entrant form (torch/utils/checkpoint.py): where neither input nor parameters ask for gradients
/// it is a plain call. Chen et al. 2016, arXiv 1604.06174; chapter B, section 6.
at::Tensor checkpoint(const std::function<at::Tensor(const at::Tensor&)>& part, const at::Tensor& input,
                      const CheckpointOptions& options);

} // namespace ampscope::train

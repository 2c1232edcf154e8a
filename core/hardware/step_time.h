// How long would a step take on that device, and how much of it is matrix products? An estimate from peaks: a lower
// bound.
#pragma once

#include <optional>
#include <vector>

#include "core/hardware/machine.h"
#include "core/hardware/roofline.h"
#include "core/hardware/support.h"
#include "core/memory/model.h"
#include "core/scenario/scenario.h"

namespace ampscope::hardware {

/// The matrix products of one forward pass over a micro-batch: qkv, attention's two and its output, feed-forward, head.
/// For GPT-2 124M and 1,024 tokens their operations add up to nanoGPT's 291,648,307,200 (transformer_sizing.ipynb).
std::vector<Product> forward_products(const scenario::Scenario& scenario, const memory::Model& model);

/// One optimizer step: all micro-batches.
struct StepWork {
    std::vector<Product> products; ///< forward and backward (two products for each), recomputation included
    double elementwise_bytes = 0;  ///< memory traffic of all that is no matrix product
    double optimizer_bytes = 0;    ///< of clipping, the optimizer, and autocast's casts in each micro-batch
    double operations() const;     ///< of all products
};
/// `bytes_per_number`: 4, or 2 where the products' numbers have 16 bits. Elementwise traffic: four times the bytes that
/// are kept for backward (written in forward, read in backward, and their gradients written and read once). Optimizer:
/// per parameter 28 bytes for AdamW (weight, gradient, m, v read, weight, m, v written in fp32), 12 for SGD, plus 12
/// for the norm and the clipping of gradients, and 6 in each micro-batch for autocast's casts.
StepWork step_work(const scenario::Scenario& scenario, const memory::Model& model);

struct StepTime {
    Format format = Format::Fp32;
    FormatRate rate;          ///< of products
    double products_s = 0;    ///< each product at its roof
    double elementwise_s = 0; ///< at the memory's rate; 0 when that is not known
    double optimizer_s = 0;
    double total_s() const { return products_s + elementwise_s + optimizer_s; }
    double product_share() const { return total_s() > 0 ? products_s / total_s() : 0; }
};
/// The scenario's step with its products in `format` (fp32 and TF32: fp32 numbers; fp16, bf16: autocast). A lower
/// bound: peaks at boost clock, perfect caches, no launches, no waiting. nullopt when the device has no figure for the
/// format.
std::optional<StepTime> step_time(const Device& device, scenario::Scenario scenario, const memory::Model& model,
                                  Format format);

/// The step that was measured, predicted from the rates that were measured with it, in milliseconds; nullopt without a
/// rate for its format.
std::optional<double> predicted_ms(const MeasuredStep& step, const MeasuredRates& rates);

/// What nanoGPT measured on an A100 for GPT-2 124M: the share of the peak that a well-made step reaches.
constexpr double kMeasuredUtilization = 0.3714;

} // namespace ampscope::hardware

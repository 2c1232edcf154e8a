#include "core/train/torch/reports.h"

#include <algorithm>
#include <cmath>

namespace ampscope::train {

record::ParameterStates states_of(const std::vector<Parameter>& parameters, const Optimizer& optimizer,
                                  const LayerWatcher& layers, const std::vector<at::Tensor>& before) {
    record::ParameterStates states;
    const auto& averages = optimizer.averages();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const at::Tensor& weight = parameters[i].tensor;
        record::ParameterStates::Parameter state;
        state.name = parameters[i].name;
        state.count = weight.numel();
        state.weight = dtype_name(weight);
        if (layers.gradients()[i].defined()) state.gradient = dtype_name(layers.gradients()[i]);
        if (optimizer.has_masters()) state.master = dtype_name(optimizer.weights()[i]);
        if (i < averages.size()) state.optimizer = dtype_name(averages[i]);
        state.compute = layers.compute_dtype(i);
        state.moved = count_moved(before[i], weight);
        states.parameters.push_back(std::move(state));
    }
    return states;
}

record::LayerSizes sizes_of(const std::vector<Parameter>& parameters, const LayerWatcher& layers, float scale) {
    record::LayerSizes sizes;
    sizes.scale = scale;
    for (const auto& output : layers.outputs())
        sizes.layers.push_back(
            {output.layer, "activation", output.dtype, size_histogram(magnitudes({output.values}, 1))});
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (const at::Tensor& gradient = layers.gradients()[i]; gradient.defined())
            sizes.layers.push_back(
                {parameters[i].name, "gradient", dtype_name(gradient), size_histogram(magnitudes({gradient}, scale))});
    return sizes;
}

namespace {

// Of numbers divided by `scale`, beside their fp32 counterparts.
record::ShadowError::Layer error_of(std::string name, std::string what, std::string dtype, const at::Tensor& values,
                                    double scale, const at::Tensor& fp32) {
    record::ShadowError::Layer layer;
    layer.name = std::move(name), layer.what = std::move(what), layer.dtype = std::move(dtype);
    const at::Tensor x = values.cpu().to(at::kDouble).contiguous(), x32 = fp32.cpu().to(at::kDouble).contiguous();
    const auto *a = x.const_data_ptr<double>(), *b = x32.const_data_ptr<double>();
    double errors = 0, all = 0;
    for (std::int64_t i = 0; i < x.numel(); ++i) {
        const double value = a[i] / scale;
        if (!std::isfinite(b[i])) continue; // a masked score, or fp32 overflowed, too
        if (!std::isfinite(value)) {
            ++layer.nonfinite;
        } else {
            const double error = std::fabs(value - b[i]);
            errors += error * error;
            all += b[i] * b[i];
            layer.largest = std::max(layer.largest, error);
            layer.lost += value == 0 && b[i] != 0 ? 1 : 0;
        }
    }
    layer.relative = all > 0 ? std::sqrt(errors / all) : std::numeric_limits<double>::quiet_NaN();
    return layer;
}

} // namespace

record::ShadowError error_between(const std::vector<Parameter>& parameters, const LayerWatcher& step,
                                  const LayerWatcher& shadow, float scale) {
    record::ShadowError error;
    for (const auto& output : step.outputs()) {
        const auto fp32 = std::ranges::find(shadow.outputs(), output.layer, &LayerWatcher::Output::layer);
        if (fp32 == shadow.outputs().end()) continue;
        error.layers.push_back(error_of(output.layer, "activation", output.dtype, output.values, 1, fp32->values));
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const at::Tensor &gradient = step.gradients()[i], &fp32 = shadow.gradients()[i];
        if (!gradient.defined() || !fp32.defined()) continue;
        error.layers.push_back(error_of(parameters[i].name, "gradient", dtype_name(gradient), gradient, scale, fp32));
    }
    return error;
}

} // namespace ampscope::train

// What the checks of the torch code share.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <c10/util/Exception.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/text/message.h"
#include "core/train/torch/grad_scaler.h"
#undef CHECK // c10's logging has one that ends the program
#include "tests/headless/check.h"

namespace ampscope {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// A parameter: [n], fp32 unless said.
inline at::Tensor leaf(const std::vector<float>& values, at::ScalarType dtype = at::kFloat) {
    return at::tensor(values).to(dtype).requires_grad_(true);
}

inline void give(const at::Tensor& parameter, const std::vector<float>& gradient) {
    parameter.mutable_grad() = at::tensor(gradient).to(parameter.scalar_type());
}

/// Equal element by element, NaN equal to NaN.
inline bool same(const at::Tensor& tensor, const std::vector<float>& values) {
    return tensor.defined() && at::allclose(tensor.detach().to(at::kFloat), at::tensor(values), 0, 0, true);
}

/// p -= lr * p.grad, as torch.optim.SGD without momentum; counts its calls.
struct Sgd {
    explicit Sgd(std::vector<train::Parameter> parameters, double rate = 1.0, std::string name = "sgd")
        : handle(std::move(name), std::move(parameters)), lr(rate) {}
    void operator()() {
        const at::NoGradGuard no_grad;
        for (const auto& parameter : handle.parameters())
            if (parameter.tensor.grad().defined()) at::Tensor(parameter.tensor).sub_(parameter.tensor.grad() * lr);
        ++calls;
    }
    void zero_grad() const {
        for (const auto& parameter : handle.parameters())
            parameter.tensor.mutable_grad().reset();
    }
    std::function<void()> call() {
        return [this] { (*this)(); };
    }

    train::OptimizerHandle handle;
    double lr;
    int calls = 0;
};

/// The id of the error's message; "" when nothing was thrown. The English text must hold `part`.
inline std::string refused(const std::function<void()>& job, const char* part = "") {
    try {
        job();
    } catch (const text::Error& error) {
        const std::string said = error.text(text::Language::English);
        CHECK(said.find(part) != std::string::npos);
        CHECK(error.text(text::Language::Korean) != said);
        return error.message().id;
    }
    return "";
}

struct Case {
    const char* name;
    void (*run)();
};

/// Runs the cases, or only those whose name begins with the program's first argument.
inline void run_cases(std::span<const Case> cases, int count, char** arguments) {
    for (const auto& item : cases) {
        if (count > 1 && std::strncmp(item.name, arguments[1], std::strlen(arguments[1])) != 0) continue;
        const int before = failures();
        try {
            item.run();
        } catch (const text::Error& error) {
            std::fprintf(stderr, "%s\n", error.text(text::Language::English).c_str());
            CHECK(!"no text::Error was thrown");
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            CHECK(!"no exception was thrown");
        }
        if (failures() != before) std::fprintf(stderr, "  in %s\n", item.name);
    }
}

} // namespace ampscope

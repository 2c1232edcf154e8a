#include "core/cuda/device.h"

#include "core/io/module_file.h"
#include "core/text/message.h"

namespace ampscope::cuda {

std::string_view format_id(Number number) {
    switch (number) {
    case Number::Fp32: return "fp32";
    case Number::Fp16: return "fp16";
    case Number::Bf16: return "bf16";
    }
    return "";
}

std::string_view format_id(Narrow narrow) {
    switch (narrow) {
    case Narrow::Fp16: return "fp16";
    case Narrow::Bf16: return "bf16";
    case Narrow::E4m3: return "e4m3";
    case Narrow::E5m2: return "e5m2";
    }
    return "";
}

std::string_view format_id(Product product) {
    switch (product) {
    case Product::Fp32: return "fp32";
    case Product::Tf32: return "tf32";
    case Product::Fp16: return "fp16";
    case Product::Bf16: return "bf16";
    case Product::E4m3: return "e4m3";
    }
    return "";
}

std::size_t bytes_of(Number number) {
    return number == Number::Fp32 ? 4 : 2;
}
std::size_t bytes_of(Narrow narrow) {
    return narrow == Narrow::Fp16 || narrow == Narrow::Bf16 ? 2 : 1;
}

bool GpuInfo::has(Product product) const {
    switch (product) {
    case Product::Fp32:
    case Product::Fp16: return true;
    case Product::Tf32: return has_tf32();
    case Product::Bf16: return has_bf16();
    case Product::E4m3: return has_fp8();
    }
    return false;
}

std::string cuda_version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Device& open_device() {
    const auto found = io::open_module("ampscope_cuda", "AMPSCOPE_CUDA_MODULE", "ampscope_cuda_device");
    using Maker = Device* (*)();
    if (found.address) return *reinterpret_cast<Maker>(found.address)();
    if (found.reason.empty()) throw text::could_not("cuda.no_module");
    throw text::could_not("cuda.not_opened", {{"reason", found.reason}});
}

} // namespace ampscope::cuda

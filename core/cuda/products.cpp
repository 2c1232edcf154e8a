// Matrix products by cuBLASLt, which is opened at run time: machines without it measure everything else.
#include <dlfcn.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "core/cuda/gpu.h"
#include "core/cuda/kernels.h"
#include "core/text/message.h"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#define AMPSCOPE_HAS_CUBLASLT
#endif

namespace ampscope::cuda {

#ifdef AMPSCOPE_HAS_CUBLASLT

namespace {

constexpr std::size_t kWorkspace = 32u << 20; // bytes; what NVIDIA advises for Hopper

// The functions of cuBLASLt that are used here, by their own types.
class CublasLt {
  public:
    static const CublasLt& get() {
        static const CublasLt library;
        if (!library.m_reason.empty()) throw text::could_not("cuda.no_cublas", {{"reason", library.m_reason}});
        return library;
    }

#define AMPSCOPE_FUNCTION(name) decltype(&cublasLt##name) name = nullptr
    AMPSCOPE_FUNCTION(Create);
    AMPSCOPE_FUNCTION(Destroy);
    AMPSCOPE_FUNCTION(GetStatusString);
    AMPSCOPE_FUNCTION(Matmul);
    AMPSCOPE_FUNCTION(MatmulAlgoGetHeuristic);
    AMPSCOPE_FUNCTION(MatmulDescCreate);
    AMPSCOPE_FUNCTION(MatmulDescDestroy);
    AMPSCOPE_FUNCTION(MatmulDescSetAttribute);
    AMPSCOPE_FUNCTION(MatmulPreferenceCreate);
    AMPSCOPE_FUNCTION(MatmulPreferenceDestroy);
    AMPSCOPE_FUNCTION(MatmulPreferenceSetAttribute);
    AMPSCOPE_FUNCTION(MatrixLayoutCreate);
    AMPSCOPE_FUNCTION(MatrixLayoutDestroy);
#undef AMPSCOPE_FUNCTION

  private:
    // The system's, LibTorch's where that is loaded already, or what this module's own search path finds.
    CublasLt() {
        const std::string name = "libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR);
        void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            m_reason = dlerror();
            return;
        }
#define AMPSCOPE_FIND(name)                                                                                            \
    name = reinterpret_cast<decltype(name)>(dlsym(library, "cublasLt" #name));                                         \
    if (!name) m_reason = "cublasLt" #name
        AMPSCOPE_FIND(Create);
        AMPSCOPE_FIND(Destroy);
        AMPSCOPE_FIND(GetStatusString);
        AMPSCOPE_FIND(Matmul);
        AMPSCOPE_FIND(MatmulAlgoGetHeuristic);
        AMPSCOPE_FIND(MatmulDescCreate);
        AMPSCOPE_FIND(MatmulDescDestroy);
        AMPSCOPE_FIND(MatmulDescSetAttribute);
        AMPSCOPE_FIND(MatmulPreferenceCreate);
        AMPSCOPE_FIND(MatmulPreferenceDestroy);
        AMPSCOPE_FIND(MatmulPreferenceSetAttribute);
        AMPSCOPE_FIND(MatrixLayoutCreate);
        AMPSCOPE_FIND(MatrixLayoutDestroy);
#undef AMPSCOPE_FIND
    }
    std::string m_reason;
};

void require_blas(cublasStatus_t status, const char* doing) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    throw text::could_not("cuda.failed", {{"doing", doing},
                                          {"error", "cuBLASLt " + std::to_string(static_cast<int>(status))},
                                          {"reason", CublasLt::get().GetStatusString(status)}});
}

// What cuBLASLt makes, given back at the end of a scope.
template <typename Handle>
class Owned {
  public:
    using Destroy = cublasStatus_t (*)(Handle);
    explicit Owned(Destroy destroy) : m_destroy(destroy) {}
    ~Owned() {
        if (m_handle) (void)m_destroy(m_handle);
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    Handle* place() { return &m_handle; }
    operator Handle() const { return m_handle; }

  private:
    Handle m_handle = nullptr;
    Destroy m_destroy;
};

struct Types {
    cudaDataType_t factor, result;
    cublasComputeType_t compute;
};
Types types_of(Product product) {
    switch (product) {
    case Product::Fp32: return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
    case Product::Tf32: return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32};
    case Product::Fp16: return {CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F};
    case Product::Bf16: return {CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    case Product::E4m3: return {CUDA_R_8F_E4M3, CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    }
    throw std::logic_error("product");
}

std::size_t width_of(cudaDataType_t type) {
    return type == CUDA_R_32F ? 4 : type == CUDA_R_8F_E4M3 ? 1 : 2;
}

} // namespace

double product_rate(const GpuInfo& gpu, Product product, std::int64_t size) {
    if (size <= 0 || size % 16 != 0) throw std::logic_error("product_rate: size");
    const std::string format(format_id(product));
    if (!gpu.has(product))
        throw text::could_not("cuda.no_product", {{"format", format}, {"gpu", gpu.name}, {"found", gpu.capability()}});
    const CublasLt& blas = CublasLt::get();
    const Types types = types_of(product);
    const auto side = static_cast<std::uint64_t>(size);
    const auto count = static_cast<std::size_t>(side * side);
    const GpuMemory a(count * width_of(types.factor)), b(count * width_of(types.factor));
    const GpuMemory d(count * width_of(types.result)), workspace(kWorkspace);
    const std::string doing = format + " product of size " + std::to_string(size);
    for (const auto& [factor, seed] : {std::pair(&a, 1u), std::pair(&b, 0x9e3779b9u)})
        require(static_cast<cudaError_t>(
                    launch_fill(factor->get(), static_cast<std::int64_t>(count), product, seed, gpu.multiprocessors)),
                doing);

    Owned<cublasLtHandle_t> handle(blas.Destroy);
    require_blas(blas.Create(handle.place()), "cublasLtCreate");
    Owned<cublasLtMatmulDesc_t> operation(blas.MatmulDescDestroy);
    require_blas(blas.MatmulDescCreate(operation.place(), types.compute, CUDA_R_32F), doing.c_str());
    // Columns of A by columns of B: the one order that fp8 products have, and a fast one for the others.
    const cublasOperation_t transposed = CUBLAS_OP_T;
    require_blas(blas.MatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed),
                 doing.c_str());
    Owned<cublasLtMatrixLayout_t> factors(blas.MatrixLayoutDestroy), result(blas.MatrixLayoutDestroy);
    require_blas(blas.MatrixLayoutCreate(factors.place(), types.factor, side, side, size), doing.c_str());
    require_blas(blas.MatrixLayoutCreate(result.place(), types.result, side, side, size), doing.c_str());
    Owned<cublasLtMatmulPreference_t> preference(blas.MatmulPreferenceDestroy);
    require_blas(blas.MatmulPreferenceCreate(preference.place()), doing.c_str());
    require_blas(blas.MatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &kWorkspace,
                                                   sizeof kWorkspace),
                 doing.c_str());

    // The first few that cuBLASLt proposes; the fastest of them counts.
    constexpr int kProposals = 4;
    cublasLtMatmulHeuristicResult_t proposals[kProposals] = {};
    int found = 0;
    require_blas(blas.MatmulAlgoGetHeuristic(handle, operation, factors, factors, result, result, preference,
                                             kProposals, proposals, &found),
                 doing.c_str());
    if (found == 0) require_blas(CUBLAS_STATUS_NOT_SUPPORTED, doing.c_str());
    const float one = 1, zero = 0;
    double best = 0;
    for (int i = 0; i < found; ++i) {
        const double seconds = best_seconds([&] {
            require_blas(blas.Matmul(handle, operation, &one, a.get(), factors, b.get(), factors, &zero, d.get(),
                                     result, d.get(), result, &proposals[i].algo, workspace.get(), kWorkspace, nullptr),
                         doing.c_str());
        });
        const double operations =
            2.0 * static_cast<double>(size) * static_cast<double>(size) * static_cast<double>(size);
        best = std::max(best, operations / seconds / 1e9);
    }
    return best;
}

#else

double product_rate(const GpuInfo&, Product, std::int64_t) {
    throw text::could_not("cuda.no_cublas", {{"reason", "cublasLt.h"}});
}

#endif

} // namespace ampscope::cuda

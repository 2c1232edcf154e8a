// Sources: CUDA, the AT_FORALL_ lists of LibTorch 2.15.0's ATen/autocast_mode.h and the three ops that CUDA adds to
// them; CPU and MPS, the ops that the dispatcher of 2.15.0 holds for AutocastCPU and AutocastMPS, with the policies of
// aten/src/ATen/autocast_mode.cpp. tests/train compares the CUDA and CPU lists with the LibTorch that is there.
#include "core/train/autocast_tables.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

namespace ampscope::train {
namespace {

struct List {
    CastPolicy policy;
    std::string_view ops; // separated by spaces
};

constexpr std::array kCuda = {
    List{CastPolicy::LowerPrecision,
         "_convolution.deprecated _convolution conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d.input "
         "conv_transpose3d.input convolution prelu addmm addmv addr matmul einsum mm mv linalg_vecdot linear addbmm "
         "baddbmm bmm chain_matmul linalg_multi_dot _thnn_fused_lstm_cell _thnn_fused_gru_cell lstm_cell gru_cell "
         "rnn_tanh_cell rnn_relu_cell _scaled_dot_product_flash_attention scaled_dot_product_attention "
         "cudnn_convolution cudnn_convolution_transpose"},
    List{CastPolicy::Fp32,
         "acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow.Tensor_Scalar "
         "pow.Tensor_Tensor pow.Scalar softplus layer_norm native_layer_norm rms_norm group_norm frobenius_norm.dim "
         "nuclear_norm nuclear_norm.dim cosine_similarity poisson_nll_loss cosine_embedding_loss nll_loss nll_loss2d "
         "hinge_embedding_loss kl_div l1_loss smooth_l1_loss huber_loss mse_loss margin_ranking_loss "
         "multilabel_margin_loss soft_margin_loss triplet_margin_loss multi_margin_loss "
         "binary_cross_entropy_with_logits dist pdist cdist renorm logsumexp upsample_nearest1d "
         "_upsample_nearest_exact1d upsample_nearest2d _upsample_nearest_exact2d upsample_nearest3d "
         "_upsample_nearest_exact3d upsample_linear1d upsample_bilinear2d _upsample_bilinear2d_aa upsample_trilinear3d "
         "upsample_bicubic2d _upsample_bicubic2d_aa"},
    List{CastPolicy::Fp32SetDtype,
         "prod prod.dim_int softmax.int log_softmax.int cumprod cumsum linalg_vector_norm linalg_matrix_norm "
         "linalg_matrix_norm.str_ord sum sum.dim_IntList"},
    List{CastPolicy::Fp32AppendDtype, "norm.Scalar norm.ScalarOpt_dim"},
    List{CastPolicy::Promote,
         "addcdiv addcmul atan2 bilinear cross dot vdot grid_sampler index_put tensordot scatter_add"},
    List{CastPolicy::Banned, "binary_cross_entropy"},
};

constexpr std::array kCpu = {
    List{CastPolicy::LowerPrecision,
         "_addmm_activation _convolution.deprecated _native_multi_head_attention addbmm addmm baddbmm bmm conv1d "
         "conv1d.padding conv2d conv2d.padding conv3d conv3d.padding conv_tbc conv_transpose1d conv_transpose2d.input "
         "conv_transpose3d.input linalg_vecdot linear matmul mkldnn_rnn_layer mm prelu scaled_dot_product_attention"},
    List{CastPolicy::Fp32,
         "_grid_sampler_2d_cpu_fallback _lu_with_info adaptive_avg_pool3d adaptive_max_pool3d avg_pool3d "
         "binary_cross_entropy binary_cross_entropy_with_logits cdist cholesky_inverse cholesky_solve "
         "cosine_embedding_loss cross_entropy_loss ctc_loss.IntList ctc_loss.Tensor fake_quantize_per_tensor_affine "
         "fft_fft fft_fft2 fft_fftn fft_hfft fft_ifft fft_ifft2 fft_ifftn fft_ihfft fft_irfft fft_irfft2 fft_irfftn "
         "fft_rfft fft_rfft2 fft_rfftn fractional_max_pool2d fractional_max_pool3d geqrf grid_sampler grid_sampler_2d "
         "grid_sampler_3d hinge_embedding_loss huber_loss inverse kl_div l1_loss linalg_cholesky linalg_cholesky_ex "
         "linalg_cond linalg_cond.p_str linalg_eig linalg_eigh linalg_eigvals linalg_eigvalsh "
         "linalg_householder_product linalg_inv linalg_inv_ex linalg_lstsq linalg_matrix_rank "
         "linalg_matrix_rank.atol_rtol_float linalg_matrix_rank.atol_rtol_tensor linalg_matrix_rank.tol_tensor "
         "linalg_matrix_sqrth linalg_qr linalg_solve linalg_svd linalg_svdvals linalg_tensorinv linalg_tensorsolve "
         "lu_solve margin_ranking_loss max_pool3d max_unpool2d max_unpool3d mse_loss multi_margin_loss "
         "multilabel_margin_loss multilabel_margin_loss_forward nanquantile nanquantile.scalar nll_loss nll_loss2d "
         "orgqr ormqr pinverse poisson_nll_loss polar prod prod.dim_int quantile quantile.scalar reflection_pad1d "
         "reflection_pad2d replication_pad1d replication_pad2d replication_pad3d smooth_l1_loss soft_margin_loss stft "
         "stft.center svd trace triangular_solve triplet_margin_loss view_as_complex"},
    List{CastPolicy::Promote, "cat index_copy stack"},
};

constexpr std::array kMps = {
    List{CastPolicy::LowerPrecision,
         "_convolution _convolution.deprecated _mps_convolution addbmm addmm addmv addr baddbmm bmm chain_matmul "
         "conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d.input conv_transpose3d.input convolution "
         "einsum linalg_multi_dot linear lstm_cell matmul mm mv prelu scaled_dot_product_attention"},
    List{CastPolicy::Fp32,
         "acos asin batch_norm binary_cross_entropy_with_logits cdist cosh cosine_embedding_loss cosine_similarity "
         "cumprod cumsum dist erfinv exp expm1 frobenius_norm.dim group_norm hinge_embedding_loss huber_loss kl_div "
         "l1_loss layer_norm linalg_matrix_norm linalg_matrix_norm.str_ord linalg_vector_norm log log10 log1p log2 "
         "log_softmax.int logsumexp margin_ranking_loss mse_loss multi_margin_loss multilabel_margin_loss "
         "native_layer_norm nll_loss nll_loss2d nuclear_norm nuclear_norm.dim pdist poisson_nll_loss pow.Scalar "
         "pow.Tensor_Scalar pow.Tensor_Tensor prod prod.dim_int reciprocal renorm rsqrt sinh smooth_l1_loss "
         "soft_margin_loss softmax.int softplus sum sum.dim_IntList tan triplet_margin_loss"},
    List{CastPolicy::Promote, "addcdiv addcmul atan2 bilinear cross dot grid_sampler index_put scatter_add tensordot"},
};

template <typename T>
struct Named {
    T value;
    std::string_view id;
};
constexpr std::array kDevices = {
    Named<AutocastDevice>{AutocastDevice::Cuda, "cuda"},
    Named<AutocastDevice>{AutocastDevice::Cpu, "cpu"},
    Named<AutocastDevice>{AutocastDevice::Mps, "mps"},
};
constexpr std::array kPolicies = {
    Named<CastPolicy>{CastPolicy::LowerPrecision, "lower_precision_fp"},
    Named<CastPolicy>{CastPolicy::Fp32, "fp32"},
    Named<CastPolicy>{CastPolicy::Fp32SetDtype, "fp32_set_opt_dtype"},
    Named<CastPolicy>{CastPolicy::Fp32AppendDtype, "fp32_append_dtype"},
    Named<CastPolicy>{CastPolicy::Promote, "promote"},
    Named<CastPolicy>{CastPolicy::Banned, "banned"},
    Named<CastPolicy>{CastPolicy::Follow, "follow"},
};

template <std::size_t N>
void append(const std::array<List, N>& lists, std::vector<AutocastRule>& rules) {
    for (const auto& [policy, ops] : lists)
        for (std::size_t begin = 0; begin < ops.size();) {
            const auto end = std::min(ops.find(' ', begin), ops.size());
            rules.push_back({std::string(ops.substr(begin, end - begin)), policy});
            begin = end + 1;
        }
}

} // namespace

std::string_view device_id(AutocastDevice device) {
    return std::ranges::find(kDevices, device, &Named<AutocastDevice>::value)->id;
}
std::string_view policy_id(CastPolicy policy) {
    return std::ranges::find(kPolicies, policy, &Named<CastPolicy>::value)->id;
}

std::optional<AutocastDevice> find_device(std::string_view id) {
    const auto found = std::ranges::find(kDevices, id, &Named<AutocastDevice>::id);
    return found == kDevices.end() ? std::nullopt : std::optional(found->value);
}

std::vector<AutocastRule> autocast_rules(AutocastDevice device) {
    std::vector<AutocastRule> rules;
    switch (device) {
    case AutocastDevice::Cuda: append(kCuda, rules); break;
    case AutocastDevice::Cpu: append(kCpu, rules); break;
    case AutocastDevice::Mps: append(kMps, rules); break;
    }
    std::ranges::stable_sort(
        rules, [](const auto& a, const auto& b) { return std::pair(a.policy, a.op) < std::pair(b.policy, b.op); });
    return rules;
}

CastPolicy autocast_policy(AutocastDevice device, std::string_view op) {
    const auto rules = autocast_rules(device);
    const auto same = [&](const AutocastRule& rule) {
        return rule.op == op || rule.op.substr(0, rule.op.find('.')) == op;
    };
    const auto found = std::ranges::find_if(rules, same);
    return found == rules.end() ? CastPolicy::Follow : found->policy;
}

std::vector<bool> casts_among(const std::vector<record::StepOp>& ops) {
    const auto is_16_bit = [](const std::string& dtype) { return dtype == "fp16" || dtype == "bf16"; };
    // A number of the program is an fp64 tensor on its way into an op: no cast of autocast.
    const auto is_cast = [&](const std::string& from, const std::string& to) {
        return (is_16_bit(from) && to == "fp32") || (from == "fp32" && is_16_bit(to));
    };
    std::vector<bool> casts;
    int product = std::numeric_limits<int>::max(); // depth of what an emulated product calls
    for (const auto& op : ops) {
        if (op.depth < product) product = std::numeric_limits<int>::max();
        if (op.emulation) product = std::min(product, op.depth);
        casts.push_back(op.depth < product && op.name == "_to_copy" && op.inputs.size() == 1 &&
                        op.outputs.size() == 1 && is_cast(op.inputs[0], op.outputs[0]));
    }
    return casts;
}

CastCounts count_casts(const std::vector<record::StepOp>& ops) {
    const auto casts = casts_among(ops);
    CastCounts counts;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (!ops[i].emulation) counts.weight_uses += ops[i].cached_weights;
        if (!casts[i]) continue;
        if (ops[i].phase == "forward") ++counts.forward;
        if (ops[i].phase == "backward") ++counts.backward;
        counts.of_weights += ops[i].casts_weight;
    }
    return counts;
}

std::vector<std::string> differing_rules(AutocastDevice device, const std::vector<ListedRule>& listed) {
    static const std::set<std::string> beside_the_lists = {"cudnn_convolution", "cudnn_convolution_transpose",
                                                           "binary_cross_entropy"};
    std::map<std::string, std::string> theirs, ours;
    for (const auto& rule : listed)
        theirs[rule.op] = rule.policy;
    for (const auto& rule : autocast_rules(device)) {
        if (device == AutocastDevice::Cuda && beside_the_lists.contains(std::string(rule.op))) continue;
        const auto found = theirs.find(std::string(rule.op));
        const bool told = found != theirs.end() && !found->second.empty();
        ours[std::string(rule.op)] = told || found == theirs.end() ? policy_id(rule.policy) : "";
    }
    std::set<std::string> differing;
    for (const auto& [op, policy] : ours)
        if (const auto found = theirs.find(op); found == theirs.end() || found->second != policy) differing.insert(op);
    for (const auto& [op, policy] : theirs)
        if (!ours.contains(op)) differing.insert(op);
    return {differing.begin(), differing.end()};
}

} // namespace ampscope::train

// Which op autocast runs in which dtype, by device: PyTorch 2.15's lists as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/engine.h"

namespace ampscope::train {

enum class AutocastDevice { Cuda, Cpu, Mps };
std::string_view device_id(AutocastDevice device);              ///< "cuda", "cpu", "mps"
std::optional<AutocastDevice> find_device(std::string_view id); ///< nullopt for anything else

/// What autocast does with an op's inputs.
enum class CastPolicy {
    LowerPrecision,  ///< to the region's 16-bit type
    Fp32,            ///< to fp32
    Fp32SetDtype,    ///< result in fp32 unless the call asks for another dtype
    Fp32AppendDtype, ///< the same for overloads without a dtype argument
    Promote,         ///< all to the widest dtype among them
    Banned,          ///< an error: unsafe in 16 bits
    Follow,          ///< on no list: runs in the dtype of its inputs
};
std::string_view policy_id(CastPolicy policy); ///< PyTorch's names: "lower_precision_fp", "fp32", …, "follow"

struct AutocastRule {
    std::string op; ///< "mm", or with an overload "pow.Tensor_Scalar"
    CastPolicy policy;
};
/// All listed ops of a device, by policy and then by name.
std::vector<AutocastRule> autocast_rules(AutocastDevice device);

/// The policy for an op, named with or without its overload; Follow when it is not listed.
CastPolicy autocast_policy(AutocastDevice device, std::string_view op);

/// Which ops are casts into a 16-bit type or out of it that a GPU would make, too: without those of products that are
/// carried out through fp32, the rounding of their result included.
std::vector<bool> casts_among(const std::vector<record::StepOp>& ops);

/// Counted from the ops of a step: what autocast's casts cost, and what its cache saves.
struct CastCounts {
    std::int64_t forward = 0;     ///< casts into a 16-bit type or out of it, in forward
    std::int64_t of_weights = 0;  ///< of these, of a weight
    std::int64_t weight_uses = 0; ///< how often ops took a weight's cast: more than of_weights where the cache was hit
    std::int64_t backward = 0;
};
CastCounts count_casts(const std::vector<record::StepOp>& ops);

/// Ops that stand in one of the two only, or with another policy where LibTorch tells one; sorted. What CUDA adds
/// outside the shared lists of LibTorch's header is not compared.
std::vector<std::string> differing_rules(AutocastDevice device, const std::vector<ListedRule>& listed);

} // namespace ampscope::train

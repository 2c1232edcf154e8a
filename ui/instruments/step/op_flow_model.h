// The ops of a step as a flow: by layer, by phase, casts beside the op that they are for, repeated blocks once.
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "core/record/details.h"
#include "core/scenario/scenario.h"

namespace ampscope::ui {

/// A cast that autocast made for an op.
struct FlowCast {
    std::string from, to;
    bool ofWeight = false;
    bool operator==(const FlowCast&) const = default;
};

/// An op of the step, with the casts that autocast made for it.
struct FlowOp {
    std::size_t index = 0; ///< into the OpList
    QString name;
    std::string from, to; ///< dtypes that went in and came out: "fp16", or "fp16+fp32" where they differ; "" for none
    std::vector<FlowCast> casts;
    bool isCast = false;               ///< it only changes the dtype
    bool isInner = false;              ///< called by another op
    bool isNonfinite = false;          ///< the first that gave Inf or NaN
    std::vector<std::size_t> as;       ///< the same op of the repetitions of its group
    bool stands(std::size_t op) const; ///< for this op of the OpList
};

/// What a layer does at one place of the flow.
struct FlowRow {
    QString layer; ///< "attn.qkv": without the name of its group
    std::vector<FlowOp> forward, backward;
};

/// Layers that lie in one part of the model; blocks that do the same are one group.
struct FlowGroup {
    QString name, last; ///< "blocks.0" and, where it stands for several, "blocks.3"
    int times = 1;
    std::vector<FlowRow> rows;
};

/// A whole step.
struct OpFlow {
    std::vector<FlowGroup> groups; ///< in the order of forward
    std::vector<FlowOp> optimizer;
    int shown = 0, moves = 0, inner = 0; ///< how many ops are drawn (repetitions once), and how many are left out
    /// The drawn op that stands for an op of the list; nullptr where it is hidden.
    const FlowOp* find(std::size_t op) const;
};

/// What is left out otherwise.
struct FlowOptions {
    bool moves = false; ///< also ops that only move, view or make room for numbers
    bool inner = false; ///< also what ops call, emulated products included
    bool apart = false; ///< repeated blocks one by one
};

/// `nonfinite`: index of the first op that gave Inf or NaN.
OpFlow flowOf(const record::OpList& list, const FlowOptions& options, std::optional<std::size_t> nonfinite = {});

/// Ops that compute nothing: views, copies, room for results, reading a number back.
bool movesOnly(const std::string& op);

/// Why an op got its dtype, in a sentence: which list, promotion, follows its inputs, outside the region.
QString whyDtype(const record::StepOp& op, const scenario::Scenario& scenario);

/// "CUDA", "CPU" as the rules are called; "CUDA, carried out on the CPU" is rulesText().
QString rulesName(const scenario::Scenario& scenario);

} // namespace ampscope::ui

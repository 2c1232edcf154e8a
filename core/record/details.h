// What a look inside one step finds. Plain data: a trainer takes it down, instruments and the command line show it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ampscope::record {

/// Sizes of numbers: counts[i] values have |value| in [2^(log2_low+i), 2^(log2_low+i+1)).
struct SizeHistogram {
    int log2_low = 0;
    std::vector<std::int64_t> counts;
    std::int64_t zero = 0, inf = 0, nan = 0;

    std::int64_t total() const;
    bool operator==(const SizeHistogram&) const = default;
};

/// Gradient sizes of all parameters at one step, as backward left them, divided by the loss scale, before clipping.
struct GradientHistogram : SizeHistogram {
    double scale = 1; ///< loss scale of that step
    bool operator==(const GradientHistogram&) const = default;
};

/// The micro-batches of one step: their losses (unscaled means) and how many targets each counts.
struct MicroBatchLosses {
    std::vector<double> losses;
    std::vector<std::int64_t> counted;
    bool operator==(const MicroBatchLosses&) const = default;
};

/// One op of a real step, as LibTorch's dispatcher saw it.
struct StepOp {
    std::string name;                ///< "mm", "_softmax"
    std::string phase;               ///< "data", "forward", "backward" (with what checkpointing computes again),
                                     ///< "optimizer"
    std::string layer;               ///< "blocks.1.ffn.up", "loss"; "" where it belongs to none
    std::vector<std::string> inputs; ///< dtypes of the tensor arguments: "fp32", "fp16", "bf16", "int64", …
    std::vector<std::string> outputs;
    std::string rule;          ///< why these dtypes: autocast's policy ("lower_precision_fp", "fp32", "promote",
                               ///< "follow" …; train::policy_id()), "" outside autocast and in backward
    bool emulation = false;    ///< inside a matrix product that this CPU carries out through fp32
    int depth = 0;             ///< 0: called by the model or by autograd; else inside another op
    bool casts_weight = false; ///< a cast of an fp32 weight to 16 bits, which autocast keeps in its cache
    int cached_weights = 0;    ///< how many of the inputs are such casts
    bool operator==(const StepOp&) const = default;
};

/// The ops of one step, in order. JSON kind "ops".
struct OpList {
    std::vector<StepOp> ops;
    bool operator==(const OpList&) const = default;
};

/// One tensor that forward kept for backward.
struct SavedTensor {
    std::string op;    ///< the backward function that will read it: "MmBackward0"
    std::string layer; ///< "blocks.1.attn"
    std::vector<std::int64_t> shape;
    std::string dtype;
    std::int64_t bytes = 0; ///< of its storage
    bool is_weight = false; ///< a parameter: held anyway, counts under weights
    bool is_repeat = false; ///< an earlier one has the same storage: counts nothing
    bool is_cast = false;   ///< the 16-bit copy of a weight that autocast made
    bool operator==(const SavedTensor&) const = default;
};

/// What forward of the step's first micro-batch kept, one by one, in the order of saving. JSON kind "saved_tensors".
struct SavedTensors {
    std::vector<SavedTensor> tensors;
    /// Bytes that count: no weights, no repeats. Equals the column bytes_activations but for what no op saves: the
    /// logits and the loss, which the trainer itself holds, and the state of the random numbers that each checkpointed
    /// part keeps (5,056 bytes on a CPU). Tables of the model and the batch were there before and are in neither.
    std::int64_t bytes() const;
    bool operator==(const SavedTensors&) const = default;
};

/// Live bytes inside one step. The x axis is the number of allocations and releases so far: time without a clock.
struct MemoryTimeline {
    /// Held all the time, decimal bytes.
    std::int64_t weights = 0, master = 0;
    /// One entry per point; parts of what is allocated at that moment.
    std::vector<std::int64_t> event; ///< ascending
    /// activations: also what checkpointing computes again; casts: 16-bit copies of weights.
    std::vector<std::int64_t> gradients, optimizer, activations, casts;
    std::vector<std::int64_t> temporary; ///< everything else: results on their way
    std::vector<std::int64_t> emulation; ///< fp32 copies that a GPU would not need; in no total
    /// Where phases and layers begin: index into the points.
    struct Mark {
        std::size_t point = 0;
        std::string phase, layer;
        bool operator==(const Mark&) const = default;
    };
    std::vector<Mark> marks;

    std::size_t size() const { return event.size(); }
    /// All parts at a point, without emulation.
    std::int64_t total(std::size_t point) const;
    /// The point with the highest total; 0 for an empty timeline.
    std::size_t peak() const;
    bool operator==(const MemoryTimeline&) const = default;
};

/// What each layer's numbers look like in one step. JSON kind "layers".
struct LayerSizes {
    struct Layer {
        std::string name;  ///< of a parameter for gradients ("blocks.1.ffn.up.weight"), of a layer for activations
        std::string what;  ///< "gradient" (divided by the loss scale), "activation" (a layer's output)
        std::string dtype; ///< in which it was computed
        SizeHistogram sizes;
        bool operator==(const Layer&) const = default;
    };
    double scale = 1; ///< loss scale of the step
    std::vector<Layer> layers;
    bool operator==(const LayerSizes&) const = default;
};

/// Each parameter in one step: which dtype everything about it has, and how much of it moved. JSON kind "parameters".
struct ParameterStates {
    struct Parameter {
        std::string name;
        std::int64_t count = 0; ///< numbers
        std::string weight;     ///< dtype
        std::string gradient;   ///< dtype of .grad at the end of backward; "" without one
        std::string master;     ///< dtype of the optimizer's own copy; "" without one
        std::string optimizer;  ///< dtype of Adam's averages or of the momentum; "" without state
        std::string compute;    ///< dtype in which forward used it
        std::int64_t moved = 0; ///< numbers whose value the step changed
        bool operator==(const Parameter&) const = default;
    };
    std::vector<Parameter> parameters;
    bool operator==(const ParameterStates&) const = default;
};

/// The first op of a step that gave a value that is not finite from finite ones, and the calculation that did it.
/// JSON kind "first_nonfinite".
struct FirstNonfinite {
    std::string op, phase, layer;
    std::string dtype;                  ///< of the result
    double value = 0;                   ///< Inf, -Inf or NaN
    std::int64_t count = 0;             ///< how many values of that result are not finite
    std::vector<std::int64_t> position; ///< of the first of them in the result
    std::vector<std::int64_t> shape;    ///< of the result
    std::size_t op_index = 0;           ///< into the step's OpList
    std::string parameter;              ///< whose gradient it spoiled first; "" where none is known
    /// How the value came about:
    ///   "sum_of_products"  left and right: the row and the column; exact: their sum, before rounding to `dtype`
    ///                      (of a sum onto an addend, that is the last pair: the addend, beta)
    ///   "elementwise"      left: the operands of that one element, in the order of the op's arguments; right empty
    ///   "unknown"          operands were not kept
    std::string kind = "unknown";
    std::vector<double> left, right;
    std::vector<std::string> operand_dtypes;
    double exact = 0; ///< as fp64; NaN where it is not known
    bool operator==(const FirstNonfinite&) const = default;
};

/// How far the step's numbers are from those of an fp32 step with the same weights, data and dice. JSON kind
/// "shadow_error".
struct ShadowError {
    struct Layer {
        std::string name;
        std::string what; ///< "activation", "gradient"
        std::string dtype;
        double relative = 0;        ///< |x - x32| / |x32|, Euclidean norms over all finite values; NaN when |x32| is 0
        double largest = 0;         ///< largest |x - x32| of one number
        std::int64_t lost = 0;      ///< zero here, not zero in fp32
        std::int64_t nonfinite = 0; ///< not finite here, finite in fp32
        bool operator==(const Layer&) const = default;
    };
    std::vector<Layer> layers;
    bool operator==(const ShadowError&) const = default;
};

/// A kind that this program does not know (a newer one wrote it), kept as its JSON text.
struct UnknownDetail {
    std::string kind;
    std::string json;
    bool operator==(const UnknownDetail&) const = default;
};

} // namespace ampscope::record

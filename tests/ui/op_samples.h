// A step's ops, sizes and errors made by hand, for instruments that show them.
#pragma once

#include "core/record/run_record.h"
#include "core/scenario/fields.h"

namespace ampscope::ui::testing {

/// Adds ops to a list as a dispatcher would see them.
class OpScript {
  public:
    OpScript& phase(const char* name) {
        m_phase = name;
        return *this;
    }
    OpScript& layer(std::string name) {
        m_layer = std::move(name);
        return *this;
    }
    OpScript& op(const char* name, std::vector<std::string> inputs, std::vector<std::string> outputs,
                 const char* rule = "", int depth = 0, bool emulation = false) {
        m_list.ops.push_back(
            {name, m_phase, m_layer, std::move(inputs), std::move(outputs), rule, emulation, depth, false, 0});
        return *this;
    }
    /// A linear under autocast to fp16: the outer call, both casts, the call inside with its emulated product.
    OpScript& linear() {
        op("linear", {"fp32", "fp32"}, {"fp16"}, "lower_precision_fp");
        for (const bool weight : {false, true}) {
            op("to", {"fp32"}, {"fp16"}, "follow", 1);
            op("_to_copy", {"fp32"}, {"fp16"}, "follow", 2);
            m_list.ops.back().casts_weight = weight;
        }
        op("linear", {"fp16", "fp16"}, {"fp16"}, "", 1);
        m_list.ops.back().cached_weights = 1;
        op("mm", {"fp16", "fp16"}, {"fp16"}, "", 2);
        op("_to_copy", {"fp16"}, {"fp32"}, "", 3, true);
        op("_to_copy", {"fp32"}, {"fp16"}, "", 3); // the product's one rounding
        return *this;
    }
    const record::OpList& list() const { return m_list; }
    std::size_t last() const { return m_list.ops.size() - 1; }

  private:
    record::OpList m_list;
    std::string m_phase = "forward", m_layer;
};

inline void addBlockForward(OpScript& script, const std::string& block) {
    script.layer(block + ".norm1").op("rms_norm", {"fp32", "fp32"}, {"fp32"}, "fp32");
    script.layer(block + ".attn.qkv").linear().op("view", {"fp16"}, {"fp16"}, "follow");
    script.layer(block + ".attn").op("softmax", {"fp16"}, {"fp32"}, "fp32_set_opt_dtype");
    script.layer(block).op("add", {"fp32", "fp16"}, {"fp32"}, "follow");
    script.layer(block + ".ffn").op("gelu", {"fp16"}, {"fp16"}, "follow");
    script.layer(block).op("add", {"fp32", "fp16"}, {"fp32"}, "follow");
}

inline void addBlockBackward(OpScript& script, const std::string& block) {
    script.layer(block).op("clone", {"fp32"}, {"fp32"}).op("sum", {"fp32"}, {"fp32"});
    script.layer(block + ".ffn").op("gelu_backward", {"fp16", "fp16"}, {"fp16"});
    script.layer(block).op("mul", {"fp32"}, {"fp32"});
    script.layer(block + ".attn").op("_softmax_backward_data", {"fp32", "fp32"}, {"fp16"});
    script.layer(block + ".attn.qkv").op("mm", {"fp16", "fp16"}, {"fp16"}).op("to", {"fp16"}, {"fp32"});
    script.layer(block + ".norm1").op("mul", {"fp32", "fp32"}, {"fp32"});
}

/// One step of a GPT with two blocks under autocast to fp16 by CUDA's rules, much shortened.
inline OpScript sampleStep() {
    OpScript script;
    script.phase("data").op("empty", {}, {"int64"});
    script.phase("forward").layer("embedding").op("embedding", {"fp32", "int64"}, {"fp32"}, "follow");
    addBlockForward(script, "blocks.0");
    addBlockForward(script, "blocks.1");
    script.layer("loss").op("cross_entropy_loss", {"fp16", "int64"}, {"fp32"}, "follow");
    script.phase("backward").layer("loss").op("nll_loss_backward", {"fp32", "int64"}, {"fp32"});
    addBlockBackward(script, "blocks.1");
    addBlockBackward(script, "blocks.0");
    script.layer("embedding").op("embedding_backward", {"fp32", "int64"}, {"fp32"});
    script.phase("optimizer").layer("").op("_fused_adamw_", std::vector<std::string>(8, "fp32"), {});
    return script;
}

inline scenario::Scenario fp16Scenario() {
    scenario::Scenario scenario;
    scenario::set_field(scenario, "precision", "fp16");
    scenario::set_field(scenario, "length.steps", "2");
    return scenario;
}

/// A record of one step with these details.
template <typename... Details>
record::RunRecord recordWith(const scenario::Scenario& scenario, const Details&... details) {
    record::RunRecord record(scenario, {{"libtorch", std::string("2.15.0")},
                                        {"cpu", std::string("AVX2")},
                                        {"threads", std::string("1")},
                                        {"autocast_rules", std::string("cuda, carried out on the CPU")}});
    record::Sample sample;
    sample[record::Column::Step] = 0;
    sample[record::Column::Ran] = 1;
    sample[record::Column::Loss] = 5;
    record.sample(sample);
    (record.detail({0, details}), ...);
    return record;
}

inline record::LayerSizes sampleSizes() {
    record::LayerSizes sizes;
    sizes.scale = 1024;
    // Times 2^10: [2^-25, 2^-24) stays, the bin below is lost; [2^15, 2^16) stays, the bin above overflows.
    sizes.layers = {{"blocks.0.attn.qkv.weight", "gradient", "fp32", {-36, {5, 10}, 3, 0, 0}},
                    {"blocks.0.norm1.weight", "gradient", "fp32", {5, {20, 7}, 0, 1, 2}},
                    {"blocks.0.attn.qkv", "activation", "fp16", {-2, {100, 50}, 0, 0, 0}}};
    return sizes;
}

inline record::ShadowError sampleShadow() {
    record::ShadowError shadow;
    shadow.layers = {{"embedding", "activation", "fp32", 0, 0, 0, 0},
                     {"blocks.0.attn", "activation", "fp16", 0x1p-11, 0.25, 3, 0},
                     {"blocks.0.ffn", "activation", "fp16", 0x1p-9, 0.5, 0, 0},
                     {"embedding.weight", "gradient", "fp32", std::nan(""), 0, 0, 0},
                     {"blocks.0.ffn.up.weight", "gradient", "fp32", 0x1p-10, 0.125, 12, 4}};
    return shadow;
}

} // namespace ampscope::ui::testing

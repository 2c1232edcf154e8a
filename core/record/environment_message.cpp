#include "core/record/environment_message.h"

namespace ampscope::record {

text::Message environment_message(const RunRecord& record) {
    // The record says it in English.
    const bool cuda = record.environment_text("autocast_rules").starts_with("cuda");
    const bool on_gpu = record.scenario().device == scenario::Device::Cuda;
    const char* rules = on_gpu ? "cli.rules_gpu" : cuda ? "cli.rules_cuda" : "cli.rules_cpu";
    return {"cli.run_environment",
            {{"libtorch", record.environment_text("libtorch")},
             {"cpu", record.environment_text(on_gpu ? "gpu" : "cpu")},
             {"threads", record.environment_text("threads")},
             {"rules", text::Message{rules, {}}}}};
}

} // namespace ampscope::record

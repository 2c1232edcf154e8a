// The ops that a step really calls, with the dtypes that went in and came out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/train/engine.h"

namespace ampscope::train {

/// While it lives, ops of this thread are written down. Costs time: for single steps, not for whole runs.
class OpProbe {
  public:
    OpProbe();
    ~OpProbe();
    OpProbe(const OpProbe&) = delete;
    OpProbe& operator=(const OpProbe&) = delete;

    /// Ops from here on belong to this phase.
    void set_phase(std::string phase);
    std::vector<OpRecord> take();

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// "fp32", "fp16", "bf16", "fp64", "int64", "bool"; LibTorch's own name for all others.
std::string dtype_name(int scalar_type);

} // namespace ampscope::train

// Training logs as people paste them: lines of text, lines of JSON, or a CSV; whatever names a step, a loss, a gradient
// norm or a loss scale.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ampscope::diagnose {

/// A line of the log with at least one of these numbers.
struct LogStep {
    int line = 0;
    std::optional<double> step, loss, gradient_norm, scale, learning_rate;
    bool skipped = false; ///< the line itself says that the step was skipped
};

/// Sentences that frameworks print and that mean something for mixed precision.
enum class EventKind {
    Skipped,        ///< apex, fairseq, DeepSpeed: overflow, the step is skipped
    AtMinimum,      ///< fairseq, DeepSpeed: the scale cannot fall any further
    NanInBackward,  ///< PyTorch's anomaly detection
    NoInfChecks,    ///< GradScaler.step() without gradients of its optimizer
    UnscaledTwice,  ///< unscale_() twice between two updates
    UnscaledFp16,   ///< a GradScaler over fp16 weights
    SchedulerFirst, ///< PyTorch's warning about lr_scheduler.step(): the optimizer was never called, as after a skip
    WrongDtype,     ///< an op got two dtypes: a part runs outside autocast
    OutOfMemory,
};
struct LogEvent {
    EventKind kind;
    int line = 0;
    std::optional<double> scale; ///< that the sentence says is set from now on
};

struct Log {
    std::vector<std::string> lines;
    std::vector<LogStep> steps;
    std::vector<LogEvent> events;
};

/// Reads HF Trainer's dictionaries, nanoGPT, Megatron-LM, fairseq, DeepSpeed, apex, Lightning, Keras, JSON lines, CSV
/// with a line of names, and whatever writes "name: number" or "name=number". Lines that say nothing are passed over.
/// Throws BadInput where no line says anything, or the text is no UTF-8.
Log read_log(std::string_view text);

} // namespace ampscope::diagnose

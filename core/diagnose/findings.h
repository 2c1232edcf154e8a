// What a training log or a checkpoint shows about its precision, and what to look at next.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/diagnose/log.h"
#include "core/tensorfile/tensor_file.h"
#include "core/text/message.h"

namespace ampscope::diagnose {

enum class Severity { Problem, Warning, Note };
std::string_view severity_id(Severity severity); ///< "problem", "warning", "note"
text::Message severity_text(Severity severity);  ///< the same in words

/// How sure the reading is. What was not measured is never said as if it were.
enum class Certainty {
    Shown,    ///< it stands in the file
    Likely,   ///< the usual cause of what stands there
    Possible, ///< one of several causes
};
std::string_view certainty_id(Certainty certainty); ///< "shown", "likely", "possible"
text::Message certainty_text(Certainty certainty);  ///< the same in words

struct Evidence {
    int line = 0;                        ///< of the log; 0 in a checkpoint
    std::string text;                    ///< the line as it stands, or the tensor's name
    std::optional<text::Message> figure; ///< what was counted in a tensor
};

struct Finding {
    std::string id; ///< "loss-not-finite"
    Severity severity = Severity::Note;
    Certainty certainty = Certainty::Shown;
    text::Message what;
    text::Message probe; ///< what to look at next
    std::vector<Evidence> evidence;
};

/// What was read, before any judgement.
struct Summary {
    std::size_t lines = 0, steps = 0, skipped = 0; ///< of a log
    std::optional<double> first_loss, last_loss, lowest_scale, highest_scale;
    std::size_t tensors = 0; ///< of a checkpoint
    std::uint64_t elements = 0;
};

struct Diagnosis {
    Summary summary;
    std::vector<Finding> findings; ///< problems first
    bool has_problem() const;
};

/// What the numbers and sentences of a log say. Throws nothing: a log without findings has none.
Diagnosis diagnose_log(const Log& log);

struct CheckpointOptions {
    /// The size of a usual update of a weight: Adam moves each by about its learning rate.
    double learning_rate = 1e-4;
    std::stop_token stop;
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};
/// Reads once every tensor that can be read. Throws what TensorFile::read() throws, "tensorfile.stopped" included.
Diagnosis diagnose_checkpoint(const tensorfile::TensorFile& file, const CheckpointOptions& options = {});

} // namespace ampscope::diagnose

// The small lesson with an exercise in place of its try.
#pragma once

#include <memory>

#include "tests/lesson/small_lesson.h"

namespace ampscope::lesson {

inline constexpr const char* kSmallTry =
    R"json({ "id": "mend", "kind": "try", "scenario": "low", "controls": ["scaler.init_scale"],
      "goal": { "all": [ { "value": "count(low, step_skipped)", "at_most": 1 },
                         { "value": "max(low, underflow_share)", "below": 0.01 } ] },
      "hints": 2, "seeds": 2,
      "reference": [ { "scaler.init_scale": 64 } ],
      "wrong": [ { "scaler.init_scale": "2^20" }, { "scaler.init_scale": 1 } ] },)json";

inline constexpr const char* kSmallExercise =
    R"json({ "id": "mend", "kind": "exercise", "evidence": ["a", "b"], "controls": ["scaler.init_scale", "optimizer.lr"],
      "require": [ { "same_seeds": true }, { "only_differ": ["scaler.init_scale", "length.steps"] } ],
      "show": [ "least(count(a, step_skipped)) > 3" ],
      "conclusions": [ { "id": "skips", "true_if": [ "median(count(b, step_skipped)) > 3" ] },
                       { "id": "rests", "true_if": [ "median(count(b, step_skipped)) = 0" ], "outcome": "inconclusive" } ],
      "hints": 2, "seeds": 2,
      "reference": [ { "conclusion": "measured" } ],
      "wrong": [ { "conclusion": "skips" }, { "conclusion": "rests", "evidence": { "a": { "set": { "scaler.init_scale": 1 } } } } ] },)json";

inline constexpr const char* kSmallSlots = R"json("evidence": {
      "a": { "scenario": "high", "runs": 2, "where": { "precision": ["fp16", "bf16"], "scaler.init_scale": "2^24" } },
      "b": { "scenario": "low", "runs": 2, "repeats": "seeds" } },
  "steps": [)json";

inline std::unique_ptr<LessonFolder> exercise_folder() {
    auto folder = std::make_unique<LessonFolder>();
    folder->replace("lesson.json", kSmallTry, kSmallExercise);
    folder->replace("lesson.json", R"("steps": [)", kSmallSlots);
    for (const char* file : {"en.md", "ko.md"})
        folder->replace(file, "- [hint] " + QByteArray(file[0] == 'e' ? "second hint" : "둘째 힌트"),
                        "- [hint] x\n- [skips] yes\n- [rests] no\n[if: verdict.mend = inconclusive] So it is.");
    return folder;
}

} // namespace ampscope::lesson

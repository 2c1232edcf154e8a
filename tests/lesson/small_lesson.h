// A small lesson in a temporary folder, and made-up records for it. Nothing here is training.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>
#include <cmath>
#include <functional>

#include "core/lesson/check.h"
#include "core/lesson/lesson.h"
#include "core/record/run_record.h"

namespace ampscope::lesson {

inline constexpr const char* kSmallJson = R"json({
  "schema": 1, "id": "small", "chapter": "A", "section": "A6", "minutes": 3,
  "scenarios": {
    "high": { "preset": "unknown keys are kept", "base": "overflow" },
    "low": { "base": "high", "set": { "scaler.init_scale": "2^0", "length.steps": 10 } }
  },
  "steps": [
    { "id": "play", "kind": "play", "run": "low", "stage": ["histogram"], "controls": ["histogram.what_if_scale"] },
    { "id": "guess", "kind": "predict", "scenario": "high",
      "question": { "type": "choice", "value": "count(high, step_skipped)", "options": [[0, 0], [1, 3], [4, "inf"]] } },
    { "id": "seen", "kind": "reveal", "of": "guess", "run": ["high"], "stage": ["scale-trace", "loss"] },
    { "id": "notice", "kind": "notice",
      "ask": { "type": "point", "instrument": "scale-trace", "correct": "any(high, step_skipped)" } },
    { "id": "why", "kind": "explain", "choices": [ { "id": "good", "correct": true }, { "id": "bad" } ] },
    { "id": "mend", "kind": "try", "scenario": "low", "controls": ["scaler.init_scale"],
      "goal": { "all": [ { "value": "count(low, step_skipped)", "at_most": 1 },
                         { "value": "max(low, underflow_share)", "below": 0.01 } ] },
      "hints": 2, "seeds": 2,
      "reference": [ { "scaler.init_scale": 64 } ],
      "wrong": [ { "scaler.init_scale": "2^20" }, { "scaler.init_scale": 1 } ] },
    { "id": "recap", "kind": "recap", "terms": ["loss-scale"], "next": "other" }
  ]
}
)json";

/// The question of its step "guess", without the brace that ends the step.
inline QByteArray small_question() {
    return R"x("question": { "type": "choice", "value": "count(high, step_skipped)", "options": [[0, 0], [1, 3], [4, "inf"]] })x";
}

inline constexpr const char* kSmallEnglish = R"md(# A small lesson

## {#play} Play
Drag the handle.

## {#guess} How many?
Of the first steps, how many?
- [0] none
- [1] 1 to 3
- [2] 4 or more

## {#seen} What came out
[if: answer.guess given] You said {{answer.guess|range}}; it was {{count(high, step_skipped)}}.
[if: answer.guess missing] It was {{count(high, step_skipped)}}.
[if: answer.guess = 0] A large scale is not free.
[if: count(high, step_skipped) > 2] More than two.
The scale began at {{at(high, init_scale)}}.

## {#notice} See one
Point at a skipped step.

## {#why} Why?
- [good] because
- [bad] no reason

## {#mend} Mend it
Keep the values alive.
- [hint] first hint
- [hint] second hint

## {#recap} What you saw
First paragraph,
in two lines.

[if: answer.why given] You chose "{{answer.why}}".
)md";

inline constexpr const char* kSmallKorean = R"md(# 작은 단원

## {#play} 먼저
손잡이를 끌어 봐.

## {#guess} 몇 번?
처음 몇 스텝이나 버려질까?
- [0] 0번
- [1] 1~3번
- [2] 4번 이상

## {#seen} 결과
[if: answer.guess given] 예측은 {{answer.guess|range}}, 결과는 {{count(high, step_skipped)|이야/야}}.
[if: answer.guess missing] 결과는 {{count(high, step_skipped)}}번이야.
[if: answer.guess = 0] 스케일은 공짜가 아니야.
[if: count(high, step_skipped) > 2] 두 번이 넘어.
시작은 '{{at(high, init_scale)}}'{{at(high, init_scale):이야/야}}.

## {#notice} 보기
버려진 스텝을 눌러 봐.

## {#why} 왜?
- [good] 그래서
- [bad] 그냥

## {#mend} 고치기
값을 살려 봐.
- [hint] 첫째 힌트
- [hint] 둘째 힌트

## {#recap} 정리
첫 문단이고,
두 줄이야.

[if: answer.why given] "{{answer.why}}"{{answer.why:을/를}} 골랐어.
)md";

/// A folder of lessons that the test fills and spoils.
class LessonFolder {
  public:
    LessonFolder() {
        write("small/lesson.json", kSmallJson);
        write("small/en.md", kSmallEnglish);
        write("small/ko.md", kSmallKorean);
    }
    void write(const QString& name, const QByteArray& content) const {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
        file.write(content);
    }
    /// Replaces the one place that reads `before` in a file of the small lesson.
    void replace(const QString& name, const QByteArray& before, const QByteArray& after) const {
        QFile file(m_folder.filePath("small/" + name));
        if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(name));
        QByteArray content = file.readAll();
        if (content.count(before) != 1) qFatal("'%s' is not there once in %s", before.constData(), qPrintable(name));
        write("small/" + name, content.replace(before, after));
    }
    std::string path(const QString& name = "") const { return m_folder.filePath(name).toStdString(); }
    Lesson load() const { return load_lesson(path("small")); }

  private:
    QTemporaryDir m_folder;
};

/// What the error says, with the temporary folder left out: "lesson.json:3:7: …".
inline QString complaint(const LessonFolder& folder, const std::function<void()>& action) {
    try {
        action();
    } catch (const text::Error& error) {
        if (error.kind() != text::ErrorKind::BadInput) return "other kind";
        return QString::fromStdString(error.text(text::Language::English))
            .remove(QString::fromStdString(folder.path("small/")));
    }
    return "accepted";
}

/// Ten steps: skipped while the scale is above 2^10, halved at each skip; the smaller the scale, the more vanishes.
inline record::RunRecord made_up(const scenario::Scenario& scenario) {
    using record::Column;
    record::RunRecord run(scenario, {{"libtorch", std::string("made up")}});
    double scale = scenario.scaler.init_scale;
    for (int step = 0; step < 10; ++step) {
        record::Sample sample;
        sample[Column::Step] = step;
        sample[Column::Ran] = scale <= 1024;
        sample[Column::Loss] = 4 - 0.25 * step;
        sample[Column::Scale] = scale;
        if (step % 5 == 0) sample[Column::UnderflowShare] = 0.125 / scale;
        run.sample(sample);
        if (scale <= 1024) continue;
        run.fact({step, "step_skipped", {{"parameter", std::string("w")}}});
        run.fact({step, "scale_changed", {{"from", scale}, {"to", scale / 2}}});
        scale /= 2;
    }
    run.fact({10, "finished", {}});
    return run;
}

} // namespace ampscope::lesson

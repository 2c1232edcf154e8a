#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_train() {
    static constexpr Entry kEntries[] = {
        {"train.no_engine",
         "this build has no training engine: LibTorch was not there when it was built. Run scripts/setup and "
         "scripts/build. Numbers, records and lessons' texts work without it",
         "이 빌드에는 학습 엔진이 없습니다. 빌드할 때 LibTorch가 없었습니다. scripts/setup과 scripts/build를 "
         "실행하십시오. 수, 기록, 단원의 글은 엔진 없이도 쓸 수 있습니다"},
        {"train.no_libtorch",
         "LibTorch cannot be opened ({reason}). Run scripts/setup, then scripts/build. Numbers, records and lessons' "
         "texts work without it",
         "LibTorch를 열 수 없습니다({reason}). scripts/setup을 실행한 뒤 scripts/build를 실행하십시오. 수, 기록, "
         "단원의 글은 LibTorch 없이도 쓸 수 있습니다"},
        {"train.libtorch_failed", "LibTorch gave up: {reason}", "LibTorch가 실패했습니다: {reason}"},
        {"train.out_of_memory", "there is not enough memory for this; take a smaller model, micro-batch or sequence",
         "메모리가 모자랍니다. 모델, 마이크로 배치, 시퀀스를 줄이십시오"},
        {"train.failed", "the run failed: {reason}", "실행이 실패했습니다: {reason}"},
        {"train.wrong_thread", "the engine was called from a thread that is not its compute thread",
         "계산 스레드가 아닌 스레드에서 엔진을 불렀습니다"},
        {"train.not_live", "\"{field}\" cannot change while a run goes on; start a new run with it",
         "\"{field}\"{field:은/는} 실행 중에 바꿀 수 없습니다. 새 실행을 시작하십시오"},
        {"code.scaled", "loss x {scale}", "손실 × {scale}"},
        {"code.skipped", "found inf or NaN in {parameter}: skipped", "{parameter}에서 inf나 NaN 발견: 건너뜀"},
        {"code.moved", "{from} -> {to}", "{from} -> {to}"},
        {"code.norm", "gradient norm {norm}", "기울기 노름 {norm}"},
    };
    return kEntries;
}

} // namespace ampscope::text

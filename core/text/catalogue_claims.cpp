#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_claims() {
    static constexpr Entry kEntries[] = {
        // The ledger's files.
        {"claims.repeated", "'{id}' is here for the second time", "'{id}'{id:이/가} 두 번 나옵니다"},
        {"claims.unknown", "the ledger has no claim '{id}'", "장부에 '{id}' 주장이 없습니다"},
        {"claims.unknown_id", "the ledger has no claim '{id}'; the nearest is '{nearest}'",
         "장부에 '{id}' 주장이 없습니다. 가장 가까운 것은 '{nearest}'입니다"},
        {"claims.unknown_chapter", "there is no chapter '{found}'; there are {known}",
         "'{found}' 장이 없습니다. 있는 장: {known}"},
        {"claims.not_here", "there is no claims.json in {folder}", "{folder}에 claims.json이 없습니다"},
        {"claims.bad_lines", "'{found}' is no line of a chapter, such as A5 or B25-B28",
         "'{found}'{found:은/는} 장의 줄이 아닙니다. A5나 B25-B28처럼 쓰십시오"},
        {"claims.no_lines", "the claim '{id}' names no line", "'{id}' 주장에 줄 번호가 없습니다"},
        {"claims.no_test", "the claim '{id}' has neither a case nor a source", "'{id}' 주장에 시험도 출처도 없습니다"},
        {"claims.empty_contradiction", "the contradiction '{id}' names no claim",
         "모순 '{id}'에 주장이 하나도 없습니다"},
        {"claims.no_section", "the section '## {#…}' of '{id}' is missing", "'{id}'의 글('## {#…}')이 없습니다"},
        {"claims.unknown_case", "'{id}' has no case '{key}'", "'{id}'에 '{key}' 경우가 없습니다"},
        {"claims.no_case", "the case '{key}' of '{id}' has no text", "'{id}'의 경우 '{key}'에 글이 없습니다"},
        {"claims.only_cases", "here stand paragraphs and cases only", "여기에는 문단과 경우만 쓸 수 있습니다"},
        {"claims.wrong_count", "the parts name {found} lines, not {expected}",
         "부분들이 가리키는 줄은 {found}개로, {expected}개가 아닙니다"},
        {"claims.line_twice", "{line} stands in two parts", "{line|이/가} 두 부분에 들어 있습니다"},
        {"claims.line_unnamed", "neither a lesson nor a claim names {lines} ({en} / {ko})",
         "{lines}({ko} / {en}){lines:을/를} 가리키는 단원도 주장도 없습니다"},

        // What came out.
        {"claims.holds", "holds", "성립"},
        {"claims.conditional", "holds under conditions", "조건부 성립"},
        {"claims.fails", "does not hold", "불성립"},
        {"claims.untestable", "cannot be tested here", "여기서 시험 불가"},
        {"claims.unmeasured", "not measured yet", "아직 측정 전"},
        {"claims.yes", "yes", "예"},
        {"claims.no", "no", "아니요"},
        {"claims.case_holds", "holds", "맞음"},
        {"claims.case_fails", "fails", "틀림"},
        {"claims.case_open", "open", "미정"},
        {"claims.asked", "holds if {range}", "성립 조건: {range}"},
        {"claims.origin_measured", "measured here", "이 기기에서 측정"},
        {"claims.origin_computed", "computed exactly", "정확히 계산"},
        {"claims.origin_estimated", "estimated", "추정"},
        {"claims.origin_recorded", "recorded", "기록"},
        {"claims.title", "The chapters' claims, tested", "두 장의 주장과 그 결과"},
        {"claims.chapter", "Chapter {chapter}", "{chapter}장"},
        {"claims.contradictions", "Where the chapters differ", "두 장의 말이 서로 다른 곳"},
        {"claims.lesson", "lesson {id}", "단원 {id}"},
        {"claims.source", "Source: {source}", "출처: {source}"},
        {"claims.running", "run {number} of {all}: {name}", "실행 {number}/{all}: {name}"},
        {"claims.written", "written: {file}", "저장함: {file}"},
        {"claims.bad_report", "'{file}' must end in .html or .md", "'{file}'의 끝은 .html이나 .md여야 합니다"},
        {"claims.stopped", "stopped; what was measured is shown", "중단했습니다. 그때까지 측정한 것을 보입니다"},
    };
    return kEntries;
}

} // namespace ampscope::text

#include "core/lesson/claims_report.h"

#include <algorithm>
#include <array>

namespace ampscope::lesson {
namespace {

using text::Language;

constexpr std::array kVerdicts = {ClaimVerdict::Holds, ClaimVerdict::Conditional, ClaimVerdict::Fails,
                                  ClaimVerdict::Untestable, ClaimVerdict::Unmeasured};

constexpr std::string_view kStyle =
    "body{font-family:Inter,'Noto Sans CJK KR',sans-serif;color:#1b2430;max-width:60em;margin:2em auto;padding:0 1em;"
    "line-height:1.5}h2{margin-top:2em}h3{margin-bottom:0}table{border-collapse:collapse;margin:.4em 0 1em}"
    "td,th{border-bottom:1px solid #dde2e8;padding:.2em .8em .2em 0;text-align:left;vertical-align:top}"
    ".muted{color:#566274}.number{font-family:'JetBrains Mono',monospace;white-space:nowrap}";

std::string say(std::string id, Language language, std::vector<text::Argument> arguments = {}) {
    return text::render({std::move(id), std::move(arguments)}, language);
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c;
    }
    return result;
}

// Characters that Markdown would take for marks.
std::string literal(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("|<>").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string mark(const CaseResult& found, Language language) {
    return say(!found.holds ? "claims.case_open" : *found.holds ? "claims.case_holds" : "claims.case_fails", language);
}

/// Both forms of the page have the same pieces; they differ in how these are written.
class Page {
  public:
    explicit Page(const ClaimsReport& report) : m_report(report) {}
    virtual ~Page() = default;

    std::string write() {
        heading(1, say("claims.title"));
        std::vector<const ClaimResult*> all;
        for (const auto& result : m_report.results)
            all.push_back(&result);
        paragraph(summary(all, m_report.language));
        if (!m_report.environment.empty()) paragraph(m_report.environment);
        const auto contradictions = contradictions_of(m_report);
        if (!contradictions.empty()) heading(2, say("claims.contradictions"));
        for (const auto& each : contradictions)
            write(each);
        std::string chapter;
        for (const auto& result : m_report.results) {
            if (result.claim->chapter != chapter)
                heading(2, say("claims.chapter", {{"chapter", chapter = result.claim->chapter}}));
            write(result);
        }
        return std::move(m_text);
    }

  protected:
    virtual void heading(int level, const std::string& text) = 0;
    virtual void paragraph(const std::string& text, bool muted = false) = 0;
    virtual void table(const std::vector<std::vector<std::string>>& rows) = 0;

    std::string say(std::string id, std::vector<text::Argument> arguments = {}) const {
        return lesson::say(std::move(id), m_report.language, std::move(arguments));
    }

    std::string m_text;

  private:
    void write(const ContradictionResult& each) {
        heading(3, m_report.ledger.sentence(each.which->id, m_report.language));
        paragraph(m_report.ledger.explanation(each.which->id, m_report.language), true);
        std::vector<std::vector<std::string>> rows;
        for (const auto* result : each.claims)
            rows.push_back({lines_text(*result->claim), m_report.ledger.sentence(result->claim->id, m_report.language),
                            text::render(verdict_message(result->verdict), m_report.language)});
        table(rows);
        paragraph(each.summary(m_report.language));
    }

    void write(const ClaimResult& result) {
        const Claim& claim = *result.claim;
        heading(3, text::render(verdict_message(result.verdict), m_report.language) + ": " +
                       m_report.ledger.sentence(claim.id, m_report.language));
        std::string where = lines_text(claim) + " · " + claim.id;
        if (!claim.lesson.empty()) where += " · " + say("claims.lesson", {{"id", claim.lesson}});
        paragraph(where, true);
        paragraph(m_report.ledger.explanation(claim.id, m_report.language));
        if (!claim.source.empty()) paragraph(say("claims.source", {{"source", claim.source}}), true);
        std::vector<std::vector<std::string>> rows;
        for (const auto& found : result.cases)
            rows.push_back({mark(found, m_report.language),
                            m_report.ledger.case_name(claim, *found.which, m_report.language),
                            found_text(*found.which, found.found, m_report.language),
                            say("claims.asked", {{"range", asked_text(*found.which, m_report.language)}}),
                            origin_text(found, m_report.language), found.which->value.text()});
        if (!rows.empty()) table(rows);
    }

    const ClaimsReport& m_report;
};

class HtmlPage : public Page {
  public:
    using Page::Page;

  private:
    void heading(int level, const std::string& text) override {
        std::string tag = "h";
        tag += static_cast<char>('0' + level);
        m_text.append("<").append(tag).append(">").append(escaped(text)).append("</").append(tag).append(">\n");
    }
    void paragraph(const std::string& text, bool muted) override {
        if (text.empty()) return;
        m_text.append(muted ? "<p class=\"muted\">" : "<p>").append(escaped(text)).append("</p>\n");
    }
    void table(const std::vector<std::vector<std::string>>& rows) override {
        m_text += "<table>\n";
        for (const auto& row : rows) {
            m_text += "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i)
                m_text.append(i == 2 ? "<td class=\"number\">" : "<td>").append(escaped(row[i])).append("</td>");
            m_text += "</tr>\n";
        }
        m_text += "</table>\n";
    }
};

class MarkdownPage : public Page {
  public:
    using Page::Page;

  private:
    void heading(int level, const std::string& text) override {
        for (int i = 0; i < level; ++i)
            m_text += '#';
        m_text.append(" ").append(literal(text)).append("\n\n");
    }
    void paragraph(const std::string& text, bool) override {
        if (!text.empty()) m_text.append(literal(text)).append("\n\n");
    }
    void table(const std::vector<std::vector<std::string>>& rows) override {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (const auto& cell : rows[i])
                m_text.append("| ").append(literal(cell)).append(" ");
            m_text += "|\n";
            if (i > 0) continue;
            for (std::size_t column = 0; column < rows[i].size(); ++column)
                m_text += "|---";
            m_text += "|\n";
        }
        m_text += "\n";
    }
};

} // namespace

std::string lines_text(const Claim& claim) {
    std::string text;
    for (const auto& lines : claim.seed_lines)
        text.append(text.empty() ? "" : ", ").append(lines);
    return text;
}

std::string origin_text(const CaseResult& found, Language language) {
    if (!found.holds) return "";
    switch (found.origin) {
    case Origin::Computed: return say("claims.origin_computed", language);
    case Origin::Recorded: return say("claims.origin_recorded", language);
    case Origin::Estimated: return say("claims.origin_estimated", language);
    default: return say("claims.origin_measured", language);
    }
}

std::string summary(const std::vector<const ClaimResult*>& results, Language language) {
    std::string text;
    for (const auto verdict : kVerdicts) {
        const auto count = std::ranges::count(results, verdict, [](const auto* result) { return result->verdict; });
        if (count == 0) continue;
        const auto word = text::render(verdict_message(verdict), language);
        text.append(text.empty() ? "" : ", ").append(word).append(" ").append(std::to_string(count));
    }
    return text;
}

std::string ContradictionResult::summary(Language language) const {
    return lesson::summary(claims, language);
}

std::vector<ContradictionResult> contradictions_of(const ClaimsReport& report) {
    std::vector<ContradictionResult> found;
    for (const auto& contradiction : report.ledger.contradictions) {
        ContradictionResult each{&contradiction, {}};
        for (const auto& id : contradiction.claims)
            for (const auto& result : report.results)
                if (result.claim->id == id) each.claims.push_back(&result);
        if (each.claims.size() > 1) found.push_back(std::move(each));
    }
    return found;
}

std::string report_body(const ClaimsReport& report) {
    return HtmlPage(report).write();
}

std::string report_html(const ClaimsReport& report) {
    std::string page = "<!doctype html>\n<html lang=\"";
    page.append(text::language_code(report.language)).append("\"><head><meta charset=\"utf-8\"><title>");
    page.append(escaped(say("claims.title", report.language))).append("</title><style>").append(kStyle);
    page.append("</style></head><body>\n").append(report_body(report)).append("</body></html>\n");
    return page;
}

std::string report_markdown(const ClaimsReport& report) {
    return MarkdownPage(report).write();
}

} // namespace ampscope::lesson

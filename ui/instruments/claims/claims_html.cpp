#include "ui/instruments/claims/claims_html.h"

#include <algorithm>

#include "core/lesson/claims_report.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using lesson::ClaimResult;
using lesson::ClaimVerdict;

QString verdictMark(ClaimVerdict verdict) {
    switch (verdict) {
    case ClaimVerdict::Holds: return QStringLiteral("✓");
    case ClaimVerdict::Conditional: return QStringLiteral("±");
    case ClaimVerdict::Fails: return QStringLiteral("×");
    case ClaimVerdict::Untestable: return QStringLiteral("–");
    default: return QStringLiteral("·");
    }
}

QColor verdictColor(ClaimVerdict verdict) {
    switch (verdict) {
    case ClaimVerdict::Holds: return theme().color(Token::Good);
    case ClaimVerdict::Conditional: return theme().color(Token::Warn);
    case ClaimVerdict::Fails: return theme().color(Token::Lost);
    default: return theme().color(Token::Muted);
    }
}

namespace {

class Html {
  public:
    Html(const lesson::Ledger& ledger, text::Language language) : m_ledger(ledger), m_language(language) {}

    void claim(const ClaimResult& result) {
        const auto& claim = *result.claim;
        line(QString("<b style='color:%1'>%2 %3</b>")
                 .arg(verdictColor(result.verdict).name(), verdictMark(result.verdict),
                      escaped(say(verdict_message(result.verdict)))),
             0);
        line(QString("<span style='font-size:%1px'><b>%2</b></span>")
                 .arg(qRound(scaled(kLessonPixels + 2)))
                 .arg(escaped(m_ledger.sentence(claim.id, m_language))),
             4);
        line(muted(escaped(lesson::lines_text(claim) + " · " + claim.id)), 2);
        line(escaped(m_ledger.explanation(claim.id, m_language)), 12);
        if (!claim.source.empty()) line(muted(escaped(say("claims.source", {{"source", claim.source}}))), 8);
        if (!result.cases.empty()) cases(result);
    }

    void contradictions(const ClaimResult& result, const std::vector<ClaimResult>& all) {
        for (const auto& each : m_ledger.contradictions) {
            if (std::ranges::find(each.claims, result.claim->id) == each.claims.end()) continue;
            line(muted(escaped(say("claims.contradictions", {}))), 18);
            line(QString("<b>%1</b>").arg(escaped(m_ledger.sentence(each.id, m_language))), 2);
            line(escaped(m_ledger.explanation(each.id, m_language)), 2);
            for (const auto& id : each.claims)
                for (const auto& other : all)
                    if (other.claim->id == id) member(other, &other == &result || id == result.claim->id);
        }
    }

    QString text() const {
        return QString("<div style='font-family: Inter, \"Noto Sans CJK KR\"; font-size:%1px; color:%2'>%3</div>")
            .arg(qRound(scaled(kChromePixels)))
            .arg(theme().color(Token::Text).name(), m_html);
    }

  private:
    static QString escaped(const QString& text) { return text.toHtmlEscaped(); }
    static QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }
    static QString muted(const QString& html) {
        return QString("<span style='color:%1'>%2</span>").arg(theme().color(Token::Muted).name(), html);
    }
    void line(const QString& html, int above) {
        m_html += QString("<p style='margin:%1px 0 0 0; line-height:140%'>%2</p>").arg(qRound(scaled(above))).arg(html);
    }

    void cases(const ClaimResult& result) {
        m_html += QString("<table cellspacing='0' cellpadding='%1' style='margin-top:%2px'>")
                      .arg(qRound(scaled(4)))
                      .arg(qRound(scaled(10)));
        for (const auto& found : result.cases) {
            const auto verdict = !found.holds   ? ClaimVerdict::Unmeasured
                                 : *found.holds ? ClaimVerdict::Holds
                                                : ClaimVerdict::Fails;
            const char* word = !found.holds   ? "claims.case_open"
                               : *found.holds ? "claims.case_holds"
                                              : "claims.case_fails";
            m_html += QString("<tr><td style='color:%1'><b>%2&nbsp;%3</b></td><td>%4</td>"
                              "<td style='font-family:\"JetBrains Mono\"; white-space:nowrap'>%5</td>"
                              "<td style='color:%6'>%7<br>%8</td></tr>")
                          .arg(verdictColor(verdict).name(), verdictMark(verdict), escaped(say(word)),
                               escaped(m_ledger.case_name(*result.claim, *found.which, m_language)),
                               escaped(lesson::found_text(*found.which, found.found, m_language)),
                               theme().color(Token::Muted).name(),
                               escaped(say("claims.asked", {{"range", lesson::asked_text(*found.which, m_language)}})),
                               escaped(lesson::origin_text(found, m_language)));
        }
        m_html += "</table>";
    }

    void member(const ClaimResult& other, bool is_self) {
        const QString sentence = escaped(m_ledger.sentence(other.claim->id, m_language));
        const QString linked = is_self
                                   ? QString("<b>%1</b>").arg(sentence)
                                   : QString("<a href='%1' style='color:%2'>%3</a>")
                                         .arg(escaped(other.claim->id), theme().color(Token::Text).name(), sentence);
        line(QString("<span style='color:%1'>%2 %3</span> · %4 %5")
                 .arg(verdictColor(other.verdict).name(), verdictMark(other.verdict),
                      escaped(say(verdict_message(other.verdict))), escaped(lesson::lines_text(*other.claim)), linked),
             4);
    }

    const lesson::Ledger& m_ledger;
    text::Language m_language;
    QString m_html;
};

} // namespace

QString claimHtml(const lesson::Ledger& ledger, const ClaimResult& result, const std::vector<ClaimResult>& all) {
    Html html(ledger, LanguageSwitch::instance().language());
    html.claim(result);
    html.contradictions(result, all);
    return html.text();
}

} // namespace ampscope::ui

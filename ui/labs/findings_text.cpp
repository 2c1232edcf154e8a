#include "ui/labs/findings_text.h"

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

QString figure(const std::optional<double>& value) {
    return value ? QString::fromStdString(io::to_text(*value, 5)) : QStringLiteral("–");
}

QString escaped(const QString& text) {
    return text.toHtmlEscaped();
}

QString summary(const diagnose::Summary& s) {
    if (s.tensors > 0)
        return say("diagnose.summary_tensors", {{"tensors", std::to_string(s.tensors)},
                                                {"elements", text::grouped(static_cast<std::int64_t>(s.elements))}});
    const auto value = [](const std::optional<double>& each) { return figure(each).toStdString(); };
    return say("diagnose.summary_log", {{"lines", std::to_string(s.lines)},
                                        {"steps", std::to_string(s.steps)},
                                        {"first", value(s.first_loss)},
                                        {"last", value(s.last_loss)},
                                        {"lowest", value(s.lowest_scale)},
                                        {"highest", value(s.highest_scale)},
                                        {"skipped", std::to_string(s.skipped)}});
}

} // namespace

QString findingsHtml(const diagnose::Diagnosis& diagnosis) {
    const auto color = [](Token token) { return theme().color(token).name(); };
    const QString muted = color(Token::Muted);
    QString html = QString("<div style='font-family: Inter, \"Noto Sans CJK KR\"; font-size: %1px; color: %2'>")
                       .arg(qRound(scaled(kLessonPixels)))
                       .arg(color(Token::Text));
    html += QString("<p style='color:%1'>%2</p>").arg(muted, escaped(summary(diagnosis.summary)));
    for (const auto& finding : diagnosis.findings) {
        const QString ink = finding.severity == diagnose::Severity::Problem   ? color(Token::Lost)
                            : finding.severity == diagnose::Severity::Warning ? color(Token::Warn)
                                                                              : muted;
        html += QString("<p style='margin-top:18px; margin-bottom:2px'><b style='color:%1'>%2</b> · <b>%3</b> "
                        "<span style='color:%4'>(%5)</span></p>")
                    .arg(ink, escaped(say(severity_text(finding.severity))), escaped(say(finding.what)), muted,
                         escaped(say(certainty_text(finding.certainty))));
        for (const auto& evidence : finding.evidence) {
            QString line = QString::fromStdString(text::one_line(evidence.text, 160));
            if (evidence.line > 0) line = say("diagnose.line", {{"line", std::to_string(evidence.line)}}) + ": " + line;
            if (evidence.figure) line += ": " + say(*evidence.figure);
            html += QString("<p style='margin:0 0 0 18px; font-family: \"JetBrains Mono\", \"Noto Sans Mono CJK KR\"; "
                            "font-size: %1px; color:%2'>%3</p>")
                        .arg(qRound(scaled(kTickPixels + 1)))
                        .arg(muted, escaped(line));
        }
        html +=
            QString("<p style='margin-top:4px'>%1</p>").arg(escaped(say("diagnose.probe", {{"probe", finding.probe}})));
    }
    return html + "</div>";
}

} // namespace ampscope::ui

#include "ui/labs/time_marks.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/text/message.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

using Kind = TimeMark::Kind;

namespace {

struct Facts {
    Q_DECLARE_TR_FUNCTIONS(Facts)
};

QString valueOf(const record::Fact& fact, std::string_view name) {
    const auto number = fact.number(name);
    return number ? QString::fromStdString(io::to_text(*number, 6)) : QString::fromStdString(fact.text(name));
}

bool isPrecision(const record::Fact& fact) {
    return fact.kind == "setting_changed" && fact.text("field") == "precision";
}

std::optional<Kind> kindOf(const record::Fact& fact) {
    if (fact.kind == "step_skipped") return Kind::Skipped;
    if (fact.kind == "scale_changed") return fact.text("why") == "growth" ? Kind::Growth : Kind::Backoff;
    if (fact.kind == "loss_nonfinite" || fact.kind == "first_nonfinite") return Kind::Nonfinite;
    if (fact.kind == "setting_changed") return isPrecision(fact) ? Kind::Precision : Kind::Setting;
    if (fact.kind == "epoch_began") return Kind::Epoch;
    if (fact.kind == "finished") return Kind::Finished;
    if (fact.kind == "stopped") return Kind::Stopped;
    if (fact.kind == "failed") return Kind::Failed;
    return std::nullopt;
}

} // namespace

QString factWords(const record::Fact& fact) {
    const auto value = [&](const char* name) { return valueOf(fact, name); };
    const auto scales = [&] {
        return QString("%1 → %2").arg(scaleText(fact.number("from").value_or(0)),
                                      scaleText(fact.number("to").value_or(0)));
    };
    const auto kind = kindOf(fact);
    if (!kind) return QString::fromStdString(fact.kind);
    switch (*kind) {
    case Kind::Skipped:
        return Facts::tr("skipped: %1 values that are Inf or NaN in %2")
            .arg(QString::fromStdString(text::grouped(static_cast<std::int64_t>(fact.number("nonfinite").value_or(0)))),
                 value("parameter"));
    case Kind::Growth: return Facts::tr("loss scale up: %1").arg(scales());
    case Kind::Backoff: return Facts::tr("loss scale down: %1").arg(scales());
    case Kind::Nonfinite:
        return fact.kind == "loss_nonfinite" ? Facts::tr("the loss is %1").arg(value("value"))
                                             : Facts::tr("the first Inf or NaN: op %1").arg(value("op"));
    case Kind::Precision:
        return fact.kind == "epoch_began" ? Facts::tr("epoch %1 begins, in %2").arg(value("epoch"), value("precision"))
                                          : Facts::tr("precision changed: %1 → %2").arg(value("from"), value("to"));
    case Kind::Setting: return Facts::tr("%1 changed: %2 → %3").arg(value("field"), value("from"), value("to"));
    case Kind::Epoch: return Facts::tr("epoch %1 begins, in %2").arg(value("epoch"), value("precision"));
    case Kind::Finished: return Facts::tr("the run is finished");
    case Kind::Stopped: return Facts::tr("the run was stopped");
    case Kind::Failed: return Facts::tr("the run failed: %1").arg(value("text"));
    }
    return {};
}

void TimeMarks::setRun(RunModel* run) {
    m_run = run;
    m_rewrites = -1;
    follow();
}

void TimeMarks::follow() {
    const int rewrites = m_run ? m_run->rewrites() : -1;
    if (!m_run || rewrites != m_rewrites) {
        m_marks.clear();
        m_precision.clear();
        m_seen = 0;
        m_rewrites = rewrites;
    }
    if (!m_run) return;
    const auto& facts = m_run->record().facts();
    const std::size_t before = m_marks.size();
    for (; m_seen < facts.size(); ++m_seen)
        add(facts[m_seen], m_seen);
    if (m_marks.size() > before && !std::ranges::is_sorted(m_marks, {}, &TimeMark::step))
        std::ranges::stable_sort(m_marks, {}, &TimeMark::step);
}

void TimeMarks::add(const record::Fact& fact, std::size_t place) {
    auto kind = kindOf(fact);
    if (!kind) return;
    if (fact.kind == "epoch_began") {
        if (!m_precision.empty() && m_precision != fact.text("precision")) kind = Kind::Precision;
        m_precision = fact.text("precision");
    }
    // A run that ends before its next step ends at its last one: no other can be selected.
    const bool is_end = *kind >= Kind::Finished;
    m_marks.push_back(
        {*kind, is_end ? std::max<std::int64_t>(0, std::min(fact.step, m_run->newestStep())) : fact.step, place});
}

QString TimeMarks::words(const TimeMark& mark) const {
    return m_run && mark.fact < m_run->record().facts().size() ? factWords(m_run->record().facts()[mark.fact])
                                                               : QString();
}

QString TimeMarks::wordsOf(std::int64_t step) const {
    QStringList all;
    const auto end = std::ranges::upper_bound(m_marks, step, {}, &TimeMark::step);
    for (auto mark = std::ranges::lower_bound(m_marks, step, {}, &TimeMark::step); mark != end; ++mark)
        all << words(*mark);
    return all.join(QStringLiteral(" · "));
}

std::optional<std::int64_t> TimeMarks::beside(std::int64_t step, int by) const {
    const auto next = by > 0 ? std::ranges::upper_bound(m_marks, step, {}, &TimeMark::step)
                             : std::ranges::lower_bound(m_marks, step, {}, &TimeMark::step);
    if (by > 0) return next == m_marks.end() ? std::nullopt : std::optional(next->step);
    return next == m_marks.begin() ? std::nullopt : std::optional(std::prev(next)->step);
}

} // namespace ampscope::ui

// Takes the window through everything it can show, with runs that fill every instrument and without an engine.
#pragma once

#include <QApplication>
#include <QSet>

#include "tests/ui/inside_record.h"
#include "tests/ui/op_samples.h"
#include "ui/bridge/language.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/page.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"

namespace ampscope::ui::testing {

/// A run with everything in it: facts, histograms, and a look inside `step`.
inline record::RunRecord fullRecord(const scenario::Scenario& scenario, std::int64_t step) {
    auto record = insideRecord(scenario, step);
    record.detail({step, sampleStep().list()});
    record.detail({step, sampleSizes()});
    record.detail({step, sampleShadow()});
    return record;
}

inline void fillRuns(Page& page, std::int64_t step = 60) {
    for (auto* run : page.findChildren<RunModel*>())
        run->showRecord(fullRecord(run->record().scenario(), step));
}

inline void settle() { // layouts, queued repaints
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

/// Which cards of lessons: of one lesson, that stands for all; of each kind with each set of instruments the first;
/// all.
enum class Cards { OfOneLesson, OneOfEachKind, All };

struct Walk {
    Cards cards = Cards::OfOneLesson;
    bool everyValue = false; ///< numbers and steps that take the most and the least room
    bool onlyLessons = false;
};

/// Visits each page, each of its views, and lesson cards; says where it is.
inline void walkPages(MainWindow& window, const Walk& walk, const std::function<void(const QString&)>& look) {
    const auto visit = [&](const QString& where) {
        settle();
        look(where);
    };
    const QList<std::int64_t> steps = walk.everyValue ? QList<std::int64_t>{3, 60} : QList<std::int64_t>{60};
    const auto visitNumbers = [&](const QString& where, const QStringList& values) {
        for (const auto& value : walk.everyValue ? values : values.mid(0, 1)) {
            window.page()->enterText(value);
            visit(where + " " + value);
        }
    };
    const auto visitSteps = [&](const QString& where) {
        for (const std::int64_t step : steps) {
            if (window.page()->run()) window.page()->run()->select(step);
            visit(where + QString(" step %1").arg(step));
        }
    };
    QSet<QString> seen;
    const auto isWanted = [&](const QString& id, const lesson::Step& step) {
        if (walk.cards != Cards::OneOfEachKind) return walk.cards == Cards::All || id == "a6-gradscaler";
        QString kind = QString::number(static_cast<int>(step.kind)) + (step.exercise ? "x" : "");
        for (const auto& instrument : step.stage)
            kind += " " + QString::fromStdString(instrument);
        const bool is_new = !seen.contains(kind);
        seen << kind;
        return is_new;
    };
    window.open("scale"); // as a stranger sees it
    settle();
    fillRuns(*window.page());
    visit("welcome");
    window.hideWelcome();
    for (const QString& id : window.pageIds()) {
        if (walk.onlyLessons && !window.shelf().find(id.toStdString())) continue;
        window.open(id);
        Page& page = *window.page();
        fillRuns(page);
        if (auto* lesson = qobject_cast<LessonPage*>(&page)) {
            const auto& cards = lesson->player().lesson().steps;
            for (std::size_t card = 0; card < cards.size(); ++card) {
                if (!isWanted(id, cards[card])) continue;
                lesson->goTo(card);
                fillRuns(page);
                visitSteps(QString("%1/%2").arg(id).arg(card + 1));
            }
            continue;
        }
        if (id == "bits") {
            visitNumbers(id, {"0.1", "65520", "2^-25", "nan", "-1e38", "17/23"});
            continue;
        }
        if (id == "rounding") {
            for (const char* view : {"rounding", "cast-chain", "code-table", "overflow", "arithmetic"})
                if (page.showView(view))
                    visitNumbers(id + "/" + view, {"1+2^-11+2^-40", "65520", "2^-149", "nan", "-1e38", "17/23"});
            continue;
        }
        visitSteps(id);
        for (const char* view : {"settings", "op-flow", "autocast-table", "shadow-error", "layers", "contradictions"})
            if (page.showView(view)) visitSteps(id + "/" + view);
    }
}

} // namespace ampscope::ui::testing

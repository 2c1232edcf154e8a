// A lesson's own page: what stands on the stage at which step.
#include "ui/shell/lessons/lesson_page.h"

#include <QLabel>
#include <QTest>

#include "tests/lesson/small_lesson.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/instruments/numbers/number_model.h"
#include "ui/instruments/numbers/update_view.h"
#include "ui/labs/stage.h"
#include "ui/shell/lessons/learner.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestLessonPage : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;
    const lesson::LessonShelf m_shelf;
    Learner m_learner{m_shelf, QString(), QString()};

    static void go(LessonPage& page, const char* id) {
        const auto& steps = page.player().lesson().steps;
        page.goTo(
            static_cast<std::size_t>(std::ranges::find(steps, std::string(id), &lesson::Step::id) - steps.begin()));
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void a_step_without_a_stage_keeps_the_stage() {
        const lesson::LessonFolder folder;
        const lesson::Lesson small = folder.load();
        LessonPage page(small, *m_thread, m_learner);
        page.resize(1200, 800);
        page.enter();
        const QStringList first = {"histogram"}, second = {"scale-trace", "loss"};
        QCOMPARE(page.stage()->ids(), first);
        go(page, "guess");
        QCOMPARE(page.stage()->ids(), first);
        go(page, "recap"); // a jump shows what walking there shows
        QCOMPARE(page.stage()->ids(), second);
        go(page, "guess");
        QCOMPARE(page.stage()->ids(), first);
        go(page, "mend");
        QCOMPARE(page.stage()->ids(), second);
    }

    void a_step_may_set_numbers_and_hide_the_code() {
        const lesson::LessonFolder folder;
        folder.replace("lesson.json", R"("run": "low", "stage": ["histogram"])",
                       R"("code": "none", "stage": ["bits", "update", "nan-chain"], "set": { "number": "65520",
                          "format": "bf16", "formats": "fp16, bf16", "update.weight": "2", "update.times": "7",
                          "nan-chain": "softmax" })");
        folder.replace("lesson.json", "histogram.what_if_scale", "update.weight");
        const lesson::Lesson small = folder.load();
        LessonPage page(small, *m_thread, m_learner);
        page.resize(1048, 660); // the page of a window of 1280 x 720
        page.enter();
        page.show();
        const Stage& stage = *page.stage();
        QVERIFY(stage.code()->isHidden());
        const NumberState& state = stage.number()->state();
        QCOMPARE(state.text, QString("65520"));
        QCOMPARE(state.format.id, std::string("bf16"));
        QCOMPARE(state.formats.size(), std::size_t(2));
        const auto* update = qobject_cast<UpdateView*>(stage.instrument("update"));
        QCOMPARE(update->settings().weight, QString("2"));
        QCOMPARE(update->settings().times, std::int64_t(7));
        // Bits stand above the others in a row of their own, at least as wide as they ask for.
        const auto* bits = stage.instrument("bits");
        QVERIFY(bits->geometry().bottom() < update->geometry().top());
        QCOMPARE(bits->width(), stage.instrument("nan-chain")->geometry().right() + 1 - bits->x());
        // Going on keeps what was set; the code comes back.
        go(page, "seen");
        QVERIFY(!stage.code()->isHidden());
        QCOMPARE(state.text, QString("65520"));
    }

    void goals_over_two_runs_are_told_in_words() {
        const lesson::LessonFolder folder;
        folder.replace("lesson.json", "max(low, underflow_share)", "ratio(last(low, loss), last(high, loss))");
        folder.replace("lesson.json", "count(low, step_skipped)", "equal(low, high, loss)");
        const lesson::Lesson small = folder.load();
        LessonPage page(small, *m_thread, m_learner);
        page.enter();
        go(page, "mend");
        QStringList shown;
        for (const auto* label : page.findChildren<QLabel*>())
            shown << label->text();
        QVERIFY2(shown.join('\n').contains("same bits: low and high"), qPrintable(shown.join('\n')));
        QVERIFY2(shown.join('\n').contains(", low ÷ high"), qPrintable(shown.join('\n')));
    }
};

QTEST_MAIN(TestLessonPage)
#include "test_lesson_page.moc"

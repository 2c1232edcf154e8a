// The card of an exercise: runs are made, taken out and judged; a conclusion, a sentence, and the plot that shows it.
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "core/record/store/data_folder.h"
#include "core/record/store/run_store.h"
#include "tests/lesson/small_exercise.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_library.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/stage.h"
#include "ui/shell/lessons/exercise_desk.h"
#include "ui/shell/lessons/exercise_panel.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/lessons/markdown_view.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestExercisePage : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread; // its loss is the learning rate
    const lesson::LessonShelf m_shelf = {};
    std::unique_ptr<Learner> m_learner = std::make_unique<Learner>(m_shelf, QString(), QString());

    // Conclusions about losses; "a" fixes the learning rate, "b" leaves it open.
    static std::unique_ptr<lesson::LessonFolder> folder_of_losses() {
        auto folder = lesson::exercise_folder();
        folder->replace("lesson.json", R"(["fp16", "bf16"], "scaler.init_scale": "2^24")",
                        R"("fp16", "optimizer.lr": 0.002)");
        folder->replace("lesson.json", R"(["scaler.init_scale", "length.steps"])",
                        R"(["optimizer.lr", "scaler.init_scale", "length.steps"])");
        folder->replace("lesson.json", "least(count(a, step_skipped)) > 3", "least(last(a, loss)) > 0");
        folder->replace("lesson.json", "median(count(b, step_skipped)) > 3",
                        "median(last(b, loss)) > median(last(a, loss))");
        folder->replace("lesson.json", "median(count(b, step_skipped)) = 0",
                        "median(last(b, loss)) <= median(last(a, loss))");
        return folder;
    }
    static void open_exercise(LessonPage& page) {
        page.resize(1100, 800);
        page.enter();
        const auto& steps = page.player().lesson().steps;
        page.goTo(
            static_cast<std::size_t>(std::ranges::find(steps, std::string("mend"), &lesson::Step::id) - steps.begin()));
        page.show();
    }
    static QString text_of(const QWidget& widget) {
        QStringList texts;
        for (const auto* label : widget.findChildren<QLabel*>())
            texts << label->text();
        return texts.join('\n');
    }
    template <typename Button>
    static Button* button(const QWidget& widget, const QString& name) {
        for (auto* found : widget.findChildren<Button*>())
            if (found->accessibleName() == name) return found;
        return nullptr;
    }
    static void run_both(LessonPage& page) {
        page.desk()->runSlot("a");
        page.desk()->runSlot("b");
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), 20'000);
        QTest::qWait(50); // what was queued
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        RunLibrary::instance().setUp(QString::fromStdString(record::data_folder()), RunLibrary::Use::Keep);
    }
    void cleanupTestCase() { RunLibrary::instance().setUp({}, RunLibrary::Use::Nothing); }
    void cleanup() {
        VERIFY_NO_COMPLAINTS();
        m_learner->reset();
    }

    void runs_are_made_kept_and_judged() {
        const auto folder = folder_of_losses();
        const lesson::Lesson lesson = folder->load();
        LessonPage page(lesson, *m_thread, *m_learner);
        open_exercise(page);
        const auto* evidence = page.findChild<EvidencePanel*>();
        const auto* verdict = page.findChild<VerdictPanel*>();
        QVERIFY(evidence && verdict);
        QVERIFY2(text_of(*verdict).contains("Not yet"), qPrintable(text_of(*verdict)));
        QVERIFY2(text_of(*verdict).contains("✗  a: 0 of 2 runs"), qPrintable(text_of(*verdict)));

        const auto kept = [] { // runs of this slot
            return std::ranges::count_if(record::RunStore().list(), [](const record::RunEntry& entry) {
                return entry.name.find("small a ") != std::string::npos;
            });
        };
        const auto before = kept();
        button<QPushButton>(*evidence, "Run a")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), 20'000);
        QCOMPARE(page.desk()->items("a").size(), std::size_t(2));
        QCOMPARE(page.desk()->items("a")[1].label.toLongLong(), page.desk()->items("a")[0].label.toLongLong() + 1);
        QTRY_COMPARE(kept(), before + 2); // as runs of the window are
        QTRY_VERIFY(!page.desk()->items("a")[1].id().isEmpty());
        run_both(page); // one more for a, two for b
        QCOMPARE(page.desk()->items("a").size(), std::size_t(3));
        QTRY_VERIFY2(text_of(*verdict).contains("the seeds differ"), qPrintable(text_of(*verdict)));
        page.desk()->remove("a", 2);
        QTRY_VERIFY2(text_of(*verdict).contains("a conclusion has to be chosen"), qPrintable(text_of(*verdict)));
        QVERIFY(page.run());

        page.answer("skips");
        QVERIFY2(text_of(*verdict).contains("the conclusion is not what was measured"), qPrintable(text_of(*verdict)));
        page.answer("rests");
        QVERIFY2(text_of(*verdict).contains("Inconclusive on this machine"), qPrintable(text_of(*verdict)));
        QCOMPARE(page.player().find_outcome("mend"), std::optional(lesson::Outcome::Inconclusive));
        QCOMPARE(m_learner->of("small")->verdicts.at("mend"), std::string("inconclusive"));
    }

    void settings_go_to_the_slots_that_leave_them_open() {
        const auto folder = folder_of_losses();
        const lesson::Lesson lesson = folder->load();
        LessonPage page(lesson, *m_thread, *m_learner);
        open_exercise(page);
        const auto lr = [&](const char* slot) { return page.desk()->scenarioOf(slot).optimizer.lr; };
        Q_EMIT page.findChild<EvidencePanel*>()->findChildren<FieldEditor*>()[1]->edited("optimizer.lr", "0.5");
        QCOMPARE(lr("a"), 0.002);
        QCOMPARE(lr("b"), 0.5);
        run_both(page);
        page.answer("skips"); // now b's loss is the greater one
        QCOMPARE(page.player().find_outcome("mend"), std::optional(lesson::Outcome::Pass));
    }

    void runs_can_be_cancelled_and_come_from_the_library() {
        const auto folder = folder_of_losses();
        const lesson::Lesson lesson = folder->load();
        LessonPage page(lesson, *m_thread, *m_learner);
        open_exercise(page);
        page.desk()->runSlot("a");
        QVERIFY(page.desk()->isBusy());
        const auto* panel = page.findChild<EvidencePanel*>();
        QTRY_VERIFY(panel->findChild<QProgressBar*>()->isVisible());
        page.desk()->cancel();
        QVERIFY(!page.desk()->isBusy());
        QVERIFY(page.desk()->items("a").empty());
        QTRY_VERIFY(!panel->findChild<QProgressBar*>()->isVisible());

        record::RunStore store;
        scenario::Scenario scenario = *lesson.find_scenario("high");
        scenario.seed = 77;
        const std::string fits = store.add(lesson::made_up(scenario), "by hand");
        scenario.optimizer.lr = 1;
        const std::string unfit = store.add(lesson::made_up(scenario), "other");
        auto* library = button<QToolButton>(*panel, "Runs of the library for a");
        library->click();
        QVERIFY(!library->isEnabled()); // the library is asked
        QTRY_VERIFY(panel->findChild<QMenu*>());
        auto* menu = panel->findChild<QMenu*>();
        QAction* offered = nullptr;
        for (auto* action : menu->actions()) {
            QVERIFY2(!action->text().startsWith(QString::fromStdString(unfit) + " "), qPrintable(action->text()));
            if (action->text().startsWith(QString::fromStdString(fits) + " ")) offered = action;
        }
        QVERIFY(offered && library->isEnabled());
        offered->trigger();
        menu->close();
        QTRY_COMPARE(page.desk()->items("a").size(), std::size_t(1));
        QCOMPARE(page.desk()->items("a")[0].label, QString("77"));
        QCOMPARE(page.desk()->items("a")[0].id().toStdString(), fits);
        QTRY_VERIFY(button<QToolButton>(*panel, "Take out seed 77"));
        button<QToolButton>(*panel, "Take out seed 77")->click();
        QVERIFY(page.desk()->items("a").empty());
    }

    void without_a_library_none_is_offered_and_nothing_is_lost() {
        RunLibrary::instance().setUp({}, RunLibrary::Use::Nothing);
        const auto folder = folder_of_losses();
        const lesson::Lesson lesson = folder->load();
        LessonPage page(lesson, *m_thread, *m_learner);
        open_exercise(page);
        run_both(page);
        QCOMPARE(page.desk()->items("a").size(), std::size_t(2));
        QVERIFY(page.desk()->items("a")[0].id().isEmpty());
        std::optional<std::size_t> offered;
        page.desk()->findFitting("a", &page, [&](const auto& runs) { offered = runs.size(); });
        QTRY_COMPARE(offered, std::optional<std::size_t>(0));
        page.desk()->take("a", "r1");
        QTest::qWait(50);
        QCOMPARE(page.desk()->items("a").size(), std::size_t(2));
        // An answer that comes after its page has gone is nobody's.
        auto gone = std::make_unique<LessonPage>(lesson, *m_thread, *m_learner);
        gone->desk()->findFitting("a", gone.get(), [&](const auto&) { offered.reset(); });
        gone.reset();
        QTest::qWait(50);
        QVERIFY(offered);
        initTestCase();
    }

    void the_first_card_says_where_the_buttons_are() {
        const lesson::LessonShelf shelf = lesson::load_lessons(AMPSCOPE_SOURCE_DIR "/lessons");
        const lesson::Lesson* lesson = shelf.find("xb3");
        QVERIFY(lesson);
        LessonPage page(*lesson, *m_thread, *m_learner);
        const auto says = [&] {
            return std::ranges::any_of(page.findChildren<MarkdownView*>(), [](const auto* text) {
                return text->toPlainText().contains("the Run buttons are on the next card");
            });
        };
        page.goTo(0);
        QVERIFY(says());
        page.goTo(1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the parts of the card before
        QVERIFY(!says() && button<QPushButton>(page, "Run none"));
    }

    void the_plot_and_the_sentence() {
        const auto folder = folder_of_losses();
        const lesson::Lesson lesson = folder->load();
        LessonPage page(lesson, *m_thread, *m_learner);
        open_exercise(page);
        run_both(page);
        QToolButton* link = nullptr;
        for (auto* found : page.findChild<VerdictPanel*>()->findChildren<QToolButton*>())
            if (found->text() == "Show the plot") link = found;
        QVERIFY(link);
        link->click();
        QCOMPARE(page.stage()->ids().first(), QString("loss"));
        auto* sentence = page.findChild<QPlainTextEdit*>();
        sentence->setPlainText("Because it was so.");
        QCOMPARE(page.player().sentence("mend"), std::string("Because it was so."));
        QCOMPARE(m_learner->of("small")->sentences.at("mend"), std::string("Because it was so."));
        page.goTo(0);
        open_exercise(page); // slots and sentence are still there
        QCOMPARE(page.desk()->items("b").size(), std::size_t(2));
        QCOMPARE(page.findChild<QPlainTextEdit*>()->toPlainText(), QString("Because it was so."));
        page.reset();
        QVERIFY(page.desk()->items("b").empty());
        QCOMPARE(page.player().sentence("mend"), std::string());
    }

    void both_languages_while_a_run_goes_on() {
        const auto folder = folder_of_losses();
        const lesson::Lesson lesson = folder->load();
        LessonPage page(lesson, *m_thread, *m_learner);
        open_exercise(page);
        page.desk()->runSlot("a");
        LanguageSwitch::instance().setLanguage(text::Language::Korean);
        QTRY_VERIFY2(text_of(page).contains("2개 중"), qPrintable(text_of(page)));
        LanguageSwitch::instance().setLanguage(text::Language::English);
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), 20'000);
    }
};

QTEST_MAIN(TestExercisePage)
#include "test_exercise_page.moc"

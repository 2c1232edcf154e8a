// Progress, questions, glossary and teacher's notes in the window.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <filesystem>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/shell/lessons/glossary_page.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/lessons/markdown_view.h"
#include "ui/shell/lessons/own_lessons.h"
#include "ui/shell/lessons/progress_page.h"
#include "ui/shell/lessons/question_sheet.h"
#include "ui/shell/lessons/teacher_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/side_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestLearningPages : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    std::unique_ptr<MainWindow> make(const QString& dataFolder) {
        Settings settings;
        settings.dataFolder = dataFolder;
        auto window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        window->resize(1280, 720);
        window->show();
        return window;
    }

    static LessonPage* lesson(MainWindow& window, const char* id) {
        window.open(id);
        return qobject_cast<LessonPage*>(window.page());
    }

    static void goTo(LessonPage& page, std::string_view step) {
        const auto& steps = page.player().lesson().steps;
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (steps[i].id == step) page.goTo(i);
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() {
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void a_lesson_goes_on_where_it_was_left() {
        const QTemporaryDir data;
        {
            auto window = make(data.path());
            auto* page = lesson(*window, "a3-range-or-precision");
            QVERIFY(page);
            goTo(*page, "guess");
            page->answer("fp16");
            goTo(*page, "edge");
        } // saved by its end
        auto window = make(data.path());
        auto* page = lesson(*window, "a3-range-or-precision");
        QCOMPARE(page->player().step().id, std::string("edge"));
        QCOMPARE(page->player().find_answer("guess")->key, std::string("fp16"));
        QCOMPARE(QString::fromStdString(window->learner().progress().last_lesson), QString("a3-range-or-precision"));

        // A finished lesson has its tick, and begins at its start.
        page->goTo(page->player().lesson().steps.size() - 1);
        QVERIFY(window->learner().isFinished("a3-range-or-precision"));
        bool ticked = false;
        for (const auto* button : window->findChildren<QPushButton*>())
            ticked = ticked || (button->text().startsWith("A3") && button->text().endsWith("✓"));
        QVERIFY(ticked);
        window.reset();
        window = make(data.path());
        QCOMPARE(lesson(*window, "a3-range-or-precision")->player().position(), std::size_t{0});

        // Reset forgets this lesson only.
        lesson(*window, "a6-vanish");
        lesson(*window, "a3-range-or-precision")->reset();
        QVERIFY(!window->learner().isFinished("a3-range-or-precision"));
        QVERIFY(window->learner().of("a6-vanish"));
    }

    void predictions_are_listed_with_how_sure() {
        auto window = make({});
        auto* page = lesson(*window, "a6-vanish");
        goTo(*page, "thousandth");
        QAbstractButton* certain = nullptr;
        for (auto* button : page->card()->findChildren<QAbstractButton*>())
            if (button->text() == "certain") certain = button;
        QVERIFY(certain);
        certain->click();
        page->answer("2");
        const auto& kept = window->learner().of("a6-vanish")->answers.at("thousandth");
        QCOMPARE(kept.sure, lesson::Sure::Certain);
        QVERIFY(!kept.said.empty());

        QVERIFY(window->open("progress"));
        auto* progress = qobject_cast<ProgressPage*>(window->page());
        const auto* table = progress->findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->item(0, 0)->text(), QString("A6"));
        QCOMPARE(table->item(0, 3)->text(), QString("certain"));
        QSignalSpy asked(progress, &ProgressPage::lessonAsked);
        Q_EMIT const_cast<QTableWidget*>(table)->cellActivated(0, 0);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(window->pageId(), QString("a6-vanish"));
    }

    void five_questions_before_and_after() {
        auto window = make({});
        QVERIFY(window->open("progress"));
        auto* page = qobject_cast<ProgressPage*>(window->page());
        QVERIFY(!page->showView("check-Z"));
        QVERIFY(page->showView("check-A"));
        auto* sheet = page->sheet();
        const auto& questions = window->learner().checks().at("A");
        QVERIFY(!sheet->isComplete());
        for (const auto& question : questions)
            sheet->choose(QString::fromStdString(question.id),
                          QString::fromStdString(question.korean.options.front().first));
        QVERIFY(sheet->isComplete());
        window->setLanguage(text::Language::Korean); // answers stay
        QVERIFY(sheet->isComplete());
        window->setLanguage(text::Language::English);
        Q_EMIT sheet->handedIn("A", true);
        const auto before = window->learner().progress().checks.at("A").before;
        QCOMPARE(before.size(), questions.size());
        QVERIFY(window->learner().progress().checks.at("A").after.empty());

        QVERIFY(page->showView("check-A")); // now it asks for those after
        for (const auto& question : questions)
            sheet->choose(QString::fromStdString(question.id), QString::fromStdString(question.correct));
        Q_EMIT sheet->handedIn("A", false);
        QCOMPARE(lesson::count_right(questions, window->learner().progress().checks.at("A").after), 5);
        QCOMPARE(window->learner().progress().checks.at("A").before, before);
    }

    void progress_leaves_and_comes_back_as_a_file() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("copy.json");
        auto window = make({});
        auto* page = lesson(*window, "a3-range-or-precision");
        goTo(*page, "guess");
        page->answer("fp16");
        window->open("progress");
        ProgressPage::askForFile = [&](QWidget*, bool) { return path; };
        ProgressPage::askForConsent = [](QWidget*, const QString&) { return true; };
        const auto click = [&](const QString& text) {
            for (auto* button : window->page()->findChildren<QPushButton*>())
                if (button->text() == text) return button->click(); // it may end others of the list
        };
        click("Export …");
        QVERIFY(QFile::exists(path));
        click("Forget everything …");
        QVERIFY(!window->learner().of("a3-range-or-precision"));
        click("Import …");
        QVERIFY(window->learner().of("a3-range-or-precision"));

        QFile broken(path);
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"schema\": 1");
        broken.close();
        click("Import …");
        QVERIFY(!window->notice().isEmpty());
        QVERIFY(window->learner().of("a3-range-or-precision")); // nothing was lost
    }

    void terms_in_a_text_lead_to_the_glossary() {
        auto window = make({});
        MarkdownView text;
        text.setText("The loss scale moves `loss scale` and the **gradients**.", 14);
        const QString html = text.toHtml();
        QVERIFY(html.contains("term:loss-scale") && html.contains("term:gradient"));
        QCOMPARE(html.count("term:loss-scale"), 1);
        Q_EMIT text.anchorClicked(QUrl("term:loss-scale"));
        QCOMPARE(window->pageId(), QString("glossary"));
        auto* page = qobject_cast<GlossaryPage*>(window->page());
        QVERIFY(page->text()->toPlainText().contains("loss scale"));
        Q_EMIT page->text()->anchorClicked(QUrl("lesson:a6-gradscaler"));
        QCOMPARE(window->pageId(), QString("a6-gradscaler"));
    }

    void teachers_find_classes_and_notes() {
        auto window = make({});
        QVERIFY(window->open("teach"));
        auto* page = qobject_cast<TeacherPage*>(window->page());
        const QString english = page->text()->toPlainText();
        QVERIFY(english.contains("First class") && english.contains("Show of hands"));
        window->setLanguage(text::Language::Korean);
        QVERIFY(page->text()->toPlainText().contains(QStringLiteral("첫째 시간")));
        Q_EMIT page->text()->anchorClicked(QUrl("lesson:b2-memory"));
        QCOMPARE(window->pageId(), QString("b2-memory"));
    }

    void lessons_of_ones_own_are_read_again_while_edited() {
        const QTemporaryDir folder;
        const QString own = folder.filePath("my-lesson");
        std::filesystem::copy(AMPSCOPE_SOURCE_DIR "/lessons/a3-range-or-precision", own.toStdString());
        const auto replace = [&](const char* file, const QByteArray& before, const QByteArray& after) {
            QFile handle(own + "/" + file);
            QVERIFY(handle.open(QIODevice::ReadWrite));
            QByteArray content = handle.readAll();
            QVERIFY(content.contains(before));
            content.replace(before, after);
            handle.resize(0);
            handle.write(content);
        };
        replace("lesson.json", "\"a3-range-or-precision\"", "\"my-lesson\"");
        auto window = make({});
        window->openLessons(own);
        QCOMPARE(window->pageId(), QString("own:my-lesson"));
        auto* page = qobject_cast<LessonPage*>(window->page());
        goTo(*page, "touch");
        replace("en.md", "# Range", "# Edited: range");
        QTRY_VERIFY_WITH_TIMEOUT(window->page()->title().contains("Edited"), 10'000);
        QCOMPARE(qobject_cast<LessonPage*>(window->page())->player().step().id, std::string("touch"));
        replace("lesson.json", "\"steps\"", "\"stepps\""); // names file and line; the page stays
        QTRY_VERIFY_WITH_TIMEOUT(window->notice().contains("lesson.json"), 10'000);
        QVERIFY(window->page()->title().contains("Edited"));

        const QTemporaryDir empty;
        window->openLessons(empty.path());
        QVERIFY(window->notice().contains(empty.path()));
        QVERIFY(OwnLessons::takes(own) && OwnLessons::takes(own + "/lesson.json"));
        QVERIFY(!OwnLessons::takes(own + "/en.md"));
    }

    void chapters_fold_for_each_other() {
        auto window = make({});
        auto* side = window->findChild<SideBar*>();
        const auto shown = [&](const QString& start) {
            for (const auto* button : side->findChildren<QPushButton*>())
                if (button->property("role") == "nav" && button->text().startsWith(start)) return button->isVisible();
            return false;
        };
        QVERIFY(shown("A1") && !shown("B2"));
        window->open("b2-memory");
        QVERIFY(!shown("A1") && shown("B2"));
        window->open("scale"); // labs leave chapters as they are
        QVERIFY(!shown("A1") && shown("B2"));
    }
};

QTEST_MAIN(TestLearningPages)
#include "test_learning_pages.moc"

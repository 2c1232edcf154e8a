// Glossary, teacher's notes, classes and chapter checks: the program's own files, and files that cannot be used.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/lesson/chapter_check.h"
#include "core/lesson/check.h"
#include "core/lesson/glossary.h"
#include "core/lesson/teaching.h"

using namespace ampscope;
using namespace ampscope::lesson;
using text::Language;

namespace {

const std::string kLessons = std::string(AMPSCOPE_SOURCE_DIR) + "/lessons";

void write(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

template <typename Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const text::Error& error) {
        return error.text(Language::English);
    }
    return "";
}

} // namespace

class TestLearning : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void every_term_of_a_recap_is_in_the_glossary() {
        const Glossary glossary = load_glossary(kLessons);
        QVERIFY(glossary.warnings.empty());
        const LessonShelf shelf = load_lessons(kLessons);
        for (const auto& lesson : shelf.lessons)
            for (const auto& step : lesson.steps)
                for (const auto& term : step.terms)
                    QVERIFY2(glossary.find(term), (lesson.id + ": " + term).c_str());
        for (const auto& term : glossary.terms)
            QVERIFY2(shelf.find(term.lesson), (term.id + " is taught in " + term.lesson).c_str());
    }

    void terms_are_found_in_texts() {
        const Glossary glossary = load_glossary(kLessons);
        const auto ids = [&](const char* text, Language language) {
            std::string found;
            for (const auto& place : find_terms(glossary, text, language))
                found += place.id + " ";
            return found;
        };
        QCOMPARE(ids("The loss scale halves; loss scales double. Gradients overflow.", Language::English),
                 std::string("loss-scale gradient overflow "));
        // "weights" inside another word, and a longer name that holds a shorter one.
        QCOMPARE(ids("lightweights and micro-batches, master weights", Language::English),
                 std::string("micro-batch master-weight "));
        QCOMPARE(ids("손실 스케일은 기울기에서 나눈다", Language::Korean), std::string("loss-scale gradient "));
        QCOMPARE(ids("", Language::Korean), std::string());
    }

    void glossary_refuses() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(load_glossary(path).terms.empty()); // none is no error
        const std::string words = "\"ko\":{\"name\":\"가\",\"text\":\"나\"},\"en\":{\"name\":\"a\",\"text\":\"b\"}}";
        const auto with = [&](const std::string& terms) {
            write(path + "/glossary.json", "{\"schema\":1,\"terms\":[" + terms + "]}");
            return refusal([&] { (void)load_glossary(path); });
        };
        QCOMPARE(with("{\"id\":\"a\",\"lesson\":\"l\"," + words), std::string());
        QVERIFY(with("{\"id\":\"a\",\"lesson\":\"l\"," + words + ",{\"id\":\"a\",\"lesson\":\"l\"," + words)
                    .find("there already") != std::string::npos);
        QVERIFY(with("{\"id\":\"a\",\"lesson\":\"l\",\"see\":[\"b\"]," + words).find("no term 'b'") !=
                std::string::npos);
        QVERIFY(with("{\"id\":\"../a\",\"lesson\":\"l\"," + words).find("is no name") != std::string::npos);
        QVERIFY(
            !with("{\"id\":\"a\",\"lesson\":\"l\",\"ko\":{\"name\":\"가\",\"text\":\"나\"}}").empty()); // one language
        write(path + "/glossary.json", "{");
        QVERIFY(!refusal([&] { (void)load_glossary(path); }).empty());
    }

    void every_lesson_has_notes() {
        const LessonShelf shelf = load_lessons(kLessons);
        for (const auto& lesson : shelf.lessons) {
            const auto notes = load_teacher_notes(lesson);
            QVERIFY2(notes, lesson.id.c_str());
            QVERIFY(!notes->expect.empty());
            for (const auto language : {Language::Korean, Language::English}) {
                QVERIFY(!notes->hands.in(language).empty());
                for (const auto& belief : notes->expect)
                    QVERIFY(!belief.in(language).empty());
            }
        }
    }

    void notes_refuse() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/a6-gradscaler";
        std::filesystem::copy(kLessons + "/a6-gradscaler", path);
        const Lesson lesson = load_lesson(path); // 6 minutes: play high high-run notice explain try recap
        const auto with = [&](const std::string& timing, const std::string& step) {
            write(path + "/teacher.json", "{\"schema\":1,\"timing\":{" + timing + "},\"hands\":{\"step\":\"" + step +
                                              "\",\"ko\":\"가\",\"en\":\"a\"},\"expect\":[]}");
            return refusal([&] { (void)load_teacher_notes(lesson); });
        };
        const std::string all =
            "\"play\":1,\"high\":1,\"high-run\":1,\"notice\":0.5,\"explain\":1,\"try\":1,\"recap\":0.5";
        QCOMPARE(with(all, "high"), std::string());
        QVERIFY(with(all, "nowhere").find("nowhere") != std::string::npos);
        QVERIFY(with(all + ",\"nowhere\":1", "high").find("nowhere") != std::string::npos);
        QVERIFY(with("\"play\":6", "high").find("has no minutes") != std::string::npos);
        QVERIFY(
            with("\"play\":2,\"high\":1,\"high-run\":1,\"notice\":0.5,\"explain\":1,\"try\":1,\"recap\":0.5", "high")
                .find("add up to 7") != std::string::npos);
        for (const char* bad : {"0", "-1", "\"nan\"", "\"inf\"", "true"})
            QVERIFY(!with(std::string("\"play\":") + bad, "high").empty());
    }

    void lint_finds_what_does_not_fit() {
        QVERIFY(lint_learning(load_lessons(kLessons), kLessons).empty());
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        std::filesystem::copy(kLessons + "/a6-gradscaler", path + "/a6-gradscaler");
        const LessonShelf shelf = load_lessons(path);
        QVERIFY(lint_learning(shelf, path).empty()); // nothing beside it is no fault
        write(path + "/a6-gradscaler/teacher.json", "{");
        std::filesystem::copy(kLessons + "/glossary.json", path + "/glossary.json");
        std::filesystem::copy(kLessons + "/checks.json", path + "/checks.json");
        std::filesystem::copy(kLessons + "/classes.json", path + "/classes.json");
        const auto findings = lint_learning(shelf, path);
        QVERIFY(has_errors(findings)); // the broken notes, and classes with lessons that are not there
        QVERIFY(std::ranges::count(findings, Finding::Severity::Error, &Finding::severity) == 2);
        QVERIFY(findings.size() > 10); // terms and questions of lessons that are not there
    }

    void classes_fit_their_minutes() {
        const LessonShelf shelf = load_lessons(kLessons);
        const auto classes = load_classes(shelf, kLessons);
        QCOMPARE(classes.size(), std::size_t{2});
        for (const auto& plan : classes)
            QCOMPARE(plan.minutes, 50);
        const QTemporaryDir folder;
        write(folder.path().toStdString() + "/classes.json",
              "{\"schema\":1,\"classes\":[{\"id\":\"x\",\"minutes\":5,\"ko\":{\"title\":\"가\",\"text\":\"나\"},"
              "\"en\":{\"title\":\"a\",\"text\":\"b\"},\"lessons\":[\"a6-gradscaler\"]}]}");
        QVERIFY(refusal([&] { (void)load_classes(shelf, folder.path().toStdString()); }).find("the class has 5") !=
                std::string::npos);
    }

    void chapters_have_five_questions() {
        const LessonShelf shelf = load_lessons(kLessons);
        const ChapterChecks checks = load_chapter_checks(kLessons);
        QCOMPARE(checks.size(), std::size_t{2});
        for (const auto& [chapter, questions] : checks) {
            QCOMPARE(questions.size(), kCheckQuestions);
            std::map<std::string, std::string> right;
            for (const auto& question : questions) {
                const Lesson* lesson = shelf.find(question.lesson);
                QVERIFY(lesson && lesson->chapter == chapter);
                right[question.id] = question.correct;
            }
            QCOMPARE(count_right(questions, right), 5);
            right.begin()->second = "something else";
            QCOMPARE(count_right(questions, right), 4);
            QCOMPARE(count_right(questions, {}), 0);
        }
    }

    void checks_refuse() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        const auto question = [](const std::string& id, const char* more) {
            const std::string words = "{\"question\":\"?\",\"options\":{\"a\":\"1\",\"b\":\"2\"}}";
            std::string json = "{\"id\":\"";
            json.append(id).append("\",\"lesson\":\"l\",\"correct\":\"a\",\"ko\":").append(words);
            return json.append(",\"en\":").append(words).append(more).append("}");
        };
        const auto with = [&](const std::string& fifth) {
            std::string list;
            for (int i = 0; i < 4; ++i)
                list.append(question(std::string("q").append(std::to_string(i)), "")).append(",");
            write(path + "/checks.json", "{\"schema\":1,\"chapters\":{\"A\":[" + list + fifth + "]}}");
            return refusal([&] { (void)load_chapter_checks(path); });
        };
        QCOMPARE(with(question("q4", ",\"true_if\":\"to(fp16, 70000) = inf\"")), std::string());
        QVERIFY(with(question("q4", ",\"true_if\":\"to(fp16, 7) = inf\"")).find("does not hold") != std::string::npos);
        QVERIFY(!with(question("q4", ",\"true_if\":\"count(run, step_skipped) = 0\"")).empty());
        QVERIFY(with("{\"id\":\"x\",\"lesson\":\"l\",\"correct\":\"z\",\"ko\":{\"question\":\"?\",\"options\":{\"a\":"
                     "\"1\"}},"
                     "\"en\":{\"question\":\"?\",\"options\":{\"a\":\"1\"}}}")
                    .find("none of the options") != std::string::npos);
        QVERIFY(with("{\"id\":\"x\",\"lesson\":\"l\",\"correct\":\"a\",\"ko\":{\"question\":\"?\",\"options\":{\"a\":"
                     "\"1\"}},"
                     "\"en\":{\"question\":\"?\",\"options\":{\"a\":\"1\",\"b\":\"2\"}}}")
                    .find("differ between") != std::string::npos);
        write(path + "/checks.json", "{\"schema\":1,\"chapters\":{\"A\":[]}}");
        QVERIFY(refusal([&] { (void)load_chapter_checks(path); }).find("has 5 questions") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestLearning)
#include "test_learning.moc"

#include "core/lesson/check.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>

#include "app/cli/cli.h"
#include "core/scenario/scenario_json.h"
#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestCheck : public QObject {
    Q_OBJECT

    // "error lesson.too_long 12" for each finding: severity, message, line.
    static QStringList told(const std::vector<Finding>& findings) {
        QStringList lines;
        for (const auto& finding : findings)
            lines << QString("%1 %2 %3")
                         .arg(finding.severity == Finding::Severity::Error ? "error" : "warning",
                              QString::fromStdString(finding.message.id).remove("lesson."))
                         .arg(finding.location.line);
        return lines;
    }
    // Without the two warnings that the small lesson has anyway.
    static QStringList linted(const LessonFolder& folder) {
        const LessonShelf shelf = load_lessons(folder.path());
        if (shelf.lessons.empty()) return {QString::fromStdString(shelf.errors.at(0).text(text::Language::English))};
        QStringList lines = told(lint(shelf.lessons[0], shelf));
        lines.removeOne("warning unknown_key 4");
        lines.removeOne("warning unwritten 21");
        return lines;
    }
    static QStringList checked(const LessonFolder& folder, const RunScenario& run = made_up) {
        return told(check(folder.load(), run));
    }

    struct Answer {
        int status;
        QString out, err;
    };
    static Answer command(std::vector<std::string> arguments) {
        std::ostringstream out, err;
        const int status = cli::run(arguments, out, err);
        return {status, QString::fromStdString(out.str()), QString::fromStdString(err.str())};
    }

  private Q_SLOTS:
    void a_sound_lesson_has_no_findings() {
        const LessonFolder folder;
        QCOMPARE(linted(folder), QStringList());
        QCOMPARE(checked(folder), QStringList());
        const LessonShelf shelf = load_lessons(folder.path());
        QCOMPARE(told(lint(shelf.lessons[0], shelf)), (QStringList{"warning unknown_key 4", "warning unwritten 21"}));
    }

    void computed_predictions_are_proved_by_lint() {
        LessonFolder folder;
        folder.replace("lesson.json", small_question(),
                       R"x("question": { "value": "to(fp16, 65520)", "options": [[0, 1], [2, 3], [4, "inf"]] })x");
        QCOMPARE(linted(folder), QStringList()); // no run has to show it
        QCOMPARE(checked(folder), QStringList());
        folder.replace("lesson.json", "to(fp16, 65520)", "to(fp16, -1)");
        QCOMPARE(linted(folder), QStringList{"error no_right_option 9"});
    }

    void marks_are_compared_with_statements() {
        const auto folder_with = [](const QByteArray& choices) {
            auto folder = std::make_unique<LessonFolder>();
            folder->replace("lesson.json", R"({ "id": "good", "correct": true }, { "id": "bad" })",
                            choices.simplified());
            return folder;
        };
        const auto lints = [&](const QByteArray& choices) { return linted(*folder_with(choices)); };
        const auto checks = [&](const QByteArray& choices) { return checked(*folder_with(choices)); };
        const QByteArray computed = R"({ "id": "good", "correct": true, "true_if": "to(fp16, 65520) = inf" },
                                        { "id": "bad", "true_if": "to(fp16, 65520) = 65504" })";
        QCOMPARE(lints(computed), QStringList());
        QCOMPARE(lints(QByteArray(computed).replace("= inf", "< 9")), QStringList{"error wrong_mark 14"});
        QCOMPARE(lints(QByteArray(computed).replace("= 65504", "> 65504")), QStringList{"error wrong_mark 14"});
        const QByteArray measured =
            R"({ "id": "good", "correct": true, "true_if": "ratio(count(high, step_skipped), first(high, step)) > 1" },
               { "id": "bad", "true_if": "equal(high, low, loss) = 1" })";
        QCOMPARE(checks(measured), QStringList{"error wrong_mark 14"}); // their losses are made up alike
        QCOMPARE(checks(QByteArray(measured).replace("= 1\"", "= 0\"")), QStringList());
        QCOMPARE(
            checks(
                QByteArray(measured).replace("= 1\"", "= 0\"").replace("count(high, step_skipped)", "max(high, ms)")),
            QStringList{"error question_unmeasured 14"});
    }

    void a_choice_to_predict_needs_a_proof() {
        const LessonFolder folder;
        folder.replace("lesson.json", small_question(),
                       R"("choices": [ { "id": "0", "correct": true }, { "id": "1" }, { "id": "2" } ])");
        folder.replace("en.md", "|range", "");
        folder.replace("ko.md", "|range", "");
        QCOMPARE(linted(folder), QStringList{"warning unproven 9"});
        folder.replace("lesson.json", R"("id": "0", "correct": true)",
                       R"("id": "0", "correct": true, "true_if": "ratio(max(low, loss), max(high, loss)) = 1")");
        QCOMPARE(linted(folder), QStringList());
        QCOMPARE(checked(folder), QStringList());
    }

    void lint_finds_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QStringList>("found");
        const auto row = [](const char* name, const char* file, const char* before, const QByteArray& after,
                            const QStringList& found) {
            QTest::newRow(name) << QString(file) << QByteArray(before) << after << found;
        };
        const auto json = [&](const char* name, const char* before, const QByteArray& after, const QStringList& found) {
            row(name, "lesson.json", before, after, found);
        };
        const auto text = [&](const char* name, const char* before, const QByteArray& after, const QStringList& found) {
            row(name, "en.md", before, after, found);
        };
        json("instrument", "[\"scale-trace\", \"loss\"]", "[\"scale-trace\", \"lost\"]",
             {"error unknown_instrument 11"});
        json("crowded", "[\"scale-trace\", \"loss\"]", "[\"scale-trace\", \"loss\", \"bits\", \"runs\", \"code\"]",
             {"error crowded_stage 11"});
        json("twice on stage", "[\"scale-trace\", \"loss\"]", "[\"scale-trace\", \"scale-trace\"]",
             {"error repeated_instrument 11", "error repeated_instrument 11"});
        json("empty stage", "\"stage\": [\"histogram\"], \"controls\": [\"histogram.what_if_scale\"]", "\"stage\": []",
             {"error no_stage 8", "error no_stage 9"});
        json("point at what is not there", "\"instrument\": \"scale-trace\"", "\"instrument\": \"weights\"",
             {"error not_on_stage 12"});
        json("control of an absent one", "histogram.what_if_scale", "bits.width", {"error not_on_stage 8"});
        json("control", "histogram.what_if_scale", "scaler.init_scal", {"error unknown_control 8"});
        json("control without a name", "histogram.what_if_scale", "histogram.", {"error unknown_control 8"});
        json("settings out of reach", "\"controls\": [\"scaler.init_scale\"]", "\"controls\": [\"optimizer.lr\"]",
             {"error no_such_control 15", "error no_such_control 15", "error no_such_control 15"});
        json("no reference", "[ { \"scaler.init_scale\": 64 } ]", "[]", {"error no_reference 15"});
        json("no wrong", "[ { \"scaler.init_scale\": \"2^20\" }, { \"scaler.init_scale\": 1 } ]", "[]",
             {"error no_wrong 15"});
        json("all right", "{ \"id\": \"bad\" }", "{ \"id\": \"bad\", \"correct\": true }", {"error no_choice 14"});
        json("none right", "\"correct\": true", "\"correct\": false", {"error no_choice 14"});
        json("hints", "\"hints\": 2", "\"hints\": 3", {"error hint_count 26", "error hint_count 26"});
        json("given away", "\"run\": \"low\"", "\"run\": \"high\"", {"warning given_away 9"});
        json("needs", "\"minutes\": 3", "\"needs\": [\"earlier\"]", {"warning unwritten 0"});
        json("more options than texts", "[1, 3]", "[1, 2], [3, 3]",
             {"error missing_option 6", "error missing_option 6"});

        text("missing option", "- [2] 4 or more\n", "", {"error missing_option 6"});
        text("missing hint", "- [hint] second hint\n", "", {"error hint_count 26"});
        text("other value",
             "it was {{count(high, step_skipped)}}.\n[if: answer.guess missing] It was {{count(high, step_skipped)}}",
             "it was {{first(high, step_skipped)}}.\n[if: answer.guess missing] It was {{first(high, step_skipped)}}",
             {"error other_language 12", "error other_language 12"});
        text("other condition", "[if: answer.guess = 0]", "[if: answer.guess = 1]",
             {"error other_language 12", "error other_language 12"});
        text("spelling of a value", "{{at(high, init_scale)}}", "{{ at(high,scaler.init_scale) }}", {});
        text("empty section", "Drag the handle.\n", "", {"error empty_section 3"});
        text("words", "Drag the handle.", QByteArray("word ").repeated(91), {"error too_long 3"});
        text("90 words", "Drag the handle.", QByteArray("word ").repeated(90), {});
        text("a value is one word", "Drag the handle.",
             "{{first(low, loss, step = 1 and scale > 0)}}" + QByteArray(" word").repeated(89),
             {"error other_language 3"});
        text("particle", "{{at(high, init_scale)}}", "{{at(high, init_scale)|을/를}}", {"error english_particle 17"});
        text("image outside", "Drag the handle.", "![x](../x.png)", {"error image_outside 4"});
        text("absolute image", "Drag the handle.", "![x](/etc/passwd)", {"error image_outside 4"});
        text("remote image", "Drag the handle.", "![x](https://example.org/x.png)", {"error image_outside 4"});
        text("no image", "Drag the handle.", "![x](x.png)", {"error no_image 4"});
        text("image", "Drag the handle.", "![x](there.png \"title\")", {});
        text("image without text", "Drag the handle.", "![](there.png)", {"warning no_image_text 4"});
        text("image in a link", "Drag the handle.", "[![x](../x.png)](https://example.org)", {"error image_outside 4"});
        text("image by reference", "Drag the handle.", "![x][1]\n\n[1]: /etc/passwd", {"error bad_link 6"});
        text("link", "Drag the handle.", "[x](https://example.org/a_(b)) and [y](small)", {});
        text("link to a file", "Drag the handle.", "[x](file:///etc/passwd)", {"error bad_link 4"});
        text("script", "Drag the handle.", "[x](javascript:alert(1))", {"error bad_link 4"});
        text("link to no lesson", "Drag the handle.", "[x](unwritten)", {"warning unwritten 4"});
        text("brackets in code", "Drag the handle.", "`a[0](b)` and \\[x](y)", {});
        row("value before its run", "en.md", "Of the first steps", "{{count(high, step_skipped)}} of the first",
            {"warning not_run_yet 7", "error other_language 6"});
    }
    void lint_finds() {
        QFETCH(QString, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QStringList, found);
        LessonFolder folder;
        folder.write("small/there.png", "");
        folder.replace(file, before, after);
        QStringList lines = linted(folder);
        lines.sort();
        found.sort();
        QCOMPARE(lines.join("; "), found.join("; "));
    }

    void lint_wants_both_languages() {
        LessonFolder folder;
        std::filesystem::remove(folder.path("small/ko.md"));
        QCOMPARE(linted(folder), QStringList("error missing_language 0"));
    }

    void lint_finds_a_prediction_that_is_never_run() {
        LessonFolder folder;
        folder.replace("lesson.json", "\"run\": [\"high\"], ", "");
        // Nor are the values of the reveal measured, in both languages.
        QCOMPARE(linted(folder).count("error never_run 9"), 1);
        QCOMPARE(linted(folder).filter("warning not_run_yet").size(), 4);
    }

    void words_of_excluding_paragraphs_are_not_added_up() {
        const QByteArray long_line = QByteArray(" word").repeated(60) + "\n";
        LessonFolder folder;
        for (const char* file : {"en.md", "ko.md"}) {
            const QByteArray first = file[0] == 'e' ? "Drag the handle.\n" : "손잡이를 끌어 봐.\n";
            folder.replace(file, first,
                           "[if: answer.guess given]" + long_line + "[if: answer.guess missing]" + long_line);
        }
        QCOMPARE(linted(folder), QStringList());
    }

    void check_finds_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QStringList>("found");
        const auto row = [](const char* name, const char* file, const char* before, const char* after,
                            const QStringList& found) {
            QTest::newRow(name) << QString(file) << QByteArray(before) << QByteArray(after) << found;
        };
        row("no right option", "lesson.json", "[4, \"inf\"]", "[4, 9]", {"error no_right_option 9"});
        row("nothing to point at", "lesson.json", "any(high, step_skipped)", "any(high, loss_nonfinite)",
            {"error no_right_step 12"});
        row("question unmeasured", "lesson.json", "\"count(high, step_skipped)\"", "\"first(high, loss_nonfinite)\"",
            {"error question_unmeasured 9"});
        row("reference fails", "lesson.json", "{ \"scaler.init_scale\": 64 }", "{ \"scaler.init_scale\": 2 }",
            {"error reference_fails 15"});
        row("reference near", "lesson.json", "{ \"scaler.init_scale\": 64 }", "{ \"scaler.init_scale\": 16 }",
            {"warning reference_near 15"});
        row("wrong passes", "lesson.json", "\"2^20\"", "128", {"error wrong_passes 15"});
        row("wrong near", "lesson.json", "\"2^20\"", "\"2^12\"", {"warning wrong_near 15"});
        row("far in one part is enough", "lesson.json", "\"at_most\": 1", "\"at_most\": 9", {"warning wrong_near 15"});
        row("goal from the start", "lesson.json", "\"below\": 0.01", "\"below\": 1",
            {"error goal_from_start 15", "error wrong_passes 15"});
        row("goal unmeasured", "lesson.json", "\"value\": \"max(low, underflow_share)\", \"below\": 0.01",
            "\"value\": \"max(low, grad_norm)\", \"below\": 0.01",
            {"error reference_fails 15", "error goal_unmeasured 15"});
        row("value missing", "en.md", "Point at", "{{first(high, loss_nonfinite)}} Point at",
            {"error value_missing 20"});
        row("guarded value", "en.md", "Point at",
            "[if: any(high, loss_nonfinite) = 1] {{first(high, loss_nonfinite)}}\nPoint at", {});
        row("answer missing", "en.md", "Point at", "{{answer.why}} Point at", {"error answer_missing 20"});
        row("empty card", "en.md", "Point at", "[if: answer.guess = 1] Point at", {"error empty_card 19"});
    }
    void check_finds() {
        QFETCH(QString, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QStringList, found);
        LessonFolder folder;
        if (file == "lesson.json" && before == "\"count(high, step_skipped)\"")
            folder.replace(file, before + ",", after + ",");
        else
            folder.replace(file, before, after);
        QCOMPARE(checked(folder).join("; "), found.join("; "));
    }

    void check_runs_every_scenario_once() {
        const LessonFolder folder;
        std::map<std::string, int> times;
        const auto counted = [&](const scenario::Scenario& scenario) {
            ++times[scenario::scenario_text(scenario)];
            return made_up(scenario);
        };
        QCOMPARE(checked(folder, counted), QStringList());
        for (const auto& [text, count] : times)
            QCOMPARE(count, 1);
        // high, low, 64 and 2^20 and 1 on two seeds; low is its own wrong setting on the first.
        QCOMPARE(times.size(), std::size_t(7));
    }

    void check_reports_runs_that_failed() {
        const auto failing = [](const scenario::Scenario& scenario) {
            record::RunRecord run = made_up(scenario);
            if (scenario.scaler.init_scale > 1e6) run.fact({3, "failed", {{"text", std::string("no memory")}}});
            return run;
        };
        QCOMPARE(checked(LessonFolder(), failing), QStringList("error run_failed 0"));
        // A run that cannot be made at all is no finding about the lesson.
        const auto throwing = [](const scenario::Scenario&) -> record::RunRecord {
            throw text::could_not("train.no_engine");
        };
        QVERIFY_THROWS_EXCEPTION(text::Error, checked(LessonFolder(), throwing));
    }

    void findings_of_settings_say_which_and_where() {
        LessonFolder folder;
        folder.replace("lesson.json", "{ \"scaler.init_scale\": 64 }", "{ \"scaler.init_scale\": 2 }");
        const auto findings = check(folder.load(), made_up);
        QCOMPARE(text::render(findings.at(0).message, text::Language::English),
                 std::string("the reference of 'mend' (scaler.init_scale=2) fails on seed 1337: 0.0625, wanted "
                             "max(low, underflow_share) < 0.01"));
        QCOMPARE(findings.at(0).lesson, std::string("small"));
    }

    void the_command_line_tells_the_same() {
        LessonFolder folder;
        Answer answer = command({"lessons", "list", "--folder", folder.path(), "--lang", "ko"});
        QCOMPARE(answer.status, 0);
        QVERIFY(answer.out.contains("small") && answer.out.contains("작은 단원"));
        answer = command({"lessons", "list", "--folder", folder.path(), "--lang", "en", "--json"});
        const QJsonObject listed = QJsonDocument::fromJson(answer.out.toUtf8()).object();
        QCOMPARE(listed["lessons"][0]["title"].toString(), QString("A small lesson"));
        QCOMPARE(listed["lessons"][0]["steps"].toInt(), 7);

        answer = command({"lessons", "lint", "small", "--folder", folder.path(), "--lang", "en"});
        QCOMPARE(answer.status, 0);
        QVERIFY(answer.out.endsWith("lessons: 1, errors: 0, warnings: 2\n"));
        folder.write("small/en.md", QByteArray(kSmallEnglish).replace("- [hint] second hint\n", ""));
        answer = command({"lessons", "lint", "--folder", folder.path(), "--json", "--lang", "ko"});
        QCOMPARE(answer.status, 1);
        const QJsonObject linted = QJsonDocument::fromJson(answer.out.toUtf8()).object();
        QCOMPARE(linted["errors"].toInt(), 1);
        const QJsonArray findings = linted["findings"].toArray();
        QCOMPARE(findings.size(), 3);
        const auto found = std::ranges::find_if(
            findings, [](const QJsonValue& finding) { return finding.toObject()["id"] == "lesson.hint_count"; });
        QVERIFY(found != findings.end());
        const QJsonObject finding = (*found).toObject();
        QVERIFY(finding["file"].toString().endsWith("small/en.md"));
        QCOMPARE(finding["line"].toInt(), 26);
        QCOMPARE(finding["severity"].toString(), QString("error"));
        QVERIFY(finding["message"].toString().startsWith("힌트가 1개"));
    }

    void the_command_line_names_what_it_cannot_use() {
        LessonFolder folder;
        folder.write("broken/lesson.json", "{");
        Answer answer = command({"lessons", "lint", "nothing", "--folder", folder.path(), "--lang", "en"});
        QCOMPARE(answer.status, 2);
        QVERIFY(answer.err.contains("there is no lesson 'nothing'") && answer.err.contains("there are small"));
        QCOMPARE(command({"lessons", "list", "--folder", folder.path("none")}).status, 2);
        QCOMPARE(command({"lessons"}).status, 2);
        // A lesson that cannot be read is a finding, of itself and of the whole shelf.
        answer = command({"lessons", "lint", "broken", "--folder", folder.path(), "--lang", "en"});
        QCOMPARE(answer.status, 1);
        QVERIFY(answer.out.contains("broken/lesson.json:1:2: error: the JSON text ends here"));
        QCOMPARE(command({"lessons", "lint", "--folder", folder.path()}).status, 1);
        QCOMPARE(command({"lessons", "lint", "small", "--folder", folder.path()}).status, 0);
        QCOMPARE(command({"lessons", "list", "--folder", folder.path()}).status, 1);
    }
};

QTEST_GUILESS_MAIN(TestCheck)
#include "test_check.moc"

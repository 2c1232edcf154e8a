#include "core/lesson/lesson.h"

#include <QTest>
#include <filesystem>

#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;

Q_DECLARE_METATYPE(QByteArray)

class TestLesson : public QObject {
    Q_OBJECT

    static QString refusal(const LessonFolder& folder) {
        return complaint(folder, [&] { folder.load(); });
    }
    static QByteArray many_scenarios() {
        QByteArray all;
        for (int i = 0; i < 10'000; ++i)
            all += "\"s" + QByteArray::number(i) + "\": {},";
        return all;
    }
    static void verify_same_text(const LessonText& a, const LessonText& b) {
        QCOMPARE(a.title, b.title);
        QCOMPARE(a.steps.size(), b.steps.size());
        for (const auto& [id, text] : a.steps) {
            const auto& other = b.steps.at(id);
            QCOMPARE(text.heading, other.heading);
            QCOMPARE(text.location.line, other.location.line);
            QCOMPARE(text.blocks.size(), other.blocks.size());
            for (std::size_t i = 0; i < text.blocks.size(); ++i) {
                QCOMPARE(text.blocks[i].markdown, other.blocks[i].markdown);
                QCOMPARE(text.blocks[i].condition, other.blocks[i].condition);
                QCOMPARE(text.blocks[i].location.line, other.blocks[i].location.line);
            }
        }
    }

  private Q_SLOTS:
    void reads_everything() {
        const LessonFolder folder;
        const Lesson lesson = folder.load();
        QCOMPARE(lesson.id, std::string("small"));
        QCOMPARE(lesson.minutes, 3);
        QCOMPARE(lesson.steps.size(), std::size_t(7));
        QCOMPARE(lesson.find_scenario("high")->scaler.init_scale, 16777216.0);
        QCOMPARE(lesson.find_scenario("low")->scaler.init_scale, 1.0);
        QCOMPARE(lesson.find_scenario("low")->length.steps, std::int64_t(10));
        QCOMPARE(lesson.find_scenario("low")->scaler.growth_interval, std::int64_t(25)); // from its base
        QCOMPARE(lesson.find_scenario("low")->name, std::string("low")); // by which plots tell runs apart
        const Step& guess = *lesson.find_step("guess");
        QVERIFY(guess.kind == StepKind::Predict);
        QCOMPARE(guess.question->options.back().second, double(INFINITY));
        QCOMPARE(guess.answer_keys(), (std::vector<std::string>{"0", "1", "2"}));
        const Step& mend = *lesson.find_step("mend");
        QCOMPARE(mend.goal.size(), std::size_t(2));
        QCOMPARE(mend.seeds, 2);
        QCOMPARE(mend.wrong[0], (Changes{{"scaler.init_scale", "1048576"}}));
        QCOMPARE(lesson.find_step("why")->answer_keys(), (std::vector<std::string>{"good", "bad"}));
        QCOMPARE(lesson.find_step("recap")->next, std::string("other"));
    }

    void reads_the_texts() {
        const Lesson lesson = LessonFolder().load();
        const LessonText& english = lesson.text(text::Language::English);
        QCOMPARE(english.title, std::string("A small lesson"));
        const auto& seen = english.steps.at("seen").blocks;
        QCOMPARE(seen.size(), std::size_t(5)); // four conditional lines and the one after them
        QCOMPARE(QString::fromStdString(seen[2].condition).trimmed(), QString("answer.guess = 0"));
        QCOMPARE(seen[2].markdown, std::string("A large scale is not free."));
        QCOMPARE(seen[4].condition, std::string());
        const auto& recap = english.steps.at("recap").blocks;
        QCOMPARE(recap[0].markdown, std::string("First paragraph,\nin two lines."));
        const auto& mend = english.steps.at("mend").blocks;
        QVERIFY(mend[1].kind == TextBlock::Kind::Hint && mend[2].kind == TextBlock::Kind::Hint);
        const auto& guess = english.steps.at("guess").blocks;
        QVERIFY(guess[1].kind == TextBlock::Kind::Option);
        QCOMPARE(guess[1].key, std::string("0"));
        QCOMPARE(guess[1].location.line, 8);
        QCOMPARE(guess[1].location.column, 7);
    }

    void unknown_keys_are_kept_as_warnings() {
        LessonFolder folder;
        folder.replace("lesson.json", "\"stage\": [\"histogram\"]", "\"goal\": {}, \"stage\": [\"histogram\"]");
        const Lesson lesson = folder.load();
        QCOMPARE(lesson.warnings.size(), std::size_t(2));
        QVERIFY(lesson.warnings[0]
                    .text(text::Language::English)
                    .ends_with("lesson.json:4:15: \"preset\" is not known here and was passed over"));
        // A goal has no meaning in a step of that kind.
        QVERIFY(lesson.warnings[1].text(text::Language::English).find(":8:") != std::string::npos);
    }

    void one_language_is_enough() {
        LessonFolder folder;
        std::filesystem::remove(folder.path("small/ko.md"));
        const Lesson lesson = folder.load();
        QCOMPARE(lesson.text(text::Language::Korean).title, std::string("A small lesson"));
        QVERIFY(lesson.text_language(text::Language::Korean) == text::Language::English);
        std::filesystem::remove(folder.path("small/en.md"));
        QVERIFY(refusal(folder).contains("neither ko.md nor en.md"));
    }

    void line_ends_and_byte_order_marks_do_not_matter() {
        const LessonText plain = parse_lesson_text(kSmallKorean, "ko.md");
        for (const char* line_end : {"\r\n", "\r"}) {
            LessonFolder folder;
            folder.write("small/ko.md", "\xEF\xBB\xBF" + QByteArray(kSmallKorean).replace("\n", line_end));
            folder.write("small/lesson.json", "\xEF\xBB\xBF" + QByteArray(kSmallJson).replace("\n", line_end));
            verify_same_text(folder.load().text(text::Language::Korean), plain);
        }
    }

    void fences_are_left_alone() {
        const LessonText text = parse_lesson_text(
            "# t\n\n## {#a} A\nbefore\n```python\n## {#b} no section\n\n- [0] no option\n[if: x] no\n```\n\nafter\n",
            "f");
        QCOMPARE(text.steps.size(), std::size_t(1));
        const auto& blocks = text.steps.at("a").blocks;
        QCOMPARE(blocks.size(), std::size_t(2));
        QVERIFY(blocks[0].markdown.ends_with("[if: x] no\n```"));
        QCOMPARE(blocks[1].markdown, std::string("after"));
        // Lists and links are Markdown, not options.
        const LessonText list = parse_lesson_text("# t\n## {#a} A\n- one\n- [two](other)\n", "f");
        QCOMPARE(list.steps.at("a").blocks.size(), std::size_t(1));
    }

    void bad_texts_are_refused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << text << QString(message);
        };
        const QByteArray head = "# t\n\n## {#a} A\n";
        row("empty", "", "f:1:1: the text has to begin with '# '");
        row("no title", "\n\nhello\n", "f:3:1: the text has to begin with '# '");
        row("empty title", "#  \n", "f:1:3: the text has to begin");
        row("section first", "## {#a} A\n", "f:1:1: the text has to begin with '# '");
        row("text before sections", "# t\n\nhello\n", "f:3:1: text before the first section");
        row("second title", head + "x\n# again\n", "f:5:1: there is one title only");
        row("no id", "# t\n## Heading\n", "f:2:4: a section begins with '## {#id} heading'");
        row("unclosed id", "# t\n## {#a Heading\n", "f:2:4: this is not closed: '}' is missing");
        row("path as id", "# t\n## {#../a} A\n", "f:2:6: '../a' is no name");
        row("empty id", "# t\n## {#} A\n", "f:2:6: '' is no name");
        row("no heading", "# t\n## {#a}\n", "f:2:8: the section 'a' has no heading");
        row("twice", head + "x\n## {#a} A\n",
            "f:5:4: the step 'a' is here for the second time; the first is in line 3");
        row("unclosed condition", head + "[if: answer.x given\n", "f:4:1: this is not closed: ']' is missing");
        row("empty condition", head + "[if: ] x\n", "f:4:5: the condition after [if: is empty");
        row("condition alone", head + "[if: answer.x given]\n", "f:4:21: nothing stands behind the brackets");
        row("unclosed option", head + "- [0 none\n", "f:4:3: this is not closed: ']' is missing");
        row("bad key", head + "- [only bad] x\n", "f:4:4: 'only bad' is no name");
        row("option alone", head + "- [0]\n", "f:4:6: nothing stands behind the brackets");
        row("unclosed fence", head + "```\nx\n", "f:4:1: this is not closed: '```' is missing");
        // There is no front matter: what a lesson is stands in lesson.json.
        row("front matter", "---\ntitle: t\n---\n# t\n", "f:1:1: the text has to begin with '# '");
        row("unclosed front matter", "---\ntitle: t\n", "f:1:1: the text has to begin with '# '");
        row("long title", "# " + QByteArray(401, 'x') + "\n", "f:1:1: 401 bytes are too many here; 400 are the most");
        row("long heading", "# t\n## {#a} " + QByteArray(401, 'x') + "\n", "f:2:1: 401 bytes are too many here");
        row("long line", head + QByteArray(4001, 'x') + "\n", "f:4:1: 4001 bytes are too many here; 4000 are the most");
        row("long paragraph", head + QByteArray("line\n").repeated(801), "f:804:1: 4004 bytes are too many here");
        row("long option", head + "- [0] " + QByteArray(4001, 'x') + "\n", "f:4:1: 4001 bytes are too many here");
        row("long condition", head + "[if: " + QByteArray(4001, 'x') + "] y\n", "f:4:1: 4002 bytes are too many here");
        row("long section", head + (QByteArray(3000, 'x') + "\n\n").repeated(6), "f:14:1: 18,000 bytes are too many");
        row("long fence", head + "```\n" + QByteArray("line\n").repeated(801) + "```\n", "f:804:1: 40");
        row("10,000 nested quotes", head + QByteArray(10'000, '>') + " x\n", "f:4:1: 10,002 bytes are too many here");
        row("10,000 nested lists", head + QByteArray("- ").repeated(10'000) + "x\n",
            "f:4:1: 20,001 bytes are too many");
    }
    void bad_texts_are_refused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const LessonFolder folder;
        const QString said = complaint(folder, [&] { parse_lesson_text(text.toStdString(), "f"); });
        QVERIFY2(said.startsWith(message), qPrintable(said));
    }

    void a_line_of_dashes_is_a_rule() {
        const LessonText text = parse_lesson_text("# t\n\n## {#a} A\nabove\n\n---\n\nbelow\n---\n", "f");
        const auto& blocks = text.steps.at("a").blocks;
        QCOMPARE(blocks.size(), std::size_t(3));
        QCOMPARE(blocks[1].markdown, std::string("---"));
        QCOMPARE(blocks[2].markdown, std::string("below\n---"));
    }

    void bad_lessons_are_refused_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("message");
        const auto json = [](const char* name, const char* before, const QByteArray& after, const char* message) {
            QTest::newRow(name) << "lesson.json" << QByteArray(before) << after << QString(message);
        };
        const auto text = [](const char* name, const char* before, const QByteArray& after, const char* message) {
            QTest::newRow(name) << "en.md" << QByteArray(before) << after << QString(message);
        };
        json("newer", "\"schema\": 1", "\"schema\": 2",
             "lesson.json:2:13: this lesson has schema 2; this program reads");
        json("schema zero", "\"schema\": 1", "\"schema\": 0",
             "lesson.json:2:13: a whole number from 1 to 1 was expected");
        json("no schema", "\"schema\": 1, ", "", "lesson.json:1:1: \"schema\" is missing");
        json("schema text", "\"schema\": 1", "\"schema\": \"1\"",
             "lesson.json:2:13: a whole number was expected, a text");
        json("id with a path", "\"id\": \"small\"", "\"id\": \"../small\"", "lesson.json:2:22: '../small' is no name");
        json("absolute id", "\"id\": \"small\"", "\"id\": \"/small\"", "lesson.json:2:22: '/small' is no name");
        json("id with a NUL", "\"id\": \"small\"", "\"id\": \"small\\u0000\"",
             "lesson.json:2:22: 'small\\x00' is no name");
        json("other id", "\"id\": \"small\"", "\"id\": \"large\"",
             "the id is 'large', but the folder is called 'small'");
        json("minutes", "\"minutes\": 3", "\"minutes\": -1", "a whole number from 0 to 600 was expected, -1");
        json("minutes real", "\"minutes\": 3", "\"minutes\": 2.5", "lesson.json:2:75: a whole number was expected");
        json("steps no list", "\"steps\": [", "\"steps\": {}, \"x\": [",
             "lesson.json:7:12: a list was expected, an object");
        json("cut off", "\"next\": \"other\" }\n  ]\n}\n", "\"next\": \"oth",
             "lesson.json:21:76: the JSON text ends here");
        json("kind", "\"kind\": \"play\"", "\"kind\": \"game\"", "lesson.json:8:29: there is no kind of step 'game'");
        json("step id", "\"id\": \"play\"", "\"id\": \"a/b\"", "lesson.json:8:13: 'a/b' is no name");
        json("step twice", "\"id\": \"why\"", "\"id\": \"play\"",
             "lesson.json:14:13: the step 'play' is here for the second time; the first is in line 8");
        json("unknown run", "\"run\": \"low\"", "\"run\": \"lwo\"",
             "lesson.json:8:44: no scenario of this lesson is called");
        json("run kind", "\"run\": \"low\"", "\"run\": 3", "lesson.json:8:44: a list was expected, a number");
        json("unknown base", "\"base\": \"high\"", "\"base\": \"hihg\"",
             "'hihg' is neither a scenario further up nor a");
        json("own base", "\"base\": \"high\"", "\"base\": \"low\"",
             "'low' is neither a scenario further up nor a preset");
        json("file and base", "\"base\": \"high\"", "\"file\": \"x.json\", \"base\": \"high\"",
             "either \"file\" or \"base\"");
        json("unknown field", "\"scaler.init_scale\": \"2^0\"", "\"scaler.initscale\": 1",
             "lesson.json:5:39: there is no field \"scaler.initscale\"; did you mean \"scaler.init_scale\"?");
        json("bad setting", "\"scaler.init_scale\": \"2^0\"", "\"scaler.init_scale\": \"0\"",
             "lesson.json:5:60: \"scaler.init_scale\" takes a number above 0");
        json("does not go together", "\"scaler.init_scale\": \"2^0\"", "\"micro_batch_size\": 65536",
             "lesson.json:5:12: this cannot run because of \"micro_batch_size\"");
        json("file outside", "\"base\": \"high\"", "\"file\": \"../other.json\"",
             "'../other.json' does not lie in the");
        json("absolute file", "\"base\": \"high\"", "\"file\": \"/etc/passwd\"", "'/etc/passwd' does not lie in the");
        json("drive", "\"base\": \"high\"", "\"file\": \"c:\\\\x.json\"",
             "'c:\\x.json' does not lie in the lesson's folder");
        json("file with NUL", "\"base\": \"high\"", "\"file\": \"x\\u0000.json\"", "'x\\x00.json' does not lie in the");
        json("no file", "\"base\": \"high\"", "\"file\": \"x.json\"", "x.json: there is no such file");
        json("file is folder", "\"base\": \"high\"", "\"file\": \"folder\"", "folder: this is a folder");
        json("value", "\"count(high, step_skipped)\",", "\"count(high, step_skiped)\",",
             "lesson.json:10:61: 'step_skiped' is neither a column");
        json("value's run", "\"any(high, step_skipped)\"", "\"any(hihg, step_skipped)\"",
             "no scenario of this lesson is called");
        json("value kind", "\"count(high, step_skipped)\",", "7,", "lesson.json:10:48: a text was expected, a number");
        json("question type", "\"type\": \"choice\"", "\"type\": \"sketch\"", "'sketch' is no known type; 'choice' is");
        json("ask type", "\"type\": \"point\"", "\"type\": \"circle\"", "'circle' is no known type; 'point' is");
        json("no question", "\"question\"", "\"questoin\"", "lesson.json:9:5: \"question\" is missing");
        json("one option", "[[0, 0], [1, 3], [4, \"inf\"]]", "[[0, 0]]", "a question needs at least two options");
        json("overlapping", "[1, 3]", "[0, 5], [4, 6]",
             "lesson.json:10:105: ranges are [least, most], in rising order");
        json("backwards", "[1, 3]", "[3, 1]", "ranges are [least, most]");
        json("three ends", "[1, 3]", "[1, 2, 3]", "ranges are [least, most]");
        json("nan in a range", "[1, 3]", "[1, \"nan\"]", "nan cannot be a bound");
        json("huge in a range", "[1, 3]", "[1, 1e400]", "1e400 is beyond the range of a double");
        json("prediction", "\"of\": \"guess\"", "\"of\": \"why\"", "'why' is no predict step before this one");
        json("no choices", "[ { \"id\": \"good\", \"correct\": true }, { \"id\": \"bad\" } ]", "[]",
             "at least two options");
        json("choice twice", "\"id\": \"bad\"", "\"id\": \"good\"", "the option 'good' is here for the second time");
        json("correct kind", "\"correct\": true", "\"correct\": 1", "true or false was expected, a number");
        json("no goal", "\"all\": [ { \"value\": \"count(low, step_skipped)\", \"at_most\": 1 },",
             "\"all\": [], \"x\": [", "a try needs at least one condition");
        json("two bounds", "\"at_most\": 1", "\"at_most\": 1, \"below\": 2", "exactly one of");
        json("no bound", "\"at_most\": 1", "\"atmost\": 1", "exactly one of");
        json("nan bound", "\"at_most\": 1", "\"at_most\": \"nan\"", "nan cannot be a bound");
        json("infinite bound", "\"at_most\": 1", "\"at_most\": \"inf\"", "inf cannot be a bound");
        json("huge bound", "\"at_most\": 1", "\"at_most\": 1e400", "1e400 is beyond");
        json("hints", "\"hints\": 2", "\"hints\": 2000000000000", "a whole number from 0 to 20");
        json("seeds", "\"seeds\": 2", "\"seeds\": 0", "a whole number from 1 to 100");
        json("reference", "{ \"scaler.init_scale\": 64 }", "{ \"scaler.init_scale\": -64 }",
             "lesson.json:19:45: \"scaler.init_scale\" takes a number above 0");
        json("too many steps", "\"steps\": [",
             "\"steps\": [" + QByteArray("{ \"id\": \"x\", \"kind\": \"play\" },").repeated(30'000),
             "lesson.json:7:12: 30,007 are too many here; a lesson has at most 500");
        json("too many scenarios", "\"low\": {", "\"low\": {}," + many_scenarios() + "\"last\": {",
             "lesson.json:3:16: 10,003 are too many here");
        json("too many choices", "{ \"id\": \"bad\" } ]", QByteArray("{ \"id\": \"bad\" },").repeated(20'000) + "{} ]",
             "lesson.json:14:50: 20,002 are too many here");
        json("too many ranges", "[[0, 0], [1, 3], [4, \"inf\"]]",
             "[" + QByteArray("[0, 0],").repeated(20'000) + "[0, 0]]", "20,001 are too many here");
        json("deep", "\"minutes\": 3", "\"minutes\": " + QByteArray("[").repeated(1000), "more than 16 levels");
        json("twice", "\"minutes\": 3", "\"id\": \"small\"", "\"id\" is here for the second time");

        text("missing section", "## {#why} Why?\n- [good] because\n- [bad] no reason\n", "",
             "en.md: the section '## {#…}'");
        text("other section", "## {#why}", "## {#whyever}", "en.md:22:15: lesson.json has no step 'whyever'");
        text("option out of range", "- [2] 4 or more", "- [3] 4 or more",
             "en.md:10:7: the step 'guess' has no option '3'");
        text("option twice", "- [2] 4 or more", "- [1] 4 or more", "en.md:10:7: the option '1' is here for the second");
        text("option elsewhere", "Drag the handle.", "- [0] Drag the handle.", "the step 'play' has no option '0'");
        text("unclosed value", "it was {{count(high, step_skipped)}}.\n[if: answer.guess missing]",
             "it was {{count(high, step_skipped).\n[if: answer.guess missing]",
             "en.md:13:66: this is not closed: '}}' is missing");
        text("value", "{{at(high, init_scale)}}", "{{at(high, init_scal)}}", "en.md:17:31: 'init_scal' is neither");
        json("setting", "\"run\": \"low\"", "\"run\": \"low\", \"set\": { \"numbr\": \"1\" }",
             "a step cannot set 'numbr'; it can set number, format");
        json("setting's number", "\"run\": \"low\"", "\"run\": \"low\", \"set\": { \"number\": \"1+\" }",
             "lesson.json:8:");
        json("setting's format", "\"run\": \"low\"", "\"run\": \"low\", \"set\": { \"formats\": \"fp16, fp17\" }",
             "fp17");
        json("setting's chain", "\"run\": \"low\"", "\"run\": \"low\", \"set\": { \"nan-chain\": \"hardmax\" }",
             "there is no chain 'hardmax'");
        json("statement", "\"id\": \"bad\"", "\"id\": \"bad\", \"true_if\": \"answer.guess given\"",
             "a statement compares a value with a number");
        json("statement's run", "\"id\": \"bad\"", "\"id\": \"bad\", \"true_if\": \"equal(high, lo, all) = 1\"",
             "no scenario of this lesson is called 'lo'");
        json("question and choices", "\"kind\": \"predict\"", "\"kind\": \"predict\", \"choices\": []",
             "either \"question\" or \"choices\"");
        json("pointing at a ratio", "any(high, step_skipped)", "ratio(last(high, loss), last(low, loss))",
             "only a value of one run has steps to point at");
        text("second run of a value", "{{at(high, init_scale)}}", "{{ratio(at(high, init_scale), at(lo, init_scale))}}",
             "no scenario of this lesson");
        text("run of a value", "{{at(high, init_scale)}}", "{{at(hgih, init_scale)}}", "no scenario of this lesson");
        text("form", "{{at(high, init_scale)}}", "{{at(high, init_scale)|range}}", "en.md:17:43: 'range' is no form");
        text("step of an answer", "{{answer.guess|range}}", "{{answer.gess|range}}", "'gess' is no step that takes an");
        text("range of a choice", "{{answer.why}}", "{{answer.why|range}}",
             "answers of the step 'why' have no such text");
        text("text of a point", "{{answer.why}}", "{{answer.notice}}",
             "answers of the step 'notice' have no such text");
        text("answer in an option", "- [bad] no reason", "- [bad] {{answer.why}}", "an option cannot name an answer");
        text("condition", "[if: answer.guess missing]", "[if: answer.guess misses]",
             "en.md:14:19: given, missing or = KEY was expected, 'misses' stands here");
        text("condition's step", "[if: answer.guess missing]", "[if: answer.play missing]",
             "'play' is no step that takes");
        text("condition's key", "[if: answer.guess = 0]", "[if: answer.guess = 7]",
             "the step 'guess' has no option '7'");
        text("condition's value", "> 2]", "> many]", "en.md:16:34: a number was expected, 'many' stands here");
        text("condition on nothing", "[if: answer.guess = 0]", "[if: sometimes]", "there is no function 'sometimes'");
        text("nul", "Drag", QByteArray("Dr\0g", 4), "en.md:4:3: a NUL stands here");
    }
    void bad_lessons_are_refused() {
        QFETCH(QString, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, message);
        LessonFolder folder;
        folder.write("small/folder/x", "");
        folder.replace(file, before, after);
        const QString said = refusal(folder);
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    void other_encodings_are_named_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("lesson.json") << "lesson.json";
        QTest::newRow("ko.md") << "ko.md";
    }
    void other_encodings_are_named() {
        QFETCH(QString, file);
        const auto said = [&](const QByteArray& content) {
            LessonFolder folder;
            folder.write("small/" + file, content);
            return refusal(folder);
        };
        const QString text = file == "ko.md" ? kSmallKorean : kSmallJson;
        const auto* units = reinterpret_cast<const char*>(text.utf16());
        const QByteArray utf16(units, text.size() * 2);
        QVERIFY(said("\xFF\xFE" + utf16).contains(file + ":1:1: this is not UTF-8; the text looks like UTF-16"));
        QVERIFY(said(utf16).contains("UTF-16")); // no byte order mark
        QVERIFY(
            said(QByteArray("# caf\xE9\n")).contains(file + ":1:6: this is not UTF-8; the text looks like Latin-1"));
    }

    void files_that_are_no_files_are_refused() {
        LessonFolder folder;
        folder.write("small/ko.md", QByteArray(10 << 20, 'x'));
        QVERIFY(refusal(folder).contains("ko.md: 10,485,760 bytes are more than the 1,048,576"));
        folder.write("small/ko.md", kSmallKorean + QByteArray(5 << 20, 'x')); // in one line
        QVERIFY(refusal(folder).contains(" bytes are more than the 1,048,576"));
        folder.write("small/ko.md", kSmallKorean);
        folder.write("small/lesson.json", QByteArray(10 << 20, '['));
        QVERIFY(refusal(folder).contains("lesson.json: 10,485,760 bytes"));
        std::filesystem::remove(folder.path("small/lesson.json"));
        QVERIFY(refusal(folder).contains("lesson.json: there is no such file"));
        std::filesystem::create_directory(folder.path("small/lesson.json"));
        QVERIFY(refusal(folder).contains("lesson.json: this is a folder"));
#ifdef Q_OS_UNIX
        std::filesystem::remove(folder.path("small/lesson.json"));
        QCOMPARE(std::system(("mkfifo " + folder.path("small/lesson.json")).c_str()), 0);
        QVERIFY(refusal(folder).contains("lesson.json: this is no plain file"));
#endif
    }

    void links_do_not_lead_out_of_the_folder() {
#ifdef Q_OS_UNIX
        LessonFolder folder;
        folder.write("secret.json", "{}");
        std::filesystem::create_symlink(folder.path("secret.json"), folder.path("small/x.json"));
        folder.replace("lesson.json", "\"base\": \"high\"", "\"file\": \"x.json\"");
        QVERIFY(refusal(folder).contains("'x.json' does not lie in the lesson's folder"));
        // Within the folder they are fine.
        folder.write("small/below/y.json", "{}");
        folder.replace("lesson.json", "\"x.json\"", "\"z.json\"");
        std::filesystem::create_symlink(folder.path("small/below/y.json"), folder.path("small/z.json"));
        QCOMPARE(refusal(folder), QString("accepted"));
#endif
    }

    void scenario_errors_name_the_scenario_file() {
        LessonFolder folder;
        folder.write("small/x.json", "{\n \"seed\": -1 }");
        folder.replace("lesson.json", "\"base\": \"high\"", "\"file\": \"x.json\"");
        QVERIFY(refusal(folder).startsWith("x.json:2:10: \"seed\" takes a whole number"));
    }

    void any_cut_and_any_flipped_byte_is_survived() {
        LessonFolder folder;
        const QByteArray json = kSmallJson, text = kSmallEnglish;
        const auto survives = [&] { return refusal(folder) != "other kind"; };
        for (int i = 0; i < json.size(); i += 13) {
            folder.write("small/lesson.json", json.left(i));
            QVERIFY(survives());
            folder.write("small/lesson.json", QByteArray(json).replace(i, 1, "\""));
            QVERIFY(survives());
        }
        folder.write("small/lesson.json", json);
        for (int i = 0; i < text.size(); i += 7) {
            for (const char* spoiled : {"{", "]", "\n", "\xFF"}) {
                folder.write("small/en.md", QByteArray(text).replace(i, 1, spoiled));
                QVERIFY(survives());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLesson)
#include "test_lesson.moc"

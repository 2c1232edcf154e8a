// Line ranges of the chapters, and lint over all lessons together.
#include <QTest>

#include "core/lesson/seed_lines.h"
#include "tests/lesson/small_ledger.h"
#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestSeedLines : public QObject {
    Q_OBJECT

    static constexpr const char* kLines = R"json({ "schema": 1, "chapters": [
  { "id": "A", "lines": 9, "content": 3, "parts": [
    { "ko": "첫째", "en": "first", "lines": ["A1", "A5-A6"] } ] },
  { "id": "B", "lines": 9, "content": 5, "parts": [
    { "ko": "둘째", "en": "second", "lines": ["B1-B4", "B9"] } ] } ] })json";

    /// A shelf of the small lesson, the small ledger, and the lines above.
    struct Folder : LessonFolder {
        explicit Folder(const char* lines = kLines) {
            write("claims.json", kLedgerJson);
            write("claims.en.md", kLedgerEnglish);
            write("claims.ko.md", kLedgerKorean);
            write("seed_lines.json", lines);
            name_lines("\"A1\", \"A6\"");
        }
        void name_lines(const QByteArray& lines, const QByteArray& claims = "") {
            QByteArray json = kSmallJson;
            json.replace("\"section\": \"A6\",",
                         "\"section\": \"A6\", \"seed_lines\": [" + lines + "], \"claims\": [" + claims + "],");
            write("small/lesson.json", json);
        }
        QStringList said() const {
            QStringList all;
            for (const auto& finding : lint_shelf(load_lessons(path()), path()))
                all << QString::fromStdString(text::render(finding.location, text::Language::English) +
                                              text::render(finding.message, text::Language::English))
                           .remove(QString::fromStdString(path()) + "/");
            return all;
        }
    };

    static std::string error_of(const char* lines) {
        const Folder folder(lines);
        try {
            load_seed_lines(folder.path());
        } catch (const text::Error& error) {
            return error.text(text::Language::English);
        }
        return "";
    }

  private Q_SLOTS:
    void ranges_are_read() {
        QCOMPARE(parse_line_range("A5"), (LineRange{"A", 5, 5}));
        QCOMPARE(parse_line_range("B25-B28"), (LineRange{"B", 25, 28}));
        for (const char* bad :
             {"", "A", "5", "a5", "A0", "A-1", "A5-", "A5-A4", "A5-B6", "A5 ", "A5-6", "A10000", "A5x"})
            QVERIFY2(!parse_line_range(bad), bad);
    }

    void named_lines_are_enough() { QCOMPARE(Folder().said(), QStringList()); }

    void unnamed_lines_are_found_with_what_they_are_about() {
        Folder folder;
        folder.name_lines("\"A6\"");
        QCOMPARE(folder.said(), QStringList{"seed_lines.json: neither a lesson nor a claim names A1 (first / 첫째)"});
        folder.write("claims.json", QByteArray(kLedgerJson).replace("\"B1-B3\", \"B9\"", "\"B1\""));
        QCOMPARE(folder.said(),
                 (QStringList{"seed_lines.json: neither a lesson nor a claim names A1 (first / 첫째)",
                              "seed_lines.json: neither a lesson nor a claim names B2-B3 (second / 둘째)",
                              "seed_lines.json: neither a lesson nor a claim names B9 (second / 둘째)"}));
    }

    void names_that_lead_nowhere_are_found() {
        Folder folder;
        folder.name_lines("\"A1\", \"A6\", \"A10\", \"six\", \"C1\"", "\"exact\", \"nobody\"");
        QCOMPARE(folder.said(),
                 (QStringList{"small/lesson.json: the ledger has no claim 'nobody'",
                              "small/lesson.json: 'A10' is no line of a chapter, such as A5 or B25-B28",
                              "small/lesson.json: 'six' is no line of a chapter, such as A5 or B25-B28",
                              "small/lesson.json: 'C1' is no line of a chapter, such as A5 or B25-B28"}));
        folder.name_lines("\"A1\", \"A6\"");
        folder.write(
            "claims.json",
            QByteArray(kLedgerJson).replace("[\"A5\"], \"lesson\": \"small\"", "[\"A5\"], \"lesson\": \"nowhere\""));
        QCOMPARE(folder.said(), QStringList{"claims.json:9:5: there is no lesson 'nowhere' yet"});
    }

    void a_broken_file_is_a_finding() {
        Folder folder;
        folder.write("claims.json", "{");
        folder.write("seed_lines.json", "[]");
        const QStringList said = folder.said();
        QCOMPARE(said.size(), 2);
        QVERIFY(said[0].startsWith("claims.json:1:") && said[1].startsWith("seed_lines.json:1:"));
    }

    void a_folder_of_ones_own_needs_neither_file() {
        const LessonFolder folder;
        QCOMPARE(lint_shelf(load_lessons(folder.path()), folder.path()).size(), std::size_t(0));
    }

    void bad_lists_are_refused() {
        const auto with = [](const char* from, const char* to) {
            return error_of(QByteArray(kLines).replace(from, to).constData());
        };
        QCOMPARE(error_of(kLines), std::string());
        QVERIFY(with("\"content\": 3", "\"content\": 4").find("the parts name 3 lines, not 4") != std::string::npos);
        QVERIFY(with("\"A1\", \"A5-A6\"", "\"A1\", \"A1-A6\"").find("A1 stands in two parts") != std::string::npos);
        QVERIFY(with("\"A5-A6\"", "\"A5-A10\"").find("'A5-A10' is no line") != std::string::npos);
        QVERIFY(with("\"A5-A6\"", "\"B5-B6\"").find("'B5-B6' is no line") != std::string::npos);
        QVERIFY(with("\"lines\": 9, \"content\": 3", "\"lines\": 0, \"content\": 3").find(":2:") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestSeedLines)
#include "test_seed_lines.moc"

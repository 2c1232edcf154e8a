// Many lessons, and where they lie.
#include <QTest>
#include <filesystem>

#include "core/lesson/lesson.h"
#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestShelf : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void the_shelf_leaves_out_what_cannot_be_read() {
        LessonFolder folder;
        folder.write("broken/lesson.json", "{");
        folder.write("only-text/ko.md", "# t\n");
        folder.write("glossary/terms.json", "{}");
        const LessonShelf shelf = load_lessons(folder.path());
        QCOMPARE(shelf.lessons.size(), std::size_t(1));
        QVERIFY(shelf.find("small") && !shelf.find("broken"));
        QCOMPARE(shelf.errors.size(), std::size_t(2)); // the glossary is none of them
        QVERIFY(shelf.errors[0].location().source.ends_with("broken/lesson.json"));
        QVERIFY(shelf.errors[1].location().source.ends_with("only-text/lesson.json"));
    }

    void of_two_lessons_with_one_id_the_first_is_kept() {
        LessonFolder folder;
        for (const char* group : {"a/small/", "b/small/"}) {
            folder.write(QString(group) + "lesson.json", kSmallJson);
            folder.write(QString(group) + "en.md", kSmallEnglish);
        }
        const LessonShelf shelf = load_lessons(folder.path());
        QCOMPARE(shelf.lessons.size(), std::size_t(1));
        QCOMPARE(shelf.lessons[0].folder, folder.path("a/small"));
        QCOMPARE(shelf.errors.size(), std::size_t(2)); // b/small and the one that the fixture has made
        const std::string said = shelf.errors[0].text(text::Language::English);
        QVERIFY(said.find("b/small/lesson.json") != std::string::npos);
        QVERIFY(said.find("a/small; this one is left out") != std::string::npos);
    }

    static QStringList ids(const LessonShelf& shelf) {
        QStringList all;
        for (const auto& lesson : shelf.lessons)
            all << QString::fromStdString(lesson.id);
        return all;
    }

    void order_json_says_the_order() {
        const LessonFolder folder;
        const auto add = [&](const char* id, const char* chapter) {
            QByteArray json = kSmallJson;
            json.replace("\"id\": \"small\"", QByteArray("\"id\": \"") + id + "\"")
                .replace("\"chapter\": \"A\"", QByteArray("\"chapter\": \"") + chapter + "\"");
            folder.write(QString(id) + "/lesson.json", json);
            folder.write(QString(id) + "/en.md", kSmallEnglish);
            folder.write(QString(id) + "/ko.md", kSmallKorean);
        };
        add("first", "B");
        add("last", "A");
        add("zero", "B");
        add("guest", "");
        // Without it: by chapter and id.
        QCOMPARE(ids(load_lessons(folder.path())), (QStringList{"guest", "last", "small", "first", "zero"}));
        folder.write("order.json", R"({ "B": ["zero", "unwritten"], "A": ["small", "last"] })");
        const LessonShelf shelf = load_lessons(folder.path());
        QCOMPARE(shelf.errors.size(), std::size_t(0));
        QCOMPARE(ids(shelf), (QStringList{"zero", "first", "small", "last", "guest"}));
        const auto said = [&](const char* id) {
            QStringList all;
            for (const auto& finding : lint(*shelf.find(id), shelf))
                all << QString::fromStdString(text::render(finding.message, text::Language::English));
            return all.filter("order.json").join('\n');
        };
        QCOMPARE(said("small"), QString());
        QVERIFY2(said("first").contains("does not name 'first'"), qPrintable(said("first")));
        folder.write("order.json", R"({ "B": ["small", "zero"] })");
        const LessonShelf other = load_lessons(folder.path());
        QVERIFY(has_errors(lint(*other.find("small"), other)));
    }

    void a_broken_order_is_named_and_left_out_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("message");
        QTest::newRow("no json") << QByteArray("{ \"A\": [") << QString("order.json:1:");
        QTest::newRow("no list") << QByteArray("{ \"A\": 3 }") << QString("order.json:1:8");
        QTest::newRow("twice") << QByteArray("{ \"A\": [\"small\"], \"B\": [\"small\"] }")
                               << QString("'small' is in the order twice");
        QTest::newRow("path") << QByteArray("{ \"A\": [\"../x\"] }") << QString("'../x' is no name");
    }
    void a_broken_order_is_named_and_left_out() {
        QFETCH(QByteArray, json);
        QFETCH(QString, message);
        const LessonFolder folder;
        folder.write("order.json", json);
        const LessonShelf shelf = load_lessons(folder.path());
        QCOMPARE(shelf.errors.size(), std::size_t(1));
        const auto said = QString::fromStdString(shelf.errors[0].text(text::Language::English));
        QVERIFY2(said.contains(message), qPrintable(said));
        QVERIFY(shelf.order.empty() && shelf.find("small"));
    }

    void a_shelf_that_is_not_there_says_so() {
        const LessonShelf shelf = load_lessons("/no/such/folder");
        QCOMPARE(shelf.errors.size(), std::size_t(1));
        QVERIFY(shelf.lessons.empty());
        // A lesson's own folder is a shelf with one lesson.
        LessonFolder folder;
        QVERIFY(load_lessons(folder.path("small")).find("small"));
        QVERIFY(load_lessons(folder.path("small/")).find("small"));
    }

    void the_lessons_folder_can_be_named() {
        // In build/<preset> of the source tree; elsewhere it is the installed folder.
        const auto build_tree = std::filesystem::path(AMPSCOPE_BIN_DIR "/../../../lessons").lexically_normal();
        if (std::filesystem::exists(build_tree)) QCOMPARE(lessons_folder(), build_tree.generic_string());
        qputenv("AMPSCOPE_LESSONS", "/somewhere/else");
        QCOMPARE(lessons_folder(), std::string("/somewhere/else"));
        qunsetenv("AMPSCOPE_LESSONS");
    }
};

QTEST_GUILESS_MAIN(TestShelf)
#include "test_shelf.moc"

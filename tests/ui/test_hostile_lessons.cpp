// Lessons as strangers write them: what their Markdown may do to the window, and files that change under it.
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QSaveFile>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

#include "core/text/message.h"
#include "tests/lesson/small_lesson.h"
#include "tests/train/fake_engine.h"
#include "tests/ui/support.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/lessons/markdown_view.h"
#include "ui/shell/lessons/own_lessons.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestHostileLessons : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QStringList m_opened; ///< addresses that were handed to the desktop

    QString file(const char* name, const QByteArray& content) const {
        QFile written(m_folder.filePath(name));
        if (written.open(QIODevice::WriteOnly)) written.write(content);
        return written.fileName();
    }
    static QString shown(const QString& markdown) {
        MarkdownView view;
        view.setText(markdown, 14);
        return view.toPlainText();
    }
    static QByteArray longLesson() {
        QByteArray text = english();
        return text.replace("Drag the handle.", QByteArray("Drag the handle.\n\n").repeated(60));
    }
    static QByteArray english() { return lesson::kSmallEnglish; }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        for (const char* scheme : {"http", "https", "file", "javascript", "data", "mailto", "ftp", "vbscript", ""})
            QDesktopServices::setUrlHandler(scheme, this, "note");
    }
    void note(const QUrl& url) { m_opened << url.toString(); }
    void init() { m_opened.clear(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    // --- what Markdown may do

    void only_web_links_lead_anywhere_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("opens");
        QTest::newRow("web") << "https://example.org/a" << true;
        QTest::newRow("plain web") << "http://example.org" << true;
        QTest::newRow("javascript") << "javascript:alert(1)" << false;
        QTest::newRow("javascript in capitals") << "JaVaScRiPt:alert(1)" << false;
        QTest::newRow("file") << "file:///etc/passwd" << false;
        QTest::newRow("data") << "data:text/html,x" << false;
        QTest::newRow("path") << "/etc/passwd" << false;
        QTest::newRow("relative path") << "../../x.sh" << false;
        QTest::newRow("mail") << "mailto:a@b.org" << false;
        QTest::newRow("ftp") << "ftp://example.org/x" << false;
    }
    void only_web_links_lead_anywhere() {
        QFETCH(QString, target);
        QFETCH(bool, opens);
        MarkdownView view;
        view.setText("[x](" + target + ")", 14);
        QVERIFY(!view.openLinks());
        Q_EMIT view.anchorClicked(QUrl(target));
        QCOMPARE(m_opened.size(), opens ? 1 : 0);
        QCOMPARE(view.toPlainText(), QString("x")); // and it did not go there by itself
    }

    void pictures_are_never_loaded_data() {
        QTest::addColumn<QString>("target");
        QImage wide(30'000, 40, QImage::Format_Mono);
        wide.fill(1);
        QVERIFY(wide.save(m_folder.filePath("wide.png")));
        QVERIFY(QFile::link(m_folder.filePath("wide.png"), m_folder.filePath("link.png")));
        const QString svg = file("outside.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'>"
                                                "<image href='file:///etc/passwd' width='900' height='900'/></svg>");
        QTest::newRow("30,000 pixels wide") << m_folder.filePath("wide.png");
        QTest::newRow("by file address") << QUrl::fromLocalFile(m_folder.filePath("wide.png")).toString();
        QTest::newRow("outside the folder") << "../wide.png";
        QTest::newRow("link out of the folder") << m_folder.filePath("link.png");
        QTest::newRow("SVG with references") << svg;
        QTest::newRow("web") << "http://127.0.0.1:9/x.png";
        QTest::newRow("data") << "data:image/svg+xml,<svg/>";
        QTest::newRow("device") << "file:///dev/zero";
    }
    void pictures_are_never_loaded() {
        QFETCH(QString, target);
        MarkdownView view;
        view.resize(300, 100);
        view.setText("before ![seen](" + target + ") behind", 14);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QVERIFY2(view.document()->size().height() < 60, "a box of the size of a letter stands there");
        QVERIFY(view.toPlainText().contains("before") && view.toPlainText().contains("behind"));
        const auto box = view.document()->resource(QTextDocument::ImageResource, QUrl(target)).value<QPixmap>();
        QVERIFY(!box.isNull() && box.width() < 30 && box.height() < 30);
    }

    void markdown_is_shown_and_nothing_is_lost_data() {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QStringList>("parts");
        const auto row = [](const char* name, const QString& markdown, const QStringList& parts) {
            QTest::newRow(name) << markdown << parts;
        };
        row("script", "a <script>alert(1)</script> b", {"a <script>alert(1)</script> b"});
        row("line break tag", "a<br>b and the rest", {"a<br>b and the rest"});
        row("unclosed tag", "a <b and the rest", {"a <b and the rest"});
        row("block of HTML", "<div onclick=x>\nhello\n</div>", {"<div onclick=x>", "hello", "</div>"});
        row("style", "<style>body{display:none}</style> seen", {"<style>", "seen"});
        // There is no mathematics: signs of it stay as they are, a star between letters is Markdown's.
        row("dollars", "$x_1$ and $y", {"$x_1$ and $y"});
        row("unclosed braces", "\\frac{1}{2 and {", {"frac{1}{2 and {"});
        row("table with a short row", "|a|b|\n|---|---|\n|one|\n|two|three|", {"one", "two", "three"});
        row("table with a long row", "|a|b|\n|---|---|\n|one|two|three|", {"one", "two"});
        row("table of one line", "|a|b|", {"a", "b"});
        row("a rule", "above\n\n---\n\nbelow", {"above", "below"});
        row("NUL and surrogates", QString("a") + QChar(0xD800) + QChar(0) + "b", {"a", "b"});
    }
    void markdown_is_shown_and_nothing_is_lost() {
        QFETCH(QString, markdown);
        QFETCH(QStringList, parts);
        const QString text = shown(markdown);
        for (const auto& part : parts)
            QVERIFY2(text.contains(part), qPrintable(text));
    }

    // Titles, headings, options: Qt takes a text with <tags> for HTML wherever nobody says that it is none.
    void texts_of_a_lesson_are_no_html_anywhere() {
        const QByteArray tag = "<img src=/dev/zero> <b>x</b>";
        const lesson::LessonFolder folder;
        QByteArray text = english();
        text.replace("# A small lesson", "# " + tag)
            .replace("] none", "] none " + tag)
            .replace("] because", "] " + tag);
        text.replace("## {#play} Play", "## {#play} " + tag).replace("## {#guess} How", "## {#guess} " + tag + " How");
        text.replace("first hint", tag).replace("## {#why} Why", "## {#why} " + tag);
        folder.write("small/en.md", text);
        folder.replace("lesson.json", R"("chapter": "A", "section": "A6")",
                       R"("chapter": "<img src=/dev/zero>", "section": "<img src=/dev/zero>")");
        train::FakeEngine engine;
        train::ComputeThread thread([&engine]() -> train::Engine& { return engine; });
        MainWindow window(thread, QString::fromStdString(folder.path()), Settings{});
        window.resize(1280, 720);
        window.show();
        QVERIFY(window.open("small"));
        auto* page = qobject_cast<LessonPage*>(window.page());
        for (std::size_t step = 0; step < page->player().lesson().steps.size(); ++step) {
            page->goTo(step);
            QTest::qWait(50);
            for (const auto* label : window.findChildren<QLabel*>())
                QVERIFY2(!label->text().contains("<img") || label->textFormat() == Qt::PlainText,
                         qPrintable(label->text()));
            for (const auto* widget : window.findChildren<QWidget*>())
                QVERIFY2(!widget->toolTip().contains("<img"), qPrintable(widget->toolTip()));
        }
    }

    // The largest card that the reader takes, of what costs Qt's Markdown most: seconds, not minutes.
    void the_worst_card_is_shown_in_seconds_data() {
        QTest::addColumn<QByteArray>("piece");
        for (const char* piece :
             {">",      "> ", "- ",          "1. ", "> - ",  "x",   "[",      "![",  "*a _b ", "*",           "` ",
              "[a](b)", "|a", "http://a.b ", "a@b", "&amp;", "\\*", "~~a~~ ", "<a>", "||",     "\xEA\xB0\x80"})
            QTest::newRow(piece) << QByteArray(piece);
    }
    void the_worst_card_is_shown_in_seconds() {
        QFETCH(QByteArray, piece);
        constexpr int kMostParagraph = 4000;
        QByteArray text = "# t\n\n## {#a} A\n";
        for (int i = 0; i < 2; ++i)
            text += "\n" + (i == 0 ? QByteArray() : QByteArray("|a|\n|---|\n")) +
                    piece.repeated((kMostParagraph - 20) / piece.size()) + "\n";
        QElapsedTimer clock;
        clock.start();
        const lesson::LessonText card = lesson::parse_lesson_text(text.toStdString(), "f");
        for (const auto& block : card.steps.at("a").blocks) {
            MarkdownView view;
            view.resize(300, 100);
            view.setText(QString::fromStdString(block.markdown), 14);
            QVERIFY(view.sizeHint().isValid());
        }
        qInfo("%d ms", static_cast<int>(clock.elapsed()));
        QVERIFY(clock.elapsed() < 60'000); // a hang guard: a megabyte of these takes minutes
    }

    // --- files that change while they are open

    void many_writes_are_read_once() {
        const lesson::LessonFolder folder;
        OwnLessons own;
        QSignalSpy changed(&own, &OwnLessons::changed), noticed(&own, &OwnLessons::noticed);
        QCOMPARE(own.open(QString::fromStdString(folder.path("small"))), QStringList{"own:small"});
        for (int i = 0; i < 12; ++i) { // half of them leave a file that could not be read
            folder.write("small/en.md", i % 2 == 0 ? QByteArray("#") : QByteArray(lesson::kSmallEnglish));
            QTest::qWait(40);
        }
        QTRY_COMPARE(changed.count(), 1);
        QTest::qWait(600);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(noticed.count(), 0);
    }

    void a_file_that_an_editor_replaces_is_read_every_time() {
        const lesson::LessonFolder folder;
        OwnLessons own;
        QSignalSpy changed(&own, &OwnLessons::changed);
        own.open(QString::fromStdString(folder.path("small")));
        for (int i = 1; i <= 3; ++i) {
            QSaveFile replacement(QString::fromStdString(folder.path("small/en.md"))); // a new file over the old one
            QVERIFY(replacement.open(QIODevice::WriteOnly));
            replacement.write(english().replace("A small lesson", "Version " + QByteArray::number(i)));
            QVERIFY(replacement.commit());
            QTRY_COMPARE(changed.count(), i);
            QCOMPARE(own.find("own:small")->text(text::Language::English).title, "Version " + std::to_string(i));
        }
    }

    void what_cannot_be_read_leaves_the_lesson_as_it_was_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        const QByteArray json = lesson::kSmallJson;
        QTest::newRow("truncated") << "lesson.json" << json.left(300) << "lesson.json:8:27: ";
        QTest::newRow("nothing left") << "lesson.json" << QByteArray() << "lesson.json:1:1: ";
        QTest::newRow("another step") << "en.md" << english().replace("{#why}", "{#whyever}") << "en.md:22:15: ";
        QTest::newRow("UTF-16") << "en.md" << QByteArray("\xFF\xFE#\0 \0", 6) << "UTF-16";
        QTest::newRow("10 MB") << "en.md" << QByteArray(10 << 20, 'x') << "en.md: 10,485,760 bytes";
        QTest::newRow("one line of 5 MB") << "en.md" << english() + QByteArray(5 << 20, 'x') << "en.md: 5,24";
        QTest::newRow("deleted") << "lesson.json" << QByteArray("delete") << "lesson.json: there is no such file";
    }
    void what_cannot_be_read_leaves_the_lesson_as_it_was() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, said);
        const lesson::LessonFolder folder;
        const QString path = QString::fromStdString(folder.path("small/" + name));
        QFile good(path);
        QVERIFY(good.open(QIODevice::ReadOnly));
        const QByteArray before = good.readAll();
        OwnLessons own;
        QSignalSpy changed(&own, &OwnLessons::changed), noticed(&own, &OwnLessons::noticed);
        own.open(QString::fromStdString(folder.path("small")));
        const lesson::Lesson* open = own.find("own:small");
        if (content == "delete")
            QVERIFY(QFile::remove(path));
        else
            folder.write("small/" + name, content);
        QTRY_COMPARE(noticed.count(), 1);
        QVERIFY2(noticed[0][0].toString().contains(said), qPrintable(noticed[0][0].toString()));
        QCOMPARE(own.find("own:small"), open);
        QCOMPARE(open->text(text::Language::English).title, std::string("A small lesson"));
        folder.write("small/" + name, before); // mended
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(noticed.count(), 1);
    }

    void a_folder_that_is_deleted_and_comes_back_is_read_again() {
        const lesson::LessonFolder folder;
        OwnLessons own;
        QSignalSpy changed(&own, &OwnLessons::changed), noticed(&own, &OwnLessons::noticed);
        own.open(QString::fromStdString(folder.path("small")));
        QVERIFY(QDir(QString::fromStdString(folder.path("small"))).removeRecursively());
        QTRY_COMPARE(noticed.count(), 1);
        QVERIFY(own.find("own:small"));
        folder.write("beside/x", ""); // something else happens there
        QTest::qWait(600);
        QCOMPARE(noticed.count(), 1);
        folder.write("small/lesson.json", lesson::kSmallJson);
        folder.write("small/ko.md", lesson::kSmallKorean);
        folder.write("small/en.md", english().replace("A small lesson", "Back"));
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(own.find("own:small")->text(text::Language::English).title, std::string("Back"));
        folder.write("small/en.md", english().replace("A small lesson", "Once more")); // it is watched as before
        QTRY_COMPARE(changed.count(), 2);
    }

    void the_page_keeps_its_place_its_scrolling_and_the_answers() {
        const lesson::LessonFolder folder;
        folder.write("small/en.md", longLesson());
        train::FakeEngine engine;
        train::ComputeThread thread([&engine]() -> train::Engine& { return engine; });
        MainWindow window(thread, "", Settings{});
        window.resize(1280, 720);
        window.show();
        window.openLessons(QString::fromStdString(folder.path("small")));
        const auto page = [&] { return qobject_cast<LessonPage*>(window.page()); };
        const auto edit = [&](const char* title) {
            folder.write("small/en.md", longLesson().replace("A small lesson", title));
            QTRY_VERIFY2(window.page()->title().contains(title), qPrintable(window.page()->title()));
        };
        const auto position = [&](const char* id) {
            const auto& steps = page()->player().lesson().steps;
            return static_cast<std::size_t>(std::ranges::find(steps, std::string(id), &lesson::Step::id) -
                                            steps.begin());
        };
        page()->goTo(position("guess"));
        page()->answer("1");
        page()->goTo(position("play"));
        const auto text = [&] { return page()->findChild<QScrollArea*>("lessonText")->verticalScrollBar(); };
        QTRY_VERIFY(text()->maximum() > 200);
        text()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        const int read = text()->value();
        QVERIFY(read > 0);
        edit("Edited once");
        QCOMPARE(page()->player().step().id, std::string("play"));
        QTRY_COMPARE(text()->value(), read);
        QCOMPARE(page()->player().find_answer("guess")->key, std::string("1"));
        // Also at the last step, where a lesson that is opened anew begins at its start.
        page()->goTo(position("recap"));
        edit("Edited twice");
        QCOMPARE(page()->player().step().id, std::string("recap"));
        QCOMPARE(page()->player().find_answer("guess")->key, std::string("1"));
    }
};

QTEST_MAIN(TestHostileLessons)
#include "test_hostile_lessons.moc"

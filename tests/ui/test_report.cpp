// Reports: everything in them, nothing fetched, in both languages, and what they say can be run again.
#include "ui/shell/report/report.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "core/io/file.h"
#include "core/lesson/lesson.h"
#include "core/lesson/progress.h"
#include "core/record/store/comparison.h"
#include "tests/ui/sample_record.h"
#include "tests/ui/support.h"
#include "ui/shell/commands.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report/comparison_report.h"
#include "ui/shell/report/lesson_report.h"
#include "ui/shell/report/report_desk.h"
#include "ui/shell/report/report_task.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestReport : public QObject {
    Q_OBJECT

    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    // Nothing is fetched, nothing runs, and every picture is whole and spoken of.
    static void verifyAlone(const QByteArray& html, qsizetype pictures) {
        const QString page = QString::fromUtf8(html);
        QVERIFY(page.startsWith("<!doctype html>"));
        for (const char* bad : {"<script", "<link", "<iframe", " src=", " href=\"http", "@import", "url(http"})
            QVERIFY2(!page.contains(bad), bad);
        QCOMPARE(page.count("<figure>"), pictures);
        QCOMPARE(page.count("<svg role=\"img\" aria-label=\""), pictures);
        static const QRegularExpression drawing("<svg.*?</svg>", QRegularExpression::DotMatchesEverythingOption);
        qsizetype found = 0;
        for (auto it = drawing.globalMatch(page); it.hasNext(); ++found) {
            const QString svg = it.next().captured();
            QXmlStreamReader reader(svg);
            while (!reader.atEnd())
                reader.readNext();
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QVERIFY(!svg.contains("aria-label=\"\""));
        }
        QCOMPARE(found, pictures);
    }

    static void verifyPdf(const QByteArray& pdf) {
        QVERIFY(pdf.startsWith("%PDF-1"));
        QCOMPARE(pdf.count("/FontFile"), pdf.count("/Type /FontDescriptor"));
        QVERIFY(pdf.contains("/MediaBox [0 0 595"));                       // A4
        QVERIFY(!pdf.contains("/Subtype /Image") || pdf.size() < 400'000); // figures are lines, not pixels
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void markdown_becomes_plain_html() {
        const QString html =
            markdownHtml("One **two** `x < 1` *three*\n\n- a\n- b\n\n1. c\n\n```\nline & 1\nline 2\n```\n\n"
                         "| h | i |\n|---|---|\n| 1 | 2 |\n\n[link](http://example.org) <b>raw</b>");
        QVERIFY(html.contains("<strong>two</strong>") && html.contains("<em>three</em>"));
        QVERIFY(html.contains("<code>x &lt; 1</code>"));
        QVERIFY(html.contains("<ul><li>a</li><li>b</li></ul>") && html.contains("<ol><li>c</li></ol>"));
        QVERIFY(html.contains("<pre>line &amp; 1\nline 2</pre>"));
        QVERIFY(html.contains("<th>h</th>") && html.contains("<td>2</td>"));
        QVERIFY(html.contains("link &lt;b&gt;raw&lt;/b&gt;") && !html.contains("href"));
        for (const char* odd : {"", "<script>", "![p](/etc/passwd)", "> quote", "#", "***", "[", "|-|"})
            QVERIFY(!markdownHtml(odd).contains("<script"));
    }

    void runs_side_by_side() {
        QTemporaryDir folder;
        scenario::Scenario other = scenario::load_scenario("overflow");
        other.precision = scenario::Precision::Bf16;
        other.seed = 7;
        const std::vector<record::RunRecord> records = {testing::sampleRecord(), testing::sampleRecord(other)};
        for (const auto language : {text::Language::English, text::Language::Korean}) {
            const QString place = folder.filePath(QString::fromUtf8(text::language_code(language)));
            const QStringList paths = writeComparisonReport(records, place, language);
            QCOMPARE(paths.size(), 6);
            const QByteArray html = read(place + "/report.html");
            const QString page = QString::fromUtf8(html);
            verifyAlone(html, page.count("<figure>"));
            QVERIFY(page.count("<figure>") >= 4);
            for (const char* word : {"precision", "bf16", "seed", "LibTorch 2.15.0", "run1-scenario.json"})
                QVERIFY2(page.contains(word), word);
            QVERIFY(page.contains(language == text::Language::Korean ? QStringLiteral("다른 설정")
                                                                     : QString("What differs")));
            verifyPdf(read(place + "/report.pdf"));
            QVERIFY(read(place + "/run1-trace.csv").startsWith("step,"));
            QVERIFY(scenario::load_scenario((place + "/run2-scenario.json").toStdString()).seed == 7);
        }
        QCOMPARE(LanguageSwitch::instance().language(), text::Language::English);
        // It can be stopped between two plots, and refuses more than fit.
        QVERIFY(comparisonReport(records, {}, folder.path(), text::Language::English, [](int, int) {
                    return false;
                }).empty());
        const std::vector<record::RunRecord> many(9, records[0]);
        QVERIFY_THROWS_EXCEPTION(text::Error, comparisonReport(many, {}, folder.path(), text::Language::English));
        // A place that cannot be: an error, and nothing.
        QVERIFY_THROWS_EXCEPTION(text::Error,
                                 writeComparisonReport(records, place_that_is_a_file(folder), text::Language::English));
    }

    // A lesson with what a learner said, from the command's own function; and its runs again with the lines it prints.
    void a_lesson_with_answers() {
        QTemporaryDir folder;
        lesson::Progress progress;
        auto& known = progress.lessons["a6-gradscaler"];
        auto& high = known.answers["high"];
        high.answer = lesson::Answer{std::string(1, '3'), std::nullopt};
        high.sure = lesson::Sure::Fairly;
        high.right = false;
        known.answers["explain"].answer = lesson::Answer{std::string("spoiled"), std::nullopt};
        known.changed = 1'700'000'000;
        io::write_file(folder.filePath("progress.json").toStdString(), lesson::progress_text(progress));
        ReportRequest request{{"a6-gradscaler"},
                              folder.filePath(QStringLiteral("보고서")),
                              QString::fromStdString(lesson::lessons_folder()),
                              folder.path(),
                              text::Language::English};
        const QStringList paths = renderReport(request);
        QVERIFY(paths.size() >= 8);
        const QByteArray html = read(request.folder + "/report.html");
        const QString page = QString::fromUtf8(html);
        verifyAlone(html, page.count("<figure>"));
        QVERIFY(page.count("<figure>") >= 6);
        for (const char* word : {"Where the scale settles", "my answer", "How sure", "The prediction was wrong.",
                                 "For the first 40 steps you said", "measured here", "a6-step-skips-on-inf", "A44-A65",
                                 "ampscope-cli run high-scenario.json --out high"})
            QVERIFY2(page.contains(QString::fromUtf8(word), Qt::CaseInsensitive), word);
        verifyPdf(read(request.folder + "/report.pdf"));
        QVERIFY(!page.contains("…</p>")); // every value of the texts was measured

        QProcess process;
        process.setWorkingDirectory(request.folder);
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli", {"run", "look-scenario.json", "--out", "look", "--quiet"});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        const auto columns = [](const QByteArray& csv) { // without the times
            QStringList lines;
            for (const QString& line : QString::fromUtf8(csv).split("\r\n", Qt::SkipEmptyParts)) {
                QStringList cells = line.split(',');
                if (cells.size() > 9) cells.removeAt(9);
                lines << cells.join(',');
            }
            return lines;
        };
        QCOMPARE(columns(read(request.folder + "/look/trace.csv")), columns(read(request.folder + "/look-trace.csv")));
    }

    void a_lesson_in_korean_without_runs() {
        QTemporaryDir folder;
        const ReportRequest request{{"a3-range-or-precision"},
                                    folder.path(),
                                    QString::fromStdString(lesson::lessons_folder()),
                                    QString(),
                                    text::Language::Korean};
        const lesson::LessonShelf shelf = lesson::load_lessons(lesson::lessons_folder());
        ReportRequest asked = request;
        if (!shelf.find("a3-range-or-precision")) asked.what = {QString::fromStdString(shelf.lessons.front().id)};
        renderReport(asked);
        const QString page = QString::fromUtf8(read(folder.filePath("report.html")));
        QVERIFY(page.contains(QStringLiteral("<html lang=\"ko\">")) && page.contains(QStringLiteral("출처")));
        QVERIFY(page.contains(QStringLiteral("예측하지 않음")) || page.contains(QStringLiteral("답하지 않음")));
        LanguageSwitch::instance().setLanguage(text::Language::English);
    }

    void what_is_neither_lesson_nor_record_is_said() {
        QTemporaryDir folder;
        const ReportRequest request{{"nothing"},
                                    folder.filePath("out"),
                                    QString::fromStdString(lesson::lessons_folder()),
                                    QString(),
                                    text::Language::English};
        QVERIFY_THROWS_EXCEPTION(text::Error, renderReport(request));
        QVERIFY(!QDir(folder.filePath("out")).exists());
    }

    void what_leads_on_is_not_left_alone_at_the_foot_of_a_page() {
        const QString reader = QStandardPaths::findExecutable("pdftotext");
        if (reader.isEmpty()) QSKIP("pdftotext is not installed");
        QTemporaryDir folder;
        int turned = 0; // reports whose last page begins with the sentence
        for (int lines = 36; lines < 56; ++lines) {
            Report report("title", "subtitle", text::Language::English);
            for (int i = 0; i < lines; ++i)
                report.paragraph("filler");
            report.paragraph("The same on the command line:");
            report.code("command one\ncommand two");
            io::write_file(folder.filePath("r.pdf").toStdString(), report.pdf().toStdString());
            QProcess process;
            process.start(reader, {folder.filePath("r.pdf"), "-"});
            QVERIFY(process.waitForFinished(20'000));
            bool is_together = false;
            for (const QByteArray& page : process.readAllStandardOutput().split('\f')) {
                is_together |= page.contains("command line:") && page.contains("command one");
                turned += page.startsWith("The same");
            }
            QVERIFY2(is_together, qPrintable(QString("after %1 lines").arg(lines)));
        }
        QVERIFY(turned > 0); // some of them would have been parted
    }

    void from_the_window_and_cancelled() {
        QTemporaryDir folder;
        train::ComputeThread thread;
        MainWindow window(thread, QString::fromStdString(lesson::lessons_folder()), Settings{});
        window.resize(1280, 800);
        window.show();
        QVERIFY(window.open("a6-gradscaler"));
        auto* desk = window.findChild<ReportDesk*>();
        QVERIFY(desk);
        ReportDesk::askForFolder = [](QWidget*) { return QString(); };
        QVERIFY(!desk->reportLesson()); // given up
        ReportDesk::askForFolder = [&](QWidget*) { return folder.filePath("report"); };
        QVERIFY(desk->reportLesson());
        QVERIFY(desk->isBusy() && !desk->reportLesson());
        desk->cancel();
        QVERIFY(!desk->isBusy());
        QTest::qWait(200);
        QVERIFY(!QDir(folder.filePath("report")).exists());
        QVERIFY(window.open("a3-range-or-precision"));
        QVERIFY(window.commands().act("report.lesson"));
        QTRY_VERIFY_WITH_TIMEOUT(!desk->isBusy(), 120'000);
        QVERIFY2(QFile::exists(folder.filePath("report/report.pdf")), qPrintable(window.notice()));
        QVERIFY(window.notice().contains("report.html"));
    }

  private:
    static QString place_that_is_a_file(const QTemporaryDir& folder) {
        io::write_file(folder.filePath("file").toStdString(), "x");
        return folder.filePath("file");
    }
};

QTEST_MAIN(TestReport)
#include "test_report.moc"

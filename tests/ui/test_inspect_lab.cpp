// The Inspect lab: files of all kinds, bad ones, drops anywhere on the window, and ways on to the Bits lab.
#include "ui/labs/inspect_lab.h"

#include <QClipboard>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QTextBrowser>

#include "tests/tensorfile/files.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "tests/ui/text_recorder.h"
#include "ui/instruments/step/tensor_histogram.h"
#include "ui/instruments/tensor/tensor_tables.h"
#include "ui/labs/bits_lab.h"
#include "ui/plot/export.h"
#include "ui/plot/plot_view.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;
using ampscope::testing::bytes;
using ampscope::testing::npy;
using ampscope::testing::npyHeader;

class TestInspectLab : public QObject {
    Q_OBJECT
    ampscope::testing::Folder m_folder;

    QString file(const QString& name, const QByteArray& content) {
        return QString::fromStdString(m_folder.write(name, content));
    }
    QString four_numbers() {
        return file("four.npy", npy(npyHeader("<f4", "(2, 2)"), bytes<float>({1e-9f, 0.5f, 70000, 0})));
    }
    static void drop(QWidget* target, const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPoint middle = target->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &event);
    }

  private Q_SLOTS:
    void initTestCase() { ui::testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void starts_alive_with_an_example_that_says_so() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        QTRY_VERIFY(lab.isSettled());
        QVERIFY2(lab.fileText().contains("seed 1337") && lab.fileText().contains("not measured"),
                 qPrintable(lab.fileText()));
        QCOMPARE(lab.tensorCount(), 3);
        QVERIFY(lab.report().total > 1000);
        QVERIFY(lab.report().formats[0].shares.lost > 0);
        QVERIFY(lab.histogram()->figure().handle.has_value());
        QCOMPARE(lab.formats()->table()->rowCount(), 4);
    }

    void a_file_of_the_user() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_VERIFY(lab.isSettled());
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        QVERIFY(lab.fileText().startsWith("four.npy: 1 tensors, 4 elements"));
        QCOMPARE(lab.errorText(), QString());
        lab.worst()->setMeasure(WorstTable::Measure::Largest);
        QCOMPARE(lab.worst()->table()->item(0, 0)->text(), QString("[1, 0]"));
        QCOMPARE(lab.worst()->table()->item(0, 1)->text(), QString("70000"));
        lab.worst()->setMeasure(WorstTable::Measure::Lost);
        QCOMPARE(lab.worst()->table()->item(0, 0)->text(), QString("[0, 0]"));
    }

    void the_scale_moves_shares_at_once_and_errors_soon() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        QCOMPARE(lab.formats()->table()->item(0, 3)->text(), QString("25 %"));
        QTest::keyClick(lab.histogram()->view(), Qt::Key_Left); // × 2⁻¹
        QCOMPARE(lab.histogram()->log2Scale(), -1);
        QCOMPARE(lab.formats()->table()->item(0, 3)->text(), QString("0 %"));
        QCOMPARE(lab.formats()->table()->item(0, 4)->text(), QString("…"));
        QTRY_VERIFY(lab.formats()->table()->item(0, 4)->text() != QString("…"));
        // A row of the table chooses the format everywhere.
        lab.formats()->table()->selectRow(2);
        QCOMPARE(lab.histogram()->format(), std::size_t(2));
        QVERIFY(lab.histogram()->figure().title.contains("E4M3"));
    }

    void bad_files_say_why_and_change_nothing_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        QTest::newRow("npy") << "bad.npy" << QByteArray("hello") << "byte 0: a .npy begins with";
        QTest::newRow("safetensors") << "bad.safetensors" << QByteArray(7, '\0') << "byte 7: a safetensors file begins";
        QTest::newRow("csv") << "bad.csv" << QByteArray("a,b\n1,2\n3\n") << "bad.csv:3:1: the first row has 2 cells";
        QTest::newRow("pt") << "model.pt" << QByteArray("PK\3\4....", 8) << "save_file(torch.load(";
        QTest::newRow("log") << "bad.log" << QByteArray("hello\n") << "none of the 1 lines names a loss";
        QTest::newRow("cut off") << "cut.npy" << npy(npyHeader("<f4", "(1000000000000,)"), "1234")
                                 << "4,000,000,000,000 bytes";
        QTest::newRow("objects") << "objects.npy" << npy(npyHeader("|O", "(1,)"), "12345678")
                                 << "they are Python objects";
        QTest::newRow("tags are letters") << "tags.csv" << QByteArray("1,2\n3,<img src=\"x.png\"><b>4</b>\n")
                                          << "'<img src=\"x.png\"><b>4</b>' stands here";
        QTest::newRow("missing") << "" << QByteArray() << "there is no such file";
    }
    void bad_files_say_why_and_change_nothing() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, said);
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        QTRY_VERIFY(lab.isSettled());
        const QString before = lab.fileText();
        lab.openPath(name.isEmpty() ? m_folder.path("nothing.npy") : file(name, content));
        QTRY_VERIFY(!lab.errorText().isEmpty());
        QVERIFY2(lab.errorText().contains(said), qPrintable(lab.errorText()));
        QCOMPARE(lab.fileText(), before);
        QCOMPARE(lab.report().total, std::int64_t(4));
        QCOMPARE(lab.tensorCount(), 1);
        lab.openPath(four_numbers()); // and the next good one takes the message away
        QTRY_VERIFY(lab.isSettled());
        QCOMPARE(lab.errorText(), QString());
    }

    void two_refusals_are_questions() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        const auto answer = [&](const QString& words) -> QPushButton* {
            for (auto* button : lab.findChildren<QPushButton*>())
                if (button->isVisible() && button->text() == words) return button;
            return nullptr;
        };
        lab.openPath(file("raw.npy", npy(npyHeader("<V2", "(1,)"), QByteArray("\xc0\x3f", 2))));
        QTRY_VERIFY(answer("bf16") && answer("fp16"));
        answer("bf16")->click();
        QTRY_COMPARE(lab.report().total, std::int64_t(1));
        QCOMPARE(lab.report().max, 1.5);
        QVERIFY(!answer("fp16"));
        lab.openPath(file("comma.csv", "a;b\n1;0,5\n"));
        QTRY_VERIFY(answer("Read 0,5 as 0.5"));
        answer("Read 0,5 as 0.5")->click();
        QTRY_COMPARE(lab.tensorCount(), 2);
    }

    void a_bar_and_an_element_open_in_bits() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        QSignalSpy spy(&lab, &Page::numberAsked);
        Q_EMIT lab.histogram()->view()->selected(-0.5); // the bin of 0.5
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].toString(), QString("bits"));
        QCOMPARE(spy[0][1].toString(), QString("0.5"));
        QCOMPARE(spy[0][2].toString(), QString("fp16"));
        Q_EMIT lab.histogram()->view()->selected(-3.5); // nothing there
        QCOMPARE(spy.size(), 1);
        lab.setLog2Scale(4);
        Q_EMIT lab.histogram()->view()->selected(3.5);
        QCOMPARE(spy[1][1].toString(), QString("0.5*2^4"));
        lab.worst()->setMeasure(WorstTable::Measure::Largest);
        Q_EMIT lab.worst()->table()->cellActivated(0, 0);
        QCOMPARE(spy[2][1].toString(), QString("70000*2^4"));
    }

    void empty_and_special_tensors() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(file("empty.npy", npy(npyHeader("<f4", "(0, 5)"), {})));
        QTRY_VERIFY(!lab.histogram()->figure().empty.isEmpty());
        lab.openPath(file("nan.npy", npy(npyHeader("<f4", "(2,)"), bytes<float>({NAN, INFINITY}))));
        QTRY_COMPARE(lab.report().total, std::int64_t(2));
        QVERIFY(lab.histogram()->figure().empty.isEmpty());
        lab.openPath(file("none.safetensors", ampscope::testing::safetensors("{}")));
        QTRY_COMPARE(lab.tensorCount(), 0);
        QTRY_VERIFY(!lab.histogram()->figure().empty.isEmpty());
    }

    // The file is good and is shown; its one tensor is not read, and no number of the file before stays.
    void a_type_that_is_only_known_is_named() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        lab.openPath(file(
            "known.safetensors",
            ampscope::testing::safetensors("{\"a\":{\"dtype\":\"F4\",\"shape\":[2],\"data_offsets\":[0,1]}}", "x")));
        QTRY_VERIFY2(
            lab.errorText().contains("tensor 'a' is of type F4: a known type whose elements cannot be read here"),
            qPrintable(lab.errorText()));
        QVERIFY(lab.fileText().startsWith("known.safetensors: 1 tensors, 2 elements"));
        QCOMPARE(lab.report().total, std::int64_t(0));
        QCOMPARE(lab.histogram()->figure().empty, QString("This tensor cannot be read."));
        QCOMPARE(lab.formats()->table()->rowCount(), 0);
        QCOMPARE(lab.worst()->table()->rowCount(), 0);
    }

    void what_is_not_read_is_asked_for_and_said_on_the_command_line() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        tensorfile::OpenOptions options;
        options.raw_dtype = tensorfile::Dtype::BF16;
        lab.openPath(file("raw.npy", npy(npyHeader("<V2", "(1,)"), QByteArray("\xc0\x3f", 2))), options);
        QTRY_COMPARE(lab.report().total, std::int64_t(1));
        lab.showFindings(true);
        QTRY_VERIFY(lab.isSettled());
        QCOMPARE(lab.commandLine().count("--dtype BF16"), qsizetype(2)); // of inspect and of diagnose
    }

    void labels_show_letters_of_files_not_tags() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(file("<b>.csv", "<img src=\"x.png\">,b\n<i>x,2\n"));
        QTRY_VERIFY(lab.fileText().contains("<img src=\"x.png\">"));
        for (const auto* label : lab.findChildren<QLabel*>())
            if (label->text().contains('<')) QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void strange_names_are_escaped_and_cut() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        const QByteArray strange = "\\u202egnp.\\u001b[2J\\n<b>";
        lab.openPath(
            file("strange.safetensors",
                 ampscope::testing::safetensors(
                     "{\"" + strange + "\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[0,2]},\"" + strange +
                         QByteArray(1'000'000, 'n') + "\":{\"dtype\":\"F16\",\"shape\":[0],\"data_offsets\":[2,2]}}",
                     QByteArray("\x00\x7e", 2))));
        QTRY_COMPARE(lab.tensorCount(), 2);
        QTRY_VERIFY(lab.isSettled());
        lab.showFindings(true);
        QTRY_VERIFY(!lab.diagnosis().findings.empty());
        lab.showFindings(false);
        QTRY_VERIFY(lab.isSettled());
        const QString escaped = "\\u202egnp.\\x1b[2J\\n<b>";
        const auto* list = lab.findChild<QListView*>("tensorList");
        const auto& figure = lab.histogram()->figure();
        QStringList shown{lab.fileText(), figure.title, figure.summary, figure.caption,
                          lab.findChild<QTextBrowser*>("findings")->toPlainText()};
        for (int i = 0; i < 2; ++i)
            shown << list->model()->index(i, 0).data().toString();
        QVERIFY2(shown[5].startsWith(escaped), qPrintable(shown[5]));
        QVERIFY2(shown[4].contains(escaped), qPrintable(shown[4]));
        QVERIFY(lab.commandLine().contains("--tensor $'\\342\\200\\256gnp.\\033[2J\\012<b>'"));
        const QByteArray svg = renderFigure(figure, FileFormat::Svg), csv = renderFigure(figure, FileFormat::Csv);
        shown << lab.commandLine() << QString::fromUtf8(svg) << QString::fromUtf8(csv);
        lab.chooseTensor(1);
        QTRY_VERIFY(lab.isSettled());
        QVERIFY(!lab.commandLine().contains("--tensor")); // none that could be typed
        shown << lab.histogram()->figure().title << lab.commandLine();
        for (const QString& text : shown) {
            QVERIFY2(text.size() < 100'000, qPrintable(text.left(80)));
            for (const QChar c : text)
                QVERIFY2(c != QChar(0x202e) && c != QChar(0x1b), qPrintable(text.left(80)));
        }
    }

    // Named at once, read when they are chosen; the window goes on in between.
    void fifty_thousand_tensors() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        QTRY_VERIFY(lab.isSettled());
        lab.openPath(file("many.safetensors", ampscope::testing::manyTensors(50'000)));
        int turns = 0; // of the event loop while the header is read
        while (lab.tensorCount() != 50'000 && turns < 100'000) {
            QTest::qWait(1);
            ++turns;
        }
        QCOMPARE(lab.tensorCount(), 50'000);
        QVERIFY2(turns > 5, qPrintable(QString::number(turns)));
        QTRY_COMPARE(lab.report().total, std::int64_t(1)); // of the first alone
        auto* list = lab.findChild<QListView*>("tensorList");
        QCOMPARE(list->model()->rowCount(), 50'000);
        QElapsedTimer clock;
        clock.start();
        list->setCurrentIndex(list->model()->index(49'999, 0));
        QTRY_VERIFY(lab.histogram()->figure().title.contains("layers.49999.weight"));
        QTRY_VERIFY(lab.isSettled());
        QVERIFY2(clock.elapsed() < 5'000, qPrintable(QString::number(clock.elapsed()))); // a hang guard
    }

    // Five million rows: the bar moves, the window goes on, and Stop leaves what was there.
    void a_long_file_is_read_aside_and_can_be_stopped() {
        const QString path = file("long.csv", QByteArray("1,2\n").repeated(5'000'000));
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        QTRY_VERIFY(lab.isSettled());
        const QString before = lab.fileText();
        auto* bar = lab.findChild<QProgressBar*>();
        auto* stop = lab.findChild<QPushButton*>("stopReading");
        QVERIFY(bar && stop);
        lab.openPath(path);
        QSet<int> seen;
        while (lab.tensorCount() == 1 && lab.fileText() == before && seen.size() < 3) {
            QTest::qWait(1);
            if (bar->isVisible()) seen << bar->value();
        }
        QVERIFY2(seen.size() >= 3, "no progress was shown");
        QVERIFY(stop->isVisible() && stop->isEnabled());
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(lab.isSettled() && !bar->isVisible() && !stop->isVisible());
        QCOMPARE(lab.fileText(), before);
        QCOMPARE(lab.report().total, std::int64_t(4));
        QCOMPARE(lab.errorText(), QString());
        lab.openPath(path); // and to its end
        QTRY_COMPARE_WITH_TIMEOUT(lab.report().total, std::int64_t(10'000'000), 100'000);
    }

    // Somebody shortens the file while it is open: a sentence, no signal; and what can be read goes on.
    void a_file_that_is_shortened_while_it_is_open() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        const QByteArray whole =
            ampscope::testing::safetensors("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                                           "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8,12]}}",
                                           bytes<float>({1, 2, 3}));
        const QString path = file("short.safetensors", whole);
        lab.openPath(path);
        QTRY_COMPARE(lab.report().total, std::int64_t(2));
        QTRY_VERIFY(lab.isSettled());
        QVERIFY(QFile::resize(path, whole.size() - 4));
        lab.chooseTensor(1);
        QTRY_VERIFY2(lab.errorText().contains("became shorter"), qPrintable(lab.errorText()));
        QCOMPARE(lab.report().total, std::int64_t(0)); // nothing of tensor a under the name of b
        lab.chooseTensor(0);
        QTRY_VERIFY(lab.isSettled());
        QCOMPARE(lab.errorText(), QString());
        QCOMPARE(lab.report().total, std::int64_t(2));
    }

    void findings_of_logs_and_files() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.diagnoseText("step 1 loss 3.1\nstep 2 loss nan <b>\n");
        auto* text = lab.findChild<QTextBrowser*>("findings");
        QVERIFY(text->isVisible());
        QVERIFY2(text->toPlainText().contains("the loss is nan from step 2 on"), qPrintable(text->toPlainText()));
        QVERIFY(text->toPlainText().contains("loss nan <b>")); // escaped, not obeyed
        lab.diagnoseText("hello");
        QVERIFY(lab.errorText().contains("none of the 1 lines"));
        lab.openPath(four_numbers());
        QTRY_VERIFY(!text->isVisible());
        QTRY_VERIFY(lab.isSettled());
        lab.showFindings(true);
        QTRY_VERIFY(text->toPlainText().contains("would become Inf in fp16"));
        lab.showFindings(false);
        QVERIFY(!text->isVisible());
        lab.reset();
        QTRY_VERIFY(lab.isSettled());
        QVERIFY(lab.fileText().contains("seed 1337"));
    }

    // Every measure of the table, in both languages, at the sizes of the smallest windows and of usual ones.
    void no_letter_is_cut() {
        QStringList found;
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            LanguageSwitch::instance().setLanguage(language);
            for (const QSize size : {QSize(1024, 560), QSize(1024, 690), QSize(1048, 640), QSize(1208, 820),
                                     QSize(1688, 1000), QSize(2328, 1360)}) {
                InspectLab lab;
                lab.resize(size);
                lab.show();
                QTRY_VERIFY(lab.isSettled());
                for (const auto measure : {WorstTable::Measure::Largest, WorstTable::Measure::Error,
                                           WorstTable::Measure::Lost, WorstTable::Measure::NotFinite}) {
                    lab.worst()->setMeasure(measure);
                    for (int i = 0; i < 5; ++i)
                        QCoreApplication::processEvents();
                    ui::testing::TextRecorder recorder(lab.size());
                    QPainter painter(&recorder);
                    lab.render(&painter, {}, {}, QWidget::DrawChildren);
                    painter.end();
                    for (const QString& fault : recorder.faults())
                        found << QString("%1x%2 %3").arg(size.width()).arg(size.height()).arg(fault);
                }
            }
        }
        LanguageSwitch::instance().setLanguage(text::Language::English);
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable(found.mid(0, 30).join('\n')));
    }

    void findings_before_the_numbers_are_there() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(four_numbers());
        QTRY_COMPARE(lab.tensorCount(), 1);
        lab.showFindings(true);
        QTRY_VERIFY(!lab.diagnosis().findings.empty());
        lab.showFindings(false);
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
    }

    void findings_are_asked_for_while_a_file_is_opened() {
        for (const auto& [name, content] : {std::pair<QString, QByteArray>{"a.log", "step 1 loss 3\nstep 2 loss nan\n"},
                                            {"a.npy", npy(npyHeader("<f4", "(2,)"), bytes<float>({NAN, 1}))},
                                            {"b.npy", "bad"}}) {
            InspectLab lab;
            lab.resize(1200, 800);
            lab.show();
            QTRY_VERIFY(lab.isSettled());
            lab.openPath(file(name, content));
            QVERIFY(lab.showView("findings"));
            QTRY_VERIFY(lab.isSettled());
            QCOMPARE(lab.diagnosis().has_problem(), name != "b.npy");
        }
    }

    void text_files_may_be_logs_or_tables() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.openPath(file("numbers.txt", "1 2\n3 4\n"));
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        lab.openPath(file("log.txt", "iter 1: loss 3.1\niter 2: loss inf\n"));
        QTRY_VERIFY(lab.diagnosis().has_problem());
        // A CSV of losses is a table of numbers, and a log when it is asked what it shows.
        lab.openPath(file("trace.csv", "step,loss\n1,3.5\n2,nan\n3,nan\n"));
        QTRY_COMPARE(lab.tensorCount(), 2);
        QTRY_VERIFY(lab.isSettled());
        lab.showFindings(true);
        QTRY_VERIFY(lab.diagnosis().has_problem());
    }

    void drops_anywhere_on_the_window() {
        ui::testing::FakeThread<> thread;
        MainWindow window(*thread, "", Settings{});
        window.resize(1280, 800);
        window.show();
        window.open("bits");
        auto* entry = window.findChild<QLineEdit*>(); // would write the file's name
        QVERIFY(entry);
        drop(entry, four_numbers());
        QCOMPARE(window.pageId(), QString("inspect"));
        auto* lab = qobject_cast<InspectLab*>(window.page());
        QTRY_COMPARE(lab->report().total, std::int64_t(4));
        drop(&window, file("run.log", "step 1 loss 3\nstep 2 loss nan\n"));
        QTRY_VERIFY(lab->diagnosis().has_problem());
        drop(window.centralWidget(), file("bad.npy", "x"));
        QTRY_VERIFY(lab->errorText().contains("a .npy begins with"));
        // And on to Bits.
        drop(&window, four_numbers());
        QTRY_COMPARE(lab->report().total, std::int64_t(4));
        Q_EMIT lab->histogram()->view()->selected(-0.5);
        QCOMPARE(window.pageId(), QString("bits"));
        // What is no file of ours goes on to the widget.
        QMimeData text;
        text.setText("1.5");
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QCOMPARE(window.pageId(), QString("bits"));
    }

    void closed_in_the_middle_of_reading() {
        QByteArray rows;
        for (int i = 0; i < 300'000; ++i)
            rows += "0.125,2.5e-3\n";
        const QString path = file("long.csv", rows);
        for (int i = 0; i < 3; ++i) {
            InspectLab lab;
            lab.openPath(path);
            QTest::qWait(5 * i);
        }
        InspectLab lab;
        lab.openPath(path);
        lab.openPath(four_numbers()); // the later one counts
        QTRY_COMPARE(lab.report().total, std::int64_t(4));
        QTRY_VERIFY(lab.isSettled());
        QVERIFY(lab.fileText().startsWith("four.npy"));
    }
};

QTEST_MAIN(TestInspectLab)
#include "test_inspect_lab.moc"

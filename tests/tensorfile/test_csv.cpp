// CSV: the rows of bad input, and what must be read.
#include <QTest>
#include <clocale>
#include <cmath>

#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;

class TestCsv : public QObject {
    Q_OBJECT
    Folder m_folder;

    std::unique_ptr<tensorfile::TensorFile> open(const QByteArray& content, bool decimal_comma = false) {
        tensorfile::OpenOptions options;
        options.decimal_comma = decimal_comma;
        return tensorfile::open_tensor_file(m_folder.write("x.csv", content), options);
    }

  private Q_SLOTS:
    void what_is_refused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& content, const char* said) {
            QTest::newRow(name) << content << QString::fromUtf8(said);
        };
        row("72 empty", "", "x.csv: the file is empty; numbers in rows were expected");
        row("72 only spaces", "  \n\n", "x.csv: the file is empty");
        row("72 a header only", "a,b\n", "x.csv: there is a line of names and no row of numbers");
        row("73 decimal commas", "step;loss\n1;0,5\n",
            "x.csv:2:3: '0,5' looks like a number with a decimal comma; if that "
            "is meant, say so: --decimal comma");
        row("73 decimal commas without names", "1,5;2,5\n",
            "x.csv:1:1: '1,5' looks like a number with a decimal comma");
        row("74 a short row", "a,b\n1,2\n3\n", "x.csv:3:1: the first row has 2 cells, this one 1");
        row("74 a long row", "1,2\n3,4,5\n", "x.csv:2:1: the first row has 2 cells, this one 3");
        row("75 never closed", "a,\"b\n1,2\n", "x.csv:1:3: this quote is never closed");
        row("75 something after a quote", "\"a\"x,b\n1,2\n",
            "x.csv:1:4: after a closing quote a separator was expected, 'x'");
        row("76 a word among numbers", "a,b\n1,2\n3,NA\n", "x.csv:3:3: a number was expected, 'NA' stands here");
        row("76 hexadecimal", "1,2\n3,0x10\n", "x.csv:2:3: a number was expected, '0x10' stands here");
        row("76 a column after Hangul", "가나,b\n1,2\n3,네 개\n",
            "x.csv:3:3: a number was expected, '네 개' stands here");
        row("80 binary", QByteArray("1,2\n3,\0\n", 8), "x.csv: byte 6: a zero byte: this is no text");
        row("80 a picture", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), "a zero byte: this is no text");
        row("UTF-16",
            QByteArray("\xff\xfe"
                       "a\0,\0b\0\n\0",
                       10),
            "this is not UTF-8; the text looks like UTF-16");
        row("Latin-1 names",
            "gr\xf6\xdf"
            "e,b\n1,2\n",
            "x.csv:1:1: this is not UTF-8");
        row("only words", "a,b\nc,d\n", "x.csv: no column holds numbers");
        row("a cell beyond all measure", QByteArray(100'000, '1') + ",2\n",
            "x.csv:1:1: a cell of more than 65,536 bytes");
        row("columns beyond all measure", QByteArray(70'000, ',') + "\n", "x.csv:1:1: more than 65,536 columns");
    }
    void what_is_refused() {
        QFETCH(QByteArray, content);
        QFETCH(QString, said);
        verifySeed("csv", content);
        const QString found = refusal(m_folder.write("x.csv", content));
        QVERIFY2(found.contains(said), qPrintable(found));
    }

    void names_make_tensors_of_columns() {
        const auto file = open("step,loss,\"grad, norm\"\n0,4.19,1e-3\n1,4.1,\"2.5\"\n");
        QCOMPARE(file->tensors().size(), std::size_t(3));
        QCOMPARE(file->tensors()[2].name, std::string("grad, norm"));
        QCOMPARE(file->tensors()[2].shape, (std::vector<std::uint64_t>{2}));
        QCOMPARE(file->read_all(2), (std::vector<double>{1e-3, 2.5}));
        QCOMPARE(file->element_text(1, 0), std::string("4.19"));
    }

    void a_table_of_numbers_is_one_tensor() {
        const auto file = open("1,2,3\n4,5,6\n");
        QCOMPARE(file->tensors().size(), std::size_t(1));
        QCOMPARE(file->tensors()[0].shape, (std::vector<std::uint64_t>{2, 3}));
        QCOMPARE(file->read_all(0), (std::vector<double>{1, 2, 3, 4, 5, 6}));
        QCOMPARE(tensorfile::index_of(file->tensors()[0], 5), (std::vector<std::uint64_t>{1, 2}));
        QCOMPARE(open("7\n8\n")->tensors()[0].shape, (std::vector<std::uint64_t>{2}));
        QCOMPARE(open("5")->read_all(0), (std::vector<double>{5}));
    }

    void every_way_to_write_it_data() {
        QTest::addColumn<QByteArray>("content");
        const auto row = [](const char* name, const QByteArray& content) { QTest::newRow(name) << content; };
        row("LF", "a,b\n1,2\n-3e-2,4\n");
        row("81 CRLF", "a,b\r\n1,2\r\n-3e-2,4\r\n");
        row("CR", "a,b\r1,2\r-3e-2,4\r");
        row("81 a byte order mark", "\xEF\xBB\xBF"
                                    "a,b\n1,2\n-3e-2,4");
        row("semicolons", "a;b\n1;2\n-3e-2;4\n");
        row("tabs", "a\tb\n1\t2\n-3e-2\t4\n");
        row("spaces, as numpy.savetxt writes", "# made by numpy\na b\n1.0 2\n-3.0e-02   4 \n");
        row("spaces around", " a , b\n 1 , 2\n-3e-2,  4\n");
        row("empty lines", "\na,b\n\n1,2\n-3e-2,4\n\n");
        row("75 quotes", "\"a\",\"b\"\n\"1\",\"2\"\n\"-3e-2\",\"4\"\n");
        row("a plus sign", "a,b\n+1,2\n-0.03,+4.0\n");
    }
    void every_way_to_write_it() {
        QFETCH(QByteArray, content);
        verifySeed("csv", content);
        const auto file = open(content);
        QCOMPARE(file->tensors().size(), std::size_t(2));
        QCOMPARE(file->tensors()[1].name, std::string("b"));
        QCOMPARE(file->read_all(0), (std::vector<double>{1, -0.03}));
        QCOMPARE(file->read_all(1), (std::vector<double>{2, 4}));
    }

    void quoted_line_ends_and_quotes() { // 75
        const auto file = open("\"first\nline\",\"say \"\"b\"\"\"\n1,2\n");
        QCOMPARE(file->tensors()[0].name, std::string("first\nline"));
        QCOMPARE(file->tensors()[1].name, std::string("say \"b\""));
        // And lines are counted on.
        QVERIFY(refusal(m_folder.write("x.csv", "\"a\nb\",c\n1,2\n1,x\n")).contains("x.csv:4:3:"));
    }

    void words_for_nan_and_infinity() { // 76
        const auto file = open("a,b\nnan,inf\nNaN,-inf\nNaN(0x7),Infinity\n,-INF\n");
        const auto a = file->read_all(0), b = file->read_all(1);
        for (const double value : a)
            QVERIFY(std::isnan(value));
        QCOMPARE(b, (std::vector<double>{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL}));
        QCOMPARE(file->notes().size(), std::size_t(1)); // the empty cell
    }

    void columns_of_text_are_left_out_and_named() {
        const auto file = open("layer,max,note\nwte,1.5,x\nwpe,0.5,\n");
        QCOMPARE(file->tensors().size(), std::size_t(1));
        QCOMPARE(file->tensors()[0].name, std::string("max"));
        QVERIFY(text::render(file->notes().at(0), text::Language::English).find("layer, note") != std::string::npos);
        // Without names, too: what stands in the first row is data.
        const auto plain = open("wte,1.5\nwpe,0.5\n");
        QCOMPARE(plain->read_all(0), (std::vector<double>{1.5, 0.5}));
        QCOMPARE(plain->tensors()[0].name, std::string("column 2"));
    }

    void decimal_commas_when_they_are_meant() { // 73
        QCOMPARE(open("step;loss\n1;0,5\n2;-1,25e-3\n", true)->read_all(1), (std::vector<double>{0.5, -1.25e-3}));
        QCOMPARE(open("0,5\n1,5\n", true)->read_all(0), (std::vector<double>{0.5, 1.5}));
    }

    void repeated_and_unsorted_steps() { // 78: numbers like any others
        QCOMPARE(open("step,loss\n3,1\n1,2\n3,3\n")->read_all(0), (std::vector<double>{3, 1, 3}));
    }

    void numbers_beyond_double() {
        QCOMPARE(open("1e400\n-1e400\n1e-400\n")->read_all(0), (std::vector<double>{HUGE_VAL, -HUGE_VAL, 0}));
    }

    void no_locale_changes_anything() {
        for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "ko_KR.UTF-8", "C"}) {
            std::setlocale(LC_ALL, name); // one that is not installed changes nothing
            QCOMPARE(open("a,b\n1.5,2.5\n")->read_all(0), (std::vector<double>{1.5}));
        }
        std::setlocale(LC_ALL, "C");
    }

    void progress_and_stop() { // 79
        QByteArray rows;
        for (int i = 0; i < 400'000; ++i)
            rows += "0.125,2.5e-3\n";
        const std::string path = m_folder.write("x.csv", rows);
        tensorfile::OpenOptions options;
        std::uint64_t last = 0;
        int calls = 0;
        std::stop_source stop;
        options.stop = stop.get_token();
        options.progress = [&](std::uint64_t done, std::uint64_t all) {
            QVERIFY(done > last && done <= all);
            last = done;
            ++calls;
        };
        QCOMPARE(tensorfile::open_tensor_file(path, options)->tensors()[0].shape,
                 (std::vector<std::uint64_t>{400'000, 2}));
        QVERIFY(calls > 3);
        last = 0;
        options.progress = [&](std::uint64_t, std::uint64_t) { stop.request_stop(); };
        try {
            (void)tensorfile::open_tensor_file(path, options);
            QFAIL("went on");
        } catch (const text::Error& error) {
            QCOMPARE(error.message().id, std::string("tensorfile.stopped"));
        }
    }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "test_csv.moc"

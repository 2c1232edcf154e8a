// What the program writes for other programs comes back as it was; and what a table shows does not depend on the order
// of its rows.
#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "core/io/csv.h"
#include "core/io/numbers.h"
#include "core/record/events.h"
#include "core/record/run_record.h"
#include "core/tensorfile/inspection.h"
#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;

class TestRoundTrips : public QObject {
    Q_OBJECT
    Folder m_folder;

    std::unique_ptr<tensorfile::TensorFile> table(const std::string& csv) {
        return tensorfile::open_tensor_file(m_folder.write("x.csv", QByteArray::fromStdString(csv)));
    }
    static bool same(double one, double other) {
        return std::isnan(one) ? std::isnan(other) : std::bit_cast<quint64>(one) == std::bit_cast<quint64>(other);
    }
    // Every bit pattern is as likely as any other; and what is special.
    static std::vector<double> numbers() {
        std::vector<double> all = {0.0,    -0.0,     5e-324, -5e-324, 1.7976931348623157e308, HUGE_VAL, -HUGE_VAL,
                                   NAN,    0.1,      1e22,   1e23,    9007199254740993.0,     65504,    -1e-45,
                                   1 / 3., 123456789};
        std::mt19937_64 random(1337);
        while (all.size() < 10'000)
            all.push_back(std::bit_cast<double>(random()));
        return all;
    }

  private Q_SLOTS:
    void texts_are_disarmed_and_come_back_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char* tag, const char* text, const char* cell) {
            QTest::newRow(tag) << QByteArray(text) << QByteArray(cell);
        };
        row("a word", "loss", "loss");
        row("a comma", "loss, mean", "\"loss, mean\"");
        row("a semicolon begins no cell", "a;=1+1", "\"a;=1+1\"");
        row("quotes", "say \"b\"", "\"say \"\"b\"\"\"");
        row("two lines", "a\nb", "\"a\nb\"");
        row("=", "=1+1", "'=1+1");
        row("= with quotes", "=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
        row("+", "+1+1", "'+1+1");
        row("-", "-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0");
        row("@", "@SUM(A1)", "'@SUM(A1)");
        row("a tab", "\t=1", "\"'\t=1\"");
        row("a line end", "\r=1", "\"'\r=1\"");
        row("full width", "\xEF\xBC\x9D\x31", "'\xEF\xBC\x9D\x31");
    }
    void texts_are_disarmed_and_come_back() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(io::csv_cell(text.toStdString())), cell);
        const auto file = table(cell.toStdString() + ",b\r\n1,2\r\n");
        QCOMPARE(file->tensors().at(0).name, io::without_formula(text.toStdString()));
    }

    void numbers_stay_numbers_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"-5", "-0", "-1e-45", "-inf", "nan", "0.5"})
            QTest::newRow(text) << QByteArray(text);
    }
    void numbers_stay_numbers() {
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(io::csv_cell(text.toStdString())), text);
    }

    void every_number_comes_back_with_its_bits() {
        const auto written = numbers();
        std::string csv = "x,y\r\n";
        for (const double number : written)
            csv += io::to_text(number) + "," + io::to_text(-number) + "\r\n";
        const auto file = table(csv);
        const auto x = file->read_all(0), y = file->read_all(1);
        QCOMPARE(x.size(), written.size());
        for (std::size_t i = 0; i < written.size(); ++i)
            QVERIFY2(same(x[i], written[i]) && same(y[i], -written[i]), io::to_text(written[i]).c_str());
    }

    void the_steps_of_a_run_come_back() {
        for (const char* name : {"nano", "overflow", "b5-accumulate"}) {
            const auto record =
                record::load_record(std::string(AMPSCOPE_SOURCE_DIR "/tests/fuzz/seeds/record/") + name);
            const auto file = table(record::trace_csv(record));
            std::size_t columns = 0;
            for (std::size_t i = 0; i < file->tensors().size(); ++i) {
                const auto column = record::find_column(file->tensors()[i].name);
                QVERIFY2(column, file->tensors()[i].name.c_str());
                const auto values = file->read_all(i);
                QCOMPARE(values.size(), record.samples().size());
                for (std::size_t row = 0; row < values.size(); ++row) {
                    const double right = record.samples()[row][column->column];
                    QVERIFY(record::is_missing(right) ? std::isnan(values[row]) : same(values[row], right));
                }
                ++columns;
            }
            QVERIFY2(columns >= 5, name);
        }
    }

    void the_order_of_rows_changes_no_count() {
        std::vector<std::string> rows;
        for (const double number : numbers())
            rows.push_back(io::to_text(number) + "\n");
        std::mt19937 random(7);
        const auto report = [&] {
            std::string csv;
            for (const auto& row : rows)
                csv += row;
            return tensorfile::inspect(*table(csv), 0);
        };
        const auto first = report();
        std::ranges::shuffle(rows, random);
        const auto second = report();
        QCOMPARE(second.total, first.total);
        QCOMPARE(second.zero, first.zero);
        QCOMPARE(second.nan, first.nan);
        QCOMPARE(second.infinite, first.infinite);
        QCOMPARE(second.negative, first.negative);
        QVERIFY(same(second.min, first.min) && same(second.max, first.max));
        QVERIFY(same(second.least, first.least) && same(second.largest, first.largest));
        QCOMPARE(second.binades.size(), first.binades.size());
        for (std::size_t i = 0; i < first.binades.size(); ++i)
            QCOMPARE(second.binades[i].count, first.binades[i].count);
        for (std::size_t f = 0; f < first.formats.size(); ++f) {
            QVERIFY(second.formats[f].shares == first.formats[f].shares);
            QVERIFY(second.formats[f].at_best == first.formats[f].at_best);
            QVERIFY(second.formats[f].best_log2_scale == first.formats[f].best_log2_scale);
            QCOMPARE(second.formats[f].changed, first.formats[f].changed);
            QCOMPARE(second.formats[f].max_relative, first.formats[f].max_relative);
        }
    }
};

QTEST_GUILESS_MAIN(TestRoundTrips)
#include "test_round_trips.moc"

// `accumulate`, `update`, `spacing`, called in-process.
#include <QTest>

#include "tests/cli/process.h"

using namespace ampscope;

namespace {

QString word(const io::Json& value, const char* name) {
    return QString::fromStdString(value.at(name).as_string());
}

} // namespace

class TestSums : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void ones() {
        const io::Json bf16 = json_of({"accumulate", "--value", "1", "--count", "1024", "--in", "bf16"});
        QCOMPARE(word(bf16, "exact_sum"), QString("1024"));
        const io::Json& naive = bf16.at("results").items()[0];
        QCOMPARE(word(naive, "method"), QString("naive"));
        QCOMPARE(word(naive, "sum"), QString("256"));
        QCOMPARE(naive.at("sticks_at").as_integer(), std::int64_t(257));
        QCOMPARE(naive.at("changed_nothing").as_integer(), std::int64_t(768));
        QCOMPARE(naive.at("error").as_real(), -768.0);
        QCOMPARE(bf16.at("results").items().size(), std::size_t(5));
        for (const std::size_t exact : {1u, 2u, 3u}) // fp32, kahan, pairwise
            QCOMPARE(word(bf16.at("results").items()[exact], "sum"), QString("1024"));
        const io::Json fp16 =
            json_of({"accumulate", "--value", "1", "--count", "4096", "--in", "fp16", "--method", "naive"});
        QCOMPARE(word(fp16.at("results").items()[0], "sum"), QString("2048"));
    }

    void the_table_says_where_it_sticks() {
        const Outcome english = in_process({"accumulate", "--value", "1", "--count", "1024", "--in", "bf16"});
        QCOMPARE(english.status, 0);
        QVERIFY2(english.out.contains("from addition 257 on nothing changes any more; the sum stays 256"),
                 qPrintable(english.out));
        const Outcome korean =
            in_process({"accumulate", "--value", "1", "--count", "1024", "--in", "bf16", "--lang", "ko"});
        QVERIFY2(korean.out.contains("257번째 덧셈부터는 아무것도 바뀌지 않고 합은 256에 머뭅니다"),
                 qPrintable(korean.out));
    }

    void seeds_are_repeatable() {
        const QStringList base = {"accumulate", "--value", "1",        "--count", "5000",
                                  "--in",       "fp16",    "--stream", "normal"};
        const auto with = [&](const char* seed) { return in_process(base + QStringList{"--seed", seed}).out; };
        QCOMPARE(with("3"), with("3"));
        QVERIFY(with("3") != with("4"));
    }

    void an_update_vanishes_without_a_master_weight() {
        const QStringList base = {"update", "--weight", "1", "--by", "-0.0006", "--times", "100", "--in", "bf16"};
        const io::Json all = json_of(base);
        QCOMPARE(all.at("results").items().size(), std::size_t(3));
        QCOMPARE(word(all, "ulp"), QString("0.0078125"));
        QCOMPARE(word(all, "threshold"), QString("0.001953125"));
        QVERIFY(all.at("first_vanishes").as_boolean());
        QCOMPARE(word(all.at("results").items()[0], "weight"), QString("1"));
        QCOMPARE(all.at("results").items()[0].at("vanished").as_integer(), std::int64_t(100));
        const io::Json master = json_of(base + QStringList{"--master"});
        QCOMPARE(master.at("results").items().size(), std::size_t(1));
        QCOMPARE(word(master.at("results").items()[0], "weight"), QString("0.94140625"));
        const io::Json stochastic = json_of(base + QStringList{"--rounding", "stochastic", "--seed", "1"});
        QVERIFY(word(stochastic.at("results").items()[0], "weight").toDouble() < 1);
        QCOMPARE(word(json_of({"update", "--by", "2^-11", "--times", "1", "--in", "fp16"}).at("results").items()[0],
                      "weight"),
                 QString("1"));
        QVERIFY(in_process(base + QStringList{"--lang", "ko"}).out.contains("사라집니다"));
    }

    void spacing_of_formats() {
        const io::Json both = json_of({"spacing", "--formats", "fp16,bf16", "--at", "2048"});
        QCOMPARE(both.items().size(), std::size_t(2));
        QCOMPARE(both.items()[0].at("ulp_log2_at").as_integer(), std::int64_t(1));
        QCOMPARE(both.items()[1].at("ulp_log2_at").as_integer(), std::int64_t(4));
        QCOMPARE(both.items()[0].at("binades").items().size(), std::size_t(40));
        const io::Json flushed = json_of({"spacing", "--formats", "fp16", "--flush"});
        QCOMPARE(flushed.items()[0].at("dynamic_range").as_integer(), std::int64_t(30));
        const Outcome table = in_process({"spacing", "--at", "1e-6"});
        QCOMPARE(table.status, 0);
        QVERIFY2(table.out.contains("outside"), qPrintable(table.out));
        QVERIFY(in_process({"spacing", "--lang", "ko"}).out.contains("상대 간격"));
    }

    void literals_beyond_every_format_are_numbers() {
        QVERIFY(
            in_process({"accumulate", "--value", "1e-999999999", "--count", "3", "--in", "fp16"}).out.contains("fp16"));
        const Outcome huge = in_process({"accumulate", "--value", "1e999999999", "--count", "3", "--in", "fp16"});
        QVERIFY2(huge.status == 2 && huge.err.contains("65504"), qPrintable(huge.err));
        QVERIFY(in_process({"update", "--weight", "1", "--by", "1e999999999", "--times", "1", "--in", "fp16"})
                    .err.contains("cannot store"));
        QVERIFY(in_process({"spacing", "--at", "1e-999999999"}).out.contains("outside"));
        QVERIFY(in_process({"spacing", "--at", "-1e999999999"}).out.contains("step at -1e999999999"));
        // The double next to it is 65520, which fp16 cannot store.
        const QString close =
            in_process({"accumulate", "--value", "65519.9999999999999999", "--count", "1", "--in", "fp16"}).out;
        QVERIFY2(close.contains("65504"), qPrintable(close));
    }
    void negative_values_are_printed_as_typed() {
        const QString out = in_process({"accumulate", "--value", "-(1+1)", "--count", "3", "--in", "fp16"}).out;
        QVERIFY2(out.contains("fp16: -(1+1), 3 times"), qPrintable(out));
        const Outcome code = in_process({"convert", "-fp16:0x3c01*2^3", "--to", "fp16"});
        QVERIFY2(code.out.contains("0xc801"), qPrintable(code.err));
        QCOMPARE(in_process({"cast-chain", "-inf", "--json"}).json().at("entered").as_string(), std::string("-inf"));
    }
    void a_method_runs_once() {
        const QStringList common{"accumulate", "--value", "1", "--count", "3", "--in", "fp16", "--json", "--method"};
        QCOMPARE(in_process(common + QStringList{"naive,naive"}).json().at("results").items().size(), std::size_t(1));
        QCOMPARE(in_process(common + QStringList{"kahan,all"}).json().at("results").items().size(), std::size_t(5));
    }
    void nothing_follows_the_largest_number_of_e4m3() {
        const auto json =
            in_process({"update", "--weight", "448", "--by", "40", "--times", "2", "--in", "e4m3", "--json"}).json();
        QCOMPARE(json.at("neighbour").as_string(), std::string("nan"));
        QCOMPARE(json.at("threshold").as_string(), std::string("16"));
    }

    void bad_input_is_named_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        const auto sum = [](const char* name, const QStringList& more, const char* said) {
            QTest::newRow(name) << QStringList{"accumulate"} + more << QString(said);
        };
        sum("count 0", {"--value", "1", "--count", "0", "--in", "fp16"}, "0 numbers");
        sum("count -5", {"--value", "1", "--count", "-5", "--in", "fp16"}, "-5 numbers");
        sum("too many", {"--value", "1", "--count", "10000001", "--in", "fp16"}, "10,000,001 numbers");
        sum("no count", {"--value", "1", "--count", "ten", "--in", "fp16"}, "ten");
        sum("format", {"--value", "1", "--count", "9", "--in", "fp17"}, "'fp17'");
        sum("wide format", {"--value", "1", "--count", "9", "--in", "fp64"}, "fp64");
        sum("method", {"--value", "1", "--count", "9", "--in", "fp16", "--method", "fast"}, "'fast'");
        sum("stream", {"--value", "1", "--count", "9", "--in", "fp16", "--stream", "list"}, "'list'");
        sum("value", {"--value", "1,5", "--count", "9", "--in", "fp16"}, "column 2");
        sum("infinite", {"--value", "inf", "--count", "9", "--in", "fp16"}, "finite");
        sum("beyond", {"--value", "70000", "--count", "9", "--in", "fp16"}, "65504");
        sum("seed", {"--value", "1", "--count", "9", "--in", "fp16", "--method", "naive", "--seed", "3"}, "--seed");
        sum("negative seed", {"--value", "1", "--count", "9", "--in", "fp16", "--seed", "-3"}, "-3");
        const auto update = [](const char* name, const QStringList& more, const char* said) {
            QTest::newRow(name) << QStringList{"update"} + more << QString(said);
        };
        update("times", {"--by", "1", "--times", "0", "--in", "bf16"}, "0 steps");
        update("times, too many", {"--by", "1", "--times", "99999999", "--in", "bf16"}, "99,999,999 steps");
        update("weight", {"--weight", "nan", "--by", "1", "--times", "1", "--in", "bf16"}, "finite");
        update("rounding", {"--by", "1", "--times", "1", "--in", "bf16", "--rounding", "up"}, "'up'");
        update("both", {"--by", "1", "--times", "1", "--in", "bf16", "--rounding", "stochastic", "--master"},
               "do not go together");
        update("update seed", {"--by", "1", "--times", "1", "--in", "bf16", "--master", "--seed", "1"}, "--seed");
        QTest::newRow("spacing format") << QStringList{"spacing", "--formats", "fp16,x"} << "'x'";
        QTest::newRow("spacing at 0") << QStringList{"spacing", "--at", "0"} << "'0'";
    }
    void bad_input_is_named() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const Outcome outcome = in_process(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
        const Outcome korean = in_process(arguments + QStringList{"--lang", "ko"});
        QCOMPARE(korean.status, 2);
        QVERIFY(korean.err != outcome.err);
    }
};

QTEST_APPLESS_MAIN(TestSums)
#include "test_sums.moc"

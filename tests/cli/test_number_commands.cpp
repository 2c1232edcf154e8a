// formats, convert, compute, chain, cast-chain, policies, corner-cases.
#include <QTest>

#include "tests/cli/process.h"

using namespace ampscope;

class TestNumberCommands : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void convert_says_everything() {
        const QString out = in_process({"convert", "65519.999999", "--to", "fp16"}).out;
        for (const char* part : {"0x7bff", "65504", "0 | 11110 | 1111111111", "2^15 x 1.1111111111", "guard 0, round 1",
                                 "normal: exponent 15 (field 30 minus bias 15)", "nearest-even, ieee", "inexact"})
            QVERIFY2(out.contains(part), qPrintable(QString(part) + "\n" + out));
        QVERIFY(in_process({"convert", "2^-24", "--to", "fp16"}).out.contains("the exponent stays at -14"));
        const auto json = in_process({"convert", "2049", "--to", "fp16", "--json"}).json();
        QVERIFY(json.items()[0].at("decision").at("tie").as_boolean());
        QCOMPARE(json.items()[0].at("fields").at("significand").as_string(), std::string("1.0000000000"));
        QCOMPARE(json.items()[0].at("reason").as_string(), std::string("numeric.reason_tie_down"));
    }

    void convert_flushes_and_draws() {
        QVERIFY(in_process({"convert", "2^-20", "--to", "fp16", "--flush-subnormals"}).out.contains("0x0000"));
        const QStringList drawn{"convert", "0.1",  "--to",   "fp16", "--rounding", "stochastic",
                                "--draws", "2000", "--seed", "3",    "--json"};
        const auto json = in_process(drawn).json();
        const auto& draws = json.items()[0].at("draws");
        QCOMPARE(draws.at("codes").members().size(), std::size_t(2));
        QVERIFY(std::abs(draws.at("z").as_real()) < 5);
        QCOMPARE(in_process(drawn).out, in_process(drawn).out);
        const Outcome refused = in_process({"convert", "0.1", "--to", "fp16", "--draws", "10"});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.err.contains("--rounding stochastic"));
    }

    void computes_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("flags");
        const auto row = [](QStringList words, const char* format, const char* value, const char* flags) {
            QTest::addRow("%s", qPrintable(words.join(' ')))
                << words << QString(format) << QString(value) << QString(flags);
        };
        row({"60000 + 60000"}, "fp16", "inf", "inexact overflow");
        row({"60000", "+", "60000"}, "fp16", "inf", "inexact overflow");
        row({"inf - inf"}, "fp16", "nan", "invalid");
        row({"0 x inf"}, "e5m2", "nan", "invalid");
        row({"1 / 0"}, "fp16", "inf", "divide-by-zero");
        row({"sqrt 2"}, "e4m3", "1.375", "inexact");
        row({"sqrt", "4"}, "fp32", "2", "");
        row({"fma 2 3 1"}, "fp16", "7", "");
        row({"-1 - -1"}, "bf16", "0", "");
        row({"0x1p-14", "*", "0x1p-3"}, "fp16", "0.00000762939453125", "");
        row({"2048 + 1"}, "fp16", "2048", "inexact");
    }
    void computes() {
        QFETCH(QStringList, words);
        QFETCH(QString, format);
        QFETCH(QString, value);
        QFETCH(QString, flags);
        const QStringList arguments = QStringList{"compute"} + words + QStringList{"--in", format};
        const Outcome outcome = in_process(arguments + QStringList{"--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const auto json = outcome.json();
        QCOMPARE(QString::fromStdString(json.at("value").as_string()), value);
        QStringList found;
        for (const auto& flag : json.at("flags").items())
            found << QString::fromStdString(flag.as_string());
        QCOMPARE(found.join(' '), flags);
        QCOMPARE(in_process(arguments).status, 0);
    }

    void bad_calculations_are_refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](QStringList arguments, const char* message) {
            QTest::addRow("%s", qPrintable(arguments.join(' '))) << arguments << QString(message);
        };
        row({"compute", "1 % 2", "--in", "fp16"}, "'%' is no operation");
        row({"compute", "sqrt 1 2", "--in", "fp16"}, "sqrt");
        row({"compute", "fma 1 2", "--in", "fp16"}, "fma takes 3 operands, 2 are given");
        row({"compute", "1", "--in", "fp16"}, "spaces between the parts; found '1'");
        row({"compute", "1,5 + 1", "--in", "fp16"}, "column 2");
        row({"compute", "1 + 1", "--in", "fp17"}, "is no format");
        row({"chain", "none"}, "is no chain; known are overflow-to-nan");
        row({"cast-chain", "0.1", "--through", "fp16,,fp32"}, "empty");
        row({"corner-cases", "none"}, "is no corner case");
        row({"policies", "1,5"}, "column 2");
        row({"convert", "1", "--to", "fp16", "--seed", "-1"}, "--seed takes 0 and above, not -1");
        for (const char* code : {"fp16:3c01", "fp16:c000", "e4m3:7e"})
            row({"convert", code, "--to", "fp16"}, "begins with 0x");
        row({"convert", "fp16:0b12", "--to", "fp16"}, "'2' does not belong here");
        row({"convert", "1", "-1", "--to", "fp16"}, "'-1' was not expected");
        row({"formats", "-fp16:1"}, "'-fp16:1' was not expected");
        row({"convert", "1", "--to", "fp16", "--seed", "1"}, "--seed has no effect");
        row({"chain", "--seed", "1"}, "--seed has no effect");
        row({"convert", "1", "--to", "fp16", "--rounding", "stochastic", "--draws", "0"}, "--draws takes 1");
        row({"convert", "1", "--to", "e1m1"}, "with 2 to 15 exponent and 1 to 112 mantissa bits");
        row({"convert", "1\u200b", "--to", "fp16"}, "column 2: 'U+200B'");
        row({"convert", "\u202e1", "--to", "fp16"}, "column 1: 'U+202E'");
        row({"compute", "1+1", "--in", "fp16"}, "with spaces between the parts");
        row({"compute", "1 + 1 + 1", "--in", "fp16"}, "with spaces between the parts; found '1 + 1 + 1'");
        row({"compute", "1 +", "--in", "fp16"}, "is expected");
        row({"compute", "cube 1", "--in", "fp16"}, "'cube' is no operation");
        row({"compute", "1 plus 1", "--in", "fp16"}, "'plus' is no operation");
        row({"convert", "1", "--to", "fp16", "--draws", "2000000"}, "--draws takes 1 to 1,000,000, not 2,000,000");
    }
    void bad_calculations_are_refused() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Outcome outcome = in_process(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
    }

    void chains() {
        const auto json = in_process({"chain", "--json"}).json();
        QVERIFY(json.items().size() >= 5);
        const auto& steps = json.items()[0].at("steps").items();
        QCOMPARE(steps[1].at("value").as_string(), std::string("inf"));
        QCOMPARE(steps[2].at("reason").as_string(), std::string("numeric.no_answer_inf_minus_inf"));
        QCOMPARE(steps[3].at("reason").as_string(), std::string("numeric.no_answer_zero_times_inf"));
        QVERIFY(in_process({"chain", "overflow-to-nan"}).out.contains("difference = sum - sum"));
        QVERIFY(in_process({"chain", "--lang", "ko"}).out.contains(QStringLiteral("답이 없다")));
    }

    void chains_say_only_what_happens() {
        const QString home = in_process({"chain"}).out;
        QVERIFY2(home.contains("in four lines") && home.contains("should be 0; inf - inf"), qPrintable(home));
        const auto masked = in_process({"chain", "masked-softmax", "--json"}).json().items()[0].at("steps");
        QVERIFY(masked.items()[1].at("flags").items().empty()); // the larger of two numbers is not rounded
        const QString wide = in_process({"chain", "--in", "fp32"}).out;
        for (const char* untrue : {"does not fit", "more than fp16", "should be 0;", "eps = 1e-8 is lost",
                                   "no error is raised", "little room"})
            QVERIFY2(!wide.contains(untrue), qPrintable(QString(untrue) + "\n" + wide));
        QVERIFY2(wide.contains("in fp32 this ends without NaN, with 0"), qPrintable(wide));
        QVERIFY(!home.contains("without NaN"));
    }

    void only_ties_look_like_ties() {
        const QString above = in_process({"convert", "1+2^-11+2^-60", "--to", "fp16"}).out;
        QVERIFY2(above.contains("0.5 + 8.8817842e-16 of a step") && above.contains("0.5 - 8.8817842e-16 ULP"),
                 qPrintable(above));
        QVERIFY(in_process({"convert", "-(1+2^-11+2^-60)", "--to", "fp16"}).out.contains("-0.5 + 8.8817842e-16 ULP"));
        QVERIFY(in_process({"convert", "1+2^-11", "--to", "fp16"}).out.contains("0.5 of a step"));
        const QString tiny = in_process({"convert", "1e-4000", "--to", "fp16"}).out;
        QVERIFY2(tiny.contains("-1.6777216e-3993 ULP, relative -1"), qPrintable(tiny));
        QVERIFY(in_process({"convert", "1e-99999999", "--to", "fp16"}).out.contains("error       relative -1"));
    }

    void operands_are_the_codes_that_are_written() {
        const auto json = in_process({"compute", "fp32:0x7fa00001 + 1", "--in", "fp32", "--json"}).json();
        QCOMPARE(json.at("operands").items()[0].at("code").as_string(), std::string("0x7fa00001"));
        QCOMPARE(json.at("flags").items().size(), std::size_t(1)); // invalid: a signalling NaN
        const QString zero = in_process({"compute", "2^-24 + 1", "--in", "fp16", "--zero-subnormal-operands"}).out;
        QVERIFY(zero.contains("subnormal, counts as 0"));
        QVERIFY(in_process({"compute", "1 / 0", "--in", "e4m3", "--overflow", "saturate"})
                    .out.contains("the policy saturate makes 448"));
    }

    void numbers_that_are_none_have_no_significand() {
        const auto fields = in_process({"convert", "inf", "--to", "fp16", "--json"}).json().items()[0].at("fields");
        QVERIFY(fields.at("significand").is_null() && fields.at("exponent_value").is_null());
    }

    void custom_formats_have_one_name() {
        const auto id = [](const QString& written) {
            return in_process({"convert", "1", "--to", written, "--json"}).json().items()[0].at("format").as_string();
        };
        QCOMPARE(id("e05m010"), std::string("e5m10"));
        QCOMPARE(in_process({"convert", "1", "--to", "fp16, bf16", "--json"}).json().items().size(), std::size_t(2));
        for (const char* name : {"e2m1", "e2m3", "e3m2"}) // OCP's FP4 and FP6 have no infinity
            QVERIFY(in_process({"convert", "1", "--to", name}).out.contains("(IEEE style)"));
    }

    void cast_chains() {
        const Outcome outcome = in_process({"cast-chain", "1+2^-11+2^-40", "--through", "fp64,fp32,fp16"});
        QVERIFY(outcome.out.contains("double rounding: fp32"));
        QVERIFY(outcome.out.contains("0x3c01"));
        QVERIFY(in_process({"cast-chain", "0.5"}).out.contains("every lane is what a single cast gives"));
        QVERIFY(in_process({"cast-chain", "1+2^-11+2^-40", "--through", "fp32,fp16", "--json"})
                    .json()
                    .at("differs")
                    .as_boolean());
    }

    void policies() {
        const auto json = in_process({"policies", "465", "--in", "e4m3", "--json"}).json();
        QVERIFY(!json.items()[0].at("agree").as_boolean());
        QCOMPARE(json.items()[0].at("policies").items().size(), std::size_t(9));
        const QString out = in_process({"policies"}).out;
        QVERIFY(out.contains("* the rules give different codes"));
        QVERIFY(out.contains("465 *") && out.contains("nan 0x7f") && out.contains("cuda_fp8.hpp"));
    }

    void corner_cases_are_right() {
        const Outcome outcome = in_process({"corner-cases", "--json"});
        QCOMPARE(outcome.status, 0);
        const auto json = outcome.json();
        for (const auto& item : json.items())
            QCOMPARE(item.at("answer").as_string(), item.at("right").as_string());
        // What the answer depends on is all there: no two cases differ in nothing but the answer.
        QMap<QString, std::string> seen;
        for (const auto& item : json.items()) {
            QString key;
            for (const char* name : {"value", "through", "format", "rounding", "overflow", "ask"})
                key += QString::fromStdString(item.at(name).as_string()) + ' ';
            if (!item.at("draw").is_null()) key += QString::fromStdString(item.at("draw").as_string());
            const std::string right = item.at("right").as_string();
            QVERIFY2(seen.value(key, right) == right, qPrintable(key));
            seen.insert(key, right);
        }
        QVERIFY(in_process({"corner-cases"}).out.contains("2^-25 -> fp16, stochastic, draw 0.5 - "));
        QVERIFY(in_process({"corner-cases", "adam-eps"}).out.contains("Lightning#21295"));
    }

    void formats_are_named_so_that_nobody_is_misled() {
        const QString out = in_process({"formats"}).out;
        for (const char* part : {"e<E>m<M>", "not 480", "Not the E4M3 of NVIDIA and OCP", "float8_e4m3fn", "half"})
            QVERIFY2(out.contains(part), part);
        QCOMPARE(in_process({"convert", "464", "--to", "e4m3fn", "--json"}).out,
                 in_process({"convert", "464", "--to", "e4m3", "--json"}).out);
    }

    // In its own process: LibTorch belongs to one thread of a process.
    void libtorch_beside_us() {
        if (!has_engine()) QSKIP("no engine was built");
        const Outcome outcome =
            program({"convert", "1+2^-11+2^-40", "--to", "fp16,tf32", "--libtorch", "--json", "--lang", "en"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const auto json = outcome.json();
        QCOMPARE(json.items()[0].at("libtorch").at("code").as_string(), std::string("0x3c00"));
        QCOMPARE(json.items()[0].at("libtorch").at("why").as_string(), std::string("numeric.torch_through_fp32"));
        QVERIFY(json.items()[1].at("libtorch").is_null());
    }

    void without_libtorch_it_says_so() {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("AMPSCOPE_ENGINE", "/nowhere/engine.so");
        const Outcome outcome = program({"convert", "1", "--to", "fp16", "--libtorch", "--lang", "en"}, environment);
        QCOMPARE(outcome.status, 3);
        QVERIFY(!outcome.err.isEmpty() && outcome.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestNumberCommands)
#include "test_number_commands.moc"

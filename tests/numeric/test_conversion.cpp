#include "core/numeric/conversion.h"

#include <QTest>

#include "core/io/json.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"

using namespace ampscope;
using namespace ampscope::numeric;

class TestConversion : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Cases with known answers; the numbers in brackets are the rows of anchors on number formats, each from a public
    // bug report or an implementation's own test.
    void corner_cases_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* text, const char* format, const char* value) {
            QTest::addRow("%s to %s", text, format) << QString(text) << QString(format) << QString(value);
        };
        row("65504", "fp16", "65504");
        row("65519.999999", "fp16", "65504");
        row("65520", "fp16", "inf");
        row("1+2^-11", "fp16", "1");
        row("1+3*2^-11", "fp16", "1.001953125");
        row("1+2^-11+2^-40", "fp16", "1.0009765625");
        row("2049", "fp16", "2048");
        row("2051", "fp16", "2052");
        row("3811", "fp16", "3812");
        row("2^-25", "fp16", "0");
        row("2^-25*(1+2^-50)", "fp16", "5.9604644775390625e-8");
        row("3*2^-25", "fp16", "1.1920928955078125e-7");
        row("fp32:0x387fe000", "fp16", "0.00006103515625");
        row("1+2^-8", "bf16", "1");
        row("1+3*2^-8", "bf16", "1.015625");
        row("1+2^-8+2^-40", "bf16", "1.0078125");
        row("128.5", "bf16", "128");
        row("257", "bf16", "256");
        row("259", "bf16", "260");
        row("3.14", "bf16", "3.140625");
        row("(2-2^-8)*2^127", "bf16", "inf");
        row("(2-2^-8)*2^127-1", "bf16", "338953138925153547590470800371487866880");
        row("464", "e4m3", "448");
        row("464.00003", "e4m3", "nan");
        row("465", "e4m3", "nan");
        row("1e6", "e4m3", "nan");
        row("inf", "e4m3", "nan");
        row("inf", "e5m2", "inf");
        row("61439.9", "e5m2", "57344");
        row("61440", "e5m2", "inf");
        row("2^-10", "e4m3", "0");
        row("2^-10*(1+2^-30)", "e4m3", "0.001953125");
        row("3*2^-10", "e4m3", "0.00390625");
        row("-0", "e4m3", "-0");
        row("-1e-30", "e5m2", "-0");
        row("-1e-30", "e4m3fnuz", "0");
        row("16777217", "fp32", "16777216");
        row("340282356779733661637539395458142568448", "fp32", "inf");
        row("340282356779733661637539395458142568447", "fp32", "340282346638528859811704183484516925440");
        row("0.1", "fp32", "0.100000001490116119384765625");
        row("0.1", "fp16", "0.0999755859375");
        row("0.1", "bf16", "0.10009765625");
        row("0.1", "e4m3", "0.1015625");
        row("0.1", "e5m2", "0.09375");
        row("2^-149", "fp32",
            "1."
            "40129846432481707092372958328991613128026194187651577175706828388979108268586060148663818836212158203125e-"
            "45");
        row("1e-999999999", "fp16", "0");
        row("-1e999999999", "bf16", "-inf");
    }
    void corner_cases() {
        QFETCH(QString, text);
        QFETCH(QString, format);
        QFETCH(QString, value);
        const Conversion result = convert(parse_expression(text.toStdString()), format_or_throw(format.toStdString()));
        QCOMPARE(QString::fromStdString(exact_decimal(result.stored)), value);
    }

    void figures_of_a_rounded_value() {
        const Conversion result = convert(parse_expression("65519.999999"), format("fp16"));
        // 15.999999 below the entered value, in steps of 32
        QVERIFY(*result.error_ulp == Rational(Integer(-15999999), Integer(32000000)));
        QVERIFY(*result.ulp == 32);
        QCOMPARE(result.decimal(result.below), std::string("65472"));
        QCOMPARE(result.decimal(result.above), std::string("inf"));
        QCOMPARE(result.flags(), std::vector<std::string>{"inexact"});
        QCOMPARE(result.reason().id, std::string("numeric.reason_nearer_below"));
    }

    void neighbours_differ_on_both_sides_of_a_power_of_two() {
        const Conversion result = convert(parse_expression("2048"), format("fp16"));
        QCOMPARE(result.decimal(result.below), std::string("2047"));
        QCOMPARE(result.decimal(result.above), std::string("2050"));
        const Conversion infinite = convert(parse_expression("inf"), format("fp16"));
        QCOMPARE(infinite.decimal(infinite.below), std::string("65504"));
        const Conversion zero = convert(parse_expression("1e-999999999"), format("fp16"));
        QCOMPARE(zero.decimal(zero.below), std::string("-5.9604644775390625e-8"));
        QCOMPARE(zero.flags(), (std::vector<std::string>{"inexact", "underflow"}));
    }

    void beyond_the_last_number_without_infinity_stands_nan() {
        for (const char* id : {"e4m3", "e4m3fnuz"}) {
            const FloatFormat& small = format(id);
            const Conversion largest = convert(decode(small, small.max_finite()), small);
            QVERIFY(small.is_nan(largest.above));
            QVERIFY(!small.is_nan(largest.below));
            const Conversion least = convert(decode(small, small.max_finite()).negated(), small);
            QVERIFY(small.is_nan(least.below) && !small.is_nan(least.above));
        }
        QCOMPARE(convert(parse_expression("-448"), format("e4m3")).below, Code(0xFF));
    }

    void what_is_lost_altogether_is_off_by_all_of_it() {
        for (const char* text : {"1e-999999999", "-1e-999999999", "1e-400"})
            QVERIFY2(*convert(parse_expression(text), format("fp16")).error_relative == -1, text);
        const Conversion up = convert(parse_expression("1e-999999999"), format("fp16"), Rounding::Up);
        QVERIFY(!up.error_relative); // no figure: more than any
        QCOMPARE(error_figure(*convert(parse_expression("1e-5000"), format("fp16")).error_ulp), -5e-324);
        QCOMPARE(error_figure(*convert(parse_expression("1"), format("fp16")).error_ulp), 0.0);
    }

    void a_signalling_nan_is_invalid() {
        const Conversion noisy = convert(parse_expression("fp16:0x7d01"), format("fp32"));
        QCOMPARE(noisy.flags(), std::vector<std::string>{"invalid"});
        QCOMPARE(noisy.rounded.code, Code(0x7fc00000));
        QCOMPARE(noisy.reason().id, std::string("numeric.reason_signalling"));
        QCOMPARE(convert(parse_expression("-fp16:0x7d01"), format("fp32")).flags(),
                 std::vector<std::string>{"invalid"});
        QCOMPARE(convert(parse_expression("fp16:0x7e01"), format("fp32")).flags(), std::vector<std::string>{});
        QCOMPARE(convert(parse_expression("e4m3:0x7f"), format("fp32")).flags(), std::vector<std::string>{}); // has one
    }

    void formats_are_named_in_any_case() {
        QCOMPARE(format_or_throw("FP16").id, std::string("fp16"));
        QCOMPARE(format_or_throw("E4M3").id, std::string("e4m3"));
        QCOMPARE(format_or_throw("E8M7").id, std::string("e8m7"));
    }

    // Tininess is decided after rounding: a value that rounds up to the smallest normal number does not underflow.
    void underflow_is_decided_after_rounding() {
        const auto flags = [](const char* text) { return convert(parse_expression(text), format("fp16")).flags(); };
        QCOMPARE(flags("2^-14*(1-2^-12)"),
                 std::vector<std::string>{"inexact"}); // 1.11…1|11: rounds to 2^-14 with any range
        QCOMPARE(flags("2^-14*(1-2^-11-2^-13)"), (std::vector<std::string>{"inexact", "underflow"}));
        QCOMPARE(flags("2^-24*1.5"), (std::vector<std::string>{"inexact", "underflow"}));
        QCOMPARE(flags("2^-24"), std::vector<std::string>{}); // exact subnormals raise nothing
    }

    void reasons_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::newRow("exact") << "1.5"
                               << "numeric.reason_exact";
        QTest::newRow("tie down") << "2049"
                                  << "numeric.reason_tie_down";
        QTest::newRow("tie up") << "2051"
                                << "numeric.reason_tie_up";
        QTest::newRow("above") << "2051.1"
                               << "numeric.reason_nearer_above";
        QTest::newRow("overflow") << "65520"
                                  << "numeric.reason_overflow";
        QTest::newRow("lost") << "2^-25"
                              << "numeric.reason_lost";
        QTest::newRow("nan") << "nan"
                             << "numeric.reason_nan";
    }
    void reasons() {
        QFETCH(QString, text);
        QFETCH(QString, id);
        QCOMPARE(QString::fromStdString(convert(parse_expression(text.toStdString()), format("fp16")).reason().id), id);
    }

    // Every mode, overflow policy and flush has its own words, in both languages.
    // Half a step is cut off; a draw just below it goes away, and the words must show that it is below.
    void a_draw_is_never_said_to_be_below_itself() {
        RoundingOptions options{Rounding::Stochastic};
        options.random = (std::uint64_t(1) << 63) - 1;
        const auto said =
            text::render(convert(parse_expression("2^-25"), format("fp16"), options).reason(), text::Language::English);
        QVERIFY2(said.find("the draw 0.5 - 5.42e-20 is below that") != std::string::npos, said.c_str());
    }

    void reasons_of_modes_and_policies_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* text, const char* id, const char* mode, const char* policy,
                            const char* reason) {
            QTest::addRow("%s %s %s %s", text, id, mode, policy)
                << QString(text) << QString(id) << QString(mode) << QString(policy)
                << QString("numeric.reason_") + reason;
        };
        row("2049", "fp16", "nearest-away", "", "tie_away");
        row("2^-25", "fp16", "nearest-away", "", "tie_away");
        row("2^-26", "fp16", "nearest-away", "", "lost_below_half");
        row("2^-24*1.9", "fp16", "toward-zero", "", "toward_zero");
        row("2^-24*0.9", "fp16", "toward-zero", "", "toward_zero"); // lost, but by more than a half
        row("2049", "fp16", "up", "", "up_away");
        row("-2049", "fp16", "up", "", "up_toward");
        row("2049", "fp16", "down", "", "down_toward");
        row("-2049", "fp16", "down", "", "down_away");
        row("2049", "fp16", "to-odd", "", "odd_neighbour");
        row("2051", "fp16", "to-odd", "", "odd_already");
        row("2049", "fp16", "stochastic", "", "stochastic_away"); // the draw is 0
        row("70000", "fp16", "toward-zero", "", "overflow_stays");
        row("70000", "fp16", "nearest-even", "saturate", "overflow_saturated");
        row("70000", "fp16", "nearest-even", "", "overflow");
        row("465", "e4m3", "nearest-even", "torch-2.12", "overflow_saturated");
        row("inf", "fp16", "nearest-even", "", "infinity");
        row("inf", "fp16", "nearest-even", "nan", "infinity_nan");
        row("inf", "e4m3", "nearest-even", "", "no_infinity");
        row("inf", "e4m3", "nearest-even", "cuda-satfinite", "infinity_saturated");
        row("-nan", "e4m3", "nearest-even", "cuda-nosat", "nan_sign");
        row("-nan", "e4m3", "nearest-even", "", "nan");
    }
    void reasons_of_modes_and_policies() {
        QFETCH(QString, text);
        QFETCH(QString, id);
        QFETCH(QString, mode);
        QFETCH(QString, policy);
        QFETCH(QString, reason);
        RoundingOptions options;
        options.mode = *find_rounding(mode.toStdString());
        if (!policy.isEmpty()) options.overflow = *find_overflow(policy.toStdString());
        const Conversion result = convert(parse_expression(text.toStdString()), format(id.toStdString()), options);
        QCOMPARE(QString::fromStdString(result.reason().id), reason);
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            const auto said = text::render(result.reason(), language);
            QVERIFY2(said.find('{') == std::string::npos && said.find("numeric.") == std::string::npos, said.c_str());
        }
    }
    void what_is_flushed_says_so() {
        RoundingOptions options;
        options.flush_subnormals = true;
        const Conversion result = convert(parse_expression("2^-20"), format("fp16"), options);
        QCOMPARE(result.reason().id, std::string("numeric.reason_flushed"));
        QCOMPARE(result.flags(), (std::vector<std::string>{"inexact", "underflow"}));
        QVERIFY(*result.error_relative == -1);
    }

    void codes_are_described() {
        const auto said = [](const char* id, Code code) {
            return text::render(describe(format(id), code), text::Language::English);
        };
        QCOMPARE(said("fp32", 1), std::string("subnormal: the exponent stays at -126 and there is no hidden 1"));
        QCOMPARE(said("fp16", 0x7c01),
                 std::string("signalling NaN: not a number, sign +, payload 0x1; arithmetic with it is invalid"));
        QCOMPARE(said("fp16", 0xfe2a), std::string("quiet NaN: not a number, sign -, payload 0x2a"));
        QCOMPARE(said("e4m3", 0x7f), std::string("not a number: the code that fp8 E4M3 keeps for it"));
        QCOMPARE(said("fp16", 0x8000), std::string("minus zero: equal to zero, with the sign kept"));
        const Fields fields = fields_of(format("fp16"), 0x3c01);
        QCOMPARE(fields.sign + " " + fields.exponent + " " + fields.mantissa, std::string("0 01111 0000000001"));
        QCOMPARE(fields.exponent_value, 0);
        QCOMPARE(fields_of(format("fp16"), 1).exponent_value, -14);
        QCOMPARE(fields_of(format("fp16"), 1).significand, std::string("0.0000000001"));
        for (const Rounding mode : all_roundings())
            QVERIFY(text::render(rounding_name(mode), text::Language::Korean) !=
                    text::render(rounding_meaning(mode), text::Language::Korean));
    }

    void the_decision_names_both_neighbours() {
        const Conversion tie = convert(parse_expression("-2049"), format("fp16"));
        QVERIFY(tie.decision->toward == 0xe800 && tie.decision->away == 0xe801);
        QVERIFY(tie.decision->cut == Rational(1) / 2 && !tie.decision->away_overflows);
        const Conversion end = convert(parse_expression("65512"), format("fp16"));
        QVERIFY(end.decision->away_overflows && end.decision->away == 0x7c00 && end.decision->cut == Rational(1) / 4);
        QVERIFY(convert(parse_expression("2^-30"), format("fp16")).decision->toward == 0);
        QVERIFY(convert(parse_expression("448"), format("e4m3")).decision->cut == 0);
        for (const char* text : {"inf", "nan", "0", "65536", "1e-999999999"})
            QVERIFY2(!convert(parse_expression(text), format("fp16")).decision, text);
    }

    void json_has_the_agreed_members() {
        io::JsonWriter writer;
        writer.begin_array();
        for (const char* id : {"fp16", "bf16", "e4m3"})
            write_json(writer, convert(parse_expression("65519.999999"), format(id)));
        writer.end();
        const io::Json json = io::parse_json(writer.text(), "");
        QCOMPARE(json.items().size(), std::size_t(3));
        const auto& fp16 = json.items()[0];
        QStringList names;
        for (const auto& member : fp16.members())
            names << QString::fromStdString(member.name);
        QCOMPARE(names,
                 QStringList({"format", "code", "value", "class", "error_ulp", "error_relative", "flags", "below",
                              "above", "ulp", "rounding", "overflow", "hexadecimal", "fields", "decision", "reason"}));
        QCOMPARE(fp16.at("code").as_string(), std::string("0x7bff"));
        QCOMPARE(fp16.at("value").as_string(), std::string("65504"));
        QCOMPARE(fp16.at("error_ulp").as_real(), -15.999999 / 32);
        QCOMPARE(json.items()[1].at("value").as_string(), std::string("65536"));
        QVERIFY(json.items()[2].at("error_ulp").is_null());
        QCOMPARE(json.items()[2].at("class").as_string(), std::string("nan"));
        QCOMPARE(json.items()[2].at("overflow").as_string(), std::string("nan"));
    }

    void an_infinite_error_is_named() {
        io::JsonWriter writer;
        write_json(writer, convert(parse_expression("-65520"), format("fp16")));
        const io::Json json = io::parse_json(writer.text(), "");
        QCOMPARE(json.at("error_ulp").raw(), std::string("-inf"));
        QVERIFY(json.at("ulp").is_null());
    }

    void hexadecimal_notation() {
        const auto text = [](const char* expression) { return hexadecimal(parse_expression(expression)); };
        QCOMPARE(text("0x1.8p-9"), std::string("0x1.8p-9"));
        QCOMPARE(text("1"), std::string("0x1p+0"));
        QCOMPARE(text("-0"), std::string("-0x0p+0"));
        QCOMPARE(text("fp32:0x3dcccccd"), std::string("0x1.99999ap-4"));
        QCOMPARE(text("65504"), std::string("0x1.ffcp+15"));
    }

    void known_formats_have_their_published_limits_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("max");
        QTest::addColumn<QString>("min_normal");
        QTest::addColumn<QString>("min_subnormal");
        const auto row = [](const char* id, const char* max, const char* normal, const char* subnormal) {
            QTest::newRow(id) << QString(id) << QString(max) << QString(normal) << QString(subnormal);
        };
        row("fp64", "(2-2^-52)*2^1023", "2^-1022", "2^-1074");
        row("fp32", "(2-2^-23)*2^127", "2^-126", "2^-149");
        row("tf32", "(2-2^-10)*2^127", "2^-126", "2^-136");
        row("fp16", "65504", "2^-14", "2^-24");
        row("bf16", "255*2^120", "2^-126", "2^-133");
        row("e4m3", "448", "2^-6", "2^-9");
        row("e5m2", "57344", "2^-14", "2^-16");
        row("e4m3-ieee", "240", "2^-6", "2^-9");
        row("e4m3fnuz", "240", "2^-7", "2^-10");
        row("e5m2fnuz", "57344", "2^-15", "2^-17");
        row("e4m3b11fnuz", "30", "2^-10", "2^-13");
    }
    void known_formats_have_their_published_limits() {
        QFETCH(QString, id);
        QFETCH(QString, max);
        QFETCH(QString, min_normal);
        QFETCH(QString, min_subnormal);
        const FloatFormat f = format(id.toStdString());
        const auto is = [&](const Code& code, const QString& text) {
            return decode(f, code).rational() == parse_expression(text.toStdString()).rational();
        };
        QVERIFY(is(f.max_finite(), max));
        QVERIFY(is(Code(1) << f.mantissa_bits, min_normal));
        QVERIFY(is(Code(1), min_subnormal));
    }

    void custom_formats_stay_within_their_limits() {
        QVERIFY(find_format("e5m10")->bias == 15);
        QVERIFY(find_format("e15m112")->bits() == 128);
        for (const char* bad : {"e16m3", "e5m113", "e1m3", "e5m0", "e5", "m3", "e-5m3", "e5m3x", "fp7", "", "e4m",
                                "em3", "e99999999999m3"})
            QVERIFY2(!find_format(bad), *bad ? bad : "empty");
        QVERIFY_THROWS_EXCEPTION(text::Error, format_or_throw("fp17"));
    }
};

QTEST_GUILESS_MAIN(TestConversion)
#include "test_conversion.moc"

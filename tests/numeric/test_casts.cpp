// Casts one after the other, the stacks' overflow policies beside each other, and what LibTorch's answer is explained
// by.
#include <QTest>

#include "core/io/json.h"
#include "core/numeric/cast_chain.h"
#include "core/numeric/expression.h"
#include "core/numeric/format_names.h"
#include "core/numeric/libtorch_cast.h"
#include "core/numeric/overflow_policies.h"
#include "core/text/catalogue.h"

using namespace ampscope;
using namespace ampscope::numeric;

static std::vector<FloatFormat> formats_of(const QString& ids) {
    std::vector<FloatFormat> formats;
    for (const QString& id : ids.split(','))
        formats.push_back(format_or_throw(id.toStdString()));
    return formats;
}

class TestCasts : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void chains_differ_from_single_casts_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("through");
        QTest::addColumn<int>("lane"); // the first that differs; -1 for none
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* value, const char* through, int lane, const char* verdict) {
            QTest::addRow("%s through %s", value, through)
                << QString(value) << QString(through) << lane << QString(verdict);
        };
        row("0.1", "fp64,fp32,fp16,e4m3", -1, "numeric.chain_same");
        row("1+2^-11+2^-40", "fp64,fp32,fp16", 2, "numeric.chain_tie");
        row("1.00048828125000000001", "fp64,fp16", 1, "numeric.chain_tie");
        row("1+2^-8+2^-40", "fp32,bf16", 1, "numeric.chain_tie");
        row("65519.999999", "fp32,fp16", 1, "numeric.chain_tie"); // 65520 in fp32, and that tie overflows
        row("1e6", "fp16,fp32", 1, "numeric.chain_overflowed");
        row("1e-9", "fp16,fp32", 1, "numeric.chain_lost");
        row("0.1", "e4m3,fp16", 1, "numeric.chain_narrower");
        row("inf", "fp16,fp32", -1, "numeric.chain_same");
    }
    void chains_differ_from_single_casts() {
        QFETCH(QString, value);
        QFETCH(QString, through);
        QFETCH(int, lane);
        QFETCH(QString, verdict);
        const CastChain chain = cast_chain(parse_expression(value.toStdString()), formats_of(through));
        int first = -1;
        for (std::size_t i = 0; i < chain.lanes.size() && first < 0; ++i)
            if (chain.lanes[i].differs()) first = static_cast<int>(i);
        QCOMPARE(first, lane);
        QCOMPARE(chain.differs(), lane >= 0);
        const std::size_t shown = lane >= 0 ? static_cast<std::size_t>(lane) : chain.lanes.size() - 1;
        QCOMPARE(QString::fromStdString(chain.verdict(shown).id), verdict);
        QVERIFY(text::find_entry(chain.verdict(shown).id));
    }

    // To odd first, and any later rounding to a format of two bits less is right: why the mode exists.
    void rounding_to_odd_prevents_double_rounding() {
        RoundingOptions odd;
        odd.mode = Rounding::ToOdd;
        for (const char* value : {"1+2^-11+2^-40", "1+3*2^-11-2^-40", "65519.999999", "2^-25*(1+2^-50)", "0.1"}) {
            const ExactValue exact = parse_expression(value);
            const ExactValue once = convert(exact, format("fp32"), odd).stored;
            QVERIFY2(convert(once, format("fp16")).rounded.code == convert(exact, format("fp16")).rounded.code, value);
        }
    }

    void a_stochastic_chain_repeats() {
        RoundingOptions options;
        options.mode = Rounding::Stochastic;
        options.random = 99;
        const auto formats = formats_of("fp32,fp16,e4m3");
        const auto once = cast_chain(parse_expression("0.3"), formats, options);
        const auto again = cast_chain(parse_expression("0.3"), formats, options);
        for (std::size_t i = 0; i < formats.size(); ++i)
            QVERIFY(once.lanes[i].cast.rounded.code == again.lanes[i].cast.rounded.code);
    }

    void chain_as_json() {
        io::JsonWriter writer;
        write_json(writer, cast_chain(parse_expression("1+2^-11+2^-40"), formats_of("fp32,fp16")), "1+2^-11+2^-40");
        const io::Json json = io::parse_json(writer.text(), "");
        QCOMPARE(json.at("entered").as_string(), std::string("1+2^-11+2^-40"));
        QVERIFY(json.at("differs").as_boolean());
        const auto& lane = json.at("lanes").items()[1];
        QCOMPARE(lane.at("cast").at("code").as_string(), std::string("0x3c00"));
        QCOMPARE(lane.at("direct").at("code").as_string(), std::string("0x3c01"));
        QCOMPARE(lane.at("verdict").as_string(), std::string("numeric.chain_tie"));
    }

    void policies_disagree_where_they_should() {
        const auto rows = policy_table(formats_of("e4m3,e5m2,fp16"), policy_inputs());
        QCOMPARE(rows.size(), policy_inputs().size() * 3);
        const auto find = [&](std::string_view input, std::string_view id) {
            return *std::ranges::find_if(
                rows, [&](const PolicyRow& row) { return row.input == input && row.format.id == id; });
        };
        QVERIFY(find("464", "e4m3").agree);
        for (const char* input : {"465", "1e6", "inf", "-inf", "-nan"})
            QVERIFY2(!find(input, "e4m3").agree, input);
        QVERIFY(find("nan", "e4m3").agree); // one NaN, no sign to drop
        QVERIFY(find("465", "e5m2").agree && !find("61440", "e5m2").agree && !find("65520", "fp16").agree);
        for (const Overflow policy : all_overflows()) {
            QVERIFY(text::find_entry(policy_name(policy).id) && text::find_entry(policy_meaning(policy).id));
            QVERIFY(!policy_source(policy).empty());
        }
    }

    void libtorch_is_explained_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<uint>("theirs");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* value, const char* id, const char* policy, uint theirs, const char* why) {
            QTest::addRow("%s %s %s", value, id, policy)
                << QString(value) << QString(id) << QString(policy) << theirs << QString("numeric.torch_") + why;
        };
        row("0.1", "fp16", "", 0x2e66, "same");
        row("1+2^-11+2^-40", "fp16", "", 0x3c00, "through_fp32");
        row("65519.999999", "fp16", "", 0x7c00, "through_fp32");
        row("2^-25*(1+2^-30)", "fp16", "", 0x0000, "through_fp32");
        row("1+2^-8+2^-40", "bf16", "", 0x3f80, "through_fp32");
        row("1+2^-24+2^-60", "fp32", "", 0x3f800000, "through_fp64");
        row("465", "e4m3", "nan", 0x7e, "policy");
        row("inf", "e4m3", "nan", 0x7e, "policy");
        row("465", "e4m3", "torch-2.12", 0x7f, "policy");
        row("-nan", "e4m3", "cuda-nosat", 0xff, "nan_code");
        row("1", "fp16", "", 0x1234, "unexplained");
    }
    void libtorch_is_explained() {
        QFETCH(QString, value);
        QFETCH(QString, id);
        QFETCH(QString, policy);
        QFETCH(uint, theirs);
        QFETCH(QString, why);
        RoundingOptions options;
        if (!policy.isEmpty()) options.overflow = find_overflow(policy.toStdString());
        const Conversion ours = convert(parse_expression(value.toStdString()), format(id.toStdString()), options);
        const LibTorchCast answer = explain_libtorch(ours, theirs);
        QCOMPARE(QString::fromStdString(answer.why.id), why);
        QCOMPARE(answer.same_code, why == "numeric.torch_same");
        QVERIFY(text::find_entry(answer.why.id));
    }
    void libtorch_rounds_to_nearest_only() {
        RoundingOptions up;
        up.mode = Rounding::Up;
        const Conversion ours = convert(parse_expression("0.1"), format("fp16"), up);
        QCOMPARE(explain_libtorch(ours, 0x2e66).why.id, std::string("numeric.torch_nearest_even"));
        QVERIFY(libtorch_has(format("e4m3")) && !libtorch_has(format("tf32")));
    }

    void formats_have_their_other_names() {
        for (const auto& alias : format_aliases()) {
            QVERIFY2(find_format(alias.name), alias.name.data());
            QCOMPARE(find_format(alias.name)->id, std::string(alias.id));
        }
        QCOMPARE(find_format("E4M3FN")->id, std::string("e4m3"));
        QVERIFY(decode(format("e4m3"), 0x7e).rational() == parse_expression("float8_e4m3fn:0x7e").rational());
        for (const auto& known : known_formats())
            QVERIFY(text::find_entry(format_meaning(known).id));
    }

    void custom_formats_take_a_bias_and_rules() {
        const auto same = [](const char* id, const char* known) {
            FloatFormat custom = *find_format(id), other = format(known);
            custom.id = other.id, custom.name = other.name;
            return custom == other;
        };
        QVERIFY(same("e5m10", "fp16") && same("e5m10b15", "fp16") && same("e4m3b7fn", "e4m3"));
        QVERIFY(same("e4m3b8fnuz", "e4m3fnuz") && same("e5m2b16fnuz", "e5m2fnuz"));
        QCOMPARE(find_format("e3m4")->bias, 3);
        QCOMPARE(find_format("e3m4fnuz")->bias, 4);
        QVERIFY(find_format("e4m3b0") && !find_format("e4m3b16") && !find_format("e4m3b") && !find_format("e4m3x") &&
                !find_format("e4m3b7fnx") && !find_format("e4m3b-1"));
        QCOMPARE(format_meaning(*find_format("e3m4b2fn")).id, std::string("numeric.format_custom"));
    }
};

QTEST_GUILESS_MAIN(TestCasts)
#include "test_casts.moc"

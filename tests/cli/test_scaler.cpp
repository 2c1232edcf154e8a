// `scaler`: the loss scale's path without a model, called in-process.
#include <QTest>

#include "tests/cli/process.h"

using namespace ampscope;

namespace {

Outcome scaler(const QStringList& arguments) {
    return in_process(QStringList{"scaler"} + arguments);
}

io::Json json(const QStringList& arguments) {
    return scaler(arguments + QStringList{"--json"}).json();
}

QStringList column(const io::Json& result, const char* name) {
    QStringList values;
    for (const auto& step : result.at("steps").items()) {
        const io::Json& value = step.at(name);
        values << QString::fromStdString(value.is_string() ? value.as_string() : value.raw());
    }
    return values;
}

} // namespace

class TestScaler : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    // The trace of torch 2.15.0: interval 3, Inf whenever the scale is above 131072.
    void sawtooth() {
        const io::Json result =
            json({"--set", "scaler.growth_interval=3", "--overflow-above", "2^17", "--steps", "11"});
        QCOMPARE(column(result, "scale_after"), QStringList({"65536", "65536", "131072", "131072", "131072", "262144",
                                                             "131072", "131072", "131072", "262144", "131072"}));
        QCOMPARE(column(result, "tracker"), QStringList({"1", "2", "0", "1", "2", "0", "0", "1", "2", "0", "0"}));
        QCOMPARE(column(result, "happened").mid(5, 3), QStringList({"grew", "backed_off", "ran"}));
        QCOMPARE(result.at("skipped").as_integer(), std::int64_t(2));
        QCOMPARE(result.at("final_scale").as_real(), 131072.0);
        QVERIFY(!result.at("stopped").as_boolean());
    }

    void every_policy_says_what_happened_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("events");
        QTest::addColumn<QStringList>("scales");
        QTest::addColumn<QStringList>("happened");
        const QStringList fast = {"--set", "scaler.growth_interval=1"};
        const auto from = [&](const char* scale) {
            return fast + QStringList{"--set", QString("scaler.init_scale=%1").arg(scale)};
        };
        const auto row = [](const char* policy, QStringList arguments, const char* events, QStringList scales,
                            QStringList happened) {
            QTest::newRow(policy) << arguments + QStringList{"--policy", policy} << QString(events) << scales
                                  << happened;
        };
        row("pytorch", from("2"), "g,i,i", {"4", "2", "1"}, {"grew", "backed_off", "backed_off"});
        row("static", from("2"), "g,i", {"2", "2"}, {"ran", "static"});
        row("floor", from("2"), "i*2,g", {"1", "1", "2"}, {"backed_off", "at_minimum", "grew"});
        row("cap", from("4") + QStringList{"--set", "scaler.max_scale=8"}, "g*2,i", {"8", "8", "4"},
            {"grew", "at_maximum", "backed_off"});
        row("hysteresis", from("2"), "i,i,i,g,i", {"2", "1", "1", "2", "2"},
            {"hysteresis", "backed_off", "at_minimum", "grew", "hysteresis"});
        row("apex", from("2^23"), "g,g,i", {"16777216", "16777216", "8388608"}, {"grew", "at_maximum", "backed_off"});
        row("deepspeed", from("2"), "i,g,i,i", {"2", "4", "4", "2"},
            {"hysteresis", "grew", "hysteresis", "backed_off"});
    }
    void every_policy_says_what_happened() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, events);
        const io::Json result = json(arguments + QStringList{"--events", events});
        QCOMPARE(QString::fromStdString(result.at("policy").as_string()), QString(QTest::currentDataTag()));
        QTEST(column(result, "scale_after"), "scales");
        QTEST(column(result, "happened"), "happened");
    }

    // Chinese-LLaMA-Alpaca#534: from 65536 the 17th overflow ends the run.
    void a_policy_that_stops_the_run_answers_no() {
        const Outcome outcome =
            scaler({"--policy", "deepspeed", "--set", "scaler.hysteresis=1", "--events", "i*20", "--json"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("step 16") && outcome.err.contains("minimum of 1"), qPrintable(outcome.err));
        const io::Json result = outcome.json();
        QCOMPARE(result.at("steps").items().size(), std::size_t(17));
        QVERIFY(result.at("stopped").as_boolean());
        QCOMPARE(column(result, "happened").last(), QString("stopped"));
    }

    // pytorch has no floor: at 2^-128 and below 1 / scale is Inf, and what is unscaled is ruined without a skip.
    void a_scale_without_floor_ruins_the_gradients() {
        QCOMPARE(column(json({"--events", "i*143,g"}), "happened").last(), QString("ran"));
        QCOMPARE(column(json({"--events", "i*144,g"}), "happened").last(), QString("ruined"));
        const io::Json zero = json({"--events", "i*166,g*2"});
        QCOMPARE(column(zero, "scale").last(), QString("0"));
        QCOMPARE(column(zero, "happened").last(), QString("ruined"));
    }

    void growth_stays_within_fp32() {
        const io::Json result =
            json({"--set", "scaler.init_scale=2^127", "--set", "scaler.growth_interval=1", "--events", "g"});
        QCOMPARE(column(result, "happened"), QStringList{"at_maximum"});
    }

    void prints_a_table_in_both_languages() {
        const QStringList arguments = {"--policy", "hysteresis", "--events", "g,i"};
        const Outcome english = scaler(arguments), korean = scaler(arguments + QStringList{"--lang", "ko"});
        QCOMPARE(english.status, 0);
        QCOMPARE(english.out.split('\n').at(2), QString("   1  65536        0       65536  skipped; hysteresis bears "
                                                        "it (0 left)"));
        QVERIFY(english.out.contains("policy hysteresis: 1 steps ran, 1 skipped; next scale 65536"));
        QVERIFY2(korean.out.contains("히스테리시스가 참음") && korean.out.contains("다음 스케일"),
                 qPrintable(korean.out));
    }

    void settings_without_effect_are_named() {
        const Outcome outcome = scaler({"--policy", "apex", "--set", "scaler.growth_factor=4", "--events", "g"});
        QVERIFY2(outcome.out.contains("scaler.growth_factor was set, but the apex policy has no use for it"),
                 qPrintable(outcome.out));
        QVERIFY(!scaler({"--set", "scaler.growth_factor=4", "--events", "g"}).out.contains("no use"));
        QCOMPARE(json({"--set", "scaler.enabled=true", "--events", "g"}).at("not_read").items().size(), std::size_t(1));
    }

    void bad_input_has_one_clear_message_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QStringList arguments, const char* message) {
            QTest::newRow(name) << arguments << QString(message);
        };
        row("empty", {"--events", "g,,i"}, "'' is no event");
        row("comma too many", {"--events", "g,"}, "'' is no event");
        row("no number", {"--overflow-above", "nan", "--steps", "3"}, "nan is none");
        row("nothing", {}, "either --events or --overflow-above");
        row("both", {"--events", "g", "--overflow-above", "1", "--steps", "1"}, "either --events or --overflow-above");
        row("event", {"--events", "g,x"}, "'x' is no event");
        row("count", {"--events", "g*0"}, "'g*0' is no event");
        row("sign", {"--events", "i2"}, "'i2' is no event");
        row("many", {"--events", "g*60000,i*60000"}, "100,000");
        row("more", {"--events", "g*999999999999"}, "100,000");
        row("no steps", {"--overflow-above", "1"}, "100,000");
        row("steps alone", {"--events", "g", "--steps", "3"}, "--overflow-above");
        row("limit", {"--overflow-above", "high", "--steps", "3"}, "'high'");
        row("policy", {"--policy", "megatron", "--events", "g"}, "hysteresis, apex, deepspeed");
        row("other field", {"--set", "seed=1", "--events", "g"}, "not a field of the scaler");
        row("unknown field", {"--set", "scaler.floor=1", "--events", "g"}, "there is no field");
        row("no value", {"--set", "scaler.min_scale", "--events", "g"}, "field=value");
        row("floor", {"--policy", "floor", "--set", "scaler.init_scale=0.5", "--events", "g"}, "scaler.min_scale = 1");
    }
    void bad_input_has_one_clear_message() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Outcome outcome = scaler(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestScaler)
#include "test_scaler.moc"

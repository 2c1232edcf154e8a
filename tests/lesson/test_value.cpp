#include "core/lesson/value.h"

#include <QTest>
#include <cmath>

using namespace ampscope;
using namespace ampscope::lesson;
using record::Column;
using record::kMissing;

class TestValue : public QObject {
    Q_OBJECT

    static QString complaint(const QString& text) {
        try {
            Value::parse(text.toStdString());
        } catch (const text::Error& error) {
            return error.kind() == text::ErrorKind::BadInput
                       ? QString::fromStdString(error.text(text::Language::English))
                       : "other kind";
        }
        return "accepted";
    }

    // Steps 0 to 5; the loss is missing at 2, NaN at 4, infinite at 5; skipped at 0, 1 and 5.
    static record::RunRecord example() {
        scenario::Scenario scenario;
        scenario.scaler.growth_interval = 25;
        scenario.scaler.enabled = true;
        record::RunRecord run(scenario, {});
        const double losses[] = {4, 3, kMissing, 2, NAN, INFINITY};
        for (int step = 0; step < 6; ++step) {
            record::Sample sample;
            sample[Column::Step] = step;
            sample[Column::Ran] = step > 1 && step < 5;
            sample[Column::Loss] = losses[step];
            sample[Column::Scale] = 64 >> step;
            run.sample(sample);
        }
        for (const int step : {0, 1, 5})
            run.fact({step, "step_skipped", {}});
        run.fact({6, "finished", {}});
        return run;
    }

    static double evaluated(const char* text) {
        const record::RunRecord run = example();
        return Value::parse(text).evaluate({{"high", &run}});
    }
    static std::vector<std::int64_t> steps(const char* text) {
        const record::RunRecord run = example();
        return Value::parse(text).steps({{"high", &run}});
    }

  private Q_SLOTS:
    void columns() {
        QCOMPARE(evaluated("first(high, loss)"), 4.0);
        QCOMPARE(evaluated("last(high, loss)"), double(INFINITY));
        QCOMPARE(evaluated("last(high, loss, step < 4)"), 2.0); // the missing one is left out
        QCOMPARE(evaluated("min(high, loss, step < 4)"), 2.0);
        QCOMPARE(evaluated("max(high, loss, step<4)"), 4.0);
        QCOMPARE(evaluated("mean(high, loss, step <= 3)"), 3.0);
        QCOMPARE(evaluated("count(high, loss)"), 5.0);
        QCOMPARE(evaluated("count(high, loss, step >= 1 and step != 3 and scale > 2)"), 2.0);
        QCOMPARE(evaluated("any(high, loss, loss = inf)"), 1.0);
        QCOMPARE(evaluated("any(high, loss, loss < -1e3)"), 0.0);
        QCOMPARE(evaluated("count(high, ran, ran = 0)"), 3.0);
    }

    void nan_is_data() {
        for (const char* text :
             {"min(high, loss)", "max(high, loss)", "mean(high, loss)", "last(high, loss, step < 5)"}) {
            QVERIFY2(std::isnan(evaluated(text)), text);
            QVERIFY2(!record::is_missing(evaluated(text)), text);
        }
        // NaN is neither smaller nor greater nor equal, but different; a missing value is nothing of it.
        QCOMPARE(evaluated("count(high, step, loss < 1e9)"), 3.0);
        QCOMPARE(evaluated("count(high, step, loss != 4)"), 4.0);
    }

    void facts() {
        QCOMPARE(evaluated("count(high, step_skipped)"), 3.0);
        QCOMPARE(evaluated("count(high, step_skipped, step < 5)"), 2.0);
        QCOMPARE(evaluated("first(high, step_skipped, step > 0)"), 1.0);
        QCOMPARE(evaluated("last(high, step_skipped)"), 5.0);
        QCOMPARE(evaluated("any(high, loss_nonfinite)"), 0.0);
        QCOMPARE(evaluated("any(high, step_skipped, scale = 32)"), 1.0); // the sample of the fact's step
        QCOMPARE(evaluated("count(high, finished, step = 6)"), 1.0);     // which has no sample
        QCOMPARE(evaluated("count(high, finished, scale > 0)"), 0.0);
        QVERIFY(record::is_missing(evaluated("first(high, loss_nonfinite)")));
    }

    void at_reads_the_scenario_or_a_step() {
        QCOMPARE(evaluated("at(high, scaler.growth_interval)"), 25.0);
        QCOMPARE(evaluated("at(high, growth_interval)"), 25.0);
        QCOMPARE(evaluated("at(high, scaler.enabled)"), 1.0);
        QCOMPARE(evaluated("at(high, lr)"), 0.002); // lr is a column, too: without a condition the field is meant
        QCOMPARE(evaluated("at(high, scale, step >= 2)"), 16.0);
        QVERIFY(record::is_missing(evaluated("at(high, loss, step >= 2)"))); // not the first that was measured
        QVERIFY(record::is_missing(evaluated("at(high, scale, step > 100)")));
        const scenario::Scenario scenario;
        const auto any_run = [&](std::string_view) { return &scenario; };
        const auto no_run = [](std::string_view) { return static_cast<const scenario::Scenario*>(nullptr); };
        QCOMPARE(Value::parse("at(high, init_scale)").planned(any_run), 65536.0);
        QCOMPARE(Value::parse("ratio(at(high, init_scale), at(low, init_scale))").planned(any_run), 1.0);
        QVERIFY(record::is_missing(Value::parse("at(high, init_scale)").planned(no_run)));
        QVERIFY(record::is_missing(Value::parse("count(high, loss)").planned(any_run)));
    }

    void what_is_not_there_is_missing() {
        const record::RunRecord empty;
        for (const char* text : {"first(high, loss)", "max(high, loss)", "mean(high, loss)", "at(high, loss, step = 0)",
                                 "first(high, step_skipped)"}) {
            QVERIFY2(record::is_missing(Value::parse(text).evaluate({{"high", &empty}})), text);
            QVERIFY2(record::is_missing(Value::parse(text).evaluate({})), text);
            QVERIFY2(record::is_missing(Value::parse(text).evaluate({{"high", nullptr}})), text);
            QVERIFY(Value::parse(text).steps({}).empty());
        }
        QCOMPARE(Value::parse("count(high, step_skipped)").evaluate({{"high", &empty}}), 0.0);
        QVERIFY(record::is_missing(Value::parse("count(high, step_skipped)").evaluate({})));
    }

    void steps_are_those_it_looks_at() {
        QCOMPARE(steps("any(high, step_skipped)"), (std::vector<std::int64_t>{0, 1, 5}));
        QCOMPARE(steps("any(high, step_skipped, step > 0)"), (std::vector<std::int64_t>{1, 5}));
        QCOMPARE(steps("min(high, loss, step < 4)"), (std::vector<std::int64_t>{0, 1, 3}));
        QVERIFY(steps("at(high, growth_interval)").empty());
    }

    void equal_values_have_equal_texts() {
        const Value value = Value::parse("  count( high,step_skipped , step<40 and scale>=1e3 ) ");
        QCOMPARE(value.text(), std::string("count(high, step_skipped, step < 40 and scale >= 1000)"));
        QCOMPARE(value.run(), std::string("high"));
        QCOMPARE(value.name(), std::string("step_skipped"));
        QVERIFY(value.function() == Value::Function::Count);
        QCOMPARE(Value::parse(value.text()).text(), value.text());
        QCOMPARE(Value::parse("at(high, growth_interval)").text(), std::string("at(high, scaler.growth_interval)"));
    }

    void computed_numbers_need_no_run() {
        const auto computed = [](const char* text) {
            const Value value = Value::parse(text);
            return value.needs_run() || !value.runs().empty() ? kMissing : value.evaluate({});
        };
        QCOMPARE(computed("to(fp16, 65519)"), 65504.0);
        QCOMPARE(computed("to(fp16, 65520)"), double(INFINITY));
        QCOMPARE(computed("to(bf16, 1.003)"), 1.0);
        QCOMPARE(computed("to(fp16, (1 + 2^-11) * 2)"), 2.0); // brackets inside; a tie goes to even
        QCOMPARE(computed("to(fp16, 2^-25)"), 0.0);
        QCOMPARE(computed("to(e4m3, 449)"), 448.0);
        QCOMPARE(computed("to(fp32, fp16:0x3c01)"), 1 + 1.0 / 1024);
        QVERIFY(std::isnan(computed("to(fp16, inf - inf)")));
        QCOMPARE(computed("ratio(to(fp16, 3), to(fp16, 2))"), 1.5);
        QCOMPARE(computed("difference(to(fp32, 0.5), to(bf16, 0.5))"), 0.0);
        QCOMPARE(Value::parse(" to( FP16,65520 ) ").text(), std::string("to(fp16, 65520)"));
        QVERIFY(!Value::parse("to(fp16, 1)").is_measured() && Value::parse("any(high, loss)").is_measured());
    }

    void two_runs_are_compared() {
        const record::RunRecord high = example(), low = example();
        const Records both = {{"high", &high}, {"low", &low}};
        const auto found = [&](const char* text, const Records& records) {
            return Value::parse(text).evaluate(records);
        };
        QCOMPARE(found("ratio(first(high, loss), last(low, loss, step < 4))", both), 2.0);
        QCOMPARE(found("difference(first(high, loss), last(low, loss, step < 4))", both), 2.0);
        QCOMPARE(found("difference(first(high, loss), to(fp16, 1))", both), 3.0);
        QVERIFY(record::is_missing(found("ratio(first(high, loss), first(low, loss))", {{"high", &high}})));
        const Value value = Value::parse("ratio( first(high,loss),first(low, loss) )");
        QCOMPARE(value.text(), std::string("ratio(first(high, loss), first(low, loss))"));
        QCOMPARE(value.runs(), (std::vector<std::string>{"high", "low"}));
        QVERIFY(value.needs_run() && !value.is_measured() && value.steps(both).empty());
    }

    void equal_compares_bits() {
        const record::RunRecord high = example();
        const auto equal = [&](const record::RunRecord& low, const char* text) {
            return Value::parse(text).evaluate({{"high", &high}, {"low", &low}});
        };
        const auto changed = [&](Column column, double value, std::size_t at) {
            record::RunRecord run(high.scenario(), {});
            for (std::size_t i = 0; i < high.samples().size(); ++i) {
                record::Sample sample = high.samples()[i];
                if (i == at) sample[column] = value;
                run.sample(sample);
            }
            return run;
        };
        QCOMPARE(equal(example(), "equal(high, low, all)"), 1.0); // with its NaN and its gap
        const auto other_loss = changed(Column::Loss, std::nextafter(2.0, 3.0), 3);
        QCOMPARE(equal(other_loss, "equal(high, low, all)"), 0.0);
        QCOMPARE(equal(other_loss, "equal(high, low, loss)"), 0.0);
        QCOMPARE(equal(other_loss, "equal(high, low, scale)"), 1.0);
        QCOMPARE(equal(other_loss, "equal(high, low, loss, step < 3)"), 1.0);
        QCOMPARE(equal(changed(Column::Loss, kMissing, 4), "equal(high, low, loss)"), 0.0); // not measured is not NaN
        QCOMPARE(equal(changed(Column::Loss, -NAN, 4), "equal(high, low, loss)"), 1.0);
        QCOMPARE(equal(changed(Column::Ms, 7, 1), "equal(high, low, all)"), 1.0);    // times never repeat
        QCOMPARE(equal(changed(Column::Step, 9, 5), "equal(high, low, loss)"), 0.0); // other steps
        QVERIFY(record::is_missing(equal(example(), "equal(high, low, loss, step > 100)")));
        QVERIFY(record::is_missing(Value::parse("equal(high, low, loss)").evaluate({{"high", &high}})));
        QCOMPARE(Value::parse("equal(high,low,loss,step<3)").text(), std::string("equal(high, low, loss, step < 3)"));
    }

    void anything_else_is_refused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QString(text) << QString(message);
        };
        row("empty", "", "column 1: the text ends here, where a function such as count was expected");
        row("blank", "   ", "column 4: the text ends here");
        row("function", "sum(high, loss)", "column 1: there is no function 'sum'; known are first, last, min");
        row("no bracket", "count high", "column 7: '(' was expected, 'high' stands here");
        row("unclosed", "count(high, loss", "column 17: the text ends here, where ')' was expected");
        row("no run", "count(, loss)", "column 7: the name of a run was expected, ',' stands here");
        row("run with a path", "count(../x, loss)", "column 7: '..' is no name");
        row("run in capitals", "count(High, loss)", "column 7: 'High' is no name");
        row("no name", "count(high)", "column 11: ',' was expected, ')' stands here");
        row("unknown name", "count(high, los)",
            "column 13: 'los' is neither a column, nor a kind of fact, nor a field");
        row("field", "count(high, growth_interval)",
            "column 13: 'growth_interval' is a field of the scenario; only at");
        row("at a column", "at(high, loss)", "column 10: 'loss' is measured; at needs a condition");
        row("at a fact", "at(high, step_skipped)", "column 10: 'step_skipped' is measured");
        row("ambiguous", "at(high, kind)", "column 10: 'kind' may be model.kind, optimizer.kind");
        row("text field", "at(high, precision)", "column 10: the field 'precision' is no number");
        row("mean of facts", "mean(high, step_skipped)", "column 12: 'step_skipped' is a kind of fact");
        row("fact at condition", "at(high, step_skipped, step = 1)", "column 10: 'step_skipped' is a kind of fact");
        row("condition on a field", "count(high, loss, seed < 3)", "column 19: 'seed' is no column");
        row("no comparison", "count(high, loss, step 3)", "column 24: one of < <= > >= = != was expected, '3' stands");
        row("double equals", "count(high, loss, step == 3)", "column 25: a number was expected, '=' stands here");
        row("no number", "count(high, loss, step < )", "column 26: a number was expected, ')' stands here");
        row("word", "count(high, loss, step < forty)", "column 26: a number was expected, 'forty' stands here");
        row("nan", "count(high, loss, loss = nan)", "column 26: a number was expected, 'nan' stands here");
        row("huge", "count(high, loss, loss < 1e400)", "column 26: 1e400 is beyond the range of a double");
        row("comma number", "count(high, loss, loss < 0,5)", "column 27: ')' was expected, ',' stands here");
        row("no and", "count(high, loss, step < 3 or step > 5)", "column 28: ')' was expected, 'or' stands here");
        row("glued and", "count(high, loss, step < 3and step > 5)", "a number was expected, '3and' stands here");
        row("format", "to(fp17, 1)", "column 4: there is no format 'fp17'");
        row("no expression", "to(fp16, )", "column 10: a value is missing");
        row("bad expression", "to(fp16, 1 + x)", "column 14");
        row("unclosed expression", "to(fp16, (1", "column 12: the text ends here, where ')' was expected");
        row("half a ratio", "ratio(last(high, loss))", "column 23: ',' was expected, ')' stands here");
        row("ratio of ratios", "ratio(ratio(to(fp16, 1), to(fp16, 2)), to(fp16, 1))",
            "column 7: ratio, difference and equal cannot stand inside");
        row("ratio of equal", "ratio(to(fp16, 1), equal(high, low, all))", "column 20: ratio, difference and equal");
        row("equal without column", "equal(high, low)", "column 16: ',' was expected, ')' stands here");
        row("equal of a fact", "equal(high, low, step_skipped)", "column 18: 'step_skipped' is no column");
        row("equal times", "equal(high, low, ms)", "column 18: 'ms' is a time, which no two runs have in common");
        row("nesting", "count(count(high, loss), loss)", "column 12: ',' was expected, '(' stands here");
        row("rest", "count(high, loss) + 1", "column 19: nothing more was expected, '+' stands here");
        row("hangul", "개수(high, loss)", "column 1: a function such as count was expected, '개수' stands here");
        row("after hangul", "count(high, 손실)", "column 13: a column, a kind of fact or a field was expected, '손실'");
    }
    void anything_else_is_refused() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString said = complaint(text);
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    void hostile_texts_are_refused_quickly() {
        QVERIFY(complaint(QString("(").repeated(100000)).contains("column 1"));
        QVERIFY(complaint("count(high, loss, " + QString("step < 1 and ").repeated(20000)).contains("ends here"));
        const QString nul = QString("count(high") + QChar(0) + ", loss)";
        QVERIFY2(complaint(nul).contains("'\\x00' stands here"), qPrintable(complaint(nul)));
    }
};

QTEST_GUILESS_MAIN(TestValue)
#include "test_value.moc"

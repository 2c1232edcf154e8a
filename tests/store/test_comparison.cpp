#include "core/record/store/comparison.h"

#include <QTest>

#include "core/record/store/data_folder.h"
#include "tests/store/records.h"

using namespace ampscope;
using namespace ampscope::record;

class TestComparison : public QObject {
    Q_OBJECT

    static RunRecord with_losses(std::initializer_list<double> losses) {
        RunRecord record(example_scenario(), {});
        int step = 0;
        for (const double loss : losses) {
            Sample sample;
            sample[Column::Step] = step;
            sample[Column::Ran] = step % 2;
            sample[Column::Loss] = loss;
            sample[Column::BytesPeak] = 100 + step;
            sample[Column::Ms] = 20;
            record.sample(sample);
            ++step;
        }
        return record;
    }
    static bool is_nan(double value) { return std::isnan(value) && !is_missing(value); }

  private Q_SLOTS:
    void figures_are_counted_from_the_samples() {
        const RunFigures some = figures(with_losses({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 3}));
        QCOMPARE(some.final_loss, 3.0);
        QCOMPARE(some.min_loss, 2.0);
        QCOMPARE(some.mean_last_10_loss, (10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 3) / 10.0);
        QCOMPARE(some.steps_run, 6.0);
        QCOMPARE(some.steps_skipped, 6.0);
        QCOMPARE(some.steps_per_second, 50.0);
        QCOMPARE(some.peak_bytes, 111.0);
        QCOMPARE(figures(with_losses({4, 2})).mean_last_10_loss, 3.0); // fewer than ten: those that there are
        const RunFigures none = figures(RunRecord{});
        QVERIFY(is_missing(none.final_loss) && is_missing(none.min_loss) && is_missing(none.mean_last_10_loss));
        QVERIFY(is_missing(none.steps_per_second) && is_missing(none.peak_bytes));
        QCOMPARE(none.steps_run + none.steps_skipped, 0.0);
    }

    void a_nan_is_a_result_and_missing_is_none() {
        const RunFigures broken = figures(with_losses({3, 2, NAN}));
        QVERIFY(is_nan(broken.final_loss) && is_nan(broken.mean_last_10_loss));
        QCOMPARE(broken.min_loss, 2.0);
        QVERIFY(is_nan(figures(with_losses({NAN, NAN})).min_loss));
        const RunFigures gaps = figures(with_losses({3, kMissing, 1, kMissing}));
        QCOMPARE(gaps.mean_last_10_loss, 2.0);
        QVERIFY(is_missing(gaps.final_loss));
    }

    void spread_puts_nan_above_everything() {
        const Spread three = spread({3, 1, 2});
        QCOMPARE(three.median, 2.0);
        QCOMPARE(three.least, 1.0);
        QCOMPARE(three.most, 3.0);
        QCOMPARE(spread({1, 2, 3, 10}).median, 2.5);
        QVERIFY(is_nan(spread({1, NAN, 2}).most));
        QCOMPARE(spread({1, NAN, 2}).median, 2.0);
        QVERIFY(is_nan(spread({1, NAN}).median));
        QCOMPARE(spread({INFINITY, NAN, 5}).median, double(INFINITY));
        QCOMPARE(spread({INFINITY, INFINITY}).median, double(INFINITY));
        QCOMPARE(spread({1e308, 1.5e308}).median, 1.25e308); // no overflow on the way
        QCOMPARE(spread({7, kMissing}).least, 7.0);
        QVERIFY(is_missing(spread({}).median) && is_missing(spread({kMissing}).most));
    }

    void a_comparison_lists_what_differs() {
        scenario::Scenario other = example_scenario("another name");
        scenario::set_field(other, "precision", "bf16");
        scenario::set_field(other, "seed", "7");
        const RunRecord a = with_losses({3, 2}), b(other, {}), c = with_losses({1});
        const RunRecord* runs[] = {&a, &b, &c};
        const Comparison comparison = compare(runs);
        QCOMPARE(comparison.fields.size(), std::size_t(3));
        QCOMPARE(comparison.fields[0].path, std::string("precision"));
        QCOMPARE(comparison.fields[0].values, (std::vector<std::string>{"fp16", "bf16", "fp16"}));
        QCOMPARE(comparison.fields[1].path, std::string("scaler.enabled")); // follows from the precision
        QCOMPARE(comparison.fields[2].values, (std::vector<std::string>{"1337", "7", "1337"}));
        QCOMPARE(comparison.figures.size(), std::size_t(3));
        QCOMPARE(comparison.figures[2].final_loss, 1.0);
        QVERIFY(compare({}).fields.empty());
    }

    void a_diff_says_where_each_column_parts() {
        RunRecord a(example_scenario(), {}), b(example_scenario("named otherwise"), {});
        for (int step = 0; step < 20; ++step) {
            Sample sample = example_sample(step);
            a.sample(sample);
            if (step >= 12) sample[Column::Scale] = 1;
            if (step >= 7) sample[Column::Loss] = 0.5;
            sample[Column::Ms] = 1000; // timing is never compared
            b.sample(sample);
        }
        const RecordDiff found = diff(a, b);
        QVERIFY(!found.same());
        QCOMPARE(found.differing, (std::vector<std::string>{"loss", "scale"}));
        QCOMPARE(found.columns.size(), std::size_t(2));
        QCOMPARE(found.columns[0].column, std::string("loss"));
        QCOMPARE(found.columns[0].step, std::int64_t(7));
        QCOMPARE(*found.columns[0].b, 0.5);
        QCOMPARE(found.columns[1].step, std::int64_t(12));
        QVERIFY(found.fields.empty() && !found.fact_step && !found.detail_step);
        QVERIFY(diff(a, a).same()); // NaNs and missing values included
    }

    void a_shorter_record_parts_where_it_ends() {
        const RunRecord a = example_record(20), b = example_record(15, nullptr);
        const RecordDiff found = diff(a, b);
        QCOMPARE(found.columns.size(), found.differing.size() - 2);
        for (const auto& column : found.columns) {
            QCOMPARE(column.step, std::int64_t(15));
            QVERIFY(column.a && !column.b);
        }
        QCOMPARE(*found.fact_step, std::int64_t(15));
        QCOMPARE(*found.detail_step, std::int64_t(15));
    }

    void what_one_run_never_recorded_is_told_apart() {
        RunRecord a(example_scenario(), {}), b(example_scenario(), {});
        for (int step = 0; step < 3; ++step) {
            Sample sample = example_sample(step);
            sample[Column::BytesPeak] = 1e6;
            a.sample(sample);
            sample[Column::BytesPeak] = kMissing;
            b.sample(sample);
        }
        const RecordDiff found = diff(a, b);
        QCOMPARE(found.recorded_by_one, std::vector<std::string>{"bytes_peak"});
        QVERIFY(found.columns.empty() && !found.same());
    }

    void scenario_fields_are_told_but_do_not_decide() {
        scenario::Scenario other = example_scenario();
        other.threads = 2;
        const RecordDiff found = diff(RunRecord(example_scenario(), {}), RunRecord(other, {}));
        QVERIFY(found.same());
        QCOMPARE(found.fields, std::vector<std::string>{"threads"});
    }

    void the_data_folder_follows_the_environment() {
        const QByteArray home = qgetenv("HOME"), data = qgetenv("AMPSCOPE_DATA"), xdg = qgetenv("XDG_DATA_HOME");
        qputenv("AMPSCOPE_DATA", "/somewhere/else");
        QCOMPARE(data_folder(), std::string("/somewhere/else"));
        qunsetenv("AMPSCOPE_DATA");
        qputenv("XDG_DATA_HOME", "/xdg");
        QCOMPARE(data_folder(), std::string("/xdg/ampscope"));
        qputenv("XDG_DATA_HOME", "relative");
        qputenv("HOME", "/h");
        QCOMPARE(data_folder(), std::string("/h/.local/share/ampscope"));
        qunsetenv("HOME");
        QCOMPARE(data_folder(), std::string());
        qputenv("HOME", home);
        data.isNull() ? qunsetenv("AMPSCOPE_DATA") : qputenv("AMPSCOPE_DATA", data);
        xdg.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", xdg);
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "test_comparison.moc"

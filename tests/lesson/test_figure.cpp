// Figures of several runs and relations between them. Expected numbers are worked out by hand.
#include "core/lesson/figure.h"

#include <QTest>
#include <limits>

#include "tests/lesson/made_up_runs.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestFigure : public QObject {
    Q_OBJECT

    static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    static constexpr double kInf = std::numeric_limits<double>::infinity();

    // Two slots of three runs: last losses 1, 3, 2 and 1.5, 2.5, 4; one of one run: 2.
    static Runs three_and_three() {
        Runs runs;
        for (const double last : {1.0, 3.0, 2.0})
            runs.put("a", finished_run({}, {5, last}, 10 * last));
        for (const double last : {1.5, 2.5, 4.0})
            runs.put("b", finished_run({}, {5, last}, 20 * last));
        runs.put("one", finished_run({}, {5, 2}));
        return runs;
    }
    static double figure(const char* text, const Evidence& evidence) {
        return Relation::parse(std::string(text) + " = 0").left.evaluate(evidence);
    }

  private Q_SLOTS:
    void figures_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* text, double expected) { QTest::newRow(text) << QString(text) << expected; };
        row("median(last(a, loss))", 2);
        row("least(last(a, loss))", 1);
        row("most(last(a, loss))", 3);
        row("range(last(a, loss))", 2);
        row("2 * range(last(a, loss))", 4);
        row("-1 * median(last(a, loss))", -2);
        // Run by run: 1 - 1.5, 3 - 2.5, 2 - 4.
        row("median(difference(last(a, loss), last(b, loss)))", -0.5);
        row("size(median(difference(last(a, loss), last(b, loss))))", 0.5);
        row("range(difference(last(a, loss), last(b, loss)))", 2.5);
        row("size(least(difference(last(a, loss), last(b, loss))))", 2);
        // A slot of one run goes with each of the other: 1 - 2, 3 - 2, 2 - 2.
        row("median(difference(last(a, loss), last(one, loss)))", 0);
        row("most(difference(last(a, loss), last(one, loss)))", 1);
        row("range(last(one, loss))", 0);
        row("median(ratio(min(b, ms, step > 0), min(a, ms, step > 0)))", 30.001 / 10.001);
        row("median(to(bf16, 1+2^-9))", 1);
        row("median(count(a, loss, loss > 2))", 1); // 1 in the first, 2 in the second, 1 in the third
    }
    void figures() {
        QFETCH(QString, text);
        QFETCH(double, expected);
        const Runs runs = three_and_three();
        QCOMPARE(figure(qPrintable(text), runs.evidence), expected);
    }

    void what_is_missing_or_nan() {
        Runs runs;
        runs.put("a", finished_run({}, {1, kNan}));
        runs.put("a", finished_run({}, {1, 2}));
        runs.put("a", finished_run({}, {1, 3}));
        const auto holds = [&](const char* text) { return Relation::parse(text).holds(runs.evidence); };
        QCOMPARE(figure("median(last(a, loss))", runs.evidence), 3.0); // NaN counts as the largest
        QCOMPARE(figure("least(last(a, loss))", runs.evidence), 2.0);
        QVERIFY(std::isnan(figure("most(last(a, loss))", runs.evidence)));
        QCOMPARE(holds("most(last(a, loss)) < 9"), std::optional(false));
        QCOMPARE(holds("most(last(a, loss)) >= 9"), std::optional(false));
        QCOMPARE(holds("range(last(a, loss)) < inf"), std::optional(false));
        QCOMPARE(holds("range(last(a, loss)) != 0"), std::optional(true));
        // A column that nobody measured, and a slot without runs.
        QCOMPARE(holds("median(last(a, grad_norm)) < 9"), std::nullopt);
        QCOMPARE(holds("median(last(b, loss)) < 9"), std::nullopt);
        QCOMPARE(holds("median(difference(last(a, loss), last(b, loss))) < 9"), std::nullopt);
        QCOMPARE(Relation::parse("median(last(b, loss)) < 9").distance(runs.evidence), 0.0);
    }

    void comparisons() {
        Runs runs;
        runs.put("a", finished_run({}, {-2, -2}));
        runs.put("zero", finished_run({}, {0, 0}));
        const auto holds = [&](const char* text) { return Relation::parse(text).holds(runs.evidence).value(); };
        QVERIFY(holds("median(last(a, loss)) < -1.5"));
        QVERIFY(holds("-1.5 > median(last(a, loss))"));
        QVERIFY(!holds("median(last(a, loss)) < -2"));
        QVERIFY(holds("median(last(a, loss)) <= -2"));
        QVERIFY(holds("size(median(last(a, loss))) = 2"));
        QVERIFY(holds("median(last(zero, loss)) = 0"));
        QVERIFY(holds("median(last(zero, loss)) >= 0"));
        QVERIFY(!holds("median(last(zero, loss)) > 0"));
        QVERIFY(holds("median(ratio(last(a, loss), last(zero, loss))) < -1e300")); // -inf
    }

    void distances() {
        Runs runs = three_and_three();
        const auto distance = [&](const char* text) { return Relation::parse(text).distance(runs.evidence); };
        QCOMPARE(distance("median(last(a, loss)) < 8"), 4.0);
        QCOMPARE(distance("median(last(a, loss)) > 0.5"), 4.0);
        QCOMPARE(distance("median(last(a, loss)) < 2 * range(last(a, loss))"), 2.0);
        QCOMPARE(distance("median(last(a, loss)) < 2"), 1.0);
        QCOMPARE(distance("median(last(a, loss)) > -1"), kInf);
        QCOMPARE(distance("median(last(a, loss)) > 0"), kInf);
        QCOMPARE(distance("median(any(a, loss_nonfinite)) = 1"), kInf); // yes or no
    }

    void words_say_both_sides() {
        Runs runs = three_and_three();
        const auto words = [&](const char* text, text::Language language) {
            return QString::fromStdString(text::render(Relation::parse(text).words(runs.evidence), language));
        };
        QCOMPARE(words("median(last(a, loss)) < 8", text::Language::English), QString("2 [a: last loss, median] < 8"));
        QCOMPARE(words("median(last(a, loss)) < 8", text::Language::Korean),
                 QString("2 [a의 마지막 손실, 중앙값] < 8"));
        QCOMPARE(words("most(max(a, bytes_peak)) <= 2000000", text::Language::English),
                 QString("1 MB [a: highest peak memory, most of the runs] ≤ 2 MB"));
        QVERIFY(words("median(last(nobody, loss)) < 8", text::Language::English).startsWith("…"));
        QCOMPARE(Relation::parse("median(ratio(min(a, ms), min(b, ms))) < 1").instrument(), std::string("throughput"));
        QCOMPARE(Relation::parse("1 > median(last(a, loss))").instrument(), std::string("loss"));
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char* text, const char* complaint) {
            QTest::newRow(text) << QString(text) << QString(complaint);
        };
        row("", "column 1: the text ends here");
        row("1 < 2", "column 1: a relation needs a figure");
        row("mode(last(a, loss)) < 1", "column 1: 'mode' is no statistic");
        row("median(last(a, loss))", "column 22: the text ends here");
        row("median(last(a, loss)) < ", "column 25: the text ends here");
        row("median(last(a, loss)) < 1 2", "column 27: nothing more was expected");
        row("median(last(a, losses)) < 1", "column 16: 'losses' is neither");
        row("median() < 1", "column 8: ");
        row("median(last(a, loss) < 1", "column 22: ')' was expected");
        row("size(size(median(last(a, loss)))) < 1", "column 6: 'size' is no statistic");
        row("2 * 3 < median(last(a, loss))", "column 5: ");
        row("median(last(a, loss)) < 1e999", "column 25: ");
        row("nan < median(last(a, loss))", "column 1: 'nan' is no statistic");
    }
    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, complaint);
        try {
            static_cast<void>(Relation::parse(text.toStdString()));
            QFAIL("accepted");
        } catch (const text::Error& error) {
            const auto said = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(said.startsWith(complaint), qPrintable(said));
        }
    }
};

QTEST_GUILESS_MAIN(TestFigure)
#include "test_figure.moc"

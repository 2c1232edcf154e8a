// The table of figures: every row has what was asked and a limit. Times themselves are never judged here.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <set>

#include "app/cli/bench.h"
#include "tests/cli/process.h"

using namespace ampscope;
using cli::Asked;
using cli::Figure;
using cli::Measured;

class TestBench : public QObject {
    Q_OBJECT

    static const Figure& figure(std::string_view id) {
        return *std::ranges::find(cli::bench_figures(), id, &Figure::id);
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void every_figure_says_what_was_asked_and_what_limits_it() {
        std::set<std::string> ids;
        for (const auto& each : cli::bench_figures()) {
            QVERIFY2(ids.insert(each.id).second, each.id);
            QVERIFY2(std::string_view(each.id).find('.') != std::string_view::npos, each.id);
            for (const char* text : {each.what, each.unit, each.asked.where, each.limit_is, each.why})
                QVERIFY2(*text != '\0', each.id);
            const bool has_bound = each.asked.relation != Asked::Relation::Reported;
            QVERIFY2(has_bound == (each.asked.bound > 0), each.id);
            QVERIFY2(!each.asked.of_ratio || *each.ratio_is != '\0', each.id);
        }
    }

    void issues_are_covered_data() {
        QTest::addColumn<QString>("where");
        QTest::addColumn<QList<double>>("bounds");
        QTest::newRow("issue 3") << "issue 3" << QList<double>{10, 1.5, 1000, 15};
        QTest::newRow("issue 4") << "issue 4" << QList<double>{1.3, 1.05, 20};
        QTest::newRow("issue 5") << "issue 5" << QList<double>{1.3, 1, 4, 1000};
        QTest::newRow("issue 6") << "issue 6" << QList<double>{1.05, 1.02};
        QTest::newRow("issue 8") << "issue 8" << QList<double>{1000, 100, 99, 1.1, 16};
    }
    void issues_are_covered() {
        QFETCH(QString, where);
        QFETCH(QList<double>, bounds);
        for (const double bound : bounds)
            QVERIFY2(std::ranges::any_of(cli::bench_figures(),
                                         [&](const Figure& each) {
                                             return each.asked.bound == bound &&
                                                    QString(each.asked.where).contains(where);
                                         }),
                     qPrintable(QString::number(bound)));
    }

    void a_bound_holds_for_the_value_or_for_the_ratio() {
        QCOMPARE(cli::is_met(figure("window.first-frame"), {"", 1000, {}, 1}), std::optional(true));
        QCOMPARE(cli::is_met(figure("window.first-frame"), {"", 1001, {}, 1}), std::optional(false));
        QCOMPARE(cli::is_met(figure("window.beats"), {"", 98.9, {}, 100}), std::optional(false));
        QCOMPARE(cli::is_met(figure("python.nano.fp32"), {"", 1, 1.31, 1}), std::optional(true));
        QCOMPARE(cli::is_met(figure("python.nano.fp32"), {"", 2, 1.29, 1}), std::optional(false));
        QCOMPARE(cli::is_met(figure("machine.fp32"), {"", 1, {}, 1}), std::optional<bool>());
    }

    void the_distance_from_the_limit_is_above_one_whichever_is_better() {
        QCOMPARE(cli::times_limit(figure("steps.nano.fp32"), {"", 12, {}, 4}), 3.0);
        QCOMPARE(cli::times_limit(figure("machine.fp32"), {"", 50, {}, 100}), 2.0);
    }

    void rows_come_in_the_order_of_the_table() {
        const cli::BenchReport report{{{"cpu", "a \"quoted\" one"}},
                                      {{"number.tiny", 2, 0.5, 1, "say | what"}, {"steps.nano.fp32", 9, {}, 3}},
                                      {{"python", "none here"}},
                                      true};
        const io::Json json = io::parse_json(cli::bench_json(report), "");
        QCOMPARE(json.at("environment").at("cpu").as_string(), std::string("a \"quoted\" one"));
        const auto& rows = json.at("rows").items();
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].at("id").as_string(), std::string("steps.nano.fp32"));
        QCOMPARE(rows[0].at("times_limit").as_real(), 3.0);
        QVERIFY(rows[0].at("ratio").is_null());
        QVERIFY(rows[0].at("met").as_boolean());
        QCOMPARE(rows[1].at("ratio").as_real(), 0.5);
        QCOMPARE(json.at("left_out").items()[0].at("reason").as_string(), std::string("none here"));
        QVERIFY(json.at("stopped").as_boolean());

        const QStringList lines = QString::fromStdString(cli::bench_markdown(report)).split('\n');
        for (const QString& line : lines)
            if (line.startsWith('|')) QCOMPARE(line.count('|'), 7);
    }

    void rows_of_other_programs_are_read() {
        const auto rows = cli::read_measured(R"({"qt": "6", "rows": [{"id": "window.zoom", "value": 9.5, "limit": 2,
            "remark": "median 3"}, {"id": "python.nano.fp32", "value": 10, "ratio": 1.4}]})");
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].limit, 2.0);
        QVERIFY(!rows[0].ratio);
        QCOMPARE(rows[1].ratio, std::optional(1.4));
        QVERIFY_THROWS_EXCEPTION(text::Error, cli::read_measured("{\"rows\": [{}]}"));
        QVERIFY_THROWS_EXCEPTION(text::Error, cli::read_measured("segmentation fault"));
    }

    void limits_are_those_of_a_machine() {
        const auto limits = cli::measure_limits();
        QVERIFY(limits.gflops > 0 && limits.gflops_bf16 > 0 && limits.copy_gb_s > 0);
        QCOMPARE(limits.ms_of_operations(limits.gflops * 1e9), 1000.0);
        QCOMPARE(limits.ms_of_bytes(limits.copy_gb_s * 1e9), 1000.0);
    }

    void names_are_groups_or_figures() {
        const auto listed = [](const QStringList& names) {
            return in_process(QStringList{"bench", "--list", "--json"} + names).json().items().size();
        };
        QCOMPARE(listed({}), cli::bench_figures().size());
        QCOMPARE(listed({"steps", "number.tiny"}), std::size_t(6));
        for (const auto& each : cli::bench_figures())
            QCOMPARE(listed({each.id}), std::size_t(1));
    }

    void one_document_with_its_surroundings() {
        QTemporaryDir folder;
        const QString file = folder.filePath("figures.json");
        const Outcome outcome =
            in_process({"bench", "number", "--quick", "--json", "--out", file, "--commit", "abc123"});
        QCOMPARE(outcome.status, 0);
        const io::Json json = outcome.json();
        QCOMPARE(io::read_json_file(file.toStdString()).at("rows").items().size(), json.at("rows").items().size());
        for (const char* name :
             {"program", "commit", "date", "cpu", "cores", "memory", "system", "compiler", "build", "threads",
              "multiply-add", "multiply-add in bf16", "memory copy", "load at start", "libtorch", "load at end"})
            QVERIFY2(!json.at("environment").at(name).as_string().empty(), name);
        QCOMPARE(json.at("environment").at("commit").as_string(), std::string("abc123"));
        std::size_t expected = 0;
        for (const auto& each : cli::bench_figures())
            expected += each.group() == "number" ? 1 : 0;
        QCOMPARE(json.at("rows").items().size(), expected);
        for (const auto& row : json.at("rows").items()) {
            QVERIFY(row.at("value").as_real() > 0);
            QVERIFY(row.at("limit").as_real() > 0);
        }
        QVERIFY(!json.at("stopped").as_boolean());
    }

    void what_is_missing_is_said() {
        const Outcome outcome = in_process({"bench", "python", "number.tiny", "--quick", "--json"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json().at("left_out").items()[0].at("group").as_string(), std::string("python"));
        QCOMPARE(in_process({"bench", "python", "--quick"}).status, 3);
        QCOMPARE(in_process({"bench", "python", "--quick", "--peer", "/no/such/python", "script"}).status, 3);
    }

    void an_interrupt_prints_what_is_there() {
        if (!has_engine()) QSKIP("no engine in this build");
        QProcess process;
        process.setReadChannel(QProcess::StandardError);
        process.start(program_path(), {"bench", "arrays", "--json"});
        QByteArray said;
        while (!said.contains("bench: arrays") && process.waitForReadyRead(60'000))
            said += process.readAllStandardError();
        QVERIFY2(said.contains("bench: arrays"), said.constData());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        QVERIFY(io::parse_json(process.readAllStandardOutput().toStdString(), "").at("stopped").as_boolean());
    }

    void bad_calls_are_refused_in_both_languages() {
        QVERIFY(in_process({"bench", "speed", "--lang", "ko"}).err.contains("speed"));
        const Outcome unknown = in_process({"bench", "steps.mega"});
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.err.contains("steps, memory, number"));
        QCOMPARE(in_process({"bench", "number", "--json", "--markdown"}).status, 2);
        QCOMPARE(in_process({"bench", "number", "--out", "/proc/nothing/here.json"}).status, 3);
        QCOMPARE(in_process({"bench", "number", "--peer", "python"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(TestBench)
#include "test_bench.moc"

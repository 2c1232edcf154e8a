#include "core/record/run_record.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/io/file.h"
#include "core/scenario/fields.h"
#include "core/text/catalogue.h"

using namespace ampscope;
using namespace ampscope::record;

class TestRunRecord : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static RunRecord example() {
        scenario::Scenario scenario;
        scenario::set_field(scenario, "name", "예제 \"1\"");
        scenario::set_field(scenario, "precision", "fp16");
        RunRecord record(scenario, {{"ampscope", std::string("0.1.0")}, {"threads", std::int64_t(1)}});
        const double losses[] = {4.1903, NAN, -INFINITY, -0.0, 5e-324, kMissing};
        for (int i = 0; i < 6; ++i) {
            Sample sample;
            sample[Column::Step] = i;
            sample[Column::Ran] = i % 2;
            sample[Column::Loss] = losses[i];
            sample[Column::Scale] = 16777216 >> i;
            sample[Column::GradNorm] = i == 1 ? INFINITY : 0.1 * i;
            sample[Column::Ms] = 10 + i;
            record.sample(sample);
        }
        record.fact({0,
                     "step_skipped",
                     {{"parameter", std::string("blocks.1.ffn.up.weight")}, {"nonfinite", std::int64_t(1312)}}});
        record.fact({0, "scale_changed", {{"from", 16777216.0}, {"to", 8388608.5}, {"why", std::string("found_inf")}}});
        record.fact({1, "loss_nonfinite", {{"value", double(NAN)}}});
        record.fact({5, "finished", {}});
        record.detail({0, GradientHistogram{{-150, {0, 0, 12}, 40, 2157, 3}, 16777216}});
        record.detail({3, UnknownDetail{"from_the_future",
                                        R"({ "step": 3, "kind": "from_the_future", "data": [1, { "x": "nan" }] })"}});
        return record;
    }

  private Q_SLOTS:
    void columns_are_complete() {
        for (std::size_t i = 0; i < kColumnCount; ++i) {
            QCOMPARE(static_cast<std::size_t>(columns()[i].column), i);
            QVERIFY(text::find_entry(columns()[i].meaning().id));
        }
    }

    void reads_back_bit_for_bit() {
        const RunRecord record = example();
        const std::string text = record_text(record);
        const RunRecord back = read_record(io::parse_json(text, ""));
        QCOMPARE(differences(record, back), std::vector<std::string>{});
        QCOMPARE(back.samples().size(), std::size_t(6));
        QVERIFY(std::isnan(back.samples()[1][Column::Loss]) && !is_missing(back.samples()[1][Column::Loss]));
        QVERIFY(std::signbit(back.samples()[3][Column::Loss]));
        QVERIFY(is_missing(back.samples()[5][Column::Loss]));
        QVERIFY(is_missing(back.samples()[0][Column::UnderflowShare]));
        QCOMPARE(back.values(Column::Ms), record.values(Column::Ms));
        QCOMPARE(record_text(back), text);
    }

    void differences_are_named() {
        const RunRecord a = example();
        RunRecord b = example();
        Sample sample;
        sample[Column::Step] = 6;
        b.sample(sample);
        QVERIFY(differences(a, b).size() > 5);
        b = example();
        b.fact({6, "stopped", {}});
        QCOMPARE(differences(a, b), std::vector<std::string>{"facts"});
    }

    void the_summary_counts() {
        const Summary summary = summarize(example());
        QCOMPARE(summary.steps_run, std::int64_t(3));
        QCOMPARE(summary.steps_skipped, std::int64_t(3));
        QCOMPARE(summary.steps_per_second, 1000.0 / 13);
        QVERIFY(is_missing(summarize(RunRecord{}).final_loss));
    }

    void csv_has_one_line_per_step() {
        const QStringList lines = QString::fromStdString(trace_csv(example())).split("\r\n");
        QCOMPARE(lines.size(), 8); // header, six rows, the end
        QVERIFY(lines[0].startsWith("step,ran,loss,scale,grad_norm,"));
        QVERIFY(lines[2].startsWith("1,true,nan,8388608,inf,"));
        QVERIFY(lines[6].startsWith("5,true,,524288,0.5,,")); // missing is empty
    }

    void a_journal_keeps_everything_up_to_the_cut() {
        const RunRecord record = example();
        const std::string path = m_folder.filePath("journal").toStdString();
        {
            Journal journal(path, record.scenario(), record.environment());
            for (const auto& sample : record.samples())
                journal.sample(sample);
            for (const auto& fact : record.facts())
                journal.fact(fact);
            for (const auto& detail : record.details())
                journal.detail(detail);
        }
        QCOMPARE(differences(load_journal(path), record), std::vector<std::string>{});
        // Cut at every length: whole lines survive, nothing crashes, nothing is invented.
        const std::string whole = io::read_file(path);
        for (std::size_t length = 0; length < whole.size(); length += 97) {
            std::ofstream(path, std::ios::binary) << whole.substr(0, length);
            try {
                QVERIFY(load_journal(path).samples().size() <= 6);
            } catch (const text::Error& error) {
                QVERIFY2(length < whole.find('\n') + 1, error.what()); // before the first line was whole
            }
        }
        std::ofstream(path, std::ios::binary)
            << whole.substr(0, whole.find('\n') + 1) + "{\"sample\":\n" + whole.substr(whole.find('\n') + 1);
        try {
            load_journal(path);
            QFAIL("accepted");
        } catch (const text::Error& error) {
            QCOMPARE(error.location().line, 2);
        }
        // Torn, with an end of line behind it: as if it had been cut off.
        std::ofstream(path, std::ios::binary) << whole + std::string(40, '\0') + "\n";
        QCOMPARE(differences(load_journal(path), record), std::vector<std::string>{});
        // Whoever reads records reads journals, whatever they are called.
        QCOMPARE(differences(load_record(path), record), std::vector<std::string>{});
        std::ofstream(path, std::ios::binary) << whole.substr(0, whole.find('\n') + 1);
        QVERIFY(load_record(path).samples().empty());
    }

    void bad_records_are_refused_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "{}";
        QTest::newRow("newer")
            << R"({"schema": 2, "scenario": {}, "environment": {}, "samples": {}, "facts": [], "details": []})";
        QTest::newRow("uneven")
            << R"({"schema": 1, "scenario": {}, "environment": {}, "samples": {"step": [0,1], "loss": [1]}, "facts": [], "details": []})";
        QTest::newRow("cell kind")
            << R"({"schema": 1, "scenario": {}, "environment": {}, "samples": {"step": ["x"]}, "facts": [], "details": []})";
        QTest::newRow("fact kind")
            << R"({"schema": 1, "scenario": {}, "environment": {}, "samples": {}, "facts": [{"step": 0}], "details": []})";
        QTest::newRow("detail")
            << R"({"schema": 1, "scenario": {}, "environment": {}, "samples": {}, "facts": [], "details": [{"step": 0, "kind": "gradient_histogram"}]})";
        QTest::newRow("fact value")
            << R"({"schema": 1, "scenario": {}, "environment": {}, "samples": {}, "facts": [{"step": 0, "kind": "x", "y": []}], "details": []})";
    }
    void bad_records_are_refused() {
        QFETCH(QString, text);
        QVERIFY_THROWS_EXCEPTION(text::Error, read_record(io::parse_json(text.toStdString(), "")));
    }

    void the_newest_histogram_is_found() {
        const RunRecord record = example();
        QVERIFY(record.histogram_at(-1) == nullptr);
        QCOMPARE(record.histogram_at(4)->step, std::int64_t(0));
        QCOMPARE(std::get<GradientHistogram>(record.histogram_at(0)->payload).total(),
                 std::int64_t(12 + 40 + 2157 + 3));
    }
};

QTEST_GUILESS_MAIN(TestRunRecord)
#include "test_run_record.moc"

// `sweep`: what it plans, what it makes of the results, and one that really runs.
#include "app/cli/sweep_plan.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/record/store/run_store.h"
#include "tests/cli/process.h"

using namespace ampscope;
using cli::plan_sweep;
using cli::SweepPlan;
using cli::SweepResult;

namespace {

SweepResult finished(double loss, double skipped) {
    SweepResult result;
    result.state = "finished";
    result.seconds = 1;
    result.figures.mean_last_10_loss = loss;
    result.figures.steps_skipped = skipped;
    return result;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }
    void init() {
        static int number = 0;
        qputenv("AMPSCOPE_DATA", m_folder.filePath(QString("data-%1").arg(number++)).toUtf8());
    }

    void all_combinations_with_one_seed_after_another() {
        const SweepPlan plan = plan_sweep({}, {"precision=fp32,fp16", "scaler.init_scale=2^24,1"}, 2);
        QCOMPARE(plan.combinations.size(), std::size_t(4));
        QCOMPARE(plan.label(0), std::string("precision=fp32, scaler.init_scale=2^24"));
        QCOMPARE(plan.label(3), std::string("precision=fp16, scaler.init_scale=1"));
        QCOMPARE(plan.runs.size(), std::size_t(8));
        for (std::size_t i = 0; i < 8; ++i) {
            QCOMPARE(plan.runs[i].combination, i % 4); // an interrupted sweep still compares
            QCOMPARE(plan.runs[i].scenario.seed, std::int64_t(1337 + i / 4));
        }
        QCOMPARE(plan.runs[6].scenario.scaler.init_scale, 0x1p24);
        QVERIFY(plan.runs[6].scenario.precision == scenario::Precision::Fp16);
    }

    void values_with_commas_are_parted_by_semicolons() {
        const cli::SweepAxis axis = cli::parse_over("optimizer.betas=0.9,0.95;0.8,0.9");
        QCOMPARE(axis.values, (std::vector<std::string>{"0.9,0.95", "0.8,0.9"}));
        const SweepPlan plan = plan_sweep({}, {"optimizer.betas=0.9,0.95;0.8,0.9"}, 1);
        QCOMPARE(plan.runs[1].scenario.optimizer.betas[0], 0.8);
    }

    void names_of_files_are_safe_everywhere() {
        const SweepPlan plan = plan_sweep({}, {"name=a/../b,\"*?|", "optimizer.lr=1e-3"}, 1);
        QCOMPARE(cli::record_file_name(plan, 0), std::string("001-name=a_.._b-optimizer.lr=1e-3-seed=1337.json"));
        for (const char c : cli::record_file_name(plan, 1))
            QVERIFY2(std::strchr("/\\:*?\"<>| ", c) == nullptr, cli::record_file_name(plan, 1).c_str());
        const std::string long_name(500, 'x');
        QVERIFY(cli::record_file_name(plan_sweep({}, {"name=" + long_name + ",y"}, 1), 0).size() < 120);
    }

    void rows_are_median_least_and_most_over_the_finished_seeds() {
        const SweepPlan plan = plan_sweep({}, {"precision=fp32,fp16"}, 3);
        std::vector<SweepResult> results(6);
        results[0] = finished(3, 0), results[2] = finished(1, 0), results[4] = finished(2, 0);
        results[1] = finished(NAN, 4), results[3] = finished(5, 2), results[5].state = "failed";
        const auto rows = cli::summarize_sweep(plan, results);
        QCOMPARE(rows[0].finished, std::int64_t(3));
        QCOMPARE(rows[0].spreads[0].median, 2.0);
        QCOMPARE(rows[0].spreads[0].least, 1.0);
        QCOMPARE(rows[0].spreads[0].most, 3.0);
        QCOMPARE(rows[1].finished, std::int64_t(2));
        QCOMPARE(rows[1].failed, std::int64_t(1));
        QCOMPARE(rows[1].spreads[0].least, 5.0);
        QVERIFY(std::isnan(rows[1].spreads[0].most)); // a run that broke is not left out
        QCOMPARE(rows[1].spreads[1].median, 3.0);
        QVERIFY(record::is_missing(rows[1].spreads[2].median)); // nothing measured
    }

    void files_hold_what_has_begun() {
        const SweepPlan plan = plan_sweep({}, {"name==1+1,b", "optimizer.lr=1e-3"}, 1);
        std::vector<SweepResult> results(2);
        results[0] = finished(-INFINITY, 1);
        results[0].id = "0123abcd";
        const std::string csv = cli::sweep_csv(plan, results);
        QCOMPARE(QString::fromStdString(csv),
                 QString("run,name,optimizer.lr,seed,state,mean_last_10_loss,steps_skipped,steps_per_second,peak_bytes,"
                         "id,file\r\n1,'=1+1,0.001,1337,finished,-inf,1,,,0123abcd,\r\n"));
        const io::Json json = io::parse_json(cli::sweep_json(plan, results), "");
        QCOMPARE(json.at("runs_planned").as_integer(), std::int64_t(2));
        QCOMPARE(json.at("runs").items().size(), std::size_t(1));
        QCOMPARE(json.at("combinations").items().size(), std::size_t(2));
        QCOMPARE(json.at("combinations").items()[0].at("values").at("optimizer.lr").as_real(), 0.001);
        QCOMPARE(json.at("combinations").items()[1].at("finished").as_integer(), std::int64_t(0));
        QVERIFY(json.at("combinations").items()[1].at("mean_last_10_loss").at("median").is_null());
    }

    void bad_input_is_refused_before_anything_runs_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QStringList arguments, const char* message, int status = 2) {
            QTest::newRow(name) << (QStringList{"sweep", "nano"} + arguments) << status << QString(message);
        };
        row("nothing varies", {}, "nothing varies");
        row("field", {"--over", "optimizer.lrr=1,2"}, "did you mean \"optimizer.lr\"");
        row("value", {"--over", "precision=fp32,fp99"}, "fp99 stands here");
        row("range", {"--over", "length.steps=5,0"}, "from 1 to");
        row("no values", {"--over", "precision"}, "field=a,b,c");
        row("no field", {"--over", "=1,2"}, "field=a,b,c");
        row("empty value", {"--over", "optimizer.lr=1e-3,"}, "comma too many");
        row("no value at all", {"--over", "optimizer.lr="}, "empty value");
        row("set and varied", {"--over", "scaler.init_scale=2^24,2^10", "--set", "scaler.init_scale=1"},
            "belong into --over");
        row("the same value", {"--over", "scaler.init_scale=2^24,16777216"}, "16777216 twice");
        row("the same field", {"--over", "seed=1,2", "--over", "seed=3,4"}, "in two --over");
        row("two kinds of seeds", {"--over", "seed=1,2", "--seeds", "2"}, "not from both");
        row("no seeds", {"--seeds", "0"}, "from 1 on");
        row("fewer seeds", {"--over", "precision=fp32,fp16", "--seeds", "-3"}, "from 1 on");
        row("seeds are no number", {"--seeds", "many"}, "many");
        row("too many", {"--over", "precision=fp32,fp16", "--seeds", "251"}, "502 runs");
        row("far too many", {"--seeds", "9000000000000000000"}, "at most 500");
        row("seeds that end", {"--set", "seed=9007199254740991", "--seeds", "2"}, "9007199254740992 stands here");
        row("cannot run", {"--over", "micro_batch_size=8,65536"}, "with micro_batch_size=65536");
        row("set", {"--set", "seed", "--over", "precision=fp32,fp16"}, "field=value");
        row("in Korean", {"--over", "optimizer.lr=,", "--lang", "ko"}, "빈 값이 있습니다");
        row("folder", {"--over", "seed=1,2", "--out", "/proc/nothing/here"}, "cannot be created", 3);
    }
    void bad_input_is_refused_before_anything_runs() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, message);
        const Outcome outcome = in_process(arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(!QDir(qEnvironmentVariable("AMPSCOPE_DATA")).exists());
    }

    void a_sweep_runs_and_is_kept() {
        if (!has_engine()) QSKIP("no LibTorch");
        const QString folder = m_folder.filePath("sweep");
        const Outcome outcome = program({"sweep", "nano", "--set", "length.steps=4", "--over", "precision=fp32,fp16",
                                         "--seeds", "2", "--out", folder});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        for (const char* part : {"runs: 4", "4/4  precision=fp16, seed 1338", "about ", "2/2", "median (least"})
            QVERIFY2(outcome.out.contains(part), qPrintable(outcome.out));
        QFile file(folder + "/sweep.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const io::Json json = io::parse_json(file.readAll().toStdString(), "");
        QCOMPARE(json.at("runs").items().size(), std::size_t(4));
        for (const auto& run : json.at("runs").items()) {
            const QString record = folder + "/" + QString::fromStdString(run.at("file").as_string());
            QCOMPARE(in_process({"runs", "diff", QString::fromStdString(run.at("id").as_string()), record}).status, 0);
        }
        const io::Json& row = json.at("combinations").items()[0].at("mean_last_10_loss");
        QVERIFY(row.at("least").as_real() < row.at("most").as_real());
        QVERIFY(QFile::exists(folder + "/sweep.csv"));
        QCOMPARE(record::RunStore().list().size(), std::size_t(4));

        const Outcome korean =
            program({"sweep", "nano", "--set", "length.steps=2", "--over", "seed=1,2", "--no-store", "--lang", "ko"});
        QVERIFY2(korean.out.contains("실행 2번") && korean.out.contains("손실"), qPrintable(korean.out));
        const Outcome as_json = program({"sweep", "nano", "--set", "length.steps=2", "--over", "seed=1,2", "--json"});
        QCOMPARE(as_json.json().at("runs_planned").as_integer(), std::int64_t(2));
        QCOMPARE(record::RunStore().list().size(), std::size_t(6));
    }

    void ctrl_c_keeps_what_is_there() {
        if (!has_engine()) QSKIP("no LibTorch");
        const QString folder = m_folder.filePath("stopped");
        QProcess process;
        process.start(program_path(), {"sweep", "nano", "--set", "length.steps=20", "--seeds", "200", "--out", folder});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder + "/sweep.json"), 60'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        const QString err = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(err.contains("of 200 runs are done"), qPrintable(err));
        QFile file(folder + "/sweep.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const io::Json json = io::parse_json(file.readAll().toStdString(), "");
        QCOMPARE(json.at("runs").items()[0].at("state").as_string(), std::string("finished"));
        QVERIFY(json.at("runs").items().size() < 200);
        for (const auto& run : json.at("runs").items())
            QVERIFY(QFile::exists(folder + "/" + QString::fromStdString(run.at("file").as_string())));
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "test_sweep.moc"

// Commands called in-process with captured streams; where the process matters, as a process.
#include "app/cli/cli.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <sstream>

#include "core/io/json.h"
#include "core/record/run_record.h"
#include "tests/cli/process.h"

using namespace ampscope;

class TestCli : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void convert_as_json() {
        const Outcome outcome = in_process({"convert", "65519.999999", "--to", "fp16,bf16,e4m3", "--json"});
        QCOMPARE(outcome.status, 0);
        const io::Json json = io::parse_json(outcome.out.toStdString(), "");
        QCOMPARE(json.items().size(), std::size_t(3));
        QCOMPARE(json.items()[0].at("value").as_string(), std::string("65504"));
        QCOMPARE(json.items()[1].at("value").as_string(), std::string("65536"));
        QCOMPARE(json.items()[2].at("value").as_string(), std::string("nan"));
    }

    void convert_takes_modes_policies_and_a_source() {
        QVERIFY(in_process({"convert", "2049", "--to", "fp16", "--rounding", "up"}).out.contains("2050"));
        QVERIFY(in_process({"convert", "1e6", "--to", "e4m3", "--overflow", "saturate"}).out.contains("448"));
        QVERIFY(in_process({"convert", "1+2^-11+2^-40", "--to", "fp16", "--from", "fp32"})
                    .out.contains("0x3c00")); // rounded twice
        QVERIFY(in_process({"convert", "1+2^-11+2^-40", "--to", "fp16"}).out.contains("0x3c01"));
    }

    void negative_values_are_values() {
        for (const char* value : {"-1.5", "-inf", "-(1+2)", "-.5", "-1e-30"})
            QVERIFY2(in_process({"convert", value, "--to", "fp16"}).status == 0, value);
    }

    void bad_input_has_one_clear_message_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QStringList arguments, int status, const char* message) {
            QTest::newRow(name) << arguments << status << QString(message);
        };
        row("tower", {"convert", "2^2^2^2^2", "--to", "fp16"}, 2, "more than 65,536 bits");
        row("format", {"convert", "1", "--to", "fp17"}, 2, "is no format");
        row("rounding", {"convert", "1", "--to", "fp16", "--rounding", "sideways"}, 2, "nearest-even");
        row("overflow", {"convert", "1", "--to", "fp16", "--overflow", "wrap"}, 2, "saturate");
        row("value", {"convert", "1,5", "--to", "fp16"}, 2, "column 2");
        row("no target", {"convert", "1"}, 2, "--to is required");
        row("no command", {}, 2, "subcommand");
        row("unknown command", {"dance"}, 2, "dance");
        row("unknown option", {"formats", "--fast"}, 2, "--fast");
        row("language", {"formats", "--lang", "xx"}, 2, "xx");
        row("device", {"autocast", "--device", "tpu"}, 2, "cuda, cpu, mps");
        row("preset", {"run", "nanoo"}, 2, "the presets are");
        row("field", {"run", "nano", "--set", "scaler.init_scal=3"}, 2, "did you mean \"scaler.init_scale\"");
        row("range", {"run", "nano", "--set", "length.steps=0"}, 2, "length.steps");
        row("set", {"run", "nano", "--set", "seed"}, 2, "field=value");
        row("too much", {"run", "nano", "--set", "micro_batch_size=65536"}, 2, "4,194,304 tokens");
        row("bench", {"bench", "speed"}, 2, "known are");
        row("folder", {"run", "nano", "--out", "/proc/nothing/here"}, 3, "cannot be created");
    }
    void bad_input_has_one_clear_message() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, message);
        const Outcome outcome = in_process(arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
    }

    void an_exponent_beyond_everything_answers_at_once() {
        const Outcome outcome = in_process({"convert", "1e-999999999", "--to", "fp16", "--json"});
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out.contains("\"underflow\""));
    }

    void broken_scenarios_name_line_and_field() {
        const auto with = [&](const char* text) {
            QFile file(m_folder.filePath("s.json"));
            if (file.open(QIODevice::WriteOnly)) file.write(text);
            file.close();
            return in_process({"run", file.fileName()});
        };
        QVERIFY(with("{\n \"seeed\": 1 }").err.contains("s.json:2:2: there is no field \"seeed\""));
        QVERIFY(with("{ \"seed\": ").err.contains("s.json:1:11: the JSON text ends here"));
        QVERIFY(with("{ \"precision\": \"int4\" }").err.contains("\"precision\" takes one of"));
        QCOMPARE(with("{").status, 2);
    }

    void korean_and_english() {
        QVERIFY(in_process({"formats", "--lang", "ko"}).out.contains(QStringLiteral("형식")));
        QVERIFY(in_process({"formats", "--lang", "en"}).out.contains("mantissa"));
        QVERIFY(
            in_process({"convert", "1e6", "--to", "e4m3", "--lang", "ko"}).out.contains(QStringLiteral("448을 넘어")));
    }

    void autocast_lists_rules() {
        QVERIFY(in_process({"autocast", "--op", "softmax"}).out.contains("fp32_set_opt_dtype"));
        QVERIFY(in_process({"autocast", "--op", "softmax", "--device", "cpu"}).out.contains("follow"));
        const io::Json json =
            io::parse_json(in_process({"autocast", "--device", "mps", "--json"}).out.toStdString(), "");
        QVERIFY(json.items().size() > 80);
    }

    void help_names_every_command() {
        const Outcome outcome = in_process({"--help"});
        QCOMPARE(outcome.status, 0);
        for (const char* command : {"formats", "convert", "run", "autocast", "export-pytorch", "lessons", "bench"})
            QVERIFY2(outcome.out.contains(command), command);
    }

    /// How many of something a command takes is said in words and by example, not as "RUN(2x)".
    void help_says_how_many() {
        const QString compare = in_process({"runs", "compare", "--help"}).out,
                      diff = in_process({"runs", "diff", "--help"}).out;
        QVERIFY2(compare.contains("[OPTIONS] RUN RUN [RUN ...]\n") && compare.contains("Two to sixteen runs"),
                 qPrintable(compare));
        QVERIFY2(diff.contains("[OPTIONS] RUN RUN\n") && diff.contains("Two runs"), qPrintable(diff));
        for (const QString& help : {compare, diff, in_process({"bench", "--help"}).out})
            QVERIFY2(!help.contains("2x") && !help.contains(" x 2"), qPrintable(help));
    }

    void export_pytorch_writes_three_files() {
        QCOMPARE(in_process({"export-pytorch", "fp16", "--out", m_folder.filePath("py")}).status, 0);
        QCOMPARE(QDir(m_folder.filePath("py")).entryList(QDir::Files),
                 QStringList({"scenario.json", "text.bin", "train.py"}));
        QVERIFY(in_process({"export-pytorch", "fp16"}).out.contains("scaler.unscale_(optimizer)"));
    }

    void run_writes_a_record_that_reads_back() {
        const QString folder = m_folder.filePath("run");
        const Outcome outcome = program({"run", "nano", "--set", "precision=fp16", "--set",
                                         "scaler.init_scale=16777216", "--set", "length.steps=12", "--out", folder});
        if (outcome.err.contains("scripts/setup")) QSKIP("no LibTorch here");
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const record::RunRecord record = record::load_record((folder + "/record.json").toStdString());
        QCOMPARE(record.samples().size(), std::size_t(12));
        QVERIFY(record::summarize(record).steps_skipped >= 3);
        QVERIFY(QFile::exists(folder + "/trace.csv") && QFile::exists(folder + "/scenario.json"));
        QVERIFY(!QFile::exists(folder + "/journal.jsonl"));
        // The scenario that was written is the one that ran.
        const Outcome again =
            program({"run", folder + "/scenario.json", "--out", m_folder.filePath("again"), "--quiet"});
        QCOMPARE(again.status, 0);
        QCOMPARE(record::differences(record, record::load_record(m_folder.filePath("again/record.json").toStdString())),
                 std::vector<std::string>{});
    }

    void a_nan_loss_is_a_result() {
        const Outcome outcome = program({"run", "fp16-no-scaler", "--set", "optimizer.lr=30", "--set",
                                         "clip.when=never", "--set", "length.steps=20", "--json"});
        if (outcome.err.contains("scripts/setup")) QSKIP("no LibTorch here");
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out.contains("\"nan\""));
    }

    void a_killed_run_leaves_its_journal() {
        const QString folder = m_folder.filePath("killed");
        QProcess process;
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                      {"run", "nano", "--set", "length.steps=100000", "--out", folder, "--quiet"});
        const QString journal = folder + "/journal.jsonl";
        if (!QTest::qWaitFor([&] { return QFile(journal).size() > 20'000 || process.state() == QProcess::NotRunning; },
                             30'000))
            QFAIL("no journal");
        if (process.state() == QProcess::NotRunning) QSKIP("no LibTorch here");
        process.kill();
        process.waitForFinished();
        const record::RunRecord record = record::load_journal(journal.toStdString());
        QVERIFY(record.samples().size() > 10);
        QVERIFY(!record.is_finished());
    }

    void an_interrupted_run_keeps_its_record() {
        const QString folder = m_folder.filePath("interrupted");
        QProcess process;
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                      {"run", "nano", "--set", "length.steps=100000", "--out", folder, "--quiet"});
        if (!QTest::qWaitFor(
                [&] {
                    return QFile(folder + "/journal.jsonl").size() > 5'000 || process.state() == QProcess::NotRunning;
                },
                30'000))
            QFAIL("no journal");
        if (process.state() == QProcess::NotRunning) QSKIP("no LibTorch here");
        process.terminate(); // SIGTERM
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitCode(), 143); // 128 + SIGTERM
        const record::RunRecord record = record::load_record((folder + "/record.json").toStdString());
        QCOMPARE(record.facts_of("stopped").size(), std::size_t(1));
        QVERIFY(QString::fromUtf8(process.readAllStandardError())
                    .contains(QString("stopped at %1 of 100000 steps").arg(record.samples().size())));
    }

    void without_libtorch_numbers_work_and_training_says_what_to_do() {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("AMPSCOPE_ENGINE", "no/such/module");
        QCOMPARE(program({"convert", "1", "--to", "fp16"}, environment).status, 0);
        const Outcome outcome = program({"run", "nano"}, environment);
        QCOMPARE(outcome.status, 3);
        QVERIFY(outcome.err.contains("scripts/setup"));
        QFile broken(m_folder.filePath("broken.so"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("not a library");
        broken.close();
        environment.insert("AMPSCOPE_ENGINE", broken.fileName());
        const Outcome other = program({"run", "nano"}, environment);
        QCOMPARE(other.status, 3);
        QVERIFY(other.err.contains("LibTorch cannot be opened"));
    }

    void the_locale_does_not_change_numbers() {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char* locale : {"de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "ko_KR.UTF-8"}) {
            environment.insert("LC_ALL", locale);
            const Outcome outcome = program({"convert", "0.1", "--to", "fp16", "--lang", "en"}, environment);
            QCOMPARE(outcome.out, in_process({"convert", "0.1", "--to", "fp16", "--lang", "en"}).out);
        }
    }

    void a_full_output_is_an_error() {
        if (!QFile::exists("/dev/full")) QSKIP("/dev/full is not here");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli", {"formats"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 3);
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "test_cli.moc"

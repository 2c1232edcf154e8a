// Command lines, folders and signals as an attacker or an unlucky user would choose them.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sstream>
#include <sys/stat.h>

#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json.h"
#include "core/record/run_record.h"
#include "tests/cli/process.h"
#include "tests/sanitized.h"

using namespace ampscope;

class TestHostile : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(name); }
    static QByteArray content(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void put(const QString& name, const QByteArray& bytes) {
        QFile file(name);
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    }
    // A run that goes on for long, once it has written some steps into its journal. False without LibTorch.
    static bool startLong(QProcess& process, const QString& folder) {
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                      {"run", "nano", "--set", "length.steps=100000", "--out", folder, "--quiet", "--no-store"});
        return QTest::qWaitFor(
                   [&] {
                       return QFile(folder + "/journal.jsonl").size() > 20'000 ||
                              process.state() == QProcess::NotRunning;
                   },
                   60'000) &&
               process.state() == QProcess::Running;
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void wrong_command_lines_are_said_in_one_line_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("english");
        const auto row = [](const char* name, QStringList arguments, const char* english) {
            QTest::newRow(name) << arguments << QString(english);
        };
        row("no command", {}, "a subcommand is missing; there are formats");
        row("unknown command", {"dance"}, "there is no command 'dance'");
        row("unknown below", {"runs", "lst"}, "there is no command 'lst'; there are list");
        row("missing option", {"convert", "1"}, "--to is required");
        row("missing value", {"convert", "--to", "fp16"}, "VALUE is required");
        row("no value", {"run", "nano", "--out"}, "--out needs a value; `ampscope-cli run --help`");
        row("extra", {"formats", "--fast"}, "'--fast' was not expected here");
        row("newline", {"formats", "a\nb\x1b[2J"}, "'a\\nb\\x1b[2J' was not expected here");
        row("language", {"formats", "--lang", "xx"}, "--lang does not take 'xx'; it takes ko, en");
        row("number", {"sweep", "nano", "--seeds", "abc"}, "--seeds does not take 'abc'");
        row("twice", {"convert", "1", "--to", "fp16", "--to", "bf16"}, "--to was given more than once");
        row("comma", {"convert", "1", "--to", ","}, "--to ,: an item between the commas is empty");
        row("comma and option", {"convert", "1", "--to", ",", "--json"}, "an item between the commas is empty");
        row("empty item", {"convert", "1", "--to", "fp16,,bf16"}, "an item between the commas is empty");
        row("empty from", {"convert", "1", "--to", "fp16", "--from", ""}, "--from was given an empty text");
        row("empty overflow", {"convert", "1", "--to", "fp16", "--overflow", ""}, "--overflow was given an empty text");
        row("empty out", {"run", "nano", "--out", ""}, "--out was given an empty text");
        row("op", {"autocast", "--op", "softmx"}, "did you mean softmax");
        row("op and scenario", {"autocast", "nano", "--op", "mm"}, "--op has no effect together with SCENARIO");
        row("device and scenario", {"autocast", "nano", "--device", "cuda"}, "--device has no effect");
        row("set alone", {"autocast", "--set", "seed=1"}, "--set has no effect without a SCENARIO");
        row("no scaler", {"run", "nano", "--set", "scaler.growth_factor=3"},
            "has no effect here; it needs scaler.enabled=true");
        row("column", {"run", "nano", "--columns", "los"}, "there is no column called 'los'");
        row("column of a sweep", {"sweep", "nano", "--seeds", "2", "--columns", "los"}, "no column called 'los'");
        row("too many codes", {"formats", "--codes", "fp16"}, "fp16 has 16 bits");
        row("roofline in fp8", {"advise", "--precision", "fp8"}, "--precision does not take 'fp8'");
        row("no such setting", {"mistakes", "run", "dead-scale", "--set", "scaler.scale=1"}, "scaler.scale");
        row("threads", {"run", "nano", "--set", "threads=1024"},
            "threads=1024 is too many for this machine, which has");
        row("no lessons", {"lessons", "lint", "--folder", m_folder.path()}, "there is no lesson in");
    }
    void wrong_command_lines_are_said_in_one_line() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, english);
        const Outcome outcome = in_process(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(english), qPrintable(outcome.err));
        QVERIFY(outcome.err.startsWith("ampscope-cli: ") && outcome.err.count('\n') == 1);
        QVERIFY(outcome.out.isEmpty());
        if (arguments.contains("xx")) return;
        const Outcome korean = in_process(arguments + QStringList{"--lang", "ko"});
        if (!arguments.isEmpty() && arguments.last() == "--out") return; // takes --lang for its value
        QCOMPARE(korean.status, 2);
        QVERIFY2(korean.err.contains(QStringLiteral("니다")) || korean.err.contains(QStringLiteral("십시오")),
                 qPrintable(korean.err));
    }

    void a_megabyte_of_a_name_is_cut() {
        put(path("long.json"), "{ \"" + QByteArray(1'000'000, 'k') + "\": 1 }");
        const Outcome outcome = in_process({"run", path("long.json")});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.err.size() < 3000);
        const Outcome folder = in_process({"run", "nano", "--no-store", "--out", path(QByteArray(5000, 'd'))});
        QCOMPARE(folder.status, 3);
        QVERIFY2(folder.err.contains("cannot be created") && folder.err.size() < 2000, qPrintable(folder.err));
    }

    void to_takes_one_list() {
        QCOMPARE(in_process({"convert", "--to", "FP16,bf16", "1"}).status, 0);
        QCOMPARE(in_process({"convert", "1", "--to", "fp16"}).out, in_process({"convert", "1", "--to", "Fp16"}).out);
    }

    void both_roundings_are_shown() {
        const QStringList twice{"convert", "1+2^-11+2^-40", "--from", "fp32", "--to", "fp16,bf16"};
        const QString text = in_process(twice).out;
        QVERIFY(text.contains("first, the value in fp32:\nfp32  0x3f801000  1.00048828125"));
        QVERIFY(text.contains("then, that number in fp16:\nfp16  0x3c00  1"));
        const io::Json json = io::parse_json(in_process(twice + QStringList{"--json"}).out.toStdString(), "");
        for (const auto& object : json.items()) {
            QCOMPARE(object.at("from").at("format").as_string(), std::string("fp32"));
            QCOMPARE(object.at("from").at("code").as_string(), std::string("0x3f801000"));
            QCOMPARE(object.at("from").at("value").as_string(), std::string("1.00048828125"));
        }
        const QString plain = in_process({"convert", "1", "--to", "fp16", "--json"}).out;
        QVERIFY(!plain.contains("\"from\""));
    }

    void lists_are_read_as_they_stand_in_a_file() {
        const auto with = [](std::string set) { return cli::scenario_from("nano", {std::move(set)}); };
        QCOMPARE(with("optimizer.betas=[0.9, 0.95]").optimizer.betas[1], 0.95);
        QCOMPARE(with("optimizer.betas=0.8,0.9").optimizer.betas[0], 0.8);
        QVERIFY(with("autocast.fp32_ops=[]").autocast.fp32_ops.empty());
        QCOMPARE(with("autocast.fp32_ops=[\"mm\",\"bmm\"]").autocast.fp32_ops.size(), std::size_t(2));
        for (const char* bad : {"optimizer.betas=[0.9", "optimizer.betas=[0.9]", "autocast.fp32_ops=[1]"})
            QCOMPARE(in_process({"run", "nano", "--set", bad}).status, 2);
    }

    void tables_fit_and_lose_nothing() {
        cli::Table table({"name", "list", "what"});
        std::string list;
        for (int i = 0; i < 100; ++i)
            list.append(i ? " fp32" : "fp32");
        table.add({"a", list, "x"});
        table.add({"b", "fp16", "y"});
        std::ostringstream out;
        table.print(out, 60);
        const QString text = QString::fromStdString(out.str());
        for (const QString& line : text.split('\n'))
            QVERIFY2(line.size() <= 60, qPrintable(line));
        QCOMPARE(text.count("fp32"), qsizetype(100));
        QVERIFY(text.contains("b ") && text.contains('y'));
    }

    void a_pipe_is_no_scenario() {
        QCOMPARE(mkfifo(path("pipe").toLocal8Bit(), 0600), 0);
        const Outcome outcome = in_process({"run", path("pipe")});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.err.contains("a plain file was expected"));
    }

    void what_cannot_be_replaced_is_said_before_any_work() {
        const QString folder = path("special");
        QDir().mkpath(folder);
        QCOMPARE(mkfifo((folder + "/record.json").toLocal8Bit(), 0600), 0);
        const Outcome outcome = in_process({"run", "nano", "--no-store", "--out", folder});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("record.json: this is a device, a pipe"), qPrintable(outcome.err));
        QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
                 QStringList{"record.json"});
    }

    void a_folder_is_written_by_one_run_and_a_killed_one_is_kept() {
        const QString folder = path("shared");
        QProcess first;
        if (!startLong(first, folder)) QSKIP("no LibTorch here");
        QVERIFY(!QFile::exists(folder + "/scenario.json")); // comes with the record it belongs to
        const Outcome second = program({"run", "nano", "--set", "length.steps=2", "--no-store", "--out", folder});
        QCOMPARE(second.status, 3);
        QVERIFY2(second.err.contains("another program is writing"), qPrintable(second.err));
        first.kill();
        QVERIFY(first.waitForFinished());

        const Outcome third = program({"run", "nano", "--set", "length.steps=2", "--no-store", "--out", folder});
        QVERIFY2(third.status == 0, qPrintable(third.err));
        QVERIFY2(third.err.contains("record-recovered.json"), qPrintable(third.err));
        const auto recovered = record::load_record((folder + "/record-recovered.json").toStdString());
        QVERIFY(recovered.samples().size() > 10 && !recovered.is_finished());
        QCOMPARE(recovered.scenario().length.steps, std::int64_t(100'000));
        QCOMPARE(record::load_record((folder + "/record.json").toStdString()).samples().size(), std::size_t(2));
        QVERIFY(!QFile::exists(folder + "/journal.jsonl") && !QFile::exists(folder + "/.ampscope-lock"));
        // A journal that cannot be read is moved aside, never removed.
        put(folder + "/journal.jsonl", "not a journal\n");
        const Outcome fourth = program({"run", "nano", "--set", "length.steps=2", "--no-store", "--out", folder});
        QCOMPARE(fourth.status, 0);
        QCOMPARE(content(folder + "/journal-unreadable.jsonl"), QByteArray("not a journal\n"));
    }

    void a_run_without_a_step_keeps_the_older_record() {
        const QString folder = path("kept");
        const QStringList run{"run", "nano", "--set", "length.steps=2", "--no-store", "--out", folder};
        if (program(run).err.contains("scripts/setup")) QSKIP("no LibTorch here");
        const QByteArray before = content(folder + "/record.json"), scenario = content(folder + "/scenario.json");
        QVERIFY(!before.isEmpty());
        QProcess process; // fails before its first step
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("AMPSCOPE_ENGINE", "no/such/module");
        process.setProcessEnvironment(environment);
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli", run + QStringList{"--set", "seed=7"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(QString::fromUtf8(process.readAllStandardError()).contains("the older record in"));
        QCOMPARE(content(folder + "/record.json"), before);
        QCOMPARE(content(folder + "/scenario.json"), scenario);
    }

    void signals_end_a_run_with_their_number_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void signals_end_a_run_with_their_number() {
        QFETCH(int, number);
        const QString folder = path(QByteArray::number(number));
        QProcess process;
        if (!startLong(process, folder)) QSKIP("no LibTorch here");
        ::kill(static_cast<pid_t>(process.processId()), number);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + number);
        const QString said = QString::fromUtf8(process.readAllStandardError());
        const auto steps = record::load_record((folder + "/record.json").toStdString()).samples().size();
        QVERIFY2(said.contains(QString("stopped at %1 of 100000 steps").arg(steps)), qPrintable(said));
    }

    // Found: with the outputs closed the lock and the journal got their numbers, and warnings went into the journal.
    void closed_outputs_are_not_given_to_files() {
        const QString folder = path("quiet");
        QProcess process;
        process.start("/bin/sh", {"-c", "exec \"$0\" \"$@\" <&- >&- 2>&-", AMPSCOPE_BIN_DIR "/ampscope-cli", "run",
                                  "nano", "--set", "length.steps=100000", "--no-store", "--out", folder});
        const QString journal = folder + "/journal.jsonl";
        QVERIFY(QTest::qWaitFor(
            [&] { return QFile(journal).size() > 20'000 || process.state() == QProcess::NotRunning; }, 60'000));
        if (process.state() == QProcess::NotRunning) QSKIP("no LibTorch here");
        for (const char* number : {"0", "1", "2"})
            QCOMPARE(QFile::symLinkTarget(QString("/proc/%1/fd/%2").arg(process.processId()).arg(number)),
                     QString("/dev/null"));
        process.kill();
        QVERIFY(process.waitForFinished());
        QVERIFY(record::load_journal(journal.toStdString()).samples().size() > 10);
    }

    // As a machine that is suspended and wakes up: time has passed, the run goes on.
    void a_run_that_slept_goes_on() {
        const QString folder = path("slept");
        QProcess process;
        if (!startLong(process, folder)) QSKIP("no LibTorch here");
        const auto process_id = static_cast<pid_t>(process.processId());
        ::kill(process_id, SIGSTOP);
        QTest::qWait(1500); // longer than a journal waits for its disk
        const qint64 before = QFile(folder + "/journal.jsonl").size();
        ::kill(process_id, SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(QFile(folder + "/journal.jsonl").size() > before, 30'000);
        ::kill(process_id, SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        QVERIFY(record::load_record((folder + "/record.json").toStdString()).samples().size() > 10);
    }

    // A drive that is pulled out, here a folder that is removed: an error at the end, not a crash.
    void a_folder_that_goes_is_an_error_of_the_write() {
        const QString folder = path("gone");
        QProcess process;
        if (!startLong(process, folder)) QSKIP("no LibTorch here");
        QVERIFY(QDir(folder).removeRecursively());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 3);
        const QString said = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(said.contains("cannot be written, nothing was changed: there is no such file or folder"),
                 qPrintable(said));
    }

    void little_memory_is_said_data() {
        QTest::addColumn<int>("kilobytes");
        for (const int kilobytes : {200'000, 300'000, 400'000, 450'000, 480'000, 520'000})
            QTest::addRow("%d MB", kilobytes / 1000) << kilobytes;
    }
    // LibTorch needs more than the smallest of these to be opened at all.
    void little_memory_is_said() {
        if (testing::kWatchesAddresses) QSKIP("no limit of the address space in a build with AddressSanitizer");
        QFETCH(int, kilobytes);
        QProcess process;
        process.start(
            "/bin/sh",
            {"-c", QString("ulimit -v %1; exec \"$0\" run nano --set length.steps=2 --no-store --quiet").arg(kilobytes),
             AMPSCOPE_BIN_DIR "/ampscope-cli"});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0 || (process.exitCode() == 3 && said.startsWith("ampscope-cli: ")), said);
        QVERIFY2(kilobytes > 200'000 || process.exitCode() == 3, said);
    }

    void a_file_size_limit_is_an_error_of_the_write() {
        QProcess process;
        const QString folder = path("limited");
        process.start("/bin/sh", {"-c", "ulimit -f 16; exec \"$0\" \"$@\"", AMPSCOPE_BIN_DIR "/ampscope-cli", "run",
                                  "nano", "--set", "length.steps=300", "--no-store", "--quiet", "--out", folder});
        QVERIFY(process.waitForFinished(60'000));
        const QString said = QString::fromUtf8(process.readAllStandardError());
        if (said.contains("scripts/setup")) QSKIP("no LibTorch here");
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 3);
        QVERIFY2(said.contains("journal.jsonl: nothing more can be written") &&
                     said.contains("record.json: cannot be written, nothing was changed"),
                 qPrintable(said));
        QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden), QStringList{"journal.jsonl"});
    }
};

QTEST_GUILESS_MAIN(TestHostile)
#include "test_hostile.moc"

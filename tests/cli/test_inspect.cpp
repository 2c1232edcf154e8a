// `inspect` and `diagnose`, called in-process.
#include <QTest>
#include <cmath>
#include <csignal>

#include "app/cli/tensor_reading.h"
#include "tests/cli/process.h"
#include "tests/sanitized.h"
#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;

class TestInspect : public QObject {
    Q_OBJECT
    Folder m_folder;

    QString file(const QString& name, const QByteArray& content) {
        return QString::fromStdString(m_folder.write(name, content));
    }
    QString two_tensors() {
        return file("x.safetensors", safetensors("{\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
                                                 "\"b\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[16,18]}}",
                                                 bytes<float>({1e-9f, 0.5f, 70000, 0}) + QByteArray("\x00\x7e", 2)));
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void tables_in_both_languages() {
        const Outcome english = in_process({"inspect", two_tensors()});
        QCOMPARE(english.status, 0);
        QVERIFY2(english.out.contains("safetensors, tensors: 2, elements: 5") &&
                     english.out.contains("computed exactly"),
                 qPrintable(english.out));
        QVERIFY(english.out.contains("[1, 0]")); // 70000
        QVERIFY(english.out.contains("1 inf/NaN"));
        const Outcome korean = in_process({"inspect", two_tensors(), "--lang", "ko"});
        QVERIFY(korean.out.contains("알맞은 스케일"));
    }

    void json_has_it_all() {
        const io::Json result = in_process({"inspect", two_tensors(), "--json", "--formats", "fp16,bf16"}).json();
        QCOMPARE(result.at("tensors").items().size(), std::size_t(2));
        const auto& a = result.at("tensors").items()[0];
        QCOMPARE(a.at("name").as_string(), std::string("a"));
        const auto& fp16 = a.at("formats").items()[0];
        QCOMPARE(fp16.at("lost").as_integer(), std::int64_t(1));
        QCOMPARE(fp16.at("overflowed").as_integer(), std::int64_t(1));
        QCOMPARE(fp16.at("best_log2_scale").as_integer(), std::int64_t(-1));
        QCOMPARE(a.at("largest").items()[0].at("index").items()[0].as_integer(), std::int64_t(1));
        QCOMPARE(result.at("all").at("nan").as_integer(), std::int64_t(1));
    }

    void scale_and_tensor() {
        const io::Json result =
            in_process({"inspect", two_tensors(), "--tensor", "a", "--scale", "2^-1", "--formats", "fp16", "--json"})
                .json();
        QCOMPARE(result.at("tensors").items().size(), std::size_t(1));
        QCOMPARE(result.at("all").at("formats").items()[0].at("overflowed").as_integer(), std::int64_t(0));
        const Outcome unknown = in_process({"inspect", two_tensors(), "--tensor", "c"});
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.err.contains("there is no tensor 'c'; there are a, b"));
    }

    void bad_files_and_bad_options() {
        const Outcome bad = in_process({"inspect", file("x.npy", "hello")});
        QCOMPARE(bad.status, 2);
        QVERIFY2(bad.err.contains("x.npy: byte 0: a .npy begins with"), qPrintable(bad.err));
        QCOMPARE(bad.out, QString());
        const QString raw = file("raw.npy", npy(npyHeader("<V2", "(1,)"), QByteArray("\xc0\x3f", 2)));
        QVERIFY(in_process({"inspect", raw}).err.contains("--dtype"));
        QCOMPARE(in_process({"inspect", raw, "--dtype", "bf16", "--json"}).json().at("all").at("max").as_real(), 1.5);
        QVERIFY(in_process({"inspect", raw, "--dtype", "nothing"}).err.contains("'nothing' is no element type"));
        const QString comma = file("x.csv", "a;b\n1;0,5\n");
        QVERIFY(in_process({"inspect", comma}).err.contains("--decimal comma"));
        QCOMPARE(in_process({"inspect", comma, "--decimal", "comma"}).status, 0);
        for (const char* scale : {"0", "-1", "inf", "nan", "x"})
            QCOMPARE(in_process({"inspect", raw, "--dtype", "bf16", "--scale", scale}).status, 2);
        QCOMPARE(in_process({"inspect", raw, "--dtype", "bf16", "--formats", "fp64"}).status, 2);
        QCOMPARE(in_process({"inspect", "no-such-file.npy"}).status, 2);
    }

    void empty_tensors() {
        QCOMPARE(in_process({"inspect", file("e.npy", npy(npyHeader("<f4", "(0, 5)"), {}))}).status, 0);
        QCOMPARE(in_process({"inspect", file("e.safetensors", safetensors("{}"))}).status, 0);
    }

    // Control characters, a letter that turns the direction of writing, and a name of a megabyte.
    void strange_names_are_escaped_and_cut() {
        const QByteArray strange = "\\u202egnp.\\u001b[2J\\u009b\\n<b>" + QByteArray(1'000'000, 'n');
        const QString path =
            file("strange.safetensors",
                 safetensors("{\"" + strange +
                                 "\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[0,2]},"
                                 "\"" +
                                 strange + "2\":{\"dtype\":\"C64\",\"shape\":[0],\"data_offsets\":[2,2]}}",
                             QByteArray("\x00\x3c", 2)));
        for (const QStringList& line : {QStringList{"inspect", path},
                                        {"inspect", path, "--lang", "ko"},
                                        {"diagnose", path},
                                        {"inspect", path, "--tensor", "no\x1b[2J"}}) {
            const Outcome outcome = in_process(line);
            const QString said = outcome.out + outcome.err;
            QVERIFY2(said.size() < 10'000, qPrintable(QString::number(said.size())));
            for (const QChar c : said)
                QVERIFY2(c == '\n' || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format),
                         qPrintable(QString::number(c.unicode(), 16)));
        }
        QVERIFY(in_process({"inspect", path}).out.contains("\\u202egnp.\\x1b[2J\\x9b\\n<b>"));
        // Data stay data: JSON has the whole name, in letters that do nothing to a terminal.
        const Outcome data = in_process({"inspect", path, "--json"});
        for (const QChar c : data.out)
            QVERIFY(c == '\n' || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format));
        const io::Json json = data.json();
        QVERIFY(json.at("tensors").items()[0].at("name").as_string().starts_with("\u202egnp.\x1b[2J\u009b\n<b>"));
    }

    void types_that_are_only_known_are_named() {
        const QString path =
            file("known.safetensors", safetensors("{\"a\":{\"dtype\":\"F4\",\"shape\":[2],\"data_offsets\":[0,1]},"
                                                  "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}",
                                                  "xy"));
        const Outcome both = in_process({"inspect", path});
        QCOMPARE(both.status, 0);
        QVERIFY2(both.out.contains("tensor 'a' of type F4 is known, but not read"), qPrintable(both.out));
        const Outcome alone = in_process({"inspect", path, "--tensor", "a"});
        QCOMPARE(alone.status, 2);
        QVERIFY2(alone.err.contains("tensor 'a' is of type F4: a known type"), qPrintable(alone.err));
        QCOMPARE(alone.out, QString());
    }

    void only_nan_and_infinity() {
        const QString path = file("nan.npy", npy(npyHeader("<f4", "(3,)"), bytes<float>({NAN, INFINITY, -INFINITY})));
        const Outcome outcome = in_process({"inspect", path});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("3 inf/NaN") && outcome.out.contains("first elements that are Inf or NaN"),
                 qPrintable(outcome.out));
        const io::Json all = in_process({"inspect", path, "--json"}).json().at("all");
        QCOMPARE(all.at("nan").as_integer(), std::int64_t(1));
        QCOMPARE(all.at("infinite").as_integer(), std::int64_t(2));
    }

    void fifty_thousand_tensors() {
        const QString path = file("many.safetensors", manyTensors(50'000));
        const Outcome outcome = in_process({"inspect", path});
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out.contains("safetensors, tensors: 50000, elements: 50,000"));
        QVERIFY(outcome.out.contains("layers.49999.weight"));
        const Outcome unknown = in_process({"inspect", path, "--tensor", "no"});
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.err.contains("there is no tensor 'no'") && unknown.err.size() < 2000);
    }

    // A file of 200 bytes that claims terabytes, in a process that may have half a gigabyte.
    void a_claim_is_refused_where_memory_is_short() {
        if (testing::kWatchesAddresses) QSKIP("no limit of the address space in a build with AddressSanitizer");
        for (const QString& path :
             {file("claim.npy", npy(npyHeader("<f4", "(1000000000000,)"), "1234")),
              file("claim2.npy", QByteArray("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14)),
              file("claim.safetensors", safetensors("{\"a\":{\"dtype\":\"F32\",\"shape\":[1000000000000],"
                                                    "\"data_offsets\":[0,4000000000000]}}"))}) {
            QProcess process;
            process.start("/bin/sh", {"-c", "ulimit -v 500000; exec \"$0\" \"$@\"", program_path(), "inspect", path});
            QVERIFY(process.waitForFinished(60'000));
            const QString said = QString::fromUtf8(process.readAllStandardError());
            QVERIFY2(process.exitCode() == 2 && said.contains(": byte "), qPrintable(said));
        }
    }

    // Five million rows: a line each second says how far it is, and Ctrl+C ends it.
    void a_long_reading_is_ended_by_ctrl_c() {
        const QString path = file("long.csv", QByteArray("1,2\n").repeated(5'000'000));
        QProcess process;
        process.start(program_path(), {"inspect", path});
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardError()).contains("reading: ") ||
                                     process.state() == QProcess::NotRunning,
                                 100'000);
        if (process.state() == QProcess::Running) { // else this machine reads it within a second
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            QVERIFY(process.waitForFinished(20'000));
            said += process.readAllStandardError();
            if (process.exitCode() != 0) { // it may have been at its end
                QCOMPARE(process.exitCode(), 128 + SIGINT);
                QVERIFY2(said.contains("long.csv: reading was stopped"), said.constData());
                QCOMPARE(process.readAllStandardOutput(), QByteArray());
            }
        }
    }
    void a_signal_stops_at_the_next_block() {
        const QString path = file("blocks.csv", QByteArray("1,2\n").repeated(1'000'000));
        std::ostringstream out, err;
        cli::Context context{out, err, text::Language::English, false, nullptr};
        const auto status = cli::read_with_progress(context, [&](const cli::Reading& reading) {
            std::raise(SIGINT);
            tensorfile::OpenOptions options;
            options.stop = reading.stop;
            options.progress = reading.progress;
            (void)tensorfile::open_tensor_file(path.toStdString(), options);
        });
        QCOMPARE(status.value_or(0), 128 + SIGINT);
        QVERIFY2(err.str().find("blocks.csv: reading was stopped") != std::string::npos, err.str().c_str());
        // What is done is done, and other errors go on.
        QVERIFY(!cli::read_with_progress(context, [](const cli::Reading&) {}));
        QVERIFY_THROWS_EXCEPTION(text::Error, (void)cli::read_with_progress(context, [](const cli::Reading&) {
                                     throw text::bad_input("tensorfile.csv_empty");
                                 }));
    }

    // What inspect can be told to read, diagnose can be told, too.
    void findings_about_raw_elements_and_tables() {
        const QString raw = file("raw.npy", npy(npyHeader("<V2", "(1,)"), QByteArray("\x80\x7f", 2))); // bf16 inf
        const Outcome unsaid = in_process({"diagnose", raw});
        QCOMPARE(unsaid.status, 2);
        QVERIFY(unsaid.err.contains("--dtype, one of bf16, fp16"));
        const Outcome said = in_process({"diagnose", raw, "--dtype", "bf16"});
        QCOMPARE(said.status, 1);
        QVERIFY2(said.out.contains("1 elements in 1 tensors are Inf or NaN"), qPrintable(said.out));
        QCOMPARE(in_process({"diagnose", file("comma.csv", "a;b\n1;0,5\n"), "--decimal", "comma"}).status, 0);
        QCOMPARE(in_process({"diagnose", file("numbers.csv", "1,2\n3,inf\n")}).status, 1);
        QVERIFY(in_process({"diagnose", file("bad.csv", "1,2\n3\n")}).err.contains("bad.csv:2:1: the first row has 2"));
    }

    void a_log_with_a_problem() {
        const QString log = file("log.txt", "step 1 loss 3.1\nstep 2 loss nan\nstep 3 loss nan\n");
        const Outcome outcome = in_process({"diagnose", log});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.contains("problem: the loss is nan from step 2 on") &&
                     outcome.out.contains("line 2: step 2"),
                 qPrintable(outcome.out));
        const io::Json json = in_process({"diagnose", log, "--json"}).json();
        QCOMPARE(json.at("findings").items()[0].at("id").as_string(), std::string("loss-not-finite"));
        QVERIFY(in_process({"diagnose", log, "--lang", "ko"}).out.contains("문제: 스텝 2부터 손실이 nan"));
    }

    void a_log_without_and_what_is_none() {
        QCOMPARE(in_process({"diagnose", file("log.txt", "step 1 loss 3.1\nstep 2 loss 3.0\n")}).status, 0);
        const Outcome none = in_process({"diagnose", file("log.txt", "hello\n")});
        QCOMPARE(none.status, 2);
        QVERIFY(none.err.contains("none of the 1 lines names a loss"));
        const Outcome pickle = in_process({"diagnose", file("model.pt", QByteArray("PK\3\4....", 8))});
        QCOMPARE(pickle.status, 2);
        QVERIFY(pickle.err.contains("save_file(torch.load("));
    }

    void a_checkpoint() {
        const Outcome outcome = in_process({"diagnose", two_tensors()});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.contains("1 elements in 1 tensors are Inf or NaN"), qPrintable(outcome.out));
        QCOMPARE(in_process({"diagnose", two_tensors(), "--lr", "-1"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(TestInspect)
#include "test_inspect.moc"

// `inspect` and `diagnose`, called in-process.
#include <QTest>

#include "tests/cli/process.h"
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

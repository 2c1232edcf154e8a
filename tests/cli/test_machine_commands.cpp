// This machine measured from the command line, kept, and used by `devices` and `advise`.
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/process.h"

using namespace ampscope;

class TestMachineCommands : public QObject {
    Q_OBJECT

    QTemporaryDir m_data;
    QProcessEnvironment environment() const {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("AMPSCOPE_DATA", m_data.filePath("data"));
        environment.insert("LC_ALL", "C");
        return environment;
    }

  private Q_SLOTS:
    void only_this_machine_can_be_measured() {
        const Outcome other = in_process({"devices", "t4", "--measure"});
        QCOMPARE(other.status, 2);
        QVERIFY2(other.err.contains("t4") && other.err.contains("this"), qPrintable(other.err));
        QCOMPARE(in_process({"devices", "--measure"}).status, 2);
        const Outcome korean = in_process({"devices", "t4", "--measure", "--lang", "ko"});
        QVERIFY(korean.err.contains("이 기기"));
    }

    void nothing_measured_says_how() {
        const Outcome card = program({"devices", "this"}, environment());
        QCOMPARE(card.status, 0);
        QVERIFY2(card.out.contains("--measure"), qPrintable(card.out));
        QVERIFY(program({"devices", "this", "--json"}, environment()).json().at("measured").is_null());
    }

    void what_is_measured_is_kept_and_used() {
        if (!has_engine()) QSKIP("no LibTorch");
        const Outcome none = program({"devices", "this", "--measure", "--threads", "0"}, environment());
        QCOMPARE(none.status, 2);
        QVERIFY2(none.err.contains("threads=0"), qPrintable(none.err));

        const Outcome measured = program({"devices", "this", "--measure", "--json"}, environment());
        QVERIFY2(measured.status == 0, qPrintable(measured.err));
        const io::Json now = measured.json();
        QVERIFY(measured.err.contains("fp32 64"));
        double best = 0;
        for (const auto& product : now.at("measured").at("products").items())
            if (product.at("format").as_string() == "fp32") {
                QCOMPARE(product.at("ratio_to_fp32").as_real(), 1.0);
                best = std::max(best, product.at("gflops").as_real());
            }
        QVERIFY(best > 0);
        const auto& fp32 = now.at("support").at("fp32");
        QCOMPARE(fp32.at("basis").as_string(), std::string("measured"));
        QVERIFY(std::fabs(fp32.at("tflops").as_real() - best / 1e3) < 1e-12);
        QCOMPARE(now.at("measured").at("steps").items().size(), std::size_t(6));
        for (const auto& step : now.at("measured").at("steps").items())
            QVERIFY(step.at("predicted_ms").as_real() > 0);

        // Another process finds it: the same numbers, without measuring.
        const Outcome later = program({"devices", "this", "--json"}, environment());
        QCOMPARE(later.out, measured.out);
        QVERIFY(later.err.isEmpty());
        const Outcome card = program({"devices", "this"}, environment());
        for (const char* said : {"measured here", "LibTorch 2.", "fp16-native", "predicted", "micro"})
            QVERIFY2(card.out.contains(said), said);
        const io::Json advice =
            program({"advise", "--model", "micro", "--device", "this", "--json"}, environment()).json();
        bool found = false;
        for (const auto& time : advice.items()[0].at("step_times").items())
            if (time.at("format").as_string() == "fp32") {
                QCOMPARE(time.at("basis").as_string(), std::string("measured"));
                QVERIFY(std::fabs(time.at("tflops").as_real() - best / 1e3) < 1e-12);
                found = true;
            }
        QVERIFY(found);
    }

    void a_read_only_folder_is_said() {
        if (!has_engine()) QSKIP("no LibTorch");
        QFile file(m_data.filePath("plain"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        auto here = environment();
        here.insert("AMPSCOPE_DATA", m_data.filePath("plain")); // a file where a folder should be
        const Outcome measured = program({"devices", "this", "--measure"}, here);
        QCOMPARE(measured.status, 0); // measured all the same
        QVERIFY2(measured.err.contains("could not be kept"), qPrintable(measured.err));
    }
};

QTEST_GUILESS_MAIN(TestMachineCommands)
#include "test_machine_commands.moc"

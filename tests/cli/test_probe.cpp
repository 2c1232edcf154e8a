// `probe`: what stands inside one step. And `mistakes`: the code and the verdict.
#include <QTemporaryDir>
#include <QTest>

#include "core/record/run_record.h"
#include "tests/cli/process.h"

using namespace ampscope;

class TestProbe : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    static io::Json json(QStringList arguments) {
        const Outcome outcome = program(arguments << "--json");
        if (outcome.status != 0) qWarning("%d %s", outcome.status, qPrintable(outcome.err));
        return outcome.json();
    }
    static QStringList probe(const QStringList& more) {
        return QStringList{"probe", "overflow", "--set", "sequence_length=16", "--set", "length.steps=12"} + more;
    }
    static std::vector<std::string> kinds_in(const io::Json& report) {
        std::vector<std::string> kinds;
        for (const auto& detail : report.at("details").items())
            kinds.push_back(detail.at("kind").as_string());
        return kinds;
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void bad_input_is_named_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        QTest::newRow("beyond the end") << QStringList{"--step", "12"} << "from 0 to 11";
        QTest::newRow("negative") << QStringList{"--step", "-1"} << "--step -1";
        QTest::newRow("unknown kind") << QStringList{"--what", "ops,colours"} << "'colours'";
        QTest::newRow("empty kind") << QStringList{"--what", "ops,"} << "--what";
        QTest::newRow("not a number") << QStringList{"--step", "soon"} << "--step";
        QTest::newRow("setting") << QStringList{"--set", "no.such=1"} << "no.such";
    }
    void bad_input_is_named() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const Outcome outcome = in_process(probe(arguments));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
        QCOMPARE(outcome.out, QString());
        const Outcome korean = in_process(probe(arguments) << "--lang"
                                                           << "ko");
        QVERIFY2(korean.status == 2 && korean.err != outcome.err, qPrintable(korean.err));
    }

    void every_kind_by_its_name_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QStringList>("kinds");
        QTest::newRow("memory, layers") << "memory,layers"
                                        << QStringList{"saved_tensors", "memory_timeline", "layers", "parameters"};
        QTest::newRow("nonfinite") << "nonfinite" << QStringList{"first_nonfinite"};
        QTest::newRow("shadow, ops") << "shadow,ops" << QStringList{"ops", "shadow_error"};
    }
    void every_kind_by_its_name() {
        if (!has_engine()) QSKIP("no LibTorch here");
        QFETCH(QString, what);
        QFETCH(QStringList, kinds);
        const io::Json report = json(probe({"--what", what}));
        auto found = kinds_in(report);
        std::ranges::sort(found);
        std::vector<std::string> expected;
        for (const auto& kind : kinds)
            expected.push_back(kind.toStdString());
        std::ranges::sort(expected);
        QCOMPARE(found, expected);
        QCOMPARE(report.at("step").as_integer(), std::int64_t(0));
        QVERIFY(!report.at("ran").as_boolean()); // from 2^24
    }

    // The steps on the way are trained, the details are those of the record, and the tables say the same.
    void a_later_step_and_its_folder() {
        if (!has_engine()) QSKIP("no LibTorch here");
        const QString out = m_folder.filePath("probe");
        const io::Json report = json(probe({"--step", "9", "--out", out}));
        QVERIFY(report.at("ran").as_boolean());
        const auto record = record::load_record((out + "/record.json").toStdString());
        QCOMPARE(record.samples().size(), std::size_t(10));
        QVERIFY(record.detail_of<record::OpList>(9) && record.detail_of<record::ShadowError>(9));
        QVERIFY(!record.detail_of<record::FirstNonfinite>(9));
        QCOMPARE(report.at("loss").as_real(), record.samples().back()[record::Column::Loss]);
        // The same run without a look.
        const Outcome plain = program({"run", "overflow", "--set", "sequence_length=16", "--set", "length.steps=12",
                                       "--out", m_folder.filePath("run"), "--quiet", "--no-store"});
        QCOMPARE(plain.status, 0);
        const auto run = record::load_record(m_folder.filePath("run/record.json").toStdString());
        for (std::size_t i = 0; i < record.samples().size(); ++i)
            QCOMPARE(record.samples()[i][record::Column::Loss], run.samples()[i][record::Column::Loss]);
    }

    void tables_in_both_languages() {
        if (!has_engine()) QSKIP("no LibTorch here");
        const Outcome english = program(probe({"--top", "3"}));
        QCOMPARE(english.status, 0);
        for (const char* said : {"skipped", "The first value that is not finite", "biggest first", "highest moment",
                                 "layer by layer", "Error against", "more (--top 0", "65504", "measured here"})
            QVERIFY2(english.out.contains(said), said);
        const Outcome korean = program(probe({"--top", "3", "--lang", "ko"}));
        QVERIFY(korean.out.contains("건너뜀") && korean.out.contains("큰 것부터") && !korean.out.contains('{'));
    }

    void mistakes_show_code_and_verdict() {
        const Outcome shown = in_process({"mistakes", "show", "no-scaler"});
        QVERIFY2(shown.out.contains("  - loss") || shown.out.contains("  - "), qPrintable(shown.out));
        QVERIFY(shown.out.contains("  + scaler.scale("));
        const io::Json code = in_process({"mistakes", "show", "clip-before-unscale", "--json"}).json().at("code");
        QVERIFY(code.items().size() > 5);
        if (!has_engine()) QSKIP("no LibTorch here");
        const io::Json run = json({"mistakes", "run", "unscale-twice", "--no-store"});
        QVERIFY(run.at("verdict").as_string().find("UNSCALED") != std::string::npos ||
                run.at("verdict").as_string().find("unscale_") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestProbe)
#include "test_probe.moc"

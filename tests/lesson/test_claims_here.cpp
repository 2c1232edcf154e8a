// The ledger of this repository without a run: it is sound, its computed verdicts stand, and so does the command.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <set>
#include <sstream>

#include "app/cli/cli.h"
#include "core/lesson/claims.h"
#include "core/lesson/seed_lines.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestClaimsHere : public QObject {
    Q_OBJECT

    const std::string kFolder = AMPSCOPE_SOURCE_DIR "/lessons";
    std::optional<Ledger> m_ledger;

    struct Said {
        int status;
        std::string out, err;
        QJsonObject json() const { return QJsonDocument::fromJson(QByteArray::fromStdString(out)).object(); }
    };
    Said command(std::vector<std::string> arguments) const {
        std::ostringstream out, err;
        arguments.insert(arguments.begin(), "claims");
        arguments.insert(arguments.end(), {"--folder", kFolder});
        const int status = cli::run(arguments, out, err);
        return {status, out.str(), err.str()};
    }

  private Q_SLOTS:
    void initTestCase() { m_ledger = load_claims(kFolder); }

    void it_is_complete() {
        QVERIFY(m_ledger->claims.size() >= 40);
        QVERIFY(m_ledger->warnings.empty());
        std::set<std::string> ids;
        for (const auto& claim : m_ledger->claims) {
            QVERIFY2(ids.insert(claim.id).second, claim.id.c_str());
            QVERIFY2(claim.chapter == "A" || claim.chapter == "B", claim.id.c_str());
            for (const auto language : {text::Language::Korean, text::Language::English}) {
                QVERIFY2(!m_ledger->sentence(claim.id, language).empty(), claim.id.c_str());
                QVERIFY2(!m_ledger->explanation(claim.id, language).empty(), claim.id.c_str());
            }
        }
    }

    // The subjects on which the chapters are known to differ, each with at least two sentences.
    void contradictions_are_there() {
        std::set<std::string> ids;
        for (const auto& each : m_ledger->contradictions) {
            QVERIFY2(each.claims.size() >= 2, each.id.c_str());
            ids.insert(each.id);
        }
        for (const char* id : {"bytes-per-parameter", "backward-region", "how-much-faster", "softmax",
                               "one-over-root-l", "time-n", "t4-and-bf16"})
            QVERIFY2(ids.contains(id), id);
    }

    void every_line_of_the_chapters_is_named() {
        for (const auto& finding : lint_shelf(load_lessons(kFolder), kFolder))
            QVERIFY2(finding.severity == Finding::Severity::Warning,
                     text::render(finding.message, text::Language::English).c_str());
    }

    // Oracles: 65,504 and the tie at 65,520 (IEEE 754), chapter B's own sums, PyTorch's lists, NVIDIA's data sheets.
    void computed_verdicts_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("format table") << "b1-table-of-formats"
                                      << "holds";
        QTest::newRow("above 65,504") << "b1-overflow-above-65504"
                                      << "conditional";
        QTest::newRow("fp8") << "b1-fp8-is-narrow"
                             << "holds";
        QTest::newRow("fp32 range") << "a3-bf16-has-fp32-range"
                                    << "conditional";
        QTest::newRow("160 MB") << "b2-fp32-column"
                                << "holds";
        QTest::newRow("120 MB") << "b2-table-of-memory"
                                << "conditional";
        QTest::newRow("14 bytes") << "b3-fourteen-bytes"
                                  << "conditional";
        QTest::newRow("sensitive ops") << "a1-sensitive-ops-stay-fp32"
                                       << "conditional";
        QTest::newRow("T4") << "b1-t4-has-no-bf16"
                            << "conditional";
        QTest::newRow("Pascal, Volta") << "b7-pascal-volta-fp16-only"
                                       << "holds";
        QTest::newRow("a paper") << "b10-gradients-below-2-24"
                                 << "untestable";
    }
    void computed_verdicts() {
        QFETCH(QString, id);
        QFETCH(QString, verdict);
        const Claim* claim = m_ledger->find(id.toStdString());
        QVERIFY(claim);
        QCOMPARE(QString::fromUtf8(verdict_id(judge(*m_ledger, *claim, {}).verdict).data()), verdict);
    }

    // --- the command

    void the_command_prints_numbers_and_badges() {
        const auto said = command({"b1-overflow-above-65504", "--lang", "en"});
        QCOMPARE(said.status, int(cli::kDone)); // under conditions is no denial
        const QString text = QString::fromStdString(said.out);
        QVERIFY2(text.contains("[holds under conditions] B25-B27  b1-overflow-above-65504"), qPrintable(text));
        QVERIFY(text.contains("65,504") && text.contains("inf") && text.contains("computed exactly"));
        const QString korean = QString::fromStdString(command({"b1-overflow-above-65504", "--lang", "ko"}).out);
        QVERIFY(korean.contains("조건부 성립") && korean.contains("정확히 계산"));
    }

    void the_command_shows_contradictions() {
        const auto said =
            command({"b2-fp32-column", "b2-table-of-memory", "b3-fourteen-bytes", "--lang", "en", "--json"}).json();
        QCOMPARE(said["claims"].toArray().size(), 3);
        QCOMPARE(said["contradictions"].toArray().size(), 1);
        QCOMPARE(said["contradictions"].toArray()[0].toObject()["id"].toString(), QString("bytes-per-parameter"));
        const auto first = said["claims"].toArray()[0].toObject();
        QCOMPARE(first["verdict"].toString(), QString("holds"));
        QCOMPARE(first["cases"].toArray()[0].toObject()["found"].toDouble(), 16.0);
    }

    void bad_input_is_refused() {
        const auto unknown = command({"b2-fp32-colum", "--lang", "en"});
        QCOMPARE(unknown.status, int(cli::kBadInput));
        QVERIFY(unknown.err.find("the nearest is 'b2-fp32-column'") != std::string::npos);
        const auto chapter = command({"--chapter", "C", "--lang", "en"});
        QCOMPARE(chapter.status, int(cli::kBadInput));
        QVERIFY(chapter.err.find("there are A, B") != std::string::npos);
        QCOMPARE(command({"b2-fp32-column", "--report", "x.doc"}).status, int(cli::kBadInput));
        std::ostringstream out, err;
        QCOMPARE(cli::run({"claims", "--folder", "/nowhere", "--lang", "ko"}, out, err), int(cli::kBadInput));
        QVERIFY(err.str().find("claims.json이 없습니다") != std::string::npos);
    }

    void the_command_writes_reports() {
        const QTemporaryDir folder;
        for (const char* name : {"report.html", "report.md"}) {
            const QString path = folder.filePath(name);
            QCOMPARE(command({"b2-fp32-column", "--report", path.toStdString(), "--lang", "ko"}).status,
                     int(cli::kDone));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            QVERIFY(text.contains("160 MB") && text.contains("성립"));
        }
        QCOMPARE(command({"b2-fp32-column", "--report", folder.path().toStdString() + "/no/such/report.md"}).status,
                 int(cli::kCouldNot));
    }
};

QTEST_GUILESS_MAIN(TestClaimsHere)
#include "test_claims_here.moc"

// Every claim of the ledger, with real training: all of them have a value, and what no clock decides comes out as it
// must.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <sstream>

#include "app/cli/cli.h"
#include "core/lesson/claims.h"

using namespace ampscope;

class TestClaimsRuns : public QObject {
    Q_OBJECT

    const std::string kFolder = AMPSCOPE_SOURCE_DIR "/lessons";
    QJsonArray m_claims;
    QString verdict_of(const QString& id) const {
        for (const auto& claim : m_claims)
            if (claim.toObject()["id"] == id) return claim.toObject()["verdict"].toString();
        return {};
    }

  private Q_SLOTS:
    void initTestCase() {
        std::ostringstream out, err;
        const int status = cli::run({"claims", "--json", "--lang", "en", "--folder", kFolder}, out, err);
        QVERIFY2(status == cli::kDone, err.str().c_str());
        m_claims = QJsonDocument::fromJson(QByteArray::fromStdString(out.str())).object()["claims"].toArray();
    }

    void every_claim_is_evaluated() {
        QCOMPARE(std::size_t(m_claims.size()), lesson::load_claims(kFolder).claims.size());
        int recorded = 0;
        for (const auto& each : m_claims) {
            const QString verdict = each.toObject()["verdict"].toString();
            QVERIFY2(verdict != "unmeasured", qPrintable(each.toObject()["id"].toString()));
            if (verdict == "untestable") ++recorded;
        }
        QVERIFY(recorded * 5 < m_claims.size()); // nearly everything can be tested here
    }

    // No time of this machine is in these. Why they come out so: the lessons that treat them.
    void verdicts_that_no_clock_decides_data() {
        QTest::addColumn<QString>("verdict");
        QTest::newRow("b7-backward-does-not-matter") << "conditional";
        QTest::newRow("a4-backward-outside") << "conditional";
        QTest::newRow("b5-slices-equal-the-whole") << "holds";
        QTest::newRow("b5-divide-the-loss") << "holds";
        QTest::newRow("b7-no-division-diverges") << "conditional";
        QTest::newRow("b2-half-of-weights-and-gradients") << "conditional";
        QTest::newRow("b3-gradient-dtype") << "conditional";
        QTest::newRow("b3-adam-in-fp32") << "conditional";
        QTest::newRow("b3-activations-in-bf16") << "fails";
        QTest::newRow("a6-step-skips-on-inf") << "holds";
        QTest::newRow("a6-update-adjusts-scale") << "holds";
        QTest::newRow("a6-small-gradients-underflow") << "conditional";
        QTest::newRow("a7-custom-ops-need-care") << "conditional";
        QTest::newRow("b4-fp16-needs-scaler") << "conditional";
        QTest::newRow("b7-nan-without-scaler") << "conditional";
        QTest::newRow("b7-checkpoint-rng") << "holds";
        QTest::newRow("b7-pytorch-handles-rng") << "holds";
        QTest::newRow("b7-clip-before-unscale") << "holds";
        QTest::newRow("b6-activations-more-than-half") << "conditional";
        QTest::newRow("b8-wrap-forward-only") << "conditional";
    }
    void verdicts_that_no_clock_decides() {
        QFETCH(QString, verdict);
        QCOMPARE(verdict_of(QTest::currentDataTag()), verdict);
    }
};

QTEST_GUILESS_MAIN(TestClaimsRuns)
#include "test_claims_runs.moc"

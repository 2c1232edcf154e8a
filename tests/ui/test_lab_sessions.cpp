// What the Train and Accumulate labs run is what the command line runs, and accumulation is what it should be.
#include <QProcess>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/scenario/scenario_json.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/labs/accumulate_lab.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/train_lab.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::Column;

class TestLabSessions : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<train::ComputeThread> m_thread;

    // The command line in its own process: LibTorch belongs to one thread of a process.
    record::RunRecord byCommandLine(const scenario::Scenario& scenario) {
        QFile file(m_folder.filePath("scenario.json"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray::fromStdString(scenario::scenario_text(scenario)));
        file.close();
        QProcess process;
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                      {"run", file.fileName(), "--out", m_folder.filePath("cli"), "--quiet", "--no-store"});
        if (!process.waitForFinished(120'000) || process.exitCode() != 0) {
            qWarning("%s", process.readAllStandardError().constData());
            return {};
        }
        return record::load_record(m_folder.filePath("cli/record.json").toStdString());
    }
    static void setSteps(QWidget& lab, int steps) {
        for (auto* editor : lab.findChildren<FieldEditor*>())
            if (editor->path() == "length.steps") editor->findChild<QSpinBox*>()->setValue(steps);
    }
    static bool haveFinished(const RunGroup& group, std::size_t steps) {
        for (auto* run : group.runs())
            if (run->state() != train::RunState::Finished || run->record().samples().size() != steps) return false;
        return true;
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_thread = std::make_unique<train::ComputeThread>();
    }

    void train_lab_and_command_line_give_equal_records() {
        TrainLab lab(*m_thread);
        lab.choosePreset("scale"); // with skipped steps
        setSteps(lab, 12);
        lab.show();
        lab.enter();
        QTRY_VERIFY_WITH_TIMEOUT(haveFinished(*lab.group(), 12), 120'000);
        const auto scenarios = lab.scenarios();
        QCOMPARE(scenarios.size(), std::size_t(3));
        for (std::size_t i = 0; i < scenarios.size(); ++i) {
            const auto& ours = lab.group()->runs()[static_cast<qsizetype>(i)]->record();
            const auto theirs = byCommandLine(scenarios[i]);
            const auto differences = record::differences(theirs, ours);
            QVERIFY2(differences.empty(), differences.empty() ? "" : differences.front().c_str());
            QCOMPARE(summarize(ours).steps_skipped > 0, scenarios[i].scaler_enabled());
        }
    }

    void accumulation_takes_the_steps_of_one_large_batch() {
        AccumulateLab lab(*m_thread);
        setSteps(lab, 12);
        lab.show();
        lab.enter();
        QTRY_VERIFY_WITH_TIMEOUT(haveFinished(*lab.group(), 12), 120'000);
        const auto& parts = lab.group()->runs()[0]->record();
        const auto& whole = lab.group()->runs()[1]->record();
        QCOMPARE(record::differences(byCommandLine(lab.scenario()), parts), std::vector<std::string>{});
        // The sums of 8 × 64 terms are taken in another order: relative 512 × 2^-24 = 3e-5 at the very most, of losses
        // below 6; Adam's first steps divide by the gradient's size and so carry that on.
        for (std::size_t i = 0; i < 12; ++i)
            QVERIFY(std::fabs(parts.samples()[i][Column::Loss] - whole.samples()[i][Column::Loss]) < 1e-3);
        QVERIFY(parts.samples()[5][Column::BytesActivations] < whole.samples()[5][Column::BytesActivations] / 3);

        lab.choosePreset("not-divided");
        setSteps(lab, 12);
        QTRY_VERIFY_WITH_TIMEOUT(haveFinished(*lab.group(), 12), 120'000);
        const auto norm = [&](int run) { return lab.group()->runs()[run]->record().samples()[0][Column::GradNorm]; };
        QVERIFY(std::fabs(norm(0) / norm(1) - 4) < 1e-3); // four times the gradient in the very first step
    }
};

QTEST_MAIN(TestLabSessions)
#include "test_lab_sessions.moc"

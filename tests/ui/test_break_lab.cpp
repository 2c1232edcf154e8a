// The lab "Break it": every case, and that it says what the command line says.
#include "ui/labs/break_lab.h"

#include <QProcess>
#include <QTest>

#include "core/io/json.h"
#include "core/scenario/scenario_json.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/labs/code_diff_view.h"
#include "ui/labs/stage.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestBreakLab : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void every_case_is_one_changed_line() {
        testing::FakeThread<> thread;
        BreakLab lab(*thread);
        lab.resize(1080, 640);
        lab.show();
        lab.enter();
        int chapter_b = 0;
        for (const auto& mistake : scenario::mistakes()) {
            chapter_b += mistake.chapter.starts_with("B7.");
            lab.choosePreset(QString::fromUtf8(mistake.id));
            QCOMPARE(lab.mistake().id, mistake.id);
            const auto scenarios = lab.scenarios();
            QCOMPARE(scenarios.size(), mistake.reference_field.empty() ? std::size_t(2) : std::size_t(3));
            const auto differing = [&](std::size_t a, std::size_t b) {
                auto fields = scenario::differing_fields(scenarios[a], scenarios[b]);
                std::erase(fields, "name");
                return fields;
            };
            QCOMPARE(differing(0, 1), std::vector<std::string>{std::string(mistake.field)});
            QCOMPARE(scenarios[0].seed, scenarios[1].seed);
            QVERIFY(lab.diff()->text().contains("\n- ") || lab.diff()->text().startsWith("- ") ||
                    lab.diff()->text().contains("+ "));
            QCOMPARE(lab.group()->runs().size(), static_cast<qsizetype>(scenarios.size()));
            QCOMPARE(bool(lab.pairAt(0)), bool(lab.pairAt(1)));
            if (lab.pairAt(0)) QCOMPARE(lab.pairAt(0)->run(), lab.group()->at(0));
            if (lab.pairAt(1)) QCOMPARE(lab.pairAt(1)->run(), lab.group()->at(1));
            for (const auto language : {text::Language::Korean, text::Language::English}) {
                LanguageSwitch::instance().setLanguage(language);
                QVERIFY(!lab.grab().isNull());
                QVERIFY(!lab.verdict().isEmpty() && !lab.verdict().contains('{'));
            }
        }
        QCOMPARE(chapter_b, 7);
        // Both look at the same step.
        QTRY_VERIFY(!lab.group()->isActive());
        lab.group()->at(1)->select(3);
        QCOMPARE(lab.group()->at(0)->selectedStep(), std::int64_t(3));
        // A change is made to both.
        lab.choosePreset("clip-before-unscale");
        lab.reset();
        QCOMPARE(lab.mistake().id, scenario::mistakes().front().id);
    }

    void the_verdict_is_the_command_lines() {
        QProcess process;
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                      {"mistakes", "run", "dead-scale", "--no-store", "--json", "--lang", "en"});
        train::ComputeThread thread;
        BreakLab lab(thread);
        lab.resize(1080, 640);
        lab.show();
        lab.choosePreset("dead-scale");
        lab.enter();
        QTRY_VERIFY_WITH_TIMEOUT(lab.group()->runs().size() == 2 && !lab.group()->isActive(), 120'000);
        QTRY_COMPARE(lab.group()->at(1)->record().samples().size(), std::size_t(10));
        QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(120'000));
        const auto said = io::parse_json(process.readAllStandardOutput().toStdString(), "").at("verdict").as_string();
        QCOMPARE(lab.verdict(), QString::fromStdString(said));
        QVERIFY2(said.find("the scale 0 ") != std::string::npos && said.find("9 of 10 steps") != std::string::npos,
                 said.c_str());
        QVERIFY(!lab.grab().isNull());
    }
};

QTEST_MAIN(TestBreakLab)
#include "test_break_lab.moc"

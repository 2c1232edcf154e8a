// Every deliberate mistake shows what its text says, and its mended run does not.
#include <QTest>
#include <cmath>
#include <map>

#include "core/scenario/fields.h"
#include "core/scenario/mistakes.h"
#include "core/scenario/scenario_json.h"
#include "core/text/catalogue.h"
#include "core/train/preflight.h"
#include "core/train/session.h"
#include "core/train/training_step.h"

using namespace ampscope;
using namespace ampscope::train;
using record::Column;
using scenario::MistakeCase;

namespace {

struct Outcome {
    record::RunRecord record;
    std::string error;
    double at(std::size_t step, Column column) const { return record.samples().at(step)[column]; }
    double last(Column column) const { return record.samples().back()[column]; }
};

Outcome run(const scenario::Scenario& scenario) {
    static ComputeThread thread;
    preflight(scenario);
    Session session(thread, scenario);
    if (!session.wait(std::chrono::seconds(120))) return {session.record(), "too slow"};
    return {session.record(), session.error() ? session.error()->text(text::Language::English) : std::string()};
}

Outcome run_with(scenario::Scenario scenario, const char* field, const char* value) {
    scenario::set_field(scenario, field, value);
    return run(scenario);
}

using Check = void (*)(const MistakeCase&, const Outcome& broken, const Outcome& mended);

const std::map<std::string_view, Check>& checks() {
    static const std::map<std::string_view, Check> all = {
        {"no-scaler",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QVERIFY(broken.at(0, Column::GradZeroShare) > 0.99);
             QVERIFY(mended.at(0, Column::GradZeroShare) < 0.5);
             // Adam takes out the size of what is left: the mended run learns as if nothing had been divided.
             QVERIFY(mended.last(Column::Loss) < broken.last(Column::Loss) - 1);
         }},
        // Time is not tested. What must hold is that nothing else tells.
        {"bf16-without-hardware",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QVERIFY(std::fabs(broken.last(Column::Loss) - mended.last(Column::Loss)) < 0.1);
             QVERIFY(broken.last(Column::Ms) > 0 && mended.last(Column::Ms) > 0);
         }},
        {"not-faster",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QVERIFY(std::fabs(broken.last(Column::Loss) - mended.last(Column::Loss)) < 0.1);
             QVERIFY(broken.last(Column::Ms) > 0 && mended.last(Column::Ms) > 0);
         }},
        {"no-loss-division",
         [](const MistakeCase& mistake, const Outcome& broken, const Outcome& mended) {
             // Division by 16 is exact, so is the factor, but for rounding in the sum of squares (fp32, 1e-6).
             const double factor = static_cast<double>(mistake.broken().accumulation_steps);
             const double ratio = broken.at(0, Column::GradNorm) / mended.at(0, Column::GradNorm);
             QVERIFY(std::fabs(ratio - factor) < 1e-4 * factor);
             // One step is enough: the loss leaps, and the net is left dead (ln 256 = 5.545) or with NaN.
             QVERIFY(!(broken.at(1, Column::Loss) < 2 * broken.at(0, Column::Loss)));
             QVERIFY(!(broken.last(Column::Loss) < std::log(256.0) - 0.1));
             QVERIFY(mended.last(Column::Loss) < mended.at(0, Column::Loss) - 1);
         }},
        {"backward-inside",
         [](const MistakeCase& mistake, const Outcome& broken, const Outcome& mended) {
             QCOMPARE(broken.at(0, Column::Loss), mended.at(0, Column::Loss));
             QVERIFY(broken.at(0, Column::GradNorm) != mended.at(0, Column::GradNorm));
             // Without the fp32 part the same bits, as the chapter says.
             scenario::Scenario plain = mistake.mended();
             scenario::set_field(plain, "autocast.island", "none");
             plain.length.steps = 3;
             QCOMPARE(record::differences(run(plain).record, run_with(plain, "autocast.wrap", "backward").record),
                      std::vector<std::string>{});
         }},
        {"checkpoint-rng",
         [](const MistakeCase& mistake, const Outcome& broken, const Outcome& mended) {
             scenario::Scenario plain = mistake.mended();
             plain.length.steps = 1;
             const Outcome without = run_with(plain, "checkpointing.kind", "none");
             QCOMPARE(mended.at(0, Column::GradNorm), without.at(0, Column::GradNorm));
             QCOMPARE(broken.at(0, Column::Loss), without.at(0, Column::Loss));
             QVERIFY(broken.at(0, Column::GradNorm) != without.at(0, Column::GradNorm));
         }},
        {"clip-before-unscale",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QCOMPARE(broken.at(0, Column::GradNorm), 65536 * mended.at(0, Column::GradNorm)); // a power of two
             QVERIFY(broken.at(0, Column::GradNormAfterClip) < 1.0 / 65000);
             QVERIFY(broken.last(Column::Loss) > broken.at(0, Column::Loss) - 0.1);
             QVERIFY(mended.last(Column::Loss) < mended.at(0, Column::Loss) - 0.5);
         }},
        {"no-zero-grad-after-skip",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QCOMPARE(broken.at(0, Column::Ran), 0.0);
             for (const auto& sample : broken.record.samples())
                 QVERIFY(!sample.ran());
             QVERIFY(mended.record.samples().back().ran());
         }},
        {"unscale-twice",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QVERIFY2(broken.error.find("UNSCALED") != std::string::npos, broken.error.c_str());
             QCOMPARE(broken.record.samples().size(), std::size_t(0));
             QCOMPARE(mended.error, std::string());
         }},
        {"scheduler-per-micro-batch",
         [](const MistakeCase& mistake, const Outcome& broken, const Outcome& mended) {
             const auto parts = static_cast<std::size_t>(mistake.broken().accumulation_steps);
             for (std::size_t step = 0; parts * (step + 1) < mended.record.samples().size(); ++step)
                 QCOMPARE(broken.at(step, Column::Lr), mended.at(parts * (step + 1), Column::Lr));
             QCOMPARE(broken.last(Column::Lr), 0.0);
         }},
        {"no-master-weights",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QCOMPARE(broken.at(0, Column::Loss), mended.at(0, Column::Loss));
             QVERIFY(broken.last(Column::WeightsMovedShare) < mended.last(Column::WeightsMovedShare));
             QVERIFY(broken.last(Column::Loss) > mended.last(Column::Loss));
         }},
        {"adam-eps-in-fp16",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             double highest = 0;
             for (std::size_t step = 0; step < 10; ++step) {
                 const double loss = broken.at(step, Column::Loss);
                 highest = std::max(highest, std::isfinite(loss) ? loss : HUGE_VAL);
             }
             QVERIFY(highest > broken.at(0, Column::Loss) + 1);
             QVERIFY(mended.last(Column::Loss) < mended.at(0, Column::Loss) - 1);
         }},
        {"finite-mask",
         [](const MistakeCase& mistake, const Outcome& broken, const Outcome& mended) {
             QVERIFY2(broken.error.find("overflow") != std::string::npos, broken.error.c_str());
             QCOMPARE(mended.error, std::string());
             scenario::Scenario wide = mistake.broken();
             QCOMPARE(run_with(wide, "precision", "bf16").error, std::string()); // unnoticed there
         }},
        {"mean-of-means",
         [](const MistakeCase& mistake, const Outcome& broken, const Outcome& mended) {
             scenario::Scenario whole = mistake.mended();
             whole.length.steps = 1;
             const Outcome one = run_with(whole, "accumulation_steps", "1");
             // fp32 sums in another order: 1e-6 relative is some ten roundings.
             QVERIFY(std::fabs(mended.at(0, Column::Loss) - one.at(0, Column::Loss)) < 1e-5);
             QVERIFY(std::fabs(broken.at(0, Column::Loss) - one.at(0, Column::Loss)) > 1e-3);
         }},
        {"stale-cast-cache",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QCOMPARE(broken.at(0, Column::Loss), mended.at(0, Column::Loss));
             QVERIFY(broken.last(Column::WeightsMovedShare) > 0.9);
             QVERIFY(broken.last(Column::Loss) > mended.last(Column::Loss) + 1);
         }},
        {"dead-scale",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             QCOMPARE(broken.at(0, Column::Scale), 0.0);
             QVERIFY(std::isnan(broken.at(1, Column::Loss)));
             QCOMPARE(broken.at(0, Column::Ran), 1.0); // 0 is finite: nothing is found
             QVERIFY(std::isfinite(mended.last(Column::Loss)));
         }},
        {"custom-op",
         [](const MistakeCase&, const Outcome& broken, const Outcome& mended) {
             const double loss = broken.last(Column::Loss);
             QVERIFY(!std::isfinite(loss) || loss > mended.last(Column::Loss) + 0.1);
             QVERIFY(mended.last(Column::Loss) < mended.at(0, Column::Loss) - 1);
         }},
    };
    return all;
}

} // namespace

class TestMistakes : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void each_is_one_field() {
        for (const auto& mistake : scenario::mistakes()) {
            auto differing = scenario::differing_fields(mistake.broken(), mistake.mended());
            std::erase(differing, "name");
            QVERIFY2(differing.size() == 1 && differing[0] == mistake.field, std::string(mistake.id).c_str());
            for (const auto& message : {mistake.title(), mistake.symptom(), mistake.probe(), mistake.mending()})
                QVERIFY2(text::find_entry(message.id), message.id.c_str());
        }
        QVERIFY(scenario::mistake_run("no-scaler/broken").has_value());
        QVERIFY(!scenario::mistake_run("no-scaler/").has_value());
        QVERIFY(!scenario::mistake_run("nothing/broken").has_value());
    }

    void each_shows_data() {
        QTest::addColumn<QString>("id");
        for (const auto& mistake : scenario::mistakes()) {
            const std::string id(mistake.id);
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
        }
    }
    void each_shows() {
        QFETCH(QString, id);
        const MistakeCase& mistake = *scenario::find_mistake(id.toStdString());
        const auto check = checks().find(mistake.id);
        QVERIFY2(check != checks().end(), "no check for this mistake");
        const Outcome broken = run(mistake.broken()), mended = run(mistake.mended());
        QVERIFY2(mended.error.empty(), mended.error.c_str());
        check->second(mistake, broken, mended);
    }
};

QTEST_GUILESS_MAIN(TestMistakes)
#include "test_mistakes.moc"

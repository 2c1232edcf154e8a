// PyTorch's GradScaler: values from its tests and from runs of torch 2.15.0 (anchors on training, rows G21 to G25);
// long random sequences are compared with LibTorch's own kernel in torch/check_grad_scaler_runs.cpp. The other
// policies: each trace worked out by hand from the source that loss_scale.h names.
#include "core/train/loss_scale.h"

#include <QTest>
#include <cmath>

using namespace ampscope;
using namespace ampscope::train;
using scenario::ScalerPolicy;
using Move = LossScale::Move;

namespace {

LossScale with(ScalerPolicy policy, double init_scale, LossScale::Settings settings) {
    settings.policy = policy;
    return {init_scale, settings};
}

// One step after another: 'i' found Inf, 'g' did not. Compares scale and tracker after each.
struct Expected {
    char event;
    float scale;
    std::int64_t tracker;
    Move move;
};

void follow(LossScale& scale, const QList<Expected>& path) {
    for (qsizetype i = 0; i < path.size(); ++i) {
        const Move move = scale.update(path[i].event == 'i');
        const auto where =
            QString("step %1: scale %2, tracker %3").arg(i).arg(scale.scale()).arg(scale.growth_tracker());
        QVERIFY2(scale.scale() == path[i].scale, qPrintable(where));
        QVERIFY2(scale.growth_tracker() == path[i].tracker, qPrintable(where));
        QVERIFY2(move == path[i].move, qPrintable(where));
    }
}

} // namespace

class TestLossScale : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void grows_when_the_tracker_equals_the_interval() {
        LossScale scale(4, {2.0, 0.25, 2});
        QVERIFY(scale.update(false) == LossScale::Move::None);
        QCOMPARE(scale.growth_tracker(), std::int64_t(1));
        QVERIFY(scale.update(false) == LossScale::Move::Growth);
        QCOMPARE(scale.scale(), 8.0f);
        QCOMPARE(scale.growth_tracker(), std::int64_t(0));
        QVERIFY(scale.update(true) == LossScale::Move::Backoff);
        QCOMPARE(scale.scale(), 2.0f);
    }

    void an_interval_changed_below_the_tracker_is_passed_by() { // by equality, as PyTorch does
        LossScale scale(4, {2.0, 0.5, 5});
        for (int i = 0; i < 3; ++i)
            scale.update(false);
        scale.settings().growth_interval = 2;
        for (int i = 0; i < 10; ++i)
            QVERIFY(scale.update(false) == LossScale::Move::None);
    }

    void growth_beyond_fp32_does_not_happen() {
        LossScale scale(1e38, {16.0, 0.5, 1});
        QVERIFY(scale.update(false) == LossScale::Move::None);
        QCOMPARE(scale.scale(), 1e38f);
        QCOMPARE(scale.growth_tracker(), std::int64_t(0));
    }

    void there_is_no_floor() {
        LossScale scale(65536, {2.0, 0.5, 2000});
        for (int i = 1; i <= 166; ++i) {
            scale.update(true);
            if (i == 16) QCOMPARE(scale.scale(), 1.0f);
            if (i == 17) QCOMPARE(scale.scale(), 0.5f);
            if (i == 143) QCOMPARE(scale.scale(), std::ldexp(1.0f, -127));
        }
        QCOMPARE(scale.scale(), 0.0f);
    }

    // Start 65536, interval 3, an inf whenever the scale is above 131072.
    void sawtooth() {
        LossScale scale(65536, {2.0, 0.5, 3});
        QList<float> path;
        for (int i = 0; i < 11; ++i) {
            path << scale.scale();
            scale.update(scale.scale() > 131072);
        }
        QCOMPARE(path,
                 QList<float>({65536, 65536, 65536, 131072, 131072, 131072, 262144, 131072, 131072, 131072, 262144}));
    }

    void a_static_scale_never_moves() {
        LossScale scale = with(ScalerPolicy::Static, 1024, {2.0, 0.5, 1});
        follow(scale, {{'g', 1024, 0, Move::None}, {'i', 1024, 0, Move::None}, {'g', 1024, 0, Move::None}});
    }

    void a_floor_holds_the_scale_up() {
        LossScale scale = with(ScalerPolicy::Floor, 4, {2.0, 0.25, 2, {}, 0.5});
        follow(scale, {{'i', 1, 0, Move::Backoff},
                       {'i', 0.5, 0, Move::Backoff}, // 0.25 without the floor
                       {'g', 0.5, 1, Move::None},
                       {'i', 0.5, 0, Move::None},
                       {'g', 0.5, 1, Move::None},
                       {'g', 1, 0, Move::Growth}});
    }

    void a_cap_holds_the_scale_down() {
        LossScale scale = with(ScalerPolicy::Cap, 4, {2.0, 0.5, 1, {}, 1, 10});
        follow(scale, {{'g', 8, 0, Move::Growth},
                       {'g', 10, 0, Move::Growth}, // 16 without the cap
                       {'g', 10, 0, Move::None},
                       {'i', 5, 0, Move::Backoff},
                       {'g', 10, 0, Move::Growth}});
        QCOMPARE(with(ScalerPolicy::Cap, 64, {2.0, 0.5, 1, {}, 1, 10}).scale(), 10.0f);
    }

    // Megatron-LM: spent hysteresis comes back with growth only; the floor is min_scale.
    void hysteresis_is_spent_first_and_restored_by_growth() {
        LossScale scale = with(ScalerPolicy::Hysteresis, 16, {2.0, 0.5, 2, {}, 1, 0, 2});
        QCOMPARE(scale.hysteresis_left(), std::int64_t(1));
        follow(scale, {{'i', 16, 0, Move::None}, // borne
                       {'i', 8, 0, Move::Backoff},
                       {'i', 4, 0, Move::Backoff},
                       {'g', 4, 1, Move::None},
                       {'i', 2, 0, Move::Backoff}, // one quiet step restored nothing
                       {'g', 2, 1, Move::None},
                       {'g', 4, 0, Move::Growth},
                       {'i', 4, 0, Move::None}, // borne again
                       {'g', 4, 1, Move::None},
                       {'i', 2, 0, Move::Backoff},
                       {'i', 1, 0, Move::Backoff},
                       {'i', 1, 0, Move::None}}); // at the floor
        QCOMPARE(scale.hysteresis_left(), std::int64_t(0));
    }

    void hysteresis_of_one_bears_nothing() {
        LossScale scale = with(ScalerPolicy::Hysteresis, 16, {2.0, 0.5, 2, {}, 1, 0, 1});
        QCOMPARE(scale.hysteresis_left(), std::int64_t(0));
        follow(scale, {{'i', 8, 0, Move::Backoff}, {'g', 8, 1, Move::None}, {'g', 16, 0, Move::Growth}});
    }

    // Megatron-LM's factors are fp32 tensors: 3 x fp32(1.1) rounds up to 3.3000002, where 3 x 1.1 in double gives 3.3.
    void hysteresis_multiplies_in_fp32() {
        LossScale scale = with(ScalerPolicy::Hysteresis, 3, {1.1, 0.7, 1, {}, 1, 0, 1});
        scale.update(false);
        QCOMPARE(scale.scale(), 3.0f * 1.1f);
        LossScale pytorch = with(ScalerPolicy::PyTorch, 3, {1.1, 0.7, 1});
        pytorch.update(false);
        QCOMPARE(pytorch.scale(), 3.3f);
        QVERIFY(pytorch.scale() != scale.scale());
    }

    void apex_halves_and_doubles_up_to_its_maximum() {
        LossScale scale = with(ScalerPolicy::Apex, 8, {7.0, 0.1, 3, {}, 1, 16}); // the factors are not read
        follow(scale, {{'g', 8, 1, Move::None},
                       {'g', 8, 2, Move::None},
                       {'g', 16, 0, Move::Growth},
                       {'g', 16, 1, Move::None},
                       {'g', 16, 2, Move::None},
                       {'g', 16, 0, Move::None}, // at the maximum
                       {'i', 8, 0, Move::Backoff},
                       {'g', 8, 1, Move::None},
                       {'g', 8, 2, Move::None},
                       {'i', 4, 0, Move::Backoff},
                       {'g', 4, 1, Move::None},
                       {'g', 4, 2, Move::None},
                       {'g', 8, 0, Move::Growth}});
        QCOMPARE(with(ScalerPolicy::Apex, 33554432, {}).scale(), 16777216.0f); // 2^24, apex's default
    }

    // Iterations 0, 1, …, the last overflow at -1: growth at 2 (2 + 1 = 3), at 6 (6 - 3), at 9 (9 - 3 = 6).
    void deepspeed_grows_by_the_distance_to_the_last_overflow() {
        LossScale scale = with(ScalerPolicy::DeepSpeed, 8, {7.0, 0.1, 3, {}, 2, 0, 1}); // the factors are not read
        follow(scale, {{'g', 8, 1, Move::None},
                       {'g', 8, 2, Move::None},
                       {'g', 16, 0, Move::Growth},
                       {'i', 8, 0, Move::Backoff},
                       {'g', 8, 1, Move::None},
                       {'g', 8, 2, Move::None},
                       {'g', 16, 0, Move::Growth},
                       {'g', 16, 1, Move::None},
                       {'g', 16, 2, Move::None},
                       {'g', 32, 0, Move::Growth}});
    }

    void deepspeed_stops_at_its_minimum() {
        LossScale scale = with(ScalerPolicy::DeepSpeed, 8, {2.0, 0.5, 3, {}, 2, 0, 1});
        follow(scale, {{'i', 4, 0, Move::Backoff}, {'i', 2, 0, Move::Backoff}, {'i', 2, 0, Move::Stop}});
        const text::Error error = scale.at_minimum(2);
        QVERIFY(error.kind() == text::ErrorKind::CouldNot);
        const std::string said = error.text(text::Language::English);
        for (const char* part : {"step 2", "minimum of 2", "scaler.min_scale"})
            QVERIFY2(said.find(part) != std::string::npos, said.c_str());
    }

    // Chinese-LLaMA-Alpaca#534: from 65536 the 16th overflow reaches 1, the 17th ends the run.
    void deepspeed_from_its_documented_start_stops_at_the_17th_overflow() {
        LossScale scale = with(ScalerPolicy::DeepSpeed, 65536, {2.0, 0.5, 1000, {}, 1, 0, 1});
        for (int i = 1; i <= 16; ++i)
            QVERIFY(scale.update(true) == Move::Backoff);
        QCOMPARE(scale.scale(), 1.0f);
        QVERIFY(scale.update(true) == Move::Stop);
    }

    void deepspeed_spends_hysteresis_first() {
        LossScale scale = with(ScalerPolicy::DeepSpeed, 8, {2.0, 0.5, 3, {}, 2, 0, 2});
        QCOMPARE(scale.hysteresis_left(), std::int64_t(1));
        follow(scale, {{'i', 8, 0, Move::None}, // 0: borne, but it is the last overflow now
                       {'g', 8, 1, Move::None},
                       {'i', 4, 0, Move::Backoff}, // 2
                       {'i', 2, 0, Move::Backoff}, // 3
                       {'g', 2, 1, Move::None},
                       {'g', 2, 2, Move::None},
                       {'g', 4, 0, Move::Growth}, // 6 - 3 = 3, and the hysteresis is back
                       {'i', 4, 0, Move::None},   // 7: borne
                       {'i', 2, 0, Move::Backoff},
                       {'i', 2, 0, Move::Stop}});
    }

    void growth_stays_within_fp32_under_every_policy() {
        for (const auto policy :
             {ScalerPolicy::PyTorch, ScalerPolicy::Floor, ScalerPolicy::Hysteresis, ScalerPolicy::DeepSpeed}) {
            LossScale scale = with(policy, 0x1p127, {2.0, 0.5, 1, {}, 1, 0, 1});
            QVERIFY(scale.update(false) == Move::None);
            QCOMPARE(scale.scale(), 0x1p127f);
        }
    }

    void a_floor_above_the_start_is_refused() {
        for (const auto policy : {ScalerPolicy::Floor, ScalerPolicy::Hysteresis, ScalerPolicy::DeepSpeed})
            QVERIFY_THROWS_EXCEPTION(text::Error, with(policy, 0.5, {2.0, 0.5, 1, {}, 1}));
        QCOMPARE(with(ScalerPolicy::PyTorch, 0.5, {2.0, 0.5, 1, {}, 1}).scale(), 0.5f);
    }

    void is_made_from_a_scenario() {
        scenario::Scenario scenario;
        scenario.scaler.policy = ScalerPolicy::Hysteresis;
        scenario.scaler.init_scale = 64, scenario.scaler.growth_interval = 1, scenario.scaler.growth_factor = 4;
        scenario.scaler.backoff_factor = 0.25, scenario.scaler.min_scale = 8, scenario.scaler.hysteresis = 1;
        LossScale scale = LossScale::of(scenario);
        follow(scale, {{'g', 256, 0, Move::Growth},
                       {'i', 64, 0, Move::Backoff},
                       {'i', 16, 0, Move::Backoff},
                       {'i', 8, 0, Move::Backoff}});
    }

    void a_copy_goes_on_from_where_it_was_made() {
        for (const auto policy : {ScalerPolicy::PyTorch, ScalerPolicy::Floor, ScalerPolicy::Cap,
                                  ScalerPolicy::Hysteresis, ScalerPolicy::Apex, ScalerPolicy::DeepSpeed}) {
            LossScale scale = with(policy, 1024, {2.0, 0.5, 3, {}, 1, 4096, 2});
            for (const char event : std::string("gigggi"))
                scale.update(event == 'i');
            LossScale copy = scale;
            LossScale restored = with(policy, 1024, {2.0, 0.5, 3, {}, 1, 4096, 2});
            restored.restore(scale.state());
            for (const char event : std::string("ggiiggggi")) {
                QVERIFY(scale.update(event == 'i') == copy.update(event == 'i'));
                restored.update(event == 'i');
                QVERIFY(copy == scale && restored == scale);
            }
        }
    }

    void a_policy_names_what_it_reads() {
        QVERIFY(LossScale::reads(ScalerPolicy::PyTorch, "scaler.growth_factor"));
        QVERIFY(!LossScale::reads(ScalerPolicy::PyTorch, "scaler.min_scale"));
        QVERIFY(!LossScale::reads(ScalerPolicy::Apex, "scaler.backoff_factor"));
        QVERIFY(LossScale::reads(ScalerPolicy::Apex, "scaler.max_scale"));
        QVERIFY(LossScale::reads(ScalerPolicy::DeepSpeed, "scaler.hysteresis"));
        QVERIFY(!LossScale::reads(ScalerPolicy::Static, "scaler.growth_interval"));
        QVERIFY(LossScale::reads(ScalerPolicy::Static, "scaler.init_scale"));
    }
};

QTEST_GUILESS_MAIN(TestLossScale)
#include "test_loss_scale.moc"

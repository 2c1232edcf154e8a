// PyTorch's GradScaler: values from its tests and from runs of torch 2.15.0 (anchors on training, rows G21 to G25).
#include "core/train/loss_scale.h"

#include <QTest>
#include <cmath>

using namespace ampscope::train;

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
};

QTEST_GUILESS_MAIN(TestLossScale)
#include "test_loss_scale.moc"

// Where less motion is wished for, a run that goes on by itself is drawn twice a second, and is complete all the same.
#include "ui/bridge/motion.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/playback.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/plot/plot_view.h"

using namespace ampscope;
using namespace ampscope::ui;
using train::RunState;

namespace {

/// Counts how often a widget is painted.
class PaintCount : public QObject {
  public:
    explicit PaintCount(QWidget& watched) { watched.installEventFilter(this); }
    int count = 0;

  protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint;
        return false;
    }
};

} // namespace

class TestMotion : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() {
        MotionSwitch::instance().setReduced(false);
        VERIFY_NO_COMPLAINTS();
    }

    void a_run_is_drawn_twice_a_second() {
        MotionSwitch::instance().setReduced(true);
        RunModel run(*m_thread);
        LossInstrument loss;
        loss.resize(400, 300);
        loss.setRun(&run);
        loss.show();
        QVERIFY(QTest::qWaitForWindowExposed(&loss));
        scenario::Scenario scenario;
        scenario.name = "slow"; // the fake engine takes a fifth of a second for a step
        scenario.length.steps = 12;
        QSignalSpy told(&run, &RunModel::changed);
        PaintCount paints(*loss.view());
        QElapsedTimer clock;
        clock.start();
        run.start(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == RunState::Finished, 60'000);
        // Whatever the time it took: one for each half second, and one each for start, first step and end.
        const auto most = static_cast<int>(clock.elapsed() / MotionSwitch::kCalmMilliseconds) + 3;
        QVERIFY2(told.count() <= most, qPrintable(QString("told %1 times, at most %2").arg(told.count()).arg(most)));
        // Each change of state (prepared, running, over) may be painted, too, and the window's first frame.
        QVERIFY2(paints.count <= most + 4, qPrintable(QString("%1 paints").arg(paints.count)));
        QCOMPARE(run.record().samples().size(), std::size_t(12));
    }

    void what_the_user_chooses_follows_at_once() {
        MotionSwitch::instance().setReduced(true);
        RunModel run(*m_thread);
        scenario::Scenario scenario;
        scenario.length.steps = 5;
        run.start(scenario);
        QTRY_VERIFY(run.state() == RunState::Finished);
        QSignalSpy selected(&run, &RunModel::selectionChanged);
        run.select(2);
        run.select(3);
        QCOMPARE(selected.count(), 2);
    }

    void a_film_has_two_pictures_a_second() {
        MotionSwitch::instance().setReduced(true);
        RunModel run(*m_thread);
        scenario::Scenario scenario;
        scenario.length.steps = 9;
        run.start(scenario);
        QTRY_VERIFY(run.state() == RunState::Finished);
        QSignalSpy selected(&run, &RunModel::selectionChanged);
        QElapsedTimer clock;
        clock.start();
        run.playback().setSpeed(Playback::kSpeeds.size() - 1); // 32 steps a second
        run.playback().play();
        QTRY_VERIFY(!run.playback().isPlaying());
        const auto most = static_cast<int>(clock.elapsed() / MotionSwitch::kCalmMilliseconds) + 1;
        QVERIFY2(selected.count() <= most, qPrintable(QString::number(selected.count())));
    }
};

QTEST_MAIN(TestMotion)
#include "test_motion.moc"

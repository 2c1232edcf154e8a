// Time of a run: what happened as marks, the film of the record, keys, and runs that are looked at together.
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/fake_thread.h"
#include "tests/ui/sample_record.h"
#include "tests/ui/support.h"
#include "ui/bridge/playback.h"
#include "ui/bridge/run_group.h"
#include "ui/labs/time_bar.h"
#include "ui/labs/time_track.h"

using namespace ampscope;
using namespace ampscope::ui;
using train::RunState;
using Kind = TimeMark::Kind;

class TestTime : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    static scenario::Scenario steps(std::int64_t count) {
        scenario::Scenario scenario;
        scenario.length.steps = count;
        return scenario;
    }
    static record::RunRecord recordOf(std::int64_t count) {
        record::RunRecord record(steps(count), {});
        for (std::int64_t i = 0; i < count; ++i) {
            record::Sample sample;
            sample[record::Column::Step] = static_cast<double>(i);
            record.sample(sample);
        }
        return record;
    }
    static record::Fact skipped(std::int64_t step) {
        return {step, "step_skipped", {{"parameter", std::string("w")}, {"nonfinite", std::int64_t(12'345)}}};
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void facts_become_marks_and_words() {
        RunModel model(*m_thread);
        auto record = recordOf(20);
        record.fact({0, "epoch_began", {{"epoch", std::int64_t(0)}, {"precision", std::string("fp16")}}});
        record.fact(skipped(3));
        record.fact({3, "scale_changed", {{"from", 65536.0}, {"to", 32768.0}, {"why", std::string("found_inf")}}});
        record.fact({5, "loss_nonfinite", {{"value", std::numeric_limits<double>::infinity()}}});
        record.fact({8, "scale_changed", {{"from", 32768.0}, {"to", 65536.0}, {"why", std::string("growth")}}});
        record.fact(
            {9,
             "setting_changed",
             {{"field", std::string("optimizer.lr")}, {"from", std::string("0.1")}, {"to", std::string("0.2")}}});
        record.fact({10, "epoch_began", {{"epoch", std::int64_t(1)}, {"precision", std::string("bf16")}}});
        record.fact({20, "finished", {}});
        model.showRecord(record);
        TimeTrack track;
        track.setRun(&model);
        std::vector<std::pair<std::int64_t, Kind>> found;
        for (const auto& mark : track.marks().all())
            found.emplace_back(mark.step, mark.kind);
        const std::vector<std::pair<std::int64_t, Kind>> wanted = {
            {0, Kind::Epoch},  {3, Kind::Skipped}, {3, Kind::Backoff},    {5, Kind::Nonfinite},
            {8, Kind::Growth}, {9, Kind::Setting}, {10, Kind::Precision}, {19, Kind::Finished}};
        QCOMPARE(found.size(), wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY2(found[i] == wanted[i], qPrintable(QString::number(i)));
        QCOMPARE(track.marks().wordsOf(3),
                 QString("skipped: 12,345 values that are Inf or NaN in w · loss scale down: 2¹⁶ → 2¹⁵"));
        QCOMPARE(track.marks().wordsOf(9), QString("optimizer.lr changed: 0.1 → 0.2"));
        QCOMPARE(track.marks().wordsOf(5), QString("the loss is inf"));
        QCOMPARE(track.marks().wordsOf(4), QString());
        track.resize(400, 34);
        track.show();
        QVERIFY(!track.grab().isNull());
        QVERIFY(track.drawn().size() == wanted.size());
    }

    void keys_go_through_steps_and_facts() {
        RunModel model(*m_thread);
        auto record = recordOf(50);
        for (const std::int64_t step : {4, 20, 21, 40})
            record.fact(skipped(step));
        model.showRecord(record);
        TimeBar bar;
        bar.resize(900, 40);
        bar.setRun(&model);
        bar.show();
        auto* track = bar.track();
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) {
            QTest::keyClick(track, key, with);
            return model.selectedStep();
        };
        QCOMPARE(press(Qt::Key_Home), std::int64_t(0));
        QCOMPARE(press(Qt::Key_Right), std::int64_t(1));
        QCOMPARE(press(Qt::Key_Right, Qt::ShiftModifier), std::int64_t(11));
        QCOMPARE(press(Qt::Key_Right, Qt::ControlModifier), std::int64_t(20));
        QVERIFY(bar.happened().contains("skipped"));
        QVERIFY(track->accessibleDescription().contains("skipped"));
        QCOMPARE(press(Qt::Key_Right, Qt::ControlModifier), std::int64_t(21));
        QCOMPARE(press(Qt::Key_Left, Qt::ControlModifier), std::int64_t(20));
        QCOMPARE(press(Qt::Key_Left, Qt::ControlModifier), std::int64_t(4));
        QCOMPARE(press(Qt::Key_Left, Qt::ControlModifier), std::int64_t(4)); // there is none before
        QCOMPARE(press(Qt::Key_End), std::int64_t(49));
        QCOMPARE(press(Qt::Key_Right), std::int64_t(49)); // the end of time
        QCOMPARE(press(Qt::Key_Left), std::int64_t(48));
        QCOMPARE(track->value(), 48); // screen readers hear the slider's value
        QVERIFY(!bar.canGoOn());      // a recorded run: and it says why
        bool is_said = false;
        for (const auto* button : bar.findChildren<QWidget*>())
            is_said = is_said || button->toolTip().contains("recorded run");
        QVERIFY(is_said);
        // The pointer: a click in the middle, and what it hovers over.
        QTest::mouseClick(track, Qt::LeftButton, {}, QPoint(track->width() / 2, 17));
        QVERIFY(std::abs(model.selectedStep() - 25) <= 1);
        bool is_named = false;
        for (int x = 0; x < track->width(); ++x)
            is_named = is_named || track->wordsAt(x).startsWith("step 4: skipped");
        QVERIFY(is_named);
    }

    void the_record_plays_by_itself_and_nothing_is_trained() {
        RunModel model(*m_thread);
        model.start(steps(30));
        QTRY_VERIFY(model.state() == RunState::Finished);
        auto& film = model.playback();
        QCOMPARE(film.stepsPerSecond(), 4.0);
        film.setSpeed(99); // the fastest there is
        QCOMPARE(film.stepsPerSecond(), 32.0);
        QSignalSpy selected(&model, &RunModel::selectionChanged);
        std::vector<std::int64_t> seen;
        connect(&model, &RunModel::selectionChanged, this, [&] { seen.push_back(model.selectedStep()); });
        film.play(); // over and at its newest: from the start
        QVERIFY(film.isPlaying());
        QCOMPARE(model.selectedStep(), std::int64_t(0));
        QTRY_VERIFY(!film.isPlaying());
        QCOMPARE(model.selectedStep(), std::int64_t(29));
        QVERIFY(std::ranges::is_sorted(seen));
        QCOMPARE(model.record().samples().size(), std::size_t(30));
        // Paused by hand it stays where it is.
        model.select(3);
        film.play();
        QTRY_VERIFY(model.selectedStep() > 4);
        film.toggle();
        const auto there = model.selectedStep();
        QTest::qWait(100);
        QCOMPARE(model.selectedStep(), there);
        model.clear();
        QVERIFY(!film.canPlay());
        film.play();
        QVERIFY(!film.isPlaying());
        // A long run takes two minutes, not hours.
        model.showRecord(recordOf(100'001));
        film.setSpeed(Playback::kPlainSpeed);
        QCOMPARE(film.stepsPerSecond(), 100'000.0 / 120);
    }

    void going_on_from_a_step_is_another_thing() {
        RunModel model(*m_thread);
        model.start(steps(40));
        QTRY_VERIFY(model.state() == RunState::Finished);
        TimeBar bar;
        bar.setRun(&model);
        QVERIFY(!bar.canGoOn());
        model.selectWithin(model.cursor() - 1); // a true step back
        QCOMPARE(model.selectedStep(), std::int64_t(38));
        QVERIFY(bar.canGoOn());
        model.select(14);
        bar.goOnFromHere();
        QTRY_VERIFY(model.state() == RunState::Paused);
        QTRY_COMPARE(model.record().samples().size(), std::size_t(15));
        QCOMPARE(bar.track()->marks().all().size(), std::size_t(0)); // "finished" is no longer true
    }

    void runs_of_a_group_share_step_parameter_and_bin() {
        RunGroup group(*m_thread);
        group.start({steps(10), steps(30)});
        QTRY_VERIFY(!group.isActive());
        auto *brief = group.at(0), *lengthy = group.at(1);
        QTRY_COMPARE(lengthy->record().samples().size(), std::size_t(30));
        brief->select(4);
        brief->selectParameter("blocks.0.ffn.up.weight");
        brief->selectBin(SizeBin{SizeBin::Kind::Sized, -7});
        QCOMPARE(lengthy->selectedStep(), std::int64_t(4));
        QCOMPARE(lengthy->selectedParameter(), QString("blocks.0.ffn.up.weight"));
        QVERIFY(lengthy->selectedBin() == (SizeBin{SizeBin::Kind::Sized, -7}));
        // Time ends where the longest ends; a step that a run does not have is none, and not its last one.
        QCOMPARE(brief->furthestStep(), std::int64_t(29));
        TimeBar bar;
        bar.resize(900, 40);
        bar.setRun(brief);
        bar.show();
        QTest::keyClick(bar.track(), Qt::Key_End);
        QCOMPARE(lengthy->selectedStep(), std::int64_t(29));
        QCOMPARE(brief->selectedStep(), std::int64_t(-1));
        QCOMPARE(brief->stepToLookInside(), std::int64_t(-1));
        QVERIFY(!brief->canLookInside(brief->stepToLookInside()));
        QVERIFY(!bar.grab().isNull());
        QTest::keyClick(bar.track(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(lengthy->selectedStep(), std::int64_t(19));
        QTest::keyClick(bar.track(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(brief->selectedStep(), std::int64_t(9));
        // They go on together, too.
        lengthy->select(6);
        bar.goOnFromHere();
        QTRY_COMPARE(brief->record().samples().size(), std::size_t(7));
        QTRY_COMPARE(lengthy->record().samples().size(), std::size_t(7));
    }

    void crowded_facts_thin_out_and_no_skipped_step_is_lost_data() {
        QTest::addColumn<qint64>("count");
        for (const qint64 count : {1, 10, 1000, 100'000})
            QTest::addRow("%lld", static_cast<long long>(count)) << count;
    }
    void crowded_facts_thin_out_and_no_skipped_step_is_lost() {
        QFETCH(qint64, count);
        RunModel model(*m_thread);
        auto record = recordOf(count);
        std::vector<std::int64_t> lost;
        for (std::int64_t step = 0; step < count; step += 3) {
            record.fact(skipped(step));
            record.fact({step, "scale_changed", {{"from", 2.0}, {"to", 1.0}, {"why", std::string("found_inf")}}});
            lost.push_back(step);
        }
        record.fact({count, "finished", {}});
        model.showRecord(std::move(record));
        TimeTrack track;
        track.resize(500, 34);
        track.setRun(&model);
        track.show();
        QVERIFY(!track.grab().isNull());
        const auto drawn = track.drawn();
        std::set<int> crosses;
        for (const auto& mark : drawn)
            if (mark.kind == Kind::Skipped) crosses.insert(mark.x);
        const double last = std::max<double>(1, static_cast<double>(count - 1));
        for (const auto step : lost) // by hand: 9 pixels of margin
            QVERIFY(crosses.contains(qRound(9 + static_cast<double>(step) / last * (500 - 18))));
        QVERIFY(drawn.size() <= 3 * 500);
        std::vector<int> triangles;
        for (const auto& mark : drawn)
            if (mark.kind == Kind::Backoff) triangles.push_back(mark.x);
        std::ranges::sort(triangles);
        for (std::size_t i = 1; i < triangles.size(); ++i)
            QVERIFY(triangles[i] - triangles[i - 1] >= 7);
        QTest::keyClick(&track, Qt::Key_Home);
        QCOMPARE(model.selectedStep(), std::int64_t(0));
        QTest::keyClick(&track, Qt::Key_End);
        QCOMPARE(model.selectedStep(), count - 1);
    }

    void marks_follow_a_run_that_goes_on() {
        RunModel model(*m_thread);
        TimeTrack track;
        track.setRun(&model);
        connect(&model, &RunModel::changed, &track, &TimeTrack::follow);
        model.start(steps(20), false, 5);
        QTRY_VERIFY(model.state() == RunState::Paused);
        model.change("optimizer.lr", "0.5");
        model.resume();
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(track.marks().all().size(), std::size_t(2)); // a setting, and the end
        QVERIFY(track.marks().all()[0].kind == Kind::Setting);
        model.goBack(3);
        QTRY_VERIFY(model.state() == RunState::Paused);
        QTRY_COMPARE(track.marks().all().size(), std::size_t(0));
        model.start(steps(2));
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(track.marks().all().size(), std::size_t(1));
    }
};

QTEST_MAIN(TestTime)
#include "test_time.moc"

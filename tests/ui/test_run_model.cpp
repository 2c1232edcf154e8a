// The way from a session to the instruments, with an engine that only counts.
#include "ui/bridge/run_model.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/plot/export.h"
#include "ui/plot/plot_view.h"

using namespace ampscope;
using namespace ampscope::ui;
using train::RunState;

class TestRunModel : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    static scenario::Scenario steps(std::int64_t count) {
        scenario::Scenario scenario;
        scenario.name = "a";
        scenario.length.steps = count;
        return scenario;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void gathers_the_whole_record() {
        RunModel model(*m_thread);
        QSignalSpy changed(&model, &RunModel::changed);
        model.start(steps(500));
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(model.record().samples().size(), std::size_t(500));
        QCOMPARE(model.record().environment_text("libtorch"), std::string("fake"));
        QVERIFY(model.record().is_finished());
        QVERIFY(changed.count() < 200); // far fewer signals than steps
    }

    // Found: a look asked for while the last mail was handed out, and over before that was done, never arrived.
    void a_look_that_is_over_at_once_arrives() {
        RunModel model(*m_thread);
        bool has_asked = false;
        connect(&model, &RunModel::changed, &model, [&] {
            if (has_asked || model.isActive()) return;
            has_asked = true;
            model.lookInside(2);
            QThread::msleep(100); // the look is over
        });
        model.start(steps(3));
        QTRY_VERIFY(has_asked);
        QTRY_VERIFY(model.record().detail_of<record::OpList>(2));
        QVERIFY(!model.looking());
    }

    void selection_follows_until_a_step_is_chosen() {
        RunModel model(*m_thread);
        QCOMPARE(model.selectedStep(), std::int64_t(-1));
        model.start(steps(10));
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(model.selectedStep(), std::int64_t(9));
        QSignalSpy selected(&model, &RunModel::selectionChanged);
        model.select(4);
        model.select(4);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(model.selectedStep(), std::int64_t(4));
        model.select(1000);
        QCOMPARE(model.selectedStep(), std::int64_t(-1)); // not there: none, and not the last one
        QCOMPARE(model.stepToLookInside(), std::int64_t(-1));
        model.selectWithin(1000);
        QCOMPARE(model.selectedStep(), std::int64_t(9));
        model.select(std::nullopt);
        QVERIFY(model.followsNewest());
    }

    void holds_where_it_is_told_to() {
        RunModel model(*m_thread);
        model.start(steps(1000), false, 25);
        QTRY_VERIFY(model.state() == RunState::Paused);
        QTRY_COMPARE(model.record().samples().size(), std::size_t(26)); // steps 0 to 25
        model.resume();
        QTRY_VERIFY(model.state() == RunState::Finished);
    }

    void goes_back_and_on() {
        RunModel model(*m_thread);
        model.start(steps(40));
        QTRY_VERIFY(model.state() == RunState::Finished);
        model.select(14);
        model.goBack(15);
        QTRY_VERIFY(model.state() == RunState::Paused);
        QTRY_COMPARE(model.record().samples().size(), std::size_t(15));
        QVERIFY(model.followsNewest() && model.selectedStep() == 14);
        model.resume();
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(model.record().samples().size(), std::size_t(40));
        QCOMPARE(model.record().samples()[15].step(), std::int64_t(15));
    }

    void a_new_start_replaces_the_old_run() {
        RunModel model(*m_thread);
        auto slow = steps(1'000'000);
        model.start(slow);
        QTRY_VERIFY(model.record().samples().size() > 5);
        model.start(steps(3));
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(model.record().samples().size(), std::size_t(3));
        QTRY_COMPARE(m_thread.engine().alive.load(), 0);
    }

    void failures_are_said() {
        RunModel model(*m_thread);
        QSignalSpy noticed(&model, &RunModel::noticed);
        auto scenario = steps(3);
        scenario.name = "throws";
        model.start(scenario);
        QTRY_VERIFY(model.state() == RunState::Failed);
        QCOMPARE(noticed.count(), 1);
        QVERIFY(noticed.first().first().toString().contains("not enough memory"));
    }

    void every_instrument_lives_with_and_without_a_run() {
        RunModel model(*m_thread);
        for (const QString& id : instrumentIds()) {
            auto instrument = makeInstrument(id);
            QVERIFY(instrument);
            QCOMPARE(instrument->id(), id);
            instrument->resize(500, 300);
            instrument->show();
            QVERIFY(!instrument->grab().isNull()); // nothing yet
            instrument->setRun(&model);
            model.start(steps(5));
            QTRY_VERIFY(model.state() == RunState::Finished);
            for (const auto theme : {ThemeKind::Dark, ThemeKind::Light}) {
                ThemeSwitch::instance().set(theme, 1);
                QVERIFY(!instrument->grab().isNull());
            }
            LanguageSwitch::instance().setLanguage(text::Language::Korean);
            QVERIFY(!instrument->accessibleName().isEmpty());
            LanguageSwitch::instance().setLanguage(text::Language::English);
            model.clear();
            QVERIFY(!instrument->grab().isNull());
        }
        QVERIFY(!makeInstrument("no-such"));
    }

    void instruments_outlive_their_run() {
        LossInstrument loss;
        {
            RunModel model(*m_thread);
            loss.setRun(&model);
            loss.show();
        }
        loss.refresh();
        QVERIFY(!loss.figure().empty.isEmpty());
    }

    void a_failure_is_said_in_the_language_of_who_asks() {
        QObject page;
        auto* model = new RunModel(*m_thread, &page);
        requireNoFailure(page);
        scenario::Scenario scenario = steps(5);
        scenario.name = "throws";
        model->start(scenario);
        QVERIFY(!runsRest(page));
        QTRY_VERIFY(model->state() == RunState::Failed);
        QVERIFY(runsRest(page) && model->failure());
        try {
            requireNoFailure(page);
            QFAIL("a failure was passed over");
        } catch (const text::Error& error) {
            QVERIFY(error.kind() == text::ErrorKind::CouldNot);
            QVERIFY(QString::fromStdString(error.text(text::Language::English)).contains("there is not enough memory"));
            const QString korean = QString::fromStdString(error.text(text::Language::Korean));
            QVERIFY2(korean.contains("메모리") && !korean.contains("memory"), qPrintable(korean));
        }
        model->showRecord(record::RunRecord(model->record()));
        QVERIFY(!model->failure());
    }

    void a_run_that_has_rested_for_a_while_answers_again() {
        RunModel model(*m_thread);
        model.start(steps(5), true);
        QTRY_VERIFY(model.state() == RunState::Paused);
        QTest::qWait(400); // it is asked less often by now
        model.stepOnce();
        QTRY_COMPARE(model.newestStep(), 0);
        QTRY_VERIFY(model.state() == RunState::Paused);
        QTest::qWait(400);
        model.resume();
        QTRY_VERIFY(model.state() == RunState::Finished);
        QCOMPARE(model.newestStep(), 4);
    }

    void who_hears_of_a_change_may_clear_the_run() {
        RunModel model(*m_thread);
        connect(&model, &RunModel::changed, &model, [&] {
            if (model.record().samples().size() > 5) model.clear();
        });
        model.start(steps(200));
        QTRY_VERIFY(!model.hasRun());
        QVERIFY(!model.failure() && !model.state());
    }

    void plots_export_and_show_tables() {
        RunModel model(*m_thread);
        LossInstrument loss;
        loss.setRun(&model);
        loss.resize(500, 300);
        loss.show();
        model.start(steps(20));
        QTRY_VERIFY(model.state() == RunState::Finished);
        for (const FileFormat format : {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf, FileFormat::Csv})
            QVERIFY(renderExhibit(loss.exhibit(), format).size() > 50);
        loss.setShowsTable(true);
        QVERIFY(loss.showsTable());
        loss.setShowsTable(false);
    }

    void the_histogram_handle_is_dragged_with_keys() {
        RunModel model(*m_thread);
        record::RunRecord record(steps(1), {});
        record::Sample sample;
        sample[record::Column::Step] = 0;
        record.sample(sample);
        record.detail({0, record::GradientHistogram{-20, {5, 9, 5}, 0, 0, 0, 256}});
        model.showRecord(record);
        HistogramInstrument histogram;
        histogram.setRun(&model);
        histogram.resize(600, 300);
        histogram.show();
        QTest::keyClick(histogram.view(), Qt::Key_Right);
        QCOMPARE(histogram.whatIfScale(), std::optional(9));
        QTest::keyClick(histogram.view(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(histogram.whatIfScale(), std::optional(-1));
    }

    void code_lights_the_step() {
        RunModel model(*m_thread);
        CodeView code;
        code.setRun(&model);
        model.start(steps(2));
        QTRY_VERIFY(model.state() == RunState::Finished);
        code.refresh();
        QVERIFY(code.text().contains("optimizer.step()"));
    }
};

QTEST_MAIN(TestRunModel)
#include "test_run_model.moc"

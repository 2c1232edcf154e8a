// The run shelf: list, filter, names, pins, undo, files; runs looked at again and compared, with the numbers of the
// command line.
#include "ui/shell/runs/runs_page.h"

#include <sqlite3.h>

#include <QComboBox>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <sstream>

#include "app/cli/cli.h"
#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/bridge/run_library.h"
#include "ui/bridge/stall_counter.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/runs/run_differences.h"
#include "ui/instruments/runs/run_table.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/instruments/step/lanes.h"
#include "ui/labs/stage.h"
#include "ui/shell/lab_list.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::RunStore;

namespace {

constexpr int kPatience = 20'000; // a disk that others use, too

// Losses that fall; `shift` makes them another run's.
record::RunRecord runOf(const char* precision, std::int64_t seed, double shift = 0, int steps = 12) {
    scenario::Scenario scenario;
    scenario::set_field(scenario, "precision", precision);
    scenario.seed = seed;
    scenario.length.steps = steps;
    record::RunRecord run(scenario, {{"libtorch", std::string("2.15.0")}});
    for (int step = 0; step < steps; ++step) {
        record::Sample sample;
        sample[record::Column::Step] = step;
        sample[record::Column::Ran] = 1;
        sample[record::Column::Loss] = 5.0 / (1 + step) + (step >= 3 ? shift : 0);
        sample[record::Column::Ms] = 10;
        sample[record::Column::BytesPeak] = 8e6;
        run.sample(sample);
    }
    run.fact({steps - 1, "finished", {}});
    return run;
}

} // namespace

class TestRunsPage : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RunsPage> m_page;
    QStringList m_notices;

    RunStore store() const { return RunStore(m_folder->path().toStdString() + "/runs.sqlite"); }
    QString add(const record::RunRecord& run, const char* name, const record::RunOrigin& origin = {}) {
        return QString::fromStdString(store().add(run, name, 0, origin));
    }
    RunsView* list() const { return m_page->list(); }
    void settle() {
        QTest::qWait(1);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->isSettled(), kPatience);
        QTest::qWait(1);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->isSettled(), kPatience);
    }
    void open() {
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        settle();
    }
    void reload() {
        list()->model()->reload();
        settle();
    }
    QStringList names() const {
        QStringList all;
        for (const auto& entry : list()->model()->entries())
            all << QString::fromStdString(entry.name);
        return all;
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        list()->table()->setFocus();
        QTest::keyClick(list()->table(), static_cast<Qt::Key>(key), modifiers);
        settle();
    }
    void look(const QStringList& ids) {
        m_page->look(ids);
        settle();
        QVERIFY(m_page->isLooking());
    }
    // What the command line prints as JSON.
    QJsonDocument cli(const QStringList& words) const {
        std::vector<std::string> all = {"--json"};
        for (const QString& word : words)
            all.push_back(word.toStdString());
        std::ostringstream out, err;
        qputenv("AMPSCOPE_DATA", m_folder->path().toUtf8());
        cli::run(all, out, err);
        return QJsonDocument::fromJson(QByteArray::fromStdString(out.str()));
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        RunLibrary::instance().setUp(m_folder->path(), RunLibrary::Use::Keep);
        m_notices.clear();
        m_page = std::make_unique<RunsPage>(*m_thread,
                                            std::vector<RunsPage::Lab>{{"scale", [] { return QString("Scale"); }},
                                                                       {"train", [] { return QString("Train"); }}});
        connect(m_page.get(), &Page::noticed, this, [this](const QString& text) { m_notices << text; });
        connect(&RunLibrary::instance(), &RunLibrary::noticed, m_page.get(),
                [this](const QString& text) { m_notices << text; });
        m_page->resize(1060, 640);
    }
    void cleanup() {
        m_page.reset();
        RunLibrary::instance().setUp({}, RunLibrary::Use::Nothing);
        VERIFY_NO_COMPLAINTS();
    }

    void an_empty_shelf_says_how_to_get_runs() {
        open();
        QVERIFY(!list()->table()->isVisible());
        QSignalSpy asked(m_page.get(), &Page::pageAsked);
        bool found = false;
        for (auto* button : list()->findChildren<QPushButton*>())
            if (button->isVisible() && button->text().contains("Scale lab")) {
                QTest::mouseClick(button, Qt::LeftButton);
                found = true;
            }
        QVERIFY(found);
        QCOMPARE(asked.first().first().toString(), QString("scale"));
    }

    void the_list_follows_the_library() {
        add(runOf("fp32", 1), "first");
        open();
        QCOMPARE(names(), QStringList{"first"});
        RunModel model(*m_thread);
        scenario::Scenario scenario;
        scenario.name = "second";
        scenario.length.steps = 30;
        model.start(scenario);
        QTRY_COMPARE_WITH_TIMEOUT(names().size(), 2, kPatience);
        QVERIFY(names().first().startsWith("second"));
        QTRY_COMPARE_WITH_TIMEOUT(list()->model()->entries()[0].state, record::StoredState::Finished, kPatience);
        add(runOf("fp16", 2), "by another window");
        QTRY_COMPARE_WITH_TIMEOUT(names().size(), 3, kPatience);
    }

    void a_run_that_goes_on_shows_how_far_it_is() {
        RunModel model(*m_thread);
        scenario::Scenario scenario;
        scenario.length.steps = 1'000'000;
        model.start(scenario, false, 24);
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == train::RunState::Paused, kPatience);
        open();
        QTRY_COMPARE_WITH_TIMEOUT(list()->model()->index(0, RunListModel::Steps).data().toString(),
                                  QString("25 / 1000000"), kPatience);
        QCOMPARE(list()->model()->index(0, RunListModel::State).data().toString(), QString("running"));
        list()->select({model.keptId()});
        press(Qt::Key_Delete);
        QVERIFY2(m_notices.join(' ').contains("going on"), qPrintable(m_notices.join(' ')));
        QCOMPARE(names().size(), 1);
    }

    void filters_and_orders() {
        add(runOf("fp32", 7, 0.5), "Alpha", {"train", true});
        add(runOf("fp16", 3), "beta", {"scale", true});
        const QString pinned = add(runOf("bf16", 5, -0.2), "gamma");
        store().pin(pinned.toStdString(), true);
        open();
        QCOMPARE(names(), QStringList({"gamma", "beta", "Alpha"}));
        list()->setText("ALPHA");
        settle();
        QCOMPARE(names(), QStringList{"Alpha"});
        list()->setText("");
        list()->setPlace("scale");
        settle();
        QCOMPARE(names(), QStringList{"beta"});
        list()->setPlace("");
        list()->showPinned(true);
        settle();
        QCOMPARE(names(), QStringList{"gamma"});
        list()->showPinned(false);
        for (const auto& [column, order] : {std::pair(RunListModel::Name, QStringList{"Alpha", "beta", "gamma"}),
                                            std::pair(RunListModel::Loss, QStringList{"gamma", "beta", "Alpha"}),
                                            std::pair(RunListModel::Seed, QStringList{"beta", "gamma", "Alpha"})}) {
            list()->table()->sortBy(column);
            settle();
            QCOMPARE(names(), order);
            list()->table()->sortBy(column); // the other way round
            settle();
            QCOMPARE(names(), QStringList(order.rbegin(), order.rend()));
        }
        list()->table()->sortBy(-1);
        settle();
        QCOMPARE(names().first(), QString("gamma"));
        for (auto* choice : list()->findChildren<QComboBox*>())
            if (choice->accessibleName() == "Precision") {
                choice->setCurrentIndex(choice->findData("fp16"));
                Q_EMIT choice->activated(choice->currentIndex());
            }
        settle();
        QCOMPARE(names(), QStringList{"beta"});
    }

    void names_pins_and_deletions_can_be_undone() {
        const QString a = add(runOf("fp32", 1), "a", {"train", true}), b = add(runOf("fp16", 1), "b");
        open();
        list()->select({a});
        press(Qt::Key_F2);
        auto* editor = list()->table()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->setText("renamed");
        QTest::keyClick(editor, Qt::Key_Return);
        settle();
        QCOMPARE(store().entry(a.toStdString()).name, std::string("renamed"));
        QVERIFY(!store().entry(a.toStdString()).origin.automatic); // a name of somebody's own: it stays
        m_page->undoStack()->undo();
        settle();
        QCOMPARE(store().entry(a.toStdString()).name, std::string("a"));

        list()->select({a, b});
        m_page->pin();
        settle();
        QVERIFY(store().entry(a.toStdString()).pinned && store().entry(b.toStdString()).pinned);
        press(Qt::Key_Delete); // refused, with the reason
        QCOMPARE(names().size(), 2);
        QVERIFY(m_notices.join(' ').contains("pinned"));
        m_page->undoStack()->undo(); // the deletion that did nothing
        m_page->undoStack()->undo(); // the pins
        settle();
        QVERIFY(!store().entry(a.toStdString()).pinned);

        list()->select({a, b});
        press(Qt::Key_Delete);
        QCOMPARE(names().size(), 0);
        QVERIFY2(m_notices.last().contains("2"), qPrintable(m_notices.last()));
        m_page->undoStack()->undo();
        settle();
        QCOMPARE(names().size(), 2);
        m_page->undoStack()->redo();
        settle();
        list()->showDeleted(true);
        settle();
        QCOMPARE(names().size(), 2);
        list()->select({b});
        press(Qt::Key_Delete); // brings it back
        QCOMPARE(names().size(), 1);
        list()->showDeleted(false);
        settle();
        QCOMPARE(names(), QStringList{"b"});
    }

    void records_come_and_go_as_files() {
        const QString a = add(runOf("fp16", 9), "to be taken: out/there");
        open();
        const QString folder = m_folder->filePath("files");
        QVERIFY(QDir().mkpath(folder));
        QString suggested;
        PlotInstrument::askForFile = [&](QWidget*, const QString& name, const QString&) {
            suggested = name;
            return folder + "/" + name;
        };
        list()->select({a});
        for (const auto kind : {RunFile::Record, RunFile::Trace, RunFile::Settings}) {
            list()->exportSelected(kind);
            settle();
            QVERIFY2(QFile::exists(folder + "/" + suggested), qPrintable(suggested));
            QVERIFY(!suggested.contains('/') && suggested.contains(a));
        }
        list()->exportSelected(RunFile::Record);
        settle();
        const QString path = folder + "/" + suggested;
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(path), QUrl::fromLocalFile(m_folder->filePath("picture.png"))});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &files, Qt::LeftButton, {});
        QApplication::sendEvent(list(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &files, Qt::LeftButton, {});
        QApplication::sendEvent(list(), &drop);
        settle();
        QCOMPARE(names(), QStringList({"to be taken: out/there", "to be taken: out/there"}));
        QCOMPARE(list()->selected().size(), 1); // the new one
        QVERIFY(record::differences(store().load(a.toStdString()), store().load(list()->selected()[0].toStdString()))
                    .empty());
        io::write_file((folder + "/broken.json").toStdString(), "{ \"schema\": ");
        list()->importFiles({folder + "/broken.json"});
        settle();
        QVERIFY2(m_notices.last().contains("broken.json"), qPrintable(m_notices.last()));
        QCOMPARE(names().size(), 2);
        // What came in is told beside what did not.
        list()->importFiles({path, folder + "/broken.json", folder + "/missing.json"});
        settle();
        QVERIFY2(m_notices.last().startsWith("Imported runs: 1 · Files that are no runs: 2 · "),
                 qPrintable(m_notices.last()));
        QVERIFY2(m_notices.last().contains("broken.json"), qPrintable(m_notices.last()));
        QCOMPARE(names().size(), 3);
    }

    void a_kept_run_opens_again_step_by_step() {
        const QString a = add(runOf("fp16", 4), "kept");
        open();
        list()->select({a});
        QVERIFY(!m_page->run());
        press(Qt::Key_Return);
        QVERIFY(m_page->isLooking() && m_page->run());
        QCOMPARE(m_page->title(), QString("kept"));
        QVERIFY(m_page->run()->isRecorded());
        QVERIFY(record::differences(m_page->run()->record(), store().load(a.toStdString())).empty());
        QVERIFY(m_page->stage()->ids().contains("loss") && m_page->stage()->ids().contains("scale-trace"));
        auto* loss = qobject_cast<PlotInstrument*>(m_page->stage()->instrument("loss"));
        QCOMPARE(loss->figure().provenance, Provenance::Recorded);
        m_page->run()->select(5);
        QCOMPARE(loss->figure().selected, std::optional<double>(5));
        m_page->stepRuns();
        QCOMPARE(m_page->run()->selectedStep(), std::int64_t(6));
        QCOMPARE(m_page->commandLine(), "ampscope-cli runs show " + a);

        QSignalSpy asked(m_page.get(), &RunsPage::scenarioAsked);
        m_page->restart(77);
        QCOMPARE(asked.first().first().toString(), QString("scale")); // fp16 has a scaler
        QCOMPARE(asked.first().at(1).value<scenario::Scenario>().seed, std::int64_t(77));
        m_page->showView("list");
        QVERIFY(!m_page->run());

        add(runOf("fp32", 1), "a name, with commas");
        for (const char* wanted : {"a name, with commas", "kept, a name, with commas"}) {
            m_page->showView("list");
            m_page->enterText(wanted);
            settle();
            QCOMPARE(m_page->isLooking(), QString(wanted).startsWith("a "));
        }
        m_page->enterText("kept," + a.left(6)); // the same run twice
        settle();
        QCOMPARE(m_page->group()->runs().size(), 1);
    }

    void labs_are_found_by_what_a_scenario_is_about() {
        scenario::Scenario scenario;
        QCOMPARE(labFor(scenario), QString("train"));
        scenario.precision = scenario::Precision::Fp16;
        QCOMPARE(labFor(scenario), QString("scale"));
        scenario.accumulation_steps = 4;
        QCOMPARE(labFor(scenario), QString("accumulate"));
        scenario.checkpointing.kind = scenario::CheckpointKind::Block;
        QCOMPARE(labFor(scenario), QString("checkpoint"));
    }

    // --- side by side

    void more_than_eight_are_refused_with_a_sentence() {
        QStringList ids;
        for (int i = 0; i < 9; ++i)
            ids << add(runOf("fp32", i), "many");
        open();
        list()->select(ids);
        press(Qt::Key_Return);
        QVERIFY(!m_page->isLooking());
        QCOMPARE(m_notices.last(), QString("Up to 8 runs fit side by side; 9 are selected."));
        m_page->enterText(ids.join(','));
        settle();
        QVERIFY(m_notices.last().contains("9 were named"));
        list()->select(ids.mid(0, 8));
        press(Qt::Key_Return);
        QVERIFY(m_page->isLooking());
        QCOMPARE(m_page->group()->runs().size(), 8);
    }

    void runs_that_differ_in_their_seed_are_one_band_and_others_are_not() {
        const auto other_rate = [](std::int64_t seed) {
            scenario::Scenario scenario = runOf("fp16", seed).scenario();
            scenario.optimizer.lr = 0.5;
            return record::RunRecord(scenario, {});
        };
        const record::RunRecord a = runOf("fp16", 1), b = runOf("fp16", 2), c = other_rate(3), d = runOf("fp32", 1);
        const auto lanes = lanesOf({&a, &b, &c, &d});
        QCOMPARE(lanes.size(), std::size_t(3));
        QCOMPARE(lanes[0].runs.size(), std::size_t(2));
        QCOMPARE(lanes[0].name, QString("fp16, lr 0.002"));
        QCOMPARE(lanes[1].name, QString("fp16, lr 0.5"));
        QCOMPARE(lanes[2].name, QString("fp32")); // told apart without more words
    }

    void the_difference_is_to_the_one_fp32_run_and_can_be_changed() {
        const QStringList ids = {add(runOf("fp16", 1, 0.25), "sixteen"), add(runOf("bf16", 1, 0.5), "brain"),
                                 add(runOf("fp32", 1), "plain")};
        look(ids);
        auto* difference = qobject_cast<PlotInstrument*>(m_page->stage()->instrument("loss-difference"));
        const auto last = [&](int column) {
            return difference->figure().table.rows.back()[static_cast<std::size_t>(column)];
        };
        QVERIFY(difference->figure().title.contains("fp32"));
        QCOMPARE(last(1), 0.25);
        QCOMPARE(last(2), 0.5);
        m_page->setReference(1); // bf16
        QVERIFY(difference->figure().title.contains("bf16"));
        QCOMPARE(last(1), -0.25);
        QCOMPARE(last(2), -0.5);
    }

    void a_difference_between_seeds_is_not_drawn() {
        look({add(runOf("fp16", 1), "one"), add(runOf("fp32", 2), "two")});
        auto* difference = qobject_cast<PlotInstrument*>(m_page->stage()->instrument("loss-difference"));
        QVERIFY2(difference->figure().empty.contains("seed"), qPrintable(difference->figure().empty));
    }

    void the_table_says_what_the_command_line_says() {
        const QStringList ids = {add(runOf("fp32", 1), "plain"), add(runOf("fp16", 1, 0.25), "sixteen"),
                                 add(runOf("bf16", 2, 0.5), "brain")};
        look(ids);
        m_page->showView("table");
        const auto* table = m_page->differences()->table();
        const auto row = [&](const QString& name) {
            QStringList cells;
            for (int r = 0; r < table->rowCount(); ++r)
                if (table->item(r, 0)->text() == name)
                    for (int c = 1; c < table->columnCount(); ++c)
                        cells << table->item(r, c)->text();
            return cells;
        };
        QCOMPARE(m_page->commandLine(), "ampscope-cli runs compare " + ids.join(' '));
        const QJsonObject compared = cli(QStringList{"runs", "compare"} + ids).object();
        int fields = 0;
        for (const auto field : compared["fields"].toArray()) {
            QStringList values;
            for (const auto value : field.toObject()["values"].toArray())
                values << value.toString();
            QCOMPARE(row(field.toObject()["path"].toString()), values);
            ++fields;
        }
        QCOMPARE(fields, 3); // precision, scaler.enabled, seed
        for (const auto& info : record::figure_infos()) {
            QStringList values;
            for (const auto run : compared["runs"].toArray()) {
                const double value = run.toObject()[QString::fromUtf8(info.name)].toDouble();
                values << QString::fromStdString(io::to_text(info.bytes ? value / 1e6 : value, 5)) +
                              (info.bytes ? " MB" : "");
            }
            QCOMPARE(row(say(info.label)), values);
        }
        const QJsonObject differing = cli({"runs", "diff", ids[0], ids[1]}).object();
        for (const auto column : differing["columns"].toArray()) {
            const QStringList cells = row(column.toObject()["column"].toString());
            QCOMPARE(cells.value(0), QString("reference"));
            QCOMPARE(cells.value(1), QString::number(column.toObject()["step"].toInt()));
        }
        QCOMPARE(row("loss"), QStringList({"reference", "3", "3"}));
    }

    // --- many

    void ten_thousand_runs_stay_fast() {
        {
            RunStore library(m_folder->path().toStdString() + "/runs.sqlite");
            const record::RunRecord run = runOf("fp16", 1, 0, 1);
            for (int i = 0; i < 10; ++i)
                library.add(run, "run " + std::to_string(i));
        }
        sqlite3* raw = nullptr; // adding so many one by one takes half a minute
        sqlite3_open((m_folder->path().toStdString() + "/runs.sqlite").c_str(), &raw);
        const int filled = sqlite3_exec(
            raw,
            "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 999) "
            "INSERT INTO runs (id, name, state, created, changed, precision, steps_run, steps_skipped, final_loss, "
            "owner_host, owner_process, owner_started, seed) SELECT printf('%08x', number * 1000 + n), name, state, "
            "created, changed, precision, steps_run, steps_skipped, final_loss, owner_host, owner_process, "
            "owner_started, n FROM runs, copies",
            nullptr, nullptr, nullptr);
        sqlite3_close(raw);
        QCOMPARE(filled, SQLITE_OK);
        StallCounter stalls;
        stalls.start();
        open();
        QTRY_COMPARE_WITH_TIMEOUT(list()->model()->rowCount(), 10'000, kPatience);
        QElapsedTimer clock;
        clock.start();
        for (const char* text : {"r", "ru", "run 7", ""}) {
            list()->setText(text);
            settle();
        }
        list()->table()->selectAll();
        list()->table()->scrollToBottom();
        list()->table()->sortBy(RunListModel::Loss);
        settle();
        QCOMPARE(list()->selected().size(), 10'000);
        stalls.stop();
        // A hang guard: what is wanted is far less, and measured by the bench.
        QVERIFY2(stalls.result().worstMilliseconds < 2000,
                 qPrintable(QString::number(stalls.result().worstMilliseconds)));
        qInfo("worst stall with 10,000 runs: %.0f ms, %lld ms in all", stalls.result().worstMilliseconds,
              static_cast<long long>(clock.elapsed()));
    }
};

QTEST_MAIN(TestRunsPage)
#include "test_runs_page.moc"

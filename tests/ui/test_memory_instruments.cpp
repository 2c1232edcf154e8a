// Instruments on bytes: what is drawn is what the record holds, what the formula gives and what the chapter says.
#include <QRegularExpression>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include "core/memory/budget.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/inside_record.h"
#include "tests/ui/support.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/memory/checkpoint_map.h"
#include "ui/instruments/memory/memory_bars.h"
#include "ui/instruments/memory/memory_timeline.h"
#include "ui/instruments/memory/parts_table.h"
#include "ui/instruments/memory/saved_tensors.h"
#include "ui/instruments/registry.h"
#include "ui/plot/export.h"
#include "ui/plot/plot_view.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::Column;

class TestMemoryInstruments : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    static MemorySubject subjectOf(const record::RunRecord& run) { return {{}, run.scenario(), modelOf(run), &run}; }
    static scenario::Scenario with(std::vector<std::pair<const char*, const char*>> fields) {
        scenario::Scenario made;
        for (const auto& [path, value] : fields)
            scenario::set_field(made, path, value);
        return made;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void bars_are_chapter_formula_and_record() {
        const auto run = testing::sampleRecord(with({{"precision", "bf16"}}));
        const double parameters = 115'008;
        const Figure figure = memoryBarsFigure({subjectOf(run)}, 5, std::nullopt);
        QCOMPARE(figure.rows.rows.size(), std::size_t(3));
        const auto& table = figure.table;
        const auto column = [&](const QString& name) {
            return static_cast<std::size_t>(table.header.indexOf(name)) - 1; // the names stand apart
        };
        const auto sum = column("sum, bytes");
        QCOMPARE(table.rows[0][sum], 12 * parameters); // chapter B: 2 + 2 + 8
        const memory::Need need = memory::need_of(run.scenario(), modelOf(run));
        QCOMPARE(table.rows[1][sum], need.total());
        QCOMPARE(table.rows[2][column("weights, bytes")], 460'032.0);
        QCOMPARE(table.rows[2][column("optimizer, bytes")], 920'064.0);
        QCOMPARE(table.rows[2][column("activations, bytes")], 6'088'712.0);
        QCOMPARE(table.rows[2][column("highest, bytes")], 7'073'044.0);
        QCOMPARE(figure.x.title, QStringLiteral("MB"));
        QCOMPARE(*figure.rows.rows[2].mark, 7.073044);
        QCOMPARE(figure.rows.rows[2].badge, QStringLiteral("measured"));
        QCOMPARE(figure.rows.rows[0].badge, QStringLiteral("recorded"));
        QCOMPARE(figure.rows.rows[1].badge, QStringLiteral("estimated"));
        // What is drawn is the table in megabytes; without a look casts are part of what is kept, in both rows.
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t part = 0; part < figure.rows.parts.size(); ++part)
                QCOMPARE(figure.rows.rows[row].parts[part] * 1e6, table.rows[row][part]);
        QVERIFY(!table.header.join(' ').contains("16-bit copies"));
        QCOMPARE(figure.rows.rows[0].labels[0], QStringLiteral("bf16"));
        QCOMPARE(figure.rows.rows[1].labels[0], QStringLiteral("fp32"));
        QVERIFY(figure.summary.contains("this run: peak 7.07 MB (measured here)"));
        QVERIFY(gapWords(subjectOf(run), 5).contains("6.09 MB"));
    }

    void a_look_tells_casts_apart() {
        const auto run = testing::insideRecord(with({{"precision", "bf16"}}), 5);
        const Figure figure = memoryBarsFigure({subjectOf(run)}, 5, std::nullopt);
        const auto casts = static_cast<std::size_t>(figure.table.header.indexOf("16-bit copies of weights, bytes")) - 1;
        QCOMPARE(figure.table.rows[2][casts], 200'000.0);
        QVERIFY(figure.table.rows[1][casts] > 0);
        const auto kept = static_cast<std::size_t>(figure.table.header.indexOf("activations, bytes")) - 1;
        QCOMPARE(figure.table.rows[2][kept], 6'088'712.0 - 200'000.0);
    }

    void a_budget_is_hit_with_numbers() {
        MemoryBars bars;
        auto settings = with({{"precision", "fp16"}, {"sequence_length", "512"}, {"micro_batch_size", "16"}});
        const memory::Model model = memory::parse_model("350M");
        bars.setSettings(settings);
        bars.setModel(model);
        bars.setBudget(hardware::parse_budget("t4"));
        bars.refresh();
        const double need = memory::need_of(settings, model).total();
        QVERIFY(need > 16e9);
        QCOMPARE(*bars.figure().rows.limit, 16.0); // GB
        QCOMPARE(bars.figure().x.title, QStringLiteral("GB"));
        QCOMPARE(bars.figure().rows.rows.size(), std::size_t(2)); // nobody runs it
        const auto largest = memory::largest_micro_batch(settings, model, 16e9);
        QVERIFY(largest > 0 && largest < 16);
        QVERIFY2(bars.note().contains("Does not fit") && bars.note().contains(bytesText(need - 16e9)) &&
                     bars.note().contains(QString("up to %1 sequences").arg(largest)),
                 qPrintable(bars.note()));
        settings.micro_batch_size = largest;
        bars.setSettings(settings);
        QVERIFY(bars.note().contains("Fits"));
        bars.setBudget(hardware::parse_budget("80GB")); // far away: named, not drawn
        settings.micro_batch_size = 1;
        bars.setSettings(settings);
        QVERIFY(!bars.figure().rows.limit);
        QVERIFY(bars.figure().legend.join(' ').contains("80 GB"));
        for (const char* bad : {"16 apples", "-1GB", "0", "t44", "99999TB", ""})
            QVERIFY_THROWS_EXCEPTION(text::Error, hardware::parse_budget(bad));
    }

    void ten_schemes_side_by_side() {
        MemoryBars bars;
        bars.setSettings(with({{"precision", "bf16"}}));
        bars.setModel(memory::parse_model("250M"));
        bars.setShowsSchemes(true);
        bars.resize(700, 420);
        bars.show();
        const Figure figure = bars.figure();
        const double totals[] = {16, 16, 16, 18, 18, 18, 8, 12, 14, 10};
        QCOMPARE(figure.rows.rows.size(), std::size(totals));
        for (std::size_t i = 0; i < std::size(totals); ++i) {
            QCOMPARE(figure.table.rows[i][5], totals[i]);
            QCOMPARE(figure.table.rows[i][6], totals[i] * 250e6);
        }
        QCOMPARE(figure.table.rows[1][4], 2.0); // autocast's casts come on top
        QCOMPARE(figure.rows.selected, 1);      // what these settings train by
        QVERIFY(bars.note().contains("16 +2"));
        bars.view()->setFocus();
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(bars.view(), Qt::Key_Down);
        QCOMPARE(bars.chosenRow(), 7);
        QVERIFY2(bars.note().contains("chapter B, section 2"), qPrintable(bars.note()));
        QTest::keyClick(bars.view(), Qt::Key_Down);
        QVERIFY(bars.note().contains("12 + 2"));
        bars.setBudget(hardware::parse_budget("4GB"));
        QCOMPARE(*bars.figure().rows.limit, 16.0); // bytes per parameter
    }

    void rows_are_read_with_the_keyboard() {
        MemoryBars bars;
        bars.setSettings(with({}));
        bars.resize(600, 300);
        bars.show();
        bars.view()->setFocus();
        QTest::keyClick(bars.view(), Qt::Key_Down);
        QCOMPARE(bars.chosenRow(), 0);
        QVERIFY2(bars.note().startsWith("chapter: weights"), qPrintable(bars.note()));
        QTest::keyClick(bars.view(), Qt::Key_Up);
        QCOMPARE(bars.chosenRow(), 0);
        QTest::keyClick(bars.view(), Qt::Key_Down);
        QVERIFY2(bars.note().startsWith("formula: weights"), qPrintable(bars.note()));
    }

    void several_runs_have_rows_of_their_own() {
        RunModel a(*m_thread), b(*m_thread);
        a.showRecord(testing::sampleRecord(with({{"precision", "fp32"}})));
        b.showRecord(testing::sampleRecord(with({{"precision", "bf16"}})));
        MemoryBars bars;
        bars.setRun(&a);
        bars.setComparison({&a, &b});
        bars.refresh();
        QCOMPARE(bars.figure().table.names.size(), 6);
        QVERIFY(bars.figure().table.names[0].startsWith("fp32") && bars.figure().table.names[5].startsWith("bf16"));
    }

    void a_timeline_is_its_points() {
        const auto run = testing::insideRecord(with({}), 3);
        const auto timeline = testing::insideTimeline(true);
        const Figure figure = memoryTimelineFigure(run, 10, std::nullopt);
        QVERIFY(figure.title.contains("step 3"));
        QCOMPARE(figure.areas.x.size(), qsizetype(timeline.size()));
        for (qsizetype i = 0; i < figure.areas.x.size(); ++i) {
            double sum = 0;
            for (const auto& heights : figure.areas.heights)
                sum += heights[i];
            QCOMPARE(sum * 1e6, double(timeline.total(static_cast<std::size_t>(i))));
        }
        QCOMPARE(timeline.peak(), std::size_t(2)); // 0.4 + 2.0 + 0.8 + 0.1
        QCOMPARE(figure.notes[0].text, QStringLiteral("highest 3.3 MB"));
        QStringList phases;
        for (const auto& band : figure.bands)
            phases << band.label;
        QCOMPARE(phases, (QStringList{"forward", "backward", "optimizer"}));
        QCOMPARE(figure.bands[1].from, 3.0);
        QCOMPARE(figure.bands[1].to, 8.0);
        QVERIFY(figure.legend.join(' ').contains("300 KB")); // copies of this CPU, in no sum
        QVERIFY(figure.summary.contains("blocks.1"));
        // Before the first step Adam has no state.
        const Figure first = memoryTimelineFigure(testing::insideRecord(with({}), 0), 0, std::nullopt);
        const auto adam = static_cast<std::size_t>(first.table.header.indexOf("optimizer, bytes")) - 1;
        QCOMPARE(first.table.rows[2][adam], 0.0);
        QCOMPARE(first.table.rows.back()[adam], 800'000.0);
        QVERIFY(!memoryTimelineFigure(testing::sampleRecord(), 0, std::nullopt).empty.isEmpty());
    }

    void a_timeline_is_read_with_pointer_and_keys() {
        RunModel model(*m_thread);
        model.showRecord(testing::insideRecord(with({}), 3));
        MemoryTimelineView view;
        view.setRun(&model);
        view.resize(600, 340);
        view.show();
        QVERIFY2(view.reading().contains("3.3 MB") && view.reading().startsWith("Highest"), qPrintable(view.reading()));
        Q_EMIT view.view()->selected(4.4); // between 3 and 5
        QCOMPARE(*view.cursor(), 3.0);
        QVERIFY(view.reading().contains("backward, blocks.1"));
        view.view()->setFocus();
        QTest::keyClick(view.view(), Qt::Key_Right);
        QCOMPARE(*view.cursor(), 5.0);
        QTest::keyClick(view.view(), Qt::Key_Left);
        QCOMPARE(*view.cursor(), 3.0);
        Q_EMIT view.view()->hovered(7.5);
        QVERIFY(view.reading().contains("backward, blocks.0"));
        QCOMPARE(view.figure().bands.back().role, Band::Role::Shaded);
        Q_EMIT view.view()->hovered(std::nan(""));
        QVERIFY(view.reading().contains("blocks.1"));
        QCOMPARE(model.selectedStep(), model.record().samples().back().step()); // no step was chosen by it
    }

    void saved_tensors_add_up() {
        RunModel model(*m_thread);
        auto record = testing::insideRecord(with({}), 3);
        model.showRecord(record);
        SavedTensorTable table;
        table.setRun(&model);
        table.resize(640, 320);
        table.show();
        QCOMPARE(testing::insideTensors().bytes(), std::int64_t(2'000'000));
        QVERIFY2(table.sumWords().startsWith("2 MB in 4 tensors") && table.sumWords().contains("4.09 MB"),
                 qPrintable(table.sumWords())); // the column says 6,088,712
        auto* cells = table.table();
        QCOMPARE(cells->rowCount(), 6);
        QCOMPARE(cells->item(0, 0)->text(), QStringLiteral("800 KB")); // the biggest first
        QCOMPARE(cells->item(0, 2)->text(), QStringLiteral("Mm"));
        QCOMPARE(cells->item(0, 3)->text(), QStringLiteral("500×400"));
        const QColor grey = theme().color(Token::Muted);
        QCOMPARE(cells->item(4, 1)->foreground().color(), grey); // what is in no sum comes last
        QCOMPARE(cells->item(5, 1)->foreground().color(), grey);
        QVERIFY(cells->item(3, 1)->foreground().color() != grey);
        table.setOrder(SavedTensorTable::Order::Bytes);
        QCOMPARE(cells->item(5, 0)->text(), QStringLiteral("800 KB"));
        table.setOrder(SavedTensorTable::Order::Layer);
        QCOMPARE(cells->item(5, 1)->text(), QStringLiteral("loss"));
        table.setLayer("blocks.0");
        QCOMPARE(cells->rowCount(), 2);
        QVERIFY(table.sumWords().startsWith("1 MB in 2"));
        QVERIFY(renderExhibit(table.exhibit(), FileFormat::Csv).contains("800000,blocks.0.attn.qkv"));
        RunModel other(*m_thread); // one that nobody has looked into
        other.showRecord(testing::sampleRecord());
        table.setRun(&other);
        QVERIFY(table.numbers().rows.isEmpty() && table.sumWords().isEmpty());
    }

    void six_parts_with_their_dtypes() {
        const auto rows = partRows(testing::insideRecord(with({{"precision", "bf16"}}), 3), 3);
        QCOMPARE(rows.size(), std::size_t(6));
        QCOMPARE(rows[0].here, QStringLiteral("bf16 75 %, fp32 25 %")); // 300 and 100 of 400 numbers
        QCOMPARE(rows[1].here, QStringLiteral("fp32 90 %, bf16 10 %")); // 1.8 and 0.2 of 2 MB
        QCOMPARE(rows[3].here, QStringLiteral("fp32"));
        QCOMPARE(*rows[3].hereBytes, 4.0);
        QCOMPARE(*rows[4].hereBytes, 8.0);
        QCOMPARE(*rows[5].hereBytes, 4.0);
        QCOMPARE(*rows[4].chapterBytes + *rows[5].chapterBytes, 14.0);
        const auto blind = partRows(testing::sampleRecord(), 3);
        QCOMPARE(blind[0].here, QStringLiteral("–"));
        QCOMPARE(*blind[4].hereBytes, 8.0); // the column is there all the same
        RunModel model(*m_thread);
        model.showRecord(testing::insideRecord(with({{"precision", "bf16"}}), 3));
        PartsTable table;
        table.setRun(&model);
        table.resize(560, 300);
        table.show();
        QCOMPARE(table.numbers().rows.size(), 6);
        QVERIFY(table.accessibleDescription().contains("bf16 75 %"));
    }

    void checkpointing_is_compared() {
        auto none = testing::insideRecord(with({}), 3);
        auto block = testing::sampleRecord(with({{"checkpointing.kind", "block"}}));
        record::SavedTensors saved;
        saved.tensors = {{"", "embedding", {}, "fp32", 300'000, false, false, false}, // inputs of the blocks
                         {"", "embedding", {}, "fp32", 200'000, false, false, false}};
        block.detail({3, saved});
        const auto timed = [](record::RunRecord& record, double ms) {
            record::RunRecord copy(record.scenario(), record.environment());
            for (auto sample : record.samples()) {
                sample[Column::Ms] = sample.step() == 0 ? 1000 : ms + (sample.step() % 4 == 0 ? 1 : 0);
                copy.sample(sample);
            }
            for (const auto& detail : record.details())
                copy.detail(detail);
            record = copy;
        };
        timed(none, 10), timed(block, 13);
        const auto lanes = checkpointLanes({&none, &block}, 5);
        QCOMPARE(lanes.size(), std::size_t(2));
        QVERIFY(lanes[0].isMeasured && lanes[1].isMeasured);
        QCOMPARE(lanes[0].blocks[0].kept, 1e6);
        QCOMPARE(lanes[0].outside.kept, 4e5);
        QCOMPARE(lanes[1].blocks[0].kept, 3e5);
        QCOMPARE(lanes[1].blocks[0].dropped, 7e5); // of 1 MB
        QCOMPARE(lanes[1].blocks[1].dropped, 4e5);
        QCOMPARE(lanes[1].milliseconds, 13.0); // the first step, which warms up, is left out
        QCOMPARE(lanes[1].noise, 0.0);         // one step in four takes a millisecond more: not the median
        QCOMPARE(lanes[1].ratio, 1.3);
        QCOMPARE(lanes[1].peak, 7'073'044.0);
        QVERIFY(!lanes[1].differsAt && lanes[1].compared == 120);
        auto other = testing::sampleRecord(with({{"checkpointing.kind", "segments"}, {"checkpointing.rng", "false"}}));
        record::RunRecord changed(other.scenario(), other.environment());
        for (auto sample : other.samples()) {
            if (sample.step() == 7) sample[Column::GradNorm] = std::nextafter(sample[Column::GradNorm], 2.0);
            changed.sample(sample);
        }
        const auto differing = checkpointLanes({&none, &changed}, 5);
        QCOMPARE(*differing[1].differsAt, std::int64_t(7));                      // one bit is enough
        QVERIFY(!differing[1].isMeasured && differing[1].blocks[0].dropped > 0); // by formula
        QVERIFY(differing[1].name.contains("2 segments") && differing[1].name.contains("other dice"));
        QCOMPARE(*blockOf("blocks.12.attn"), std::size_t(12));
        for (const char* outside : {"loss", "blocks", "blocks.x", "blocks.-1", ""})
            QVERIFY2(!blockOf(outside), outside);

        RunModel a(*m_thread), b(*m_thread);
        a.showRecord(none), b.showRecord(block);
        CheckpointMap map;
        map.setRun(&a);
        map.setComparison({&a, &b});
        map.resize(600, 300);
        map.show();
        QVERIFY2(map.accessibleDescription().contains("1.3×"), qPrintable(map.accessibleDescription()));
        RunModel* chosen = nullptr;
        connect(&map, &CheckpointMap::chosen, this, [&](RunModel* run) { chosen = run; });
        map.setFocus();
        QTest::keyClick(&map, Qt::Key_Down);
        QTest::keyClick(&map, Qt::Key_Down);
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(chosen, &b);
        QCOMPARE(map.numbers().rows.size(), 2 * (1 + 2 + 1));
    }

    void exported_in_every_form() {
        const auto run = testing::insideRecord(with({{"precision", "bf16"}}), 3);
        for (const char* id : {"memory-bars", "memory-timeline"}) {
            const Figure figure = figureOf(id, run, 5);
            QVERIFY(!figure.caption.isEmpty() && !figure.summary.isEmpty());
            for (const auto format : {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf})
                QVERIFY(renderFigure(figure, format).size() > 1000);
            const QByteArray csv = renderFigure(figure, FileFormat::Csv);
            QCOMPARE(csv.count("\r\n"), qsizetype(figure.table.rows.size()) + 1);
            static const QRegularExpression quoted("\"[^\"]*\""); // names have a column, and commas
            const auto commas = [&](int line) {
                return QString::fromUtf8(csv).split('\n')[line].remove(quoted).count(',');
            };
            QCOMPARE(commas(1), commas(0));
        }
        QVERIFY(renderFigure(figureOf("memory-bars", run, 5), FileFormat::Csv).contains("this run,460032,"));
    }

    void in_both_themes_and_languages() {
        RunModel a(*m_thread), b(*m_thread);
        a.showRecord(testing::insideRecord(with({{"precision", "bf16"}}), 3));
        b.showRecord(testing::insideRecord(with({{"checkpointing.kind", "block"}}), 3));
        for (const auto language : {text::Language::Korean, text::Language::English})
            for (const auto kind : {ThemeKind::Dark, ThemeKind::Light}) {
                LanguageSwitch::instance().setLanguage(language);
                ThemeSwitch::instance().set(kind, 1);
                for (const char* id :
                     {"memory-bars", "memory-timeline", "saved-tensors", "parts-table", "checkpoint-map"}) {
                    const auto instrument = makeInstrument(id);
                    QVERIFY2(instrument, id);
                    instrument->setRun(&a);
                    instrument->setComparison({&a, &b});
                    for (const QSize& size : {QSize(220, 150), QSize(640, 400)}) {
                        instrument->resize(size);
                        instrument->show();
                        QVERIFY(!instrument->grab().isNull());
                    }
                    QVERIFY2(!instrument->accessibleName().isEmpty(), id);
                }
            }
    }
};

QTEST_MAIN(TestMemoryInstruments)
#include "test_memory_instruments.moc"

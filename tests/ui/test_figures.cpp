#include "ui/instruments/figures.h"

#include <QTest>
#include <cmath>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/message.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_library.h"
#include "ui/instruments/captions.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::Column;

class TestFigures : public QObject {
    Q_OBJECT

    static record::RunRecord example() {
        scenario::Scenario scenario;
        scenario::set_field(scenario, "precision", "fp16");
        scenario::set_field(scenario, "length.steps", "10");
        record::RunRecord record(scenario, {{"libtorch", std::string("2.15.0")}});
        double scale = 1024;
        for (int i = 0; i < 8; ++i) {
            record::Sample sample;
            sample[Column::Step] = i;
            sample[Column::Ran] = i > 2;
            sample[Column::Loss] = i == 5 ? NAN : i == 6 ? INFINITY : 4.0 - 0.1 * i;
            sample[Column::Scale] = scale;
            record.sample(sample);
            if (i <= 2) {
                record.fact({i, "step_skipped", {{"parameter", std::string("w")}, {"nonfinite", std::int64_t(1)}}});
                record.fact(
                    {i, "scale_changed", {{"from", scale}, {"to", scale / 2}, {"why", std::string("found_inf")}}});
                scale /= 2;
            }
        }
        record.fact({7, "scale_changed", {{"from", scale}, {"to", scale * 2}, {"why", std::string("growth")}}});
        record.detail({0, record::GradientHistogram{-30, {1, 10, 100, 10}, 5, 2, 0, 1024}});
        return record;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void powers_of_two_have_raised_exponents() {
        QCOMPARE(powerOfTwo(19), QStringLiteral("2¹⁹"));
        QCOMPARE(powerOfTwo(-24), QStringLiteral("2⁻²⁴"));
        QCOMPARE(scaleText(65536), QStringLiteral("2¹⁶"));
        QCOMPARE(scaleText(512), QStringLiteral("512"));
        QCOMPARE(scaleText(0.5), QStringLiteral("2⁻¹"));
        QCOMPARE(scaleText(1000), QStringLiteral("1000"));
        QCOMPARE(scaleText(0), QStringLiteral("0"));
        QCOMPARE(scaleText(INFINITY), QStringLiteral("inf"));
    }

    void the_scale_trace_marks_what_happened() {
        const Figure figure = scaleTraceFigure(example(), 3);
        QCOMPARE(figure.series.size(), std::size_t(1));
        QCOMPARE(figure.series[0].y[0], 10.0); // log2 1024
        QCOMPARE(std::ranges::count(figure.glyphs, Glyph::Shape::Cross, &Glyph::shape), std::ptrdiff_t(3));
        QCOMPARE(std::ranges::count(figure.glyphs, Glyph::Shape::Up, &Glyph::shape), std::ptrdiff_t(1));
        QCOMPARE(*figure.selected, 3.0);
        QCOMPARE(figure.table.rows.size(), std::size_t(8));
        QCOMPARE(figure.table.rows[2], (std::vector<double>{2, 256, 0}));
        QVERIFY(figure.summary.contains("3 of 8"));
        QVERIFY(figure.caption.contains("seed 1337") && figure.caption.contains("LibTorch 2.15.0"));
        QCOMPARE(figure.x.upper, 10.0); // room for the whole run
    }

    void losses_that_are_not_finite_are_gaps_and_marks() {
        const record::RunRecord record = example();
        const Figure figure = lossFigure({&record, &record}, 0);
        QCOMPARE(figure.series.size(), std::size_t(2));
        QVERIFY(std::isnan(figure.series[0].y[5]) && std::isnan(figure.series[0].y[6]));
        QCOMPARE(figure.glyphs.size(), std::size_t(4)); // two in each run
        for (const auto& glyph : figure.glyphs)
            QVERIFY(std::isfinite(glyph.y));
        QVERIFY(std::isinf(figure.table.rows[6][1])); // the table has them as they are
    }

    void a_dead_scale_does_not_break_the_axis() {
        record::RunRecord record = example();
        record::Sample sample;
        sample[Column::Step] = 8;
        sample[Column::Scale] = 0;
        sample[Column::Ran] = 1;
        record.sample(sample);
        const Figure figure = scaleTraceFigure(record, 0);
        QVERIFY(std::isnan(figure.series[0].y[8]));
        QVERIFY(figure.legend.join(' ').contains("scale is 0"));
    }

    void the_histogram_counts_and_slides() {
        const record::RunRecord record = example();
        const auto& histogram = std::get<record::GradientHistogram>(record.details()[0].payload);
        // Measured at 2^10: sizes of 2^-30 … 2^-27 land at 2^-20 … 2^-17: kept, subnormal.
        QCOMPARE(effectOfScale(histogram, 10, "fp16").lost, 0.0);
        // As they are they are all below 2^-25.
        QCOMPARE(effectOfScale(histogram, 0, "fp16").lost, 1.0);
        QCOMPARE(effectOfScale(histogram, 2, "fp16").lost, 111.0 / 121); // those of 2^-27 times 4 land on 2^-25
        QCOMPARE(effectOfScale(histogram, 44, "fp16").overflowed,
                 110.0 / 121); // 2^-28 and 2^-27 times 2^44: from 2^16 on
        QCOMPARE(effectOfScale(histogram, 0, "bf16").lost, 0.0);
        const Figure figure = histogramFigure(record, 0);
        QVERIFY(figure.handleText.contains("2¹⁰"));
        QVERIFY(std::ranges::any_of(figure.notes, [](const Note& note) { return note.text == "0: 5"; }));
        QVERIFY(std::ranges::any_of(figure.notes, [](const Note& note) { return note.text == "inf: 2"; }));
        const Figure slid = histogramFigure(record, 0, {"fp16", 20});
        QCOMPARE(*slid.handle - *figure.handle, 10.0);
        QVERIFY(slid.provenance == Provenance::Computed);
        QCOMPARE(slid.x.lower, figure.x.lower); // the frame stays
        QVERIFY(histogramFigure(record, -1).empty.size() > 0);
    }

    // A count that would flatten the others is drawn broken, and its true number stands above it.
    void end_bins_that_are_cut_say_so() {
        QVERIFY(histogramFigure(example(), 0).breaks.empty()); // 5 and 2, others up to 100
        record::RunRecord record = example();
        record.detail({1, record::GradientHistogram{-30, {1, 10, 100, 10}, 34'226, 101, 0, 1024}});
        const Figure figure = histogramFigure(record, 1);
        QCOMPARE(figure.breaks.size(), std::size_t(2));
        QVERIFY(std::ranges::any_of(figure.notes, [](const Note& note) { return note.text == "0: 34,226"; }));
        QVERIFY(std::ranges::any_of(figure.notes, [](const Note& note) { return note.text == "inf: 101"; }));
        QVERIFY(!figure.handleHelp.isEmpty() && !figure.handleHint.isEmpty());
    }

    void captions_are_in_the_window_s_language() {
        const record::RunRecord record(
            scenario::Scenario{},
            {{"libtorch", std::string("2.15.0")}, {"autocast_rules", std::string("cuda, carried out on the CPU")}});
        QVERIFY(captionOf(record).contains("CUDA, carried out on the CPU"));
        LanguageSwitch::instance().setLanguage(text::Language::Korean);
        const QString korean = captionOf(record);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        QVERIFY2(!korean.contains("carried out"), qPrintable(korean));
    }

    /// What is said of a comparison holds for every run in it; the rest is said with the value of each.
    void a_comparison_s_caption_speaks_of_all_its_runs() {
        const auto runOf = [](const char* precision, const char* rate, int seed, const char* threads) {
            scenario::Scenario scenario;
            scenario.name = "mine";
            scenario.seed = seed;
            scenario::set_field(scenario, "precision", precision);
            scenario::set_field(scenario, "optimizer.lr", rate);
            return record::RunRecord(scenario,
                                     {{"libtorch", std::string("2.15.0")}, {"threads", std::string(threads)}});
        };
        const record::RunRecord first = runOf("fp32", "0.5", 1337, "1"), second = runOf("fp16", "0.25", 1337, "1"),
                                third = runOf("fp32", "0.5", 7, "2");
        QString said = captionOf(lanesOf({&first, &second}));
        QVERIFY2(said.startsWith("fp32 / fp16 · mine · GPT nano, seed 1337 · optimizer.lr: 0.5 / 0.25 · LibTorch"),
                 qPrintable(said));
        QVERIFY2(!said.contains("lr 0.5") && !said.contains("loss scale") && !said.contains("scaler.enabled"),
                 qPrintable(said));
        // Seeds of one lane; machines that are not the same.
        said = captionOf(lanesOf({&first, &third}));
        QVERIFY2(said.startsWith("mine · GPT nano, fp32, lr 0.5 · seed: 1337 / 7 · "), qPrintable(said));
        QVERIFY2(said.contains("threads 1") && said.contains("threads 2"), qPrintable(said));
        QCOMPARE(captionOf(lanesOf({&first})), captionOf(first));
        QCOMPARE(captionOf(std::vector<Lane>()), QString());
    }

    /// A preset's run is called by its title in the window's language, a changed one not as if it were the preset's.
    void a_caption_names_presets_and_what_was_changed() {
        scenario::Scenario scenario = scenario::make(*scenario::find_preset("overflow"));
        QVERIFY(captionOf(record::RunRecord(scenario, {})).startsWith(QStringLiteral("overflow: scale 2²⁴ · ")));
        scenario::set_field(scenario, "optimizer.lr", "0.5");
        QVERIFY(captionOf(record::RunRecord(scenario, {}))
                    .startsWith(QStringLiteral("overflow: scale 2²⁴ (changed: optimizer.lr = 0.5) · ")));
        LanguageSwitch::instance().setLanguage(text::Language::Korean);
        const QString korean = captionOf(record::RunRecord(scenario, {})), name = runName({}, scenario);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        QVERIFY2(korean.startsWith(QStringLiteral("넘침: 스케일 2²⁴ (바꿈: ")), qPrintable(korean));
        QVERIFY2(name.startsWith(QStringLiteral("넘침: 스케일 2²⁴ (바꿈: ")), qPrintable(name)); // in the shelf
    }

    void empty_runs_say_so() {
        const record::RunRecord record(scenario::Scenario{}, {});
        QVERIFY(!lossFigure({&record}, -1).empty.isEmpty());
        QVERIFY(!scaleTraceFigure(record, -1).empty.isEmpty());
        QVERIFY(!histogramFigure(record, -1).empty.isEmpty());
        QVERIFY_THROWS_EXCEPTION(text::Error, figureOf("weights", record, 0));
    }
};

QTEST_MAIN(TestFigures)
#include "test_figures.moc"

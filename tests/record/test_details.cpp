// Details of a record: what a look inside a step found, as data and as JSON.
#include "core/record/details.h"

#include <QTest>
#include <cmath>

#include "core/io/numbers.h"
#include "core/record/detail_json.h"
#include "core/record/run_record.h"
#include "core/text/catalogue.h"

using namespace ampscope;
using namespace ampscope::record;

class TestDetails : public QObject {
    Q_OBJECT

    static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    static constexpr double kInf = std::numeric_limits<double>::infinity();

    static StepOp op() {
        return {"mm", "forward", "blocks.0.attn.qkv", {"fp16", "fp16"}, {"fp16"}, "lower_precision_fp", false, 2,
                true, 1};
    }
    static MemoryTimeline timeline() {
        MemoryTimeline timeline;
        timeline.weights = 100, timeline.master = 20;
        timeline.event = {0, 1, 5};
        timeline.gradients = {0, 4, 8};
        timeline.optimizer = {1, 1, 16};
        timeline.activations = {0, 50, 0};
        timeline.casts = {0, 7, 0};
        timeline.temporary = {0, 3, -2};
        timeline.emulation = {0, 1'000'000, 0};
        timeline.marks = {{0, "forward", ""}, {2, "backward", "head"}};
        return timeline;
    }
    static FirstNonfinite first_nonfinite() {
        FirstNonfinite first;
        first.op = "mm", first.phase = "backward", first.layer = "head", first.dtype = "fp16";
        first.value = -kInf, first.count = 1772;
        first.position = {32, 0}, first.shape = {256, 64}, first.op_index = 832;
        first.parameter = "embedding.weight", first.kind = "sum_of_products";
        first.left = {0.5, -0.0, 5e-324, kNan}, first.right = {1, 2, kInf, 65504};
        first.operand_dtypes = {"fp16", "fp16"};
        first.exact = 380551.46599626541;
        return first;
    }
    /// One of each kind, with NaN, Inf and -0 wherever there are real numbers.
    static std::vector<Detail> one_of_each() {
        LayerSizes sizes;
        sizes.scale = kInf;
        sizes.layers = {{"blocks.0.ffn.up.weight", "gradient", "fp32", {-150, {0, 3, 9}, 1, 2, 3}},
                        {"loss", "activation", "fp32", {}}};
        ShadowError error;
        error.layers = {{"head", "activation", "fp16", kNan, kInf, 3, 4}, {"norm.weight", "gradient", "fp32", -0.0}};
        return {
            {0, GradientHistogram{{-150, {0, 0, 12}, 40, 2157, 3}, kNan}},
            {1, MicroBatchLosses{{5.5, kNan, -kInf, -0.0}, {8, 0, -1, 9'007'199'254'740'993}}},
            {2, OpList{{op(), StepOp{}}}},
            {3, SavedTensors{{{"MmBackward0", "blocks.1.attn", {8, 64, 64}, "bf16", 65536, true, false, true}, {}}}},
            {4, timeline()},
            {5, std::move(sizes)},
            {6, ParameterStates{{{"embedding.weight", 16384, "fp32", "fp32", "", "fp32", "fp16", 12}, {}}}},
            {7, first_nonfinite()},
            {8, std::move(error)},
            {9, UnknownDetail{"from_the_future", R"({ "step": 9, "kind": "from_the_future", "x": ["nan", 1e308] })"}},
        };
    }
    static std::string text_of(const Detail& detail) {
        io::JsonWriter writer(io::JsonWriter::Layout::OneLine);
        write_detail(writer, detail);
        return writer.take();
    }

  private Q_SLOTS:
    void every_kind_reads_back() {
        QCOMPARE(one_of_each().size(), std::variant_size_v<decltype(Detail::payload)>);
        for (const auto& detail : one_of_each()) {
            const std::string text = text_of(detail);
            const Detail back = read_detail(io::parse_json(text, ""));
            QCOMPARE(back.step, detail.step);
            QCOMPARE(back.payload.index(), detail.payload.index());
            QCOMPARE(text_of(back), text);
            QVERIFY2(same_detail(back, detail), text.c_str());
            QCOMPARE(text.find('\n'), text.size() - 1); // a journal has one detail per line
        }
    }

    void every_number_is_kept() {
        const auto back = [](const Detail& detail) { return read_detail(io::parse_json(text_of(detail), "")); };
        const auto details = one_of_each();
        QVERIFY(back(details[2]) == details[2]); // those without NaN, by value
        QVERIFY(back(details[3]) == details[3]);
        QVERIFY(back(details[4]) == details[4]);
        QVERIFY(back(details[6]) == details[6]);
        const auto first = std::get<FirstNonfinite>(back(details[7]).payload);
        QCOMPARE(first.exact, 380551.46599626541);
        QVERIFY(std::signbit(first.left[1]) && first.left[2] == 5e-324 && std::isnan(first.left[3]));
        QVERIFY(first.value == -kInf && first.right[2] == kInf);
        const auto batches = std::get<MicroBatchLosses>(back(details[1]).payload);
        QCOMPARE(batches.counted[3], std::int64_t(9'007'199'254'740'993)); // 2^53 + 1: never a double
        QVERIFY(std::isnan(std::get<GradientHistogram>(back(details[0]).payload).scale));
    }

    // Every prefix of every detail, and every detail with one character changed: an error with a place, or a detail.
    void torn_and_changed_text_is_an_error_or_a_detail() {
        for (const auto& detail : one_of_each()) {
            const std::string text = text_of(detail);
            for (std::size_t length = 0; length + 2 < text.size(); ++length)
                QVERIFY_THROWS_EXCEPTION(text::Error, read_detail(io::parse_json(text.substr(0, length), "")));
            for (std::size_t i = 0; i < text.size(); ++i)
                for (const char other : {'"', '[', '-', '9', 'e', '\0'}) {
                    std::string changed = text;
                    changed[i] = other;
                    try {
                        const Detail read = read_detail(io::parse_json(changed, ""));
                        text_of(read);
                    } catch (const text::Error& error) {
                        QVERIFY(error.kind() == text::ErrorKind::BadInput);
                    }
                }
        }
    }

    void hostile_details_are_refused_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("says");
        const QString lists =
            R"("weights": 1, "master": 0, "event": [0, 1], "gradients": [%1], "optimizer": [0, 0], "activations": [0, 0],
               "casts": [0, 0], "temporary": [0, 0], "emulation": [0, 0], "marks": [%2])";
        const auto row = [](const char* name, const QString& rest, const char* says) {
            QTest::newRow(name) << "{ \"step\": 0, " + rest + " }" << QString(says);
        };
        row("no kind", R"("counts": [])", "kind");
        row("a number as kind", R"("kind": 3)", "a text was expected");
        row("lists of different lengths", "\"kind\": \"memory_timeline\", " + lists.arg("0, 0, 0", ""),
            "does not go with the others");
        row("a mark behind the end",
            "\"kind\": \"memory_timeline\", " + lists.arg("0, 0", R"({ "point": 2, "phase": "", "layer": "" })"),
            "does not go with the others");
        row("a mark far behind the end",
            "\"kind\": \"memory_timeline\", " +
                lists.arg("0, 0", R"({ "point": 9223372036854775807, "phase": "", "layer": "" })"),
            "does not go with the others");
        row("an op without dtypes", R"("kind": "ops", "ops": [{ "op": "mm" }])", "phase");
        row("ops as a number", R"("kind": "ops", "ops": 7)", "a list was expected");
        row("a count beyond 64 bits", R"("kind": "gradient_histogram", "log2_low": 0, "counts": [9223372036854775808])",
            "9223372036854775808");
        row("text as a loss", R"("kind": "micro_batches", "losses": ["much"], "counted": [1])",
            "a number was expected");
        row("half of a first value", R"("kind": "first_nonfinite", "op": "mm")", "phase");
    }
    void hostile_details_are_refused() {
        QFETCH(QString, json);
        QFETCH(QString, says);
        try {
            read_detail(io::parse_json(json.toStdString(), "record.json"));
            QFAIL("accepted");
        } catch (const text::Error& error) {
            QVERIFY(error.kind() == text::ErrorKind::BadInput);
            const QString english = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(english.contains(says) && english.contains("record.json"), qPrintable(english));
            QVERIFY(QString::fromStdString(error.text(text::Language::Korean)).contains("record.json"));
        }
    }

    // Numbers that make no sense are kept in bounds, so that nobody who draws them allocates by them.
    void numbers_without_sense_are_bounded() {
        const auto read = [](const char* json) { return read_detail(io::parse_json(json, "")); };
        const auto histogram = std::get<GradientHistogram>(
            read(
                R"({ "step": 0, "kind": "gradient_histogram", "log2_low": -9223372036854775808, "counts": [], "zero": 0,
                      "inf": 0, "nan": 0 })")
                .payload);
        QCOMPARE(histogram.log2_low, -100'000);
        QCOMPARE(histogram.scale, 1.0); // records before it had one
        const auto ops = std::get<OpList>(
            read(
                R"({ "step": 0, "kind": "ops", "ops": [{ "op": "", "phase": "", "layer": "", "inputs": [], "outputs": [],
                      "rule": "", "emulation": false, "depth": 4611686018427387904, "casts_weight": false,
                      "cached_weights": -5 }] })")
                .payload);
        QCOMPARE(ops.ops[0].depth, 10'000);
        QCOMPARE(ops.ops[0].cached_weights, 0);
    }

    void totals() {
        QCOMPARE((SizeHistogram{-2, {1, 2, 3}, 10, 20, 30}).total(), std::int64_t(66));
        const SavedTensors saved{{{"", "", {}, "", 10, false, false, false},
                                  {"", "", {}, "", 20, true, false, false},
                                  {"", "", {}, "", 40, false, true, false},
                                  {"", "", {}, "", 80, false, false, true}}};
        QCOMPARE(saved.bytes(), std::int64_t(90)); // no weights, no repeats
        QCOMPARE(timeline().total(0), std::int64_t(121));
        QCOMPARE(timeline().total(1), std::int64_t(185)); // emulation is in no total
        QCOMPARE(timeline().peak(), std::size_t(1));
        QCOMPARE(MemoryTimeline{}.peak(), std::size_t(0));
    }

    // A record keeps one detail of a kind and step, in the order of steps, and finds the newest.
    void a_record_finds_its_details() {
        RunRecord record;
        record.detail({4, OpList{{op()}}});
        record.detail({0, OpList{}});
        record.detail({4, timeline()});
        record.detail({4, OpList{{op(), op()}}}); // takes the place of the first
        record.detail({2, UnknownDetail{"a", R"({ "kind": "a", "step": 2 })"}});
        record.detail({2, UnknownDetail{"b", R"({ "kind": "b", "step": 2 })"}});
        QCOMPARE(record.details().size(), std::size_t(5));
        QCOMPARE(record.detail_of<OpList>(4)->ops.size(), std::size_t(2));
        QCOMPARE(record.detail_at<OpList>(3)->ops.size(), std::size_t(0));
        QCOMPARE(record.detail_at<OpList>(100)->ops.size(), std::size_t(2));
        QVERIFY(!record.detail_at<MemoryTimeline>(3) && record.detail_at<MemoryTimeline>(4));
        QVERIFY(!record.detail_of<FirstNonfinite>(4));
    }

    // A run whose losses became NaN is equal to itself.
    void nan_is_no_difference() {
        RunRecord a, b;
        for (const auto& detail : one_of_each())
            a.detail(detail), b.detail(detail);
        QCOMPARE(differences(a, b), std::vector<std::string>{});
        FirstNonfinite other = first_nonfinite();
        other.left[1] = 0.0; // was -0
        b.detail({7, other});
        QCOMPARE(differences(a, b), std::vector<std::string>{"details"});
    }
};

QTEST_GUILESS_MAIN(TestDetails)
#include "test_details.moc"

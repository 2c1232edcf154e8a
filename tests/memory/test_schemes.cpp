// Bytes per parameter, and models from names and numbers.
#include <QTest>

#include "core/memory/model.h"
#include "core/memory/schemes.h"
#include "core/text/catalogue.h"

using namespace ampscope;
using memory::find_scheme;
using memory::schemes;

class TestSchemes : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void totals_data() {
        QTest::addColumn<double>("bytes");
        QTest::addColumn<double>("casts");
        // weights + gradients + master + m and v
        QTest::newRow("fp32") << 4.0 + 4 + 0 + 8 << 0.0;
        QTest::newRow("autocast") << 4.0 + 4 + 0 + 8 << 2.0;
        QTest::newRow("apex-o2") << 2.0 + 2 + 4 + 8 << 0.0;
        QTest::newRow("megatron") << 2.0 + 4 + 4 + 8 << 0.0;
        QTest::newRow("hf-docs") << 6.0 + 4 + 8 << 0.0;
        QTest::newRow("cookbook") << 2.0 + 4 + 4 + 8 << 0.0;
        QTest::newRow("bf16-pure") << 2.0 + 2 + 0 + 4 << 0.0;
        QTest::newRow("bf16-fp32-states") << 2.0 + 2 + 0 + 8 << 0.0;
        QTest::newRow("bf16-master-no-gradients") << 2.0 + 0 + 4 + 8 << 0.0;
        QTest::newRow("adam-8bit") << 4.0 + 4 + 0 + 2 << 0.0;
        QTest::newRow("sgd") << 8.0 << 0.0;
        QTest::newRow("sgd-momentum") << 12.0 << 0.0;
    }
    void totals() {
        QFETCH(double, bytes);
        QFETCH(double, casts);
        const auto* scheme = find_scheme(QTest::currentDataTag());
        QVERIFY(scheme);
        QCOMPARE(scheme->total(), bytes);
        QCOMPARE(scheme->casts, casts);
    }

    void ten_of_adam_each_explained() {
        int adam = 0;
        for (const auto& scheme : schemes()) {
            adam += scheme.adam;
            QVERIFY(!scheme.source.empty());
            QVERIFY(text::find_entry(scheme.title_id));
            QVERIFY(text::find_entry(scheme.explanation_id));
        }
        QCOMPARE(adam, 10);
        QCOMPARE(schemes().size(), std::size_t(12));
        QCOMPARE(find_scheme("no such"), nullptr);
    }

    // anchors/training.md, b1: 160 MB / 2.0 GB / 16 GB at 16 bytes, 120 MB / 1.5 GB / 12 GB at the chapter's 12.
    void the_chapters_table() {
        const auto total = [](const char* id, std::int64_t parameters) {
            return memory::states_of(*find_scheme(id), parameters).total();
        };
        QCOMPARE(total("fp32", 10'000'000), 160e6);
        QCOMPARE(total("fp32", 125'000'000), 2e9);
        QCOMPARE(total("fp32", 1'000'000'000), 16e9);
        QCOMPARE(total("bf16-fp32-states", 10'000'000), 120e6);
        QCOMPARE(total("bf16-fp32-states", 125'000'000), 1.5e9);
        QCOMPARE(total("bf16-fp32-states", 1'000'000'000), 12e9);
        QCOMPARE(total("fp32", 124'337'664), 1'989'402'624.0); // GPT-2 without biases
    }

    void each_precision_has_its_scheme() {
        scenario::Scenario s;
        const auto id = [&] {
            const auto* scheme = memory::scheme_of(s);
            return scheme ? std::string(scheme->id) : std::string();
        };
        QCOMPARE(id(), std::string("fp32"));
        for (const auto precision : {scenario::Precision::Bf16, scenario::Precision::Fp16}) {
            s.precision = precision;
            QCOMPARE(id(), std::string("autocast"));
        }
        s.precision = scenario::Precision::Bf16Pure;
        QCOMPARE(id(), std::string("bf16-pure"));
        s.precision = scenario::Precision::Fp16Master;
        QCOMPARE(id(), std::string("apex-o2"));
        // A scheme and the formula that stands beside a run are the same sum.
        for (const auto precision : {scenario::Precision::Fp32, scenario::Precision::Bf16,
                                     scenario::Precision::Bf16Pure, scenario::Precision::Fp16Master}) {
            s.precision = precision;
            QCOMPARE(memory::states_of(*memory::scheme_of(s), 1000).total(), memory::by_formula(s, 1000).total());
        }
        s.optimizer.kind = scenario::OptimizerKind::Sgd;
        QCOMPARE(id(), std::string());
        s.precision = scenario::Precision::Fp32;
        QCOMPARE(id(), std::string("sgd"));
        s.optimizer.momentum = 0.9;
        QCOMPARE(id(), std::string("sgd-momentum"));
    }

    void counts() {
        QCOMPARE(memory::parse_count("125M"), std::optional<std::int64_t>(125'000'000));
        QCOMPARE(memory::parse_count("1.5B"), std::optional<std::int64_t>(1'500'000'000));
        QCOMPARE(memory::parse_count("800k"), std::optional<std::int64_t>(800'000));
        QCOMPARE(memory::parse_count("124,337,664"), std::optional<std::int64_t>(124'337'664));
        QCOMPARE(memory::parse_count("1T"), std::optional<std::int64_t>(1'000'000'000'000));
        for (const char* bad : {"", "M", "-1M", "1e9", "1.2.3", "12Q", "0", "0.1", "99999T", "nan", "inf", "1MM"})
            QVERIFY2(!memory::parse_count(bad), bad);
    }

    void models() {
        QCOMPARE(memory::parse_model("125M").name, std::string("125m"));
        QCOMPARE(memory::parse_model("nano").parameters, std::int64_t(115'008)); // as the engine counts it
        QCOMPARE(memory::parse_model("micro").parameters, std::int64_t(820'352));
        QVERIFY(!memory::parse_model("10M").shape_is_estimated);
        for (const auto& [text, count] : {std::pair("350M", 350e6), std::pair("1B", 1e9), std::pair("7B", 7e9)}) {
            const memory::Model model = memory::parse_model(text);
            QVERIFY(model.shape_is_estimated);
            QCOMPARE(double(model.parameters), count);
            QCOMPARE(model.width % 64, std::int64_t(0));
            QCOMPARE(model.heads * 64, model.width);
            // The shape holds about as many numbers: half of a rounding step of 64 changes 12 L h^2 by 64 / h.
            const double shape =
                double(model.layers * model.block_matrix_parameters() + model.vocabulary * model.width);
            QVERIFY2(std::abs(shape / count - 1) < 64.0 / double(model.width) + 0.01, text);
        }
        QVERIFY(memory::parse_model("2k").width >= 64);
    }

    void models_that_do_not_exist() {
        const auto said = [](const char* text) {
            try {
                (void)memory::parse_model(text);
            } catch (const text::Error& error) {
                return error.text(text::Language::English);
            }
            return std::string();
        };
        QVERIFY(said("nanno").find("nearest is nano") != std::string::npos);
        QVERIFY(said("gigantic").find("125m") != std::string::npos);
        QVERIFY(said("5").find("from 1,000") != std::string::npos);
        QVERIFY(!said("").empty());
    }
};

QTEST_GUILESS_MAIN(TestSchemes)
#include "test_schemes.moc"

// Does it fit, and by how much?
#include <QTest>

#include "core/memory/budget.h"
#include "core/text/catalogue.h"

using namespace ampscope;

class TestBudget : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void sizes() {
        const auto is = [](const char* text, double bytes) {
            const auto read = memory::parse_bytes(text);
            return read && *read == bytes;
        };
        QVERIFY(is("16GB", 16e9));
        QVERIFY(is("16 gb", 16e9));
        QVERIFY(is("16", 16e9)); // GB
        QVERIFY(is("500MB", 5e8));
        QVERIFY(is("1.5TB", 1.5e12));
        QVERIFY(is("5 KB", 5000));
        QVERIFY(is("16GiB", 16.0 * 1024 * 1024 * 1024));
        QVERIFY(is("15,360 MiB", 15360.0 * 1024 * 1024));
        for (const char* bad :
             {"", "GB", "0", "0GB", "-1GB", "nan", "inf", "1e3", "16 giga", "99999TB", "1.2.3GB", "t4"})
            QVERIFY2(!memory::parse_bytes(bad), bad);
    }

    void written() {
        QCOMPARE(memory::bytes_text(160e6), std::string("160 MB"));
        QCOMPARE(memory::bytes_text(16e9), std::string("16 GB"));
        QCOMPARE(memory::bytes_text(999'999'999), std::string("1 GB"));
        QCOMPARE(memory::bytes_text(-4.2e9), std::string("-4.2 GB"));
        QCOMPARE(memory::bytes_text(8), std::string("8 bytes"));
        QCOMPARE(memory::bytes_text(0), std::string("0 bytes"));
    }

    void the_largest_batch_is_the_largest() {
        scenario::Scenario s;
        s.model.size = scenario::ModelSize::M30, s.sequence_length = 512;
        for (const auto precision : {scenario::Precision::Fp32, scenario::Precision::Bf16}) {
            s.precision = precision;
            const memory::Model model = memory::model_of(s);
            const std::int64_t most = memory::largest_micro_batch(s, model, 16e9);
            QVERIFY(most > 1);
            s.micro_batch_size = most;
            QVERIFY(memory::need_of(s, model).total() <= 16e9);
            s.micro_batch_size = most + 1;
            QVERIFY(memory::need_of(s, model).total() > 16e9);
            QCOMPARE(memory::largest_micro_batch(s, model, 1e6), std::int64_t(0)); // not even the weights
        }
        QCOMPARE(memory::largest_micro_batch(s, memory::model_of(s), 1e15), std::int64_t(65536));
    }

    void checkpointing_makes_room() {
        scenario::Scenario s;
        s.model.size = scenario::ModelSize::M125, s.sequence_length = 512;
        const memory::Model model = memory::model_of(s);
        const std::int64_t without = memory::largest_micro_batch(s, model, 16e9);
        s.checkpointing.kind = scenario::CheckpointKind::Block;
        QVERIFY(memory::largest_micro_batch(s, model, 16e9) > 2 * without);
    }

    void any_number_of_parameters() {
        scenario::Scenario s;
        const memory::Need seven = memory::need_of(s, memory::parse_model("7B"));
        QCOMPARE(seven.states.total(), 16 * 7e9); // caomaolufei/AIInfraGuide#24: about 107 GiB, not 54
        QVERIFY(seven.activations.peak_bytes() > 0);
        QCOMPARE(memory::largest_micro_batch(s, memory::parse_model("7B"), 80e9), std::int64_t(0));
    }

    void every_gap_is_named() {
        scenario::Scenario s;
        for (const auto precision : {scenario::Precision::Fp32, scenario::Precision::Fp16}) {
            s.precision = precision;
            const auto gaps = memory::gaps(s, memory::model_of(s));
            QVERIFY(gaps.size() >= 7);
            QCOMPARE(gaps.front().id, std::string_view("gradients_later")); // not with accumulation: see below
            for (const auto& gap : gaps)
                QVERIFY2(text::find_entry(gap.title_id), std::string(gap.id).c_str());
        }
        s.accumulation_steps = 2;
        QVERIFY(memory::gaps(s, memory::model_of(s)).front().id != "gradients_later");
    }
};

QTEST_GUILESS_MAIN(TestBudget)
#include "test_budget.moc"

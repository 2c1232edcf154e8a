// Which pieces of which text every step trains on.
#include "core/train/data.h"

#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "core/io/file.h"
#include "core/scenario/fields.h"
#include "tests/scenario/with.h"

using namespace ampscope;
using testing::with;
using namespace ampscope::train;

class TestData : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void every_step_has_its_micro_batches() {
        const DataPlan plan(with({{"micro_batch_size", "3"}, {"accumulation_steps", "4"}, {"length.steps", "7"}}),
                            5000);
        QCOMPARE(plan.steps(), std::int64_t(7));
        for (std::int64_t step = 0; step < 7; ++step) {
            const auto batches = plan.micro_batches(step);
            QCOMPARE(batches.size(), std::size_t(4));
            for (const auto& batch : batches) {
                QCOMPARE(batch.size(), std::size_t(3));
                for (const auto& window : batch) {
                    QVERIFY(window.start + 64 < 5000); // the next token of the last is there, too
                    QCOMPARE(window.counted, std::int64_t(64));
                }
            }
        }
    }

    // The premise of every lesson on accumulation: the same sequences in the same order, however they are cut.
    void slices_of_a_batch_are_the_batch() {
        const auto flat = [](const char* size, const char* parts) {
            const DataPlan plan(with({{"micro_batch_size", size}, {"accumulation_steps", parts}}), 5000);
            std::vector<Window> windows;
            for (const auto& batch : plan.micro_batches(5))
                windows.insert(windows.end(), batch.begin(), batch.end());
            return windows;
        };
        QCOMPARE(flat("32", "1"), flat("8", "4"));
        QCOMPARE(flat("32", "1"), flat("2", "16"));
        const DataPlan by_batch(with({{"batch_size", "32"}, {"accumulation_steps", "4"}}), 5000);
        QCOMPARE(by_batch.micro_batches(0)[0].size(), std::size_t(8));
    }

    // 1,000 tokens in windows of 64 are 15; 4 a step are 4 steps, the last with 3.
    void an_epoch_sees_every_window_once() {
        const DataPlan plan(with({{"length.epochs", "3"}, {"micro_batch_size", "2"}, {"accumulation_steps", "2"}}),
                            1000);
        QCOMPARE(plan.steps(), std::int64_t(12));
        std::vector<std::vector<std::size_t>> orders;
        for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
            std::vector<std::size_t> order;
            for (std::int64_t step = 4 * epoch; step < 4 * epoch + 4; ++step) {
                QCOMPARE(plan.epoch_of(step), epoch);
                QCOMPARE(plan.begins_epoch(step), step % 4 == 0);
                for (const auto& batch : plan.micro_batches(step))
                    for (const auto& window : batch)
                        order.push_back(window.start);
            }
            QCOMPARE(order.size(), std::size_t(15));
            QCOMPARE(std::set<std::size_t>(order.begin(), order.end()).size(), std::size_t(15));
            orders.push_back(order);
        }
        QVERIFY(orders[0] != orders[1] && orders[1] != orders[2]);
        QCOMPARE(plan.micro_batches(3).size(), std::size_t(2));
        QCOMPARE(plan.micro_batches(3)[1].size(), std::size_t(1)); // what is left
    }

    void ragged_windows_count_part() {
        const DataPlan plan(with({{"data.lengths", "ragged"}}), 5000);
        std::set<std::int64_t> lengths;
        for (std::int64_t step = 0; step < 20; ++step)
            for (const auto& batch : plan.micro_batches(step))
                for (const auto& window : batch)
                    lengths.insert(window.counted);
        QVERIFY(*lengths.begin() >= 1 && *lengths.rbegin() <= 64 && lengths.size() > 10);
    }

    void a_text_of_ones_own() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("글.txt").toStdString();
        io::write_file(path, "가나다라 가나다라 abc 가나다라\n");
        auto scenario = with({{"data.source", "file"}, {"sequence_length", "8"}});
        scenario.data.file = path;
        QCOMPARE(load_tokens(scenario).vocabulary, std::int64_t(256));
        QCOMPARE(load_tokens(scenario).tokens[0], std::int64_t(0xEA)); // first byte of 가
        scenario.data.tokens = scenario::Tokens::Char;
        const TokenText text = load_tokens(scenario);
        QCOMPARE(text.characters, std::u32string(U"\n abc가나다라"));
        QCOMPARE(text.tokens[0], std::int64_t(5));
        QCOMPARE(text.vocabulary, std::int64_t(9));
    }

    void a_text_that_cannot_be_used_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("byChar");
        QTest::newRow("too short") << QByteArray(64, 'a') << false; // 64 tokens need 65
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("no UTF-8") << QByteArray(200, '\xFF') << true;
    }
    void a_text_that_cannot_be_used() {
        QFETCH(QByteArray, content);
        QFETCH(bool, byChar);
        QTemporaryDir folder;
        auto scenario = with({{"data.source", "file"}});
        scenario.data.file = folder.filePath("text").toStdString();
        QVERIFY_THROWS_EXCEPTION(text::Error, load_tokens(scenario)); // not there
        io::write_file(scenario.data.file, content.toStdString());
        if (byChar) scenario.data.tokens = scenario::Tokens::Char;
        QVERIFY_THROWS_EXCEPTION(text::Error, load_tokens(scenario));
    }
};

QTEST_GUILESS_MAIN(TestData)
#include "test_data.moc"

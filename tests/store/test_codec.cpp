#include "core/record/store/codec.h"

#include <QTest>

#include "tests/store/records.h"

using namespace ampscope;
using namespace ampscope::record;

class TestCodec : public QObject {
    Q_OBJECT

    static std::string damage_of(auto&& work) {
        try {
            work();
        } catch (const text::Error& error) {
            return error.message().id;
        }
        return "";
    }

  private Q_SLOTS:
    void samples_keep_every_bit() {
        const RunRecord record = example_record(100);
        const std::string bytes = encode_samples(record.samples());
        QCOMPARE(bytes.size(), 100 * kColumnCount * 8);
        RunRecord back;
        decode_samples(bytes, decode_columns(encode_columns()), back);
        QCOMPARE(back.samples().size(), std::size_t(100));
        for (std::size_t row = 0; row < 100; ++row)
            for (const auto& info : columns())
                QCOMPARE(std::bit_cast<std::uint64_t>(back.samples()[row][info.column]),
                         std::bit_cast<std::uint64_t>(record.samples()[row][info.column]));
        QVERIFY(is_missing(back.samples()[5][Column::Loss]));
        QVERIFY(!is_missing(back.samples()[6][Column::Loss]));
    }

    void rows_of_another_version_are_read_by_name() {
        // As an older program wrote them: two columns in another order, and one that was dropped since.
        const auto cells = [](double value) {
            std::string bytes;
            for (int i = 0; i < 8; ++i)
                bytes += static_cast<char>(std::bit_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
            return bytes;
        };
        RunRecord back;
        decode_samples(cells(2.5) + cells(99) + cells(3), decode_columns("loss,dropped_since,step"), back);
        QCOMPARE(back.samples().size(), std::size_t(1));
        QCOMPARE(back.samples()[0][Column::Loss], 2.5);
        QCOMPARE(back.samples()[0].step(), std::int64_t(3));
        QVERIFY(is_missing(back.samples()[0][Column::Scale]));
    }

    void facts_and_environment_keep_kinds_and_bits() {
        const std::vector<Fact> facts = {{3,
                                          "all_kinds",
                                          {{"flag", false},
                                           {"whole", std::numeric_limits<std::int64_t>::min()},
                                           {"real", 8.0}, // not the whole number 8
                                           {"minus zero", -0.0},
                                           {"odd", kOddNan},
                                           {"missing", kMissing},
                                           {"text", std::string("한글 \"x\" \n\t\\ nan")},
                                           {"nul", std::string("a\0b", 3)},
                                           {"no utf-8", std::string("caf\xE9")}}},
                                         {4, "finished", {}}};
        const std::vector<Fact> back = decode_facts(encode_facts(facts));
        QCOMPARE(back.size(), facts.size());
        QCOMPARE(encode_facts(back), encode_facts(facts));
        for (std::size_t i = 0; i < facts[0].values.size(); ++i) {
            const auto& [name, value] = facts[0].values[i];
            QCOMPARE(back[0].values[i].first, name);
            QCOMPARE(back[0].values[i].second.index(), value.index());
            if (const auto* real = std::get_if<double>(&value))
                QCOMPARE(std::bit_cast<std::uint64_t>(std::get<double>(back[0].values[i].second)),
                         std::bit_cast<std::uint64_t>(*real));
            else
                QVERIFY2(back[0].values[i].second == value, name.c_str());
        }
        QVERIFY(decode_facts(encode_facts({})).empty());
        const Environment environment = example_environment();
        QCOMPARE(encode_environment(decode_environment(encode_environment(environment))),
                 encode_environment(environment));
    }

    void details_of_known_and_unknown_kinds_come_back() {
        const RunRecord record = example_record(30);
        QCOMPARE(record.details().size(), std::size_t(4));
        QVERIFY(decode_details(encode_details(record.details())) == record.details());
        QVERIFY(decode_details(encode_details({})).empty());
    }

    void damage_is_named_data() {
        QTest::addColumn<QString>("facts");
        for (const char* text : {"", "[", "{}", "[3]", "[[]]", "[[1]]", "[[\"x\", \"y\"]]", "[[1, \"k\", [\"n\"]]]",
                                 "[[1, \"k\", [\"n\", \"q\", 3]]]", "[[1, \"k\", [\"n\", \"r\", \"xyz\"]]]",
                                 "[[1, \"k\", [\"n\", \"r\", \"\"]]]", "[[1, \"k\", [\"n\", \"i\", \"3\"]]]",
                                 "[[1, \"k\", [\"n\", \"x\", \"abc\"]]]", "[[1, \"k\", [\"n\", \"b\", 0]]]"})
            QTest::newRow(text) << text;
    }
    void damage_is_named() {
        QFETCH(QString, facts);
        QCOMPARE(damage_of([&] { decode_facts(facts.toStdString()); }), std::string("store.damaged"));
    }
    void damaged_rows_and_details_are_named() {
        RunRecord record;
        const auto all = decode_columns("step,loss");
        QCOMPARE(damage_of([&] { decode_samples("12345678123456", all, record); }), std::string("store.damaged"));
        QCOMPARE(damage_of([&] { decode_samples("12345678", {}, record); }), std::string("store.damaged"));
        QCOMPARE(damage_of([&] { decode_details("[{}]"); }), std::string("store.damaged"));
        QCOMPARE(damage_of([&] { decode_details("], \"x\": ["); }), std::string("store.damaged"));
        QCOMPARE(damage_of([&] { decode_environment("[[\"a\", \"s\"]]"); }), std::string("store.damaged"));
    }

    void times_are_read_back() {
        QCOMPARE(utc_text(0), std::string("1970-01-01T00:00:00.000Z"));
        QCOMPARE(utc_text(1'772'373'753'120), std::string("2026-03-01T14:02:33.120Z"));
        for (const std::int64_t time : {0LL, 1'772'373'753'120LL, 951'782'399'999LL, -1LL})
            QCOMPARE(*parse_utc(utc_text(time)), std::int64_t(time));
        for (const char* text : {"", "2026-03-01", "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z",
                                 "2026-03-01T24:00:00.000Z", "2026-03-01T00:60:00.000Z", "2026-03-01 14:02:33.120Z",
                                 "2026-03-01T14:02:33.12Z", "x026-03-01T14:02:33.120Z"})
            QVERIFY2(!parse_utc(text), text);
    }
};

QTEST_GUILESS_MAIN(TestCodec)
#include "test_codec.moc"

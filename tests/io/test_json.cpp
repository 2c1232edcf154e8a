#include "core/io/json.h"
#include "core/io/json_writer.h"

#include <QTest>
#include <cmath>

using namespace ampscope;
using namespace ampscope::io;

class TestJson : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void every_value_knows_its_place() {
        const Json json = parse_json(
            "{\n  \"a\": [1, -0, 2.5e3],\n  \"글\": {\"x\": \"y\\\"z\", \"n\": null, \"t\": true}\n}\n", "f");
        const auto place = [](const Json& value) { return std::pair(value.location().line, value.location().column); };
        QCOMPARE(place(json), std::pair(1, 1));
        const auto& items = json.at("a").items();
        QCOMPARE(place(json.at("a")), std::pair(2, 8));
        QCOMPARE(place(items[0]), std::pair(2, 9));
        QCOMPARE(place(items[1]), std::pair(2, 12));
        QCOMPARE(place(items[2]), std::pair(2, 16));
        QCOMPARE(place(json.at("글")), std::pair(3, 8)); // columns count letters, not bytes
        QCOMPARE(place(json.at("글").at("x")), std::pair(3, 14));
        QCOMPARE(place(json.at("글").at("n")), std::pair(3, 27));
        QCOMPARE(place(json.at("글").at("t")), std::pair(3, 38));
        QCOMPARE(json.at("글").at("x").as_string(), std::string("y\"z"));
        QVERIFY(std::signbit(items[1].as_real()));
        QCOMPARE(items[2].as_integer(), std::int64_t(2500));
        QCOMPARE(json.members()[1].name_location.column, 3);
    }

    void special_numbers_are_strings() {
        const Json json = parse_json(R"(["nan", "inf", "-inf", 9007199254740993])", "");
        QVERIFY(std::isnan(json.items()[0].as_real()));
        QVERIFY(std::isinf(json.items()[1].as_real()));
        QCOMPARE(json.items()[3].as_integer(), std::int64_t(9007199254740993)); // not rounded through double
    }

    void complains_with_line_and_column_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QByteArray text, const char* message) {
            QTest::newRow(name) << text << QString(message);
        };
        row("empty", "", "f:1:1: the JSON text ends here");
        row("cut off", "{\"a\": [1,\n 2", "f:2:3: the JSON text ends here");
        row("trailing comma", "{\"a\": 1,}", "f:1:9: '}' does not belong");
        row("a zero byte behind the value", QByteArray("{}\0x", 4), "f:1:3: '\\x00' does not belong");
        row("text behind", "{} x", "f:1:4: 'x' does not belong");
        row("single quotes", "{'a': 1}", "f:1:2: ''' does not belong");
        row("NaN bare", "[NaN]", "f:1:2: 'N' does not belong");
        row("leading zero", "[01]", "f:1:3: '1' does not belong");
        row("repeated name", "{\"a\": 1,\n \"a\": 2}",
            "f:2:2: \"a\" is here for the second time; the first is in line 1");
        row("deep", QByteArray(100, '['), "f:1:65: more than 64 levels");
        row("5,000 levels", QByteArray(5000, '['), "f:1:65: more than 64 levels");
        row("a million levels of objects", QByteArray("{\"a\":").repeated(1'000'000), "f:1:321: more than 64 levels");
        row("nothing but zero bytes", QByteArray(64, '\0'), "f:1:1: '\\x00' does not belong");
        row("zero bytes in front", QByteArray(16, '\0') + "{}", "f:1:1: '\\x00' does not belong");
        row("lines end with CR only", "{\r\"a\": 1,\r}", "f:3:1: '}' does not belong");
        row("number beyond double", "[1,\n 1e400]", "f:2:2: 1e400 is beyond");
        row("latin-1", "{\"a\": \"\xE9\"}", "f:1:8: this is not UTF-8");
        row("utf-16", QByteArray("\xFF\xFE{\0\"\0", 6), "UTF-16");
        row("lone surrogate", R"(["\ud800"])", "does not belong");
        row("control", "[\"a\nb\"]", "does not belong");
    }
    void complains_with_line_and_column() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        try {
            parse_json(std::string_view(text.data(), static_cast<std::size_t>(text.size())), "f");
            QFAIL("accepted");
        } catch (const text::Error& error) {
            const auto said = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(said.contains(message), qPrintable(said));
        }
    }

    void wrong_kinds_say_what_stands_there() {
        const Json json = parse_json("{\"steps\": \"many\", \"b\": 1.5}", "s.json");
        QVERIFY_THROWS_EXCEPTION(text::Error, json.at("steps").as_integer());
        QVERIFY_THROWS_EXCEPTION(text::Error, json.at("b").as_integer());
        QVERIFY_THROWS_EXCEPTION(text::Error, json.at("steps").as_real());
        QVERIFY_THROWS_EXCEPTION(text::Error, json.at("none"));
        try {
            json.at("steps").as_boolean();
        } catch (const text::Error& error) {
            QCOMPARE(std::string(error.what()),
                     std::string("s.json:1:11: true or false was expected, a text stands here"));
        }
    }

    void a_byte_order_mark_is_passed_over() { QVERIFY(parse_json("\xEF\xBB\xBF{}", "").is_object()); }

    void writes_what_it_reads() {
        JsonWriter writer;
        writer.begin_object();
        writer.member("text", "a\"\\\n\x01글");
        writer.begin_array("values", JsonWriter::Layout::OneLine);
        for (double value :
             std::initializer_list<double>{-0.0, 0.1, 1e300, 16777216.0, std::nan(""), -double(INFINITY)})
            writer.value(value);
        writer.end();
        writer.begin_array("facts");
        writer.begin_object(JsonWriter::Layout::OneLine);
        writer.member("step", 3);
        writer.member("ran", false);
        writer.null_member("none");
        writer.end();
        writer.end();
        writer.begin_object("empty");
        writer.end();
        writer.end();
        QCOMPARE(writer.text(),
                 std::string("{\n  \"text\": \"a\\\"\\\\\\n\\u0001글\",\n"
                             "  \"values\": [-0, 0.1, 1e+300, 16777216, \"nan\", \"-inf\"],\n"
                             "  \"facts\": [\n    { \"step\": 3, \"ran\": false, \"none\": null }\n  ],\n"
                             "  \"empty\": {}\n}\n"));
        const Json back = parse_json(writer.text(), "");
        QCOMPARE(back.at("text").as_string(), std::string("a\"\\\n\x01글"));
        QVERIFY(std::signbit(back.at("values").items()[0].as_real()));
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "test_json.moc"

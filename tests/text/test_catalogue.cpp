#include "core/text/catalogue.h"

#include <QTest>
#include <regex>
#include <set>

#include "core/text/utf8.h"

using namespace ampscope::text;

class TestCatalogue : public QObject {
    Q_OBJECT

    static std::set<std::string> placeholders(std::string_view text) {
        std::set<std::string> names;
        const std::string copy(text);
        const std::regex pattern(R"(\{([a-z_]+)([|:][^}]*)?\})");
        for (std::sregex_iterator it(copy.begin(), copy.end(), pattern), end; it != end; ++it)
            names.insert((*it)[1]);
        return names;
    }

  private Q_SLOTS:
    void every_entry_is_complete_in_both_languages() {
        std::set<std::string_view> ids;
        for (const auto& entry : all_entries()) {
            const std::string id(entry.id);
            QVERIFY2(ids.insert(entry.id).second, (id + " is there twice").c_str());
            QVERIFY2(!entry.english.empty() && !entry.korean.empty(), (id + " lacks a language").c_str());
            QVERIFY2(placeholders(entry.english) == placeholders(entry.korean), (id + ": placeholders differ").c_str());
            QVERIFY2(!first_invalid_utf8(entry.korean), id.c_str());
        }
        QVERIFY(ids.size() > 50);
    }

    void fills_values_and_particles() {
        const Message message{"json.unexpected_character", {{"found", "x"}}};
        QCOMPARE(render(message, Language::English), std::string("'x' does not belong here in JSON"));
        QVERIFY(render(message, Language::Korean).find("'x'가") != std::string::npos);
    }

    void values_stay_on_one_line_and_have_an_end() {
        const auto said = [](std::string value) {
            return render({"json.missing", {{"name", std::move(value)}}}, Language::English);
        };
        QCOMPARE(said("a\nb\x1b[2J\r\t\x7f"), std::string("\"a\\nb\\x1b[2J\\r\\t\\x7f\" is missing in this object"));
        QCOMPARE(said("a\u2028b\u202ec"), std::string("\"a\\u2028b\\u202ec\" is missing in this object"));
        QCOMPARE(said("기울기 \xff"), std::string("\"기울기 \xEF\xBF\xBD\" is missing in this object"));
        const std::string cut = said(std::string(1'000'000, 'x'));
        QVERIFY(cut.size() < 1000);
        QVERIFY(cut.find("x…x") != std::string::npos);
        QVERIFY(cut.ends_with("x\" is missing in this object"));
        // Names of files, too.
        QCOMPARE(bad_input("io.no_such_file", {}, {"a\nb", 1, 2}).text(Language::English),
                 std::string("a\\nb:1:2: there is no such file"));
        QVERIFY(bad_input("io.no_such_file", {}, {std::string(5000, 'd')}).text(Language::English).size() < 1000);
    }

    void nests_messages() {
        const Message message{
            "json.wrong_kind",
            {{"expected", Message{"json.kind_number", {}}}, {"found", Message{"json.kind_array", {}}}}};
        QCOMPARE(render(message, Language::Korean), std::string("수가 와야 하는데 목록이 있습니다"));
    }

    void an_unknown_message_loses_nothing() {
        QCOMPARE(render({"no.such", {{"value", "7"}}}, Language::Korean), std::string("no.such value=7"));
    }

    void groups_digits_from_five_on() {
        QCOMPARE(grouped(4096), std::string("4096"));
        QCOMPARE(grouped(65504), std::string("65,504"));
        QCOMPARE(grouped(-1234567), std::string("-1,234,567"));
        QCOMPARE(grouped(0), std::string("0"));
    }

    void errors_say_where() {
        const Error error = bad_input("io.is_folder", {}, {"a.json", 3, 7});
        QCOMPARE(error.text(Language::English), std::string("a.json:3:7: this is a folder, a file was expected"));
        QCOMPARE(std::string(error.what()), error.text(Language::English));
        QVERIFY(error.kind() == ErrorKind::BadInput);
    }

    void utf8_is_checked() {
        QVERIFY(!first_invalid_utf8("기울기 2¹⁹"));
        QCOMPARE(*first_invalid_utf8("ab\xC3"), std::size_t(2));           // cut off
        QCOMPARE(*first_invalid_utf8("\xC0\x80"), std::size_t(0));         // overlong
        QCOMPARE(*first_invalid_utf8("a\xED\xA0\x80"), std::size_t(1));    // surrogate
        QCOMPARE(*first_invalid_utf8("\xF4\x90\x80\x80"), std::size_t(0)); // past U+10FFFF
        QCOMPARE(encode_utf8(U'글'), std::string("글"));
        const auto place = line_and_column("a\r\n기울x", 9); // CRLF is one end of line, columns count code points
        QCOMPARE(place.line, 2);
        QCOMPARE(place.column, 3);
    }
};

QTEST_GUILESS_MAIN(TestCatalogue)
#include "test_catalogue.moc"

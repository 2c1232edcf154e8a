// .safetensors: the rows of bad input, and what must be read.
#include <QElapsedTimer>
#include <QTest>
#include <cmath>

#include "core/numeric/rounding.h"
#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;

class TestSafetensors : public QObject {
    Q_OBJECT
    Folder m_folder;

    static QByteArray tensor(const char* dtype, const char* shape, const char* offsets) {
        return QByteArray("{\"a\":{\"dtype\":\"") + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets +
               "}}";
    }
    std::unique_ptr<tensorfile::TensorFile> open(const QByteArray& content) {
        return tensorfile::open_tensor_file(m_folder.write("x.safetensors", content));
    }

  private Q_SLOTS:
    void what_is_refused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& content, const char* said) {
            QTest::newRow(name) << content << QString::fromUtf8(said);
        };
        const auto json = [&](const char* name, const QByteArray& header, const char* said,
                              const QByteArray& data = QByteArray(8, 'x')) {
            row(name, safetensors(header, data), said);
        };
        row("1 empty", "", "byte 0: a safetensors file begins with 8 bytes that give the header's length");
        row("2 seven bytes", QByteArray(7, '\0'), "byte 7: a safetensors file begins with 8 bytes");
        row("3 N = 0", QByteArray(8, '\0'), "byte 8: in the header: the JSON text ends here");
        row("4 N = 2^64-1", QByteArray(8, '\xff'), "byte 0: the header is said to be 18446744073709551615 bytes long");
        row("5 N = 100 000 001", little(100'000'001, 8) + "{}",
            "byte 0: the header is said to be 100,000,001 bytes long; at "
            "most 100,000,000 are read");
        row("6 N past the end", little(3, 8) + "{}", "byte 0: the header is said to be 3 bytes long, 2 bytes follow");
        json("7 not UTF-8", "{\"\xff\":1}", "byte 10: the header is not UTF-8");
        json("8 a list", "[]", "byte 8: in the header: an object was expected, a list stands here");
        json("8 null", "null", "in the header: an object was expected, null stands here");
        json("8 a number", "7", "in the header: an object was expected, a number stands here");
        json("9 truncated JSON", "{\"a\":{\"dtype\":", "byte 22: in the header: the JSON text ends here");
        json("10 deep JSON", "{\"a\":" + QByteArray(5000, '[') + QByteArray(5000, ']') + "}", "more than 64 levels");
        json("11 a name twice",
             "{\"a\":{\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[0,8]},"
             "\"a\":{\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[0,8]}}",
             "byte 61: in the header: \"a\" is here for the second time");
        json("12 a member twice", "{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[0,8]}}",
             "\"dtype\" is here for the second time");
        json("13 no dtype", "{\"a\":{\"shape\":[8],\"data_offsets\":[0,8]}}",
             "byte 13: in the header: \"dtype\" is missing");
        json("13 no shape", "{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,8]}}", "\"shape\" is missing in this object");
        json("13 no offsets", "{\"a\":{\"dtype\":\"U8\",\"shape\":[8]}}", "\"data_offsets\" is missing in this object");
        json("14 unknown dtype", tensor("F7", "[8]", "[0,8]"),
             "byte 22: in the header: 'F7' is no type of safetensors'");
        json("14 dtype in small letters", tensor("f32", "[2]", "[0,8]"), "'f32' is no type of safetensors'");
        json("16 shape no list", tensor("U8", "8", "[0,8]"), "a list was expected, a number stands here");
        json("16 a float", tensor("U8", "[8.0]", "[0,8]"), "a whole number from 0 on was expected, 8.0 stands here");
        json("16 a text", tensor("U8", "[\"8\"]", "[0,8]"), "a whole number from 0 on was expected, \"8\" stands here");
        json("16 with exponent", tensor("U8", "[8e0]", "[0,8]"), "8e0 stands here");
        json("17 negative", tensor("U8", "[-8]", "[0,8]"), "a whole number from 0 on was expected, -8 stands here");
        json("18 product overflow", tensor("U8", "[2,18446744073709551614]", "[0,8]"),
             "tensor 'a': the shape (2, 18446744073709551614) has more bits than 64 bits can count");
        json("19 byte size overflow", tensor("F32", "[2,2305843009213693953]", "[0,8]"), "has more bits than 64 bits");
        json("20 beyond 64 bits", tensor("U8", "[18446744073709551616]", "[0,8]"),
             "a whole number from 0 on was expected");
        json("21 begin > end", tensor("U8", "[8]", "[8,0]"), "tensor 'a' ends at 0, before its begin at 8");
        json("21 end before begin",
             "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]},"
             "\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[4,0]}}",
             "tensor 'b' ends at 0, before its begin at 4");
        json("22 overlap by a byte",
             "{\"a\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[0,5]},"
             "\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[4,8]}}",
             "tensor 'b' begins at 4, but the one before ends at 5: tensors must follow each other without gap or "
             "overlap");
        json("23 a hole",
             "{\"a\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]},"
             "\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[4,8]}}",
             "tensor 'b' begins at 4, but the one before ends at 3");
        json("23 begins late", tensor("U8", "[7]", "[1,8]"), "tensor 'a' begins at 1, but the one before ends at 0");
        json("24 two names for one range",
             "{\"a\":{\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[0,8]},"
             "\"b\":{\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[0,8]}}",
             "begins at 0, but the one before ends at 8");
        json("25 past the end", tensor("U8", "[9]", "[0,9]"),
             "the file ends too early: the tensors need 9 bytes of data, 8 are here");
        json("26 bytes after the last", tensor("U8", "[7]", "[0,7]"),
             "bytes follow the last tensor: 7 bytes of data were expected, 8 are here");
        json("26 bytes without tensors", "{}",
             "bytes follow the last tensor: 0 bytes of data were expected, 8 are here");
        json("27 length and shape differ", tensor("F32", "[3]", "[0,8]"),
             "tensor 'a': (3,) of F32 needs 12 bytes, its data_offsets give 8");
        json("28 a part of a byte", tensor("F4", "[15]", "[0,8]"), "(15,) of F4 is no whole number of bytes");
        json("more dimensions than numpy has",
             tensor("U8", ("[8" + QByteArray(",1").repeated(64) + "]").constData(), "[0,8]"),
             "a shape of 65 dimensions; at most 64 are read");
        json("29 metadata no text", "{\"__metadata__\":{\"format\":1}}", "a text was expected, a number stands here",
             {});
        json("29 metadata a list", "{\"__metadata__\":[]}", "an object was expected, a list stands here", {});
        json("three offsets", tensor("U8", "[8]", "[0,8,8]"), "data_offsets must be two numbers, 3 are here");
        json("a byte order mark", "\xEF\xBB\xBF{}", "it begins with a byte order mark", {});
        json("zeros behind the JSON", QByteArray("{}\0\0", 4), "byte 10: in the header: '\\x00' does not belong here",
             {});
        json("a comma at the end", "{\"a\":1,}", "in the header: '}' does not belong here");
        json("NaN in the header", "{\"a\":NaN}", "in the header: ");
        row("36 a .npz under this name", QByteArray("PK\3\4\xff\xff\xff\xff....", 12),
            "byte 0: the header is said to be");
    }
    void what_is_refused() {
        QFETCH(QByteArray, content);
        QFETCH(QString, said);
        verifySeed("safetensors", content);
        const QString found = refusal(m_folder.write("x.safetensors", content));
        QVERIFY2(found.startsWith("x.safetensors: byte ") && found.contains(said), qPrintable(found));
    }

    void what_is_accepted_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("tensors");
        QTest::newRow("30 metadata only") << safetensors("{\"__metadata__\":{}}") << 0;
        QTest::newRow("30 nothing") << safetensors("{}") << 0;
        QTest::newRow("metadata null") << safetensors("{\"__metadata__\":null}") << 0;
        QTest::newRow("31 a scalar") << safetensors(tensor("F32", "[]", "[0,4]"), QByteArray(4, '\0')) << 1;
        QTest::newRow("31 a zero dimension") << safetensors(tensor("F32", "[2,0]", "[0,0]")) << 1;
        QTest::newRow("32 padded") << safetensors("   \n" + tensor("U8", "[1]", "[0,1]") + "      ", "x") << 1;
        QTest::newRow("33 all NaN") << safetensors(tensor("F16", "[2]", "[0,4]"), QByteArray("\x01\x7e\x00\x7c", 4))
                                    << 1;
        QTest::newRow("unknown members") << safetensors("{\"a\":{\"x\":[{}],\"dtype\":\"U8\",\"shape\":[1],"
                                                        "\"data_offsets\":[0,1]}}",
                                                        "x")
                                         << 1;
        QTest::newRow("35 strange names")
            << safetensors("{\"\\u202eabc\\n\\u0000" + QByteArray(1'000'000, 'n') +
                               "\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
                           "x")
            << 1;
        QTest::newRow("15 a type that is only named")
            << safetensors(tensor("F4", "[16]", "[0,8]"), QByteArray(8, 'x')) << 1;
    }
    void what_is_accepted() {
        QFETCH(QByteArray, content);
        verifySeed("safetensors", content);
        const std::string path = m_folder.write("x.safetensors", content);
        QCOMPARE(refusal(path), QString());
        const auto file = tensorfile::open_tensor_file(path);
        QTEST(static_cast<int>(file->tensors().size()), "tensors");
    }

    // 15: the file is fine; only this tensor cannot be read, and the message says so.
    void known_types_that_are_not_read() {
        for (const char* dtype : {"F4", "C64", "F6_E2M3", "F6_E3M2"}) {
            const int bytes = qstrcmp(dtype, "C64") == 0 ? 32 : qstrcmp(dtype, "F4") == 0 ? 2 : 3;
            const QByteArray offsets = "[0," + QByteArray::number(bytes) + "]";
            const auto file = open(safetensors(tensor(dtype, "[4]", offsets), QByteArray(bytes, 'x')));
            try {
                (void)file->read_all(0);
                QFAIL(dtype);
            } catch (const text::Error& error) {
                const QString said = QString::fromStdString(error.text(text::Language::English));
                QVERIFY2(said.contains(QString("tensor 'a' is of type %1: a known type").arg(dtype)), qPrintable(said));
            }
        }
    }

    void every_shortened_file_is_refused() {
        const QByteArray whole = safetensors(tensor("F32", "[2]", "[0,8]"), bytes<float>({1, 2}));
        QCOMPARE(refusal(m_folder.write("x.safetensors", whole)), QString());
        for (int length = 0; length < whole.size(); ++length)
            QVERIFY2(!refusal(m_folder.write("x.safetensors", whole.left(length))).isEmpty(),
                     qPrintable(QString::number(length)));
    }

    // Every byte changed to a few others: refused or read, never a crash. Run under the sanitizers, too.
    void changed_bytes_do_no_harm() {
        const QByteArray whole = safetensors(tensor("F16", "[2,2]", "[0,8]"), QByteArray(8, '\x3c'));
        int refused = 0, read = 0;
        for (int i = 0; i < whole.size(); ++i)
            for (const char other : {'\0', '\xff', '"', '}', '9', ' '}) {
                QByteArray changed = whole;
                changed[i] = other;
                const std::string path = m_folder.write("x.safetensors", changed);
                if (!refusal(path).isEmpty()) {
                    ++refused;
                    continue;
                }
                const auto file = tensorfile::open_tensor_file(path);
                for (std::size_t t = 0; t < file->tensors().size(); ++t)
                    if (tensorfile::is_readable(file->tensors()[t].dtype)) (void)file->read_all(t);
                ++read;
            }
        QVERIFY(refused > 100 && read > 20);
    }

    // All codes of all narrow types, exactly as core/numeric decodes them.
    void every_code_of_every_narrow_type() {
        for (const char* dtype : {"F16", "BF16", "F8_E4M3", "F8_E5M2", "F8_E4M3FNUZ", "F8_E5M2FNUZ"}) {
            const auto type = *tensorfile::find_dtype(dtype);
            const int width = tensorfile::dtype_bits(type) / 8, count = width == 1 ? 256 : 65536;
            QByteArray data;
            for (int code = 0; code < count; ++code)
                data += little(static_cast<quint64>(code), width);
            const QByteArray size = QByteArray::number(count);
            const auto file = open(
                safetensors(tensor(dtype, "[" + size + "]", "[0," + QByteArray::number(count * width) + "]"), data));
            const auto values = file->read_all(0);
            const auto& format = numeric::format(tensorfile::dtype_format(type));
            for (int code = 0; code < count; ++code) {
                const double right = numeric::to_double(numeric::decode(format, numeric::Code(code)));
                const double found = values[static_cast<std::size_t>(code)];
                if (std::isnan(right) ? !std::isnan(found)
                                      : (right != found || std::signbit(right) != std::signbit(found)))
                    QFAIL(qPrintable(QString("%1 %2: %3, not %4").arg(dtype).arg(code).arg(found).arg(right)));
            }
        }
        const auto scales =
            open(safetensors(tensor("F8_E8M0", "[3]", "[0,3]"), QByteArray("\x7f\x00\xff", 3)))->read_all(0);
        QCOMPARE(scales[0], 1.0);
        QCOMPARE(scales[1], std::ldexp(1, -127));
        QVERIFY(std::isnan(scales[2]));
    }

    void tensors_that_are_not_aligned() {
        const auto file = open(safetensors("{\"__metadata__\":{\"format\":\"pt\"},"
                                           "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[1,5]},"
                                           "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
                                           "\x07" + bytes<float>({2.5f})));
        QCOMPARE(file->tensors()[0].name, std::string("b"));
        QCOMPARE(file->read_all(0), (std::vector<double>{2.5}));
        QCOMPARE(file->read_all(1), (std::vector<double>{7}));
        QCOMPARE(file->metadata().at(0).second, std::string("pt"));
    }

    void fifty_thousand_tensors() { // 34
        const std::string path = m_folder.write("x.safetensors", manyTensors(50'000));
        QElapsedTimer timer;
        timer.start();
        const auto file = tensorfile::open_tensor_file(path);
        QCOMPARE(file->tensors().size(), std::size_t(50'000));
        QVERIFY(timer.elapsed() < 20'000); // a hang guard: quadratic time took minutes
    }

    // Known by its content where the name says nothing.
    void a_name_without_an_ending() {
        QCOMPARE(refusal(m_folder.write("weights", safetensors(tensor("U8", "[1]", "[0,1]"), "x"))), QString());
    }
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "test_safetensors.moc"

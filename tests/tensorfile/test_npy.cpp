// .npy: the rows of bad input, and what must be read.
#include <QTest>
#include <cmath>

#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;
using tensorfile::Dtype;

class TestNpy : public QObject {
    Q_OBJECT
    Folder m_folder;

    std::vector<double> values(const QByteArray& content, const tensorfile::OpenOptions& options = {}) {
        return tensorfile::open_tensor_file(m_folder.write("x.npy", content), options)->read_all(0);
    }

  private Q_SLOTS:
    void what_is_refused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        const QByteArray payload = bytes<float>({1, 2, 3});
        const auto row = [](const char* name, const QByteArray& content, const char* said) {
            QTest::newRow(name) << content << QString::fromUtf8(said);
        };
        const auto with = [&](const char* name, const QByteArray& header, const char* said) {
            row(name, npy(header, payload), said);
        };
        row("empty", "", "byte 0: a .npy begins with 93 4e 55 4d 50 59 (\\x93NUMPY); this file begins with -");
        row("36 wrong magic", "hello, world", "byte 0: a .npy begins with 93 4e 55 4d 50 59");
        row("36 a .npz", QByteArray("PK\3\4and more", 12), "byte 0: this is a zip archive (.npz), a single .npy");
        row("magic cut off", QByteArray("\x93NUM", 4), "this file begins with 93 4e 55 4d");
        row("version cut off", QByteArray("\x93NUMPY\x01", 7), "byte 7: the file ends inside the version number");
        row("37 version 9.0", npy("{}", {}, 9), "byte 6: versions 1.0, 2.0 and 3.0 of .npy are read, this is 9.0");
        row("length cut off", QByteArray("\x93NUMPY\x01\0\x10", 9),
            "byte 9: the file ends inside the length of the header: 10 bytes were expected, there are 9");
        row("39 header past the end", QByteArray("\x93NUMPY\x01\0\xf0\x00{}", 12),
            "byte 12: the file ends inside the header: 250 bytes were expected, there are 12");
        with("40 a long header", npyHeader("<f4", "(3,)") + QByteArray(10000, ' '),
             "byte 8: the header is said to be 10,058 bytes long; at most 10,000 are read");
        with("41 a list", "[1, 2]", "byte 10: the header must be a dictionary");
        with("41 a call", "dict(descr='<f4')", "byte 10: the header must be a dictionary");
        with("41 an import", "__import__('os').system('true')",
             "'__import__' stands here, and nothing of it is carried");
        with("41 a call inside", "{'descr': open('x'), 'fortran_order': False, 'shape': (3,)}",
             "byte 20: a text, a whole number, True, False, None or a tuple was expected, 'open' stands here");
        with("41 arithmetic", "{'descr': '<f4', 'fortran_order': False, 'shape': (1+2,)}",
             "byte 62: ',' / ')' was expected, '+' stands here");
        with("42 an extra key", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'x': 1}",
             "byte 66: the keys are descr, fortran_order and shape; 'x' is none of them");
        with("42 a missing key", "{'descr': '<f4', 'shape': (3,)}", "byte 10: the key 'fortran_order' is missing");
        with("a key twice", "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
             "byte 27: the key 'descr' is here for the second time");
        with("43 objects", npyHeader("|O", "(3,)"),
             "byte 20: elements of type '|O' are refused: they are Python objects");
        with("43 records with objects", "{'descr': [('a', '<f4'), ('b', '|O')], 'fortran_order': False, 'shape': (3,)}",
             "records with Python objects, which may run code");
        with("records", "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}",
             "they are records (structured types)");
        with("46 a negative dimension", npyHeader("<f4", "(-3,)"),
             "byte 61: a dimension must be a whole number from 0 on, -3 stands here");
        with("46 a boolean dimension", npyHeader("<f4", "(True,)"),
             "a dimension must be a whole number from 0 on, True");
        with("46 a fraction", npyHeader("<f4", "(3.0,)"), "byte 61: a whole number was expected, '3' stands here");
        with("46 no tuple", npyHeader("<f4", "(3)"),
             "byte 61: shape must be a tuple such as (3, 4) or (3,), 3 stands here");
        with("46 a list", npyHeader("<f4", "[3]"), "shape must be a tuple");
        with("47 the product overflows", npyHeader("<f4", "(4294967296, 4294967296, 2)"),
             "byte 60: the shape (4294967296, 4294967296, 2) has more bytes than 63 bits can count");
        with("47 the bytes overflow", npyHeader("<f8", "(4611686018427387904,)"), "has more bytes than 63 bits");
        with("47 a dimension beyond 64 bits", npyHeader("<f4", "(99999999999999999999,)"),
             "a dimension must be a whole");
        with("47 beyond 63 bits, with no elements", npyHeader("<f4", "(0, 9223372036854775807)"),
             "has more bytes than 63 bits");
        with("more dimensions than numpy has", npyHeader("<f4", "(" + QByteArray("1, ").repeated(65) + ")"),
             "a shape of 65 dimensions; at most 64 are read");
        with("a small l", npyHeader("<f4", "(3l,)"), "a whole number was expected, '3l' stands here");
        row("an L in version 3", npy(npyHeader("<f4", "(3L,)"), payload, 3),
            "a whole number was expected, '3L' stands here");
        with("48 a short payload", npyHeader("<f4", "(4,)"),
             "the file ends too early: shape (4,) of F32 needs 16 bytes of data, 12 are here");
        with("48 a long payload", npyHeader("<f4", "(2,)"),
             "more data than expected: shape (2,) of F32 needs 8 bytes, 12 are here");
        with("48 far too short", npyHeader("<f4", "(1000000000000,)"), "needs 4,000,000,000,000 bytes of data, 12 are");
        with("49 raw two bytes", npyHeader("<V2", "(6,)"),
             "byte 20: elements of type '<V2' are raw: bfloat16 and fp8 are written so, and the file does not say "
             "which. "
             "Say it: --dtype, one of bf16, fp16");
        with("49 raw one byte", npyHeader("|V1", "(12,)"), "one of e4m3, e5m2");
        with("raw four bytes", npyHeader("|V4", "(3,)"), "they are raw bytes of unknown meaning");
        with("50 strings", npyHeader("<U3", "(1,)"), "elements of type '<U3' are refused: they are strings");
        with("50 bytes", npyHeader("|S4", "(3,)"), "they are strings");
        with("50 dates", npyHeader("<M8[ns]", "(1,)"), "they are dates or time spans");
        with("50 complex", npyHeader("<c8", "(1,)"), "they are complex numbers");
        with("long double", npyHeader("<f16", "(0,)"), "they are long doubles");
        with("no type", npyHeader("<q7", "(3,)"), "'<q7' is no type of numpy's");
        with("| for two bytes", npyHeader("|f4", "(3,)"), "'|f4' is no type of numpy's");
        with("fortran_order a number", npyHeader("<f4", "(3,)", "1"), "byte 44: fortran_order must be True or False");
        with("an unclosed quote", "{'descr: 1}", "byte 11: ");
        with("nothing closes", "{'descr': '<f4', ", "the header ends in the middle of the dictionary");
        with("something after", npyHeader("<f4", "(3,)") + "x", "nothing may follow the dictionary, 'x' does");
        with("deeply nested", "{'descr': " + QByteArray(5000, '(') + "}", "more than 32 levels of brackets");
        with("descr is a number", "{'descr': 4, 'fortran_order': False, 'shape': (3,)}",
             "descr must be a type such as");
        with("zero bytes", QByteArray(20, '\0'), "byte 10: the header must be a dictionary");
        row("version 3, not UTF-8", npy("{'\xff': 1}", {}, 3), "byte 14: this is not UTF-8");
    }
    void what_is_refused() {
        QFETCH(QByteArray, content);
        QFETCH(QString, said);
        verifySeed("npy", content);
        const QString found = refusal(m_folder.write("x.npy", content));
        QVERIFY2(found.startsWith("x.npy: byte ") && found.contains(said), qPrintable(found));
    }

    void every_shortened_file_is_refused() {
        const QByteArray whole = npy(npyHeader("<f4", "(3,)"), bytes<float>({1, 2, 3}));
        QCOMPARE(refusal(m_folder.write("x.npy", whole)), QString());
        for (int length = 0; length < whole.size(); ++length)
            QVERIFY2(!refusal(m_folder.write("x.npy", whole.left(length))).isEmpty(),
                     qPrintable(QString::number(length)));
    }

    void every_type_and_both_byte_orders() {
        const auto one = [&](const QByteArray& descr, const QByteArray& payload) {
            return values(npy(npyHeader(descr, "(1,)"), payload)).front();
        };
        QCOMPARE(one("<f4", bytes<float>({-1.5f})), -1.5);
        QCOMPARE(one(">f4", QByteArray("\xbf\xc0\0\0", 4)), -1.5); // 44
        QCOMPARE(one(">f2", QByteArray("\x3c\x01", 2)), 1.0009765625);
        QCOMPARE(one("<f2", QByteArray("\x01\x00", 2)), std::ldexp(1, -24));
        QCOMPARE(one("<f2", QByteArray("\xff\x7b", 2)), 65504.0);
        QVERIFY(std::isinf(one("<f2", QByteArray("\x00\xfc", 2))));
        QVERIFY(std::isnan(one("<f2", QByteArray("\x01\x7c", 2))));
        QCOMPARE(one("<f8", bytes<double>({1e300})), 1e300);
        QCOMPARE(one(">f8", QByteArray("\x3f\xf8\0\0\0\0\0\0", 8)), 1.5);
        QCOMPARE(one("|b1", QByteArray("\x01", 1)), 1.0);
        QCOMPARE(one("|u1", QByteArray("\xff", 1)), 255.0);
        QCOMPARE(one("|i1", QByteArray("\xff", 1)), -1.0);
        QCOMPARE(one(">i2", QByteArray("\xff\xfe", 2)), -2.0);
        QCOMPARE(one("<u2", QByteArray("\xfe\xff", 2)), 65534.0);
        QCOMPARE(one("<i4", bytes<qint32>({-7})), -7.0);
        QCOMPARE(one(">u4", QByteArray("\xff\xff\xff\xff", 4)), 4294967295.0);
        QCOMPARE(one("<i8", bytes<qint64>({-9007199254740992})), -9007199254740992.0);
        QCOMPARE(one("=f4", bytes<float>({2.5f})), 2.5);
        QCOMPARE(one("f4", bytes<float>({2.5f})), 2.5);
        // Beyond 2^53: rounded to odd, and the text has all digits.
        QCOMPARE(one("<u8", bytes<quint64>({18446744073709551615u})), 18446744073709549568.0);
        const auto file = tensorfile::open_tensor_file(
            m_folder.write("x.npy", npy(npyHeader("<i8", "(1,)"), bytes<qint64>({-9223372036854775807}))));
        QCOMPARE(file->element_text(0, 0), std::string("-9223372036854775807"));
    }

    void versions_2_and_3() { // 38
        for (const int version : {2, 3})
            QCOMPARE(values(npy(npyHeader("<f4", "(2,)"), bytes<float>({1, 2}), version)), (std::vector<double>{1, 2}));
        // What Python 2 wrote, other quotes, another order of keys, no comma at the end.
        QCOMPARE(values(npy("{\"shape\": (2L,), \"fortran_order\": False, u'descr': '<f4'}", bytes<float>({1, 2}))),
                 (std::vector<double>{1, 2}));
    }

    void orders_and_shapes() { // 45, 51
        const QByteArray payload = bytes<float>({1, 2, 3, 4, 5, 6});
        QCOMPARE(values(npy(npyHeader("<f4", "(2, 3)"), payload)), (std::vector<double>{1, 2, 3, 4, 5, 6}));
        const QByteArray fortran = npy(npyHeader("<f4", "(2, 3)", "True"), payload);
        QCOMPARE(values(fortran), (std::vector<double>{1, 3, 5, 2, 4, 6}));
        const auto file = tensorfile::open_tensor_file(m_folder.write("f.npy", fortran));
        QCOMPARE(tensorfile::index_of(file->tensors()[0], 3), (std::vector<std::uint64_t>{1, 1}));
        QCOMPARE(tensorfile::flat_index_of(file->tensors()[0], 3), std::uint64_t(4));
        QCOMPARE(values(npy(npyHeader("<f4", "(6,)", "True"), payload)), (std::vector<double>{1, 2, 3, 4, 5, 6}));
        QCOMPARE(values(npy(npyHeader("<f4", "()"), payload.left(4))), (std::vector<double>{1}));
        QCOMPARE(values(npy(npyHeader("<f4", "(0, 5)"), {})), (std::vector<double>{}));
    }

    void raw_bytes_are_what_is_said() { // 49
        tensorfile::OpenOptions options;
        options.raw_dtype = Dtype::BF16;
        const QByteArray raw = npy(npyHeader("<V2", "(1,)"), QByteArray("\xc0\x3f", 2));
        QCOMPARE(values(raw, options), (std::vector<double>{1.5}));
        options.raw_dtype = Dtype::F16;
        QCOMPARE(values(raw, options), (std::vector<double>{1.9375}));
        options.raw_dtype = Dtype::F8E4M3;
        QVERIFY(refusal(m_folder.write("x.npy", raw), options).contains("have 16 bits, so F8_E4M3 cannot be right"));
        QCOMPARE(values(npy(npyHeader("|V1", "(1,)"), QByteArray("\x7e", 1)), options), (std::vector<double>{448}));
    }

    // Somebody shortens the file while it is open: an error, no signal, and the file object stays usable.
    void a_file_that_is_shortened_meanwhile() {
        const std::string path = m_folder.write("x.npy", npy(npyHeader("<f4", "(3,)"), bytes<float>({1, 2, 3})));
        const auto file = tensorfile::open_tensor_file(path);
        QVERIFY(QFile::resize(QString::fromStdString(path), 70));
        try {
            (void)file->read_all(0);
            QFAIL("read what is not there");
        } catch (const text::Error& error) {
            QCOMPARE(error.kind(), text::ErrorKind::CouldNot);
            QVERIFY(error.text(text::Language::English).find("became shorter") != std::string::npos);
        }
    }

    void other_kinds_are_named() {
        QVERIFY(refusal(m_folder.write("model.pt", QByteArray("PK\3\4....", 8))).contains("save_file(torch.load("));
        QVERIFY(refusal(m_folder.write("old.pt", QByteArray("\x80\x02\x8a\x0a", 4))).contains("Python pickle"));
        QVERIFY(refusal(m_folder.write("x.gguf", "GGUF0000000")).contains("begins with 47 47 55 46"));
        QVERIFY(refusal(m_folder.write("nothing", "")).contains("was expected"));
        QVERIFY(refusal("no-such-folder/x.npy").contains("there is no such file"));
        // The beginning counts more than the name.
        const QByteArray good = npy(npyHeader("<f4", "(1,)"), bytes<float>({1}));
        QCOMPARE(refusal(m_folder.write("x.csv", good)), QString());
    }
};

QTEST_GUILESS_MAIN(TestNpy)
#include "test_npy.moc"

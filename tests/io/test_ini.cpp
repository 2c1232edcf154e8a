// Settings as INI text: what is written is read back, what is not known stays, and Qt reads and writes the same.
#include "core/io/ini.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "core/io/file.h"

using namespace ampscope::io;

class TestIni : public QObject {
    Q_OBJECT

    static QByteArray hard() {
        return QByteArray("a,b;c=\"d\"\\e\n\t\x01"
                          "f#%g  ",
                          20) +
               QByteArray::fromStdString("홍길동 \u00e9 \U0001F600");
    }

  private Q_SLOTS:
    void texts_come_back_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("plain") << QByteArray("scale");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("comma") << QByteArray("name, first");
        QTest::newRow("blanks around") << QByteArray("  x ");
        QTest::newRow("at sign") << QByteArray("@Variant(x)");
        QTest::newRow("two at signs") << QByteArray("@@x");
        QTest::newRow("path") << QByteArray("C:\\new\\x\\table");
        QTest::newRow("control and digit") << QByteArray("\x01"
                                                         "1\x1F"
                                                         "ag");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
        QTest::newRow("brackets") << QByteArray("[export]");
        QTest::newRow("everything") << hard();
    }
    void texts_come_back() {
        QFETCH(QByteArray, value);
        const std::string text = ini_with("", "General", {{"key", value.toStdString()}, {"other", "1"}});
        QVERIFY(is_ini(text));
        QCOMPARE(QByteArray::fromStdString(ini_values(text, "General").at("key")), value);
        QCOMPARE(ini_with(text, "General", {{"key", value.toStdString()}}).size(), text.size());

        if (value.contains('\0')) return; // Qt makes an object of it
        // Qt reads what we wrote, and we read what Qt wrote: users come with files of before.
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.ini");
        write_file(path.toStdString(), text);
        QCOMPARE(QSettings(path, QSettings::IniFormat).value("key").toString(), QString::fromUtf8(value));
        const QString theirs = folder.filePath("y.ini");
        {
            QSettings file(theirs, QSettings::IniFormat);
            file.setValue("key", QString::fromUtf8(value));
            file.setValue("export/key", "2");
        }
        const std::string written = read_file(theirs.toStdString());
        QVERIFY(is_ini(written));
        QCOMPARE(QByteArray::fromStdString(ini_values(written, "General").at("key")), value);
        QCOMPARE(ini_values(written, "export").at("key"), std::string("2"));
    }

    void what_is_not_known_stays() {
        const std::string before = "; a remark\n[General]\nlater=@ByteArray(x)\npage=old\n\n[export]\npage=own\n";
        const std::string after = ini_with(before, "General", {{"page", "new"}});
        QCOMPARE(after, std::string("; a remark\n[General]\npage=new\nlater=@ByteArray(x)\n\n[export]\npage=own\n"));
        QCOMPARE(ini_values(after, "export"), (IniValues{{"page", "own"}}));
        const std::string more = ini_with(after, "third", {{"x", "1"}});
        QVERIFY(more.starts_with(after) && more.ends_with("\n[third]\nx=1\n"));
    }

    void the_last_of_two_counts_and_one_is_left() {
        const std::string twice = "[a]\nx=1\n[b]\ny=2\n[a]\nx=3\n";
        QCOMPARE(ini_values(twice, "a").at("x"), std::string("3"));
        const std::string once = ini_with(twice, "a", {{"x", "4"}});
        QCOMPARE(once, std::string("[a]\nx=4\n[b]\ny=2\n[a]\n"));
    }

    void serialised_objects_and_lists_are_left_out() {
        const std::string text = "[a]\nobject=@Variant(\\0\\0)\nlist=a, b\nplain=\"a, b\"\nempty=\n";
        QCOMPARE(ini_values(text, "a"), (IniValues{{"plain", "a, b"}, {"empty", ""}}));
    }

    void damaged_texts_are_known_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("sound");
        QTest::newRow("nothing") << QByteArray("") << true;
        QTest::newRow("CRLF and BOM") << QByteArray("\xEF\xBB\xBF[a]\r\nx=1\r\n") << true;
        QTest::newRow("leading NULs") << QByteArray("\0\0\0\0[a]\n", 8) << false;
        QTest::newRow("cut in a value") << QByteArray("[a]\nthreads=1") << false;
        QTest::newRow("cut in a key") << QByteArray("[a]\nthre\n") << false;
        QTest::newRow("cut in a section") << QByteArray("[Gene\n") << false;
        QTest::newRow("no UTF-8") << QByteArray("[a]\nx=\xFF\n") << false;
        QTest::newRow("something else") << QByteArray("{ \"schema\": 1 }\n") << false;
    }
    void damaged_texts_are_known() {
        QFETCH(QByteArray, text);
        QFETCH(bool, sound);
        QCOMPARE(is_ini(text.toStdString()), sound);
        if (sound && !text.isEmpty()) QCOMPARE(ini_values(text.toStdString(), "a").at("x"), std::string("1"));
    }
};

QTEST_GUILESS_MAIN(TestIni)
#include "test_ini.moc"

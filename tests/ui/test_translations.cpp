#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include "ui/bridge/language.h"

using namespace ampscope;

class TestTranslations : public QObject {
    Q_OBJECT

    struct Entry {
        QString source, translation, type;
    };
    static QList<Entry> entries() {
        QFile file(AMPSCOPE_SOURCE_DIR "/resources/translations/ampscope_ko.ts");
        if (!file.open(QIODevice::ReadOnly)) return {};
        QList<Entry> all;
        QXmlStreamReader reader(&file);
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement) continue;
            if (reader.name() == QLatin1String("message"))
                all << Entry{};
            else if (reader.name() == QLatin1String("source"))
                all.last().source = reader.readElementText();
            else if (reader.name() == QLatin1String("translation")) {
                all.last().type = reader.attributes().value("type").toString();
                all.last().translation = reader.readElementText();
            }
        }
        return all;
    }
    static QStringList places(const QString& text) {
        QStringList found;
        static const QRegularExpression pattern("%[0-9n]");
        for (auto it = pattern.globalMatch(text); it.hasNext();)
            found << it.next().captured();
        found.sort();
        found.removeDuplicates();
        return found;
    }

  private Q_SLOTS:
    void every_text_is_translated_with_the_same_places() {
        const auto all = entries();
        QVERIFY(all.size() > 150);
        for (const auto& entry : all) {
            QVERIFY2(!entry.translation.isEmpty() && entry.type.isEmpty(), qPrintable("unfinished: " + entry.source));
            QCOMPARE(places(entry.translation), places(entry.source));
        }
    }

    // The file holds exactly the texts of the code: what lupdate finds, neither more nor less.
    void the_file_is_up_to_date() {
        QTemporaryDir folder;
        const QString copy = folder.filePath("ampscope_ko.ts");
        QVERIFY(QFile::copy(AMPSCOPE_SOURCE_DIR "/resources/translations/ampscope_ko.ts", copy));
        QProcess process;
        process.start(AMPSCOPE_LUPDATE, {"-silent", "-locations", "none", "-I", AMPSCOPE_SOURCE_DIR,
                                         AMPSCOPE_SOURCE_DIR "/ui", AMPSCOPE_SOURCE_DIR "/app/gui", "-ts", copy});
        QVERIFY(process.waitForFinished(60'000));
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY2(!text.contains("type=\"unfinished\""), "new texts in the code: build the target update_translations");
        QVERIFY2(!text.contains("type=\"vanished\"") && !text.contains("type=\"obsolete\""),
                 "texts that the code no longer has: build the target update_translations");
    }

    void the_window_s_korean_is_found_at_run_time() {
        auto& language = ui::LanguageSwitch::instance();
        language.setLanguage(text::Language::Korean);
        QCOMPARE(QCoreApplication::translate("ampscope::ui::TopBar", "Restart"), QStringLiteral("처음부터"));
        language.setLanguage(text::Language::English);
        QCOMPARE(QCoreApplication::translate("ampscope::ui::TopBar", "Restart"), QStringLiteral("Restart"));
    }

    // It lies inside the program, so it can only be missing or damaged with the program itself. Then it is English.
    void without_its_translation_the_window_is_english_data() {
        QTest::addColumn<QByteArray>("content");
        (void)ui::LanguageSwitch::instance(); // brings the resources
        QFile file(":/i18n/ampscope_ko.qm");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray good = file.readAll();
        QVERIFY(good.size() > 10'000);
        QTest::newRow("missing") << QByteArray();
        QTest::newRow("cut short") << good.left(good.size() / 2);
        QTest::newRow("only its head") << good.left(16);
        QTest::newRow("zero bytes") << QByteArray(good.size(), '\0');
        QTest::newRow("other bytes") << QByteArray(good.size(), 'x');
    }
    void without_its_translation_the_window_is_english() {
        QFETCH(QByteArray, content);
        QTranslator translator;
        if (translator.load(reinterpret_cast<const uchar*>(content.constData()), static_cast<int>(content.size())))
            QCoreApplication::installTranslator(&translator);
        for (const auto& entry : entries())
            QCOMPARE(QCoreApplication::translate("ampscope::ui::TopBar", qPrintable(entry.source)), entry.source);
        QCoreApplication::removeTranslator(&translator);
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "test_translations.moc"

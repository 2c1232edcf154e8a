#include "core/train/language.h"

#include <QCryptographicHash>
#include <QTest>

#include "core/text/utf8.h"

using namespace ampscope;
using namespace ampscope::train;

class TestLanguage : public QObject {
    Q_OBJECT

    static QByteArray hash(const std::string& text) {
        return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().left(16);
    }

  private Q_SLOTS:
    // The first outputs for seed 1234567, from the reference implementation of SplitMix64 (prng.di.unimi.it).
    void splitmix64_matches_its_reference() {
        QCOMPARE(splitmix64(1234567, 0), std::uint64_t(6457827717110365317u));
        QCOMPARE(splitmix64(1234567, 1), std::uint64_t(3203168211198807973u));
        QCOMPARE(splitmix64(1234567, 2), std::uint64_t(9817491932198370423u));
    }

    void below_stays_below() {
        QCOMPARE(below(~std::uint64_t(0), 10), std::uint64_t(9));
        QCOMPARE(below(0, 10), std::uint64_t(0));
    }

    void the_text_depends_on_seed_and_language_only() {
        using scenario::DataLanguage;
        const std::string korean = builtin_text(DataLanguage::Korean, 1337);
        QCOMPARE(korean.size(), kTextBytes);
        QCOMPARE(builtin_text(DataLanguage::Korean, 1337), korean);
        QVERIFY(builtin_text(DataLanguage::Korean, 1) != korean);
        QVERIFY(builtin_text(DataLanguage::English, 1337) != korean);
        // Valid up to a last character that may be cut.
        const auto bad = text::first_invalid_utf8(korean);
        QVERIFY(!bad || *bad >= kTextBytes - 3);
        QVERIFY(!text::first_invalid_utf8(builtin_text(DataLanguage::English, 7)));
        QVERIFY2(QString::fromStdString(korean.substr(0, 3000)).contains(QStringLiteral(". ")), "sentences end");
    }

    // A change of these bytes changes every recorded number: it must be a decision, not an accident.
    void the_text_of_the_default_seed_is_pinned() {
        QCOMPARE(hash(builtin_text(scenario::DataLanguage::Korean, 1337)), QByteArray("3c02f6b6ed68345f"));
        QCOMPARE(hash(builtin_text(scenario::DataLanguage::English, 1337)), QByteArray("7d177df96efa5f87"));
    }

    void windows_lie_inside_the_text() {
        for (std::uint64_t i = 0; i < 10'000; ++i) {
            const std::size_t start = window_start(1337, i, 1000, 64);
            QVERIFY(start + 64 + 1 <= 1000);
        }
    }
};

QTEST_GUILESS_MAIN(TestLanguage)
#include "test_language.moc"

// The seeds of the fuzz targets, and thousands of damaged ones, through every reader: without clang, in every build,
// and under the sanitizers where those are on. A crash that libFuzzer finds becomes a file in seeds/<reader>.
#include <QDir>
#include <QElapsedTimer>
#include <QTest>
#include <random>

#include "core/text/message.h"
#include "tests/fuzz/readers.h"

using namespace ampscope;

class TestFuzzSeeds : public QObject {
    Q_OBJECT

    static std::string damaged(const std::string& seed, const std::string& other, std::mt19937& chance) {
        std::string bytes = seed;
        const auto below = [&](std::size_t n) { return n == 0 ? 0 : chance() % n; };
        for (std::size_t i = 0, changes = 1 + below(4); i < changes; ++i) {
            const std::size_t at = below(bytes.size());
            switch (below(7)) {
            case 0:
                if (!bytes.empty()) bytes[at] = static_cast<char>(below(256));
                break;
            case 1:
                if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                break;
            case 2: bytes.erase(at, 1 + below(8)); break;
            case 3: bytes.insert(at, 1, "0123456789-+.eE{}[](),:\"'\\ \n"[below(29)]); break;
            case 4: bytes.resize(at); break;
            case 5: bytes.insert(at, bytes.substr(below(bytes.size() + 1), below(64))); break;
            default: bytes.replace(at, below(16), other.substr(below(other.size() + 1), below(64)));
            }
        }
        return bytes;
    }

  private Q_SLOTS:
    void every_reader_stands_its_seeds_and_damaged_ones_data() {
        QTest::addColumn<QString>("name");
        for (const auto& reader : fuzz::readers())
            QTest::addRow("%s", std::string(reader.name).c_str()) << QString::fromStdString(std::string(reader.name));
    }

    void every_reader_stands_its_seeds_and_damaged_ones() {
        QFETCH(QString, name);
        const fuzz::Reader* reader = fuzz::find_reader(name.toStdString());
        QVERIFY(reader);
        QDir folder(QStringLiteral(AMPSCOPE_SOURCE_DIR "/tests/fuzz/seeds/") + name);
        std::vector<std::string> seeds;
        for (const auto& file : folder.entryList(QDir::Files, QDir::Name)) {
            QFile seed(folder.filePath(file));
            QVERIFY(seed.open(QIODevice::ReadOnly));
            seeds.push_back(seed.readAll().toStdString());
        }
        QVERIFY2(seeds.size() >= 3, qPrintable("too few seeds in " + folder.path()));
        int taken = 0, refused = 0;
        const auto feed = [&](const std::string& bytes) {
            try {
                ++(reader->reads(bytes) ? taken : refused);
            } catch (const text::Error& error) {
                ++refused;
                for (const auto language : {text::Language::English, text::Language::Korean})
                    if (error.text(language).empty()) QFAIL("an error without words");
            } // anything else fails the test
        };
        for (const auto& seed : seeds)
            feed(seed);
        QVERIFY2(taken > 0, "no seed is a good file");
        QElapsedTimer clock; // more of what is fast: the time is bounded, the order of inputs is not left to chance
        clock.start();
        std::mt19937 chance(1337);
        for (int round = 0; round < 3000 && clock.elapsed() < 800; ++round)
            feed(damaged(seeds[chance() % seeds.size()], seeds[chance() % seeds.size()], chance));
        QVERIFY(refused > 0);
    }
};

QTEST_GUILESS_MAIN(TestFuzzSeeds)
#include "test_fuzz_seeds.moc"

// kill -9 at any moment of saving: a child saves without end, is killed, and what it left is looked at. Everything that
// it said was saved is there, whole; at most one more. Run with arguments this program is the child.
#include <QApplication>
#include <QDir>
#include <QHashFunctions>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <cstdlib>
#include <iostream>

#include "tests/faults/kinds.h"
#include "tests/ui/support.h"

using namespace ampscope;
using faults::Kind;

namespace {

// Saves one generation after another and prints its number when it is saved.
int child(const Kind& kind, const std::string& folder, int generation) {
    for (;; ++generation) {
        kind.save(folder, generation);
        std::cout << generation << std::endl;
    }
}

// A journal without end; prints how many steps have been handed to the disk.
int write_journal(const std::string& folder) {
    record::Journal journal(folder + "/journal.jsonl", record::example_scenario(), record::example_environment());
    for (int step = 0;; ++step) {
        journal.sample(record::example_sample(step));
        if (step % 50 != 49) continue;
        journal.sync();
        std::cout << step + 1 << std::endl;
    }
}

} // namespace

class TestKills : public QObject {
    Q_OBJECT

    const std::vector<Kind> m_kinds = faults::all_kinds();

    // The last number that the child has said before it was killed some milliseconds after its first.
    static int killed(const QStringList& words, int most_milliseconds) {
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), words);
        if (!process.waitForReadyRead(30'000)) return -1;
        QTest::qSleep(QRandomGenerator::global()->bounded(most_milliseconds));
        process.kill();
        process.waitForFinished();
        const QString said = process.readAllStandardOutput();
        return said.left(said.lastIndexOf('\n')).section('\n', -1).toInt();
    }

  private Q_SLOTS:
    void initTestCase() { ui::testing::prepare(); }

    void the_old_content_or_the_new_data() {
        QTest::addColumn<int>("kind");
        for (std::size_t kind = 0; kind < m_kinds.size(); ++kind)
            QTest::newRow(m_kinds[kind].name.c_str()) << static_cast<int>(kind);
    }
    // 20 kills of each of the ten kinds.
    void the_old_content_or_the_new() {
        QFETCH(int, kind);
        const Kind& tested = m_kinds[static_cast<std::size_t>(kind)];
        const QTemporaryDir place;
        const std::string folder = place.path().toStdString();
        int saved = 0, most = 40;
        for (int loop = 0; loop < 20; ++loop) {
            const int last = killed({"save", QString::number(kind), place.path(), QString::number(saved + 1)}, most);
            QVERIFY(last > saved);
            int found = -1;
            try {
                found = tested.read(folder);
            } catch (const std::exception& reason) {
                QFAIL(qPrintable(QString("kill %1 after %2: %3").arg(loop).arg(last).arg(reason.what())));
            }
            if (tested.counts)
                QVERIFY2(found == last || found == last + 1, qPrintable(QString("%1, %2").arg(found).arg(last)));
            saved = tested.counts ? found : last;
        }
        qInfo("%d saves between 20 kills", saved);
        // A save that was cut off leaves one hidden file at most, and nobody else's name.
        const auto left = QDir(place.path()).entryList({".ampscope-*.tmp"}, QDir::Files | QDir::Hidden);
        QVERIFY2(left.size() <= 2 * 20, qPrintable(left.join(' ')));
    }

    void a_journal_keeps_what_was_on_the_disk() {
        for (int loop = 0; loop < 10; ++loop) {
            const QTemporaryDir place;
            const int synced = killed({"journal", "0", place.path(), "0"}, 60);
            QVERIFY(synced > 0);
            const auto record = record::load_journal(place.filePath("journal.jsonl").toStdString());
            QVERIFY(record.samples().size() >= std::size_t(synced));
            for (std::size_t i = 0; i < record.samples().size(); ++i)
                QCOMPARE(record.samples()[i].step(), std::int64_t(i));
        }
    }
};

int main(int argc, char** argv) {
    QHashSeed::setDeterministicGlobalSeed(); // fonts stand in a PDF in the order of a hash
    QApplication application(argc, argv);
    if (argc == 5 && std::string_view(argv[1]) == "journal") return write_journal(argv[3]);
    if (argc == 5 && std::string_view(argv[1]) == "save")
        return child(faults::all_kinds().at(static_cast<std::size_t>(std::atoi(argv[2]))), argv[3], std::atoi(argv[4]));
    TestKills test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_kills.moc"

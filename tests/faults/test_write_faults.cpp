// The disk refuses one operation, each of them in turn, once or from then on: afterwards the old content is there or
// the new, it was said, nothing lies about, and the next save works. As SQLite tests itself.
#include <QApplication>
#include <QHashFunctions>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <filesystem>
#include <optional>

#include "core/scenario/scenario_json.h"
#include "tests/faults/fault_shim.h"
#include "tests/faults/kinds.h"
#include "tests/ui/support.h"

using namespace ampscope;
using faults::Kind;

class TestWriteFaults : public QObject {
    Q_OBJECT

    const std::vector<Kind> m_kinds = faults::all_kinds();

    // What the guarded writer and the lock of a folder make for themselves.
    static QStringList leftovers(const std::string& folder) {
        QStringList found;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.path().filename().string().starts_with(".ampscope-"))
                found << QString::fromStdString(entry.path().string());
        return found;
    }

  private Q_SLOTS:
    void initTestCase() { ui::testing::prepare(); }
    void cleanup() { fault_plan("", 0, 0, 0); }

    void every_operation_fails_once_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("stays");
        for (std::size_t kind = 0; kind < m_kinds.size(); ++kind)
            for (const bool stays : {false, true})
                QTest::addRow("%s, %s", m_kinds[kind].name.c_str(), stays ? "and all after it" : "and passes")
                    << static_cast<int>(kind) << stays;
    }
    void every_operation_fails_once() {
        QFETCH(int, kind);
        QFETCH(bool, stays);
        const Kind& tested = m_kinds[static_cast<std::size_t>(kind)];
        QSet<QString> failed;
        int at = 1;
        for (;; ++at) {
            const QTemporaryDir place;
            const std::string folder = place.path().toStdString();
            tested.save(folder, 1);
            fault_plan(folder.c_str(), at, stays, ENOSPC);
            std::optional<text::Error> error;
            try {
                tested.save(folder, 2);
            } catch (const text::Error& thrown) {
                error = thrown;
            }
            const QString operation = fault_failed();
            fault_plan("", 0, 0, 0);
            if (operation.isEmpty()) {
                QVERIFY(!error);
                break;
            }
            failed << operation;
            const auto where = QString("operation %1, %2").arg(at).arg(operation).toUtf8();
            int now = -1;
            try {
                now = tested.read(folder);
            } catch (const std::exception& reason) {
                QFAIL(where + ": " + reason.what());
            }
            const int old = 1, next = tested.counts ? 2 : 0; // 2 is even
            QVERIFY2(now == old || now == next, where);
            QVERIFY2(error || now == next, where); // what was not said to have failed has been done
            if (error) QVERIFY2(!error->text(text::Language::English).empty(), where);
            QVERIFY2(leftovers(folder).isEmpty(), where);
            tested.save(folder, 2);
            QVERIFY2(tested.read(folder) == next, where);
            QVERIFY2(at < 500, "it never ends");
        }
        qInfo("%d operations: %s", at - 1, qPrintable(failed.values().join(' ')));
        for (const char* operation : {"open", "write", "sync"})
            QVERIFY2(failed.contains(operation), operation);
        if (tested.name != "the run library")
            for (const char* operation : {"flush", "close", "rename"})
                QVERIFY2(failed.contains(operation), operation);
    }

    // A step more than the last one that was written whole is never there.
    void a_journal_ends_where_the_disk_did() {
        for (int at = 2;; ++at) { // 1: it cannot be opened
            const QTemporaryDir place;
            const std::string folder = place.path().toStdString(), path = folder + "/journal.jsonl";
            int written = 0;
            {
                fault_plan(folder.c_str(), at, 1, ENOSPC);
                std::optional<record::Journal> journal;
                try {
                    journal.emplace(path, record::example_scenario(), record::example_environment());
                    for (; written < 60; ++written) {
                        journal->sample(record::example_sample(written));
                        if (written % 20 == 19) journal->sync();
                    }
                } catch (const text::Error& error) {
                    QVERIFY(error.kind() == text::ErrorKind::CouldNot);
                }
            }
            const bool has_failed = *fault_failed();
            fault_plan("", 0, 0, 0);
            try {
                const auto samples = record::load_journal(path).samples();
                QVERIFY(samples.size() <= std::size_t(written) + 1);
                for (std::size_t i = 0; i < samples.size(); ++i)
                    QCOMPARE(samples[i].step(), std::int64_t(i));
            } catch (const text::Error&) {
                QVERIFY(written == 0); // not even its first line is whole
            }
            if (!has_failed) break;
            QVERIFY(at < 500);
        }
    }

    // The program itself, with everything that it opens.
    void a_command_on_a_failing_disk_says_so_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("words"); ///< % is the folder
        const QString record = QStringLiteral(AMPSCOPE_SOURCE_DIR "/tests/fuzz/seeds/record/overflow");
        const auto row = [](const char* name, const char* program, const QStringList& words) {
            QTest::newRow(name) << QString(program) << words;
        };
        row("export-pytorch", "ampscope-cli", {"export-pytorch", "nano", "--out", "%/file"});
        row("claims report", "ampscope-cli", {"claims", "a1-sensitive-ops-stay-fp32", "--report", "%/file.html"});
        row("progress export", "ampscope-cli", {"progress", "export", "%/file"});
        row("figure png", "ampscope", {"--figure", record, "--plot", "loss", "--out", "%/file.png"});
        row("figures together", "ampscope", {"--figure", record, "--out", "%/a.svg", "%/b.pdf", "%/c.csv"});
    }
    void a_command_on_a_failing_disk_says_so() {
        QFETCH(QString, program);
        QFETCH(QStringList, words);
        const QTemporaryDir elsewhere;
        int failures = 0;
        for (int at = 1;; ++at) {
            const QTemporaryDir place;
            QProcess process;
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert("LD_PRELOAD", AMPSCOPE_FAULT_SHIM);
            environment.insert("FAULT_BELOW", place.path());
            environment.insert("FAULT_AT", QString::number(at));
            environment.insert("FAULT_STAYS", "1");
            environment.insert("FAULT_LOG", elsewhere.filePath("failed"));
            environment.insert("LC_ALL", "C.UTF-8");
            environment.insert("AMPSCOPE_DATA", elsewhere.filePath("data"));
            process.setProcessEnvironment(environment);
            QStringList arguments = words;
            process.start(QStringLiteral(AMPSCOPE_BIN_DIR "/") + program,
                          arguments.replaceInStrings("%", place.path()));
            QVERIFY(process.waitForFinished(60'000));
            const QByteArray said = process.readAllStandardError();
            QCOMPARE(process.exitStatus(), QProcess::NormalExit);
            if (!QFile::remove(elsewhere.filePath("failed"))) {
                QVERIFY2(process.exitCode() == 0, said);
                break;
            }
            ++failures;
            QCOMPARE(process.exitCode(), 3);
            QVERIFY2(said.contains("no space left on the disk") && said.count('\n') == 1, said);
            QCOMPARE(leftovers(place.path().toStdString()), QStringList());
        }
        QVERIFY(failures >= 5); // open, write, flush, sync, rename
    }
};

int main(int argc, char** argv) {
    QHashSeed::setDeterministicGlobalSeed(); // fonts stand in a PDF in the order of a hash
    QApplication application(argc, argv);
    TestWriteFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_write_faults.moc"

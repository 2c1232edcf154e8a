// Programs that are started: what they say, how they end, and how they are ended.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <csignal>
#include <thread>

#include "core/io/child_process.h"
#include "core/text/message.h"

using namespace ampscope;
using io::run_child;

class TestChildProcess : public QObject {
    Q_OBJECT

    static io::ChildCall shell(const std::string& script) {
        io::ChildCall call;
        call.words = {"sh", "-c", script};
        return call;
    }

    // Processes of the group that have not ended. What has waits for its new parent to look, and does nothing any more.
    static QStringList livingOf(const std::string& group) {
        QStringList living;
        for (const QString& id : QDir("/proc").entryList(QDir::Dirs)) {
            QFile stat("/proc/" + id + "/stat");
            if (!id.at(0).isDigit() || !stat.open(QIODevice::ReadOnly)) continue;
            const QString text = QString::fromUtf8(stat.readAll());
            const QStringList words = text.mid(text.lastIndexOf(')') + 2).split(' '); // state, parent, group …
            if (words.value(2).toStdString() == group && words[0] != "Z" && words[0] != "X") living << text;
        }
        return living;
    }

  private Q_SLOTS:
    void lines_and_status() {
        std::vector<std::string> lines;
        auto call = shell("echo out; echo err >&2; printf 'a\\rb'; exit 7");
        call.on_line = [&](std::string_view line) { lines.emplace_back(line); };
        QCOMPARE(run_child(call, {}), std::optional(7));
        QCOMPARE(lines, (std::vector<std::string>{"out", "err", "a", "b"}));
    }
    void a_signal_is_128_and_its_number() { QCOMPARE(run_child(shell("kill -9 $$"), {}), std::optional(137)); }
    void it_has_no_input_and_its_variables() {
        std::string line;
        auto call = shell("cat; echo \"$AMPSCOPE_A-$HOME\"");
        call.variables = {{"AMPSCOPE_A", "1"}, {"HOME", "2"}};
        call.on_line = [&](std::string_view said) { line = said; };
        QCOMPARE(run_child(call, {}), std::optional(0));
        QCOMPARE(line, std::string("1-2"));
    }
    void much_output_and_endless_lines() {
        std::size_t bytes = 0;
        auto call = shell("head -c 3000000 /dev/zero | tr '\\0' x");
        call.on_line = [&](std::string_view line) { bytes += line.size(); };
        QCOMPARE(run_child(call, {}), std::optional(0));
        QCOMPARE(bytes, std::size_t(3'000'000));
    }
    void what_is_not_there_is_an_error() {
        io::ChildCall call;
        call.words = {"no-such-program-anywhere"};
        QVERIFY_THROWS_EXCEPTION(text::Error, run_child(call, {}));
    }
    // Also one that does not want to end, and what it has started.
    void a_stop_ends_the_whole_group_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("sleeps") << "sleep 60";
        QTest::newRow("has children") << "sleep 60 & sleep 60 & wait";
        QTest::newRow("ignores SIGTERM") << "trap '' TERM; sleep 60";
        // The first process ends at once; what it has started does not want to.
        QTest::newRow("grandchild ignores SIGTERM") << "sh -c \"trap '' TERM; sleep 60\" & wait";
    }
    void a_stop_ends_the_whole_group() {
        QFETCH(QString, script);
        std::stop_source stop;
        int ticks = 0;
        auto call = shell("echo $$; " + script.toStdString()); // the number of the group, too
        std::string group;
        call.on_line = [&](std::string_view line) { group = line; };
        call.on_tick = [&] {
            if (++ticks == 2) stop.request_stop();
        };
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!run_child(call, stop.get_token()));
        QVERIFY(timer.elapsed() < 20'000);
        QCOMPARE(livingOf(group), QStringList());
    }
    // A grandchild that holds the output open for ever does not hold this program.
    void a_daemon_left_behind_is_not_waited_for() {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(run_child(shell("sleep 30 & exit 0"), {}), std::optional(0));
        QVERIFY(timer.elapsed() < 20'000);
    }
    // A habit that some launchers pass on: the system would then tell nobody how a child ended.
    void ignored_children_are_waited_for_all_the_same() {
        std::signal(SIGCHLD, SIG_IGN);
        QCOMPARE(run_child(shell("exit 3"), {}), std::optional(3));
        std::signal(SIGCHLD, SIG_DFL);
    }
    void programs_are_found_on_the_path() {
        QVERIFY(QByteArray::fromStdString(io::find_program("sh")).endsWith("/sh"));
        QCOMPARE(io::find_program("no-such-program-anywhere"), std::string());
    }
};

QTEST_GUILESS_MAIN(TestChildProcess)
#include "test_child_process.moc"

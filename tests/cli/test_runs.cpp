// `runs …`, and what `run` leaves in the run library.
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/record/store/run_store.h"
#include "tests/cli/process.h"
#include "tests/store/records.h"

using namespace ampscope;
using record::RunStore;
using record::StoredState;

class TestRuns : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_data; // a new library for each test

    static QStringList column(const Outcome& outcome, const char* name) {
        QStringList values;
        const io::Json list = outcome.json();
        for (const auto& item : list.items()) {
            const io::Json& value = item.at(name);
            values << QString::fromStdString(value.as_string());
        }
        return values;
    }
    static QString id(const std::string& text) { return QString::fromStdString(text); }
    QString file(const char* name) const { return m_folder.filePath(name); }

    // The library is given up by another part of the system while a process goes on: "sh -c SCRIPT", own mounts.
    Outcome in_own_mounts(const QString& script) const {
        QProcess process;
        process.start("unshare", {"-rm", "sh", "-c", script, program_path()});
        if (!process.waitForStarted() || !process.waitForFinished(60'000)) return {-1, {}, {}};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }
    void init() {
        static int number = 0;
        m_data = m_folder.filePath(QString("data-%1").arg(number++));
        qputenv("AMPSCOPE_DATA", m_data.toUtf8());
    }

    void an_empty_library_says_so() {
        QCOMPARE(in_process({"runs", "list"}).out, QString("no runs\n"));
        QCOMPARE(in_process({"runs", "list", "--lang", "ko"}).out, QString("실행 없음\n"));
        QVERIFY(in_process({"runs", "list", "--json"}).json().items().empty());
    }

    void the_list_shows_and_filters() {
        RunStore store;
        const QString a = id(store.add(record::example_record(6), "alpha"));
        const QString b = id(store.add(record::example_record(6, "failed"), "세 번째"));
        store.pin(a.toStdString(), true);
        const Outcome text = in_process({"runs", "list"}), korean = in_process({"runs", "list", "--lang", "ko"});
        QVERIFY2(text.out.contains("finished, pinned") && text.out.contains("failed"), qPrintable(text.out));
        QVERIFY2(korean.out.contains("마침, 고정") && korean.out.contains("실패"), qPrintable(korean.out));
        QCOMPARE(column(in_process({"runs", "list", "--json"}), "id"), QStringList({a, b}));
        QCOMPARE(column(in_process({"runs", "list", "--json", "--state", "failed"}), "id"), QStringList{b});
        QCOMPARE(column(in_process({"runs", "list", "--json", "--text", "ALPHA"}), "id"), QStringList{a});
        QCOMPARE(column(in_process({"runs", "list", "--json", "--precision", "bf16"}), "id"), QStringList());
        QCOMPARE(column(in_process({"runs", "list", "--json", "--limit", "1"}), "id"), QStringList{a});
    }

    void one_run_is_shown_by_id_name_beginning_or_file() {
        const std::string added = RunStore().add(record::example_record(6), "alpha");
        QCOMPARE(in_process({"runs", "export", "alpha", "--out", file("shown.json")}).status, 0);
        for (const QString& text : {id(added), id(added).left(7), QString("alpha"), QString("alp")}) {
            const Outcome outcome = in_process({"runs", "show", text, "--json"});
            QCOMPARE(outcome.status, 0);
            const io::Json json = outcome.json();
            QCOMPARE(json.at("id").as_string(), added);
            QCOMPARE(json.at("figures").at("steps_skipped").as_integer(), std::int64_t(2));
            QCOMPARE(json.at("facts").at("step_skipped").as_integer(), std::int64_t(2));
            QCOMPARE(json.at("scenario").at("precision").as_string(), std::string("fp16"));
        }
        const Outcome text = in_process({"runs", "show", file("shown.json")});
        QVERIFY2(text.out.contains("optimizer.lr") && text.out.contains("가상 CPU"), qPrintable(text.out));
        QVERIFY(in_process({"runs", "show", "alpha", "--lang", "ko"}).out.contains("건너뛴 스텝"));
    }

    void runs_are_compared_side_by_side() {
        RunStore store;
        store.add(record::example_record(6), "a");
        store.add(record::RunRecord(scenario::Scenario{}, {}), "b");
        const Outcome text = in_process({"runs", "compare", "a", "b"});
        QCOMPARE(text.status, 0);
        for (const char* part : {"precision", "fp16", "fp32", "last loss", "steps per second", " MB"})
            QVERIFY2(text.out.contains(part), qPrintable(text.out));
        QVERIFY(in_process({"runs", "compare", "a", "b", "--lang", "ko"}).out.contains("마지막 손실"));
        const io::Json json = in_process({"runs", "compare", "a", "b", "--json"}).json();
        QCOMPARE(json.at("runs").items()[0].at("name").as_string(), std::string("a"));
        QVERIFY(json.at("runs").items()[1].at("final_loss").is_null()); // it has no step
        bool has_precision = false;
        for (const auto& field : json.at("fields").items())
            has_precision = has_precision || field.at("path").as_string() == "precision";
        QVERIFY(has_precision);
    }

    void a_diff_says_where_runs_part() {
        RunStore store;
        store.add(record::example_record(6), "a");
        store.add(record::example_record(6), "twin");
        record::RunRecord other(record::example_scenario(), record::example_environment());
        for (int step = 0; step < 6; ++step) {
            record::Sample sample = record::example_sample(step);
            if (step == 4) sample[record::Column::GradNorm] = 7;
            other.sample(sample);
        }
        store.add(other, "other");
        QCOMPARE(in_process({"runs", "diff", "a", "twin"}).status, 0);
        QVERIFY(in_process({"runs", "diff", "a", "twin", "--lang", "ko"}).out.contains("두 기록이 같음"));
        QVERIFY(in_process({"runs", "diff", "a", "twin", "--json"}).json().at("same").as_boolean());
        const Outcome text = in_process({"runs", "diff", "a", "other"});
        QCOMPARE(text.status, 1);
        QVERIFY2(text.out.contains("grad_norm") && text.out.contains("facts differ from step 0"), qPrintable(text.out));
        const io::Json json = in_process({"runs", "diff", "a", "other", "--json"}).json();
        const io::Json& first = json.at("columns").items().at(0);
        QCOMPARE(first.at("column").as_string(), std::string("grad_norm"));
        QCOMPARE(first.at("step").as_integer(), std::int64_t(4));
        QCOMPARE(first.at("b").as_real(), 7.0);
    }

    void export_and_import_keep_every_bit() {
        RunStore store;
        store.add(record::example_record(40), "original");
        QCOMPARE(in_process({"runs", "export", "original", "--out", file("e.json")}).status, 0);
        const Outcome printed = in_process({"runs", "export", "original"});
        QFile written(file("e.json"));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(printed.out.toUtf8(), written.readAll());
        const Outcome imported = in_process({"runs", "import", file("e.json"), "--json"});
        QCOMPARE(column(imported, "name"), QStringList{"original"});
        const QString copy = column(imported, "id").at(0);
        QCOMPARE(in_process({"runs", "diff", copy, file("e.json")}).status, 0);
        const io::Json exported = in_process({"runs", "export", copy, "--out", file("f.json"), "--json"}).json();
        QCOMPARE(exported.at("file").as_string(), file("f.json").toStdString());
    }

    void runs_are_renamed_pinned_deleted_and_brought_back() {
        RunStore store;
        const QString a = id(store.add(record::example_record(3), "a"));
        store.add(record::example_record(3), "b");
        QCOMPARE(in_process({"runs", "rename", "a", "new name"}).out, a + " is now called 'new name'\n");
        QCOMPARE(in_process({"runs", "pin", "new name"}).status, 0);
        QVERIFY(in_process({"runs", "delete", "new name"}).err.contains("pinned"));
        QCOMPARE(in_process({"runs", "pin", "new name", "--off"}).status, 0);
        const Outcome deleted = in_process({"runs", "delete", "new name", a, "b", "--json"}); // one of them twice
        QCOMPARE(column(deleted, "name"), QStringList({"new name", "b"}));
        QVERIFY(deleted.json().items()[1].at("deleted").as_boolean());
        QCOMPARE(column(in_process({"runs", "list", "--deleted", "--json"}), "name").size(), 2);
        QCOMPARE(in_process({"runs", "undelete", "new name"}).status, 0);
        QVERIFY(in_process({"runs", "purge", "--lang", "ko"}).out.contains("1개"));
        QCOMPARE(column(in_process({"runs", "list", "--json"}), "name"), QStringList{"new name"});
    }

    void nothing_is_changed_when_one_run_is_not_there() {
        RunStore().add(record::example_record(3), "a");
        const Outcome outcome = in_process({"runs", "delete", "a", "nobody"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("no run 'nobody'"), qPrintable(outcome.err));
        QCOMPARE(column(in_process({"runs", "list", "--json"}), "name"), QStringList{"a"});
    }

    void what_was_read_before_an_error_is_told() {
        RunStore().add(record::example_record(3), "a");
        in_process({"runs", "export", "a", "--out", file("good.json")});
        const Outcome outcome = in_process({"runs", "import", file("good.json"), file("missing.json"), "--json"});
        QCOMPARE(outcome.status, 2);
        QCOMPARE(column(outcome, "name"), QStringList{"a"});
        QVERIFY(outcome.err.contains("missing.json"));
    }

    void bad_input_has_one_clear_message_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QStringList arguments, const char* message) {
            QTest::newRow(name) << (QStringList{"runs"} + arguments) << QString(message);
        };
        row("no command", {}, "subcommand");
        row("misspelt command", {"lst"}, "there is no command 'lst'; there are list, show");
        row("misspelt in Korean", {"lst", "--lang", "ko"}, "lst");
        row("state", {"list", "--state", "dead"}, "there are running, finished, stopped, failed, interrupted");
        row("precision", {"list", "--precision", "fp99"}, "bf16-master");
        row("limit", {"list", "--limit", "0"}, "from 1 on");
        row("unknown", {"show", "nobody"}, "no run 'nobody'");
        row("unknown in Korean", {"show", "nobody", "--lang", "ko"}, "'nobody'라는 실행이 없습니다");
        row("no file", {"show", "./nothing.json"}, "there is no such file");
        row("ambiguous", {"show", "tw"}, "fits 2 runs");
        row("one to compare", {"compare", "twin"}, "RUN takes 2 to 16, here are 1");
        row("one to compare in Korean", {"compare", "twin", "--lang", "ko"}, "RUN에는 2~16개가 필요합니다");
        row("seventeen to compare", QStringList{"compare"} + QString("r").repeated(17).split("", Qt::SkipEmptyParts),
            "RUN takes 2 to 16, here are 17");
        row("three to diff", {"diff", "a", "b", "c"}, "RUN takes 2, here are 3");
        row("empty name", {"rename", "single", " "}, "visible letter");
        row("nothing to import", {"import"}, "FILE is required");
        row("nothing to bring back", {"undelete"}, "no deleted run");
        row("not deleted", {"undelete", "single"}, "no run 'single'");
    }
    void bad_input_has_one_clear_message() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        RunStore store;
        for (const char* name : {"twin", "twin", "single"})
            store.add(record::example_record(2), name);
        const Outcome outcome = in_process(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
    }

    void broken_files_are_not_imported() {
        const auto with = [&](const QByteArray& content) {
            QFile broken(file("broken.json"));
            if (broken.open(QIODevice::WriteOnly)) broken.write(content);
            broken.close();
            return in_process({"runs", "import", broken.fileName()});
        };
        for (const char* content : {"", "not json", "[]", "{\"schema\": 1}", "{\"schema\": 99}"}) {
            const Outcome outcome = with(content);
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.contains("broken.json"), qPrintable(outcome.err));
        }
        QVERIFY(RunStore().list().empty());
    }

    void a_library_that_cannot_be_opened_is_could_not() {
        qputenv("AMPSCOPE_DATA", "/proc/nothing/here");
        const Outcome outcome = in_process({"runs", "list", "--lang", "ko"});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("폴더를 만들 수 없습니다"), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
    }

    void a_library_of_a_newer_program_is_left_as_it_is() {
        RunStore().add(record::example_record(3), "a");
        QFile library(m_data + "/runs.sqlite");
        QVERIFY(library.open(QIODevice::ReadWrite));
        library.seek(60); // the file format's place of user_version, most significant byte first
        library.write(QByteArray("\0\0\0\x09", 4));
        library.seek(0);
        const QByteArray before = library.readAll();
        for (const QStringList& arguments : {QStringList{"list"}, {"delete", "a"}, {"purge"}}) {
            const Outcome outcome = in_process(QStringList{"runs"} + arguments);
            QCOMPARE(outcome.status, 3);
            QVERIFY2(outcome.err.contains("schema 9"), qPrintable(outcome.err));
        }
        library.seek(0);
        QVERIFY(library.readAll() == before);
    }

    void a_damaged_library_is_set_aside() {
        RunStore().add(record::example_record(3), "a");
        QFile library(m_data + "/runs.sqlite");
        QVERIFY(library.open(QIODevice::WriteOnly));
        library.write("this is a text");
        library.close();
        const Outcome outcome = in_process({"runs", "list"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("was damaged"), qPrintable(outcome.err));
        QVERIFY(in_process({"runs", "list"}).err.isEmpty());
        const QStringList aside = QDir(m_data).entryList({"runs.damaged-*"});
        QCOMPARE(aside.size(), 1);
        QFile kept(m_data + "/" + aside[0]);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("this is a text"));
    }

    // --- what `run` leaves

    void a_run_is_kept_under_its_name() {
        if (!has_engine()) QSKIP("no LibTorch");
        const Outcome outcome =
            program({"run", "nano", "--set", "length.steps=4", "--quiet", "--name", "my run", "--out", file("mine")});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("kept in the run library as") && outcome.out.contains("(my run)"),
                 qPrintable(outcome.out));
        QCOMPARE(in_process({"runs", "diff", "my run", file("mine") + "/record.json"}).status, 0);
        const io::Json json =
            program({"run", "nano", "--set", "length.steps=2", "--json"}).json(); // no longer plain nano
        QCOMPARE(RunStore().find("nano"), json.at("id").as_string());
        QCOMPARE(json.at("name").as_string(), std::string("nano (changed: length.steps = 2)"));
        QVERIFY(program({"run", "nano", "--set", "length.steps=2", "--no-store", "--json"}).json().at("id").is_null());
        QCOMPARE(RunStore().list().size(), std::size_t(2));
    }

    void a_killed_run_is_there_and_interrupted() {
        if (!has_engine()) QSKIP("no LibTorch");
        QProcess process;
        process.start(program_path(), {"run", "nano", "--set", "length.steps=100000", "--quiet", "--name", "killed"});
        QVERIFY(process.waitForStarted());
        RunStore store;
        const auto running = [&] { return store.list({.text = "", .state = StoredState::Running}); };
        QTRY_VERIFY_WITH_TIMEOUT(!running().empty() && running()[0].steps_run > 0, 60'000);
        const std::int64_t seen = running()[0].steps_run;
        process.kill(); // SIGKILL
        process.waitForFinished();
        const Outcome outcome = in_process({"runs", "list", "--json"});
        QCOMPARE(column(outcome, "state"), QStringList{"interrupted"});
        const record::RunRecord record = store.load(store.find("killed"));
        QVERIFY(std::int64_t(record.samples().size()) >= seen);
        QCOMPARE(in_process({"runs", "delete", "killed"}).status, 0);
    }

    void ctrl_c_leaves_a_stopped_run() {
        if (!has_engine()) QSKIP("no LibTorch");
        QProcess process;
        process.start(program_path(), {"run", "nano", "--set", "length.steps=100000", "--quiet"});
        QVERIFY(process.waitForStarted());
        RunStore store;
        QTRY_VERIFY_WITH_TIMEOUT(!store.list().empty() && store.list()[0].steps_run > 0, 60'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        QVERIFY(store.list()[0].state == StoredState::Stopped);
    }

    void two_processes_keep_their_runs_in_one_library() {
        if (!has_engine()) QSKIP("no LibTorch");
        std::array<QProcess, 2> processes;
        for (auto& process : processes)
            process.start(program_path(), {"run", "nano", "--set", "length.steps=10", "--quiet"});
        for (auto& process : processes)
            QVERIFY(process.waitForFinished(120'000) && process.exitCode() == 0);
        const auto runs = RunStore().list();
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(in_process({"runs", "diff", id(runs[0].id), id(runs[1].id)}).status, 0);
    }

    void without_a_library_the_run_goes_on() {
        if (!has_engine()) QSKIP("no LibTorch");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("AMPSCOPE_DATA", "/proc/nothing/here");
        const Outcome outcome = program({"run", "nano", "--set", "length.steps=3", "--json"}, environment);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("this is not kept in the run library"), qPrintable(outcome.err));
        QVERIFY(outcome.json().at("id").is_null());
        QCOMPARE(outcome.json().at("steps_run").as_integer(), std::int64_t(3));
    }

    void a_disk_that_fills_up_or_is_read_only_is_a_warning() {
        if (!has_engine()) QSKIP("no LibTorch");
        if (in_own_mounts("mount -t tmpfs -o size=64k tmpfs /mnt").status != 0) QSKIP("no mount namespaces here");
        const Outcome full =
            in_own_mounts("mount -t tmpfs -o size=200k tmpfs /mnt && AMPSCOPE_DATA=/mnt exec \"$0\" run nano "
                          "--set length.steps=400 --set record.details_every=1 --quiet");
        QCOMPARE(full.status, 0);
        QVERIFY2(full.out.contains("400 steps ran") && full.out.contains("only a part is kept"), qPrintable(full.out));
        QVERIFY2(full.err.contains("is full"), qPrintable(full.err));
        const Outcome mistake =
            in_own_mounts("mount -t tmpfs -o size=84k tmpfs /mnt && AMPSCOPE_DATA=/mnt exec \"$0\" mistakes run "
                          "no-scaler --set length.steps=30 --set record.details_every=1");
        QCOMPARE(mistake.status, 0);
        QVERIFY2(mistake.err.contains("is full"), qPrintable(mistake.err));
        const Outcome read_only = in_own_mounts(
            "mount -t tmpfs tmpfs /mnt && AMPSCOPE_DATA=/mnt \"$0\" runs list && "
            "mount -o remount,ro /mnt && AMPSCOPE_DATA=/mnt exec \"$0\" run nano --set length.steps=3 --quiet");
        QCOMPARE(read_only.status, 0);
        QVERIFY2(read_only.out.contains("3 steps ran") && !read_only.out.contains("kept in"),
                 qPrintable(read_only.out));
        QVERIFY2(read_only.err.contains("read-only"), qPrintable(read_only.err));
        const Outcome empty =
            in_own_mounts("mount -t tmpfs -o ro tmpfs /mnt && AMPSCOPE_DATA=/mnt exec \"$0\" runs list");
        QCOMPARE(empty.status, 3);
        QVERIFY2(empty.err.contains("read-only"), qPrintable(empty.err));
    }
};

QTEST_GUILESS_MAIN(TestRuns)
#include "test_runs.moc"

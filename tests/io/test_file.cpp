#include "core/io/file.h"

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "core/io/folder_lock.h"
#include "core/text/message.h"

using namespace ampscope;
using namespace ampscope::io;
namespace fs = std::filesystem;

class TestFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    static void put(const std::string& name, std::string_view bytes) { std::ofstream(name, std::ios::binary) << bytes; }
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_folder.path().toStdString()), {}));
    }

  private Q_SLOTS:
    void writes_and_reads_back() {
        const std::string bytes("a\0b\r\n글", 8);
        write_file(path("one"), bytes);
        QCOMPARE(read_file(path("one")), bytes);
        write_file(path("one"), "");
        QCOMPARE(read_file(path("one")), std::string());
    }

    void a_failed_write_leaves_the_old_content_and_no_leftovers() {
        // RLIMIT_FSIZE makes the system refuse to take more than 64 kB, as a full disk would.
        put(path("kept"), "old");
        const auto before = entries();
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        rlimit small = old;
        small.rlim_cur = 65536;
        setrlimit(RLIMIT_FSIZE, &small);
        bool thrown = false;
        try {
            write_file(path("kept"), std::string(1'000'000, 'x'));
        } catch (const text::Error& error) {
            thrown = true;
            QVERIFY(error.kind() == text::ErrorKind::CouldNot);
            QVERIFY(error.text(text::Language::English).find("nothing was changed") != std::string::npos);
        }
        setrlimit(RLIMIT_FSIZE, &old);
        QVERIFY(thrown);
        QCOMPARE(read_file(path("kept")), std::string("old"));
        QCOMPARE(entries(), before);
    }

    void a_folder_that_cannot_be_written_is_named() {
        const std::string name = path("missing/deeper/file");
        try {
            write_file(name, "x");
            QFAIL("written");
        } catch (const text::Error& error) {
            QVERIFY(error.text(text::Language::Korean).starts_with(name));
        }
        QVERIFY(!fs::exists(path("missing")));
        QVERIFY_THROWS_EXCEPTION(text::Error, write_file(m_folder.path().toStdString(), "x"));
        put(path("plain"), "");
        QVERIFY_THROWS_EXCEPTION(text::Error, make_folder(path("plain/below")));
    }

    // Never by writing over the old bytes: what cannot be replaced whole is left alone, and the reason is said.
    void a_folder_that_takes_no_new_file_keeps_its_old_one() {
        const std::string folder = path("closed"), file = folder + "/file";
        make_folder(folder);
        put(file, "old");
        fs::permissions(file, fs::perms::all);
        fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                                    fs::perms::others_exec);
        fs::permissions(m_folder.path().toStdString(), fs::perms::others_exec, fs::perm_options::add);
        const pid_t child = fork();
        if (child == 0) { // as somebody whom permissions mean, also where the tests run as root
            if (geteuid() == 0 && setuid(65534) != 0) _exit(9);
            try {
                write_file(file, "new");
            } catch (const text::Error& error) {
                const bool has_reason =
                    error.text(text::Language::English).find("permission denied") != std::string::npos;
                _exit(error.kind() == text::ErrorKind::CouldNot && has_reason ? 0 : 2);
            }
            _exit(1);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QCOMPARE(WEXITSTATUS(status), 0);
        QCOMPARE(read_file(file), std::string("old"));
        fs::permissions(folder, fs::perms::owner_all);
        QCOMPARE(std::distance(fs::directory_iterator(folder), {}), std::ptrdiff_t(1));
    }

    void links_are_followed_and_permissions_kept() {
        put(path("target"), "old");
        fs::permissions(path("target"), fs::perms::owner_read | fs::perms::owner_write | fs::perms::owner_exec);
        fs::create_symlink(path("target"), path("link"));
        write_file(path("link"), "new");
        QVERIFY(fs::is_symlink(path("link")));
        QCOMPARE(read_file(path("target")), std::string("new"));
        QVERIFY((fs::status(path("target")).permissions() & fs::perms::owner_exec) != fs::perms::none);
    }

    void a_link_to_what_is_not_there_yet_is_written_through() {
        fs::create_directories(path("deeper"));
        fs::create_symlink("deeper/later", path("ahead"));
        write_file(path("ahead"), "x");
        QVERIFY(fs::is_symlink(path("ahead")));
        QCOMPARE(read_file(path("deeper/later")), std::string("x"));
        fs::create_symlink("round", path("round")); // to itself
        QVERIFY_THROWS_EXCEPTION(text::Error, write_file(path("round"), "x"));
    }

    void only_plain_files_are_replaced_and_read() {
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        fs::create_symlink("/dev/null", path("null"));
        const auto before = entries();
        for (const std::string& name :
             {path("pipe"), path("null"), std::string("/dev/null"), std::string("/dev/full")}) {
            const auto refused = [&](auto&& work, text::ErrorKind kind) {
                try {
                    work();
                } catch (const text::Error& error) {
                    return error.kind() == kind && error.message().id == "io.not_plain";
                }
                return false;
            };
            QVERIFY(refused([&] { write_file(name, "x"); }, text::ErrorKind::CouldNot));
            QVERIFY(refused([&] { require_writable_place(name); }, text::ErrorKind::CouldNot));
            QVERIFY(refused([&] { read_file(name); }, text::ErrorKind::BadInput)); // and does not wait for a writer
            QVERIFY(refused([&] { AppendFile file(name); }, text::ErrorKind::CouldNot));
        }
        QVERIFY(fs::is_fifo(path("pipe")) && fs::is_symlink(path("null")));
        QVERIFY(fs::is_character_file("/dev/null"));
        QCOMPARE(entries(), before);
        require_writable_place(path("nothing yet"));
    }

    void the_longest_name_can_be_written() {
        write_file(path(std::string(255, 'n').c_str()), "x");
        QVERIFY_THROWS_EXCEPTION(text::Error, write_file(path(std::string(256, 'n').c_str()), "x"));
        QVERIFY_THROWS_EXCEPTION(text::Error, make_folder(path(std::string(5000, 'n').c_str())));
    }

    void files_that_belong_together_are_all_new_or_all_old() {
        put(path("first"), "old");
        put(path("second"), "old");
        write_files({{path("first"), "new"}, {path("second"), "new"}});
        QCOMPARE(read_file(path("first")) + read_file(path("second")), std::string("newnew"));
        const auto before = entries();
        QVERIFY_THROWS_EXCEPTION(text::Error,
                                 write_files({{path("first"), "newer"}, {path("missing/second"), "newer"}}));
        QCOMPARE(read_file(path("first")), std::string("new"));
        QCOMPARE(entries(), before);
    }

    void a_folder_has_one_owner() {
        const std::string folder = path("owned");
        make_folder(folder);
        const auto is_taken = [&] {
            try {
                FolderLock lock(folder);
            } catch (const text::Error& error) {
                return error.message().id == "io.folder_in_use" && error.kind() == text::ErrorKind::CouldNot;
            }
            return false;
        };
        {
            FolderLock lock(folder);
            QVERIFY(is_taken());
        }
        QVERIFY(!is_taken());
        QVERIFY(fs::is_empty(folder));
        put(folder + "/.ampscope-lock", "left by a process that was killed");
        QVERIFY(!is_taken());
        QVERIFY_THROWS_EXCEPTION(text::Error, FolderLock(path("no such folder")));
        { // who waits gets it when it is let go of
            auto held = std::make_unique<FolderLock>(folder);
            std::thread releasing([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                held.reset();
            });
            const FolderLock waited(folder, std::chrono::seconds(20));
            releasing.join();
            QVERIFY_THROWS_EXCEPTION(text::Error, FolderLock(folder, std::chrono::milliseconds(30)));
        }
        // A child that dies with it lets go of it.
        const pid_t child = fork();
        if (child == 0) {
            new FolderLock(folder); // NOLINT: never destroyed, as after kill -9
            _exit(0);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(fs::exists(folder + "/.ampscope-lock"));
        QVERIFY(!is_taken());
    }

    void size_is_checked_before_memory_is_taken() {
        put(path("big"), "12345");
        QVERIFY_THROWS_EXCEPTION(text::Error, read_file(path("big"), 4));
        QCOMPARE(read_file(path("big"), 5), std::string("12345"));
        fs::resize_file(path("big"), std::uintmax_t(8) << 30); // a sparse 8 GB file
        QVERIFY_THROWS_EXCEPTION(text::Error, read_file(path("big")));
        fs::remove(path("big"));
    }

    void what_cannot_be_read_is_said() {
        QVERIFY_THROWS_EXCEPTION(text::Error, read_file(path("nothing")));
        QVERIFY_THROWS_EXCEPTION(text::Error, read_file(m_folder.path().toStdString()));
    }

    void an_append_file_grows_by_lines() {
        {
            AppendFile file(path("journal"));
            file.write_line("{\"a\":1}");
            file.write_line("{\"b\":2}");
            file.sync();
            QCOMPARE(read_file(path("journal")), std::string("{\"a\":1}\n{\"b\":2}\n"));
        }
        QVERIFY_THROWS_EXCEPTION(text::Error, AppendFile(path("no/such/folder")));
    }
};

QTEST_GUILESS_MAIN(TestFile)
#include "test_file.moc"

#include "core/io/file.h"

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
        QVERIFY_EXCEPTION_THROWN(write_file(m_folder.path().toStdString(), "x"), text::Error);
        put(path("plain"), "");
        QVERIFY_EXCEPTION_THROWN(make_folder(path("plain/below")), text::Error);
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

    void size_is_checked_before_memory_is_taken() {
        put(path("big"), "12345");
        QVERIFY_EXCEPTION_THROWN(read_file(path("big"), 4), text::Error);
        QCOMPARE(read_file(path("big"), 5), std::string("12345"));
        fs::resize_file(path("big"), std::uintmax_t(8) << 30); // a sparse 8 GB file
        QVERIFY_EXCEPTION_THROWN(read_file(path("big")), text::Error);
        fs::remove(path("big"));
    }

    void what_cannot_be_read_is_said() {
        QVERIFY_EXCEPTION_THROWN(read_file(path("nothing")), text::Error);
        QVERIFY_EXCEPTION_THROWN(read_file(m_folder.path().toStdString()), text::Error);
    }

    void an_append_file_grows_by_lines() {
        {
            AppendFile file(path("journal"));
            file.write_line("{\"a\":1}");
            file.write_line("{\"b\":2}");
            file.sync();
            QCOMPARE(read_file(path("journal")), std::string("{\"a\":1}\n{\"b\":2}\n"));
        }
        QVERIFY_EXCEPTION_THROWN(AppendFile(path("no/such/folder")), text::Error);
    }
};

QTEST_GUILESS_MAIN(TestFile)
#include "test_file.moc"

// A reader checks before it takes memory: what a file claims costs nothing, and what it holds is read in blocks.
#include <QTest>
#include <cstdlib>
#include <new>

#include "core/tensorfile/inspection.h"
#include "tests/tensorfile/files.h"

static std::size_t allocated = 0; ///< bytes that this program asked for, given back or not

void* operator new(std::size_t size) {
    allocated += size;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace ampscope;
using namespace ampscope::testing;

class TestAllocations : public QObject {
    Q_OBJECT
    Folder m_folder;

    static QByteArray claims(const char* shape, const char* end) {
        return QByteArray("{\"a\":{\"dtype\":\"F32\",\"shape\":") + shape + ",\"data_offsets\":[0," + end + "]}}";
    }

  private Q_SLOTS:
    void initTestCase() { QVERIFY(!refusal(m_folder.write("x.npy", "")).isEmpty()); } // what is made once

    void a_claim_takes_no_memory_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        const auto row = [](const char* tag, const char* name, const QByteArray& content) {
            QTest::newRow(tag) << name << content;
        };
        const QByteArray four(4, 'x');
        row("a header of 100 MB", "x.safetensors", little(100'000'000, 8) + "{}");
        row("a header of 2^64-1 bytes", "x.safetensors", QByteArray(8, '\xff') + "{}");
        row("four terabytes", "x.safetensors", safetensors(claims("[1000000000000]", "4000000000000"), four));
        row("four terabytes, an end that is here", "x.safetensors", safetensors(claims("[1000000000000]", "4"), four));
        row("more than 64 bits", "x.safetensors", safetensors(claims("[4294967296,4294967296]", "4"), four));
        row("a .npy header of 4 GB", "x.npy", QByteArray("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14));
        row("a .npy of four terabytes", "x.npy", npy(npyHeader("<f4", "(1000000000000,)"), four));
        row("a .npy in Fortran order", "x.npy", npy(npyHeader("<f4", "(1000000, 1000000)", "True"), four));
        row("a .npy beyond 64 bits", "x.npy", npy(npyHeader("<f8", "(4294967296, 4294967296)"), four));
        row("records of terabytes", "x.npy", npy(npyHeader("|V4000000000000", "(1,)"), four));
    }
    void a_claim_takes_no_memory() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QVERIFY(content.size() < 200);
        const std::string path = m_folder.write(name, content);
        const std::size_t before = allocated;
        QVERIFY_THROWS_EXCEPTION(text::Error, (void)tensorfile::open_tensor_file(path));
        QVERIFY2(allocated - before < 50'000, qPrintable(QString::number(allocated - before)));
    }

    // Every value of a header becomes an object: a hundred megabytes of commas would become seven gigabytes.
    void values_are_counted_before_they_are_made() {
        const QByteArray json = "{\"a\":[1" + QByteArray(",1").repeated(12'000'001) + "]}";
        const std::string path = m_folder.write("x.safetensors", safetensors(json));
        const std::size_t before = allocated;
        try {
            (void)tensorfile::open_tensor_file(path);
            QFAIL("was read");
        } catch (const text::Error& error) {
            QVERIFY(error.text(text::Language::English).find("more than 12,000,000 values") != std::string::npos);
        }
        QVERIFY2(allocated - before < std::size_t(json.size()) + 50'000,
                 qPrintable(QString::number(allocated - before)));
    }

    void a_large_tensor_is_read_in_blocks() {
        constexpr int kElements = 8'000'000;
        const QByteArray shape = "(" + QByteArray::number(kElements) + ",)";
        const std::string path =
            m_folder.write("x.npy", npy(npyHeader("<f2", shape), QByteArray(2 * kElements, '\x3c')));
        const std::size_t before = allocated;
        const auto file = tensorfile::open_tensor_file(path);
        QCOMPARE(tensorfile::inspect(*file, 0).total, std::int64_t(kElements));
        QVERIFY2(allocated - before < 4'000'000, qPrintable(QString::number(allocated - before)));
    }
};

QTEST_GUILESS_MAIN(TestAllocations)
#include "test_allocations.moc"

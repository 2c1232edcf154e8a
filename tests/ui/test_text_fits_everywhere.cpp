// As test_text_fits, in the smallest and the largest window, with larger type, and on a display of another scale. Takes
// minutes.
#include <QProcess>
#include <QTest>

#include "tests/ui/fake_thread.h"
#include "tests/ui/screen_faults.h"
#include "tests/ui/support.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestTextFitsEverywhere : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }

    void every_size_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("typeSize");
        QTest::addColumn<bool>("korean");
        const auto add = [](const QSize& size, double type_size, bool korean) {
            QTest::addRow("%dx%d x%g %s", size.width(), size.height(), type_size, korean ? "ko" : "en")
                << size << type_size << korean;
        };
        // What test_text_fits leaves out: the least and the largest window, and larger type. Letters of one and a half
        // times the size want a larger window: in a smaller one, tables shorten their numbers.
        add(QSize(1024, 640), 1, true);
        add(QSize(1280, 720), 1, true);
        add(QSize(1280, 720), 1.25, true);
        add(QSize(1920, 1080), 1.5, false);
        add(QSize(3840, 2160), 1, false);
    }
    void every_size() {
        QFETCH(QSize, size);
        QFETCH(double, typeSize);
        QFETCH(bool, korean);
        ThemeSwitch::instance().set(ThemeKind::Light, typeSize);
        const auto found =
            testing::faultsOnWalk(*m_thread, size, korean, {.cards = testing::Cards::All, .everyValue = true});
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        VERIFY_NOTHING_IN(found);
    }

    // A display's scale is fixed when a program starts: so each has a process of its own.
    void every_display_scale_data() {
        QTest::addColumn<QByteArray>("scale");
        for (const char* scale : {"1.5"})
            QTest::newRow(scale) << QByteArray(scale);
    }
    void every_display_scale() {
        QFETCH(QByteArray, scale);
        if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) QSKIP("This is one of those processes.");
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_SCALE_FACTOR", QString::fromLatin1(scale));
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), {"every_size:1280x720 x1 ko"});
        QVERIFY(process.waitForFinished(600'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
    }
};

QTEST_MAIN(TestTextFitsEverywhere)
#include "test_text_fits_everywhere.moc"

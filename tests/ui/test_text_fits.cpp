// No letter of the window is ever cut off, none lies on another, and no control covers another: every page and every
// lesson card, in both languages. All sizes and type sizes: test_text_fits_everywhere.
#include <QTest>

#include "tests/ui/fake_thread.h"
#include "tests/ui/screen_faults.h"
#include "tests/ui/support.h"

using namespace ampscope;
using namespace ampscope::ui;
using testing::TextRecorder;

class TestTextFits : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }

    void the_recorder_finds_what_is_cut() {
        QWidget window;
        window.resize(400, 300);
        class Cut : public QWidget {
            using QWidget::QWidget;
            void paintEvent(QPaintEvent*) override {
                QPainter painter(this);
                painter.drawText(QRect(10, 10, 20, 20), Qt::AlignRight, "115,008");
                painter.drawText(QRect(10, 40, 200, 20), Qt::AlignLeft, "whole");
                painter.drawText(QRect(12, 44, 200, 20), Qt::AlignLeft, "upon it");
                painter.drawText(QPointF(380, 100), "beyond the edge");
            }
        } cut(&window);
        cut.resize(400, 300);
        window.show();
        TextRecorder recorder(window.size());
        QPainter painter(&recorder);
        window.render(&painter);
        painter.end();
        QCOMPARE(recorder.faults(),
                 (QStringList{"cut: 115,008", "cut: beyond the edge", "on each other: whole / upon it"}));
    }

    void every_page_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("korean");
        for (const QSize& size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)})
            for (const bool korean : {false, true})
                QTest::addRow("%dx%d %s", size.width(), size.height(), korean ? "ko" : "en") << size << korean;
    }
    void every_page() {
        QFETCH(QSize, size);
        QFETCH(bool, korean);
        const auto found = testing::faultsOnWalk(*m_thread, size, korean, {.everyValue = true});
        VERIFY_NOTHING_IN(found);
    }

    void every_lesson_card_data() {
        QTest::addColumn<bool>("korean");
        QTest::newRow("en") << false;
        QTest::newRow("ko") << true;
    }
    void every_lesson_card() {
        QFETCH(bool, korean);
        const auto found = testing::faultsOnWalk(*m_thread, QSize(1280, 720), korean,
                                                 {.cards = testing::Cards::All, .onlyLessons = true});
        VERIFY_NOTHING_IN(found);
    }
};

QTEST_MAIN(TestTextFits)
#include "test_text_fits.moc"

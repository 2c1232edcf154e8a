// No letter of the window is ever cut off, none lies on another, and no control covers another: every page, in every
// size that the window takes, in both languages.
#include <QTest>

#include "tests/train/fake_engine.h"
#include "tests/ui/sample_record.h"
#include "tests/ui/support.h"
#include "tests/ui/text_recorder.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/page.h"
#include "ui/labs/stage.h"
#include "ui/plot/qcp.h"
#include "ui/shell/lesson_page.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;
using testing::TextRecorder;

namespace {

// Also of the plots, which paint into buffers of their own.
QStringList faultsOf(QWidget& window) {
    QStringList found = testing::coveredWidgets(window);
    TextRecorder recorder(window.size());
    {
        QPainter painter(&recorder);
        window.render(&painter, {}, {}, QWidget::DrawChildren);
    }
    if (recorder.texts().size() < 10) found << "nothing was recorded";
    found << recorder.faults();
    for (auto* plot : window.findChildren<QCustomPlot*>()) {
        if (!plot->isVisible()) continue;
        TextRecorder plot_recorder(plot->size());
        {
            QCPPainter painter(&plot_recorder);
            painter.setMode(QCPPainter::pmNoCaching);
            plot->toPainter(&painter, plot->width(), plot->height());
        }
        if (plot_recorder.texts().size() < 3) found << "no text in a plot";
        for (const auto& fault : plot_recorder.faults())
            found << "plot: " + fault;
    }
    found.removeDuplicates();
    return found;
}

} // namespace

class TestTextFits : public QObject {
    Q_OBJECT

    train::FakeEngine m_engine;
    std::unique_ptr<train::ComputeThread> m_thread;

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_thread = std::make_unique<train::ComputeThread>([this]() -> train::Engine& { return m_engine; });
    }

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

    void every_page_at_every_size_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("korean");
        for (const QSize& size : {QSize(1024, 640), QSize(1024, 768), QSize(1280, 720), QSize(1440, 900),
                                  QSize(1920, 1080), QSize(2560, 1440)})
            for (const bool korean : {false, true})
                QTest::addRow("%dx%d %s", size.width(), size.height(), korean ? "ko" : "en") << size << korean;
    }
    void every_page_at_every_size() {
        QFETCH(QSize, size);
        QFETCH(bool, korean);
        LanguageSwitch::instance().setLanguage(korean ? text::Language::Korean : text::Language::English);
        Settings settings;
        settings.language = LanguageSwitch::instance().language();
        MainWindow window(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        window.freezeTimes();
        window.resize(size);
        window.show();
        QStringList found;
        const auto look = [&](const QString& where) {
            for (int i = 0; i < 5; ++i)
                QCoreApplication::processEvents();
            for (const QString& fault : faultsOf(window))
                found << where + ": " + fault;
        };
        const auto fill = [&] {
            for (auto* run : window.page()->findChildren<RunModel*>())
                run->showRecord(testing::sampleRecord(run->record().scenario()));
        };
        for (const QString& id : window.pageIds()) {
            window.open(id);
            fill();
            if (auto* bits = qobject_cast<BitsLab*>(window.page())) {
                for (const char* value : {"0.1", "65520", "2^-25", "nan", "-1e38", "17/23"}) {
                    bits->enterText(value);
                    look(id + " " + value);
                }
                continue;
            }
            if (id == "rounding") {
                for (const char* view : {"rounding", "cast-chain", "code-table", "overflow", "arithmetic"}) {
                    window.page()->showView(view);
                    for (const char* value : {"1+2^-11+2^-40", "65520", "2^-149", "nan", "-1e38", "17/23"}) {
                        window.page()->enterText(value);
                        look(id + "/" + view + " " + value);
                    }
                }
                continue;
            }
            auto* lesson = qobject_cast<LessonPage*>(window.page());
            if (lesson && id != "a6-gradscaler") continue; // one lesson stands for the cards; each has its own stages
            if (!lesson) {
                look(id);
                for (const std::int64_t step : {0, 3}) {
                    if (window.page()->run()) window.page()->run()->select(step);
                    look(id + QString(" step %1").arg(step));
                }
                if (id == "scale") {
                    window.hideWelcome();
                    look(id + " without welcome");
                }
                continue;
            }
            for (std::size_t step = 0; step < lesson->player().lesson().steps.size(); ++step) {
                lesson->goTo(step);
                fill();
                for (const std::int64_t selected : {3, 60}) {
                    if (lesson->run()) lesson->run()->select(selected);
                    look(QString("%1/%2 step %3").arg(id).arg(step + 1).arg(selected));
                }
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    }
};

QTEST_MAIN(TestTextFits)
#include "test_text_fits.moc"

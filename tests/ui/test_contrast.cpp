// Grey on grey is found where it stands: every text of every page, as it is painted, against the ground it is painted
// on.
#include <QHash>
#include <QTest>

#include "tests/ui/colors.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/page_walk.h"
#include "tests/ui/support.h"
#include "tests/ui/text_recorder.h"
#include "ui/plot/qcp.h"

using namespace ampscope;
using namespace ampscope::ui;
using testing::TextRecorder;

namespace {

constexpr double kLeast = 4.5; // WCAG 2.1, 1.4.3, for small letters

// What most of the box is painted in: letters cover less of their line than the ground does.
QColor groundOf(const QImage& picture, const QRect& box) {
    QHash<QRgb, int> counted;
    for (int y = box.top(); y <= box.bottom(); ++y)
        for (int x = box.left(); x <= box.right(); ++x)
            ++counted[picture.pixel(x, y)];
    QRgb most = 0;
    for (auto entry = counted.cbegin(); entry != counted.cend(); ++entry)
        if (entry.value() > counted.value(most)) most = entry.key();
    return QColor(most);
}

QStringList faintTexts(const TextRecorder& recorder, const QImage& picture) {
    QStringList found;
    for (const auto& text : recorder.texts()) {
        const QRect box = (text.line & text.widgetClip).toAlignedRect() & picture.rect();
        if (text.text.trimmed().isEmpty() || box.width() < 2 || box.height() < 2) continue;
        if (!text.textClip.isNull() && !text.textClip.intersects(text.line)) continue;
        const QColor ground = groundOf(picture, box);
        const double seen = testing::contrast(text.color, ground);
        if (seen < kLeast)
            found << QString("%1:1, %2 on %3, \"%4\"")
                         .arg(seen, 0, 'f', 2)
                         .arg(text.color.name(), ground.name(), text.text.left(40));
    }
    return found;
}

// Also of the plots, which paint into buffers of their own.
QStringList faintTexts(QWidget& window) {
    TextRecorder recorder(window.size());
    {
        QPainter painter(&recorder);
        window.render(&painter, {}, {}, QWidget::DrawChildren);
    }
    QStringList found = faintTexts(recorder, window.grab().toImage());
    for (auto* plot : window.findChildren<QCustomPlot*>()) {
        if (!plot->isVisible()) continue;
        TextRecorder plot_recorder(plot->size());
        {
            QCPPainter painter(&plot_recorder);
            painter.setMode(QCPPainter::pmNoCaching);
            plot->toPainter(&painter, plot->width(), plot->height());
        }
        found << faintTexts(plot_recorder, plot->grab().toImage());
    }
    return found;
}

} // namespace

class TestContrast : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }

    void grey_on_grey_is_found() {
        QWidget window;
        window.resize(200, 60);
        window.setAutoFillBackground(true);
        class Faint : public QWidget {
            using QWidget::QWidget;
            void paintEvent(QPaintEvent*) override {
                QPainter painter(this);
                painter.fillRect(rect(), QColor("#dddddd"));
                painter.setPen(QColor("#aaaaaa"));
                painter.drawText(10, 20, "faint");
                painter.setPen(Qt::black);
                painter.drawText(10, 45, "firm");
            }
        } faint(&window);
        faint.resize(200, 60);
        window.show();
        const QStringList found = faintTexts(window);
        QCOMPARE(found.size(), 1);
        QVERIFY2(found.first().contains("faint"), qPrintable(found.first()));
    }

    void every_text_can_be_read_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
        QTest::newRow("projector") << static_cast<int>(ThemeKind::Projector);
    }
    void every_text_can_be_read() {
        QFETCH(int, kind);
        ThemeSwitch::instance().set(static_cast<ThemeKind>(kind), 1);
        auto window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", Settings{});
        window->freezeTimes();
        window->resize(1440, 900);
        window->show();
        QStringList found;
        testing::walkPages(*window, {}, [&](const QString& where) {
            for (const QString& fault : faintTexts(*window))
                if (std::ranges::none_of(found, [&](const QString& known) { return known.startsWith(fault); }))
                    found << fault + "    first seen at " + where;
        });
        window.reset(); // a change of theme dresses all its pages
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        VERIFY_NOTHING_IN(found);
    }
};

QTEST_MAIN(TestContrast)
#include "test_contrast.moc"

#include "ui/plot/export.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>

#include "core/record/events.h"
#include "core/text/message.h"
#include "tests/ui/support.h"
#include "ui/plot/figure_painter.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestExport : public QObject {
    Q_OBJECT

    static Figure example() {
        Figure figure;
        figure.id = "loss";
        figure.title = QStringLiteral("손실 Loss");
        figure.x.title = "step";
        figure.y.title = "cross entropy, nats";
        Series series;
        series.name = "fp16";
        series.format = "fp16";
        for (int i = 0; i < 100; ++i)
            series.x << i, series.y << (i == 50 ? NAN : 4 - 0.02 * i);
        figure.series.push_back(series);
        figure.glyphs.push_back({Glyph::Shape::Cross, 50, 3, "skipped"});
        figure.bands.push_back({10, 20, "band", Band::Role::Lost});
        figure.legend << "x 1 skipped";
        figure.caption = QStringLiteral("GPT nano, fp16, seed 1337 · 이 기기에서 측정");
        figure.table.header = {"step", "=loss"};
        figure.table.rows = {{0, 4.0}, {1, std::nan("")}, {2, record::kMissing}, {3, -0.0}};
        return figure;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void png_has_the_stated_size_in_millimetres() {
        const QImage image = QImage::fromData(renderFigure(example(), FileFormat::Png, {{160, 100}, 300}));
        QCOMPARE(image.width(), qRound(160 / 25.4 * 300));
        QCOMPARE(image.height(), qRound(100 / 25.4 * 300));
        QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 300);
        for (const QPoint& corner :
             {QPoint(0, 0), QPoint(image.width() - 1, 0), QPoint(image.width() - 1, image.height() - 1)})
            QCOMPARE(image.pixelColor(corner), QColor(Qt::white)); // print theme: opaque white up to the edges
        int coloured = 0;
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3)
                coloured += image.pixelColor(x, y).saturation() > 100 ? 1 : 0;
        QVERIFY2(coloured > 100, "nothing was drawn");
    }

    // A mark at the first step is drawn whole, and one line has its name, too.
    void marks_at_the_edge_are_whole_and_a_single_line_is_named() {
        Figure figure = example();
        figure.x.lower = 0;
        figure.glyphs = {{Glyph::Shape::Cross, 0, 3, "skipped"}};
        QCustomPlot plot;
        plot.setGeometry(0, 0, 400, 200);
        plot.setViewport(plot.geometry());
        FigurePainter painter(&plot);
        painter.show(figure, Theme::of(ThemeKind::Print), 1);
        QVERIFY(plot.xAxis->coordToPixel(0) - plot.axisRect()->left() >= 4);
        QVERIFY(QString::fromUtf8(renderFigure(figure, FileFormat::Svg)).contains(">fp16<"));
    }

    void a_huge_picture_is_bounded() {
        const QImage image = QImage::fromData(renderFigure(example(), FileFormat::Png, {{2000, 1000}, 1200}));
        QVERIFY(image.width() <= 16'000);
    }

    void svg_is_well_formed_and_has_its_words() {
        const QByteArray svg = renderFigure(example(), FileFormat::Svg);
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(svg.contains("step"));
        QVERIFY(QString::fromUtf8(svg).contains(QStringLiteral("손실")));
    }

    void svg_is_well_formed_whatever_the_title_holds() {
        ExportOptions options;
        options.title = QStringLiteral("a < b & \"c\" </title>\x01\x1b\uffff");
        options.name = options.title;
        QXmlStreamReader reader(renderFigure(example(), FileFormat::Svg, options));
        QString title;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("title"))
                title = reader.readElementText();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(title, QStringLiteral("a < b & \"c\" </title>"));
    }

    void pdf_has_its_size_and_embeds_its_fonts() {
        const QByteArray pdf = renderFigure(example(), FileFormat::Pdf, {{160, 100}, 300});
        QVERIFY(pdf.startsWith("%PDF"));
        const QString tool = QStandardPaths::findExecutable("pdffonts");
        if (tool.isEmpty()) QSKIP("pdffonts (poppler-utils) is not here");
        QTemporaryDir folder;
        QFile file(folder.filePath("f.pdf"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(pdf);
        file.close();
        QProcess process;
        process.start(tool, {file.fileName()});
        QVERIFY(process.waitForFinished());
        const QStringList lines =
            QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts).mid(2);
        QVERIFY(!lines.isEmpty());
        for (const QString& line : lines)
            QVERIFY2(line.contains(" yes "), qPrintable(line)); // emb
        process.start(QStandardPaths::findExecutable("pdfinfo"), {file.fileName()});
        QVERIFY(process.waitForFinished());
        QVERIFY(QString::fromUtf8(process.readAllStandardOutput())
                    .contains(QRegularExpression("Page size: +45[34](\\.\\d+)? x 283(\\.\\d+)? pts"))); // 160 x 100 mm
    }

    void csv_keeps_numbers_and_disarms_formulas() {
        QCOMPARE(figureCsv(example()), QByteArray("step,'=loss\r\n0,4\r\n1,nan\r\n2,\r\n3,-0\r\n"));
    }

    void exports_do_not_depend_on_the_window_s_theme_or_size() {
        const QByteArray light = renderFigure(example(), FileFormat::Png);
        ThemeSwitch::instance().set(ThemeKind::Dark, 1.5);
        const QByteArray dark = renderFigure(example(), FileFormat::Png);
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        QVERIFY(QImage::fromData(light) == QImage::fromData(dark));
    }

    void a_place_that_cannot_be_written_is_an_error_and_leaves_nothing() {
        QTemporaryDir folder;
        QVERIFY_THROWS_EXCEPTION(text::Error, exportFigure(example(), folder.filePath("no/such/folder/f.png")));
        QVERIFY_THROWS_EXCEPTION(text::Error, exportFigure(example(), folder.filePath("f.gif")));
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 0);
        exportFigure(example(), folder.filePath("f.CSV"));
        QVERIFY(QFile::exists(folder.filePath("f.CSV")));
    }

    void hard_data_is_drawn_data() {
        QTest::addColumn<QVector<double>>("values");
        QTest::newRow("none") << QVector<double>{};
        QTest::newRow("one") << QVector<double>{1};
        QTest::newRow("constant") << QVector<double>{2, 2, 2};
        QTest::newRow("all NaN") << QVector<double>{NAN, NAN};
        QTest::newRow("tiny") << QVector<double>{1e-45, 2e-45};
        QTest::newRow("large") << QVector<double>{1e38, -1e38};
        QTest::newRow("zeros") << QVector<double>{0, 0, 0};
        QTest::newRow("nearly equal") << QVector<double>{1, 1 + 1e-15};
    }
    void hard_data_is_drawn() {
        QFETCH(QVector<double>, values);
        Figure figure = example();
        figure.series[0].y = values;
        figure.series[0].x.resize(values.size());
        for (qsizetype i = 0; i < values.size(); ++i)
            figure.series[0].x[i] = static_cast<double>(i);
        figure.glyphs.clear();
        QVERIFY(!QImage::fromData(renderFigure(figure, FileFormat::Png)).isNull());
    }
};

QTEST_MAIN(TestExport)
#include "test_export.moc"

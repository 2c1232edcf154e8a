// Figures of recorded runs: exact sizes, whole files, the same bytes everywhere, clear answers.
#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <QtEndian>
#include <csignal>
#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

#include "core/io/file.h"
#include "tests/ui/inside_record.h"
#include "tests/ui/support.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/paper/export_settings.h"
#include "ui/instruments/registry.h"
#include "ui/shell/report/record_figures.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestPaper : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_fp16, m_bf16;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString save(const QString& name, const char* precision) const {
        scenario::Scenario scenario = scenario::load_scenario("overflow");
        scenario.precision = QString(precision) == "bf16" ? scenario::Precision::Bf16 : scenario::Precision::Fp16;
        io::write_file(path(name).toStdString(), record::record_text(testing::insideRecord(scenario, 4)));
        return path(name);
    }
    FigureRequest request(const QString& plot, const QStringList& outs) const {
        FigureRequest asked;
        asked.records = {m_fp16};
        asked.plot = plot;
        for (const QString& out : outs)
            asked.outs << path(out);
        return asked;
    }
    static QString errorOf(const FigureRequest& asked) {
        try {
            renderRecordFigures(asked);
            return {};
        } catch (const text::Error& error) {
            return QString::fromStdString(error.text(text::Language::English));
        }
    }
    // Dates of making are the only thing in which two PDFs of one figure may differ.
    static QByteArray withoutDates(QByteArray pdf) {
        QString text = QString::fromLatin1(pdf);
        text.replace(QRegularExpression("\\(D:[0-9+'Z-]*\\)"), "(D:)");
        return text.toLatin1();
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_fp16 = save("fp16.json", "fp16");
        m_bf16 = save("bf16.json", "bf16");
    }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void every_plot_is_an_instrument() {
        for (const QString& id : plotIds())
            if (id != "gradient-norm") QVERIFY2(instrumentIds().contains(id), qPrintable(id));
    }

    void every_plot_goes_to_paper_or_says_why_not_data() {
        QTest::addColumn<bool>("isThere");
        // The record by hand holds no ops, no layers and no first Inf.
        for (const QString& id : plotIds())
            QTest::newRow(qPrintable(id))
                << !QStringList{"op-flow", "layers", "shadow-error", "loss-difference"}.contains(id);
    }
    void every_plot_goes_to_paper_or_says_why_not() {
        QFETCH(bool, isThere);
        const QString plot = QTest::currentDataTag();
        const FigureRequest asked = request(plot, {plot + ".png", plot + ".svg", plot + ".pdf", plot + ".csv"});
        const QString error = errorOf(asked);
        if (!isThere) {
            QVERIFY2(error.contains(plot), qPrintable(error));
            QVERIFY(plot == "loss-difference" || error.contains("record.level=full"));
            for (const QString& out : asked.outs)
                QVERIFY(!QFile::exists(out));
            return;
        }
        QCOMPARE(error, QString());
        const QImage image(asked.outs[0]);
        QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 300);
        QXmlStreamReader svg(read(asked.outs[1]));
        QString words;
        while (!svg.atEnd())
            if (svg.readNext() == QXmlStreamReader::Characters) words += svg.text();
        QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
        for (const char* word : {"seed 1337", "LibTorch 2.15.0", "CUDA, carried out on the CPU", "recorded"})
            QVERIFY2(words.simplified().contains(word), word);
        const QByteArray pdf = read(asked.outs[2]);
        QVERIFY(pdf.startsWith("%PDF-1"));
        QCOMPARE(pdf.count("/FontFile"), pdf.count("/Type /FontDescriptor")); // each font comes with its letters
        QVERIFY(pdf.count("/FontFile") > 0);
        const QByteArray csv = read(asked.outs[3]);
        QVERIFY(csv.count("\r\n") > 1 && csv.count('\n') == csv.count("\r\n"));
    }

    void the_size_is_exact() {
        FigureRequest asked = request("loss", {"size.png", "size.svg", "size.pdf"});
        asked.options.millimetres = {85, 60};
        asked.options.dpi = 300;
        renderRecordFigures(asked);
        const QByteArray png = read(asked.outs[0]);
        QCOMPARE(QImage::fromData(png).size(), QSize(qRound(85 / 25.4 * 300), qRound(60 / 25.4 * 300)));
        const auto phys = png.indexOf("pHYs"); // dots per metre, twice, big endian
        QVERIFY(phys > 0);
        QCOMPARE(qFromBigEndian<quint32>(png.constData() + phys + 4), 11811U);
        QCOMPARE(qFromBigEndian<quint32>(png.constData() + phys + 8), 11811U);
        QVERIFY(read(asked.outs[1]).contains("<svg width=\"85mm\" height=\"60mm\""));
        const QString pdf = QString::fromLatin1(read(asked.outs[2]));
        const auto box = QRegularExpression("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]").match(pdf);
        QVERIFY(box.hasMatch());
        QVERIFY(std::fabs(box.captured(1).toDouble() - 85 / 25.4 * 72) < 1); // points
        QVERIFY(std::fabs(box.captured(2).toDouble() - 60 / 25.4 * 72) < 1);
    }

    void drawings_fit_the_size_that_is_asked_for() {
        FigureRequest asked = request("scaler-state", {"drawn.png"});
        asked.options.millimetres = {150, 90};
        asked.options.fitDrawing = true;
        renderRecordFigures(asked);
        QCOMPARE(QImage(asked.outs[0]).size(), QSize(qRound(150 / 25.4 * 300), qRound(90 / 25.4 * 300)));
        // Words that nobody can read are refused, with the size that would do.
        asked.options.millimetres = {60, 40};
        try {
            renderRecordFigures(asked);
            QFAIL("drawn");
        } catch (const text::Error& error) {
            const QString said = QString::fromStdString(error.text(text::Language::English));
            const auto least = QRegularExpression("at least (\\d+)x(\\d+) mm").match(said);
            QVERIFY2(least.hasMatch(), qPrintable(said));
            asked.options.millimetres = {least.captured(1).toDouble(), least.captured(2).toDouble()};
        }
        renderRecordFigures(asked);
    }

    // Theme and type size of the window, scale of the display, locale: none of them is in the file.
    void the_bytes_are_the_same_everywhere() {
        const QStringList endings = {"png", "svg", "pdf", "csv"};
        QTemporaryDir home;
        for (const QString& plot : {QString("loss"), QString("memory-bars"), QString("scaler-state")}) {
            QMap<QString, QByteArray> first;
            const QList<QStringList> worlds = {{"LC_ALL=C.UTF-8"},
                                               {"QT_SCALE_FACTOR=2"},
                                               {"QT_SCALE_FACTOR=1.5", "QT_FONT_DPI=144"},
                                               {"LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"}};
            for (int i = 0; i < worlds.size(); ++i) {
                QProcess process;
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                environment.insert("XDG_CONFIG_HOME", home.path());
                for (const QString& pair : worlds[i])
                    environment.insert(pair.section('=', 0, 0), pair.section('=', 1));
                process.setProcessEnvironment(environment);
                QStringList words{"--figure", m_fp16, "--plot", plot, "--theme", i == 1 ? "dark" : "light", "--out"};
                for (const QString& ending : endings)
                    words << path("same." + ending);
                process.start(AMPSCOPE_BIN_DIR "/ampscope", words);
                QVERIFY(process.waitForFinished(60'000));
                QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
                for (const QString& ending : endings) {
                    const QByteArray bytes =
                        ending == "pdf" ? withoutDates(read(path("same.pdf"))) : read(path("same." + ending));
                    QVERIFY(!bytes.isEmpty());
                    if (i == 0) first[ending] = bytes;
                    QVERIFY2(bytes == first[ending], qPrintable(plot + "." + ending + " " + worlds[i].join(' ')));
                }
            }
        }
        const Figure figure = [] {
            Figure made;
            made.series.push_back({"fp16", "fp16", Series::Kind::Line, {0, 1, 2}, {1, 0.5, 0.25}});
            made.title = QStringLiteral("손실");
            return made;
        }();
        const QByteArray light = renderFigure(figure, FileFormat::Png);
        ThemeSwitch::instance().set(ThemeKind::Dark, 2);
        const QByteArray dark = renderFigure(figure, FileFormat::Png);
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        QVERIFY(light == dark);
    }

    // Also of instruments that stand in a window with another look.
    void instruments_give_the_same_bytes_in_every_look() {
        train::ComputeThread thread;
        RunModel run(thread);
        run.showRecord(record::load_record(m_fp16.toStdString()));
        for (const QString& id : plotIds()) {
            auto instrument = makeInstrument(id);
            if (!instrument || id == "throughput") continue;
            instrument->setRun(&run);
            instrument->resize(700, 420);
            instrument->show();
            QMap<FileFormat, QByteArray> first;
            for (const auto& [kind, scale] : {std::pair{ThemeKind::Light, 1.0}, std::pair{ThemeKind::Dark, 2.0}}) {
                ThemeSwitch::instance().set(kind, scale);
                QLocale::setDefault(scale == 1 ? QLocale::c() : QLocale(QLocale::German)); // 0,5 in place of 0.5
                try {
                    const Exhibit exhibit = instrument->exhibit();
                    for (const auto format : {FileFormat::Svg, FileFormat::Png, FileFormat::Csv}) {
                        const QByteArray bytes = renderExhibit(exhibit, format);
                        if (scale == 1) first[format] = bytes;
                        QVERIFY2(bytes == first[format], qPrintable(id + "." + fileEnding(format)));
                    }
                } catch (const text::Error&) { // nothing to show of this record
                }
            }
            ThemeSwitch::instance().set(ThemeKind::Light, 1);
            QLocale::setDefault(QLocale::c());
        }
    }

    void words_ranges_and_rows_are_as_asked() {
        FigureRequest asked = request("loss", {"asked.svg", "asked.csv"});
        asked.options.title = "My title";
        asked.options.name = QStringLiteral("홍길동");
        asked.options.bom = true;
        asked.options.visibleRows = true;
        asked.x = "3:5";
        asked.language = text::Language::Korean;
        renderRecordFigures(asked);
        const QString svg = QString::fromUtf8(read(asked.outs[0]));
        QVERIFY(svg.contains(">My title<") && svg.contains(QStringLiteral("홍길동")));
        QVERIFY(svg.contains(QStringLiteral("시드 1337"))); // the caption's language
        QVERIFY(svg.contains("Noto Sans CJK KR"));
        const QByteArray csv = read(asked.outs[1]);
        QVERIFY(csv.startsWith("\xef\xbb\xbf"));
        QCOMPARE(csv.count("\r\n"), 4); // the header and steps 3, 4, 5
        QVERIFY(csv.contains("\r\n3,") && csv.contains("\r\n5,") && !csv.contains("\r\n2,"));
        LanguageSwitch::instance().setLanguage(text::Language::English);

        asked = request("loss", {"bare.svg"});
        asked.options.caption = false;
        asked.options.outlines = true;
        renderRecordFigures(asked);
        const QByteArray shapes = read(asked.outs[0]);
        QVERIFY(!shapes.contains("<text")); // letters are paths; the words stand in <desc> for readers aloud
        QVERIFY(shapes.count("<path") > 12);
    }

    void an_axis_of_powers_of_two_takes_the_numbers_that_it_shows() {
        Axis axis;
        axis.ticks = Axis::Ticks::PowersOfTwo;
        QCOMPARE(axisPosition(axis, "2^10"), 10.0);
        QCOMPARE(axisPosition(axis, "1024"), 10.0);
        QCOMPARE(axisText(axis, 10), QString("2^10"));
        QCOMPARE(axisRange(axis, "2^4:2^20"), AxisRange(4, 20));
        QVERIFY_THROWS_EXCEPTION(text::Error, axisPosition(axis, "0"));
        QVERIFY_THROWS_EXCEPTION(text::Error, axisPosition(axis, "-1"));
        axis.ticks = Axis::Ticks::Numbers;
        QCOMPARE(axisPosition(axis, "1e-3"), 0.001);
        for (const char* bad : {"5", "5:", ":5", "5:5", "6:5", "1:2:3", "x:y", "nan:1", "0:inf", "1e300:2e300"})
            QVERIFY_THROWS_EXCEPTION(text::Error, axisRange(axis, bad));
    }

    void what_cannot_be_is_said() {
        const auto says = [&](FigureRequest asked, const char* words) {
            const QString error = errorOf(asked);
            QVERIFY2(error.contains(words), qPrintable(error));
        };
        says(request("pie", {"x.png"}), "scale-trace");
        says(request("columns/nothing", {"x.png"}), "columns/loss");
        says(request("loss", {"x.gif"}), ".png, .svg, .pdf or .csv");
        FigureRequest asked = request("loss", {"x.png"});
        asked.step = 100'000;
        says(asked, "there is no step 100000");
        asked = request("scaler-state", {"x.png"});
        asked.x = "0:1";
        says(asked, "no such axis");
        asked = request("memory-bars", {"x.png"});
        asked.y = "0:1";
        says(asked, "no such axis");
        asked = request("loss", {"x.png"});
        asked.options.millimetres = {1000, 1000};
        asked.options.dpi = 1200;
        says(asked, "pixels");
        asked = request("loss", {"x.png"});
        asked.records = QStringList(9, m_fp16);
        says(asked, "8 can be compared");
        asked.records = {path("missing.json")};
        says(asked, "missing.json");
        QVERIFY(!QFile::exists(path("x.png")));
    }

    void records_stand_beside_each_other() {
        for (const char* plot : {"loss", "loss-difference", "throughput", "lanes", "columns/loss"}) {
            FigureRequest asked = request(plot, {"beside.svg"});
            asked.records = {m_fp16, m_bf16};
            const QString error = errorOf(asked);
            if (QString(plot) == "throughput" || QString(plot) == "loss-difference") continue; // may have nothing
            QCOMPARE(error, QString());
            const QString svg = QString::fromUtf8(read(asked.outs[0]));
            QVERIFY2(svg.contains("fp16") && svg.contains("bf16"), plot);
        }
    }

    // Without colour, formats differ by dash and by marker, and parts of memory by what they are filled with.
    void grey_paper_tells_everything_apart() {
        Figure figure;
        figure.id = "loss";
        for (const QString& format : Theme::hues()) {
            Series series{format, format, Series::Kind::Line, {}, {}};
            for (int i = 0; i < 40; ++i)
                series.x << i, series.y << i + 10.0 * static_cast<double>(figure.series.size());
            figure.series.push_back(series);
        }
        const QString svg = QString::fromUtf8(renderFigure(figure, FileFormat::Svg));
        QSet<QString> dashes;
        for (auto it = QRegularExpression("stroke-dasharray=\"([^\"]+)\"").globalMatch(svg); it.hasNext();)
            dashes << it.next().captured(1);
        QVERIFY2(dashes.size() >= 4, qPrintable(QString::number(dashes.size()))); // four, and the solid one
        std::vector<Marker> markers;
        for (const QString& format : Theme::hues())
            markers.push_back(Theme::of(ThemeKind::Print).format(format).marker);
        for (std::size_t i = 0; i < markers.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(markers[i] != markers[k]);
        // The markers are drawn: rings for fp32 are circles, no other thing here is one.
        QVERIFY(svg.contains("<circle") || svg.contains("<ellipse"));

        const record::RunRecord run = record::load_record(m_fp16.toStdString());
        const QImage grey = QImage::fromData(renderFigure(figureOf("memory-bars", run, 4), FileFormat::Png))
                                .convertToFormat(QImage::Format_Grayscale8);
        QSet<int> shades;
        for (int y = 0; y < grey.height(); y += 2)
            for (int x = 0; x < grey.width(); x += 2)
                shades << grey.pixelColor(x, y).red() / 16;
        QVERIFY(shades.size() >= 5); // four grounds and the paper
    }

    void all_files_come_or_none() {
        FigureRequest asked = request("loss", {"missing/folder/a.png", "a.svg"});
        QVERIFY(!errorOf(asked).isEmpty());
        QVERIFY(!QFile::exists(path("a.svg")));
        asked = request("loss", {QStringLiteral("한글 이름 \u00e9.svg")});
        QCOMPARE(errorOf(asked), QString());
        QVERIFY(QFile::exists(asked.outs[0]));
        // What is there already is replaced, as `run --out` does.
        io::write_file(path("old.csv").toStdString(), "old");
        asked = request("loss", {"old.csv"});
        QCOMPARE(errorOf(asked), QString());
        QVERIFY(read(asked.outs[0]).startsWith("step,"));
    }

    void a_full_disk_leaves_the_old_file() {
#ifdef Q_OS_UNIX
        io::write_file(path("full.png").toStdString(), "old");
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        rlimit small = old;
        small.rlim_cur = 4096; // the system takes no more than that into one file
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &small);
        const QString error = errorOf(request("loss", {"full.png", "full.csv"}));
        setrlimit(RLIMIT_FSIZE, &old);
        QVERIFY(!error.isEmpty());
        QCOMPARE(read(path("full.png")), QByteArray("old"));
        QVERIFY(!QFile::exists(path("full.csv")));
        for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden))
            QVERIFY2(!name.contains("tmp") && !name.endsWith('~'), qPrintable(name));
#endif
    }
};

QTEST_MAIN(TestPaper)
#include "test_paper.moc"

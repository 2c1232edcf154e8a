// The export dialog, and what the menu puts on the clipboard.
#include "ui/instruments/paper/export_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/text/message.h"
#include "tests/ui/sample_record.h"
#include "tests/ui/support.h"
#include "ui/bridge/settings_file.h"
#include "ui/instruments/paper/paper_menu.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestExportDialog : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<train::ComputeThread> m_thread;
    std::unique_ptr<RunModel> m_run;
    std::unique_ptr<Instrument> m_plot;

    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    template <typename Widget>
    static Widget* named(const QDialog& dialog, const QString& spoken) {
        for (auto* widget : dialog.findChildren<Widget*>())
            if (widget->accessibleName() == spoken) return widget;
        return nullptr;
    }
    std::unique_ptr<ExportDialog> dialog(const QString& folder) const {
        auto made = std::make_unique<ExportDialog>(*m_plot);
        named<QLineEdit>(*made, "Folder of the files")->setText(folder);
        return made;
    }
    static void choose(const ExportDialog& dialog, const QStringList& formats) {
        for (const char* format : {"PNG", "SVG", "PDF", "CSV"})
            named<QCheckBox>(dialog, QString("Write a file of format %1").arg(format))
                ->setChecked(formats.contains(format));
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        m_thread = std::make_unique<train::ComputeThread>();
        m_run = std::make_unique<RunModel>(*m_thread);
        m_run->showRecord(testing::sampleRecord());
        m_plot = makeInstrument("loss");
        m_plot->setRun(m_run.get());
    }
    void cleanupTestCase() {
        m_plot.reset();
        m_run.reset();
        m_thread.reset();
    }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void several_formats_at_once_under_a_name_made_of_the_run() {
        QTemporaryDir folder;
        const auto made = dialog(folder.path());
        choose(*made, {"PNG", "SVG", "PDF", "CSV"});
        named<QDoubleSpinBox>(*made, "Width in millimetres")->setValue(85);
        named<QDoubleSpinBox>(*made, "Height in millimetres")->setValue(60);
        QVERIFY2(made->save(), qPrintable(made->problem()));
        const QString base = folder.filePath(fileNameOf("{plot}-{scenario}-{seed}", m_plot->exhibit()));
        QVERIFY(base.endsWith("-1337") && base.contains("loss-"));
        QCOMPARE(QImage(base + ".png").size(), QSize(qRound(85 / 25.4 * 300), qRound(60 / 25.4 * 300)));
        QVERIFY(read(base + ".svg").contains("seed 1337"));
        QVERIFY(read(base + ".pdf").startsWith("%PDF"));
        QVERIFY(read(base + ".csv").startsWith("step,"));
        QVERIFY(QString::fromUtf8(read(base + ".svg")).contains("recorded")); // the badge
    }

    void files_that_are_there_are_replaced_only_when_asked_twice() {
        QTemporaryDir folder;
        const auto made = dialog(folder.path());
        choose(*made, {"CSV"});
        const QString path = made->paths().first();
        QFile old(path);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        QVERIFY(!made->save());
        QVERIFY(made->problem().contains("Already there"));
        QCOMPARE(read(path), QByteArray("old"));
        // Another name: the question is taken back.
        named<QLineEdit>(*made, "Name of the file")->setText("other");
        QVERIFY(made->save());
        QVERIFY(QFile::exists(folder.filePath("other.csv")));
        named<QLineEdit>(*made, "Name of the file")->setText("{plot}-{scenario}-{seed}");
        QVERIFY(!made->save());
        QVERIFY(made->save());
        QVERIFY(read(path) != "old");
    }

    void without_memory_the_dialog_says_so_and_is_free_again() {
        QTemporaryDir folder;
        bool has_memory = true;
        const auto paint = [&](QPainter&, const QSizeF&) {
            if (!has_memory) throw std::bad_alloc();
        };
        ExportDialog made(*m_plot, [&] {
            return Exhibit{Drawing{"title", "caption", {100, 50}, paint, {}}, "bits", "name", {}, {}};
        });
        named<QLineEdit>(made, "Folder of the files")->setText(folder.path());
        choose(made, {"SVG"});
        QTest::qWait(500); // the preview is there
        has_memory = false;
        QVERIFY(!made.save());
        QVERIFY2(made.problem().contains("not enough memory"), qPrintable(made.problem()));
        testing::complaints().clear(); // Qt's, of the painter that was left halfway
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
        has_memory = true;
        QVERIFY2(made.save(), qPrintable(made.problem()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }

    void an_error_keeps_the_dialog_and_what_was_typed() {
        QTemporaryDir folder;
        QFile file(folder.filePath("a file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto made = dialog(folder.filePath("a file/below"));
        named<QLineEdit>(*made, "Title")->setText("Typed");
        choose(*made, {"PNG"});
        QVERIFY(!made->save());
        QVERIFY(!made->problem().isEmpty());
        QCOMPARE(named<QLineEdit>(*made, "Title")->text(), QString("Typed"));
        QCOMPARE(named<QLineEdit>(*made, "Folder of the files")->text(), folder.filePath("a file/below"));
        QVERIFY(made->result() != QDialog::Accepted);
    }

    void words_language_and_range() {
        QTemporaryDir folder;
        const auto made = dialog(folder.path());
        choose(*made, {"SVG", "CSV"});
        named<QLineEdit>(*made, "Name of the file")->setText("words");
        named<QLineEdit>(*made, "Title")->setText("A title of mine");
        named<QLineEdit>(*made, "Title of y")->setText("loss (nats)");
        named<QLineEdit>(*made, "Your name")->setText("Kim");
        auto* language = named<QComboBox>(*made, "Language of the figure");
        language->setCurrentIndex(language->findData("ko"));
        auto* range = named<QComboBox>(*made, "Range of x");
        range->setCurrentIndex(2);
        named<QLineEdit>(*made, "Range of x, from")->setText("10");
        named<QLineEdit>(*made, "Range of x, to")->setText("2^5");
        named<QCheckBox>(*made, "CSV: only the range of x")->setChecked(true);
        named<QCheckBox>(*made, "CSV with a UTF-8 mark")->setChecked(true);
        QVERIFY2(made->save(), qPrintable(made->problem()));
        const QString svg = QString::fromUtf8(read(folder.filePath("words.svg")));
        QVERIFY(svg.contains("A title of mine") && svg.contains("loss (nats)") && svg.contains("Kim"));
        QVERIFY(svg.contains(QStringLiteral("시드 1337")) && svg.contains(QStringLiteral("스텝")));
        const QByteArray csv = read(folder.filePath("words.csv"));
        QVERIFY(csv.startsWith("\xef\xbb\xbf"));
        QCOMPARE(csv.count("\r\n"), 1 + 23); // steps 10 … 32
        // The window and its instrument go on in the window's language.
        QCOMPARE(LanguageSwitch::instance().language(), text::Language::English);
        QCOMPARE(m_plot->accessibleName(), QString("Loss"));
        named<QLineEdit>(*made, "Range of x, from")->setText("40");
        QVERIFY(!made->save());
        QVERIFY(made->problem().contains("two rising numbers") || made->problem().contains("Already there"));
    }

    void what_was_chosen_is_remembered() {
        {
            QTemporaryDir folder;
            const auto made = dialog(folder.path());
            choose(*made, {"SVG", "PDF"});
            named<QSpinBox>(*made, "Dots per inch of the PNG")->setValue(600);
            named<QDoubleSpinBox>(*made, "Width in millimetres")->setValue(120);
            named<QLineEdit>(*made, "Your name")->setText(QStringLiteral("홍, 길동"));
            named<QLineEdit>(*made, "Name of the file")->setText("{precision}-{plot}");
            QVERIFY(made->save());
        }
        const ExportDialog again(*m_plot);
        const ExportSettings kept = again.settings();
        QCOMPARE(kept.formats, (std::vector<FileFormat>{FileFormat::Svg, FileFormat::Pdf}));
        QCOMPARE(kept.dpi, 600);
        QCOMPARE(kept.millimetres.width(), 120.0);
        QCOMPARE(kept.name, QStringLiteral("홍, 길동"));
        QCOMPARE(kept.pattern, QString("{precision}-{plot}"));
        // Broken values fall back.
        storeSettings("export", {{"dpi", "many"}, {"width", "-3"}, {"language", "xx"}});
        QCOMPARE(ExportSettings::load().dpi, 300);
        QCOMPARE(ExportSettings::load().millimetres.width(), 160.0);
        QCOMPARE(ExportSettings::load().language, QString());
        QVERIFY(ExportSettings().save());
    }

    void file_names_are_fit_for_files() {
        Exhibit exhibit;
        exhibit.plot = "loss";
        exhibit.scenario = "a/b: \"c\"";
        exhibit.seed = 7;
        QCOMPARE(fileNameOf("{plot}-{scenario}-{seed}", exhibit), QString("loss-a-b-c-7"));
        exhibit.scenario.clear();
        exhibit.seed.reset();
        QCOMPARE(fileNameOf("{plot}-{scenario}-{seed}", exhibit), QString("loss"));
        QCOMPARE(fileNameOf("../../{seed}", exhibit), QString("figure"));
        QCOMPARE(fileNameOf("", exhibit), QString("figure"));
    }

    void every_control_can_be_heard_and_reached() {
        const ExportDialog made(*m_plot);
        for (auto* widget : made.findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !qobject_cast<QWidget*>(widget->parent())) continue;
            if (qobject_cast<QLineEdit*>(widget) && qobject_cast<QAbstractSpinBox*>(widget->parent())) continue;
            if (qobject_cast<QComboBox*>(widget->parent()) || widget->inherits("QComboBoxPrivateContainer") ||
                widget->inherits("QAbstractItemView"))
                continue;
            const auto* button = qobject_cast<QPushButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
            QVERIFY(widget->focusPolicy() & Qt::TabFocus);
        }
    }

    void the_preview_is_drawn_in_colour_and_in_grey() {
        ExportDialog made(*m_plot);
        made.show();
        QVERIFY(QTest::qWaitForWindowExposed(&made));
        auto* preview = named<QWidget>(made, "Preview of the print");
        const auto coloured = [&] {
            const QImage image = preview->grab().toImage();
            int count = 0;
            for (int y = 0; y < image.height(); y += 2)
                for (int x = 0; x < image.width(); x += 2)
                    count += image.pixelColor(x, y).saturation() > 100 ? 1 : 0;
            return count;
        };
        QTRY_VERIFY(coloured() > 20);
        named<QCheckBox>(made, "Show the preview in grey")->setChecked(true);
        QTRY_COMPARE(coloured(), 0);
    }

    // The instrument may go away while the dialog is open.
    void the_dialog_closes_with_its_instrument() {
        auto plot = makeInstrument("scale-trace");
        plot->setRun(m_run.get());
        ExportDialog made(*plot);
        made.show();
        plot.reset();
        QVERIFY(!made.isVisible());
        QVERIFY(!made.save());
    }

    void every_instrument_of_a_run_has_the_same_entries() {
        for (const char* id : {"loss", "scaler-state", "memory-strip", "saved-tensors", "code", "lanes"}) {
            auto instrument = makeInstrument(id);
            instrument->setRun(m_run.get());
            QTest::qWait(1); // menus of drawn ones are made a moment later
            QStringList entries;
            for (const auto* menu : instrument->findChildren<QMenu*>())
                for (const auto* action : menu->actions())
                    entries << action->text();
            for (const char* entry : {"Export …", "Copy picture", "Copy numbers", "Copy caption"})
                QVERIFY2(entries.contains(QString::fromUtf8(entry)), id);
        }
    }

    void the_clipboard_gets_every_kind() {
        const Exhibit exhibit = m_plot->exhibit();
        const std::unique_ptr<QMimeData> picture(pictureForClipboard(exhibit));
        QVERIFY(!qvariant_cast<QImage>(picture->imageData()).isNull());
        QVERIFY(picture->data("image/png").startsWith("\x89PNG"));
        QVERIFY(picture->data("image/svg+xml").contains("<svg"));
        const std::unique_ptr<QMimeData> numbers(numbersForClipboard(exhibit));
        QVERIFY(numbers->text().startsWith("step\tloss"));
        QVERIFY(numbers->html().contains("<th>step</th>"));
        QVERIFY(numbers->data("text/csv").startsWith("step,"));
        QCOMPARE(numbers->text().count('\n'), static_cast<qsizetype>(m_run->record().samples().size()));
        // Nothing that a spreadsheet would run.
        Exhibit formula = exhibit;
        std::get<Figure>(formula.what).table.header[1] = "=1+1";
        const std::unique_ptr<QMimeData> disarmed(numbersForClipboard(formula));
        QVERIFY(disarmed->text().startsWith("step\t'=1+1"));
        QVERIFY(disarmed->html().contains("<th>'=1+1</th>"));
        QVERIFY(disarmed->data("text/csv").startsWith("step,'=1+1"));
    }

    void a_cancelled_export_writes_nothing() {
        QTemporaryDir folder;
        const auto made = dialog(folder.path());
        choose(*made, {"PNG", "SVG", "PDF"});
        QTimer::singleShot(0, made.get(), &ExportDialog::cancel); // while the first one is drawn
        QVERIFY(!made->save());
        QVERIFY(made->paths().size() == 3);
        for (const QString& path : made->paths())
            QVERIFY(!QFile::exists(path));
    }
};

QTEST_MAIN(TestExportDialog)
#include "test_export_dialog.moc"

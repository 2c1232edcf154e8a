// Pictures of what the program draws, compared with those in tests/golden. A missing one fails; where one differs, what
// was drawn and the difference are kept in the build folder. `test_golden --renew` makes them anew: look at each.
#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QRawFont>
#include <QTest>
#include <cstdio>

#include "tests/ui/fake_thread.h"
#include "tests/ui/page_walk.h"
#include "tests/ui/support.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/labs/stage.h"
#include "ui/plot/export.h"

using namespace ampscope;
using namespace ampscope::ui;

namespace {

const QString kReferences = AMPSCOPE_SOURCE_DIR "/tests/golden", kMadeWith = kReferences + "/made-with.txt";
const QString kKept = AMPSCOPE_BIN_DIR "/../golden";
bool g_renews = false;

// A pixel is the blend of at most four things upon each other (panel, band, line, letter), each rounded to 8 bits:
// another order of the same arithmetic moves a channel by at most one unit for each of them.
constexpr int kMostUnits = 4;

// What pictures of letters depend on: Qt, and the files that the three families come from, by the version and the
// checksum that each carries in its head table (OpenType 1.9, "head": bytes 4 to 11).
QString madeWith() {
    QStringList lines{QString("Qt %1").arg(qVersion())};
    for (const QFont& font : {textFont(13), textFont(13, QFont::DemiBold), textFont(13, QFont::Bold), monoFont(13),
                              monoFont(13, QFont::Bold)}) {
        const QRawFont raw = QRawFont::fromFont(font);
        lines << QString("%1 %2, head %3")
                     .arg(raw.familyName(), raw.styleName(), raw.fontTable("head").mid(4, 8).toHex());
    }
    const QRawFont hangul = QRawFont::fromFont(textFont(13), QFontDatabase::Korean);
    lines << QString("%1 %2, head %3")
                 .arg(hangul.familyName(), hangul.styleName(), hangul.fontTable("head").mid(4, 8).toHex());
    return lines.join('\n') + '\n';
}

QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray png(const QImage& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG", 0); // 0: as small as it gets
    return bytes;
}

struct Comparison {
    int pixels = 0;    ///< that differ by more than kMostUnits
    int most = 0;      ///< the largest difference of a channel
    QImage difference; ///< the reference faintly, and red where the two differ
};

Comparison compare(const QImage& actual, const QImage& reference) {
    Comparison found;
    found.difference = QImage(reference.size(), QImage::Format_RGB32);
    for (int y = 0; y < reference.height(); ++y)
        for (int x = 0; x < reference.width(); ++x) {
            const QRgb a = actual.pixel(x, y), b = reference.pixel(x, y);
            const int units =
                std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
            found.most = std::max(found.most, units);
            if (units > kMostUnits) ++found.pixels;
            const int faint = 191 + qGray(b) / 4;
            found.difference.setPixel(x, y, units > kMostUnits ? qRgb(200, 0, 0) : qRgb(faint, faint, faint));
        }
    return found;
}

} // namespace

class TestGolden : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;
    QStringList m_names; ///< of all pictures that were compared
    bool m_isSame = true;

    // Empty: as it should be. Otherwise what is wrong, and where to look.
    QString check(const QString& name, const QImage& drawn) {
        const QImage actual = drawn.convertToFormat(QImage::Format_RGB888);
        const QString path = QString("%1/%2.png").arg(kReferences, name);
        m_names << name + ".png";
        const QImage reference = QImage(path).convertToFormat(QImage::Format_RGB888);
        Comparison found;
        const bool is_same_size = reference.size() == actual.size();
        if (is_same_size) found = compare(actual, reference);
        // Under load the round end of a scroll bar is drawn a fraction of a pixel off: 11 pixels by up to 40 were seen.
        if (is_same_size && (found.pixels == 0 || (found.pixels <= 16 && found.most <= 48))) return {};
        if (g_renews) return writeFile(path, png(actual)) ? QString() : path + " cannot be written";
        QDir().mkpath(kKept);
        const QString kept = QString("%1/%2").arg(kKept, name);
        writeFile(kept + "-actual.png", png(actual));
        if (reference.isNull()) return QString("There is no %1. Drawn: %2-actual.png").arg(path, kept);
        if (!is_same_size)
            return QString("%1 is %2x%3, drawn was %4x%5: %6-actual.png")
                .arg(path)
                .arg(reference.width())
                .arg(reference.height())
                .arg(actual.width())
                .arg(actual.height())
                .arg(kept);
        writeFile(kept + "-difference.png", png(found.difference));
        return QString("%1 pixels differ from %2, by up to %3 of 255: %4-actual.png, %4-difference.png")
            .arg(found.pixels)
            .arg(path)
            .arg(found.most)
            .arg(kept);
    }

    std::unique_ptr<MainWindow> makeWindow(text::Language language, ThemeKind kind) {
        LanguageSwitch::instance().setLanguage(language);
        ThemeSwitch::instance().set(kind, 1);
        Settings settings;
        settings.language = language;
        settings.theme = kind;
        auto window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        window->freezeTimes();
        window->hideWelcome();
        window->resize(1280, 720);
        window->show();
        return window;
    }

    // Half as wide and high: what moves or changes its colour is still seen, and the files are small.
    static QImage grab(MainWindow& window) {
        window.centralWidget()->setFocus(); // no blinking cursor
        testing::settle();
        const QImage picture = window.grab().toImage();
        return picture.scaled(picture.size() / 2, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        setPaperFonts(true); // letters do not depend on how the desktop hints them
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        if (g_renews) QVERIFY(QDir().mkpath(kReferences) && writeFile(kMadeWith, madeWith().toUtf8()));
        QVERIFY2(QFile::exists(kMadeWith), qPrintable("There is no " + kMadeWith));
        m_isSame = readFile(kMadeWith) == madeWith().toUtf8();
        if (!m_isSame)
            std::fprintf(stderr, "%s",
                         qPrintable("The references were made with\n" + QString::fromUtf8(readFile(kMadeWith)) +
                                    "and here there is\n" + madeWith()));
    }
    void init() {
        if (!m_isSame) QSKIP("Other fonts or another Qt than those of the references: see the message above.");
    }
    void cleanup() {
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        LanguageSwitch::instance().setLanguage(text::Language::English);
    }

    void a_difference_is_found_and_kept() {
        if (g_renews) return;
        QImage picture(40, 20, QImage::Format_RGB888);
        picture.fill(Qt::white);
        const QString words = check("no-such-picture", picture);
        m_names.removeLast();
        QVERIFY2(words.startsWith("There is no"), qPrintable(words));
        QVERIFY(QFile::remove(kKept + "/no-such-picture-actual.png"));
        QImage other = picture;
        other.setPixel(3, 3, qRgb(250, 255, 255));
        other.setPixel(4, 4, qRgb(252, 252, 252)); // within what arithmetic may do
        const Comparison found = compare(other, picture);
        QCOMPARE(found.pixels, 1);
        QCOMPARE(found.most, 5);
        QCOMPARE(found.difference.pixel(3, 3), qRgb(200, 0, 0));
    }

    void instruments_data() {
        QTest::addColumn<QString>("id");
        for (const QString& id : instrumentIds())
            QTest::newRow(qPrintable(id)) << id;
    }
    void instruments() {
        QFETCH(QString, id);
        RunModel run(*m_thread), beside(*m_thread);
        run.showRecord(testing::fullRecord(scenario::load_scenario("overflow"), 60));
        beside.showRecord(testing::fullRecord(scenario::load_scenario("bf16"), 60));
        Stage stage;
        stage.resize(640, 420);
        stage.show({id}, false);
        stage.setRun(&run);
        stage.setComparison({&beside});
        run.select(60);
        stage.QWidget::show();
        testing::settle();
        Instrument* instrument = stage.instrument(id);
        QVERIFY(instrument);
        QString wrong;
        if (const auto* plot = qobject_cast<PlotInstrument*>(instrument)) {
            ExportOptions options;
            options.dpi = 96;
            wrong = check("figure-" + id, QImage::fromData(renderFigure(plot->figure(), FileFormat::Png, options)));
        } else {
            wrong = check("instrument-" + id, instrument->grab().toImage());
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void pages() {
        QStringList wrong;
        const QStringList labs = {"scale",    "bits",   "rounding",   "sums",  "inspect", "train",    "accumulate",
                                  "autocast", "memory", "checkpoint", "teach", "claims",  "glossary", "progress"};
        for (int i = 0; i < labs.size(); ++i) { // each once: the dress alternates
            const auto window = makeWindow(i % 2 ? text::Language::Korean : text::Language::English,
                                           i / 2 % 2 ? ThemeKind::Dark : ThemeKind::Light);
            QVERIFY2(window->open(labs[i]), qPrintable(labs[i]));
            testing::fillRuns(*window->page());
            if (window->page()->run()) window->page()->run()->select(60);
            wrong << check("page-" + labs[i], grab(*window));
        }
        wrong.removeAll(QString());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void lesson_cards() {
        QStringList wrong;
        for (const bool korean : {true, false}) {
            const auto window = makeWindow(korean ? text::Language::Korean : text::Language::English,
                                           korean ? ThemeKind::Light : ThemeKind::Dark);
            QVERIFY(window->open("a6-gradscaler"));
            auto* lesson = qobject_cast<LessonPage*>(window->page());
            for (const std::size_t card : {1, 3}) {
                lesson->goTo(card);
                testing::fillRuns(*lesson);
                if (lesson->run()) lesson->run()->select(3);
                wrong << check(QString("lesson-%1-%2").arg(card + 1).arg(korean ? "ko" : "en"), grab(*window));
            }
        }
        wrong.removeAll(QString());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void no_reference_is_left_over() {
        QStringList left = QDir(kReferences).entryList({"*.png"});
        for (const QString& name : m_names)
            left.removeAll(name);
        if (g_renews)
            for (const QString& name : left)
                QVERIFY(QFile::remove(kReferences + "/" + name));
        else
            QVERIFY2(left.isEmpty(), qPrintable(left.join(", ")));
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QStringList words = QApplication::arguments();
    g_renews = words.removeAll("--renew") > 0;
    TestGolden test;
    return QTest::qExec(&test, words);
}
#include "test_golden.moc"

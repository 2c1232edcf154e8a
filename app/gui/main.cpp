// The window, and its pictures and figures without a screen.
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QTimer>
#include <atomic>
#include <clocale>
#include <csignal>
#include <cstdio>

#include "core/lesson/lesson.h"
#include "core/train/compute_thread.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pictures.h"
#include "ui/shell/window_bench.h"

using namespace ampscope;
using namespace ampscope::ui;

namespace {

struct Options {
    QCommandLineParser parser;
    QCommandLineOption lesson{"lesson", "Open this lesson.", "ID"}, lab{"lab", "Open this lab: scale, bits.", "ID"},
        step{"step", "Step of the lesson, from 1.", "N", "1"}, value{"value", "Value in the Bits lab.", "TEXT"},
        lang{"lang", "ko or en.", "LANG"}, theme{"theme", "light or dark.", "THEME"},
        lessons{"lessons", "Folder of lessons.", "DIR"},
        shot{"shot", "Save a picture of the window and end.", "FILE.png"},
        size{"size", "Size of the picture.", "WxH", "1440x900"},
        at_step{"at-step", "Take the picture at this training step.", "N"},
        figure{"figure", "Draw a figure of this record.json and end.", "RECORD"},
        plot{"plot", "Which: scale-trace, loss, histogram.", "ID", "scale-trace"},
        out{"out", "File of the figure (.png, .svg, .pdf, .csv), or folder of the tour.", "PATH"},
        tour{"tour", "Render the guided tour into --out (default: out) and end."},
        bench{"bench", "Measure the window: first frame, stalls while training."};

    explicit Options(const QStringList& arguments) {
        parser.setApplicationDescription("An oscilloscope for automatic mixed precision.");
        parser.addHelpOption();
        parser.addVersionOption();
        parser.addOptions(
            {lesson, lab, step, value, lang, theme, lessons, shot, size, at_step, figure, plot, out, tour, bench});
        parser.process(arguments);
    }
    bool isHeadless() const {
        return parser.isSet(shot) || parser.isSet(figure) || parser.isSet(tour) || parser.isSet(bench);
    }
};

text::Error badOption(const char* option, const QString& found, const char* known) {
    return text::bad_input("gui.bad_option", {{"option", option}, {"found", found.toStdString()}, {"known", known}});
}

Settings settingsFrom(const Options& options) {
    Settings settings = options.isHeadless() ? Settings{} : Settings::load();
    if (options.parser.isSet(options.lang)) {
        const QString lang = options.parser.value(options.lang);
        if (lang != "ko" && lang != "en") throw badOption("--lang", lang, "ko, en");
        settings.language = text::parse_language(lang.toStdString(), settings.language);
    }
    if (options.parser.isSet(options.theme)) {
        const QString theme = options.parser.value(options.theme);
        if (theme != "light" && theme != "dark") throw badOption("--theme", theme, "light, dark");
        settings.theme = theme == "dark" ? ThemeKind::Dark : ThemeKind::Light;
    }
    return settings;
}

QString lessonsFrom(const Options& options) {
    return options.parser.isSet(options.lessons) ? options.parser.value(options.lessons)
                                                 : QString::fromStdString(lesson::lessons_folder());
}

qint64 wholeNumber(const Options& options, const QCommandLineOption& option, const char* name, qint64 least) {
    bool is_number = false;
    const QString text = options.parser.value(option);
    const qint64 number = text.toLongLong(&is_number);
    if (!is_number || number < least) throw badOption(name, text, least == 0 ? "0, 1, 2 …" : "1, 2, 3 …");
    return number;
}

QString pageFrom(const Options& options) {
    if (options.parser.isSet(options.lesson)) return options.parser.value(options.lesson);
    if (options.parser.isSet(options.lab)) return options.parser.value(options.lab);
    return "scale";
}

void runHeadless(const Options& options, const Settings& settings, const QElapsedTimer& sinceStart) {
    const auto& parser = options.parser;
    const auto say = [](const QString& line) { std::puts(qPrintable(line)); };
    if (parser.isSet(options.figure)) {
        if (!parser.isSet(options.out)) throw badOption("--out", "", "FILE.png, FILE.svg, FILE.pdf, FILE.csv");
        renderRecordFigure(parser.value(options.figure), parser.value(options.plot), parser.value(options.out),
                           settings.language);
        return say(parser.value(options.out));
    }
    train::ComputeThread thread;
    if (parser.isSet(options.bench)) return say(benchWindow(thread, lessonsFrom(options), sinceStart));
    if (parser.isSet(options.tour))
        return renderTour(thread, lessonsFrom(options), parser.isSet(options.out) ? parser.value(options.out) : "out",
                          say);
    ShotOptions shot;
    shot.page = pageFrom(options);
    shot.lessonStep = static_cast<int>(wholeNumber(options, options.step, "--step", 1)) - 1;
    shot.bitsValue = parser.value(options.value);
    shot.settings = settings;
    if (parser.isSet(options.at_step)) shot.atStep = wholeNumber(options, options.at_step, "--at-step", 0);
    const QStringList sides = parser.value(options.size).split('x');
    bool wide = false, high = false;
    if (sides.size() == 2) shot.size = {sides[0].toInt(&wide), sides[1].toInt(&high)};
    constexpr int kMaxSide = 7680;
    if (!wide || !high || shot.size.width() < 320 || shot.size.height() < 240 || shot.size.width() > kMaxSide ||
        shot.size.height() > kMaxSide)
        throw badOption("--size", parser.value(options.size), "1280x720, 1440x900 … 7680x4320");
    takeShot(thread, lessonsFrom(options), shot, parser.value(options.shot));
    say(parser.value(options.shot));
}

bool hasDisplay() {
#if defined(Q_OS_LINUX)
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

int runWindow(QApplication& app, const Options& options, Settings settings) {
    LanguageSwitch::instance().setLanguage(settings.language);
    ThemeSwitch::instance().set(settings.theme, settings.scale);
    train::ComputeThread thread;
    MainWindow window(thread, lessonsFrom(options), settings);
    if (settings.geometry.isEmpty()) window.resize(1440, 900);
    window.show();
    // The first frame does not wait for LibTorch: the page opens, and asks for a run, after it.
    QTimer::singleShot(0, &window, [&] {
        if (!window.open(pageFrom(options))) {
            window.open("scale");
            window.showNotice(say("gui.no_page", {{"found", pageFrom(options).toStdString()}}));
        }
        if (auto* lesson = qobject_cast<LessonPage*>(window.page()))
            lesson->goTo(static_cast<std::size_t>(std::max(1, options.parser.value(options.step).toInt()) - 1));
    });
    // SIGTERM and SIGINT close the window as the user would.
    static std::atomic<bool> asked_to_end = false;
    for (const int number : {SIGTERM, SIGINT})
        std::signal(number, [](int) { asked_to_end = true; });
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &window, [&] {
        if (asked_to_end) window.close();
    });
    watch.start(200);
    return app.exec();
}

} // namespace

int main(int argc, char** argv) {
    QElapsedTimer sinceStart;
    sinceStart.start();
    // Before QApplication: without a display the pictures are still made.
    bool headless = false;
    for (int i = 1; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        headless = headless || argument.startsWith("--shot") || argument.startsWith("--figure") ||
                   argument.startsWith("--tour") || argument == "--bench" || argument == "--help" || argument == "-h" ||
                   argument == "--version" || argument == "-v";
    }
    if (headless && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!headless && !hasDisplay()) {
        std::fputs("ampscope: there is no display here. Pictures need none: ampscope --shot FILE.png, ampscope --tour; "
                   "numbers and runs: ampscope-cli --help\n",
                   stderr);
        return 3;
    }
    QApplication app(argc, argv);
    QApplication::setApplicationName("ampscope");
    QApplication::setApplicationVersion(kVersion);
    QApplication::setStyle("Fusion");
    std::setlocale(LC_NUMERIC, "C"); // QApplication has set the user's: numbers in files have a point everywhere
    const Options options(app.arguments());
    try {
        const Settings settings = settingsFrom(options);
        if (!options.isHeadless()) return runWindow(app, options, settings);
        runHeadless(options, settings, sinceStart);
        return 0;
    } catch (const text::Error& error) {
        std::fprintf(stderr, "ampscope: %s\n", qPrintable(say(error)));
        return error.kind() == text::ErrorKind::BadInput ? 2 : 3;
    }
}

// The window, and its pictures and figures without a screen.
#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <atomic>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/gui/options.h"
#include "core/lesson/lesson.h"
#include "core/record/store/data_folder.h"
#include "core/train/compute_thread.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pictures.h"
#include "ui/shell/window_bench.h"

using namespace ampscope;
using namespace ampscope::ui;
using gui::Options;

namespace {

text::Language g_language = text::Language::English; ///< for what is said before there is a window
bool g_hasDisplay = false;                           ///< QApplication has found one

void complain(const std::string& sentence) {
    std::fprintf(stderr, "ampscope: %s\n", sentence.c_str());
}

// Qt's messages, without those that mean nothing to anybody here. Without a display Qt would abort: that is an answer,
// not a crash.
void handleMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    const bool is_about_display =
        QLatin1String(context.category ? context.category : "").startsWith(QLatin1String("qt.qpa"));
    if (type == QtFatalMsg && message.contains(QLatin1String("platform plugin"))) {
        complain(text::render(text::Message{"gui.no_display", {}}, g_language));
        std::_Exit(3);
    }
    if (is_about_display && !g_hasDisplay) return; // the reasons for the line above
    for (const char* known : {"QStandardPaths: XDG_RUNTIME_DIR not set", "propagateSizeHints()",
                              "QStandardPaths: wrong permissions on runtime directory"})
        if (message.contains(QLatin1String(known))) return;
    std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
}

QString text(const std::optional<std::string>& given, const char* otherwise = "") {
    return QString::fromStdString(given.value_or(otherwise));
}

Settings settingsFrom(const Options& options) {
    Settings settings = options.is_headless() ? Settings{} : Settings::load();
    if (options.lang) settings.language = text::parse_language(*options.lang, settings.language);
    if (options.theme) settings.theme = *options.theme == "dark" ? ThemeKind::Dark : ThemeKind::Light;
    return settings;
}

// Where the lessons are; what was asked for must be among them.
QString lessonsFrom(const Options& options) {
    const std::string folder = options.lessons.value_or(lesson::lessons_folder());
    if (!options.lessons && !options.step) return QString::fromStdString(folder);
    std::error_code ignored;
    if (!std::filesystem::is_directory(std::filesystem::u8path(folder), ignored))
        throw text::bad_input("gui.no_lessons", {}, {folder});
    const lesson::LessonShelf shelf = lesson::load_lessons(folder);
    if (shelf.lessons.empty() && shelf.errors.empty()) throw text::bad_input("gui.no_lessons", {}, {folder});
    if (const lesson::Lesson* found = options.lesson ? shelf.find(*options.lesson) : nullptr; found && options.step) {
        const auto count = static_cast<std::int64_t>(found->steps.size());
        if (*options.step > count)
            throw text::bad_input("gui.bad_option", {{"option", "--step"},
                                                     {"found", std::to_string(*options.step)},
                                                     {"known", "1 … " + std::to_string(count)}});
    }
    return QString::fromStdString(folder);
}

QString pageFrom(const Options& options) {
    return text(options.lesson ? options.lesson : options.lab, "scale");
}

void runHeadless(const Options& options, const Settings& settings, const QElapsedTimer& sinceStart) {
    const auto say = [](const QString& line) { std::puts(qPrintable(line)); };
    if (options.figure) {
        renderRecordFigure(text(options.figure), text(options.plot, "scale-trace"), text(options.out),
                           settings.language);
        return say(text(options.out));
    }
    const QString lessons = lessonsFrom(options);
    train::ComputeThread thread;
    if (options.bench) return say(benchWindow(thread, lessons, sinceStart));
    if (options.tour) return renderTour(thread, lessons, text(options.out, "out"), say);
    ShotOptions shot;
    shot.page = pageFrom(options).section('/', 0, 0);
    shot.view = pageFrom(options).section('/', 1); // "rounding/code-table"
    shot.lessonStep = static_cast<int>(options.step.value_or(1)) - 1;
    shot.value = text(options.open ? options.open : options.value);
    shot.settings = settings;
    shot.atStep = options.at_step;
    shot.size = {options.width, options.height};
    takeShot(thread, lessons, shot, text(options.shot));
    say(text(options.shot));
}

int runWindow(QApplication& app, const Options& options, Settings settings) {
    const QString lessons = lessonsFrom(options);
    LanguageSwitch::instance().setLanguage(settings.language);
    ThemeSwitch::instance().set(settings.theme, settings.scale);
    settings.dataFolder = QString::fromStdString(record::data_folder());
    train::ComputeThread thread;
    MainWindow window(thread, lessons, settings);
    if (settings.geometry.isEmpty()) window.resize(1440, 900);
    window.show();
    // The first frame does not wait for LibTorch: the page opens, and asks for a run, after it.
    QTimer::singleShot(0, &window, [&] {
        if (!window.open(pageFrom(options).section('/', 0, 0))) {
            window.open("scale");
            window.showNotice(say("gui.no_page", {{"found", pageFrom(options).toStdString()}}));
        }
        if (auto* lesson = qobject_cast<LessonPage*>(window.page()))
            lesson->goTo(static_cast<std::size_t>(options.step.value_or(1) - 1));
        if (options.value) window.page()->enterText(text(options.value));
        if (options.open) window.page()->enterText(text(options.open));
        window.page()->showView(pageFrom(options).section('/', 1));
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
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN); // a file beyond `ulimit -f` is then an error of the write, which is reported
#endif
    const std::vector<std::string> words(argv + 1, argv + std::max(1, argc));
    const auto fail = [](const text::Error& error) {
        complain(error.text(g_language));
        return error.kind() == text::ErrorKind::BadInput ? 2 : 3;
    };
    Options options;
    try {
        g_language = gui::language_of(words, Settings::load().language);
        options = gui::read_options(words);
    } catch (const text::Error& error) {
        return fail(error);
    }
    if (options.help) return std::fputs(gui::help_text(g_language).c_str(), stdout) < 0 ? 3 : 0;
    if (options.version) return std::printf("ampscope %s\n", kVersion) < 0 ? 3 : 0;

    // Before QApplication: without a display the pictures are still made.
    qInstallMessageHandler(handleMessage);
    if (options.is_headless() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    int qt_argc = 1; // the words are ours
    QApplication app(qt_argc, argv);
    g_hasDisplay = true;
    QApplication::setApplicationName("ampscope");
    QApplication::setApplicationVersion(kVersion);
    QApplication::setStyle("Fusion");
    std::setlocale(LC_NUMERIC, "C"); // QApplication has set the user's: numbers in files have a point everywhere
    try {
        const Settings settings = settingsFrom(options);
        if (!options.is_headless()) return runWindow(app, options, settings);
        runHeadless(options, settings, sinceStart);
        return 0;
    } catch (const text::Error& error) {
        return fail(error);
    }
}

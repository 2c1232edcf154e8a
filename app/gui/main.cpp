// The window, and its pictures and figures without a screen.
#include <QApplication>
#include <QElapsedTimer>
#include <QHashFunctions>
#include <QIcon>
#include <QTimer>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/gui/application.h"
#include "app/gui/desktop.h"
#include "app/gui/options.h"
#include "core/io/standard_streams.h"
#include "core/lesson/lesson.h"
#include "core/record/store/data_folder.h"
#include "core/train/compute_thread.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/bridge/settings_file.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pictures.h"
#include "ui/shell/presentation/presentation.h"
#include "ui/shell/report/record_figures.h"
#include "ui/shell/report/report_task.h"
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
    for (const char* known :
         {"QStandardPaths: XDG_RUNTIME_DIR not set", "propagateSizeHints()", "This plugin does not support raise()",
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
    if (options.theme) {
        settings.theme = *options.theme == "dark" ? ThemeKind::Dark : ThemeKind::Light;
        settings.systemTheme = false;
    }
    if (options.type_size) settings.scale = static_cast<double>(*options.type_size) / 100;
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

constexpr auto kFirstPage = "scale"; ///< something alive

QString pageFrom(const Options& options, const QString& last = {}) {
    const QString named = text(options.lesson ? options.lesson : options.lab);
    return !named.isEmpty() ? named : !last.isEmpty() ? last : QString(kFirstPage);
}

QStringList texts(const std::vector<std::string>& given) {
    QStringList all;
    for (const auto& each : given)
        all << QString::fromStdString(each);
    return all;
}

void renderFigures(const Options& options, const Settings& settings) {
    FigureRequest request;
    request.records = texts(options.figure);
    request.plot = text(options.plot, "scale-trace");
    request.outs = texts(options.out);
    request.step = options.step;
    request.x = text(options.x);
    request.y = text(options.y);
    request.language =
        options.caption_lang ? text::parse_language(*options.caption_lang, settings.language) : settings.language;
    ExportOptions& paper = request.options;
    if (options.size_mm) paper.millimetres = {options.size_mm->first, options.size_mm->second};
    paper.fitDrawing = options.size_mm.has_value();
    paper.dpi = static_cast<int>(options.dpi.value_or(paper.dpi));
    paper.title = text(options.title);
    paper.name = text(options.name);
    paper.caption = !options.no_caption;
    paper.bom = options.bom;
    paper.outlines = options.outlines;
    paper.visibleRows = options.visible_rows;
    renderRecordFigures(request);
    for (const QString& out : request.outs)
        std::puts(qPrintable(out));
}

void runHeadless(const Options& options, const Settings& settings, const QElapsedTimer& sinceStart) {
    const auto say = [](const QString& line) { std::puts(qPrintable(line)); };
    if (!options.figure.empty()) return renderFigures(options, settings);
    if (!options.report.empty()) {
        const ReportRequest request{texts(options.report), texts(options.out).front(), lessonsFrom(options),
                                    QString::fromStdString(record::data_folder()), settings.language};
        for (const QString& path : renderReport(request))
            say(path);
        return;
    }
    const QString lessons = lessonsFrom(options);
    train::ComputeThread thread;
    if (options.bench) {
        const auto rows = benchWindow(thread, lessons, {sinceStart, options.quick});
        return say((options.json ? benchJson(rows) : benchText(rows)).trimmed());
    }
    if (options.tour) return renderTour(thread, lessons, options.out.empty() ? "out" : texts(options.out).front(), say);
    ShotOptions shot;
    shot.page = pageFrom(options).section('/', 0, 0);
    shot.view = pageFrom(options).section('/', 1); // "rounding/code-table"
    shot.lessonStep = static_cast<int>(options.step.value_or(1)) - 1;
    shot.value = text(options.value);
    if (!options.files.empty()) shot.file = QString::fromStdString(options.files.front());
    shot.settings = settings;
    shot.atStep = options.at_step;
    shot.size = {options.width, options.height};
    shot.present = options.present;
    takeShot(thread, lessons, shot, text(options.shot));
    say(text(options.shot));
}

// Where the last window was left, where nothing else is asked for.
void openFirstPage(MainWindow& window, const Options& options) {
    const QString asked = pageFrom(options, window.settings().welcomed ? window.settings().page : QString());
    const bool is_named = options.lab || options.lesson;
    if (!window.open(asked.section('/', 0, 0))) {
        window.open(kFirstPage);
        if (is_named) window.showNotice(say("gui.no_page", {{"found", asked.toStdString()}}));
    }
    const int step = options.step ? static_cast<int>(*options.step) - 1 : is_named ? 0 : window.settings().lessonStep;
    if (auto* lesson = qobject_cast<LessonPage*>(window.page())) lesson->goTo(static_cast<std::size_t>(step));
    if (options.value) window.page()->enterText(text(options.value));
    window.page()->showView(asked.section('/', 1));
    for (const auto& file : options.files)
        window.openFile(QString::fromStdString(file));
    if (options.present) window.presentation().enter();
}

int runWindow(gui::Application& app, const Options& options, Settings settings,
              const std::optional<text::Error>& mended) {
    const QString lessons = lessonsFrom(options);
    LanguageSwitch::instance().setLanguage(settings.language);
    ThemeSwitch::instance().set(settings.theme, settings.scale);
    const bool has_chosen_folder = useDataFolder(settings);
    settings.dataFolder = QString::fromStdString(record::data_folder());
    train::ComputeThread thread;
    MainWindow window(thread, lessons, settings);
    app.onFailure = [&](const text::Error& error) { window.showNotice(say(error)); };
    if (settings.geometry.isEmpty()) window.resize(1440, 900);
    window.show();
    QStringList notices{window.notice()}; // all that is to be said at the start
    if (!has_chosen_folder)
        notices << say("gui.data_folder", {{"chosen", settings.chosenDataFolder.toStdString()},
                                           {"used", settings.dataFolder.toStdString()}});
    if (mended) notices << say(*mended);
    notices.removeAll(QString());
    if (!notices.isEmpty()) window.showNotice(notices.join('\n'));
    const gui::Desktop desktop(window);
    // The first frame does not wait for LibTorch: the page opens, and asks for a run, after it.
    QTimer::singleShot(0, &window, [&] { openFirstPage(window, options); });
    const int status = app.exec();
    app.onFailure = nullptr;
    return status;
}

} // namespace

int main(int argc, char** argv) {
    QElapsedTimer sinceStart;
    sinceStart.start();
    io::guard_standard_streams();
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN); // a warning to a terminal that has gone is no reason to close the window
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
    } catch (...) {
        return fail(text::current_failure());
    }
    if (options.help || options.version) {
        const std::string answer =
            options.help ? gui::help_text(g_language) : "ampscope " + std::string(kVersion) + "\n";
        // The disk may refuse only what is handed to it at the end.
        return std::fputs(answer.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 3 : 0;
    }

    // Before QApplication: without a display the pictures are still made.
    qInstallMessageHandler(handleMessage);
    if (options.is_headless() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (options.is_headless()) QHashSeed::setDeterministicGlobalSeed(); // fonts stand in a PDF in the order of a hash
    int qt_argc = 1;                                                    // the words are ours
    gui::Application app(qt_argc, argv);
    g_hasDisplay = true;
    QApplication::setApplicationName("ampscope");
    QApplication::setApplicationVersion(kVersion);
    QGuiApplication::setDesktopFileName("ampscope"); // the desktop's name and icon for the window
    QApplication::setWindowIcon(QIcon(":/ampscope.svg"));
    QApplication::setStyle("Fusion");
    std::setlocale(LC_NUMERIC, "C"); // QApplication has set the user's: numbers in files have a point everywhere
    try {
        const auto mended = options.is_headless() ? std::nullopt : mendSettings();
        const Settings settings = settingsFrom(options);
        if (!options.is_headless()) return runWindow(app, options, settings, mended);
        runHeadless(options, settings, sinceStart);
        if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return 0;
        return fail(text::could_not("cli.output_failed"));
    } catch (...) {
        return fail(text::current_failure());
    }
}

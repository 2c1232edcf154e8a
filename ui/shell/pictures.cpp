#include "ui/shell/pictures.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include "core/io/file.h"
#include "core/record/run_record.h"
#include "core/record/store/data_folder.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_library.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/stage.h"
#include "ui/plot/export.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/file_opener.h"
#include "ui/shell/help/search_box.h"
#include "ui/shell/help/window_help.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/presentation/presentation.h"

namespace ampscope::ui {
namespace {

constexpr int kLongestRunSeconds = 300;

void waitUntil(const std::function<bool()>& done) {
    const QDeadlineTimer deadline(std::chrono::seconds{kLongestRunSeconds});
    while (!done()) {
        if (deadline.hasExpired())
            throw text::could_not("picture.timeout", {{"seconds", std::to_string(kLongestRunSeconds)}});
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    }
}

void settle() { // layouts, queued repaints
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

void savePicture(QWidget& widget, const QString& path) {
    settle();
    const QPixmap picture = widget.grab();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG");
    io::write_file(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

std::unique_ptr<MainWindow> makeWindow(train::ComputeThread& thread, const QString& lessonsFolder,
                                       const Settings& settings, const QSize& size) {
    LanguageSwitch::instance().setLanguage(settings.language);
    ThemeSwitch::instance().set(settings.theme, settings.scale);
    auto window = std::make_unique<MainWindow>(thread, lessonsFolder, settings);
    window->freezeTimes();
    window->hideWelcome();
    window->resize(size);
    window->show();
    return window;
}

// Opens the page and brings it to where the options want it.
void goTo(MainWindow& window, const ShotOptions& options) {
    if (!window.open(options.page))
        throw text::bad_input("picture.unknown_page", {{"found", options.page.toStdString()},
                                                       {"known", window.pageIds().join(", ").toStdString()}});
    if (!options.file.isEmpty()) {
        const QString before = window.notice();
        bool is_open = window.openFile(options.file);
        waitUntil([&] { return window.files().isSettled(); });
        // Of a run or a scenario the window says nothing but that it is a bad one.
        if (const FileKind kind = judgeFile(options.file).kind; kind == FileKind::Run || kind == FileKind::Scenario)
            is_open = is_open && window.notice() == before;
        if (!is_open)
            throw text::bad_input("gui.file_not_opened",
                                  {{"reason", window.notice().replace('\n', QStringLiteral("; ")).toStdString()}});
    }
    Page* page = window.page();
    // What was asked for must be a step of the run that is shown.
    const auto checkStep = [&] {
        if (!options.atStep) return;
        const std::string found = std::to_string(*options.atStep);
        const RunModel* run = page->run();
        if (!run) throw text::bad_input("picture.no_run", {{"page", options.page.toStdString()}, {"found", found}});
        const std::int64_t steps = run->record().planned_steps();
        if (steps > 0 && *options.atStep >= steps)
            throw text::bad_input("picture.no_such_step", {{"found", found}, {"last", std::to_string(steps - 1)}});
    };
    if (options.atStep && !qobject_cast<LessonPage*>(page)) checkStep(); // a lesson shows other runs later
    if (options.atStep) {
        page->holdAt(*options.atStep);
        if (RunModel* run = page->run()) {
            run->clear();
            page->restart(std::nullopt);
        }
    }
    if (!options.value.isEmpty()) page->enterText(options.value);
    if (!options.view.isEmpty() && !page->showView(options.view))
        throw text::bad_input("picture.unknown_page", {{"found", (options.page + "/" + options.view).toStdString()},
                                                       {"known", window.pageIds().join(", ").toStdString()}});
    if (auto* lesson = qobject_cast<LessonPage*>(page)) {
        // Step by step, as a learner goes: later steps show what earlier ones have run.
        for (int i = 0; i <= options.lessonStep && i < static_cast<int>(lesson->player().lesson().steps.size()); ++i) {
            lesson->goTo(static_cast<std::size_t>(i));
            waitUntil([&] { return runsRest(*page); });
        }
    }
    checkStep();
    settle(); // a page asks for what it needs once it is seen
    waitUntil([&] { return runsRest(*page) && page->isSettled(); });
    if (const std::string reason = page->refusal().toStdString(); !reason.empty())
        throw text::bad_input(options.file.isEmpty() ? "gui.value_not_shown" : "gui.file_not_opened",
                              {{"reason", reason}});
    requireNoFailure(*page);
    window.centralWidget()->setFocus(); // no blinking cursor
}

} // namespace

void takeShot(train::ComputeThread& thread, const QString& lessonsFolder, const ShotOptions& options,
              const QString& path) {
    // What the run library holds can be seen; nothing is added to it.
    RunLibrary::instance().setUp(QString::fromStdString(record::data_folder()), RunLibrary::Use::Read);
    const auto window = makeWindow(thread, lessonsFolder, options.settings, options.size);
    if (options.present) window->presentation().enter(false);
    // A dialog or other help, over the page of the first start.
    const bool is_page = window->pageIds().contains(options.page);
    ShotOptions under = options;
    if (!is_page && window->help().knows(options.page)) {
        under.page = ShotOptions().page;
        under.view.clear();
    }
    goTo(*window, under);
    QWidget* looked_at = window.get();
    if (under.page != options.page) looked_at = window->help().show(options.page, options.view);
    if (options.page == "search") waitUntil([&] { return window->help().search()->isSettled(); });
    if (!looked_at)
        throw text::bad_input("picture.unknown_page", {{"found", (options.page + "/" + options.view).toStdString()},
                                                       {"known", WindowHelp::ids().join(", ").toStdString()}});
    savePicture(*looked_at, path);
}

void renderTour(train::ComputeThread& thread, const QString& lessonsFolder, const QString& folder,
                const std::function<void(const QString&)>& say) {
    io::make_folder(folder.toStdString());
    QString page = "<!doctype html><meta "
                   "charset=\"utf-8\"><title>ampscope</"
                   "title><style>body{font-family:Inter,sans-serif;margin:2em;max-width:1500px}img{max-width:100%;"
                   "border:1px solid #ddd;border-radius:8px}h2{margin-top:2em}</style><h1>ampscope: guided tour</h1>\n";
    const auto add = [&](const QString& file, const QString& title) {
        page += QString("<h2>%1</h2>\n<a href=\"%2\"><img src=\"%2\" alt=\"%1\"></a>\n").arg(title, file);
        say(folder + "/" + file);
    };
    for (const auto language : {text::Language::Korean, text::Language::English})
        for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
            Settings settings;
            settings.language = language;
            settings.theme = kind;
            const QString suffix =
                QString("-%1-%2.png")
                    .arg(kind == ThemeKind::Dark ? "dark" : "light", QString::fromUtf8(text::language_code(language)));
            const auto window = makeWindow(thread, lessonsFolder, settings, {1440, 900});
            ShotOptions options;
            const auto shoot = [&](const QString& name) {
                savePicture(*window, folder + "/" + name + suffix);
                add(name + suffix, name + suffix.chopped(4));
            };
            options.page = "scale";
            goTo(*window, options);
            shoot("scale");
            if (language == text::Language::Korean && kind == ThemeKind::Light) // the figures of this very run
                for (const auto* id : {"scale-trace", "loss", "histogram"})
                    for (const auto* ending : {"png", "svg", "pdf", "csv"}) {
                        const QString file = QString("figure-%1.%2").arg(id, ending);
                        exportFigure(figureOf(id, window->page()->run()->record(), 0), folder + "/" + file);
                        if (QString(ending) == "png")
                            add(file, id);
                        else
                            say(folder + "/" + file);
                    }
            for (const auto& [name, value] :
                 {std::pair{"bits", ""}, std::pair{"bits-overflow", "65520"}, std::pair{"bits-underflow", "2^-25"}}) {
                options.page = "bits";
                options.value = value;
                goTo(*window, options);
                shoot(name);
            }
            options.value.clear();
            options.page = "rounding";
            for (const auto* view : {"rounding", "cast-chain", "code-table", "overflow", "arithmetic"}) {
                options.view = view;
                goTo(*window, options);
                shoot(QString("rounding-%1").arg(view));
            }
            options.view.clear();
            for (const auto* lab :
                 {"sums", "inspect", "train", "accumulate", "memory", "checkpoint", "break", "claims", "hardware"}) {
                options.page = lab;
                goTo(*window, options);
                shoot(lab);
            }
            options.page = "autocast";
            for (const auto* view : {"op-flow", "autocast-table", "shadow-error", "layers"}) {
                options.view = view;
                goTo(*window, options);
                shoot(QString("autocast-%1").arg(view));
            }
            options.view.clear();
            options.page = "hardware";
            options.view = "settings";
            goTo(*window, options);
            shoot("hardware-settings");
            options.view.clear();
            // One lesson from card to card; of the others the first card, once: all of them would take a quarter of an
            // hour.
            for (const auto& lesson : window->shelf().lessons) {
                const bool whole = lesson.id == "a6-gradscaler";
                if (!whole && (language != text::Language::Korean || kind != ThemeKind::Light)) continue;
                for (std::size_t step = 0; step < (whole ? lesson.steps.size() : 1); ++step) {
                    options.page = QString::fromStdString(lesson.id);
                    options.lessonStep = static_cast<int>(step);
                    goTo(*window, options);
                    shoot(QString("%1-%2-%3")
                              .arg(options.page)
                              .arg(step + 1)
                              .arg(QString::fromStdString(lesson.steps[step].id)));
                }
            }
        }
    const QByteArray bytes = page.toUtf8();
    io::write_file((folder + "/index.html").toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    say(folder + "/index.html");
}

} // namespace ampscope::ui

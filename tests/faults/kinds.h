// Everything that this project keeps in files, as something that can be saved again and again and looked at afterwards.
#pragma once

#include <QImage>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/hardware/machine_file.h"
#include "core/io/file.h"
#include "core/lesson/class_session.h"
#include "core/lesson/progress.h"
#include "core/record/store/run_store.h"
#include "core/text/message.h"
#include "tests/store/records.h"
#include "ui/bridge/settings_file.h"
#include "ui/plot/export.h"

namespace ampscope::faults {

struct Kind {
    std::string name;
    bool counts; ///< read() gives the generation itself; else only whether it was even
    std::function<void(const std::string& folder, int generation)> save; ///< throws text::Error when it cannot
    std::function<int(const std::string& folder)> read;                  ///< throws when neither can be read
};

constexpr int kStepsOfRun = 3;

inline void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

/// A text that tells its generation in every line, so that a mix of two is seen.
inline std::string lines_of(int generation) {
    std::string text;
    for (int line = 0; line < 4000; ++line)
        text.append(std::to_string(generation)).append("\n");
    return text;
}
inline int generation_of_lines(const std::string& path) {
    const std::string text = io::read_file(path);
    const int generation = std::stoi(text);
    require(text == lines_of(generation), path + " is a mix");
    return generation;
}

inline ui::Figure figure_of(int generation) {
    ui::Figure figure;
    figure.id = "loss";
    figure.title = generation % 2 == 0 ? "even" : "odd";
    ui::Series series;
    for (int i = 0; i < 50; ++i)
        series.x << i, series.y << 4 - 0.02 * i * (1 + generation % 2);
    figure.series.push_back(series);
    figure.table.header = {"step", "loss"};
    figure.table.rows = {{0, double(generation % 2)}};
    return figure;
}

/// Without the second in which a PDF was made.
inline QByteArray undated(QByteArray bytes) {
    const qsizetype date = bytes.indexOf("/CreationDate");
    return date < 0 ? bytes : bytes.remove(date, bytes.indexOf(')', date) - date);
}

inline Kind figure_kind(ui::FileFormat format) {
    const QString ending = ui::fileEnding(format);
    const auto path = [ending](const std::string& folder) { return QString::fromStdString(folder) + "/f." + ending; };
    return {"a figure as " + ending.toStdString(), false,
            [path](const std::string& folder, int generation) {
                ui::exportFigure(figure_of(generation), path(folder), {{60, 40}, 50});
            },
            [path, format](const std::string& folder) {
                const std::string bytes = io::read_file(path(folder).toStdString());
                for (const int generation : {0, 1})
                    if (undated(ui::renderFigure(figure_of(generation), format, {{60, 40}, 50})) ==
                        undated(QByteArray::fromStdString(bytes)))
                        return generation;
                throw std::runtime_error("neither figure");
            }};
}

inline std::vector<Kind> all_kinds() {
    std::vector<Kind> kinds = {
        {"a file", true,
         [](const std::string& folder, int generation) { io::write_file(folder + "/a", lines_of(generation)); },
         [](const std::string& folder) { return generation_of_lines(folder + "/a"); }},
        {"files that belong together", true,
         [](const std::string& folder, int generation) {
             io::write_files({{folder + "/a", lines_of(generation)}, {folder + "/b", lines_of(generation)}});
         },
         // Each of them whole; between the two renames the first is ahead.
         [](const std::string& folder) {
             const int a = generation_of_lines(folder + "/a"), b = generation_of_lines(folder + "/b");
             require(a == b || a == b + 1, "they do not belong together");
             return b;
         }},
        {"progress", true,
         [](const std::string& folder, int generation) {
             lesson::ProgressFile file(folder);
             file.lesson("a6-gradscaler", generation).position = std::to_string(generation);
             if (!file.save()) throw *file.take_notice();
         },
         [](const std::string& folder) {
             return std::stoi(lesson::load_progress(folder + "/progress.json").lessons.at("a6-gradscaler").position);
         }},
        {"settings", true,
         [](const std::string& folder, int generation) {
             qputenv("XDG_CONFIG_HOME", folder.c_str());
             ui::storeSettings("General", {{"page", QString::number(generation)}, {"kept", "yes"}});
         },
         [](const std::string& folder) {
             qputenv("XDG_CONFIG_HOME", folder.c_str());
             const auto values = ui::storedSettings("General");
             require(values.value("kept") == "yes", "the settings are lost");
             return values.value("page").toInt();
         }},
        {"a parked class", true,
         [](const std::string& folder, int generation) {
             lesson::ClassSession session;
             session.began = generation;
             lesson::ParkedClass(folder).park(session);
         },
         [](const std::string& folder) {
             const lesson::ParkedClass parked(folder);
             require(parked.session().has_value(), "the class is lost");
             return static_cast<int>(parked.session()->began);
         }},
        {"the run library", true,
         [](const std::string& folder, int generation) {
             record::RunStore(folder + "/runs.sqlite")
                 .add(record::example_record(kStepsOfRun), std::to_string(generation));
         },
         [](const std::string& folder) {
             record::RunStore store(folder + "/runs.sqlite");
             require(!store.notice(), "the library was damaged");
             int newest = 0;
             for (const auto& entry : store.list()) {
                 require(differences(store.load(entry.id), record::example_record(kStepsOfRun)).empty(), "a mix");
                 newest = std::max(newest, std::stoi(entry.name));
             }
             require(newest > 0, "the library is empty");
             return newest;
         }},
    };
    for (const auto format : {ui::FileFormat::Png, ui::FileFormat::Svg, ui::FileFormat::Pdf, ui::FileFormat::Csv})
        kinds.push_back(figure_kind(format));
    return kinds;
}

} // namespace ampscope::faults

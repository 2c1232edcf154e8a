#include "ui/shell/report/comparison_report.h"

#include <QCoreApplication>
#include <QDate>
#include <QSet>
#include <memory>

#include "core/lesson/player.h"
#include "core/record/store/comparison.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/train/compute_thread.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_model.h"
#include "ui/bridge/scenario_name.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/registry.h"
#include "ui/shell/report/record_figures.h"
#include "ui/shell/report/report.h"

namespace ampscope::ui {

namespace {

struct ComparisonReport {
    Q_DECLARE_TR_FUNCTIONS(ComparisonReport)
};

/// What the records are shown with, in this order; those without anything to show are left out.
constexpr const char* kPlots[] = {"lanes",   "loss",       "loss-difference", "scale-trace",
                                  "columns", "throughput", "memory-bars"};

// Each its own: where the scenarios' names are the same, what differs tells the runs apart.
QStringList uniqueNames(const std::vector<record::RunRecord>& records, const record::Comparison& comparison,
                        const QStringList& given) {
    QStringList names;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const QString said = given.value(static_cast<qsizetype>(i));
        const auto& scenario = records[i].scenario();
        names << (said.isEmpty() ? shownName(scenario) : said);
    }
    const auto isUnique = [&] { return QSet<QString>(names.begin(), names.end()).size() == names.size(); };
    for (std::size_t fields = 1; !isUnique() && fields <= std::min<std::size_t>(3, comparison.fields.size()); ++fields)
        for (std::size_t i = 0; i < records.size(); ++i) {
            QStringList values;
            for (std::size_t field = 0; field < fields; ++field)
                values << QString::fromStdString(comparison.fields[field].values[i]);
            names[static_cast<qsizetype>(i)] = values.join(", ");
        }
    QStringList unique;
    for (const QString& name : names) {
        const QString base = name.isEmpty() ? QString("run") : name;
        unique << base;
        for (int k = 2; unique.count(unique.last()) > 1; ++k)
            unique.last() = QString("%1 (%2)").arg(base).arg(k);
    }
    return unique;
}

QString fileOf(qsizetype run) {
    return QString("run%1").arg(run + 1);
}

QString number(const record::FigureInfo& info, double value) {
    if (record::is_missing(value)) return QStringLiteral("–");
    return QString::fromStdString(lesson::number_text(info.bytes ? value / 1e6 : value)) + (info.bytes ? " MB" : "");
}

} // namespace

std::vector<io::FileContent> comparisonReport(const std::vector<record::RunRecord>& records, const QStringList& given,
                                              const QString& folder, text::Language language,
                                              const std::function<bool(int, int)>& goesOn) {
    if (records.size() > kMostCompared)
        throw text::bad_input("figure.too_many",
                              {{"found", std::to_string(records.size())}, {"most", std::to_string(kMostCompared)}});
    const LanguageLook look(language);
    std::vector<const record::RunRecord*> pointers;
    for (const auto& record : records)
        pointers.push_back(&record);
    const record::Comparison comparison = record::compare(pointers);
    const QStringList names = uniqueNames(records, comparison, given);

    Report report(ComparisonReport::tr("Runs side by side: %1").arg(names.join(", ")),
                  QString("%1 · ampscope %2").arg(QDate::currentDate().toString(Qt::ISODate), kVersion), language);
    report.heading(2, ComparisonReport::tr("What differs"));
    if (comparison.fields.empty()) {
        report.paragraph(records.size() > 1 ? ComparisonReport::tr("The scenarios are the same.")
                                            : ComparisonReport::tr("One run: there is nothing beside it."));
    } else {
        QList<QStringList> rows;
        for (const auto& field : comparison.fields) {
            QStringList cells{QString::fromStdString(field.path)};
            for (const auto& value : field.values)
                cells << QString::fromStdString(value);
            rows << cells;
        }
        report.table(QStringList{ComparisonReport::tr("setting")} + names, rows);
    }
    report.heading(2, ComparisonReport::tr("What came out"));
    QList<QStringList> rows;
    for (const auto& info : record::figure_infos()) {
        QStringList cells{say(info.label)};
        for (const auto& figures : comparison.figures)
            cells << number(info, figures.*info.member);
        rows << cells;
    }
    report.table(QStringList{QString()} + names, rows);

    train::ComputeThread thread; // models want one; nothing is computed
    std::vector<std::unique_ptr<RunModel>> models;
    QList<RunModel*> others;
    for (const auto& record : records) {
        models.push_back(std::make_unique<RunModel>(thread));
        models.back()->showRecord(record);
        if (models.size() > 1) others << models.back().get();
    }
    report.heading(2, ComparisonReport::tr("Plots"));
    const int all = static_cast<int>(std::size(kPlots));
    for (int i = 0; i < all; ++i) {
        if (goesOn && !goesOn(i, all)) return {};
        // Of one run each: a plot for each run.
        const bool each = QString(kPlots[i]) == "scale-trace";
        for (std::size_t k = 0; k < (each ? models.size() : 1); ++k) {
            auto instrument = makeInstrument(kPlots[i]);
            instrument->setRun(models[k].get());
            if (!each) instrument->setComparison(others);
            try {
                report.figure(instrument->exhibit());
            } catch (const text::Error& error) {
                if (error.kind() != text::ErrorKind::BadInput) throw; // these runs have nothing of it
            }
        }
    }

    report.heading(2, ComparisonReport::tr("What they ran on"));
    QStringList machines, commands;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto& record = records[static_cast<std::size_t>(i)];
        machines << names[i] + ": " + captionOf(record).section(QStringLiteral(" · "), -1); // LibTorch, threads, rules
        commands << QString("ampscope-cli run %1-scenario.json --out %1").arg(fileOf(i));
    }
    report.list(machines);
    report.paragraph(ComparisonReport::tr("The same runs on the command line, in the folder of this report:"));
    report.code(commands.join('\n'));

    const std::string base = folder.toStdString() + "/";
    std::vector<io::FileContent> files = {{base + "report.html", report.html().toStdString()},
                                          {base + "report.pdf", report.pdf().toStdString()}};
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto& record = records[static_cast<std::size_t>(i)];
        const std::string name = base + fileOf(i).toStdString();
        files.push_back({name + "-scenario.json", scenario::scenario_text(record.scenario())});
        files.push_back({name + "-trace.csv", record::trace_csv(record)});
    }
    return files;
}

QStringList writeComparisonReport(const std::vector<record::RunRecord>& records, const QString& folder,
                                  text::Language language, const QStringList& names) {
    const auto files = comparisonReport(records, names, folder, language);
    io::make_folder(folder.toStdString());
    io::write_files(files);
    QStringList paths;
    for (const auto& file : files)
        paths << QString::fromStdString(file.path);
    return paths;
}

} // namespace ampscope::ui

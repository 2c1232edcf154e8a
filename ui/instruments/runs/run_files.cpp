#include "ui/instruments/runs/run_files.h"

#include "core/scenario/scenario_json.h"

namespace ampscope::ui {

constexpr int kLongestName = 60; // letters that are taken over

static QString fileOf(RunFile kind) {
    switch (kind) {
    case RunFile::Record: return "record.json";
    case RunFile::Trace: return "trace.csv";
    case RunFile::Settings: return "scenario.json";
    }
    return {};
}

QString endingOf(RunFile kind) {
    return fileOf(kind).section('.', 1);
}

QString suggestedName(const record::RunEntry& entry, RunFile kind) {
    QString name;
    for (const QChar c : QString::fromStdString(entry.name).left(kLongestName)) {
        const bool is_plain = c.isLetterOrNumber() || c == '-' || c == '.';
        if (is_plain || !name.endsWith('_')) name += is_plain ? c : QChar('_');
    }
    return name + "_" + QString::fromStdString(entry.id) + "." + fileOf(kind);
}

std::string contentOf(record::RunStore& store, const std::string& id, RunFile kind) {
    switch (kind) {
    case RunFile::Record: return store.export_text(id);
    case RunFile::Trace: return record::trace_csv(store.load(id));
    case RunFile::Settings: return scenario::scenario_text(store.load(id).scenario());
    }
    return {};
}

} // namespace ampscope::ui

// How tests call the command line: in this process with captured streams, or as a process.
#pragma once

#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <sstream>

#include "app/cli/cli.h"
#include "core/io/json.h"

namespace ampscope {

struct Outcome {
    int status;
    QString out, err;
    io::Json json() const { return io::parse_json(out.toStdString(), ""); }
};

/// Commands that need no engine.
inline Outcome in_process(const QStringList& arguments) {
    std::vector<std::string> list;
    for (const auto& argument : arguments)
        list.push_back(argument.toStdString());
    std::ostringstream out, err;
    const int status = cli::run(list, out, err);
    return {status, QString::fromStdString(out.str()), QString::fromStdString(err.str())};
}

/// What a command that needs no engine prints as JSON; its complaint goes to the test's log when it ends otherwise than
/// with `status`.
inline io::Json json_of(QStringList arguments, int status = 0) {
    const Outcome outcome = in_process(arguments << "--json");
    if (outcome.status != status) qWarning("%d %s", outcome.status, qPrintable(outcome.err));
    return outcome.json();
}

inline QString program_path() {
    return QStringLiteral(AMPSCOPE_BIN_DIR "/ampscope-cli");
}

/// Training in its own process: LibTorch belongs to one thread of a process.
inline Outcome program(const QStringList& arguments,
                       const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program_path(), arguments);
    if (!process.waitForFinished(120'000)) return {-1, {}, {}};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

inline bool has_engine() {
    return QFile::exists(QStringLiteral(AMPSCOPE_BIN_DIR "/ampscope_engine.so"));
}

} // namespace ampscope

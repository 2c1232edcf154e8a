// Borders and habits, checked instead of promised.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include "core/text/catalogue.h"

class TestHygiene : public QObject {
    Q_OBJECT

    static QString root() { return QStringLiteral(AMPSCOPE_SOURCE_DIR); }
    static QStringList files(const QStringList& folders, const QStringList& patterns) {
        QStringList found;
        for (const QString& folder : folders)
            for (QDirIterator it(root() + "/" + folder, patterns, QDir::Files, QDirIterator::Subdirectories);
                 it.hasNext();)
                found << it.next();
        return found;
    }
    static QString content(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static const QStringList& sources() {
        static const QStringList all = files({"core", "ui", "app", "tests"}, {"*.h", "*.cpp", "*.cu"});
        return all;
    }
    // Files below `folders`, but not below `except`, in which the pattern occurs.
    static QStringList offenders(const QStringList& folders, const QString& except, const QString& pattern) {
        const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
        QStringList found;
        for (const QString& name : files(folders, {"*.h", "*.cpp"}))
            if ((except.isEmpty() || !name.startsWith(root() + "/" + except)) && content(name).contains(expression))
                found << name.mid(root().size() + 1);
        return found;
    }

  private Q_SLOTS:
    void there_are_sources() { QVERIFY(sources().size() > 100); }

    void core_and_command_line_know_no_qt() {
        QCOMPARE(offenders({"core", "app/cli"}, "", "^#include *[<\"]Q"), QStringList());
    }
    void torch_stays_in_its_module() {
        QCOMPARE(offenders({"core", "ui", "app"}, "core/train/torch", "^#include *[<\"](torch|ATen|c10)/"),
                 QStringList());
    }
    void qcustomplot_stays_in_ui_plot() {
        QCOMPARE(offenders({"core", "ui", "app"}, "ui/plot", "qcustomplot"), QStringList());
        QCOMPARE(offenders({"ui/plot"}, "", "^#include *[<\"]qcustomplot"), QStringList{"ui/plot/qcp.h"});
    }
    void arrows_point_down() {
        QCOMPARE(offenders({"core"}, "", "^#include \"(ui|app)/"), QStringList());
        QCOMPARE(offenders({"ui"}, "", "^#include \"app/"), QStringList());
        QCOMPARE(offenders({"ui/plot", "ui/bridge"}, "", "^#include \"ui/(instruments|labs|shell)/"), QStringList());
        QCOMPARE(offenders({"ui/instruments"}, "", "^#include \"ui/(labs|shell)/"), QStringList());
        QCOMPARE(offenders({"ui/labs"}, "", "^#include \"ui/shell/"), QStringList());
        QCOMPARE(offenders({"core/text", "core/io", "core/numeric", "core/scenario", "core/record"}, "",
                           "^#include \"core/(train|lesson|memory|hardware)/"),
                 QStringList());
    }

    // A header that its own source file includes first compiles alone.
    void sources_include_their_own_header_first() {
        static const QRegularExpression first("#include [\"<]([^\">]+)[\">]");
        QStringList wrong;
        int count = 0;
        for (const QString& name : files({"core", "ui", "app"}, {"*.cpp"})) {
            const QString header = name.mid(root().size() + 1).replace(QRegularExpression("\\.cpp$"), ".h");
            if (!QFile::exists(root() + '/' + header)) continue;
            ++count;
            if (first.match(content(name)).captured(1) != header) wrong << header;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(", ")));
        QVERIFY(count > 50);
    }

    // What was typed or stands in a file is quoted there: a label would take its tags for its own, and open pictures.
    void labels_of_errors_show_plain_text() {
        QStringList found;
        for (const QString& name : offenders({"ui"}, "", "setProperty\\(\"role\", \"error\"\\)"))
            if (!content(root() + "/" + name).contains("setTextFormat(Qt::PlainText)")) found << name;
        QCOMPARE(found, QStringList());
    }

    // Everything that is kept goes through core/io: io::write_file, write_files, AppendFile. What a full disk or a kill
    // does to files is tried there. The others open no file for writing, or say here why.
    void every_file_goes_through_the_guarded_writer() {
        const QMap<QString, QString> reasons = {
            {"core/record/store/database.cpp", "SQLite writes the run library with a journal of its own"},
            {"core/record/store/process.cpp", "a lock without content"},
        };
        const QString writing =
            R"re(\bofstream\b|\bstd::fstream\b|\bfopen\b|\bfreopen\b|\bcreat\(|O_WRONLY|O_RDWR|O_CREAT|\bsqlite3_open|)re"
            R"re(\bQ(Save|Temporary)File\b|\bQSettings\b|\bQPrinter\b|QImageWriter|setFileName\(|)re"
            R"re(\bQPdfWriter \w+\((?!&buffer)|\.save(Png|Pdf|Jpg|Bmp|Rastered)\(|->save(Png|Pdf|Jpg|Bmp|Rastered)\(|)re"
            R"re((pixmap|image|picture|grab\(\))\.save\((?!&buffer)|copy_file|\bQFile::copy\b|resize_file)re";
        QStringList found = offenders({"core", "ui", "app"}, "core/io/", writing);
        for (auto reason = reasons.cbegin(); reason != reasons.cend(); ++reason)
            QVERIFY2(found.removeAll(reason.key()) == 1, qPrintable(reason.key() + " needs no exception any more"));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(", ")));
        // QIODevice::WriteOnly only ever opens memory.
        static const QRegularExpression opened("(\\w+)\\.open\\([^)]*(WriteOnly|ReadWrite|Append)");
        int buffers = 0;
        for (const QString& name : files({"ui", "app"}, {"*.cpp", "*.h"}))
            for (auto it = opened.globalMatch(content(name)); it.hasNext(); ++buffers) {
                const QString variable = it.next().captured(1);
                QVERIFY2(content(name).contains("QBuffer " + variable + "(&"), qPrintable(name + ": " + variable));
            }
        QVERIFY(buffers >= 5); // exports are rendered to memory first
    }

    // The wall's clock may jump; it gives dates only. What is measured or waited for goes by the steady one.
    void only_dates_come_from_the_clock_on_the_wall() {
        QStringList found =
            offenders({"core", "app/cli"}, "", "system_clock|\\bstd::time\\(|gettimeofday|high_resolution_clock");
        found.sort();
        QCOMPARE(found, (QStringList{"app/cli/bench_commands.cpp", "app/cli/learning_commands.cpp",
                                     "app/cli/lesson_commands.cpp", "core/io/set_aside.cpp",
                                     "core/record/store/store_sink.cpp"}));
    }
    void nothing_asks_for_opengl() {
        QCOMPARE(offenders({"core", "ui", "app"}, "", "QOpenGL|setOpenGl *\\( *true|QQuick"), QStringList());
    }

    void the_command_line_links_no_qt_and_no_libtorch() {
        QProcess process;
        process.start("ldd", {QStringLiteral(AMPSCOPE_BIN_DIR "/ampscope-cli")});
        if (!process.waitForFinished()) QSKIP("ldd is not here");
        const QString libraries = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY(libraries.contains("libc.so"));
        for (const char* unwanted : {"Qt", "torch", "c10", "qcustomplot"})
            QVERIFY2(!libraries.contains(unwanted), unwanted);
    }

    void every_message_that_is_used_exists() {
        static const QRegularExpression used(
            R"re((?:bad_input|could_not|say|error|Message)\s*[({]\s*(?:text::Message\s*\{\s*)?"([a-z_]+\.[a-z0-9_.-]+)")re");
        QStringList missing;
        int count = 0;
        for (const QString& name : files({"core", "ui", "app"}, {"*.h", "*.cpp"}))
            for (auto it = used.globalMatch(content(name)); it.hasNext(); ++count) {
                const QString id = it.next().captured(1);
                // An id that ends in _ or . is the stem of a family: "numeric.class_" + …
                if (!ampscope::text::find_entry(id.toStdString()) && !id.endsWith('_') && !id.endsWith('.'))
                    missing << id;
            }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
        QVERIFY(count > 80);
    }

    void every_message_that_exists_is_used() {
        QString all;
        for (const QString& name : files({"core", "ui", "app"}, {"*.h", "*.cpp"}))
            if (!name.contains("/catalogue_")) all += content(name);
        QStringList unused;
        for (const auto& entry : ampscope::text::all_entries()) {
            const QString id = QString::fromUtf8(entry.id.data(), static_cast<qsizetype>(entry.id.size()));
            // Families are made from a table's name: "field." + path.
            static const QRegularExpression family("^(field|instrument|instrument_name|instrument_keys|preset|preset_"
                                                   "title|mistake|column|autocast|numeric\\.class_|"
                                                   "scenario\\.allowed_|lesson\\.severity_).*");
            if (!family.match(id).hasMatch() && !all.contains('"' + id + '"')) unused << id;
        }
        QVERIFY2(unused.isEmpty(), qPrintable(unused.join(", ")));
    }

    void files_are_short_enough_to_read() {
        QStringList long_files;
        for (const QString& name : sources())
            if (content(name).count('\n') > 600) long_files << name.mid(root().size() + 1);
        QVERIFY2(long_files.isEmpty(), qPrintable(long_files.join(", ")));
    }

    void nothing_is_left_for_later_and_no_machine_is_named() {
        static const QRegularExpression later(R"(\b(TODO|FIXME|XXX|HACK)\b)"),
            machine(R"((/work/|/root/|/home/[a-z]+/))");
        QStringList found;
        const QStringList all = sources() + files({"scripts", "cmake", "lessons", "docs", ".ci"}, {"*"}) +
                                QStringList{root() + "/README.md", root() + "/CONTRIBUTING.md",
                                            root() + "/CHANGELOG.md", root() + "/CMakeLists.txt"};
        for (const QString& name : all) {
            if (name.endsWith("test_hygiene.cpp") || name.endsWith(".png")) continue;
            const QString text = content(name);
            if (text.contains(later) || text.contains(machine)) found << name.mid(root().size() + 1);
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(", ")));
    }

    // What a header is for stands at its top. A function that it declares has a comment above it, or belongs to a group
    // without an empty line that has one. (Whether the comment says anything is for people to judge.)
    void headers_and_their_functions_are_explained() {
        static const QRegularExpression raw("R\"(\\w*)\\(.*?\\)\\1\"", QRegularExpression::DotMatchesEverythingOption),
            function("^(?!static_assert|using|return)[A-Za-z_][\\w:<>,&*\\[\\] ]*[ &*]\\w+\\(");
        QStringList bare;
        int count = 0;
        for (const QString& name : files({"core", "app/cli"}, {"*.h"})) {
            const QString place = name.mid(root().size() + 1);
            const QStringList lines = content(name).remove(raw).split('\n');
            if (!lines.first().startsWith("// ")) bare << place;
            bool is_explained = false;
            for (const QString& line : lines) {
                is_explained = !line.trimmed().isEmpty() && (is_explained || line.contains("//"));
                if (!line.contains(function)) continue;
                ++count;
                if (!is_explained) bare << place + ": " + line;
            }
        }
        QVERIFY2(bare.isEmpty(), qPrintable(bare.join("\n")));
        QVERIFY(count > 500);
    }

    void every_test_file_is_registered() {
        QStringList missing;
        for (const QString& name : files({"tests"}, {"test_*.cpp", "check_*.cpp"})) {
            const QFileInfo info(name);
            if (!content(info.path() + "/CMakeLists.txt").contains(info.completeBaseName())) missing << info.fileName();
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
    }

    // docs/hard-to-break.md names for each bad input and fault the test that would fail: `file`: `row or function`.
    void every_fault_names_a_test_that_is_there() {
        static const QRegularExpression named(R"(`((?:tests|scripts)/[\w./-]+)`: `([^`]+)`)");
        const QString text = content(root() + "/docs/hard-to-break.md");
        int count = 0;
        QStringList missing;
        for (auto it = named.globalMatch(text); it.hasNext(); ++count) {
            const auto match = it.next();
            if (!content(root() + "/" + match.captured(1)).contains(match.captured(2))) missing << match.captured(0);
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join("\n")));
        QVERIFY2(count >= 115, qPrintable(QString::number(count))); // one for each number at least
    }
};

QTEST_GUILESS_MAIN(TestHygiene)
#include "test_hygiene.moc"

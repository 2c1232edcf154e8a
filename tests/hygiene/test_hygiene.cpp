// Borders and habits, checked instead of promised.
#include <QDir>
#include <QDirIterator>
#include <QFile>
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

    void every_test_file_is_registered() {
        QStringList missing;
        for (const QString& name : files({"tests"}, {"test_*.cpp", "check_*.cpp"})) {
            const QFileInfo info(name);
            if (!content(info.path() + "/CMakeLists.txt").contains(info.completeBaseName())) missing << info.fileName();
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
    }
};

QTEST_GUILESS_MAIN(TestHygiene)
#include "test_hygiene.moc"

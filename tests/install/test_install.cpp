// The installed tree: complete, without a trace of where it was built, and working from any place.
#include <QDirIterator>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

class TestInstall : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_prefix;

    struct Answer {
        int status = -1;
        QString out, error;
    };
    static Answer ask(const QString& program, const QStringList& words, const QProcessEnvironment& environment) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, words);
        if (!process.waitForFinished(120'000)) {
            process.kill();
            process.waitForFinished();
            return {};
        }
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
                QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }
    // As on a machine that has nothing of ours: no LibTorch is named, no folder of earlier runs.
    QProcessEnvironment environment(const QString& torch = {}) const {
        auto variables = QProcessEnvironment::systemEnvironment();
        for (const char* name :
             {"TORCH_DIR", "VIRTUAL_ENV", "CONDA_PREFIX", "AMPSCOPE_LESSONS", "AMPSCOPE_ENGINE", "LD_LIBRARY_PATH"})
            variables.remove(name);
        variables.insert("AMPSCOPE_DATA", m_folder.filePath("data"));
        variables.insert("XDG_CONFIG_HOME", m_folder.filePath("config"));
        variables.insert("QT_QPA_PLATFORM", "offscreen");
        variables.insert("LC_ALL", "C.UTF-8");
        if (!torch.isEmpty()) variables.insert("TORCH_DIR", torch);
        return variables;
    }
    Answer cli(const QStringList& words, const QString& torch = {}) const {
        return ask(m_prefix + "/bin/ampscope-cli", words, environment(torch));
    }
    static Answer install(const QStringList& words, const QString& destdir = {}) {
        auto variables = QProcessEnvironment::systemEnvironment();
        if (!destdir.isEmpty()) variables.insert("DESTDIR", destdir);
        return ask(AMPSCOPE_CMAKE, QStringList{"--install", AMPSCOPE_BUILD_DIR} + words, variables);
    }
    // -1 for what is no PNG.
    static int pngWidth(const QString& path) {
        QFile file(path);
        const QByteArray head = file.open(QIODevice::ReadOnly) ? file.read(24) : QByteArray();
        return head.startsWith("\x89PNG") && head.size() == 24 ? qFromBigEndian<qint32>(head.constData() + 16) : -1;
    }
    bool hasEngine() const { return QFile::exists(m_prefix + "/lib/ampscope/ampscope_engine.so"); }

  private Q_SLOTS:
    void initTestCase() {
        // Installed, and moved afterwards: nothing may know the first place.
        const QString first = m_folder.filePath("first");
        const Answer answer = install({"--prefix", first});
        QVERIFY2(answer.status == 0, qPrintable(answer.error));
        m_prefix = m_folder.filePath("a place with spaces");
        QVERIFY(QDir().rename(first, m_prefix));
    }

    void everything_is_there() {
        for (const char* name :
             {"bin/ampscope", "bin/ampscope-cli", "share/ampscope/lessons/order.json",
              "share/ampscope/hardware/devices.json", "share/applications/ampscope.desktop",
              "share/mime/packages/ampscope.xml", "share/metainfo/ampscope.metainfo.xml", "share/doc/ampscope/LICENSE",
              "share/doc/ampscope/copyright", "share/doc/ampscope/README.md", "share/man/man1/ampscope.1",
              "share/man/man1/ampscope-cli.1", "share/icons/hicolor/scalable/apps/ampscope.svg"})
            QVERIFY2(QFile::exists(m_prefix + "/" + name), name);
        QCOMPARE(hasEngine(), QFile::exists(AMPSCOPE_BIN_DIR "/ampscope_engine.so"));
        for (const int size : {16, 22, 24, 32, 48, 64, 128, 256, 512}) {
            QCOMPARE(pngWidth(QString("%1/share/icons/hicolor/%2x%2/apps/ampscope.png").arg(m_prefix).arg(size)), size);
        }
    }

    // Of the sources, the build, LibTorch and the first place.
    void no_folder_of_this_machine_is_named() {
        QStringList found;
        const QByteArrayList places = {AMPSCOPE_SOURCE_DIR "/", AMPSCOPE_BUILD_DIR,
                                       m_folder.filePath("first").toUtf8()};
        int count = 0;
        for (QDirIterator it(m_prefix, QDir::Files, QDirIterator::Subdirectories); it.hasNext(); ++count) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            for (const QByteArray& place : places)
                if (content.contains(place)) found << file.fileName().mid(m_prefix.size()) + " names " + place;
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
        QVERIFY(count > 100);
    }

    void numbers_and_lessons_work_from_there() {
        const Answer number = cli({"convert", "0.1", "--to", "fp16"});
        QVERIFY2(number.status == 0, qPrintable(number.error));
        QVERIFY(number.out.contains("0.0999755859375"));
        const Answer lessons = cli({"lessons", "list", "--json"});
        QVERIFY2(lessons.status == 0 && lessons.out.contains("a6-gradscaler"), qPrintable(lessons.error));
        QVERIFY(cli({"devices", "t4"}).status == 0);
        // By its name on PATH, and through a link in another folder.
        auto variables = environment();
        variables.insert("PATH", m_prefix + "/bin:" + variables.value("PATH"));
        QCOMPARE(ask("sh", {"-c", "cd / && ampscope-cli lessons list --json"}, variables).out, lessons.out);
        const QString link = m_folder.filePath("link");
        QVERIFY(QFile::link(m_prefix + "/bin/ampscope-cli", link));
        QCOMPARE(ask(link, {"lessons", "list", "--json"}, environment()).out, lessons.out);
    }

    void without_libtorch_training_says_what_is_missing() {
        if (!hasEngine()) QSKIP("this build has no engine");
        const Answer run = cli({"run", "nano", "--set", "length.steps=2", "--lang", "en"});
        QVERIFY2(run.status == 3 && run.error.contains("ampscope-cli setup-libtorch"), qPrintable(run.error));
        const Answer check = cli({"setup-libtorch", "--check", "--json"});
        QVERIFY2(check.status == 1 && check.out.contains("\"folder\": null"), qPrintable(check.out + check.error));
    }

    void with_a_libtorch_anywhere_it_trains() {
        const QString torch = AMPSCOPE_LIBTORCH;
        if (!hasEngine() || torch.isEmpty()) QSKIP("this build has no engine");
        const Answer run = cli({"run", "nano", "--set", "length.steps=2", "--quiet"}, torch);
        QVERIFY2(run.status == 0, qPrintable(run.error));
        const Answer check = cli({"setup-libtorch", "--check"}, torch);
        QVERIFY(check.status == 0 && check.out.contains(torch));
    }

    void the_window_opens_from_there() {
        const QString png = m_folder.filePath("shot.png");
        for (const QStringList& page :
             {QStringList{"--lab", "bits"}, QStringList{"--lesson", "a3-range-or-precision"}}) {
            QFile::remove(png);
            const Answer shot =
                ask(m_prefix + "/bin/ampscope", QStringList{"--shot", png} + page, environment(AMPSCOPE_LIBTORCH));
            QVERIFY2(shot.status == 0 && shot.error.isEmpty(), qPrintable(shot.error));
            QCOMPARE(pngWidth(png), 1440);
        }
    }

    void destdir_is_obeyed() {
        const QString root = m_folder.filePath("root");
        QCOMPARE(install({"--prefix", "/usr"}, root).status, 0);
        QVERIFY(QFile::exists(root + "/usr/bin/ampscope-cli"));
        if (hasEngine()) QVERIFY(QFile::exists(root + "/usr/lib/ampscope/ampscope_engine.so"));
    }

    void the_menu_entry_is_whole() {
        QFile file(m_prefix + "/share/applications/ampscope.desktop");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (const char* line :
             {"Type=Application", "Exec=ampscope %F", "Icon=ampscope", "Name=ampscope",
              "Comment[ko]=", "MimeType=application/x-ampscope-run+json;application/x-ampscope-scenario+json;"})
            QVERIFY2(text.contains(QString("\n") + line), line);
    }

    // The desktop's own database tells our files by their endings, and without them by what they begin with.
    void the_desktop_knows_our_files() {
        const QString update = QStandardPaths::findExecutable("update-mime-database");
        if (update.isEmpty()) QSKIP("update-mime-database is not here");
        const QString data = m_folder.filePath("mime-data");
        QVERIFY(QDir().mkpath(data + "/mime/packages"));
        QVERIFY(QFile::copy(m_prefix + "/share/mime/packages/ampscope.xml", data + "/mime/packages/ampscope.xml"));
        QVERIFY(ask(update, {data + "/mime"}, environment()).status == 0);
        qputenv("XDG_DATA_HOME", data.toUtf8()); // before the database is first asked
        const auto type = [](const QString& name, const QByteArray& content) {
            return QMimeDatabase().mimeTypeForFileNameAndData(name, content).name();
        };
        QFile scenario(AMPSCOPE_SOURCE_DIR "/tests/data/scenario-example.json");
        QVERIFY(scenario.open(QIODevice::ReadOnly));
        const QByteArray bytes = scenario.readAll();
        const QByteArray run = "{\n  \"schema\": 1,\n  \"scenario\": " + bytes + ",\n \"environment\": {}}";
        QCOMPARE(type("x.ampscope-run", "x"), QString("application/x-ampscope-run+json"));
        QCOMPARE(type("x.ampscope-scenario", "x"), QString("application/x-ampscope-scenario+json"));
        QCOMPARE(QMimeDatabase().mimeTypeForData(run).name(), QString("application/x-ampscope-run+json"));
        QCOMPARE(QMimeDatabase().mimeTypeForData(bytes).name(), QString("application/x-ampscope-scenario+json"));
        QCOMPARE(type("other.json", "{\"a\": 1}"), QString("application/json"));
    }

    // Our program only, and of LibTorch not a byte and not a word among what it depends on.
    void the_debian_package() {
        for (const char* tool : {"dpkg-deb", "dpkg-shlibdeps", "fakeroot", "cpack"})
            if (QStandardPaths::findExecutable(tool).isEmpty()) QSKIP("the tools for Debian packages are not here");
        const QString made = m_folder.filePath("package");
        const Answer packed =
            ask("fakeroot", {"cpack", "-G", "DEB", "--config", AMPSCOPE_BUILD_DIR "/CPackConfig.cmake", "-B", made},
                environment());
        QVERIFY2(packed.status == 0, qPrintable(packed.out + packed.error));
        const QStringList debs = QDir(made).entryList({"ampscope_*.deb"});
        QCOMPARE(debs.size(), 1);
        const QString deb = made + "/" + debs.first();
        const QString fields = ask("dpkg-deb", {"-f", deb}, environment()).out;
        QVERIFY2(fields.contains("Package: ampscope") && fields.contains("libqt6widgets6") &&
                     fields.contains("libc6") && !fields.contains("torch"),
                 qPrintable(fields));
        const QString list = ask("dpkg-deb", {"-c", deb}, environment()).out;
        QVERIFY(list.contains("./usr/bin/ampscope-cli") && list.contains("root/root") && !list.contains("libtorch"));
        QVERIFY(QFileInfo(deb).size() < 20'000'000);
        // Unpacked elsewhere it works as it will below /.
        const QString root = m_folder.filePath("unpacked");
        QCOMPARE(ask("dpkg-deb", {"-x", deb, root}, environment()).status, 0);
        const Answer number = ask(root + "/usr/bin/ampscope-cli", {"lessons", "list"}, environment());
        QVERIFY2(number.status == 0 && number.out.contains("a6-gradscaler"), qPrintable(number.error));
    }
};

QTEST_GUILESS_MAIN(TestInstall)
#include "test_install.moc"

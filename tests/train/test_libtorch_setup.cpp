// LibTorch: where it is looked for, and how it is set up, with a python3 that only pretends.
#include <QElapsedTimer>
#include <QTest>
#include <thread>

#include "core/train/libtorch.h"
#include "core/train/libtorch_setup.h"
#include "tests/train/fake_python.h"

using namespace ampscope;
using namespace ampscope::train;

class TestLibTorchSetup : public QObject {
    Q_OBJECT

    // The id of what went wrong, "" when nothing did.
    static std::string setUp(const SetUpRequest& request, std::vector<SetUpProgress>* said = nullptr,
                             std::stop_token stop = {}) {
        try {
            set_up_libtorch(
                request,
                [&](const SetUpProgress& progress) {
                    if (said) said->push_back(progress);
                },
                stop);
        } catch (const text::Error& error) {
            for (const auto language : {text::Language::English, text::Language::Korean})
                if (error.text(language).find('{') != std::string::npos) return "a placeholder is left";
            return error.message().id;
        }
        return "";
    }
    static void makeTorch(const QString& folder, const QByteArray& version) {
        QVERIFY(QDir().mkpath(folder + "/lib"));
        QFile library(folder + "/lib/libtorch_cpu.so"), names(folder + "/version.py");
        QVERIFY(library.open(QIODevice::WriteOnly) && names.open(QIODevice::WriteOnly));
        names.write("debug = False\n__version__ = '" + version + "+cpu'\n");
    }

  private Q_SLOTS:
    void init() {
        for (const char* name : {"TORCH_DIR", "VIRTUAL_ENV", "CONDA_PREFIX"})
            qunsetenv(name);
        if (free_megabytes(QDir::tempPath().toStdString()) < 2500)
            QSKIP("the set-up would refuse: too little disk here");
        if (QByteArray(kLibTorchVersion) != kSetUpTorch)
            QSKIP("this build has another LibTorch than the set-up brings");
    }

    void it_brings_what_the_program_was_built_with() {
        FakePython python;
        std::vector<SetUpProgress> said;
        const SetUpRequest request{python.folder().toStdString(), ""};
        QVERIFY(!is_set_up(request.folder));
        QCOMPARE(setUp(request, &said), std::string());
        QVERIFY(is_set_up(request.folder));
        const auto search = find_libtorch();
        QVERIFY(search.found);
        QVERIFY(QString::fromStdString(search.found->folder).startsWith(python.folder()));
        QCOMPARE(search.found->version, std::string(kSetUpTorch));
        // The versions are named, nothing else is installed with them, and no index is named.
        const QStringList calls = python.calls();
        QCOMPARE(calls.size(), 3);
        QVERIFY(calls[0].contains("-m venv"));
        for (const QString& call : {calls[1], calls[2]}) {
            QVERIFY2(call.contains(QString("torch==") + kSetUpTorch) && call.contains("--no-deps") &&
                         call.contains(QString("nvidia-cuda-runtime==") + kSetUpCudaRuntime) && !call.contains("://"),
                     qPrintable(call));
        }
        QVERIFY(calls[2].contains("--no-index"));
        // Nothing that was only needed on the way is left.
        QVERIFY(!QFile::exists(python.folder() + "/wheels") && !QFile::exists(python.folder() + "/tmp"));
        QVERIFY(!said.empty() && said.back().share == 1);
        for (std::size_t i = 1; i < said.size(); ++i)
            QVERIFY(said[i].share >= said[i - 1].share);
        // A second time there is nothing to do.
        QCOMPARE(setUp(request), std::string());
        QCOMPARE(python.calls().size(), 3);
    }

    void a_folder_of_wheels_needs_no_network() {
        FakePython python;
        python.does("no-network");
        const QString wheels = python.home() + "/wheels";
        QVERIFY(QDir().mkpath(wheels));
        const SetUpRequest request{python.folder().toStdString(), wheels.toStdString()};
        QCOMPARE(setUp(request), std::string("setup.no_wheel")); // it is empty
        QFile wheel(wheels + "/torch-" + kSetUpTorch + ".whl");
        QVERIFY(wheel.open(QIODevice::WriteOnly));
        wheel.close();
        QCOMPARE(setUp(request), std::string());
        QVERIFY(wheel.exists()); // it is the user's
        for (const QString& call : python.calls())
            QVERIFY(!call.contains("download"));
        QCOMPARE(setUp({python.home().toStdString() + "/other", "/no/such/folder"}),
                 std::string("setup.no_such_folder"));
    }

    void what_goes_wrong_is_said_in_words_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("no-venv") << "setup.no_venv";
        QTest::newRow("no-network") << "setup.no_network";
        QTest::newRow("proxy") << "setup.proxy";
        QTest::newRow("certificate") << "setup.certificate";
        QTest::newRow("old-python") << "setup.no_package";
        QTest::newRow("full") << "setup.disk_full";
        QTest::newRow("strange") << "setup.failed";
        QTest::newRow("nothing") << "setup.nothing_there";
    }
    void what_goes_wrong_is_said_in_words() {
        QFETCH(QString, id);
        FakePython python;
        python.does(QTest::currentDataTag());
        const SetUpRequest request{python.folder().toStdString(), ""};
        QCOMPARE(QString::fromStdString(setUp(request)), id);
        QVERIFY(!is_set_up(request.folder));
        QVERIFY(!find_libtorch().found ||
                !QString::fromStdString(find_libtorch().found->folder).startsWith(python.home()));
        QVERIFY(QFile::exists(python.folder() + ".log"));
        // Once the reason is gone it works, over whatever was left.
        python.does("everything");
        QCOMPARE(setUp(request), std::string());
    }

    void without_python_it_says_so() {
        FakePython python;
        qputenv("PATH", "/no/such/folder");
        QCOMPARE(setUp({python.folder().toStdString(), ""}), std::string("setup.no_python"));
    }

    void nowhere_to_put_it() {
        QCOMPARE(setUp({"", ""}), std::string("setup.no_data_folder"));
        QCOMPARE(setUp({"/proc/nothing/here", ""}), std::string("io.cannot_make_folder"));
    }

    void it_can_be_stopped_and_begun_again() {
        FakePython python;
        python.does("slow");
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const SetUpRequest request{python.folder().toStdString(), ""};
        QCOMPARE(setUp(request, nullptr, stop.get_token()), std::string("setup.stopped"));
        QVERIFY(timer.elapsed() < 10'000); // and not the minute that the child would take
        QVERIFY(!is_set_up(request.folder));
        python.does("everything");
        QCOMPARE(setUp(request), std::string());
    }

    // A kill in the middle leaves a folder without a stamp: it is not opened, and the next attempt clears it.
    void a_half_finished_folder_is_not_used() {
        FakePython python;
        makeTorch(python.folder() + "/lib/python3.11/site-packages/torch", kSetUpTorch);
        QVERIFY(libtorch_in(python.folder().toStdString()));
        const auto found = find_libtorch().found;
        QVERIFY(!found || !QString::fromStdString(found->folder).startsWith(python.home()));
        QFile rubbish(python.folder() + "/lib/python3.11/site-packages/torch/half");
        QVERIFY(rubbish.open(QIODevice::WriteOnly));
        QCOMPARE(setUp({python.folder().toStdString(), ""}), std::string());
        QVERIFY(!rubbish.exists());
    }

    void the_order_of_places() {
        FakePython python;
        const QString named = python.home() + "/named", active = python.home() + "/active";
        makeTorch(named, kLibTorchVersion);
        makeTorch(active + "/lib/python3.12/site-packages/torch", kLibTorchVersion);
        const auto folder = [] {
            const auto found = find_libtorch().found;
            return found ? QString::fromStdString(found->folder) : QString();
        };
        qputenv("VIRTUAL_ENV", active.toUtf8());
        // A source tree's .venv goes before it, where there is one.
        QVERIFY(folder().startsWith(active) || folder().contains("/.venv/"));
        QCOMPARE(setUp({python.folder().toStdString(), ""}), std::string());
        QVERIFY(folder().startsWith(python.folder()));
        qputenv("TORCH_DIR", named.toUtf8());
        QCOMPARE(folder(), named);
        // Another version's C++ interface is another one: it is passed over, and can be named.
        QFile::remove(named + "/version.py");
        makeTorch(named, "1.4.0");
        const auto search = find_libtorch();
        QVERIFY(search.found && QString::fromStdString(search.found->folder).startsWith(python.folder()));
        QCOMPARE(search.unfit.size(), std::size_t(1));
        QVERIFY(text::render(unfit_message(search.unfit[0]), text::Language::English).find("1.4.0") !=
                std::string::npos);
    }

    void free_space_is_that_of_the_nearest_folder() {
        QTemporaryDir folder;
        const double here = free_megabytes(folder.path().toStdString());
        QVERIFY(here > 0);
        QVERIFY(std::abs(free_megabytes(folder.filePath("a/b/c").toStdString()) - here) < 500);
    }
};

QTEST_GUILESS_MAIN(TestLibTorchSetup)
#include "test_libtorch_setup.moc"

// The settings: applied live, taken back by Cancel, kept, and bad ones refused with a reason.
#include "ui/shell/settings_dialog.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <unistd.h>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/run_model.h"
#include "ui/labs/page.h"
#include "ui/shell/help/window_help.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestSettings : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    testing::FakeThread<> m_thread;
    std::unique_ptr<MainWindow> m_window;

    void click(SettingsDialog* dialog, const QString& words) {
        for (auto* button : dialog->findChildren<QAbstractButton*>())
            if (button->text() == words) return button->click();
        QFAIL(qPrintable("no button " + words));
    }
    QSpinBox* spin(SettingsDialog* dialog, const QString& name) {
        for (auto* box : dialog->findChildren<QSpinBox*>())
            if (box->accessibleName() == name) return box;
        return nullptr;
    }

  private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qunsetenv("AMPSCOPE_DATA");
        testing::prepare();
    }
    void init() {
        m_window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", Settings{});
        m_window->resize(1280, 720);
        m_window->show();
        m_window->open("scale");
    }
    void cleanup() {
        m_window.reset();
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void changes_show_at_once_and_cancel_takes_all_of_them_back() {
        const Settings before = m_window->settings();
        SettingsDialog* dialog = m_window->help().showSettings();
        click(dialog, QStringLiteral("한국어"));
        QCOMPARE(LanguageSwitch::instance().language(), text::Language::Korean);
        QCOMPARE(dialog->windowTitle(), QStringLiteral("설정"));
        QVERIFY(dialog->findChild<QWidget*>("row-motion")->accessibleName() != "Motion");
        click(dialog, "English");
        click(dialog, "Dark");
        QCOMPARE(ThemeSwitch::instance().kind(), ThemeKind::Dark);
        spin(dialog, "Type size in percent")->setValue(150);
        QCOMPARE(ThemeSwitch::instance().scale(), 1.5);
        click(dialog, "Less motion");
        QVERIFY(MotionSwitch::instance().isReduced());
        QCOMPARE(m_window->settings().scale, 1.5);

        dialog->reject(); // Escape, or Cancel
        QCOMPARE(ThemeSwitch::instance().kind(), ThemeKind::Light);
        QCOMPARE(ThemeSwitch::instance().scale(), 1.0);
        QVERIFY(!MotionSwitch::instance().isReduced());
        QVERIFY(m_window->settings() == before);
    }

    void what_the_window_notes_meanwhile_stays() {
        SettingsDialog* dialog = m_window->help().showSettings();
        m_window->setRecentFiles({"/a/run.json"});
        click(dialog, "Dark");
        dialog->reject();
        QCOMPARE(m_window->settings().recentFiles, QStringList{"/a/run.json"});
    }

    void a_dialog_that_goes_says_nothing_more() {
        int said = 0;
        auto dialog = std::make_unique<SettingsDialog>(
            Settings{}, [&said](const Settings&) { ++said; }, nullptr);
        dialog->show();
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        QSpinBox* threads = spin(dialog.get(), "Threads of new runs");
        threads->setFocus();
        QTest::keyClicks(threads, "3"); // not taken yet
        dialog.reset();
        QCOMPARE(said, 0);
    }

    void threads_are_those_of_runs_that_start_from_then_on() {
        SettingsDialog* dialog = m_window->help().showSettings();
        spin(dialog, "Threads of new runs")->setValue(2);
        dialog->accept();
        RunModel* run = m_window->page()->run();
        m_window->page()->restart(std::nullopt);
        QTRY_COMPARE(run->record().scenario().threads, std::int64_t(2));
        m_window->applySettings(Settings{});
        m_window->page()->restart(std::nullopt);
        QTRY_COMPARE(run->record().scenario().threads, std::int64_t(1));
    }

    void every_size_shows_the_whole_dialog_inside_the_window() {
        for (const int percent : {80, 100, 200}) {
            SettingsDialog* dialog = m_window->help().showSettings();
            spin(dialog, "Type size in percent")->setValue(percent);
            QCoreApplication::processEvents();
            QVERIFY2(dialog->width() <= 1280 && dialog->height() <= 720, qPrintable(QString::number(percent)));
        }
    }

    void everything_is_reset_at_once_and_comes_back_by_cancel() {
        Settings changed = m_window->settings();
        changed.scale = 1.25;
        changed.threads = 3;
        changed.welcomed = true;
        changed.page = "bits";
        m_window->applySettings(changed);
        SettingsDialog* dialog = m_window->help().showSettings();
        dialog->resetAll();
        QCOMPARE(m_window->settings().scale, 1.0);
        QCOMPARE(m_window->settings().threads, 0);
        QVERIFY(!m_window->settings().welcomed);
        QCOMPARE(m_window->settings().page, QString("bits")); // nobody sets this here
        dialog->reject();
        QVERIFY(m_window->settings() == changed);
    }

    void what_is_switched_beside_the_dialog_stays_after_cancel() {
        SettingsDialog* dialog = m_window->help().showSettings();
        spin(dialog, "Threads of new runs")->setValue(2);
        m_window->switchLanguage(); // Ctrl+L
        m_window->switchTheme();    // Ctrl+T
        QCOMPARE(dialog->settings().language, text::Language::Korean);
        QCOMPARE(dialog->settings().theme, ThemeKind::Dark);
        dialog->findChild<QCheckBox*>()->click(); // another change does not switch back
        QCOMPARE(LanguageSwitch::instance().language(), text::Language::Korean);
        QCOMPARE(ThemeSwitch::instance().kind(), ThemeKind::Dark);
        dialog->reject();
        QCOMPARE(m_window->settings().threads, 0);
        QCOMPARE(m_window->settings().language, text::Language::Korean);
        QCOMPARE(LanguageSwitch::instance().language(), text::Language::Korean);
        QCOMPARE(ThemeSwitch::instance().kind(), ThemeKind::Dark);
        QVERIFY(!m_window->settings().systemTheme);
    }

    void a_folder_in_the_home_is_written_as_in_a_shell() {
        const QTemporaryDir home;
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", home.path().toUtf8());
        SettingsDialog* dialog = m_window->help().showSettings();
        QVERIFY(dialog->setDataFolder("~/of/mine"));
        qputenv("HOME", before);
        QCOMPARE(dialog->settings().chosenDataFolder, home.path() + "/of/mine");
        QVERIFY(QDir(home.path() + "/of/mine").exists());
    }

    void a_folder_that_cannot_be_written_is_refused_with_the_reason() {
        SettingsDialog* dialog = m_window->help().showSettings();
        QTemporaryDir good;
        QVERIFY(dialog->setDataFolder(good.path() + "/new/folder")); // made
        QVERIFY(QDir(good.path() + "/new/folder").exists());
        QVERIFY(QDir(good.path() + "/new/folder")
                    .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                    .isEmpty());
        QCOMPARE(m_window->settings().chosenDataFolder, good.path() + "/new/folder");

        const QString file = good.path() + "/file";
        QFile(file).open(QIODevice::WriteOnly);
        SettingsDialog::askForFolder = [&](QWidget*, const QString&) { return file + "/below"; };
        click(dialog, "Choose …");
        QCOMPARE(m_window->settings().chosenDataFolder, good.path() + "/new/folder"); // as before
        bool says_why = false;
        for (auto* label : dialog->findChildren<QLabel*>())
            says_why =
                says_why || (label->property("role") == "error" && label->isVisible() && label->text().contains(file));
        QVERIFY(says_why);
        if (geteuid() != 0) { // root may write everywhere
            QDir().mkpath(good.path() + "/read-only");
            QFile::setPermissions(good.path() + "/read-only", QFile::ReadOwner | QFile::ExeOwner);
            QVERIFY(!dialog->setDataFolder(good.path() + "/read-only"));
        }
        click(dialog, "The usual one");
        QCOMPARE(m_window->settings().chosenDataFolder, QString());
    }

    void the_chosen_folder_is_everybodys_from_the_next_start_on() {
        QTemporaryDir folder;
        Settings settings;
        settings.chosenDataFolder = folder.path();
        QVERIFY(useDataFolder(settings));
        QCOMPARE(qEnvironmentVariable("AMPSCOPE_DATA"), folder.path());
        settings.chosenDataFolder = folder.path() + "/other";
        QVERIFY(useDataFolder(settings)); // the environment goes first
        QCOMPARE(qEnvironmentVariable("AMPSCOPE_DATA"), folder.path());
        qunsetenv("AMPSCOPE_DATA");
        settings.chosenDataFolder = "/proc/nothing/can/be/made/here";
        QVERIFY(!useDataFolder(settings));
        QVERIFY(!qEnvironmentVariableIsSet("AMPSCOPE_DATA"));
    }

    void all_of_them_survive_a_start() {
        Settings settings;
        settings.systemTheme = true;
        settings.threads = 4;
        settings.reducedMotion = true;
        settings.chosenDataFolder = QStringLiteral("/data/학습");
        settings.page = "bits";
        settings.lessonStep = 3;
        QVERIFY(settings.save());
        const Settings back = Settings::load();
        QVERIFY(back.systemTheme);
        QCOMPARE(back.theme, themeOfSystem());
        QCOMPARE(back.threads, 4);
        QVERIFY(back.reducedMotion);
        QCOMPARE(back.chosenDataFolder, settings.chosenDataFolder);
        QCOMPARE(back.page, QString("bits"));
        QCOMPARE(back.lessonStep, 3);
    }

    void the_keyboard_alone_is_enough() {
        SettingsDialog* dialog = m_window->help().showSettings("threads");
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QSpinBox* threads = spin(dialog, "Threads of new runs");
        QTRY_VERIFY(threads->hasFocus());
        QTest::keyClick(threads, Qt::Key_Up);
        QCOMPARE(m_window->settings().threads, 1);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QCOMPARE(m_window->settings().threads, 0);
    }
};

QTEST_MAIN(TestSettings)
#include "test_settings.moc"

// Help: welcome, What's This on everything, the sheet of keys, About; and that no key means two things.
#include "ui/shell/help/window_help.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QStyle>
#include <QTextBrowser>
#include <QToolButton>
#include <QUndoStack>
#include <QWhatsThisClickedEvent>
#include <set>

#include "core/text/catalogue.h"
#include "core/version.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/instruments/instrument_help.h"
#include "ui/instruments/registry.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/page.h"
#include "ui/shell/commands.h"
#include "ui/shell/help/about.h"
#include "ui/shell/help/shortcuts_sheet.h"
#include "ui/shell/help/welcome.h"
#include "ui/shell/help/whats_this.h"
#include "ui/shell/lessons/glossary_page.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestHelp : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    std::unique_ptr<MainWindow> make(Settings settings = {}) {
        auto window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", std::move(settings));
        window->resize(1440, 900);
        window->show();
        window->open("scale");
        return window;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() {
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void the_welcome_leads_to_both_chapters_and_goes_for_good() {
        auto window = make();
        auto* welcome = window->findChild<Welcome*>();
        QVERIFY(welcome->isVisible());
        QVERIFY(window->page()->run()->isActive() || window->page()->run()->hasRun()); // something is alive below it
        // It takes room from the page, and hides nothing of it.
        const QRect page(window->page()->mapTo(window.get(), QPoint(0, 0)), window->page()->size());
        const QRect own(welcome->mapTo(window.get(), QPoint(0, 0)), welcome->size());
        QVERIFY(!page.intersects(own));
        for (const char* chapter : {"A", "B"}) {
            auto* start = welcome->findChild<QAbstractButton*>(QString("start-%1").arg(chapter));
            QVERIFY(start && start->isVisible());
            const auto first = std::ranges::find(window->shelf().lessons, chapter, &lesson::Lesson::chapter);
            QTest::mouseClick(start, Qt::LeftButton);
            QCOMPARE(window->pageId(), QString::fromStdString(first->id));
            QVERIFY(!welcome->isVisible());
            QVERIFY(window->settings().welcomed);
            QVERIFY(window->commands().act("help.welcome")); // unless it is asked for
            QVERIFY(welcome->isVisible());
            QCOMPARE(window->pageId(), QString("scale"));
        }
        for (auto* button : welcome->findChildren<QToolButton*>())
            if (button->text() == QStringLiteral("한국어")) QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(window->settings().language, text::Language::Korean);
        QTest::mouseClick(welcome->findChild<QAbstractButton*>("explore"), Qt::LeftButton);
        QVERIFY(!welcome->isVisible());
        Settings later = window->settings();
        QVERIFY(!make(later)->findChild<Welcome*>()->isVisible());
    }

    void every_instrument_says_how_to_read_it_in_both_languages() {
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            LanguageSwitch::instance().setLanguage(language);
            for (const QString& id : instrumentIds()) {
                QVERIFY2(!instrumentName(id).isEmpty(), qPrintable(id));
                const QString help = instrumentHelp(id);
                QVERIFY2(help.size() > 60, qPrintable(id + ": " + help));
                const auto instrument = makeInstrument(id);
                QCOMPARE(instrument->whatsThis(), help);
            }
        }
        // And no text is there for an instrument that is not.
        for (const auto& entry : text::all_entries())
            if (entry.id.starts_with("instrument.") && !entry.id.starts_with("instrument.tensor-")) // Inspect's own
                QVERIFY2(instrumentIds().contains(QString::fromUtf8(entry.id.data() + 11)),
                         std::string(entry.id).c_str());
    }

    void every_control_of_every_page_answers() {
        auto window = make();
        window->hideWelcome();
        QStringList silent;
        std::set<QString> seen;
        for (const QString& id : window->pageIds()) {
            window->open(id);
            QCoreApplication::processEvents();
            for (auto* widget : window->findChildren<QWidget*>()) {
                const bool is_control =
                    qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
                    qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                    (qobject_cast<QAbstractSlider*>(widget) && !qobject_cast<QScrollBar*>(widget)) ||
                    qobject_cast<Instrument*>(widget);
                if (!is_control || !widget->isVisible() || widget->objectName().startsWith("qt_")) continue;
                if (explanationOf(widget).isEmpty())
                    silent << id + ": " + widget->metaObject()->className() + " " + widget->accessibleName() +
                                  widget->objectName() + " in " + widget->parentWidget()->metaObject()->className();
                seen.insert(widget->metaObject()->className());
            }
        }
        QVERIFY2(silent.isEmpty(), qPrintable(silent.join("\n")));
        QVERIFY(seen.size() > 10);
    }

    void a_field_says_what_the_table_says() {
        auto window = make();
        auto* editor = window->page()->findChild<FieldEditor*>();
        QVERIFY(editor);
        const QString meaning = say(scenario::find_field(editor->path().toStdString())->meaning());
        for (auto* child : editor->findChildren<QWidget*>())
            QVERIFY2(explanationOf(child).contains(meaning.toHtmlEscaped()) || explanationOf(child).contains(meaning),
                     qPrintable(explanationOf(child)));
    }

    void terms_in_hints_and_help_lead_to_the_glossary() {
        auto window = make();
        auto* hint = window->page()->findChild<QLabel*>("hint");
        QVERIFY(hint);
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            window->setLanguage(language);
            QVERIFY2(hint->text().contains("href=\"term:"), qPrintable(hint->text()));
        }
        const QString words = hint->text();
        window->setTheme(ThemeKind::Dark);
        QVERIFY(hint->text() != words); // links in the colours of the theme
        window->setTheme(ThemeKind::Light);
        QCOMPARE(hint->text(), words);
        Q_EMIT hint->linkActivated("term:gradient");
        QCOMPARE(window->pageId(), QString("glossary"));

        const QString help = GlossaryHelp::instance().marked(instrumentHelp("scale-trace"));
        QVERIFY(help.contains("term:loss-scale"));
        window->open("scale");
        QWhatsThisClickedEvent click("term:loss-scale");
        QCoreApplication::sendEvent(window->page(), &click);
        QCOMPARE(window->pageId(), QString("glossary"));
    }

    void the_menu_of_an_instrument_explains_it() {
        auto window = make();
        auto* instrument = window->page()->findChild<Instrument*>("instrument-scale-trace");
        QVERIFY(instrument);
        auto* menu = instrument->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        Q_EMIT menu->aboutToShow();
        Q_EMIT menu->aboutToShow(); // not twice
        int found = 0;
        for (auto* action : menu->actions())
            found += action->text() == "How to read this";
        QCOMPARE(found, 1);
        QVERIFY(window->help().show("how-to-read", "scale-trace"));
    }

    void no_key_means_two_things() {
        auto window = make();
        std::set<QString> keys;
        for (const auto& command : window->commands().all()) {
            QVERIFY2(!command.title().isEmpty(), qPrintable(command.id));
            for (const auto& each : command.keys)
                QVERIFY2(keys.insert(each.toString()).second, qPrintable(each.toString()));
        }
        // What a page binds for itself must not be one of the window's.
        for (const QString& id : window->pageIds()) {
            window->open(id);
            for (auto* action : window->page()->findChildren<QAction*>())
                if (action->shortcutContext() != Qt::WidgetShortcut)
                    for (const auto& each : action->shortcuts())
                        QVERIFY2(!keys.contains(each.toString()), qPrintable(id + ": " + each.toString()));
        }
    }

    void tooltips_name_keys_that_there_are() {
        auto window = make();
        std::set<QString> keys;
        for (const auto& command : window->commands().all())
            for (const auto& each : command.keys)
                keys.insert(each.toString());
        static const QRegularExpression bracket(R"(\(((?:Ctrl|Shift|Alt|F\d+)[^)]*)\))");
        for (auto* button : window->topBar()->findChildren<QAbstractButton*>())
            if (const auto match = bracket.match(button->toolTip()); match.hasMatch())
                QVERIFY2(keys.contains(match.captured(1)), qPrintable(button->toolTip()));
    }

    void the_sheet_lists_every_key_in_both_languages() {
        auto window = make();
        ShortcutsSheet* sheet = window->help().showShortcuts();
        QCOMPARE(window->help().showShortcuts(), sheet); // the same again
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            window->setLanguage(language);
            const QString all = sheet->text()->toPlainText();
            for (const auto& command : window->commands().all())
                if (!command.keys.isEmpty()) {
                    QVERIFY2(all.contains(command.title()), qPrintable(command.id));
                    QVERIFY(all.contains(command.keys.first().toString(QKeySequence::NativeText)));
                }
            QVERIFY(all.contains(instrumentName("bits")));
        }
    }

    void about_says_what_is_in_use_and_on_which_terms() {
        auto window = make();
        AboutDialog* about = window->help().showAbout();
        const QString words = about->text()->toPlainText();
        for (const QString& each : {QString(kVersion), QString(qVersion()), QString("QCustomPlot"), QString("SQLite"),
                                    QString("LibTorch"), QString("Boost"), QString("CLI11"), QString("nlohmann")})
            QVERIFY2(words.contains(each), qPrintable(each));
        for (auto* button : about->findChildren<QAbstractButton*>())
            if (button->text() == "Copy details") QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains("LibTorch"));
        QVERIFY(about->showView("licence"));
        QVERIFY(about->text()->toPlainText().contains("GNU GENERAL PUBLIC LICENSE"));
        QVERIFY(about->text()->toPlainText().contains("END OF TERMS AND CONDITIONS"));
        QVERIFY(about->showView("licences"));
        QVERIFY(about->text()->toPlainText().contains("Boost Software License"));
        QVERIFY(!about->showView("no-such-view"));
    }

    void undo_is_the_lines_own_while_it_has_something_to_undo() {
        auto window = make();
        window->open("sums");
        auto* stack = window->page()->undoStack();
        QVERIFY(stack);
        auto* line = window->page()->findChild<QLineEdit*>();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, "0.3");
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(stack->canUndo());
        const int index = stack->index();
        line->setText(line->text()); // forgets what was typed, as a refreshed form does
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(stack->index(), index - 1);
        QTest::keyClick(line, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(stack->index(), index);
        QTest::keyClicks(line, "7");
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(stack->index(), index); // the 7 was taken back, nothing else
    }
};

QTEST_MAIN(TestHelp)
#include "test_help.moc"

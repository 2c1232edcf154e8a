// Ctrl+K: what is found, in both languages, with slips and half syllables, and how fast; and that Enter goes there.
#include "ui/shell/help/search_box.h"

#include <QLineEdit>
#include <QListWidget>
#include <QStackedWidget>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/page.h"
#include "ui/labs/scale_lab.h"
#include "ui/shell/commands.h"
#include "ui/shell/help/window_help.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/side_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestSearch : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;
    std::unique_ptr<MainWindow> m_window;

    QStringList titles(int most = 5) {
        QStringList all;
        for (int i = 0; i < std::min(most, box()->list()->count()); ++i)
            all << box()->list()->item(i)->text();
        return all;
    }
    SearchBox* box() { return m_window->help().search(); }
    void type(const QString& words) {
        m_window->help().openSearch();
        box()->line()->setText(words);
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", Settings{});
        m_window->resize(1440, 900);
        m_window->hideWelcome();
        m_window->show();
        QVERIFY(m_window->open("scale"));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->help().openSearch();
        QTRY_VERIFY_WITH_TIMEOUT(box()->isSettled(), 60'000); // the labs are looked through while it is open
        box()->close();
    }
    void cleanup() {
        m_window->setLanguage(text::Language::English);
        box()->close();
        VERIFY_NO_COMPLAINTS();
    }

    void letters_are_compared_as_they_are_typed() {
        QCOMPARE(searchLetters("Loss  Scale!"), std::string("loss scale"));
        QVERIFY(searchLetters(QStringLiteral("손실")).starts_with(searchLetters(QStringLiteral("손ㅅ"))));
        // The second syllable's consonant is typed onto the first before its vowel comes.
        QVERIFY(searchLetters(QStringLiteral("소나")).starts_with(searchLetters(QStringLiteral("손"))));
        QVERIFY(searchLetters(QStringLiteral("값이")).starts_with(searchLetters(QStringLiteral("값"))));
        QVERIFY(searchLetters(QStringLiteral("원리")).starts_with(searchLetters(QStringLiteral("우"))));
    }

    void words_find_what_they_name_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("english"); // title among the first five
        QTest::newRow("lab") << "hardware"
                             << "Hardware";
        QTest::newRow("beginning") << "accum"
                                   << "Accumulate";
        QTest::newRow("other order") << "scale initial"
                                     << "initial scale";
        QTest::newRow("a slip") << "roundimg"
                                << "Rounding";
        QTest::newRow("a letter too few") << "checkpoiting"
                                          << "Checkpointing";
        QTest::newRow("lesson by its place") << "a6"
                                             << "A6  ";
        QTest::newRow("Korean while English is shown") << QStringLiteral("하드웨어") << "Hardware";
        QTest::newRow("half a syllable") << QStringLiteral("반오") << "Rounding";
        QTest::newRow("first consonants") << QStringLiteral("ㅎㄷㅇㅇ") << "Hardware";
        QTest::newRow("the other keyboard layout") << QStringLiteral("ㅗㅁㄱㅇㅈㅁㄱㄷ") << "Hardware";
        QTest::newRow("command") << "light dark"
                                 << "Light or dark";
        QTest::newRow("path of a field") << "scaler.growth_interval"
                                         << "growth interval";
        QTest::newRow("window setting") << "type size"
                                        << "Type size";
    }
    void words_find_what_they_name() {
        QFETCH(QString, typed);
        QFETCH(QString, english);
        type(typed);
        const bool found =
            std::ranges::any_of(titles(), [&](const QString& title) { return title.startsWith(english); });
        QVERIFY2(found, qPrintable(titles().join(" | ")));
    }

    void nothing_is_said_to_be_found_where_nothing_is() {
        type("qqqqqzzzzz");
        QCOMPARE(box()->list()->count(), 0);
        QVERIFY(box()->list()->isHidden());
        QTest::keyClick(box()->line(), Qt::Key_Return); // nothing to act on
        QVERIFY(box()->isVisible());
    }

    void an_empty_line_offers_what_was_open_and_what_helps() {
        m_window->open("bits");
        m_window->open("scale");
        m_window->help().openSearch();
        QVERIFY2(titles().contains("Bits"), qPrintable(titles().join(" | ")));
        QVERIFY(titles(20).contains("Settings"));
        QVERIFY(!titles(20).contains("Scale")); // that is where we are
    }

    void enter_goes_there_and_escape_gives_the_keyboard_back() {
        QWidget* before = m_window->page()->firstFocus() ? m_window->page()->firstFocus() : m_window->centralWidget();
        before->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(box()->isVisible() && box()->line()->hasFocus());
        QTest::keyClick(box()->line(), Qt::Key_Escape);
        QVERIFY(!box()->isVisible());
        QCOMPARE(QApplication::focusWidget(), before);

        type("sums and updates");
        QTest::keyClick(box()->line(), Qt::Key_Return);
        QVERIFY(!box()->isVisible());
        QVERIFY2(m_window->pageId() == "sums", qPrintable(m_window->pageId()));
    }

    void a_card_of_a_lesson_is_opened() {
        const auto& lesson = m_window->shelf().lessons.front();
        const QString heading =
            QString::fromStdString(lesson.text(text::Language::English).steps.at(lesson.steps[1].id).heading);
        type(heading);
        QVERIFY2(titles(1).value(0) == heading, qPrintable(titles().join(" | ")));
        QTest::keyClick(box()->line(), Qt::Key_Return);
        QCOMPARE(m_window->pageId(), QString::fromStdString(lesson.id));
        QCOMPARE(qobject_cast<LessonPage*>(m_window->page())->player().position(), std::size_t(1));
    }

    void a_setting_of_a_lab_gets_the_keyboard() {
        type("growth interval scale");
        QTest::keyClick(box()->line(), Qt::Key_Return);
        QCOMPARE(m_window->pageId(), QString("scale"));
        QWidget* focus = QApplication::focusWidget();
        auto* editor = qobject_cast<FieldEditor*>(focus ? focus->parentWidget() : nullptr);
        QVERIFY(editor);
        QCOMPARE(editor->path(), QString("scaler.growth_interval"));
    }

    void a_preset_is_chosen_in_its_lab() {
        m_window->open("bits");
        type("underflow loss 100");
        QVERIFY2(titles(1).value(0).startsWith("underflow"), qPrintable(titles().join(" | ")));
        QTest::keyClick(box()->line(), Qt::Key_Return);
        QVERIFY(m_window->pageId() == "scale");
        QCOMPARE(qobject_cast<ScaleLab*>(m_window->page())->scenario().loss_multiplier, 1e-5);
    }

    void keys_stand_beside_commands() {
        type("one training step");
        QVERIFY(titles(1).value(0).contains("One training step"));
        QVERIFY(box()->list()->item(0)->data(Qt::AccessibleTextRole).toString().contains("F10"));
    }

    void the_arrows_stay_in_the_list() {
        type("scale");
        QVERIFY(box()->list()->count() > 3);
        QTest::keyClick(box()->line(), Qt::Key_Up);
        QCOMPARE(box()->list()->currentRow(), 0);
        QTest::keyClick(box()->line(), Qt::Key_Down);
        QCOMPARE(box()->list()->currentRow(), 1);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(box()->line(), Qt::Key_PageDown);
        QCOMPARE(box()->list()->currentRow(), box()->list()->count() - 1);
    }

    void titles_follow_the_language() {
        m_window->setLanguage(text::Language::Korean);
        type("hardware");
        QVERIFY2(titles().contains(QStringLiteral("하드웨어")), qPrintable(titles().join(" | ")));
    }

    void everything_can_be_found() {
        m_window->help().openSearch();
        QVERIFY2(box()->index().size() > 400, qPrintable(QString::number(box()->index().size())));
        for (const QString& id : m_window->pageIds()) {
            type(m_window->sideBar()->titleOf(id));
            QVERIFY2(titles(10).join(" ").contains(m_window->sideBar()->titleOf(id)), qPrintable(id));
        }
    }
};

QTEST_MAIN(TestSearch)
#include "test_search.moc"

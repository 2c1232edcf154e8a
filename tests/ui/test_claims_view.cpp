// The claims in the window: the list, its filters, testing with progress and an end, reports, and the way to a lesson.
#include "ui/instruments/claims/claims_view.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

#include "tests/lesson/small_ledger.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/labs/claims_lab.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestClaimsView : public QObject {
    Q_OBJECT

    lesson::LedgerFolder m_folder;
    testing::FakeThread<> m_thread;

    ClaimTester& tester() { return ClaimTester::instance(); }
    void use(const lesson::LedgerFolder& folder) { tester().setUp(&*m_thread, QString::fromStdString(folder.path())); }
    static QTreeWidget* list(const QWidget& widget) { return widget.findChild<QTreeWidget*>("claimList"); }
    static QPushButton* button(const QWidget& widget, const QString& text) {
        for (auto* each : widget.findChildren<QPushButton*>())
            if (each->text() == text) return each;
        return nullptr;
    }
    static QString rowText(const QWidget& widget, int section, int row) {
        const auto* item = list(widget)->topLevelItem(section)->child(row);
        return item->text(0) + " | " + item->text(1);
    }

  private Q_SLOTS:
    void initTestCase() {
        ui::testing::prepare();
        // The engine of the tests measures losses only.
        m_folder.edit("claims.json", "last(twin, bytes_weights)", "last(twin, loss)");
    }
    void init() { use(m_folder); }
    void cleanup() {
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }
    void cleanupTestCase() { tester().setUp(nullptr, {}); }

    void claims_stand_under_their_chapters_with_what_is_known() {
        ClaimsView view;
        view.resize(1100, 640);
        view.show();
        QCOMPARE(list(view)->topLevelItemCount(), 2);
        QCOMPARE(list(view)->topLevelItem(0)->text(0), "Chapter A");
        QCOMPARE(rowText(view, 0, 0), "±  holds under conditions | A5   65,504 is the <limit>");
        QCOMPARE(rowText(view, 1, 0), "·  not measured yet | B1-B3, B9   bf16 is as good");
        QCOMPARE(rowText(view, 1, 1), "–  cannot be tested here | B4   They saw 5 %");
        QCOMPARE(view.shown(), (QStringList{"exact", "measured", "recorded"}));
        QCOMPARE(view.chosen(), "exact"); // the first one
        const QString detail = view.detailText();
        for (const char* part : {"65,504 is the <limit>", "Rounded exactly.", "just above", "inf", "computed exactly",
                                 "Limits", "bf16 is as good"})
            QVERIFY2(detail.contains(part), part);
        QVERIFY(!list(view)->accessibleName().isEmpty());
        QCOMPARE(list(view)->topLevelItem(0)->child(0)->data(1, Qt::AccessibleTextRole).toString(),
                 "A5   65,504 is the <limit>: holds under conditions");
    }

    void contradictions_are_another_order() {
        ClaimsView view;
        view.setGroup(ClaimsView::Group::Contradictions);
        QCOMPARE(list(view)->topLevelItemCount(), 1);
        QCOMPARE(list(view)->topLevelItem(0)->text(0), "Limits");
        QCOMPARE(view.shown(), (QStringList{"exact", "measured"}));
        // A link to the other claim chooses it.
        Q_EMIT view.findChild<QTextBrowser*>()->anchorClicked(QUrl("measured"));
        QCOMPARE(view.chosen(), "measured");
    }

    void filters_leave_what_fits() {
        ClaimsView view;
        view.setFilter("b4", std::nullopt);
        QCOMPARE(view.shown(), QStringList{"recorded"});
        view.setFilter("LIMIT", std::nullopt);
        QCOMPARE(view.shown(), QStringList{"exact"});
        view.setFilter({}, lesson::ClaimVerdict::Unmeasured);
        QCOMPARE(view.shown(), QStringList{"measured"});
        view.setFilter("nothing like it", std::nullopt);
        QVERIFY(view.shown().isEmpty() && view.chosen().isEmpty() && view.detailText().isEmpty());
        QVERIFY(view.accessibleDescription().contains("Change the filter"));
    }

    void testing_runs_what_is_needed_and_shows_it() {
        ClaimsView view;
        view.show();
        view.choose("measured");
        QSignalSpy progressed(&tester(), &ClaimTester::progressed);
        QTest::mouseClick(button(view, "Test what is shown"), Qt::LeftButton);
        QVERIFY(tester().isRunning());
        QCOMPARE(tester().all(), 2); // "twin" is "plain" under another name
        QVERIFY(view.findChild<QProgressBar*>()->isVisible() && button(view, "Stop")->isVisible());
        QTRY_VERIFY(!tester().isRunning());
        QVERIFY(progressed.count() >= 3);
        QVERIFY(!view.findChild<QProgressBar*>()->isVisible());
        QCOMPARE(rowText(view, 1, 0).section(" | ", 0, 0), "✓  holds");
        QCOMPARE(view.chosen(), "measured");
        QVERIFY(view.detailText().contains("measured here"));
        // Again: everything is there, so it is run again.
        const auto before = m_thread.engine().log.size();
        view.testChosen();
        QTRY_VERIFY(!tester().isRunning());
        QCOMPARE(m_thread.engine().log.size() - before, std::size_t(6)); // 2 runs of 3 steps
    }

    void a_test_can_be_stopped() {
        lesson::LedgerFolder folder;
        folder.edit("claims.json", "\"other\": {", "\"slow\": {");
        folder.edit("claims.json", "last(other, loss)", "last(slow, loss)");
        use(folder);
        ClaimsLab lab;
        lab.show();
        lab.view()->testShown();
        QVERIFY(!lab.isSettled());
        lab.pauseRuns(); // as when another page is opened
        QVERIFY(lab.isSettled());
        QCOMPARE(tester().result("measured")->verdict, lesson::ClaimVerdict::Unmeasured);
    }

    void a_run_that_fails_is_said() {
        lesson::LedgerFolder folder;
        folder.edit("claims.json", "\"other\": {", "\"throws\": {");
        folder.edit("claims.json", "last(other, loss)", "last(throws, loss)");
        use(folder);
        ClaimsView view;
        view.show();
        QSignalSpy noticed(&view, &ClaimsView::noticed);
        view.testShown();
        QTRY_VERIFY(!tester().isRunning());
        QCOMPARE(noticed.count(), 1);
        QCOMPARE(tester().result("measured")->verdict, lesson::ClaimVerdict::Unmeasured);
    }

    void a_ledger_that_cannot_be_read_says_why() {
        lesson::LedgerFolder folder;
        folder.write("claims.json", "{");
        use(folder);
        ClaimsView view;
        QVERIFY(view.shown().isEmpty());
        QVERIFY(view.accessibleDescription().contains("claims.json:1:"));
        tester().setUp(&*m_thread, "/nowhere");
        ClaimsView other;
        QVERIFY(other.accessibleDescription().contains("claims.json"));
    }

    void the_lesson_is_one_click_away() {
        ClaimsLab lab;
        lab.show();
        QSignalSpy asked(&lab, &Page::pageAsked);
        lab.enterText("measured"); // an id is chosen
        QCOMPARE(lab.view()->chosen(), "measured");
        QTest::mouseClick(button(lab, "Open its lesson"), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), "small");
        lab.view()->choose("recorded"); // has no lesson and no run
        QVERIFY(!button(lab, "Open its lesson")->isVisible() && !button(lab, "Test this one")->isVisible());
        lab.enterText("LIMIT"); // anything else is looked for
        QCOMPARE(lab.view()->shown(), QStringList{"exact"});
        lab.reset();
        QCOMPARE(lab.view()->shown().size(), 3);
        QVERIFY(lab.showView("contradictions") && lab.showView("chapters") && !lab.showView("moon"));
    }

    void reports_are_written_in_three_kinds() {
        ClaimsView view;
        const QTemporaryDir folder;
        for (const char* name : {"claims.html", "claims.md", "claims.pdf"}) {
            QVERIFY(view.exportTo(folder.filePath(name)));
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            QVERIFY2(QString(name).endsWith("pdf") ? content.startsWith("%PDF") && content.size() > 2000
                                                   : content.contains("A paper, 2017"),
                     name);
        }
        QSignalSpy noticed(&view, &ClaimsView::noticed);
        QVERIFY(!view.exportTo(folder.path() + "/no/such/place.html"));
        QCOMPARE(noticed.count(), 1);
    }

    void it_speaks_korean_at_once_and_keeps_its_place() {
        ClaimsView view;
        view.choose("measured");
        LanguageSwitch::instance().setLanguage(text::Language::Korean);
        QCOMPARE(view.chosen(), "measured");
        QCOMPARE(list(view)->topLevelItem(0)->text(0), "A장");
        QCOMPARE(rowText(view, 1, 0), "·  아직 측정 전 | B1-B3, B9   bf16도 좋다");
        QVERIFY(view.detailText().contains("손실의 차"));
        QCOMPARE(view.findChildren<QComboBox*>().size(), 2);
        for (const auto* box : view.findChildren<QComboBox*>())
            QVERIFY(!box->accessibleName().isEmpty());
    }

    void the_keyboard_goes_through_the_list() {
        ClaimsView view;
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCOMPARE(view.firstFocus(), list(view));
        list(view)->setFocus();
        QTest::keyClick(list(view), Qt::Key_Down);
        QTest::keyClick(list(view), Qt::Key_Down);
        QVERIFY(view.chosen() == "measured" || view.chosen() == "recorded");
    }
};

QTEST_MAIN(TestClaimsView)
#include "test_claims_view.moc"

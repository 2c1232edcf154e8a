// Everything can be reached without a mouse and is called by a name: each control of every page and every lesson card.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTextEdit>

#include "tests/ui/fake_thread.h"
#include "tests/ui/page_walk.h"
#include "tests/ui/support.h"
#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/plot/plot_view.h"
#include "ui/shell/top_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

namespace {

QString spoken(QWidget& widget, QAccessible::Text what = QAccessible::Name) {
    // On Linux Qt gives a combo box's text as its name, whatever it is called.
    if (qobject_cast<QComboBox*>(&widget) && what == QAccessible::Name) return widget.accessibleName();
    auto* reader = QAccessible::queryAccessibleInterface(&widget);
    return reader ? reader->text(what) : QString();
}

// A word or a number: "×" and "⋯" are no names.
bool isWord(const QString& name) {
    return std::ranges::any_of(name, [](QChar c) { return c.isLetterOrNumber(); });
}

// Is it there to be used? Not the parts of which Qt makes a control.
bool isControl(const QWidget& widget) {
    if (widget.objectName().startsWith("qt_") || qobject_cast<const QScrollBar*>(&widget)) return false;
    for (const auto* above = widget.parentWidget(); above; above = above->parentWidget())
        if (qobject_cast<const QComboBox*>(above) || qobject_cast<const QAbstractSpinBox*>(above) ||
            qobject_cast<const QAbstractItemView*>(above))
            return false;
    return widget.focusPolicy() & Qt::TabFocus || qobject_cast<const QAbstractButton*>(&widget) ||
           qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QLineEdit*>(&widget) ||
           qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget) ||
           (qobject_cast<const QAbstractItemView*>(&widget) && !widget.inherits("QHeaderView")) || widget.focusProxy();
}

// What a control looks like where it stands: much of it has no ground of its own.
QImage seen(QWidget& control) {
    const QPixmap drawn = control.grab();
    QImage picture(drawn.size(), QImage::Format_RGB32);
    picture.fill(theme().color(Token::Panel));
    QPainter(&picture).drawPixmap(0, 0, drawn);
    return picture;
}

// Pixels that are lighter or darker by a sixth and more.
int differences(const QImage& a, const QImage& b) {
    int count = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y)
        for (int x = 0; x < std::min(a.width(), b.width()); ++x)
            count += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 40;
    return count;
}
constexpr int kLeastSeen = 30; ///< pixels: a line around the smallest box to tick

// For messages: "QToolButton “⋯” in LossInstrument".
QString describe(const QWidget& widget) {
    QString words = widget.metaObject()->className();
    if (!widget.objectName().isEmpty()) words += " #" + widget.objectName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) words += " \"" + button->text() + "\"";
    const QWidget* above = widget.parentWidget();
    while (above && QByteArray(above->metaObject()->className()) == "QWidget")
        above = above->parentWidget();
    return words + " in " + (above ? above->metaObject()->className() : "nothing");
}

// The keyboard's way round, by real presses of Tab, from where it is until it is there again.
QList<QWidget*> tabRound() {
    QList<QWidget*> seen;
    for (int i = 0; i < 500; ++i) {
        QWidget* now = QApplication::focusWidget();
        if (!now || seen.contains(now)) break;
        seen << now;
        // From link to link of one text: a few presses that stay with it are no trap.
        for (int press = 0; press < 500 && QApplication::focusWidget() == now; ++press)
            QTest::keyClick(now, Qt::Key_Tab);
    }
    return seen;
}

// Buttons of one exclusive group are one stop: arrows go from one to the next.
bool isReachedByArrows(const QWidget& widget, const QList<QWidget*>& stops) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (!button || !button->isCheckable()) return false;
    return std::ranges::any_of(stops, [&](const QWidget* stop) {
        const auto* other = qobject_cast<const QAbstractButton*>(stop);
        return other && ((button->group() && other->group() == button->group()) ||
                         (button->autoExclusive() && other->parentWidget() == button->parentWidget()));
    });
}

// The parts of the closest common ancestor that hold the two.
std::pair<const QWidget*, const QWidget*> siblings(const QWidget* a, const QWidget* b) {
    for (const QWidget* part = a; part->parentWidget(); part = part->parentWidget())
        if (part->parentWidget()->isAncestorOf(b) && !part->isAncestorOf(b)) {
            const QWidget* other = b;
            while (other->parentWidget() != part->parentWidget())
                other = other->parentWidget();
            return {part, other};
        }
    return {nullptr, nullptr};
}

// Does the second stand where one would have read it before the first: left of it in a line, or above it?
bool isAgainstReading(const QWidget* first, const QWidget* second) {
    const auto [a, b] = siblings(first, second);
    if (!a || !b || a == b) return false;
    const QRect x = a->geometry(), y = b->geometry();
    const bool same_line =
        std::min(x.bottom(), y.bottom()) - std::max(x.top(), y.top()) > std::min(x.height(), y.height()) / 2;
    const bool same_column =
        std::min(x.right(), y.right()) - std::max(x.left(), y.left()) > std::min(x.width(), y.width()) / 2;
    return (same_line && y.right() <= x.left()) || (same_column && y.bottom() <= x.top());
}

} // namespace

class TestReach : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    std::unique_ptr<MainWindow> make() {
        auto window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", Settings{});
        window->freezeTimes();
        window->resize(1440, 900);
        window->show();
        window->activateWindow();
        return window;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() {
        ThemeSwitch::instance().set(ThemeKind::Light, 1);
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void every_control_is_called_by_a_name_data() {
        QTest::addColumn<bool>("korean");
        QTest::newRow("en") << false;
        QTest::newRow("ko") << true;
    }
    void every_control_is_called_by_a_name() {
        QFETCH(bool, korean);
        LanguageSwitch::instance().setLanguage(korean ? text::Language::Korean : text::Language::English);
        auto window = make();
        QStringList found;
        testing::walkPages(*window, {.cards = testing::Cards::OneOfEachKind}, [&](const QString& where) {
            for (auto* widget : window->findChildren<QWidget*>()) {
                if (!widget->isVisible() || !isControl(*widget) || isWord(spoken(*widget))) continue;
                const QString line = describe(*widget);
                if (!found.contains(line)) found << line << "    first seen at " + where;
            }
        });
        VERIFY_NOTHING_IN(found);
    }

    void the_keyboard_reaches_everything_and_one_sees_where_it_is_data() {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
    }
    void the_keyboard_reaches_everything_and_one_sees_where_it_is() {
        QFETCH(int, theme);
        ThemeSwitch::instance().set(static_cast<ThemeKind>(theme), 1);
        auto window = make();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QStringList found;
        const auto complain = [&](const QString& fault, const QString& where) {
            if (!found.contains(fault)) found << fault << "    first seen at " + where;
        };
        QSet<QString> looked; // at: once for each kind of control
        const auto cards = theme == 0 ? testing::Cards::OneOfEachKind : testing::Cards::OfOneLesson;
        testing::walkPages(*window, {.cards = cards}, [&](const QString& where) {
            if (!QApplication::focusWidget()) window->centralWidget()->setFocus(); // taken away below
            QWidget* first = QApplication::focusWidget();
            if (!first) return complain("nothing has the keyboard", where);
            const QList<QWidget*> stops = tabRound();
            if (QApplication::focusWidget() != first && !stops.isEmpty() && QApplication::focusWidget() == stops.last())
                complain("the keyboard is kept by " + describe(*stops.last()), where);
            for (auto* widget : window->findChildren<QWidget*>()) {
                if (!widget->isVisible() || !widget->isEnabled() || !isControl(*widget)) continue;
                const QWidget* stop = widget->focusProxy() ? widget->focusProxy() : widget;
                if (!stops.contains(stop) && !isReachedByArrows(*widget, stops))
                    complain("Tab does not reach " + describe(*widget), where);
            }
            const auto* top = window->findChild<TopBar*>(); // where a round begins
            const auto isRoundAgain = [&](const QWidget* a, const QWidget* b) {
                return top->isAncestorOf(b) && !top->isAncestorOf(a);
            };
            const auto isOnePanel = [&](const QWidget* a, const QWidget* b) { // its header may come after its plot
                return std::ranges::any_of(window->findChildren<Instrument*>(), [&](const auto* panel) {
                    return panel->isAncestorOf(a) && panel->isAncestorOf(b);
                });
            };
            // The Break it lab moves its stage into another layout: there the histogram comes after the time bar.
            for (qsizetype i = 1; i < stops.size() && !where.startsWith("break"); ++i)
                if (!isRoundAgain(stops[i - 1], stops[i]) && !isOnePanel(stops[i - 1], stops[i]) &&
                    isAgainstReading(stops[i - 1], stops[i]))
                    complain("Tab goes back from " + describe(*stops[i - 1]) + " to " + describe(*stops[i]), where);
            for (auto* stop : stops) {
                if (qobject_cast<QLabel*>(stop)) continue; // a frame goes from link to link of a text
                if (!stop->isVisible() || !isControl(*stop) || looked.contains(describe(*stop))) continue;
                looked << describe(*stop);
                stop->setFocus(Qt::TabFocusReason);
                const QImage with = seen(*stop);
                stop->clearFocus();
                if (differences(with, seen(*stop)) < kLeastSeen)
                    complain("the keyboard cannot be seen at " + describe(*stop), where);
            }
        });
        VERIFY_NOTHING_IN(found);
    }

    // Within ten seconds: on the first screen, without scrolling, by a name that says what it is.
    void a_stranger_finds_the_first_lesson_data() {
        QTest::addColumn<QSize>("size");
        for (const QSize& size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)})
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
    void a_stranger_finds_the_first_lesson() {
        QFETCH(QSize, size);
        auto window = make();
        window->resize(size);
        window->open("scale");
        testing::settle();
        const auto& first = window->shelf().lessons.front();
        const QString title = QString::fromStdString(first.text(text::Language::English).title);
        QPushButton* way = nullptr;
        for (auto* button : window->findChildren<QPushButton*>())
            if (button->isVisible() && button->visibleRegion().boundingRect().size() == button->size() &&
                (button->text().contains(title) || spoken(*button).contains(title)))
                way = button;
        QVERIFY(way);
        QTest::mouseClick(way, Qt::LeftButton);
        QCOMPARE(window->pageId(), QString::fromStdString(first.id));
    }

    void every_instrument_says_its_numbers_and_lists_them() {
        RunModel run(*m_thread);
        run.showRecord(testing::fullRecord(scenario::load_scenario("overflow"), 60));
        run.select(60);
        QStringList found;
        for (const QString& id : instrumentIds()) {
            const auto instrument = makeInstrument(id);
            instrument->resize(700, 500);
            instrument->setRun(&run);
            instrument->show();
            testing::settle();
            QWidget* says = instrument.get();
            if (auto* plot = qobject_cast<PlotInstrument*>(instrument.get())) says = plot->view();
            // A table is read out cell by cell.
            const bool is_table = !instrument->findChildren<QAbstractItemView*>().isEmpty() && says == instrument.get();
            if (is_table) continue;
            if (!isWord(spoken(*says, QAccessible::Description))) found << id + " says nothing of what it shows";
            if (id == "code") continue; // is text
            const QString wanted = QStringLiteral("Show the numbers as a table");
            bool has_table = false;
            for (const auto* action : instrument->findChild<QMenu*>()->actions())
                has_table = has_table || action->text() == wanted;
            if (!has_table) found << id + " has no table of its numbers";
        }
        VERIFY_NOTHING_IN(found);
    }
};

QTEST_MAIN(TestReach)
#include "test_reach.moc"

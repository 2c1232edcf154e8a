// A million points as a few thousand: what may be left out and what never.
#include "ui/plot/decimate.h"

#include <QSignalSpy>
#include <QTest>
#include <random>

#include "tests/ui/support.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/theme_switch.h"

using namespace ampscope::ui;

class TestDecimate : public QObject {
    Q_OBJECT

    struct Line {
        QVector<double> x, y;
    };
    static Line noise(int count) {
        std::mt19937 random(7);
        std::normal_distribution<double> height;
        Line line;
        for (int i = 0; i < count; ++i)
            line.x << i, line.y << height(random);
        return line;
    }
    static bool has(const Points& points, double x, double y) {
        for (qsizetype i = 0; i < points.x.size(); ++i)
            if (points.x[i] == x && points.y[i] == y) return true;
        return false;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    // The oracle goes through all points and sorts them into columns by itself.
    void each_column_keeps_its_first_last_lowest_and_highest() {
        const Line line = noise(100'000);
        constexpr int kColumns = 300;
        for (const auto& [lower, upper] : {std::pair(0.0, 99'999.0), std::pair(12'345.5, 67'890.5)}) {
            const Points points = decimateLine(line.x, line.y, lower, upper, kColumns);
            QVERIFY(points.x.size() <= 12 * kColumns + 2);
            QVERIFY(std::is_sorted(points.x.begin(), points.x.end()));
            std::map<int, std::vector<int>> columns;
            for (int i = 0; i < line.x.size(); ++i)
                if (line.x[i] >= lower && line.x[i] <= upper)
                    columns[static_cast<int>((line.x[i] - lower) * (kColumns / (upper - lower)))].push_back(i);
            QVERIFY(columns.size() >= kColumns);
            const std::set<std::pair<double, double>> kept = [&] {
                std::set<std::pair<double, double>> all;
                for (qsizetype i = 0; i < points.x.size(); ++i)
                    all.insert({points.x[i], points.y[i]});
                return all;
            }();
            for (const auto& [column, members] : columns) {
                const auto [low, high] = std::ranges::minmax_element(members, {}, [&](int i) { return line.y[i]; });
                for (const int i : {members.front(), members.back(), *low, *high})
                    QVERIFY2(kept.contains({line.x[i], line.y[i]}), qPrintable(QString::number(i)));
            }
            // Nothing was made up: every point is one of the line.
            for (const auto& [x, y] : kept)
                QCOMPARE(y, line.y[static_cast<qsizetype>(x)]);
        }
    }

    void a_line_runs_out_of_sight() {
        const Line line = noise(50'000);
        const Points points = decimateLine(line.x, line.y, 10'000.5, 30'000.5, 100);
        QCOMPARE(points.x.first(), 10'000.0);
        QCOMPARE(points.x.last(), 30'001.0);
        const Points few = decimateLine(line.x, line.y, 100.5, 200.5, 100);
        QCOMPARE(few.x.size(), 102);
    }

    void gaps_and_what_stands_between_them_stay() {
        Line line = noise(100'000);
        const double gap = std::nan("");
        line.y[50'000] = gap; // one gap
        line.y[70'000] = gap; // two in one column, with a peak between them
        line.y[70'003] = gap;
        line.y[70'001] = 99;
        line.y[70'002] = -99;
        for (int i = 80'000; i < 90'000; ++i)
            line.y[i] = gap; // a wide one
        const Points points = decimateLine(line.x, line.y, 0, 100'000, 200);
        const auto gaps_at = [&](double from, double to) {
            int count = 0;
            for (qsizetype i = 0; i < points.x.size(); ++i)
                count += points.x[i] >= from && points.x[i] <= to && std::isnan(points.y[i]);
            return count;
        };
        QCOMPARE(gaps_at(49'500, 50'500), 1);
        QCOMPARE(gaps_at(69'500, 70'500), 2);
        QVERIFY(has(points, 70'001, 99) && has(points, 70'002, -99));
        QVERIFY(gaps_at(80'000, 89'999) >= 1);
        for (qsizetype i = 0; i < points.x.size(); ++i)
            if (points.x[i] >= 80'000 && points.x[i] < 90'000) QVERIFY(std::isnan(points.y[i]));
        // All gaps is a line that is not there, and no endless loop.
        const QVector<double> nothing(100'000, gap);
        for (const double y : decimateLine(line.x, nothing, 0, 100'000, 200).y)
            QVERIFY(std::isnan(y));
        // Every second one a gap: still bounded.
        for (int i = 0; i < 100'000; i += 2)
            line.y[i] = gap;
        const Points torn = decimateLine(line.x, line.y, 0, 100'000, 200);
        QVERIFY(torn.x.size() <= 12 * 200 + 2);
        QVERIFY(has(torn, 70'001, 99));
    }

    void few_points_are_left_alone() {
        const Line line = noise(50);
        const Points points = decimateLine(line.x, line.y, 0, 50, 100);
        QCOMPARE(points.x, line.x);
        QCOMPARE(points.y, line.y);
        QVERIFY(decimateLine({}, {}, 0, 1, 100).x.isEmpty());
        QCOMPARE(decimateLine(line.x, line.y, 1, 1, 0).x, line.x);
    }

    void dots_hide_only_behind_dots() {
        const Line line = noise(200'000);
        const Points dots = decimateDots(line.x, line.y, 0, 200'000, 100, -5, 5, 80);
        QVERIFY(dots.x.size() <= 101 * 81);
        std::set<std::pair<int, int>> wanted, found;
        const auto pixel = [](double x, double y) {
            return std::pair(static_cast<int>(x / 200'000 * 100), static_cast<int>((y + 5) / 10 * 80));
        };
        for (qsizetype i = 0; i < line.x.size(); ++i)
            if (std::fabs(line.y[i]) <= 5) wanted.insert(pixel(line.x[i], line.y[i]));
        for (qsizetype i = 0; i < dots.x.size(); ++i)
            found.insert(pixel(dots.x[i], dots.y[i]));
        QVERIFY(found == wanted);
        QCOMPARE(found.size(), static_cast<std::size_t>(dots.x.size()));
    }

    void a_figure_is_drawn_once_for_all_that_changed_and_never_out_of_sight() {
        PlotView view;
        view.resize(600, 300);
        Figure figure;
        figure.series.push_back({"noise", "fp16", Series::Kind::Line, noise(2000).x, noise(2000).y});
        view.setFigure(figure);
        view.setTheme(ThemeKind::Dark, 1);
        QCoreApplication::processEvents();
        QCOMPARE(view.drawings(), 0); // not shown
        view.show();
        QTRY_VERIFY(view.drawings() > 0);
        QTest::qWait(50);
        const int before = view.drawings();
        for (int i = 0; i < 10; ++i) {
            view.setFigure(figure);
            view.setTheme(i % 2 ? ThemeKind::Light : ThemeKind::Dark, 1);
        }
        QTRY_COMPARE(view.drawings(), before + 1);
        QTest::qWait(50);
        QCOMPARE(view.drawings(), before + 1);
        view.hide();
        view.setFigure(figure);
        QTest::qWait(50);
        QCOMPARE(view.drawings(), before + 1);
    }

    void what_is_asked_of_a_view_is_asked_of_its_newest_figure() {
        PlotView view;
        view.resize(600, 300);
        Figure figure;
        figure.x.lower = 0, figure.x.upper = 10;
        figure.series.push_back({"a", "fp16", Series::Kind::Line, {0, 10}, {0, 1}});
        view.setFigure(figure);
        QCOMPARE(view.range(Qt::Horizontal).second, 10.0);
        figure.x.upper = 20;
        view.setFigure(figure);
        QCOMPARE(view.range(Qt::Horizontal).second, 20.0);
        QSignalSpy selected(&view, &PlotView::selected);
        figure.x.upper = 40;
        view.setFigure(figure);
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.range(Qt::Horizontal).second < 40 && view.range(Qt::Horizontal).second > 20);
    }
};

QTEST_MAIN(TestDecimate)
#include "test_decimate.moc"

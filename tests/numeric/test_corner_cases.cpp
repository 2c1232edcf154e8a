// Cases that implementations got wrong: each is a row with its source in core/numeric/corner_cases.cpp; here every row
// is answered, and what cannot be a row is calculated.
#include "core/numeric/corner_cases.h"

#include <QSet>
#include <QTest>

#include "core/numeric/cast_chain.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/text/catalogue.h"

using namespace ampscope;
using namespace ampscope::numeric;

class TestCornerCases : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void each_has_its_right_answer_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < corner_cases().size(); ++i)
            QTest::newRow(corner_cases()[i].id.data()) << static_cast<int>(i);
    }
    void each_has_its_right_answer() {
        QFETCH(int, index);
        const CornerCase& item = corner_cases()[static_cast<std::size_t>(index)];
        const FloatFormat& target = format(item.format);
        const Code found = answer(item);
        QVERIFY2(found == Code(item.code), qPrintable(QString::fromStdString(code_text(target, found) + " instead of " +
                                                                             code_text(target, Code(item.code)))));
        QVERIFY(text::find_entry(item.why));
        QVERIFY(!item.source.empty());
        QVERIFY(find_corner_case(item.id) == &item);
    }

    void ids_are_unique() {
        QSet<QString> ids;
        for (const auto& item : corner_cases())
            ids << QString::fromUtf8(item.id.data(), static_cast<qsizetype>(item.id.size()));
        QCOMPARE(static_cast<std::size_t>(ids.size()), corner_cases().size());
        QVERIFY(!find_corner_case("none"));
    }

    // The values as texts, as a reader of the anchors sees them.
    void values_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* id, const char* value) { QTest::newRow(id) << QString(id) << QString(value); };
        row("fp16-below-overflow", "65504");
        row("fp16-overflow", "inf");
        row("tie-to-even-up", "1.001953125");
        row("above-a-tie", "1.0009765625");
        row("bf16-pi", "3.140625");
        row("carry-to-normal", "0.00006103515625");
        row("printed-is-not-the-value", "0.000006437301635742187");
        row("e4m3-464", "448");
        row("e4m3-465-nosat", "nan");
        row("e5m2-overflow", "inf");
        row("negative-underflow", "-0");
        row("sum-sticks-fp16", "2048");
        row("adam-eps", "0");
    }
    void values() {
        QFETCH(QString, id);
        QFETCH(QString, value);
        const CornerCase* item = find_corner_case(id.toStdString());
        QVERIFY(item);
        const auto stored = conversion_of(*item).stored;
        if (value.size() > 20) // shortened above: compared as numbers near each other
            QVERIFY(std::abs(to_double(stored) / value.toDouble() - 1) < 1e-12);
        else
            QCOMPARE(QString::fromStdString(exact_decimal(stored)), value);
    }
};

QTEST_GUILESS_MAIN(TestCornerCases)
#include "test_corner_cases.moc"

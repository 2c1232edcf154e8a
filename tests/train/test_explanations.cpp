// Words about runs that are made from records alone: which lines of code differ, what a mistake's runs measured, which
// number did not fit, which line an op belongs to.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/numeric/decimal.h"
#include "core/scenario/fields.h"
#include "core/train/code_diff.h"
#include "core/train/mistake_verdict.h"
#include "core/train/offending_value.h"

using namespace ampscope;
using namespace ampscope::train;
using record::Column;

namespace {

std::vector<CodeLine> listing(const char* letters) {
    std::vector<CodeLine> lines;
    for (const char* letter = letters; *letter; ++letter)
        lines.push_back({std::string(1, *letter), CodePart::Other});
    return lines;
}

record::RunRecord trained(const scenario::Scenario& scenario, double norm, std::initializer_list<double> losses) {
    record::RunRecord record(scenario, {});
    for (const double loss : losses) {
        record::Sample sample;
        sample[Column::Step] = static_cast<double>(record.samples().size());
        sample[Column::Ran] = 1;
        sample[Column::Loss] = loss;
        sample[Column::GradNorm] = norm;
        sample[Column::Ms] = 10 * loss;
        record.sample(sample);
    }
    return record;
}

} // namespace

class TestExplanations : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void a_diff_holds_both_listings_data() {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<int>("shared");
        QTest::newRow("equal") << "abc"
                               << "abc" << 3;
        QTest::newRow("one changed") << "abc"
                                     << "axc" << 2;
        QTest::newRow("added at the end") << "ab"
                                          << "abc" << 2;
        QTest::newRow("removed in front") << "xab"
                                          << "ab" << 2;
        QTest::newRow("moved") << "abcd"
                               << "bcda" << 3;
        QTest::newRow("nothing shared") << "abc"
                                        << "xy" << 0;
        QTest::newRow("one is empty") << ""
                                      << "xy" << 0;
    }
    void a_diff_holds_both_listings() {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QFETCH(int, shared);
        const auto rows = code_diff(listing(qPrintable(left)), listing(qPrintable(right)));
        QString read_left, read_right;
        for (const auto& row : rows) {
            QVERIFY(row.left || row.right);
            if (row.left) read_left += QString::fromStdString(*row.left);
            if (row.right) read_right += QString::fromStdString(*row.right);
        }
        QCOMPARE(read_left, left);
        QCOMPARE(read_right, right);
        QCOMPARE(std::ranges::count_if(rows, [](const DiffRow& row) { return !row.differs(); }),
                 std::ptrdiff_t(shared));
    }

    void every_mistake_is_seen_in_its_code_and_has_a_verdict() {
        for (const auto& mistake : scenario::mistakes()) {
            const auto rows = code_diff(training_step(mistake.broken()), training_step(mistake.mended()));
            QVERIFY2(std::ranges::any_of(rows, &DiffRow::differs), std::string(mistake.id).c_str());
            const auto broken = trained(mistake.broken(), 16, {5, 7}), mended = trained(mistake.mended(), 2, {5, 3.25});
            for (const auto language : {text::Language::English, text::Language::Korean}) {
                const std::string said = text::render(mistake_verdict(mistake, broken, mended, nullptr), language);
                QVERIFY2(said.find('{') == std::string::npos && said.find("mistake.") == std::string::npos,
                         said.c_str());
            }
        }
    }

    void a_verdict_is_made_of_the_records() {
        const auto& mistake = *scenario::find_mistake("no-loss-division");
        const auto broken = trained(mistake.broken(), 16, {5, 7.5}), mended = trained(mistake.mended(), 2, {5, 3.25});
        const std::string said =
            text::render(mistake_verdict(mistake, broken, mended, nullptr), text::Language::English);
        for (const char* number : {"16", " 2 ", "8 times", "7.5", "3.25", "2 steps"})
            QVERIFY2(said.find(number) != std::string::npos, said.c_str());
        const record::RunRecord none;
        QCOMPARE(mistake_verdict(mistake, none, mended, nullptr).id, std::string("mistake.no_verdict"));
        // One that ended before its first step tells by its error.
        record::RunRecord failed(mistake.broken(), {});
        failed.fact({0, "failed", {{"text", std::string("unscale_() has already been called")}}});
        const auto& twice = *scenario::find_mistake("unscale-twice");
        const std::string error = text::render(mistake_verdict(twice, failed, mended, nullptr), text::Language::Korean);
        QVERIFY2(error.find("unscale_() has already been called") != std::string::npos, error.c_str());
    }

    void the_number_that_did_not_fit() {
        const auto explain = [](const std::string& op, const std::string& kind, std::vector<double> left,
                                std::vector<double> right, double exact, const std::string& dtype = "fp16") {
            record::FirstNonfinite first;
            first.op = op;
            first.kind = kind;
            first.dtype = dtype;
            first.left = std::move(left);
            first.right = std::move(right);
            first.exact = exact;
            return offending_value(first);
        };
        const OffendingValue sum = explain("mm", "sum_of_products", {300, 60000, 0.25}, {20, 1, 0.5}, 66000.125);
        QVERIFY(sum.is_exact && sum.stored);
        QCOMPARE(numeric::exact_decimal(*sum.value), std::string("66000.125"));
        QVERIFY(sum.stored->number_class == numeric::NumberClass::Infinity);
        QCOMPARE(numeric::code_text(sum.stored->format, sum.stored->rounded.code), std::string("0x7c00"));
        QCOMPARE(sum.products.terms.front().product, 60000.0);

        const OffendingValue product = explain("mul", "elementwise", {256.5, 256.5}, {}, 65792.25);
        QCOMPARE(numeric::exact_decimal(*product.value), std::string("65792.25"));
        QVERIFY(product.products.terms.empty() && product.is_exact);
        QVERIFY(explain("_to_copy", "elementwise", {1e30}, {}, 1e30).stored->number_class ==
                numeric::NumberClass::Infinity);
        // Known as far as fp64 carries.
        const OffendingValue power = explain("exp", "elementwise", {20}, {}, std::exp(20.0));
        QVERIFY(!power.is_exact && power.stored);
        QVERIFY(!explain("gelu", "unknown", {}, {}, std::nan("")).value);
        QVERIFY(!explain("mul", "elementwise", {2, 3}, {}, 6, "int64").stored);
    }

    void the_line_of_an_op() {
        scenario::Scenario scenario;
        scenario::set_field(scenario, "precision", "fp16");
        record::RunRecord record = trained(scenario, 1, {5});
        record::OpList list;
        for (const auto& [phase, layer] : {std::pair{"data", ""},
                                           {"forward", "blocks.0"},
                                           {"forward", "loss"},
                                           {"backward", "blocks.0"},
                                           {"optimizer", ""}}) {
            record::StepOp op;
            op.phase = phase;
            op.layer = layer;
            list.ops.push_back(op);
        }
        record.detail({0, list});
        const auto lines = training_step(scenario);
        const auto lit = [&](std::optional<std::size_t> op) {
            return lines[light(lines, record, 0, text::Language::English, op).lit_line].text;
        };
        const std::string step = lit(std::nullopt);
        QCOMPARE(step, std::string("scaler.step(optimizer)"));
        QCOMPARE(lit(0), step);
        QVERIFY(lit(1).find("model(x)") != std::string::npos);
        QVERIFY(lit(2).find("loss_fn(") != std::string::npos);
        QVERIFY(lit(3).find(".backward()") != std::string::npos);
        QCOMPARE(lit(4), step);
        QCOMPARE(lit(99), step);
        record::FirstNonfinite first;
        first.op = std::string("mm");
        first.phase = std::string("backward");
        first.layer = std::string("head");
        first.value = HUGE_VAL;
        first.op_index = 99; // the list need not be there
        record.detail({0, first});
        QVERIFY(lit(99).find(".backward()") != std::string::npos);
        const auto said = light(lines, record, 0, text::Language::English, 99);
        QCOMPARE(said.remarks[said.lit_line], std::string("# first inf: mm, head"));
    }
};

QTEST_GUILESS_MAIN(TestExplanations)
#include "test_explanations.moc"

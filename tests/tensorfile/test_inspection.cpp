// What formats make of tensors: every count against the exact core, element by element.
#include "core/tensorfile/inspection.h"

#include <QTest>
#include <cmath>
#include <random>

#include "core/numeric/rounding.h"
#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;
using namespace ampscope::tensorfile;

class TestInspection : public QObject {
    Q_OBJECT
    Folder m_folder;

    std::unique_ptr<TensorFile> doubles(const std::vector<double>& values) {
        QByteArray payload(reinterpret_cast<const char*>(values.data()), static_cast<int>(values.size() * 8));
        const QByteArray shape = "(" + QByteArray::number(static_cast<qulonglong>(values.size())) + ",)";
        return open_tensor_file(m_folder.write("x.npy", npy(npyHeader("<f8", shape), payload)));
    }

    static Shares exact_shares(const std::vector<double>& values, const numeric::FloatFormat& format, double scale) {
        Shares shares;
        for (const double value : values) {
            if (value == 0 || !std::isfinite(value)) continue;
            const auto exact = numeric::ExactValue::finite(numeric::Rational(value) * numeric::Rational(scale));
            const auto rounded = numeric::round_to(format, exact);
            const auto kind = numeric::classify(format, rounded.code);
            if (rounded.overflow)
                ++shares.overflowed;
            else if (kind == numeric::NumberClass::Zero)
                ++shares.lost;
            else if (kind == numeric::NumberClass::Subnormal)
                ++shares.subnormal;
        }
        return shares;
    }
    static QString text(const Shares& s) {
        return QString("lost %1 subnormal %2 overflowed %3").arg(s.lost).arg(s.subnormal).arg(s.overflowed);
    }

    // Sizes everywhere, and every border of every format with its neighbours.
    static std::vector<double> samples() {
        std::vector<double> values = {0.0, -0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 5e-324, 1e-310, 1e300, -1.7e308};
        for (const auto& format : default_inspect_formats())
            for (const double border :
                 {std::ldexp(1, format.min_exponent()), std::ldexp(1, format.min_exponent() - format.mantissa_bits - 1),
                  std::ldexp(2 - std::ldexp(1, -format.mantissa_bits - 1), format.min_exponent() - 1),
                  numeric::to_double(numeric::decode(format, format.max_finite())),
                  std::ldexp(2 - std::ldexp(1, -format.mantissa_bits - 1), format.max_exponent()),
                  std::ldexp(1.8125, format.max_exponent()), std::ldexp(1.875, format.max_exponent())})
                for (const double value : {border, std::nextafter(border, 0), std::nextafter(border, HUGE_VAL)}) {
                    values.push_back(value);
                    values.push_back(-value);
                }
        std::mt19937_64 random(1337);
        std::uniform_real_distribution<double> exponent(-60, 40);
        for (int i = 0; i < 3000; ++i)
            values.push_back(std::exp2(exponent(random)) * (i % 2 ? 1 : -1));
        for (int i = -40; i < 20; ++i)
            values.push_back(std::ldexp(1, i));
        return values;
    }

  private Q_SLOTS:
    void shares_are_those_of_the_exact_core_data() {
        QTest::addColumn<int>("log2_scale");
        for (const int scale : {0, 1, 7, 16, 24, -3, -20})
            QTest::addRow("2^%d", scale) << scale;
    }
    void shares_are_those_of_the_exact_core() {
        QFETCH(int, log2_scale);
        const auto values = samples();
        InspectOptions options;
        options.scale = std::ldexp(1, log2_scale);
        options.formats = inspect_formats({"fp16", "bf16", "e4m3", "e5m2", "e4m3fnuz", "e4m3-ieee", "fp32", "e3m4"});
        const auto report = inspect(*doubles(values), 0, options);
        const auto plain = inspect(*doubles(values), 0, InspectOptions{options.formats, 1, 3, {}, {}});
        for (std::size_t f = 0; f < options.formats.size(); ++f) {
            const Shares right = exact_shares(values, options.formats[f], options.scale);
            const QString name = QString::fromStdString(options.formats[f].id) + ": ";
            QCOMPARE(name + text(report.formats[f].shares), name + text(right));
            // From the counts at scale 1 alone.
            QCOMPARE(name + text(plain.shares_at(f, log2_scale)), name + text(right));
        }
        QCOMPARE(report.zero, std::int64_t(2));
        QCOMPARE(report.infinite, std::int64_t(2));
        QCOMPARE(report.nan, std::int64_t(1));
        QCOMPARE(report.total, static_cast<std::int64_t>(values.size()));
        QCOMPARE(report.least, 5e-324);
        QCOMPARE(report.largest, 1.7e308);
        QCOMPARE(report.min, -1.7e308);
    }

    void the_best_scale_is_the_best_of_all() {
        for (const auto& values : {std::vector<double>{1e-6, 2e-5, 3e-7, -4e-6}, std::vector<double>{1e-9, 1.0, 3e4},
                                   std::vector<double>{1e6, 2e7}, std::vector<double>{0.5, 0.25},
                                   std::vector<double>{65519.999}, std::vector<double>{65520.0, 1e-3}}) {
            const auto report = inspect(*doubles(values), 0);
            for (const auto& format : report.formats) {
                int best = 0;
                std::tuple<std::int64_t, std::int64_t, std::int64_t, int> least{1 << 30, 0, 0, 0};
                for (int scale = -200; scale <= 200; ++scale) {
                    const Shares s = exact_shares(values, format.format, std::ldexp(1, scale));
                    const std::tuple here{s.overflowed, s.lost, s.subnormal, std::abs(scale)};
                    if (here < least) least = here, best = scale;
                }
                QCOMPARE(format.best_log2_scale.value(), best);
                QCOMPARE(text(format.at_best), text(exact_shares(values, format.format, std::ldexp(1, best))));
            }
        }
        QVERIFY(!inspect(*doubles({0, 0}), 0).formats[0].best_log2_scale);
    }

    void worst_elements_have_their_places() {
        const auto report = inspect(*doubles({1, 3e-8, 70000, 1 + std::ldexp(1, -11), 2e-8, 0.1, -1e-12}), 0);
        const FormatReport& fp16 = report.formats[0];
        QCOMPARE(report.largest_values[0].place, std::uint64_t(2));
        QCOMPARE(report.largest_values[0].value, 70000.0);
        QCOMPARE(fp16.shares.overflowed, std::int64_t(1));
        QCOMPARE(fp16.shares.lost, std::int64_t(2));
        QCOMPARE(fp16.lost[0].place, std::uint64_t(4)); // 2e-8 < 2^-25 < 3e-8
        QCOMPARE(fp16.lost[1].value, -1e-12);
        QCOMPARE(fp16.worst[0].place, std::uint64_t(1));
        QCOMPARE(fp16.worst[0].stored, std::ldexp(1, -24));
        QCOMPARE(fp16.worst[1].place,
                 std::uint64_t(3)); // the tie: half an ULP, the most that a normal number can be off
        QCOMPARE(fp16.changed, std::int64_t(6));
        QVERIFY(fp16.max_relative > 0.9);
    }

    void root_mean_square_against_its_definition() {
        std::vector<double> values;
        for (const double value : samples())
            if (std::fabs(value) > 1e-9 && std::fabs(value) < 6e4) values.push_back(value);
        InspectOptions options;
        options.scale = 4;
        const auto report = inspect(*doubles(values), 0, options);
        for (std::size_t f = 0; f < 2; ++f) {
            double errors = 0, squares = 0;
            for (const double value : values) {
                const auto& format = report.formats[f].format;
                const auto rounded =
                    numeric::round_to(format, numeric::ExactValue::finite(numeric::Rational(value) * 4));
                if (rounded.overflow) continue;
                const double error = numeric::to_double(numeric::decode(format, rounded.code)) / 4 - value;
                errors += error * error;
                squares += value * value;
            }
            const double right = std::sqrt(errors / squares);
            // A few thousand additions of numbers with relative errors of 2^-52.
            QVERIFY(std::fabs(report.formats[f].relative_rms - right) < 1e-11 * right);
        }
    }

    void numbers_that_would_leave_double_when_squared() {
        InspectOptions options;
        options.formats = inspect_formats({"bf16"});
        const auto report = inspect(*doubles({1e-300, 3e-200}), 0, options);
        QCOMPARE(report.formats[0].shares.lost, std::int64_t(2));
        QCOMPARE(report.formats[0].relative_rms, 1.0);
    }

    void a_bin_has_a_typical_value() {
        const auto report = inspect(*doubles({1.0, 1.4, 1.9, -3.5}), 0);
        QCOMPARE(report.binades.size(), std::size_t(2));
        QCOMPARE(report.binades[0].exponent, 0);
        QCOMPARE(report.binades[0].typical, 1.4);
        QCOMPARE(report.binades[0].typical_place, std::uint64_t(1));
        QCOMPARE(report.binades[1].typical, -3.5);
    }

    // The whole file is the sum of its tensors; types that cannot be read are left out and named.
    void all_tensors_and_their_total() {
        const QByteArray json = "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                                "\"b\":{\"dtype\":\"F4\",\"shape\":[2],\"data_offsets\":[8,9]},"
                                "\"c\":{\"dtype\":\"F16\",\"shape\":[1,2],\"data_offsets\":[9,13]}}";
        const auto file = open_tensor_file(m_folder.write(
            "x.safetensors", safetensors(json, bytes<float>({1e-9f, 1e6f}) + "x" + QByteArray("\x01\x00\x00\x7c", 4))));
        const auto report = inspect_all(*file);
        QCOMPARE(report.tensors.size(), std::size_t(2));
        QCOMPARE(report.skipped, (std::vector<std::size_t>{1}));
        QCOMPARE(report.all.total, std::int64_t(4));
        QCOMPARE(report.all.infinite, std::int64_t(1));
        QCOMPARE(report.all.formats[0].shares.lost, std::int64_t(1));
        QCOMPARE(report.all.formats[0].shares.subnormal, std::int64_t(1));
        QCOMPARE(report.all.formats[0].shares.overflowed, std::int64_t(1));
        QCOMPARE(report.all.largest_values[0].tensor, std::size_t(0));
        QCOMPARE(report.all.not_finite[0].tensor, std::size_t(2));
        QCOMPARE(text(report.all.shares_at(0, 0)), text(report.all.formats[0].shares));
        QCOMPARE(report.all.formats[0].best_log2_scale.value(), -4); // 1e6 / 16 = 62500
    }

    void empty_and_only_special() { // 51
        const auto empty = inspect(*doubles({}), 0);
        QCOMPARE(empty.total, std::int64_t(0));
        QVERIFY(std::isnan(empty.min) && empty.binades.empty());
        const auto nan = inspect(*doubles({std::nan(""), HUGE_VAL}), 0);
        QVERIFY(std::isnan(nan.max));
        QVERIFY(std::isnan(nan.formats[0].relative_rms));
        QCOMPARE(nan.not_finite.size(), std::size_t(2));
    }

    void what_cannot_be_asked() {
        const auto file = doubles({1});
        for (const double scale : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
            InspectOptions options;
            options.scale = scale;
            QVERIFY_THROWS_EXCEPTION(text::Error, inspect(*file, 0, options));
        }
        QVERIFY_THROWS_EXCEPTION(text::Error, inspect_formats({"fp64"}));
        QVERIFY_THROWS_EXCEPTION(text::Error, inspect_formats({"nothing"}));
        QVERIFY_THROWS_EXCEPTION(text::Error, inspect_formats(std::vector<std::string>(9, "fp16")));
    }

    void it_stops_when_asked() {
        InspectOptions options;
        std::stop_source stop;
        options.stop = stop.get_token();
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(text::Error, inspect(*doubles({1, 2}), 0, options));
    }
};

QTEST_GUILESS_MAIN(TestInspection)
#include "test_inspection.moc"

// Rows and settings that several tests of numbers use.
#pragma once

#include <QTest>

#include "core/numeric/rounding.h"

namespace ampscope::numeric {

/// A row for each format, in a column "id".
inline void format_rows(const auto& ids) {
    QTest::addColumn<QString>("id");
    for (const auto& id : ids)
        QTest::newRow(std::string(id).c_str()) << QString::fromStdString(std::string(id));
}
/// The format of the row that runs now.
inline FloatFormat row_format() {
    QFETCH(QString, id);
    return format_or_throw(id.toStdString());
}

inline RoundingOptions in_mode(Rounding mode, bool flush = false) {
    RoundingOptions options;
    options.mode = mode;
    options.flush_subnormals = flush;
    return options;
}

/// One exact value, rounded once: the oracle of sums and updates.
inline double rounded(const FloatFormat& format, const Rational& value, Rounding mode = Rounding::NearestEven,
                      std::uint64_t random = 0) {
    RoundingOptions options = in_mode(mode);
    options.random = random;
    return to_double(decode(format, round_to(format, ExactValue::finite(value), options).code));
}

} // namespace ampscope::numeric

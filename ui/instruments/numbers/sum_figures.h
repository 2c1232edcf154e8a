// Figures of sums, updates and spacings: plain data from the exact core.
#pragma once

#include <optional>
#include <vector>

#include "core/numeric/accumulate.h"
#include "core/numeric/spacing.h"
#include "core/numeric/update.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// What is added up, as it was entered.
struct SumSettings {
    QString value = "1";
    std::int64_t count = 4096;
    numeric::Stream::Kind stream = numeric::Stream::Kind::Constant;
    std::int64_t seed = 1;
    QString format = "fp16";
    bool operator==(const SumSettings&) const = default;
};

/// Which weight takes which steps.
struct UpdateSettings {
    QString weight = "1", step = "-0.0006";
    std::int64_t times = 100;
    std::int64_t seed = 1;
    QString format = "bf16";
    bool operator==(const UpdateSettings&) const = default;
};

/// One line of the race: a method in a format. The plain sum is shown in a second format, too.
struct SumLane {
    QString name;
    const numeric::SumRace* race;
    const numeric::SumResult* result;
    QString format;    ///< whose colour it has; "" is ink, "-" muted
    bool dots = false; ///< drawn as dots
};

/// The races of the chosen format and, for its plain sum only, of the format beside it.
struct SumOutcome {
    SumSettings settings;
    numeric::SumRace race, beside; ///< beside.results is empty where there is none
    std::vector<SumLane> lanes() const;
};
/// The format whose plain sum is drawn beside: bf16 for fp16, else fp16. nullopt for fp32.
std::optional<numeric::FloatFormat> formatBeside(const QString& format);
/// Throw text::Error for settings that cannot be used; quick, whatever the count is.
void checkSums(const SumSettings& settings);
void checkUpdates(const UpdateSettings& settings);
/// Runs both. Throws text::Error for settings that cannot be used; nullopt when it was stopped.
std::optional<SumOutcome> runSums(const SumSettings& settings, std::stop_token stop = {},
                                  std::atomic<std::int64_t>* progress = nullptr);
/// How many numbers runSums() adds up, over all methods.
std::int64_t additionsOf(const SumSettings& settings);

/// Sums over additions; with `error`, the size of their relative errors. `selected`: numbers added.
Figure sumFigure(const SumOutcome& outcome, std::optional<std::int64_t> selected, bool error);
/// Place in SumRace::at that is nearest to `added` numbers.
std::size_t placeOf(const std::vector<std::int64_t>& at, std::int64_t added);

/// Throws text::Error for settings that cannot be used.
numeric::UpdateFate runUpdates(const UpdateSettings& settings);
/// The weight after each step, here and exactly. `selected`: steps taken.
Figure updateFigure(const numeric::UpdateFate& fate, std::optional<std::int64_t> selected);

/// What spacingFigure() shows.
struct SpacingOptions {
    std::vector<numeric::FloatFormat> formats;
    bool absolute = false; ///< else relative to the number
    numeric::Underflow underflow = numeric::Underflow::Gradual;
    std::optional<double> value; ///< whose cell is lit; its size counts
};
/// How far each number lies from the next one, over the numbers' size; one line for each format.
Figure spacingFigure(const SpacingOptions& options);

/// A count for people: "10,000".
QString countText(std::int64_t count);
/// A sum or weight for people: "2,048", "0.94140625", "1.5e-8".
QString sumText(double value, int digits = 7);

} // namespace ampscope::ui

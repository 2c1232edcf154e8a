// Training mistakes as pairs of scenarios that differ in one field: the broken run and the mended one.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/text/message.h"

namespace ampscope::scenario {

struct MistakeCase {
    std::string_view id;                                                ///< "no-loss-division"
    std::string_view chapter;                                           ///< where a chapter speaks of it: "B7.3", or ""
    std::vector<std::pair<std::string_view, std::string_view>> setting; ///< of both runs
    std::string_view field, broken_value, mended_value;                 ///< the one difference
    /// Columns of the record that tell the two apart, beside the loss; none where the broken run ends with an error
    /// that does.
    std::vector<std::string_view> probe_columns;
    /// What a third run has that neither makes the mistake nor pays for its absence, where the probe is a comparison
    /// with it; "" for none.
    std::string_view reference_field = {}, reference_value = {};

    text::Message title() const { return said("title"); }
    text::Message symptom() const { return said("symptom"); } ///< what its owner sees
    text::Message probe() const { return said("probe"); }     ///< what to look at, and what it says
    text::Message mending() const { return said("mending"); }

    Scenario broken() const { return with(broken_value, "broken"); }
    Scenario mended() const { return with(mended_value, "mended"); }
    std::optional<Scenario> reference() const;
    /// What runs beside each other when the broken run has other settings than the case: it, the same mended, and the
    /// reference where there is one.
    std::vector<Scenario> runs(const Scenario& broken) const;

  private:
    text::Message said(std::string_view what) const {
        return {"mistake." + std::string(id) + "." + std::string(what), {}};
    }
    Scenario with(std::string_view value, std::string_view which) const;
};

/// Chapter B's seven in the order of its section 7, then others.
std::span<const MistakeCase> mistakes();
/// nullptr when there is none of that id.
const MistakeCase* find_mistake(std::string_view id);
/// "no-scaler/broken" or "no-scaler/mended" as a scenario; none for any other text.
std::optional<Scenario> mistake_run(std::string_view name);

} // namespace ampscope::scenario

// The details that instruments show for the step that is looked at.
#pragma once

#include "ui/bridge/run_model.h"

namespace ampscope::ui {

template <typename Payload>
struct NewestDetail {
    const Payload* payload = nullptr; ///< taken at or before the step that is looked at; nullptr before the first
    std::int64_t step = -1;           ///< at which it was taken
    bool isMissing = true;            ///< of the very step that is looked at there is none
};

template <typename Payload>
NewestDetail<Payload> newestDetail(const RunModel* run) {
    NewestDetail<Payload> newest;
    if (!run) return newest;
    const std::int64_t wanted = run->stepToLookInside();
    for (const auto& detail : run->record().details())
        if (const auto* payload = std::get_if<Payload>(&detail.payload); payload && detail.step <= wanted)
            newest = {payload, detail.step, detail.step != wanted};
    return newest;
}

/// The parameter that a layer of LayerSizes or ShadowError is about: itself for gradients, its weight for outputs.
inline QString parameterOf(const std::string& layer, const std::string& what) {
    return QString::fromStdString(what == "gradient" ? layer : layer + ".weight");
}

} // namespace ampscope::ui

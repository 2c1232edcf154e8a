#include "ui/instruments/memory/memory_parts.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "core/memory/budget.h"

namespace ampscope::ui {

using record::Column;

namespace {

struct MemoryParts {
    Q_DECLARE_TR_FUNCTIONS(MemoryParts)
};

} // namespace

Fill fillOf(MemoryPart part) {
    using Texture = Fill::Texture;
    switch (part) {
    case MemoryPart::Weights: return {Token::Memory1, Texture::Plain};
    case MemoryPart::Master: return {Token::Memory1, Texture::Dotted};
    case MemoryPart::Casts: return {Token::Memory1, Texture::Upright};
    case MemoryPart::Gradients: return {Token::Memory2, Texture::Plain};
    case MemoryPart::Optimizer: return {Token::Memory3, Texture::Plain};
    case MemoryPart::Activations: return {Token::Memory4, Texture::Plain};
    case MemoryPart::Recomputed: return {Token::Memory4, Texture::Slanted};
    case MemoryPart::Temporary: return {Token::Memory4, Texture::Upright};
    }
    return {};
}

QString nameOf(MemoryPart part) {
    switch (part) {
    case MemoryPart::Weights: return MemoryParts::tr("weights");
    case MemoryPart::Master: return MemoryParts::tr("fp32 copy of the weights");
    case MemoryPart::Casts: return MemoryParts::tr("16-bit copies of weights");
    case MemoryPart::Gradients: return MemoryParts::tr("gradients");
    case MemoryPart::Optimizer: return MemoryParts::tr("optimizer");
    case MemoryPart::Activations: return MemoryParts::tr("activations");
    case MemoryPart::Recomputed: return MemoryParts::tr("computed again");
    case MemoryPart::Temporary: return MemoryParts::tr("temporary");
    }
    return {};
}

StackPart stackPart(MemoryPart part) {
    return {nameOf(part), fillOf(part)};
}

QString bytesText(double bytes) {
    return QString::fromStdString(memory::bytes_text(bytes));
}

ByteUnit unitFor(double largest) {
    for (const auto& [bytes, name] : {std::pair{1e12, "TB"}, std::pair{1e9, "GB"}, std::pair{1e6, "MB"}})
        if (largest >= bytes) return {bytes, QString::fromUtf8(name)};
    return largest >= 1e5 ? ByteUnit() : ByteUnit{1e3, QStringLiteral("KB")};
}

memory::Model modelOf(const record::RunRecord& run) {
    const auto& scenario = run.scenario();
    // Records from elsewhere may lack the count of words; the parameters then tell it.
    std::int64_t words = run.environment_integer("vocabulary").value_or(0);
    const auto parameters = run.environment_integer("parameters");
    if (words <= 0 && parameters && scenario.model.kind != scenario::ModelKind::Linear) {
        const std::int64_t width = scenario::model_shape(scenario.model.size).width;
        words = std::max<std::int64_t>(0, (*parameters - scenario::parameter_count(scenario, 0)) / width);
    }
    return memory::model_of(scenario, words);
}

double PartBytes::total() const {
    return std::accumulate(std::begin(of), std::end(of), 0.0);
}

PartBytes partsOf(const memory::States& states) {
    PartBytes parts;
    parts[MemoryPart::Weights] = states.weights;
    parts[MemoryPart::Master] = states.master;
    parts[MemoryPart::Optimizer] = states.optimizer;
    parts[MemoryPart::Gradients] = states.gradients;
    return parts;
}

PartBytes partsByFormula(const scenario::Scenario& scenario, const memory::Model& model) {
    const memory::Need need = memory::need_of(scenario, model);
    PartBytes parts = partsOf(need.states);
    for (const auto& part : need.activations.kept)
        parts[part.id == "casts" ? MemoryPart::Casts : MemoryPart::Activations] += part.bytes;
    parts[MemoryPart::Recomputed] = need.activations.recomputed;
    return parts;
}

PartBytes partsHeld(const record::RunRecord& run, const record::Sample& sample) {
    const auto held = [&](Column column) { return record::is_missing(sample[column]) ? 0 : sample[column]; };
    PartBytes parts = partsOf({held(Column::BytesWeights), held(Column::BytesGradients), held(Column::BytesOptimizer),
                               held(Column::BytesMaster)});
    parts[MemoryPart::Activations] = held(Column::BytesActivations);
    if (const auto* saved = run.detail_of<record::SavedTensors>(sample.step())) {
        double casts = 0;
        for (const auto& tensor : saved->tensors)
            if (tensor.is_cast && !tensor.is_repeat) casts += static_cast<double>(tensor.bytes);
        casts = std::min(casts, parts[MemoryPart::Activations]);
        parts[MemoryPart::Casts] = casts;
        parts[MemoryPart::Activations] -= casts;
    }
    return parts;
}

} // namespace ampscope::ui

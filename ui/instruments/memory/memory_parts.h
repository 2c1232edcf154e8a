// The parts of what a step holds: their names, how they are drawn, and their bytes in words.
#pragma once

#include <QString>

#include "core/memory/activations.h"
#include "core/memory/bytes.h"
#include "core/record/run_record.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// From the bottom of a bar to its top.
enum class MemoryPart {
    Weights,
    Master,    ///< fp32 copies of 16-bit weights
    Optimizer, ///< Adam's averages, momentum
    Gradients,
    Casts, ///< 16-bit copies of fp32 weights that autocast makes
    Activations,
    Recomputed, ///< dropped by checkpointing and computed again in backward
    Temporary,  ///< results on their way, allocated by single ops
};
constexpr std::size_t kMemoryParts = 8;

/// Four greys; parts that share one have textures.
Fill fillOf(MemoryPart part);
QString nameOf(MemoryPart part);
StackPart stackPart(MemoryPart part);

/// "7.07 MB": decimal, three digits.
QString bytesText(double bytes);
/// A unit in which a value of that size has few digits: for axes.
struct ByteUnit {
    double bytes = 1e6;
    QString name = QStringLiteral("MB");
};
ByteUnit unitFor(double largest);

/// The model of a run, as the formulas see it.
memory::Model modelOf(const record::RunRecord& run);

/// Bytes by part.
struct PartBytes {
    double of[kMemoryParts] = {};
    double& operator[](MemoryPart part) { return of[static_cast<std::size_t>(part)]; }
    double operator[](MemoryPart part) const { return of[static_cast<std::size_t>(part)]; }
    double total() const;
};
/// Weights, their copies, optimizer and gradients; no activations.
PartBytes partsOf(const memory::States& states);
/// By formula: everything at once, the piece that backward computes again included.
PartBytes partsByFormula(const scenario::Scenario& scenario, const memory::Model& model);
/// What a step held; casts apart from activations where a look inside that step tells them.
PartBytes partsHeld(const record::RunRecord& run, const record::Sample& sample);

} // namespace ampscope::ui

// An op as a pill: its name, what goes in and out, and the casts that were made for it.
#pragma once

#include <QRectF>
#include <QString>

#include "ui/instruments/step/op_flow_model.h"

class QPainter;

namespace ampscope::ui {

constexpr double kPillHeight = 22; ///< at scale 1

/// "fp16→fp32"; "fp16" where nothing changes, or where casts in front of the name say what was made of the inputs.
QString pillDtypes(const FlowOp& op);
/// "2× fp32▸fp16 w": the casts that were made for an op, w where one of them is of a weight.
QString pillCasts(const FlowOp& op);
double pillWidth(const FlowOp& op);
void paintPill(QPainter& painter, const QRectF& box, const FlowOp& op);

} // namespace ampscope::ui

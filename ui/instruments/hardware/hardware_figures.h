// Devices as figures: the roofline, and the parts of a step.
#pragma once

#include "ui/instruments/hardware/hardware_model.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// "NVIDIA T4"; this machine by its processor.
QString deviceText(const hardware::Device& device);
/// "fp16", "fp8": as formats are written; and the id whose colour they take.
QString formatText(hardware::Format format);
QString hueOf(hardware::Format format);
/// "65 TFLOPS", "68.9 GFLOPS".
QString rateText(double tflops);
/// "12.3 ms", "1.21 s".
QString durationText(double seconds);

/// Roofs of the device in each format that it has a figure for, with the scenario's products on the roof of its format;
/// the roofs of the other device faint; for this machine the products that were measured, by size.
Figure rooflineFigure(const HardwareModel& hardware);
/// A step in each format by parts: products, the rest, optimizer. For this machine and a model that was timed on it:
/// the step that was timed, predicted, with a stroke where it really ended.
Figure speedPartsFigure(const HardwareModel& hardware);

} // namespace ampscope::ui

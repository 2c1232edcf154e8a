#include "ui/shell/lab_list.h"

#include "ui/labs/accumulate_lab.h"
#include "ui/labs/autocast_lab.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/break_lab.h"
#include "ui/labs/checkpoint_lab.h"
#include "ui/labs/claims_lab.h"
#include "ui/labs/hardware_lab.h"
#include "ui/labs/inspect_lab.h"
#include "ui/labs/memory_lab.h"
#include "ui/labs/rounding_lab.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/sums_lab.h"
#include "ui/labs/train_lab.h"

namespace ampscope::ui {

const std::vector<LabEntry>& labEntries() {
    using Thread = train::ComputeThread;
    static const std::vector<LabEntry> all = {
        {"scale", [] { return ScaleLab::tr("Scale"); }, [](Thread& thread) { return new ScaleLab(thread); }},
        {"bits", [] { return BitsLab::tr("Bits"); }, [](Thread& thread) { return new BitsLab(&thread); }},
        {"rounding", [] { return RoundingLab::tr("Rounding"); }, [](Thread&) { return new RoundingLab; }},
        {"sums", [] { return SumsLab::tr("Sums and updates"); }, [](Thread&) { return new SumsLab; }},
        {"inspect", [] { return InspectLab::tr("Inspect"); }, [](Thread&) { return new InspectLab; }},
        {"train", [] { return TrainLab::tr("Train"); }, [](Thread& thread) { return new TrainLab(thread); }},
        {"accumulate", [] { return AccumulateLab::tr("Accumulate"); },
         [](Thread& thread) { return new AccumulateLab(thread); }},
        {"autocast", [] { return AutocastLab::tr("Autocast"); },
         [](Thread& thread) { return new AutocastLab(thread); }},
        {"memory", [] { return MemoryLab::tr("Memory"); }, [](Thread& thread) { return new MemoryLab(thread); }},
        {"checkpoint", [] { return CheckpointLab::tr("Checkpointing"); },
         [](Thread& thread) { return new CheckpointLab(thread); }},
        {"break", [] { return BreakLab::tr("Break it"); }, [](Thread& thread) { return new BreakLab(thread); }},
        {"claims", [] { return ClaimsLab::tr("Claims"); }, [](Thread&) { return new ClaimsLab; }},
        {"hardware", [] { return HardwareLab::tr("Hardware"); }, [](Thread&) { return new HardwareLab; }},
    };
    return all;
}

const QStringList& labsForScenarios() {
    static const QStringList ids = {"scale", "train", "accumulate", "autocast", "memory", "checkpoint"};
    return ids;
}

QString labFor(const scenario::Scenario& scenario) {
    if (scenario.checkpointing.kind != scenario::CheckpointKind::None) return "checkpoint";
    if (scenario.accumulation_steps > 1) return "accumulate";
    return scenario.scaler_enabled() ? "scale" : "train";
}

} // namespace ampscope::ui

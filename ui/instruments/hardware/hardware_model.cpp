#include "ui/instruments/hardware/hardware_model.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/hardware/memory_budget.h"
#include "core/scenario/fields.h"
#include "ui/bridge/machine_model.h"

namespace ampscope::ui {

HardwareModel::HardwareModel(QObject* parent) : QObject(parent), m_now(resolved(m_state)) {
    connect(&MachineModel::instance(), &MachineModel::changed, this, [this] {
        m_now = resolved(m_state);
        Q_EMIT changed();
    });
}

hardware::Device HardwareModel::deviceNamed(const QString& name) {
    const std::string text = name.trimmed().toStdString();
    if (text == hardware::kThisMachine) return MachineModel::instance().device();
    return hardware::catalogue().at(text);
}

HardwareModel::Resolved HardwareModel::resolved(HardwareState& state) {
    Resolved now;
    now.device = deviceNamed(state.device);
    state.device = QString::fromStdString(now.device.id);
    if (!state.other.trimmed().isEmpty()) {
        now.other = deviceNamed(state.other);
        state.other = QString::fromStdString(now.other->id);
    }
    now.request.model = memory::parse_model(state.model.trimmed().toStdString());
    state.model = QString::fromStdString(now.request.model.name);
    now.request.batch = state.batch;
    now.request.sequence = state.sequence;
    now.request.attention = state.fused ? scenario::Attention::Fused : scenario::Attention::Explicit;
    if (!state.budget.trimmed().isEmpty())
        now.request.budget = hardware::parse_budget(state.budget.trimmed().toStdString()).bytes;

    const bool memory_is_known = now.request.budget || !now.device.memory_gb.empty();
    try {
        now.advice = hardware::advise(now.request, now.device);
        now.scenario = now.advice->setting;
    } catch (const text::Error& error) {
        if (memory_is_known) throw; // batch, length or budget
        now.why = error;
        now.scenario.sequence_length = state.sequence;
        now.scenario.micro_batch_size = state.batch;
        now.scenario.model.attention = now.request.attention;
    }
    if (!state.precision.isEmpty()) scenario::set_field(now.scenario, "precision", state.precision.toStdString());
    return now;
}

void HardwareModel::change(const HardwareState& next) {
    HardwareState wanted = next;
    Resolved now = resolved(wanted);
    m_state = wanted;
    m_now = std::move(now);
    Q_EMIT changed();
}

bool HardwareModel::set(const QString& setting, const QString& value) {
    HardwareState next = m_state;
    if (setting == "device")
        next.device = value;
    else if (setting == "beside")
        next.other = value;
    else if (setting == "model")
        next.model = value;
    else if (setting == "precision")
        next.precision = value == "advised" ? QString() : value;
    else if (setting == "batch")
        next.batch = value.toLongLong();
    else if (setting == "sequence")
        next.sequence = value.toLongLong();
    else if (setting == "budget")
        next.budget = value;
    else
        return false;
    change(next);
    return true;
}

hardware::Format HardwareModel::format() const {
    if (m_now.scenario.precision == scenario::Precision::Fp16) return hardware::Format::Fp16;
    return m_now.scenario.precision == scenario::Precision::Bf16 ? hardware::Format::Bf16 : hardware::Format::Fp32;
}

} // namespace ampscope::ui

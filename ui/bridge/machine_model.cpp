#include "ui/bridge/machine_model.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/machine_file.h"
#include "core/record/store/data_folder.h"
#include "core/version.h"

namespace ampscope::ui {

MachineModel& MachineModel::instance() {
    static MachineModel one;
    return one;
}

MachineModel::MachineModel() : m_machine(hardware::read_machine()) {
    setRates(hardware::kept_rates(record::data_folder(), m_machine, kLibTorchVersion));
}

void MachineModel::setThread(train::ComputeThread* thread) {
    if (m_thread && !thread) cancel();
    m_thread = thread;
    Q_EMIT progressed();
}

void MachineModel::setRates(const hardware::MeasuredRates& rates) {
    m_rates = rates;
    m_device = hardware::machine_device(m_machine, rates, hardware::catalogue());
    Q_EMIT changed();
}

void MachineModel::measure(const train::RatePlan& plan) {
    if (!m_thread || m_isMeasuring) return;
    m_isMeasuring = true;
    m_error.reset();
    m_progress = {};
    m_stop = std::stop_source();
    const int number = ++m_number;
    const auto say = [this](auto news) { QMetaObject::invokeMethod(this, std::move(news), Qt::QueuedConnection); };
    m_thread->post({[this, say, number, plan, stop = m_stop.get_token()](train::Engine& engine) {
                        const auto tell = [&](const train::RateProgress& progress) {
                            say([this, number, progress] {
                                if (number != m_number) return;
                                m_progress = progress;
                                Q_EMIT progressed();
                            });
                        };
                        std::optional<hardware::MeasuredRates> rates;
                        std::optional<text::Error> error;
                        try {
                            rates = train::measure_rates(engine, plan, tell, stop);
                            if (rates) hardware::keep_rates(record::data_folder(), hardware::read_machine(), *rates);
                        } catch (const text::Error& problem) {
                            error = problem;
                        }
                        say([this, number, rates, error] { take(number, rates, error); });
                    },
                    [this, say, number](const text::Error& error) {
                        say([this, number, error] { take(number, std::nullopt, error); });
                    }});
    Q_EMIT progressed();
}

void MachineModel::cancel() {
    if (!m_isMeasuring) return;
    m_stop.request_stop();
    ++m_number;
    m_isMeasuring = false;
    Q_EMIT progressed();
}

void MachineModel::take(int number, const std::optional<hardware::MeasuredRates>& rates,
                        const std::optional<text::Error>& error) {
    if (number != m_number) return;
    m_isMeasuring = false;
    m_error = error;
    if (rates) setRates(*rates);
    Q_EMIT progressed();
}

} // namespace ampscope::ui

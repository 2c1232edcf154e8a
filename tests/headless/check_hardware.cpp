// The catalogue of devices, its rules and the memory formulas, without Qt.
#include "core/hardware/advice.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "tests/headless/check.h"

using namespace ampscope;

int main() {
    const auto& catalogue = hardware::catalogue();
    CHECK(catalogue.devices.size() >= 28);
    const hardware::Device& t4 = catalogue.at("Colab T4");
    CHECK(hardware::support_of(t4, hardware::Format::Bf16).support == hardware::Support::Emulated);
    CHECK(hardware::rate_of(t4, hardware::Format::Fp16)->tflops == 65);
    CHECK(hardware::read_machine().cores >= 1);

    scenario::Scenario nano; // what LibTorch 2.15 holds: see tests/memory
    nano.sequence_length = 256, nano.micro_batch_size = 4;
    CHECK(memory::activations_of(nano, memory::model_of(nano)).kept_bytes() == 20729864);

    hardware::AdviceRequest request;
    request.model = memory::parse_model("125m");
    const hardware::Advice advice = hardware::advise(request, t4);
    CHECK(advice.fits && advice.agrees);
    return report("check_hardware");
}

#include "core/lesson/known_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/hardware/advice.h"
#include "core/hardware/catalogue.h"
#include "core/memory/schemes.h"
#include "core/numeric/conversion.h"
#include "core/numeric/format.h"
#include "core/train/autocast_tables.h"

namespace ampscope::lesson {
namespace {

using Number = std::optional<double>;

Number flag(const std::optional<bool>& fact) {
    return fact ? Number(*fact ? 1 : 0) : std::nullopt;
}

Number of_format(std::string_view item, std::string_view property) {
    const auto format = numeric::find_format(item);
    if (!format) return std::nullopt;
    const auto number = [&](const numeric::Code& code) { return numeric::to_double(numeric::decode(*format, code)); };
    if (property == "max") return number(format->max_finite());
    if (property == "min_normal") return number(numeric::Code(1) << format->mantissa_bits);
    if (property == "min_subnormal") return number(numeric::Code(1));
    if (property == "ulp_at_1") return std::ldexp(1.0, -format->mantissa_bits);
    if (property == "exponent_bits") return format->exponent_bits;
    if (property == "mantissa_bits") return format->mantissa_bits;
    if (property == "bytes") return (format->bits() + 7) / 8;
    if (property == "has_inf") return format->has_infinity() ? 1 : 0;
    return std::nullopt;
}

Number of_scheme(std::string_view item, std::string_view property) {
    const auto* scheme = memory::find_scheme(item);
    if (!scheme) return std::nullopt;
    if (property == "weights") return scheme->weights;
    if (property == "gradients") return scheme->gradients;
    if (property == "master") return scheme->master;
    if (property == "optimizer") return scheme->optimizer;
    if (property == "casts") return scheme->casts;
    if (property == "total") return scheme->total();
    const auto parameters = memory::parse_count(property);
    return parameters ? Number(memory::states_of(*scheme, *parameters).total()) : std::nullopt;
}

std::optional<hardware::Format> hardware_format(std::string_view id) {
    for (const auto format : hardware::kFormats)
        if (hardware::format_id(format) == id) return format;
    return std::nullopt;
}

Number of_device(const hardware::Device& device, std::string_view property) {
    if (property == "memory_gb") return device.memory.value;
    if (property == "bf16_native") return flag(device.support.bf16_native);
    if (property == "bf16_accepted") return flag(device.support.torch_says_bf16);
    const auto format = hardware_format(property);
    const auto rate = format ? hardware::rate_of(device, *format) : std::nullopt;
    return rate ? Number(rate->tflops) : std::nullopt;
}

// The chapter's batch and length, as advise() has them.
std::optional<hardware::StepTime> step_of(const hardware::Device& device, const memory::Model& model,
                                          hardware::Format format) {
    const hardware::AdviceRequest request{model};
    scenario::Scenario scenario;
    scenario.micro_batch_size = 32;
    scenario.accumulation_steps = request.batch / scenario.micro_batch_size;
    scenario.sequence_length = request.sequence;
    return hardware::step_time(device, scenario, model, format);
}

Number of_step(const hardware::Device& device, std::string_view property) {
    const auto first = property.find('.'), second = property.rfind('.');
    if (first == std::string_view::npos || first == second) return std::nullopt;
    const auto format = hardware_format(property.substr(first + 1, second - first - 1));
    const auto part = property.substr(second + 1);
    if (!format) return std::nullopt;
    const auto model = memory::parse_model(property.substr(0, first));
    const auto step = step_of(device, model, *format);
    if (!step) return std::nullopt;
    if (part == "seconds") return step->total_s();
    if (part == "products") return step->product_share();
    const auto plain = step_of(device, model, hardware::Format::Fp32);
    return part == "speedup" && plain ? Number(plain->total_s() / step->total_s()) : std::nullopt;
}

Number of_rule(std::string_view item, std::string_view property) {
    const auto device = train::find_device(item);
    if (!device) return std::nullopt;
    using enum train::CastPolicy;
    switch (train::autocast_policy(*device, property)) {
    case LowerPrecision: return 16;
    case Fp32:
    case Fp32SetDtype:
    case Fp32AppendDtype: return 32;
    default: return 0;
    }
}

Number of_advice(const hardware::Device& device, std::string_view property) {
    const auto dot = property.find('.');
    const auto name = property.substr(0, dot);
    const auto advice = hardware::advise({memory::parse_model(name)}, device);
    if (dot == std::string_view::npos)
        return hardware::find_chapter_row(name, device.id) ? Number(advice.agrees ? 1 : 0) : std::nullopt;
    const auto part = property.substr(dot + 1);
    if (part == "checkpointing") return advice.setting.checkpointing.kind == scenario::CheckpointKind::None ? 0 : 1;
    if (part == "accumulation") return static_cast<double>(advice.setting.accumulation_steps);
    if (part == "largest") return static_cast<double>(advice.largest_micro_batch);
    if (part == "need") return advice.need.total();
    return part == "budget" ? Number(advice.budget) : std::nullopt;
}

Number find(std::string_view source, std::string_view item, std::string_view property) {
    if (source == "format") return of_format(item, property);
    if (source == "scheme") return of_scheme(item, property);
    if (source == "rule") return of_rule(item, property);
    const auto* device = hardware::catalogue().find(item);
    if (!device) return std::nullopt;
    if (source == "device") return of_device(*device, property);
    if (source == "step") return of_step(*device, property);
    if (source == "advice") return of_advice(*device, property);
    return std::nullopt;
}

} // namespace

std::optional<double> known_number(std::string_view source, std::string_view item, std::string_view property) {
    try {
        return find(source, item, property);
    } catch (const text::Error&) { // a model that cannot be read
        return std::nullopt;
    }
}

std::string_view origin_id(Origin origin) {
    static constexpr std::array<std::string_view, 4> kIds = {"computed", "recorded", "estimated", "measured"};
    return kIds[static_cast<std::size_t>(origin)];
}

Origin origin_of(const Value& value) {
    if (!value.parts().empty()) return std::max(origin_of(value.parts()[0]), origin_of(value.parts()[1]));
    if (value.function() != Value::Function::Known) return value.needs_run() ? Origin::Measured : Origin::Computed;
    const std::string_view source = value.name();
    if (source == "format") return Origin::Computed;
    return source == "device" || source == "rule" ? Origin::Recorded : Origin::Estimated;
}

} // namespace ampscope::lesson

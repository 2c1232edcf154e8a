#include "core/record/detail_json.h"

#include <algorithm>

namespace ampscope::record {

using io::Json;
using io::JsonWriter;
using Layout = JsonWriter::Layout;

namespace {

// --- writing

template <typename List>
void write_list(JsonWriter& writer, std::string_view name, const List& list) {
    writer.list_member(name, list);
}

void write_sizes(JsonWriter& writer, const SizeHistogram& sizes) {
    writer.member("log2_low", sizes.log2_low);
    write_list(writer, "counts", sizes.counts);
    writer.member("zero", sizes.zero);
    writer.member("inf", sizes.inf);
    writer.member("nan", sizes.nan);
}

void write_payload(JsonWriter& writer, const GradientHistogram& histogram) {
    writer.member("kind", "gradient_histogram");
    writer.member("scale", histogram.scale);
    write_sizes(writer, histogram);
}

void write_payload(JsonWriter& writer, const MicroBatchLosses& batches) {
    writer.member("kind", "micro_batches");
    write_list(writer, "losses", batches.losses);
    write_list(writer, "counted", batches.counted);
}

void write_payload(JsonWriter& writer, const OpList& list) {
    writer.member("kind", "ops");
    writer.begin_array("ops");
    for (const auto& op : list.ops) {
        writer.begin_object(Layout::OneLine);
        writer.member("op", op.name);
        writer.member("phase", op.phase);
        writer.member("layer", op.layer);
        write_list(writer, "inputs", op.inputs);
        write_list(writer, "outputs", op.outputs);
        writer.member("rule", op.rule);
        writer.member("emulation", op.emulation);
        writer.member("depth", op.depth);
        writer.member("casts_weight", op.casts_weight);
        writer.member("cached_weights", op.cached_weights);
        writer.end();
    }
    writer.end();
}

void write_payload(JsonWriter& writer, const SavedTensors& saved) {
    writer.member("kind", "saved_tensors");
    writer.begin_array("tensors");
    for (const auto& tensor : saved.tensors) {
        writer.begin_object(Layout::OneLine);
        writer.member("op", tensor.op);
        writer.member("layer", tensor.layer);
        write_list(writer, "shape", tensor.shape);
        writer.member("dtype", tensor.dtype);
        writer.member("bytes", tensor.bytes);
        writer.member("is_weight", tensor.is_weight);
        writer.member("is_repeat", tensor.is_repeat);
        writer.member("is_cast", tensor.is_cast);
        writer.end();
    }
    writer.end();
}

void write_payload(JsonWriter& writer, const MemoryTimeline& timeline) {
    writer.member("kind", "memory_timeline");
    writer.member("weights", timeline.weights);
    writer.member("master", timeline.master);
    write_list(writer, "event", timeline.event);
    write_list(writer, "gradients", timeline.gradients);
    write_list(writer, "optimizer", timeline.optimizer);
    write_list(writer, "activations", timeline.activations);
    write_list(writer, "casts", timeline.casts);
    write_list(writer, "temporary", timeline.temporary);
    write_list(writer, "emulation", timeline.emulation);
    writer.begin_array("marks");
    for (const auto& mark : timeline.marks) {
        writer.begin_object(Layout::OneLine);
        writer.member("point", static_cast<std::int64_t>(mark.point));
        writer.member("phase", mark.phase);
        writer.member("layer", mark.layer);
        writer.end();
    }
    writer.end();
}

void write_payload(JsonWriter& writer, const LayerSizes& sizes) {
    writer.member("kind", "layers");
    writer.member("scale", sizes.scale);
    writer.begin_array("layers");
    for (const auto& layer : sizes.layers) {
        writer.begin_object(Layout::OneLine);
        writer.member("name", layer.name);
        writer.member("what", layer.what);
        writer.member("dtype", layer.dtype);
        write_sizes(writer, layer.sizes);
        writer.end();
    }
    writer.end();
}

void write_payload(JsonWriter& writer, const ParameterStates& states) {
    writer.member("kind", "parameters");
    writer.begin_array("parameters");
    for (const auto& parameter : states.parameters) {
        writer.begin_object(Layout::OneLine);
        writer.member("name", parameter.name);
        writer.member("count", parameter.count);
        writer.member("weight", parameter.weight);
        writer.member("gradient", parameter.gradient);
        writer.member("master", parameter.master);
        writer.member("optimizer", parameter.optimizer);
        writer.member("compute", parameter.compute);
        writer.member("moved", parameter.moved);
        writer.end();
    }
    writer.end();
}

void write_payload(JsonWriter& writer, const FirstNonfinite& first) {
    writer.member("kind", "first_nonfinite");
    writer.member("op", first.op);
    writer.member("phase", first.phase);
    writer.member("layer", first.layer);
    writer.member("dtype", first.dtype);
    writer.member("value", first.value);
    writer.member("count", first.count);
    write_list(writer, "position", first.position);
    write_list(writer, "shape", first.shape);
    writer.member("op_index", static_cast<std::int64_t>(first.op_index));
    writer.member("parameter", first.parameter);
    writer.member("calculation", first.kind);
    write_list(writer, "left", first.left);
    write_list(writer, "right", first.right);
    write_list(writer, "operand_dtypes", first.operand_dtypes);
    writer.member("exact", first.exact);
}

void write_payload(JsonWriter& writer, const ShadowError& error) {
    writer.member("kind", "shadow_error");
    writer.begin_array("layers");
    for (const auto& layer : error.layers) {
        writer.begin_object(Layout::OneLine);
        writer.member("name", layer.name);
        writer.member("what", layer.what);
        writer.member("dtype", layer.dtype);
        writer.member("relative", layer.relative);
        writer.member("largest", layer.largest);
        writer.member("lost", layer.lost);
        writer.member("nonfinite", layer.nonfinite);
        writer.end();
    }
    writer.end();
}

void write_payload(JsonWriter& writer, const UnknownDetail& unknown) {
    writer.member("kind", unknown.kind);
    const Json json = io::parse_json(unknown.json, "");
    for (const auto& [name, value, place] : json.members())
        if (name != "step" && name != "kind") writer.member(name, value);
}

// --- reading

std::vector<std::int64_t> integers(const Json& json) {
    std::vector<std::int64_t> list;
    for (const auto& item : json.items())
        list.push_back(item.as_integer());
    return list;
}

std::vector<double> reals(const Json& json) {
    std::vector<double> list;
    for (const auto& item : json.items())
        list.push_back(item.as_real());
    return list;
}

std::vector<std::string> texts(const Json& json) {
    std::vector<std::string> list;
    for (const auto& item : json.items())
        list.push_back(item.as_string());
    return list;
}

std::size_t index(const Json& json) {
    return static_cast<std::size_t>(std::max<std::int64_t>(json.as_integer(), 0));
}

void read_sizes(const Json& json, SizeHistogram& sizes) {
    sizes.log2_low = static_cast<int>(std::clamp<std::int64_t>(json.at("log2_low").as_integer(), -100'000, 100'000));
    sizes.counts = integers(json.at("counts"));
    sizes.zero = json.at("zero").as_integer();
    sizes.inf = json.at("inf").as_integer();
    sizes.nan = json.at("nan").as_integer();
}

GradientHistogram read_gradient_histogram(const Json& json) {
    GradientHistogram histogram;
    read_sizes(json, histogram);
    if (const Json* scale = json.find("scale")) histogram.scale = scale->as_real();
    return histogram;
}

MicroBatchLosses read_micro_batches(const Json& json) {
    return {reals(json.at("losses")), integers(json.at("counted"))};
}

OpList read_ops(const Json& json) {
    OpList list;
    for (const auto& item : json.at("ops").items()) {
        StepOp op;
        op.name = item.at("op").as_string();
        op.phase = item.at("phase").as_string();
        op.layer = item.at("layer").as_string();
        op.inputs = texts(item.at("inputs"));
        op.outputs = texts(item.at("outputs"));
        op.rule = item.at("rule").as_string();
        op.emulation = item.at("emulation").as_boolean();
        op.depth = static_cast<int>(std::clamp<std::int64_t>(item.at("depth").as_integer(), 0, 10'000));
        op.casts_weight = item.at("casts_weight").as_boolean();
        op.cached_weights =
            static_cast<int>(std::clamp<std::int64_t>(item.at("cached_weights").as_integer(), 0, 1'000'000));
        list.ops.push_back(std::move(op));
    }
    return list;
}

SavedTensors read_saved_tensors(const Json& json) {
    SavedTensors saved;
    for (const auto& item : json.at("tensors").items()) {
        SavedTensor tensor;
        tensor.op = item.at("op").as_string();
        tensor.layer = item.at("layer").as_string();
        tensor.shape = integers(item.at("shape"));
        tensor.dtype = item.at("dtype").as_string();
        tensor.bytes = item.at("bytes").as_integer();
        tensor.is_weight = item.at("is_weight").as_boolean();
        tensor.is_repeat = item.at("is_repeat").as_boolean();
        tensor.is_cast = item.at("is_cast").as_boolean();
        saved.tensors.push_back(std::move(tensor));
    }
    return saved;
}

MemoryTimeline read_memory_timeline(const Json& json) {
    MemoryTimeline timeline;
    timeline.weights = json.at("weights").as_integer();
    timeline.master = json.at("master").as_integer();
    timeline.event = integers(json.at("event"));
    for (const auto& [name, part] : {std::pair{"gradients", &timeline.gradients},
                                     {"optimizer", &timeline.optimizer},
                                     {"activations", &timeline.activations},
                                     {"casts", &timeline.casts},
                                     {"temporary", &timeline.temporary},
                                     {"emulation", &timeline.emulation}}) {
        *part = integers(json.at(name));
        if (part->size() != timeline.size()) throw json.at(name).error("record.detail_length");
    }
    for (const auto& item : json.at("marks").items()) {
        MemoryTimeline::Mark mark{index(item.at("point")), item.at("phase").as_string(), item.at("layer").as_string()};
        if (mark.point >= timeline.size()) throw item.error("record.detail_length");
        timeline.marks.push_back(std::move(mark));
    }
    return timeline;
}

LayerSizes read_layers(const Json& json) {
    LayerSizes sizes;
    sizes.scale = json.at("scale").as_real();
    for (const auto& item : json.at("layers").items()) {
        LayerSizes::Layer layer{
            item.at("name").as_string(), item.at("what").as_string(), item.at("dtype").as_string(), {}};
        read_sizes(item, layer.sizes);
        sizes.layers.push_back(std::move(layer));
    }
    return sizes;
}

ParameterStates read_parameters(const Json& json) {
    ParameterStates states;
    for (const auto& item : json.at("parameters").items())
        states.parameters.push_back({item.at("name").as_string(), item.at("count").as_integer(),
                                     item.at("weight").as_string(), item.at("gradient").as_string(),
                                     item.at("master").as_string(), item.at("optimizer").as_string(),
                                     item.at("compute").as_string(), item.at("moved").as_integer()});
    return states;
}

FirstNonfinite read_first_nonfinite(const Json& json) {
    FirstNonfinite first;
    first.op = json.at("op").as_string();
    first.phase = json.at("phase").as_string();
    first.layer = json.at("layer").as_string();
    first.dtype = json.at("dtype").as_string();
    first.value = json.at("value").as_real();
    first.count = json.at("count").as_integer();
    first.position = integers(json.at("position"));
    first.shape = integers(json.at("shape"));
    first.op_index = index(json.at("op_index"));
    first.parameter = json.at("parameter").as_string();
    first.kind = json.at("calculation").as_string();
    first.left = reals(json.at("left"));
    first.right = reals(json.at("right"));
    first.operand_dtypes = texts(json.at("operand_dtypes"));
    first.exact = json.at("exact").as_real();
    return first;
}

ShadowError read_shadow_error(const Json& json) {
    ShadowError error;
    for (const auto& item : json.at("layers").items())
        error.layers.push_back({item.at("name").as_string(), item.at("what").as_string(), item.at("dtype").as_string(),
                                item.at("relative").as_real(), item.at("largest").as_real(),
                                item.at("lost").as_integer(), item.at("nonfinite").as_integer()});
    return error;
}

UnknownDetail read_unknown(const Json& json) {
    JsonWriter writer(Layout::OneLine);
    writer.value(json);
    std::string text = writer.take();
    text.pop_back(); // the newline
    return {json.at("kind").as_string(), std::move(text)};
}

} // namespace

void write_detail(JsonWriter& writer, const Detail& detail) {
    writer.begin_object(Layout::OneLine);
    writer.member("step", detail.step);
    std::visit([&](const auto& payload) { write_payload(writer, payload); }, detail.payload);
    writer.end();
}

bool same_detail(const Detail& a, const Detail& b) {
    if (a == b) return true;
    JsonWriter left(Layout::OneLine), right(Layout::OneLine);
    write_detail(left, a);
    write_detail(right, b);
    return left.text() == right.text();
}

Detail read_detail(const Json& json) {
    const std::int64_t step = json.at("step").as_integer();
    const std::string& kind = json.at("kind").as_string();
    if (kind == "gradient_histogram") return {step, read_gradient_histogram(json)};
    if (kind == "micro_batches") return {step, read_micro_batches(json)};
    if (kind == "ops") return {step, read_ops(json)};
    if (kind == "saved_tensors") return {step, read_saved_tensors(json)};
    if (kind == "memory_timeline") return {step, read_memory_timeline(json)};
    if (kind == "layers") return {step, read_layers(json)};
    if (kind == "parameters") return {step, read_parameters(json)};
    if (kind == "first_nonfinite") return {step, read_first_nonfinite(json)};
    if (kind == "shadow_error") return {step, read_shadow_error(json)};
    return {step, read_unknown(json)};
}

} // namespace ampscope::record

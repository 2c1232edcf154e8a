#include "core/train/torch/memory_watcher.h"

#include <algorithm>
#include <set>

#include "core/train/torch/gradients.h"
#include "core/train/torch/step_place.h"

namespace ampscope::train {
namespace {

constexpr std::size_t kMaxPoints = 2000, kMaxMarks = 800;

const void* storage_of(const at::Tensor& tensor) {
    return tensor.storage().data();
}

} // namespace

MemoryWatcher::MemoryWatcher(const std::vector<Parameter>& parameters, const Optimizer& optimizer)
    : m_parameters(parameters),
      m_optimizer(optimizer),
      m_weights(0),
      m_masters(optimizer.master_bytes()),
      m_optimizer_before(optimizer.state_bytes()) {
    for (const auto& parameter : parameters)
        m_weights += static_cast<std::int64_t>(parameter.tensor.nbytes());
}

void MemoryWatcher::becomes(const at::Tensor& tensor, Part part) {
    if (!tensor.defined()) return;
    const auto found = m_blocks.find(storage_of(tensor));
    if (found != m_blocks.end() && m_parts[found->second] != Part::Cast) m_parts[found->second] = part;
}

void MemoryWatcher::becomes(const std::vector<at::Tensor>& tensors, Part part) {
    for (const auto& tensor : tensors)
        becomes(tensor, part);
}

void MemoryWatcher::phase_begins(const std::string& phase) {
    m_phase = phase;
    if (phase == "forward") ++m_micro_batch;
    if (phase == "optimizer") becomes(gradients_of(m_parameters), Part::Gradient);
    if (phase.empty()) { // the step is over, and what it made is still there
        for (const auto& weight : m_optimizer.weights())
            becomes(weight.grad(), Part::Gradient);
        becomes(m_optimizer.state_tensors(), Part::Optimizer);
        return;
    }
    m_marks.push_back({m_changes.size(), phase, "", m_micro_batch});
}

void MemoryWatcher::layer_begins(const std::string& layer) {
    m_marks.push_back({m_changes.size(), m_phase, layer, m_micro_batch});
}

void MemoryWatcher::op_begins(const RunningOp& op, const at::RecordFunction& function) {
    const auto inputs = function.inputs();
    m_casts_weight.push_back(op.name == "_to_copy" && inputs[0].isTensor() && is_cached_weight(inputs[0].toTensor()));
}

void MemoryWatcher::op_ends(const RunningOp&, const at::RecordFunction& function) {
    const bool casts_weight = m_casts_weight.back();
    m_casts_weight.pop_back();
    // An op that threw ends without outputs.
    if (casts_weight && !function.outputs().empty()) becomes(function.outputs()[0].toTensor(), Part::Cast);
}

void MemoryWatcher::backward_begins(const NodeKey& node, const std::string& name) {
    m_node_names[node] = name;
}

void MemoryWatcher::memory_changed(const MemoryEvent& event) {
    if (m_phase.empty()) return;
    std::size_t block = m_parts.size();
    const auto known = m_blocks.find(event.address);
    if (event.bytes < 0 && known != m_blocks.end()) {
        block = known->second;
        m_blocks.erase(known);
    } else {
        m_parts.push_back(event.emulation ? Part::Emulation : Part::Temporary);
        if (event.bytes > 0) m_blocks[event.address] = block;
    }
    m_changes.push_back({block, event.bytes});
}

void MemoryWatcher::saves(const at::Tensor& tensor, const NodeKey& node) {
    if (!tensor.has_storage()) return;
    const void* storage = storage_of(tensor);
    const auto is_weight = [&](const Parameter& parameter) { return storage_of(parameter.tensor) == storage; };
    const auto block = m_blocks.find(storage);
    const bool weight = std::ranges::any_of(m_parameters, is_weight);
    // Tables of the model and the batch itself were there before the step and stay.
    if (!weight && block == m_blocks.end()) return;
    const bool cast = !weight && m_parts[block->second] == Part::Cast;
    if (!weight) becomes(tensor, Part::Activation);
    if (m_phase != "forward" || m_micro_batch > 0) return; // what checkpointing computes again counts, unlisted
    const bool repeat = std::ranges::find(m_saved, storage, &Saved::storage) != m_saved.end();
    const LayerScope* layer = LayerScope::innermost();
    m_saved.push_back({{"", layer ? layer->name() : "", tensor.sizes().vec(), dtype_name(tensor),
                        static_cast<std::int64_t>(tensor.storage().nbytes()), weight, repeat, cast},
                       node,
                       storage});
}

record::SavedTensors MemoryWatcher::saved_tensors() const {
    record::SavedTensors result;
    for (const auto& saved : m_saved) {
        result.tensors.push_back(saved.tensor);
        const auto name = m_node_names.find(saved.node);
        if (name != m_node_names.end()) result.tensors.back().op = name->second;
    }
    return result;
}

// A step of many micro-batches has more of them than a picture can show: layers of the first one, then phases only.
std::vector<MemoryWatcher::Mark> MemoryWatcher::few_marks() const {
    std::vector<Mark> marks = m_marks;
    if (marks.size() > kMaxMarks)
        std::erase_if(marks, [](const Mark& mark) { return mark.micro_batch > 0 && !mark.layer.empty(); });
    if (marks.size() > kMaxMarks) marks.resize(kMaxMarks);
    return marks;
}

// Autocast's cache lets its casts go in the order of their addresses, which differs from run to run. Releases that
// follow one another come in an order of their own here: the totals before and after them are the same.
std::vector<MemoryWatcher::Change> MemoryWatcher::ordered_changes() const {
    std::vector<Change> changes = m_changes;
    std::set<std::size_t> borders = {changes.size()};
    for (const auto& mark : m_marks)
        borders.insert(mark.change);
    for (std::size_t begin = 0; begin < changes.size();) {
        std::size_t end = begin;
        while (end < changes.size() && changes[end].bytes < 0 && (end == begin || !borders.contains(end)))
            ++end;
        std::sort(changes.begin() + static_cast<std::ptrdiff_t>(begin),
                  changes.begin() + static_cast<std::ptrdiff_t>(end), [&](const Change& a, const Change& b) {
                      return std::pair(m_parts[a.block], a.bytes) < std::pair(m_parts[b.block], b.bytes);
                  });
        begin = std::max(end, begin + 1);
    }
    return changes;
}

record::MemoryTimeline MemoryWatcher::timeline() const {
    record::MemoryTimeline timeline;
    timeline.weights = m_weights;
    timeline.master = m_masters;
    const std::array<std::vector<std::int64_t>*, 6> series = {&timeline.temporary, &timeline.activations,
                                                              &timeline.casts,     &timeline.gradients,
                                                              &timeline.optimizer, &timeline.emulation};
    // Every point first: number 0 is the state before the first change.
    std::array<std::int64_t, 6> now = {};
    now[static_cast<std::size_t>(Part::Optimizer)] = m_optimizer_before;
    record::MemoryTimeline all = timeline;
    const std::array<std::vector<std::int64_t>*, 6> all_series = {&all.temporary, &all.activations, &all.casts,
                                                                  &all.gradients, &all.optimizer,   &all.emulation};
    const std::vector<Change> changes = ordered_changes();
    for (std::size_t point = 0; point <= changes.size(); ++point) {
        if (point > 0) now[static_cast<std::size_t>(m_parts[changes[point - 1].block])] += changes[point - 1].bytes;
        all.event.push_back(static_cast<std::int64_t>(point));
        for (std::size_t part = 0; part < now.size(); ++part)
            all_series[part]->push_back(now[part]);
    }
    const std::vector<Mark> marks = few_marks();
    std::set<std::size_t> kept = {0, all.size() - 1, all.peak()};
    for (const auto& mark : marks)
        kept.insert(mark.change);
    if (all.size() <= kMaxPoints) {
        for (std::size_t point = 0; point < all.size(); ++point)
            kept.insert(point);
    } else { // the highest and the lowest of each stretch
        const std::size_t stretches = (kMaxPoints - kept.size()) / 2;
        for (std::size_t i = 0; i < stretches; ++i) {
            const std::size_t begin = i * all.size() / stretches, end = (i + 1) * all.size() / stretches;
            std::size_t low = begin, high = begin;
            for (std::size_t point = begin; point < end; ++point) {
                if (all.total(point) < all.total(low)) low = point;
                if (all.total(point) > all.total(high)) high = point;
            }
            kept.insert({low, high});
        }
    }
    for (const std::size_t point : kept) {
        timeline.event.push_back(all.event[point]);
        for (std::size_t part = 0; part < series.size(); ++part)
            series[part]->push_back((*all_series[part])[point]);
    }
    for (const auto& mark : marks) {
        const auto place = std::ranges::lower_bound(timeline.event, static_cast<std::int64_t>(mark.change));
        timeline.marks.push_back({static_cast<std::size_t>(place - timeline.event.begin()), mark.phase, mark.layer});
    }
    return timeline;
}

} // namespace ampscope::train

#include "ui/instruments/step/op_flow_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "core/scenario/fields.h"
#include "core/train/autocast_tables.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {

using record::StepOp;

namespace {

struct OpWords {
    Q_DECLARE_TR_FUNCTIONS(OpWords)
};

bool isFloat(const std::string& dtype) {
    return dtype.starts_with("fp") || dtype.starts_with("bf") || dtype.starts_with("e");
}

bool isCast(const StepOp& op) {
    return (op.name == "to" || op.name == "_to_copy") && op.inputs.size() == 1 && op.outputs.size() == 1 &&
           op.inputs[0] != op.outputs[0] && isFloat(op.inputs[0]) && isFloat(op.outputs[0]);
}

// "fp16" for any number of them, "fp16+fp32" where they differ; integers and flags only where there is nothing else.
std::string joined(const std::vector<std::string>& dtypes) {
    std::vector<std::string> kinds;
    for (const auto& dtype : dtypes)
        if (isFloat(dtype) && std::ranges::find(kinds, dtype) == kinds.end()) kinds.push_back(dtype);
    if (kinds.empty() && !dtypes.empty()) kinds.push_back(dtypes.front());
    std::string text;
    for (const auto& kind : kinds)
        text += (text.empty() ? "" : "+") + kind;
    return text;
}

// "blocks.1" of "blocks.1.attn.qkv"; the first word of any other.
QString groupOf(const QString& layer) {
    const QStringList parts = layer.split('.');
    bool is_number = false;
    if (parts.size() > 1) parts[1].toInt(&is_number);
    return is_number ? parts[0] + "." + parts[1] : parts[0];
}

FlowOp flowOp(const StepOp& op, std::size_t index) {
    FlowOp result;
    result.index = index;
    result.name = QString::fromStdString(op.name);
    result.from = joined(op.inputs);
    result.to = joined(op.outputs);
    result.isCast = isCast(op);
    result.isInner = op.depth > 0;
    return result;
}

bool isAlike(const FlowOp& a, const FlowOp& b) {
    return a.name == b.name && a.from == b.from && a.to == b.to && a.casts == b.casts && !a.isNonfinite &&
           !b.isNonfinite;
}
bool isAlike(const FlowRow& a, const FlowRow& b) {
    const auto same = [](const FlowOp& x, const FlowOp& y) { return isAlike(x, y); };
    return a.layer == b.layer && std::ranges::equal(a.forward, b.forward, same) &&
           std::ranges::equal(a.backward, b.backward, same);
}

void standFor(std::vector<FlowOp>& ops, const std::vector<FlowOp>& others) {
    for (std::size_t i = 0; i < ops.size(); ++i)
        ops[i].as.push_back(others[i].index);
}

// Blocks that follow each other and do the same in the same dtypes become one.
void mergeRepeated(std::vector<FlowGroup>& groups) {
    std::vector<FlowGroup> merged;
    for (auto& group : groups) {
        const bool repeats = !merged.empty() && !group.rows.empty() && group.name.contains('.') &&
                             merged.back().name.contains('.') &&
                             group.name.section('.', 0, 0) == merged.back().name.section('.', 0, 0) &&
                             std::ranges::equal(group.rows, merged.back().rows,
                                                [](const FlowRow& a, const FlowRow& b) { return isAlike(a, b); });
        if (!repeats) {
            merged.push_back(std::move(group));
            continue;
        }
        FlowGroup& first = merged.back();
        ++first.times;
        first.last = group.name;
        for (std::size_t row = 0; row < first.rows.size(); ++row) {
            standFor(first.rows[row].forward, group.rows[row].forward);
            standFor(first.rows[row].backward, group.rows[row].backward);
        }
    }
    groups = std::move(merged);
}

// Rows in the order of forward. Backward goes the other way: its visits to a layer are those of forward from the last
// one on.
class Builder {
  public:
    void add(const StepOp& op, FlowOp flow) {
        const QString layer = QString::fromStdString(op.layer);
        const bool goes_on = m_lastPhase == op.phase && m_lastLayer == layer && m_row;
        if (!goes_on) m_row = place(op.phase == "backward", layer);
        m_lastPhase = op.phase;
        m_lastLayer = layer;
        FlowRow& row = m_rows[*m_row].row;
        (op.phase == "backward" ? row.backward : row.forward).push_back(std::move(flow));
    }
    std::vector<FlowGroup> groups() {
        std::vector<FlowGroup> groups;
        for (auto& [layer, row, visits] : m_rows) {
            const QString name = groupOf(layer);
            auto group = std::ranges::find(groups, name, &FlowGroup::name);
            if (group == groups.end()) {
                groups.push_back({name, name, 1, {}});
                group = groups.end() - 1;
            }
            row.layer = layer == name ? QString() : layer.mid(name.size() + 1);
            group->rows.push_back(std::move(row));
        }
        return groups;
    }

  private:
    struct Placed {
        QString layer;
        FlowRow row;
        bool isVisited = false; // by backward
    };
    std::size_t place(bool backward, const QString& layer) {
        if (backward) {
            for (std::size_t i = m_rows.size(); i-- > 0;)
                if (m_rows[i].layer == layer && !m_rows[i].isVisited) {
                    m_rows[i].isVisited = true;
                    return i;
                }
            for (std::size_t i = 0; i < m_rows.size(); ++i) // more visits than forward made
                if (m_rows[i].layer == layer) return i;
        }
        m_rows.push_back({layer, {}, backward});
        return m_rows.size() - 1;
    }
    std::vector<Placed> m_rows;
    std::optional<std::size_t> m_row;
    std::string m_lastPhase;
    QString m_lastLayer;
};

} // namespace

bool FlowOp::stands(std::size_t op) const {
    return index == op || std::ranges::find(as, op) != as.end();
}

const FlowOp* OpFlow::find(std::size_t op) const {
    const auto among = [&](const std::vector<FlowOp>& ops) -> const FlowOp* {
        const auto found = std::ranges::find_if(ops, [&](const FlowOp& one) { return one.stands(op); });
        return found == ops.end() ? nullptr : &*found;
    };
    for (const auto& group : groups)
        for (const auto& row : group.rows)
            for (const auto* ops : {&row.forward, &row.backward})
                if (const auto* found = among(*ops)) return found;
    return among(optimizer);
}

bool movesOnly(const std::string& op) {
    static const std::set<std::string> names = {"view",
                                                "reshape",
                                                "_reshape_alias",
                                                "_unsafe_view",
                                                "transpose",
                                                "t",
                                                "permute",
                                                "expand",
                                                "expand_as",
                                                "chunk",
                                                "split",
                                                "split_with_sizes",
                                                "narrow",
                                                "slice",
                                                "select",
                                                "as_strided",
                                                "squeeze",
                                                "unsqueeze",
                                                "detach",
                                                "alias",
                                                "view_as",
                                                "clone",
                                                "contiguous",
                                                "copy_",
                                                "empty",
                                                "empty_like",
                                                "empty_strided",
                                                "new_empty",
                                                "zeros",
                                                "zeros_like",
                                                "ones",
                                                "ones_like",
                                                "full",
                                                "fill_",
                                                "zero_",
                                                "item",
                                                "_local_scalar_dense",
                                                "result_type",
                                                "resolve_conj",
                                                "resolve_neg",
                                                "is_nonzero",
                                                "unbind",
                                                "to",
                                                "_to_copy",
                                                "type_as",
                                                "slice_backward",
                                                "select_backward",
                                                "scalar_tensor",
                                                "resize_",
                                                "set_",
                                                "is_same_size",
                                                "unsafe_split"};
    return names.contains(op);
}

OpFlow flowOf(const record::OpList& list, const FlowOptions& options, std::optional<std::size_t> nonfinite) {
    OpFlow flow;
    Builder builder;
    std::optional<std::size_t> outer; // the last op of depth 0: casts inside it are made for it
    const auto casts = train::casts_among(list.ops);
    std::vector<std::pair<std::size_t, FlowOp>> tops; // with what is called inside, in order
    for (std::size_t i = 0; i < list.ops.size(); ++i) {
        const StepOp& op = list.ops[i];
        if (op.phase == "data") continue;
        if (op.depth == 0) {
            outer = tops.size();
            tops.emplace_back(i, flowOp(op, i));
        } else if (outer && casts[i]) {
            FlowOp& owner = tops[*outer].second;
            if (!owner.isCast) owner.casts.push_back({op.inputs[0], op.outputs[0], op.casts_weight});
        }
        if (nonfinite && *nonfinite == i && outer) tops[*outer].second.isNonfinite = true;
        if (op.depth == 0) continue;
        if (options.inner && (options.moves || !movesOnly(op.name)))
            tops.emplace_back(i, flowOp(op, i));
        else
            ++flow.inner;
    }
    for (auto& [index, one] : tops) {
        const StepOp& op = list.ops[index];
        const bool hidden =
            !options.moves && !one.isCast && one.casts.empty() && !one.isNonfinite && movesOnly(op.name);
        if (hidden) {
            ++flow.moves;
            continue;
        }
        if (op.phase == "optimizer")
            flow.optimizer.push_back(std::move(one));
        else
            builder.add(op, std::move(one));
    }
    flow.groups = builder.groups();
    if (!options.apart) mergeRepeated(flow.groups);
    flow.shown = static_cast<int>(flow.optimizer.size());
    for (const auto& group : flow.groups)
        for (const auto& row : group.rows)
            flow.shown += static_cast<int>(row.forward.size() + row.backward.size());
    return flow;
}

QString rulesName(const scenario::Scenario& scenario) {
    return scenario.autocast.rules == scenario::AutocastRules::Cuda ? QStringLiteral("CUDA") : QStringLiteral("CPU");
}

QString whyDtype(const StepOp& op, const scenario::Scenario& scenario) {
    if (op.emulation)
        return OpWords::tr("part of a product that this CPU carries out through fp32: a GPU does not do this");
    if (isCast(op)) {
        if (op.casts_weight)
            return OpWords::tr("cast of a weight: autocast keeps it in its cache until the region ends");
        if (op.phase == "backward") return OpWords::tr("the backward of a cast: the gradient takes the way back");
        if (op.phase == "forward") return OpWords::tr("a cast that the model asks for");
    }
    if (std::ranges::find(scenario.autocast.fp32_ops, op.name) != scenario.autocast.fp32_ops.end() &&
        op.phase == "forward")
        return OpWords::tr("kept in fp32 by hand (autocast.fp32_ops)");
    if (op.name.find("::") != std::string::npos) return OpWords::tr("a custom op: on no list, autocast passes it by");
    if (op.rule.empty()) {
        if (op.phase == "optimizer") return OpWords::tr("the optimizer runs outside autocast, in the weights' dtype");
        if (op.phase == "backward")
            return OpWords::tr("backward runs outside autocast, in the dtypes that forward left");
        return OpWords::tr("autocast is off here");
    }
    const QString rule = say("autocast." + op.rule);
    if (op.rule != "follow") return OpWords::tr("on the list of %1: %2").arg(rulesName(scenario), rule);
    const std::string from = joined(op.inputs);
    if (from.find('+') != std::string::npos)
        return OpWords::tr("on no list of %1: type promotion makes %2 of %3")
            .arg(rulesName(scenario), QString::fromStdString(joined(op.outputs)),
                 QString::fromStdString(from).replace("+", QStringLiteral(" + ")));
    return OpWords::tr("on no list of %1: runs in the dtype of its inputs").arg(rulesName(scenario));
}

} // namespace ampscope::ui

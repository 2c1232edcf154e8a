#include "ui/instruments/step/op_flow.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "core/train/autocast_tables.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/step/look_button.h"
#include "ui/instruments/step/op_pill.h"
#include "ui/instruments/step/step_details.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::OpList;

namespace {

constexpr double kGapX = 6, kGapY = 5, kHead = 28, kColumnHead = 22, kLabel = 16;
constexpr double kWide = 600, kThreeColumns = 860, kLabelColumn = 100, kOptimizerShare = 0.24;

const QChar kArrow(u'→');

double wide(const QFont& font, const QString& text) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

int castsIn(const std::vector<FlowRow>& rows) {
    int count = 0;
    for (const auto& row : rows)
        for (const auto* ops : {&row.forward, &row.backward})
            for (const auto& op : *ops)
                count += static_cast<int>(op.casts.size()) + (op.isCast ? 1 : 0);
    return count;
}

int opsIn(const std::vector<FlowRow>& rows) {
    int count = 0;
    for (const auto& row : rows)
        count += static_cast<int>(row.forward.size() + row.backward.size());
    return count;
}

} // namespace

OpFlowView::OpFlowView(QWidget* parent)
    : ScrolledInstrument("op-flow", parent),
      m_look(new LookButton({.ops = true, .nonfinite = true}, this)),
      m_searchField(new QLineEdit(this)),
      m_moves(new QToolButton(this)),
      m_inner(new QToolButton(this)),
      m_controls(new QWidget(this)) {
    auto* row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(6);
    m_searchField->setClearButtonEnabled(true);
    m_searchField->setMaximumWidth(220);
    row->addWidget(m_searchField, 1);
    for (auto* button : {m_moves, m_inner}) {
        button->setCheckable(true);
        button->setProperty("role", "switch");
        row->addWidget(button);
    }
    row->addWidget(m_look);
    row->addStretch(1);
    body()->insertWidget(0, m_controls);
    connect(m_searchField, &QLineEdit::textChanged, this, &OpFlowView::search);
    connect(m_searchField, &QLineEdit::returnPressed, this, &OpFlowView::nextMatch);
    connect(m_moves, &QToolButton::toggled, this, [this](bool on) {
        FlowOptions next = m_options;
        next.moves = on;
        setOptions(next);
    });
    connect(m_inner, &QToolButton::toggled, this, [this](bool on) {
        FlowOptions next = m_options;
        next.inner = on;
        setOptions(next);
    });
    translated(this, [this] {
        m_searchField->setPlaceholderText(tr("op, layer or dtype"));
        m_searchField->setAccessibleName(tr("Search the ops"));
        m_moves->setText(tr("moves"));
        m_moves->setToolTip(tr("Also ops that only view, move or make room for numbers"));
        m_inner->setText(tr("inner ops"));
        m_inner->setToolTip(tr("Also the ops that ops call, and products that this CPU carries out through fp32"));
        for (auto* button : {m_moves, m_inner})
            button->setAccessibleName(button->toolTip());
    });
}

void OpFlowView::setOptions(const FlowOptions& options) {
    m_options = options;
    const QSignalBlocker quiet_moves(m_moves), quiet_inner(m_inner);
    m_moves->setChecked(options.moves);
    m_inner->setChecked(options.inner);
    forgetItem();
    m_flow = flowOf(m_list, m_options, m_nonfinite);
    m_isStale = true;
    refresh();
    buildMenu();
}

void OpFlowView::setFolded(const QString& group, bool folded) {
    if (folded)
        m_folded.insert(group);
    else
        m_folded.remove(group);
    m_isStale = true;
    refresh();
}

void OpFlowView::search(const QString& text) {
    m_search = text.trimmed();
    if (m_searchField->text() != text) m_searchField->setText(text);
    canvas()->update();
}

bool OpFlowView::matches(const FlowOp& op) const {
    if (m_search.isEmpty()) return true;
    const auto has = [&](const QString& text) { return text.contains(m_search, Qt::CaseInsensitive); };
    return has(op.name) || has(pillDtypes(op)) || has(pillCasts(op)) ||
           has(QString::fromStdString(m_list.ops[op.index].layer));
}

void OpFlowView::follow() {
    const auto newest = newestDetail<OpList>(run());
    m_look->offer(run(), newest.isMissing);
    show(newest.payload, newest.step);
    setTitle(tr("Ops of a step"));
    if (newest.payload) {
        const auto casts = train::count_casts(m_list.ops);
        setSubtitle(tr("step %1 · casts: forward %2, of these of weights %3 (used %4 times) · backward %5")
                        .arg(m_step)
                        .arg(casts.forward)
                        .arg(casts.of_weights)
                        .arg(casts.weight_uses)
                        .arg(casts.backward));
        setProvenance(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured);
    } else {
        setSubtitle({});
        setProvenance({});
    }
    if (looksOther()) fitCanvas();
    tell();
}

void OpFlowView::show(const OpList* list, std::int64_t step) {
    static const OpList none;
    const OpList& next = list ? *list : none;
    std::optional<std::size_t> nonfinite;
    if (list)
        if (const auto* first = run()->record().detail_of<record::FirstNonfinite>(step)) nonfinite = first->op_index;
    m_step = step;
    if (next == m_list && nonfinite == m_nonfinite) return;
    m_list = next;
    m_nonfinite = nonfinite;
    forgetItem();
    m_flow = flowOf(m_list, m_options, m_nonfinite);
    m_isStale = true;
}

// A run that goes on says changed() 30 times a second.
bool OpFlowView::looksOther() {
    const auto language = LanguageSwitch::instance().language();
    const bool other = m_isStale || m_laidScale != scaled(1) || m_laidLanguage != language;
    m_isStale = false;
    m_laidScale = scaled(1);
    m_laidLanguage = language;
    return other;
}

void OpFlowView::canvasFitted(const QRectF& area) {
    m_layout = layOut(area);
}

QSizeF OpFlowView::drawnSize(double width) const {
    return {width, layOut(QRectF(0, 0, scaled(width), 0)).height / scaled(1)};
}

void OpFlowView::placeCell(Layout& layout, const std::vector<FlowOp>& ops, const QRectF& cell, int group,
                           double& bottom) const {
    double x = cell.left(), y = cell.top();
    for (const auto& op : ops) {
        const double width = std::min(pillWidth(op), cell.width());
        if (x > cell.left() && x + width > cell.right()) x = cell.left(), y += scaled(kPillHeight + kGapY);
        layout.items.push_back({QRectF(x, y, width, scaled(kPillHeight)), &op, group});
        x += width + scaled(kGapX);
        bottom = std::max(bottom, y + scaled(kPillHeight + kGapY));
    }
}

OpFlowView::Layout OpFlowView::layOut(const QRectF& area) const {
    Layout layout;
    if (m_list.ops.empty()) return layout;
    const bool wide_enough = area.width() >= scaled(kWide), three = area.width() >= scaled(kThreeColumns);
    const double label = wide_enough ? scaled(kLabelColumn) : 0, gap = scaled(12);
    const double third = three ? area.width() * kOptimizerShare : 0;
    const double cell = (area.width() - label - gap - (three ? third + gap : 0)) / 2;
    const double forward = area.left() + label, backward = forward + cell + gap, optimizer = backward + cell + gap;
    double y = area.top();
    const auto head = [&](double left, const QString& text) {
        layout.words.push_back({QRectF(left, y, scaled(200), scaled(kColumnHead)), text, true, {}});
    };
    head(forward, tr("forward") + QStringLiteral(" ↓"));
    head(backward, tr("backward") + QStringLiteral(" ↑"));
    if (three) head(optimizer, tr("optimizer"));
    y += scaled(kColumnHead);
    const double top = y;
    for (std::size_t g = 0; g < m_flow.groups.size(); ++g) {
        const auto& group = m_flow.groups[g];
        const int number = static_cast<int>(g);
        const double right = three ? optimizer - gap : area.right();
        layout.items.push_back({QRectF(area.left(), y, right - area.left(), scaled(kHead - 4)), nullptr, number});
        y += scaled(kHead);
        if (m_folded.contains(group.name)) continue;
        for (const auto& row : group.rows) {
            if (row.forward.empty() && row.backward.empty()) continue;
            const QString layer = row.layer.isEmpty() ? group.name : group.name + "." + row.layer;
            const QString words = row.layer;
            if (wide_enough) {
                layout.words.push_back(
                    {QRectF(area.left() + scaled(4), y, label - scaled(8), scaled(kPillHeight)), words, false, layer});
            } else if (!row.layer.isEmpty()) {
                layout.words.push_back(
                    {QRectF(area.left() + scaled(4), y, area.width(), scaled(kLabel)), words, false, layer});
                y += scaled(kLabel);
            }
            double bottom = y;
            placeCell(layout, row.forward, QRectF(forward, y, cell, 0), number, bottom);
            placeCell(layout, row.backward, QRectF(backward, y, cell, 0), number, bottom);
            y = bottom + scaled(3);
        }
        y += scaled(4);
    }
    if (!three && !m_flow.optimizer.empty()) {
        head(area.left(), tr("optimizer"));
        y += scaled(kColumnHead);
        double bottom = y;
        placeCell(layout, m_flow.optimizer, QRectF(area.left(), y, area.width(), 0), -1, bottom);
        y = bottom;
    }
    double third_bottom = top;
    if (three) placeCell(layout, m_flow.optimizer, QRectF(optimizer, top + scaled(3), third, 0), -1, third_bottom);
    layout.height = std::max(y, third_bottom) - area.top();
    return layout;
}

void OpFlowView::draw(QPainter& painter, const QRectF& area) const {
    if (m_list.ops.empty())
        return drawNothing(painter, area,
                           run() && run()->hasRun() ? tr("No look inside a step has been taken yet.")
                                                    : tr("No run yet."));
    const bool on_screen = painter.device() == canvas();
    const Layout made = on_screen ? Layout() : layOut(area);
    const Layout& layout = on_screen ? m_layout : made;
    const QString parameter = run() ? run()->selectedParameter() : QString();
    for (const auto& words : layout.words) {
        const bool marked =
            !words.layer.isEmpty() && (parameter == words.layer + ".weight" || parameter == words.layer);
        painter.setFont(words.isHead ? textFont(scaled(kTickPixels), QFont::DemiBold)
                                     : monoFont(scaled(10.5), marked ? QFont::Bold : QFont::Normal));
        painter.setPen(theme().color(words.isHead || marked ? Token::Text : Token::Muted));
        painter.drawText(words.box, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words.text, Qt::ElideMiddle, qRound(words.box.width())));
    }
    for (const auto& item : layout.items)
        paintItem(painter, item);
}

void OpFlowView::paintItem(QPainter& painter, const Item& item) const {
    if (!item.op) return paintHead(painter, item);
    painter.save();
    if (!matches(*item.op)) painter.setOpacity(0.25);
    paintPill(painter, item.box, *item.op);
    painter.restore();
    const bool selected = run() && run()->selectedOp() && item.op->stands(*run()->selectedOp());
    if (selected || item.op == cursor()) {
        painter.setPen(QPen(theme().color(Token::Accent), scaled(selected ? 2.4 : 1.4)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(item.box.adjusted(-2, -2, 2, 2), scaled(7), scaled(7));
    }
}

void OpFlowView::paintHead(QPainter& painter, const Item& item) const {
    const auto& group = m_flow.groups[static_cast<std::size_t>(item.group)];
    const Theme& look = theme();
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Token::SelectionGround));
    painter.drawRoundedRect(item.box, scaled(4), scaled(4));
    const auto at = this->item();
    if (at && *at < m_layout.items.size() && !m_layout.items[*at].op && m_layout.items[*at].group == item.group) {
        painter.setPen(QPen(look.color(Token::Accent), scaled(1.6)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(item.box, scaled(4), scaled(4));
    }
    const bool folded = m_folded.contains(group.name);
    double x = item.box.left() + scaled(8);
    const auto put = [&](const QString& text, const QFont& font, Token ink) {
        const QString shown = fittedLine(text, font, item.box.right() - x - scaled(6));
        painter.setFont(font);
        painter.setPen(look.color(ink));
        painter.drawText(QRectF(x, item.box.top(), item.box.right() - x, item.box.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, shown);
        x += wide(font, shown) + scaled(10);
    };
    put(folded ? QStringLiteral("▸") : QStringLiteral("▾"), textFont(scaled(10)), Token::Muted);
    QString name = group.name.isEmpty() ? tr("outside the layers") : group.name;
    if (group.times > 1) name += QStringLiteral(" … ") + group.last;
    put(name, monoFont(scaled(11.5), QFont::DemiBold), Token::Text);
    if (group.times > 1) put(QStringLiteral("× %1").arg(group.times), textFont(scaled(11.5), QFont::Bold), Token::Text);
    put(tr("ops %1, casts %2").arg(opsIn(group.rows)).arg(castsIn(group.rows)), textFont(scaled(10.5)), Token::Muted);
}

const FlowOp* OpFlowView::cursor() const {
    const auto at = item();
    return at && *at < m_layout.items.size() ? m_layout.items[*at].op : nullptr;
}

QString OpFlowView::reading() const {
    const FlowOp* flow = cursor();
    if (!flow) return {};
    const record::StepOp& op = m_list.ops[flow->index];
    const auto list = [](const std::vector<std::string>& names) {
        // A fused optimizer takes dozens of tensors.
        std::vector<std::pair<std::string, int>> kinds;
        for (const auto& name : names) {
            const auto known = std::ranges::find(kinds, name, &std::pair<std::string, int>::first);
            if (known == kinds.end())
                kinds.emplace_back(name, 1);
            else
                ++known->second;
        }
        QStringList words;
        for (const auto& [name, count] : kinds)
            words << (count > 1 ? QString("%1× ").arg(count) : QString()) + QString::fromStdString(name);
        return words.isEmpty() ? QStringLiteral("–") : words.join(QStringLiteral(", "));
    };
    QStringList parts{QString::fromStdString(op.name) + QStringLiteral(": ") + list(op.inputs) + " " + kArrow + " " +
                      list(op.outputs)};
    if (!op.layer.empty()) parts << QString::fromStdString(op.layer);
    QString words = parts.join(QStringLiteral(" · ")) + QStringLiteral("\n") +
                    whyDtype(op, run() ? run()->record().scenario() : scenario::Scenario());
    if (!flow->casts.empty() && op.phase == "forward") {
        const auto weights = std::ranges::count_if(flow->casts, &FlowCast::ofWeight);
        words +=
            QStringLiteral(" · ") + tr("casts made for it: %1, of weights %2").arg(flow->casts.size()).arg(weights);
    }
    if (op.cached_weights > 0)
        words += QStringLiteral(" · ") + tr("takes casts of weights from the cache: %1").arg(op.cached_weights);
    if (flow->isNonfinite) words += QStringLiteral(" · ") + tr("the first op that gave Inf or NaN");
    return words;
}

void OpFlowView::tell() {
    const QString at = reading();
    const QString hint = m_list.ops.empty()
                             ? QString()
                             : tr("Pills: op, dtype in %1 out. In front: casts that autocast made for it, w of a "
                                  "weight. Arrows walk, Enter selects, / searches.")
                                   .arg(kArrow);
    setReading(at.isEmpty() ? hint : at);
    const QString shown =
        m_list.ops.empty()
            ? tr("No look inside a step has been taken yet.")
            : tr("Step %1: %2 ops in %3 groups.").arg(m_step).arg(m_flow.shown).arg(m_flow.groups.size());
    speak(at.isEmpty() ? shown : QString(at).replace('\n', ". "));
    canvas()->update();
}

QString OpFlowView::caption() const {
    return run() ? tr("step %1").arg(m_step) + QStringLiteral(" · ") + captionOf(run()->record()) : QString();
}

TextTable OpFlowView::numbers() const {
    TextTable table{{"#", tr("phase"), tr("layer"), tr("op"), tr("in"), tr("out"), tr("rule"), tr("why"),
                     tr("casts for it"), tr("of weights"), tr("from the cache"), tr("inside")},
                    {}};
    std::map<std::size_t, const FlowOp*> shown;
    const auto add = [&](const std::vector<FlowOp>& ops) {
        for (const auto& op : ops) {
            shown[op.index] = &op;
            for (const auto same : op.as)
                shown[same] = &op;
        }
    };
    for (const auto& group : m_flow.groups)
        for (const auto& row : group.rows)
            add(row.forward), add(row.backward);
    add(m_flow.optimizer);
    const auto list = [](const std::vector<std::string>& names) {
        QStringList words;
        for (const auto& name : names)
            words << QString::fromStdString(name);
        return words.join(' ');
    };
    const scenario::Scenario scenario = run() ? run()->record().scenario() : scenario::Scenario();
    for (const auto& [index, flow] : shown) {
        const auto& op = m_list.ops[index];
        table.rows << QStringList{QString::number(index),
                                  QString::fromStdString(op.phase),
                                  QString::fromStdString(op.layer),
                                  QString::fromStdString(op.name),
                                  list(op.inputs),
                                  list(op.outputs),
                                  QString::fromStdString(op.rule),
                                  whyDtype(op, scenario),
                                  QString::number(flow->casts.size()),
                                  QString::number(std::ranges::count_if(flow->casts, &FlowCast::ofWeight)),
                                  QString::number(op.cached_weights),
                                  QString::number(op.depth)};
    }
    return table;
}

void OpFlowView::buildMenu() {
    ScrolledInstrument::buildMenu();
    menu()->addSeparator();
    auto* apart = menu()->addAction(tr("Repeated blocks one by one"));
    apart->setCheckable(true);
    apart->setChecked(m_options.apart);
    connect(apart, &QAction::triggered, this, [this](bool on) {
        FlowOptions next = m_options;
        next.apart = on;
        setOptions(next);
    });
    menu()->addAction(tr("Fold all"), this, [this] {
        for (const auto& group : m_flow.groups)
            m_folded.insert(group.name);
        m_isStale = true;
        refresh();
    });
    menu()->addAction(tr("Unfold all"), this, [this] {
        m_folded.clear();
        m_isStale = true;
        refresh();
    });
}

void OpFlowView::activate(std::size_t place) {
    const Item& item = m_layout.items[place];
    if (!item.op) {
        const QString name = m_flow.groups[static_cast<std::size_t>(item.group)].name;
        return setFolded(name, !m_folded.contains(name));
    }
    if (run()) run()->selectOp(item.op->index);
    tell();
}

void OpFlowView::nextMatch() {
    const std::size_t count = itemCount(), first = item() ? *item() + 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const FlowOp* op = opOf((first + i) % count);
        if (op && matches(*op)) return moveTo((first + i) % count);
    }
}

void OpFlowView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Slash && !showsTable()) return m_searchField->setFocus();
    ScrolledInstrument::keyPressEvent(event);
}

} // namespace ampscope::ui

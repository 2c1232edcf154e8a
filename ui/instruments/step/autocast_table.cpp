#include "ui/instruments/step/autocast_table.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/dtype_style.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/step/lanes.h"
#include "ui/instruments/step/op_flow_model.h"
#include "ui/instruments/step/step_details.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using scenario::AutocastRules;
using train::AutocastDevice;
using train::CastPolicy;

namespace {

constexpr double kRow = 24, kHead = 34;
constexpr std::array kDevices = {AutocastDevice::Cuda, AutocastDevice::Cpu, AutocastDevice::Mps};

// On no device's list, and often asked about.
const QStringList kFollowers = {"add", "mul", "gelu", "relu", "mean", "dropout", "embedding"};

// Looked up once: the rows are made anew whenever a run goes on.
const std::array<CastPolicy, 3>& policiesOf(const QString& op) {
    static std::map<QString, std::array<CastPolicy, 3>> known;
    const auto [found, isNew] = known.try_emplace(op);
    if (isNew)
        for (std::size_t device = 0; device < kDevices.size(); ++device)
            found->second[device] = train::autocast_policy(kDevices[device], op.toStdString());
    return found->second;
}

// Names without overloads, of all devices; looked up once, too.
const std::set<QString>& listedOps() {
    static const auto listed = [] {
        std::set<QString> ops(kFollowers.begin(), kFollowers.end());
        for (const auto device : kDevices)
            for (const auto& rule : train::autocast_rules(device))
                ops.insert(QString::fromStdString(rule.op).section('.', 0, 0));
        return ops;
    }();
    return listed;
}

// With what a step calls.
std::set<QString> allOps(const record::OpList* list) {
    std::set<QString> ops = listedOps();
    if (list)
        for (const auto& op : list->ops)
            if (op.depth == 0 && op.phase == "forward" && !movesOnly(op.name))
                ops.insert(QString::fromStdString(op.name));
    return ops;
}

QString lastWords(const QString& from, const QString& to) {
    return from == to || from.isEmpty() ? to : from + QStringLiteral("→") + to;
}

} // namespace

AutocastTable::AutocastTable(QWidget* parent)
    : ScrolledInstrument("autocast-table", parent),
      m_measured(new MeasuredRules(this)),
      m_filter(new QLineEdit(this)),
      m_differences(new QToolButton(this)),
      m_inRun(new QToolButton(this)) {
    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(0, 2, 0, 2);
    controls->setSpacing(6);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    controls->addWidget(m_filter, 1);
    for (auto* button : {m_differences, m_inRun}) {
        button->setCheckable(true);
        button->setProperty("role", "switch");
        controls->addWidget(button);
        connect(button, &QToolButton::toggled, this, [this] {
            forgetItem();
            refresh();
        });
    }
    controls->addStretch(1);
    body()->insertLayout(0, controls);
    connect(m_filter, &QLineEdit::textChanged, this, [this] {
        forgetItem();
        refresh();
    });
    connect(m_measured, &MeasuredRules::changed, this, &AutocastTable::refresh);
    translated(this, [this] {
        m_filter->setPlaceholderText(tr("op"));
        m_filter->setAccessibleName(tr("Show only ops with this in their name"));
        m_differences->setText(tr("differences"));
        m_differences->setToolTip(tr("Only ops that the devices treat differently"));
        m_inRun->setText(tr("in this step"));
        m_inRun->setToolTip(tr("Only ops that the step of the run calls"));
        for (auto* button : {m_differences, m_inRun})
            button->setAccessibleName(button->toolTip());
    });
}

void AutocastTable::setFilter(const QString& text) {
    m_filter->setText(text);
}
void AutocastTable::setOnlyDifferences(bool only) {
    m_differences->setChecked(only);
}
void AutocastTable::setOnlyInRun(bool only) {
    m_inRun->setChecked(only);
}

QString AutocastTable::low() const {
    const QString own = run() ? formatId(run()->record().scenario()) : QString();
    return own == "bf16" ? own : QStringLiteral("fp16");
}

void AutocastTable::follow() {
    const auto newest = newestDetail<record::OpList>(run());
    const auto ops = allOps(newest.payload);
    if (run() && run()->hasRun()) m_measured->ask(run()->thread(), QStringList(ops.begin(), ops.end()));
    std::map<QString, QString> in_run;
    if (newest.payload)
        for (const auto& group : flowOf(*newest.payload, {}).groups)
            for (const auto& row : group.rows)
                for (const auto& op : row.forward)
                    in_run[op.name] = lastWords(QString::fromStdString(op.from), QString::fromStdString(op.to));
    m_rows.clear();
    for (const QString& op : ops) {
        if (!m_filter->text().trimmed().isEmpty() && !op.contains(m_filter->text().trimmed(), Qt::CaseInsensitive))
            continue;
        Row row{op, {}, {m_measured->dtype(op, AutocastRules::Cuda), m_measured->dtype(op, AutocastRules::Cpu)}, {}};
        row.policies = policiesOf(op);
        if (const auto found = in_run.find(op); found != in_run.end()) row.inRun = found->second;
        if (m_differences->isChecked() && !row.differs()) continue;
        if (m_inRun->isChecked() && row.inRun.isEmpty()) continue;
        m_rows.push_back(std::move(row));
    }
    // What the step calls comes first, then what could be measured; names that begin with _ are nobody's own calls.
    std::ranges::stable_sort(m_rows, {}, [](const Row& row) {
        return std::tuple(row.inRun.isEmpty(), row.measured[0].isEmpty(), row.op.startsWith('_'));
    });
    setTitle(tr("Autocast rules"));
    const bool on_gpu = run() && run()->record().scenario().device == scenario::Device::Cuda;
    const bool simulated = run() && run()->record().environment_text("autocast_rules").starts_with("cuda");
    setSubtitle(on_gpu      ? tr("%1 ops · this run: rules of CUDA, on the GPU").arg(m_rows.size())
                : simulated ? tr("%1 ops · this run: rules of CUDA, carried out on the CPU").arg(m_rows.size())
                : run() && !run()->record().environment().empty()
                    ? tr("%1 ops · this run: rules of the CPU").arg(m_rows.size())
                    : tr("%1 ops").arg(m_rows.size()));
    setProvenance(isMeasured() ? Provenance::Measured : Provenance::Recorded);
    fitCanvas();
    tell();
}

QSizeF AutocastTable::drawnSize(double width) const {
    return {width, kHead + kRow * static_cast<double>(std::max<std::size_t>(1, m_rows.size())) + 6};
}

QStringList AutocastTable::heads() const {
    return {tr("op"),          "CUDA", "CPU", "MPS", tr("here, rules of CUDA"), tr("here, rules of the CPU"),
            tr("in this step")};
}

std::vector<double> AutocastTable::columnsIn(const QRectF& area) const {
    constexpr std::array kShares = {0.25, 0.125, 0.125, 0.125, 0.12, 0.12, 0.135};
    std::vector<double> at{area.left()};
    for (const double share : kShares)
        at.push_back(at.back() + share * area.width());
    return at;
}

QRectF AutocastTable::rowBox(const QRectF& area, std::size_t row) const {
    return {area.left(), area.top() + scaled(kHead + static_cast<double>(row) * kRow), area.width(), scaled(kRow)};
}

void AutocastTable::draw(QPainter& painter, const QRectF& area) const {
    if (m_rows.empty()) return drawNothing(painter, area, tr("No op has this in its name."));
    const auto at = columnsIn(area);
    const bool on_screen = painter.device() == canvas();
    const QString selected = selectedOp();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QRectF box = rowBox(area, i);
        if (painter.hasClipping() && !painter.clipBoundingRect().intersects(box)) continue;
        if (!selected.isEmpty() && m_rows[i].op == selected) {
            painter.fillRect(box, theme().color(Token::SelectionGround));
            painter.fillRect(QRectF(box.topLeft(), QSizeF(scaled(3), box.height())), theme().color(Token::Accent));
        }
        paintRow(painter, box, at, m_rows[i]);
        if (on_screen && item() == i) {
            painter.setPen(QPen(theme().color(Token::Accent), scaled(1.4)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(1, 1, -1, -1));
        }
    }
    paintHeads(painter, area, on_screen ? std::max(area.top(), visibleTop()) : area.top());
}

// The heads stay in sight.
void AutocastTable::paintHeads(QPainter& painter, const QRectF& area, double top) const {
    const auto at = columnsIn(area);
    const QRectF box(area.left(), top, area.width(), scaled(kHead));
    painter.fillRect(box, theme().color(Token::Panel));
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    painter.setFont(textFont(scaled(kTickPixels), QFont::DemiBold));
    painter.setPen(theme().color(Token::Text));
    const QStringList words = heads();
    for (int i = 0; i < kColumns; ++i)
        drawFitted(painter,
                   QRectF(at[static_cast<std::size_t>(i)] + scaled(4), top,
                          at[static_cast<std::size_t>(i) + 1] - at[static_cast<std::size_t>(i)] - scaled(8),
                          scaled(kHead)),
                   Qt::AlignLeft | Qt::AlignVCenter, words[i]);
}

namespace {

struct PolicyWords {
    QString text;
    std::string dtype; ///< whose look it takes; "" for ink
};

PolicyWords wordsOf(CastPolicy policy, const QString& low) {
    switch (policy) {
    case CastPolicy::LowerPrecision: return {AutocastTable::tr("16 bits"), low.toStdString()};
    case CastPolicy::Fp32:
    case CastPolicy::Fp32SetDtype:
    case CastPolicy::Fp32AppendDtype: return {"fp32", "fp32"};
    case CastPolicy::Promote: return {AutocastTable::tr("widest"), ""};
    case CastPolicy::Banned: return {AutocastTable::tr("error"), ""};
    case CastPolicy::Follow: return {AutocastTable::tr("as inputs"), ""};
    }
    return {};
}

} // namespace

void AutocastTable::paintRow(QPainter& painter, const QRectF& box, const std::vector<double>& at,
                             const Row& row) const {
    const Theme& look = theme();
    painter.setPen(QPen(look.color(Token::Grid), 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    painter.setFont(monoFont(scaled(11), row.differs() ? QFont::DemiBold : QFont::Normal));
    painter.setPen(look.color(Token::Text));
    const double name_room = at[1] - at[0] - scaled(24);
    painter.drawText(QRectF(at[0] + scaled(4), box.top(), name_room, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.op, Qt::ElideMiddle, qRound(name_room)));
    if (row.differs()) {
        painter.setFont(textFont(scaled(12), QFont::Bold));
        painter.drawText(QRectF(at[1] - scaled(18), box.top(), scaled(14), box.height()), Qt::AlignCenter,
                         QStringLiteral("≠"));
    }
    const QFont font = textFont(scaled(10.5), QFont::DemiBold);
    const auto pill = [&](std::size_t column, const QString& text, const std::string& dtype, bool other, Token ink) {
        if (text.isEmpty()) return;
        const double room = at[column + 1] - at[column] - scaled(8);
        const QString shown = fittedLine(text, font, room - scaled(10));
        const QRectF area(at[column] + scaled(3), box.top() + scaled(3),
                          std::min(room, QFontMetricsF(font).horizontalAdvance(shown) + scaled(12)),
                          box.height() - scaled(6));
        if (other) { // not as on CUDA
            painter.setPen(Qt::NoPen);
            painter.setBrush(look.color(Token::SelectionGround));
            painter.drawRect(QRectF(at[column], box.top() + 1, at[column + 1] - at[column] - 2, box.height() - 2));
        }
        if (!dtype.empty()) {
            painter.setPen(outlineOf(dtype, look, scaled(1.2)));
            painter.setBrush(look.tint(inkOf(dtype, look), 0.07));
            painter.drawRoundedRect(area, scaled(4), scaled(4));
        }
        painter.setFont(font);
        painter.setPen(dtype.empty() ? look.color(ink) : inkOf(dtype, look));
        painter.drawText(area.adjusted(scaled(6), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, shown);
    };
    for (std::size_t device = 0; device < kDevices.size(); ++device) {
        const auto policy = row.policies[device];
        const auto words = wordsOf(policy, low());
        pill(1 + device, words.text, words.dtype, policy != row.policies[0],
             policy == CastPolicy::Banned   ? Token::Lost
             : policy == CastPolicy::Follow ? Token::Muted
                                            : Token::Text);
    }
    for (std::size_t i = 0; i < row.measured.size(); ++i)
        pill(4 + i, row.measured[i], row.measured[i].toStdString(), i == 1 && row.measured[1] != row.measured[0],
             Token::Text);
    pill(6, row.inRun, row.inRun.section(QStringLiteral("→"), -1).toStdString(), false, Token::Text);
}

QString AutocastTable::reading() const {
    const auto at = item();
    if (!at || *at >= m_rows.size()) return {};
    const Row& row = m_rows[*at];
    // Devices that do the same are named together.
    QStringList parts;
    for (std::size_t device = 0; device < kDevices.size(); ++device) {
        if (std::find(row.policies.begin(), row.policies.begin() + static_cast<std::ptrdiff_t>(device),
                      row.policies[device]) != row.policies.begin() + static_cast<std::ptrdiff_t>(device))
            continue;
        QStringList names;
        for (std::size_t other = device; other < kDevices.size(); ++other)
            if (row.policies[other] == row.policies[device])
                names << QString::fromStdString(std::string(train::device_id(kDevices[other]))).toUpper();
        parts << names.join(", ") + QStringLiteral(": ") +
                     say("autocast." + std::string(train::policy_id(row.policies[device])));
    }
    QString words = row.op + QStringLiteral(" · ") + parts.join(QStringLiteral(" · "));
    if (!row.measured[0].isEmpty())
        words += QStringLiteral(" · ") + tr("measured here in a bf16 region: %1 by the rules of CUDA, %2 by the CPU's")
                                             .arg(row.measured[0], row.measured[1]);
    return words;
}

void AutocastTable::tell() {
    const QString at = reading();
    const QString hint =
        tr("Lists of PyTorch 2.15. ≠: the devices differ. Here: what LibTorch %1 gives in a bf16 region for 16-bit "
           "inputs (fp32 ones for products, one of each for add and cat), where the op can be called.")
            .arg(m_measured->libtorch());
    setReading(at.isEmpty() ? hint.simplified() : at, 3);
    speak(at.isEmpty() ? accessibleName() + ". " + tr("%1 ops").arg(m_rows.size()) : at);
    canvas()->update();
}

QString AutocastTable::selectedOp() const {
    const auto index = run() ? run()->selectedOp() : std::nullopt;
    const auto newest = newestDetail<record::OpList>(run());
    return index && newest.payload && *index < newest.payload->ops.size()
               ? QString::fromStdString(newest.payload->ops[*index].name)
               : QString();
}

void AutocastTable::activate(std::size_t row) {
    if (const auto newest = newestDetail<record::OpList>(run()); newest.payload && row < m_rows.size()) {
        const auto& ops = newest.payload->ops;
        const auto first = std::ranges::find_if(ops, [op = m_rows[row].op.toStdString()](const record::StepOp& each) {
            return each.name == op && each.depth == 0;
        });
        if (first != ops.end()) run()->selectOp(static_cast<std::size_t>(first - ops.begin()));
    }
    tell();
}

QString AutocastTable::caption() const {
    QString words = tr("lists of PyTorch 2.15; measured in a bf16 region with LibTorch %1").arg(m_measured->libtorch());
    if (run()) words += QStringLiteral(" · ") + captionOf(run()->record());
    return words;
}

TextTable AutocastTable::numbers() const {
    TextTable table{heads(), {}};
    for (const auto& row : m_rows) {
        QStringList cells{row.op};
        for (const auto policy : row.policies)
            cells << QString::fromStdString(std::string(train::policy_id(policy)));
        table.rows << (cells << row.measured[0] << row.measured[1] << row.inRun);
    }
    return table;
}

} // namespace ampscope::ui

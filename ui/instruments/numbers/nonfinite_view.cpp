#include "ui/instruments/numbers/nonfinite_view.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "core/train/training_step.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/step/lanes.h"
#include "ui/instruments/step/look_button.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;
using record::FirstNonfinite;

namespace {

constexpr std::size_t kShownProducts = 2, kShownSteps = 6;
constexpr double kNameColumn = 68, kRow = 21, kMore = 15, kBit = 17, kBitHeight = 22, kDot = 18, kLeastBeside = 30;

QString text(const std::string& words) {
    return QString::fromStdString(words);
}

QString number(double value, int digits) {
    return text(io::to_text(value, digits));
}

// All digits where they are few; else the first ones.
QString shortened(const numeric::ExactValue& value) {
    constexpr std::size_t kMostDigits = 18;
    const std::string whole = numeric::exact_decimal(value);
    return whole.size() <= kMostDigits ? text(whole) : QStringLiteral("≈ ") + number(numeric::to_double(value), 9);
}

QString shapeText(const std::vector<std::int64_t>& sizes, const QString& between) {
    QStringList all;
    for (const auto size : sizes)
        all << QString::number(size);
    return all.join(between);
}

const record::Fact* factAt(const record::RunRecord& record, std::string_view kind, std::int64_t step) {
    for (const auto* fact : record.facts_of(kind))
        if (fact->step == step) return fact;
    return nullptr;
}

bool isSpoiled(const record::Sample& sample) {
    return !sample.ran() || !std::isfinite(sample[Column::Loss]) || sample[Column::OverflowShare] > 0;
}

} // namespace

NonfiniteView::NonfiniteView(QWidget* parent)
    : ScrolledInstrument("nonfinite", parent), m_look(new LookButton({.ops = true, .nonfinite = true}, this)) {
    body()->addWidget(m_look, 0, Qt::AlignCenter);
}

void NonfiniteView::follow() {
    setTitle(tr("The first Inf or NaN"));
    m_rows.clear();
    m_first.reset();
    m_offender = {};
    m_empty.clear();
    m_step = run() ? run()->stepToLookInside() : -1;
    const record::Sample* sample = run() ? sampleAt(run()->record(), m_step) : nullptr;
    const auto* first = run() ? run()->record().detail_of<FirstNonfinite>(m_step) : nullptr;
    const bool was_looked_at = run() && run()->record().detail_of<record::OpList>(m_step);
    if (sample) addStep(run()->record(), *sample);
    if (first) {
        m_first = *first;
        m_offender = train::offending_value(*first);
        addChain(run()->record(), *first);
    } else if (!sample) {
        m_empty = tr("No step yet.");
    } else if (isSpoiled(*sample)) {
        m_empty = was_looked_at ? tr("No op made it of finite numbers: the weights or the data held it before.")
                                : tr("Which op it was has not been looked at.");
    } else {
        m_empty = tr("Every number of this step is finite.");
        addOtherSteps(run()->record());
    }
    m_look->offer(run(), sample && isSpoiled(*sample) && !first && !was_looked_at);
    setSubtitle(m_step >= 0 && sample ? tr("step %1").arg(m_step) : QString());
    setProvenance(sample ? std::optional(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured)
                         : std::nullopt);
    QStringList spoken;
    for (const auto& row : m_rows)
        spoken << row.name + ": " + row.value + " " + row.right;
    if (!m_empty.isEmpty()) spoken << m_empty;
    speak(spoken.join(". "));
    fitCanvas();
    tell();
}

void NonfiniteView::addStep(const record::RunRecord& record, const record::Sample& sample) {
    const auto* skipped = factAt(record, "step_skipped", m_step);
    const auto* moved = factAt(record, "scale_changed", m_step);
    Row row{.link = Link::Step, .name = tr("step")};
    row.value = sample.ran() ? tr("step %1: the optimizer ran").arg(m_step) : tr("step %1 was skipped").arg(m_step);
    row.isLost = !sample.ran();
    if (moved)
        row.right = scaleText(*moved->number("from")) + " → " + scaleText(*moved->number("to"));
    else if (record.scenario().scaler_enabled())
        row.right = scaleText(sample[Column::Scale]);
    m_rows.push_back(row);
    if (!skipped) return;
    Row parameter{.link = Link::Parameter, .name = tr("parameter")};
    parameter.value = text(skipped->text("parameter"));
    if (const auto count = skipped->number("nonfinite"))
        parameter.more = tr("%1 Inf or NaN").arg(text(text::grouped(static_cast<std::int64_t>(*count))));
    parameter.isMono = true;
    m_rows.push_back(parameter);
}

void NonfiniteView::addChain(const record::RunRecord& record, const FirstNonfinite& first) {
    const auto known = std::ranges::find(m_rows, Link::Parameter, &Row::link);
    const QString spoiled = text(first.parameter);
    if (known != m_rows.end()) {
        if (!spoiled.isEmpty() && spoiled != known->value)
            known->more += QStringLiteral(" · ") + tr("it came to %1 first").arg(spoiled);
    } else if (!spoiled.isEmpty()) {
        m_rows.push_back({.link = Link::Parameter, .name = tr("parameter"), .value = spoiled, .isMono = true});
    }
    Row op{.link = Link::Op, .name = tr("op")};
    op.value = text(first.op) + QStringLiteral(" · ") + text(first.phase) +
               (first.layer.empty() ? QString() : QStringLiteral(" · ") + text(first.layer));
    QStringList operands;
    for (const auto& dtype : first.operand_dtypes)
        operands << text(dtype);
    op.right = operands.isEmpty() ? text(first.dtype) : operands.join(" × ") + " → " + text(first.dtype);
    op.more = tr("[%3] of %2 %1 is %4; %5 not finite")
                  .arg(shapeText(first.shape, QStringLiteral("×")), text(first.dtype),
                       shapeText(first.position, QStringLiteral(", ")), text(io::to_text(first.value)),
                       text(text::grouped(first.count)));
    m_rows.push_back(op);
    addValue(first);
    const auto lines = train::training_step(record.scenario());
    const auto lit = train::light(lines, record, m_step, LanguageSwitch::instance().language(), first.op_index);
    if (lit.lit_line < lines.size()) {
        Row code{.link = Link::Code, .name = tr("code"), .value = text(lines[lit.lit_line].text).trimmed()};
        code.isMono = true;
        m_rows.push_back(code);
    }
}

void NonfiniteView::addValue(const FirstNonfinite& first) {
    const auto& terms = m_offender.products.terms;
    for (std::size_t i = 0; i < std::min(terms.size(), kShownProducts); ++i) {
        Row row{.link = Link::Product, .name = i == 0 ? tr("products") : QString()};
        row.value = number(terms[i].left, 6) + " × " + number(terms[i].right, 6);
        row.right = number(terms[i].product, 8);
        row.isMono = true;
        row.index = i;
        if (i + 1 == std::min(terms.size(), kShownProducts) && i + 1 < terms.size())
            row.more = tr("and %1 smaller ones").arg(terms.size() - i - 1);
        m_rows.push_back(row);
    }
    if (terms.empty() && !first.left.empty()) {
        QStringList operands;
        for (const double operand : first.left)
            operands << number(operand, 8);
        Row row{.link = Link::Product, .name = tr("operands"), .value = operands.join(QStringLiteral(" , "))};
        row.isMono = true;
        row.isItem = false;
        m_rows.push_back(row);
    }
    if (!m_offender.stored) return;
    const auto& stored = *m_offender.stored;
    Row sum{.link = Link::Sum, .name = terms.empty() ? tr("value") : tr("their sum")};
    sum.value = shortened(*m_offender.value);
    sum.right = tr("largest %1: %2")
                    .arg(text(stored.format.name),
                         text(numeric::Conversion::decimal_text(stored.format, stored.format.max_finite())));
    sum.isMono = true;
    if (!m_offender.is_exact) sum.more = tr("worked out in fp64");
    if (stored.stored.is_number())
        sum.more = tr("rounded once it would fit: a part of the sum passed the largest number on the way");
    m_rows.push_back(sum);
    Row bits{.link = Link::Bits, .name = tr("its bits")};
    bits.right = text(numeric::exact_decimal(stored.stored));
    bits.isLost = !stored.stored.is_number();
    m_rows.push_back(bits);
}

void NonfiniteView::addOtherSteps(const record::RunRecord& record) {
    std::size_t count = 0;
    const auto& samples = record.samples();
    for (auto sample = samples.rbegin(); sample != samples.rend() && count < kShownSteps; ++sample) {
        if (!isSpoiled(*sample)) continue;
        Row row{.link = Link::OtherStep, .name = count++ == 0 ? tr("go to") : QString()};
        row.value = sample->ran() ? tr("step %1").arg(sample->step()) : tr("step %1, skipped").arg(sample->step());
        row.right = scaleText((*sample)[Column::Scale]);
        row.index = static_cast<std::size_t>(sample->step());
        m_rows.push_back(row);
    }
}

QString NonfiniteView::wordsOf(std::size_t item) const {
    const Row& row = m_rows[m_layout.items[item].row];
    return row.right.isEmpty() ? row.value : row.value + " " + row.right;
}

QString NonfiniteView::help(Link link) const {
    switch (link) {
    case Link::Step:
    case Link::OtherStep: return tr("A click selects this step everywhere.");
    case Link::Parameter: return tr("A click marks this parameter everywhere.");
    case Link::Op: return tr("A click shows this op among the ops of the step.");
    case Link::Product: return tr("A click opens this product in the Bits lab.");
    case Link::Sum:
    case Link::Bits: return tr("A click opens the number in the Bits lab, with the bits that say Inf.");
    case Link::Code: return tr("A click lights the line that this op belongs to.");
    }
    return {};
}

void NonfiniteView::tell() {
    const auto at = item();
    setReading(at && *at < itemCount() ? help(linkOf(*at)) : QString(), 1);
    canvas()->update();
}

void NonfiniteView::askNumber(const numeric::ExactValue& value) {
    Q_EMIT numberAsked(text(numeric::exact_decimal(value)), m_first ? text(m_first->dtype) : QString());
}

void NonfiniteView::activate(std::size_t at) {
    if (!run()) return;
    const Row row = m_rows[m_layout.items[at].row]; // selecting makes the rows anew
    const auto op = m_first ? std::optional(m_first->op_index) : std::nullopt;
    const std::int64_t step = m_step;
    switch (row.link) {
    case Link::OtherStep: return run()->select(static_cast<std::int64_t>(row.index));
    case Link::Product: {
        const auto& term = m_offender.products.terms[row.index];
        return askNumber(numeric::product_sum(std::span(&term.left, 1), std::span(&term.right, 1)).sum);
    }
    case Link::Sum:
    case Link::Bits: return askNumber(*m_offender.value);
    default: run()->select(step); // what is marked belongs to it
    }
    if (row.link == Link::Parameter) run()->selectParameter(row.value);
    if (row.link == Link::Op || row.link == Link::Code) run()->selectOp(op);
    if (row.link != Link::Op) return;
    if (!run()->record().detail_of<record::OpList>(step) && run()->canLookInside(step))
        run()->lookInside(step, {.ops = true, .nonfinite = true});
    Q_EMIT opsAsked();
}

// --- drawing

QSizeF NonfiniteView::drawnSize(double width) const {
    return {width, layOut(nullptr, QRectF(0, 0, scaled(width), 1)).height / scaled(1)};
}

void NonfiniteView::canvasFitted(const QRectF& area) {
    m_layout = layOut(nullptr, area);
}

void NonfiniteView::draw(QPainter& painter, const QRectF& area) const {
    layOut(&painter, area);
}

NonfiniteView::Layout NonfiniteView::layOut(QPainter* painter, const QRectF& area) const {
    Layout layout;
    const QFont small = textFont(scaled(kTickPixels + 0.5)), plain = textFont(scaled(kChromePixels - 0.5)),
                mono = monoFont(scaled(kTickPixels + 1));
    double y = area.top();
    const double left = area.left() + scaled(kDot), value_left = left + scaled(kNameColumn);
    const double wide = area.right() - value_left;
    const auto say = [&](const QRectF& box, const QString& words, const QFont& font, Token ink, Qt::Alignment align) {
        painter->setFont(font);
        painter->setPen(theme().color(ink));
        painter->drawText(box, align | Qt::AlignVCenter, fittedLine(words, font, box.width()));
    };
    double dot_before = -1;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const bool is_bits = row.link == Link::Bits;
        const double high = scaled(is_bits ? kBitHeight + 6 : kRow);
        const double more = row.more.isEmpty() ? 0 : scaled(kMore);
        const QRectF box(area.left(), y, area.width(), high + more);
        if (painter) {
            const bool is_here =
                row.isItem && item() && *item() < m_layout.items.size() && m_layout.items[*item()].row == i;
            if (is_here) {
                painter->setPen(Qt::NoPen);
                painter->setBrush(theme().color(Token::SelectionGround));
                painter->drawRoundedRect(box, 4, 4);
            }
            // The chain: a dot for each link, joined.
            const QPointF dot(area.left() + scaled(7), y + high / 2);
            if (!row.name.isEmpty()) {
                if (dot_before >= 0) {
                    painter->setPen(QPen(theme().color(Token::Hairline), scaled(2)));
                    painter->drawLine(QPointF(dot.x(), dot_before + scaled(4)), dot - QPointF(0, scaled(4)));
                }
                painter->setPen(QPen(theme().color(row.isLost ? Token::Lost : Token::Muted), 1.5));
                painter->setBrush(theme().color(row.isLost ? Token::Lost : Token::Panel));
                painter->drawEllipse(dot, scaled(3.5), scaled(3.5));
                dot_before = dot.y();
                say({left, y, scaled(kNameColumn - 6), high}, row.name, small, Token::Muted, Qt::AlignLeft);
            }
            const QFont& font = row.isMono ? mono : plain;
            // The value first; what stands beside it takes the room that is left.
            const double value_wide = is_bits ? scaled(kBit) * (m_offender.stored->format.bits() + 1)
                                              : QFontMetricsF(font).horizontalAdvance(row.value);
            const double room = wide - value_wide - scaled(10);
            const double right_wide =
                row.right.isEmpty() || room < scaled(kLeastBeside)
                    ? 0
                    : std::min(QFontMetricsF(row.isMono ? mono : small).horizontalAdvance(row.right) + 2, room);
            if (is_bits)
                drawBits(*painter, {value_left, y + scaled(3), wide - right_wide - scaled(10), scaled(kBitHeight)});
            else
                say({value_left, y, wide - right_wide - scaled(10), high}, row.value, font,
                    row.isLost ? Token::Lost : Token::Text, Qt::AlignLeft);
            say({area.right() - right_wide, y, right_wide, high}, row.right, row.isMono ? mono : small,
                row.isLost && is_bits ? Token::Lost : Token::Muted, Qt::AlignRight);
            if (more > 0)
                say({value_left, y + high - scaled(3), wide, more}, row.more, small, Token::Muted, Qt::AlignLeft);
        }
        if (row.isItem) layout.items.push_back({box, i});
        y += high + more;
    }
    if (!m_empty.isEmpty()) {
        const QRectF room(area.left() + scaled(kDot), y + scaled(6), area.width() - scaled(kDot), 1e4);
        const double high =
            QFontMetricsF(plain).boundingRect(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_empty).height();
        if (painter) {
            painter->setFont(plain);
            painter->setPen(theme().color(Token::Muted));
            painter->drawText(QRectF(room.topLeft(), QSizeF(room.width(), high + 2)),
                              Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_empty);
        }
        y += high + scaled(12);
    }
    layout.height = y - area.top();
    return layout;
}

// As the Bits lab draws them; the exponent that is all ones says that this is no number any more.
void NonfiniteView::drawBits(QPainter& painter, const QRectF& area) const {
    const auto& format = m_offender.stored->format;
    const numeric::Integer code(m_offender.stored->rounded.code);
    const bool is_number = m_offender.stored->stored.is_number();
    const QColor hue = theme().format(text(format.id)).color;
    const double cell = std::min(scaled(kBit), area.width() / (format.bits() + 1));
    double x = area.left();
    for (int bit = format.bits() - 1; bit >= 0; --bit) {
        const bool one = bit_test(code, static_cast<unsigned>(bit)), sign = bit == format.bits() - 1,
                   exponent = !sign && bit >= format.mantissa_bits;
        if (sign || bit == format.mantissa_bits - 1) x += sign ? 0 : cell / 3;
        const QRectF box(x, area.top(), cell - 2, area.height());
        const bool shouts = exponent && !is_number;
        const QColor ink = shouts ? theme().color(Token::Lost) : hue;
        painter.setPen(QPen(one ? ink : theme().tint(ink, 0.35), one ? 1.5 : 1));
        painter.setBrush(sign ? theme().color(Token::Panel) : theme().tint(ink, exponent ? 0.28 : 0.1));
        painter.drawRoundedRect(box, scaled(3), scaled(3));
        if (cell >= scaled(9)) {
            painter.setFont(monoFont(scaled(11), one ? QFont::Bold : QFont::Normal));
            painter.setPen(theme().color(one ? Token::Text : Token::Muted));
            painter.drawText(box, Qt::AlignCenter, one ? "1" : "0");
        }
        x += cell;
        if (sign) x += cell / 3;
    }
}

TextTable NonfiniteView::numbers() const {
    TextTable table;
    table.header = QStringList{tr("what"), tr("value"), tr("beside it"), tr("note")};
    QString name;
    for (const auto& row : m_rows) {
        if (!row.name.isEmpty()) name = row.name;
        const QString value = row.link == Link::Bits && m_offender.stored
                                  ? text(numeric::code_text(m_offender.stored->format, m_offender.stored->rounded.code))
                                  : row.value;
        table.rows.push_back({name, value, row.right, row.more});
    }
    return table;
}

QString NonfiniteView::caption() const {
    return run() ? captionOf(run()->record()) : QString();
}

} // namespace ampscope::ui

#include "ui/instruments/memory/memory_strip.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/memory/bytes.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/figures.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;

constexpr double kStripHeight = 100, kLineHeight = 38, kTableHeight = 150;
constexpr Token kParts[] = {Token::Memory1, Token::Memory2, Token::Memory3, Token::Memory4};

MemoryStrip::MemoryStrip(QWidget* parent) : DrawnInstrument("memory-strip", parent) {
    hideHeader();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    translated(this, [this] { setAccessibleName(tr("Memory")); });
}

QSize MemoryStrip::sizeHint() const {
    return {480, qRound(scaled(showsTable() ? kTableHeight : m_compact ? kLineHeight : kStripHeight))};
}

void MemoryStrip::setCompact(bool compact) {
    if (compact == m_compact) return;
    m_compact = compact;
    updateGeometry();
    QFrame::update();
}

static QString megabytes(double bytes) {
    return QString::fromStdString(io::to_text(bytes / 1e6, 3)) + " MB";
}

void MemoryStrip::follow() {
    m_rows.clear();
    if (run() && run()->hasRun()) {
        const auto& scenario = run()->record().scenario();
        const std::int64_t parameters = memory::parameter_count(run()->record());
        m_has_master = scenario.has_master_weights();
        const auto add = [&](const QString& name, const QString& badge, const memory::States& states) {
            m_rows.push_back(
                {name, badge, badge, {states.weights + states.master, states.gradients, states.optimizer, 0}, false});
        };
        if (const auto chapter = memory::by_chapter(scenario, parameters)) add(tr("chapter"), tr("recorded"), *chapter);
        add(tr("formula"), tr("estimated"), memory::by_formula(scenario, parameters));
        const Provenance provenance = run()->isRecorded() ? Provenance::Recorded : Provenance::Measured;
        // The last step that ran by the selected one: before it Adam has no state.
        const record::Sample* shown = nullptr;
        for (const auto& sample : run()->record().samples())
            if (sample.step() <= run()->selectedStep()) shown = &sample;
        if (shown && !record::is_missing((*shown)[Column::BytesPeak]))
            m_rows.push_back({tr("this run"),
                              badgeText(provenance),
                              badgeText(provenance, true),
                              {(*shown)[Column::BytesWeights] + (m_has_master ? (*shown)[Column::BytesMaster] : 0),
                               (*shown)[Column::BytesGradients], (*shown)[Column::BytesOptimizer],
                               (*shown)[Column::BytesActivations]},
                              true});
    }
    QStringList spoken;
    for (const auto& row : m_rows)
        spoken << row.name + ": " + megabytes(row.total());
    speak(m_rows.empty() ? tr("No run yet.") : spoken.join(", "));
}

QStringList MemoryStrip::partNames() const {
    return {m_has_master ? tr("weights + fp32 copy") : tr("weights"), tr("gradients"), tr("Adam"), tr("activations")};
}

TextTable MemoryStrip::numbers() const {
    TextTable table{QStringList{tr("Memory")} + partNames() + QStringList{tr("together, bytes"), tr("source")}, {}};
    for (const auto& row : m_rows) {
        QStringList cells{row.name};
        for (const double part : row.parts)
            cells << QString::number(part, 'f', 0);
        table.rows << (cells << QString::number(row.total(), 'f', 0) << row.badge);
    }
    return table;
}

QString MemoryStrip::caption() const {
    return run() && run()->hasRun() ? captionOf(run()->record()) : QString();
}

QSizeF MemoryStrip::drawnSize(double width) const {
    return {width, kStripHeight - 6 - kBelowMargin};
}

// One line of words. Where it is too long, first the gaps shrink, then the badges become one word each.
void MemoryStrip::drawLine(QPainter& painter, const QRectF& area) const {
    struct Word {
        QString text;
        bool strong;
        Token ink;
        double gap;
    };
    const QFont words = textFont(scaled(kTickPixels)), strong = textFont(scaled(kTickPixels), QFont::DemiBold);
    const auto advance = [&](const Word& word) {
        return std::ceil(QFontMetricsF(word.strong ? strong : words).horizontalAdvance(word.text)) + 1;
    };
    const double left = area.left(), room = area.width();
    std::vector<Word> line;
    double squeeze = 1;
    for (const bool brief : {false, true}) {
        line = {{tr("Memory"), true, Token::Text, 18}};
        for (const auto& row : m_rows) {
            line.push_back({row.name, false, Token::Muted, 6});
            line.push_back({megabytes(row.total()), true, Token::Text, 6});
            line.push_back({brief ? row.brief : row.badge, false, Token::Muted, 18});
        }
        if (m_rows.empty()) line.push_back({tr("No run yet."), false, Token::Muted, 0});
        line.back().gap = 0;
        double used = 0, gaps = 0;
        for (const auto& word : line)
            used += advance(word), gaps += scaled(word.gap);
        squeeze = gaps > 0 ? std::clamp((room - used) / gaps, 0.5, 1.0) : 1;
        if (used + squeeze * gaps <= room) break;
    }
    double x = left;
    for (const auto& word : line) {
        painter.setFont(word.strong ? strong : words);
        painter.setPen(theme().color(word.ink));
        const double wide = std::min(advance(word), left + room - x);
        if (wide < scaled(12)) break;
        drawFitted(painter, QRectF(x, area.top(), wide, area.height()), Qt::AlignVCenter | Qt::AlignLeft, word.text);
        x += wide + squeeze * scaled(word.gap);
    }
}

void MemoryStrip::draw(QPainter& painter, const QRectF& area) const {
    if (m_compact && theme().kind() != ThemeKind::Print)
        return drawLine(painter, QRectF(area.left(), 0, area.width(), height()));
    const double top = area.top() + scaled(4), line = scaled(19);
    const QFont words = textFont(scaled(kTickPixels)), strong = textFont(scaled(kTickPixels), QFont::DemiBold);
    painter.setFont(strong);
    painter.setPen(theme().color(Token::Text));
    painter.drawText(QRectF(area.left(), top, scaled(80), line), Qt::AlignVCenter | Qt::AlignLeft, tr("Memory"));
    const double name_left = area.left() + scaled(92);
    double names_width = scaled(56);
    for (const auto& row : m_rows)
        names_width = std::max(names_width, QFontMetricsF(strong).horizontalAdvance(row.name) + 1);
    const double bar_left = name_left + names_width + scaled(8);
    if (m_rows.empty()) {
        painter.setFont(words);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(name_left, top, area.right() - name_left, line), Qt::AlignVCenter | Qt::AlignLeft,
                         tr("No run yet."));
        return;
    }
    double largest = 0;
    for (const auto& row : m_rows)
        largest = std::max(largest, row.total());
    // Names, totals and badges get the width they need, the bars what is left.
    double total_width = 0, badge_width = 0;
    for (const auto& row : m_rows) {
        total_width = std::max(total_width, QFontMetricsF(strong).horizontalAdvance(megabytes(row.total())) + 1);
        badge_width = std::max(badge_width, QFontMetricsF(words).horizontalAdvance(row.badge) + 1);
    }
    const double bar_room = area.right() - bar_left - total_width - badge_width - scaled(22);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const double y = top + static_cast<double>(i) * line;
        painter.setFont(strong);
        painter.setPen(theme().color(Token::Text));
        drawFitted(painter, QRectF(name_left, y, bar_left - name_left - scaled(8), line),
                   Qt::AlignVCenter | Qt::AlignRight, row.name);
        double x = bar_left;
        for (int part = 0; part < 4; ++part) {
            const double wide = largest > 0 ? bar_room * row.parts[part] / largest : 0;
            painter.fillRect(QRectF(x, y + scaled(4), std::max(0.0, wide - 1), line - scaled(8)),
                             theme().color(kParts[part]));
            x += wide;
        }
        x += scaled(8);
        drawFitted(painter, QRectF(x, y, total_width, line), Qt::AlignVCenter | Qt::AlignLeft, megabytes(row.total()));
        painter.setFont(words);
        painter.setPen(theme().color(Token::Muted));
        drawFitted(painter, QRectF(x + total_width + scaled(12), y, badge_width, line),
                   Qt::AlignVCenter | Qt::AlignLeft, row.badge);
    }
    drawKey(painter, area);
}

// In one line below.
void MemoryStrip::drawKey(QPainter& painter, const QRectF& area) const {
    const QFont words = textFont(scaled(kTickPixels));
    painter.setFont(words);
    const QStringList names = partNames();
    double x = area.left();
    const double y = area.bottom() - scaled(8);
    for (int part = 0; part < 4; ++part) {
        painter.fillRect(QRectF(x, y + scaled(3), scaled(9), scaled(9)), theme().color(kParts[part]));
        painter.setPen(theme().color(Token::Muted));
        const double text_width = QFontMetricsF(words).horizontalAdvance(names[part]);
        painter.drawText(QRectF(x + scaled(14), y, text_width + 4, scaled(15)), Qt::AlignVCenter | Qt::AlignLeft,
                         names[part]);
        x += text_width + scaled(30);
    }
}

} // namespace ampscope::ui

#include "ui/instruments/memory_strip.h"

#include <QPainter>

#include "core/io/numbers.h"
#include "core/memory/bytes.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::Column;

constexpr double kStripHeight = 100, kLineHeight = 38;

MemoryStrip::MemoryStrip(QWidget* parent) : Instrument("memory-strip", parent) {
    hideHeader();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    translated(this, [this] { setAccessibleName(tr("Memory")); });
}

QSize MemoryStrip::sizeHint() const {
    return {480, qRound(scaled(m_compact ? kLineHeight : kStripHeight))};
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

void MemoryStrip::update() {
    m_rows.clear();
    if (run() && run()->hasRun()) {
        const auto& scenario = run()->record().scenario();
        const memory::States chapter = memory::by_chapter(scenario), formula = memory::by_formula(scenario);
        m_rows.push_back(
            {tr("chapter"), tr("recorded"), {chapter.weights, chapter.gradients, chapter.optimizer, 0}, false});
        m_rows.push_back(
            {tr("formula"), tr("estimated"), {formula.weights, formula.gradients, formula.optimizer, 0}, false});
        // The last step that ran by the selected one: before it Adam has no state.
        const record::Sample* shown = nullptr;
        for (const auto& sample : run()->record().samples())
            if (sample.step() <= run()->selectedStep()) shown = &sample;
        if (shown && !record::is_missing((*shown)[Column::BytesPeak]))
            m_rows.push_back({tr("this run"),
                              run()->isRecorded() ? badgeText(Provenance::Recorded) : badgeText(Provenance::Measured),
                              {(*shown)[Column::BytesWeights], (*shown)[Column::BytesGradients],
                               (*shown)[Column::BytesOptimizer], (*shown)[Column::BytesActivations]},
                              true});
    }
    QStringList spoken;
    for (const auto& row : m_rows)
        spoken << row.name + ": " + megabytes(row.total());
    setAccessibleDescription(spoken.join(", "));
    QFrame::update();
}

void MemoryStrip::paintLine(QPainter& painter) {
    double x = scaled(14);
    const auto word = [&](const QString& text, const QFont& font, Token ink, double gap) {
        painter.setFont(font);
        painter.setPen(theme().color(ink));
        const double wide = QFontMetricsF(font).horizontalAdvance(text) + 2;
        painter.drawText(QRectF(x, 0, wide, height()), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += wide + scaled(gap);
    };
    const QFont words = textFont(scaled(kTickPixels)), strong = textFont(scaled(kTickPixels), QFont::DemiBold);
    word(tr("Memory"), strong, Token::Text, 18);
    for (const auto& row : m_rows) {
        word(row.name, words, Token::Muted, 6);
        word(megabytes(row.total()), strong, Token::Text, 6);
        word(row.badge, words, Token::Muted, 18);
    }
    if (m_rows.empty()) word(tr("No run yet."), words, Token::Muted, 0);
}

void MemoryStrip::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_compact) return paintLine(painter);
    const double pad = scaled(14), top = scaled(10), line = scaled(19);
    const QFont words = textFont(scaled(kTickPixels)), strong = textFont(scaled(kTickPixels), QFont::DemiBold);
    painter.setFont(strong);
    painter.setPen(theme().color(Token::Text));
    const QString title = tr("Memory");
    painter.drawText(QRectF(pad, top, scaled(80), line), Qt::AlignVCenter | Qt::AlignLeft, title);

    static constexpr Token kParts[] = {Token::Memory1, Token::Memory2, Token::Memory3, Token::Memory4};
    const QString names[] = {tr("weights"), tr("gradients"), tr("Adam"), tr("activations")};
    const double name_left = pad + scaled(92), bar_left = name_left + scaled(64);
    if (m_rows.empty()) {
        painter.setFont(words);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(name_left, top, width() - name_left, line), Qt::AlignVCenter | Qt::AlignLeft,
                         tr("No run yet."));
        return;
    }
    double largest = 0;
    for (const auto& row : m_rows)
        largest = std::max(largest, row.total());
    const double total_width = scaled(170), bar_room = width() - bar_left - pad - total_width;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const double y = top + static_cast<double>(i) * line;
        painter.setFont(strong);
        painter.setPen(theme().color(Token::Text));
        painter.drawText(QRectF(name_left, y, bar_left - name_left - scaled(8), line),
                         Qt::AlignVCenter | Qt::AlignRight, row.name);
        double x = bar_left;
        for (int part = 0; part < 4; ++part) {
            const double wide = largest > 0 ? bar_room * row.parts[part] / largest : 0;
            painter.fillRect(QRectF(x, y + scaled(4), std::max(0.0, wide - 1), line - scaled(8)),
                             theme().color(kParts[part]));
            x += wide;
        }
        painter.drawText(QRectF(x + scaled(6), y, scaled(70), line), Qt::AlignVCenter | Qt::AlignLeft,
                         megabytes(row.total()));
        painter.setFont(words);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(x + scaled(70), y, total_width - scaled(60), line), Qt::AlignVCenter | Qt::AlignLeft,
                         row.badge);
    }
    // The key, in one line below.
    painter.setFont(words);
    double x = pad;
    const double y = height() - scaled(20);
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

#include "ui/shell/presentation/presentation_strip.h"

#include <QPainter>

#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

constexpr double kMargin = 14, kPlaceLine = 20, kSentenceLine = 25, kTitleLine = 26;
constexpr double kSentencePixels = 17;
constexpr double kSmallest = 0.6; ///< of the sentence's size, before it is cut

PresentationStrip::PresentationStrip(QWidget* parent) : QWidget(parent) {
    setObjectName("topBar");
    setAttribute(Qt::WA_StyledBackground);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void PresentationStrip::tell(const QString& place, const QString& title, const QString& sentence, const QString& note) {
    m_place = place;
    m_title = title;
    m_sentence = sentence;
    m_note = note;
    setAccessibleName(title.isEmpty() ? sentence : title);
    setAccessibleDescription(QStringList{place, sentence, note}.join("\n"));
    update();
}

void PresentationStrip::setTall(bool tall) {
    if (tall == m_isTall) return;
    m_isTall = tall;
    updateGeometry();
}

QSize PresentationStrip::sizeHint() const {
    const double lines = m_isTall ? kPlaceLine + 2 * kSentenceLine : kTitleLine;
    return {400, qRound(scaled(lines + kMargin))};
}

void PresentationStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const double left = scaled(kMargin), width = this->width() - 2 * left;
    double top = scaled(kMargin / 2);
    const auto line = [&](const QString& text, const QFont& font, Token ink, QRectF room, int align) {
        painter.setFont(font);
        painter.setPen(theme().color(ink));
        painter.drawText(room, align | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(font).elidedText(text, Qt::ElideRight, room.width()));
    };
    if (!m_isTall)
        return line(m_title, textFont(scaled(kTitlePixels), QFont::Bold), Token::Text,
                    {left, top, width, scaled(kTitleLine)}, Qt::AlignLeft);

    // Place and title in one line, what a run stands in for at its right end.
    const QFont small = textFont(scaled(kChromePixels)), bold = textFont(scaled(kChromePixels), QFont::Bold);
    const double note = m_note.isEmpty() ? 0 : std::min(QFontMetricsF(small).horizontalAdvance(m_note) + 1, width / 2);
    const double place = QFontMetricsF(small).horizontalAdvance(m_place);
    const double gap = scaled(12), row = scaled(kPlaceLine);
    line(m_place, small, Token::Muted, {left, top, place + 1, row}, Qt::AlignLeft);
    line(m_title, bold, Token::Text, {left + place + gap, top, std::max(0.0, width - place - note - 2 * gap), row},
         Qt::AlignLeft);
    line(m_note, small, Token::Muted, {left + width - note, top, note, row}, Qt::AlignRight);
    top += row;

    const QRectF room(left, top, width, 2 * scaled(kSentenceLine));
    for (double size = 1; size >= kSmallest; size -= 0.05) {
        const QFont font = textFont(scaled(kSentencePixels) * size, QFont::DemiBold);
        const QRectF needed = QFontMetricsF(font).boundingRect(room, Qt::TextWordWrap, m_sentence);
        if (size - 0.05 >= kSmallest && (needed.height() > room.height() || needed.width() > room.width())) continue;
        painter.setFont(font);
        painter.setPen(theme().color(Token::Text));
        painter.drawText(room, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter, m_sentence);
        return;
    }
}

} // namespace ampscope::ui

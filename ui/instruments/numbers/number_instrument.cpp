#include "ui/instruments/numbers/number_instrument.h"

#include <QResizeEvent>

#include "ui/instruments/numbers/format_menu.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

NumberInstrument::NumberInstrument(const QString& id, QWidget* parent)
    : DrawnInstrument(id, parent), m_own(new NumberModel(this)) {
    setProvenance(Provenance::Computed);
    setNumber(m_own);
}

void NumberInstrument::setNumber(NumberModel* number) {
    if (m_number == number) return;
    if (m_number) disconnect(m_number, nullptr, this, nullptr);
    m_number = number ? number : m_own;
    connect(m_number, &NumberModel::changed, this, &NumberInstrument::refresh);
    if (m_number != m_own) refresh();
}

QSize NumberInstrument::sizeHint() const {
    const double known = width() > 300 ? width() - 2 * kSideMargin : kPaperWidth;
    const QSizeF drawn = drawnSize(known / scaled(1));
    return {qCeil(scaled(drawn.width()) + 2 * kSideMargin),
            qCeil(scaled(drawn.height() + 6 + kBelowMargin) + std::max(drawingTop(), 34))};
}

// Words wrap: another width may need another height.
void NumberInstrument::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) updateGeometry();
}

QString NumberInstrument::caption() const {
    return roundingWords(state()) + QStringLiteral(" · ") + badgeText(Provenance::Computed) +
           QStringLiteral(" · ampscope");
}

FormatButton* NumberInstrument::makeFormatButton(numeric::FloatFormat NumberState::*which,
                                                 std::function<bool(const numeric::FloatFormat&)> accepts) {
    return new FormatButton({[this, which](const auto& format) { return format == state().*which; },
                             [this, which](const auto& format) {
                                 NumberState next = state();
                                 next.*which = format;
                                 number()->change(next);
                             },
                             std::move(accepts)},
                            this);
}

} // namespace ampscope::ui

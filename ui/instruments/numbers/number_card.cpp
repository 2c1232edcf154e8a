#include "ui/instruments/numbers/number_card.h"

#include <QKeyEvent>
#include <QToolButton>

#include "core/numeric/decimal.h"
#include "core/numeric/libtorch_cast.h"
#include "ui/bridge/language.h"
#include "ui/bridge/libtorch_casts.h"
#include "ui/instruments/numbers/number_text.h"

namespace ampscope::ui {

NumberCard::NumberCard(QWidget* parent)
    : NumberInstrument("number-card", parent),
      m_down(new QToolButton(this)),
      m_up(new QToolButton(this)),
      m_how(new QToolButton(this)) {
    m_how->setProperty("role", "switch");
    m_how->hide();
    addToHeader(m_how);
    connect(m_how, &QToolButton::clicked, this, &NumberCard::roundingAsked);
    for (auto* button : {m_down, m_up}) {
        button->setProperty("role", "flat");
        addToHeader(button);
        connect(button, &QToolButton::clicked, this, [this, button] { step(button == m_up); });
    }
    m_down->setText(QStringLiteral("◂"));
    m_up->setText(QStringLiteral("▸"));
    translated(this, [this] {
        m_how->setText(tr("Rounding ▸"));
        m_how->setToolTip(tr("Opens this value in the Rounding lab"));
        m_down->setToolTip(tr("The next number below (Page Down)"));
        m_up->setToolTip(tr("The next number above (Page Up)"));
        m_down->setAccessibleName(m_down->toolTip());
        m_up->setAccessibleName(m_up->toolTip());
    });
    refresh();
}

void NumberCard::setFormat(const numeric::FloatFormat& format) {
    if (m_format == format) return;
    m_format = format;
    refresh();
}

void NumberCard::setLibTorch(LibTorchCasts* casts) {
    m_libtorch = casts;
    if (casts) connect(casts, &LibTorchCasts::changed, this, &NumberCard::refresh);
    refresh();
}

void NumberCard::step(bool up) {
    const numeric::FloatFormat format = m_conversion->format;
    const numeric::Code code = m_conversion->rounded.code;
    number()->chooseCode(format, up ? numeric::next_up(format, code) : numeric::next_down(format, code));
}

void NumberCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_PageUp) return step(true);
    if (event->key() == Qt::Key_PageDown) return step(false);
    Instrument::keyPressEvent(event);
}

void NumberCard::follow() {
    m_conversion = state().convertTo(m_format.value_or(state().format));
    setTitle(tr("%1 in detail").arg(nameOf(m_conversion->format)));
    speak(spokenLines(lines()));
}

std::vector<NamedLine> NumberCard::lines() const {
    const numeric::Conversion& row = *m_conversion;
    const auto& format = row.format;
    const auto& code = row.rounded.code;
    const bool lost = errorWords(row, state().value).isLoss;
    std::vector<NamedLine> all = {
        {tr("format"), formatFacts(format)},
        {tr("entered"), state().text, true},
        {tr("value"), decimalText(format, code), true, lost ? Token::Lost : Token::Text},
        {tr("code"), codeText(format, code), true},
        {tr("fields"), fieldsText(format, code), true},
        {tr("means"), significandText(format, code)},
        {tr("class"), classWords(format, code)},
    };
    if (row.error) {
        all.push_back({tr("error"), figureText(*row.error, 6), true});
        if (row.error_ulp) all.back().words += QStringLiteral("  ") + ulpText(*row.error_ulp, 4) + " ULP";
        if (row.error_relative) all.push_back({tr("relative error"), figureText(*row.error_relative, 6), true});
    }
    all.push_back({tr("next below"), decimalText(format, row.below), true});
    all.push_back({tr("next above"), decimalText(format, row.above), true});
    if (row.ulp) all.push_back({"ULP", QString::fromStdString(numeric::exact_decimal(*row.ulp)), true});
    if (row.decision) {
        const auto bit = [](bool on) { return on ? QStringLiteral("1") : QStringLiteral("0"); };
        all.push_back(
            {tr("behind it"), tr("guard %1 · round %2 · sticky %3")
                                  .arg(bit(row.rounded.guard), bit(row.rounded.round), bit(row.rounded.sticky))});
    }
    all.push_back({tr("why"), say(row.reason())});
    all.push_back({tr("flags"), flagsText(row.flags())});
    if (!m_libtorch || !numeric::libtorch_has(format)) return all;
    const QString badge = QStringLiteral(" (") + badgeText(Provenance::Measured) + QStringLiteral(")");
    if (m_libtorch->missing()) {
        all.push_back({"LibTorch", tr("not on this machine: nothing to compare with"), false, Token::Muted});
    } else if (const auto theirs = m_libtorch->code(QString::fromStdString(format.id))) {
        const auto cast = numeric::explain_libtorch(row, numeric::Code(*theirs));
        all.push_back({"LibTorch " + m_libtorch->version(),
                       codeText(format, cast.code) + " = " + decimalText(format, cast.code) + badge, false,
                       cast.same_code ? Token::Text : Token::Warn});
        all.push_back({"", say(cast.why), false, cast.same_code ? Token::Muted : Token::Text});
    } else {
        all.push_back({"LibTorch", tr("is being asked …"), false, Token::Muted});
    }
    return all;
}

QSizeF NumberCard::drawnSize(double width) const {
    return {320, heightOf(lines(), width)};
}

void NumberCard::draw(QPainter& painter, const QRectF& area) const {
    drawLines(painter, area, lines());
}

TextTable NumberCard::numbers() const {
    return tableOf(lines(), {tr("name"), tr("value")});
}

} // namespace ampscope::ui

#include "ui/instruments/numbers/spacing_plot.h"

#include <QToolButton>
#include <cmath>

#include "ui/bridge/language.h"
#include "ui/plot/plot_view.h"

namespace ampscope::ui {

SpacingPlot::SpacingPlot(QWidget* parent)
    : PlotInstrument("spacing", parent), m_absolute(new QToolButton(this)), m_abrupt(new QToolButton(this)) {
    for (const char* id : {"fp32", "fp16", "bf16", "e4m3", "e5m2"})
        m_options.formats.push_back(numeric::format(id));
    m_options.value = 1;
    for (auto* button : {m_absolute, m_abrupt}) {
        button->setCheckable(true);
        button->setProperty("role", "switch");
        addToHeader(button);
    }
    connect(m_absolute, &QToolButton::toggled, this, &SpacingPlot::setAbsolute);
    connect(m_abrupt, &QToolButton::toggled, this,
            [this](bool on) { setUnderflow(on ? numeric::Underflow::Abrupt : numeric::Underflow::Gradual); });
    connect(view(), &PlotView::selected, this, [this](double x) {
        constexpr double kFar = 20'000; // beyond every format
        setValue(std::ldexp(1.0, static_cast<int>(std::floor(qBound(-kFar, x, kFar)))));
    });
    translated(this, [this] {
        m_absolute->setText(tr("absolute"));
        m_absolute->setProperty("full", m_absolute->text());
        m_absolute->setProperty("brief", tr("abs."));
        m_absolute->setToolTip(tr("The distance itself, not relative to the number"));
        m_abrupt->setText(tr("abrupt"));
        m_abrupt->setToolTip(tr("Without subnormal numbers: what lies below the smallest normal one becomes 0"));
        for (auto* button : {m_absolute, m_abrupt})
            button->setAccessibleName(button->toolTip());
    });
    refresh();
}

void SpacingPlot::setFormats(const std::vector<numeric::FloatFormat>& formats) {
    m_options.formats = formats;
    refresh();
}

void SpacingPlot::setValue(std::optional<double> value) {
    if (value && (!std::isfinite(*value) || *value == 0)) value.reset();
    if (value == m_options.value) return;
    m_options.value = value;
    refresh();
}

void SpacingPlot::setAbsolute(bool absolute) {
    m_absolute->setChecked(absolute);
    if (absolute == m_options.absolute) return;
    m_options.absolute = absolute;
    view()->resetZoom();
    refresh();
}

void SpacingPlot::setUnderflow(numeric::Underflow underflow) {
    m_abrupt->setChecked(underflow == numeric::Underflow::Abrupt);
    if (underflow == m_options.underflow) return;
    m_options.underflow = underflow;
    refresh();
}

Figure SpacingPlot::makeFigure() {
    return spacingFigure(m_options);
}

} // namespace ampscope::ui

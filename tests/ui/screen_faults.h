// What is wrong with a window as it is painted: letters cut off or on each other, controls that cover each other.
#pragma once

#include "tests/ui/page_walk.h"
#include "tests/ui/text_recorder.h"
#include "ui/plot/qcp.h"

namespace ampscope::ui::testing {

// Also of the plots, which paint into buffers of their own.
inline QStringList faultsOf(QWidget& window) {
    QStringList found = coveredWidgets(window);
    TextRecorder recorder(window.size());
    {
        QPainter painter(&recorder);
        window.render(&painter, {}, {}, QWidget::DrawChildren);
    }
    if (recorder.texts().size() < 10) found << "nothing was recorded";
    found << recorder.faults();
    for (auto* plot : window.findChildren<QCustomPlot*>()) {
        if (!plot->isVisible()) continue;
        TextRecorder plot_recorder(plot->size());
        {
            QCPPainter painter(&plot_recorder);
            painter.setMode(QCPPainter::pmNoCaching);
            plot->toPainter(&painter, plot->width(), plot->height());
        }
        if (plot_recorder.texts().size() < 3) found << "no text in a plot";
        for (const auto& fault : plot_recorder.faults())
            found << "plot: " + fault;
    }
    found.removeDuplicates();
    return found;
}

/// Everything that is wrong on the way through the window, with the place where it is.
inline QStringList faultsOnWalk(train::ComputeThread& thread, const QSize& size, bool korean, const Walk& walk) {
    LanguageSwitch::instance().setLanguage(korean ? text::Language::Korean : text::Language::English);
    Settings settings;
    settings.language = LanguageSwitch::instance().language();
    MainWindow window(thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
    window.freezeTimes();
    window.resize(size);
    window.show();
    QStringList found;
    walkPages(window, walk, [&](const QString& where) {
        for (const QString& fault : faultsOf(window))
            found << where + ": " + fault;
    });
    return found;
}

} // namespace ampscope::ui::testing

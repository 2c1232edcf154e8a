// What the main window needs to know of a lab or a lesson.
#pragma once

#include <QWidget>

#include "core/scenario/scenario.h"
#include "ui/bridge/run_model.h"

class QUndoStack;

namespace ampscope::ui {

/// A page of the window. Pages with a run answer to the transport buttons of the top bar.
class Page : public QWidget {
    Q_OBJECT
  public:
    using QWidget::QWidget;

    virtual QString title() const = 0;
    /// Where the page belongs: "Labs", "Chapter A".
    virtual QString section() const = 0;
    /// The run that the transport buttons act on; nullptr for a page without one.
    virtual RunModel* run() const { return nullptr; }
    /// The run again from its first step; with another seed where one is given.
    virtual void restart(std::optional<std::int64_t> seed) { Q_UNUSED(seed); }
    virtual std::int64_t seed() const { return 0; }
    // The transport buttons. Pages that run several at once control them together.
    virtual bool isRunning() const { return run() && run()->isRunning(); }
    virtual bool isActive() const { return run() && run()->isActive(); }
    virtual void pauseRuns() {
        if (run()) run()->pause();
    }
    virtual void resumeRuns() {
        if (run()) run()->resume();
    }
    virtual void stepRuns() {
        if (!run()) return;
        run()->select(std::nullopt); // look at the step that comes
        run()->stepOnce();
    }
    /// Precision chips of the top bar: which are on, and what choosing one does. Empty where the page has no such
    /// choice.
    virtual QString precision() const { return {}; }
    virtual QStringList precisions() const { return precision().isEmpty() ? QStringList() : QStringList(precision()); }
    virtual void setPrecision(const QString& id) { Q_UNUSED(id); }
    /// Everything as the author left it.
    virtual void reset() {}
    /// The page has come to the front.
    virtual void enter() {}
    /// Pause by itself at that step (pictures that must come out the same each time).
    virtual void holdAt(std::int64_t step) { Q_UNUSED(step); }
    /// Pages about one number read it as typed; others have no use for it.
    virtual void enterText(const QString& text) { Q_UNUSED(text); }
    /// A value that another page hands over, and the id of the format that it looked at ("" for none).
    virtual void takeNumber(const QString& text, const QString& format) {
        Q_UNUSED(format);
        enterText(text);
    }
    /// Pages with several views show the one of that id; false when there is none.
    virtual bool showView(const QString& view) {
        Q_UNUSED(view);
        return false;
    }
    /// Changes of the page's settings, for Undo and Redo of the window; nullptr where there is nothing to undo.
    virtual QUndoStack* undoStack() { return nullptr; }
    /// What gives the same numbers on the command line, ready to paste: "ampscope-cli run nano --set …". Several lines
    /// where it takes several commands; "" where the page has nothing of its own.
    virtual QString commandLine() const { return {}; }
    /// Takes a scenario from a file or from another page; false when the page has no use for one.
    virtual bool takeScenario(const scenario::Scenario& scenario) {
        Q_UNUSED(scenario);
        return false;
    }
    /// Stage and one sentence only, for a class that looks on; or the whole page again.
    virtual void setPresenting(bool presenting) { Q_UNUSED(presenting); }
    /// Why the page does not show the file or the run that it was asked for, in the window's language; "" where it
    /// does.
    virtual QString refusal() const { return {}; }
    /// A page too full for a low wall is shown in parts, one after the other: how many there are.
    virtual int parts() const { return 1; }
    /// Shows that part, from 0 on; nullopt: all of them together.
    virtual void showPart(std::optional<int> part) { Q_UNUSED(part); }
    /// Nothing that the page has asked for is still on its way (pictures wait for it).
    virtual bool isSettled() const { return true; }
    /// Opens the Bits lab with this value.
    void bitsAsked(const QString& text, const QString& format) { Q_EMIT numberAsked("bits", text, format); }
    /// Whether a page without a run shows numbers that were computed exactly (the status line says so).
    virtual bool isExact() const { return true; }
    /// The widget that should have the keyboard when the page opens.
    virtual QWidget* firstFocus() { return nullptr; }

  Q_SIGNALS:
    /// Title, run, seed or precision may be different now.
    void changed();
    void noticed(const QString& message);
    /// Open page `id`, a lesson's or a lab's.
    void pageAsked(const QString& id);
    /// Open page `id` ("bits", "rounding") with this value.
    void numberAsked(const QString& id, const QString& text, const QString& format);
};

} // namespace ampscope::ui

// What's This for everything: a click in the mode, or Shift+F1, says what a control is for.
#pragma once

#include <QObject>

class QWidget;

namespace ampscope::ui {

/// Rich text about a widget: its own What's This, else its name and tooltip, else those of what it lies in. "" when
/// nobody has anything to say.
QString explanationOf(const QWidget* widget);

/// Answers the window system's questions for every widget of the program while it lives.
class WhatsThis : public QObject {
    Q_OBJECT
  public:
    explicit WhatsThis(QObject* parent);

    /// The pointer asks: the next click says what is under it.
    static void enterMode();
    /// About the control that has the keyboard; without one the mode begins.
    static void explainFocus();
    /// Beside the widget.
    static void show(QWidget* widget);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ampscope::ui

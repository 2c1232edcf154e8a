// The theme and type size of the window, for everybody who draws.
#pragma once

#include <QObject>

#include "ui/plot/theme.h"

namespace ampscope::ui {

/// One object per process.
class ThemeSwitch : public QObject {
    Q_OBJECT
  public:
    static ThemeSwitch& instance();
    ThemeKind kind() const { return m_kind; }
    double scale() const { return m_scale; }
    const Theme& theme() const { return Theme::of(m_kind); }
    /// What the user chose. Also sets the application's palette, font and style sheet.
    void set(ThemeKind kind, double scale);
    ThemeKind chosenKind() const { return m_chosenKind; }
    double chosenScale() const { return m_chosenScale; }
    /// While it is on, the projector's palette and larger type, by that factor, stand in for what the user chose, and
    /// for whatever is chosen meanwhile; after it, the last choice holds.
    void setPresenting(bool presenting, double factor = 1);
    bool isPresenting() const { return m_isPresenting; }

  Q_SIGNALS:
    void changed();

  private:
    friend class PrintLook;
    ThemeSwitch() = default;
    void dress();
    ThemeKind m_kind = ThemeKind::Light, m_chosenKind = ThemeKind::Light;
    double m_scale = 1, m_chosenScale = 1, m_factor = 1;
    bool m_isPresenting = false;
};

/// While one lives, theme() and scaled() are those of paper: what paints the screen then paints an export. Nobody is
/// told, so it must not outlive a painting function. GUI thread.
class PrintLook {
  public:
    PrintLook();
    ~PrintLook();
    PrintLook(const PrintLook&) = delete;
    PrintLook& operator=(const PrintLook&) = delete;

  private:
    ThemeKind m_kind;
    double m_scale;
};

/// Short for ThemeSwitch::instance().theme().
const Theme& theme();
/// A length or font size in logical pixels at the current type size.
double scaled(double pixels);

} // namespace ampscope::ui

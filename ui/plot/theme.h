// Every colour, font and spacing of the window in one place.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <array>
#include <vector>

namespace ampscope::ui {

enum class ThemeKind { Light, Dark, Print, Projector };

/// Chrome is ink and greys; hue belongs to number formats, and red to what was lost.
enum class Token {
    Window,
    Panel,
    Hairline,
    Text,
    Muted,
    Accent,          ///< filled buttons, the line around a selection
    SelectionGround, ///< behind a selected row or option
    Grid,
    Lost,       ///< skipped, overflow, lost
    LostGround, ///< band behind a range in which values are lost
    Good,
    Warn,
    Memory1, ///< weights
    Memory2, ///< gradients
    Memory3, ///< optimizer state
    Memory4, ///< activations
};

enum class Marker { Circle, Square, Triangle, Diamond, Cross };

/// How a number format looks in every instrument.
struct FormatStyle {
    QColor color;
    std::vector<double> dash; ///< in pen widths; empty: solid
    Marker marker = Marker::Circle;
};

class Theme {
  public:
    static const Theme& of(ThemeKind kind);

    ThemeKind kind() const { return m_kind; }
    /// What line widths are multiplied by: thin lines vanish on a projector.
    double stroke() const { return m_kind == ThemeKind::Projector ? 1.6 : 1; }
    QColor color(Token token) const { return m_colors[static_cast<std::size_t>(token)]; }
    /// By format id; formats without a hue of their own (fp64, tf32, custom) are drawn in the muted text colour.
    FormatStyle format(const QString& id) const;
    /// Ids with a hue, in the order in which they are listed.
    static const std::vector<QString>& hues();
    /// A lighter or darker ground made of a format's hue: `share` of it on the panel.
    QColor tint(const QColor& color, double share) const;

    QPalette palette() const;
    /// Style sheet for the whole application; `scale` multiplies every size (presentation, settings).
    QString styleSheet(double scale) const;

  private:
    explicit Theme(ThemeKind kind);
    ThemeKind m_kind;
    std::array<QColor, 16> m_colors;
    std::array<QColor, 5> m_hues;
};

/// Words: Inter, with Noto Sans CJK KR for Hangul. Sizes in logical pixels.
QFont textFont(double pixels, int weight = QFont::Normal);
/// Numbers, bits and code: JetBrains Mono, whose digits all have one width.
QFont monoFont(double pixels, int weight = QFont::Normal);

/// While it is on, letters stand where their design puts them, not where the pixels of some screen would: PrintLook.
void setPaperFonts(bool paper);

constexpr int kSpace = 8; ///< the grid of all distances
constexpr int kPanelRadius = 10;
constexpr int kControlRadius = 6;
constexpr double kChromePixels = 13.5;
constexpr double kLessonPixels = 14.5;
constexpr double kTitlePixels = 19;
constexpr double kTickPixels = 11.5;

} // namespace ampscope::ui

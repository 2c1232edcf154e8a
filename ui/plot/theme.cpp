#include "ui/plot/theme.h"

#include <algorithm>

namespace ampscope::ui {

namespace {

constexpr std::size_t kTokens = 16;

using Palette = std::array<const char*, kTokens>;
//                             window     panel      hairline   text       muted      accent     selection  grid
//                             lost       lost gnd   good       warn       memory 1 … 4
constexpr Palette kLight = {"#F6F7F9", "#FFFFFF", "#DDE2E8", "#1B2430", "#566274", "#1B2430", "#E8ECF1", "#EEF1F4",
                            "#B00020", "#FBEAEC", "#0B7A5B", "#B54708", "#475467", "#8592A3", "#B9C2CD", "#D9DEE5"};
constexpr Palette kDark = {"#12161C", "#1A2028", "#313A46", "#E6EAF0", "#A3AFBD", "#E6EAF0", "#2C3542", "#242C36",
                           "#FF6B6B", "#3A2027", "#4CC9A0", "#F0A45B", "#C3CCD7", "#8592A3", "#5B6878", "#3E4957"};
constexpr Palette kPrint = {"#FFFFFF", "#FFFFFF", "#C9D0D8", "#000000", "#3D4652", "#000000", "#EEF1F4", "#E4E8EC",
                            "#B00020", "#FBEAEC", "#0B7A5B", "#B54708", "#475467", "#8592A3", "#B9C2CD", "#D9DEE5"};
// A lit room takes away contrast: what is 4.5:1 on a screen is at least 7:1 here, and grey lines are firm.
constexpr Palette kProjector = {"#FFFFFF", "#FFFFFF", "#8A94A2", "#000000", "#333C48", "#000000", "#E2E7ED", "#C5CCD5",
                                "#9A001A", "#F7DDE0", "#066047", "#8F3500", "#333C48", "#738091", "#A7B1BE", "#CFD5DD"};

//                                          fp32       fp16       bf16       E4M3       E5M2
constexpr std::array kLightHues = {"#0B4FE0", "#C34705", "#108255", "#4E1A94", "#8A2A70"};
constexpr std::array kDarkHues = {"#A9CBFF", "#EE9440", "#4FE6A4", "#B86BF0", "#FF4FA6"};
constexpr std::array kProjectorHues = {"#1648D9", "#A62C00", "#036641", "#4E1A94", "#8A2A70"};

const Palette& palette_of(ThemeKind kind) {
    switch (kind) {
    case ThemeKind::Light: return kLight;
    case ThemeKind::Dark: return kDark;
    case ThemeKind::Print: return kPrint;
    case ThemeKind::Projector: return kProjector;
    }
    return kLight;
}

const std::array<const char*, 5>& hues_of(ThemeKind kind) {
    if (kind == ThemeKind::Dark) return kDarkHues;
    return kind == ThemeKind::Projector ? kProjectorHues : kLightHues;
}

} // namespace

Theme::Theme(ThemeKind kind) : m_kind(kind) {
    std::ranges::transform(palette_of(kind), m_colors.begin(), [](const char* name) { return QColor(name); });
    std::ranges::transform(hues_of(kind), m_hues.begin(), [](const char* name) { return QColor(name); });
}

const Theme& Theme::of(ThemeKind kind) {
    static const Theme light(ThemeKind::Light), dark(ThemeKind::Dark), print(ThemeKind::Print),
        projector(ThemeKind::Projector);
    switch (kind) {
    case ThemeKind::Light: return light;
    case ThemeKind::Dark: return dark;
    case ThemeKind::Print: return print;
    case ThemeKind::Projector: return projector;
    }
    return light;
}

const std::vector<QString>& Theme::hues() {
    static const std::vector<QString> ids = {"fp32", "fp16", "bf16", "e4m3", "e5m2"};
    return ids;
}

FormatStyle Theme::format(const QString& id) const {
    static const std::array<std::vector<double>, 5> dashes = {
        std::vector<double>{}, {5, 3}, {1.2, 2.2}, {6, 2.5, 1.2, 2.5}, {9, 4}};
    static constexpr std::array markers = {Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond,
                                           Marker::Cross};
    const auto found = std::ranges::find(hues(), id);
    if (found == hues().end()) return {color(Token::Muted), {}, Marker::Circle};
    const auto index = static_cast<std::size_t>(found - hues().begin());
    return {m_hues[index], dashes[index], markers[index]};
}

QColor Theme::tint(const QColor& hue, double share) const {
    const QColor ground = color(Token::Panel);
    const auto mix = [&](double a, double b) { return a * share + b * (1 - share); };
    return QColor::fromRgbF(static_cast<float>(mix(hue.redF(), ground.redF())),
                            static_cast<float>(mix(hue.greenF(), ground.greenF())),
                            static_cast<float>(mix(hue.blueF(), ground.blueF())));
}

QPalette Theme::palette() const {
    QPalette result;
    const auto set = [&](QPalette::ColorRole role, Token token) { result.setColor(role, color(token)); };
    set(QPalette::Window, Token::Window);
    set(QPalette::WindowText, Token::Text);
    set(QPalette::Base, Token::Panel);
    set(QPalette::AlternateBase, Token::Window);
    set(QPalette::Text, Token::Text);
    set(QPalette::Button, Token::Panel);
    set(QPalette::ButtonText, Token::Text);
    set(QPalette::BrightText, Token::Lost);
    set(QPalette::ToolTipBase, Token::Panel);
    set(QPalette::ToolTipText, Token::Text);
    set(QPalette::PlaceholderText, Token::Muted);
    set(QPalette::Highlight, Token::Accent);
    set(QPalette::HighlightedText, Token::Panel);
    set(QPalette::Link, Token::Text);
    result.setColor(QPalette::Disabled, QPalette::Text, color(Token::Muted));
    result.setColor(QPalette::Disabled, QPalette::ButtonText, color(Token::Muted));
    result.setColor(QPalette::Disabled, QPalette::WindowText, color(Token::Muted));
    return result;
}

QString Theme::styleSheet(double scale) const {
    const auto px = [&](double pixels) { return QString::number(qRound(pixels * scale)) + "px"; };
    // $name is a colour, #name# a size.
    QString sheet = QStringLiteral(R"(
QWidget { color: $text; }
QMainWindow, QDialog, #stageArea, #centralArea { background: $window; }
#topBar, #statusLine, #welcome { background: $panel; }
#topBar, #welcome { border-bottom: 1px solid $hairline; }
#searchBox { background: $panel; border: 1px solid $muted; border-radius: #panelRadius#; }
#searchList { background: transparent; border: 0; outline: 0; }
#statusLine { border-top: 1px solid $hairline; color: $muted; }
#statusLine QLabel { color: $muted; }
#sideBar { background: $panel; border-right: 1px solid $hairline; }
#lessonCard { background: $panel; border-right: 1px solid $hairline; }
#appName { font-weight: 700; }
#crumb { font-weight: 600; }
#muted, QLabel[role="muted"] { color: $muted; }
QLabel[role="section"] { color: $muted; font-weight: 600; }
QLabel[role="title"] { font-weight: 700; }
QLabel[role="error"] { color: $lost; }

QFrame[role="panel"] { background: $panel; border: 1px solid $hairline; border-radius: #panelRadius#; }
QFrame[role="notice"] { background: $selection; border: 0; border-radius: #controlRadius#; }

QPushButton, QToolButton { background: $panel; color: $text; border: 1px solid $hairline; border-radius: #controlRadius#; padding: #padV# #padH#; font-weight: 600; }
QPushButton:hover, QToolButton:hover { background: $selection; }
QPushButton:pressed, QToolButton:pressed { background: $hairline; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: #padVf# #padHf#; }
QPushButton:disabled, QToolButton:disabled { color: $muted; background: $window; }
QPushButton:checked, QToolButton:checked { background: $selection; border: 2px solid $accent; padding: #padVf# #padHf#; }
QPushButton:checked:focus, QToolButton:checked:focus { border: 2px dashed $accent; }
QPushButton[role="chip"]:checked { background: $panel; }
QPushButton[role="primary"] { background: $accent; color: $panel; border: 1px solid $accent; }
QPushButton[role="primary"]:hover { background: $muted; border-color: $muted; }
QPushButton[role="primary"]:focus { border: 2px solid $muted; padding: #padVf# #padHf#; }
QPushButton[role="primary"]:disabled { background: $selection; color: $muted; border-color: $selection; }
QToolButton[role="flat"] { background: transparent; border: 1px solid transparent; padding: #flatPad#; font-weight: 500; color: $muted; }
QToolButton[role="flat"]:hover { background: $selection; color: $text; }
QToolButton[role="flat"]:focus { border: 2px solid $accent; padding: #flatPadf#; }
QToolButton::menu-indicator { image: none; }
QCheckBox::indicator { width: #check#; height: #check#; padding: #checkPad#; border: 1px solid $muted; border-radius: 3px; background-color: $panel; background-clip: content; }
QCheckBox::indicator:checked { background-color: $accent; }
QCheckBox::indicator:focus { border-color: $accent; }
QPushButton[role="option"] { text-align: left; font-weight: 400; padding: #optV# #optH#; }
QPushButton[role="option"]:checked { font-weight: 600; }
QToolButton[role="badge"], QLabel[role="badge"] { color: $muted; font-size: #badge#; font-weight: 600; padding: 1px #badgePad#; border: 1px solid $hairline; border-radius: 4px; background: $panel; }
QToolButton[role="badge"]:focus { border: 2px solid $accent; padding: 0px #switchPadf#; }
QToolButton[role="switch"] { color: $muted; font-size: #badge#; font-weight: 600; padding: 1px #badgePad#; border: 1px solid $hairline; border-radius: 4px; }
QToolButton[role="switch"]:checked { color: $text; background: $selection; border: 1px solid $accent; padding: 1px #badgePad#; }
QToolButton[role="switch"]:focus { border: 2px solid $accent; padding: 0px #switchPadf#; }

QPushButton[role="fold"] { background: transparent; border: 2px solid transparent; text-align: left; color: $muted; padding: #navV# #navH#; }
QPushButton[role="fold"]:hover { color: $text; }
QPushButton[role="fold"]:focus { border: 2px solid $accent; }
QPushButton[role="nav"] { background: transparent; border: 2px solid transparent; text-align: left; font-weight: 400; padding: #navV# #navH#; }
QPushButton[role="nav"]:hover { background: $selection; }
QPushButton[role="nav"]:checked { background: $selection; font-weight: 600; }
QPushButton[role="nav"]:focus { border: 2px solid $accent; }

QLineEdit, QPlainTextEdit, QComboBox, QSpinBox, QDoubleSpinBox { background: $panel; color: $text; border: 1px solid $hairline; border-radius: #controlRadius#; padding: #fieldV# #padH#; selection-background-color: $accent; selection-color: $panel; }
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border: 2px solid $accent; }
QProgressBar { background: $panel; color: $text; border: 1px solid $hairline; border-radius: #controlRadius#; text-align: center; }
QProgressBar::chunk { background: $hairline; border-radius: #controlRadius#; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox QAbstractItemView { background: $panel; color: $text; border: 1px solid $hairline; selection-background-color: $selection; selection-color: $text; outline: 0; }
QCheckBox { spacing: 8px; border: 2px solid transparent; border-radius: 4px; }
QCheckBox:focus { border-color: $accent; }

QSlider:horizontal { min-height: #slider#; }
QSlider::groove:horizontal { height: 4px; background: $hairline; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: #handle#; height: #handle#; margin: -#handleOver# 0; border-radius: #handleRound#; background: $panel; border: 2px solid $accent; }
QSlider::handle:horizontal:focus { background: $accent; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: 0; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: $hairline; border-radius: 5px; min-height: 30px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: $hairline; border-radius: 5px; min-width: 30px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent; width: 0; height: 0; }

QMenu { background: $panel; color: $text; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 6px 22px; border-radius: 4px; }
QMenu::item:selected { background: $selection; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }
QToolTip { background: $panel; color: $text; border: 1px solid $hairline; padding: 4px 6px; }
QTextBrowser { background: transparent; border: 2px solid transparent; color: $text; }
QScrollArea[role="reading"] { border: 2px solid transparent; }
QTextBrowser:focus, QTableView:focus, QScrollArea[role="reading"]:focus { border: 2px solid $accent; border-radius: #controlRadius#; }
QTableView { background: $panel; color: $text; gridline-color: $hairline; border: 2px solid transparent; selection-background-color: $selection; selection-color: $text; }
#tensorList { background: transparent; border: 2px solid transparent; outline: 0; }
#tensorList:focus { border: 2px solid $accent; border-radius: #controlRadius#; }
#tensorList::item { padding: 4px 4px; border-radius: 4px; color: $text; }
#tensorList::item:selected { background: $selection; color: $text; }
#claimList { background: transparent; border: 0; outline: 0; selection-background-color: $selection; selection-color: $text; }
#claimList::item { padding: 3px 4px; }
#claimList:focus { border: 2px solid $accent; border-radius: 6px; }
QHeaderView::section { background: $window; color: $muted; border: 0; border-bottom: 1px solid $hairline; padding: 4px 8px; }
#compactTable QHeaderView::section { padding: 4px 5px; font-size: #badge#; }
QSplitter::handle { background: transparent; }
)");
    const std::pair<const char*, Token> colors[] = {{"$window", Token::Window},
                                                    {"$panel", Token::Panel},
                                                    {"$hairline", Token::Hairline},
                                                    {"$text", Token::Text},
                                                    {"$muted", Token::Muted},
                                                    {"$accent", Token::Accent},
                                                    {"$selection", Token::SelectionGround},
                                                    {"$lost", Token::Lost}};
    for (const auto& [name, token] : colors)
        sheet.replace(name, color(token).name());
    const std::pair<const char*, double> sizes[] = {{"#panelRadius#", kPanelRadius},
                                                    {"#controlRadius#", kControlRadius},
                                                    {"#padVf#", 5},
                                                    {"#padHf#", 11},
                                                    {"#padV#", 6},
                                                    {"#padH#", 12},
                                                    {"#flatPadf#", 3},
                                                    {"#flatPad#", 4},
                                                    {"#optV#", 9},
                                                    {"#optH#", 12},
                                                    {"#badgePad#", 6},
                                                    {"#switchPadf#", 5},
                                                    {"#badge#", 11},
                                                    {"#navV#", 2},
                                                    {"#navH#", 6},
                                                    {"#slider#", 22},
                                                    {"#check#", 9},
                                                    {"#checkPad#", 2},
                                                    {"#handle#", 14},
                                                    {"#handleOver#", 6},
                                                    {"#handleRound#", 8},
                                                    {"#fieldV#", 5}};
    for (const auto& [name, pixels] : sizes)
        sheet.replace(name, px(pixels));
    return sheet;
}

static bool s_paperFonts = false;

void setPaperFonts(bool paper) {
    s_paperFonts = paper;
}

static QFont font(const QStringList& families, double pixels, int weight) {
    QFont result;
    if (s_paperFonts) result.setHintingPreference(QFont::PreferNoHinting);
    result.setFamilies(families);
    result.setPixelSize(qMax(1, qRound(pixels)));
    result.setWeight(static_cast<QFont::Weight>(weight));
    return result;
}

QFont textFont(double pixels, int weight) {
    return font({"Inter", "Noto Sans CJK KR", "Noto Sans", "sans-serif"}, pixels, weight);
}
QFont monoFont(double pixels, int weight) {
    QFont result = font({"JetBrains Mono", "Noto Sans Mono CJK KR", "DejaVu Sans Mono", "monospace"}, pixels, weight);
    result.setStyleStrategy(QFont::PreferNoShaping); // no ligatures: 0x is a zero and an x, not a multiplication sign
    return result;
}

} // namespace ampscope::ui

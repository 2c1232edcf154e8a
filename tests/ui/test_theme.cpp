// The palette, computed: text can be read, formats can be told apart, also by people who see fewer colours.
#include "ui/plot/theme.h"

#include <QRegularExpression>
#include <QTest>
#include <array>

#include "tests/ui/colors.h"

using namespace ampscope::ui;
using namespace ampscope::ui::testing;

namespace {

// Machado, Oliveira, Fernandes 2009: full protanopia, deuteranopia, tritanopia, on linear RGB.
using Matrix = std::array<std::array<double, 3>, 3>;
constexpr Matrix kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtan = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeutan = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritan = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

QColor seen(const QColor& c, const Matrix& m) {
    const double in[3] = {linear(c.redF()), linear(c.greenF()), linear(c.blueF())};
    double out[3];
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = encoded(m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2]);
    return QColor::fromRgbF(static_cast<float>(out[0]), static_cast<float>(out[1]), static_cast<float>(out[2]));
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT
    static void both_themes() {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
        QTest::newRow("print") << static_cast<int>(ThemeKind::Print);
        QTest::newRow("projector") << static_cast<int>(ThemeKind::Projector);
    }

  private Q_SLOTS:
    void text_can_be_read_data() { both_themes(); }
    void text_can_be_read() {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        for (const Token ground : {Token::Window, Token::Panel}) {
            for (const Token ink : {Token::Text, Token::Muted, Token::Lost, Token::Good, Token::Warn})
                QVERIFY(contrast(theme.color(ink), theme.color(ground)) >= 4.5);
            for (const auto& id : Theme::hues())
                QVERIFY2(contrast(theme.format(id).color, theme.color(ground)) >= 4.5, qPrintable(id));
        }
        for (const Token ground : {Token::SelectionGround, Token::LostGround}) {
            QVERIFY(contrast(theme.color(Token::Text), theme.color(ground)) >= 4.5);
            QVERIFY(contrast(theme.color(Token::Muted), theme.color(ground)) >= 4.5);
        }
        QVERIFY(contrast(theme.color(Token::Panel), theme.color(Token::Accent)) >= 4.5); // words on a filled button
    }

    // WCAG 2.1, 1.4.11: what is not text and must be seen.
    void marks_can_be_seen_data() { both_themes(); }
    void marks_can_be_seen() {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        for (const Token ground : {Token::Window, Token::Panel, Token::SelectionGround, Token::LostGround}) {
            for (const auto& id : Theme::hues())
                QVERIFY2(contrast(theme.format(id).color, theme.color(ground)) >= 3, qPrintable(id));
            // Accent: the line around what has the keyboard. Muted: the line around a part of memory, whose greys are
            // too near to the ground and to each other.
            for (const Token mark : {Token::Accent, Token::Lost, Token::Good, Token::Warn, Token::Muted})
                QVERIFY(contrast(theme.color(mark), theme.color(ground)) >= 3);
        }
    }

    void the_projector_shows_more_contrast_than_the_screen() {
        const Theme &screen = Theme::of(ThemeKind::Light), &wall = Theme::of(ThemeKind::Projector);
        const auto on_panel = [](const Theme& theme, const QColor& color) {
            return contrast(color, theme.color(Token::Panel));
        };
        for (const Token ink : {Token::Text, Token::Muted, Token::Lost, Token::Hairline, Token::Grid})
            QVERIFY(on_panel(wall, wall.color(ink)) > on_panel(screen, screen.color(ink)));
        for (const Token ink : {Token::Text, Token::Muted, Token::Lost, Token::Good, Token::Warn})
            QVERIFY(on_panel(wall, wall.color(ink)) >= 7);
        for (const auto& id : Theme::hues())
            QVERIFY2(on_panel(wall, wall.format(id).color) >= 7, qPrintable(id));
        QVERIFY(on_panel(wall, wall.color(Token::Hairline)) >= 3); // of a control, WCAG 1.4.11
        QVERIFY(wall.stroke() > screen.stroke());
    }

    void formats_can_be_told_apart_data() { both_themes(); }
    void formats_can_be_told_apart() {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        const std::pair<const char*, const Matrix*> views[] = {
            {"normal", &kNormal}, {"protan", &kProtan}, {"deutan", &kDeutan}, {"tritan", &kTritan}};
        for (const auto& [name, matrix] : views)
            for (std::size_t i = 0; i < Theme::hues().size(); ++i)
                for (std::size_t k = i + 1; k < Theme::hues().size(); ++k) {
                    const double distance = cie76(seen(theme.format(Theme::hues()[i]).color, *matrix),
                                                  seen(theme.format(Theme::hues()[k]).color, *matrix));
                    QVERIFY2(distance >= 16, qPrintable(QString("%1: %2 and %3 are %4 apart")
                                                            .arg(name, Theme::hues()[i], Theme::hues()[k])
                                                            .arg(distance)));
                }
    }

    void dashes_and_markers_differ_too() {
        const Theme& theme = Theme::of(ThemeKind::Light);
        for (std::size_t i = 0; i < Theme::hues().size(); ++i)
            for (std::size_t k = i + 1; k < Theme::hues().size(); ++k) {
                QVERIFY(theme.format(Theme::hues()[i]).dash != theme.format(Theme::hues()[k]).dash);
                QVERIFY(theme.format(Theme::hues()[i]).marker != theme.format(Theme::hues()[k]).marker);
            }
    }

    void the_style_sheet_has_no_open_places() {
        for (const double scale : {0.8, 1.0, 1.5, 2.0}) {
            const QString sheet = Theme::of(ThemeKind::Dark).styleSheet(scale);
            QVERIFY(!sheet.contains('$'));
            QVERIFY(!sheet.contains(QRegularExpression("#[a-zA-Z]+#")));
        }
    }
};

QTEST_GUILESS_MAIN(TestTheme)
#include "test_theme.moc"

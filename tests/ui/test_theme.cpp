// The palette, computed: text can be read, formats can be told apart, also by people who see fewer colours.
#include "ui/plot/theme.h"

#include <QRegularExpression>
#include <QTest>
#include <array>
#include <cmath>

using namespace ampscope::ui;

namespace {

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}
double gamma(double channel) {
    channel = std::clamp(channel, 0.0, 1.0);
    return channel <= 0.0031308 ? 12.92 * channel : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

// WCAG 2.1, relative luminance and contrast ratio.
double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

struct Lab {
    double l, a, b;
};
Lab lab(const QColor& c) { // D65
    const double r = linear(c.redF()), g = linear(c.greenF()), b = linear(c.blueF());
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047),
                 y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
                 z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
double cie76(const QColor& a, const QColor& b) {
    const Lab x = lab(a), y = lab(b);
    return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b);
}

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
        out[i] = gamma(m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2]);
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
    }

  private Q_SLOTS:
    void text_can_be_read_data() { both_themes(); }
    void text_can_be_read() {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        for (const Token ground : {Token::Window, Token::Panel}) {
            for (const Token ink : {Token::Text, Token::Muted, Token::Lost})
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

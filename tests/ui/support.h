// For tests of windows: fails on warnings that mean a broken connection or a painter used wrongly, and waits.
#pragma once

#include <QApplication>
#include <QTest>
#include <cstdio>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui::testing {

inline QStringList& complaints() {
    static QStringList all;
    return all;
}

/// Call first. Fonts, style and language as in the program.
inline void prepare() {
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& message) {
        for (const char* bad : {"QObject::connect", "QPainter::", "QWidget::", "invalid", "No such signal", "QLayout"})
            if (message.contains(bad)) complaints() << message;
    });
    QApplication::setStyle("Fusion");
    LanguageSwitch::instance().setLanguage(text::Language::English);
    ThemeSwitch::instance().set(ThemeKind::Light, 1);
}

} // namespace ampscope::ui::testing

/// At the end of each test: nothing was complained about.
#define VERIFY_NO_COMPLAINTS()                                                                                         \
    QVERIFY2(ampscope::ui::testing::complaints().isEmpty(), qPrintable(ampscope::ui::testing::complaints().join('\n')))

/// Every line is printed: a message of QVERIFY2 is cut after some of them.
#define VERIFY_NOTHING_IN(found)                                                                                       \
    do {                                                                                                               \
        for (const QString& line : found)                                                                              \
            std::fprintf(stderr, "%s\n", qPrintable(line));                                                            \
        QCOMPARE((found).size(), 0);                                                                                   \
    } while (false)

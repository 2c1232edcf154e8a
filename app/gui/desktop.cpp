#include "app/gui/desktop.h"

#include <QGuiApplication>
#include <QSessionManager>
#include <QSocketNotifier>
#include <cerrno>
#include <csignal>

#include "ui/shell/main_window.h"

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

namespace ampscope::gui {

constexpr int kSaveMilliseconds = 800;

Desktop::Desktop(ui::MainWindow& window) : m_window(window) {
    m_saving.setInterval(kSaveMilliseconds);
    connect(&m_saving, &QTimer::timeout, this, [this] { m_window.saveNow(); });
    m_saving.start();
    // The session asks first and ends us afterwards.
    const auto save = [this](QSessionManager&) { m_window.saveNow(); };
    connect(qGuiApp, &QGuiApplication::commitDataRequest, this, save, Qt::DirectConnection);
    connect(qGuiApp, &QGuiApplication::saveStateRequest, this, save, Qt::DirectConnection);
    listenToSignals();
}

#ifdef _WIN32

Desktop::~Desktop() = default;

void Desktop::listenToSignals() {}

#else

namespace {

int g_ends[2] = {-1, -1}; ///< a pipe: a handler may do little more than write a byte

constexpr int kSignals[] = {SIGTERM, SIGINT, SIGHUP};

void wake(int) {
    const int error = errno; // of whoever is interrupted
    const char byte = 0;
    [[maybe_unused]] const auto written = write(g_ends[1], &byte, 1);
    errno = error;
}

} // namespace

void Desktop::listenToSignals() {
    if (pipe2(g_ends, O_CLOEXEC | O_NONBLOCK) != 0) return; // the system's own way is then the one that is left
    m_signalled = new QSocketNotifier(g_ends[0], QSocketNotifier::Read, this);
    connect(m_signalled, &QSocketNotifier::activated, this, [this] {
        m_signalled->setEnabled(false);
        m_window.saveNow();
        m_window.close();
        QCoreApplication::exit(0); // of every event loop, so that of a dialog, too
    });
    for (const int number : kSignals)
        if (std::signal(number, wake) == SIG_IGN) std::signal(number, SIG_IGN); // nohup stays nohup
}

Desktop::~Desktop() {
    if (g_ends[0] < 0) return;
    // What comes from here on ends the program at once: there is nothing left to save.
    for (const int number : kSignals)
        if (std::signal(number, SIG_DFL) == SIG_IGN) std::signal(number, SIG_IGN);
    m_signalled->setEnabled(false);
    close(g_ends[0]);
    close(g_ends[1]);
    g_ends[0] = g_ends[1] = -1;
}

#endif

} // namespace ampscope::gui

#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace ampscope::cli {

#ifdef _WIN32
static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGBREAK};
#else
static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
#endif

static std::atomic<int> came = 0;

static void mark(int number) {
    int none = 0;
    if (came.compare_exchange_strong(none, number) || number != SIGINT || none != SIGINT) return;
    std::signal(number, SIG_DFL);
    std::raise(number);
}

InterruptScope::InterruptScope() {
    came = 0;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        m_before[i] = std::signal(kSignals[i], mark);
        if (m_before[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
    }
}

InterruptScope::~InterruptScope() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        std::signal(kSignals[i], m_before[i]);
}

int InterruptScope::signal() const {
    return came;
}

} // namespace ampscope::cli

// Ctrl+C, SIGTERM and a closed terminal end what goes on instead of the program, so that what is there is kept.
#pragma once

#include <array>

namespace ampscope::cli {

/// While one lives, those signals only set a mark; a second Ctrl+C ends the program at once. A signal that was ignored
/// when the program began (nohup, a background job) stays ignored. One at a time.
class InterruptScope {
  public:
    InterruptScope();
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;

    /// Has one of the signals come since this began?
    bool requested() const { return signal() != 0; }
    /// Which came first; 0 for none.
    int signal() const;
    /// Exit status of a command that a signal ended early, as shells count it: 128 + its number.
    int status() const { return 128 + signal(); }

  private:
    std::array<void (*)(int), 3> m_before;
};

} // namespace ampscope::cli

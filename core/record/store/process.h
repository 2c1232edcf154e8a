// Which process is writing a run, whether it still lives, and a lock between processes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace ampscope::record {

/// Tells one process from every other, also from a later one that was given the same number.
struct ProcessIdentity {
    std::string host;
    std::int64_t process = 0;
    std::int64_t started = 0; ///< when, in the system's own unit; 0 where the system does not tell
};
/// The same at every call of this process.
ProcessIdentity this_process();

enum class Liveness {
    Alive,
    Gone,
    Unknown, ///< it runs, or ran, on another machine
};
/// Asks the system. A zombie is gone; where no start time is known, a process of that number counts as alive.
Liveness liveness(const ProcessIdentity& identity);

/// Keeps other processes out while it lives. Waits for ten seconds at most and then goes on without: a process that
/// hangs must not hang every other one. Where files cannot be locked it does nothing.
class FileLock {
  public:
    explicit FileLock(const std::string& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    /// May nothing be written there? (Not so: a full disk.)
    bool is_read_only() const { return m_read_only; }

  private:
    int m_file = -1;
    bool m_read_only = false;
};

} // namespace ampscope::record

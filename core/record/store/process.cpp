#include "core/record/store/process.h"

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#ifdef _WIN32
#include <windows.h>
#else
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace ampscope::record {

namespace {

#ifdef _WIN32
std::int64_t start_time(HANDLE process) {
    FILETIME created{}, ended{}, kernel{}, user{};
    if (!GetProcessTimes(process, &created, &ended, &kernel, &user)) return 0;
    return static_cast<std::int64_t>(created.dwHighDateTime) << 32 | created.dwLowDateTime;
}
#else
struct ProcessStatus {
    char state = 0;           ///< as in proc(5); 0: not known
    std::int64_t started = 0; ///< clock ticks after the machine started; 0: not known
};

// From /proc, where there is one.
ProcessStatus process_status(std::int64_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return {};
    // The second field is the program's name in brackets and may hold anything; what follows the last bracket may not.
    const auto bracket = line.rfind(')');
    if (bracket == std::string::npos) return {};
    std::istringstream fields(line.substr(bracket + 1));
    ProcessStatus status;
    fields >> status.state;
    std::string skipped;
    for (int field = 4; field < 22; ++field)
        fields >> skipped;
    fields >> status.started;
    return status;
}
#endif

} // namespace

ProcessIdentity this_process() {
#ifdef _WIN32
    char name[MAX_COMPUTERNAME_LENGTH + 1] = {};
    DWORD size = sizeof name;
    GetComputerNameA(name, &size);
    return {name, static_cast<std::int64_t>(GetCurrentProcessId()), start_time(GetCurrentProcess())};
#else
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return {name, getpid(), process_status(getpid()).started};
#endif
}

Liveness liveness(const ProcessIdentity& identity) {
    if (identity.host != this_process().host) return Liveness::Unknown;
#ifdef _WIN32
    const HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(identity.process));
    if (!process) return GetLastError() == ERROR_ACCESS_DENIED ? Liveness::Alive : Liveness::Gone;
    DWORD code = 0;
    const bool runs = GetExitCodeProcess(process, &code) && code == STILL_ACTIVE;
    const bool same = identity.started == 0 || start_time(process) == identity.started;
    CloseHandle(process);
    return runs && same ? Liveness::Alive : Liveness::Gone;
#else
    if (identity.process <= 0) return Liveness::Gone;
    if (kill(static_cast<pid_t>(identity.process), 0) != 0 && errno == ESRCH) return Liveness::Gone;
    const ProcessStatus status = process_status(identity.process);
    if (status.state == 'Z' || status.state == 'X') return Liveness::Gone; // dead, and its parent has not looked yet
    const bool both_known = status.started != 0 && identity.started != 0;
    return both_known && status.started != identity.started ? Liveness::Gone : Liveness::Alive;
#endif
}

#ifdef _WIN32
FileLock::FileLock(const std::string&) {}
FileLock::~FileLock() = default;
#else
FileLock::FileLock(const std::string& path) : m_file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (m_file < 0) {
        m_read_only = errno == EROFS || errno == EACCES || errno == EPERM;
        return;
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (flock(m_file, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
           std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
}
FileLock::~FileLock() {
    if (m_file >= 0) close(m_file); // which gives the lock back
}
#endif

} // namespace ampscope::record

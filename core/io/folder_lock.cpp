#include "core/io/folder_lock.h"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "core/text/message.h"

namespace ampscope::io {

namespace fs = std::filesystem;

static text::Error cannot(const std::string& folder, int code) {
    return text::could_not("io.cannot_write", {{"reason", std::generic_category().message(code)}}, {folder});
}

// For a folder that somebody else holds.
class Waiting {
  public:
    Waiting(const std::string& folder, std::chrono::milliseconds patience)
        : m_folder(folder), m_end(std::chrono::steady_clock::now() + patience) {}
    void or_throw() const {
        if (std::chrono::steady_clock::now() >= m_end) throw text::could_not("io.folder_in_use", {}, {m_folder});
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }

  private:
    const std::string& m_folder;
    const std::chrono::steady_clock::time_point m_end;
};

#ifdef _WIN32

FolderLock::FolderLock(const std::string& folder, std::chrono::milliseconds patience)
    : m_path(folder + "/.ampscope-lock") {
    for (const Waiting waiting(folder, patience);; waiting.or_throw()) {
        // Sharing is refused while it is open; the system closes and removes it with the process.
        const auto error = _wsopen_s(&m_descriptor, fs::u8path(m_path).c_str(), _O_RDWR | _O_CREAT | _O_TEMPORARY,
                                     _SH_DENYRW, _S_IREAD | _S_IWRITE);
        if (error == 0) return;
        if (error != EACCES || !fs::exists(fs::u8path(m_path))) throw cannot(folder, error);
    }
}

FolderLock::~FolderLock() {
    _close(m_descriptor);
}

#else

FolderLock::FolderLock(const std::string& folder, std::chrono::milliseconds patience)
    : m_path(folder + "/.ampscope-lock") {
    const Waiting waiting(folder, patience);
    for (;;) {
        m_descriptor = open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (m_descriptor < 0) throw cannot(folder, errno);
        const bool locked = flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
        const int error = locked ? 0 : errno;
        if (error == EWOULDBLOCK) {
            close(m_descriptor);
            waiting.or_throw();
            continue;
        }
        // The owner before may have removed the file between our open() and flock(): then this is a lock on nothing.
        struct stat held {
        }, named{};
        if (!locked || (fstat(m_descriptor, &held) == 0 && stat(m_path.c_str(), &named) == 0 &&
                        held.st_ino == named.st_ino && held.st_dev == named.st_dev))
            return;
        close(m_descriptor);
    }
}

FolderLock::~FolderLock() {
    unlink(m_path.c_str()); // before the lock is let go, so that nobody holds a file without a name
    close(m_descriptor);
}

#endif

} // namespace ampscope::io

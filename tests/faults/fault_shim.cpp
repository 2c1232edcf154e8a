// A library that stands between this project's programs and the system: lets one operation on files below a folder
// fail, whoever asks for it: our own writers, SQLite, Qt. As SQLite's own tests do, a caller sweeps over all of them. A
// test is linked with it and calls fault_plan(); for a program of its own it is preloaded, with
//   FAULT_BELOW   only files below this folder count
//   FAULT_AT      number of the operation that fails, from 1
//   FAULT_STAYS   "1": all after it fail as well, as on a full disk; else it is one failure that passes
//   FAULT_LOG     a file that is made when it has failed
#undef _FORTIFY_SOURCE
#include "tests/faults/fault_shim.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>

namespace {

struct Plan {
    std::string below = text("FAULT_BELOW");
    long at = std::atol(text("FAULT_AT").c_str());
    bool stays = text("FAULT_STAYS") == "1";
    int reason = ENOSPC;
    std::string log = text("FAULT_LOG");
    long count = 0;
    const char* failed = "";
    std::mutex mutex;

    static std::string text(const char* name) {
        const char* value = std::getenv(name);
        return value ? value : "";
    }
};

Plan& plan() {
    static Plan* const only = new Plan; // never destroyed: files are closed to the very end
    return *only;
}

bool is_meant(std::string_view path) {
    const std::scoped_lock lock(plan().mutex);
    return !plan().below.empty() && path.starts_with(plan().below);
}

bool is_meant(int descriptor) {
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    char path[4096];
    const ssize_t length = readlink(link.c_str(), path, sizeof path);
    return length > 0 && is_meant(std::string_view(path, static_cast<std::size_t>(length)));
}

// Whether the operation is to fail; errno is then set.
bool fails(const char* operation) {
    Plan& all = plan();
    const std::scoped_lock lock(all.mutex);
    ++all.count;
    if (all.at <= 0 || all.count < all.at || (all.count > all.at && !all.stays)) return false;
    if (!*all.failed) {
        all.failed = operation;
        // System calls, which nobody counts.
        if (!all.log.empty())
            syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, all.log.c_str(), O_WRONLY | O_CREAT, 0666));
    }
    errno = all.reason;
    return true;
}

template <typename Function>
Function* real(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

constexpr int kWriting = O_WRONLY | O_RDWR | O_CREAT;

} // namespace

#define REAL(name) static auto* const next = real(&::name, #name)

extern "C" {

void fault_plan(const char* below, long at, int stays, int reason) {
    Plan& all = plan();
    const std::scoped_lock lock(all.mutex);
    all.below = below;
    all.at = at;
    all.stays = stays != 0;
    all.reason = reason;
    all.count = 0;
    all.failed = "";
}

long fault_count() {
    const std::scoped_lock lock(plan().mutex);
    return plan().count;
}

const char* fault_failed() {
    const std::scoped_lock lock(plan().mutex);
    return plan().failed;
}

int open(const char* path, int flags, ...) {
    REAL(open);
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    if ((flags & kWriting) && is_meant(path) && fails("open")) return -1;
    return next(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    REAL(open64);
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    if ((flags & kWriting) && is_meant(path) && fails("open")) return -1;
    return next(path, flags, mode);
}

// A write that fails has taken half of the bytes before, as on a disk that gets full.
ssize_t write(int file, const void* bytes, size_t count) {
    REAL(write);
    if (is_meant(file) && fails("write")) return count > 1 && plan().stays ? next(file, bytes, count / 2) : -1;
    return next(file, bytes, count);
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    if (is_meant(file) && fails("write")) return -1;
    return next(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
    REAL(pwrite);
    if (is_meant(file) && fails("write")) return -1;
    return next(file, bytes, count, offset);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
    REAL(fwrite);
    if (is_meant(fileno(file)) && fails("write")) {
        const std::size_t taken = next(bytes, size, count / 2, file);
        errno = plan().reason;
        return taken;
    }
    return next(bytes, size, count, file);
}

int fflush(FILE* file) {
    REAL(fflush);
    if (file && is_meant(fileno(file)) && fails("flush")) return EOF;
    return next(file);
}

int fclose(FILE* file) {
    REAL(fclose);
    const bool failed = is_meant(fileno(file)) && fails("close");
    const int result = next(file); // it is closed in any case
    if (failed) errno = plan().reason;
    return failed ? EOF : result;
}

int fsync(int file) {
    REAL(fsync);
    if (is_meant(file) && fails("sync")) return -1;
    return next(file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    if (is_meant(file) && fails("sync")) return -1;
    return next(file);
}

int ftruncate64(int file, off64_t length) {
    REAL(ftruncate64);
    if (is_meant(file) && fails("truncate")) return -1;
    return next(file, length);
}

int ftruncate(int file, off_t length) {
    REAL(ftruncate);
    if (is_meant(file) && fails("truncate")) return -1;
    return next(file, length);
}

int rename(const char* from, const char* to) {
    REAL(rename);
    if (is_meant(to) && fails("rename")) return -1;
    return next(from, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    REAL(linkat);
    if (is_meant(to) && fails("rename")) return -1;
    return next(from_folder, from, to_folder, to, flags);
}

int mkdir(const char* path, mode_t mode) {
    REAL(mkdir);
    if (is_meant(path) && fails("mkdir")) return -1;
    return next(path, mode);
}
}

#include "core/io/open_file.h"

#include <cerrno>
#include <system_error>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace ampscope::io {

namespace fs = std::filesystem;

text::Argument reason(int error) {
    const auto known = [](const char* id) { return text::Argument{"reason", text::Message{id, {}}}; };
    switch (error) {
    case ENOENT: return known("io.reason_not_found");
    case EACCES:
    case EPERM: return known("io.reason_not_allowed");
    case ENOSPC: return known("io.reason_disk_full");
    case EFBIG: return known("io.reason_file_too_large");
    case EROFS: return known("io.reason_read_only");
    case ENOTDIR: return known("io.reason_not_a_folder");
    case ENAMETOOLONG: return known("io.reason_name_too_long");
    default: return {"reason", std::generic_category().message(error)};
    }
}

FilePointer open_file(const fs::path& path, Open how, bool& not_plain) {
    not_plain = false;
#ifdef _WIN32
    static constexpr const wchar_t* kModes[] = {L"rb", L"wbx", L"wb"};
    return FilePointer(_wfopen(path.c_str(), kModes[static_cast<int>(how)]));
#else
    // O_NONBLOCK: opening a pipe must not wait for the other end. Plain files do not know it. Truncated only when it is
    // known what it is.
    const int flags = how == Open::Read        ? O_RDONLY
                      : how == Open::CreateNew ? O_WRONLY | O_CREAT | O_EXCL
                                               : O_WRONLY | O_CREAT;
    const int descriptor = open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        // A pipe that nobody reads, a socket.
        not_plain = errno == ENXIO;
        return nullptr;
    }
    struct stat status {};
    int error = fstat(descriptor, &status) == 0 ? 0 : errno;
    not_plain = error == 0 && !S_ISREG(status.st_mode);
    if (error == 0 && !not_plain && how == Open::Truncate && ftruncate(descriptor, 0) != 0) error = errno;
    std::FILE* file = error == 0 && !not_plain ? fdopen(descriptor, how == Open::Read ? "rb" : "wb") : nullptr;
    if (!file) {
        if (error == 0) error = errno;
        close(descriptor);
        errno = error;
    }
    return FilePointer(file);
#endif
}

FilePointer open_for_reading(const std::string& name) {
    const fs::path path = fs::u8path(name);
    std::error_code error;
    if (fs::is_directory(path, error)) throw text::bad_input("io.is_folder", {}, {name});
    bool not_plain = false;
    FilePointer file = open_file(path, Open::Read, not_plain);
    if (file) return file;
    const int code = errno;
    if (not_plain) throw text::bad_input("io.not_plain", {}, {name});
    if (code == ENOENT) throw text::bad_input("io.no_such_file", {}, {name});
    throw text::could_not("io.cannot_read", {reason(code)}, {name});
}

} // namespace ampscope::io

#include "core/io/file.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "core/text/message.h"

namespace ampscope::io {

namespace fs = std::filesystem;

namespace {

text::Argument reason(int error) {
    return {"reason", std::generic_category().message(error)};
}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, FileCloser>;

FilePointer open_file(const fs::path& path, const char* mode) {
#ifdef _WIN32
    const std::string narrow(mode);
    return FilePointer(_wfopen(path.c_str(), std::wstring(narrow.begin(), narrow.end()).c_str()));
#else
    return FilePointer(std::fopen(path.c_str(), mode));
#endif
}

bool sync_to_disk(std::FILE* file) {
    if (std::fflush(file) != 0) return false;
#ifdef _WIN32
    return _commit(_fileno(file)) == 0;
#else
    // EINVAL: the target does not support it (a pipe, some network mounts); the flush above has already been checked.
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == ENOTSUP;
#endif
}

// Removes the temporary file unless the rename has happened.
struct TemporaryFile {
    fs::path path;
    bool kept = false;
    ~TemporaryFile() {
        std::error_code ignored;
        if (!kept) fs::remove(path, ignored);
    }
};

} // namespace

std::string read_file(const std::string& name, std::size_t limit) {
    const fs::path path = fs::u8path(name);
    std::error_code error;
    if (fs::is_directory(path, error)) throw text::bad_input("io.is_folder", {}, {name});
    const FilePointer file = open_file(path, "rb");
    if (!file) {
        const int code = errno;
        if (code == ENOENT) throw text::bad_input("io.no_such_file", {}, {name});
        throw text::could_not("io.cannot_read", {reason(code)}, {name});
    }
    const auto too_large = [&](std::uintmax_t size) {
        return text::bad_input("io.too_large",
                               {{"bytes", text::grouped(static_cast<std::int64_t>(size))},
                                {"limit", text::grouped(static_cast<std::int64_t>(limit))}},
                               {name});
    };
    const auto size = fs::file_size(path, error);
    if (!error && size > limit) throw too_large(size);
    std::string content;
    if (!error) content.reserve(static_cast<std::size_t>(size));
    char buffer[65536];
    while (const auto got = std::fread(buffer, 1, sizeof buffer, file.get())) {
        content.append(buffer, got);
        if (content.size() > limit) throw too_large(content.size()); // a pipe or a growing file
    }
    if (std::ferror(file.get())) throw text::could_not("io.cannot_read", {reason(errno)}, {name});
    return content;
}

void write_file(const std::string& name, std::string_view bytes) {
    std::error_code error;
    fs::path path = fs::u8path(name);
    if (fs::is_directory(path, error)) throw text::could_not("io.is_folder", {}, {name});
    if (fs::is_symlink(path, error)) {
        const fs::path target = fs::canonical(path, error);
        if (!error) path = target;
    }
    TemporaryFile temporary{path.parent_path() /
                            ("." + path.filename().string() + "." + std::to_string(std::random_device{}()) + ".tmp")};
    const auto failed = [&](int code) { return text::could_not("io.cannot_write", {reason(code)}, {name}); };

    errno = 0;
    FilePointer file = open_file(temporary.path, "wbx"); // x: never write over a file that happens to have this name
    if (!file) {
        temporary.kept = true; // nothing of ours is there
        throw failed(errno);
    }
    errno = 0;
    const auto written = std::fwrite(bytes.data(), 1, bytes.size(), file.get());
    if (written != bytes.size()) throw failed(errno != 0 ? errno : ENOSPC);
    if (!sync_to_disk(file.get()) || std::ferror(file.get())) throw failed(errno != 0 ? errno : EIO);
    if (std::fclose(file.release()) != 0) throw failed(errno);

    if (const auto status = fs::status(path, error); !error && fs::exists(status))
        fs::permissions(temporary.path, status.permissions(), error);
    fs::rename(temporary.path, path, error);
    if (error) throw failed(error.value());
    temporary.kept = true;
}

void make_folder(const std::string& name) {
    std::error_code error;
    const fs::path path = fs::u8path(name);
    fs::create_directories(path, error);
    if (!fs::is_directory(path)) {
        const int code = error ? error.value() : ENOTDIR;
        throw text::could_not("io.cannot_make_folder", {reason(code)}, {name});
    }
}

struct AppendFile::Impl {
    FilePointer file;
    std::chrono::steady_clock::time_point synced = std::chrono::steady_clock::now();
};

AppendFile::AppendFile(std::string path) : m_path(std::move(path)), m_impl(std::make_unique<Impl>()) {
    m_impl->file = open_file(fs::u8path(m_path), "wb");
    if (!m_impl->file) throw text::could_not("io.cannot_write", {reason(errno)}, {m_path});
}

AppendFile::~AppendFile() {
    if (m_impl && m_impl->file) sync_to_disk(m_impl->file.get());
}

void AppendFile::write_line(std::string_view line) {
    errno = 0;
    std::FILE* file = m_impl->file.get();
    if (std::fwrite(line.data(), 1, line.size(), file) != line.size() || std::fputc('\n', file) == EOF)
        throw text::could_not("io.cannot_write", {reason(errno != 0 ? errno : ENOSPC)}, {m_path});
    if (std::chrono::steady_clock::now() - m_impl->synced >= std::chrono::seconds(1)) sync();
}

void AppendFile::sync() {
    errno = 0;
    if (!sync_to_disk(m_impl->file.get()))
        throw text::could_not("io.cannot_write", {reason(errno != 0 ? errno : EIO)}, {m_path});
    m_impl->synced = std::chrono::steady_clock::now();
}

} // namespace ampscope::io

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

#include "core/io/open_file.h"
#include "core/text/message.h"

namespace ampscope::io {

namespace fs = std::filesystem;

namespace {

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
    const FilePointer file = open_for_reading(name);
    std::error_code error;
    const auto too_large = [&](std::uintmax_t size) {
        return text::bad_input("io.too_large",
                               {{"bytes", text::grouped(static_cast<std::int64_t>(size))},
                                {"limit", text::grouped(static_cast<std::int64_t>(limit))}},
                               {name});
    };
    const auto size = fs::file_size(fs::u8path(name), error);
    if (!error && size > limit) throw too_large(size);
    std::string content;
    if (!error) content.reserve(static_cast<std::size_t>(size));
    char buffer[65536];
    while (const auto got = std::fread(buffer, 1, sizeof buffer, file.get())) {
        content.append(buffer, got);
        if (content.size() > limit) throw too_large(content.size()); // a growing file
    }
    if (std::ferror(file.get())) throw text::could_not("io.cannot_read", {reason(errno)}, {name});
    return content;
}

namespace {

// Where the bytes go: the end of a chain of links, also when nothing stands there yet.
fs::path place_of(const std::string& name) {
    constexpr int kMaxLinks = 40; // as Linux
    fs::path path = fs::u8path(name);
    std::error_code error;
    for (int i = 0; i < kMaxLinks && fs::is_symlink(fs::symlink_status(path, error)); ++i) {
        const fs::path target = fs::read_symlink(path, error);
        if (error) break;
        path = path.parent_path() / target; // an absolute one replaces it
    }
    if (fs::is_symlink(fs::symlink_status(path, error)))
        throw text::could_not("io.cannot_write", {reason(ELOOP)}, {name});
    const auto status = fs::status(path, error);
    if (fs::is_directory(status)) throw text::could_not("io.is_folder", {}, {name});
    if (fs::exists(status) && !fs::is_regular_file(status)) throw text::could_not("io.not_plain", {}, {name});
    return path;
}

// The new content beside its place, complete and on the disk.
class Replacement {
  public:
    Replacement(const std::string& name, std::string_view bytes)
        : m_name(name),
          m_place(place_of(name)),
          m_temporary{m_place.parent_path() / (".ampscope-" + std::to_string(std::random_device{}()) + ".tmp")} {
        errno = 0;
        bool not_plain = false;
        FilePointer file = open_file(m_temporary.path, Open::CreateNew, not_plain);
        if (!file) {
            m_temporary.kept = true; // nothing of ours is there
            throw failed(errno);
        }
        errno = 0;
        const auto written = std::fwrite(bytes.data(), 1, bytes.size(), file.get());
        if (written != bytes.size()) throw failed(errno != 0 ? errno : ENOSPC);
        if (!sync_to_disk(file.get()) || std::ferror(file.get())) throw failed(errno != 0 ? errno : EIO);
        if (std::fclose(file.release()) != 0) throw failed(errno);
        std::error_code error;
        if (const auto status = fs::status(m_place, error); !error && fs::exists(status))
            fs::permissions(m_temporary.path, status.permissions(), error);
    }
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;

    // 0, or the system's number of the error.
    int put_in_place() {
        std::error_code error;
        fs::rename(m_temporary.path, m_place, error);
        if (error) return error.value();
        m_temporary.kept = true;
        return 0;
    }
    text::Error failed(int code) const { return text::could_not("io.cannot_write", {reason(code)}, {m_name}); }
    const std::string& name() const { return m_name; }

  private:
    std::string m_name;
    fs::path m_place;
    TemporaryFile m_temporary;
};

} // namespace

void require_writable_place(const std::string& name) {
    (void)place_of(name);
}

void write_file(const std::string& name, std::string_view bytes) {
    Replacement file(name, bytes);
    if (const int code = file.put_in_place()) throw file.failed(code);
}

void write_files(const std::vector<FileContent>& files) {
    std::vector<std::unique_ptr<Replacement>> replacements;
    for (const auto& file : files)
        replacements.push_back(std::make_unique<Replacement>(file.path, file.bytes));
    std::string done;
    for (const auto& file : replacements) {
        const int code = file->put_in_place();
        if (code != 0 && done.empty()) throw file->failed(code);
        if (code != 0) throw text::could_not("io.cannot_write_all", {reason(code), {"done", done}}, {file->name()});
        done += (done.empty() ? "" : ", ") + file->name();
    }
}

void make_folder(const std::string& name) {
    std::error_code error;
    const fs::path path = fs::u8path(name);
    fs::create_directories(path, error);
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
        const int code = error ? error.value() : ENOTDIR;
        throw text::could_not("io.cannot_make_folder", {reason(code)}, {name});
    }
}

struct AppendFile::Impl {
    FilePointer file;
    std::chrono::steady_clock::time_point synced = std::chrono::steady_clock::now();
};

AppendFile::AppendFile(std::string path) : m_path(std::move(path)), m_impl(std::make_unique<Impl>()) {
    bool not_plain = false;
    m_impl->file = open_file(fs::u8path(m_path), Open::Truncate, not_plain);
    if (not_plain) throw text::could_not("io.not_plain", {}, {m_path});
    if (!m_impl->file) throw text::could_not("io.cannot_write", {reason(errno)}, {m_path});
}

AppendFile::~AppendFile() {
    if (m_impl && m_impl->file) sync_to_disk(m_impl->file.get());
}

void AppendFile::write_line(std::string_view line) {
    errno = 0;
    std::FILE* file = m_impl->file.get();
    if (std::fwrite(line.data(), 1, line.size(), file) != line.size() || std::fputc('\n', file) == EOF)
        throw text::could_not("io.cannot_append", {reason(errno != 0 ? errno : ENOSPC)}, {m_path});
    if (std::chrono::steady_clock::now() - m_impl->synced >= std::chrono::seconds(1)) sync();
}

void AppendFile::sync() {
    errno = 0;
    if (!sync_to_disk(m_impl->file.get()))
        throw text::could_not("io.cannot_append", {reason(errno != 0 ? errno : EIO)}, {m_path});
    m_impl->synced = std::chrono::steady_clock::now();
}

} // namespace ampscope::io

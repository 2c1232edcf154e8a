// Files: read whole with a cap, written so that after any failure the old content or the new is there, never a mix.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ampscope::io {

/// The whole content. Throws when it cannot be opened, is no plain file (a pipe or a device could make it wait for
/// ever), or is larger than `limit` bytes (checked before any memory is taken).
std::string read_file(const std::string& path, std::size_t limit = 256u << 20);

/// The guarded writer. Writes a temporary file beside `path`, counts every byte that the system took, syncs it to the
/// disk, and only then renames it over `path`. On any failure the temporary file is removed, `path` is as it was, and
/// an error says what could not be done. A symbolic link is followed, permissions of an existing file are kept. What
/// exists and is no plain file (a device, a pipe) is refused.
void write_file(const std::string& path, std::string_view bytes);

struct FileContent {
    std::string path;
    std::string bytes;
};
/// write_file() for files that belong together: all of them are written beside their places and synced before the first
/// is renamed, so that a full disk leaves every old one as it was.
void write_files(const std::vector<FileContent>& files);

/// Throws what write_file() would throw because of what stands at `path` already: a folder, a device, a pipe.
void require_writable_place(const std::string& path);

/// Creates a folder and its parents; an existing one is fine. Throws when it cannot.
void make_folder(const std::string& path);

/// A file that only grows: lines are written as they come and synced to the disk at most once a second, so that a kill
/// loses at most the last second. Not safe for use by two threads at once.
class AppendFile {
  public:
    /// Creates or truncates. Throws when it cannot.
    explicit AppendFile(std::string path);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    /// Adds the line and a newline. Throws when the disk does not take it.
    void write_line(std::string_view line);
    /// Hands everything to the disk now.
    void sync();
    const std::string& path() const { return m_path; }

  private:
    struct Impl;
    std::string m_path;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ampscope::io

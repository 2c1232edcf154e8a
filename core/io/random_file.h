// A file that is read in pieces, from anywhere in it. Never mapped: a file that somebody shortens meanwhile gives an
// error, not a signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/io/open_file.h"

namespace ampscope::io {

/// Not for use by two threads at once.
class RandomFile {
  public:
    /// Throws when it cannot be opened or is no plain file.
    explicit RandomFile(std::string path);

    const std::string& path() const { return m_path; }
    /// Bytes when it was opened.
    std::uint64_t size() const { return m_size; }
    /// Fills `bytes` from `offset` on. Throws CouldNot where the file has become shorter or cannot be read.
    void read(std::uint64_t offset, std::span<std::byte> bytes);
    /// The same as a text of `length` bytes; whoever calls has checked that against size().
    std::string read_text(std::uint64_t offset, std::size_t length);

  private:
    std::string m_path;
    FilePointer m_file;
    std::uint64_t m_size = 0;
};

} // namespace ampscope::io

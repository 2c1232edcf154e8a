#include "core/io/random_file.h"

#include <cerrno>

#ifndef _WIN32
#include <sys/types.h>
#endif

namespace ampscope::io {

static bool seek(std::FILE* file, std::uint64_t offset, int whence) {
#ifdef _WIN32
    return _fseeki64(file, static_cast<long long>(offset), whence) == 0;
#else
    return fseeko(file, static_cast<off_t>(offset), whence) == 0;
#endif
}

static std::int64_t tell(std::FILE* file) {
#ifdef _WIN32
    return _ftelli64(file);
#else
    return ftello(file);
#endif
}

RandomFile::RandomFile(std::string path) : m_path(std::move(path)), m_file(open_for_reading(m_path)) {
    // Pieces are large: a buffer in between would only copy them once more.
    std::setvbuf(m_file.get(), nullptr, _IONBF, 0);
    const std::int64_t size = seek(m_file.get(), 0, SEEK_END) ? tell(m_file.get()) : -1;
    if (size < 0) throw text::could_not("io.cannot_read", {reason(errno)}, {m_path});
    m_size = static_cast<std::uint64_t>(size);
}

void RandomFile::read(std::uint64_t offset, std::span<std::byte> bytes) {
    errno = 0;
    if (!seek(m_file.get(), offset, SEEK_SET)) throw text::could_not("io.cannot_read", {reason(errno)}, {m_path});
    const auto got = std::fread(bytes.data(), 1, bytes.size(), m_file.get());
    if (got == bytes.size()) return;
    if (std::ferror(m_file.get())) {
        std::clearerr(m_file.get());
        throw text::could_not("io.cannot_read", {reason(errno)}, {m_path});
    }
    throw text::could_not("io.became_shorter",
                          {{"offset", text::grouped(static_cast<std::int64_t>(offset + got))},
                           {"expected", text::grouped(static_cast<std::int64_t>(m_size))}},
                          {m_path});
}

std::string RandomFile::read_text(std::uint64_t offset, std::size_t length) {
    std::string content(length, '\0');
    read(offset, std::as_writable_bytes(std::span(content)));
    return content;
}

} // namespace ampscope::io

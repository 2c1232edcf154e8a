// Opening plain files, and why it did not work: shared by the readers and writers of this folder.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>

#include "core/text/message.h"

namespace ampscope::io {

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, FileCloser>;

enum class Open {
    Read,
    CreateNew, ///< never over a file that happens to have this name
    Truncate,
};

/// nullptr with errno set. Never waits, and never gives anything but a plain file: `not_plain` says that this was why.
FilePointer open_file(const std::filesystem::path& path, Open how, bool& not_plain);

/// Opens for reading. Throws an error that names the file: no such file, a folder, a pipe, not allowed.
FilePointer open_for_reading(const std::string& name);

/// {reason} of a message, from the system's number of the error. What happens to people is said in their language; what
/// hardly ever happens, as the system says it.
text::Argument reason(int error);

} // namespace ampscope::io

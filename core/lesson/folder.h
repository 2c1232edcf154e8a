// Where lessons lie, and files of a lesson's folder. Internal to core/lesson, but for lessons_folder() in lesson.h.
#pragma once

#include <string>
#include <string_view>

#include "core/text/message.h"

namespace ampscope::lesson {

/// The text of a file in a lesson's folder, without byte order mark, line ends as they are. Throws for what is not
/// there, lies outside, is larger than kMaxFileBytes, is no plain file, is not UTF-8 (naming the encoding), or holds a
/// NUL.
std::string read_file_of(const std::string& folder, const std::string& name);

/// Is this a relative path that stays below the folder, also after links were followed? Absolute paths, drive letters,
/// "..", backslashes and NULs are not.
bool is_inside(const std::string& folder, std::string_view relative);

/// What stands at a path that need not be inside; links are followed. False also where the system does not tell.
bool exists(const std::string& path);
bool is_plain_file(const std::string& path);
bool is_folder(const std::string& path);

/// The last part of a path: the name that a lesson's id has to be.
std::string folder_name(const std::string& path);

} // namespace ampscope::lesson

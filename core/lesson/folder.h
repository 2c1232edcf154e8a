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

bool exists(const std::string& path);
bool is_plain_file(const std::string& path);
bool is_folder(const std::string& path);

/// Renames a file that cannot be read to the first free name: progress.json.broken-1, … Gives that name. Throws when it
/// cannot be moved.
std::string set_aside(const std::string& path);

/// The last part of a path: the name that a lesson's id has to be.
std::string folder_name(const std::string& path);

} // namespace ampscope::lesson

// The file of the run library: its tables, its version, and what happens when it cannot be used as it is.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/record/store/database.h"
#include "core/text/message.h"

namespace ampscope::record {

/// Version of the tables. A file of a newer one is refused and left as it is.
constexpr int kStoreSchema = 1;

struct OpenedStore {
    std::shared_ptr<Database> database;
    std::string moved_aside; ///< where a damaged file now lies; "" when there was none
};

/// Opens `path`, and creates it and its folder where needed. A damaged file is moved aside with the date in its name
/// and a new one begun; nothing is deleted. Throws text::Error (CouldNot) for everything else: no permission, a
/// read-only or full disk, a newer program's file, another program's file.
OpenedStore open_store_file(const std::string& path);

/// Opens a file that was moved aside for reading what is left of it. Throws when nothing is.
std::shared_ptr<Database> open_damaged(const std::string& path);

} // namespace ampscope::record

// One process at a time writes into a folder.
#pragma once

#include <chrono>
#include <string>

namespace ampscope::io {

/// Holds a folder that exists until it is destroyed. The system lets go of it when the process dies, so a lock never
/// outlives its owner, whatever became of the file `.ampscope-lock`. File systems that know no locks are not guarded.
class FolderLock {
  public:
    /// Throws (CouldNot) when another process, or another lock of this one, holds the folder and does not let go of it
    /// for `patience`, or when nothing can be written there.
    explicit FolderLock(const std::string& folder, std::chrono::milliseconds patience = {});
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    std::string m_path;
    int m_descriptor = -1;
};

} // namespace ampscope::io

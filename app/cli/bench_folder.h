// A folder for what a bench writes; it goes with its object.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "core/io/file.h"
#include "core/record/store/process.h"

namespace ampscope::cli {

class BenchFolder {
  public:
    BenchFolder() : m_path(std::filesystem::temp_directory_path()) {
        m_path /= "ampscope-bench-" + std::to_string(record::this_process().process);
        io::make_folder(m_path.string());
    }
    ~BenchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;

    std::string file(const std::string& name) const { return (m_path / name).string(); }

  private:
    std::filesystem::path m_path;
};

} // namespace ampscope::cli

// The folder of `run --out`.
#pragma once

#include <string>

#include "app/cli/cli.h"
#include "core/io/folder_lock.h"
#include "core/record/run_record.h"

namespace ampscope::cli {

/// One run at a time writes there; the files of an older run are replaced together at the end or not at all; what a
/// killed run left is kept.
class RunFolder {
  public:
    /// Makes the folder where there is none and holds it. The journal of a run that was killed becomes
    /// record-recovered.json, and the user is told. Throws text::Error (CouldNot) before any work is done: another run
    /// writes there, or one of the files cannot be written.
    RunFolder(Context& context, std::string folder);

    /// Where the run that goes on writes its journal: all that there is of it until finish().
    std::string journal() const { return at("journal.jsonl"); }
    /// Writes scenario.json, record.json and trace.csv, then removes the journal. A run without a single step replaces
    /// no older record; the user is told, and false is returned. Throws text::Error: then the older files and the
    /// journal are there.
    bool finish(Context& context, const record::RunRecord& record);

  private:
    std::string at(const std::string& name) const { return m_folder + "/" + name; }
    std::string free_name(const std::string& stem, const std::string& ending) const;
    void recover(Context& context);

    std::string m_folder;
    io::FolderLock m_lock;
};

} // namespace ampscope::cli

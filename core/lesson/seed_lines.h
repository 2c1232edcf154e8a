// The lines of the two chapters, and whether lessons and claims name each of them. The chapters' own text is no part of
// this program; seed_lines.json in the lessons' folder says which of their lines carry something, under titles of our
// own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/lesson/claims.h"

namespace ampscope::lesson {

/// "A5" or "A1-A5": chapter, first and last line.
struct LineRange {
    std::string chapter;
    int first = 0, last = 0;
    bool contains(std::string_view in_chapter, int line) const {
        return chapter == in_chapter && first <= line && line <= last;
    }
    bool operator==(const LineRange&) const = default;
};
/// nullopt for anything else: other letters, lines from 0 or beyond 9,999, upside down, two chapters in one.
std::optional<LineRange> parse_line_range(std::string_view text);

/// A piece of a chapter: the lines that carry something, without empty ones.
struct SeedPart {
    std::vector<LineRange> lines;
    std::string korean, english; ///< what it is about
};

struct SeedChapter {
    std::string id;
    int lines = 0;   ///< of the whole text
    int content = 0; ///< lines that are not empty
    std::vector<SeedPart> parts;
};

/// Reads seed_lines.json; throws a BadInput error with file, line and column, also where parts overlap, lie outside, or
/// do not add up to `content`.
std::vector<SeedChapter> load_seed_lines(const std::string& folder);
/// Is there such a file in that folder?
bool has_seed_lines(const std::string& folder);

/// What concerns all lessons together. Errors: a ledger or a seed_lines.json that cannot be read; lines of the chapters
/// that neither a lesson nor a claim names; lines that the chapters do not have; claims that lessons name and the
/// ledger lacks; lessons that claims name and that are not there. Where both files are missing (a folder of somebody's
/// own lessons) there is nothing to find.
std::vector<Finding> lint_shelf(const LessonShelf& shelf, const std::string& folder);

} // namespace ampscope::lesson

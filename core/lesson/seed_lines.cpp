#include "core/lesson/seed_lines.h"

#include <algorithm>
#include <set>

#include "core/io/numbers.h"
#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {
namespace {

using io::Json;
using Severity = Finding::Severity;

constexpr const char* kFile = "seed_lines.json";
constexpr int kMostLines = 9999;

/// "A5": the chapter and the line.
std::optional<std::pair<std::string, int>> parse_line(std::string_view text) {
    const auto digit = text.find_first_of("0123456789");
    if (digit == 0 || digit == std::string_view::npos) return std::nullopt;
    const auto letters = text.substr(0, digit), digits = text.substr(digit);
    if (!std::ranges::all_of(letters, [](char c) { return c >= 'A' && c <= 'Z'; })) return std::nullopt;
    if (!std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
    const auto line = io::parse_integer(digits);
    if (!line || *line < 1 || *line > kMostLines) return std::nullopt;
    return std::pair(std::string(letters), static_cast<int>(*line));
}

class SeedReader {
  public:
    std::vector<SeedChapter> read(const std::string& folder) {
        const Json json = io::parse_json(read_file_of(folder, kFile), folder + "/" + kFile, kJsonLimits);
        ObjectReader reader(json, m_warnings);
        require_schema(reader);
        for (const auto& item : reader.at("chapters").items())
            m_chapters.push_back(chapter(item));
        return std::move(m_chapters);
    }

  private:
    SeedChapter chapter(const Json& json) {
        ObjectReader reader(json, m_warnings);
        SeedChapter found;
        found.id = reader.at("id").as_string();
        found.lines = integer_between(reader.at("lines"), 1, kMostLines);
        const Json& content = reader.at("content");
        found.content = integer_between(content, 1, found.lines);
        std::set<int> seen;
        for (const auto& item : reader.at("parts").items())
            found.parts.push_back(part(found, item, seen));
        if (static_cast<int>(seen.size()) != found.content)
            throw content.error("claims.wrong_count",
                                {{"found", std::to_string(seen.size())}, {"expected", std::to_string(found.content)}});
        return found;
    }

    SeedPart part(const SeedChapter& chapter, const Json& json, std::set<int>& seen) {
        ObjectReader reader(json, m_warnings);
        SeedPart found;
        found.korean = reader.at("ko").as_string();
        found.english = reader.at("en").as_string();
        for (const auto& item : reader.at("lines").items()) {
            const auto lines = parse_line_range(item.as_string());
            if (!lines || lines->chapter != chapter.id || lines->last > chapter.lines)
                throw item.error("claims.bad_lines", {{"found", printable(item.as_string())}});
            for (int line = lines->first; line <= lines->last; ++line)
                if (!seen.insert(line).second)
                    throw item.error("claims.line_twice", {{"line", chapter.id + std::to_string(line)}});
            found.lines.push_back(*lines);
        }
        return found;
    }

    std::vector<SeedChapter> m_chapters;
    std::vector<text::Error> m_warnings;
};

// --- lint

class ShelfLinter {
  public:
    ShelfLinter(const LessonShelf& shelf, const std::string& folder) : m_shelf(shelf), m_folder(folder) {}

    std::vector<Finding> lint() {
        if (has_claims(m_folder)) guarded([&] { m_ledger = load_claims(m_folder); });
        if (m_ledger) lint_names();
        if (has_seed_lines(m_folder)) guarded([&] { m_chapters = load_seed_lines(m_folder); });
        if (!m_chapters.empty()) lint_lines();
        return std::move(m_findings);
    }

  private:
    void guarded(const std::function<void()>& read) {
        try {
            read();
        } catch (const text::Error& error) {
            m_findings.push_back({Severity::Error, "", error.message(), error.location()});
        }
    }
    void error(const std::string& lesson, std::string id, std::vector<text::Argument> arguments, text::Location place) {
        m_findings.push_back({Severity::Error, lesson, {std::move(id), std::move(arguments)}, std::move(place)});
    }

    void lint_names() {
        for (const auto& warning : m_ledger->warnings)
            m_findings.push_back({Severity::Warning, "", warning.message(), warning.location()});
        for (const auto& lesson : m_shelf.lessons)
            for (const auto& id : lesson.claims)
                if (!m_ledger->find(id)) error(lesson.id, "claims.unknown", {{"id", id}}, file_of(lesson));
        for (const auto& claim : m_ledger->claims) {
            // A broken lesson is there, and has its own error.
            if (claim.lesson.empty() || m_shelf.find(claim.lesson) || is_folder(m_folder + "/" + claim.lesson))
                continue;
            m_findings.push_back({Severity::Warning, "", {"lesson.unwritten", {{"id", claim.lesson}}}, claim.location});
        }
    }

    static text::Location file_of(const Lesson& lesson) { return {lesson.folder + "/lesson.json"}; }

    void lint_lines() {
        for (const auto& lesson : m_shelf.lessons)
            for (const auto& lines : lesson.seed_lines)
                name(lines, lesson.id, file_of(lesson));
        if (m_ledger)
            for (const auto& claim : m_ledger->claims)
                for (const auto& lines : claim.seed_lines)
                    name(lines, "", claim.location);
        for (const auto& chapter : m_chapters)
            for (const auto& part : chapter.parts)
                lint_part(part);
    }

    // The lines count as named.
    void name(const std::string& written, const std::string& lesson, const text::Location& place) {
        const auto lines = parse_line_range(written);
        const bool exists = lines && std::ranges::any_of(m_chapters, [&](const SeedChapter& chapter) {
                                return chapter.id == lines->chapter && lines->last <= chapter.lines;
                            });
        if (!exists) return error(lesson, "claims.bad_lines", {{"found", printable(written)}}, place);
        for (int line = lines->first; line <= lines->last; ++line)
            m_named.emplace(lines->chapter, line);
    }

    void lint_part(const SeedPart& part) {
        for (const auto& lines : part.lines)
            for (int line = lines.first; line <= lines.last; ++line) {
                if (m_named.contains({lines.chapter, line})) continue;
                int last = line;
                while (last < lines.last && !m_named.contains({lines.chapter, last + 1}))
                    ++last;
                std::string range = lines.chapter + std::to_string(line);
                if (last > line) range.append("-").append(lines.chapter).append(std::to_string(last));
                error("", "claims.line_unnamed", {{"lines", range}, {"ko", part.korean}, {"en", part.english}},
                      {m_folder + "/" + kFile});
                line = last;
            }
    }

    const LessonShelf& m_shelf;
    const std::string& m_folder;
    std::optional<Ledger> m_ledger;
    std::vector<SeedChapter> m_chapters;
    std::set<std::pair<std::string, int>> m_named;
    std::vector<Finding> m_findings;
};

} // namespace

std::optional<LineRange> parse_line_range(std::string_view text) {
    const auto dash = text.find('-');
    const auto first = parse_line(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_line(text.substr(dash + 1));
    if (!first || !last || first->first != last->first || first->second > last->second) return std::nullopt;
    return LineRange{first->first, first->second, last->second};
}

std::vector<SeedChapter> load_seed_lines(const std::string& folder) {
    return SeedReader().read(folder);
}

bool has_seed_lines(const std::string& folder) {
    return is_plain_file(folder + "/" + kFile);
}

std::vector<Finding> lint_shelf(const LessonShelf& shelf, const std::string& folder) {
    return ShelfLinter(shelf, folder).lint();
}

} // namespace ampscope::lesson

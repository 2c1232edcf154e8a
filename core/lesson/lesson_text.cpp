// The Markdown of a lesson: sections, and in them lines of four kinds.
#include <algorithm>

#include "core/lesson/lesson.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {
namespace {

using Kind = TextBlock::Kind;

constexpr std::string_view kOption = "- [";
constexpr std::string_view kHint = "hint";
constexpr std::string_view kCondition = "[if:";
constexpr std::string_view kSection = "## ";

// In bytes. Qt's Markdown takes seconds for 20 kB of some characters, and minutes for a megabyte of them.
constexpr std::size_t kMostHeading = 400, kMostParagraph = 4000, kMostSection = 16000;

bool is_fence(std::string_view line) {
    return trimmed(line).starts_with("```");
}

class TextReader {
  public:
    TextReader(std::string_view markdown, const std::string& source) : m_rest(markdown), m_source(source) {}

    LessonText read() {
        read_title();
        while (next_line())
            read_line();
        if (m_fence_line > 0) fail_at(m_fence_line, "lesson.unclosed", {{"closing", "```"}});
        end_paragraph();
        return std::move(m_text);
    }

  private:
    // --- lines: LF, CRLF and CR end them

    bool next_line() {
        if (m_rest.empty()) return false;
        const auto end = m_rest.find_first_of("\r\n");
        m_line = m_rest.substr(0, end);
        ++m_number;
        if (end == std::string_view::npos)
            m_rest = {};
        else
            m_rest.remove_prefix(end + (m_rest.substr(end).starts_with("\r\n") ? 2 : 1));
        return true;
    }

    text::Location place(std::size_t offset) const {
        return location_in({m_source, m_number, 1}, m_line, std::min(offset, m_line.size()));
    }
    [[noreturn]] void fail(std::size_t offset, std::string id, std::vector<text::Argument> arguments = {}) const {
        throw text::bad_input(std::move(id), std::move(arguments), place(offset));
    }
    [[noreturn]] void fail_at(int line, std::string id, std::vector<text::Argument> arguments = {}) const {
        throw text::bad_input(std::move(id), std::move(arguments), {m_source, line, 1});
    }

    // --- the title

    void read_title() {
        bool found = next_line();
        while (found && trimmed(m_line).empty())
            found = next_line();
        if (!found || !m_line.starts_with("# ")) fail_at(std::max(m_number, 1), "lesson.no_title");
        m_text.title = trimmed(m_line.substr(2));
        if (m_text.title.empty()) fail(2, "lesson.no_title");
        require_at_most(kMostHeading, m_text.title.size());
    }

    // --- everything after it

    void read_line() {
        if (m_fence_line > 0) {
            if (is_fence(m_line)) m_fence_line = 0;
            return add_to_paragraph();
        }
        if (m_line.starts_with(kSection)) return begin_section();
        if (m_line.starts_with("# ")) fail(0, "lesson.second_title");
        if (trimmed(m_line).empty()) return end_paragraph();
        if (!m_section) fail(0, "lesson.before_sections");
        if (m_line.starts_with(kCondition)) return add_conditional();
        // "- [text](address)" is an ordinary list item.
        if (m_line.starts_with(kOption) && !is_link()) return add_option();
        if (is_fence(m_line)) m_fence_line = m_number;
        add_to_paragraph();
    }

    void begin_section() {
        end_paragraph();
        const std::size_t open = m_line.find_first_not_of(' ', kSection.size());
        if (open == std::string_view::npos || !m_line.substr(open).starts_with("{#"))
            fail(kSection.size(), "lesson.section_without_id");
        const auto close = m_line.find('}', open);
        if (close == std::string_view::npos) fail(open, "lesson.unclosed", {{"closing", "}"}});
        const std::string id(m_line.substr(open + 2, close - open - 2));
        if (!is_plain_name(id)) fail(open + 2, "lesson.bad_name", {{"found", printable(id)}});
        if (const auto twin = m_text.steps.find(id); twin != m_text.steps.end())
            fail(open, "lesson.repeated_step", {{"id", id}, {"line", std::to_string(twin->second.location.line)}});
        const auto heading = trimmed(m_line.substr(close + 1));
        if (heading.empty()) fail(close + 1, "lesson.no_heading", {{"id", id}});
        require_at_most(kMostHeading, heading.size());
        m_section = &m_text.steps[id];
        m_section_bytes = 0;
        m_section->heading = heading;
        m_section->location = place(m_line.find(heading, close + 1));
    }

    void add_conditional() {
        end_paragraph();
        const auto close = m_line.find(']');
        if (close == std::string_view::npos) fail(0, "lesson.unclosed", {{"closing", "]"}});
        TextBlock block = block_of(Kind::Paragraph, close + 1);
        block.condition = m_line.substr(kCondition.size(), close - kCondition.size());
        block.condition_location = place(kCondition.size());
        require_at_most(kMostParagraph, block.condition.size());
        if (trimmed(block.condition).empty()) fail(kCondition.size(), "lesson.empty_condition");
        m_section->blocks.push_back(std::move(block));
    }

    bool is_link() const {
        const auto close = m_line.find(']');
        return close != std::string_view::npos && m_line.substr(close + 1).starts_with('(');
    }

    void add_option() {
        end_paragraph();
        const auto close = m_line.find(']');
        if (close == std::string_view::npos) fail(kOption.size() - 1, "lesson.unclosed", {{"closing", "]"}});
        const auto key = m_line.substr(kOption.size(), close - kOption.size());
        if (!is_plain_name(key)) fail(kOption.size(), "lesson.bad_name", {{"found", printable(key)}});
        TextBlock block = block_of(key == kHint ? Kind::Hint : Kind::Option, close + 1);
        if (block.kind == Kind::Option) block.key = key;
        m_section->blocks.push_back(std::move(block));
    }

    // The rest of the line from `offset` on.
    TextBlock block_of(Kind kind, std::size_t offset) {
        const auto begin = m_line.find_first_not_of(" \t", offset);
        if (begin == std::string_view::npos) fail(offset, "lesson.empty_line");
        TextBlock block;
        block.kind = kind;
        block.markdown = trimmed(m_line.substr(begin));
        block.location = place(begin);
        count(block);
        return block;
    }

    void add_to_paragraph() {
        if (!m_in_paragraph) {
            TextBlock block;
            block.location = place(0);
            m_section->blocks.push_back(std::move(block));
        } else {
            m_section->blocks.back().markdown += '\n';
        }
        m_section->blocks.back().markdown += m_line;
        m_in_paragraph = true;
        count(m_section->blocks.back());
    }

    // A line more in this block.
    void count(const TextBlock& block) {
        m_section_bytes += m_line.size();
        require_at_most(kMostParagraph, block.markdown.size());
        require_at_most(kMostSection, m_section_bytes);
    }
    void require_at_most(std::size_t most, std::size_t found) const {
        if (found > most)
            fail(0, "lesson.text_too_long",
                 {{"found", text::grouped(static_cast<std::int64_t>(found))},
                  {"most", text::grouped(static_cast<std::int64_t>(most))}});
    }

    void end_paragraph() { m_in_paragraph = false; }

    std::string_view m_rest, m_line;
    const std::string& m_source;
    LessonText m_text;
    StepText* m_section = nullptr;
    bool m_in_paragraph = false;
    std::size_t m_section_bytes = 0;
    int m_number = 0;     // of m_line
    int m_fence_line = 0; // where the ``` fence was opened that we are in
};

} // namespace

LessonText parse_lesson_text(std::string_view markdown, const std::string& source) {
    if (markdown.starts_with("\xEF\xBB\xBF")) markdown.remove_prefix(3);
    return TextReader(markdown, source).read();
}

} // namespace ampscope::lesson

#include "core/tensorfile/python_literal.h"

#include <algorithm>

namespace ampscope::tensorfile {

using text::Message;

namespace {

constexpr int kMaxDepth = 32;

class Parser {
  public:
    Parser(std::string_view text, bool is_python2) : m_text(text), m_is_python2(is_python2) {}

    std::vector<LiteralMember> dictionary() {
        skip_space();
        if (peek() != '{') fail(Message{"tensorfile.npy_no_dictionary", {{"found", found()}}});
        ++m_at;
        std::vector<LiteralMember> members;
        for (skip_space(); peek() != '}'; skip_space()) {
            LiteralMember member;
            member.offset = m_at;
            if (!at_text()) fail(Message{"tensorfile.npy_expected_key", {{"found", found()}}});
            member.key = text();
            const auto twin = std::ranges::find(members, member.key, &LiteralMember::key);
            if (twin != members.end()) {
                m_at = member.offset;
                fail(Message{"tensorfile.npy_repeated_key", {{"key", member.key}}});
            }
            skip_space();
            expect(':');
            member.value = value(0);
            members.push_back(std::move(member));
            skip_space();
            if (peek() == '}') break;
            expect(',');
        }
        ++m_at;
        skip_space();
        if (m_at < m_text.size()) fail(Message{"tensorfile.npy_after_dictionary", {{"found", found()}}});
        return members;
    }

  private:
    Literal value(int depth) {
        if (depth > kMaxDepth) fail(Message{"tensorfile.npy_too_nested", {{"limit", std::to_string(kMaxDepth)}}});
        skip_space();
        Literal literal;
        literal.offset = m_at;
        const char c = peek();
        if (at_text()) {
            literal.kind = Literal::Kind::Text;
            literal.text = text();
        } else if (c == '(' || c == '[') {
            sequence(literal, depth);
        } else if (c == '-' || c == '+' || is_digit(c)) {
            literal.kind = Literal::Kind::Integer;
            literal.text = integer();
        } else if (const std::string word = this->word(); word == "True" || word == "False") {
            literal.kind = Literal::Kind::Boolean;
            literal.boolean = word == "True";
        } else if (word != "None") {
            m_at = literal.offset;
            fail(Message{"tensorfile.npy_not_a_literal", {{"found", found()}}});
        }
        return literal;
    }

    // In brackets: (3) is the number 3, (3,) and () are tuples.
    void sequence(Literal& literal, int depth) {
        const bool is_list = m_text[m_at++] == '[';
        const char closing = is_list ? ']' : ')';
        bool has_comma = false;
        for (skip_space(); peek() != closing; skip_space()) {
            literal.items.push_back(value(depth + 1));
            skip_space();
            if (peek() == closing) break;
            expect(',', closing);
            has_comma = true;
        }
        ++m_at;
        literal.kind = is_list ? Literal::Kind::List : Literal::Kind::Tuple;
        if (is_list || has_comma || literal.items.size() != 1) return;
        Literal inside = std::move(literal.items.front());
        literal = std::move(inside);
    }

    std::string integer() {
        const std::size_t begin = m_at;
        if (peek() == '-' || peek() == '+') ++m_at;
        skip_space();
        std::string digits = m_text[begin] == '-' ? "-" : "";
        const std::size_t first = m_at;
        while (is_digit(peek()))
            digits += m_text[m_at++];
        const bool leading_zero = m_text[first] == '0' && m_at - first > 1;
        if (m_is_python2 && peek() == 'L') ++m_at;
        if (m_at == first || leading_zero || is_word(peek()) || peek() == '.') {
            m_at = begin;
            fail(Message{"tensorfile.npy_not_whole", {{"found", found()}}});
        }
        return digits;
    }

    // A text, perhaps with Python's mark for Unicode in front.
    bool at_text() const {
        const char c = peek();
        const bool marked = (c == 'u' || c == 'U') && m_at + 1 < m_text.size();
        const char quote = marked ? m_text[m_at + 1] : c;
        return quote == '\'' || quote == '"';
    }

    std::string text() {
        const std::size_t begin = m_at;
        if (peek() == 'u' || peek() == 'U') ++m_at;
        const char quote = m_text[m_at++];
        std::string result;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            if (m_text[m_at] == '\\' || m_text[m_at] == '\n') {
                fail(Message{"tensorfile.npy_escape", {{"found", std::string(1, m_text[m_at])}}});
            }
            result += m_text[m_at++];
        }
        if (m_at == m_text.size()) {
            m_at = begin;
            fail(Message{"tensorfile.npy_unclosed", {}});
        }
        ++m_at;
        return result;
    }

    std::string word() {
        std::string result;
        while (is_word(peek()))
            result += m_text[m_at++];
        return result;
    }

    void expect(char wanted, char or_else = 0) {
        if (peek() != wanted) {
            std::string expected = std::string("'") + wanted + "'";
            if (or_else != 0) expected += std::string(" / '") + or_else + "'";
            fail(Message{"tensorfile.npy_expected", {{"expected", expected}, {"found", found()}}});
        }
        ++m_at;
    }

    // What stands here, for a message: a word, or one character.
    std::string found() {
        if (m_at >= m_text.size()) return "…";
        const std::size_t begin = m_at;
        std::size_t end = begin;
        while (end < m_text.size() && is_word(m_text[end]))
            ++end;
        return std::string(m_text.substr(begin, std::max<std::size_t>(end - begin, 1)));
    }

    [[noreturn]] void fail(Message message) {
        if (m_at >= m_text.size()) message = Message{"tensorfile.npy_header_ends", {}};
        throw LiteralError{std::min(m_at, m_text.size()), std::move(message)};
    }

    void skip_space() {
        while (m_at < m_text.size() && std::string_view(" \t\r\n\f").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_word(char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

    std::string_view m_text;
    bool m_is_python2;
    std::size_t m_at = 0;
};

} // namespace

std::vector<LiteralMember> parse_python_dictionary(std::string_view text, bool is_python2) {
    return Parser(text, is_python2).dictionary();
}

} // namespace ampscope::tensorfile

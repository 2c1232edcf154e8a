#include "core/lesson/placeholders.h"

#include "core/lesson/exercise.h"
#include "core/lesson/scanner.h"
#include "core/text/utf8.h"

namespace ampscope::lesson {
namespace {

constexpr std::string_view kAnswer = "answer.";
constexpr std::string_view kVerdict = "verdict.";

// An error at an offset of `text`.
[[noreturn]] void fail(std::string_view text, std::size_t offset, std::string id,
                       std::vector<text::Argument> arguments = {}) {
    throw text::bad_input(std::move(id), std::move(arguments), location_in({"", 1, 1}, text, offset));
}

bool is_particle(std::string_view text) {
    return text.find('/') != std::string_view::npos || text.starts_with("(으)");
}

// One {{…}}: `begin` and `end` are those of the inside.
class PlaceholderReader {
  public:
    PlaceholderReader(std::string_view markdown, std::size_t begin, std::size_t end)
        : m_markdown(markdown), m_begin(begin), m_end(end) {}

    Placeholder read() {
        m_found.begin = m_begin - 2;
        m_found.end = m_end + 2;
        const auto inside = m_markdown.substr(m_begin, m_end - m_begin);
        std::size_t mark = end_of_subject(inside);
        read_subject(inside.substr(0, mark));
        while (mark < inside.size()) {
            const std::size_t next = std::min(inside.find_first_of("|:", mark + 1), inside.size());
            read_form(inside[mark], inside.substr(mark + 1, next - mark - 1), m_begin + mark + 1);
            mark = next;
        }
        return std::move(m_found);
    }

  private:
    // Codes in a computed number have a colon, too: to(fp32, fp16:0x3c01).
    static std::size_t end_of_subject(std::string_view inside) {
        int open = 0;
        for (std::size_t i = 0; i < inside.size(); ++i) {
            const char c = inside[i];
            if (c == '|' || (c == ':' && open <= 0)) return i;
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return inside.size();
    }

    void read_subject(std::string_view text) {
        const auto subject = trimmed(text);
        if (!subject.starts_with(kAnswer)) {
            try {
                m_found.value = Value::parse(text);
            } catch (const text::Error& error) {
                throw moved(error, location_in({"", 1, 1}, m_markdown, m_begin));
            }
            return;
        }
        m_found.answer_step = subject.substr(kAnswer.size());
        if (!is_plain_name(m_found.answer_step))
            fail(m_markdown, m_begin, "lesson.bad_name", {{"found", printable(m_found.answer_step)}});
    }

    void read_form(char mark, std::string_view form, std::size_t offset) {
        const auto refuse = [&] { fail(m_markdown, offset, "lesson.bad_form", {{"found", printable(form)}}); };
        if (!m_found.particle.empty()) refuse(); // the particle comes last
        if (is_particle(form)) {
            m_found.particle = form;
            m_found.particle_only = mark == ':';
            return;
        }
        if (mark == ':' || m_found.form != Placeholder::Form::Plain) refuse();
        if (form == "range" && !m_found.value)
            m_found.form = Placeholder::Form::Range;
        else if (form == "%" && m_found.value)
            m_found.form = Placeholder::Form::Percent;
        else if (form == "MB" && m_found.value)
            m_found.form = Placeholder::Form::Megabytes;
        else
            refuse();
    }

    std::string_view m_markdown;
    std::size_t m_begin, m_end;
    Placeholder m_found;
};

TextCondition parse_answer_condition(std::string_view text) {
    Scanner scanner(text);
    scanner.expect(kAnswer);
    TextCondition condition;
    condition.answer_step = scanner.name("lesson.a_step");
    if (scanner.accept("=")) {
        condition.kind = TextCondition::Kind::Chosen;
        condition.key = scanner.name("lesson.an_option");
    } else if (scanner.accept("missing")) {
        condition.kind = TextCondition::Kind::Missing;
    } else if (!scanner.accept("given")) {
        scanner.unexpected({"expected", text::Message{"lesson.an_answer_test", {}}});
    }
    if (!scanner.at_end()) scanner.unexpected({"expected", text::Message{"lesson.the_end", {}}});
    return condition;
}

TextCondition parse_verdict_condition(std::string_view text) {
    Scanner scanner(text);
    scanner.expect(kVerdict);
    TextCondition condition;
    condition.kind = TextCondition::Kind::Judged;
    condition.answer_step = scanner.name("lesson.a_step");
    scanner.expect("=");
    condition.key = scanner.name("exercise.an_outcome");
    if (!parse_outcome(condition.key))
        scanner.fail("exercise.unknown_outcome", {{"found", printable(condition.key)}},
                     scanner.position() - condition.key.size());
    if (!scanner.at_end()) scanner.unexpected({"expected", text::Message{"lesson.the_end", {}}});
    return condition;
}

} // namespace

std::vector<Placeholder> find_placeholders(std::string_view markdown) {
    std::vector<Placeholder> found;
    for (std::size_t open = markdown.find("{{"); open != std::string_view::npos;
         open = markdown.find("{{", found.back().end)) {
        const auto close = markdown.find("}}", open);
        if (close == std::string_view::npos) fail(markdown, open, "lesson.unclosed", {{"closing", "}}"}});
        found.push_back(PlaceholderReader(markdown, open + 2, close).read());
    }
    return found;
}

TextCondition parse_condition(std::string_view text) {
    if (trimmed(text).starts_with(kAnswer)) return parse_answer_condition(text);
    if (trimmed(text).starts_with(kVerdict)) return parse_verdict_condition(text);
    TextCondition condition;
    condition.kind = TextCondition::Kind::Compare;
    std::size_t end = 0;
    condition.value = Value::parse_beginning(text, end);
    Scanner scanner(text.substr(end));
    try {
        condition.comparison = scanner.comparison();
        condition.number = scanner.number();
        if (!scanner.at_end()) scanner.unexpected({"expected", text::Message{"lesson.the_end", {}}});
    } catch (const text::Error& error) {
        throw moved(error, location_in({"", 1, 1}, text, end));
    }
    return condition;
}

} // namespace ampscope::lesson

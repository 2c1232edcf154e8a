#include "core/diagnose/log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/io/numbers.h"
#include "core/text/message.h"
#include "core/text/utf8.h"
#include "core/text/words.h"

namespace ampscope::diagnose {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

enum class Quantity { Step, Loss, GradientNorm, Scale, LearningRate, Ran, Other };

// What a number is called: the words before it, in small letters, separated by single spaces.
Quantity quantity_of(std::string_view name) {
    const auto ends = [&](std::string_view end) {
        return name == end ||
               (name.size() > end.size() && name.ends_with(end) && name[name.size() - end.size() - 1] == ' ');
    };
    const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
    if (ends("loss scale") || ends("scale") || ends("loss scaler") || ends("scale to") || ends("scaler"))
        return Quantity::Scale;
    if (ends("grad norm") || ends("gnorm") || ends("gradient norm") || ends("grad norm total") || ends("total norm"))
        return Quantity::GradientNorm;
    if (ends("loss") || ends("nll") || ends("perplexity loss")) {
        for (const char* other : {"val", "eval", "test", "aux", "dev"})
            if (has(other)) return Quantity::Other;
        return Quantity::Loss;
    }
    if (ends("lr") || ends("learning rate")) return Quantity::LearningRate;
    if (ends("step") || ends("steps") || ends("iter") || ends("iteration") || ends("it") || ends("update") ||
        ends("num updates") || ends("batch"))
        return Quantity::Step;
    return ends("ran") ? Quantity::Ran : Quantity::Other;
}

void put(LogStep& step, Quantity quantity, double value) {
    const auto once = [&](std::optional<double>& place) {
        if (!place) place = value;
    };
    switch (quantity) {
    case Quantity::Step: return once(step.step);
    case Quantity::Loss: return once(step.loss);
    case Quantity::GradientNorm: return once(step.gradient_norm);
    case Quantity::Scale: return once(step.scale);
    case Quantity::LearningRate: return once(step.learning_rate);
    case Quantity::Ran: step.skipped = step.skipped || value == 0; return;
    case Quantity::Other: return;
    }
}

bool says_something(const LogStep& step) {
    return step.loss || step.gradient_norm || step.scale;
}

std::optional<double> special_word(std::string_view word) {
    const std::string small = text::lower_case(word);
    if (small == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (small == "inf" || small == "infinity") return std::numeric_limits<double>::infinity();
    return std::nullopt;
}

// Goes through "name: number, name=number" of one line.
class LineReader {
  public:
    explicit LineReader(std::string_view line) : m_line(line) {}

    LogStep read() {
        while (m_at < m_line.size()) {
            const char c = m_line[m_at];
            if (is_letter(c) || c == '_')
                word();
            else if (is_digit(c) || ((c == '-' || c == '+' || c == '.') && m_at + 1 < m_line.size() &&
                                     (is_digit(m_line[m_at + 1]) || m_line[m_at + 1] == '.' || c != '.')))
                number();
            else
                separator(c);
        }
        return m_step;
    }

  private:
    void word() {
        const std::size_t begin = m_at;
        while (m_at < m_line.size() && (is_letter(m_line[m_at]) || is_digit(m_line[m_at]) || m_line[m_at] == '_'))
            ++m_at;
        const auto word = m_line.substr(begin, m_at - begin);
        if (const auto value = special_word(word); value && !m_name.empty()) return take(m_minus ? -*value : *value);
        std::string name = text::lower_case(word);
        std::ranges::replace(name, '_', ' ');
        if (name == "tensor") return; // loss: tensor(2.3)
        if (m_value_taken) m_name.clear();
        m_value_taken = false;
        m_name += (m_name.empty() ? "" : " ") + name;
    }

    void number() {
        const std::size_t begin = m_at++;
        while (m_at < m_line.size()) {
            const char c = m_line[m_at], before = m_line[m_at - 1];
            if (!is_digit(c) && c != '.' && c != 'e' && c != 'E' && !((c == '-' || c == '+') && (before | 0x20) == 'e'))
                break;
            ++m_at;
        }
        auto text = m_line.substr(begin, m_at - begin);
        while (!text.empty() && (text.back() == '.' || (text.back() | 0x20) == 'e')) // the end of a sentence; "3epochs"
            text.remove_suffix(1), --m_at;
        if (text.starts_with('+')) text.remove_prefix(1);
        m_minus = text == "-";
        if (text.empty() || text == "-") {
            m_at = std::max(m_at, begin + 1);
            return;
        }
        const auto value = io::parse_double(text);
        if (value && !m_name.empty() && !m_value_taken) take(*value);
    }

    void take(double value) {
        put(m_step, quantity_of(m_name), value);
        m_value_taken = true;
        m_minus = false;
    }

    void separator(char c) {
        m_minus = c == '-';
        ++m_at;
        // A slash or a hyphen inside a name joins words; what ends a thought ends the name.
        if (c == ',' || c == ';' || c == '|' || c == '{' || c == '}' || c == ']' || c == ')') m_name.clear();
        if ((c == '[' || c == '(') && m_value_taken) m_name.clear();
    }

    std::string_view m_line;
    std::size_t m_at = 0;
    std::string m_name;
    bool m_value_taken = false, m_minus = false;
    LogStep m_step;
};

struct Sentence {
    std::string_view words;
    EventKind kind;
};
constexpr std::array kSentences = {
    Sentence{"minimum loss scale reached", EventKind::AtMinimum},
    Sentence{"already at minimum", EventKind::AtMinimum},
    Sentence{"gradient overflow", EventKind::Skipped},
    Sentence{"grad overflow", EventKind::Skipped},
    Sentence{"overflow! rank", EventKind::Skipped},
    Sentence{"overflow detected", EventKind::Skipped},
    Sentence{"skipping step", EventKind::Skipped},
    Sentence{"step skipped", EventKind::Skipped},
    Sentence{"returned nan values in its", EventKind::NanInBackward},
    Sentence{"no inf checks were recorded", EventKind::NoInfChecks},
    Sentence{"unscale_() has already been called", EventKind::UnscaledTwice},
    Sentence{"attempting to unscale fp16 gradients", EventKind::UnscaledFp16},
    Sentence{"lr_scheduler.step()` before `optimizer.step()", EventKind::SchedulerFirst},
    Sentence{"must have the same dtype", EventKind::WrongDtype},
    Sentence{"expected scalar type", EventKind::WrongDtype},
    Sentence{"out of memory", EventKind::OutOfMemory},
};

// The number behind the last "to": "reducing loss scale to 32768.0", "setting loss scale to: 64".
std::optional<double> number_after_to(std::string_view line) {
    const auto to = line.rfind(" to");
    if (to == std::string_view::npos) return std::nullopt;
    const auto begin = line.find_first_of("0123456789", to);
    if (begin == std::string_view::npos || begin > to + 6) return std::nullopt;
    auto end = line.find_first_not_of("0123456789.eE+-", begin);
    auto text = line.substr(begin, end == std::string_view::npos ? end : end - begin);
    while (text.ends_with('.'))
        text.remove_suffix(1);
    return io::parse_double(text);
}

std::optional<LogEvent> event_of(std::string_view line) {
    const std::string small = text::lower_case(line);
    for (const auto& sentence : kSentences)
        if (small.find(sentence.words) != std::string::npos)
            return LogEvent{sentence.kind, 0,
                            sentence.kind == EventKind::Skipped ? number_after_to(small) : std::nullopt};
    return std::nullopt;
}

std::vector<std::string_view> split(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    for (std::size_t begin = 0;;) {
        const auto end = std::min(line.find(separator, begin), line.size());
        auto cell = line.substr(begin, end - begin);
        while (!cell.empty() && (cell.front() == ' ' || cell.front() == '"'))
            cell.remove_prefix(1);
        while (!cell.empty() && (cell.back() == ' ' || cell.back() == '"'))
            cell.remove_suffix(1);
        cells.push_back(cell);
        if (end == line.size()) return cells;
        begin = end + 1;
    }
}

// The columns of a CSV, when the line is its line of names.
std::vector<Quantity> columns_of(std::string_view line, char& separator) {
    separator = line.find('\t') != std::string_view::npos ? '\t' : line.find(';') != std::string_view::npos ? ';' : ',';
    const auto cells = split(line, separator);
    std::vector<Quantity> columns;
    bool useful = false;
    for (const auto cell : cells) {
        if (cell.find_first_of(":={}") != std::string_view::npos || io::parse_double(cell)) return {};
        std::string name = text::lower_case(cell);
        for (char& c : name)
            if (!is_letter(c) && !is_digit(c)) c = ' ';
        columns.push_back(quantity_of(name));
        useful = useful || columns.back() == Quantity::Loss || columns.back() == Quantity::Scale ||
                 columns.back() == Quantity::GradientNorm;
    }
    return useful && columns.size() > 1 ? columns : std::vector<Quantity>{};
}

} // namespace

Log read_log(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (const auto bad = text::first_invalid_utf8(text)) {
        const auto [line, column] = text::line_and_column(text, *bad);
        throw text::bad_input("io.not_utf8", {{"encoding", text::encoding_message(text)}}, {"", line, column});
    }
    Log log;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find_first_of("\r\n", begin), text.size());
        log.lines.emplace_back(text.substr(begin, end - begin));
        const bool two = end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
        begin = end + (two ? 2 : 1);
    }
    char separator = 0;
    std::vector<Quantity> columns;
    for (std::size_t i = 0; i < log.lines.size(); ++i) {
        const std::string_view line = log.lines[i];
        if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
        if (columns.empty() && log.steps.empty()) {
            columns = columns_of(line, separator);
            if (!columns.empty()) continue;
        }
        if (auto event = event_of(line)) {
            event->line = static_cast<int>(i + 1);
            log.events.push_back(*event);
            if (event->kind == EventKind::Skipped) {
                LogStep step;
                step.line = event->line;
                step.skipped = true;
                step.scale = event->scale;
                log.steps.push_back(step);
            }
            continue;
        }
        LogStep step;
        if (columns.empty()) {
            step = LineReader(line).read();
        } else {
            const auto cells = split(line, separator);
            for (std::size_t c = 0; c < std::min(cells.size(), columns.size()); ++c) {
                const bool minus = cells[c].starts_with('-');
                const auto word = special_word(minus ? cells[c].substr(1) : cells[c]);
                const auto value = word ? std::optional(minus ? -*word : *word) : io::parse_double(cells[c]);
                if (value) put(step, columns[c], *value);
            }
        }
        step.line = static_cast<int>(i + 1);
        if (says_something(step) || step.skipped) log.steps.push_back(step);
    }
    if (log.steps.empty() && log.events.empty())
        throw text::bad_input("diagnose.nothing", {{"lines", std::to_string(log.lines.size())}});
    return log;
}

} // namespace ampscope::diagnose

#include "app/gui/options.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "core/numeric/expression.h"

namespace ampscope::gui {
namespace {

struct Known {
    const char* name;
    const char* argument; ///< "" for a switch
    const char* meaning;  ///< id of a message
    const char* needs;    ///< one of these options, "" for none
};
constexpr Known kKnown[] = {
    {"--lesson", "ID", "gui.help_lesson", ""},
    {"--step", "N", "gui.help_step", "--lesson"},
    {"--lab", "ID", "gui.help_lab", ""},
    {"--value", "TEXT", "gui.help_value", "--lab"},
    {"--open", "FILE", "gui.help_open", ""},
    {"--lang", "ko|en", "gui.help_lang", ""},
    {"--theme", "light|dark", "gui.help_theme", ""},
    {"--lessons", "DIR", "gui.help_lessons", ""},
    {"--shot", "FILE.png", "gui.help_shot", ""},
    {"--size", "WxH", "gui.help_size", "--shot"},
    {"--at-step", "N", "gui.help_at_step", "--shot"},
    {"--figure", "RECORD", "gui.help_figure", ""},
    {"--plot", "ID", "gui.help_plot", "--figure"},
    {"--out", "PATH", "gui.help_out", "--figure --tour"},
    {"--tour", "", "gui.help_tour", ""},
    {"--bench", "", "gui.help_bench", ""},
    {"--help", "", "gui.help_help", ""},
    {"--version", "", "gui.help_version", ""},
};

text::Error bad_value(const std::string& option, const std::string& found, const std::string& known) {
    return text::bad_input("gui.bad_option", {{"option", option}, {"found", found}, {"known", known}});
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool ends_with(const std::string& text, std::string_view ending) {
    return text.size() > ending.size() && std::equal(ending.rbegin(), ending.rend(), text.rbegin(),
                                                     [](char a, char b) { return a == (b | 0x20) || a == b; });
}

void read_size(Options& options, const std::string& text) {
    const std::string range = "1024x640 … 7680x4320";
    const auto cross = text.find('x');
    const auto width = whole_number(std::string_view(text).substr(0, cross));
    const auto height =
        cross == std::string::npos ? std::nullopt : whole_number(std::string_view(text).substr(cross + 1));
    if (!width || !height || *width < kLeastWidth || *width > kMostWidth || *height < kLeastHeight ||
        *height > kMostHeight)
        throw bad_value("--size", text, range);
    options.width = static_cast<int>(*width);
    options.height = static_cast<int>(*height);
}

void read_value(Options& options, const std::string& name, const std::string& value) {
    const auto choice = [&](std::optional<std::string>& target, std::vector<std::string> choices) {
        std::string known;
        for (const auto& each : choices)
            known += (known.empty() ? "" : ", ") + each;
        if (std::ranges::find(choices, value) == choices.end()) throw bad_value(name, value, known);
        target = value;
    };
    const auto number = [&](std::optional<std::int64_t>& target, std::int64_t least) {
        target = whole_number(value);
        if (!target || *target < least) throw bad_value(name, value, least == 0 ? "0, 1, 2 …" : "1, 2, 3 …");
    };
    if (name == "--lesson") options.lesson = value;
    if (name == "--lab") options.lab = value;
    if (name == "--lessons") options.lessons = value;
    if (name == "--open") options.open = value;
    if (name == "--figure") options.figure = value;
    if (name == "--out") options.out = value;
    if (name == "--plot")
        choice(options.plot, {"scale-trace", "loss", "histogram", "throughput", "micro-batches", "gradient-norm",
                              "memory-bars", "memory-timeline"});
    if (name == "--lang") choice(options.lang, {"ko", "en"});
    if (name == "--theme") choice(options.theme, {"light", "dark"});
    if (name == "--step") number(options.step, 1);
    if (name == "--at-step") number(options.at_step, 0);
    if (name == "--size") read_size(options, value);
    if (name == "--value") {
        (void)numeric::parse_expression(value); // says what is wrong with it
        options.value = value;
    }
    if (name == "--shot") {
        if (!ends_with(value, ".png")) throw bad_value(name, value, "FILE.png");
        options.shot = value;
    }
}

} // namespace

Options read_options(const std::vector<std::string>& words) {
    Options options;
    std::set<std::string> given;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string name = words[i] == "-h" ? "--help" : words[i] == "-v" ? "--version" : words[i];
        std::optional<std::string> value;
        if (const auto equals = name.find('='); name.starts_with("--") && equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        const auto* known = std::ranges::find(kKnown, std::string_view(name), &Known::name);
        if (known == std::end(kKnown))
            throw text::bad_input(name.starts_with("-") ? "gui.unknown_option" : "gui.stray_word", {{"found", name}});
        const bool is_switch = *known->argument == '\0';
        if (is_switch && value) throw text::bad_input("gui.no_value_taken", {{"option", name}, {"found", *value}});
        if (!is_switch && !value) {
            const bool is_next = i + 1 < words.size() && !words[i + 1].starts_with("--");
            if (is_next) value = words[++i];
        }
        if (!is_switch && (!value || value->empty()))
            throw text::bad_input("gui.value_missing", {{"option", name}, {"argument", std::string(known->argument)}});
        given.insert(name);
        if (name == "--help") options.help = true;
        if (name == "--version") options.version = true;
        if (name == "--tour") options.tour = true;
        if (name == "--bench") options.bench = true;
        if (!is_switch) read_value(options, name, *value);
    }
    for (const auto& known : kKnown)
        if (given.contains(known.name) && *known.needs != '\0') {
            const std::string needs = known.needs;
            const bool is_there = std::ranges::any_of(given, [&](const auto& each) {
                const auto at = needs.find(each);
                return at != std::string::npos && (at + each.size() == needs.size() || needs[at + each.size()] == ' ');
            });
            if (!is_there)
                throw text::bad_input("gui.needs_option", {{"option", std::string(known.name)}, {"needs", needs}});
        }
    if (options.open && !options.lab) options.lab = "inspect"; // where files are looked at
    if (const std::string lab = options.lab.value_or("").substr(0, options.lab.value_or("").find('/'));
        options.value && lab != "bits" && lab != "rounding")
        throw text::bad_input("gui.needs_option", {{"option", "--value"}, {"needs", "--lab bits|rounding"}});
    for (const auto& group :
         {std::vector<std::string>{"--lesson", "--lab"}, std::vector<std::string>{"--lesson", "--open"},
          std::vector<std::string>{"--shot", "--figure", "--tour", "--bench"}}) {
        std::vector<std::string> found;
        for (const auto& name : group)
            if (given.contains(name)) found.push_back(name);
        if (found.size() > 1) throw text::bad_input("gui.not_together", {{"one", found[0]}, {"other", found[1]}});
    }
    if (options.figure && !options.out)
        throw text::bad_input("gui.needs_option", {{"option", "--figure"}, {"needs", "--out FILE.png|.svg|.pdf|.csv"}});
    return options;
}

text::Language language_of(const std::vector<std::string>& words, text::Language fallback) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string value = words[i] == "--lang" && i + 1 < words.size() ? words[i + 1]
                                  : words[i].starts_with("--lang=")            ? words[i].substr(7)
                                                                               : "";
        if (value == "ko") return text::Language::Korean;
        if (value == "en") return text::Language::English;
    }
    return fallback;
}

std::string help_text(text::Language language) {
    std::string all = text::render(text::Message{"gui.help_title", {}}, language) + "\n\n";
    for (const auto& known : kKnown) {
        std::string left = "  " + std::string(known.name) + (*known.argument ? " " : "") + known.argument;
        left.resize(std::max<std::size_t>(left.size() + 1, 24), ' ');
        all += left + text::render(text::Message{known.meaning, {}}, language) + "\n";
    }
    return all;
}

} // namespace ampscope::gui

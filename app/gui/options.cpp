#include "app/gui/options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <string_view>

#include "core/io/numbers.h"
#include "core/numeric/expression.h"
#include "ui/plot/export.h"
#include "ui/shell/report/record_figures.h"

namespace ampscope::gui {
namespace {

struct Known {
    const char* name;
    const char* argument; ///< "" for a switch
    const char* meaning;  ///< id of a message
    const char* needs;    ///< one of these options, "" for none
    bool several = false; ///< takes all words up to the next option
};
constexpr Known kKnown[] = {
    {"--lesson", "ID", "gui.help_lesson", ""},
    {"--step", "N", "gui.help_step", "--lesson --figure"},
    {"--lab", "ID", "gui.help_lab", ""},
    {"--value", "TEXT", "gui.help_value", "--lab"},
    {"--open", "FILE", "gui.help_open", ""},
    {"--lang", "ko|en", "gui.help_lang", ""},
    {"--theme", "light|dark", "gui.help_theme", ""},
    {"--type-size", "PERCENT", "gui.help_type_size", ""},
    {"--present", "", "gui.help_present", ""},
    {"--lessons", "DIR", "gui.help_lessons", ""},
    {"--shot", "FILE.png", "gui.help_shot", ""},
    {"--size", "WxH", "gui.help_size", "--shot"},
    {"--at-step", "N", "gui.help_at_step", "--shot"},
    {"--figure", "RECORD …", "gui.help_figure", "", true},
    {"--plot", "ID", "gui.help_plot", "--figure"},
    {"--out", "PATH …", "gui.help_out", "--figure --tour --report", true},
    {"--size-mm", "WxH", "gui.help_size_mm", "--figure"},
    {"--dpi", "N", "gui.help_dpi", "--figure"},
    {"--title", "TEXT", "gui.help_title_of", "--figure"},
    {"--name", "TEXT", "gui.help_name", "--figure"},
    {"--caption-lang", "ko|en", "gui.help_caption_lang", "--figure"},
    {"--no-caption", "", "gui.help_no_caption", "--figure"},
    {"--x", "FROM:TO", "gui.help_x", "--figure"},
    {"--y", "FROM:TO", "gui.help_y", "--figure"},
    {"--visible-rows", "", "gui.help_visible_rows", "--x"},
    {"--bom", "", "gui.help_bom", "--figure"},
    {"--outlines", "", "gui.help_outlines", "--figure"},
    {"--report", "LESSON | RECORD …", "gui.help_report", "", true},
    {"--tour", "", "gui.help_tour", ""},
    {"--bench", "", "gui.help_bench", ""},
    {"--json", "", "gui.help_json", "--bench"},
    {"--quick", "", "gui.help_quick", "--bench"},
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

std::string existing(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(std::filesystem::u8path(file), ignored))
        throw text::bad_input("gui.no_such_file", {{"found", file}});
    return file;
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

void read_millimetres(Options& options, const std::string& text) {
    std::string range = io::to_text(ui::kLeastMillimetres);
    range += "x" + io::to_text(ui::kLeastMillimetres) + " … " + io::to_text(ui::kMostMillimetres) + "x";
    range += io::to_text(ui::kMostMillimetres);
    const auto cross = text.find('x');
    const auto side = [&](std::string_view words) {
        const auto number = io::parse_double(words);
        if (!number || !(*number >= ui::kLeastMillimetres && *number <= ui::kMostMillimetres))
            throw bad_value("--size-mm", text, range);
        return *number;
    };
    if (cross == std::string::npos) throw bad_value("--size-mm", text, range);
    options.size_mm = {side(std::string_view(text).substr(0, cross)), side(std::string_view(text).substr(cross + 1))};
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
    if (name == "--open") options.files.push_back(existing(value));
    if (name == "--figure") options.figure.push_back(value);
    if (name == "--out") options.out.push_back(value);
    if (name == "--report") options.report.push_back(value);
    if (name == "--title") options.title = value;
    if (name == "--name") options.name = value;
    if (name == "--x") options.x = value;
    if (name == "--y") options.y = value;
    if (name == "--caption-lang") choice(options.caption_lang, {"ko", "en"});
    if (name == "--size-mm") read_millimetres(options, value);
    if (name == "--dpi") {
        options.dpi = whole_number(value);
        if (!options.dpi || *options.dpi < ui::kLeastDpi || *options.dpi > ui::kMostDpi)
            throw bad_value(name, value, std::to_string(ui::kLeastDpi) + " … " + std::to_string(ui::kMostDpi));
    }
    if (name == "--plot") options.plot = value; // the figures know which there are
    if (name == "--lang") choice(options.lang, {"ko", "en"});
    if (name == "--theme") choice(options.theme, {"light", "dark"});
    if (name == "--step") number(options.step, 0);
    if (name == "--at-step") number(options.at_step, 0);
    if (name == "--type-size") {
        options.type_size = whole_number(value);
        if (!options.type_size || *options.type_size < kLeastTypeSize || *options.type_size > kMostTypeSize)
            throw bad_value(name, value, "80 … 200");
    }
    if (name == "--size") read_size(options, value);
    if (name == "--value") options.value = value;
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
        if (!name.starts_with("-")) {
            options.files.push_back(existing(words[i]));
            given.insert("--open");
            continue;
        }
        const auto* known = std::ranges::find(kKnown, std::string_view(name), &Known::name);
        if (known == std::end(kKnown)) throw text::bad_input("gui.unknown_option", {{"found", name}});
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
        if (name == "--json") options.json = true;
        if (name == "--quick") options.quick = true;
        if (name == "--present") options.present = true;
        if (name == "--bom") options.bom = true;
        if (name == "--outlines") options.outlines = true;
        if (name == "--no-caption") options.no_caption = true;
        if (name == "--visible-rows") options.visible_rows = true;
        if (!is_switch) read_value(options, name, *value);
        while (known->several && i + 1 < words.size() && !words[i + 1].starts_with("-"))
            read_value(options, name, words[++i]);
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
    if (options.value) {
        const std::string lab = options.lab.value_or("").substr(0, options.lab.value_or("").find('/'));
        if (lab != "bits" && lab != "rounding" && lab != "runs")
            throw text::bad_input("gui.needs_option", {{"option", "--value"}, {"needs", "--lab bits|rounding|runs"}});
        if (lab != "runs") (void)numeric::parse_expression(*options.value); // says what is wrong with it
    }
    for (const auto& group :
         {std::vector<std::string>{"--lesson", "--lab"}, std::vector<std::string>{"--lesson", "--open"},
          std::vector<std::string>{"--shot", "--figure", "--report", "--tour", "--bench"},
          std::vector<std::string>{"--figure", "--lesson"}}) {
        std::vector<std::string> found;
        for (const auto& name : group)
            if (given.contains(name)) found.push_back(name);
        if (found.size() > 1) throw text::bad_input("gui.not_together", {{"one", found[0]}, {"other", found[1]}});
    }
    if (!options.figure.empty() && options.out.empty())
        throw text::bad_input("gui.needs_option", {{"option", "--figure"}, {"needs", "--out FILE.png|.svg|.pdf|.csv"}});
    if (!options.report.empty() && options.out.empty())
        throw text::bad_input("gui.needs_option", {{"option", "--report"}, {"needs", "--out DIR"}});
    if (options.figure.empty() && options.out.size() > 1)
        throw text::bad_input("gui.not_together", {{"one", options.out[0]}, {"other", options.out[1]}});
    if (options.step && *options.step < 1 && options.figure.empty())
        throw bad_value("--step", std::to_string(*options.step), "1, 2, 3 …");
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
    const std::string plots = ui::plotIds().join(", ").toStdString();
    for (const auto& known : kKnown) {
        std::string left = "  " + std::string(known.name) + (*known.argument ? " " : "") + known.argument;
        const auto letters = std::ranges::count_if(left, [](char byte) { return (byte & 0xC0) != 0x80; });
        left.append(static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, 30 - letters)), ' ');
        all += left + text::render(text::Message{known.meaning, {{"known", plots}}}, language) + "\n";
    }
    return all;
}

} // namespace ampscope::gui

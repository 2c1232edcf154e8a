#include "app/cli/arguments.h"

#include <algorithm>

namespace ampscope::cli {
namespace {

using text::Message;

std::string names_of(const std::vector<const CLI::App*>& commands) {
    std::string names;
    for (const auto* command : commands)
        names += (names.empty() ? "" : ", ") + command->get_name();
    return names;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

// The innermost command that the line names, with the words that name it: "runs list".
struct Place {
    const CLI::App* app;
    std::string path;
    std::optional<std::string> unknown; ///< the word that stands where one of its commands should
};

Place place_of(const CLI::App& app, const std::vector<std::string>& arguments) {
    Place place{&app, "", std::nullopt};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        const auto commands = commands_of(*place.app);
        if (commands.empty()) break;
        if (word == "--lang") ++i; // the one option with a value that may stand before a command
        if (word.starts_with('-')) continue;
        const auto found = std::ranges::find(commands, word, [](const CLI::App* c) { return c->get_name(); });
        if (found == commands.end()) {
            place.unknown = word;
            break;
        }
        place.app = *found;
        place.path += (place.path.empty() ? "" : " ") + word;
    }
    return place;
}

std::string before(const std::string& text, std::string_view mark) {
    return text.substr(0, text.find(mark));
}

std::string after(const std::string& text, std::string_view mark) {
    const auto found = text.find(mark);
    return found == std::string::npos ? "" : text.substr(found + mark.size());
}

const CLI::Option* option_named(const CLI::App* app, const std::string& name) {
    for (; app; app = app->get_parent())
        if (const auto* option = app->get_option_no_throw(name)) return option;
    return nullptr;
}

// What was given last for the option that the sentence begins with.
std::string given(const CLI::App* app, const std::string& name) {
    const auto* option = option_named(app, name);
    return option && !option->results().empty() ? option->results().back() : "";
}

// "2" or "2 to 16": how many words the option takes.
text::Argument needed_of(const CLI::Option& option) {
    const std::string least = std::to_string(option.get_expected_min()),
                      most = std::to_string(option.get_expected_max());
    if (least == most) return {"needed", least};
    return {"needed", Message{"cli.from_to", {{"least", least}, {"most", most}}}};
}

// Takes CLI11's English sentences apart (Error.hpp, Validators.hpp of 2.1); what it does not know is passed on.
Message problem(const CLI::ParseError& error, const Place& place) {
    const std::string said = error.what();
    // This one carries the command's name in the place of its own.
    const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const std::string kind = extra ? "ExtrasError" : error.get_name();
    if (kind == "RequiredError") {
        if (place.unknown)
            return {"cli.unknown_command", {{"found", *place.unknown}, {"known", names_of(commands_of(*place.app))}}};
        if (said.starts_with("A subcommand"))
            return {"cli.command_missing", {{"known", names_of(commands_of(*place.app))}}};
        return {"cli.option_missing", {{"option", before(said, " is required")}}};
    }
    if (kind == "ExtrasError") {
        const std::string found = after(said, ": "); // with the space of a protected value in front
        return {"cli.not_expected", {{"found", found.substr(std::min(found.find_first_not_of(' '), found.size()))}}};
    }
    if (kind == "ArgumentMismatch") {
        const std::string option = before(said, ":");
        const auto* known = option_named(place.app, option);
        if (const std::string found = after(said, " received ");
            known && known->get_expected_max() > 1 && !found.empty())
            return {"cli.wrong_count", {{"option", option}, {"found", found}, needed_of(*known)}};
        if (said.find(" required ") != std::string::npos && said.ends_with(" missing"))
            return {"cli.value_missing", {{"option", option}}};
        if (said.find(": At Most ") != std::string::npos) return {"cli.given_twice", {{"option", option}}};
    }
    if (kind == "ConversionError" && said.starts_with("Could not convert: ")) {
        const std::string option = before(after(said, ": "), " = ");
        return {"cli.bad_option",
                {{"option", option}, {"found", after(said, " = ")}, {"known", Message{"cli.a_number", {}}}}};
    }
    if (kind == "ValidationError") {
        const std::string option = before(said, ": ");
        if (const std::string known = after(said, " not in {"); !known.empty()) {
            std::string list;
            for (const char c : before(known, "}"))
                list += c == ',' ? std::string(", ") : std::string(1, c);
            return {"cli.bad_option",
                    {{"option", option}, {"found", before(after(said, ": "), " not in {")}, {"known", list}}};
        }
        return {
            "cli.bad_option",
            {{"option", option}, {"found", given(place.app, option)}, {"known", Message{"cli.a_positive_number", {}}}}};
    }
    if (kind == "RequiresError")
        return {"cli.option_needs", {{"option", before(said, " requires ")}, {"other", after(said, " requires ")}}};
    if (kind == "ExcludesError")
        return {"cli.option_excludes", {{"option", before(said, " excludes ")}, {"other", after(said, " excludes ")}}};
    return {"cli.bad_arguments", {{"reason", said}}};
}

} // namespace

// "RUN RUN [RUN ...]"
std::string HelpFormatter::make_option_usage(const CLI::Option* option) const {
    const int least = option->get_expected_min(), most = option->get_expected_max();
    if (most <= 1 || most >= CLI::detail::expected_max_vector_size) return Formatter::make_option_usage(option);
    const std::string name = make_option_name(option, true);
    std::string all = name;
    for (int i = 1; i < least; ++i)
        all += " " + name;
    if (most > least) all += " [" + name + " ...]";
    return option->get_required() ? all : "[" + all + "]";
}

// " TEXT TEXT ... REQUIRED"
std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    std::string all = Formatter::make_option_opts(option);
    const int least = option->get_expected_min();
    const std::string counted = " x " + std::to_string(option->get_expected());
    const auto at = all.find(counted);
    if (least <= 1 || at == std::string::npos) return all;
    std::string again;
    for (int i = 1; i < least; ++i)
        again += " " + get_label(option->get_type_name());
    if (option->get_expected_max() > least) again += " ...";
    return all.replace(at, counted.size(), again);
}

text::Language named_language(const std::vector<std::string>& arguments, text::Language fallback) {
    constexpr std::string_view kOption = "--lang";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == kOption && i + 1 < arguments.size())
            return text::parse_language(arguments[i + 1], fallback);
        if (arguments[i].starts_with("--lang=")) return text::parse_language(arguments[i].substr(7), fallback);
    }
    return fallback;
}

Message explain(const CLI::ParseError& error, const CLI::App& app, const std::vector<std::string>& arguments) {
    const Place place = place_of(app, arguments);
    const std::string command = "ampscope-cli" + (place.path.empty() ? "" : " " + place.path);
    return {"cli.with_help", {{"problem", problem(error, place)}, {"command", command}}};
}

std::optional<Message> empty_option(const CLI::App& app) {
    for (const auto* option : app.get_options())
        if (option->count() > 0 && !option->get_lnames().empty() && option->get_items_expected_max() > 0 &&
            std::ranges::find(option->results(), "") != option->results().end())
            return Message{"cli.empty_option", {{"option", option->get_name()}}};
    for (const auto* command : app.get_subcommands())
        if (auto found = empty_option(*command)) return found;
    return std::nullopt;
}

std::vector<std::string> comma_separated(const std::string& option, const std::string& list) {
    std::vector<std::string> items;
    for (std::size_t begin = 0; begin <= list.size();) {
        const auto comma = std::min(list.find(',', begin), list.size());
        const std::string item = list.substr(begin, comma - begin);
        const auto first = item.find_first_not_of(' ');
        if (first == std::string::npos) throw text::bad_input("cli.empty_item", {{"option", option}, {"found", list}});
        items.push_back(item.substr(first, item.find_last_not_of(' ') - first + 1));
        begin = comma + 1;
    }
    return items;
}

} // namespace ampscope::cli

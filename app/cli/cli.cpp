#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <future>

#include "core/version.h"

namespace ampscope::cli {

train::ComputeThread& Context::compute() {
    if (!compute_thread) compute_thread = std::make_unique<train::ComputeThread>();
    return *compute_thread;
}

void Context::with_engine(const std::function<void(train::Engine&)>& job) {
    std::promise<void> done;
    compute().post({[&](train::Engine& engine) {
                        try {
                            job(engine);
                            done.set_value();
                        } catch (...) {
                            done.set_exception(std::current_exception());
                        }
                    },
                    [&](const text::Error& error) { done.set_exception(std::make_exception_ptr(error)); }});
    done.get_future().get();
}

namespace {

text::Language system_language() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value && *value)
            return text::parse_language(value, text::Language::English);
    return text::Language::English;
}

// A value such as -inf or -(1+2) would be read as an option; a space in front makes it a value and changes nothing
// else.
std::vector<std::string> protect_negative_values(std::vector<std::string> arguments) {
    for (auto& argument : arguments) {
        if (argument.size() < 2 || argument[0] != '-') continue;
        const char next = argument[1];
        if ((next >= '0' && next <= '9') || next == '.' || next == '(' || argument.starts_with("-inf") ||
            argument.starts_with("-nan"))
            argument.insert(0, " ");
    }
    return arguments;
}

} // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    Context context{out, err, system_language(), false, nullptr};
    CLI::App app(
        "An oscilloscope for automatic mixed precision: numbers, training runs and lessons from the command line.",
        "ampscope-cli");
    app.set_version_flag("--version", std::string("ampscope ") + kVersion);
    app.require_subcommand(1);
    app.fallthrough();
    std::string language;
    app.add_flag("--json", context.json, "Print JSON");
    app.add_option("--lang", language, "ko or en; the system's language otherwise")->check(CLI::IsMember({"ko", "en"}));
    app.footer("Exit status: 0 done, 1 ran and the answer is no, 2 bad input, 3 could not (disk, LibTorch, memory).");

    Action chosen;
    add_number_commands(app, chosen);
    add_run_commands(app, chosen);
    add_autocast_commands(app, chosen);
    add_bench_commands(app, chosen);
    add_lesson_commands(app, chosen);

    try {
        auto reversed = protect_negative_values(arguments);
        std::ranges::reverse(reversed); // CLI11 takes them from the back
        app.parse(reversed);
    } catch (const CLI::RequiredError& error) {
        // CLI11 only says that a command is missing, also where one was misspelt.
        const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
        const auto is_named = [&](const CLI::App* command) { return command->get_name() == arguments[0]; };
        if (!arguments.empty() && !arguments[0].starts_with('-') && std::ranges::none_of(commands, is_named)) {
            std::string known;
            for (const auto* command : commands)
                known += (known.empty() ? "" : ", ") + command->get_name();
            err << "ampscope-cli: " << context.say("cli.unknown_command", {{"found", arguments[0]}, {"known", known}})
                << '\n';
            return kBadInput;
        }
        app.exit(error, out, err);
        return kBadInput;
    } catch (const CLI::ParseError& error) {
        const int status = app.exit(error, out, err);
        return status == 0 ? kDone : kBadInput;
    }
    if (!language.empty()) context.language = text::parse_language(language, context.language);

    try {
        const int status = chosen(context);
        out.flush();
        if (!out) {
            err << "ampscope-cli: " << context.say("cli.output_failed") << '\n';
            return kCouldNot;
        }
        return status;
    } catch (const text::Error& error) {
        err << "ampscope-cli: " << error.text(context.language) << '\n';
        return error.kind() == text::ErrorKind::BadInput ? kBadInput : kCouldNot;
    } catch (const std::bad_alloc&) {
        err << "ampscope-cli: " << context.say("train.out_of_memory") << '\n';
        return kCouldNot;
    } catch (const std::exception& error) {
        err << "ampscope-cli: " << context.say("train.failed", {{"reason", error.what()}}) << '\n';
        return kCouldNot;
    }
}

} // namespace ampscope::cli

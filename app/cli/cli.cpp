#include "app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <future>

#include "app/cli/arguments.h"
#include "core/text/failure.h"
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

// A value such as -inf, -(1+2) or -fp16:0x3c01 would be read as an option; a space in front makes it a value, and
// unprotect_values() takes it away again.
std::vector<std::string> protect_negative_values(std::vector<std::string> arguments) {
    for (auto& argument : arguments) {
        if (argument.size() < 2 || argument[0] != '-') continue;
        const char next = argument[1];
        const bool is_code = next != '-' && argument.find(':') != std::string::npos;
        if ((next >= '0' && next <= '9') || next == '.' || next == '(' || argument.starts_with("-inf") ||
            argument.starts_with("-nan") || is_code)
            argument.insert(0, " ");
    }
    return arguments;
}

// The disk may refuse only what is handed to it at the end.
int said(Context& context, int status) {
    context.out.flush();
    if (context.out) return status;
    context.warn(context.say("cli.output_failed"));
    return kCouldNot;
}

void unprotect_values(CLI::App& app) {
    for (auto* option : app.get_options())
        if (option->get_items_expected_max() > 0)
            option->transform(
                [](const std::string& value) { return value.starts_with(" -") ? value.substr(1) : value; });
    for (auto* command : app.get_subcommands([](CLI::App*) { return true; }))
        unprotect_values(*command);
}

} // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    Context context{out, err, named_language(arguments, system_language()), false, nullptr};
    CLI::App app(
        "An oscilloscope for automatic mixed precision: numbers, training runs and lessons from the command line.",
        "ampscope-cli");
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", std::string("ampscope ") + kVersion);
    app.require_subcommand(1);
    app.fallthrough();
    std::string language;
    app.add_flag("--json", context.json, "Print JSON");
    app.add_option("--lang", language, "ko or en; the system's language otherwise")->check(CLI::IsMember({"ko", "en"}));
    app.footer("Exit status: 0 done, 1 ran and the answer is no, 2 bad input, 3 could not (disk, LibTorch, memory), "
               "128 + N ended early by signal N (a run keeps its record).");

    Action chosen;
    add_number_commands(app, chosen);
    add_calculation_commands(app, chosen);
    add_run_commands(app, chosen);
    add_runs_commands(app, chosen);
    add_sweep_commands(app, chosen);
    add_mistake_commands(app, chosen);
    add_autocast_commands(app, chosen);
    add_bench_commands(app, chosen);
    add_exercise_commands(app, chosen);
    add_export_commands(app, chosen);
    add_inspect_commands(app, chosen);
    add_diagnose_commands(app, chosen);
    add_lesson_commands(app, chosen);
    add_learning_commands(app, chosen);
    add_claim_commands(app, chosen);
    add_cuda_commands(app, chosen);
    add_memory_commands(app, chosen);
    add_hardware_commands(app, chosen);
    add_probe_commands(app, chosen);
    add_scaler_commands(app, chosen);
    add_setup_commands(app, chosen);
    add_sum_commands(app, chosen);

    unprotect_values(app);
    try {
        auto reversed = protect_negative_values(arguments);
        std::ranges::reverse(reversed); // CLI11 takes them from the back
        app.parse(reversed);
        if (const auto empty = empty_option(app)) {
            context.warn(context.say(*empty));
            return kBadInput;
        }
    } catch (const CLI::Success& wanted) { // --help, --version
        app.exit(wanted, out, err);
        return said(context, kDone);
    } catch (const CLI::ParseError& error) {
        context.warn(context.say(explain(error, app, arguments)));
        return kBadInput;
    }

    try {
        return said(context, chosen(context));
    } catch (...) {
        const text::Error error = text::current_failure();
        context.warn(error.text(context.language));
        return error.kind() == text::ErrorKind::BadInput ? kBadInput : kCouldNot;
    }
}

} // namespace ampscope::cli

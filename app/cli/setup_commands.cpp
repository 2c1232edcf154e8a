// setup-libtorch: LibTorch into the user's data folder, or which one is used.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "core/io/json_writer.h"
#include "core/train/libtorch.h"
#include "core/train/libtorch_setup.h"
#include "core/version.h"

namespace ampscope::cli {
namespace {

struct SetUpOptions {
    std::string from;
    bool check = false;
};

int print_state(Context& context) {
    const train::LibTorchSearch search = train::find_libtorch();
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("built_with", std::string(kLibTorchVersion));
        search.found ? writer.member("folder", search.found->folder) : writer.null_member("folder");
        search.found ? writer.member("version", search.found->version) : writer.null_member("version");
        writer.member("set_up_folder", train::libtorch_set_up_folder());
        writer.list_member("unfit", search.unfit, [&](const auto& unfit) { return unfit.folder; });
        writer.end();
        context.out << writer.text();
    } else if (search.found) {
        context.out << context.say("setup.state",
                                   {{"version", search.found->version}, {"folder", search.found->folder}})
                    << '\n';
    } else {
        context.out << context.say("setup.state_none") << '\n';
    }
    if (!context.json)
        for (const auto& unfit : search.unfit)
            context.out << context.say(train::unfit_message(unfit)) << '\n';
    return search.found ? kDone : kAnswerIsNo;
}

int set_up(Context& context, const SetUpOptions& options) {
    const std::string folder = train::libtorch_set_up_folder();
    const InterruptScope interrupt;
    std::stop_source stop;
    int said = -1; // tenths
    const auto progress = [&](const train::SetUpProgress& now) {
        const int tenth = static_cast<int>(now.share * 10);
        if (tenth <= said) return;
        said = tenth;
        using Phase = train::SetUpProgress::Phase;
        const char* id = now.phase == Phase::Preparing     ? "setup.preparing"
                         : now.phase == Phase::Downloading ? "setup.downloading"
                                                           : "setup.unpacking";
        context.err << context.say(id, {{"megabytes", std::to_string(std::lround(now.megabytes))},
                                        {"all", std::to_string(std::lround(now.all_megabytes))}})
                    << '\n';
    };
    // The progress may be silent for a while: Ctrl+C is looked for beside it.
    const std::jthread watch([&](const std::stop_token& over) {
        while (!over.stop_requested()) {
            if (interrupt.requested()) stop.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    });
    try {
        train::set_up_libtorch({folder, options.from}, progress, stop.get_token());
    } catch (const text::Error& error) {
        if (error.message().id != "setup.stopped" || !interrupt.requested()) throw;
        context.warn(error.text(context.language));
        return interrupt.status();
    }
    return print_state(context);
}

} // namespace

void add_setup_commands(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<SetUpOptions>();
    auto* command =
        app.add_subcommand("setup-libtorch", "Bring LibTorch, which training needs, into your data folder: by pip, " +
                                                 std::to_string(kSetUpDownloadMegabytes) + " MB to download, " +
                                                 std::to_string(kSetUpDiskMegabytes) + " MB on disk");
    command->add_option("--from", options->from, "A folder of wheels instead of the network")->type_name("DIR");
    command->add_flag("--check", options->check, "Only say which LibTorch is used; exit status 1 where there is none");
    command->callback([options, &chosen] {
        chosen = [options](Context& context) {
            return options->check ? print_state(context) : set_up(context, *options);
        };
    });
}

} // namespace ampscope::cli

// What threads share: mailboxes, sessions side by side, looks, and the run library, with an engine that only counts. To
// be run under ThreadSanitizer; without it, it still checks that nothing is lost.
#include <filesystem>
#include <random>
#include <thread>

#include "core/record/store/run_store.h"
#include "core/train/mailbox.h"
#include "core/train/session.h"
#include "tests/headless/check.h"
#include "tests/train/fake_engine.h"

using namespace ampscope;
using namespace std::chrono_literals;
using record::Column;
using train::RunState;

namespace {

scenario::Scenario steps(std::int64_t count, std::string name) {
    scenario::Scenario scenario;
    scenario.name = std::move(name);
    scenario.length.steps = count;
    return scenario;
}

void a_mailbox_loses_no_fact() {
    train::Mailbox mailbox;
    constexpr std::int64_t kFacts = 20'000;
    std::jthread writer([&] {
        for (std::int64_t i = 0; i < kFacts; ++i) {
            record::Sample sample;
            sample[Column::Step] = static_cast<double>(i);
            mailbox.sample(sample);
            mailbox.fact({i, "step_skipped", {}});
            if (i % 64 == 0) mailbox.detail({i, record::SavedTensors{}});
        }
    });
    train::Mail mail;
    record::RunRecord record;
    while (static_cast<std::int64_t>(record.facts().size()) < kFacts) {
        mailbox.take(mail);
        mail.put_into(record);
    }
    for (std::int64_t i = 0; i < kFacts; ++i)
        if (record.facts()[static_cast<std::size_t>(i)].step != i) CHECK(!"facts come in order");
}

void sessions_side_by_side_obey(train::ComputeThread& thread) {
    for (int round = 0; round < 5; ++round) {
        train::Session one(thread, steps(2000, "one"), {.keep_snapshots = true});
        train::Session two(thread, steps(2000, "two"), {.start_paused = true, .keep_snapshots = true});
        std::jthread reader([&](const std::stop_token& stop) { // as a window does
            train::Mail mail;
            while (!stop.stop_requested()) {
                one.mailbox().take(mail);
                static_cast<void>(one.state());
                static_cast<void>(one.looking());
                static_cast<void>(one.environment());
                static_cast<void>(two.record());
                static_cast<void>(two.take_notice());
            }
        });
        two.step_once();
        one.pause();
        one.examine(3, train::Look::everything());
        one.change("optimizer.lr", "0.5");
        two.resume();
        one.resume();
        two.pause();
        two.go_back(1);
        two.resume();
        CHECK(one.wait(60s) && two.wait(60s));
        CHECK(one.state() == RunState::Finished && two.state() == RunState::Finished);
        CHECK(two.record().samples().size() == 2000);
        one.go_back(100);
        one.resume();
        one.stop();
        CHECK(one.wait(60s));
    }
}

void runs_are_kept_while_they_go_on(train::ComputeThread& thread, const std::string& folder) {
    record::RunStore store(folder + "/runs.sqlite");
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&, i] {
            record::BegunRun begun = store.begin(steps(300, "kept"), {}, "kept " + std::to_string(i));
            train::Session session(thread, steps(300, "kept"),
                                   {.extra_sink = [&](const record::Environment&) { return std::move(begun.sink); }});
            while (!session.is_over()) {
                static_cast<void>(store.list({}));
                std::this_thread::sleep_for(5ms);
            }
        });
    threads.clear();
    const auto kept = store.list({});
    CHECK(kept.size() == 3);
    for (const auto& run : kept)
        CHECK(run.state == record::StoredState::Finished && run.steps_run == 300);
}

} // namespace

int main() {
    const auto folder =
        std::filesystem::temp_directory_path() / ("ampscope-threads-" + std::to_string(std::random_device{}()));
    std::filesystem::create_directories(folder);
    train::FakeEngine engine;
    {
        train::ComputeThread thread([&]() -> train::Engine& { return engine; });
        a_mailbox_loses_no_fact();
        sessions_side_by_side_obey(thread);
        runs_are_kept_while_they_go_on(thread, folder.string());
    }
    CHECK(engine.alive == 0);
    std::filesystem::remove_all(folder);
    return report("threads");
}

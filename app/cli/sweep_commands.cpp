// sweep: one scenario over several values and seeds, one table.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <optional>

#include "app/cli/cli.h"
#include "app/cli/columns.h"
#include "app/cli/keep_runs.h"
#include "app/cli/run_to_end.h"
#include "app/cli/sweep_plan.h"
#include "app/cli/table.h"
#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "core/io/numbers.h"
#include "core/train/preflight.h"

namespace ampscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct SweepOptions {
    std::string scenario;
    std::vector<std::string> sets, overs;
    std::int64_t seeds = 1;
    std::string out, columns;
    bool quiet = false, no_store = false;
};

std::string duration_text(const Context& context, double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    if (whole < 60) return context.say("sweep.seconds", {{"seconds", std::to_string(whole)}});
    if (whole < 3600)
        return context.say("sweep.minutes",
                           {{"minutes", std::to_string(whole / 60)}, {"seconds", std::to_string(whole % 60)}});
    return context.say("sweep.hours",
                       {{"hours", std::to_string(whole / 3600)}, {"minutes", std::to_string(whole / 60 % 60)}});
}

std::string run_label(const Context& context, const SweepPlan& plan, const PlannedRun& run) {
    const std::string label = plan.label(run.combination);
    if (std::ranges::find(plan.axes, "seed", &SweepAxis::field) != plan.axes.end()) return label;
    const std::string seed = context.say("sweep.seed", {{"seed", std::to_string(run.scenario.seed)}});
    return label.empty() ? seed : label + ", " + seed;
}

// One sweep under way.
class Sweep {
  public:
    Sweep(Context& context, const SweepOptions& options, SweepPlan plan, Columns columns)
        : m_context(context),
          m_options(options),
          m_plan(std::move(plan)),
          m_columns(std::move(columns)),
          m_results(m_plan.runs.size()),
          m_keeper(context, !options.no_store) {}

    /// Runs everything, or up to Ctrl+C. Throws when there is no engine at all.
    void run() {
        const InterruptScope interrupts;
        for (m_at = 0; m_at < m_plan.runs.size() && !interrupts.requested(); ++m_at) {
            run_one(interrupts);
            if (!m_options.out.empty()) write_tables(); // after each run: a kill leaves all that is done
        }
        if (interrupts.requested()) m_interrupted = interrupts.status();
    }

    int report() {
        std::int64_t done = 0;
        bool failed = false;
        for (const auto& result : m_results) {
            done += result.state == "finished";
            failed = failed || result.state == "failed";
        }
        if (m_context.json) {
            m_context.out << sweep_json(m_plan, m_results);
        } else {
            print_columns();
            print_table();
            if (!m_options.out.empty())
                m_context.out << m_context.say("sweep.written", {{"folder", m_options.out}}) << '\n';
        }
        const bool ended_early = m_interrupted && static_cast<std::size_t>(done) < m_results.size();
        if (ended_early)
            m_context.warn(m_context.say(
                "sweep.stopped", {{"done", std::to_string(done)}, {"count", std::to_string(m_results.size())}}));
        if (ended_early) return *m_interrupted;
        return failed ? kCouldNot : kDone;
    }

  private:
    bool talks() const { return !m_context.json && !m_options.quiet; }
    std::string place() const { return std::to_string(m_at + 1) + "/" + std::to_string(m_plan.runs.size()); }

    void run_one(const InterruptScope& interrupts) {
        const PlannedRun& planned = m_plan.runs[m_at];
        SweepResult& result = m_results[m_at];
        const std::string label = run_label(m_context, m_plan, planned);
        const auto begin = Clock::now();

        train::SessionOptions session_options;
        const std::string& base_name = planned.scenario.name;
        session_options.extra_sink =
            m_keeper.sink_for(planned.scenario, base_name.empty() ? label : base_name + ": " + label);
        train::Mail mail;
        std::int64_t step = 0;
        auto told = begin;
        const auto tell_step = [&](train::Session& session) {
            session.mailbox().take(mail);
            if (!mail.samples.empty()) step = mail.samples.back().step() + 1;
            if (talks() && Clock::now() - told >= std::chrono::seconds(10)) {
                told = Clock::now();
                m_context.out << m_context.say("sweep.step",
                                               {{"place", place()}, {"run", label}, {"step", std::to_string(step)}})
                              << std::endl;
            }
        };
        const auto [record, error] = run_to_end(m_context, planned.scenario, &interrupts, session_options, tell_step);
        // Without LibTorch none of the others can run either.
        if (error && (error->message().id == "train.no_engine" || error->message().id == "train.no_libtorch"))
            throw text::Error(*error);
        result.state = error ? "failed" : record.is_finished() ? "finished" : "stopped";
        result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        result.figures = record::figures(record);
        for (const auto* column : m_columns)
            result.columns.emplace_back(column->name, record.values(column->column));
        if (const auto kept = m_keeper.last()) result.id = kept->id;
        if (!m_options.out.empty()) {
            result.file = record_file_name(m_plan, m_at);
            io::write_file(m_options.out + "/" + result.file, record::record_text(record));
        }
        if (error) {
            result.error = error->text(text::Language::English);
            m_context.warn(m_context.say(
                "sweep.failed", {{"place", place()}, {"run", label}, {"reason", error->text(m_context.language)}}));
        } else if (talks() && result.state == "finished") {
            tell_progress(label, result);
        }
    }

    void tell_progress(const std::string& label, const SweepResult& result) {
        const double loss = result.figures.mean_last_10_loss;
        const std::optional<double> left = seconds_left();
        m_context.out << m_context.say("sweep.progress",
                                       {{"place", place()},
                                        {"run", label},
                                        {"loss", record::is_missing(loss) ? "-" : io::to_text(loss, 5)},
                                        {"took", duration_text(m_context, result.seconds)}});
        if (left) m_context.out << m_context.say("sweep.left", {{"left", duration_text(m_context, *left)}});
        m_context.out << std::endl;
    }

    // What is left will take as long as the same combination took before; one that has not run yet, as long as all
    // took on average. nullopt after the last run.
    std::optional<double> seconds_left() const {
        if (m_at + 1 >= m_plan.runs.size()) return std::nullopt;
        std::vector<double> sums(m_plan.combinations.size()), counts(sums.size());
        double sum = 0, count = 0;
        for (std::size_t i = 0; i <= m_at; ++i) {
            sums[m_plan.runs[i].combination] += m_results[i].seconds, ++counts[m_plan.runs[i].combination];
            sum += m_results[i].seconds, ++count;
        }
        double left = 0;
        for (std::size_t i = m_at + 1; i < m_plan.runs.size(); ++i) {
            const std::size_t combination = m_plan.runs[i].combination;
            left += counts[combination] > 0 ? sums[combination] / counts[combination] : sum / count;
        }
        return left;
    }

    void write_tables() const {
        io::write_file(m_options.out + "/sweep.json", sweep_json(m_plan, m_results));
        io::write_file(m_options.out + "/sweep.csv", sweep_csv(m_plan, m_results));
    }

    std::string spread_text(const SweepFigure& figure, const record::Spread& spread) const {
        if (record::is_missing(spread.median)) return "-";
        const auto number = [&](double value) { return io::to_text(figure.bytes ? value / 1e6 : value, 4); };
        const std::string median = number(spread.median);
        return m_plan.seeds == 1 ? median : median + " (" + number(spread.least) + " … " + number(spread.most) + ")";
    }

    // Each column as a table: a row for each step, a column for each run.
    void print_columns() const {
        for (std::size_t at = 0; at < m_columns.size(); ++at) {
            std::vector<std::string> header = {m_context.say("cli.mistakes_step")};
            std::size_t steps = 0;
            for (std::size_t i = 0; i < m_results.size(); ++i) {
                header.push_back(run_label(m_context, m_plan, m_plan.runs[i]));
                if (!m_results[i].columns.empty()) steps = std::max(steps, m_results[i].columns[at].second.size());
            }
            Table table(header);
            for (std::size_t i = 0; i < header.size(); ++i)
                table.align(i, Table::Align::Right);
            for (std::size_t step = 0; step < steps; ++step) {
                std::vector<std::string> cells = {std::to_string(step)};
                for (const auto& result : m_results) {
                    const bool there = !result.columns.empty() && step < result.columns[at].second.size();
                    const double value = there ? result.columns[at].second[step] : record::kMissing;
                    cells.push_back(record::is_missing(value) ? "-" : io::to_text(value));
                }
                table.add(std::move(cells));
            }
            m_context.out << '\n' << m_columns[at]->name << '\n';
            table.print(m_context.out);
        }
    }

    void print_table() const {
        std::vector<std::string> header;
        for (const auto& axis : m_plan.axes)
            header.push_back(axis.field);
        const std::size_t labels = header.size();
        header.push_back(m_context.say("sweep.runs"));
        for (const char* id : {"sweep.loss", "sweep.skipped", "sweep.rate", "sweep.peak"})
            header.push_back(m_context.say(id));
        Table table(header);
        for (std::size_t i = labels; i < header.size(); ++i)
            table.align(i, Table::Align::Right);
        const auto rows = summarize_sweep(m_plan, m_results);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::vector<std::string> cells = m_plan.combinations[i];
            cells.push_back(std::to_string(rows[i].finished) + "/" + std::to_string(m_plan.seeds));
            for (std::size_t k = 0; k < rows[i].spreads.size(); ++k)
                cells.push_back(spread_text(sweep_figures()[k], rows[i].spreads[k]));
            table.add(std::move(cells));
        }
        m_context.out << '\n';
        table.print(m_context.out);
        if (m_plan.seeds > 1) m_context.out << m_context.say("sweep.legend") << '\n';
    }

    Context& m_context;
    const SweepOptions& m_options;
    const SweepPlan m_plan;
    const Columns m_columns;
    std::vector<SweepResult> m_results;
    RunKeeper m_keeper;
    std::size_t m_at = 0;
    std::optional<int> m_interrupted; // the exit status for that
};

// Every combination, before the first of them runs.
void require_runnable(const SweepPlan& plan) {
    for (std::size_t i = 0; i < plan.combinations.size(); ++i)
        try {
            train::preflight(plan.runs[i].scenario);
        } catch (const text::Error& error) {
            const std::string label = plan.label(i);
            if (label.empty()) throw;
            throw text::Error(error.kind(),
                              {"sweep.cannot_run", {{"combination", label}, {"problem", error.message()}}},
                              error.location());
        }
}

int sweep(Context& context, const SweepOptions& options) {
    if (options.overs.empty() && options.seeds == 1) throw text::bad_input("sweep.nothing");
    refuse_double_settings(options.sets, options.overs);
    Columns columns = columns_from(options.columns);
    SweepPlan plan = plan_sweep(scenario_from(options.scenario, options.sets), options.overs, options.seeds);
    require_runnable(plan);
    std::optional<io::FolderLock> lock; // fails before any work is done
    if (!options.out.empty()) {
        io::make_folder(options.out);
        lock.emplace(options.out);
    }
    if (!context.json && !options.quiet)
        context.out << context.say("sweep.begins", {{"combinations", std::to_string(plan.combinations.size())},
                                                    {"seeds", std::to_string(plan.seeds)},
                                                    {"count", std::to_string(plan.runs.size())}})
                    << std::endl;
    Sweep work(context, options, std::move(plan), std::move(columns));
    work.run();
    return work.report();
}

} // namespace

void add_sweep_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("sweep", "Train one scenario over several values and seeds; one table");
    auto options = std::make_shared<SweepOptions>();
    command->add_option("SCENARIO", options->scenario, "A preset's name or a JSON file")->required();
    command->add_option("--over", options->overs, "field=a,b,c; given several times: all combinations")
        ->allow_extra_args(false);
    command->add_option("--seeds", options->seeds, "Runs per combination: the scenario's seed, seed+1, …");
    command->add_option("--set", options->sets, "field=value for all runs, as often as needed")
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "Folder for a record of each run, sweep.csv and sweep.json");
    command->add_flag("--quiet", options->quiet, "Only the table");
    command->add_option("--columns", options->columns, "What every step of each run recorded: loss,scale,… or all");
    command->add_flag("--no-store", options->no_store, "Do not keep the runs in the run library");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return sweep(context, *options); }; });
}

} // namespace ampscope::cli

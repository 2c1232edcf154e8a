// Writes one run into the library while it goes on.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "core/record/run_record.h"
#include "core/record/store/database.h"
#include "core/record/store/run_store.h"

namespace ampscope::record {

/// The state that a fact ends a run with; nullopt for any other fact.
std::optional<StoredState> final_state(const Fact& fact);

/// See BegunRun::sink. Events come from one thread at a time.
class StoreSink : public EventSink {
  public:
    StoreSink(std::shared_ptr<Database> database, std::int64_t run);
    /// Writes what is left. A run that nobody ended is marked as interrupted.
    ~StoreSink() override;
    StoreSink(const StoreSink&) = delete;
    StoreSink& operator=(const StoreSink&) = delete;

    void sample(const Sample& sample) override;
    void fact(const Fact& fact) override;
    void detail(const Detail& detail) override;

  private:
    struct Batch {
        std::vector<Sample> samples;
        std::vector<Fact> facts;
        std::vector<Detail> details;
        /// Reading takes samples before facts: what comes after a step back belongs to another batch.
        bool is_closed() const { return !facts.empty() && facts.back().kind == "went_back"; }
        void go_back(std::int64_t step);
    };
    /// What the list of runs counts of a step.
    struct Made {
        std::int64_t step;
        bool ran;
        double loss;
    };
    void add(auto&& put);
    void write_pending();
    void write(const std::vector<Batch>& batches);
    void count(const Batch& batch);
    void work(std::stop_token stop);

    const std::shared_ptr<Database> m_database;
    const std::int64_t m_run;

    std::mutex m_mutex; // the three below; never held while the disk is at work
    std::condition_variable_any m_ready;
    std::vector<Batch> m_pending;
    std::optional<text::Error> m_failure;

    std::mutex m_write_mutex; // one batch at a time, in order; all below
    std::int64_t m_sequence = 0;
    std::vector<Made> m_made;
    StoredState m_state = StoredState::Running;

    std::jthread m_thread;
};

/// What is written for a chunk of a run: see store_file.cpp.
void insert_chunk(Database& database, std::int64_t run, std::int64_t sequence, std::span<const Sample> samples,
                  std::span<const Fact> facts, std::span<const Detail> details);
/// Milliseconds since 1970.
std::int64_t now_milliseconds();
/// A loss as the list keeps it; null where there is none.
Value loss_value(double loss);

} // namespace ampscope::record

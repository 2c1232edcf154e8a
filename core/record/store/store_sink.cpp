#include "core/record/store/store_sink.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/io/numbers.h"
#include "core/record/store/codec.h"
#include "core/text/failure.h"

namespace ampscope::record {

// The oldest event waits so long; what is left of the second is for the write itself.
constexpr std::chrono::milliseconds kInterval{800};

std::optional<StoredState> final_state(const Fact& fact) {
    if (fact.kind == "finished") return StoredState::Finished;
    if (fact.kind == "stopped") return StoredState::Stopped;
    if (fact.kind == "failed") return StoredState::Failed;
    return std::nullopt;
}

std::int64_t now_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Value loss_value(double loss) {
    // As text: SQLite turns a NaN into null.
    return is_missing(loss) ? Value(nullptr) : Value(io::to_text(loss));
}

void insert_chunk(Database& database, std::int64_t run, std::int64_t sequence, std::span<const Sample> samples,
                  std::span<const Fact> facts, std::span<const Detail> details) {
    const std::string bytes = encode_samples(samples);
    // An empty blob would be bound as null.
    const Value rows = bytes.empty() ? Value(std::string()) : Value(Bytes{bytes});
    database.run("INSERT INTO chunks (run, sequence, samples, facts, details) VALUES (?1, ?2, ?3, ?4, ?5)",
                 {run, sequence, rows, encode_facts(facts), encode_details(details)});
}

StoreSink::StoreSink(std::shared_ptr<Database> database, std::int64_t run)
    : m_database(std::move(database)), m_run(run), m_thread([this](std::stop_token stop) { work(std::move(stop)); }) {}

StoreSink::~StoreSink() {
    m_thread.request_stop();
    m_thread.join();
    try {
        {
            const std::scoped_lock lock(m_mutex);
            if (m_failure) m_pending = {}; // a batch before these is lost: they would stand in its place
        }
        write_pending();
        if (m_state == StoredState::Running)
            m_database->run("UPDATE runs SET state = ?2 WHERE number = ?1",
                            {m_run, std::string(state_name(StoredState::Interrupted))});
    } catch (...) {
        // Nobody is left to be told. The next opening finds the run without a process and marks it.
    }
}

void StoreSink::Batch::go_back(std::int64_t step) {
    std::erase_if(samples, [&](const Sample& sample) { return sample.step() >= step; });
    std::erase_if(facts, [&](const Fact& fact) { return fact.step >= step; });
    std::erase_if(details, [&](const Detail& detail) { return detail.step >= step; });
}

void StoreSink::add(auto&& put) {
    bool was_empty = false;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_failure) throw text::Error(*m_failure);
        was_empty = m_pending.empty();
        if (was_empty || m_pending.back().is_closed()) m_pending.emplace_back();
        put(m_pending.back());
    }
    if (was_empty) m_ready.notify_one();
}

void StoreSink::sample(const Sample& sample) {
    add([&](Batch& batch) { batch.samples.push_back(sample); });
}

void StoreSink::fact(const Fact& fact) {
    add([&](Batch& batch) {
        if (fact.kind == "went_back") batch.go_back(fact.step);
        batch.facts.push_back(fact);
    });
    if (final_state(fact)) write_pending();
}

void StoreSink::detail(const Detail& detail) {
    add([&](Batch& batch) { batch.details.push_back(detail); });
}

void StoreSink::work(std::stop_token stop) {
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            if (!m_ready.wait(lock, stop, [&] { return !m_pending.empty(); })) return;
            m_ready.wait_for(lock, stop, kInterval, [&] { return stop.stop_requested(); });
        }
        if (stop.stop_requested()) return; // the destructor writes the rest
        try {
            write_pending();
        } catch (...) {
            const std::scoped_lock lock(m_mutex);
            m_failure = text::current_failure();
            return;
        }
    }
}

void StoreSink::write_pending() {
    const std::scoped_lock writing(m_write_mutex);
    std::vector<Batch> batches;
    {
        const std::scoped_lock lock(m_mutex);
        batches = std::exchange(m_pending, {});
    }
    if (!batches.empty()) write(batches);
}

void StoreSink::count(const Batch& batch) {
    for (const auto& sample : batch.samples)
        m_made.push_back({sample.step(), sample.ran(), sample[Column::Loss]});
    if (batch.is_closed())
        std::erase_if(m_made, [&](const Made& made) { return made.step >= batch.facts.back().step; });
    for (const auto& fact : batch.facts)
        m_state = final_state(fact).value_or(fact.kind == "went_back" ? StoredState::Running : m_state);
}

void StoreSink::write(const std::vector<Batch>& batches) {
    for (const auto& batch : batches)
        count(batch);
    const std::int64_t steps_run = std::ranges::count_if(m_made, &Made::ran);
    m_database->transaction(Database::Access::Write, [&] {
        for (const auto& batch : batches)
            insert_chunk(*m_database, m_run, m_sequence++, batch.samples, batch.facts, batch.details);
        // The state, too: another process may have taken this one for dead, and here it writes.
        m_database->run("UPDATE runs SET state = ?2, changed = ?3, steps_run = ?4, steps_skipped = ?5, final_loss = ?6 "
                        "WHERE number = ?1",
                        {m_run, std::string(state_name(m_state)), now_milliseconds(), steps_run,
                         static_cast<std::int64_t>(m_made.size()) - steps_run,
                         loss_value(m_made.empty() ? kMissing : m_made.back().loss)});
    });
}

} // namespace ampscope::record

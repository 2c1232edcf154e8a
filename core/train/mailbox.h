// From the compute thread to the window: bounded, and never blocking either side for long.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "core/record/run_record.h"

namespace ampscope::train {

/// What has come since the last look.
struct Mail {
    std::vector<record::Sample> samples;
    std::vector<record::Fact> facts;
    std::vector<record::Detail> details;
    std::size_t thinned = 0; ///< samples that were left out because nobody looked for a long time
    /// The run has gone back: a fact "went_back" for the reader's record, before anything else of this mail.
    std::optional<record::Fact> went_back;
    bool empty() const { return samples.empty() && facts.empty() && details.empty() && !went_back; }
    /// Appends all of it to a record, in the right order.
    void put_into(record::RunRecord& record) const;
};

/// A sink for the compute thread that the window empties 30 times a second. When nobody looks, samples are thinned to
/// the ones with the smallest and largest loss of each four, and those with a skipped step or a loss that is not
/// finite; facts are all kept; of the details the newest are. The complete record lies with the session.
class Mailbox : public record::EventSink {
  public:
    static constexpr std::size_t kMaxSamples = 4096;
    static constexpr std::size_t kMaxDetails = 64;

    Mailbox();
    void sample(const record::Sample& sample) override;
    void fact(const record::Fact& fact) override;
    void detail(const record::Detail& detail) override;
    /// From another thread: swaps the content out. `mail`'s own memory is reused.
    void take(Mail& mail);

  private:
    std::mutex m_mutex;
    Mail m_mail;
};

} // namespace ampscope::train

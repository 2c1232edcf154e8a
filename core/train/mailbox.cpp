#include "core/train/mailbox.h"

#include <algorithm>
#include <cmath>

namespace ampscope::train {

using record::Column;
using record::Sample;

void Mail::put_into(record::RunRecord& record) const {
    if (went_back) record.fact(*went_back);
    for (const auto& sample : samples)
        record.sample(sample);
    for (const auto& fact : facts)
        record.fact(fact);
    for (const auto& detail : details)
        record.detail(detail);
}

Mailbox::Mailbox() {
    m_mail.samples.reserve(kMaxSamples);
}

// Keeps the order. A group may keep all four when they are all special, so the caller must not rely on a half.
static void thin(std::vector<Sample>& samples) {
    constexpr std::size_t kGroup = 4;
    std::vector<Sample> kept;
    kept.reserve(samples.size());
    for (std::size_t begin = 0; begin < samples.size(); begin += kGroup) {
        const auto first = samples.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = samples.begin() + static_cast<std::ptrdiff_t>(std::min(begin + kGroup, samples.size()));
        const auto by_loss = [](const Sample& a, const Sample& b) { return a[Column::Loss] < b[Column::Loss]; };
        const auto [least, most] = std::minmax_element(first, last, by_loss);
        for (auto it = first; it != last; ++it)
            if (it == least || it == most || !it->ran() || !std::isfinite((*it)[Column::Loss])) kept.push_back(*it);
    }
    samples = std::move(kept);
}

void Mailbox::sample(const Sample& sample) {
    const std::scoped_lock lock(m_mutex);
    auto& samples = m_mail.samples;
    if (samples.size() >= kMaxSamples) {
        thin(samples);
        // All special: the bound is kept by leaving out every other one.
        if (samples.size() > kMaxSamples * 3 / 4) {
            std::size_t index = 0;
            std::erase_if(samples, [&](const Sample&) { return index++ % 2 == 1; });
        }
        m_mail.thinned += kMaxSamples - samples.size();
    }
    samples.push_back(sample);
}

void Mailbox::fact(const record::Fact& fact) {
    const std::scoped_lock lock(m_mutex);
    if (fact.kind != "went_back") {
        m_mail.facts.push_back(fact);
        return;
    }
    // What is still here and no longer counts goes the way it would go in a record.
    record::RunRecord waiting;
    m_mail.put_into(waiting);
    waiting.fact(fact);
    m_mail.samples.assign(waiting.samples().begin(), waiting.samples().end());
    m_mail.facts = waiting.facts();
    m_mail.details = waiting.details();
    if (!m_mail.went_back || m_mail.went_back->step > fact.step) m_mail.went_back = fact;
}

void Mailbox::detail(const record::Detail& detail) {
    const std::scoped_lock lock(m_mutex);
    if (m_mail.details.size() >= kMaxDetails) m_mail.details.erase(m_mail.details.begin());
    m_mail.details.push_back(detail);
}

void Mailbox::take(Mail& mail) {
    mail.samples.clear();
    mail.facts.clear();
    mail.details.clear();
    mail.thinned = 0;
    mail.went_back.reset();
    const std::scoped_lock lock(m_mutex);
    std::swap(mail, m_mail);
}

} // namespace ampscope::train

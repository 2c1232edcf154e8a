#include "ui/instruments/claims/claim_tester.h"

#include <algorithm>

#include "core/record/environment_message.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {

using lesson::Claim;
using lesson::ClaimResult;

ClaimTester::ClaimTester() {
    m_timer.setInterval(30);
    connect(&m_timer, &QTimer::timeout, this, &ClaimTester::poll);
}

ClaimTester& ClaimTester::instance() {
    static ClaimTester one;
    return one;
}

void ClaimTester::setUp(train::ComputeThread* thread, const QString& lessonsFolder) {
    cancel();
    m_thread = thread;
    m_folder = lessonsFolder.toStdString();
    m_isRead = false;
    m_results.clear();
    m_runs.reset();
    m_ledger.reset();
    m_error.reset();
    Q_EMIT changed();
}

const lesson::Ledger* ClaimTester::ledger() {
    if (!m_isRead && !m_folder.empty()) {
        m_isRead = true;
        try {
            if (!lesson::has_claims(m_folder)) throw text::bad_input("claims.not_here", {{"folder", m_folder}});
            m_ledger = lesson::load_claims(m_folder);
            m_runs.emplace(*m_ledger);
            judgeAll();
        } catch (const text::Error& error) {
            m_error = error;
        }
    }
    return m_ledger ? &*m_ledger : nullptr;
}

const ClaimResult* ClaimTester::result(const std::string& id) const {
    const auto found = std::ranges::find_if(m_results, [&](const ClaimResult& each) { return each.claim->id == id; });
    return found == m_results.end() ? nullptr : &*found;
}

QString ClaimTester::environment() const {
    if (!m_runs || m_runs->size() == 0) return {};
    const auto records = m_runs->records();
    return say(record::environment_message(*records.begin()->second));
}

lesson::ClaimsReport ClaimTester::report(const std::vector<std::string>& ids) {
    lesson::ClaimsReport report{*ledger(), {}, LanguageSwitch::instance().language(), environment().toStdString()};
    for (const auto& result : m_results)
        if (std::ranges::find(ids, result.claim->id) != ids.end()) report.results.push_back(result);
    return report;
}

void ClaimTester::judgeAll() {
    const auto records = m_runs->records();
    m_results.clear();
    for (const auto& claim : m_ledger->claims)
        m_results.push_back(lesson::judge(*m_ledger, claim, records));
    Q_EMIT changed();
}

void ClaimTester::test(const std::vector<std::string>& ids) {
    cancel();
    if (!ledger() || !m_thread) return;
    std::vector<const Claim*> claims;
    for (const auto& id : ids)
        if (const Claim* claim = m_ledger->find(id)) claims.push_back(claim);
    if (m_runs->missing(claims).empty()) {
        m_runs->forget(claims);
        judgeAll();
    }
    m_waiting = m_runs->missing(claims);
    std::ranges::reverse(m_waiting);
    m_all = static_cast<int>(m_waiting.size());
    m_done = 0;
    if (m_all > 0) startNext();
}

void ClaimTester::startNext() {
    const std::string& name = m_waiting.back();
    m_name = QString::fromStdString(name);
    m_session = std::make_unique<train::Session>(*m_thread, *m_ledger->find_scenario(name));
    m_timer.start();
    Q_EMIT progressed();
}

void ClaimTester::poll() {
    if (!m_session || !m_session->is_over()) return;
    if (const auto error = m_session->error()) {
        finish();
        Q_EMIT failed(*error);
        return;
    }
    m_runs->add(m_waiting.back(), m_session->record());
    m_waiting.pop_back();
    m_session.reset();
    ++m_done;
    judgeAll();
    m_waiting.empty() ? finish() : startNext();
}

void ClaimTester::finish() {
    m_timer.stop();
    m_session.reset();
    m_waiting.clear();
    Q_EMIT progressed();
}

void ClaimTester::cancel() {
    if (m_session) finish();
}

} // namespace ampscope::ui

// The compute thread of tests of windows, with an engine that needs no LibTorch.
#pragma once

#include "core/train/compute_thread.h"
#include "tests/train/fake_engine.h"

namespace ampscope::ui::testing {

/// As a member of a test: `*m_thread` is the thread that runs are given to. Engines with more to say are derived from
/// FakeEngine.
template <typename Engine = train::FakeEngine>
class FakeThread {
  public:
    Engine& engine() { return m_engine; }
    train::ComputeThread& operator*() { return m_thread; }
    train::ComputeThread* operator->() { return &m_thread; }

  private:
    Engine m_engine;
    train::ComputeThread m_thread{[this]() -> train::Engine& { return m_engine; }};
};

} // namespace ampscope::ui::testing

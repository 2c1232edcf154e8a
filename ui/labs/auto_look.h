// Looks inside the selected step of every run of a lab, as soon as nothing trains any more.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <functional>
#include <map>

#include "ui/bridge/run_group.h"

namespace ampscope::ui {

/// Each step of each run is looked at once; what is there already is left alone.
class AutoLook : public QObject {
    Q_OBJECT
  public:
    /// `isThere`: does the record hold the details of that step?
    AutoLook(RunGroup& group, const train::Look& what,
             std::function<bool(const record::RunRecord&, std::int64_t)> isThere, QObject* parent = nullptr);
    /// After each start of the group.
    void watch();
    /// Nothing is still to come, and what came has had the time to be drawn.
    bool isSettled() const;

  private:
    void lookWhereNeeded();

    RunGroup& m_group;
    const train::Look m_what;
    std::function<bool(const record::RunRecord&, std::int64_t)> m_isThere;
    std::map<const RunModel*, std::vector<std::int64_t>> m_asked;
    QElapsedTimer m_quiet; ///< since anything was heard of
};

} // namespace ampscope::ui

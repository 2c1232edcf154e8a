// The window's run library: keeps every run that is started here, and lets pages read and change what is kept.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/record/store/run_store.h"

namespace ampscope::ui {

/// Where a run was started: a page's id, and its title in the window's language.
struct RunPlace {
    QString page, title;
};

/// "A6 GradScaler · fp16 · seed 1337": what a run is called until somebody names it.
QString runName(const RunPlace& place, const scenario::Scenario& scenario);

/// One run of the window on its way into the library. Shared by whoever shows the run, the session that makes it, and
/// the library's thread; all functions may be called from any thread.
class KeptRun {
  public:
    virtual ~KeptRun() = default;
    /// In the library; "" before it is there, and when it is not kept.
    virtual std::string id() const = 0;
    /// For SessionOptions::extra_sink. Only takes down what it is told: the library's thread does what the disk needs.
    virtual std::unique_ptr<record::EventSink> begin(const record::Environment& environment) = 0;
};

/// One object per process, for the GUI thread. The file is opened and used on a thread of its own, so that neither the
/// window nor a run ever waits for the disk. A library that cannot be used is one notice; the window goes on without.
///
/// What is kept: every run, from its first step on (a kill loses at most a second). Runs that the window begins by
/// itself, such as when a setting is changed, are automatic: stopped within kFewSteps they are dropped again, and of
/// the others the newest kMostAutomatic are kept. A run that is pinned or named stays.
class RunLibrary : public QObject {
    Q_OBJECT
  public:
    static constexpr std::int64_t kFewSteps = 20;
    static constexpr std::int64_t kMostAutomatic = 200;

    static RunLibrary& instance();
    ~RunLibrary() override;

    enum class Use {
        Nothing, ///< neither read nor kept
        Read,    ///< what others have kept (pictures); makes no file
        Keep,
    };
    /// `folder`: that of runs.sqlite. Opens nothing yet. What was to be written into an earlier one is written first.
    void setUp(const QString& folder, Use use);
    Use use() const { return m_use; }
    /// How runs get the name of the page that they belong to.
    void setPlaceOf(std::function<RunPlace(const QObject* run)> placeOf) { m_placeOf = std::move(placeOf); }
    RunPlace placeOf(const QObject* run) const { return m_placeOf ? m_placeOf(run) : RunPlace{}; }

    /// For a run that begins. nullptr unless Use::Keep. `automatic`: see above.
    std::shared_ptr<KeptRun> keep(const scenario::Scenario& scenario, const RunPlace& place, bool automatic);

    /// Carries out `work` with the library on its thread, one after the other, then `then` with the result here, unless
    /// `owner` is gone by then. An error is noticed() and, where given, told to `failed`; with Use::Nothing, and where
    /// there is no library yet to be read, only `failed` hears of it. `work` must not touch what lives on this thread.
    template <typename Result>
    void ask(QObject* owner, std::function<Result(record::RunStore&)> work, std::function<void(Result)> then,
             std::function<void()> failed = {}) {
        auto result = std::make_shared<std::optional<Result>>();
        post(
            owner, [work = std::move(work), result](record::RunStore& store) { *result = work(store); },
            [then = std::move(then), result] {
                if (then) then(std::move(**result));
            },
            std::move(failed));
    }
    /// The same for work that changes what is kept: changed() follows, also where the work throws halfway.
    template <typename Result>
    void change(QObject* owner, std::function<Result(record::RunStore&)> work, std::function<void(Result)> then = {},
                std::function<void()> failed = {}) {
        ask<Result>(
            owner, std::move(work),
            [this, then = std::move(then)](Result result) {
                Q_EMIT changed();
                if (then) then(std::move(result));
            },
            [this, failed = std::move(failed)] {
                Q_EMIT changed();
                if (failed) failed();
            });
    }
    /// A kept run, whole.
    void load(QObject* owner, const QString& id, std::function<void(record::RunRecord)> then,
              std::function<void()> failed = {});

    /// While somebody watches, changed() is also said for what other windows and the command line do.
    void watch(QObject* owner);
    void unwatch(QObject* owner);

    /// Waits until everything asked for so far has been done on the library's thread.
    void finish();

  Q_SIGNALS:
    void changed();                       ///< something was begun, ended, renamed, removed …
    void noticed(const QString& message); ///< something that the user should read

  private:
    class Thread;
    struct KeptRunState;
    class Sink;
    RunLibrary();
    void post(QObject* owner, std::function<void(record::RunStore&)> work, std::function<void()> then,
              std::function<void()> failed);
    void lookForChanges();
    void complain(const text::Error& error);

    Use m_use = Use::Nothing;
    std::function<RunPlace(const QObject*)> m_placeOf;
    std::shared_ptr<Thread> m_thread;
    QList<QPointer<QObject>> m_watchers;
    QTimer m_watch;
    QString m_complaint;
    std::string m_mark; ///< RunStore::change_mark() when changed() was said last
};

} // namespace ampscope::ui

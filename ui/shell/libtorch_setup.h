// LibTorch for somebody who has only this program: the page that brings it, and the strip that says it is missing.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/train/libtorch_setup.h"
#include "ui/labs/page.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace ampscope::ui {

class MainWindow;

constexpr auto kLibTorchPage = "libtorch";

/// Says what it takes, does it off the GUI thread, and says how it went. LibTorch can be used at once afterwards.
class LibTorchSetup : public Page {
    Q_OBJECT
  public:
    explicit LibTorchSetup(QWidget* parent = nullptr);
    /// Stops a set-up under way.
    ~LibTorchSetup() override;

    QString title() const override { return tr("Set up LibTorch"); }
    QString section() const override;
    bool isExact() const override { return false; }
    void enter() override { refresh(); }
    QWidget* firstFocus() override;

    /// Begins; `wheels`: a folder of wheels to take instead of the network.
    void start(const QString& wheels = {});
    void stop();
    bool isRunning() const override { return m_isRunning; }
    /// What stands there when it is over: that it is ready, or why not.
    QString outcome() const;

    /// Asks for a folder of wheels; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget* parent)> askForFolder;

  Q_SIGNALS:
    void ready();     ///< LibTorch can be opened now
    void goOnAsked(); ///< back to where it was missing

  private:
    void refresh();
    void show(const train::SetUpProgress& progress);
    void finish(const std::optional<text::Error>& error);

    std::jthread m_thread;
    bool m_isRunning = false, m_isDone = false;
    std::optional<train::SetUpProgress> m_progress;
    std::optional<text::Error> m_error;
    QLabel *m_heading, *m_words, *m_state, *m_outcome, *m_problem;
    QList<QLabel*> m_names, m_values; ///< of the facts: download, disk, folder, how
    QProgressBar* m_bar;
    QPushButton *m_start, *m_from, *m_stop, *m_goOn;
};

/// A strip above the page, while this program has its engine but no LibTorch. Looks once, when the window has opened.
class LibTorchOffer : public QWidget {
    Q_OBJECT
  public:
    explicit LibTorchOffer(MainWindow& window);
    /// Whether the strip is there and a notice with these words would say the same again.
    bool covers(const QString& notice) const;
    /// The page, at home in the window: when it has done its work the strip goes, and the page before is gone on with.
    LibTorchSetup* makePage();
    /// Shows the strip.
    void offer(const text::Error& error);

  private:
    void look();

    MainWindow& m_window;
    std::optional<text::Error> m_error;
};

} // namespace ampscope::ui

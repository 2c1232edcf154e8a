// What all instruments have in common: a panel with a title, a badge that says where the numbers come from, and a menu.
#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>

#include "ui/bridge/run_model.h"
#include "ui/plot/figure.h"

class QLabel;
class QToolButton;
class QMenu;
class QVBoxLayout;

namespace ampscope::ui {

class ElidedLabel;

/// "measured here", "computed exactly", "estimated", "recorded" in the window's language.
QString badgeText(Provenance provenance);
/// One sentence on what the badge means.
QString badgeExplanation(Provenance provenance);

/// One way of looking at a run or a number. Refreshes itself when its run says changed(), at once while it is visible
/// and when it becomes visible otherwise.
class Instrument : public QFrame {
    Q_OBJECT
  public:
    explicit Instrument(const QString& id, QWidget* parent = nullptr);

    const QString& id() const { return m_id; }
    /// The run to show; nullptr for none. Not owned.
    void setRun(RunModel* run);
    RunModel* run() const { return m_run; }
    /// Runs drawn beside it for comparison (loss curves). Not owned.
    void setComparison(const QList<RunModel*>& runs);
    const QList<QPointer<RunModel>>& comparison() const { return m_comparison; }

    /// Redraws from the run's record. Called on the GUI thread only.
    void refresh();

  protected:
    /// Does the work of refresh().
    virtual void update() = 0;
    void setTitle(const QString& title);
    /// A few muted words beside the title.
    void setSubtitle(const QString& subtitle);
    void setProvenance(std::optional<Provenance> provenance);
    QVBoxLayout* body() const { return m_body; }
    QMenu* menu() const { return m_menu; }
    void hideHeader();
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void watch(RunModel* run);
    void runChanged();

    QString m_id;
    QPointer<RunModel> m_run;
    QList<QPointer<RunModel>> m_comparison;
    bool m_stale = true;
    QWidget* m_header;
    QLabel* m_title;
    ElidedLabel* m_subtitle;
    QToolButton* m_badge;
    QToolButton* m_menuButton;
    QMenu* m_menu;
    QVBoxLayout* m_body;
    std::optional<Provenance> m_provenance;
};

} // namespace ampscope::ui

// What all instruments have in common: a panel with a title, a badge that says where the numbers come from, and a menu.
#pragma once

#include <QFrame>
#include <QPointer>
#include <QTimer>
#include <functional>

#include "ui/bridge/run_model.h"
#include "ui/plot/figure.h"

class QToolButton;
class QMenu;
class QVBoxLayout;

namespace ampscope::ui {

class ElidedLabel;

/// "measured here", "computed exactly", "estimated", "recorded" in the window's language; one word each when `brief`.
QString badgeText(Provenance provenance, bool brief = false);
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
    /// run() and comparison(), none twice: run() comes first unless it stands in the comparison, whose order is kept.
    QList<RunModel*> allRuns() const;

    /// Redraws from the run's record. Called on the GUI thread only.
    void refresh();

  Q_SIGNALS:
    /// A value was asked to be shown bit by bit, in this format ("" for none).
    void numberAsked(const QString& text, const QString& format);

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
    /// Where the header ends and an instrument that paints itself may begin; 0 without a header.
    int headerBottom() const;
    /// A control or a second badge, before the badge. A button with the properties "full" and "brief" says the one
    /// where there is room and the other where there is not.
    void addToHeader(QWidget* widget);
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void runChanged();
    void fitHeader();

    QString m_id, m_subtitle;
    QPointer<RunModel> m_run;
    QList<QPointer<RunModel>> m_comparison;
    bool m_stale = true;
    QTimer m_soon; ///< runs beside the first: however many there are, one repaint for all
    QWidget* m_header;
    ElidedLabel *m_title, *m_beside, *m_below; ///< the subtitle stands beside the title, or below it
    QToolButton* m_badge;
    QToolButton* m_menuButton;
    QMenu* m_menu;
    QList<QPointer<QWidget>> m_added; ///< to the header
    QVBoxLayout* m_body;
    std::optional<Provenance> m_provenance;
};

} // namespace ampscope::ui

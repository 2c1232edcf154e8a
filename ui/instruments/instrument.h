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
struct Exhibit;
struct TextTable;

/// "measured here", "computed exactly", "estimated", "recorded" in the window's language; one word each when `brief`.
QString badgeText(Provenance provenance, bool brief = false);
/// One sentence on what the badge means.
QString badgeExplanation(Provenance provenance);

/// One way of looking at a run or a number. Refreshes itself once for every version of its run, at once while it is
/// visible and when it becomes visible otherwise; beside other runs, which all grow, once for all of them.
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
    /// What goes to paper, in the language of the moment, from what is there now. It may paint with this instrument: it
    /// must not outlive it, nor the language. Throws text::Error (BadInput) where there is nothing to show.
    virtual Exhibit exhibit();

  Q_SIGNALS:
    /// Something that the user should read.
    void noticed(const QString& message);
    /// A value was asked to be shown bit by bit, in this format ("" for none).
    void numberAsked(const QString& text, const QString& format);

  protected:
    /// Does the work of refresh().
    virtual void update() = 0;
    void setTitle(const QString& title);
    /// A few muted words beside the title.
    void setSubtitle(const QString& subtitle);
    void setProvenance(std::optional<Provenance> provenance);
    /// Of the run, with the badge: below what goes to paper.
    QString paperCaption(QString caption, std::optional<Provenance> provenance) const;
    /// The words that name the file: instrument, scenario, seed.
    void nameExhibit(Exhibit& exhibit) const;
    /// Instruments that are neither plots nor drawn go to paper as a table of what they show.
    virtual TextTable paperTable() const;
    /// Thrown where there is nothing to show; `why` may be "".
    text::Error nothingToShow(const QString& why) const;
    std::optional<Provenance> provenance() const { return m_provenance; }
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
    void lookAnew();
    bool hasOthers() const;
    void fitHeader();

    QString m_id, m_subtitle;
    QPointer<RunModel> m_run;
    QList<QPointer<RunModel>> m_comparison;
    bool m_stale = true;
    std::uint64_t m_seen = 0; ///< version of the run that was drawn
    QTimer m_soon;            ///< runs beside the first: however many there are, one repaint for all
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

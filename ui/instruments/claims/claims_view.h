// The chapters' claims: what each says, how it is tested, and what came out.
#pragma once

#include <functional>
#include <optional>

#include "ui/instruments/claims/claim_tester.h"
#include "ui/instruments/instrument.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace ampscope::ui {

/// What the list is narrowed to, and how it is ordered: indices of its two choices.
struct ClaimFilter {
    QString text;
    int verdict = 0, group = 0;
    bool operator==(const ClaimFilter&) const = default;
};

/// A list by chapter or by contradiction at the left, the chosen claim at the right. Shows what ClaimTester has, and
/// tests on request.
class ClaimsView : public Instrument {
    Q_OBJECT
  public:
    explicit ClaimsView(QWidget* parent = nullptr);

    enum class Group { Chapters, Contradictions };
    void setGroup(Group group);
    /// Only claims whose sentence, id or line holds the text, and with that verdict (nullopt: any).
    void setFilter(const QString& text, std::optional<lesson::ClaimVerdict> verdict);
    ClaimFilter filter() const;
    void setFilter(const ClaimFilter& filter);
    void choose(const QString& claimId);
    QString chosen() const { return m_chosen; }
    /// Ids in the order of the list, each once.
    QStringList shown() const;
    void testShown();
    void testChosen();
    /// By the ending: .html, .md or .pdf. False when it could not be written; the user was told.
    bool exportTo(const QString& path);
    QString detailText() const;
    QWidget* firstFocus() const;

  Q_SIGNALS:
    void filterChanged();
    /// The lesson that treats the chosen claim was asked for.
    void lessonAsked(const QString& id);

  protected:
    void update() override {}
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void refreshWords();
    void refill();
    void refreshResults();
    void refreshProgress();
    void refreshDetail();
    bool passes(const lesson::ClaimResult& result) const;
    void addClaim(QTreeWidgetItem* section, const lesson::ClaimResult& result);
    void showVerdict(QTreeWidgetItem* item);
    void askAndExport();

    QLineEdit* m_filter;
    QComboBox *m_group, *m_verdict;
    QPushButton *m_testAll, *m_testOne, *m_stop, *m_lesson, *m_export;
    QProgressBar* m_progress;
    QLabel *m_state, *m_summary;
    QTreeWidget* m_list;
    QTextBrowser* m_detail;
    QSplitter* m_sides;
    QString m_chosen;
    QString m_detailOf, m_detailHtml; ///< whose text stands at the right, and that text
};

} // namespace ampscope::ui

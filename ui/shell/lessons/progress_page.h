// What has been learned: where to go on, five questions before and after a chapter, and how well predictions came true.
#pragma once

#include "ui/labs/page.h"
#include "ui/shell/lessons/learner.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QVBoxLayout;

namespace ampscope::ui {

class CalibrationView;
class QuestionSheet;

class ProgressPage : public Page {
    Q_OBJECT
  public:
    explicit ProgressPage(Learner& learner, QWidget* parent = nullptr);

    QString title() const override { return tr("My progress"); }
    QString section() const override { return tr("Learning"); }
    bool isExact() const override { return false; }
    void enter() override { showProgress(); }
    QWidget* firstFocus() override;
    /// "check-A", "check-B": the five questions of a chapter; "overview".
    bool showView(const QString& view) override;
    QuestionSheet* sheet() const { return m_sheet; }

    /// Replaced in tests. They return "" or false when the user gives up.
    static std::function<QString(QWidget* parent, bool toSave)> askForFile;
    static std::function<bool(QWidget* parent, const QString& question)> askForConsent;

  Q_SIGNALS:
    void lessonAsked(const QString& id);

  private:
    void showProgress();
    void showChapters();
    void showPredictions();
    void exportOrImport(bool out);
    void forget();
    QString nextLesson() const;

    Learner& m_learner;
    QStackedWidget* m_views;
    QuestionSheet* m_sheet;
    QLabel *m_left, *m_predictionsHeading, *m_calibrationHeading, *m_none;
    QPushButton *m_continue, *m_export, *m_import, *m_forget;
    QVBoxLayout* m_chapters;
    QList<QWidget*> m_chapterRows;
    QTableWidget* m_predictions;
    CalibrationView* m_calibration;
};

/// Share of right predictions by how sure they were, beside what blind choice would give.
class CalibrationView : public QWidget {
    Q_OBJECT
  public:
    explicit CalibrationView(QWidget* parent = nullptr) : QWidget(parent) {}
    void show(const lesson::Calibration& calibration);
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QList<lesson::Calibration::Row> m_rows;
};

} // namespace ampscope::ui

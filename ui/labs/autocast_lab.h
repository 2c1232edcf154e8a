// What autocast chooses for each op of a real step, and what another choice would do to error and time.
#pragma once

#include "ui/labs/run_lab.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace ampscope::ui {

class AutoLook;

/// A short run, looked into at the selected step. Beside it runs the same without exceptions (no part and no op kept in
/// fp32, the region around forward), or fp32 where there are none.
class AutocastLab : public RunLab {
    Q_OBJECT
  public:
    explicit AutocastLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Autocast"); }
    bool isSettled() const override;
    /// Shows this instrument alone: "op-flow", "autocast-table", "shadow-error", "layers", "throughput".
    bool showView(const QString& view) override;
    QString commandLine() const override;

    /// One op that is kept in fp32; "" for none.
    void keepInFp32(const QString& op);
    /// On or off; one stays on, and at most four are.
    void setShown(const QString& view, bool shown);
    QStringList shown() const;
    std::vector<scenario::Scenario> scenarios() const override;
    /// What runs beside it.
    scenario::Scenario beside() const;
    /// Error and time of both runs in words.
    QString effect() const;

  private:
    void buildForm();
    void buildViews();
    void keepViews(LabState& next) const override { next.more["views"] = more("views"); }
    scenario::Scenario firstScenario() const override;
    QMap<QString, QString> firstMore() const override { return {{"views", ""}}; } // as many as have room
    void showSettings() override;
    void showRuns() override;
    void showViews();
    void tellEffect();
    void followOp();
    void fillOps();

    QComboBox* m_op;
    QString m_selectedOp; ///< name of the op that is selected in the flow
    QLabel* m_effect;
    QList<QToolButton*> m_views;
    AutoLook* m_look;
};

} // namespace ampscope::ui

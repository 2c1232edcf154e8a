// The loss scale, live: a real fp16 training run whose scaler, loss and gradients can be played with.
#pragma once

#include <QTimer>

#include "core/scenario/scenario.h"
#include "ui/labs/page.h"

class QComboBox;
class QVBoxLayout;

namespace ampscope::ui {

class FieldEditor;
class Stage;

/// Every change of a setting starts the run again, with the same seed, a moment after the last change. Beside a 16-bit
/// run the same scenario runs in fp32 for comparison.
class ScaleLab : public Page {
    Q_OBJECT
  public:
    explicit ScaleLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Scale"); }
    QString section() const override { return tr("Labs"); }
    RunModel* run() const override { return m_run; }
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override { return m_scenario.seed; }
    QString precision() const override;
    void setPrecision(const QString& id) override;
    void reset() override;
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }

    const scenario::Scenario& scenario() const { return m_scenario; }
    /// A preset by name, as the command line knows it.
    void choosePreset(const QString& name);
    Stage* stage() const { return m_stage; }

  private:
    void buildForm(QVBoxLayout* column);
    void settingEdited(const QString& path, const QString& value);
    void showSettings();
    void startRuns();

    scenario::Scenario m_scenario;
    QString m_preset;
    RunModel *m_run, *m_reference;
    Stage* m_stage;
    QComboBox* m_presets;
    QList<FieldEditor*> m_editors;
    QTimer m_restartTimer;
    std::optional<std::int64_t> m_holdAt;
    bool m_hasStarted = false;
};

} // namespace ampscope::ui

// Devices: what they can do, which settings follow from it, how much faster a step becomes; this machine measured.
#pragma once

#include <QUndoStack>

#include "ui/instruments/hardware/hardware_model.h"
#include "ui/labs/page.h"

class QButtonGroup;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace ampscope::ui {

class Advisor;
class HardwareCard;
class LabForm;
class Roofline;
class SpeedParts;

class HardwareLab : public Page {
    Q_OBJECT
  public:
    explicit HardwareLab(QWidget* parent = nullptr);

    QString title() const override { return tr("Hardware"); }
    QString section() const override { return tr("Labs"); }
    void reset() override;
    bool isExact() const override { return false; } // published, estimated, measured
    bool isSettled() const override;
    QString commandLine() const override;
    QWidget* firstFocus() override;
    /// "device" or "settings".
    bool showView(const QString& view) override;

    /// As typed into the form. What does not exist leaves everything as it is and says why, with the nearest names.
    void enterDevice(const QString& name);
    void enterOther(const QString& name);
    void enterModel(const QString& text);
    void enterBudget(const QString& text);
    void setPrecisionChoice(const QString& id);
    void choosePreset(const QString& id);
    QStringList presetIds() const;

    HardwareModel& hardware() { return *m_hardware; }
    HardwareCard* card() const { return m_card; }
    Roofline* roofline() const { return m_roofline; }
    SpeedParts* speedParts() const { return m_speed; }
    Advisor* advisor() const { return m_advisor; }
    QPushButton* measureButton() const { return m_measure; }
    QUndoStack* undoStack() override { return &m_undo; }
    /// Of the last entry that could not be used; "" once one could.
    QString errorText() const;

  private:
    void buildForm();
    void buildMeasuring();
    void change(const HardwareState& next);
    void follow();
    void chooseView(const QString& view);
    void showState();
    void showMeasuring();
    void addView(const QString& id, QWidget* page, std::function<QString()> name);

    HardwareModel* m_hardware;
    HardwareState m_state; ///< that is shown
    QUndoStack m_undo;
    bool m_isApplying = false;
    LabForm* m_form;
    HardwareCard* m_card;
    Roofline* m_roofline;
    SpeedParts* m_speed;
    Advisor* m_advisor;
    QComboBox *m_device, *m_other, *m_model, *m_precision, *m_attention;
    QSpinBox *m_batch, *m_sequence;
    QLineEdit* m_budget;
    QLabel *m_error, *m_measured;
    QPushButton* m_measure;
    QProgressBar* m_progress;
    QButtonGroup* m_tabs;
    QStackedWidget* m_views;
};

} // namespace ampscope::ui

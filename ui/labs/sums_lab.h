// Sums and updates in narrow formats: a race of sums, the fate of an update, the spacing behind both.
#pragma once

#include <QUndoStack>

#include "ui/instruments/numbers/sum_figures.h"
#include "ui/labs/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ampscope::ui {

class Accumulator;
class LabForm;
class SpacingPlot;
class UpdateView;

/// Everything on the page follows from it. Both parts share one format.
struct SumsState {
    SumSettings sum;
    UpdateSettings update;
    QString preset;
    bool operator==(const SumsState&) const = default;
};

class SumsLab : public Page {
    Q_OBJECT
  public:
    explicit SumsLab(QWidget* parent = nullptr);

    QString title() const override { return tr("Sums and updates"); }
    QString section() const override { return tr("Labs"); }
    void reset() override;
    bool isSettled() const override;
    QString commandLine() const override;
    QWidget* firstFocus() override;

    void choosePreset(const QString& id);
    QStringList presetIds() const;
    /// As typed into the form. What cannot be used leaves everything as it is and says why.
    void enterValue(const QString& text);
    void enterWeight(const QString& text);
    void enterStep(const QString& text);
    void setFormat(const QString& id);

    const SumsState& state() const { return m_state; }
    Accumulator* accumulator() const { return m_accumulator; }
    UpdateView* updateView() const { return m_update; }
    SpacingPlot* spacing() const { return m_spacing; }
    QUndoStack* undoStack() override { return &m_undo; }
    /// Of the last entry that could not be used; "" once one could.
    QString errorText() const;

  private:
    void buildForm();
    /// Puts the change on the undo stack; false, with the reason in `error`, when it cannot be used.
    bool change(SumsState next, QLabel* error, const QString& what = {});
    void push(const SumsState& next, const QString& what = {});
    void apply(const SumsState& state);
    void refuse(QLabel* error, const QString& reason);

    SumsState m_state;
    QUndoStack m_undo;
    LabForm* m_form;
    Accumulator* m_accumulator;
    UpdateView* m_update;
    SpacingPlot* m_spacing;
    QComboBox *m_format, *m_stream;
    QLineEdit *m_value, *m_weight, *m_step;
    QSpinBox *m_count, *m_times, *m_seed;
    QLabel *m_sumError, *m_updateError;
    QLabel* m_lastError = nullptr;
    bool m_isShowing = false;
};

} // namespace ampscope::ui

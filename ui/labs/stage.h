// One to four instruments side by side, with their space reserved before anything runs.
#pragma once

#include <QPointer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/instruments/instrument.h"

class QGridLayout;

namespace ampscope::ui {

class CodeView;
class TimeBar;
class HardwareModel;
class NumberModel;

/// Plots in a grid, bits above them and strips below, then the code and the time bar of the run.
class Stage : public QWidget {
    Q_OBJECT
  public:
    explicit Stage(QWidget* parent = nullptr);

    /// Instruments by id, in this order. Those that stay keep their state.
    void show(const QStringList& ids, bool withCode);
    /// Plots two at a time, where there are more than three of them: how many such parts there are, and the one that is
    /// shown; nullopt for all together.
    int parts() const;
    void showPart(std::optional<int> part);
    /// Nothing but the time bar.
    void setPlotsShown(bool shown) { m_area->setVisible(shown); }
    /// Of three plots the first takes the height of the other two.
    void setTallFirst(bool tall) { m_tallFirst = tall; }
    /// As of Instrument, for all of them; nullptr and none until a page has runs. Not owned.
    void setRun(RunModel* run);
    void setComparison(const QList<RunModel*>& runs);
    /// What the code shows while nothing has run.
    void setScenario(const scenario::Scenario& scenario);
    /// What instruments look at, as a lesson sets it: core/lesson/settings.h says what there is. A setting of an
    /// instrument that is not on the stage is passed over.
    void set(const QString& setting, const QString& value);
    /// nullptr for one that is not on the stage.
    Instrument* instrument(const QString& id) const;
    QStringList ids() const;
    CodeView* code() const { return m_code; }
    NumberModel* number() const { return m_number; }
    HardwareModel* hardware() const { return m_hardware; }

  Q_SIGNALS:
    void noticed(const QString& message);
    void pageAsked(const QString& id);
    /// Kept runs, ids with commas between them, were asked to be looked at.
    void runsAsked(const QString& ids);
    /// As Instrument::numberAsked().
    void numberAsked(const QString& text, const QString& format);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void openRuns(const QStringList& ids) { Q_EMIT runsAsked(ids.join(',')); }
    /// The ops of the step, in place of the last plot that did not ask for them.
    void bringOps();
    void arrange();
    struct Order {
        std::vector<Instrument*> rows, tiles, strips;
    };
    Order order() const;
    void orderTabs();
    void fitHeight();
    bool m_tallFirst = false, m_hasCode = false, m_isLowest = false;
    std::optional<int> m_part;
    NumberModel* m_number;     ///< what the instruments of single numbers look at, together
    HardwareModel* m_hardware; ///< and those of devices

    std::vector<std::unique_ptr<Instrument>> m_instruments;
    QWidget* m_area;
    QGridLayout* m_grid;
    CodeView* m_code;
    TimeBar* m_timeBar;
    QPointer<RunModel> m_run;
    QList<RunModel*> m_comparison;
};

} // namespace ampscope::ui

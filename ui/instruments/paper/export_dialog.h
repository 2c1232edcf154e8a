// One dialog for everything that goes to paper: formats, size, words, ranges, name, with a preview of the print.
#pragma once

#include <QDialog>
#include <QPointer>
#include <QTimer>
#include <functional>

#include "core/text/message.h"
#include "ui/instruments/paper/export_settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QSpinBox;

namespace ampscope::ui {

class Instrument;
class PaperPreview;

class ExportDialog : public QDialog {
    Q_OBJECT
  public:
    using Maker = std::function<Exhibit()>;
    /// `make` is called again for every language; by default Instrument::exhibit(). The instrument may be deleted while
    /// the dialog is open: then it closes.
    explicit ExportDialog(Instrument& instrument, Maker make = {}, QWidget* parent = nullptr);

    /// Writes the files, one format after the other; false when something is wrong, when files are there already (the
    /// button then reads Replace, and a second call writes over them), or after cancel().
    bool save();
    void cancel();
    /// What will be written, with the folder.
    QStringList paths() const;
    QString problem() const;
    ExportSettings settings() const;
    /// What the controls ask for. Throws text::Error for ranges that are none.
    ExportOptions options(const Exhibit& exhibit) const;

    /// Asks for a folder; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget* parent, const QString& now)> askForFolder;

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct RangeRow {
        QComboBox* choice; ///< whole, as on screen, from – to
        QLineEdit *from, *to;
    };
    void build(const ExportSettings& settings);
    RangeRow makeRange();
    void nameEverything();
    void fillDefaults();
    void showSize(bool shown);
    void changed();
    void showPreview();
    void showProblem(const QString& words);
    void setBusy(bool busy);
    text::Language language() const;
    std::optional<AxisRange> rangeOf(const RangeRow& row, const Axis& axis,
                                     const std::optional<AxisRange>& screen) const;
    /// Does `use` with the exhibit in the chosen language; afterwards the instrument speaks the window's again.
    void withExhibit(const std::function<void(const Exhibit&)>& use);

    QPointer<Instrument> m_instrument;
    Maker m_make;
    bool m_hasAxes = false, m_alongX = false, m_isDrawing = false;
    bool m_mayReplace = false, m_isBusy = false, m_isCancelled = false;
    PaperPreview* m_preview;
    QList<QCheckBox*> m_formats;
    QLineEdit *m_folder, *m_pattern, *m_title, *m_xTitle, *m_yTitle, *m_name;
    QPushButton *m_browse, *m_save, *m_cancel;
    QLabel *m_files, *m_times, *m_problem;
    QComboBox *m_preset, *m_language;
    QDoubleSpinBox *m_width, *m_height;
    QSpinBox* m_dpi;
    QCheckBox *m_caption, *m_outlines, *m_bom, *m_visibleRows, *m_grey;
    RangeRow m_x, m_y;
    QProgressBar* m_progress;
    QFormLayout* m_form;
    QScrollArea* m_scroll;
    QList<int> m_axisRows, m_rangeRows; ///< of the form; hidden where a figure has no such thing
    QTimer m_soon;                      ///< typing does not draw for every letter
    std::vector<std::pair<QLabel*, std::function<QString()>>> m_labels;
};

/// Opens the dialog over the instrument's window; says why where there is nothing to show.
void openExportDialog(Instrument& instrument, ExportDialog::Maker make = {});

} // namespace ampscope::ui
